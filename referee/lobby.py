"""Which bots are entered, who is here, and who may come in. Knows tokens by their SHA-256 only.

Imports: ginrummy; referee.session, referee.tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from ginrummy.messages import (
    PROTOCOL_VERSION,
    Hello,
    Join,
    Joined,
    RefusalReason,
    Refused,
    Replaced,
    Welcome,
)
from referee.session import Session
from referee.tokens import Tokens, new_token, token_sha256

PING_LOST_NS: Final = 5_000_000_000
"""A ping unanswered for so long counts as absence (design section 3, §6)."""


@dataclass(slots=True)
class Entrant:
    """A bot that is entered, here or not.

    `tables` is how many matches it gets at once: what it asks for, and at most `most_tables`. `round_trip_ms` is the
    last that a ping measured. `away_since` is None while it is here, `unheard_since` while no ping is unanswered,
    however many streams the bot opens. `retold` is what was told again to it, in lines of journals, less what time has
    forgiven.
    """

    name: str
    most_tables: int = 1
    digest: str | None = None
    hosted: bool = False
    nonce: bytes | None = None
    session: Session | None = None
    responsive: bool = True
    tables: int = 1
    versions: str = ""
    round_trip_ms: float | None = None
    away_since: int | None = None
    withdrawn: str = ""
    pinged: tuple[int, int] | None = None
    unheard_since: int | None = None
    retold: float = 0.0
    retold_at: int = 0

    @property
    def here(self) -> bool:
        """Whether the bot can be asked now."""
        return self.session is not None


@dataclass(slots=True)
class Lobby:
    """Everybody who is entered, by name; `changed` is called when somebody comes, goes or is known better.

    `welcome` makes the terms for one entrant, its secret included. `open_mode` lets a bot come without a token, once.
    """

    welcome: Callable[[Entrant, str], Welcome]
    changed: Callable[[Entrant], None]
    keep: Callable[[Entrant], None]
    open_mode: bool = False
    entrants: dict[str, Entrant] = field(default_factory=dict)
    stopping: bool = False
    over: bool = False

    def enter(self, entrants: Iterable[Entrant], now: int) -> None:
        """Enter bots before the first of them comes."""
        for entrant in entrants:
            entrant.away_since = now
            self.entrants[entrant.name] = entrant

    def whose(self, token: str) -> str | None:
        """The name that a token stands for, None for no token of ours; takes the same time for every token."""
        tokens = Tokens({entrant.digest: name for name, entrant in self.entrants.items() if entrant.digest})
        return tokens.name_of(token)

    def hello(self, session: Session, hello: Hello) -> Welcome | Refused:
        """Let a bot in or say why not."""
        if hello.protocol_version != PROTOCOL_VERSION:
            return Refused(
                RefusalReason.PROTOCOL_VERSION,
                f"protocol version {hello.protocol_version} is not spoken here",
                f"use an SDK of protocol version {PROTOCOL_VERSION}",
            )
        name = session.token_name
        if name is not None and hello.name != name:
            return Refused(
                RefusalReason.WRONG_NAME,
                f"the token is not {hello.name!r}'s",
                "say the name that the token was made for, or use the token of this name",
            )
        entrant = self.entrants.get(hello.name)
        if entrant is None:
            return Refused(
                RefusalReason.NOT_ENTERED,
                f"no bot {hello.name!r} is entered here",
                f"the names entered are {', '.join(self.entrants)}" if self.open_mode else "ask the organiser",
            )
        if name is None and entrant.digest is not None:
            return Refused(
                RefusalReason.NAME_TAKEN,
                f"{hello.name!r} is somebody else's here",
                "use the secret of the Welcome that this bot got first, or another name",
            )
        if entrant.withdrawn:
            return Refused(RefusalReason.WITHDRAWN, entrant.withdrawn, "nothing is left to play; ask the organiser")
        if self.over:
            return Refused(RefusalReason.OVER, "the tournament is over", "nothing is left to play")
        if self.stopping:
            return Refused(RefusalReason.STOPPING, "the referee is about to stop", "come back when it is up again")
        secret = ""
        if entrant.digest is None:
            secret = new_token()
            entrant.digest = token_sha256(secret)
            self.keep(entrant)
        entrant.tables = min(hello.tables, entrant.most_tables)
        entrant.versions = ", ".join(part for part in (hello.sdk_version, hello.bot_version) if part)
        return self.welcome(entrant, secret)

    def join(self, session: Session, join: Join) -> Joined:
        """Note the bot as here, and its first nonce for good; an older stream of the same bot is told `Replaced`."""
        entrant = self.of(session)
        if entrant.nonce is None:
            entrant.nonce = join.nonce
            self.keep(entrant)
        return Joined(entrant.nonce)

    def nonce_of(self, name: str) -> bytes:
        """The nonce that counts for a bot; one that sent none by now counts with an empty one for good."""
        entrant = self.entrants[name]
        if entrant.nonce is None:
            entrant.nonce = b""
            self.keep(entrant)
        return entrant.nonce

    def seat(self, session: Session) -> Session | None:
        """The session is the bot's from now on; the older one, told so, if there was one."""
        entrant = self.of(session)
        older, entrant.session = entrant.session, session
        entrant.away_since, entrant.pinged, entrant.round_trip_ms = None, None, None
        if older is not None:
            older.close(Replaced())
        else:
            entrant.responsive, entrant.unheard_since = True, None
        self.changed(entrant)
        return older

    def leave(self, session: Session, now: int) -> Entrant | None:
        """The session is over; the bot that is away by that, None if a newer stream has its seat."""
        entrant = self.entrants.get(session.name or "")
        if entrant is None or entrant.session is not session:
            return None
        entrant.session, entrant.away_since = None, now
        self.changed(entrant)
        return entrant

    def of(self, session: Session) -> Entrant:
        """Whose session it is."""
        return self.entrants[session.name or ""]
