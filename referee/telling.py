"""What a seat is told of a match: each message built from states through the keyhole, and the whole of it once more.

Pure. Imports: ginrummy; referee.resumption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    ServerMessage,
    final_hands,
)
from ginrummy.record import Journal, line_hash
from ginrummy.retrace import Decks, retrace, start_of
from ginrummy.view import event_for, view_for
from referee.resumption import ends_hand

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


class Telling:
    """What the two seats of a match have been told, and what they are still to be told.

    `sequence` is the number of what happens next; `say` is given each message with its seat. What happened waits until
    it is flushed, so that it can go with what else is said.
    """

    def __init__(self, match_id: str, say: Callable[[int, ServerMessage], None], sequence: int) -> None:
        self.sequence = sequence
        self._match_id = match_id
        self._say = say
        self._heard = [sequence, sequence]
        self._events: list[Event] = []

    @property
    def holding(self) -> bool:
        """Whether a seat has not heard everything."""
        return bool(self._events)

    def happened(self, events: tuple[Event, ...]) -> None:
        """Events of the journal's last line, or of a deal."""
        self._events += events
        self.sequence += len(events)

    def flush(self, state: MatchState, seat: int) -> None:
        """Tell a seat what it has not heard."""
        held = self.sequence - self._heard[seat]
        if held:
            events = self._events if held == len(self._events) else self._events[-held:]
            for told in events_told(state, self._match_id, self._heard[seat], events, seat):
                self._say(seat, told)
            self._heard[seat] = self.sequence

    def flush_all(self, state: MatchState) -> None:
        """Tell both seats what they have not heard."""
        self.flush(state, 0)
        self.flush(state, 1)
        self._events = []

    def hand_started(self, state: MatchState) -> None:
        """Tell both seats of the deal."""
        self.flush_all(state)
        for seat in (0, 1):
            self._say(seat, hand_started(state, self._match_id, self.sequence, seat))
        self._count()

    def hand_ended(self, state: MatchState, chain_head: str) -> None:
        """Tell both seats of the hand's end."""
        for seat in (0, 1):
            self._say(seat, hand_ended(state, self._match_id, self.sequence, seat, chain_head))
        self._count()

    def tell_again(self, seat: int, journal: Journal, decks: Decks) -> None:
        """Tell a seat all that has happened so far."""
        for told in history(journal, decks, seat, self.sequence):
            self._say(seat, told)
        self._heard[seat] = self.sequence

    def _count(self) -> None:
        self.sequence += 1
        self._heard = [self.sequence, self.sequence]


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
