from ginrummy.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_UPCARD_FIRST: _ClassVar[Phase]
    PHASE_UPCARD_SECOND: _ClassVar[Phase]
    PHASE_FORCED_STOCK: _ClassVar[Phase]
    PHASE_DRAW: _ClassVar[Phase]
    PHASE_ACT: _ClassVar[Phase]
    PHASE_WALL: _ClassVar[Phase]
    PHASE_LAYOFF: _ClassVar[Phase]
    PHASE_HAND_OVER: _ClassVar[Phase]
PHASE_UNSPECIFIED: Phase
PHASE_UPCARD_FIRST: Phase
PHASE_UPCARD_SECOND: Phase
PHASE_FORCED_STOCK: Phase
PHASE_DRAW: Phase
PHASE_ACT: Phase
PHASE_WALL: Phase
PHASE_LAYOFF: Phase
PHASE_HAND_OVER: Phase

class Action(_message.Message):
    __slots__ = ("pass_turn", "take_discard", "draw_stock", "discard", "knock", "big_gin", "lay_off", "finish_layoffs")
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    TAKE_DISCARD_FIELD_NUMBER: _ClassVar[int]
    DRAW_STOCK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    KNOCK_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_FIELD_NUMBER: _ClassVar[int]
    LAY_OFF_FIELD_NUMBER: _ClassVar[int]
    FINISH_LAYOFFS_FIELD_NUMBER: _ClassVar[int]
    pass_turn: Pass
    take_discard: TakeDiscard
    draw_stock: DrawStock
    discard: Discard
    knock: Knock
    big_gin: BigGin
    lay_off: LayOff
    finish_layoffs: FinishLayoffs
    def __init__(self, pass_turn: _Optional[_Union[Pass, _Mapping]] = ..., take_discard: _Optional[_Union[TakeDiscard, _Mapping]] = ..., draw_stock: _Optional[_Union[DrawStock, _Mapping]] = ..., discard: _Optional[_Union[Discard, _Mapping]] = ..., knock: _Optional[_Union[Knock, _Mapping]] = ..., big_gin: _Optional[_Union[BigGin, _Mapping]] = ..., lay_off: _Optional[_Union[LayOff, _Mapping]] = ..., finish_layoffs: _Optional[_Union[FinishLayoffs, _Mapping]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeDiscard(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrawStock(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Discard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Knock(_message.Message):
    __slots__ = ("discard", "melds")
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    discard: int
    melds: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, discard: _Optional[int] = ..., melds: _Optional[_Iterable[bytes]] = ...) -> None: ...

class BigGin(_message.Message):
    __slots__ = ("melds",)
    MELDS_FIELD_NUMBER: _ClassVar[int]
    melds: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, melds: _Optional[_Iterable[bytes]] = ...) -> None: ...

class LayOff(_message.Message):
    __slots__ = ("card", "meld_index")
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELD_INDEX_FIELD_NUMBER: _ClassVar[int]
    card: int
    meld_index: int
    def __init__(self, card: _Optional[int] = ..., meld_index: _Optional[int] = ...) -> None: ...

class FinishLayoffs(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LegalActions(_message.Message):
    __slots__ = ("draw_stock", "take_discard", "pass_turn", "discards", "knocks", "big_gin", "layoffs", "finish_layoffs")
    DRAW_STOCK_FIELD_NUMBER: _ClassVar[int]
    TAKE_DISCARD_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    KNOCKS_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_FIELD_NUMBER: _ClassVar[int]
    LAYOFFS_FIELD_NUMBER: _ClassVar[int]
    FINISH_LAYOFFS_FIELD_NUMBER: _ClassVar[int]
    draw_stock: bool
    take_discard: bool
    pass_turn: bool
    discards: int
    knocks: int
    big_gin: bool
    layoffs: _containers.RepeatedCompositeFieldContainer[LayOff]
    finish_layoffs: bool
    def __init__(self, draw_stock: bool = ..., take_discard: bool = ..., pass_turn: bool = ..., discards: _Optional[int] = ..., knocks: _Optional[int] = ..., big_gin: bool = ..., layoffs: _Optional[_Iterable[_Union[LayOff, _Mapping]]] = ..., finish_layoffs: bool = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("seat", "ruleset", "hand_index", "dealer", "phase", "to_act", "hand", "upcard", "discard_pile", "opponent_known", "stock_count", "legal_actions", "knock_limit", "multiplier", "sheet", "drawn", "taken", "knocker", "knock_discard", "spread", "melds", "knocker_deadwood_cards", "knocker_deadwood", "layoffs", "opponent_hand", "result")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    HAND_INDEX_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    UPCARD_FIELD_NUMBER: _ClassVar[int]
    DISCARD_PILE_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_KNOWN_FIELD_NUMBER: _ClassVar[int]
    STOCK_COUNT_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    KNOCK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    KNOCKER_FIELD_NUMBER: _ClassVar[int]
    KNOCK_DISCARD_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    KNOCKER_DEADWOOD_CARDS_FIELD_NUMBER: _ClassVar[int]
    KNOCKER_DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    LAYOFFS_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_HAND_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ruleset: _rules_pb2.Ruleset
    hand_index: int
    dealer: int
    phase: Phase
    to_act: int
    hand: int
    upcard: int
    discard_pile: bytes
    opponent_known: int
    stock_count: int
    legal_actions: LegalActions
    knock_limit: int
    multiplier: int
    sheet: _rules_pb2.ScoreSheet
    drawn: int
    taken: int
    knocker: int
    knock_discard: int
    spread: _containers.RepeatedScalarFieldContainer[bytes]
    melds: _containers.RepeatedScalarFieldContainer[bytes]
    knocker_deadwood_cards: int
    knocker_deadwood: int
    layoffs: _containers.RepeatedCompositeFieldContainer[LayOff]
    opponent_hand: int
    result: _rules_pb2.HandResult
    def __init__(self, seat: _Optional[int] = ..., ruleset: _Optional[_Union[_rules_pb2.Ruleset, _Mapping]] = ..., hand_index: _Optional[int] = ..., dealer: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., to_act: _Optional[int] = ..., hand: _Optional[int] = ..., upcard: _Optional[int] = ..., discard_pile: _Optional[bytes] = ..., opponent_known: _Optional[int] = ..., stock_count: _Optional[int] = ..., legal_actions: _Optional[_Union[LegalActions, _Mapping]] = ..., knock_limit: _Optional[int] = ..., multiplier: _Optional[int] = ..., sheet: _Optional[_Union[_rules_pb2.ScoreSheet, _Mapping]] = ..., drawn: _Optional[int] = ..., taken: _Optional[int] = ..., knocker: _Optional[int] = ..., knock_discard: _Optional[int] = ..., spread: _Optional[_Iterable[bytes]] = ..., melds: _Optional[_Iterable[bytes]] = ..., knocker_deadwood_cards: _Optional[int] = ..., knocker_deadwood: _Optional[int] = ..., layoffs: _Optional[_Iterable[_Union[LayOff, _Mapping]]] = ..., opponent_hand: _Optional[int] = ..., result: _Optional[_Union[_rules_pb2.HandResult, _Mapping]] = ...) -> None: ...
