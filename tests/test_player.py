"""A player calls its bot for each thing once, in order, and lets out nothing that the rules refuse."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from deals import dealt, melds, play, variant
from ginrummy import Bot, Card, Phase, view_for
from ginrummy import messages as m
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.deck import shuffle_v1
from ginrummy.errors import IllegalAction, StateError
from ginrummy.events import HandOpened
from ginrummy.failure import BotFailure
from ginrummy.hand import apply, deal
from ginrummy.legality import check_choice
from ginrummy.player import Player, finish
from ginrummy.view import TimeLeft, with_time
from sample_bots.simple_bot import SimpleBot
from scripted_referee import ScriptedMatch
from test_wire import RULESETS, walk


class Noting(SimpleBot):
    """Notes every call."""

    def __init__(self):
        self.calls = []

    def choose(self, view):
        self.calls.append(("choose", view))
        return super().choose(view)

    def on_match_start(self, seat, opponent):
        self.calls.append(("on_match_start", seat, opponent))

    def on_hand_start(self, view):
        self.calls.append(("on_hand_start", view))

    def on_event(self, event):
        self.calls.append(("on_event", event))

    def on_hand_end(self, view):
        self.calls.append(("on_hand_end", view))

    def on_match_end(self, sheet):
        self.calls.append(("on_match_end", sheet))


def no_waiting(awaitable):
    raise AssertionError(f"a plain bot waits for {awaitable}")


def no_failure(failure):
    raise AssertionError(str(failure))


def player_of(bot, match, failed=no_failure):
    return Player(lambda: bot, match.match_id, failed)


def to_the_end(player, match, wait=no_waiting):
    """Play the match between the two; every message of the referee's."""
    said = waiting = [match.offer()]
    while waiting:
        message, *waiting = waiting
        reply = finish(player.take(message), wait)
        if reply is not None:
            more = match.take(reply)
            said, waiting = said + more, waiting + more
    assert match.ended is not None
    return said


def first_request(match):
    """The match's first question, and all that comes before it."""
    offer = match.offer()
    *before, request = match.take(m.Ready(match.match_id))
    assert isinstance(request, m.DecisionRequest)
    return [offer, *before], request


def asked_first(bot, match, failed=no_failure):
    """A player that has heard all before its first question, and the question."""
    player = player_of(bot, match, failed)
    before, request = first_request(match)
    for message in before:
        finish(player.take(message), no_waiting)
    return player, request


def test_hooks_are_called_in_order_each_once():
    """A whole match as its bot sees it: what the messages say, and every choice in its place."""
    bot, match = Noting(), ScriptedMatch("m", seat=1)
    said = to_the_end(player_of(bot, match), match)
    expected = []
    for message in said:
        match message:
            case m.MatchOffered():
                expected.append(("on_match_start", 1, "house"))
            case m.HandStarted():
                expected.append(("on_hand_start", message.view))
            case m.Events():
                expected += [("on_event", event) for event in message.events]
            case m.HandEnded():
                expected.append(("on_hand_end", message.view))
            case m.DecisionRequest():
                expected.append(("choose", with_time(message.view, message.time)))
            case m.MatchEnded():
                expected.append(("on_match_end", message.sheet))
    assert bot.calls == expected
    assert bot.calls[-1][1].over


def test_a_history_tells_only_what_is_new():
    """Whatever part of a match a player has seen, hearing all of it again calls each hook once."""
    match = ScriptedMatch("m", hands=2)
    whole = Noting()
    to_the_end(player_of(whole, match), match)
    heard = [call for call in whole.calls if call[0] in ("on_hand_start", "on_event", "on_hand_end")]
    for seen in range(0, len(match.told), 7):
        bot = Noting()
        player = player_of(bot, match)
        half = seen // 2
        again = [
            m.History("m", tuple(match.told[:half]), last=False),
            m.History("m", tuple(match.told[half:]), last=True),
        ]
        for message in [match.offer(), *match.told[:seen], match.offer(), *again]:
            finish(player.take(message), no_waiting)
        assert bot.calls[0][0] == "on_match_start"
        assert bot.calls[1:] == heard


def test_events_half_seen_are_heard_from_where_they_are_new():
    """Sequence numbers count events, not messages."""
    match, bot = ScriptedMatch("m"), Noting()
    player = player_of(bot, match)
    events = [HandOpened(i, 0, Card("TD"), 10, 1) for i in range(6)]
    for message in (match.offer(), m.Events("m", 0, tuple(events[:4])), m.Events("m", 2, tuple(events[2:]))):
        finish(player.take(message), no_waiting)
    assert bot.calls[1:] == [("on_event", event) for event in events]


def test_chance_comes_from_the_decision_seed_and_is_there_only_while_choosing():
    """`self.random` is a generator of the seed of this decision; outside a choice there is none."""
    drawn = []

    class Chancy(Bot):
        def on_event(self, _event):
            assert not hasattr(self, "random")

        def choose(self, view):
            drawn.append(self.random.random())
            return view.legal_actions[0]

    player, request = asked_first(bot := Chancy(), ScriptedMatch("m"))
    finish(player.take(request), no_waiting)
    assert drawn == [Random(request.decision_seed).random()]
    assert not hasattr(bot, "random")


def test_time_is_in_the_view_while_choosing():
    """`view.time` is what the request told; other views have none."""
    bot = Noting()
    player, request = asked_first(bot, ScriptedMatch("m"))
    finish(player.take(request), no_waiting)
    assert bot.calls[-1][1].time == request.time == TimeLeft(10_000, 30_000, 60_000)
    assert all(call[1].time is None for call in bot.calls if call[0] == "on_hand_start")


def test_a_request_that_comes_again_gets_the_same_answer_unasked():
    """After an interruption the bot is not asked again what it has answered."""
    bot = Noting()
    player, request = asked_first(bot, ScriptedMatch("m"))
    first = finish(player.take(request), no_waiting)
    calls = len(bot.calls)
    assert finish(player.take(request), no_waiting) is first
    assert len(bot.calls) == calls
    assert player.asked == 1


def test_a_new_attempt_is_a_new_question():
    """After a rejection the same decision is asked again under another number."""
    player, request = asked_first(Noting(), ScriptedMatch("m"))
    finish(player.take(request), no_waiting)
    rejected = m.Rejected("m", request.request, m.RejectionKind.ILLEGAL, "no", 1, 3)
    assert finish(player.take(rejected), no_waiting) is None
    again = m.DecisionRequest(
        "m", request.request._replace(attempt=1), request.view, request.time, request.decision_seed
    )
    assert finish(player.take(again), no_waiting).request == again.request
    assert player.asked == 2


class Failing(Noting):
    def __init__(self, where, error=None):
        super().__init__()
        self.where, self.error = where, error or ZeroDivisionError("oops")

    def _fail(self, where):
        if where == self.where:
            raise self.error

    def on_match_start(self, *_):
        self._fail("on_match_start")

    def on_hand_start(self, _view):
        self._fail("on_hand_start")

    def on_event(self, _event):
        self._fail("on_event")

    def choose(self, view):
        self.calls.append("choose")
        self._fail("choose")
        return super().choose(view)

    def on_hand_end(self, _view):
        self._fail("on_hand_end")

    def on_match_end(self, _sheet):
        self._fail("on_match_end")


@pytest.mark.parametrize("error", [None, SystemExit(3)], ids=["exception", "exit"])
@pytest.mark.parametrize("where", ["on_match_start", "on_hand_start", "on_event", "choose", "on_hand_end"])
def test_an_exception_resigns_once(where, error):
    """Wherever it is raised, it is told once, the match is resigned, and the bot is called no more."""
    told, match = [], ScriptedMatch("m")
    bot = Failing(where, error)
    to_the_end(player_of(bot, match, told.append), match)
    [failure] = told
    assert (failure.where, failure.illegal) == (where, False)
    assert f"exception in {where}; this match is resigned" in str(failure)
    assert match.ended.termination.fault == m.Fault(0, m.FaultKind.BOT_ERROR)
    assert "on_match_end" not in [call[0] for call in bot.calls]


def test_an_exception_at_the_very_end_is_told():
    """A match that is over cannot be resigned any more."""
    told, match = [], ScriptedMatch("m", hands=1)
    to_the_end(player_of(Failing("on_match_end"), match, told.append), match)
    assert [failure.where for failure in told] == ["on_match_end"]
    assert match.ended.termination.kind is m.TerminationKind.COMPLETED


def test_a_bot_that_cannot_be_made_resigns_its_match():
    """So does one that is no bot."""
    match = ScriptedMatch("m")
    for make, told in ((lambda: 1 // 0, "ZeroDivisionError"), (lambda: 7, "a bot is needed, not 7")):
        failures = []
        assert finish(Player(make, "m", failures.append).take(match.offer()), no_waiting) == m.Resign("m")
        assert told in str(failures[0])


def test_what_is_resigned_is_resigned_again_when_asked_again():
    """The resignation may have been lost with the stream."""
    player, request = asked_first(Failing("choose"), match := ScriptedMatch("m"), told := [].append)
    assert told is not None
    assert finish(player.take(request), no_waiting) == m.Resign("m")
    assert finish(player.take(match.offer()), no_waiting) == m.Resign("m")
    assert finish(player.take(match.told[0]), no_waiting) is None
    assert finish(player.take(request), no_waiting) == m.Resign("m")


def test_ctrl_c_is_nobodys_failure():
    """KeyboardInterrupt comes through."""
    player, request = asked_first(Failing("choose", KeyboardInterrupt()), ScriptedMatch("m"))
    with pytest.raises(KeyboardInterrupt):
        finish(player.take(request), no_waiting)
    assert player.failure is None


def test_the_traceback_begins_in_the_bots_own_code():
    """Nothing of what called it is shown; the view is."""

    class Careless(Bot):
        def choose(self, view):
            return self.pick({}, view)

        def pick(self, known, view):
            return known[view.hand[0]]

    told = []
    player, request = asked_first(Careless(), ScriptedMatch("m"), told.append)
    finish(player.take(request), no_waiting)
    text = str(told[0])
    assert text.index("in choose") < text.index("in pick") < text.index("KeyError")
    assert "ginrummy/player.py" not in text.replace("\\", "/")
    assert "legal     take, pass" in text
    assert f"File {__file__!r}".replace("'", '"') in text


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (None, "an action is needed, not None"),
        (DrawStock(), "DrawStock is not possible in UPCARD_SECOND, where the choice is TakeDiscard or Pass"),
        (Discard("QS"), "Discard is not possible in UPCARD_SECOND, where the choice is TakeDiscard or Pass"),
        ("pass", "an action is needed, not 'pass'"),
        (Pass, "an action is needed, not <class 'ginrummy.actions.Pass'>"),
    ],
)
def test_an_illegal_choice_is_not_sent(choice, reason):
    """It is printed with view, reason and legal actions, and resigns the match."""

    class Wrong(Bot):
        def choose(self, _view):
            return choice

    told = []
    player, request = asked_first(Wrong(), ScriptedMatch("m"), told.append)
    assert finish(player.take(request), no_waiting) == m.Resign("m")
    [failure] = told
    assert isinstance(failure, BotFailure)
    assert (failure.illegal, failure.choice, failure.reason) == (True, choice, reason)
    text = str(failure)
    assert text.startswith("match m: illegal choice; this match is resigned\nchoice    ")
    assert f"\nreason    {reason}\nhand 1, UPCARD_SECOND" in text
    assert text.endswith("legal     take, pass")


def test_a_bot_without_choices_is_told_what_it_needs():
    """There is no code of its own to show."""
    told = []
    player, request = asked_first(Bot(), ScriptedMatch("m"), told.append)
    finish(player.take(request), no_waiting)
    assert "\nNotImplementedError: Bot needs choose_draw or choose\nhand 1" in str(told[0])


def test_messages_that_do_not_belong_here_are_a_callers_error():
    """Another match's, or one before the offer."""
    match = ScriptedMatch("m")
    before, request = first_request(match)
    player = player_of(Noting(), match)
    with pytest.raises(StateError, match="has not been offered"):
        finish(player.take(request), no_waiting)
    with pytest.raises(StateError, match="a message of match m is needed"):
        finish(player.take(ScriptedMatch("other").offer()), no_waiting)
    assert len(before) > 1


class Waiting(SimpleBot):
    """Awaits something in every call."""

    async def choose(self, view):
        await asyncio.sleep(0)
        assert self.random is not None
        return super().choose(view)

    async def on_event(self, _event):
        await asyncio.sleep(0)

    async def on_match_end(self, sheet):
        await asyncio.sleep(0)
        self.over = sheet.over


def test_async_bots_play_where_somebody_waits_for_them():
    """`finish` has each awaitable awaited, and the match is played as by the plain bot."""
    plain, waited, bot = ScriptedMatch("m"), ScriptedMatch("m"), Waiting()
    to_the_end(player_of(SimpleBot(), plain), plain)
    with asyncio.Runner() as runner:
        to_the_end(player_of(bot, waited), waited, wait=runner.run)
    assert [answer.action for answer in waited.answers] == [answer.action for answer in plain.answers]
    assert bot.over


def test_an_error_of_an_async_bot_is_its_own():
    """It is told like a plain bot's."""

    class Later(Bot):
        async def choose(self, _view):
            raise ZeroDivisionError

    told = []
    player, request = asked_first(Later(), ScriptedMatch("m"), told.append)
    with asyncio.Runner() as runner:
        assert finish(player.take(request), runner.run) == m.Resign("m")
    assert isinstance(told[0].error, ZeroDivisionError)


# Legality.


def attempts(state):
    """All sorts of choices, legal or not."""
    spreads = [(), melds("4H 5H 6H"), melds("4H 5H 6H", "6H 6D 6S")]
    if state.showdown:
        spreads.append(state.showdown.spread)
    yield from (Pass(), TakeDiscard(), DrawStock(), FinishLayoffs(), BigGin(), None, 7, "pass", Discard(5))
    for card in ALL_CARDS:
        yield Discard(card)
        yield from (Knock(card, spread) for spread in spreads)
        yield from (LayOff(card, index) for index in (-1, 0, 1, 2, 9))
    yield from (BigGin(spread) for spread in spreads)


def some_hands():
    """Every phase of every ruleset; of the many like turns every ninth."""
    for name, ruleset in RULESETS.items():
        states = list(walk(ruleset, len(name)))
        yield play(deal(shuffle_v1(bytes(32), 0), 1, ruleset), Pass(), Pass())
        for number, (state, _) in enumerate(states):
            like_others = state.hand.phase in (Phase.DRAW, Phase.ACT)
            if state.hand.to_act is not None and not (like_others and number % 9):
                yield state.hand


def judge(state, choice):
    """What the rules say of a choice: None if it is legal, or why it is not."""
    try:
        apply(state, choice)
    except IllegalAction as error:
        return error.reason
    return None


def test_choices_are_judged_from_the_view_as_by_the_rules():
    """Whatever the choice and wherever: refused with the referee's reason, or let through to it as it is."""
    judged = set()
    for hand in some_hands():
        view = view_for(hand, hand.to_act)
        for choice in attempts(hand):
            reason = judge(hand, choice)
            if reason is None:
                assert check_choice(view, choice) == choice
                judged.add((hand.phase, type(choice)))
            else:
                with pytest.raises(IllegalAction) as refused:
                    check_choice(view, choice)
                assert refused.value.reason == reason or choice in (None, 7, "pass")
    assert {phase for phase, _ in judged} == {*Phase} - {Phase.HAND_OVER}
    assert {kind for _, kind in judged} >= {Discard, Knock, LayOff, FinishLayoffs}


def test_declared_melds_are_sent_as_tuples():
    """A list of lists means the same; the order of melds is kept, since layoffs count them."""
    state = play(
        dealt("4H 5H 6H QS QD QH 2C 2D 2S KC", "AC 3C 5C 7C 9C JC AD 3D 5D 7D", "TS", "KD"),
        Pass(),
        Pass(),
        DrawStock(),
    )
    view = view_for(state, 0)
    declared = Knock(Card("KD"), [[Card("QS"), Card("QD"), Card("QH")], [Card("6H"), Card("5H"), Card("4H")]])
    with pytest.raises(IllegalAction, match="the deadwood is 16"):
        check_choice(view, declared)
    best = Knock(Card("KD"), [*declared.melds, melds("2C 2D 2S")[0]])
    assert check_choice(view, best) == Knock(Card("KD"), (*melds("QD QH QS", "4H 5H 6H"), *melds("2C 2D 2S")))


def test_a_choice_out_of_turn_is_refused():
    """A view of the other's turn has no legal choice."""
    state = dealt("4H 5H 6H QS QD QH 2C 2D 2S KC", "AC 3C 5C 7C 9C JC AD 3D 5D 7D", "TS", ruleset=variant())
    with pytest.raises(IllegalAction, match="seat 1 is not to act"):
        check_choice(view_for(state, 1), Pass())
