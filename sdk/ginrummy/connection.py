"""The network side of a bot: one stream to the referee, kept up or taken up again, in threads of its own.

Whatever a bot does in its own thread, pings are answered and frames read here. grpc's blocking API is used on purpose:
it is as fast for a stream as grpc.aio, and any number of connections, servers and event loops may share a process,
which grpc.aio does not bear (grpc/grpc#25364). Imports: errors, join, messages,
outbox, settings, wire.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from ginrummy.errors import GinRummyError
from ginrummy.join import is_local
from ginrummy.messages import (
    PROTOCOL_VERSION,
    ClientMessage,
    DecisionRequest,
    Goodbye,
    GoodbyeReason,
    Hello,
    Join,
    Joined,
    Ping,
    Pong,
    RefusalReason,
    Refused,
    Replaced,
    ServerMessage,
    Welcome,
)
from ginrummy.outbox import Outbox
from ginrummy.settings import SYSTEM_CA, Settings
from ginrummy.wire import MAX_RESPONSE_BYTES, read_response, response_from_bytes

if TYPE_CHECKING:
    import grpc  # otherwise only once a bot connects: it is slow to import

_PLAY: Final = "/ginrummy.v1.PlayService/Play"
_FIRST_DELAY_S: Final = 0.1
_MOST_DELAY_S: Final = 2.0
_TOLD_EVERY_S: Final = 60.0
_STEADY_S: Final = 10.0
"""A connection over which nothing was played and which did not last so long was none: patience goes on running out."""
_MOST_STRIKES: Final = 5
"""The referee has ended so many streams for a protocol error: coming back would only go on like that."""


class End(Enum):
    """How a connection ended for good."""

    DONE = "done"
    REPLACED = "replaced"
    LOST = "lost"
    LEFT = "left"


class NotAdmitted(GinRummyError):
    """The referee does not let this bot in; `.reason` is None where it does not even know the token."""

    def __init__(self, text: str, reason: RefusalReason | None = None) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Frame:
    """What the referee said at once, on which stream, and when it was read (`time.perf_counter_ns`)."""

    stream: int
    messages: tuple[ServerMessage, ...]
    read_at: int


@dataclass(frozen=True, slots=True)
class Over:
    """There is no connection any more, and there will be none; `error` is why, where it is an error."""

    end: End
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class _Lost:
    """A stream broke, and is to be taken up again."""

    why: str


class Connection:
    """A bot's place at the referee.

    `deliver` is called with every Frame that holds more than pings and, last of all, once with Over; `say` with lines
    for a person. Both are called in a thread of the connection's own.
    """

    def __init__(
        self,
        settings: Settings,
        deliver: Callable[[Frame | Over], None],
        say: Callable[[str], None],
        sdk_version: str = "",
    ) -> None:
        self._settings = settings
        self._sdk_version = sdk_version
        self._deliver = deliver
        self._outage = _Outage(settings, say)
        self._say = say
        self._token = settings.token
        self._streams = 0
        self._strikes = 0
        self._open: tuple[int, Outbox] | None = None
        self._call: Any = None
        self._due = float("inf")
        self._hurried = False
        self._leaving = threading.Event()
        self._finished = threading.Event()
        self._reader = threading.Thread(target=self._run, name="ginrummy stream", daemon=True)
        self._watcher = threading.Thread(target=self._watch, name="ginrummy watch", daemon=True)

    def open(self) -> None:
        """Connect, and come back whenever the stream breaks."""
        self._reader.start()
        self._watcher.start()

    def send(self, stream: int, messages: Sequence[ClientMessage]) -> None:
        """Send these on that stream; if it is not there any more they are dropped, since all will be asked again."""
        joined = self._open
        if joined is not None and joined[0] == stream:
            joined[1].put(messages)

    def close(self) -> None:
        """Take leave, and be gone within two seconds; may be called twice."""
        self._leaving.set()
        joined = self._open
        if joined is not None:
            joined[1].put((Goodbye(GoodbyeReason.DONE),))
            joined[1].close()
            self._reader.join(1.0)
        if self._reader.is_alive() and self._call is not None:
            self._call.cancel()
        self._reader.join(1.0)
        self._finished.set()
        self._watcher.join(1.0)

    def _run(self) -> None:
        try:
            over = self._keep_up()
        except BaseException as error:  # noqa: BLE001  raised where the bots are run, where somebody sees it
            over = Over(End.LOST, error)
        self._finished.set()
        self._deliver(over)

    def _keep_up(self) -> Over:
        delay_s = _FIRST_DELAY_S
        while True:
            ended = self._stream()
            if isinstance(ended, Over):
                return ended
            if self._leaving.is_set():
                return Over(End.LEFT)
            if self._outage.began(ended.why):
                delay_s = _FIRST_DELAY_S
            if self._outage.too_long():
                return Over(End.LOST)
            self._leaving.wait(delay_s * random.uniform(0.5, 1.0))
            delay_s = min(2 * delay_s, _MOST_DELAY_S)

    def _stream(self) -> Over | _Lost:
        """Connect and read until the stream ends."""
        import grpc  # noqa: PLC0415  as above

        self._streams += 1
        self._hurried = False
        outbox = Outbox()
        outbox.put((self._hello(),))
        channel = _channel(self._settings)
        metadata = (("authorization", f"Bearer {self._token}"),) if self._token else ()
        play: Any = channel.stream_stream(_PLAY)
        self._call = call = play(iter(outbox), metadata=metadata)
        self._due = time.monotonic() + self._settings.connect_s
        try:
            if self._leaving.is_set():
                return Over(End.LEFT)
            for data in call:
                read_at = time.perf_counter_ns()
                self._due = time.monotonic() + self._settings.silence_s
                ended = self._take(outbox, read_response(response_from_bytes(data)), read_at)
                if ended is not None:
                    return ended
            return _Lost("the referee ended the stream without a word")
        except grpc.RpcError as error:
            return self._broken(error)
        finally:
            self._due = float("inf")
            self._open = None
            outbox.close()
            call.cancel()
            channel.close()

    def _take(self, outbox: Outbox, messages: tuple[ServerMessage, ...], read_at: int) -> Over | _Lost | None:
        """Answer what is the stream's own affair, hand on the rest; how the stream ends, if it does."""
        ended: Over | _Lost | None = None
        pings = 0
        for message in messages:
            match message:
                case Ping(nonce, round_trip_us):
                    outbox.put((Pong(nonce),))
                    pings += round_trip_us == 0
                case Welcome():
                    if message.protocol_version != PROTOCOL_VERSION:
                        told = f"speaks protocol version {message.protocol_version}, and this SDK {PROTOCOL_VERSION}"
                        return Over(End.LOST, NotAdmitted(f"the referee {told}", RefusalReason.PROTOCOL_VERSION))
                    self._token = self._token or message.secret or None
                    outbox.put((Join(self._settings.nonce),))
                case Joined():
                    self._open = (self._streams, outbox)
                    self._outage.ended()
                case DecisionRequest():
                    self._outage.of_use()
                case Refused() | Replaced() | Goodbye():
                    ended = self._dismissed(message)
        if len(messages) > pings:
            self._deliver(Frame(self._streams, messages, read_at))
        return ended

    def _dismissed(self, message: Refused | Replaced | Goodbye) -> Over | _Lost:
        match message:
            case Replaced():
                self._say("another connection has taken this bot's seat; this one ends")
                return Over(End.REPLACED)
            case Refused(RefusalReason.STOPPING, text, _):
                return _Lost(f"the referee is stopping: {text}")
            case Refused(reason, text, remedy):
                return Over(
                    End.LOST, NotAdmitted(f"the referee refuses this bot: {_short(f'{text}; {remedy}')}", reason)
                )
            case Goodbye(GoodbyeReason.DONE, _):
                return Over(End.DONE)
            case Goodbye(GoodbyeReason.PROTOCOL_ERROR, text):
                self._strikes += 1
                if self._strikes >= _MOST_STRIKES:
                    told = f"{self._strikes} streams ended for a protocol error, the last one so: {_short(text)}"
                    return Over(End.LOST, NotAdmitted(told))
                return _Lost(f"the referee reports a protocol error of this bot's: {text}")
            case Goodbye(_, text):
                return _Lost(f"the referee leaves: {text or 'no reason given'}")

    def _broken(self, error: grpc.RpcError) -> Over | _Lost:
        import grpc  # noqa: PLC0415  as above

        status: Any = error  # what a call raises is a grpc.Call too
        code, details = status.code(), status.details() or ""
        server = self._settings.server
        if self._hurried:
            return _Lost("no answer" if self._open is None else f"silence for {self._settings.silence_s:g} s")
        match code:
            case grpc.StatusCode.UNAUTHENTICATED | grpc.StatusCode.PERMISSION_DENIED:
                return Over(End.LOST, NotAdmitted(f"{server} does not accept the token: {_short(details)}"))
            case grpc.StatusCode.UNIMPLEMENTED:
                return Over(End.LOST, NotAdmitted(f"{server} is no Gin Rummy referee: is the port right?"))
            case _:
                return _Lost(f"{code.name.lower()}: {details.rpartition('last error: ')[2]}")

    def _hello(self) -> Hello:
        settings = self._settings
        return Hello(
            settings.name,
            settings.tables,
            sdk_version=self._sdk_version,
            bot_version=settings.bot_version,
        )

    def _watch(self) -> None:
        """Cut a stream on which nothing comes: a connection may be dead without either end having been told."""
        pause_s = min(0.5, self._settings.connect_s / 4, self._settings.silence_s / 4)
        while not self._finished.wait(pause_s):
            if time.monotonic() > self._due:
                self._hurried = True
                self._due = float("inf")
                self._call.cancel()


class _Outage:
    """How long there has been no connection, and the lines that tell of it: one at each end, one a minute between."""

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._say = say
        self._since = time.monotonic()
        self._told_at: float | None = None
        self._joined = False
        self._joined_at = 0.0
        self._of_use = False

    def began(self, why: str) -> bool:
        """A stream broke or did not come up; True if it was up until now."""
        now = time.monotonic()
        was_up = self._joined and (self._of_use or now - self._joined_at >= _STEADY_S)
        if was_up:
            self._since = now
        self._joined = self._of_use = False
        patience = _duration(self._settings.patience_s)
        if self._told_at is None:
            self._told_at = now
            what = "lost the connection to" if was_up else "cannot reach"
            self._say(f"{what} {self._settings.server} ({_short(why)}); trying again for {patience}")
        elif now - self._told_at >= _TOLD_EVERY_S:
            self._told_at = now
            self._say(f"no connection to {self._settings.server} for {_duration(now - self._since)} ({_short(why)})")
        return was_up

    def ended(self) -> None:
        """The connection is up."""
        self._joined, self._joined_at = True, time.monotonic()
        if self._told_at is not None:
            self._told_at = None
            self._say(f"connected to {self._settings.server} after {_duration(time.monotonic() - self._since)}")

    def of_use(self) -> None:
        """Something is being played over the connection."""
        self._of_use = True

    def too_long(self) -> bool:
        """Whether patience has run out; says so."""
        if time.monotonic() - self._since < self._settings.patience_s:
            return False
        self._say(f"no connection to {self._settings.server} for {_duration(self._settings.patience_s)}; giving up")
        return True


def _channel(settings: Settings) -> grpc.Channel:
    import grpc  # noqa: PLC0415  as above

    options: list[tuple[str, int]] = [
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        ("grpc.http2.ping_timeout_ms", 5_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.max_receive_message_length", MAX_RESPONSE_BYTES),
        ("grpc.enable_retries", 0),
        ("grpc.use_local_subchannel_pool", 1),  # else a new channel inherits the back-off of the last one
    ]
    if is_local(settings.server):
        options.append(("grpc.enable_http_proxy", 0))
    if settings.ca is None:
        return grpc.insecure_channel(settings.server, options)
    roots = None if settings.ca == SYSTEM_CA else settings.ca.encode()
    return grpc.secure_channel(settings.server, grpc.ssl_channel_credentials(roots), options)


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.0f} min"


def _short(text: str) -> str:
    """Somebody else's words on one line of ours."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:300]
