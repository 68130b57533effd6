"""What a bot and the referee say, on the wire.

Imports: errors, actions, events, messages, scoring, view, wire.compose, wire.fields, wire.play, wire.rules,
wire.views.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from ginrummy import messages as m
from ginrummy.actions import Action
from ginrummy.errors import WireError
from ginrummy.events import SeatEvent
from ginrummy.scoring import ScoreSheet
from ginrummy.v1 import events_pb2, table_pb2
from ginrummy.v1 import play_pb2 as v1
from ginrummy.view import TimeLeft
from ginrummy.wire.compose import MOST_EVENTS, SEED_BYTES, events_bytes, request_bytes
from ginrummy.wire.fields import (
    FLAG,
    LABEL,
    MATCH_ID,
    MELDS,
    NAME,
    PROSE,
    SEAT,
    SIZE,
    UINT32,
    UINT64,
    Field,
    OneOf,
    Spelled,
    Struct,
    bad,
    blob,
    by_type,
    each,
    enum,
    maybe,
    number,
    row,
    several,
    shown,
    text,
)
from ginrummy.wire.play import ACTION, SEAT_EVENT
from ginrummy.wire.rules import DEADWOOD, RULESET_FIELD, STOCK_ORDER, rulesets, sheet_of, sheets
from ginrummy.wire.views import VIEW, take_view

_HASH: Final = blob(32, 32)
_NONCE: Final = blob(0, 32)
_COUNT: Final = number(1, UINT32)
_PING: Final = number(0, UINT64)
_TABLES: Final = number(1, 256)
_SECRET: Final = text(256, r"[!-~]*")


def _accepts(field: Field, message: Any, name: str) -> Callable[[Any], bool]:
    """The check of single values by a field's own rule; `message` is scratch."""

    def check(value: Any) -> bool:
        try:
            field.put(message, name, value)
        except WireError:
            return False
        return True

    return check


_NAMES: Final = several(0, 1024, _accepts(NAME, v1.Hello(), "name"), "a bot's name")
_MATCH_IDS: Final = several(1, 16, _accepts(MATCH_ID, v1.Ready(), "match_id"), "a match id")

_REQUEST: Final = Struct(m.RequestId, {"hand": SIZE, "decision": SIZE, "attempt": SIZE})
_CLOCK: Final = Struct(
    m.Clock,
    dict.fromkeys(
        ("decision_ms", "bank_ms", "bank_per_hand_ms", "startup_ms", "reconnect_grace_ms", "no_show_ms"), SIZE
    ),
)
_SCHEDULE: Final = Struct(
    m.Schedule, {"format": LABEL, "bots": _NAMES, "matches": SIZE, "mirrored": FLAG, "stock": STOCK_ORDER}
)
_FAULT: Final = Struct(m.Fault, {"seat": SEAT, "kind": enum(m.FaultKind, v1.FaultKind), "detail": PROSE})
_FINAL_HAND: Final = Struct(
    m.FinalHand, {"melds": MELDS, "laid_off": row(0, 10), "deadwood_cards": row(0, 10), "deadwood": DEADWOOD}
)


def _two_or_none(hands: tuple[Any, ...]) -> str | None:
    return "both hands or none are needed" if len(hands) == 1 else None


def _termination_problem(termination: m.Termination) -> str | None:
    forfeit = termination.kind is m.TerminationKind.FORFEIT
    return None if forfeit == (termination.fault is not None) else "a fault goes with a forfeit, and only with it"


_TERMINATION: Final = Struct(
    m.Termination,
    {"kind": enum(m.TerminationKind, v1.TerminationKind), "fault": maybe(_FAULT.field)},
    check=_termination_problem,
)

_GOODBYE: Final = Struct(m.Goodbye, {"reason": enum(m.GoodbyeReason, v1.GoodbyeReason), "text": PROSE})
_HAND_STARTED: Final = Struct(m.HandStarted, {"match_id": MATCH_ID, "sequence": SIZE, "view": VIEW})


@lru_cache(4096)
def _match_id(match_id: str) -> str:
    return str(MATCH_ID.take(v1.Ready(match_id=match_id), "match_id"))


@lru_cache(4096)
def _event_of(data: bytes) -> SeatEvent:
    return SEAT_EVENT.take(events_pb2.SeatEvent.FromString(data))


def _take_events(message: v1.Events) -> m.Events:
    """Most events are one of some hundred."""
    if not 1 <= len(message.events) <= MOST_EVENTS:
        raise bad(message, "events", f"1 to {MOST_EVENTS} are allowed, not {len(message.events)}")
    events = tuple([_event_of(event.SerializeToString()) for event in message.events])
    return m.Events(_match_id(message.match_id), message.sequence, events)


def _take_request(message: v1.DecisionRequest) -> m.DecisionRequest:
    if not (message.HasField("request") and message.HasField("view") and message.HasField("time")):
        raise WireError("DecisionRequest", "a request, a view and a time are needed")
    asked, left, seed = message.request, message.time, message.decision_seed
    if len(seed) != SEED_BYTES:
        raise bad(message, "decision_seed", f"{SEED_BYTES} bytes are needed, not {len(seed)}")
    return m.DecisionRequest(
        _match_id(message.match_id),
        m.RequestId(asked.hand, asked.decision, asked.attempt),
        take_view(message.view),
        TimeLeft(left.decision_ms, left.bank_ms, left.reconnect_grace_ms),
        seed,
    )


_EVENTS: Final = Spelled(m.Events, events_bytes, _take_events)
_HAND_ENDED: Final = Struct(
    m.HandEnded,
    {
        "match_id": MATCH_ID,
        "sequence": SIZE,
        "view": VIEW,
        "hands": each(0, 2, _FINAL_HAND.put, _FINAL_HAND.take),
        "chain_head": _HASH,
    },
    check=lambda ended: _two_or_none(ended.hands),
)
_HISTORY_ITEM: Final[OneOf[m.HandStarted | m.Events | m.HandEnded]] = OneOf(
    "item",
    {"hand_started": _HAND_STARTED, "events": _EVENTS, "hand_ended": _HAND_ENDED},
    by_type({m.HandStarted: "hand_started", m.Events: "events", m.HandEnded: "hand_ended"}),
)


def tell_request(error: WireError, message: v1.ClientMessage) -> None:
    """Tell in the error of a bad Decision which request it was for, so that it counts where it belongs."""
    if message.HasField("decision"):
        with suppress(WireError):
            match_id = MATCH_ID.take(message.decision, "match_id")
            error.request = _REQUEST.field.take(message.decision, "request")
            error.match_id = match_id


def _put_kept_sheet(message: v1.MatchEnded, name: str, sheet: Any) -> None:
    if type(sheet) is not ScoreSheet:
        raise bad(message, name, f"a ScoreSheet is needed, not {shown(sheet)}")
    message.ruleset.MergeFromString(rulesets.bytes_of(sheet.ruleset))
    message.sheet.MergeFromString(sheets.bytes_of(sheet))


def _take_kept_sheet(message: v1.MatchEnded, name: str) -> ScoreSheet:
    if not (message.HasField("ruleset") and message.HasField("sheet")):
        raise bad(message, name, "a sheet and its ruleset are needed")
    return sheet_of(message.ruleset.SerializeToString(), message.sheet.SerializeToString())


_KEPT_SHEET: Final = Field(_put_kept_sheet, _take_kept_sheet)
"""A sheet together with the ruleset that it is kept by, which lies beside it."""


@lru_cache(1024)
def _action_of(data: bytes) -> Action:
    return ACTION.take(table_pb2.Action.FromString(data))


def _take_decision(message: v1.Decision) -> m.Decision:
    """What nearly every message of a bot is; its action is one of some hundred."""
    if not (message.HasField("request") and message.HasField("action")):
        raise WireError("Decision", "a request and an action are needed")
    asked = message.request
    request = m.RequestId(asked.hand, asked.decision, asked.attempt)
    return m.Decision(_match_id(message.match_id), request, _action_of(message.action.SerializeToString()))


_FROM_CLIENT: Final[dict[str, Struct[Any]]] = {
    "hello": Struct(
        m.Hello,
        {"name": NAME, "tables": _TABLES, "protocol_version": SIZE, "sdk_version": LABEL, "bot_version": LABEL},
    ),
    "join": Struct(m.Join, {"nonce": _NONCE}),
    "ready": Struct(m.Ready, {"match_id": MATCH_ID}),
    "decision": Struct(
        m.Decision, {"match_id": MATCH_ID, "request": _REQUEST.field, "action": ACTION.field}, read=_take_decision
    ),
    "resign": Struct(m.Resign, {"match_id": MATCH_ID}),
    "pong": Struct(m.Pong, {"nonce": _PING}),
    "goodbye": _GOODBYE,
}
_FROM_SERVER: Final[dict[str, Struct[Any] | Spelled[Any]]] = {
    "welcome": Struct(
        m.Welcome,
        {
            "protocol_version": SIZE,
            "referee_version": LABEL,
            "tournament": text(256),
            "commitment": _HASH,
            "ruleset": RULESET_FIELD,
            "clock": _CLOCK.field,
            "tables": _TABLES,
            "max_illegal_actions": _COUNT,
            "schedule": _SCHEDULE.field,
            "secret": _SECRET,
        },
    ),
    "refused": Struct(m.Refused, {"reason": enum(m.RefusalReason, v1.RefusalReason), "text": PROSE, "remedy": PROSE}),
    "joined": Struct(m.Joined, {"nonce": _NONCE}),
    "match_offered": Struct(
        m.MatchOffered,
        {
            "match_id": MATCH_ID,
            "seat": SEAT,
            "opponent": NAME,
            "ruleset": RULESET_FIELD,
            "clock": _CLOCK.field,
            "stock": STOCK_ORDER,
            "first_dealer": SEAT,
            "hands": maybe(_COUNT),
        },
    ),
    "history": Struct(
        m.History,
        {"match_id": MATCH_ID, "items": each(0, 4096, _HISTORY_ITEM.put, _HISTORY_ITEM.take), "last": FLAG},
    ),
    "hand_started": _HAND_STARTED,
    "events": _EVENTS,
    "decision_request": Spelled(m.DecisionRequest, request_bytes, _take_request),
    "rejected": Struct(
        m.Rejected,
        {
            "match_id": MATCH_ID,
            "request": _REQUEST.field,
            "kind": enum(m.RejectionKind, v1.RejectionKind),
            "reason": PROSE,
            "counted": _COUNT,
            "allowed": _COUNT,
        },
    ),
    "hand_ended": _HAND_ENDED,
    "match_ended": Struct(
        m.MatchEnded,
        {"match_id": MATCH_ID, "termination": _TERMINATION.field, "sheet": _KEPT_SHEET, "chain_head": _HASH},
    ),
    "deals_revealed": Struct(m.DealsRevealed, {"match_ids": _MATCH_IDS, "deal_key": text(256), "match_seed": _HASH}),
    "tournament_ended": Struct(m.TournamentEnded, {"master_seed": _HASH}),
    "ping": Struct(m.Ping, {"nonce": _PING, "round_trip_us": SIZE}),
    "replaced": Struct(m.Replaced, {}),
    "goodbye": _GOODBYE,
}

CLIENT_MESSAGE: Final[OneOf[m.ClientMessage]] = OneOf(
    "message",
    _FROM_CLIENT,
    by_type(
        {
            m.Hello: "hello",
            m.Join: "join",
            m.Ready: "ready",
            m.Decision: "decision",
            m.Resign: "resign",
            m.Pong: "pong",
            m.Goodbye: "goodbye",
        }
    ),
)
SERVER_MESSAGE: Final[OneOf[m.ServerMessage]] = OneOf(
    "message",
    _FROM_SERVER,
    by_type(
        {
            m.Welcome: "welcome",
            m.Refused: "refused",
            m.Joined: "joined",
            m.MatchOffered: "match_offered",
            m.History: "history",
            m.HandStarted: "hand_started",
            m.Events: "events",
            m.DecisionRequest: "decision_request",
            m.Rejected: "rejected",
            m.HandEnded: "hand_ended",
            m.MatchEnded: "match_ended",
            m.DealsRevealed: "deals_revealed",
            m.TournamentEnded: "tournament_ended",
            m.Ping: "ping",
            m.Replaced: "replaced",
            m.Goodbye: "goodbye",
        }
    ),
)
