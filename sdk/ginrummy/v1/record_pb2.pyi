from ginrummy.v1 import events_pb2 as _events_pb2
from ginrummy.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class JournalLine(_message.Message):
    __slots__ = ("json",)
    JSON_FIELD_NUMBER: _ClassVar[int]
    json: bytes
    def __init__(self, json: _Optional[bytes] = ...) -> None: ...

class FullEvent(_message.Message):
    __slots__ = ("hand_dealt", "passed", "discard_taken", "stock_drawn", "discarded", "knocked", "knocked_face_down", "big_gin_called", "laid_off", "layoffs_finished", "hand_finished")
    HAND_DEALT_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    DISCARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    STOCK_DRAWN_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_FIELD_NUMBER: _ClassVar[int]
    KNOCKED_FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    BIG_GIN_CALLED_FIELD_NUMBER: _ClassVar[int]
    LAID_OFF_FIELD_NUMBER: _ClassVar[int]
    LAYOFFS_FINISHED_FIELD_NUMBER: _ClassVar[int]
    HAND_FINISHED_FIELD_NUMBER: _ClassVar[int]
    hand_dealt: HandDealt
    passed: _events_pb2.Passed
    discard_taken: _events_pb2.DiscardTaken
    stock_drawn: _events_pb2.StockDrawn
    discarded: _events_pb2.Discarded
    knocked: _events_pb2.Knocked
    knocked_face_down: _events_pb2.Knocked
    big_gin_called: _events_pb2.BigGinCalled
    laid_off: _events_pb2.LaidOff
    layoffs_finished: _events_pb2.LayoffsFinished
    hand_finished: HandFinished
    def __init__(self, hand_dealt: _Optional[_Union[HandDealt, _Mapping]] = ..., passed: _Optional[_Union[_events_pb2.Passed, _Mapping]] = ..., discard_taken: _Optional[_Union[_events_pb2.DiscardTaken, _Mapping]] = ..., stock_drawn: _Optional[_Union[_events_pb2.StockDrawn, _Mapping]] = ..., discarded: _Optional[_Union[_events_pb2.Discarded, _Mapping]] = ..., knocked: _Optional[_Union[_events_pb2.Knocked, _Mapping]] = ..., knocked_face_down: _Optional[_Union[_events_pb2.Knocked, _Mapping]] = ..., big_gin_called: _Optional[_Union[_events_pb2.BigGinCalled, _Mapping]] = ..., laid_off: _Optional[_Union[_events_pb2.LaidOff, _Mapping]] = ..., layoffs_finished: _Optional[_Union[_events_pb2.LayoffsFinished, _Mapping]] = ..., hand_finished: _Optional[_Union[HandFinished, _Mapping]] = ...) -> None: ...

class HandDealt(_message.Message):
    __slots__ = ("hand_index", "dealer", "stock_order", "deck")
    HAND_INDEX_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    STOCK_ORDER_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    hand_index: int
    dealer: int
    stock_order: _rules_pb2.StockOrder
    deck: bytes
    def __init__(self, hand_index: _Optional[int] = ..., dealer: _Optional[int] = ..., stock_order: _Optional[_Union[_rules_pb2.StockOrder, str]] = ..., deck: _Optional[bytes] = ...) -> None: ...

class HandFinished(_message.Message):
    __slots__ = ("result", "hands")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    result: _rules_pb2.HandResult
    hands: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, result: _Optional[_Union[_rules_pb2.HandResult, _Mapping]] = ..., hands: _Optional[_Iterable[bytes]] = ...) -> None: ...
