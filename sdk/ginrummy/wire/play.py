"""Actions and events on the wire: for a seat, for everybody, and with every card for the record.

Imports: errors, cards, actions, events, wire.fields, wire.rules.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from ginrummy import actions, events
from ginrummy.actions import Action
from ginrummy.events import Event, PublicEvent, SeatEvent
from ginrummy.scoring import ResultKind
from ginrummy.wire.fields import CARD, MELDS, SEAT, SIZE, Field, OneOf, Struct, by_type, number, row, rows
from ginrummy.wire.rules import DEADWOOD, RESULT, STOCK_ORDER

MELD_INDEX: Final = number(0, 2)
"""A spread has three melds at most; whether it has this one, the rules say."""


def _meld_index() -> Field:
    """A number with presence that must be there."""

    def take(message: Any, name: str) -> Any:
        return MELD_INDEX.take(message, name) if message.HasField(name) else _missing.take(message, name)

    return Field(MELD_INDEX.put, take)


_missing: Final = number(1, 0)
LAY_OFF: Final = Struct(actions.LayOff, {"card": CARD, "meld_index": _meld_index()})
ACTION: Final[OneOf[Action]] = OneOf(
    "action",
    {
        "pass_turn": Struct(actions.Pass, {}),
        "take_discard": Struct(actions.TakeDiscard, {}),
        "draw_stock": Struct(actions.DrawStock, {}),
        "discard": Struct(actions.Discard, {"card": CARD}),
        "knock": Struct(actions.Knock, {"discard": CARD, "melds": MELDS}),
        "big_gin": Struct(actions.BigGin, {"melds": MELDS}),
        "lay_off": LAY_OFF,
        "finish_layoffs": Struct(actions.FinishLayoffs, {}),
    },
    by_type(
        {
            actions.Pass: "pass_turn",
            actions.TakeDiscard: "take_discard",
            actions.DrawStock: "draw_stock",
            actions.Discard: "discard",
            actions.Knock: "knock",
            actions.BigGin: "big_gin",
            actions.LayOff: "lay_off",
            actions.FinishLayoffs: "finish_layoffs",
        }
    ),
)

_SPREAD: Final = {"seat": SEAT, "spread": MELDS}
_SHOWN: Final = _SPREAD | {"deadwood_cards": row(0, 10), "deadwood": DEADWOOD}
_HANDS: Final = {"result": RESULT.field, "hands": rows(2, 2, 0, 11)}


def _knocked(*, face_down: bool) -> Struct[events.Knocked]:
    return Struct(events.Knocked, _SHOWN | {"discard": CARD}, partial(events.Knocked, face_down=face_down))


def _counted_problem(event: events.HandEnded) -> str | None:
    return "a void hand shows no hands" if event.result.kind is ResultKind.VOID else None


def _voided_problem(event: events.HandEndedUnseen) -> str | None:
    return None if event.result.kind is ResultKind.VOID else "only a void hand hides its hands"


_COMMON: Final[dict[str, Struct[Any]]] = {
    "passed": Struct(events.Passed, {"seat": SEAT}),
    "discard_taken": Struct(events.DiscardTaken, {"seat": SEAT, "card": CARD}),
    "discarded": Struct(events.Discarded, {"seat": SEAT, "card": CARD}),
    "knocked": _knocked(face_down=False),
    "big_gin_called": Struct(events.BigGinCalled, _SPREAD),
    "laid_off": Struct(events.LaidOff, {"seat": SEAT, "card": CARD, "meld_index": MELD_INDEX}),
    "layoffs_finished": Struct(events.LayoffsFinished, {"seat": SEAT}),
}
_PUBLIC: Final[dict[str, Struct[Any]]] = _COMMON | {
    "hand_opened": Struct(
        events.HandOpened,
        {
            "hand_index": SIZE,
            "dealer": SEAT,
            "upcard": CARD,
            "knock_limit": number(0, 10),
            "multiplier": number(1, 2),
        },
    ),
    "stock_drawn_unseen": Struct(events.StockDrawnUnseen, {"seat": SEAT}),
    "knocked_unseen": Struct(events.KnockedUnseen, _SHOWN),
    "hand_counted": Struct(events.HandEnded, _HANDS, check=_counted_problem),
    "hand_voided": Struct(events.HandEndedUnseen, {"result": RESULT.field}, check=_voided_problem),
}
_HIDDEN: Final[dict[str, Struct[Any]]] = {
    "stock_drawn": Struct(events.StockDrawn, {"seat": SEAT, "card": CARD}),
    "knocked_face_down": _knocked(face_down=True),
}
_FULL: Final[dict[str, Struct[Any]]] = (
    _COMMON
    | _HIDDEN
    | {
        "hand_dealt": Struct(
            events.HandDealt,
            {"hand_index": SIZE, "dealer": SEAT, "stock_order": STOCK_ORDER, "deck": row(52, 52)},
        ),
        "hand_finished": Struct(events.HandEnded, _HANDS),
    }
)
_COMMON_NAMES: Final[dict[type, str]] = {
    events.Passed: "passed",
    events.DiscardTaken: "discard_taken",
    events.Discarded: "discarded",
    events.BigGinCalled: "big_gin_called",
    events.LaidOff: "laid_off",
    events.LayoffsFinished: "layoffs_finished",
}
_PUBLIC_NAMES: Final[dict[type, str]] = _COMMON_NAMES | {
    events.HandOpened: "hand_opened",
    events.StockDrawnUnseen: "stock_drawn_unseen",
    events.KnockedUnseen: "knocked_unseen",
    events.HandEnded: "hand_counted",
    events.HandEndedUnseen: "hand_voided",
}
_SEAT_NAMES: Final[dict[type, str]] = _PUBLIC_NAMES | {events.StockDrawn: "stock_drawn"}
_FULL_NAMES: Final[dict[type, str]] = _COMMON_NAMES | {
    events.HandDealt: "hand_dealt",
    events.StockDrawn: "stock_drawn",
    events.HandEnded: "hand_finished",
}


def _public_case(event: Any) -> str | None:
    if type(event) is events.Knocked:
        return None if event.face_down else "knocked"  # a card that lies face down is nobody's but the knocker's
    return _PUBLIC_NAMES.get(type(event))


def _seat_case(event: Any) -> str | None:
    if type(event) is events.Knocked:
        return "knocked_face_down" if event.face_down else "knocked"
    return _SEAT_NAMES.get(type(event))


def _full_case(event: Any) -> str | None:
    if type(event) is events.Knocked:
        return "knocked_face_down" if event.face_down else "knocked"
    return _FULL_NAMES.get(type(event))


PUBLIC_EVENT: Final[OneOf[PublicEvent]] = OneOf("event", _PUBLIC, _public_case)
SEAT_EVENT: Final[OneOf[SeatEvent]] = OneOf("event", _PUBLIC | _HIDDEN, _seat_case)
FULL_EVENT: Final[OneOf[Event]] = OneOf("event", _FULL, _full_case)
