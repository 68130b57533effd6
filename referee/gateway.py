"""The gRPC service: whose stream it is, admission, status codes; nothing else.

What is wrong with a call is said in words that hold no secret: an error of our own leaves an id, and the log has the
rest. Imports: ginrummy; referee.session.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final, NoReturn

import grpc
import grpc.aio

from ginrummy.messages import Goodbye, GoodbyeReason, RefusalReason, Refused
from ginrummy.wire import MAX_REQUEST_BYTES
from referee.session import Listener, Session, StreamStage

PLAY: Final = "ginrummy.v1.PlayService"
HELLO_S: Final = 10.0
"""A stream that has not said Hello and Join by then is closed."""
SERVER_OPTIONS: Final = (
    ("grpc.so_reuseport", 0),  # or a second server would share the port in silence
    ("grpc.max_receive_message_length", MAX_REQUEST_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 8_192),
    ("grpc.absolute_max_metadata_size", 16_384),
    ("grpc.server_handshake_timeout_ms", 3_000),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
    ("grpc.http2.lookahead_bytes", 65_535),
    ("grpc.http2.bdp_probe", 0),
)
STREAMS_A_BOT: Final = 4
"""How many streams one token may have open: one plays, others may be about to take over or not yet known as dead."""
STREAMS_UNKNOWN: Final = 64
"""In open mode, how many streams without a token may be open."""
_WHO_IS_THIS: Final = "the token is missing or not one of this tournament's: use the join file that the organiser sent"


class Gateway:
    """`PlayService` as generic handlers over bytes, so that a frame is stamped before it is parsed.

    `listener` hears what comes, `whose` gives the name of a token. At most `most_streams` are open at once.
    """

    def __init__(
        self,
        listener: Listener,
        whose: Callable[[str], str | None],
        *,
        open_mode: bool,
        most_streams: int,
        now: Callable[[], int],
        log: Callable[..., Any],
    ) -> None:
        self._listener = listener
        self._whose = whose
        self._open_mode = open_mode
        self._most_streams = most_streams
        self._now = now
        self._log = log
        self._tokens_refused = 0
        self._refusal_logged_at = -1_000_000_000
        self.sessions: set[Session] = set()

    def handler(self) -> grpc.GenericRpcHandler:
        """What a server serves."""
        method: Any = grpc.stream_stream_rpc_method_handler(self.play)
        handler: grpc.GenericRpcHandler = grpc.method_handlers_generic_handler(PLAY, {"Play": method})
        return handler

    async def play(self, _: Any, context: Any) -> None:
        """One stream from its first frame to its last."""
        try:
            await self._play(context)
        except (asyncio.CancelledError, grpc.aio.AbortError):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, its text stays here
            incident = secrets.token_hex(4)
            self._log("stream_failed", incident=incident, error=type(error).__name__, exc_info=True)
            await context.abort(grpc.StatusCode.INTERNAL, f"an error of the referee's own, number {incident}")

    async def _play(self, context: Any) -> None:
        name = await self._caller(context)
        own = sum(session.token_name == name for session in self.sessions)
        if own >= (STREAMS_A_BOT if name is not None else STREAMS_UNKNOWN) or len(self.sessions) >= self._most_streams:
            self._log("stream_refused", bot=name, own=own, open=len(self.sessions))
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many connections are open; try again later")
        session = Session(self._listener, name, context.peer(), self._now())
        self.sessions.add(session)
        loop = asyncio.get_running_loop()
        reader = loop.create_task(self._read(session, context))
        writer = loop.create_task(session.write_all(context.write, self._now))
        patience = loop.call_later(HELLO_S, self._hurry, session)
        why = "the stream ended"
        try:
            session.dropped = loop.create_future()
            done, _ = await asyncio.wait((reader, writer, session.dropped), return_when=asyncio.FIRST_COMPLETED)
            if reader in done and not writer.done() and reader.exception() is None:
                session.close()
                await asyncio.wait((writer,), timeout=1.0)
            for task in done - {session.dropped}:
                if (error := task.exception()) is not None:
                    if not isinstance(error, grpc.aio.BaseError | grpc.RpcError | asyncio.InvalidStateError):
                        raise error
                    why = "the stream broke"
        finally:
            patience.cancel()
            reader.cancel()
            writer.cancel()
            session.close()
            self.sessions.discard(session)
            self._listener.gone(session, why)

    async def _read(self, session: Session, context: Any) -> None:
        while True:
            data = await context.read()
            if data is grpc.aio.EOF:
                return
            session.take(data, self._now())

    async def _caller(self, context: Any) -> str | None:
        """Whose token the call carries, None for a call without one in open mode; every other call is aborted."""
        given = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
        if not given and self._open_mode:
            return None
        scheme, _, token = str(given[0]).partition(" ") if len(given) == 1 else ("", "", "")
        name = self._whose(token) if scheme.lower() == "bearer" and token else None
        if name is None:
            self._refused(context.peer())
            await _unauthenticated(context)
        return name

    def _refused(self, peer: str) -> None:
        """Log a wrong token; of many, one a second with their number."""
        self._tokens_refused += 1
        now = self._now()
        if now - self._refusal_logged_at >= 1_000_000_000:
            self._log("token_refused", peer=peer, so_far=self._tokens_refused)
            self._refusal_logged_at = now

    def _hurry(self, session: Session) -> None:
        if session.stage is StreamStage.HELLO:
            remedy = "say Hello and Join at once"
            session.close(Refused(RefusalReason.BAD_HELLO, f"no Hello within {HELLO_S:.0f} s", remedy))
        elif session.stage is StreamStage.JOIN:
            session.close(Goodbye(GoodbyeReason.PROTOCOL_ERROR, f"no Join within {HELLO_S:.0f} s"))


async def _unauthenticated(context: Any) -> NoReturn:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, _WHO_IS_THIS)
    raise AssertionError("abort raises")
