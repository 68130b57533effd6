"""One side of a table: its clock, the request it must answer, and what it has done wrong. Pure.

Imports: ginrummy; referee.clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.actions import Action
from ginrummy.messages import Decision, Fault, FaultKind, RequestId, TimeLeft
from referee.clock import NS_PER_MS, Charge, SeatClock


@dataclass(slots=True)
class Seat:
    """A seat in a match. `clock` is None where no time is kept.

    `seed` is the bot's seed for the match. `up` says whether its stream is, `left` whether it ever went down. `asked`
    counts the decisions that it was asked for, `strikes` its bad answers, `attempt` those since its last decision.
    `answered` is the last answer that was applied, `away_ms` its absences in the match as far as they are counted.
    """

    number: int
    seed: bytes
    clock: SeatClock | None
    up: bool = False
    left: bool = False
    ready: bool = False
    asked: int = 0
    strikes: int = 0
    attempt: int = 0
    pending: RequestId | None = None
    answered: tuple[RequestId, Action] | None = None
    away_ms: int = 0

    def ask(self, hand: int, decision: int, now: int) -> None:
        """A decision is wanted; where the stream is down its time runs at once, against the grace."""
        self.pending = RequestId(hand, decision, self.attempt)
        self.asked += 1
        if self.clock is not None and not self.up:
            self.clock = self.clock.asked(now)

    def handed_over(self, now: int) -> None:
        """The pending request is with the transport: its time runs, unless it does already."""
        if self.clock is not None and self.pending is not None and self.clock.asked_at is None:
            self.clock = self.clock.asked(now)

    def decided(self, request: RequestId, action: Action, charge: Charge | None) -> None:
        """The pending request was answered, at this cost."""
        if self.clock is not None and charge is not None:
            self.clock = self.clock.paid(charge)
        self.pending, self.attempt = None, 0
        self.answered = (request, action)

    def asked_again(self) -> None:
        """The pending request gets a new attempt number; its time goes on."""
        assert self.pending is not None
        self.attempt = self.pending.attempt + 1
        self.pending = self.pending._replace(attempt=self.attempt)

    def has_answered(self, request: RequestId) -> bool:
        """Whether this request is the last whose answer was applied."""
        return self.answered is not None and self.answered[0] == request

    def contradicts(self, decision: Decision) -> bool:
        """Whether another answer to the same request has been applied."""
        return self.answered is not None and self.has_answered(decision.request) and self.answered[1] != decision.action

    def is_old(self, request: RequestId) -> bool:
        """Whether the request may have been made before; one that was never made is newer than all that were."""
        newest = self.pending or (self.answered[0] if self.answered is not None else None)
        return newest is not None and request < newest

    def charge(self, now: int, lag_ns: int) -> Charge | None:
        """What the pending decision has cost; the referee's own lag is no part of it."""
        clock = self.clock
        if clock is None:
            return None
        if clock.asked_at is None:
            return Charge(0, 0, in_time=True)
        return clock.charge(max(now - lag_ns, min(now, clock.asked_at + clock.down_ns)))

    def elapsed_ms(self, now: int) -> int | None:
        """What the pending decision has taken, None while no time runs."""
        if self.clock is None or self.clock.asked_at is None:
            return None
        return max(0, self.clock.charge(now).elapsed_ms)  # what is judged late may be older than the request

    def time_left(self, now: int) -> TimeLeft | None:
        """What the seat has, as a request tells it."""
        return None if self.clock is None else self.clock.left(now)

    def deadline(self, offered_at: int | None) -> int | None:
        """The first instant that is too late for this seat; `offered_at` while it is awaited to get ready."""
        clock = self.clock
        if clock is None:
            return None
        if clock.down_since is not None or offered_at is None:
            return clock.deadline()
        if self.ready:
            return None
        return offered_at + clock.grace_used_ns + (clock.control.startup_ms + 1) * NS_PER_MS

    def overdue(self, *, offered: bool) -> Fault:
        """The fault of a seat whose deadline has passed."""
        assert self.clock is not None
        control = self.clock.control
        if self.clock.down_since is not None:
            detail = f"away for more than {control.reconnect_grace_ms} ms in all"
            return Fault(self.number, FaultKind.DISCONNECT, detail)
        if offered:
            return Fault(self.number, FaultKind.NO_SHOW, f"not ready within {control.startup_ms} ms")
        return self.timed_out()

    def timed_out(self) -> Fault:
        """The fault of a seat whose answer comes too late, or not at all."""
        assert self.clock is not None
        allowed = self.clock.control.decision_ms + self.clock.bank_ms
        return Fault(self.number, FaultKind.TIMEOUT, f"no answer within {allowed} ms")
