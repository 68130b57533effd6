"""Text forms of cards, actions and events, each of which parses back to an equal value.

    pass   take   draw   discard TD   knock 6D   knock 6D: 4H 5H 6H / QS QD QH   big-gin   lay-off 7H 0   finish

Melds are separated by ` / `. What parses to a value formats to the same text, and the other way round. Imports:
errors, cards, deck, melds, scoring, actions, events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import Card, format_cards, parse_cards
from ginrummy.deck import check_deck
from ginrummy.errors import NotationError, check_seat
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    DiscardTaken,
    Event,
    HandDealt,
    HandEnded,
    HandEndedUnseen,
    HandOpened,
    Knocked,
    KnockedUnseen,
    LaidOff,
    LayoffsFinished,
    Passed,
    PublicEvent,
    StockDrawn,
    StockDrawnUnseen,
)
from ginrummy.melds import Meld
from ginrummy.scoring import HandResult, ResultKind, VoidReason

T = TypeVar("T")

__all__ = [
    "format_action",
    "format_cards",
    "format_event",
    "format_melds",
    "parse_action",
    "parse_cards",
    "parse_event",
    "parse_melds",
]


def format_melds(melds: Iterable[Iterable[Card]]) -> str:
    """Melds as `4H 5H 6H / QS QD QH`; NotationError or CardError for something else."""
    try:
        return " / ".join(map(format_cards, melds))
    except TypeError:
        raise NotationError(melds, "no melds") from None


def parse_melds(text: str) -> tuple[Meld, ...]:
    """The melds of a text such as `4H 5H 6H / QS QD QH`; an empty text holds none.

    Whether they are sets or runs is not looked at. Raises NotationError or CardError.
    """
    if not isinstance(text, str):
        raise NotationError(text, "melds are given as text")
    if not text.strip():
        return ()
    melds = tuple(parse_cards(part) for part in text.split("/"))
    if not all(melds):
        raise NotationError(text, "a meld without cards")
    return melds


def format_action(action: Action) -> str:
    """The text that `parse_action` reads back.

    >>> from ginrummy import parse_cards
    >>> format_action(Knock(Card("6D"), (parse_cards("4H 5H 6H"), parse_cards("QS QD QH"))))
    'knock 6D: 4H 5H 6H / QS QD QH'

    Raises NotationError for something that is no action.
    """
    match action:
        case Pass():
            return "pass"
        case TakeDiscard():
            return "take"
        case DrawStock():
            return "draw"
        case Discard(card):
            return f"discard {Card(card)}"
        case Knock(card, melds):
            return f"knock {Card(card)}" + _declared(melds)
        case BigGin(melds):
            return "big-gin" + _declared(melds)
        case LayOff(card, index) if type(index) is int and index >= 0:
            return f"lay-off {Card(card)} {index}"
        case FinishLayoffs():
            return "finish"
        case _:
            raise NotationError(action, "no action")


def parse_action(text: str) -> Action:
    """The action of a text that `format_action` made.

    >>> parse_action("lay-off 7H 0")
    LayOff(card=Card('7H'), meld_index=0)

    Raises NotationError for any other text.
    """
    return _parsed(text, _ACTIONS, format_action, "no action")


def format_event(event: Event | PublicEvent) -> str:
    """The text that `parse_event` reads back; it starts with the seat, or with `deal`, `hand` or `end`.

    >>> format_event(StockDrawn(1, Card("TD"))), format_event(StockDrawnUnseen(1))
    ('1 draws TD', '1 draws')

    Raises NotationError for something that is no event.
    """
    text = _event_text(event)
    if not any(re.fullmatch(pattern, text) for pattern, _ in _EVENTS):
        raise NotationError(event, "no event")
    return text


def _event_text(event: Event | PublicEvent) -> str:
    match event:
        case HandDealt(index, dealer, order, deck):
            return f"deal {index} by {dealer} {order}: {format_cards(deck)}"
        case HandOpened(index, dealer, upcard, limit, multiplier):
            return f"hand {index} by {dealer}: upcard {upcard} limit {limit} times {multiplier}"
        case Passed(seat):
            return f"{seat} passes"
        case DiscardTaken(seat, card):
            return f"{seat} takes {card}"
        case StockDrawn(seat, card):
            return f"{seat} draws {card}"
        case StockDrawnUnseen(seat):
            return f"{seat} draws"
        case Discarded(seat, card):
            return f"{seat} discards {card}"
        case Knocked(seat, discard, spread, cards, points, face_down):
            side = "down" if face_down else "up"
            return f"{seat} knocks {discard} face {side}: {_shown(spread, cards, points)}"
        case KnockedUnseen(seat, spread, cards, points):
            return f"{seat} knocks: {_shown(spread, cards, points)}"
        case BigGinCalled(seat, spread):
            return f"{seat} calls big gin: {format_melds(spread)}"
        case LaidOff(seat, card, index):
            return f"{seat} lays off {card} on {index}"
        case LayoffsFinished(seat):
            return f"{seat} finishes"
        case HandEnded(HandResult() as result, (first, second)):
            return f"end {_format_result(result)}: {format_cards(first)} | {format_cards(second)}"
        case HandEndedUnseen(HandResult() as result):
            return f"end {_format_result(result)}"
        case _:
            raise NotationError(event, "no event")


def parse_event(text: str) -> Event | PublicEvent:
    """The event of a text that `format_event` made; NotationError for any other text."""
    return _parsed(text, _EVENTS, format_event, "no event")


def _declared(melds: Sequence[Meld]) -> str:
    if not isinstance(melds, tuple | list) or not all(isinstance(meld, tuple | list) and meld for meld in melds):
        raise NotationError(melds, "melds are a tuple of tuples of cards, none of them empty")
    return f": {format_melds(melds)}" if melds else ""


def _shown(spread: Iterable[Meld], cards: Iterable[Card], points: int) -> str:
    return f"{format_melds(spread)} | {format_cards(cards)} | {points}"


def _format_result(result: HandResult) -> str:
    values = {field: getattr(result, field) for field in ("winner", "knocker", "knocker_deadwood", "defender_deadwood")}
    words = [result.kind.name, f"points={result.points}"]
    words += [f"{field}={value}" for field, value in values.items() if value is not None]
    if result.void_reason is not None:
        words.append(f"void_reason={result.void_reason.name}")
    return " ".join(words)


def _parse_result(text: str) -> HandResult:
    kind, *rest = text.split(" ")
    values = dict(word.split("=") for word in rest)
    reason = values.pop("void_reason", None)
    numbers = {field: int(value) for field, value in values.items()}
    winner, points = numbers.pop("winner", None), numbers.pop("points")
    for seat in (winner, numbers.get("knocker")):
        if seat is not None:
            check_seat(seat)
    return HandResult(
        ResultKind[kind], winner, points, **numbers, void_reason=None if reason is None else VoidReason[reason]
    )


def _two_hands(result: str, first: str, second: str) -> HandEnded:
    return HandEnded(_parse_result(result), (parse_cards(first), parse_cards(second)))


def _knocked(seat: str, discard: str, side: str, spread: str, cards: str, points: str) -> Knocked:
    return Knocked(
        int(seat), Card(discard), parse_melds(spread), parse_cards(cards), int(points), face_down=side == "down"
    )


_CARD: Final = "([A23456789TJQK][CDHS])"
_CARDS: Final = "((?:[A23456789TJQK][CDHS] ?)*)"
_MELDS: Final = "((?:[A23456789TJQK][CDHS](?: | / )?)+)"
_SEAT: Final = "([01])"
_NUMBER: Final = "(0|[1-9][0-9]{0,9})"
_RESULT: Final = "([A-Z_]+(?: [a-z_]+=[0-9A-Z]+)+)"

_ACTIONS: Final[tuple[tuple[str, Callable[..., Action]], ...]] = (
    ("pass", Pass),
    ("take", TakeDiscard),
    ("draw", DrawStock),
    (f"discard {_CARD}", lambda card: Discard(Card(card))),
    (f"knock {_CARD}", lambda card: Knock(Card(card))),
    (f"knock {_CARD}: {_MELDS}", lambda card, melds: Knock(Card(card), parse_melds(melds))),
    ("big-gin", BigGin),
    (f"big-gin: {_MELDS}", lambda melds: BigGin(parse_melds(melds))),
    (f"lay-off {_CARD} {_NUMBER}", lambda card, index: LayOff(Card(card), int(index))),
    ("finish", FinishLayoffs),
)
"""Pattern of a text, and what makes the action of its groups."""

_EVENTS: Final[tuple[tuple[str, Callable[..., Event | PublicEvent]], ...]] = (
    (
        f"deal {_NUMBER} by {_SEAT} (shared|seat-locked): {_CARDS}",
        lambda index, dealer, order, deck: HandDealt(int(index), int(dealer), order, check_deck(parse_cards(deck))),
    ),
    (
        f"hand {_NUMBER} by {_SEAT}: upcard {_CARD} limit {_NUMBER} times {_NUMBER}",
        lambda index, dealer, upcard, limit, times: HandOpened(
            int(index), int(dealer), Card(upcard), int(limit), int(times)
        ),
    ),
    (f"{_SEAT} passes", lambda seat: Passed(int(seat))),
    (f"{_SEAT} takes {_CARD}", lambda seat, card: DiscardTaken(int(seat), Card(card))),
    (f"{_SEAT} draws {_CARD}", lambda seat, card: StockDrawn(int(seat), Card(card))),
    (f"{_SEAT} draws", lambda seat: StockDrawnUnseen(int(seat))),
    (f"{_SEAT} discards {_CARD}", lambda seat, card: Discarded(int(seat), Card(card))),
    (f"{_SEAT} knocks {_CARD} face (up|down): {_MELDS} \\| {_CARDS} \\| {_NUMBER}", _knocked),
    (
        f"{_SEAT} knocks: {_MELDS} \\| {_CARDS} \\| {_NUMBER}",
        lambda seat, spread, cards, points: KnockedUnseen(
            int(seat), parse_melds(spread), parse_cards(cards), int(points)
        ),
    ),
    (f"{_SEAT} calls big gin: {_MELDS}", lambda seat, spread: BigGinCalled(int(seat), parse_melds(spread))),
    (f"{_SEAT} lays off {_CARD} on {_NUMBER}", lambda seat, card, index: LaidOff(int(seat), Card(card), int(index))),
    (f"{_SEAT} finishes", lambda seat: LayoffsFinished(int(seat))),
    (f"end {_RESULT}: {_CARDS} \\| {_CARDS}", _two_hands),
    (f"end {_RESULT}", lambda result: HandEndedUnseen(_parse_result(result))),
)
"""Pattern of a text, and what makes the event of its groups."""


def _parsed(text: str, forms: Sequence[tuple[str, Callable[..., T]]], format_: Callable[[T], str], problem: str) -> T:
    """What a text stands for, if it is the very text that `format_` makes of it."""
    if not isinstance(text, str):
        raise NotationError(text, f"{problem}; a text is needed")
    for pattern, make in forms:
        if found := re.fullmatch(pattern, text):
            try:
                value = make(*found.groups())
                if format_(value) == text:
                    return value
            except (KeyError, TypeError, ValueError):
                pass
            break
    raise NotationError(text, problem)
