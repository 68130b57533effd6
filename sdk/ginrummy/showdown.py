"""Going out, laying off and counting (rules sections 5 and 6).

`hand` calls this with the cards that the seat goes out with, which at the wall include the pile's top. Imports:
errors, cards, melds, ruleset, scoring, actions, events, state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ginrummy.actions import Action, BigGin, FinishLayoffs, Knock, LayOff
from ginrummy.cards import ALL_CARDS, POINTS, Card, cards_of, mask_of
from ginrummy.errors import IllegalAction, MeldError, shown
from ginrummy.events import BigGinCalled, Event, HandEnded, Knocked, LaidOff, LayoffsFinished
from ginrummy.melds import (
    Meld,
    best_arrangement,
    best_layoffs,
    check_spread,
    deadwood_of,
    fits,
    legal_layoffs,
    points_of,
)
from ginrummy.ruleset import LayoffMode, SpreadMode
from ginrummy.scoring import HandResult, score_hand
from ginrummy.state import Applied, HandState, Phase, Showdown, actor, check_held, check_shed, refusal, with_seat

_KNOCKS: Final = tuple(Knock(card) for card in ALL_CARDS)
_BIG_GIN: Final[tuple[Action, ...]] = (BigGin(),)
_FINISH: Final[tuple[Action, ...]] = (FinishLayoffs(),)


def ways_out(state: HandState, hand: int, sheddable: int, least: int) -> tuple[Action, ...]:
    """The knocks of eleven cards, and BigGin where they allow it; `least` is the deadwood of all eleven."""
    limit = state.deal.knock_limit
    knocks: tuple[Action, ...] = tuple(
        _KNOCKS[card]
        for card in cards_of(sheddable)
        if least - POINTS[card] <= limit and deadwood_of(hand ^ 1 << card) <= limit
    )
    return knocks + _BIG_GIN if least == 0 and state.deal.ruleset.big_gin_enabled else knocks


def knock(state: HandState, action: Knock, hand: int, taken: Card | None, pile: tuple[Card, ...]) -> Applied:
    """The actor sheds a card of `hand` face down and shows the rest; `pile` is what stays of the pile."""
    seat = actor(state)
    discard = action.discard
    check_shed(state, hand, discard, taken)
    kept = hand ^ 1 << discard
    spread = _spread(state, action.melds, kept)
    left = _left_by(spread, kept)
    deadwood, limit = points_of(left), state.deal.knock_limit
    if deadwood > limit:
        raise IllegalAction(f"Knock({discard}): the deadwood is {deadwood}, the knock limit {limit}")
    shown = Showdown(seat, discard, spread, cards_of(left), deadwood)
    event = Knocked(
        seat, discard, spread, shown.deadwood_cards, deadwood, face_down=state.deal.ruleset.knock_discard_hidden
    )
    after = _gone_out(state, kept, pile, shown)
    if deadwood == 0:
        return _counted(after, (event,))
    if state.deal.ruleset.layoff_mode is LayoffMode.CHOSEN:
        return after, (event,)
    events: tuple[Event, ...] = (event,)
    for card, index in best_layoffs(spread, cards_of(after.masks[1 - seat])).layoffs:
        after, laid = _lay_off(after, card, index)
        events += laid
    return _counted(after, (*events, LayoffsFinished(1 - seat)))


def big_gin(state: HandState, action: BigGin, hand: int, pile: tuple[Card, ...]) -> Applied:
    """The actor shows eleven melded cards and sheds none."""
    if not state.deal.ruleset.big_gin_enabled:
        raise IllegalAction("BigGin is not enabled in this ruleset")
    spread = _spread(state, action.melds, hand)
    if deadwood := points_of(_left_by(spread, hand)):
        raise IllegalAction(f"BigGin needs eleven melded cards; the deadwood is {deadwood}")
    seat = actor(state)
    after = _gone_out(state, hand, pile, Showdown(seat, None, spread, (), 0))
    return _counted(after, (BigGinCalled(seat, spread),))


def layoff_legal(state: HandState) -> tuple[Action, ...]:
    """What the defender may do next: each layoff that fits now, and to finish."""
    layoffs = legal_layoffs(_shown(state).melds, cards_of(state.masks[actor(state)]))
    return tuple(LayOff(card, index) for card, index in layoffs) + _FINISH


def apply_layoff(state: HandState, action: Action) -> Applied:
    """One layoff of the defender's, or its last word."""
    match action:
        case LayOff(card, index):
            check_held(state.masks[actor(state)], card)
            melds = _shown(state).melds
            if type(index) is not int or not 0 <= index < len(melds):
                raise IllegalAction(f"LayOff({card}): the spread has melds 0 to {len(melds) - 1}, not {shown(index)}")
            if not fits(melds[index], card):
                raise IllegalAction(f"LayOff({card}): it does not fit meld {index}, {' '.join(map(str, melds[index]))}")
            return _lay_off(state, card, index)
        case FinishLayoffs():
            return _counted(state, (LayoffsFinished(actor(state)),))
    raise refusal(state, action)


def ended(state: HandState, result: HandResult, events: tuple[Event, ...]) -> Applied:
    """The hand is over with `result`; the end is added to `events`."""
    over = replace(state, phase=Phase.HAND_OVER, to_act=None, drawn=None, taken=None, result=result)
    return over, (*events, HandEnded(result, over.hands))


def _spread(state: HandState, declared: tuple[Meld, ...], kept: int) -> tuple[Meld, ...]:
    """The melds that go on the table: those declared, in their order, or the canonical minimum (rules 5.1)."""
    if not isinstance(declared, tuple | list):
        raise IllegalAction(f"melds: a tuple of tuples of cards is needed, not {shown(declared)}")
    try:
        melds = check_spread(declared)
    except MeldError as error:
        raise IllegalAction(f"melds: {error}") from None
    if not melds:
        return best_arrangement(cards_of(kept)).melds
    if state.deal.ruleset.spread_mode is SpreadMode.AUTO_MIN:
        raise IllegalAction("melds: under spread_mode=AUTO_MIN the best arrangement is shown by itself; send none")
    for meld in melds:
        if lacking := mask_of(meld) & ~kept:
            raise IllegalAction(f"melds: {cards_of(lacking)[0]} is not among the cards that you keep")
    return melds


def _left_by(spread: tuple[Meld, ...], hand: int) -> int:
    for meld in spread:
        hand ^= mask_of(meld)
    return hand


def _gone_out(state: HandState, kept: int, pile: tuple[Card, ...], shown: Showdown) -> HandState:
    seat = shown.knocker
    return replace(
        state,
        phase=Phase.LAYOFF,
        to_act=1 - seat,
        masks=with_seat(state.masks, seat, kept),
        pile=pile,
        drawn=None,
        taken=None,
        showdown=shown,
    )


def _lay_off(state: HandState, card: Card, index: int) -> Applied:
    seat, shown = actor(state), _shown(state)
    masks = with_seat(state.masks, seat, state.masks[seat] ^ 1 << card)
    shown = replace(shown, layoffs=(*shown.layoffs, (card, index)))
    return replace(state, masks=masks, showdown=shown), (LaidOff(seat, card, index),)


def _counted(state: HandState, events: tuple[Event, ...]) -> Applied:
    """The end of a hand that a seat went out in (rules section 6)."""
    shown, deal = _shown(state), state.deal
    result = score_hand(
        deal.ruleset,
        deal.multiplier,
        shown.knocker,
        shown.deadwood,
        deadwood_of(state.masks[1 - shown.knocker]),
        big_gin=shown.discard is None,
    )
    return ended(state, result, events)


def _shown(state: HandState) -> Showdown:
    assert state.showdown is not None  # there from the knock on
    return state.showdown
