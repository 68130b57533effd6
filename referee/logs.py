"""The referee's log: a JSON object a line, in a file that its owner alone may read.

What goes in is names, numbers and reasons that anybody may know. Of an error of our own there is its type and where it
was raised, and not its text, which may hold cards. Imports: structlog, orjson.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final

import orjson
import structlog

NAME: Final = "referee.log.jsonl"


def open_log(directory: Path) -> tuple[Callable[..., None], BinaryIO]:
    """A function `log(event, **facts)` that appends to the directory's log, and the file to close."""
    descriptor = os.open(directory / NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    file = os.fdopen(descriptor, "ab", buffering=0)
    logger = structlog.wrap_logger(
        structlog.BytesLogger(file),
        processors=[
            _without_texts_of_errors,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(serializer=_dumped),
        ],
        wrapper_class=structlog.BoundLogger,
        cache_logger_on_first_use=False,
    )

    def log(event: str, **facts: Any) -> None:
        with contextlib.suppress(OSError):  # a full disk costs lines of the log, and no match
            logger.info(event, **facts)

    return log, file


def _dumped(value: Any, **_: Any) -> bytes:
    return orjson.dumps(value, default=str)


def _without_texts_of_errors(_: Any, __: str, event: Any) -> Any:
    if event.pop("exc_info", False):
        frames = traceback.extract_tb(sys.exc_info()[2])
        event["raised_at"] = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return event
