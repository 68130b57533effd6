"""The conduct lines of a table: what was wrong, when, and how late the referee itself was. Pure.

Imports: ginrummy; referee.clock, referee.seats.
"""

from __future__ import annotations

from collections.abc import Callable

from ginrummy.entries import REPLY_BYTES, Conduct, ConductKind, Entry
from ginrummy.messages import Fault, FaultKind
from referee.clock import NS_PER_MS, SeatClock
from referee.seats import Seat

_TEXT: int = 300


class Evidence:
    """Writes what a complaint would be settled with; `record` writes an entry, and may raise OSError.

    Instants are monotonic; `epoch_ms` is what the wall clock showed at their zero, in ms since 1970.
    """

    def __init__(self, record: Callable[[Entry], str], epoch_ms: int) -> None:
        self._record = record
        self._epoch_ms = epoch_ms

    def of_table(self, kind: ConductKind, now: int, text: str) -> None:
        """Something that concerns the table."""
        self._write(kind, None, now, 0, text)

    def of_stream(self, kind: ConductKind, side: Seat, now: int, lag_ns: int, text: str) -> None:
        """The seat's stream is down, up again or another: its clock goes on from there."""
        clock = side.clock
        if clock is None:
            self._write(kind, side, now, lag_ns, text)
            return
        elapsed_ms = side.elapsed_ms(now)
        match kind:
            case ConductKind.DISCONNECTED:
                clock = _running(side, clock, now).lost(now)
            case ConductKind.RETURNED:
                clock = clock.returned(now)
                elapsed_ms = clock.grace_used_ms(now)
            case _:
                pass
        self._write(kind, side, now, lag_ns, text, elapsed_ms)
        side.clock = clock
        if kind is ConductKind.RETURNED:
            side.away_ms = clock.grace_used_ms(now)

    def of_rejection(
        self, side: Seat, fault: FaultKind, reason: str, reply: bytes, elapsed_ms: int | None, now: int, lag_ns: int
    ) -> None:
        """A reply that changed nothing, as it came."""
        self._write(ConductKind.REJECTED, side, now, lag_ns, reason, elapsed_ms, fault, reply)

    def of_fault(self, side: Seat, fault: Fault, now: int, lag_ns: int) -> None:
        """What the seat loses the match by; of staying away, how long it has been away in all."""
        elapsed_ms = side.elapsed_ms(now)
        if fault.kind is FaultKind.DISCONNECT and side.clock is not None:
            elapsed_ms = side.away_ms = side.clock.grace_used_ms(now)
        self._write(ConductKind.FAULT, side, now, lag_ns, fault.detail, elapsed_ms, fault.kind)

    def _write(
        self,
        kind: ConductKind,
        side: Seat | None,
        now: int,
        lag_ns: int,
        text: str,
        elapsed_ms: int | None = None,
        fault: FaultKind | None = None,
        reply: bytes = b"",
    ) -> None:
        seat, stamp = None if side is None else side.number, self._epoch_ms + now // NS_PER_MS
        kept = reply[:REPLY_BYTES]
        self._record(Conduct(kind, stamp, lag_ns // NS_PER_MS, seat, elapsed_ms, fault, text[:_TEXT], kept, len(reply)))


def _running(side: Seat, clock: SeatClock, now: int) -> SeatClock:
    """The clock with the pending decision's time running: a request that waits for a stream takes time too."""
    return clock.asked(now) if side.pending is not None and clock.asked_at is None else clock
