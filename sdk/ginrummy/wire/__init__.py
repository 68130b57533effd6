"""Protocol messages to values and back: nothing else reads or writes `ginrummy.v1`.

`..._to_wire` makes a message of a value, `..._from_wire` a value of a message, and both raise WireError, never
anything else, for what the protocol does not allow: an enum that is zero or unknown, an unset oneof, a field that must
be there and is not, a card, seat or number out of range, too many of anything, fields of another version. What
`..._from_wire` gives, `..._to_wire` turns into an equal message. Imports: errors, messages and all that it imports, v1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from ginrummy.actions import Action
from ginrummy.errors import WireError
from ginrummy.events import Event, PublicEvent, SeatEvent
from ginrummy.messages import ClientMessage, DecisionRequest, Events, ServerMessage
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import MAX_HANDS, HandResult, ScoreSheet
from ginrummy.v1 import events_pb2, play_pb2, record_pb2, rules_pb2, table_pb2
from ginrummy.view import PlayerView
from ginrummy.wire.compose import events_bytes, frame_part, request_bytes
from ginrummy.wire.fields import strict
from ginrummy.wire.frames import CLIENT_MESSAGE, SERVER_MESSAGE, tell_request
from ginrummy.wire.play import ACTION, FULL_EVENT, PUBLIC_EVENT, SEAT_EVENT
from ginrummy.wire.rules import RESULT, ruleset_of, rulesets, sheet_of, sheets
from ginrummy.wire.views import put_view, take_view

__all__ = [
    "MAX_HANDS",
    "MAX_MESSAGES",
    "MAX_REQUEST_BYTES",
    "MAX_RESPONSE_BYTES",
    "action_from_wire",
    "action_to_wire",
    "client_message_from_wire",
    "client_message_to_wire",
    "full_event_from_wire",
    "full_event_to_wire",
    "public_event_from_wire",
    "public_event_to_wire",
    "read_request",
    "read_response",
    "request_frame",
    "request_from_bytes",
    "response_frame",
    "response_from_bytes",
    "response_part",
    "result_from_wire",
    "result_to_wire",
    "ruleset_from_wire",
    "ruleset_to_wire",
    "seat_event_from_wire",
    "seat_event_to_wire",
    "server_message_from_wire",
    "server_message_to_wire",
    "sheet_from_wire",
    "sheet_to_wire",
    "view_from_wire",
    "view_to_wire",
]

M = TypeVar("M", bound=Message)
T = TypeVar("T")

MAX_REQUEST_BYTES: Final = 16_384
"""The size of a bot's frame, at most."""
MAX_RESPONSE_BYTES: Final = 4_194_304
"""The size of a frame of the referee's, at most."""
MAX_MESSAGES: Final = 1024
"""How many messages a bot's frame holds, at most."""


_DECISION_REQUEST: Final = play_pb2.ServerMessage.DECISION_REQUEST_FIELD_NUMBER
_EVENTS: Final = play_pb2.ServerMessage.EVENTS_FIELD_NUMBER


def action_to_wire(action: Action) -> table_pb2.Action:
    """The message of an action."""
    return _written(table_pb2.Action(), ACTION.put, action)


def action_from_wire(message: table_pb2.Action) -> Action:
    """The action of a message; whether it is legal is not looked at."""
    return _read(message, ACTION.take)


def seat_event_to_wire(event: SeatEvent) -> events_pb2.SeatEvent:
    """The message of what one seat hears."""
    return _written(events_pb2.SeatEvent(), SEAT_EVENT.put, event)


def seat_event_from_wire(message: events_pb2.SeatEvent) -> SeatEvent:
    """What one seat hears."""
    return _read(message, SEAT_EVENT.take)


def public_event_to_wire(event: PublicEvent) -> events_pb2.PublicEvent:
    """The message of what everybody hears; WireError for an event that tells a hidden card."""
    return _written(events_pb2.PublicEvent(), PUBLIC_EVENT.put, event)


def public_event_from_wire(message: events_pb2.PublicEvent) -> PublicEvent:
    """What everybody hears."""
    return _read(message, PUBLIC_EVENT.take)


def full_event_to_wire(event: Event) -> record_pb2.FullEvent:
    """The message of an event with every card, which only records hold."""
    return _written(record_pb2.FullEvent(), FULL_EVENT.put, event)


def full_event_from_wire(message: record_pb2.FullEvent) -> Event:
    """An event with every card."""
    return _read(message, FULL_EVENT.take)


def result_to_wire(result: HandResult) -> rules_pb2.HandResult:
    """The message of a hand's result."""
    return _written(rules_pb2.HandResult(), RESULT.put, result)


def result_from_wire(message: rules_pb2.HandResult) -> HandResult:
    """The result of a hand."""
    return _read(message, RESULT.take)


def ruleset_to_wire(ruleset: Ruleset) -> rules_pb2.Ruleset:
    """The message of a ruleset."""
    return rules_pb2.Ruleset.FromString(rulesets.bytes_of(ruleset))


def ruleset_from_wire(message: rules_pb2.Ruleset) -> Ruleset:
    """The ruleset of a message; WireError also for one that the rules do not allow."""
    return ruleset_of(message.SerializeToString())


def sheet_to_wire(sheet: ScoreSheet) -> rules_pb2.ScoreSheet:
    """The message of a score sheet, without its ruleset; WireError for one of more than MAX_HANDS hands."""
    return rules_pb2.ScoreSheet.FromString(sheets.bytes_of(sheet))


def sheet_from_wire(message: rules_pb2.ScoreSheet, ruleset: Ruleset) -> ScoreSheet:
    """The score sheet of a message, kept by `ruleset`."""
    return sheet_of(rulesets.bytes_of(ruleset), message.SerializeToString())


def view_to_wire(view: PlayerView) -> table_pb2.PlayerView:
    """The message of a view that `view_for` made."""
    return _written(table_pb2.PlayerView(), put_view, view)


def view_from_wire(message: table_pb2.PlayerView) -> PlayerView:
    """The view of a message, equal to the one that it was made of."""
    return _read(message, take_view)


def client_message_to_wire(value: ClientMessage) -> play_pb2.ClientMessage:
    """The message of what a bot says."""
    return _written(play_pb2.ClientMessage(), CLIENT_MESSAGE.put, value)


def client_message_from_wire(message: play_pb2.ClientMessage) -> ClientMessage:
    """What a bot says. Of a bad Decision the WireError tells match and request, if they can be read."""
    try:
        return _read(message, CLIENT_MESSAGE.take)
    except WireError as error:
        tell_request(error, message)
        raise


def server_message_to_wire(value: ServerMessage) -> play_pb2.ServerMessage:
    """The message of what the referee says."""
    return _written(play_pb2.ServerMessage(), SERVER_MESSAGE.put, value)


def server_message_from_wire(message: play_pb2.ServerMessage) -> ServerMessage:
    """What the referee says."""
    return _read(message, SERVER_MESSAGE.take)


def request_frame(messages: Iterable[ClientMessage]) -> play_pb2.PlayRequest:
    """A frame of what a bot says, in order; WireError for one that the referee would not read."""
    frame = play_pb2.PlayRequest()
    for value in messages:
        CLIENT_MESSAGE.put(frame.messages.add(), value)
    _check_request(frame)
    return frame


def response_frame(messages: Iterable[ServerMessage]) -> play_pb2.PlayResponse:
    """A frame of what the referee says, in order; its size is the sender's affair."""
    frame = play_pb2.PlayResponse()
    for value in messages:
        SERVER_MESSAGE.put(frame.messages.add(), value)
    return frame


def response_part(value: ServerMessage) -> bytes:
    """A frame's bytes of this message alone: parts put one after another are the frame of all of them."""
    if type(value) is DecisionRequest:
        return frame_part(_DECISION_REQUEST, request_bytes(value))
    if type(value) is Events:
        return frame_part(_EVENTS, events_bytes(value))
    return response_frame((value,)).SerializeToString()


def read_request(frame: play_pb2.PlayRequest) -> Iterator[ClientMessage | WireError]:
    """What a bot says, in order, with an error in place of each message that says nothing.

    Raises WireError for a frame that is bad as a whole.
    """
    _check_request(frame)
    return map(_message_or_error, frame.messages)


def read_response(frame: play_pb2.PlayResponse) -> tuple[ServerMessage, ...]:
    """What the referee says, in order."""
    strict(frame)
    return tuple([SERVER_MESSAGE.take(message) for message in frame.messages])


def request_from_bytes(data: bytes) -> play_pb2.PlayRequest:
    """A bot's frame of its bytes; WireError for bytes that are none, or too many."""
    return _parsed(play_pb2.PlayRequest, data, MAX_REQUEST_BYTES)


def response_from_bytes(data: bytes) -> play_pb2.PlayResponse:
    """A frame of the referee's of its bytes; WireError for bytes that are none, or too many."""
    return _parsed(play_pb2.PlayResponse, data, MAX_RESPONSE_BYTES)


def _written(message: M, put: Callable[[Any, Any], None], value: Any) -> M:
    put(message, value)
    return message


def _read(message: Any, take: Callable[[Any], T]) -> T:
    strict(message)
    return take(message)


def _message_or_error(message: play_pb2.ClientMessage) -> ClientMessage | WireError:
    try:
        return client_message_from_wire(message)
    except WireError as error:
        return error


def _check_request(frame: play_pb2.PlayRequest) -> None:
    if len(frame.messages) > MAX_MESSAGES:
        raise WireError("PlayRequest.messages", f"at most {MAX_MESSAGES} are allowed, not {len(frame.messages)}")
    if (size := frame.ByteSize()) > MAX_REQUEST_BYTES:
        raise WireError("PlayRequest", f"at most {MAX_REQUEST_BYTES} bytes are allowed, not {size}")
    if len(UnknownFieldSet(frame)):  # of the frame itself; each message is looked at for itself
        raise WireError("PlayRequest", "has fields that protocol version 1 does not know")


def _parsed(kind: type[M], data: bytes, most: int) -> M:
    if len(data) > most:
        raise WireError(kind.DESCRIPTOR.name, f"at most {most} bytes are allowed, not {len(data)}")
    try:
        return kind.FromString(data)
    except DecodeError:
        raise WireError(kind.DESCRIPTOR.name, "cannot be read") from None
