"""One bot in one match: what the referee says goes in, what the bot answers comes out.

Nothing here knows of a network, a clock or an event loop, so the same player sits at a table of this process and at one
behind a stream. Imports: errors, actions, bot, events, failure, legality, messages, view.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from inspect import isawaitable
from random import Random
from typing import Any, Final, TypeAlias, get_args

from ginrummy.actions import Action
from ginrummy.bot import Bot
from ginrummy.errors import IllegalAction, StateError, shown
from ginrummy.events import SeatEvent
from ginrummy.failure import BotFailure
from ginrummy.legality import check_choice
from ginrummy.messages import (
    Decision,
    DecisionRequest,
    Events,
    HandEnded,
    HandStarted,
    History,
    MatchEnded,
    MatchOffered,
    Ready,
    Rejected,
    Resign,
)
from ginrummy.view import PlayerView, with_time

BotFactory: TypeAlias = Callable[[], Bot]
"""What makes a bot for each match: its class, or anything that can be called without arguments."""
MatchMessage: TypeAlias = (
    MatchOffered | History | HandStarted | Events | DecisionRequest | Rejected | HandEnded | MatchEnded
)
"""What the referee says of one match while it lasts."""
Reply: TypeAlias = Ready | Decision | Resign
Steps: TypeAlias = Generator[Awaitable[Any], Any, Reply | None]
"""A player at work: yields each awaitable that it needs the result of, and returns the reply, if there is one."""
_Waits: TypeAlias = Generator[Awaitable[Any], Any, None]

_ACTIONS: Final = frozenset(get_args(Action))


class Player:
    """A bot of its own in one match; `make` makes it when the match is offered.

    `take` is given every message of the match, in order, one after the other. Hooks are called once for each thing that
    happened, whatever is told again after an interruption, and a request that comes again gets the same answer without
    asking the bot again. What the bot chooses is checked before it becomes a Decision. An exception or an illegal
    choice is told to `failed`, once; then this match is resigned, and its bot is not called any more.
    """

    def __init__(self, make: BotFactory, match_id: str, failed: Callable[[BotFailure], None]) -> None:
        self.match_id = match_id
        self.failure: BotFailure | None = None
        self.asked = 0
        self._make = make
        self._failed = failed
        self._bot: Bot | None = None
        self._next = 0
        self._answered: Decision | None = None

    def take(self, message: MatchMessage) -> Steps:
        """The reply to a message, None where it needs none; see `finish`.

        Raises StateError for a message of another match or before the match was offered, and nothing that comes
        from the bot but KeyboardInterrupt and the like.
        """
        if message.match_id != self.match_id:
            raise StateError(f"a message of match {self.match_id} is needed, not of {shown(message.match_id)}")
        if self.failure is not None:
            return Resign(self.match_id) if isinstance(message, MatchOffered | DecisionRequest) else None
        if self._bot is None and not isinstance(message, MatchOffered):
            raise StateError(f"match {self.match_id} has not been offered yet")
        match message:
            case DecisionRequest():
                return (yield from self._choose(message))
            case Events():
                yield from self._hear(message)
            case MatchOffered():
                yield from self._start(message)
            case HandStarted():
                yield from self._start_hand(message)
            case HandEnded():
                yield from self._end_hand(message)
            case History():
                for item in message.items:
                    yield from self.take(item)
            case MatchEnded():
                yield from self._call("on_match_end", message.sheet)
                return None
        return self._after(message)

    def _after(self, message: MatchMessage) -> Reply | None:
        """The reply to what only hooks were called for: one of them may have failed."""
        if self.failure is not None:
            return Resign(self.match_id)
        return Ready(self.match_id) if isinstance(message, MatchOffered) else None

    def _start(self, offered: MatchOffered) -> _Waits:
        if self._bot is not None:
            return
        try:
            self._bot = _made(self._make)
        except (Exception, SystemExit) as error:  # noqa: BLE001  whatever a bot raises costs it this match only
            self._fail(BotFailure(self.match_id, "the making of the bot", error))
        else:
            yield from self._call("on_match_start", offered.seat, offered.opponent)

    def _start_hand(self, started: HandStarted) -> _Waits:
        if started.sequence >= self._next:
            self._next = started.sequence + 1
            yield from self._call("on_hand_start", started.view, view=started.view)

    def _end_hand(self, ended: HandEnded) -> _Waits:
        if ended.sequence >= self._next:
            self._next = ended.sequence + 1
            yield from self._call("on_hand_end", ended.view, view=ended.view)

    def _hear(self, told: Events) -> _Waits:
        new: tuple[SeatEvent, ...] = told.events[max(0, self._next - told.sequence) :]
        self._next = max(self._next, told.sequence + len(told.events))
        for event in new:
            yield from self._call("on_event", event)
            if self.failure is not None:
                break

    def _call(self, hook: str, *arguments: Any, view: PlayerView | None = None) -> _Waits:
        try:
            answer = getattr(self._bot, hook)(*arguments)
            if answer is not None and isawaitable(answer):
                yield answer
        except (Exception, SystemExit) as error:  # noqa: BLE001  as above
            self._fail(BotFailure(self.match_id, hook, error, view))

    def _choose(self, request: DecisionRequest) -> Steps:
        if self._answered is not None and self._answered.request == request.request:
            return self._answered
        bot, view = self._bot, with_time(request.view, request.time)
        assert bot is not None
        bot.random = Random(request.decision_seed)
        self.asked += 1
        try:
            chosen: Any = bot.choose(view)
            if type(chosen) not in _ACTIONS and isawaitable(chosen):
                chosen = yield chosen
        except (Exception, SystemExit) as error:  # noqa: BLE001  as above
            return self._fail(BotFailure(self.match_id, "choose", error, view))
        finally:
            bot.__dict__.pop("random", None)
        try:
            action = check_choice(view, chosen)
        except IllegalAction as error:
            return self._fail(BotFailure(self.match_id, "choose", error, view, illegal=True, choice=chosen))
        self._answered = Decision(self.match_id, request.request, action)
        return self._answered

    def _fail(self, failure: BotFailure) -> Resign:
        self.failure = failure
        self._failed(failure)
        return Resign(self.match_id)


def finish(steps: Steps, wait: Callable[[Awaitable[Any]], Any]) -> Reply | None:
    """The reply of a player's `take`; `wait` gives the result of each awaitable of an async bot, or raises."""
    try:
        awaitable = next(steps)
        while True:
            try:
                result = wait(awaitable)
            except BaseException as error:  # noqa: BLE001  the player judges whose affair it is
                awaitable = steps.throw(error)
            else:
                awaitable = steps.send(result)
    except StopIteration as done:
        reply: Reply | None = done.value
        return reply


def _made(make: BotFactory) -> Bot:
    bot = make()
    if not isinstance(bot, Bot):
        raise StateError(f"a bot is needed, not {shown(bot)}")
    return bot
