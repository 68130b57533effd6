"""What docker/ promises, done without Docker: its scripts are run, and the commands of its images and services."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from referee.server import DRAIN_S
from service import ROOT, Process

DOCKER = ROOT / "docker"
COMPOSE = (DOCKER / "compose.yaml").read_text(encoding="utf-8")
IMAGES = ("Dockerfile", "bot.Dockerfile")
HERE = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}


def instructions(image: str) -> list[tuple[str, str]]:
    """A Dockerfile's instructions and what follows them, in order."""
    text = re.sub(r"^#.*\n", "", (DOCKER / image).read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines if line.strip()]


def said(image: str, keyword: str) -> str:
    """What follows the last instruction of this kind."""
    return [rest for word, rest in instructions(image) if word == keyword][-1]


def copies(image: str, **arguments: str) -> dict[str, str]:
    """What an image gets from the repository, with these build arguments: source and target."""
    given = dict(rest.partition("=")[::2] for word, rest in instructions(image) if word == "ARG") | arguments
    found = {}
    for word, rest in instructions(image):
        if word == "COPY" and not rest.startswith("--from"):
            *sources, target = re.sub(r"\$\{(\w+)\}", lambda name: given[name[1]], rest).split()
            found.update(dict.fromkeys(sources, target))
    return found


def service(name: str) -> str:
    """The lines of a service."""
    found = re.search(rf"^  {name}:\n(    <<: .*\n(?:    .*\n)+)", COMPOSE, re.MULTILINE)
    assert found, name
    return found[1]


def command(name: str) -> list[str]:
    """What a service runs: its image's entry point and its own arguments."""
    image = re.search(r"dockerfile: docker/([\w.]+)", service(name))
    arguments = re.search(r"command: (\[.*\])", service(name))
    assert image
    assert arguments
    return [*json.loads(said(image[1], "ENTRYPOINT")), *json.loads(arguments[1])]


def run(
    *arguments: str | Path, cwd: Path | None = None, seconds: float = 60, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env={**HERE, **environment},
        capture_output=True,
        text=True,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def prepare(deploy: Path, *hosts: str) -> str:
    done = run("sh", DOCKER / "prepare.sh", *hosts, GIN_DEPLOY=str(deploy))
    assert done.returncode == 0, done.stderr
    return done.stdout


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def deploy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `prepare.sh` has made; not to be changed."""
    made = tmp_path_factory.mktemp("prepared") / "deploy"
    prepare(made)
    return made


# The images.


@pytest.mark.parametrize("image", IMAGES)
def test_what_an_image_copies_is_there_and_reaches_the_build(image):
    """Each source exists, and `.dockerignore`, which keeps everything out, lets it in."""
    ignored, *patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()[1:]
    assert ignored == "*"
    let_in = {pattern[1:] for pattern in patterns if pattern.startswith("!")}
    for source in copies(image):
        assert (ROOT / source).exists(), source
        assert {source, *map(str, Path(source).parents)} & let_in, source


def test_nothing_secret_reaches_a_build():
    """The folder that `prepare.sh` makes is let in by no pattern, and git leaves it alone too."""
    let_in = re.findall(r"^!(docker.*)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert let_in == ["docker/health.py"]
    assert (DOCKER / ".gitignore").read_text(encoding="utf-8").split() == ["deploy/"]


def test_a_bot_gets_the_packages_that_ginrummy_needs():
    """With the floors that pyproject.toml has."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    installed = re.findall(r'"([^"]+)"', next(rest for word, rest in instructions("bot.Dockerfile") if word == "RUN"))
    assert installed == [each for each in needed if re.match(r"(grpcio|protobuf)\b(?!-)", each)]


@pytest.mark.parametrize("image", IMAGES)
def test_an_image_runs_as_nobody_much_and_hears_signals(image):
    """A user with a number and few rights, and no shell between Docker and the program."""
    words = {word for word, _ in instructions(image)}
    user = re.fullmatch(r"(\d+):(\d+)", said(image, "USER"))
    assert user
    assert int(user[1]) >= 10_000
    assert said(image, "STOPSIGNAL") == "SIGTERM"
    for word in words & {"ENTRYPOINT", "CMD"}:
        assert json.loads(said(image, word)), word


def test_there_is_more_time_to_stop_than_matches_get():
    """Docker and systemd wait for the drain, and for the bots' and the files' end after it."""
    docker = re.search(r"stop_grace_period: (\d+)s", service("referee"))
    systemd = re.search(r"^TimeoutStopSec=(\d+)$", (DOCKER / "gin-referee.service").read_text(), re.MULTILINE)
    assert docker
    assert systemd
    assert min(int(docker[1]), int(systemd[1])) >= DRAIN_S + 10


# prepare.sh.


def test_prepare_makes_what_compose_mounts(deploy):
    """Every file of its configs and secrets, a join file for each bot, and a config that `serve` takes."""
    mounted = re.findall(r"\$\{GIN_DEPLOY:-\./deploy\}/(\S+?)\"", COMPOSE)
    assert len(mounted) == 6
    assert set(mounted) <= contents(deploy).keys()
    planned = run("referee", "serve", deploy / "tournament.toml", "--dry-run")
    assert planned.returncode == 0, planned.stderr
    bots = [bot["name"] for bot in tomllib.loads((deploy / "tournament.toml").read_text())["bot"]]
    assert bots == sorted(path.stem for path in deploy.glob("*.join"))
    assert all(command(name)[-3] == f"/run/secrets/{name}.join" for name in bots)


def test_prepare_keeps_everybody_else_out(deploy):
    """The folder is its owner's; what containers read can be read once one is in; the CA's key by its owner alone."""
    modes = {path: (deploy / path).stat().st_mode & 0o777 for path in (".", "tls", *contents(deploy))}
    assert {path for path, mode in modes.items() if mode == 0o700} == {".", "tls"}
    assert {path for path, mode in modes.items() if mode == 0o600} == {"tls/ca-key.pem"}
    assert set(modes.values()) == {0o700, 0o600, 0o644}


def test_prepare_again_keeps_all(tmp_path):
    """Nothing changes, a config that was edited included; another host changes the certificate alone."""
    made = tmp_path / "deploy"
    prepare(made)
    config = made / "tournament.toml"
    config.write_text(config.read_text().replace("matches = 10", "matches = 11"))
    before = contents(made)
    prepare(made)
    assert contents(made) == before
    prepare(made, "cards.example.org")
    after = contents(made)
    assert {path for path in after if after[path] != before.get(path)} == {"tls/server.pem"}
    assert (made / "tls/server.pem").stat().st_mode & 0o777 == 0o644


def test_prepare_recovers_from_a_run_that_was_cut_short(tmp_path):
    """Join files that no config knows of are made anew."""
    made = tmp_path / "deploy"
    made.mkdir()
    (made / "alice.join").write_text("of another run")
    prepare(made)
    assert "token" in (made / "alice.join").read_text()


# The whole of it.


class Container(Process):
    """A command as a container runs it, but here: its paths are ours."""

    def __init__(self, directory: Path, arguments: list[str], paths: dict[str, Path]) -> None:
        directory.mkdir(exist_ok=True)
        self.directory = directory
        self._said = directory / f"stderr-{time.monotonic_ns()}"
        with self._said.open("wb") as stderr:
            self.process = subprocess.Popen(
                [inside(argument, paths) for argument in arguments],
                cwd=directory,
                env={**HERE, "COLUMNS": "200"},
                stdout=subprocess.PIPE,
                stderr=stderr,
                stdin=subprocess.DEVNULL,
                text=True,
            )


def inside(argument: str, paths: dict[str, Path]) -> str:
    """An argument with the path that it begins with replaced."""
    for there, here in paths.items():
        if argument == there or argument.startswith(f"{there}/"):
            return f"{here}{argument.removeprefix(there)}"
    return argument


@contextmanager
def container(directory: Path, arguments: list[str], paths: dict[str, Path]) -> Iterator[Container]:
    """It runs until it ends by itself or the test leaves it."""
    started = Container(directory, arguments, paths)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


def bot(name: str, directory: Path, secrets: Path) -> tuple[Path, list[str], dict[str, Path]]:
    """A bot's container, its file copied in."""
    image = re.search(r"BOT: (\S+?)\}", service(name))
    assert image
    source = next(
        source for source, target in copies("bot.Dockerfile", BOT=image[1]).items() if target == "/bot/bot.py"
    )
    directory.mkdir()
    shutil.copy(ROOT / source, directory / "bot.py")
    return directory, command(name), {"/run/secrets": secrets}


def health(server: str, ca: str) -> subprocess.CompletedProcess[str]:
    """The health check of the image."""
    asked = said("Dockerfile", "HEALTHCHECK").partition("CMD ")[2]
    source = next(source for source, target in copies("Dockerfile").items() if target == "/opt/referee/health.py")
    paths = {"/opt/referee/bin/python": Path(sys.executable), "/opt/referee/health.py": ROOT / source}
    arguments = [inside(argument, paths) for argument in json.loads(asked)]
    return run(*arguments, GIN_HEALTH_SERVER=server, GIN_HEALTH_CA=ca)


def test_the_tournament_of_compose_is_played_to_its_end(tmp_path, deploy):
    """Over TLS, by the commands of compose.yaml: healthy once it serves, then all bots done, journals verified."""
    made, secrets, data = (tmp_path / part for part in ("deploy", "secrets", "data"))
    prepare(made)
    config = made / "tournament.toml"
    config.write_text(config.read_text().replace("matches = 10", "matches = 2"))
    ca, another = str(made / "tls/ca.pem"), str(deploy / "tls/ca.pem")
    paths = {"/etc/gin-referee": made, "/data": data}
    with ExitStack() as running:
        arguments = [*command("referee"), "--listen", "127.0.0.1:0"]
        referee = running.enter_context(container(tmp_path / "referee", arguments, paths))
        address = referee.address
        assert (health(address, ca).returncode, health(address, ca).stdout) == (0, "SERVING\n")
        for wrong in ("", another, str(tmp_path / "nowhere.pem")):
            assert health(address, wrong).returncode == 1, wrong
        secrets.mkdir()
        for join in made.glob("*.join"):  # which name the referee as the network of the bots does
            (secrets / join.name).write_text(join.read_text().replace('"referee:7700"', f'"{address}"'))
        bots = [running.enter_context(container(*bot(name, tmp_path / name, secrets))) for name in ("alice", "bob")]
        for each in bots:
            status, _ = each.end(60)
            assert status == 0, each.stderr
        status, told = referee.end()
        assert status == 0, referee.stderr
        assert "2 of 2 matches" in told
        gone = health(address, ca)
        assert gone.returncode == 1
        assert "UNAVAILABLE" in gone.stdout
    verdict = run("referee", "verify", data, "--json")
    assert verdict.returncode == 0, verdict.stdout
    assert len(json.loads(verdict.stdout)["files"]) == 2
    table = json.loads(run("referee", "standings", data, "--json").stdout)
    assert table["complete"]
    assert [row["forfeits"] for row in table["bots"]] == [0, 0]
    again = run(*(inside(argument, paths) for argument in arguments), cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "2 of 2 matches" in again.stdout


def test_health_has_a_usage():
    """Bad usage is told apart from bad health."""
    assert run(sys.executable, DOCKER / "health.py", "--help").returncode == 0
    assert run(sys.executable, DOCKER / "health.py", "a:1", "b:2").returncode == 2


# The README.

README = (DOCKER / "README.md").read_text(encoding="utf-8")
TYPED = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]


def test_the_readme_names_commands_that_there_are():
    """Each `referee` command with each of its options."""
    written = [*TYPED, *re.findall(r"`([^`\n]+)`", README)]
    asked = [found.groups() for line in written if (found := re.search(r"(?:^|referee |deps )referee (\w+)(.*)", line))]
    assert {name for name, _ in asked} == {"token", "standings", "verify"}
    for name in {name for name, _ in asked}:
        helped = run("referee", name, "--help", COLUMNS="200")
        assert helped.returncode == 0, name
        for option in {option for other, rest in asked if other == name for option in re.findall(r"--[a-z-]+", rest)}:
            assert option in helped.stdout, (name, option)


def test_the_readme_names_files_and_services_that_there_are(deploy):
    """Every path under docker/, typed or in the table, is there or made by `prepare.sh`."""
    for path in {each.rstrip(".,/") for each in re.findall(r"docker/([\w./-]+)", README)}:
        first, _, rest = path.partition("/")
        assert (deploy / rest if first == "deploy" else DOCKER / path).exists(), path
    for name in re.findall(r"^\| `([^`]+)` \|", README, re.MULTILINE):
        assert (DOCKER / name).exists(), name
    composed = [line for line in TYPED if line.startswith(("docker compose", "GIN_PUBLISH"))]
    assert composed
    for line in composed:
        assert "docker compose -f docker/compose.yaml" in line
        for name in re.findall(r"(?:exec|--no-deps|--follow) (\w+)", line):
            assert service(name)


def test_the_readme_names_no_machine_s_path_and_no_registry():
    """Nothing in docker/ or .dockerignore depends on where it was written."""
    for path in (ROOT / ".dockerignore", *(path for path in DOCKER.iterdir() if path.is_file())):
        text = path.read_text(encoding="utf-8")
        assert str(ROOT) not in text, path
        assert not re.search(r"index-url|https?://", text), path
