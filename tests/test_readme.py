"""What the README says can be typed, is typed here, in a copy of what it needs."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(name):
    """The shell block under a comment of this name."""
    found = re.search(rf"<!-- {name} -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert found, name
    return found[1]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture
def typed(tmp_path):
    """Types commands into a shell whose `referee` and `python` are this environment's; the output."""
    shutil.copytree(ROOT / "sample_bots", tmp_path / "sample_bots")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    port = str(free_port())

    def run(text):
        script = text.replace("7700", port)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            text=True,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.directory = tmp_path
    return run


def test_the_main_command_plays_the_demo_to_its_end(typed):
    """The demo ends by itself, ranks the random bot last of three, and names its journals."""
    said = typed(commands("main command").rpartition("&& .venv/bin/")[2])
    ranks = re.findall(r"^([123])  (\w+)", said, re.MULTILINE)
    assert [place for place, _ in ranks] == ["1", "2", "3"]
    assert {name for _, name in ranks[:2]} == {"expert", "simple"}
    assert ranks[2] == ("3", "random")
    journals = typed.directory / re.search(r"journals in (\S+)", said)[1]
    assert len(list(journals.glob("*.ginlog.jsonl"))) == 24


def test_an_organisers_path(typed):
    """Token, config, dry run, a tournament with a bot that comes and one that is started, standings, verification."""
    assert "4 matches of standard" in typed(commands("organiser"))
    said = typed(commands("organiser plays"))
    assert "Cup: 4 of 4 matches" in said
    assert "4 of 4 pass" in said
    assert "not checked" not in said


def test_an_authors_path(typed):
    """A copied sample bot plays matches and mirrored deals, and a hand is arranged."""
    said = typed(commands("author"))
    assert said.count("95 % interval") == 2
    assert "leaves" in said


def test_a_researchers_path(typed):
    """Journals are written, verified and replayed."""
    said = typed(commands("researcher"))
    assert "3 of 3 pass" in said
    assert "hand 1" in said


def test_the_picture_shows_a_run_of_the_demo():
    """Every line of the picture that does not change from run to run is in the README's own words of the demo."""
    picture = (ROOT / "tests/golden/demo.svg").read_text(encoding="utf-8").replace("&#160;", " ")
    for shown in ("referee serve sample_bots/demo.toml", "Demo: 24 of 24 matches", "commitment", "journals in"):
        assert shown in picture
