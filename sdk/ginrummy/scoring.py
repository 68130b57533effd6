"""Points of a hand, score sheets (single and Hollywood) and end bonuses (rules sections 6 and 7).

Imports: errors, _frozen, ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from ginrummy._frozen import frozen
from ginrummy.errors import ScoreError, StateError, check_seat, check_type, shown
from ginrummy.ruleset import BoxTiming, HollywoodWinnerBy, Ruleset, Sheet, ShutoutMode, ShutoutTest, TieRule

Pair = tuple[int, int]
"""A number for each seat."""

MAX_HANDS: Final = 10_000
"""The most hands that a match of a fixed number has, and that a sheet on the wire can tell."""


class ResultKind(Enum):
    """How a hand ended."""

    KNOCK = "KNOCK"
    GIN = "GIN"
    BIG_GIN = "BIG_GIN"
    UNDERCUT = "UNDERCUT"
    VOID = "VOID"


class VoidReason(Enum):
    """Why nobody scored: the stock ran down, the pile went round too often, or a tie under TieRule.VOID."""

    WALL = "WALL"
    CYCLE = "CYCLE"
    TIE = "TIE"


@dataclass(frozen=True, slots=True)
class HandResult:
    """The end of a hand.

    `winner` is None and `points` 0 for a void hand. `knocker`, `knocker_deadwood` (as declared) and
    `defender_deadwood` (after layoffs) are None where nobody went out.
    """

    kind: ResultKind
    winner: int | None
    points: int
    knocker: int | None = None
    knocker_deadwood: int | None = None
    defender_deadwood: int | None = None
    void_reason: VoidReason | None = None


def void_result(reason: VoidReason) -> HandResult:
    """A hand that nobody went out in."""
    return HandResult(ResultKind.VOID, None, 0, void_reason=reason)


def score_hand(
    ruleset: Ruleset, multiplier: int, knocker: int, knocker_deadwood: int, defender_deadwood: int, *, big_gin: bool
) -> HandResult:
    """The result of a hand that `knocker` ended, from both counts (rules section 6).

    Raises SeatError or ScoreError for a seat, a multiplier or a count that no hand has.
    """
    check_type(ruleset, Ruleset)
    check_seat(knocker, "knocker")
    if type(multiplier) is not int or multiplier not in (1, 2):
        raise ScoreError(f"multiplier: 1 or 2, not {shown(multiplier)}")
    for count in (knocker_deadwood, defender_deadwood):
        if type(count) is not int or not 0 <= count <= _MOST_DEADWOOD:
            raise ScoreError(f"deadwood: 0 to {_MOST_DEADWOOD}, not {shown(count)}")
    if type(big_gin) is not bool:
        raise ScoreError(f"big_gin: True or False, not {shown(big_gin)}")
    defender = 1 - knocker
    k, d = knocker_deadwood, defender_deadwood
    if big_gin:
        kind, winner, points = ResultKind.BIG_GIN, knocker, d + ruleset.big_gin_bonus
    elif k == 0:
        kind, winner, points = ResultKind.GIN, knocker, d + ruleset.gin_bonus
    elif k < d:
        kind, winner, points = ResultKind.KNOCK, knocker, d - k
    elif k > d or ruleset.tie_rule is TieRule.UNDERCUT:
        kind, winner, points = ResultKind.UNDERCUT, defender, k - d + ruleset.undercut_bonus
    elif ruleset.tie_rule is TieRule.KNOCKER_ZERO:
        kind, winner, points = ResultKind.KNOCK, knocker, 0
    else:
        return HandResult(ResultKind.VOID, None, 0, knocker, k, d, VoidReason.TIE)
    return HandResult(kind, winner, multiplier * points, knocker, k, d)


@dataclass(frozen=True, slots=True)
class Column:
    """One game: the whole of a single sheet, or one of Hollywood's.

    `winner` is None while the column is open, and so are `finals` and `margin`, unless the match ended early, at
    `max_hands` or by a forfeit: then `finals` are the scores and no column has a margin. `scores` are running scores,
    which under `box_timing=IMMEDIATE` hold the boxes too; `margin` is the winner's final less the loser's, doubled
    where the shutout mode says so, and may be negative.
    """

    scores: Pair = (0, 0)
    boxes: Pair = (0, 0)
    entered: tuple[bool, bool] = (False, False)
    winner: int | None = None
    finals: Pair | None = None
    margin: int | None = None


_OPEN: Final = Column()
_MOST_DEADWOOD: Final = 98
"""What ten cards can count at most (rules section 1)."""
_OUT_OF_REACH: Final = 0xFFFF_FFFF
"""The highest target that a ruleset can have."""


@frozen
class ScoreSheet:
    """What a match stands at; `add` takes the next hand.

    `history` holds the hands added, as (winner's seat, points) or None for a void one. `winner`, `finals` and `margin`
    are None before the match is over; a draw (rules 7.5) is over with no winner and a margin of 0. In Hollywood
    `scores`, `boxes`, `finals` and `margin` are sums over the columns, the margin signed for the match winner.
    """

    ruleset: Ruleset
    columns: tuple[Column, ...]
    history: tuple[Pair | None, ...] = ()
    over: bool = False
    winner: int | None = None
    finals: Pair | None = None
    margin: int | None = None

    @property
    def scores(self) -> Pair:
        """Running scores by seat, summed over the columns."""
        return _sum(column.scores for column in self.columns)

    @property
    def boxes(self) -> Pair:
        """Hands won by seat, summed over the columns."""
        return _sum(column.boxes for column in self.columns)

    def add(self, hand: tuple[int, int] | None) -> ScoreSheet:
        """The sheet after one more hand: (winner's seat, points), or None for a void one.

        Raises ScoreError for anything else, and for a hand after the end.
        """
        if self.over:
            raise ScoreError(f"the match is over; a hand more cannot be scored: {shown(hand)}")
        checked = None if hand is None else _checked(hand)
        played = replace(self, history=(*self.history, checked))
        if checked is not None:
            winner, points = checked
            played = replace(played, columns=_entered(self.ruleset, self.columns, winner, points))
            if all(column.winner is not None for column in played.columns):
                return _ended(played)
        if len(played.history) >= self.ruleset.max_hands:
            return _stopped(played)
        return played

    def forfeit(self, offender: int) -> ScoreSheet:
        """The sheet of a match that `offender` has forfeited: scores stand, no end bonuses (rules section 10).

        Raises ScoreError when the match is over, SeatError for a seat that is not 0 or 1.
        """
        if self.over:
            raise ScoreError("the match is over; it cannot be forfeited")
        check_seat(offender, "offender")
        return _without_bonuses(self, 1 - offender)


def empty_sheet(ruleset: Ruleset, hands: int | None = None) -> ScoreSheet:
    """The sheet of a match before its first hand.

    With `hands` it is a match of so many, 1 to MAX_HANDS, which no score ends. Then the sheet is kept by the ruleset
    with everything of the match taken out: a single sheet also in Hollywood, a target out of reach, no boxes among the
    scores, and `max_hands` for its end, so that scores and finals are the points of the hands (rules 7.6).

    Raises StateError for another number of hands, and for bonuses with which so many might reach that target.
    """
    check_type(ruleset, Ruleset)
    if hands is not None:
        ruleset = _stand_alone(ruleset, hands)
    number = ruleset.hollywood_columns if ruleset.sheet is Sheet.HOLLYWOOD else 1
    return ScoreSheet(ruleset, (_OPEN,) * number)


def _stand_alone(ruleset: Ruleset, hands: int) -> Ruleset:
    if type(hands) is not int or not 1 <= hands <= MAX_HANDS:
        raise StateError(f"hands: 1 to {MAX_HANDS}, not {shown(hands)}")
    bonus = max(ruleset.gin_bonus, ruleset.big_gin_bonus, ruleset.undercut_bonus)
    if 2 * hands * (_MOST_DEADWOOD + bonus) >= _OUT_OF_REACH:
        raise StateError(f"hands: {hands} with bonuses of up to {bonus} might score more than a sheet can tell")
    return replace(
        ruleset, sheet=Sheet.SINGLE, target_score=_OUT_OF_REACH, box_timing=BoxTiming.AT_END, max_hands=hands
    )


def score_sheet(ruleset: Ruleset, hands: Iterable[tuple[int, int] | None]) -> ScoreSheet:
    """The sheet after `hands`, each (winner's seat, points) or None for a void one.

    >>> from ginrummy import PRESETS
    >>> sheet = score_sheet(PRESETS["standard"], [(0, 40), None, (0, 65)])
    >>> sheet.over, sheet.winner, sheet.scores, sheet.finals, sheet.margin
    (True, 0, (105, 0), (355, 0), 355)

    Raises ScoreError for a hand that means nothing and for one after the end.
    """
    sheet = empty_sheet(ruleset)
    try:
        rows = iter(hands)
    except TypeError:
        raise ScoreError(f"not a row of hands: {shown(hands)}") from None
    for hand in rows:
        sheet = sheet.add(hand)
    return sheet


def _checked(hand: object) -> tuple[int, int]:
    match hand:
        case (int() as winner, int() as points) if winner in (0, 1) and points >= 0 and bool not in map(type, hand):
            return winner, points
    raise ScoreError(f"a hand is (winner's seat, points from 0) or None, not {shown(hand)}")


def _entered(ruleset: Ruleset, columns: tuple[Column, ...], winner: int, points: int) -> tuple[Column, ...]:
    """The columns after a hand won: one is entered if one is left, and all that are entered take the points."""
    new = next((i for i, column in enumerate(columns) if column.winner is None and not column.entered[winner]), None)
    taking = (i for i, column in enumerate(columns) if column.winner is None and (i == new or column.entered[winner]))
    changed = list(columns)
    for i in taking:
        changed[i] = _scored(ruleset, columns[i], winner, points)
    return tuple(changed)


def _scored(ruleset: Ruleset, column: Column, winner: int, points: int) -> Column:
    if ruleset.box_timing is BoxTiming.IMMEDIATE:
        points += ruleset.box_bonus
    column = replace(
        column,
        scores=_plus(column.scores, winner, points),
        boxes=_plus(column.boxes, winner, 1),
        entered=(column.entered[0] or winner == 0, column.entered[1] or winner == 1),
    )
    return _settled(ruleset, column, winner) if column.scores[winner] >= ruleset.target_score else column


def _settled(ruleset: Ruleset, column: Column, winner: int) -> Column:
    """A column closed by `winner`, with its end bonuses (rules 7.2)."""
    loser = 1 - winner
    boxes = ruleset.box_bonus if ruleset.box_timing is BoxTiming.AT_END else 0
    finals = [column.scores[seat] + boxes * column.boxes[seat] for seat in (0, 1)]
    finals[winner] += ruleset.game_bonus
    tested = column.boxes if ruleset.shutout_test is ShutoutTest.NO_HANDS_WON else column.scores
    times = 1
    match ruleset.shutout_mode if tested[loser] == 0 else ShutoutMode.NONE:
        case ShutoutMode.NONE:
            pass
        case ShutoutMode.GAME_BONUS_DOUBLED:
            finals[winner] += ruleset.game_bonus
        case ShutoutMode.HAND_POINTS_DOUBLED:
            finals[winner] += column.scores[winner]
        case ShutoutMode.TOTAL_DOUBLED:
            finals[winner] *= 2
        case ShutoutMode.MARGIN_DOUBLED:
            times = 2
        case mode:
            assert_never(mode)
    margin = times * (finals[winner] - finals[loser])
    return replace(column, winner=winner, finals=(finals[0], finals[1]), margin=margin)


def _ended(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a match all of whose columns are closed (rules 7.4)."""
    finals = _sum(column.finals or (0, 0) for column in sheet.columns)
    games = [sum(column.winner == seat for column in sheet.columns) for seat in (0, 1)]
    ahead_by = games[0] - games[1]
    if sheet.ruleset.sheet is Sheet.HOLLYWOOD and sheet.ruleset.hollywood_winner_by is HollywoodWinnerBy.TOTAL:
        ahead_by = finals[0] - finals[1] or ahead_by
    winner = 0 if ahead_by > 0 else 1  # columns are odd in number, so games are never equal
    margins = (column.margin if column.winner == winner else -(column.margin or 0) for column in sheet.columns)
    return replace(sheet, over=True, winner=winner, finals=finals, margin=sum(margin or 0 for margin in margins))


def _stopped(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet of a match that reached `max_hands` (rules 7.5)."""
    scores = sheet.scores
    winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
    return _without_bonuses(sheet, winner)


def _without_bonuses(sheet: ScoreSheet, winner: int | None) -> ScoreSheet:
    scores = sheet.scores
    columns = tuple(replace(column, finals=column.scores, margin=None) for column in sheet.columns)
    margin = 0 if winner is None else scores[winner] - scores[1 - winner]
    return replace(sheet, columns=columns, over=True, winner=winner, finals=scores, margin=margin)


def _plus(pair: Pair, seat: int, amount: int) -> Pair:
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)


def _sum(pairs: Iterable[Pair]) -> Pair:
    first = second = 0
    for a, b in pairs:
        first += a
        second += b
    return first, second
