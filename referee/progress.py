"""How a tournament is shown while it runs: a live table on a terminal, plain lines elsewhere.

Imports: ginrummy; referee.lobby, referee.results, referee.tournament; rich.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ginrummy.messages import TerminationKind
from referee.lobby import Entrant
from referee.results import Result
from referee.tournament.schedule import PlannedMatch
from referee.tournament.standings import Standings, standings


class Progress:
    """The audience of a service that writes to a console, which should be stderr."""

    def __init__(self, console: Console, plan: tuple[PlannedMatch, ...], names: tuple[str, ...]) -> None:
        self._console = console
        self._plan = plan
        self._names = names
        self._results: list[Result] = []
        self._playing: dict[str, PlannedMatch] = {}
        self._missing: tuple[str, ...] | None = None
        self._begun = time.monotonic()
        self._live: Live | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live = Live(console=self._console, refresh_per_second=4, get_renderable=self._shown, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def resumed(self, results: list[Result]) -> None:
        """What had been played before."""
        self._results = list(results)

    def listening(self, address: str, commitment: str, data: Path) -> None:
        """Say where bots may come, and what deals are committed to."""
        self._line(f"listening on {address}; data in {data}")
        self._line(f"commitment {commitment}")

    def waiting(self, entrants: list[Entrant]) -> None:
        """Say who is missing, when that changes, and who is here with what."""
        missing = tuple(entrant.name for entrant in entrants if not entrant.here and not entrant.out)
        if missing == self._missing or len(self._results) == len(self._plan):
            return
        self._missing = missing
        if missing:
            self._line(f"waiting for {', '.join(missing)}")
        elif not self._results and not self._playing:
            for entrant in entrants:
                trip = "" if entrant.round_trip_ms is None else f", round trip {entrant.round_trip_ms:.1f} ms"
                tables = f"{entrant.tables} {'table' if entrant.tables == 1 else 'tables'}"
                self._line(f"{entrant.name} is here: {entrant.versions or 'unknown software'}, {tables}{trip}")

    def started(self, match: PlannedMatch) -> None:
        """Count it among those in play."""
        self._playing[match.match_id] = match

    def finished(self, result: Result) -> None:
        """Say how it ended."""
        self._playing.pop(result.match_id, None)
        self._results.append(result)
        self._line(f"{len(self._results)}/{len(self._plan)}  {result_line(result)}")

    def failed(self, match: PlannedMatch, reason: str) -> None:
        """Say that it has no result."""
        self._playing.pop(match.match_id, None)
        self._line(f"{match.match_id} has no result: {reason}")

    def draining(self, resume: str) -> None:
        """Say how to go on later."""
        self._line(f"stopping; go on with: {resume}")

    def _line(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def _shown(self) -> RenderableType:
        played, total = len(self._results), len(self._plan)
        spent = time.monotonic() - self._begun
        left = f", about {spent / played * (total - played):.0f} s left" if 0 < played < total else ""
        head = Text(f"{played} of {total} matches, {len(self._playing)} in play{left}")
        return Group(
            standings_table(standings(self._plan, self._results, self._names)), head, ProgressBar(total, played)
        )


class Silent:
    """An audience that hears and says nothing."""

    def listening(self, address: str, commitment: str, data: Path) -> None:
        """Nothing."""

    def waiting(self, entrants: list[Entrant]) -> None:
        """Nothing."""

    def started(self, match: PlannedMatch) -> None:
        """Nothing."""

    def finished(self, result: Result) -> None:
        """Nothing."""

    def failed(self, match: PlannedMatch, reason: str) -> None:
        """Nothing."""

    def draining(self, resume: str) -> None:
        """Nothing."""


def result_line(result: Result) -> str:
    """How a match ended, in a line."""
    one, other = result.bots
    score = f"{result.scores[0]}-{result.scores[1]}"
    if result.termination is TerminationKind.ABORTED:
        return f"{one} against {other}: broken off at {score}, no result"
    if result.winner is None:
        return f"{one} and {other} drew {score} in {result.hands} hands"
    winner, loser = (one, other) if result.winner == 0 else (other, one)
    score = f"{result.scores[result.winner]}-{result.scores[1 - result.winner]}"
    if result.fault is not None:
        flag = ", though the referee itself was slow" if result.lagged else ""
        return f"{winner} beat {loser} by forfeit: {result.fault.value}, {result.detail} (at {score}{flag})"
    return f"{winner} beat {loser} {score} in {result.hands} hands"


def standings_table(table: Standings) -> Table:
    """The standings for people."""
    shown = Table(box=None, pad_edge=False)
    for heading in ("", "bot", "won", "of", "points a hand", "points", "hands", "forfeits", "away s"):
        shown.add_column(heading, justify="left" if heading in ("", "bot") else "right")
    for place, row in enumerate(table.rows, start=1):
        shown.add_row(
            str(place),
            Text(row.name + (f" ({row.withdrawn}, withdrawn)" if row.withdrawn else "")),
            f"{row.match_wins:g}",
            str(row.matches),
            f"{row.net_per_hand:+.2f}",
            str(row.points),
            str(row.hands),
            str(row.forfeits),
            f"{row.absent_ms / 1000:.1f}",
        )
    return shown
