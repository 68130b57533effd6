"""One match being played: the rules, the clocks and the faults. Pure: time is an argument, the journal a function.

What comes in (`ready`, `receive`, `lost`, ...) is stamped by the caller in monotonic nanoseconds. What is to be said
piles up in `outgoing`, and nothing is said that the journal does not hold: `record` writes an entry before the table
believes it. Where `record` raises OSError, the table stands still with all that it was told, until `retry`. At the end
of each hand and of the match it waits for `synced`. Imports: ginrummy; referee.clock, referee.evidence,
referee.outcome, referee.resumption, referee.seats, referee.steps, referee.telling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from ginrummy import deck as deals
from ginrummy import match as matches
from ginrummy.entries import ConductKind, Decided, Entry, Header, final_sheet
from ginrummy.errors import IllegalAction
from ginrummy.events import Event
from ginrummy.messages import (
    Decision,
    DecisionRequest,
    Fault,
    FaultKind,
    MatchEnded,
    Ready,
    Rejected,
    RejectionKind,
    RequestId,
    Resign,
    ServerMessage,
    Termination,
    TerminationKind,
)
from ginrummy.record import JournalWriter
from ginrummy.retrace import decks_of
from ginrummy.scoring import ScoreSheet
from ginrummy.view import PlayerView, view_for
from referee.clock import NS_PER_MS, start_clock
from referee.evidence import Evidence
from referee.outcome import MatchOutcome, is_lagged
from referee.resumption import HandCount, resume
from referee.seats import Seat
from referee.steps import Steps
from referee.telling import Telling, match_offered

_COMPLETED: Final = Termination(TerminationKind.COMPLETED)
_ANOTHER: Final = "another answer was given to this request before"

Reply = Callable[[], bytes]
"""The bytes of a message as it came, made only where they are kept as evidence."""


class Stage(Enum):
    """What a table waits for."""

    OFFERED = "OFFERED"
    PLAYING = "PLAYING"
    SYNCING = "SYNCING"
    OVER = "OVER"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played by: the header of its journal, the seed of its deals, how many bad answers forfeit."""

    header: Header
    match_seed: bytes
    max_illegal_actions: int = 3


@dataclass(frozen=True, slots=True)
class _Ending:
    """How the match has ended, as its footer says; `lagged` as in MatchOutcome."""

    termination: Termination
    sheet: ScoreSheet
    lagged: bool


class Table:
    """A match from its offer to its end.

    `record` writes an entry and gives the hash of its line. `journal` must hold the match's header, and where the match
    goes on what was played of it. What happened is told to a seat with what else it is told, or by `tell_held`. Of two
    seats whose time is up in the same instant seat 0 is ruled on.
    """

    def __init__(
        self,
        terms: Terms,
        record: Callable[[Entry], str],
        journal: Callable[[], JournalWriter],
        *,
        epoch_ms: int = 0,
    ) -> None:
        self.terms = terms
        self.outgoing: list[tuple[int, ServerMessage]] = []
        self.stage = Stage.OFFERED
        self.outcome: MatchOutcome | None = None
        self._match_id = terms.header.match_id
        self._record = record
        self._journal = journal
        self._evidence = Evidence(record, epoch_ms)
        self._decks = decks_of(terms.match_seed)
        self._steps = Steps(self._go_on, lambda: self.stage is Stage.PLAYING or self.stage is Stage.OFFERED)
        self._offered_at = 0
        self._ended: _Ending | None = None
        clock = None if terms.header.clock is None else start_clock(terms.header.clock)
        first, second = (Seat(seat, deals.bot_seed(terms.match_seed, seat), clock) for seat in (0, 1))
        self._seats = (first, second)
        place = resume(journal().journal, self._decks, self._seats)
        self._state, self._hand, self._number = place.state, place.hand, place.number
        self._broken_off = place.broken_off
        self._telling = Telling(self._match_id, self._say, place.sequence)

    # What comes in.

    def offer(self, now: int) -> None:
        """Offer the match to both seats; their time to get ready starts."""
        self._offered_at = now
        for seat in (0, 1):
            self.tell_again(seat, now)
        if self._telling.sequence:
            self._steps.do(partial(self._evidence.of_table, ConductKind.RESUMED, now, "the referee is back"))
        if self._broken_off is not None:
            fault, lagged = self._broken_off
            self._steps.do(partial(self._end, Termination(TerminationKind.FORFEIT, fault), lagged=lagged))
        elif self._state.over:
            self._steps.do(partial(self._end, _COMPLETED))

    def hear(
        self, seat: int, message: Ready | Decision | Resign, now: int, lag_ns: int = 0, reply: Reply = bytes
    ) -> bool:
        """Take what a bot says of this match; False if it asks for nothing, as with `receive`."""
        match message:
            case Decision():
                return self.receive(seat, message, now, lag_ns, reply)
            case Ready():
                return self.ready(seat, now)
            case Resign():
                self.fault(seat, FaultKind.BOT_ERROR, "the bot gave the match up", now)
                return True

    def ready(self, seat: int, now: int) -> bool:
        """The seat may be asked; the first hand is dealt once both may. False for one that said so before."""
        if self._seats[seat].ready:
            return False
        self._seats[seat].ready = True
        if self.stage is Stage.OFFERED and all(side.ready for side in self._seats):
            self.stage = Stage.PLAYING
            self._steps.going = now
            self._steps.run()
        return True

    def receive(self, seat: int, decision: Decision, now: int, lag_ns: int = 0, reply: Reply = bytes) -> bool:
        """Judge an answer: late, then illegal. `lag_ns`, how late the referee may have been in reading it, is free.

        False for one that asks for nothing: an answer to an old attempt, a repeat, or one after the end.
        """
        if self.stage is Stage.OVER or (self.stage is Stage.OFFERED and self._telling.sequence):
            return False
        side = self._seats[seat]
        if side.pending == decision.request:
            if self._steps or self.stage is not Stage.PLAYING:
                self._steps.do(partial(self._judge, side, decision, now, lag_ns, reply))
                return True
            try:
                self._judge(side, decision, now, lag_ns, reply)  # the many: nothing else is under way
            except OSError:
                self._steps.later(partial(self._judge, side, decision, now, lag_ns, reply))
                raise
            self._steps.run()
            return True
        if side.contradicts(decision):
            reason = _ANOTHER
        elif side.is_old(decision.request) or side.has_answered(decision.request):
            return False
        else:
            reason = "this request was never made"
        self._steps.do(
            partial(self._reject, side, decision.request, RejectionKind.MALFORMED, reason, now, lag_ns, reply)
        )
        return True

    def malformed(
        self, seat: int, request: tuple[int, int, int], reason: str, now: int, lag_ns: int = 0, reply: Reply = bytes
    ) -> bool:
        """An answer for this match that says nothing; False for one to an old attempt, which does not count."""
        side, asked = self._seats[seat], RequestId(*request)
        if self.stage is Stage.OVER or side.is_old(asked):
            return False
        self._steps.do(partial(self._reject, side, asked, RejectionKind.MALFORMED, reason, now, lag_ns, reply))
        return True

    def sent(self, seat: int, now: int) -> None:
        """The pending request was handed to the transport: its clock runs, unless it does already."""
        self._seats[seat].handed_over(now)

    def lost(self, seat: int, now: int, text: str = "", lag_ns: int = 0) -> None:
        """The seat's stream is down: its time runs against the grace for reconnecting."""
        if self.stage is not Stage.OVER and self._seats[seat].up:
            self._seats[seat].up, self._seats[seat].left = False, True
            self._steps.do(
                partial(self._evidence.of_stream, ConductKind.DISCONNECTED, self._seats[seat], now, lag_ns, text)
            )

    def returned(self, seat: int, now: int) -> None:
        """The seat's stream is up, for the first time or again; nothing is said to it yet."""
        side = self._seats[seat]
        if self.stage is not Stage.OVER and not side.up:
            side.up = True
            if side.left:
                self._steps.do(partial(self._evidence.of_stream, ConductKind.RETURNED, side, now, 0, ""))

    def taken_over(self, seat: int, now: int) -> None:
        """A newer stream has the seat; a request that never got onto the older one costs time from here on."""
        if self.stage is not Stage.OVER:
            side = self._seats[seat]
            side.handed_over(now)
            self._steps.do(partial(self._evidence.of_stream, ConductKind.TAKEN_OVER, side, now, 0, ""))

    def tell_again(self, seat: int, now: int) -> None:
        """Say to a seat that came back all that it has seen, and its pending request."""
        if self.stage is Stage.OVER:
            return
        self._say(seat, match_offered(self.terms.header, seat))
        if self._telling.sequence == 0:
            return
        side = self._seats[seat]
        self._telling.tell_again(seat, self._journal().journal, self._decks)
        if side.pending is not None:
            self._steps.do(partial(self._ask_again, side, now))

    def fault(self, seat: int, kind: FaultKind, detail: str, now: int, lag_ns: int = 0) -> None:
        """The seat loses the match by this; after its end nothing."""
        if self.stage is not Stage.OVER:
            self._steps.do(partial(self._forfeit, Fault(seat, kind, detail), now, lag_ns))

    def abort(self) -> None:
        """Break the match off: nobody's loss, and no draw."""
        if self.stage is not Stage.OVER:
            self._steps.do(partial(self._end, Termination(TerminationKind.ABORTED)))

    def deadline(self) -> int | None:
        """The first instant at which a seat is too late for something, None while nothing runs against one."""
        if self._steps or self.stage is Stage.SYNCING or self.stage is Stage.OVER:
            return None
        offered_at = self._offered_at if self.stage is Stage.OFFERED else None
        one, other = self._seats[0].deadline(offered_at), self._seats[1].deadline(offered_at)
        return one if other is None or (one is not None and one <= other) else other

    def expire(self, now: int, lag_ns: int = 0) -> None:
        """Rule against the seat whose deadline has passed; of both the one whose was first, and of equals seat 0.

        `lag_ns` is how late the referee may be in ruling; what could be read has been read.
        """
        due = self.deadline()
        if due is None or due > now:
            return
        offered_at = self._offered_at if self.stage is Stage.OFFERED else None
        side = next(side for side in self._seats if side.deadline(offered_at) == due)
        self._steps.do(partial(self._forfeit, side.overdue(offered=offered_at is not None), now, lag_ns))

    def synced(self, now: int) -> None:
        """The disk holds the journal to its end: what was waiting for that may be said."""
        if self.stage is not Stage.SYNCING:
            return
        if not self._hand.told:
            self._hand.told = True
            self._telling.hand_ended(self._state, self._hand.head)
        if self._ended is not None:
            self._close(self._ended)
            return
        self.stage = Stage.PLAYING
        self._steps.going = now
        self._steps.run()

    def retry(self) -> None:
        """Try again what could not be written; what came in since was stamped when it came."""
        self._steps.run()

    def tell_held(self) -> None:
        """Tell each seat what it has not heard: what happened waits, for a while, for what else is to be said to it."""
        if self.stage is not Stage.OVER and not self.stuck:
            self._telling.flush_all(self._state)

    @property
    def sequence(self) -> int:
        """The sequence number of what happens next."""
        return self._telling.sequence

    @property
    def holding(self) -> bool:
        """Whether a seat has not heard everything."""
        return self._telling.holding

    @property
    def stuck(self) -> bool:
        """Whether something waits until it can be written."""
        return bool(self._steps) and self.stage not in (Stage.SYNCING, Stage.OVER)

    @property
    def awaited(self) -> int | None:
        """The seat whose decision is awaited, None if none is."""
        first, second = self._seats
        return 0 if first.pending is not None else 1 if second.pending is not None else None

    @property
    def state(self) -> matches.MatchState:
        """The match with everything that is hidden, for records and tests: bots are told views of it."""
        return self._state

    # One step each: at most one line is written, first; what follows cannot fail.

    def _judge(self, side: Seat, decision: Decision, now: int, lag_ns: int, reply: Reply) -> None:
        if side.pending != decision.request:  # another answer was before it in the queue
            if side.contradicts(decision):
                self._reject(side, decision.request, RejectionKind.MALFORMED, _ANOTHER, now, lag_ns, reply)
            return
        charge = side.charge(now, lag_ns)
        if charge is not None and not charge.in_time:
            self._steps.next(partial(self._forfeit, side.timed_out(), now, lag_ns))
            return
        try:
            after, events = matches.apply(self._state, decision.action, side.number)
        except IllegalAction as error:
            self._reject(side, decision.request, RejectionKind.ILLEGAL, error.reason, now, lag_ns, reply)
            return
        think_ms = None if charge is None else charge.elapsed_ms
        head = self._record(Decided(self._number, side.number, decision.action, think_ms))
        side.decided(decision.request, decision.action, charge)
        self._applied(after, events, head)
        self._steps.going = now

    def _ask_again(self, side: Seat, now: int) -> None:
        if side.pending is not None:
            self._request(side, view_for(self._state, side.number), now)

    def _reject(
        self, side: Seat, request: RequestId, kind: RejectionKind, reason: str, now: int, lag_ns: int, reply: Reply
    ) -> None:
        charge = side.charge(now, lag_ns) if side.pending == request else None
        if charge is not None and not charge.in_time:
            self._steps.next(partial(self._forfeit, side.timed_out(), now, lag_ns))
            return
        allowed, fault = self.terms.max_illegal_actions, FaultKind(kind.value)
        elapsed_ms = side.elapsed_ms(now) if charge is None else charge.elapsed_ms
        self._evidence.of_rejection(side, fault, reason, reply(), elapsed_ms, now, lag_ns)
        side.strikes += 1
        self._say(side.number, Rejected(self._match_id, request, kind, reason[:2000], side.strikes, allowed))
        if side.strikes >= allowed:
            detail = f"{side.strikes} illegal or malformed answers in this match"
            self._steps.next(partial(self._forfeit, Fault(side.number, fault, detail), now, lag_ns))
        elif side.pending == request:
            side.asked_again()
            self._request(side, view_for(self._state, side.number), now)

    def _forfeit(self, fault: Fault, now: int, lag_ns: int) -> None:
        if self._ended is not None:
            return
        if self._state.over:
            self._steps.next(partial(self._end, _COMPLETED))
            return
        self._evidence.of_fault(self._seats[fault.seat], fault, now, lag_ns)
        lagged = is_lagged(fault.kind, lag_ns // NS_PER_MS)
        self._steps.next(partial(self._end, Termination(TerminationKind.FORFEIT, fault), lagged=lagged))

    def _end(self, termination: Termination, *, lagged: bool = False) -> None:
        if self._ended is not None:
            return
        if self._state.over:  # nothing that comes after its last decision changes how a match ended
            termination, lagged = _COMPLETED, False
        fault = termination.fault
        sheet = self._state.sheet if fault is None else matches.forfeit(self._state, fault.seat).sheet
        self._record(self._journal().footer(termination, final_sheet(sheet)))
        self._telling.flush_all(self._state)
        for side in self._seats:
            side.pending = None
        self._ended = _Ending(termination, sheet, lagged)
        self.stage = Stage.SYNCING

    def _go_on(self, now: int) -> None:
        """Deal, play what is forced, and ask, until somebody has to choose or something must be synced."""
        while self._ended is None:
            state = self._state
            if state.over or not self._hand.told:
                self._telling.flush_all(state)
                if state.over:
                    self._steps.next(partial(self._end, _COMPLETED))
                else:
                    self.stage = Stage.SYNCING
                return
            if state.between_hands:
                self._deal()
                continue
            assert state.hand is not None
            assert state.hand.to_act is not None
            side = self._seats[state.hand.to_act]
            if side.pending is not None:
                return
            view = view_for(state, side.number)
            legal = view.legal_actions
            if len(legal) > 1:
                side.ask(self._hand.index, self._hand.decisions, now)
                self._telling.flush(state, side.number)
                self._request(side, view, now)
                return
            after, events = matches.apply(state, legal[0], side.number)
            head = self._record(Decided(self._number, side.number, legal[0], forced=True))
            self._applied(after, events, head)

    # Parts of steps.

    def _deal(self) -> None:
        index = len(self._state.results)
        self._state, events = matches.deal_hand(self._state, self._decks(index))
        self._hand = HandCount(index)
        for side in self._seats:
            if side.clock is not None:
                side.clock = side.clock.hand_dealt()
        self._telling.happened(events)
        self._telling.hand_started(self._state)

    def _applied(self, after: matches.MatchState, events: tuple[Event, ...], head: str) -> None:
        self._state = after
        self._telling.happened(events)
        self._number += 1
        self._hand.decisions += 1
        if after.over or after.between_hands:
            self._hand.told, self._hand.head = False, head

    def _request(self, side: Seat, view: PlayerView, now: int) -> None:
        assert side.pending is not None
        seed = deals.decision_seed(side.seed, side.asked - 1)
        self._say(side.number, DecisionRequest(self._match_id, side.pending, view, side.time_left(now), seed))

    def _say(self, seat: int, message: ServerMessage) -> None:
        self.outgoing.append((seat, message))

    def _close(self, end: _Ending) -> None:
        self.stage = Stage.OVER
        self._steps.clear()
        head = self._journal().head
        for seat in (0, 1):
            self._say(seat, MatchEnded(self._match_id, end.termination, end.sheet, bytes.fromhex(head)))
        away_ms = (self._seats[0].away_ms, self._seats[1].away_ms)
        self.outcome = MatchOutcome(
            self.terms.header, end.termination, end.sheet, self._state.results, away_ms, end.lagged, head
        )
