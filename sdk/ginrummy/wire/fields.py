"""How one field, one message and one oneof are written and read, and what is refused.

A `Field` writes a value into a named field and reads it back; a `Struct` does so for all fields of a dataclass, a
`OneOf` for one of several. Reading refuses whatever writing would not have written. The table-like modules of this
package are made of these; only views, which every decision carries, are spelled out. Imports: errors, cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from google.protobuf.message import Message

from ginrummy.cards import ALL_CARDS, Card
from ginrummy.errors import WireError

T = TypeVar("T")

UINT32: Final = 0xFFFF_FFFF
UINT64: Final = 0xFFFF_FFFF_FFFF_FFFF
DECK_MASK: Final = (1 << 52) - 1


@dataclass(frozen=True, slots=True)
class Field:
    """`put(message, name, value)` writes a field, `take(message, name)` reads it; both raise WireError."""

    put: Callable[[Any, str, Any], None]
    take: Callable[[Any, str], Any]


def bad(message: Message, name: str, problem: str) -> WireError:
    """The error for a field of a message."""
    return WireError(f"{message.DESCRIPTOR.name}.{name}", problem)


def shown(value: object) -> str:
    """A value as an error text may show it: short, whatever it is."""
    return format(repr(value), ".40")


def strict(message: Message) -> None:
    """Refuse a message that has, at any depth, fields that this version does not know."""
    size = message.ByteSize()
    message.DiscardUnknownFields()
    if message.ByteSize() != size:
        raise WireError(message.DESCRIPTOR.name, "has fields that protocol version 1 does not know")


def _plain(check: Callable[[Any], str | None]) -> Field:
    """A field whose value is the same on both sides; `check` says what is wrong with it."""

    def put(message: Any, name: str, value: Any) -> None:
        if problem := check(value):
            raise bad(message, name, f"{problem}, not {shown(value)}")
        setattr(message, name, value)

    def take(message: Any, name: str) -> Any:
        value = getattr(message, name)
        if problem := check(value):
            raise bad(message, name, f"{problem}, not {shown(value)}")
        return value

    return Field(put, take)


def number(low: int, high: int) -> Field:
    """A whole number from `low` to `high`."""

    def check(value: Any) -> str | None:
        return None if type(value) is int and low <= value <= high else f"{low} to {high} is allowed"

    return _plain(check)


_NEVER: Final = r"\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""What controls a terminal, the direction of writing or the end of a line."""


def text(limit: int, pattern: str = rf"[^\x00-\x1f{_NEVER}]*") -> Field:
    """A text of at most `limit` characters that matches `pattern` as a whole; by default without control characters."""
    matches = re.compile(pattern).fullmatch

    def check(value: Any) -> str | None:
        if isinstance(value, str) and len(value) <= limit and matches(value):
            return None
        return f"at most {limit} characters like {pattern} are allowed"

    return _plain(check)


def blob(low: int, high: int) -> Field:
    """From `low` to `high` bytes."""

    def check(value: Any) -> str | None:
        if isinstance(value, bytes) and low <= len(value) <= high:
            return None
        return f"{low} to {high} bytes are allowed"

    def unseen(message: Any, name: str, value: Any) -> None:
        if problem := check(value):  # seeds go through here, so the value stays out of the text
            raise bad(
                message, name, f"{problem}, not {len(value) if isinstance(value, bytes) else type(value).__name__}"
            )

    def put(message: Any, name: str, value: Any) -> None:
        unseen(message, name, value)
        setattr(message, name, value)

    def take(message: Any, name: str) -> Any:
        value = getattr(message, name)
        unseen(message, name, value)
        return value

    return Field(put, take)


FLAG: Final = _plain(lambda value: None if type(value) is bool else "true or false is needed")
SEAT: Final = number(0, 1)
SIZE: Final = number(0, UINT32)
NAME: Final = text(32, r"[A-Za-z0-9][A-Za-z0-9_.-]*")
MATCH_ID: Final = text(128, r"[A-Za-z0-9][A-Za-z0-9_.~+@=,-]*")
PROSE: Final = text(2000, rf"[^\x00-\x08\x0b-\x1f{_NEVER}]*")
LABEL: Final = text(64)


def choice(values: Mapping[Any, int]) -> Field:
    """An enum field: what stands for which number; every other number, zero too, is refused."""
    numbers = dict(values)
    meanings = {number: value for value, number in numbers.items()}

    def put(message: Any, name: str, value: Any) -> None:
        try:
            setattr(message, name, numbers[value])
        except (KeyError, TypeError):
            raise bad(message, name, f"no such value: {shown(value)}") from None

    def take(message: Any, name: str) -> Any:
        value = getattr(message, name)
        try:
            return meanings[value]
        except KeyError:
            raise bad(message, name, f"no such value: {value}") from None

    return Field(put, take)


def enum(kind: type[Enum], wrapper: Any) -> Field:
    """The field of a Python enum whose members have the names of the generated enum's values, less their prefix."""
    prefix = wrapper.Name(0).removesuffix("UNSPECIFIED")
    return choice({member: wrapper.Value(prefix + member.name) for member in kind})


def maybe(field: Field) -> Field:
    """A field with presence: None where it is absent."""

    def put(message: Any, name: str, value: Any) -> None:
        if value is not None:
            field.put(message, name, value)

    def take(message: Any, name: str) -> Any:
        return field.take(message, name) if message.HasField(name) else None

    return Field(put, take)


def card_of(message: Any, name: str) -> Card:
    """The card in a field with presence, which must be there."""
    value: int = getattr(message, name)
    if value > 51 or not message.HasField(name):
        raise bad(message, name, f"no card: {value}" if value > 51 else "a card is needed")
    return ALL_CARDS[value]


def row_of(message: Any, name: str, data: bytes, low: int, high: int) -> tuple[Card, ...]:
    """The different cards of a row, from `low` to `high` of them."""
    if not low <= len(data) <= high:
        raise bad(message, name, f"{low} to {high} cards are allowed, not {len(data)}")
    try:
        cards = tuple([ALL_CARDS[value] for value in data])
    except IndexError:
        raise bad(message, name, f"no card: {max(data)}") from None
    if len(set(data)) != len(data):
        raise bad(message, name, "a card comes twice")
    return cards


def row_bytes(message: Any, name: str, cards: Any, low: int, high: int) -> bytes:
    """The row of some cards."""
    if not isinstance(cards, tuple) or not all(type(card) is Card for card in cards):
        raise bad(message, name, f"a tuple of cards is needed, not {shown(cards)}")
    data = bytes(cards)
    row_of(message, name, data, low, high)
    return data


def _put_card(message: Any, name: str, value: Any) -> None:
    if type(value) is not Card:
        raise bad(message, name, f"no card: {shown(value)}")
    setattr(message, name, int(value))


CARD: Final = Field(_put_card, card_of)


def row(low: int, high: int) -> Field:
    """Cards as bytes, in their order."""

    def put(message: Any, name: str, value: Any) -> None:
        setattr(message, name, row_bytes(message, name, value, low, high))

    return Field(put, lambda message, name: row_of(message, name, getattr(message, name), low, high))


def rows(fewest: int, most: int, low: int, high: int) -> Field:
    """From `fewest` to `most` rows."""

    def put(message: Any, name: str, value: Any) -> None:
        if not isinstance(value, tuple):
            raise bad(message, name, f"a tuple of rows of cards is needed, not {shown(value)}")
        check(message, name, len(value))
        getattr(message, name).extend([row_bytes(message, name, cards, low, high) for cards in value])

    def take(message: Any, name: str) -> Any:
        found = getattr(message, name)
        if not found and fewest == 0:
            return ()
        check(message, name, len(found))
        return tuple([row_of(message, name, data, low, high) for data in found])

    def check(message: Any, name: str, length: int) -> None:
        if not fewest <= length <= most:
            raise bad(message, name, f"{fewest} to {most} rows are allowed, not {length}")

    return Field(put, take)


MELDS: Final = rows(0, 3, 1, 13)
"""A spread: three melds at most, each of a set's three cards up to a suit."""


def several(fewest: int, most: int, check: Callable[[Any], bool], what: str) -> Field:
    """From `fewest` to `most` plain values, each of which `check` accepts, as a tuple."""

    def judge(message: Any, name: str, values: Any) -> None:
        if not fewest <= len(values) <= most:
            raise bad(message, name, f"{fewest} to {most} values are allowed, not {len(values)}")
        for value in values:
            if not check(value):
                raise bad(message, name, f"{what} is needed, not {shown(value)}")

    def put(message: Any, name: str, value: Any) -> None:
        if not isinstance(value, tuple):
            raise bad(message, name, f"a tuple is needed, not {shown(value)}")
        judge(message, name, value)
        getattr(message, name).extend(value)

    def take(message: Any, name: str) -> Any:
        values = getattr(message, name)
        judge(message, name, values)
        return tuple(values)

    return Field(put, take)


def nested(put: Callable[[Any, Any], None], take: Callable[[Any], Any]) -> Field:
    """A message in a field, which must be there."""

    def put_it(message: Any, name: str, value: Any) -> None:
        inner = getattr(message, name)
        inner.SetInParent()
        put(inner, value)

    def take_it(message: Any, name: str) -> Any:
        if not message.HasField(name):
            raise bad(message, name, "is missing")
        return take(getattr(message, name))

    return Field(put_it, take_it)


def each(fewest: int, most: int, put: Callable[[Any, Any], None], take: Callable[[Any], Any]) -> Field:
    """From `fewest` to `most` messages, as a tuple."""

    def check(message: Any, name: str, length: int) -> None:
        if not fewest <= length <= most:
            raise bad(message, name, f"{fewest} to {most} are allowed, not {length}")

    def put_it(message: Any, name: str, value: Any) -> None:
        if not isinstance(value, tuple):
            raise bad(message, name, f"a tuple is needed, not {shown(value)}")
        check(message, name, len(value))
        inner = getattr(message, name)
        for item in value:
            put(inner.add(), item)

    def take_it(message: Any, name: str) -> Any:
        inner = getattr(message, name)
        check(message, name, len(inner))
        return tuple([take(item) for item in inner])

    return Field(put_it, take_it)


class Struct(Generic[T]):
    """A dataclass and the message whose fields have the same names.

    `make` takes the fields by name; `check` says what is wrong with a value as a whole; `read`, where
    given, makes the value of a message in place of the fields.
    """

    def __init__(
        self,
        kind: type[T],
        fields: Mapping[str, Field],
        make: Callable[..., T] | None = None,
        check: Callable[[T], str | None] | None = None,
        read: Callable[[Any], T] | None = None,
    ) -> None:
        self._kind = kind
        self._read = read
        self._puts = tuple((name, field.put) for name, field in fields.items())
        self._takes = tuple((name, field.take) for name, field in fields.items())
        self._make = make or kind
        self._check = check

    def put(self, message: Any, value: T) -> None:
        """Write `value` into an empty message."""
        if type(value) is not self._kind:
            raise WireError(message.DESCRIPTOR.name, f"a {self._kind.__name__} is needed, not {shown(value)}")
        for name, put in self._puts:
            put(message, name, getattr(value, name))
        self._judge(message, value)

    def take(self, message: Any) -> T:
        """The value of a message."""
        if self._read is not None:
            return self._read(message)
        value = self._make(**{name: take(message, name) for name, take in self._takes})
        self._judge(message, value)
        return value

    def _judge(self, message: Any, value: T) -> None:
        if self._check is not None and (problem := self._check(value)):
            raise WireError(message.DESCRIPTOR.name, problem)

    @property
    def field(self) -> Field:
        """The message in a field that must be there."""
        return nested(self.put, self.take)


class Spelled(Generic[T]):
    """A dataclass and its message, written and read by two functions of their own, for those that come by most."""

    def __init__(self, kind: type[T], write: Callable[[T], bytes], read: Callable[[Any], T]) -> None:
        self._kind = kind
        self._write = write
        self.take = read

    def put(self, message: Any, value: T) -> None:
        """Write `value` into an empty message."""
        if type(value) is not self._kind:
            raise WireError(message.DESCRIPTOR.name, f"a {self._kind.__name__} is needed, not {shown(value)}")
        message.MergeFromString(self._write(value))


class OneOf(Generic[T]):
    """A message that is one of several; `case_of` names the field that a value goes into, None if none does."""

    def __init__(
        self, oneof: str, cases: Mapping[str, Struct[Any] | Spelled[Any]], case_of: Callable[[Any], str | None]
    ) -> None:
        self._oneof = oneof
        self._cases = dict(cases)
        self._case_of = case_of

    def put(self, message: Any, value: T) -> None:
        """Write `value` into an empty message."""
        case = self._case_of(value)
        if case is None:
            raise WireError(message.DESCRIPTOR.name, f"cannot hold {shown(value)}")
        inner = getattr(message, case)
        inner.SetInParent()
        self._cases[case].put(inner, value)

    def take(self, message: Any) -> T:
        """The value of a message."""
        case = message.WhichOneof(self._oneof)
        if case is None:
            raise bad(message, self._oneof, "is missing")
        value: T = self._cases[case].take(getattr(message, case))
        return value

    @property
    def field(self) -> Field:
        """The message in a field that must be there."""
        return nested(self.put, self.take)


def by_type(cases: Mapping[type, str]) -> Callable[[Any], str | None]:
    """The `case_of` of values whose type tells it."""
    names = dict(cases)
    return lambda value: names.get(type(value))
