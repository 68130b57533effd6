"""Hands up to the target or to a fixed number, and who deals them (rules section 7).

The deck of each hand is an argument; who shuffles it is the caller's affair. Imports: errors, _frozen, cards, deck,
ruleset, scoring, actions, events, hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from ginrummy import hand as rules
from ginrummy._frozen import frozen
from ginrummy.actions import Action
from ginrummy.cards import Card
from ginrummy.deck import StockOrder, check_stock
from ginrummy.deck import first_dealer as drawn_dealer
from ginrummy.errors import IllegalAction, SeatError, StateError, check_seat, check_type, shown
from ginrummy.events import Event, HandDealt
from ginrummy.hand import HandState, Phase
from ginrummy.ruleset import DealerRotation, FirstDealer, Ruleset
from ginrummy.scoring import HandResult, ScoreSheet, empty_sheet


@frozen
class MatchState:
    """A match at one moment.

    `dealer` deals the hand in play or, between hands, the next one. `hand` is the hand in play or the last one played,
    None before the first deal. `results` are the finished hands in order, void ones too, so that their number is the
    index of the next deal.

    `hands` is their number in a match of stand-alone deals, None in one to a target. Then `told_sheet`, which views
    show, stays that of a match before its first hand, while `sheet` counts.
    """

    ruleset: Ruleset
    dealer: int
    stock: StockOrder
    sheet: ScoreSheet
    hand: HandState | None = None
    results: tuple[HandResult, ...] = ()
    hands: int | None = None
    blank: ScoreSheet | None = None

    @property
    def told_sheet(self) -> ScoreSheet:
        """The score as a view may tell it: of a match of stand-alone deals, nothing."""
        return self.sheet if self.blank is None else self.blank

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.sheet.over

    @property
    def between_hands(self) -> bool:
        """Whether `deal_hand` is what comes next."""
        return not self.over and (self.hand is None or self.hand.phase is Phase.HAND_OVER)

    @property
    def hand_index(self) -> int:
        """Which deal of the match `hand` is, counted from 0; before the first deal 0 too."""
        finished = self.hand is not None and self.hand.phase is Phase.HAND_OVER
        return len(self.results) - finished


def start_match(
    ruleset: Ruleset, first_dealer: int, stock: StockOrder = "shared", hands: int | None = None
) -> MatchState:
    """A match before its first deal.

    `first_dealer` is the seat that deals first; a ruleset that names one itself must agree. With `hands`, 1 to 10,000,
    every deal stands alone (rules 7.6): the match is over after so many, void ones too; the dealer changes with each
    deal, whatever the rotation; there is no target, no `max_hands`, no box and no end bonus, and in Hollywood only one
    column. No view tells how such a match stands. The sheet sums the points; the larger sum wins, equal ones draw.

    Raises SeatError, DeckError or StateError for a bad argument.
    """
    sheet = empty_sheet(ruleset, hands)
    check_seat(first_dealer)
    check_stock(stock)
    if ruleset.first_dealer is not FirstDealer.RANDOM and ruleset.first_dealer.name != f"SEAT_{first_dealer}":
        raise SeatError(f"first dealer: the ruleset says {ruleset.first_dealer.name}, not seat {first_dealer}")
    blank = None if hands is None else empty_sheet(ruleset)
    return MatchState(ruleset, first_dealer, stock, sheet, hands=hands, blank=blank)


def first_dealer(ruleset: Ruleset, number: int, first_seed: bytes) -> int:
    """Who deals first in match `number` (from 0) of a pairing, whose first match has the match seed `first_seed`.

    Under `first_dealer=RANDOM` the first match takes the seed's bit and the later ones alternate; both legs of a
    mirrored pair have one number. Raises StateError for a number that is no count, SeedError for a bad seed.
    """
    check_type(ruleset, Ruleset)
    if type(number) is not int or number < 0:
        raise StateError(f"match number: a count from 0, not {shown(number)}")
    match ruleset.first_dealer:
        case FirstDealer.RANDOM:
            return (drawn_dealer(first_seed) + number) % 2
        case FirstDealer.SEAT_0:
            return 0
        case FirstDealer.SEAT_1:
            return 1
        case seat:
            assert_never(seat)


def deal_hand(match: MatchState, deck: Sequence[Card]) -> tuple[MatchState, tuple[Event, ...]]:
    """The match with its next hand dealt from `deck` (52 cards, index 0 the top).

    Raises StateError while a hand is in play or when the match is over, DeckError for a bad deck.
    """
    check_type(match, MatchState)
    if not match.between_hands:
        raise StateError("a hand is in play" if not match.over else "the match is over")
    dealt = rules.deal(deck, match.dealer, match.ruleset, match.stock)
    event = HandDealt(len(match.results), match.dealer, match.stock, dealt.deal.deck)
    return replace(match, hand=dealt), (event,)


def apply(match: MatchState, action: Action, seat: int | None = None) -> tuple[MatchState, tuple[Event, ...]]:
    """The match after an action of the hand in play; a finished hand is scored and the next dealer set.

    Raises IllegalAction as `hand.apply` does, also where no hand is in play.
    """
    if type(match) is not MatchState:
        check_type(match, MatchState)
    if match.hand is None:
        raise IllegalAction("no hand has been dealt")
    if match.sheet.over:
        raise IllegalAction("the match is over")
    after, events = rules.apply(match.hand, action, seat)
    played = MatchState(  # spelled out, since every decision comes by here
        match.ruleset, match.dealer, match.stock, match.sheet, after, match.results, match.hands, match.blank
    )
    return played if after.result is None else _scored(played, after.result), events


def forfeit(match: MatchState, offender: int) -> MatchState:
    """The match as `offender` loses it: scores stand, no bonuses (rules section 10).

    Raises ScoreError when the match is over, SeatError for a seat that is not 0 or 1.
    """
    check_type(match, MatchState)
    return replace(match, sheet=match.sheet.forfeit(offender))


def _scored(match: MatchState, result: HandResult) -> MatchState:
    hand = None if result.winner is None else (result.winner, result.points)
    return replace(
        match,
        sheet=match.sheet.add(hand),
        results=(*match.results, result),
        dealer=_dealer_after(match, result),
    )


def _dealer_after(match: MatchState, result: HandResult) -> int:
    if match.hands is not None:
        return 1 - match.dealer
    return next_dealer(match.ruleset, match.dealer, result.winner)


def next_dealer(ruleset: Ruleset, dealer: int, winner: int | None) -> int:
    """Who deals after a hand of a match to a target that `winner` won, None if it was void (rules 7.3)."""
    check_type(ruleset, Ruleset)
    check_seat(dealer)
    if winner is None:
        return dealer
    check_seat(winner)
    match ruleset.dealer_rotation:
        case DealerRotation.ALTERNATE:
            return 1 - dealer
        case DealerRotation.WINNER:
            return winner
        case DealerRotation.LOSER:
            return 1 - winner
        case rotation:
            assert_never(rotation)
