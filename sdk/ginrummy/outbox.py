"""What a bot has to say, gathered into frames.

Imports: errors, messages, wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Final

from ginrummy.errors import WireError
from ginrummy.messages import ClientMessage
from ginrummy.wire import request_frame

_FRAME_MESSAGES: Final = 256
"""Messages in a frame, at most: so many nearly always fit into its bytes."""


class Outbox:
    """What is to be sent on one stream, as the frames that it is sent in.

    A frame is whatever has piled up while the last one was on its way.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Sequence[ClientMessage] | None] = SimpleQueue()

    def put(self, messages: Sequence[ClientMessage]) -> None:
        """Send these, in order, after all that was put before."""
        self._queue.put(messages)

    def close(self) -> None:
        """Send nothing after what has been put."""
        self._queue.put(None)

    def __iter__(self) -> Iterator[bytes]:
        closed = False
        while not closed:
            waiting: list[ClientMessage] = []
            more = self._queue.get()
            while more is not None:
                waiting += more
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
            else:
                closed = True
            for start in range(0, len(waiting), _FRAME_MESSAGES):
                yield from frames(waiting[start : start + _FRAME_MESSAGES])


def frames(messages: Sequence[ClientMessage]) -> Iterator[bytes]:
    """The messages in as few frames as the protocol allows, in order; WireError for one that fits in none."""
    try:
        yield request_frame(messages).SerializeToString()
    except WireError:
        if len(messages) == 1:
            raise
        half = len(messages) // 2
        yield from frames(messages[:half])
        yield from frames(messages[half:])
