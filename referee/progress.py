"""How a tournament is shown while it runs: a live table on a terminal, plain lines elsewhere.

Imports: ginrummy; referee.lobby, referee.results, referee.tournament; rich.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ginrummy.messages import TerminationKind
from ginrummy.render import counted
from referee.lobby import Entrant
from referee.results import Result
from referee.tournament.schedule import PlannedMatch
from referee.tournament.standings import Row, Standings


class Progress:
    """The audience of a service that writes to a console, which should be stderr."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._ask: Callable[[], Standings] | None = None
        self._table: Standings | None = None
        self._stale = True
        self._played = 0
        self._total = 0
        self._playing: set[str] = set()
        self._greeted: set[str] = set()
        self._missing: tuple[str, ...] | None = None
        self._begun: float | None = None
        self._ended = 0  # matches of this run, which began then
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(console=self._console, refresh_per_second=4, get_renderable=self._shown, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def listening(self, address: str, commitment: str, data: Path) -> None:
        """Say where bots may come, and what deals are committed to."""
        self._line(f"listening on {address}; data in {data}")
        self._line(f"commitment {commitment}")

    def waiting(self, entrants: Sequence[Entrant], missing: tuple[str, ...]) -> None:
        """Say who has come, with what, once its round trip is known; and who is missing, when that changes."""
        for entrant in entrants:
            if not entrant.here:
                self._greeted.discard(entrant.name)
            elif entrant.round_trip_ms is not None and entrant.name not in self._greeted:
                self._greeted.add(entrant.name)
                software, tables = entrant.versions or "unknown software", counted(entrant.tables, "table")
                self._line(f"{entrant.name} is here: {software}, {tables}, round trip {entrant.round_trip_ms:.1f} ms")
        if missing == self._missing:
            return
        self._missing = missing
        if missing:
            self._line(f"waiting for {', '.join(missing)}")

    def exited(self, name: str, how: str, output: Path) -> None:
        """Say where the reason may stand."""
        self._line(f"{name} {how}; its output: {output}")

    def begins(self, table: Callable[[], Standings]) -> None:
        """Say how far it had come, where it is gone on with."""
        self._ask = table
        self._recount()
        if self._played:
            self._line(f"{self._played} of {counted(self._total, 'match')} played before")

    def started(self, match: PlannedMatch) -> None:
        """Count it among those in play."""
        if self._begun is None:
            self._begun = time.monotonic()
        self._playing.add(match.match_id)

    def finished(self, result: Result) -> None:
        """Say how it ended."""
        self._playing.discard(result.match_id)
        self._ended += 1
        if result.termination is TerminationKind.COMPLETED:
            self._stale = True
            self._played += 1
        else:  # a forfeit may withdraw a bot, which settles matches that are not played; an abort settles none
            self._recount()
        self._line(f"{self._played}/{self._total}  {result_line(result)}")

    def withdrawn(self, name: str, reason: str, unplayed: int) -> None:
        """Say why, and what follows."""
        matches = counted(unplayed, "match")
        self._line(f"{name} is withdrawn after {reason}; {matches} of its own will not be played")

    def failed(self, match: PlannedMatch, reason: str) -> None:
        """Say that it has no result."""
        self._playing.discard(match.match_id)
        self._line(f"{match.match_id} has no result: {reason}")

    def draining(self, resume: str) -> None:
        """Say how to go on later."""
        self._line(f"stopping; resume with: {resume}")

    def _recount(self) -> None:
        self._stale = True
        table = self._standings()
        self._played, self._total = table.played, table.total

    def _standings(self) -> Standings:
        """The table, asked for where something has changed; also from the thread that draws."""
        assert self._ask is not None
        if self._stale or self._table is None:
            self._stale = False
            self._table = self._ask()
        return self._table

    def _line(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def _shown(self) -> RenderableType:
        if self._ask is None:
            return Text()
        head = Text(f"{self._played} of {counted(self._total, 'match')}, {len(self._playing)} in play{self._left()}")
        return Group(standings_table(self._standings()), head, ProgressBar(self._total, self._played))

    def _left(self) -> str:
        """How long it may still take, by what this run's matches have taken."""
        if self._begun is None or not self._ended or self._played >= self._total:
            return ""
        each = (time.monotonic() - self._begun) / self._ended
        return f", about {each * (self._total - self._played):.0f} s left"


def result_line(result: Result) -> str:
    """How a match ended, in a line."""
    one, other = result.bots
    score = f"{result.scores[0]}-{result.scores[1]}"
    if result.termination is TerminationKind.ABORTED:
        return f"{one} against {other}: broken off at {score}, no result"
    if result.winner is None:
        return f"{one} and {other} drew {score} in {counted(result.hands, 'hand')}"
    winner, loser = (one, other) if result.winner == 0 else (other, one)
    score = f"{result.scores[result.winner]}-{result.scores[1 - result.winner]}"
    if result.fault is not None:
        flag = ", though the referee itself was slow" if result.lagged else ""
        return f"{winner} beat {loser} by forfeit: {result.fault.value}, {result.detail} (at {score}{flag})"
    return f"{winner} beat {loser} {score} in {counted(result.hands, 'hand')}"


def standings_table(table: Standings) -> RenderableType:
    """The standings for people, with a note on each bot that was withdrawn.

    Forfeits that the referee's own delay may have caused are counted apart, too.
    """
    shown = Table(box=None, pad_edge=False)
    for heading in ("", "bot", "won", "matches", "net a hand", "points", "hands", "forfeits", "away s"):
        shown.add_column(heading, justify="left" if heading in ("", "bot") else "right")
    for place, row in enumerate(table.rows, start=1):
        shown.add_row(
            str(place),
            Text(f"{row.name}*" if row.withdrawn else row.name),
            f"{row.match_wins:g}",
            str(row.matches),
            f"{row.net_per_hand:+.2f}" if row.hands else "-",
            str(row.points),
            str(row.hands),
            _forfeits(row),
            f"{row.absent_ms / 1000:.1f}",
        )
    gone = [f"* {row.name} was withdrawn after {row.withdrawn}" for row in table.rows if row.withdrawn]
    return Group(shown, *map(Text, gone)) if gone else shown


def _forfeits(row: Row) -> str:
    """How many, of which kinds, and how many the referee's own delay may have caused."""
    kinds = [kind if count == 1 else f"{count} {kind}" for kind, count in sorted(row.faults.items())]
    told = [*kinds, *([f"{row.lagged} lagged"] if row.lagged else [])]
    return f"{row.forfeits} ({', '.join(told)})" if told else str(row.forfeits)
