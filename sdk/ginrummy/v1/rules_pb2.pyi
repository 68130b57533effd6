from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OklahomaAce(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OKLAHOMA_ACE_UNSPECIFIED: _ClassVar[OklahomaAce]
    OKLAHOMA_ACE_GIN_ONLY: _ClassVar[OklahomaAce]
    OKLAHOMA_ACE_ONE: _ClassVar[OklahomaAce]

class TieRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIE_RULE_UNSPECIFIED: _ClassVar[TieRule]
    TIE_RULE_UNDERCUT: _ClassVar[TieRule]
    TIE_RULE_KNOCKER_ZERO: _ClassVar[TieRule]
    TIE_RULE_VOID: _ClassVar[TieRule]

class SpreadMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPREAD_MODE_UNSPECIFIED: _ClassVar[SpreadMode]
    SPREAD_MODE_KNOCKER: _ClassVar[SpreadMode]
    SPREAD_MODE_AUTO_MIN: _ClassVar[SpreadMode]

class LayoffMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAYOFF_MODE_UNSPECIFIED: _ClassVar[LayoffMode]
    LAYOFF_MODE_CHOSEN: _ClassVar[LayoffMode]
    LAYOFF_MODE_AUTO: _ClassVar[LayoffMode]

class WallRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WALL_RULE_UNSPECIFIED: _ClassVar[WallRule]
    WALL_RULE_VOID_AT_DISCARD: _ClassVar[WallRule]
    WALL_RULE_OPPONENT_MAY_GO_OUT: _ClassVar[WallRule]

class DealerRotation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEALER_ROTATION_UNSPECIFIED: _ClassVar[DealerRotation]
    DEALER_ROTATION_ALTERNATE: _ClassVar[DealerRotation]
    DEALER_ROTATION_WINNER: _ClassVar[DealerRotation]
    DEALER_ROTATION_LOSER: _ClassVar[DealerRotation]

class VoidDealer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VOID_DEALER_UNSPECIFIED: _ClassVar[VoidDealer]
    VOID_DEALER_SAME: _ClassVar[VoidDealer]

class FirstDealer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIRST_DEALER_UNSPECIFIED: _ClassVar[FirstDealer]
    FIRST_DEALER_RANDOM: _ClassVar[FirstDealer]
    FIRST_DEALER_SEAT_0: _ClassVar[FirstDealer]
    FIRST_DEALER_SEAT_1: _ClassVar[FirstDealer]

class BoxTiming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOX_TIMING_UNSPECIFIED: _ClassVar[BoxTiming]
    BOX_TIMING_AT_END: _ClassVar[BoxTiming]
    BOX_TIMING_IMMEDIATE: _ClassVar[BoxTiming]

class ShutoutMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHUTOUT_MODE_UNSPECIFIED: _ClassVar[ShutoutMode]
    SHUTOUT_MODE_NONE: _ClassVar[ShutoutMode]
    SHUTOUT_MODE_GAME_BONUS_DOUBLED: _ClassVar[ShutoutMode]
    SHUTOUT_MODE_HAND_POINTS_DOUBLED: _ClassVar[ShutoutMode]
    SHUTOUT_MODE_TOTAL_DOUBLED: _ClassVar[ShutoutMode]
    SHUTOUT_MODE_MARGIN_DOUBLED: _ClassVar[ShutoutMode]

class ShutoutTest(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHUTOUT_TEST_UNSPECIFIED: _ClassVar[ShutoutTest]
    SHUTOUT_TEST_NO_HANDS_WON: _ClassVar[ShutoutTest]
    SHUTOUT_TEST_NO_POINTS: _ClassVar[ShutoutTest]

class Sheet(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SHEET_UNSPECIFIED: _ClassVar[Sheet]
    SHEET_SINGLE: _ClassVar[Sheet]
    SHEET_HOLLYWOOD: _ClassVar[Sheet]

class HollywoodWinnerBy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOLLYWOOD_WINNER_BY_UNSPECIFIED: _ClassVar[HollywoodWinnerBy]
    HOLLYWOOD_WINNER_BY_TOTAL: _ClassVar[HollywoodWinnerBy]
    HOLLYWOOD_WINNER_BY_GAMES: _ClassVar[HollywoodWinnerBy]

class StockOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STOCK_ORDER_UNSPECIFIED: _ClassVar[StockOrder]
    STOCK_ORDER_SHARED: _ClassVar[StockOrder]
    STOCK_ORDER_SEAT_LOCKED: _ClassVar[StockOrder]

class ResultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_KIND_UNSPECIFIED: _ClassVar[ResultKind]
    RESULT_KIND_KNOCK: _ClassVar[ResultKind]
    RESULT_KIND_GIN: _ClassVar[ResultKind]
    RESULT_KIND_BIG_GIN: _ClassVar[ResultKind]
    RESULT_KIND_UNDERCUT: _ClassVar[ResultKind]
    RESULT_KIND_VOID: _ClassVar[ResultKind]

class VoidReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VOID_REASON_UNSPECIFIED: _ClassVar[VoidReason]
    VOID_REASON_WALL: _ClassVar[VoidReason]
    VOID_REASON_CYCLE: _ClassVar[VoidReason]
    VOID_REASON_TIE: _ClassVar[VoidReason]
OKLAHOMA_ACE_UNSPECIFIED: OklahomaAce
OKLAHOMA_ACE_GIN_ONLY: OklahomaAce
OKLAHOMA_ACE_ONE: OklahomaAce
TIE_RULE_UNSPECIFIED: TieRule
TIE_RULE_UNDERCUT: TieRule
TIE_RULE_KNOCKER_ZERO: TieRule
TIE_RULE_VOID: TieRule
SPREAD_MODE_UNSPECIFIED: SpreadMode
SPREAD_MODE_KNOCKER: SpreadMode
SPREAD_MODE_AUTO_MIN: SpreadMode
LAYOFF_MODE_UNSPECIFIED: LayoffMode
LAYOFF_MODE_CHOSEN: LayoffMode
LAYOFF_MODE_AUTO: LayoffMode
WALL_RULE_UNSPECIFIED: WallRule
WALL_RULE_VOID_AT_DISCARD: WallRule
WALL_RULE_OPPONENT_MAY_GO_OUT: WallRule
DEALER_ROTATION_UNSPECIFIED: DealerRotation
DEALER_ROTATION_ALTERNATE: DealerRotation
DEALER_ROTATION_WINNER: DealerRotation
DEALER_ROTATION_LOSER: DealerRotation
VOID_DEALER_UNSPECIFIED: VoidDealer
VOID_DEALER_SAME: VoidDealer
FIRST_DEALER_UNSPECIFIED: FirstDealer
FIRST_DEALER_RANDOM: FirstDealer
FIRST_DEALER_SEAT_0: FirstDealer
FIRST_DEALER_SEAT_1: FirstDealer
BOX_TIMING_UNSPECIFIED: BoxTiming
BOX_TIMING_AT_END: BoxTiming
BOX_TIMING_IMMEDIATE: BoxTiming
SHUTOUT_MODE_UNSPECIFIED: ShutoutMode
SHUTOUT_MODE_NONE: ShutoutMode
SHUTOUT_MODE_GAME_BONUS_DOUBLED: ShutoutMode
SHUTOUT_MODE_HAND_POINTS_DOUBLED: ShutoutMode
SHUTOUT_MODE_TOTAL_DOUBLED: ShutoutMode
SHUTOUT_MODE_MARGIN_DOUBLED: ShutoutMode
SHUTOUT_TEST_UNSPECIFIED: ShutoutTest
SHUTOUT_TEST_NO_HANDS_WON: ShutoutTest
SHUTOUT_TEST_NO_POINTS: ShutoutTest
SHEET_UNSPECIFIED: Sheet
SHEET_SINGLE: Sheet
SHEET_HOLLYWOOD: Sheet
HOLLYWOOD_WINNER_BY_UNSPECIFIED: HollywoodWinnerBy
HOLLYWOOD_WINNER_BY_TOTAL: HollywoodWinnerBy
HOLLYWOOD_WINNER_BY_GAMES: HollywoodWinnerBy
STOCK_ORDER_UNSPECIFIED: StockOrder
STOCK_ORDER_SHARED: StockOrder
STOCK_ORDER_SEAT_LOCKED: StockOrder
RESULT_KIND_UNSPECIFIED: ResultKind
RESULT_KIND_KNOCK: ResultKind
RESULT_KIND_GIN: ResultKind
RESULT_KIND_BIG_GIN: ResultKind
RESULT_KIND_UNDERCUT: ResultKind
RESULT_KIND_VOID: ResultKind
VOID_REASON_UNSPECIFIED: VoidReason
VOID_REASON_WALL: VoidReason
VOID_REASON_CYCLE: VoidReason
VOID_REASON_TIE: VoidReason

class Ruleset(_message.Message):
    __slots__ = ("name", "target_score", "knock_limit", "oklahoma", "oklahoma_ace", "straight_gin", "spades_double", "gin_bonus", "undercut_bonus", "tie_rule", "big_gin_enabled", "big_gin_bonus", "spread_mode", "layoff_mode", "may_discard_taken_card", "knock_discard_hidden", "wall_stock", "wall_rule", "dealer_rotation", "void_dealer", "first_dealer", "game_bonus", "box_bonus", "box_timing", "shutout_mode", "shutout_test", "sheet", "hollywood_columns", "hollywood_winner_by", "max_pile_draws", "max_hands")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TARGET_SCORE_FIELD_NUMBER: _ClassVar[int]
    KNOCK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    OKLAHOMA_FIELD_NUMBER: _ClassVar[int]
    OKLAHOMA_ACE_FIELD_NUMBER: _ClassVar[int]
    STRAIGHT_GIN_FIELD_NUMBER: _ClassVar[int]
    SPADES_DOUBLE_FIELD_NUMBER: _ClassVar[int]
    GIN_BONUS_FIELD_NUMBER: _ClassVar[int]
    UNDERCUT_BONUS_FIELD_NUMBER: _ClassVar[int]
    TIE_RULE_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_ENABLED_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_BONUS_FIELD_NUMBER: _ClassVar[int]
    SPREAD_MODE_FIELD_NUMBER: _ClassVar[int]
    LAYOFF_MODE_FIELD_NUMBER: _ClassVar[int]
    MAY_DISCARD_TAKEN_CARD_FIELD_NUMBER: _ClassVar[int]
    KNOCK_DISCARD_HIDDEN_FIELD_NUMBER: _ClassVar[int]
    WALL_STOCK_FIELD_NUMBER: _ClassVar[int]
    WALL_RULE_FIELD_NUMBER: _ClassVar[int]
    DEALER_ROTATION_FIELD_NUMBER: _ClassVar[int]
    VOID_DEALER_FIELD_NUMBER: _ClassVar[int]
    FIRST_DEALER_FIELD_NUMBER: _ClassVar[int]
    GAME_BONUS_FIELD_NUMBER: _ClassVar[int]
    BOX_BONUS_FIELD_NUMBER: _ClassVar[int]
    BOX_TIMING_FIELD_NUMBER: _ClassVar[int]
    SHUTOUT_MODE_FIELD_NUMBER: _ClassVar[int]
    SHUTOUT_TEST_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    HOLLYWOOD_COLUMNS_FIELD_NUMBER: _ClassVar[int]
    HOLLYWOOD_WINNER_BY_FIELD_NUMBER: _ClassVar[int]
    MAX_PILE_DRAWS_FIELD_NUMBER: _ClassVar[int]
    MAX_HANDS_FIELD_NUMBER: _ClassVar[int]
    name: str
    target_score: int
    knock_limit: int
    oklahoma: bool
    oklahoma_ace: OklahomaAce
    straight_gin: bool
    spades_double: bool
    gin_bonus: int
    undercut_bonus: int
    tie_rule: TieRule
    big_gin_enabled: bool
    big_gin_bonus: int
    spread_mode: SpreadMode
    layoff_mode: LayoffMode
    may_discard_taken_card: bool
    knock_discard_hidden: bool
    wall_stock: int
    wall_rule: WallRule
    dealer_rotation: DealerRotation
    void_dealer: VoidDealer
    first_dealer: FirstDealer
    game_bonus: int
    box_bonus: int
    box_timing: BoxTiming
    shutout_mode: ShutoutMode
    shutout_test: ShutoutTest
    sheet: Sheet
    hollywood_columns: int
    hollywood_winner_by: HollywoodWinnerBy
    max_pile_draws: int
    max_hands: int
    def __init__(self, name: _Optional[str] = ..., target_score: _Optional[int] = ..., knock_limit: _Optional[int] = ..., oklahoma: bool = ..., oklahoma_ace: _Optional[_Union[OklahomaAce, str]] = ..., straight_gin: bool = ..., spades_double: bool = ..., gin_bonus: _Optional[int] = ..., undercut_bonus: _Optional[int] = ..., tie_rule: _Optional[_Union[TieRule, str]] = ..., big_gin_enabled: bool = ..., big_gin_bonus: _Optional[int] = ..., spread_mode: _Optional[_Union[SpreadMode, str]] = ..., layoff_mode: _Optional[_Union[LayoffMode, str]] = ..., may_discard_taken_card: bool = ..., knock_discard_hidden: bool = ..., wall_stock: _Optional[int] = ..., wall_rule: _Optional[_Union[WallRule, str]] = ..., dealer_rotation: _Optional[_Union[DealerRotation, str]] = ..., void_dealer: _Optional[_Union[VoidDealer, str]] = ..., first_dealer: _Optional[_Union[FirstDealer, str]] = ..., game_bonus: _Optional[int] = ..., box_bonus: _Optional[int] = ..., box_timing: _Optional[_Union[BoxTiming, str]] = ..., shutout_mode: _Optional[_Union[ShutoutMode, str]] = ..., shutout_test: _Optional[_Union[ShutoutTest, str]] = ..., sheet: _Optional[_Union[Sheet, str]] = ..., hollywood_columns: _Optional[int] = ..., hollywood_winner_by: _Optional[_Union[HollywoodWinnerBy, str]] = ..., max_pile_draws: _Optional[int] = ..., max_hands: _Optional[int] = ...) -> None: ...

class HandResult(_message.Message):
    __slots__ = ("kind", "winner", "points", "knocker", "knocker_deadwood", "defender_deadwood", "void_reason")
    KIND_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    KNOCKER_FIELD_NUMBER: _ClassVar[int]
    KNOCKER_DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    VOID_REASON_FIELD_NUMBER: _ClassVar[int]
    kind: ResultKind
    winner: int
    points: int
    knocker: int
    knocker_deadwood: int
    defender_deadwood: int
    void_reason: VoidReason
    def __init__(self, kind: _Optional[_Union[ResultKind, str]] = ..., winner: _Optional[int] = ..., points: _Optional[int] = ..., knocker: _Optional[int] = ..., knocker_deadwood: _Optional[int] = ..., defender_deadwood: _Optional[int] = ..., void_reason: _Optional[_Union[VoidReason, str]] = ...) -> None: ...

class ScoreSheet(_message.Message):
    __slots__ = ("columns", "hand_winners", "hand_points", "over", "winner", "finals", "margin")
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    HAND_WINNERS_FIELD_NUMBER: _ClassVar[int]
    HAND_POINTS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    FINALS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    columns: _containers.RepeatedCompositeFieldContainer[Column]
    hand_winners: bytes
    hand_points: _containers.RepeatedScalarFieldContainer[int]
    over: bool
    winner: int
    finals: _containers.RepeatedScalarFieldContainer[int]
    margin: int
    def __init__(self, columns: _Optional[_Iterable[_Union[Column, _Mapping]]] = ..., hand_winners: _Optional[bytes] = ..., hand_points: _Optional[_Iterable[int]] = ..., over: bool = ..., winner: _Optional[int] = ..., finals: _Optional[_Iterable[int]] = ..., margin: _Optional[int] = ...) -> None: ...

class Column(_message.Message):
    __slots__ = ("scores", "boxes", "entered", "winner", "finals", "margin")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    BOXES_FIELD_NUMBER: _ClassVar[int]
    ENTERED_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    FINALS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    boxes: _containers.RepeatedScalarFieldContainer[int]
    entered: _containers.RepeatedScalarFieldContainer[bool]
    winner: int
    finals: _containers.RepeatedScalarFieldContainer[int]
    margin: int
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., boxes: _Optional[_Iterable[int]] = ..., entered: _Optional[_Iterable[bool]] = ..., winner: _Optional[int] = ..., finals: _Optional[_Iterable[int]] = ..., margin: _Optional[int] = ...) -> None: ...
