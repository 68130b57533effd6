"""Rulesets, results and score sheets on the wire.

Both are the same for many decisions, so their bytes are remembered. Imports: errors, cards, ruleset, scoring, deck, v1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from google.protobuf.message import DecodeError

from ginrummy.errors import InvalidInput, RulesetError, WireError
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import MAX_HANDS, Column, HandResult, ResultKind, ScoreSheet, VoidReason
from ginrummy.v1 import rules_pb2 as v1
from ginrummy.wire.fields import (
    FLAG,
    LABEL,
    SEAT,
    SIZE,
    UINT64,
    Field,
    Struct,
    bad,
    choice,
    each,
    enum,
    maybe,
    number,
    several,
    shown,
    strict,
)

T = TypeVar("T")

DEADWOOD: Final = number(0, 110)
POINTS: Final = number(0, UINT64)
MARGIN: Final = number(-(1 << 63), (1 << 63) - 1)
STOCK_ORDER: Final = choice({"shared": v1.STOCK_ORDER_SHARED, "seat-locked": v1.STOCK_ORDER_SEAT_LOCKED})
_VOID: Final = 2
"""What stands in place of a winner in `hand_winners`."""


def _ruleset_field(name: str, default: object) -> Field:
    if isinstance(default, bool):
        return FLAG
    if isinstance(default, int):
        return SIZE
    if isinstance(default, str):
        return LABEL
    kind: Any = type(default)
    return enum(kind, getattr(v1, kind.__name__))


def _made_ruleset(**values: Any) -> Ruleset:
    try:
        return Ruleset(**values)
    except RulesetError as error:
        raise WireError(f"Ruleset.{error.field}", str(error)) from None


RULESET: Final = Struct(
    Ruleset, {field.name: _ruleset_field(field.name, field.default) for field in fields(Ruleset)}, _made_ruleset
)


def _result_problem(result: HandResult) -> str | None:
    void = result.kind is ResultKind.VOID
    if void != (result.winner is None) or void != (result.void_reason is not None):
        return "a winner, or else the reason why the hand is void, is needed"
    if void and result.points:
        return "a void hand has no points"
    out = (result.knocker, result.knocker_deadwood, result.defender_deadwood)
    return "both counts go with a knocker" if 0 < out.count(None) < 3 else None


RESULT: Final = Struct(
    HandResult,
    {
        "kind": enum(ResultKind, v1.ResultKind),
        "winner": maybe(SEAT),
        "points": POINTS,
        "knocker": maybe(SEAT),
        "knocker_deadwood": maybe(DEADWOOD),
        "defender_deadwood": maybe(DEADWOOD),
        "void_reason": maybe(enum(VoidReason, v1.VoidReason)),
    },
    check=_result_problem,
)


def _is_points(value: Any) -> bool:
    return type(value) is int and 0 <= value <= UINT64


def _is_size(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 0xFFFF_FFFF


def _finals() -> Field:
    """Two numbers, or none for None."""
    pair = several(2, 2, _is_points, "a number from 0")

    def put(message: Any, name: str, value: Any) -> None:
        if value is not None:
            pair.put(message, name, value)

    return Field(put, lambda message, name: pair.take(message, name) if getattr(message, name) else None)


FINALS: Final = _finals()
COLUMN: Final = Struct(
    Column,
    {
        "scores": several(2, 2, _is_points, "a number from 0"),
        "boxes": several(2, 2, _is_size, "a number from 0"),
        "entered": several(2, 2, lambda value: type(value) is bool, "true or false"),
        "winner": maybe(SEAT),
        "finals": FINALS,
        "margin": maybe(MARGIN),
    },
)
_COLUMNS: Final = each(1, 99, COLUMN.put, COLUMN.take)
_HISTORY: Final = several(0, MAX_HANDS, _is_points, "a number from 0")
_SHEET_FIELDS: Final = {"over": FLAG, "winner": maybe(SEAT), "finals": FINALS, "margin": maybe(MARGIN)}


def _put_sheet(message: v1.ScoreSheet, sheet: ScoreSheet) -> None:
    if type(sheet) is not ScoreSheet:
        raise WireError("ScoreSheet", f"a ScoreSheet is needed, not {shown(sheet)}")
    _COLUMNS.put(message, "columns", sheet.columns)
    _HISTORY.put(message, "hand_points", tuple([0 if hand is None else hand[1] for hand in sheet.history]))
    message.hand_winners = bytes([_VOID if hand is None else hand[0] for hand in sheet.history])
    for name, field in _SHEET_FIELDS.items():
        field.put(message, name, getattr(sheet, name))


def _take_sheet(message: v1.ScoreSheet, ruleset: Ruleset) -> ScoreSheet:
    points = _HISTORY.take(message, "hand_points")
    winners = message.hand_winners
    if len(winners) != len(points):
        raise bad(message, "hand_winners", f"{len(points)} are needed, as of hand_points, not {len(winners)}")
    history: list[tuple[int, int] | None] = []
    for winner, scored in zip(winners, points, strict=True):
        if winner > _VOID or (winner == _VOID and scored):
            raise bad(message, "hand_winners", f"0, 1, or 2 with no points is allowed, not {winner} with {scored}")
        history.append(None if winner == _VOID else (winner, scored))
    rest = {name: field.take(message, name) for name, field in _SHEET_FIELDS.items()}
    return ScoreSheet(ruleset, _COLUMNS.take(message, "columns"), tuple(history), **rest)


class Remembered(Generic[T]):
    """The bytes of values that come again and again, by identity, which is cheaper than to hash them."""

    def __init__(self, make: Callable[[T], bytes], most: int) -> None:
        self._make = make
        self._most = most
        self._known: dict[int, tuple[T, bytes]] = {}

    def bytes_of(self, value: T) -> bytes:
        """The bytes of `value`."""
        known = self._known.get(id(value))  # holding the value keeps its id from being another's
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[id(value)] = (value, self._make(value))
        return known[1]


def _ruleset_bytes(ruleset: Ruleset) -> bytes:
    message = v1.Ruleset()
    RULESET.put(message, ruleset)
    return message.SerializeToString(deterministic=True)


def _sheet_bytes(sheet: ScoreSheet) -> bytes:
    message = v1.ScoreSheet()
    try:
        _put_sheet(message, sheet)
    except (TypeError, ValueError, IndexError) as error:
        raise error if isinstance(error, InvalidInput) else WireError("ScoreSheet", "no such sheet") from None
    return message.SerializeToString(deterministic=True)


rulesets: Final = Remembered(_ruleset_bytes, 256)
sheets: Final = Remembered(_sheet_bytes, 4096)


@lru_cache(maxsize=256)
def ruleset_of(data: bytes) -> Ruleset:
    """The ruleset of its bytes."""
    try:
        message = v1.Ruleset.FromString(data)
    except DecodeError:
        raise WireError("Ruleset", "cannot be read") from None
    strict(message)
    return RULESET.take(message)


@lru_cache(maxsize=4096)
def sheet_of(ruleset_data: bytes, data: bytes) -> ScoreSheet:
    """The score sheet of its bytes and its ruleset's."""
    try:
        message = v1.ScoreSheet.FromString(data)
    except DecodeError:
        raise WireError("ScoreSheet", "cannot be read") from None
    strict(message)
    return _take_sheet(message, ruleset_of(ruleset_data))


def _put_ruleset(message: v1.Ruleset, ruleset: Ruleset) -> None:
    message.MergeFromString(rulesets.bytes_of(ruleset))


RULESET_FIELD: Final = Field(
    lambda message, name, value: _put_ruleset(getattr(message, name), value),
    lambda message, name: _present(message, name, ruleset_of),
)
"""A ruleset that must be there, remembered."""


def _present(message: Any, name: str, read: Callable[[bytes], T]) -> T:
    if not message.HasField(name):
        raise bad(message, name, "is missing")
    return read(getattr(message, name).SerializeToString())
