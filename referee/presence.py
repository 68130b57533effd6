"""What follows when a bot comes, speaks, falls silent or goes: the lobby, the tables and the schedule hear of it.

Imports: ginrummy; referee.host, referee.lobby, referee.session.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Final

from ginrummy.errors import WireError
from ginrummy.messages import (
    Decision,
    FaultKind,
    Goodbye,
    GoodbyeReason,
    Hello,
    Join,
    Joined,
    Ready,
    Refused,
    Resign,
    Welcome,
)
from referee.host import Host
from referee.lobby import PING_LOST_NS, Entrant, Lobby
from referee.session import Session, StreamStage, ping

PING_S: Final = 2.0
RETOLD_LINES: Final = 20_000.0
RETOLD_A_SECOND: Final = 2_000.0
"""What may be told again to a bot that comes back again and again: so many journal lines at once, so many a second."""
STALL_NS: Final = 30_000_000_000
"""A write that the transport does not take for so long means that the bot does not read."""


class Presence:
    """The listener of every session."""

    def __init__(self, lobby: Lobby, host: Host, wake: Callable[[], None], log: Callable[..., Any]) -> None:
        self._lobby = lobby
        self._host = host
        self._wake = wake
        self._log = log
        self._nonces = itertools.count(1)
        self._timer: asyncio.TimerHandle | None = None

    # What sessions tell.

    def hello(self, session: Session, hello: Hello) -> Welcome | Refused:
        """What the lobby says, with a line in the log for a bot that is turned away."""
        answer = self._lobby.hello(session, hello)
        if isinstance(answer, Refused):
            self._log("bot_refused", bot=hello.name, reason=answer.reason.value, peer=session.peer)
        return answer

    def join(self, session: Session, join: Join) -> Joined:
        """The nonce that counts."""
        return self._lobby.join(session, join)

    def joined(self, session: Session, now: int) -> None:
        """The bot has its seat, and each of its matches is told to it; an older stream of it is closed."""
        entrant = self._lobby.of(session)
        wait_s = self._retelling(entrant, now)
        if wait_s > 0:
            self._log("bot_waits", bot=entrant.name, seconds=round(wait_s, 1))
            asyncio.get_running_loop().call_later(wait_s, self._admit, session)
        else:
            self._admit(session)

    def _retelling(self, entrant: Entrant, now: int) -> float:
        """Seconds until the bot's matches can be told to it again: doing so without end would cost everybody time."""
        forgiven = (now - entrant.retold_at) / 1e9 * RETOLD_A_SECOND
        entrant.retold, entrant.retold_at = max(0.0, entrant.retold - forgiven), now
        over = entrant.retold - RETOLD_LINES
        entrant.retold += self._host.lines_of(entrant.name)
        return max(0.0, over / RETOLD_A_SECOND)

    def _admit(self, session: Session) -> None:
        if session.stage is not StreamStage.IN:
            return
        now, entrant = self._host.now(), self._lobby.of(session)
        older = self._lobby.seat(session)
        self._log("bot_here", bot=entrant.name, peer=session.peer, versions=entrant.versions, again=older is not None)
        self._host.arrive(entrant.name, session, now, replaced=older is not None, silent=not entrant.responsive)
        self._ping(session, now)
        self._wake()

    def heard(self, session: Session, message: Ready | Decision | Resign, now: int, reply: Callable[[], bytes]) -> bool:
        """The table's answer; what a session says that is no longer its bot's is ignored."""
        name = session.name or ""
        if self._host.sessions.get(name) is not session:
            return False
        entrant = self._lobby.entrants[name]
        if not entrant.responsive:
            self._speaking(session, now)
        useful = self._host.heard(name, message, now, reply)
        if useful:
            entrant.unheard_since = None
        return useful

    def malformed(self, session: Session, error: WireError, now: int, reply: Callable[[], bytes]) -> bool:
        """The table's answer, as with `heard`."""
        name = session.name or ""
        return self._host.sessions.get(name) is session and self._host.malformed(name, error, now, reply)

    def pong(self, session: Session, nonce: int, now: int) -> bool:
        """Measure the round trip; False for a pong that answers no ping."""
        entrant = self._lobby.of(session)
        if entrant.session is not session or entrant.pinged is None or entrant.pinged[0] != nonce:
            return False
        first = entrant.round_trip_ms is None
        entrant.round_trip_ms = (now - entrant.pinged[1]) / 1e6
        entrant.pinged = entrant.unheard_since = None
        if first:
            self._lobby.changed(entrant)
        if not entrant.responsive:
            self._speaking(session, now)
        return True

    def flooded(self, session: Session, now: int) -> None:
        """The bot is out of its matches."""
        self._log("bot_flooded", bot=session.name)
        if session.name is not None:
            self._host.fault(session.name, FaultKind.FLOOD, "too many messages that answer nothing", now)

    def gone(self, session: Session, why: str) -> None:
        """A stream is over."""
        now = self._host.now()
        entrant = self._lobby.leave(session, now)
        if entrant is not None:
            self._log("bot_gone", bot=entrant.name, why=why)
            self._host.depart(entrant.name, now, why)
            self._wake()

    # Looking after them.

    def start(self) -> None:
        """Ping everybody from now on, in the running loop."""
        self._round()

    def stop(self) -> None:
        """Ping no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _round(self) -> None:
        now = self._host.now()
        for entrant in self._lobby.entrants.values():
            session = entrant.session
            if session is None:
                continue
            blocked_ns = 0 if session.blocked_since is None else now - session.blocked_since
            if blocked_ns > (PING_LOST_NS if session.overfull else STALL_NS):
                self._stalled(session, now)
                continue
            if entrant.pinged is None:
                self._ping(session, now)
            unheard_since = entrant.unheard_since
            if entrant.responsive and unheard_since is not None and now - unheard_since > PING_LOST_NS:
                entrant.responsive = False
                self._host.silent(entrant.name, now, "a ping was not answered")
        self._timer = asyncio.get_running_loop().call_later(PING_S, self._round)

    def _ping(self, session: Session, now: int) -> None:
        nonce = next(self._nonces)
        entrant = self._lobby.of(session)
        entrant.pinged = (nonce, now)
        if entrant.unheard_since is None:
            entrant.unheard_since = now
        session.put(ping(nonce, entrant.round_trip_ms))

    def _speaking(self, session: Session, now: int) -> None:
        entrant = self._lobby.of(session)
        entrant.responsive = True
        self._host.speaking(entrant.name, now)

    def _stalled(self, session: Session, now: int) -> None:
        self._log("bot_stalled", bot=session.name)
        self._host.fault(session.name or "", FaultKind.STALL, "it does not read what it is sent", now)
        session.close(Goodbye(GoodbyeReason.PROTOCOL_ERROR, "you do not read what you are sent"))
        session.abandon()
