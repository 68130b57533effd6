"""Bots that the referee starts itself: their processes, their output, what follows when they exit, and no orphans."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ginrummy.entries import ConductKind
from referee import hosted
from service import (
    Served,
    add_up,
    conduct,
    entering,
    journals,
    played,
    referee,
    run,
    serving,
    token_of,
    tournament,
    verified,
)

BOT = """
import os, pathlib, subprocess, sys, time
import ginrummy
from ginrummy.loading import load_bot

Simple = load_bot("simple")
starts = pathlib.Path("starts-" + os.environ["GINRUMMY_NAME"])
with starts.open("a") as file:
    file.write(f"{os.getpid()}\\n")
number = len(starts.read_text().split())
PART

class Mine(Simple):
    def choose(self, view):
        before(view)
        return super().choose(view)

ginrummy.run(Mine)
"""


def script(directory: Path, part: str = "", before: str = "None") -> list[str]:
    """The command line of a bot that does `part` first, and `before` ahead of every choice."""
    body = BOT.replace("PART", f"{part}\ndef before(view):\n    {before}\n")
    (directory / "mine.py").write_text(body)
    return [sys.executable, "mine.py"]


def events(directory: Path, kind: str) -> list[dict[str, Any]]:
    lines = (directory / "data" / "referee.log.jsonl").read_text().splitlines()
    return [line for line in map(json.loads, lines) if line["event"] == kind]


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def no_process_left(directory: Path) -> None:
    assert [line["pid"] for line in events(directory, "bot_started") if alive(line["pid"])] == []
    assert list((directory / "data" / "bots").glob("*.token")) == []


def test_sample_bots_that_the_referee_starts_play_the_whole_tournament(tmp_path: Path) -> None:
    """`run = "simple"`: nobody has to do anything; the output of each is in DATA/bots/NAME.log."""
    text = tournament({"name": "ann", "run": "simple"}, {"name": "bob", "run": "simple"}, matches=2)
    served = played(tmp_path, text)
    assert served.task.result().complete
    assert verified(tmp_path) == 2
    add_up(served.task.result(), journals(tmp_path))
    assert sorted(line["bot"] for line in events(tmp_path, "bot_started")) == ["ann", "bob"]
    no_process_left(tmp_path)
    for name in ("ann", "bob"):
        log = tmp_path / "data" / "bots" / f"{name}.log"
        assert log.stat().st_mode & 0o777 == 0o600
        assert "Traceback" not in log.read_text()


def test_a_command_is_told_where_to_connect_and_its_output_is_kept(tmp_path: Path) -> None:
    """With a bot that comes by itself as opponent; environment and working directory are as promised."""
    part = (
        "print('on stdout'); sys.stderr.write('on stderr\\n')\n"
        "print(oct(os.stat(os.environ['GINRUMMY_TOKEN_FILE']).st_mode & 0o777), os.getcwd(), flush=True)"
    )
    bots = ({"name": "ann", "command": script(tmp_path, part)}, "bob")
    served = played(tmp_path, tournament(*bots), entering("bob"))
    assert served.task.result().complete
    said = (tmp_path / "data" / "bots" / "ann.log").read_text()
    assert {"on stdout", "on stderr", f"0o600 {tmp_path}"} <= set(said.splitlines())
    no_process_left(tmp_path)


def test_a_process_that_exits_is_started_again_and_its_match_goes_on(tmp_path: Path) -> None:
    """Once a match, within its grace."""
    command = script(tmp_path, before="os._exit(3) if number == 1 else None")
    served = played(tmp_path, tournament({"name": "ann", "command": command}, "bob"), entering("bob"))
    assert served.task.result().complete
    (journal,) = journals(tmp_path).values()
    assert journal.footer.termination.kind.name == "COMPLETED"
    assert conduct(journal, ConductKind.RETURNED)
    assert events(tmp_path, "bot_exited")[0]["code"] == 3
    assert served.audience.exits == [("ann", "ended with status 3", tmp_path / "data" / "bots" / "ann.log")]
    assert len((tmp_path / "starts-ann").read_text().split()) == 2
    no_process_left(tmp_path)


def test_a_process_that_exits_twice_in_a_match_is_out_of_it(tmp_path: Path) -> None:
    """DISCONNECT, and the tournament ends; it is started again for its next match."""
    command = script(tmp_path, before="os._exit(3) if number != 3 else None")
    text = tournament({"name": "ann", "command": command}, "bob", matches=2)
    served = played(tmp_path, text, entering("bob"))
    assert served.task.result().complete
    ends = [(result.termination.name, result.fault and result.fault.name) for result in served.audience.results]
    assert ends == [("FORFEIT", "DISCONNECT"), ("COMPLETED", None)]
    no_process_left(tmp_path)


def test_a_command_that_cannot_be_started_is_a_bot_that_never_comes(tmp_path: Path) -> None:
    """NO_SHOW; the others play."""
    bots = ({"name": "ann", "command": ["./no-such-bot"]}, "bob", "cleo")
    text = tournament(*bots, clock={"no_show_ms": 800})
    served = played(tmp_path, text, entering("bob"), entering("cleo"))
    assert served.task.result().complete
    faults = {result.match_id: result.fault and result.fault.name for result in served.audience.results}
    assert faults == {"001-0001-ann-bob": "NO_SHOW", "002-0001-ann-cleo": "NO_SHOW", "003-0001-bob-cleo": None}
    ((name, how, _),) = served.audience.exits
    assert (name, how) == ("ann", "cannot be started: No such file or directory: ./no-such-bot")


def test_a_bot_that_ends_at_once_and_never_comes_is_given_up(tmp_path: Path, monkeypatch) -> None:
    """Each end is told; after five it is not started again, and NO_SHOW follows."""
    monkeypatch.setattr(hosted, "_BACKOFF_S", (0.0,))
    bots = ({"name": "ann", "command": [sys.executable, "-c", "raise SystemExit(2)"]}, "bob")
    served = played(tmp_path, tournament(*bots, clock={"no_show_ms": 3000}), entering("bob"))
    (result,) = served.audience.results
    assert result.fault is not None
    assert result.fault.name == "NO_SHOW"
    *first, last = (how for _, how, _ in served.audience.exits)
    assert first == ["ended with status 2"] * 4
    assert last == "ended with status 2, 5 times running, and is not started again"
    assert len(events(tmp_path, "bot_started")) == 5


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_what_a_bot_has_started_ends_with_it(tmp_path: Path) -> None:
    """A child that would outlive it, and one that hears no SIGTERM, are gone when serve has ended."""
    part = (
        "for code in ('import time; time.sleep(600)',\n"
        "  'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)'):\n"
        "    child = subprocess.Popen([sys.executable, '-c', code])\n"
        "    print('child', child.pid, flush=True)"
    )
    served = played(tmp_path, tournament({"name": "ann", "command": script(tmp_path, part)}, "bob"), entering("bob"))
    assert served.task.result().complete
    children = re.findall(r"child (\d+)", (tmp_path / "data" / "bots" / "ann.log").read_text())
    assert len(children) == 2
    assert [pid for pid in children if alive(int(pid))] == []
    no_process_left(tmp_path)


def test_hosted_bots_are_ended_when_the_referee_is_stopped(tmp_path: Path) -> None:
    """In the middle of a match, at once; and going on starts them anew."""
    text = tournament({"name": "ann", "run": "simple"}, "bob")

    async def work() -> None:
        async with serving(tmp_path, text) as served:
            served.start(served.bot("bob", lambda _: None))
            await served.audience.until(lambda heard: heard.begun)
            served.service.stop()
            served.service.stop()
            assert not (await served.task).complete

    run(work())
    no_process_left(tmp_path)
    assert played(tmp_path, text, entering("bob")).task.result().complete
    no_process_left(tmp_path)


def test_a_hosted_bot_s_token_is_no_other_bot_s(tmp_path: Path) -> None:
    """It is made for each start, is in one file of its owner's while it plays, and in no log."""
    kept = []

    async def work() -> Served:
        async with serving(tmp_path, tournament({"name": "ann", "run": "simple"}, "bob")) as served:
            await served.audience.until(lambda heard: "ann" in heard.here)
            path = tmp_path / "data" / "bots" / "ann.token"
            kept.append(path.read_text().strip())
            assert path.stat().st_mode & 0o777 == 0o600
            served.start(served.bot("bob"))
            await served.over()
            return served

    run(work())
    for path in (tmp_path / "data").rglob("*"):
        assert path.is_dir() or kept[0].encode() not in path.read_bytes()
    assert kept[0] != token_of("bob")


def test_from_referee_token_to_python_m_ginrummy_over_tls(tmp_path: Path) -> None:
    """The join file alone lets a bot of the SDK come and play, and its exit status is 0."""
    made = referee(tmp_path, "token", "ann", "--server", "localhost:7700", "--tls-dir", "tls")
    assert made.returncode == 0
    digest = tomllib.loads(made.stdout)["token_sha256"]
    text = tournament({"name": "ann", "token_sha256": digest}, {"name": "bob", "run": "simple"}, tls="auto")

    async def work() -> None:
        async with serving(tmp_path, text) as served:
            port = served.address.rpartition(":")[2]
            join = tmp_path / "ann.join"
            join.write_text(join.read_text().replace("localhost:7700", f"localhost:{port}"))
            player = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ginrummy", "simple", "--join", str(join)),
                cwd=tmp_path,
                env=os.environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            try:
                assert (await served.over()).complete
                told = await asyncio.wait_for(player.communicate(), 15)
                assert player.returncode == 0, told
            finally:
                if player.returncode is None:
                    player.kill()
                    await player.wait()

    run(work())
    assert verified(tmp_path) == 1
    no_process_left(tmp_path)
