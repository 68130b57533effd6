"""What is sent with every decision, put together byte by byte: views, events, and the messages that hold them.

A general writer spends more on these few messages than the rules on the decision. The fields stand in the order of
their numbers, as protobuf writes them, so that the bytes are those of the generated code; the tests compare them.
Imports: errors, cards, actions, events, messages, ruleset, scoring, view, wire.fields, wire.play, wire.rules.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct as Packed
from struct import error as PackError  # noqa: N812  it is one
from typing import Final

from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import mask_of
from ginrummy.errors import InvalidInput, WireError
from ginrummy.events import SeatEvent
from ginrummy.messages import DecisionRequest, Events, RequestId
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import ScoreSheet
from ginrummy.v1 import events_pb2, play_pb2, table_pb2
from ginrummy.view import PlayerView, TimeLeft
from ginrummy.wire.fields import MATCH_ID, MELDS, UINT32, each, shown
from ginrummy.wire.play import LAY_OFF, SEAT_EVENT
from ginrummy.wire.rules import RESULT, Remembered, rulesets, sheets

_MOST_LAYOFFS: Final = 64
_MELDED: Final = 11
MOST_EVENTS: Final = 64
SEED_BYTES: Final = 32
_fixed64: Final = Packed("<Q").pack
LEGAL_LAYOFFS: Final = each(0, _MOST_LAYOFFS, LAY_OFF.put, LAY_OFF.take)
LAYOFFS: Final = each(0, _MELDED, LAY_OFF.put, LAY_OFF.take)


@lru_cache(65_536)
def varint(number: int) -> bytes:
    """A number as protobuf writes one; WireError for what is no uint32."""
    if not isinstance(number, int) or not 0 <= number <= UINT32:
        raise WireError("uint32", f"0 to {UINT32} is allowed, not {shown(number)}")
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


_SMALL: Final = tuple(bytes([number]) for number in range(128))


def _sized(tag: bytes, data: bytes) -> bytes:
    return tag + varint(len(data)) + data


_rulesets: Final[Remembered[Ruleset]] = Remembered(lambda ruleset: _sized(b"\x12", rulesets.bytes_of(ruleset)), 256)
_sheets: Final[Remembered[ScoreSheet]] = Remembered(lambda sheet: _sized(b"\x7a", sheets.bytes_of(sheet)), 4096)


def view_bytes(view: PlayerView) -> bytes:
    """The PlayerView message of a view that `view_for` made.

    What `view_for` does not make is refused only where it cannot be written; whoever reads the message judges the rest.
    """
    try:
        return _view_bytes(view)
    except WireError:
        raise
    except (AttributeError, TypeError, ValueError, LookupError, PackError) as error:
        told = f"{error}" if isinstance(error, InvalidInput) else f"not the view of a seat: {shown(view)}"
        raise WireError("PlayerView", told) from None


def _view_bytes(view: PlayerView) -> bytes:
    pile = bytes(view.discard_pile)
    legal = _legal_bytes(view.legal_actions) if view.legal_actions else b""
    parts = [
        b"\x08\x01" if view.seat == 1 else b"" if not view.seat else b"\x08" + varint(view.seat),
        _rulesets.bytes_of(view.ruleset),
        b"\x18" + varint(view.hand_index) if view.hand_index else b"",
        b"\x20\x01" if view.dealer == 1 else b"" if not view.dealer else b"\x20" + varint(view.dealer),
        b"\x28" + _SMALL[view.phase + 1],
        b"" if view.to_act is None else b"\x30" + varint(view.to_act),
        b"\x39" + _fixed64(mask_of(view.hand)) if view.hand else b"",
        b"\x40" + varint(view.upcard),
        b"\x4a" + _SMALL[len(pile)] + pile if pile else b"",
        b"\x51" + _fixed64(mask_of(view.opponent_known)) if view.opponent_known else b"",
        b"\x58" + varint(view.stock_count) if view.stock_count else b"",
        b"\x62" + _SMALL[len(legal)] + legal if len(legal) < 128 else _sized(b"\x62", legal),
        b"\x68" + varint(view.knock_limit) if view.knock_limit else b"",
        b"\x70" + varint(view.multiplier) if view.multiplier else b"",
        _sheets.bytes_of(view.sheet),
    ]
    if view.drawn is not None:
        parts.append(b"\x80\x01" + varint(view.drawn))
        if view.taken is not None:
            parts.append(b"\x88\x01" + varint(view.taken))
    if view.knocker is not None or view.result is not None:
        parts.append(_end_bytes(view))
    return b"".join(parts)


def _legal_bytes(legal: tuple[Action, ...]) -> bytes:
    kind = type(legal[0])
    if kind is Discard or kind is Knock or kind is BigGin:
        return _going_out_bytes(legal)
    try:
        return _few_bytes(legal)
    except TypeError:
        raise WireError("LegalActions", f"cannot list {shown(legal)}") from None


def _going_out_bytes(legal: tuple[Action, ...]) -> bytes:
    """What may be done with eleven cards: the masks are most of it."""
    discards = knocks = 0
    rest = b""
    for action in legal:
        kind = type(action)
        if kind is Discard:
            discards |= 1 << action.card  # type: ignore[union-attr]
        elif kind is Knock and not action.melds:  # type: ignore[union-attr]
            knocks |= 1 << action.discard  # type: ignore[union-attr]
        elif kind is BigGin and not action.melds:  # type: ignore[union-attr]
            rest = b"\x30\x01"
        elif kind is Pass:
            return _few_bytes(legal)
        else:
            raise WireError("LegalActions", f"cannot list {shown(action)}")
    masks = b"\x21" + _fixed64(discards) if discards else b""
    return masks + (b"\x29" + _fixed64(knocks) if knocks else b"") + rest


@lru_cache(4096)
def _few_bytes(legal: tuple[Action, ...]) -> bytes:
    """Any list of actions, in the general way; those of draws and layoffs are few and come again."""
    message = table_pb2.LegalActions()
    for action in legal:
        match action:
            case Discard():
                message.discards |= 1 << action.card
            case Knock(card, ()):
                message.knocks |= 1 << card
            case DrawStock():
                message.draw_stock = True
            case TakeDiscard():
                message.take_discard = True
            case Pass():
                message.pass_turn = True
            case BigGin(()):
                message.big_gin = True
            case LayOff():
                LAY_OFF.put(message.layoffs.add(), action)
            case FinishLayoffs():
                message.finish_layoffs = True
            case _:
                raise WireError("LegalActions", f"cannot list {shown(action)}")
    return message.SerializeToString()


def _end_bytes(view: PlayerView) -> bytes:
    """What a view shows from a knock on, in the general way."""
    message = table_pb2.PlayerView()
    if view.knocker is not None:
        message.knocker = view.knocker
        if view.knock_discard is not None:
            message.knock_discard = view.knock_discard
        MELDS.put(message, "spread", view.spread)
        MELDS.put(message, "melds", view.melds)
        message.knocker_deadwood_cards = mask_of(view.knocker_deadwood_cards)
        if view.knocker_deadwood is not None:
            message.knocker_deadwood = view.knocker_deadwood
        LAYOFFS.put(message, "layoffs", tuple([LayOff(*layoff) for layoff in view.layoffs]))
    if view.result is not None:
        message.result.SetInParent()
        RESULT.put(message.result, view.result)
        if view.opponent_hand is not None:
            message.opponent_hand = mask_of(view.opponent_hand)
    return message.SerializeToString()


def request_bytes(request: DecisionRequest) -> bytes:
    """The DecisionRequest message."""
    if type(request.time) is not TimeLeft:
        raise WireError("DecisionRequest.time", "is missing")
    seed = request.decision_seed
    if type(seed) is not bytes or len(seed) != SEED_BYTES:
        raise WireError("DecisionRequest.decision_seed", f"{SEED_BYTES} bytes are needed")
    left, view = request.time, view_bytes(request.view)
    time = _numbers(left.decision_ms, left.bank_ms, left.reconnect_grace_ms)
    asked = request.request
    if type(asked) is not RequestId:
        raise WireError("DecisionRequest.request", f"a RequestId is needed, not {shown(asked)}")
    number = _numbers(*asked)
    return b"".join(
        (
            match_id_field(request.match_id),
            b"\x12",
            _SMALL[len(number)],
            number,
            b"\x1a",
            varint(len(view)),
            view,
            b"\x22",
            _SMALL[len(time)],
            time,
            b"\x2a\x20",
            seed,
        )
    )


def events_bytes(told: Events) -> bytes:
    """The Events message."""
    if not isinstance(told.events, tuple) or not 1 <= len(told.events) <= MOST_EVENTS:
        raise WireError("Events.events", f"1 to {MOST_EVENTS} events are needed, not {shown(told.events)}")
    parts = [match_id_field(told.match_id)]
    if told.sequence:
        parts.append(b"\x10" + varint(told.sequence))
    parts += [_event_fields.bytes_of(event) for event in told.events]
    return b"".join(parts)


def _numbers(first: int, second: int, third: int) -> bytes:
    """Three uint32 fields numbered from 1, as in RequestId and TimeLeft."""
    one = b"\x08" + varint(first) if first else b""
    two = b"\x10" + varint(second) if second else b""
    return one + two + (b"\x18" + varint(third) if third else b"")


@lru_cache(4096)
def match_id_field(match_id: str) -> bytes:
    """A match id in field 1, as every message of a match begins."""
    scratch = play_pb2.Ready()
    MATCH_ID.put(scratch, "match_id", match_id)
    return scratch.SerializeToString()


def _event_field(event: SeatEvent) -> bytes:
    """An event in field 3 of Events."""
    message = events_pb2.SeatEvent()
    SEAT_EVENT.put(message, event)
    return _sized(b"\x1a", message.SerializeToString())


_event_fields: Final[Remembered[SeatEvent]] = Remembered(_event_field, 4096)  # most are one of some hundred


def frame_part(case: int, message: bytes) -> bytes:
    """A message of a ServerMessage's field `case` (below 16) as a part of a PlayResponse."""
    size = varint(len(message))
    return b"".join((b"\x0a", varint(1 + len(size) + len(message)), _SMALL[case << 3 | 2], size, message))
