from ginrummy.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PublicEvent(_message.Message):
    __slots__ = ("hand_opened", "passed", "discard_taken", "stock_drawn_unseen", "discarded", "knocked", "knocked_unseen", "big_gin_called", "laid_off", "layoffs_finished", "hand_counted", "hand_voided")
    HAND_OPENED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    STOCK_DRAWN_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_CALLED_FIELD_NUMBER: _ClassVar[int]
    LAID_OFF_FIELD_NUMBER: _ClassVar[int]
    LAYOFFS_FINISHED_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNTED_FIELD_NUMBER: _ClassVar[int]
    HAND_VOIDED_FIELD_NUMBER: _ClassVar[int]
    hand_opened: HandOpened
    passed: Passed
    discard_taken: DiscardTaken
    stock_drawn_unseen: StockDrawnUnseen
    discarded: Discarded
    knocked: Knocked
    knocked_unseen: KnockedUnseen
    big_gin_called: BigGinCalled
    laid_off: LaidOff
    layoffs_finished: LayoffsFinished
    hand_counted: HandCounted
    hand_voided: HandVoided
    def __init__(self, hand_opened: _Optional[_Union[HandOpened, _Mapping]] = ..., passed: _Optional[_Union[Passed, _Mapping]] = ..., discard_taken: _Optional[_Union[DiscardTaken, _Mapping]] = ..., stock_drawn_unseen: _Optional[_Union[StockDrawnUnseen, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., knocked: _Optional[_Union[Knocked, _Mapping]] = ..., knocked_unseen: _Optional[_Union[KnockedUnseen, _Mapping]] = ..., big_gin_called: _Optional[_Union[BigGinCalled, _Mapping]] = ..., laid_off: _Optional[_Union[LaidOff, _Mapping]] = ..., layoffs_finished: _Optional[_Union[LayoffsFinished, _Mapping]] = ..., hand_counted: _Optional[_Union[HandCounted, _Mapping]] = ..., hand_voided: _Optional[_Union[HandVoided, _Mapping]] = ...) -> None: ...

class SeatEvent(_message.Message):
    __slots__ = ("hand_opened", "passed", "discard_taken", "stock_drawn_unseen", "discarded", "knocked", "knocked_unseen", "big_gin_called", "laid_off", "layoffs_finished", "hand_counted", "hand_voided", "stock_drawn", "knocked_face_down")
    HAND_OPENED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    STOCK_DRAWN_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_CALLED_FIELD_NUMBER: _ClassVar[int]
    LAID_OFF_FIELD_NUMBER: _ClassVar[int]
    LAYOFFS_FINISHED_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNTED_FIELD_NUMBER: _ClassVar[int]
    HAND_VOIDED_FIELD_NUMBER: _ClassVar[int]
    STOCK_DRAWN_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    hand_opened: HandOpened
    passed: Passed
    discard_taken: DiscardTaken
    stock_drawn_unseen: StockDrawnUnseen
    discarded: Discarded
    knocked: Knocked
    knocked_unseen: KnockedUnseen
    big_gin_called: BigGinCalled
    laid_off: LaidOff
    layoffs_finished: LayoffsFinished
    hand_counted: HandCounted
    hand_voided: HandVoided
    stock_drawn: StockDrawn
    knocked_face_down: Knocked
    def __init__(self, hand_opened: _Optional[_Union[HandOpened, _Mapping]] = ..., passed: _Optional[_Union[Passed, _Mapping]] = ..., discard_taken: _Optional[_Union[DiscardTaken, _Mapping]] = ..., stock_drawn_unseen: _Optional[_Union[StockDrawnUnseen, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., knocked: _Optional[_Union[Knocked, _Mapping]] = ..., knocked_unseen: _Optional[_Union[KnockedUnseen, _Mapping]] = ..., big_gin_called: _Optional[_Union[BigGinCalled, _Mapping]] = ..., laid_off: _Optional[_Union[LaidOff, _Mapping]] = ..., layoffs_finished: _Optional[_Union[LayoffsFinished, _Mapping]] = ..., hand_counted: _Optional[_Union[HandCounted, _Mapping]] = ..., hand_voided: _Optional[_Union[HandVoided, _Mapping]] = ..., stock_drawn: _Optional[_Union[StockDrawn, _Mapping]] = ..., knocked_face_down: _Optional[_Union[Knocked, _Mapping]] = ...) -> None: ...

class HandOpened(_message.Message):
    __slots__ = ("hand_index", "dealer", "upcard", "knock_limit", "multiplier")
    HAND_INDEX_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    UPCARD_FIELD_NUMBER: _ClassVar[int]
    KNOCK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    hand_index: int
    dealer: int
    upcard: int
    knock_limit: int
    multiplier: int
    def __init__(self, hand_index: _Optional[int] = ..., dealer: _Optional[int] = ..., upcard: _Optional[int] = ..., knock_limit: _Optional[int] = ..., multiplier: _Optional[int] = ...) -> None: ...

class Passed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DiscardTaken(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class StockDrawn(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class StockDrawnUnseen(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Knocked(_message.Message):
    __slots__ = ("seat", "discard", "spread", "deadwood_cards", "deadwood")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_CARDS_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    discard: int
    spread: _containers.RepeatedScalarFieldContainer[bytes]
    deadwood_cards: bytes
    deadwood: int
    def __init__(self, seat: _Optional[int] = ..., discard: _Optional[int] = ..., spread: _Optional[_Iterable[bytes]] = ..., deadwood_cards: _Optional[bytes] = ..., deadwood: _Optional[int] = ...) -> None: ...

class KnockedUnseen(_message.Message):
    __slots__ = ("seat", "spread", "deadwood_cards", "deadwood")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_CARDS_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spread: _containers.RepeatedScalarFieldContainer[bytes]
    deadwood_cards: bytes
    deadwood: int
    def __init__(self, seat: _Optional[int] = ..., spread: _Optional[_Iterable[bytes]] = ..., deadwood_cards: _Optional[bytes] = ..., deadwood: _Optional[int] = ...) -> None: ...

class BigGinCalled(_message.Message):
    __slots__ = ("seat", "spread")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spread: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, seat: _Optional[int] = ..., spread: _Optional[_Iterable[bytes]] = ...) -> None: ...

class LaidOff(_message.Message):
    __slots__ = ("seat", "card", "meld_index")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    MELD_INDEX_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    meld_index: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ..., meld_index: _Optional[int] = ...) -> None: ...

class LayoffsFinished(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class HandCounted(_message.Message):
    __slots__ = ("result", "hands")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    result: _rules_pb2.HandResult
    hands: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, result: _Optional[_Union[_rules_pb2.HandResult, _Mapping]] = ..., hands: _Optional[_Iterable[bytes]] = ...) -> None: ...

class HandVoided(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: _rules_pb2.HandResult
    def __init__(self, result: _Optional[_Union[_rules_pb2.HandResult, _Mapping]] = ...) -> None: ...
