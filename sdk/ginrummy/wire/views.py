"""Views on the wire, as they are read. Every decision carries one, so that it is spelled out; `compose` writes them.

Imports: errors, cards, actions, state, view, scoring, wire.fields, wire.play, wire.rules.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS, Card, by_suit, cards_of
from ginrummy.errors import WireError
from ginrummy.melds import Layoff, Meld
from ginrummy.state import Phase
from ginrummy.v1 import table_pb2 as v1
from ginrummy.view import PlayerView
from ginrummy.wire.compose import LAYOFFS, LEGAL_LAYOFFS, view_bytes
from ginrummy.wire.fields import DECK_MASK, MELDS, bad, card_of, nested, row_of
from ginrummy.wire.rules import RESULT, ruleset_of, sheet_of

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


def put_view(message: v1.PlayerView, view: PlayerView) -> None:
    """Write a view into an empty message."""
    message.MergeFromString(view_bytes(view))


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
        [(layoff.card, layoff.meld_index) for layoff in LAYOFFS.take(message, "layoffs")]
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
        legal += LEGAL_LAYOFFS.take(message, "layoffs")
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
