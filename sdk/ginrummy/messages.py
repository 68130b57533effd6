"""What a bot and the referee say to each other, as values; proto/README.md tells the order in which they come.

Each class is the message of its name in proto/ginrummy/v1/play.proto, whose comments say when a field holds; `wire`
translates. Constructors do not judge; the translation does, both ways.
Imports: errors, _frozen, cards, deck, melds, ruleset, scoring, actions, events, view.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ginrummy._frozen import frozen
from ginrummy.actions import Action
from ginrummy.cards import Card
from ginrummy.deck import StockOrder
from ginrummy.errors import check_type
from ginrummy.events import SeatEvent
from ginrummy.melds import Meld, best_arrangement
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import ScoreSheet
from ginrummy.view import PlayerView
from ginrummy.view import TimeLeft as TimeLeft  # noqa: PLC0414  a part of DecisionRequest, and named from here

PROTOCOL_VERSION = 1
"""What Hello and Welcome name; a message of another version may mean anything."""


class RefusalReason(Enum):
    """Why a bot is not let in."""

    PROTOCOL_VERSION = "PROTOCOL_VERSION"
    BAD_NAME = "BAD_NAME"
    WRONG_NAME = "WRONG_NAME"
    NAME_TAKEN = "NAME_TAKEN"
    NOT_ENTERED = "NOT_ENTERED"
    WITHDRAWN = "WITHDRAWN"
    FULL = "FULL"
    OVER = "OVER"
    BAD_HELLO = "BAD_HELLO"
    STOPPING = "STOPPING"


class RejectionKind(Enum):
    """What was wrong with an answer."""

    ILLEGAL = "ILLEGAL"
    MALFORMED = "MALFORMED"


class TerminationKind(Enum):
    """How a match ended."""

    COMPLETED = "COMPLETED"
    FORFEIT = "FORFEIT"
    ABORTED = "ABORTED"


class FaultKind(Enum):
    """The misdeeds of bots."""

    TIMEOUT = "TIMEOUT"
    ILLEGAL = "ILLEGAL"
    MALFORMED = "MALFORMED"
    FLOOD = "FLOOD"
    DISCONNECT = "DISCONNECT"
    STALL = "STALL"
    NO_SHOW = "NO_SHOW"
    BOT_ERROR = "BOT_ERROR"


class GoodbyeReason(Enum):
    """Why a stream ends on purpose."""

    DONE = "DONE"
    STOPPING = "STOPPING"
    PROTOCOL_ERROR = "PROTOCOL_ERROR"
    INTERNAL = "INTERNAL"


class RequestId(NamedTuple):
    """Names a request within its match."""

    hand: int
    decision: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Clock:
    """What a bot's time is, in whole milliseconds (RULES.md, section 10); the same for both seats of a match."""

    decision_ms: int = 250
    bank_ms: int = 30_000
    bank_per_hand_ms: int = 3_000
    startup_ms: int = 60_000
    reconnect_grace_ms: int = 60_000
    no_show_ms: int = 600_000


@dataclass(frozen=True, slots=True)
class Schedule:
    """The schedule in brief; `matches` is 0 where the format decides as it goes."""

    format: str
    bots: tuple[str, ...]
    matches: int
    mirrored: bool
    stock: StockOrder


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot's misdeed; `detail` names public facts only."""

    seat: int
    kind: FaultKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Termination:
    """How a match ended; `fault` is there exactly for a forfeit."""

    kind: TerminationKind
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class FinalHand:
    """A hand as it was counted; the knocker's melds are without the layoffs."""

    melds: tuple[Meld, ...]
    laid_off: tuple[Card, ...]
    deadwood_cards: tuple[Card, ...]
    deadwood: int


# What a bot says.


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there: first on every stream, and only first."""

    name: str
    tables: int = 1
    protocol_version: int = PROTOCOL_VERSION
    sdk_version: str = ""
    bot_version: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Enters the tournament; the first nonce ever sent is kept."""

    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Ready:
    """The bot may be asked in this match."""

    match_id: str


@frozen
class Decision:
    """What the bot chose."""

    match_id: str
    request: RequestId
    action: Action


@dataclass(frozen=True, slots=True)
class Resign:
    """Gives one match up."""

    match_id: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a Ping."""

    nonce: int


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The sender, a bot or the referee, ends the stream on purpose."""

    reason: GoodbyeReason
    text: str = ""


# What the referee says.


@dataclass(frozen=True, slots=True)
class Welcome:
    """The terms of the tournament; `secret` is empty except in open mode."""

    protocol_version: int
    referee_version: str
    tournament: str
    commitment: bytes
    ruleset: Ruleset
    clock: Clock
    tables: int
    max_illegal_actions: int
    schedule: Schedule
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A hello that cannot be accepted: why, and what to do."""

    reason: RefusalReason
    text: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Joined:
    """The bot is in; the nonce that counts."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class MatchOffered:
    """A match that begins when both bots are ready; `hands` is None in a match to the target."""

    match_id: str
    seat: int
    opponent: str
    ruleset: Ruleset
    clock: Clock
    stock: StockOrder
    first_dealer: int
    hands: int | None = None


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand has been dealt; `view` is the seat's before the first decision."""

    match_id: str
    sequence: int
    view: PlayerView


@frozen
class Events:
    """What happened at a table; `sequence` is the number of the first event."""

    match_id: str
    sequence: int
    events: tuple[SeatEvent, ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is over; `hands` are both as counted, by seat, or none in a void hand."""

    match_id: str
    sequence: int
    view: PlayerView
    hands: tuple[FinalHand, ...]
    chain_head: bytes


@dataclass(frozen=True, slots=True)
class History:
    """A match as its seat saw it so far, or a part of it unless `last`."""

    match_id: str
    items: tuple[HandStarted | Events | HandEnded, ...]
    last: bool


@frozen
class DecisionRequest:
    """The bot must choose; the view and the seed are all that it needs. `time` is None where no clock runs."""

    match_id: str
    request: RequestId
    view: PlayerView
    time: TimeLeft | None
    decision_seed: bytes


@dataclass(frozen=True, slots=True)
class Rejected:
    """An answer that changed nothing, and how many of `allowed` have been counted."""

    match_id: str
    request: RequestId
    kind: RejectionKind
    reason: str
    counted: int
    allowed: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match is over."""

    match_id: str
    termination: Termination
    sheet: ScoreSheet
    chain_head: bytes


@dataclass(frozen=True, slots=True)
class DealsRevealed:
    """The seed of matches that are over."""

    match_ids: tuple[str, ...]
    deal_key: str
    match_seed: bytes


@dataclass(frozen=True, slots=True)
class TournamentEnded:
    """The tournament is over; the seed that the commitment was made for."""

    master_seed: bytes


@dataclass(frozen=True, slots=True)
class Ping:
    """To be answered with a Pong of the same nonce; `round_trip_us` is what the last one took, 0 before the first."""

    nonce: int
    round_trip_us: int = 0


@dataclass(frozen=True, slots=True)
class Replaced:
    """A newer stream has the seat."""


ClientMessage = Hello | Join | Ready | Decision | Resign | Pong | Goodbye
ServerMessage = (
    Welcome
    | Refused
    | Joined
    | MatchOffered
    | History
    | HandStarted
    | Events
    | DecisionRequest
    | Rejected
    | HandEnded
    | MatchEnded
    | DealsRevealed
    | TournamentEnded
    | Ping
    | Replaced
    | Goodbye
)


def final_hands(view: PlayerView) -> tuple[FinalHand, ...]:
    """Both hands of a finished hand as they were counted, by seat; none where the view shows none."""
    check_type(view, PlayerView)
    if view.opponent_hand is None or view.knocker is None or view.knocker_deadwood is None:
        return ()
    defended = best_arrangement(view.opponent_hand if view.knocker == view.seat else view.hand)
    knocker = FinalHand(view.spread, (), view.knocker_deadwood_cards, view.knocker_deadwood)
    laid_off = tuple(card for card, _ in view.layoffs)
    defender = FinalHand(defended.melds, laid_off, defended.deadwood_cards, defended.deadwood)
    return (knocker, defender) if view.knocker == 0 else (defender, knocker)
