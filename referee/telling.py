"""What a seat is told of a match: each message built from states through the keyhole, and the whole of it once more.

Pure. Imports: ginrummy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ginrummy.entries import Header
from ginrummy.events import Event
from ginrummy.match import MatchState, deal_hand
from ginrummy.messages import (
    Clock,
    Events,
    HandEnded,
    HandStarted,
    History,
    MatchOffered,
    final_hands,
)
from ginrummy.record import Journal, line_hash
from ginrummy.retrace import Decks, Step, retrace, start_of
from ginrummy.state import Phase
from ginrummy.view import event_for, view_for

HISTORY_ITEMS = 256
"""How many items a History message holds, at most: far fewer than 4 MiB."""
_EVENTS_A_MESSAGE = 64


def match_offered(header: Header, seat: int) -> MatchOffered:
    """The terms of a match, for one of its seats; where no clock runs, the clock says 0 throughout."""
    return MatchOffered(
        header.match_id,
        seat,
        header.bots[1 - seat],
        header.ruleset,
        header.clock or Clock(0, 0, 0, 0, 0, 0),
        header.stock,
        header.first_dealer,
        header.hands,
    )


def events_told(state: MatchState, match_id: str, sequence: int, events: list[Event], seat: int) -> Iterator[Events]:
    """What a seat hears of these events, of which the first has this sequence number."""
    for start in range(0, len(events), _EVENTS_A_MESSAGE):
        part = events[start : start + _EVENTS_A_MESSAGE]
        yield Events(match_id, sequence + start, tuple([event_for(event, seat, state.ruleset) for event in part]))


def hand_started(state: MatchState, match_id: str, sequence: int, seat: int) -> HandStarted:
    """The hand just dealt, as the seat sees it."""
    return HandStarted(match_id, sequence, view_for(state, seat))


def hand_ended(state: MatchState, match_id: str, sequence: int, seat: int, chain_head: str) -> HandEnded:
    """The hand just finished; `chain_head` is the hash of the line of its last decision."""
    view = view_for(state, seat)
    return HandEnded(match_id, sequence, view, final_hands(view), bytes.fromhex(chain_head))


def history(journal: Journal, decks: Decks, seat: int, until: int) -> Iterator[History]:
    """A match as its seat saw it up to sequence number `until`; the last message is marked so, and may be empty."""
    match_id = journal.header.match_id
    items: list[HandStarted | Events | HandEnded] = []
    for item in takewhile(lambda item: item.sequence < until, _items(journal, decks, seat)):
        if len(items) == HISTORY_ITEMS:
            yield History(match_id, tuple(items), last=False)
            items = []
        items.append(item)
    yield History(match_id, tuple(items), last=True)


def _items(journal: Journal, decks: Decks, seat: int) -> Iterator[HandStarted | Events | HandEnded]:
    """All that the journal's decisions led to, and the deal after the last of them."""
    match_id, sequence, state = journal.header.match_id, 0, start_of(journal.header)
    for step in retrace(journal, decks):
        state = step.state
        for told in events_told(step.state, match_id, sequence, list(step.events), seat):
            yield told
            sequence += len(told.events)
        if step.decided is None:
            yield hand_started(step.state, match_id, sequence, seat)
            sequence += 1
        elif ends_hand(step):
            yield hand_ended(step.state, match_id, sequence, seat, line_hash(journal.lines[step.line - 1]))
            sequence += 1
    if state.between_hands:
        state, events = deal_hand(state, decks(len(state.results)))
        yield from events_told(state, match_id, sequence, list(events), seat)
        yield hand_started(state, match_id, sequence + len(events), seat)


def ends_hand(step: Step) -> bool:
    """Whether a hand is over after this step."""
    return step.state.hand is not None and step.state.hand.phase is Phase.HAND_OVER
