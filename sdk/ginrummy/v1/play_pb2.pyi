from ginrummy.v1 import events_pb2 as _events_pb2
from ginrummy.v1 import rules_pb2 as _rules_pb2
from ginrummy.v1 import table_pb2 as _table_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RefusalReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_REASON_UNSPECIFIED: _ClassVar[RefusalReason]
    REFUSAL_REASON_PROTOCOL_VERSION: _ClassVar[RefusalReason]
    REFUSAL_REASON_BAD_NAME: _ClassVar[RefusalReason]
    REFUSAL_REASON_WRONG_NAME: _ClassVar[RefusalReason]
    REFUSAL_REASON_NAME_TAKEN: _ClassVar[RefusalReason]
    REFUSAL_REASON_NOT_ENTERED: _ClassVar[RefusalReason]
    REFUSAL_REASON_WITHDRAWN: _ClassVar[RefusalReason]
    REFUSAL_REASON_FULL: _ClassVar[RefusalReason]
    REFUSAL_REASON_OVER: _ClassVar[RefusalReason]
    REFUSAL_REASON_BAD_HELLO: _ClassVar[RefusalReason]
    REFUSAL_REASON_STOPPING: _ClassVar[RefusalReason]

class RejectionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REJECTION_KIND_UNSPECIFIED: _ClassVar[RejectionKind]
    REJECTION_KIND_ILLEGAL: _ClassVar[RejectionKind]
    REJECTION_KIND_MALFORMED: _ClassVar[RejectionKind]

class TerminationKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_KIND_UNSPECIFIED: _ClassVar[TerminationKind]
    TERMINATION_KIND_COMPLETED: _ClassVar[TerminationKind]
    TERMINATION_KIND_FORFEIT: _ClassVar[TerminationKind]
    TERMINATION_KIND_ABORTED: _ClassVar[TerminationKind]

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_TIMEOUT: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL: _ClassVar[FaultKind]
    FAULT_KIND_MALFORMED: _ClassVar[FaultKind]
    FAULT_KIND_FLOOD: _ClassVar[FaultKind]
    FAULT_KIND_DISCONNECT: _ClassVar[FaultKind]
    FAULT_KIND_STALL: _ClassVar[FaultKind]
    FAULT_KIND_NO_SHOW: _ClassVar[FaultKind]
    FAULT_KIND_BOT_ERROR: _ClassVar[FaultKind]

class GoodbyeReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODBYE_REASON_UNSPECIFIED: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_DONE: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_STOPPING: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_PROTOCOL_ERROR: _ClassVar[GoodbyeReason]
    GOODBYE_REASON_INTERNAL: _ClassVar[GoodbyeReason]
REFUSAL_REASON_UNSPECIFIED: RefusalReason
REFUSAL_REASON_PROTOCOL_VERSION: RefusalReason
REFUSAL_REASON_BAD_NAME: RefusalReason
REFUSAL_REASON_WRONG_NAME: RefusalReason
REFUSAL_REASON_NAME_TAKEN: RefusalReason
REFUSAL_REASON_NOT_ENTERED: RefusalReason
REFUSAL_REASON_WITHDRAWN: RefusalReason
REFUSAL_REASON_FULL: RefusalReason
REFUSAL_REASON_OVER: RefusalReason
REFUSAL_REASON_BAD_HELLO: RefusalReason
REFUSAL_REASON_STOPPING: RefusalReason
REJECTION_KIND_UNSPECIFIED: RejectionKind
REJECTION_KIND_ILLEGAL: RejectionKind
REJECTION_KIND_MALFORMED: RejectionKind
TERMINATION_KIND_UNSPECIFIED: TerminationKind
TERMINATION_KIND_COMPLETED: TerminationKind
TERMINATION_KIND_FORFEIT: TerminationKind
TERMINATION_KIND_ABORTED: TerminationKind
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_TIMEOUT: FaultKind
FAULT_KIND_ILLEGAL: FaultKind
FAULT_KIND_MALFORMED: FaultKind
FAULT_KIND_FLOOD: FaultKind
FAULT_KIND_DISCONNECT: FaultKind
FAULT_KIND_STALL: FaultKind
FAULT_KIND_NO_SHOW: FaultKind
FAULT_KIND_BOT_ERROR: FaultKind
GOODBYE_REASON_UNSPECIFIED: GoodbyeReason
GOODBYE_REASON_DONE: GoodbyeReason
GOODBYE_REASON_STOPPING: GoodbyeReason
GOODBYE_REASON_PROTOCOL_ERROR: GoodbyeReason
GOODBYE_REASON_INTERNAL: GoodbyeReason

class PlayRequest(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[ClientMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[ClientMessage, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[ServerMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[ServerMessage, _Mapping]]] = ...) -> None: ...

class ClientMessage(_message.Message):
    __slots__ = ("hello", "join", "ready", "decision", "resign", "pong", "goodbye")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    JOIN_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    join: Join
    ready: Ready
    decision: Decision
    resign: Resign
    pong: Pong
    goodbye: Goodbye
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., join: _Optional[_Union[Join, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class ServerMessage(_message.Message):
    __slots__ = ("welcome", "refused", "joined", "match_offered", "history", "hand_started", "events", "decision_request", "rejected", "hand_ended", "match_ended", "deals_revealed", "tournament_ended", "ping", "replaced", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    JOINED_FIELD_NUMBER: _ClassVar[int]
    MATCH_OFFERED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    HAND_STARTED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DECISION_REQUEST_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    HAND_ENDED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    DEALS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ENDED_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    REPLACED_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    refused: Refused
    joined: Joined
    match_offered: MatchOffered
    history: History
    hand_started: HandStarted
    events: Events
    decision_request: DecisionRequest
    rejected: Rejected
    hand_ended: HandEnded
    match_ended: MatchEnded
    deals_revealed: DealsRevealed
    tournament_ended: TournamentEnded
    ping: Ping
    replaced: Replaced
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ..., joined: _Optional[_Union[Joined, _Mapping]] = ..., match_offered: _Optional[_Union[MatchOffered, _Mapping]] = ..., history: _Optional[_Union[History, _Mapping]] = ..., hand_started: _Optional[_Union[HandStarted, _Mapping]] = ..., events: _Optional[_Union[Events, _Mapping]] = ..., decision_request: _Optional[_Union[DecisionRequest, _Mapping]] = ..., rejected: _Optional[_Union[Rejected, _Mapping]] = ..., hand_ended: _Optional[_Union[HandEnded, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEnded, _Mapping]] = ..., deals_revealed: _Optional[_Union[DealsRevealed, _Mapping]] = ..., tournament_ended: _Optional[_Union[TournamentEnded, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., replaced: _Optional[_Union[Replaced, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "sdk_version", "bot_version", "name", "tables")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    SDK_VERSION_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    sdk_version: str
    bot_version: str
    name: str
    tables: int
    def __init__(self, protocol_version: _Optional[int] = ..., sdk_version: _Optional[str] = ..., bot_version: _Optional[str] = ..., name: _Optional[str] = ..., tables: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "referee_version", "tournament", "commitment", "ruleset", "clock", "tables", "max_illegal_actions", "schedule", "secret")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    MAX_ILLEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    SCHEDULE_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    referee_version: str
    tournament: str
    commitment: bytes
    ruleset: _rules_pb2.Ruleset
    clock: Clock
    tables: int
    max_illegal_actions: int
    schedule: Schedule
    secret: str
    def __init__(self, protocol_version: _Optional[int] = ..., referee_version: _Optional[str] = ..., tournament: _Optional[str] = ..., commitment: _Optional[bytes] = ..., ruleset: _Optional[_Union[_rules_pb2.Ruleset, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., tables: _Optional[int] = ..., max_illegal_actions: _Optional[int] = ..., schedule: _Optional[_Union[Schedule, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class Schedule(_message.Message):
    __slots__ = ("format", "bots", "matches", "mirrored", "stock")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    MIRRORED_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    format: str
    bots: _containers.RepeatedScalarFieldContainer[str]
    matches: int
    mirrored: bool
    stock: _rules_pb2.StockOrder
    def __init__(self, format: _Optional[str] = ..., bots: _Optional[_Iterable[str]] = ..., matches: _Optional[int] = ..., mirrored: bool = ..., stock: _Optional[_Union[_rules_pb2.StockOrder, str]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("decision_ms", "bank_ms", "bank_per_hand_ms", "startup_ms", "reconnect_grace_ms", "no_show_ms")
    DECISION_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_PER_HAND_MS_FIELD_NUMBER: _ClassVar[int]
    STARTUP_MS_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    NO_SHOW_MS_FIELD_NUMBER: _ClassVar[int]
    decision_ms: int
    bank_ms: int
    bank_per_hand_ms: int
    startup_ms: int
    reconnect_grace_ms: int
    no_show_ms: int
    def __init__(self, decision_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., bank_per_hand_ms: _Optional[int] = ..., startup_ms: _Optional[int] = ..., reconnect_grace_ms: _Optional[int] = ..., no_show_ms: _Optional[int] = ...) -> None: ...

class Refused(_message.Message):
    __slots__ = ("reason", "text", "remedy")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REMEDY_FIELD_NUMBER: _ClassVar[int]
    reason: RefusalReason
    text: str
    remedy: str
    def __init__(self, reason: _Optional[_Union[RefusalReason, str]] = ..., text: _Optional[str] = ..., remedy: _Optional[str] = ...) -> None: ...

class Join(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: bytes
    def __init__(self, nonce: _Optional[bytes] = ...) -> None: ...

class Joined(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: bytes
    def __init__(self, nonce: _Optional[bytes] = ...) -> None: ...

class MatchOffered(_message.Message):
    __slots__ = ("match_id", "seat", "opponent", "ruleset", "clock", "stock", "first_dealer", "hands")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    FIRST_DEALER_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    opponent: str
    ruleset: _rules_pb2.Ruleset
    clock: Clock
    stock: _rules_pb2.StockOrder
    first_dealer: int
    hands: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., opponent: _Optional[str] = ..., ruleset: _Optional[_Union[_rules_pb2.Ruleset, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., stock: _Optional[_Union[_rules_pb2.StockOrder, str]] = ..., first_dealer: _Optional[int] = ..., hands: _Optional[int] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class History(_message.Message):
    __slots__ = ("match_id", "items", "last")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    LAST_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    items: _containers.RepeatedCompositeFieldContainer[HistoryItem]
    last: bool
    def __init__(self, match_id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[HistoryItem, _Mapping]]] = ..., last: bool = ...) -> None: ...

class HistoryItem(_message.Message):
    __slots__ = ("hand_started", "events", "hand_ended")
    HAND_STARTED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    HAND_ENDED_FIELD_NUMBER: _ClassVar[int]
    hand_started: HandStarted
    events: Events
    hand_ended: HandEnded
    def __init__(self, hand_started: _Optional[_Union[HandStarted, _Mapping]] = ..., events: _Optional[_Union[Events, _Mapping]] = ..., hand_ended: _Optional[_Union[HandEnded, _Mapping]] = ...) -> None: ...

class HandStarted(_message.Message):
    __slots__ = ("match_id", "sequence", "view")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    sequence: int
    view: _table_pb2.PlayerView
    def __init__(self, match_id: _Optional[str] = ..., sequence: _Optional[int] = ..., view: _Optional[_Union[_table_pb2.PlayerView, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    __slots__ = ("match_id", "sequence", "events")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    sequence: int
    events: _containers.RepeatedCompositeFieldContainer[_events_pb2.SeatEvent]
    def __init__(self, match_id: _Optional[str] = ..., sequence: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_events_pb2.SeatEvent, _Mapping]]] = ...) -> None: ...

class RequestId(_message.Message):
    __slots__ = ("hand", "decision", "attempt")
    HAND_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    hand: int
    decision: int
    attempt: int
    def __init__(self, hand: _Optional[int] = ..., decision: _Optional[int] = ..., attempt: _Optional[int] = ...) -> None: ...

class DecisionRequest(_message.Message):
    __slots__ = ("match_id", "request", "view", "time", "decision_seed")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    DECISION_SEED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    request: RequestId
    view: _table_pb2.PlayerView
    time: TimeLeft
    decision_seed: bytes
    def __init__(self, match_id: _Optional[str] = ..., request: _Optional[_Union[RequestId, _Mapping]] = ..., view: _Optional[_Union[_table_pb2.PlayerView, _Mapping]] = ..., time: _Optional[_Union[TimeLeft, _Mapping]] = ..., decision_seed: _Optional[bytes] = ...) -> None: ...

class TimeLeft(_message.Message):
    __slots__ = ("decision_ms", "bank_ms", "reconnect_grace_ms")
    DECISION_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    decision_ms: int
    bank_ms: int
    reconnect_grace_ms: int
    def __init__(self, decision_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., reconnect_grace_ms: _Optional[int] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("match_id", "request", "action")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    request: RequestId
    action: _table_pb2.Action
    def __init__(self, match_id: _Optional[str] = ..., request: _Optional[_Union[RequestId, _Mapping]] = ..., action: _Optional[_Union[_table_pb2.Action, _Mapping]] = ...) -> None: ...

class Rejected(_message.Message):
    __slots__ = ("match_id", "request", "kind", "reason", "counted", "allowed")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    request: RequestId
    kind: RejectionKind
    reason: str
    counted: int
    allowed: int
    def __init__(self, match_id: _Optional[str] = ..., request: _Optional[_Union[RequestId, _Mapping]] = ..., kind: _Optional[_Union[RejectionKind, str]] = ..., reason: _Optional[str] = ..., counted: _Optional[int] = ..., allowed: _Optional[int] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class HandEnded(_message.Message):
    __slots__ = ("match_id", "sequence", "view", "hands", "chain_head")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CHAIN_HEAD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    sequence: int
    view: _table_pb2.PlayerView
    hands: _containers.RepeatedCompositeFieldContainer[FinalHand]
    chain_head: bytes
    def __init__(self, match_id: _Optional[str] = ..., sequence: _Optional[int] = ..., view: _Optional[_Union[_table_pb2.PlayerView, _Mapping]] = ..., hands: _Optional[_Iterable[_Union[FinalHand, _Mapping]]] = ..., chain_head: _Optional[bytes] = ...) -> None: ...

class FinalHand(_message.Message):
    __slots__ = ("melds", "laid_off", "deadwood_cards", "deadwood")
    MELDS_FIELD_NUMBER: _ClassVar[int]
    LAID_OFF_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_CARDS_FIELD_NUMBER: _ClassVar[int]
    DEADWOOD_FIELD_NUMBER: _ClassVar[int]
    melds: _containers.RepeatedScalarFieldContainer[bytes]
    laid_off: bytes
    deadwood_cards: bytes
    deadwood: int
    def __init__(self, melds: _Optional[_Iterable[bytes]] = ..., laid_off: _Optional[bytes] = ..., deadwood_cards: _Optional[bytes] = ..., deadwood: _Optional[int] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("match_id", "termination", "ruleset", "sheet", "chain_head")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    SHEET_FIELD_NUMBER: _ClassVar[int]
    CHAIN_HEAD_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    termination: Termination
    ruleset: _rules_pb2.Ruleset
    sheet: _rules_pb2.ScoreSheet
    chain_head: bytes
    def __init__(self, match_id: _Optional[str] = ..., termination: _Optional[_Union[Termination, _Mapping]] = ..., ruleset: _Optional[_Union[_rules_pb2.Ruleset, _Mapping]] = ..., sheet: _Optional[_Union[_rules_pb2.ScoreSheet, _Mapping]] = ..., chain_head: _Optional[bytes] = ...) -> None: ...

class Termination(_message.Message):
    __slots__ = ("kind", "fault")
    KIND_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    kind: TerminationKind
    fault: Fault
    def __init__(self, kind: _Optional[_Union[TerminationKind, str]] = ..., fault: _Optional[_Union[Fault, _Mapping]] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "kind", "detail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: FaultKind
    detail: str
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., detail: _Optional[str] = ...) -> None: ...

class DealsRevealed(_message.Message):
    __slots__ = ("match_ids", "deal_key", "match_seed")
    MATCH_IDS_FIELD_NUMBER: _ClassVar[int]
    DEAL_KEY_FIELD_NUMBER: _ClassVar[int]
    MATCH_SEED_FIELD_NUMBER: _ClassVar[int]
    match_ids: _containers.RepeatedScalarFieldContainer[str]
    deal_key: str
    match_seed: bytes
    def __init__(self, match_ids: _Optional[_Iterable[str]] = ..., deal_key: _Optional[str] = ..., match_seed: _Optional[bytes] = ...) -> None: ...

class TournamentEnded(_message.Message):
    __slots__ = ("master_seed",)
    MASTER_SEED_FIELD_NUMBER: _ClassVar[int]
    master_seed: bytes
    def __init__(self, master_seed: _Optional[bytes] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("nonce", "round_trip_us")
    NONCE_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    round_trip_us: int
    def __init__(self, nonce: _Optional[int] = ..., round_trip_us: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: int
    def __init__(self, nonce: _Optional[int] = ...) -> None: ...

class Replaced(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason", "text")
    REASON_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    reason: GoodbyeReason
    text: str
    def __init__(self, reason: _Optional[_Union[GoodbyeReason, str]] = ..., text: _Optional[str] = ...) -> None: ...
