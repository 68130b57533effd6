"""A table in this process: the same judge as in a tournament, with two bots called directly.

Imports: ginrummy; referee.clock, referee.table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ginrummy import deck
from ginrummy.entries import Entry, Header, Reveal
from ginrummy.errors import IllegalAction
from ginrummy.failure import BotFailure
from ginrummy.messages import Clock, DecisionRequest, Termination
from ginrummy.player import BotFactory, MatchMessage, Player, finish
from ginrummy.record import JournalWriter
from ginrummy.render import render_view
from ginrummy.testing import MatchResult, Waiting
from referee.clock import NS_PER_MS
from referee.table import Stage, Table, Terms

ALLOWANCE_MS = Clock().decision_ms
"""What a decision may take for free in a tournament, by default."""


@dataclass(slots=True)
class ThinkTime:
    """How long one bot's decisions took. `overruns` are those beyond a tournament's free allowance."""

    decisions: int = 0
    overruns: int = 0
    longest_ms: int = 0

    def add(self, elapsed_ns: int) -> None:
        """One decision more."""
        elapsed_ms = elapsed_ns // NS_PER_MS
        self.decisions += 1
        self.overruns += elapsed_ms > ALLOWANCE_MS
        self.longest_ms = max(self.longest_ms, elapsed_ms)

    def merge(self, other: ThinkTime) -> None:
        """Those of another match too."""
        self.decisions += other.decisions
        self.overruns += other.overruns
        self.longest_ms = max(self.longest_ms, other.longest_ms)


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played here, how it ended, and by seat how long its bots thought."""

    result: MatchResult
    termination: Termination
    thinking: tuple[ThinkTime, ThinkTime] = field(default_factory=lambda: (ThinkTime(), ThinkTime()))


def play_here(
    bots: tuple[BotFactory, BotFactory], header: Header, master: bytes, *, failed: Callable[[BotFailure], None]
) -> Played:
    """Play the match of a header, seats in order; deals follow from the 32-byte master seed.

    Where the header has a clock the match is judged as in a tournament: time is kept, and a bot's error is told to
    `failed` and resigns. Without one whatever a bot raises comes out here, IllegalAction too, with its view as a note.
    """
    seed = deck.match_seed(master, header.deal_key, dict(header.nonces))
    journal = JournalWriter()
    journal.add(header)
    errors: list[BotFailure] = []
    table = Table(Terms(header, seed), lambda entry: _added(journal, entry), lambda: journal)
    players = [Player(make, header.match_id, errors.append) for make in bots]
    thinking = (ThinkTime(), ThinkTime())
    with Waiting() as wait:
        for seat in (0, 1):
            table.returned(seat, time.perf_counter_ns())
        table.offer(time.perf_counter_ns())
        while table.outcome is None or table.outgoing:
            said, table.outgoing = table.outgoing, []
            for seat, message in said:
                _deliver(table, players[seat], seat, message, wait, thinking[seat])
                if errors:
                    _report(errors.pop(), header, seat, failed)
            if table.stage is Stage.SYNCING:
                table.synced(time.perf_counter_ns())
    assert table.outcome is not None
    journal.add(Reveal(seed, master))
    outcome = table.outcome
    return Played(MatchResult(outcome.hands, outcome.sheet, journal.journal), outcome.termination, thinking)


def _added(journal: JournalWriter, entry: Entry) -> str:
    journal.add(entry)
    return journal.head


def _deliver(table: Table, player: Player, seat: int, message: object, wait: Waiting, thinking: ThinkTime) -> None:
    assert isinstance(message, MatchMessage)
    asked = isinstance(message, DecisionRequest)
    begun = time.perf_counter_ns()
    if asked:
        table.sent(seat, begun)
    reply = finish(player.take(message), wait.for_)
    now = time.perf_counter_ns()
    if asked:
        thinking.add(now - begun)
    if reply is not None:
        table.hear(seat, reply, now)


def _report(failure: BotFailure, header: Header, seat: int, failed: Callable[[BotFailure], None]) -> None:
    if header.clock is not None:
        failed(failure)
        return
    error, who = failure.error, f"{header.bots[seat]} (seat {seat})"
    if isinstance(error, SystemExit):
        raise RuntimeError(f"{who} left the process: sys.exit({error.code!r})") from error  # noqa: TRY004
    if failure.view is not None:
        what = f"{who} chose {failure.choice!r}" if isinstance(error, IllegalAction) else f"raised by {who}"
        error.add_note(f"{what}\n{render_view(failure.view)}")
    raise error
