"""Where a match stands whose journal has been played so far.

Pure. Imports: ginrummy; referee.outcome, referee.seats.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ginrummy.entries import Conduct, ConductKind
from ginrummy.match import MatchState
from ginrummy.messages import Fault, FaultKind, RequestId
from ginrummy.record import Journal
from ginrummy.retrace import Decks, Step, retrace, start_of
from ginrummy.state import Phase
from referee.outcome import is_lagged
from referee.seats import Seat


@dataclass(slots=True)
class HandCount:
    """The counters of the hand in play; `told` whether its end was, `head` the hash of its last decision's line."""

    index: int = 0
    decisions: int = 0
    told: bool = True
    head: str = ""


@dataclass(slots=True)
class Place:
    """Where a match stands.

    `number` counts its decisions, `sequence` what each seat could have been told. `broken_off` is a fault whose footer
    was not written any more, and whether the referee's own delay may have caused it.
    """

    state: MatchState
    hand: HandCount = field(default_factory=HandCount)
    number: int = 0
    sequence: int = 0
    broken_off: tuple[Fault, bool] | None = None


def resume(journal: Journal, decks: Decks, seats: tuple[Seat, Seat]) -> Place:
    """Where the match of a journal stands, perhaps at its beginning; the seats are brought to where they stood."""
    place = Place(start_of(journal.header))
    conduct = deque((line, entry) for line, entry in enumerate(journal.entries, 1) if isinstance(entry, Conduct))
    for step in retrace(journal, decks):
        while conduct and conduct[0][0] < step.line:
            _recall(place, seats, conduct.popleft()[1])
        place.state = step.state
        place.sequence += len(step.events)
        decided = step.decided
        if decided is None:
            place.hand = HandCount(len(step.state.results))
            place.sequence += 1
            for side in seats:
                side.clock = None if side.clock is None else side.clock.hand_dealt()
            continue
        side = seats[decided.seat]
        if not decided.forced:
            request = RequestId(place.hand.index, place.hand.decisions, side.attempt)
            clock, think_ms = side.clock, decided.think_ms
            side.decided(request, decided.action, None if clock is None else clock.cost(think_ms or 0))
            side.asked += 1
        place.number += 1
        place.hand.decisions += 1
        place.sequence += ends_hand(step)
    for _, entry in conduct:
        _recall(place, seats, entry)
    return place


def ends_hand(step: Step) -> bool:
    """Whether a hand is over after this step."""
    return step.state.hand is not None and step.state.hand.phase is Phase.HAND_OVER


def _recall(place: Place, seats: tuple[Seat, Seat], entry: Conduct) -> None:
    if entry.seat is None:
        return
    side = seats[entry.seat]
    match entry.kind:
        case ConductKind.REJECTED:
            side.strikes += 1
            side.attempt += 1
        case ConductKind.RETURNED if side.clock is not None and entry.elapsed_ms is not None:
            side.clock, side.away_ms = side.clock.was_away(entry.elapsed_ms), entry.elapsed_ms
        case ConductKind.FAULT if entry.fault is not None:
            place.broken_off = Fault(side.number, entry.fault, entry.text), is_lagged(entry.fault, entry.lag_ms)
            if entry.fault is FaultKind.DISCONNECT:
                side.away_ms = entry.elapsed_ms or 0
        case _:
            pass
