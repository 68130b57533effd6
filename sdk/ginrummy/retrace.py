"""A journal's match once more, decision by decision: rules and deals say what its lines must say.

What verifying, reading and resuming a match have in common. Pure: where the decks come from is an argument. Imports:
errors, cards, deck, scoring, events, hand, match, notation, messages, entries, record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import assert_never

from ginrummy import match as matches
from ginrummy.cards import Card
from ginrummy.deck import shuffle_v1
from ginrummy.entries import Decided, Footer, Header
from ginrummy.errors import GinRummyError, IllegalAction, JournalError, StateError, check_type
from ginrummy.events import Event
from ginrummy.hand import legal_actions
from ginrummy.match import MatchState
from ginrummy.messages import TerminationKind
from ginrummy.notation import format_action
from ginrummy.record import Journal
from ginrummy.scoring import ScoreSheet

Decks = Callable[[int], tuple[Card, ...]]
"""The deck of each deal of a match, by its index."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deal or a decision, with the state after it and its events.

    `line` is the number of the decision's line; a deal belongs to the line of its first decision. `decided` is None
    for a deal.
    """

    line: int
    decided: Decided | None
    state: MatchState
    events: tuple[Event, ...]


def decks_of(match_seed: bytes) -> Decks:
    """The decks that follow from a match seed (shuffle v1)."""
    return lambda hand_index: shuffle_v1(match_seed, hand_index)


def start_of(header: Header) -> MatchState:
    """The match before its first deal; JournalError where the header has terms that this version cannot play."""
    check_type(header, Header)
    try:
        return matches.start_match(header.ruleset, header.first_dealer, header.stock, header.hands)
    except GinRummyError as error:
        raise JournalError(1, str(error)) from None


def retrace(journal: Journal, decks: Decks) -> Iterator[Step]:
    """Every deal and decision of a journal in order, each legal, by the seat to act, and `forced` iff it was.

    Raises JournalError with the line that the rules refuse.
    """
    check_type(journal, Journal)
    state = start_of(journal.header)
    for line, decided in journal.decisions:
        if state.over:
            raise JournalError(line, "the match is over; there is nothing to decide")
        if state.between_hands:
            state, events = matches.deal_hand(state, decks(len(state.results)))
            yield Step(line, None, state, events)
        state, events = _applied(state, decided, line)
        yield Step(line, decided, state, events)


def _applied(state: MatchState, decided: Decided, line: int) -> tuple[MatchState, tuple[Event, ...]]:
    assert state.hand is not None
    legal = legal_actions(state.hand)
    try:
        after = matches.apply(state, decided.action, decided.seat)
    except IllegalAction as error:
        action = format_action(decided.action)
        raise JournalError(line, f"seat {decided.seat} cannot have chosen {action!r}: {error.reason}") from None
    if decided.forced != (len(legal) == 1):
        choices = f"{len(legal)} actions were legal" if decided.forced else "no other action was legal"
        raise JournalError(line, f"the decision is {'' if decided.forced else 'not '}marked as forced, but {choices}")
    return after


def sheet_at(state: MatchState, footer: Footer, line: int = 1) -> ScoreSheet:
    """The score sheet of a match that ends in this state as its footer, on that line, says.

    Raises JournalError where it cannot have ended so.
    """
    check_type(state, MatchState)
    check_type(footer, Footer)
    kind, fault = footer.termination.kind, footer.termination.fault
    if state.over != (kind is TerminationKind.COMPLETED):
        raise JournalError(line, f"{kind.name}, but the match was {'' if state.over else 'not '}played to its end")
    match kind:
        case TerminationKind.COMPLETED | TerminationKind.ABORTED:
            return state.sheet
        case TerminationKind.FORFEIT:
            if fault is None:
                raise StateError("a forfeit without its fault")
            return state.sheet.forfeit(fault.seat)
        case _:
            assert_never(kind)
