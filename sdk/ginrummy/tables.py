"""Many matches at once: whose message is whose, what their bots took, and the lines that their author reads.

Everything here happens on one event loop. What a plain bot chooses is chosen at once; async bots think side by side,
each match in its own order. Imports: errors, bot, connection, deck, failure, hand, messages, player, render,
view.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter_ns
from typing import Any, Final, NamedTuple, get_args

from ginrummy import deck
from ginrummy.bot import Bot
from ginrummy.connection import Frame
from ginrummy.errors import StateError
from ginrummy.failure import BotFailure
from ginrummy.hand import deal
from ginrummy.messages import (
    ClientMessage,
    DealsRevealed,
    DecisionRequest,
    HandStarted,
    History,
    MatchEnded,
    MatchOffered,
    Ping,
    Rejected,
    TerminationKind,
    TournamentEnded,
    Welcome,
)
from ginrummy.player import BotFactory, MatchMessage, Player, Reply, Steps
from ginrummy.render import counted
from ginrummy.view import PlayerView, view_for

_OF_A_MATCH: Final = frozenset(get_args(MatchMessage))
_FLUSH_NS: Final = 5_000_000
"""Answers wait for the rest of their frame no longer than this, since the clocks of their matches run."""
_LAST_WORDS_S: Final = 5.0
"""How long async bots may go on after the last message."""
_WARN_FROM: Final = 0.8
"""The part of its time after which a bot is warned."""


@dataclass(slots=True)
class Times:
    """How long something took, over and over."""

    count: int = 0
    total_ns: int = 0
    most_ns: int = 0

    def add(self, ns: int) -> None:
        """Once more."""
        self.count += 1
        self.total_ns += ns
        self.most_ns = max(self.most_ns, ns)

    def __str__(self) -> str:
        if self.count == 0:
            return "none"
        return f"mean {self.total_ns / self.count / 1e6:.1f} ms, max {self.most_ns / 1e6:.1f} ms"


@dataclass(slots=True)
class Tally:
    """What has come of the matches so far. `draws` are over without a winner, `aborted` nobody's."""

    matches: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    aborted: int = 0
    failures: int = 0
    hands_proved: int = 0
    hands_disproved: int = 0
    commitment_kept: bool | None = None


class _Heard(NamedTuple):
    """A message of a match, when it was read, and on which stream."""

    message: MatchMessage
    read_at: int
    stream: int


@dataclass(slots=True)
class _Seat:
    """One match that this bot is in: `waiting` has come while `task` awaits what its bot is doing in `steps`."""

    player: Player
    offered: MatchOffered
    waiting: deque[_Heard] = field(default_factory=deque)
    task: asyncio.Task[None] | None = None
    steps: Steps = field(init=False)
    began: int = 0
    asked: int = 0
    warned: bool = False
    bot: Bot | None = None
    dealt: dict[int, PlayerView] = field(default_factory=dict)
    match_seed: bytes | None = None
    think: Times = field(default_factory=Times)
    trips: Times = field(default_factory=Times)


class Tables:
    """All the matches of one bot.

    `send` sends its answers on the stream of that number, `say` tells its author, and `trouble` is called for an
    error that is neither the bot's nor the referee's.
    """

    def __init__(
        self,
        make: BotFactory,
        send: Callable[[int, Sequence[ClientMessage]], None],
        say: Callable[[str], None],
        trouble: Callable[[BaseException], None],
    ) -> None:
        self.tally = Tally()
        self._make = make
        self._send = send
        self._say = say
        self._trouble = trouble
        self._seats: dict[str, _Seat] = {}
        self._unproved: dict[str, tuple[MatchOffered, dict[int, PlayerView]]] = {}
        self._commitment: bytes | None = None
        self._stream = 0
        self._trip_ns = 0
        self._out: list[tuple[_Seat, Reply]] = []
        self._flushed_at = 0
        self._flush_later: asyncio.Handle | None = None

    def take(self, frame: Frame) -> None:
        """Everything in a frame, in order; to be called on the running loop."""
        if frame.stream != self._stream:  # whatever was under way on the last one will be asked again
            self._stream = frame.stream
            self._out.clear()
        self._flushed_at = perf_counter_ns()
        for message in frame.messages:
            if type(message) in _OF_A_MATCH:
                self._route(message, frame.read_at)  # type: ignore[arg-type]  # that is what was looked up
                continue
            match message:
                case Welcome():
                    self._welcome(message)
                case DealsRevealed():
                    self._check_deals(message)
                case TournamentEnded():
                    self._check_commitment(message)
                case Ping(_, round_trip_us) if round_trip_us:
                    self._trip_ns = round_trip_us * 1_000
                    for seat in self._seats.values():
                        seat.trips.add(self._trip_ns)
        self._flush()

    async def finish(self) -> None:
        """Let async bots have their last words, and name the matches whose end was not heard."""
        tasks = [seat.task for seat in self._seats.values() if seat.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=_LAST_WORDS_S)
        for match_id in self._seats:
            self._say(f"match {match_id}: its end was not heard")

    def cancel(self) -> None:
        """Stop every bot that is still thinking."""
        for seat in self._seats.values():
            if seat.task is not None:
                seat.task.cancel()

    def _route(self, message: MatchMessage, read_at: int) -> None:
        seat = self._seats.get(message.match_id)
        if seat is None:
            if not isinstance(message, MatchOffered):
                return  # the end of a match that was played before this process began, say
            seat = self._seats[message.match_id] = self._new_seat(message)
        heard = _Heard(message, read_at, self._stream)
        if seat.task is not None:
            seat.waiting.append(heard)
        elif (pending := self._begin(seat, heard)) is not None:
            seat.task = asyncio.get_running_loop().create_task(self._go_on(seat, heard, pending))
            seat.task.add_done_callback(self._gone_on)

    def _new_seat(self, offered: MatchOffered) -> _Seat:
        player = Player(partial(self._made, offered.match_id), offered.match_id, self._failed)
        return _Seat(player, offered)

    def _made(self, match_id: str) -> Bot:
        bot = self._make()
        if any(seat.bot is bot for seat in self._seats.values()):
            raise StateError("every match has a bot of its own, and this one is playing another already")
        self._seats[match_id].bot = bot
        return bot

    def _failed(self, failure: BotFailure) -> None:
        self.tally.failures += 1
        self._say(str(failure))

    def _begin(self, seat: _Seat, heard: _Heard) -> Awaitable[Any] | None:
        """Give a message to a bot that is not busy; what it waits for, None if it is done with it."""
        seat.began, seat.asked = perf_counter_ns(), seat.player.asked
        seat.steps = seat.player.take(heard.message)
        try:
            return next(seat.steps)
        except StopIteration as done:
            self._done(seat, heard, done.value)
            return None

    async def _go_on(self, seat: _Seat, heard: _Heard, pending: Awaitable[Any] | None) -> None:
        """The rest of what a bot waits for, and whatever has come for its match meanwhile."""
        while pending is not None:
            self._done(seat, heard, await _reply(seat.steps, pending))
            pending = None
            while seat.waiting and pending is None:
                heard = seat.waiting.popleft()
                pending = self._begin(seat, heard)
        seat.task = None

    def _gone_on(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._trouble(error)

    def _done(self, seat: _Seat, heard: _Heard, reply: Reply | None) -> None:
        """A bot is done with a message."""
        now, message = perf_counter_ns(), heard.message
        if isinstance(message, DecisionRequest):
            if seat.player.asked > seat.asked:
                seat.think.add(now - seat.began)
                self._warn(seat, message, now - heard.read_at)
        elif isinstance(message, HandStarted):
            seat.dealt[message.view.hand_index] = message.view
        elif isinstance(message, History):
            started = (item.view for item in message.items if isinstance(item, HandStarted))
            seat.dealt.update((view.hand_index, view) for view in started)
        elif isinstance(message, Rejected):
            counted = f"{message.counted} of {message.allowed} that forfeit the match"
            self._say(f"match {message.match_id}: the referee rejects an answer: {message.reason} ({counted})")
        elif isinstance(message, MatchEnded):
            self._end(seat, message)
        if heard.stream != self._stream:  # it will be asked again, and answered the same
            return
        if reply is not None:
            self._out.append((seat, reply))
            if now - self._flushed_at > _FLUSH_NS:
                self._flush()
            elif self._flush_later is None:
                self._flush_later = asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        if self._flush_later is not None:
            self._flush_later.cancel()
            self._flush_later = None
        self._flushed_at = perf_counter_ns()
        if not self._out:
            return
        self._send(self._stream, [reply for _, reply in self._out])
        self._out.clear()

    def _warn(self, seat: _Seat, request: DecisionRequest, took_ns: int) -> None:
        if seat.warned or request.time is None:
            return
        allowed_ms = request.time.decision_ms + request.time.bank_ms
        if took_ns > _WARN_FROM * allowed_ms * 1e6:
            seat.warned = True
            self._say(
                f"match {request.match_id}: an answer took {took_ns / 1e6:.0f} ms of the {allowed_ms} ms that were"
                " left; past them the match is lost"
            )

    def _end(self, seat: _Seat, ended: MatchEnded) -> None:
        del self._seats[ended.match_id]
        if seat.match_seed is None:
            self._unproved[ended.match_id] = (seat.offered, seat.dealt)
        else:
            self._check_match(seat.offered, seat.dealt, seat.match_seed)
        self.tally.matches += 1
        own, sheet = seat.offered.seat, ended.sheet
        score = f"{sheet.scores[own]} to {sheet.scores[1 - own]} after {counted(len(sheet.history), 'hand')}"
        if ended.termination.kind is TerminationKind.ABORTED:
            self.tally.aborted += 1
            result = f"aborted at {score}"
        elif sheet.winner is None:
            self.tally.draws += 1
            result = f"drawn, {score}"
        elif sheet.winner == own:
            self.tally.wins += 1
            result = f"won, {score}"
        else:
            self.tally.losses += 1
            result = f"lost, {score}"
        if (fault := ended.termination.fault) is not None:
            whose = "this bot" if fault.seat == own else seat.offered.opponent
            result += f", forfeited by {whose} ({fault.kind.value}{': ' if fault.detail else ''}{fault.detail})"
        think = f"{counted(seat.think.count, 'decision')}, think time {seat.think}"
        if seat.trips.count == 0 and self._trip_ns:  # shorter than from ping to ping
            seat.trips.add(self._trip_ns)
        self._say(f"match {ended.match_id} against {seat.offered.opponent}: {result}; {think}; round trip {seat.trips}")

    def _welcome(self, welcome: Welcome) -> None:
        if self._commitment is None:
            schedule = welcome.schedule
            what = f"{welcome.tournament or 'a tournament'} ({schedule.format}, {counted(len(schedule.bots), 'bot')})"
            self._say(f"in {what}, at {counted(welcome.tables, 'table')}")
            self._commitment = welcome.commitment
        elif self._commitment != welcome.commitment:
            self._say("WARNING: the referee has changed its commitment; its deals cannot be trusted")

    def _check_commitment(self, ended: TournamentEnded) -> None:
        kept = self._commitment == deck.commitment(ended.master_seed)
        self.tally.commitment_kept = kept
        proved = f"{counted(self.tally.hands_proved, 'hand')} dealt as the revealed seeds say"
        if self.tally.hands_disproved:
            proved += f", {self.tally.hands_disproved} NOT"
        if kept:
            self._say(f"the tournament is over: its seed is the one that was committed to; {proved}")
        else:
            self._say(f"WARNING: the tournament's seed is not the one that was committed to; {proved}")

    def _check_deals(self, revealed: DealsRevealed) -> None:
        """Compare every hand that this bot was dealt with what the revealed seed deals."""
        for match_id in revealed.match_ids:
            if match_id in self._unproved:
                self._check_match(*self._unproved.pop(match_id), revealed.match_seed)
            elif match_id in self._seats:  # an async bot is still busy with its last messages
                self._seats[match_id].match_seed = revealed.match_seed

    def _check_match(self, offered: MatchOffered, dealt: dict[int, PlayerView], match_seed: bytes) -> None:
        for view in dealt.values():
            self._check_deal(offered, view, match_seed)

    def _check_deal(self, offered: MatchOffered, view: PlayerView, match_seed: bytes) -> None:
        cards = deck.shuffle_v1(match_seed, view.hand_index)
        proved = view_for(deal(cards, view.dealer, offered.ruleset, offered.stock), view.seat)
        if (proved.hand, proved.upcard) == (view.hand, view.upcard):
            self.tally.hands_proved += 1
        else:
            self.tally.hands_disproved += 1
            hand = f"hand {view.hand_index + 1} of match {offered.match_id}"
            self._say(f"WARNING: {hand} was not dealt from the revealed seed")


async def _reply(steps: Steps, awaitable: Awaitable[Any]) -> Reply | None:
    """What a player answers in the end, each thing that it needs awaited in turn."""
    task = asyncio.current_task()
    try:
        while True:
            try:
                result = await awaitable
            except asyncio.CancelledError as error:
                if task is None or task.cancelling():
                    raise
                awaitable = steps.throw(RuntimeError(f"cancelled: {error}" if str(error) else "cancelled"))
            except BaseException as error:  # noqa: BLE001  the player judges whose affair it is
                awaitable = steps.throw(error)
            else:
                awaitable = steps.send(result)
    except StopIteration as done:
        reply: Reply | None = done.value
        return reply
