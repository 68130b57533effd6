"""The switches of the game and the three presets (rules section 2).

A variant is a preset with some fields replaced; a ruleset that the rules do not allow cannot be made.
Imports: errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from ginrummy.errors import RulesetError, shown

MAX_NAME: Final = 64
_MAX_UINT32: Final = 0xFFFF_FFFF


class OklahomaAce(Enum):
    """What an ace as upcard means under `oklahoma`."""

    GIN_ONLY = "GIN_ONLY"
    ONE = "ONE"


class TieRule(Enum):
    """Who wins a knock with equal deadwood."""

    UNDERCUT = "UNDERCUT"
    KNOCKER_ZERO = "KNOCKER_ZERO"
    VOID = "VOID"


class SpreadMode(Enum):
    """Whether the knocker declares its melds or the canonical minimum is always shown."""

    KNOCKER = "KNOCKER"
    AUTO_MIN = "AUTO_MIN"


class LayoffMode(Enum):
    """Whether the defender chooses its layoffs or they are made for it."""

    CHOSEN = "CHOSEN"
    AUTO = "AUTO"


class WallRule(Enum):
    """What follows the last discard before the wall: a void hand, or a chance to go out with that card."""

    VOID_AT_DISCARD = "VOID_AT_DISCARD"
    OPPONENT_MAY_GO_OUT = "OPPONENT_MAY_GO_OUT"


class DealerRotation(Enum):
    """Who deals after a scored hand."""

    ALTERNATE = "ALTERNATE"
    WINNER = "WINNER"
    LOSER = "LOSER"


class VoidDealer(Enum):
    """Who deals after a void hand; every source agrees."""

    SAME = "SAME"


class FirstDealer(Enum):
    """Who deals the first hand of a match."""

    RANDOM = "RANDOM"
    SEAT_0 = "SEAT_0"
    SEAT_1 = "SEAT_1"


class BoxTiming(Enum):
    """Whether boxes count when the match is over or at once."""

    AT_END = "AT_END"
    IMMEDIATE = "IMMEDIATE"


class ShutoutMode(Enum):
    """What a shut-out loser costs."""

    NONE = "NONE"
    GAME_BONUS_DOUBLED = "GAME_BONUS_DOUBLED"
    HAND_POINTS_DOUBLED = "HAND_POINTS_DOUBLED"
    TOTAL_DOUBLED = "TOTAL_DOUBLED"
    MARGIN_DOUBLED = "MARGIN_DOUBLED"


class ShutoutTest(Enum):
    """When a loser is shut out."""

    NO_HANDS_WON = "NO_HANDS_WON"
    NO_POINTS = "NO_POINTS"


class Sheet(Enum):
    """One column, or Hollywood's several games at once."""

    SINGLE = "SINGLE"
    HOLLYWOOD = "HOLLYWOOD"


class HollywoodWinnerBy(Enum):
    """What decides a Hollywood match: the sum of the columns, or the number of them."""

    TOTAL = "TOTAL"
    GAMES = "GAMES"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All that two players must agree on before the first deal.

    Fields, defaults and sources are those of rules section 2; bonuses and scores are in points. A variant of
    a preset is made with `dataclasses.replace`, where an enum field also takes the name of its member:

    >>> from dataclasses import replace
    >>> replace(PRESETS["standard"], straight_gin=True, tie_rule="VOID").tie_rule
    <TieRule.VOID: 'VOID'>

    Raises RulesetError, naming the field, for a value out of range or two fields that exclude each other.
    """

    name: str = "custom"
    target_score: int = 100
    knock_limit: int = 10
    oklahoma: bool = False
    oklahoma_ace: OklahomaAce = OklahomaAce.GIN_ONLY
    straight_gin: bool = False
    spades_double: bool = False
    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie_rule: TieRule = TieRule.UNDERCUT
    big_gin_enabled: bool = False
    big_gin_bonus: int = 31
    spread_mode: SpreadMode = SpreadMode.KNOCKER
    layoff_mode: LayoffMode = LayoffMode.CHOSEN
    may_discard_taken_card: bool = False
    knock_discard_hidden: bool = True
    wall_stock: int = 2
    wall_rule: WallRule = WallRule.VOID_AT_DISCARD
    dealer_rotation: DealerRotation = DealerRotation.ALTERNATE
    void_dealer: VoidDealer = VoidDealer.SAME
    first_dealer: FirstDealer = FirstDealer.RANDOM
    game_bonus: int = 0
    box_bonus: int = 0
    box_timing: BoxTiming = BoxTiming.AT_END
    shutout_mode: ShutoutMode = ShutoutMode.NONE
    shutout_test: ShutoutTest = ShutoutTest.NO_HANDS_WON
    sheet: Sheet = Sheet.SINGLE
    hollywood_columns: int = 3
    hollywood_winner_by: HollywoodWinnerBy = HollywoodWinnerBy.TOTAL
    max_pile_draws: int = 50
    max_hands: int = 500

    def __post_init__(self) -> None:
        for field in fields(self):
            kind: type = type(field.default)
            value: Any = getattr(self, field.name)
            if issubclass(kind, Enum):
                object.__setattr__(self, field.name, _member(field.name, kind, value))
            elif type(value) is not kind:
                raise RulesetError(field.name, f"{kind.__name__} is needed, not {shown(value)}")
            elif isinstance(value, str):
                if len(value) > MAX_NAME or not value.isprintable():
                    raise RulesetError(field.name, f"up to {MAX_NAME} printable characters, not {shown(value)}")
            elif isinstance(value, int):
                low, high = _RANGES.get(field.name, (0, _MAX_UINT32))
                if not low <= value <= high:
                    raise RulesetError(field.name, f"{low} to {high} is allowed, not {shown(value)}")
        self._check_pairs()

    def _check_pairs(self) -> None:
        if self.big_gin_enabled and self.big_gin_bonus < self.gin_bonus:
            raise RulesetError("big_gin_bonus", f"{self.big_gin_bonus} is less than gin_bonus, {self.gin_bonus}")
        if self.hollywood_columns % 2 == 0:
            raise RulesetError("hollywood_columns", f"an odd number is needed, not {self.hollywood_columns}")
        if self.box_timing is BoxTiming.IMMEDIATE:
            if self.sheet is Sheet.HOLLYWOOD:
                raise RulesetError("box_timing", "IMMEDIATE does not go with sheet=HOLLYWOOD")
            if self.shutout_mode is ShutoutMode.HAND_POINTS_DOUBLED:
                raise RulesetError("box_timing", "IMMEDIATE does not go with shutout_mode=HAND_POINTS_DOUBLED")


_RANGES: Final[dict[str, tuple[int, int]]] = {
    "target_score": (1, _MAX_UINT32),
    "knock_limit": (0, 10),
    "wall_stock": (2, 20),
    "hollywood_columns": (1, 99),  # a bound on what a sheet can grow to; nobody plays more than a few
    "max_pile_draws": (1, _MAX_UINT32),
    "max_hands": (1, _MAX_UINT32),
}


def _member(field: str, kind: type[Enum], value: object) -> Enum:
    if isinstance(value, kind):
        return value
    if isinstance(value, str) and value in kind.__members__:
        return kind[value]
    raise RulesetError(field, f"one of {', '.join(kind.__members__)} is needed, not {shown(value)}")


PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        "classic": Ruleset(name="classic", undercut_bonus=10, big_gin_enabled=True, big_gin_bonus=50),
        "standard": Ruleset(
            name="standard",
            dealer_rotation=DealerRotation.WINNER,
            game_bonus=100,
            box_bonus=25,
            shutout_mode=ShutoutMode.GAME_BONUS_DOUBLED,
        ),
        "oklahoma": Ruleset(
            name="oklahoma",
            target_score=150,
            oklahoma=True,
            spades_double=True,
            big_gin_enabled=True,
            spread_mode=SpreadMode.AUTO_MIN,
            layoff_mode=LayoffMode.AUTO,
        ),
    }
)
"""The rules of the three source pages: `classic`, `standard`, `oklahoma`."""
