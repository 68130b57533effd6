"""A bot of a few lines that speaks the protocol itself, without the SDK: what the server's tests and benches play with.

`choose(request)` gives what to send for a request: an action, messages, bytes of a frame, or nothing.
"""

import asyncio
import contextlib
from random import Random

import grpc
import grpc.aio

from ginrummy import wire
from ginrummy.messages import (
    Decision,
    DecisionRequest,
    Goodbye,
    Hello,
    Join,
    MatchEnded,
    MatchOffered,
    Ping,
    Pong,
    Ready,
    Refused,
    Replaced,
    Welcome,
)

METHOD = "/ginrummy.v1.PlayService/Play"


def random_choice(request):
    return Random(request.decision_seed).choice(request.view.legal_actions)


class WireBot:
    """One bot; `heard` are all messages in order, `frames` the bytes of all frames."""

    def __init__(self, address, name, token=None, choose=random_choice, tables=1, nonce=b"", credentials=None):
        self.address, self.name, self.token, self.choose = address, name, token, choose
        self.tables, self.nonce, self.credentials = tables, nonce, credentials
        self.heard, self.frames, self.ended = [], [], []
        self.call = self.channel = self.last = None

    async def open(self):
        """Connect and say nothing yet."""
        options = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))
        if self.credentials is None:
            self.channel = grpc.aio.insecure_channel(self.address, options)
        else:
            self.channel = grpc.aio.secure_channel(self.address, self.credentials, options)
        metadata = (("authorization", f"Bearer {self.token}"),) if self.token else ()
        self.call = self.channel.stream_stream(METHOD)(metadata=metadata)

    async def say(self, *messages):
        await self.call.write(wire.request_frame(messages).SerializeToString())

    async def read(self):
        """The messages of the next frame; nothing at the end of the stream."""
        data = await self.call.read()
        if data is grpc.aio.EOF:
            return None
        self.frames.append(data)
        messages = wire.read_response(wire.response_from_bytes(data))
        self.heard += messages
        return messages

    async def close(self):
        if self.call is not None:
            self.call.cancel()
        if self.channel is not None:
            await self.channel.close()

    async def enter(self):
        """Hello, Welcome, Join."""
        await self.open()
        await self.say(Hello(self.name, self.tables), Join(self.nonce))

    async def play(self, until=lambda message: isinstance(message, Goodbye | Replaced | Refused)):
        """Play until a message says that it is enough, or the stream ends."""
        await self.enter()
        try:
            await self.go_on(until)
        finally:
            await self.close()

    async def go_on(self, until=lambda message: isinstance(message, Goodbye | Replaced | Refused)):
        while (messages := await self.read()) is not None:
            said = []
            for message in messages:
                match message:
                    case Welcome() if message.secret:
                        self.token = message.secret
                    case MatchOffered():
                        said.append(Ready(message.match_id))
                    case Ping(nonce):
                        said.append(Pong(nonce))
                    case DecisionRequest():
                        answer = self.choose(message)
                        if answer is None:
                            continue
                        if isinstance(answer, bytes):
                            await self.call.write(answer)
                        elif isinstance(answer, list):
                            said += answer
                        else:
                            said.append(Decision(message.match_id, message.request, answer))
                    case MatchEnded():
                        self.ended.append(message)
                self.last = message
                if until(message):
                    return
            if said:
                with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # it may have ended
                    await self.say(*said)


def play_all(*bots, seconds=60):
    """Play bots at once, in a loop of their own."""

    async def run():
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(bot.play() for bot in bots))

    asyncio.run(run())
