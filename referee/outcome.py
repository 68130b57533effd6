"""How a match ended, in full: from its table, or from its journal. Pure. Imports: ginrummy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ginrummy.entries import Conduct, ConductKind, Header
from ginrummy.messages import FaultKind, Termination
from ginrummy.record import Journal, line_hash
from ginrummy.retrace import Decks, retrace, sheet_at, start_of
from ginrummy.scoring import HandResult, Pair, ScoreSheet

LAG_FLAG_MS: Final = 10
"""From what delay of the referee's own on a forfeit for time is flagged as one that the referee may have caused."""


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match ended.

    `sheet` has what the footer says, `hands` each finished hand. `absent_ms` is, by seat, how much of the grace for
    reconnecting was used by absences that ended, or that ended the match. `lagged` marks a forfeit for time that the
    referee's own delay may have caused. `head` is the hash of the footer's line.
    """

    header: Header
    termination: Termination
    sheet: ScoreSheet
    hands: tuple[HandResult, ...]
    absent_ms: Pair
    lagged: bool
    head: str

    @property
    def points(self) -> Pair:
        """Hand points by seat as scored, without end bonuses."""
        won = [0, 0]
        for hand in self.hands:
            if hand.winner is not None:
                won[hand.winner] += hand.points
        return won[0], won[1]


def outcome_of(journal: Journal, decks: Decks) -> MatchOutcome:
    """How a match ended whose journal has its footer."""
    footer = journal.footer
    assert footer is not None
    state = start_of(journal.header)
    for step in retrace(journal, decks):
        state = step.state
    absent, lagged = [0, 0], False
    for entry in journal.entries:
        if isinstance(entry, Conduct) and entry.seat is not None:
            left_for_good = entry.kind is ConductKind.FAULT and entry.fault is FaultKind.DISCONNECT
            if (entry.kind is ConductKind.RETURNED or left_for_good) and entry.elapsed_ms is not None:
                absent[entry.seat] = entry.elapsed_ms
            lagged |= entry.kind is ConductKind.FAULT and is_lagged(entry.fault, entry.lag_ms)
    line = journal.entries.index(footer) + 1
    return MatchOutcome(
        journal.header,
        footer.termination,
        sheet_at(state, footer, line),
        state.results,
        (absent[0], absent[1]),
        lagged,
        line_hash(journal.lines[line - 1]),
    )


def is_lagged(fault: FaultKind | None, lag_ms: int) -> bool:
    """Whether the referee's own delay may have caused a forfeit."""
    return fault in (FaultKind.TIMEOUT, FaultKind.DISCONNECT, FaultKind.NO_SHOW) and lag_ms >= LAG_FLAG_MS
