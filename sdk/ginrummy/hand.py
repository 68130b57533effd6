"""One hand from the deal to its result: deal, legal_actions, apply (rules sections 3 and 4).

Each phase has one function that lists its legal actions and one that applies an action; the tables at the end
name them. A state never changes: apply returns another one, and the events that lead there. Imports: errors,
cards, deck, melds, ruleset, scoring, actions, events, state, showdown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ginrummy.actions import Action, BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS, Card, Rank, Suit, by_suit, mask_of
from ginrummy.deck import StockOrder, check_deck, check_stock
from ginrummy.errors import IllegalAction, check_seat, check_type
from ginrummy.events import Discarded, DiscardTaken, Event, Passed, StockDrawn
from ginrummy.melds import deadwood_of
from ginrummy.ruleset import OklahomaAce, Ruleset, WallRule
from ginrummy.scoring import VoidReason, void_result
from ginrummy.showdown import apply_layoff, big_gin, ended, knock, layoff_legal, ways_out
from ginrummy.state import Applied, Deal, HandState, Phase, Showdown, actor, check_shed, refusal, with_seat

__all__ = ["Deal", "HandState", "Phase", "Showdown", "apply", "deal", "knock_limit", "legal_actions", "multiplier"]


def deal(deck: Sequence[Card], dealer: int, ruleset: Ruleset, stock: StockOrder = "shared") -> HandState:
    """The state before the first decision of a hand (rules section 3; RULES.md, Deals and seeds).

    `deck` is all 52 cards, index 0 the top. With `stock="seat-locked"` the even stock positions feed the
    non-dealer's draws and the odd ones the dealer's; whoever has used up its own takes the other's last.

    >>> from ginrummy import PRESETS, deck
    >>> state = deal(deck.shuffle_v1(bytes(32), 0), 0, PRESETS["standard"])
    >>> state.phase.name, state.to_act, str(state.upcard), len(state.stock)
    ('UPCARD_FIRST', 1, 'JH', 31)

    Raises DeckError, SeatError or StateError for a bad argument.
    """
    cards = check_deck(deck)
    check_seat(dealer)
    check_type(ruleset, Ruleset)
    check_stock(stock)
    upcard = cards[20]
    constant = Deal(cards, dealer, ruleset, stock, upcard, knock_limit(ruleset, upcard), multiplier(ruleset, upcard))
    masks = (mask_of(cards[0:20:2]), mask_of(cards[1:20:2]))
    return HandState(
        constant, Phase.UPCARD_FIRST, 1 - dealer, masks if dealer == 1 else masks[::-1], (upcard,), cards[21:]
    )


def knock_limit(ruleset: Ruleset, upcard: Card) -> int:
    """The most deadwood that may knock when this is the upcard (rules 3.2)."""
    check_type(ruleset, Ruleset)
    upcard = Card(upcard)
    if ruleset.straight_gin:
        return 0
    if not ruleset.oklahoma:
        return ruleset.knock_limit
    if upcard.rank is Rank.ACE and ruleset.oklahoma_ace is OklahomaAce.GIN_ONLY:
        return 0
    return min(upcard.points, ruleset.knock_limit)


def multiplier(ruleset: Ruleset, upcard: Card) -> int:
    """What all points of the hand are multiplied by when this is the upcard (rules 3.3)."""
    check_type(ruleset, Ruleset)
    return 2 if Card(upcard).suit is Suit.SPADES and ruleset.spades_double else 1


def legal_actions(state: HandState) -> tuple[Action, ...]:
    """Every legal action, in a fixed order; none when the hand is over.

    Of knocks one is listed for each card whose shedding allows one, with `melds=()`; BigGin likewise. Declared
    spreads are legal unlisted.
    """
    if type(state) is not HandState:
        check_type(state, HandState)
    return _LEGAL[state.phase](state)


def apply(state: HandState, action: Action, seat: int | None = None) -> tuple[HandState, tuple[Event, ...]]:
    """The state after `action` and what happened, in order; the given state is left as it is.

    `seat`, where given, is who acts, and must be the seat to act. Raises IllegalAction with the reason for
    whatever rules section 4 does not list.
    """
    if type(state) is not HandState:
        check_type(state, HandState)
    if seat is not None and check_seat(seat) != state.to_act:
        raise IllegalAction(f"seat {seat} is not to act")
    return _APPLY[state.phase](state, action)


# Few different actions and events make up most hands, so they are made once.
_UPCARD_CHOICE: Final[tuple[Action, ...]] = (TakeDiscard(), Pass())
_STOCK_CHOICE: Final[tuple[Action, ...]] = (DrawStock(),)
_DRAW_CHOICE: Final[tuple[Action, ...]] = (DrawStock(), TakeDiscard())
_PASS: Final[tuple[Action, ...]] = (Pass(),)
_DISCARDS: Final[tuple[Action, ...]] = tuple(Discard(card) for card in ALL_CARDS)
_discards_of = by_suit(_DISCARDS)
# Looking a member up on its enum costs more than most of what a turn does.
_UPCARD_FIRST, _UPCARD_SECOND, _FORCED_STOCK = Phase.UPCARD_FIRST, Phase.UPCARD_SECOND, Phase.FORCED_STOCK
_DRAW, _ACT, _WALL = Phase.DRAW, Phase.ACT, Phase.WALL
_PASSED: Final = tuple((Passed(seat),) for seat in (0, 1))
_STOCK_DRAWN: Final = tuple(tuple((StockDrawn(seat, card),) for card in ALL_CARDS) for seat in (0, 1))
_DISCARD_TAKEN: Final = tuple(tuple((DiscardTaken(seat, card),) for card in ALL_CARDS) for seat in (0, 1))
_DISCARDED: Final = tuple(tuple((Discarded(seat, card),) for card in ALL_CARDS) for seat in (0, 1))


def _upcard_legal(state: HandState) -> tuple[Action, ...]:
    return _UPCARD_CHOICE


def _apply_upcard(state: HandState, action: Action) -> Applied:
    match action:
        case TakeDiscard():
            return _take_discard(state, counted=0)
        case Pass():
            return _passed(state, _UPCARD_SECOND if state.phase is _UPCARD_FIRST else _FORCED_STOCK)
    raise refusal(state, action)


def _passed(state: HandState, phase: Phase) -> Applied:
    seat = actor(state)
    return HandState(state.deal, phase, 1 - seat, state.masks, state.pile, state.stock), _PASSED[seat]


def _stock_legal(state: HandState) -> tuple[Action, ...]:
    return _STOCK_CHOICE


def _apply_forced_stock(state: HandState, action: Action) -> Applied:
    match action:
        case DrawStock():
            return _draw_stock(state)
    raise refusal(state, action)


def _draw_legal(state: HandState) -> tuple[Action, ...]:
    return _DRAW_CHOICE


def _apply_draw(state: HandState, action: Action) -> Applied:
    match action:
        case DrawStock():
            return _draw_stock(state)
        case TakeDiscard():
            return _take_discard(state, counted=1)
    raise refusal(state, action)


def _draw_stock(state: HandState) -> Applied:
    seat = actor(state)
    first, second = state.masks
    stock = state.stock
    i = 0 if state.deal.stock_order == "shared" else _seat_locked(state, seat)
    card = stock[i]
    bit = 1 << card
    after = HandState(
        state.deal,
        _ACT,
        seat,
        (first, second | bit) if seat else (first | bit, second),
        state.pile,
        stock[:i] + stock[i + 1 :],
        card,
        None,
        state.exposed,
        state.pile_draws,
    )
    return after, _STOCK_DRAWN[seat][card]


def _seat_locked(state: HandState, seat: int) -> int:
    """Where in the stock a seat's next card lies: its first own one, or the other's last."""
    own = state.deal.deck[21 + (seat == state.deal.dealer) :: 2]
    return next((i for i, card in enumerate(state.stock) if card in own), len(state.stock) - 1)


def _take_discard(state: HandState, counted: int) -> Applied:
    seat = actor(state)
    first, second = state.masks
    first_exposed, second_exposed = state.exposed
    card = state.pile[-1]
    bit = 1 << card
    after = HandState(
        state.deal,
        _ACT,
        seat,
        (first, second | bit) if seat else (first | bit, second),
        state.pile[:-1],
        state.stock,
        card,
        card,
        (first_exposed, second_exposed | bit) if seat else (first_exposed | bit, second_exposed),
        state.pile_draws + counted,
    )
    return after, _DISCARD_TAKEN[seat][card]


def _act_legal(state: HandState) -> tuple[Action, ...]:
    hand = state.masks[actor(state)]
    sheddable = _sheddable(state, hand, state.taken)
    least = deadwood_of(hand)
    if least > state.deal.knock_limit + 10:  # shedding a card saves 10 points at most
        return _discards_of(sheddable)
    return _discards_of(sheddable) + ways_out(state, hand, sheddable, least)


def _apply_act(state: HandState, action: Action) -> Applied:
    match action:
        case Discard():
            return _discard(state, action.card)
        case Knock():
            return knock(state, action, state.masks[actor(state)], state.taken, state.pile)
        case BigGin():
            return big_gin(state, action, state.masks[actor(state)], state.pile)
    raise refusal(state, action)


def _discard(state: HandState, card: Card) -> Applied:
    seat = actor(state)
    first, second = state.masks
    first_exposed, second_exposed = state.exposed
    hand = second if seat else first
    if type(card) is not Card or card < 0 or not hand >> card & 1 or card == state.taken:
        check_shed(state, hand, card, state.taken)
    bit = 1 << card
    ruleset = state.deal.ruleset
    at_wall = len(state.stock) <= ruleset.wall_stock
    may_go_out = at_wall and ruleset.wall_rule is WallRule.OPPONENT_MAY_GO_OUT
    after = HandState(
        state.deal,
        _WALL if may_go_out else _DRAW,
        1 - seat,
        (first, hand ^ bit) if seat else (hand ^ bit, second),
        (*state.pile, card),
        state.stock,
        None,
        None,
        (first_exposed, second_exposed & ~bit) if seat else (first_exposed & ~bit, second_exposed),
        state.pile_draws,
    )
    events = _DISCARDED[seat][card]
    if at_wall and not may_go_out:
        return ended(after, void_result(VoidReason.WALL), events)
    if state.pile_draws >= ruleset.max_pile_draws and not at_wall:
        return ended(after, void_result(VoidReason.CYCLE), events)
    return after, events


def _wall_legal(state: HandState) -> tuple[Action, ...]:
    top = state.pile[-1]
    hand = state.masks[actor(state)] | 1 << top
    return _PASS + ways_out(state, hand, _sheddable(state, hand, top), deadwood_of(hand))


def _apply_wall(state: HandState, action: Action) -> Applied:
    seat = actor(state)
    top, pile = state.pile[-1], state.pile[:-1]
    hand = state.masks[seat] | 1 << top
    taking = replace(state, exposed=with_seat(state.exposed, seat, state.exposed[seat] | 1 << top))
    match action:
        case Pass():
            return ended(state, void_result(VoidReason.WALL), _PASSED[seat])
        case Knock():
            after, events = knock(taking, action, hand, top, pile)
        case BigGin():
            after, events = big_gin(taking, action, hand, pile)
        case _:
            raise refusal(state, action)
    return after, _DISCARD_TAKEN[seat][top] + events


def _sheddable(state: HandState, hand: int, taken: Card | None) -> int:
    if taken is None or state.deal.ruleset.may_discard_taken_card:
        return hand
    return hand ^ 1 << taken


def _over_legal(state: HandState) -> tuple[Action, ...]:
    return ()


def _apply_over(state: HandState, action: Action) -> Applied:
    raise refusal(state, action)


_LEGAL: Final[tuple[Callable[[HandState], tuple[Action, ...]], ...]] = (
    _upcard_legal,
    _upcard_legal,
    _stock_legal,
    _draw_legal,
    _act_legal,
    _wall_legal,
    layoff_legal,
    _over_legal,
)
"""Legal actions, by phase."""

_APPLY: Final[tuple[Callable[[HandState, Action], Applied], ...]] = (
    _apply_upcard,
    _apply_upcard,
    _apply_forced_stock,
    _apply_draw,
    _apply_act,
    _apply_wall,
    apply_layoff,
    _apply_over,
)
"""What an action does, by phase."""
