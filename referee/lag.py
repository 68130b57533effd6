"""How late the event loop is. Imports: nothing of the project."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

_BEAT_S: Final = 0.02
_NS: Final = 1_000_000_000


class LagMeter:
    """How late the event loop is: the referee's own delay, which no bot pays for."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._due = 0
        self._late = 0
        self.worst_ns = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Measure from now on, in the running loop."""
        self._beat()

    def stop(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()

    def lag_ns(self, now: int) -> int:
        """What may have passed between the arrival of what is handled now and its handling."""
        return max(0, self._late, now - self._due) if self._due else 0

    def _beat(self) -> None:
        now = self._now()
        self._late = max(0, now - self._due) if self._due else 0
        self.worst_ns = max(self.worst_ns, self._late)
        self._due = now + int(_BEAT_S * _NS)
        self._timer = asyncio.get_running_loop().call_later(_BEAT_S, self._beat)
