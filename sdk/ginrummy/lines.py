"""The text of a journal's lines: entries <-> JSON, format v1.

An entry has exactly one text. `parse_line` refuses every other text for it, such as one with a space more, so that
whoever reads a journal reads the bytes that were hashed. Lines are ASCII. Imports: errors, deck, ruleset, scoring,
notation, messages, entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Final, assert_never

from ginrummy.deck import NONCE_BYTES
from ginrummy.entries import (
    REPLY_BYTES,
    Conduct,
    ConductKind,
    Decided,
    Entry,
    FinalSheet,
    Footer,
    Header,
    Reveal,
    check_match_id,
)
from ginrummy.errors import GinRummyError, JournalError, StateError, check_type
from ginrummy.messages import Clock, Fault, FaultKind, Termination, TerminationKind
from ginrummy.notation import format_action, parse_action
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import Pair

FORMAT_NAME: Final = "ginlog"
FORMAT_VERSION: Final = 1
LINE_BYTES: Final = 65_536
"""The most bytes of a line."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_LARGEST: Final = (1 << 53) - 1  # what every JSON reader holds exactly
_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


def format_line(entry: Entry, prev: str) -> str:
    """The line of an entry that follows the line whose hash is `prev`, without its line break.

    Raises StateError for something that is no entry, or that `parse_line` would not read back.
    """
    try:
        if type(entry) is Decided:  # the many; an action that was applied has a text
            return _decided_line(_check_decided(entry), _hash(prev))
        check_type(entry, Header, Decided, Conduct, Footer, Reveal)
        line = _dumped(entry, _hash(prev))
        _check_read_back(line, entry, prev)
    except (GinRummyError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise StateError(f"no line can hold {format(ascii(entry), '.200')}: {error}") from None
    return line


def parse_line(line: str, number: int = 1) -> tuple[Entry, str]:
    """The entry of line `number`, and the hash of the line before that it carries.

    Raises JournalError for every text that `format_line` does not make.
    """
    if not isinstance(line, str):
        raise JournalError(number, f"a text is needed, not {format(repr(line), '.60')}")
    if len(line) > LINE_BYTES:
        raise JournalError(number, f"{len(line)} bytes; {LINE_BYTES} are allowed")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(number, "not a line of JSON") from None
    try:
        prev = _hash(found["prev"])
        entry = _READERS[found["type"]](found)
        exact = _dumped(entry, prev) == line
    except KeyError as error:
        raise JournalError(number, f"{format(ascii(error.args[0]), '.60')} is missing or unknown") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise JournalError(number, format(str(error), ".300")) from None
    if not exact:
        raise JournalError(number, "not written as the format has it")
    return entry, prev


def _check_read_back(line: str, entry: Entry, prev: str) -> None:
    if parse_line(line) != (entry, prev):
        raise ValueError("it would be read as something else")


def format_canonical(entry: Header | Decided | Footer, prev: str) -> str:
    """The line of an entry in the canonical form: without times, and of a footer without what follows from it.

    Raises StateError for another entry, which is no part of it.
    """
    if isinstance(entry, Decided):
        return _decided_line(entry, prev, timed=False)
    check_type(entry, Header, Footer)
    found = {name: value for name, value in _object(entry).items() if name not in ("digest", "head")}
    return _ENCODE({**found, "prev": prev})


def _dumped(entry: Entry, prev: str) -> str:
    return _decided_line(entry, prev) if isinstance(entry, Decided) else _ENCODE({**_object(entry), "prev": prev})


def _decided_line(entry: Decided, prev: str, *, timed: bool = True) -> str:
    """Put together by hand, since most lines are decisions; no value in it needs escaping."""
    think = f',"think_ms":{entry.think_ms}' if timed and entry.think_ms is not None else ""
    forced = ',"forced":true' if entry.forced else ""
    start = f'{{"type":"decision","n":{entry.number},"seat":{entry.seat},"action":"{_text_of(entry.action)}"'
    return f'{start}{think}{forced},"prev":"{prev}"}}'


def _object(entry: Header | Conduct | Footer | Reveal) -> dict[str, Any]:
    """The JSON object of an entry without its `prev`, its names in the order in which they are written."""
    match entry:
        case Header():
            return {
                "type": "header",
                "format": FORMAT_NAME,
                "version": FORMAT_VERSION,
                "software": entry.software,
                "match_id": entry.match_id,
                "deal_key": entry.deal_key,
                "leg": entry.leg,
                "number": entry.number,
                "bots": list(entry.bots),
                "nonces": [[name, nonce.hex()] for name, nonce in entry.nonces],
                "ruleset": _ruleset_object(entry.ruleset),
                "clock": None if entry.clock is None else asdict(entry.clock),
                "stock": entry.stock,
                "hands": entry.hands,
                "first_dealer": entry.first_dealer,
                "commitment": entry.commitment.hex(),
            }
        case Conduct():
            return {
                "type": "conduct",
                "kind": entry.kind.name,
                "seat": entry.seat,
                "at_ms": entry.at_ms,
                "lag_ms": entry.lag_ms,
                "elapsed_ms": entry.elapsed_ms,
                "fault": None if entry.fault is None else entry.fault.name,
                "text": entry.text,
                "reply": entry.reply.hex(),
                "reply_size": entry.reply_size,
            }
        case Footer():
            fault = entry.termination.fault
            return {
                "type": "footer",
                "termination": entry.termination.kind.name,
                "fault": fault and {"seat": fault.seat, "kind": fault.kind.name, "detail": fault.detail},
                "sheet": {name: _listed(value) for name, value in asdict(entry.sheet).items()},
                "digest": entry.digest,
                "head": entry.head,
            }
        case Reveal():
            return {"type": "reveal", "match_seed": entry.match_seed.hex()} | (
                {} if entry.master_seed is None else {"master_seed": entry.master_seed.hex()}
            )
        case _:
            assert_never(entry)


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _ruleset_object(ruleset: Ruleset) -> dict[str, Any]:
    values = {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}
    return {name: value.name if isinstance(value, Enum) else value for name, value in values.items()}


def _read_header(found: dict[str, Any]) -> Header:
    if found["format"] != FORMAT_NAME or found["version"] != FORMAT_VERSION:
        raise ValueError(f"format {FORMAT_NAME} {FORMAT_VERSION} is what this version reads")
    first, second = found["bots"]
    nonces = tuple((_name(name), _bytes("nonce", nonce, 0, NONCE_BYTES)) for name, nonce in found["nonces"])
    if [name.encode() for name, _ in nonces] != sorted({name.encode() for name, _ in nonces}):
        raise ValueError("nonces: names in byte order are needed, each once")
    clock = found["clock"]
    if found["stock"] not in ("shared", "seat-locked"):
        raise ValueError("stock: shared or seat-locked is needed")
    return Header(
        software=_text("software", found["software"], 1, 100),
        match_id=check_match_id(found["match_id"]),
        deal_key=_text("deal_key", found["deal_key"], 0, 256),
        bots=(_name(first), _name(second)),
        ruleset=Ruleset(**found["ruleset"]),
        stock=found["stock"],
        first_dealer=_whole("first_dealer", found["first_dealer"], 0, 1),
        commitment=_bytes("commitment", found["commitment"], 32, 32),
        leg=_whole("leg", found["leg"], 0, 1),
        number=_whole("number", found["number"]),
        nonces=nonces,
        clock=None if clock is None else Clock(**{name: _whole(name, value) for name, value in clock.items()}),
        hands=_maybe("hands", found["hands"], 1),
    )


def _read_decided(found: dict[str, Any]) -> Decided:
    action = _action(_text("action", found["action"], 1, 200))
    return _check_decided(
        Decided(found["n"], found["seat"], action, found.get("think_ms"), forced=found.get("forced", False))
    )


def _check_decided(entry: Decided) -> Decided:
    number, think_ms = entry.number, entry.think_ms
    if (
        type(number) is int
        and 0 <= number <= _LARGEST
        and type(entry.seat) is int
        and 0 <= entry.seat <= 1
        and (think_ms is None or (type(think_ms) is int and 0 <= think_ms <= _LARGEST))
        and type(entry.forced) is bool
    ):
        return entry  # the many; what follows says what is wrong
    _whole("n", entry.number)
    _whole("seat", entry.seat, 0, 1)
    _maybe("think_ms", entry.think_ms)
    if type(entry.forced) is not bool:
        raise ValueError("forced: true is needed, or nothing")
    return entry


_action: Final = lru_cache(2_048)(parse_action)  # a match says the same few things over and over
_text_of: Final = lru_cache(2_048)(format_action)


def _read_conduct(found: dict[str, Any]) -> Conduct:
    fault = found["fault"]
    reply = _bytes("reply", found["reply"], 0, REPLY_BYTES)
    return Conduct(
        kind=ConductKind[found["kind"]],
        at_ms=_whole("at_ms", found["at_ms"]),
        lag_ms=_whole("lag_ms", found["lag_ms"]),
        seat=_maybe("seat", found["seat"], 0, 1),
        elapsed_ms=_maybe("elapsed_ms", found["elapsed_ms"]),
        fault=None if fault is None else FaultKind[fault],
        text=_text("text", found["text"], 0, 1_000),
        reply=reply,
        reply_size=_whole("reply_size", found["reply_size"], len(reply)),
    )


def _read_footer(found: dict[str, Any]) -> Footer:
    told, sheet, fault = found["fault"], found["sheet"], None
    if told is not None:
        seat, detail = _whole("seat", told["seat"], 0, 1), _text("detail", told["detail"], 0, 1_000)
        fault = Fault(seat, FaultKind[told["kind"]], detail)
    termination = Termination(TerminationKind[found["termination"]], fault)
    if (termination.kind is TerminationKind.FORFEIT) != (fault is not None):
        raise ValueError("a forfeit has a fault, and nothing else has")
    read = FinalSheet(
        winner=_maybe("winner", sheet["winner"], 0, 1),
        scores=_pair("scores", sheet["scores"]),
        boxes=_pair("boxes", sheet["boxes"]),
        finals=None if sheet["finals"] is None else _pair("finals", sheet["finals"]),
        margin=_maybe("margin", sheet["margin"], -_LARGEST),
    )
    return Footer(termination, read, _hash(found["digest"]), _hash(found["head"]))


def _read_reveal(found: dict[str, Any]) -> Reveal:
    master = found.get("master_seed")
    match_seed = _bytes("match_seed", found["match_seed"], 32, 32)
    return Reveal(match_seed, None if master is None else _bytes("master_seed", master, 32, 32))


_READERS: Final[dict[str, Callable[[dict[str, Any]], Entry]]] = {
    "header": _read_header,
    "decision": _read_decided,
    "conduct": _read_conduct,
    "footer": _read_footer,
    "reveal": _read_reveal,
}


def _whole(name: str, value: object, low: int = 0, high: int = _LARGEST) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name}: a whole number from {low} to {high} is needed, not {format(ascii(value), '.40')}")
    return value


def _maybe(name: str, value: object, low: int = 0, high: int = _LARGEST) -> int | None:
    return None if value is None else _whole(name, value, low, high)


def _pair(name: str, value: object) -> Pair:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{name}: two numbers are needed")
    return _whole(name, value[0]), _whole(name, value[1])


def _text(name: str, value: object, low: int, high: int) -> str:
    if not isinstance(value, str) or not low <= len(value) <= high:
        raise ValueError(f"{name}: a text of {low} to {high} characters is needed")
    value.encode()  # a lone surrogate is a ValueError
    return value


def _name(value: object) -> str:
    text = _text("bot", value, 1, 256)
    if not text.isprintable():
        raise ValueError("bot: a name without control characters is needed")
    return text


def _bytes(name: str, value: object, low: int, high: int) -> bytes:
    if not isinstance(value, str) or not 2 * low <= len(value) <= 2 * high:
        raise ValueError(f"{name}: {low} to {high} bytes in hex are needed")
    return bytes.fromhex(value)


def _hash(value: object) -> str:
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise ValueError("a hash is 64 lower-case hex digits")
    return value
