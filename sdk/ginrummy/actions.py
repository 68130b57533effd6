"""What a seat may choose. Constructors do not judge; `hand.apply` does (rules section 4).

Imports: cards, melds.
"""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.cards import Card
from ginrummy.melds import Meld


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the upcard, or, at the wall, do not go out with the last discard."""


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take the top of the discard pile (at first the upcard)."""


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw from the stock."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Shed a card face up and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Shed `discard` and go out with the other ten cards.

    `melds` declares the spread; empty, it means the canonical minimum (rules 5.1). With deadwood 0 it is gin.
    In WALL the pile's top is taken first.
    """

    discard: Card
    melds: tuple[Meld, ...] = ()


@dataclass(frozen=True, slots=True)
class BigGin:
    """Go out with eleven melded cards, shedding none; `melds` as in Knock. In WALL the pile's top is taken first."""

    melds: tuple[Meld, ...] = ()


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to the meld of that index in the knocker's spread."""

    card: Card
    meld_index: int


@dataclass(frozen=True, slots=True)
class FinishLayoffs:
    """Lay off nothing more and count."""


Action = Pass | TakeDiscard | DrawStock | Discard | Knock | BigGin | LayOff | FinishLayoffs
