"""What the lines of a journal say, as values: journal format v1.

Constructors do not judge; `lines`, which writes and reads them, does. Imports: errors, _frozen, deck, ruleset, scoring,
actions, messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from ginrummy._frozen import frozen
from ginrummy.actions import Action
from ginrummy.deck import StockOrder
from ginrummy.errors import StateError, check_type
from ginrummy.messages import Clock, FaultKind, Termination
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import Pair, ScoreSheet

REPLY_BYTES: Final = 1_024
"""How much of a rejected reply is kept."""
_MATCH_ID: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,94}[A-Za-z0-9_-])?")
_DEVICE: Final = re.compile(r"(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")


@dataclass(frozen=True, slots=True)
class Header:
    """The terms of a match: the first line.

    `leg` is 1 for the second leg of a mirrored pair, else 0. `number` counts the matches of the pairing from 0, both
    legs of a mirrored pair as one: it decides who deals first. `bots` are by seat; `nonces` in byte order of name,
    none where nobody was asked. `clock` is None where no time was kept, `hands` None in a match to the target.
    """

    software: str
    match_id: str
    deal_key: str
    bots: tuple[str, str]
    ruleset: Ruleset
    stock: StockOrder
    first_dealer: int
    commitment: bytes
    leg: int = 0
    number: int = 0
    nonces: tuple[tuple[str, bytes], ...] = ()
    clock: Clock | None = None
    hands: int | None = None


@frozen
class Decided:
    """An action that was applied, the `number`-th of the match from 0.

    `think_ms` is None where no clock ran; `forced` where it was the only legal action and nobody was asked.
    """

    number: int
    seat: int
    action: Action
    think_ms: int | None = None
    forced: bool = False


class ConductKind(Enum):
    """What a conduct line is evidence of."""

    REJECTED = "REJECTED"
    FAULT = "FAULT"
    STRIKE = "STRIKE"
    DISCONNECTED = "DISCONNECTED"
    RETURNED = "RETURNED"
    TAKEN_OVER = "TAKEN_OVER"
    PAUSED = "PAUSED"
    RESUMED = "RESUMED"


@dataclass(frozen=True, slots=True)
class Conduct:
    """Evidence for a complaint; no part of the canonical form.

    `at_ms` is the referee's stamp in ms since 1970, `lag_ms` its own delay at that moment. `elapsed_ms` is what the
    running decision had taken, and of a return, or of the fault of staying away, how long the seat has been away in the
    match. `seat` is None for what concerns the table. `reply` holds the first REPLY_BYTES of a rejected reply as it
    came, `reply_size` its whole length; `fault` says what a rejection, strike or fault was for.
    """

    kind: ConductKind
    at_ms: int
    lag_ms: int
    seat: int | None = None
    elapsed_ms: int | None = None
    fault: FaultKind | None = None
    text: str = ""
    reply: bytes = b""
    reply_size: int = 0


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """What a score sheet came to; `winner` is None for a draw, all but scores and boxes None after an abort."""

    winner: int | None
    scores: Pair
    boxes: Pair
    finals: Pair | None
    margin: int | None


@dataclass(frozen=True, slots=True)
class Footer:
    """How the match ended, the digest of the canonical form, and the hash of the line before."""

    termination: Termination
    sheet: FinalSheet
    digest: str
    head: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seed of the match's deals; also the master seed, where the tournament was over when this was written."""

    match_seed: bytes
    master_seed: bytes | None = None


Entry: TypeAlias = Header | Decided | Conduct | Footer | Reveal


def final_sheet(sheet: ScoreSheet) -> FinalSheet:
    """What the footer says of a sheet."""
    check_type(sheet, ScoreSheet)
    return FinalSheet(sheet.winner, sheet.scores, sheet.boxes, sheet.finals, sheet.margin)


def check_match_id(match_id: str) -> str:
    """The id if it may name a file on every system, with no path, device or trailing dot in it; else StateError."""
    if not isinstance(match_id, str) or not _MATCH_ID.fullmatch(match_id) or _DEVICE.fullmatch(match_id):
        raise StateError(f"match id: 1 to 96 of A-Z a-z 0-9 _ . - are needed, not {format(ascii(match_id), '.120')}")
    return match_id
