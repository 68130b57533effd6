from ginrummy.v1 import events_pb2 as _events_pb2
from ginrummy.v1 import record_pb2 as _record_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetStandingsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("tournament", "complete", "matches_played", "matches_total", "standings", "commitment", "master_seed")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_PLAYED_FIELD_NUMBER: _ClassVar[int]
    MATCHES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    MASTER_SEED_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    complete: bool
    matches_played: int
    matches_total: int
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    commitment: bytes
    master_seed: bytes
    def __init__(self, tournament: _Optional[str] = ..., complete: bool = ..., matches_played: _Optional[int] = ..., matches_total: _Optional[int] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., commitment: _Optional[bytes] = ..., master_seed: _Optional[bytes] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("bot", "matches", "half_wins", "hands", "points", "forfeits", "withdrawn")
    BOT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    HALF_WINS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    matches: int
    half_wins: int
    hands: int
    points: int
    forfeits: int
    withdrawn: bool
    def __init__(self, bot: _Optional[str] = ..., matches: _Optional[int] = ..., half_wins: _Optional[int] = ..., hands: _Optional[int] = ..., points: _Optional[int] = ..., forfeits: _Optional[int] = ..., withdrawn: bool = ...) -> None: ...

class WatchEventsRequest(_message.Message):
    __slots__ = ("match_ids",)
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchEventsResponse(_message.Message):
    __slots__ = ("match_id", "sequence", "events")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    sequence: int
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.PublicEvent]
    def __init__(self, match_id: _Optional[str] = ..., sequence: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_events_pb2.PublicEvent, _Mapping]]] = ...) -> None: ...

class ListJournalsRequest(_message.Message):
    __slots__ = ("after_match_id", "limit")
    AFTER_MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    after_match_id: str
    limit: int
    def __init__(self, after_match_id: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class ListJournalsResponse(_message.Message):
    __slots__ = ("match_ids",)
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class GetJournalRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class GetJournalResponse(_message.Message):
    __slots__ = ("lines",)
    LINES_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[_record_pb2.JournalLine]
    def __init__(self, lines: _Optional[_Iterable[_Union[_record_pb2.JournalLine, _Mapping]]] = ...) -> None: ...
