"""Views on the wire. Every decision carries one, so these two functions are spelled out for speed.

Imports: errors, cards, actions, state, view, scoring, wire.fields, wire.play, wire.rules.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS, Card, by_suit, cards_of, mask_of
from ginrummy.errors import InvalidInput, WireError
from ginrummy.melds import Layoff, Meld
from ginrummy.state import Phase
from ginrummy.v1 import table_pb2 as v1
from ginrummy.view import PlayerView
from ginrummy.wire.fields import DECK_MASK, MELDS, bad, card_of, each, nested, row_of, shown
from ginrummy.wire.play import LAY_OFF
from ginrummy.wire.rules import RESULT, ruleset_of, rulesets, sheet_of, sheets

_Shown = tuple[Card | None, tuple[Meld, ...], tuple[Meld, ...], tuple[Card, ...], int | None, tuple[Layoff, ...]]
"""The fields of a view from knock_discard to layoffs."""

_PHASES: Final = tuple(Phase)
_MOST_LAYOFFS: Final = 64
_MELDED: Final = 11

_discards_of = by_suit(tuple(Discard(card) for card in ALL_CARDS))
_knocks_of = by_suit(tuple(Knock(card) for card in ALL_CARDS))
_DRAWS: Final[dict[tuple[bool, bool, bool], tuple[Action, ...]]] = {
    (stock, pile, leave): (DrawStock(),) * stock + (TakeDiscard(),) * pile + (Pass(),) * leave
    for stock in (False, True)
    for pile in (False, True)
    for leave in (False, True)
}
_NO_CHOICE: Final = (False, False, False)
_BIG_GIN: Final[tuple[Action, ...]] = (BigGin(),)
_FINISH: Final[tuple[Action, ...]] = (FinishLayoffs(),)
_LEGAL_LAYOFFS: Final = each(0, _MOST_LAYOFFS, LAY_OFF.put, LAY_OFF.take)
_LAYOFFS: Final = each(0, _MELDED, LAY_OFF.put, LAY_OFF.take)


def put_view(message: v1.PlayerView, view: PlayerView) -> None:
    """Write a view into an empty message.

    What `view_for` does not make is refused only where it cannot be written; whoever reads the message judges the rest.
    """
    try:
        _put_view(message, view)
    except (AttributeError, TypeError, ValueError) as error:
        if isinstance(error, WireError):
            raise
        told = f"{error}" if isinstance(error, InvalidInput) else f"not the view of a seat: {shown(view)}"
        raise WireError("PlayerView", told) from None


def _put_view(message: v1.PlayerView, view: PlayerView) -> None:
    message.ruleset.MergeFromString(rulesets.bytes_of(view.ruleset))
    message.sheet.MergeFromString(sheets.bytes_of(view.sheet))
    message.seat = view.seat
    message.hand_index = view.hand_index
    message.dealer = view.dealer
    message.phase = view.phase + 1  # type: ignore[assignment]  # 1 to 8, in the order of Phase
    message.hand = mask_of(view.hand)
    message.upcard = view.upcard
    message.discard_pile = bytes(view.discard_pile)
    message.stock_count = view.stock_count
    message.knock_limit = view.knock_limit
    message.multiplier = view.multiplier
    if view.opponent_known:
        message.opponent_known = mask_of(view.opponent_known)
    if view.to_act is not None:
        message.to_act = view.to_act
    message.legal_actions.SetInParent()
    if view.legal_actions:
        _put_legal(message.legal_actions, view.legal_actions)
    if view.drawn is not None:
        message.drawn = view.drawn
        if view.taken is not None:
            message.taken = view.taken
    if view.knocker is not None:
        _put_showdown(message, view)
    if view.result is not None:
        message.result.SetInParent()
        RESULT.put(message.result, view.result)
        if view.opponent_hand is not None:
            message.opponent_hand = mask_of(view.opponent_hand)


def _put_legal(message: v1.LegalActions, legal: tuple[Action, ...]) -> None:
    discards = knocks = 0
    for action in legal:
        match action:
            case Discard():
                discards |= 1 << action.card
            case Knock(card, ()):
                knocks |= 1 << card
            case DrawStock():
                message.draw_stock = True
            case TakeDiscard():
                message.take_discard = True
            case Pass():
                message.pass_turn = True
            case BigGin(()):
                message.big_gin = True
            case LayOff():
                LAY_OFF.put(message.layoffs.add(), action)
            case FinishLayoffs():
                message.finish_layoffs = True
            case _:
                raise WireError("LegalActions", f"cannot list {shown(action)}")
    message.discards = discards
    message.knocks = knocks


def _put_showdown(message: v1.PlayerView, view: PlayerView) -> None:
    assert view.knocker is not None
    message.knocker = view.knocker
    if view.knock_discard is not None:
        message.knock_discard = view.knock_discard
    MELDS.put(message, "spread", view.spread)
    MELDS.put(message, "melds", view.melds)
    message.knocker_deadwood_cards = mask_of(view.knocker_deadwood_cards)
    if view.knocker_deadwood is not None:
        message.knocker_deadwood = view.knocker_deadwood
    _LAYOFFS.put(message, "layoffs", tuple([LayOff(*layoff) for layoff in view.layoffs]))


def take_view(message: v1.PlayerView) -> PlayerView:
    """The view of a message that has no unknown fields."""
    phase, seat = message.phase, message.seat
    if not 1 <= phase <= len(_PHASES):
        raise bad(message, "phase", f"no such value: {phase}")
    to_act = _seat_or_none(message, "to_act")
    over = phase == len(_PHASES)
    if over != (to_act is None) or over != message.HasField("result"):
        raise bad(message, "to_act", "a seat to act, or else the result of a hand that is over, is needed")
    if not (message.HasField("ruleset") and message.HasField("sheet") and message.HasField("legal_actions")):
        raise WireError("PlayerView", "a ruleset, a sheet and legal actions are needed")
    ruleset_data = message.ruleset.SerializeToString()
    drawn = card_of(message, "drawn") if message.HasField("drawn") else None
    taken = card_of(message, "taken") if message.HasField("taken") else None
    if taken is not None and taken is not drawn:
        raise bad(message, "taken", "the card drawn is needed")
    knocker = _seat_or_none(message, "knocker")
    return PlayerView(
        _at_most(message, "seat", seat, 1),
        ruleset_of(ruleset_data),
        message.hand_index,
        _at_most(message, "dealer", message.dealer, 1),
        _PHASES[phase - 1],
        to_act,
        _cards(message, "hand"),
        card_of(message, "upcard"),
        row_of(message, "discard_pile", message.discard_pile, 0, 32),
        _cards(message, "opponent_known"),
        _at_most(message, "stock_count", message.stock_count, 31),
        _take_legal(message.legal_actions),
        _at_most(message, "knock_limit", message.knock_limit, 10),
        _multiplier(message),
        sheet_of(ruleset_data, message.sheet.SerializeToString()),
        drawn,
        taken,
        knocker,
        *(_no_showdown(message) if knocker is None else _take_showdown(message)),
        _cards(message, "opponent_hand") if message.HasField("opponent_hand") else None,
        RESULT.take(message.result) if over else None,
    )


def _take_showdown(message: v1.PlayerView) -> _Shown:
    deadwood = message.knocker_deadwood
    if deadwood > 110 or not message.HasField("knocker_deadwood"):
        raise bad(message, "knocker_deadwood", "0 to 110 is needed")
    layoffs: tuple[Layoff, ...] = tuple(
        [(layoff.card, layoff.meld_index) for layoff in _LAYOFFS.take(message, "layoffs")]
    )
    return (
        card_of(message, "knock_discard") if message.HasField("knock_discard") else None,
        MELDS.take(message, "spread"),
        MELDS.take(message, "melds"),
        _cards(message, "knocker_deadwood_cards"),
        deadwood,
        layoffs,
    )


_NOTHING_SHOWN: Final[_Shown] = (None, (), (), (), None, ())


def _no_showdown(message: v1.PlayerView) -> _Shown:
    if (
        message.spread
        or message.melds
        or message.layoffs
        or message.knocker_deadwood_cards
        or message.HasField("knock_discard")
        or message.HasField("knocker_deadwood")
    ):
        raise bad(message, "knocker", "is missing, and what it showed is there")
    return _NOTHING_SHOWN


def _take_legal(message: v1.LegalActions) -> tuple[Action, ...]:
    discards, knocks = message.discards, message.knocks
    if (discards | knocks) > DECK_MASK:
        raise bad(message, "discards", "no such card")
    draws = (message.draw_stock, message.take_discard, message.pass_turn)
    legal = _DRAWS[draws] if draws != _NO_CHOICE else ()
    if discards:
        legal += _discards_of(discards)
    if knocks:
        legal += _knocks_of(knocks)
    if message.big_gin:
        legal += _BIG_GIN
    if message.layoffs:
        legal += _LEGAL_LAYOFFS.take(message, "layoffs")
    return legal + _FINISH if message.finish_layoffs else legal


def _cards(message: v1.PlayerView, name: str) -> tuple[Card, ...]:
    mask: int = getattr(message, name)
    if mask > DECK_MASK:
        raise bad(message, name, "no such card")
    return cards_of(mask)


def _at_most(message: v1.PlayerView, name: str, value: int, high: int) -> int:
    if value > high:
        raise bad(message, name, f"0 to {high} is allowed, not {value}")
    return value


def _multiplier(message: v1.PlayerView) -> int:
    if message.multiplier not in (1, 2):
        raise bad(message, "multiplier", f"1 or 2 is needed, not {message.multiplier}")
    return message.multiplier


def _seat_or_none(message: Any, name: str) -> int | None:
    if not message.HasField(name):
        return None
    return _at_most(message, name, getattr(message, name), 1)


VIEW: Final = nested(put_view, take_view)
"""A view that must be there."""
