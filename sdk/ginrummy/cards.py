"""Cards, their text form, and sets of cards as 52-bit masks.

A card is its id: 13 x suit + rank - 1 with suits C D H S = 0..3 and A = 1 (rules section 1). Bit `card` of a
mask says that the card is in the set. Masks are how the rules hold hands; everything public takes and
returns `Card`s. Imports: errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import IntEnum
from typing import Final, TypeVar

from ginrummy.errors import CardError, shown

T = TypeVar("T")

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
SUIT_MASK: Final = (1 << 13) - 1


class Rank(IntEnum):
    """Ace low, its number the place in a run."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def points(self) -> int:
        """Deadwood points: the ace 1, pips as printed, ten and court cards 10 (rules section 1)."""
        return min(int(self), 10)

    def __str__(self) -> str:
        return RANK_LETTERS[self - 1]


class Suit(IntEnum):
    """In the order of ids."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUIT_LETTERS[self]


class Card(int):
    """One of the 52 cards, made from its text or its id; there is one object a card.

    >>> Card("TD"), int(Card("TD")), Card(22).rank, Card(22).points
    (Card('TD'), 22, <Rank.TEN: 10>, 10)

    Being its id, a card equals that int and sorts by it, suit first; Card("AC") is 0 and so counts as false: ask
    `is not None` whether there is a card. Raises CardError for anything that is not a card; ranks are
    `A23456789TJQK`, suits `CDHS`, capitals only.
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:  # noqa: D102, PYI034  the class says it; there are no subclasses
        try:
            if type(card) in _NAMES_OF_CARDS:
                return _CARDS[card]
        except KeyError:
            pass
        raise CardError(f"no card: {shown(card)} (rank of {RANK_LETTERS}, then suit of {SUIT_LETTERS})")

    @property
    def rank(self) -> Rank:
        """Ace to king, ace low."""
        return Rank(self % 13 + 1)

    @property
    def suit(self) -> Suit:
        """Clubs, diamonds, hearts or spades."""
        return Suit(self // 13)

    @property
    def points(self) -> int:
        """Deadwood points, 1 to 10."""
        return POINTS[self]

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        """A copy or an unpickled card is the same object."""
        return Card, (int(self),)

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card({_NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


_NAMES: Final = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
POINTS: Final = tuple(min(card % 13 + 1, 10) for card in range(52))
"""Deadwood points by card id."""

ALL_CARDS: Final[tuple[Card, ...]] = tuple(int.__new__(Card, card) for card in range(52))
"""The 52 cards in order of id."""

_CARDS: Final[dict[int | str, Card]] = {
    **dict(enumerate(ALL_CARDS)),
    **dict(zip(_NAMES, ALL_CARDS, strict=True)),
}
_NAMES_OF_CARDS: Final = frozenset({Card, int, str})
"""The types that name a card; a bool or a float equals an int and is none."""
_BITS: Final[dict[int, int]] = {card: 1 << card for card in ALL_CARDS}
bit_of = _BITS.__getitem__
"""The mask of one card."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `"AS 2S TD"`, separated by spaces, in its order.

    >>> parse_cards("AS 2S TD")
    (Card('AS'), Card('2S'), Card('TD'))

    Raises CardError naming the first word that is no card.
    """
    if not isinstance(text, str):
        raise CardError(f"cards are given as text such as 'AS 2S TD', not {shown(text)}")
    return tuple(map(Card, text.split()))


def format_cards(cards: Iterable[Card]) -> str:
    """The text that `parse_cards` reads back.

    >>> format_cards(parse_cards("KH AC"))
    'KH AC'
    """
    try:
        return " ".join([_NAMES[Card(card)] for card in cards])
    except TypeError:
        raise CardError(f"not a row of cards: {shown(cards)}") from None


def mask_of(cards: Collection[Card]) -> int:
    """The mask of different cards, given in any order; a number that equals a card's id counts as that card.

    Raises CardError for an unknown card or a card that comes twice.
    """
    try:
        mask = sum(map(bit_of, cards))
        if mask.bit_count() == len(cards):  # adding a bit twice carries, which leaves fewer bits
            return mask
    except (KeyError, TypeError):
        pass
    raise _what_is_wrong(cards)


def _what_is_wrong(cards: object) -> CardError:
    if not isinstance(cards, Collection) or isinstance(cards, (str, bytes)):
        return CardError(f"not a collection of cards: {shown(cards)}")
    seen: set[Card] = set()
    for card in cards:
        if type(card) is not Card and type(card) is not int:
            return CardError(f"no card: {shown(card)}" + (f"; Card({card!r}) makes one" if card in _NAMES else ""))
        if Card(card) in seen:
            return CardError(f"{Card(card)} comes twice")
        seen.add(Card(card))
    return CardError(f"not a collection of cards: {shown(cards)}")


def by_suit(items: Sequence[T]) -> Callable[[int], tuple[T, ...]]:
    """A function from a mask to `items[card]` for its cards, ascending.

    `items` holds 52, one a card. Answers are remembered a suit at a time (8,192 a suit at most), which makes
    the function some four joins of ready tuples.
    """

    class Remembered(dict[int, tuple[T, ...]]):
        def __init__(self, suit: int) -> None:
            self.items_of_suit = items[13 * suit : 13 * suit + 13]

        def __missing__(self, ranks: int) -> tuple[T, ...]:
            self[ranks] = found = tuple(item for i, item in enumerate(self.items_of_suit) if ranks >> i & 1)
            return found

    clubs, diamonds, hearts, spades = map(Remembered, range(4))

    def select(mask: int) -> tuple[T, ...]:
        return (
            clubs[mask & SUIT_MASK]
            + diamonds[mask >> 13 & SUIT_MASK]
            + hearts[mask >> 26 & SUIT_MASK]
            + spades[mask >> 39]
        )

    return select


cards_of = by_suit(ALL_CARDS)
"""The cards of a mask, in order of id."""
