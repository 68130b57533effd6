"""One connected bot: its frames in and out, in the order that the protocol has them.

A session owns the outbox of its stream and nothing else. What it hears goes to `Listener`, stamped once when its frame
was read. Imports: ginrummy (the wire among it).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Final, Protocol

from ginrummy import wire
from ginrummy.errors import WireError
from ginrummy.messages import (
    ClientMessage,
    Decision,
    Goodbye,
    GoodbyeReason,
    Hello,
    Join,
    Joined,
    Ping,
    Pong,
    Ready,
    RefusalReason,
    Refused,
    Replaced,
    Resign,
    ServerMessage,
    Welcome,
)

FRAME_BYTES: Final = 1_048_576
"""A frame of the referee's is closed when it has this many bytes; the protocol allows four times as many."""
OUTBOX_BYTES: Final = 16_777_216
"""What may wait for a bot that does not read; more, and it is cut off."""
LINGER_S: Final = 5.0
"""How long a closed stream may take to read what it was still told."""
USELESS_BURST: Final = 1_024
USELESS_A_SECOND: Final = 64
"""Messages that ask for nothing (repeats, answers to old attempts): a bucket of so many, filled at this rate."""

_MOST_US: Final = (1 << 32) - 1

Asked = Callable[[int], None]
"""Called with the instant at which a request is handed to the transport."""


class Listener(Protocol):
    """Who hears what a session's bot says."""

    def hello(self, session: Session, hello: Hello) -> Welcome | Refused:
        """Whether the bot may come in."""

    def join(self, session: Session, join: Join) -> Joined:
        """The bot enters with its nonce; what is told at once comes after the answer, in `joined`."""

    def joined(self, session: Session, now: int) -> None:
        """The bot is in, and has been told so."""

    def heard(self, session: Session, message: Ready | Decision | Resign, now: int, reply: Callable[[], bytes]) -> bool:
        """Something about a match; False if it asked for nothing."""

    def malformed(self, session: Session, error: WireError, now: int, reply: Callable[[], bytes]) -> bool:
        """An answer that says nothing but for which request it is; False if it is for no match of this bot's."""

    def pong(self, session: Session, nonce: int, now: int) -> bool:
        """The answer to a ping; False if it is none that was sent."""

    def flooded(self, session: Session, now: int) -> None:
        """The bot sent too much that asks for nothing."""

    def gone(self, session: Session, why: str) -> None:
        """The stream is over."""


class StreamStage(Enum):
    """How far a session has come."""

    HELLO = "HELLO"
    JOIN = "JOIN"
    IN = "IN"
    CLOSED = "CLOSED"


class Session:
    """One stream. `token_name` is whom its token stands for, None where it came without one."""

    def __init__(self, listener: Listener, token_name: str | None, peer: str, opened_at: int) -> None:
        self.token_name = token_name
        self.peer = peer
        self.name: str | None = None
        self.stage = StreamStage.HELLO
        self.blocked_since: int | None = None
        self.dropped: asyncio.Future[None] | None = None
        self._listener = listener
        self._parts: list[bytes] = []
        self._bytes = 0
        self._asked: list[Asked] = []
        self._wake: asyncio.Future[None] | None = None
        self._allowance = float(USELESS_BURST)
        self._counted_at = opened_at

    # Out.

    def say(self, message: ServerMessage) -> None:
        """Put a message into the outbox."""
        self.put(part_of(message))

    def put(self, part: bytes, asked: Asked | None = None) -> None:
        """Put a message, as `part_of` makes it, into the outbox; `asked` is called when it is handed over."""
        if self.stage is StreamStage.CLOSED:
            return
        self._parts.append(part)
        self._bytes += len(part)
        if asked is not None:
            self._asked.append(asked)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    @property
    def overfull(self) -> bool:
        """Whether more waits for the bot than may."""
        return self._bytes > OUTBOX_BYTES

    def close(self, last: Goodbye | Replaced | Refused | None = None) -> None:
        """End the stream once the outbox is empty, with a last word; what comes in is ignored from now on."""
        if self.stage is StreamStage.CLOSED:
            return
        if last is not None:
            self.say(last)
        self.stage = StreamStage.CLOSED
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)
        with contextlib.suppress(RuntimeError):  # nothing is written where no loop runs
            asyncio.get_running_loop().call_later(LINGER_S, self.abandon)

    def abandon(self) -> None:
        """Give up what is still in the outbox: its bot does not read."""
        self._parts, self._asked, self._bytes = [], [], 0
        if self.dropped is not None and not self.dropped.done():
            self.dropped.set_result(None)

    async def write_all(self, write: Callable[[bytes], Awaitable[None]], now: Callable[[], int]) -> None:
        """Write frames until the session is closed and its outbox empty: whatever waits goes into one frame."""
        loop = asyncio.get_running_loop()
        while True:
            if not self._parts:
                if self.stage is StreamStage.CLOSED:
                    return
                self._wake = loop.create_future()
                await self._wake
                self._wake = None
                continue
            frame, asked = self._frame()
            handed_at = self.blocked_since = now()
            for tell in asked:
                tell(handed_at)
            await write(frame)
            self.blocked_since = None

    def _frame(self) -> tuple[bytes, list[Asked]]:
        parts, self._parts = self._parts, []
        asked, self._asked = self._asked, []
        if self._bytes > FRAME_BYTES:
            size = 0
            for count, part in enumerate(parts):
                size += len(part)
                if size > FRAME_BYTES and count:
                    self._parts = parts[count:]
                    parts = parts[:count]
                    break
        frame = b"".join(parts)
        self._bytes -= len(frame)
        return frame, asked

    # In.

    def take(self, data: bytes, now: int) -> None:
        """Take a frame as it came. What breaks the protocol ends the stream, and says why."""
        if self.stage is StreamStage.CLOSED:
            return
        try:
            frame = wire.request_from_bytes(data)
            for message, said in zip(wire.read_request(frame), frame.messages, strict=True):
                self._take(message, now, said.SerializeToString)
        except WireError as error:
            self._broken(str(error))

    def _take(self, message: ClientMessage | WireError, now: int, reply: Callable[[], bytes]) -> None:
        match self.stage, message:
            case StreamStage.CLOSED, _:
                return
            case StreamStage.IN, Decision() | Ready() | Resign():
                if not self._listener.heard(self, message, now, reply):
                    self._useless(now)
            case StreamStage.IN, WireError() if message.request is not None:
                if not self._listener.malformed(self, message, now, reply):
                    self._useless(now)
            case StreamStage.IN, Pong(nonce):
                if not self._listener.pong(self, nonce, now):
                    self._useless(now)
            case _, Goodbye():
                self.close()
            case StreamStage.HELLO, Hello():
                self._hello(message)
            case StreamStage.JOIN, Join():
                self._join(message, now)
            case StreamStage.HELLO, _:
                told = str(message) if isinstance(message, WireError) else f"{type(message).__name__} came first"
                remedy = "begin every stream with a Hello, as proto/README.md says"
                self.close(Refused(RefusalReason.BAD_HELLO, told[:1000], remedy))
            case _, WireError():
                self._broken(str(message))
            case _, _:
                self._broken(f"{type(message).__name__} is not possible here")

    def _hello(self, hello: Hello) -> None:
        answer = self._listener.hello(self, hello)
        if isinstance(answer, Refused):
            self.close(answer)
            return
        self.name, self.stage = hello.name, StreamStage.JOIN
        self.say(answer)

    def _join(self, join: Join, now: int) -> None:
        answer = self._listener.join(self, join)
        self.stage = StreamStage.IN
        self.say(answer)
        self._listener.joined(self, now)

    def _useless(self, now: int) -> None:
        passed = (now - self._counted_at) / 1e9
        self._counted_at = now
        self._allowance = min(float(USELESS_BURST), self._allowance + passed * USELESS_A_SECOND) - 1
        if self._allowance < 0:
            self._listener.flooded(self, now)
            self._broken("too many messages that answer nothing")

    def _broken(self, text: str) -> None:
        self.close(Goodbye(GoodbyeReason.PROTOCOL_ERROR, text[:1000]))


def part_of(message: ServerMessage) -> bytes:
    """A message as a part of a frame: parts put one after another are the frame of all of them."""
    return wire.response_part(message)


def ping(nonce: int, round_trip_ms: float | None) -> bytes:
    """A ping as a part of a frame; it tells what the last one took."""
    return part_of(Ping(nonce, min(_MOST_US, int((round_trip_ms or 0) * 1000))))
