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
from referee.lobby import PING_LOST_NS, Lobby
from referee.session import Session, ping

PING_S: Final = 2.0
STALL_NS: Final = 30_000_000_000
"""A write that the transport does not take for so long means that the bot does not read."""


class Reception:
    """The listener of every session."""

    def __init__(self, lobby: Lobby, host: Host, stir: Callable[[], None], log: Callable[..., Any]) -> None:
        self._lobby = lobby
        self._host = host
        self._stir = stir
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
        older = self._lobby.seat(session)
        self._log("bot_here", bot=entrant.name, peer=session.peer, versions=entrant.versions, again=older is not None)
        self._host.arrive(entrant.name, session, now, replaced=older is not None)
        self._ping(session, now)
        self._stir()

    def heard(self, session: Session, message: Ready | Decision | Resign, now: int, reply: Callable[[], bytes]) -> bool:
        """The table's answer; what a session says that is no longer its bot's is ignored."""
        name = session.name or ""
        if self._host.sessions.get(name) is not session:
            return True
        if not self._lobby.entrants[name].responsive:
            self._speaking(session, now)
        return self._host.heard(name, message, now, reply)

    def malformed(self, session: Session, error: WireError, now: int, reply: Callable[[], bytes]) -> bool:
        """The table's answer, as with `heard`."""
        name = session.name or ""
        return self._host.sessions.get(name) is not session or self._host.malformed(name, error, now, reply)

    def pong(self, session: Session, nonce: int, now: int) -> None:
        """Measure the round trip."""
        entrant = self._lobby.of(session)
        if entrant.session is not session or entrant.pinged is None or entrant.pinged[0] != nonce:
            return
        entrant.round_trip_ms = (now - entrant.pinged[1]) / 1e6
        entrant.pinged = None
        if not entrant.responsive:
            self._speaking(session, now)

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
            self._stir()

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
            if session.overfull or (session.blocked_since is not None and now - session.blocked_since > STALL_NS):
                self._stalled(session, now)
            elif entrant.pinged is None:
                self._ping(session, now)
            elif entrant.responsive and now - entrant.pinged[1] > PING_LOST_NS:
                entrant.responsive = False
                self._host.silent(entrant.name, now, "a ping was not answered")
        self._timer = asyncio.get_running_loop().call_later(PING_S, self._round)

    def _ping(self, session: Session, now: int) -> None:
        nonce = next(self._nonces)
        entrant = self._lobby.of(session)
        entrant.pinged = (nonce, now)
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
