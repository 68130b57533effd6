"""What happened in a hand.

An `Event` is full information: whoever holds all events of a hand can rebuild every state of it. What one seat or a
spectator may hear of it is a `PublicEvent` or, for a seat's own draws, the event itself; only `view.event_for` makes
those. The four `...Unseen` and `HandOpened` types stand where the full event names cards that the audience may not
see. Imports: cards, deck, melds, scoring.
"""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.cards import Card
from ginrummy.deck import StockOrder
from ginrummy.melds import Meld
from ginrummy.scoring import HandResult


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A deal: who dealt which deck, in the order of rules 3.1."""

    hand_index: int
    dealer: int
    stock_order: StockOrder
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandOpened:
    """A deal as everybody sees it."""

    hand_index: int
    dealer: int
    upcard: Card
    knock_limit: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class Passed:
    """The upcard was left, or the last discard at the wall."""

    seat: int


@dataclass(frozen=True, slots=True)
class DiscardTaken:
    """The top of the discard pile went into a hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class StockDrawn:
    """A card of the stock went into a hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class StockDrawnUnseen:
    """A stock draw as everybody but its seat sees it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was shed face up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat went out: its spread, the deadwood it showed, and the card it shed."""

    seat: int
    discard: Card
    spread: tuple[Meld, ...]
    deadwood_cards: tuple[Card, ...]
    deadwood: int
    face_down: bool


@dataclass(frozen=True, slots=True)
class KnockedUnseen:
    """A knock as everybody but the knocker sees it, when the card shed went face down."""

    seat: int
    spread: tuple[Meld, ...]
    deadwood_cards: tuple[Card, ...]
    deadwood: int


@dataclass(frozen=True, slots=True)
class BigGinCalled:
    """A seat went out with eleven melded cards."""

    seat: int
    spread: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """The defender added a card to a meld of the spread."""

    seat: int
    card: Card
    meld_index: int


@dataclass(frozen=True, slots=True)
class LayoffsFinished:
    """The defender lays off nothing more."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over; `hands` are the cards that each seat holds, by seat."""

    result: HandResult
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class HandEndedUnseen:
    """The end of a void hand, in which no cards are shown."""

    result: HandResult


Event = (
    HandDealt
    | Passed
    | DiscardTaken
    | StockDrawn
    | Discarded
    | Knocked
    | BigGinCalled
    | LaidOff
    | LayoffsFinished
    | HandEnded
)
PublicEvent = (
    HandOpened
    | Passed
    | DiscardTaken
    | StockDrawnUnseen
    | Discarded
    | Knocked
    | KnockedUnseen
    | BigGinCalled
    | LaidOff
    | LayoffsFinished
    | HandEnded
    | HandEndedUnseen
)
SeatEvent = PublicEvent | StockDrawn
"""What one seat hears: public events, its own stock draws, and its own knock with the card it shed."""
