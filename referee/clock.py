"""Clock arithmetic of one seat in one match (RULES.md, section 10). Pure: every instant is an argument.

Instants are monotonic nanoseconds, allowances and charges whole milliseconds. A decision has a free allowance that
covers the round trip; what it takes beyond comes out of a bank. While the seat's stream is down, time runs against a
grace for reconnecting instead, one budget for the match. Imports: ginrummy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ginrummy._frozen import frozen
from ginrummy.messages import Clock
from ginrummy.view import TimeLeft

NS_PER_MS: Final = 1_000_000


@frozen
class Charge:
    """What a decision took: its whole ms, how much of them the bank paid, and whether that was within it."""

    elapsed_ms: int
    bank_used_ms: int
    in_time: bool


@frozen
class SeatClock:
    """A seat's time at one moment.

    `asked_at` is when the running decision was handed to the transport, None while none runs. `down_since` is when
    the seat's stream was lost, None while it is up. `down_ns` is how long it was down within the running
    decision, `grace_used_ns` within the match.
    """

    control: Clock
    bank_ms: int
    asked_at: int | None = None
    down_since: int | None = None
    down_ns: int = 0
    grace_used_ns: int = 0

    def hand_dealt(self) -> SeatClock:
        """The bank grows with each deal."""
        return replace(self, bank_ms=self.bank_ms + self.control.bank_per_hand_ms)

    def asked(self, now: int) -> SeatClock:
        """A decision starts: the request was handed to the transport, or waits for a stream that is down."""
        return SeatClock(self.control, self.bank_ms, now, self.down_since, 0, self.grace_used_ns)

    def answered(self, now: int) -> tuple[SeatClock, Charge]:
        """The running decision ends with a reply stamped `now`; the bank pays what the allowance does not."""
        charge = self.charge(now)
        return self.paid(charge), charge

    def paid(self, charge: Charge) -> SeatClock:
        """The running decision ends at this cost."""
        bank_ms = max(0, self.bank_ms - charge.bank_used_ms)
        return SeatClock(self.control, bank_ms, None, self.down_since, 0, self.grace_used_ns)

    def cost(self, elapsed_ms: int) -> Charge:
        """What a decision of so many ms costs."""
        beyond_ms = max(0, elapsed_ms - self.control.decision_ms)
        return Charge(elapsed_ms, min(beyond_ms, self.bank_ms), beyond_ms <= self.bank_ms)

    def charge(self, now: int) -> Charge:
        """What the running decision would cost if its reply were stamped `now`; a rejected reply ends nothing."""
        assert self.asked_at is not None
        down_ns = self.down_ns
        if self.down_since is not None:
            down_ns += now - max(self.down_since, self.asked_at)
        return self.cost((now - self.asked_at - down_ns) // NS_PER_MS)

    def left(self, now: int) -> TimeLeft:
        """What the seat has at this moment, as a request tells it."""
        charge = None if self.asked_at is None else self.charge(now)
        return TimeLeft(
            self.control.decision_ms if charge is None else max(0, self.control.decision_ms - charge.elapsed_ms),
            self.bank_ms if charge is None else self.bank_ms - charge.bank_used_ms,
            max(0, self.control.reconnect_grace_ms - self.grace_used_ms(now)),
        )

    def was_away(self, used_ms: int) -> SeatClock:
        """So much of the grace had been used before the referee itself was away."""
        return replace(self, grace_used_ns=used_ms * NS_PER_MS)

    def lost(self, now: int) -> SeatClock:
        """The seat's stream went down; once is enough."""
        return self if self.down_since is not None else replace(self, down_since=now)

    def returned(self, now: int) -> SeatClock:
        """The seat's stream is up again: what it was away is grace, and no part of the running decision."""
        if self.down_since is None:
            return self
        within = 0 if self.asked_at is None else now - max(self.down_since, self.asked_at)
        return replace(
            self,
            down_since=None,
            down_ns=self.down_ns + within,
            grace_used_ns=self.grace_used_ns + now - self.down_since,
        )

    def grace_used_ms(self, now: int) -> int:
        """Whole ms that the seat has been away in this match."""
        away_ns = 0 if self.down_since is None else now - self.down_since
        return (self.grace_used_ns + away_ns) // NS_PER_MS

    def deadline(self) -> int | None:
        """The first instant at which this seat is too late, None while nothing runs against it.

        A whole ms is still in time to its last ns, so that this is one ms past what is allowed.
        """
        if self.down_since is not None:
            left_ns = (self.control.reconnect_grace_ms + 1) * NS_PER_MS - self.grace_used_ns
            return self.down_since + left_ns
        if self.asked_at is None:
            return None
        return self.asked_at + self.down_ns + (self.control.decision_ms + self.bank_ms + 1) * NS_PER_MS


def start_clock(control: Clock) -> SeatClock:
    """A seat's clock before its first decision."""
    return SeatClock(control, control.bank_ms)
