"""A hand at one moment: the values that `hand` and `showdown` work on.

Imports: errors, _frozen, cards, deck, melds, ruleset, scoring, actions, events.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from ginrummy._frozen import frozen
from ginrummy.actions import Action
from ginrummy.cards import Card, cards_of
from ginrummy.deck import StockOrder
from ginrummy.errors import IllegalAction, shown
from ginrummy.events import Event
from ginrummy.melds import Layoff, Meld
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import HandResult


class Phase(IntEnum):
    """What is to be decided (rules section 4)."""

    UPCARD_FIRST = 0
    UPCARD_SECOND = 1
    FORCED_STOCK = 2
    DRAW = 3
    ACT = 4
    WALL = 5
    LAYOFF = 6
    HAND_OVER = 7


@dataclass(frozen=True, slots=True)
class Deal:
    """What stays the same for a whole hand."""

    deck: tuple[Card, ...]
    dealer: int
    ruleset: Ruleset
    stock_order: StockOrder
    upcard: Card
    knock_limit: int
    multiplier: int


@dataclass(frozen=True, slots=True)
class Showdown:
    """What lies open once a seat has gone out.

    `discard` is the card the knocker shed, None after big gin. `spread` holds the declared melds, in the
    order that their indexes count; `deadwood` is the knocker's as declared.
    """

    knocker: int
    discard: Card | None
    spread: tuple[Meld, ...]
    deadwood_cards: tuple[Card, ...]
    deadwood: int
    layoffs: tuple[Layoff, ...] = ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The spread with the layoffs on it."""
        melds = list(self.spread)
        for card, index in self.layoffs:
            melds[index] = tuple(sorted((*melds[index], card)))
        return tuple(melds)


@frozen
class HandState:
    """A hand with everything that is hidden from somebody: give bots `view_for` of it.

    `to_act` is None when the hand is over. `masks` holds each seat's cards (see `hands`); `pile` has its top
    last, `stock` its top first. `drawn` is the card that the seat to act has drawn in this turn, and `taken` the
    same when it came from the pile. `exposed` holds, by seat, the cards taken from the pile and not shed since, as
    masks. `pile_draws` counts those that the cap on cycling counts.
    """

    deal: Deal
    phase: Phase
    to_act: int | None
    masks: tuple[int, int]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    drawn: Card | None = None
    taken: Card | None = None
    exposed: tuple[int, int] = (0, 0)
    pile_draws: int = 0
    showdown: Showdown | None = None
    result: HandResult | None = None

    @property
    def hands(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Each seat's cards, in order of id."""
        return cards_of(self.masks[0]), cards_of(self.masks[1])

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.deal.dealer

    @property
    def ruleset(self) -> Ruleset:
        """What the hand is played by."""
        return self.deal.ruleset

    @property
    def upcard(self) -> Card:
        """The 21st card, wherever it has gone since."""
        return self.deal.upcard

    @property
    def knock_limit(self) -> int:
        """The most deadwood that may knock in this hand (rules 3.2)."""
        return self.deal.knock_limit

    @property
    def multiplier(self) -> int:
        """What all points of this hand are multiplied by (rules 3.3)."""
        return self.deal.multiplier


Applied = tuple[HandState, tuple[Event, ...]]
"""What applying an action gives."""


def actor(state: HandState) -> int:
    """The seat to act in a hand that is not over."""
    assert state.to_act is not None
    return state.to_act


def with_seat(masks: tuple[int, int], seat: int, mask: int) -> tuple[int, int]:
    """The masks with one seat's replaced."""
    return (mask, masks[1]) if seat == 0 else (masks[0], mask)


def check_held(hand: int, card: Card) -> None:
    """Refuse a card that the actor does not hold, in words that do not tell where it is."""
    if type(card) is not Card or not 0 <= card < 52:
        raise IllegalAction(f"{shown(card)} is no Card; Card('TD') makes one")
    if not hand >> card & 1:
        raise IllegalAction(f"{card} is not in your hand")


def check_shed(state: HandState, hand: int, card: Card, taken: Card | None) -> None:
    """Refuse a card that may not be shed, face up or face down (rules 4.4)."""
    check_held(hand, card)
    if card == taken and not state.deal.ruleset.may_discard_taken_card:
        raise IllegalAction(f"{card} was taken from the pile in this turn and may not be shed in it")


_OPTIONS: Final = {
    Phase.UPCARD_FIRST: "TakeDiscard or Pass",
    Phase.UPCARD_SECOND: "TakeDiscard or Pass",
    Phase.FORCED_STOCK: "DrawStock",
    Phase.DRAW: "DrawStock or TakeDiscard",
    Phase.ACT: "Discard, Knock or BigGin",
    Phase.WALL: "Pass, Knock or BigGin",
    Phase.LAYOFF: "LayOff or FinishLayoffs",
}


def refusal(state: HandState, action: object) -> IllegalAction:
    """The error for an action that the phase does not know."""
    what = type(action).__name__ if isinstance(action, Action) else shown(action)
    if state.phase is Phase.HAND_OVER:
        return IllegalAction(f"{what}: the hand is over")
    return IllegalAction(f"{what} is not possible in {state.phase.name}, where the choice is {_OPTIONS[state.phase]}")
