"""A referee that serves over real sockets, for tests: in the loop of the test, or as a process of its own.

Everything listens on a free port and keeps its data where the test says. What a helper starts it also ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from ginrummy.entries import Conduct, ConductKind
from ginrummy.messages import DecisionRequest
from ginrummy.record import Journal, canonical_lines
from ginrummy.retrace import decks_of, retrace
from referee.config import parse_config
from referee.datadir import DataDirectory, open_directory
from referee.journal import read_journal
from referee.replay.verify import Outcome, journals_in, verify_files
from referee.results import Result
from referee.server import Service
from referee.tournament.standings import Standings
from sample_bots.simple_bot import SimpleBot
from wire_bot import WireBot

MASTER = "5f" * 32
ROOT = Path(__file__).parents[1]
EASY = {
    "decision_ms": 5_000,
    "bank_ms": 60_000,
    "bank_per_hand_ms": 3_000,
    "startup_ms": 20_000,
    "reconnect_grace_ms": 20_000,
    "no_show_ms": 30_000,
}
"""A clock that nobody misses, on however busy a machine."""
SHORT = '{ preset = "classic", max_hands = 1 }'
"""A match of one hand."""


def token_of(name: str) -> str:
    return f"grt_{sha256(name.encode()).hexdigest()}"


def sha_of(name: str) -> str:
    return sha256(token_of(name).encode()).hexdigest()


def tournament(
    *bots: str | dict[str, Any],
    ruleset: str = SHORT,
    matches: int = 1,
    clock: dict[str, int] | None = None,
    seed: str = MASTER,
    faults: int = 3,
    **top: Any,
) -> str:
    """The text of a config. A bot is a name, which then has `token_of(name)`, or a table."""
    lines = ['name = "Test"', f"ruleset = {ruleset}", f"matches = {matches}", f'seed = "{seed}"']
    lines += [f"{key} = {json.dumps(value)}" for key, value in {"listen": "127.0.0.1:0", **top}.items()]
    lines += ["[clock]", *(f"{key} = {value}" for key, value in {**EASY, **(clock or {})}.items())]
    lines += ["[faults]", f"max_illegal_actions = {faults}"]
    for bot in bots:
        told = {"name": bot} if isinstance(bot, str) else dict(bot)
        if not {"run", "command", "token_sha256"} & told.keys() and not top.get("open"):
            told["token_sha256"] = sha_of(told["name"])
        lines += ["[[bot]]", *(f"{key} = {json.dumps(value)}" for key, value in told.items())]
    return "\n".join(lines) + "\n"


# Who plays.


def simple_choice(request: DecisionRequest) -> Any:
    """What the simple bot would do: matches that end soon."""
    return SimpleBot().choose(request.view)


def lively_choice(request: DecisionRequest) -> Any:
    """The simple bot's choice, but now and then any other: by the decision seed alone."""
    chance = Random(request.decision_seed)
    return chance.choice(request.view.legal_actions) if chance.random() < 0.15 else simple_choice(request)


def bot(address: str, name: str, choose: Callable[[DecisionRequest], Any] = simple_choice, **more: Any) -> WireBot:
    return WireBot(address, name, more.pop("token", token_of(name)), choose, **more)


# The referee in the test's own loop.


class Audience:
    """Hears how the service goes, and keeps it."""

    def __init__(self) -> None:
        self.address = ""
        self.results: list[Result] = []
        self.failures: list[str] = []
        self.begun: list[str] = []
        self.missing: list[tuple[str, ...]] = []
        self.exits: list[tuple[str, str, Path]] = []
        self.before: Standings | None = None
        self.here: set[str] = set()
        self.resume = ""
        self._changed = asyncio.Event()

    def listening(self, address: str, *_: object) -> None:
        self.address = address
        self._changed.set()

    def waiting(self, entrants: Sequence[Any], missing: tuple[str, ...]) -> None:
        self.here = {entrant.name for entrant in entrants if entrant.here}
        self.missing.append(missing)
        self._changed.set()

    def exited(self, name: str, how: str, output: Path) -> None:
        self.exits.append((name, how, output))
        self._changed.set()

    def begins(self, table: Callable[[], Standings]) -> None:
        self.before = table()

    def started(self, match: Any) -> None:
        self.begun.append(match.match_id)
        self._changed.set()

    def finished(self, result: Result) -> None:
        self.results.append(result)
        self._changed.set()

    def withdrawn(self, *_: object) -> None:
        self._changed.set()

    def failed(self, match: Any, reason: str) -> None:
        self.failures.append(f"{match.match_id}: {reason}")
        self._changed.set()

    def draining(self, resume: str) -> None:
        self.resume = resume
        self._changed.set()

    async def until(self, condition: Callable[[Audience], Any], seconds: float = 20) -> None:
        async with asyncio.timeout(seconds):
            while not condition(self):
                self._changed.clear()
                await self._changed.wait()


@dataclass
class Served:
    """A service that runs, and what it has come to."""

    service: Service
    audience: Audience
    data: DataDirectory
    task: asyncio.Task[Standings]
    bots: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return self.audience.address

    def bot(self, name: str, choose: Callable[[DecisionRequest], Any] = simple_choice, **more: Any) -> WireBot:
        return bot(self.address, name, choose, **more)

    def start(self, *players: WireBot | Awaitable[None]) -> None:
        """Let bots play beside whatever else the test does."""
        for player in players:
            work = player.play() if isinstance(player, WireBot) else player
            self.bots.append(asyncio.ensure_future(work))

    async def over(self, seconds: float = 30) -> Standings:
        """The table when the service has ended by itself, and all bots with it."""
        async with asyncio.timeout(seconds):
            await asyncio.wait((self.task, *self.bots), return_when=asyncio.FIRST_EXCEPTION)
            for ended in (self.task, *self.bots):
                if ended.done():
                    ended.result()
            await asyncio.gather(*self.bots)
            return await self.task


@contextlib.asynccontextmanager
async def serving(directory: Path, text: str, data_in: str = "data") -> Any:
    """A service over `directory/data`; when the test leaves it is stopped at once if it still runs."""
    config = parse_config(text, directory=directory)
    data = open_directory(directory / data_in, config.seed)
    audience = Audience()
    service = Service(config, data, audience, "RESUME")
    task = asyncio.ensure_future(service.run())
    served = Served(service, audience, data, task)
    try:
        listening = asyncio.ensure_future(audience.until(lambda heard: heard.address))
        await asyncio.wait((task, listening), return_when=asyncio.FIRST_COMPLETED)
        listening.cancel()
        if task.done():
            task.result()
        yield served
    finally:
        service.stop()
        service.stop()
        for playing in served.bots:
            playing.cancel()
        await asyncio.gather(*served.bots, return_exceptions=True)
        await asyncio.gather(task, return_exceptions=True)
        data.close()
        gc.unfreeze()


def run(work: Awaitable[Any], seconds: float = 60) -> Any:
    """Run a test's coroutine in a loop of its own."""

    async def limited() -> Any:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(limited())


def played(directory: Path, text: str, *players: Callable[[Served], Any], seconds: float = 60) -> Served:
    """A whole tournament: each player is made by a function of the service."""

    async def whole() -> Served:
        async with serving(directory, text) as served:
            served.start(*(player(served) for player in players))
            await served.over(seconds)
            return served

    return run(whole(), seconds + 10)


def entering(name: str, choose: Callable[[DecisionRequest], Any] = simple_choice, **more: Any) -> Any:
    """A player for `played`."""
    return lambda served: served.bot(name, choose, **more)


# What is left of it.


def journals(directory: Path) -> dict[str, Journal]:
    return {
        journal.header.match_id: journal for journal in map(read_journal, journals_in([directory / "data/journals"]))
    }


def canonical(directory: Path) -> dict[str, tuple[str, ...]]:
    return {match_id: canonical_lines(journal) for match_id, journal in journals(directory).items()}


def verified(directory: Path, master: bytes | None = bytes.fromhex(MASTER)) -> int:
    """Check every journal against the master seed; how many there are."""
    verdicts = verify_files(journals_in([directory / "data/journals"]), master)
    bad = {path.name: verdict for path, verdict in verdicts.items() if verdict.outcome is not Outcome.OK}
    assert bad == {}
    return len(verdicts)


def conduct(journal: Journal, kind: ConductKind) -> list[Conduct]:
    return [entry for entry in journal.entries if isinstance(entry, Conduct) and entry.kind is kind]


def add_up(table: Standings, found: dict[str, Journal]) -> None:
    """The rows of the table are what the journals come to, counted here once more; without withdrawn bots."""
    rows = {row.name: [0, 0.0, 0, 0, 0] for row in table.rows}
    for journal in found.values():
        footer, header = journal.footer, journal.header
        assert footer is not None
        assert journal.reveal is not None
        state = None
        for step in retrace(journal, decks_of(journal.reveal.match_seed)):
            state = step.state
        results = () if state is None else state.results
        points = [sum(hand.points for hand in results if hand.winner == seat) for seat in (0, 1)]
        fault = footer.termination.fault
        if fault is not None and points[fault.seat] > points[1 - fault.seat]:
            points = [points[1 - fault.seat]] * 2
        for seat, name in enumerate(header.bots):
            won = 0.5 if footer.sheet.winner is None else float(footer.sheet.winner == seat)
            offended = fault is not None and fault.seat == seat
            for place, more in enumerate((1, won, len(results), points[seat], offended)):
                rows[name][place] += more
    told = {row.name: [row.matches, row.match_wins, row.hands, row.points, row.forfeits] for row in table.rows}
    assert told == rows
    assert table.played == len(found)


# The referee as a process.


class Process:
    """`referee serve` as a process of its own; `stderr` is what it has said so far."""

    def __init__(self, directory: Path, *arguments: str, data: str = "data") -> None:
        self.directory = directory
        self._said = directory / f"stderr-{time.monotonic_ns()}"
        command = [sys.executable, "-m", "referee", "serve", "tournament.toml", "--data", data, *arguments]
        with self._said.open("wb") as stderr:
            self.process = subprocess.Popen(
                command,
                cwd=directory,
                env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "COLUMNS": "200"},
                stdout=subprocess.PIPE,
                stderr=stderr,
                stdin=subprocess.DEVNULL,
                text=True,
            )

    @property
    def stderr(self) -> str:
        return self._said.read_text()

    def says(self, pattern: str, seconds: float = 20) -> str:
        """The first group of a pattern, once stderr has it."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            if (found := re.search(pattern, self.stderr)) is not None:
                return found[1]
            try:
                self.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            assert re.search(pattern, self.stderr), f"exit {self.process.returncode}: {self.stderr}"
        raise AssertionError(f"{pattern!r} did not come: {self.stderr}")

    @property
    def address(self) -> str:
        return self.says(r"listening on (\S+);")

    def end(self, seconds: float = 30) -> tuple[int, str]:
        """Exit status and stdout, once it has ended."""
        told, _ = self.process.communicate(timeout=seconds)
        return self.process.returncode, told


@contextlib.contextmanager
def process(directory: Path, text: str | None = None, *arguments: str, data: str = "data") -> Iterator[Process]:
    """`referee serve` with this config, killed if it is still there at the end."""
    if text is not None:
        (directory / "tournament.toml").write_text(text)
    started = Process(directory, *arguments, data=data)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


def referee(directory: Path, *arguments: str, seconds: float = 30) -> subprocess.CompletedProcess[str]:
    """A command of the referee's, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
        check=False,
    )


async def until(condition: Callable[[], Any], seconds: float = 20) -> Any:
    """What the condition gives as soon as that is true, looked at again as the loop goes round."""
    async with asyncio.timeout(seconds):
        while not (found := condition()):  # noqa: ASYNC110  what it waits for tells nobody
            await asyncio.sleep(0.01)
        return found
