"""A bot on a referee over a real socket: it plays, comes back, and hurts nobody but itself."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import grpc
import pytest

import ginrummy
from ginrummy import Bot
from ginrummy import messages as m
from ginrummy.__main__ import main
from ginrummy.actions import Discard
from ginrummy.client import Outcome, play
from ginrummy.connection import End, NotAdmitted
from ginrummy.errors import InvalidInput
from ginrummy.join import JoinFile, format_join
from ginrummy.outbox import Outbox, frames
from ginrummy.settings import Settings
from ginrummy.wire import MAX_REQUEST_BYTES, read_request, request_from_bytes
from sample_bots.simple_bot import SimpleBot
from scripted_referee import DEADLINE_S, ScriptedMatch, ScriptedReferee, cut_after, many, playing, sent, welcome

TOKEN = "t0p-s3cret"


class RandomBot(Bot):
    def choose(self, view):
        return self.random.choice(view.legal_actions)


def run(bot, referee, **options):
    """Play as alice, without the patience of a real bot."""
    return ginrummy.run(bot, referee.address, **{"token": TOKEN, "name": "alice", "patience_s": 10.0, **options})


def eventually(condition):
    """Wait for what is bound to come."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        threading.Event().wait(0.005)


def test_three_lines_play_a_whole_match(capfd):
    """The smallest bot there is plays to the end; nothing is written to stdout, and a summary to stderr."""
    match = ScriptedMatch("m")

    def measured(stream):
        stream.let_in()
        stream.say(m.Ping(1), m.Ping(2, round_trip_us=1500))
        stream.referee(match)
        stream.dismiss(match)

    with ScriptedReferee(measured) as referee:
        outcome = run(RandomBot, referee)
    assert outcome == Outcome(End.DONE, 1, outcome.wins, outcome.losses, 0, 0, 0, commitment_kept=True)
    assert match.state.sheet.over
    out, err = capfd.readouterr()
    assert out == ""
    assert "alice: in Test (round-robin, 2 bots), at 1 table\n" in err
    [summary] = re.findall(r"alice: match m against house: (?:won|lost), (\d+) to (\d+) after (\d+) hands; (.*)\n", err)
    assert (int(summary[0]), int(summary[1])) == match.state.sheet.scores
    assert int(summary[2]) == len(match.state.results)
    assert re.fullmatch(
        rf"{match.asked} decisions, think time mean [\d.]+ ms, max [\d.]+ ms; round trip mean 1.5 ms, max 1.5 ms",
        summary[3],
    )
    assert f"its seed is the one that was committed to; {len(match.state.results)} hands dealt as the revealed" in err
    assert TOKEN not in err


def test_a_bot_says_who_it_is():
    """Token, name, tables, nonce and versions reach the referee, once each."""
    with ScriptedReferee(playing(ScriptedMatch("m", hands=1))) as referee:
        run(SimpleBot, referee, tables=7, nonce=b"salt", bot_version="2.1")
    [stream] = referee.streams
    assert stream.metadata["authorization"] == f"Bearer {TOKEN}"
    hello, join, ready, *rest = stream.heard
    assert hello == m.Hello("alice", 7, 1, f"ginrummy {ginrummy.__version__}", "2.1")
    assert join == m.Join(b"salt")
    assert ready == m.Ready("m")
    assert {type(message) for message in rest} == {m.Decision}


def test_the_name_is_that_of_the_class_unless_given():
    """As far as a bot may be called so."""

    class _My_Bot(SimpleBot):  # noqa: N801
        pass

    for bot, name in ((SimpleBot, "SimpleBot"), (_My_Bot, "My_Bot"), (lambda *_: SimpleBot(), "lambda")):
        with ScriptedReferee(playing(ScriptedMatch("m", hands=1))) as referee:
            run(bot, referee, name=None)
        assert referee.streams[0].heard[0].name == name


def test_many_tables_play_at_once_and_answer_in_frames(capfd):
    """Every match has a bot of its own; requests that came in one frame are answered in few."""
    played, made = many(48, hands=2), []

    def make():
        made.append(SimpleBot())
        return made[-1]

    with ScriptedReferee(playing(*played, tables=48)) as referee:
        outcome = run(make, referee, tables=48)
    assert outcome.matches == len(made) == 48
    answers = sum(len(match.answers) for match in played)
    assert answers == sum(match.asked for match in played)
    assert len(referee.streams[0].frames) < answers / 4
    assert capfd.readouterr().err.count(" against house: ") == 48


def test_the_same_seeds_play_the_same_at_any_number_of_tables():
    """A bot that takes its chances from `self.random` does not depend on what else is played."""
    alone, together = ScriptedMatch("m3", 1, hands=2), many(8, hands=2)
    with ScriptedReferee(playing(alone)) as referee:
        run(RandomBot, referee)
    with ScriptedReferee(playing(*together, tables=8)) as referee:
        run(RandomBot, referee, tables=8)
    assert together[3].answers == alone.answers


def test_async_bots_think_side_by_side():
    """No bot's choice waits for another's: here none goes on before all are thinking."""
    played, thinking, everybody = many(6, hands=1), [], None

    class Meeting(SimpleBot):
        async def choose(self, view):
            nonlocal everybody
            if len(thinking) < len(played):
                everybody = everybody or asyncio.Event()
                thinking.append(self)
                if len(thinking) == len(played):
                    everybody.set()
                await asyncio.wait_for(everybody.wait(), DEADLINE_S)
            return super().choose(view)

    with ScriptedReferee(playing(*played, tables=6)) as referee:
        assert run(Meeting, referee, tables=6).failures == 0
    assert len(set(thinking)) == 6


def test_an_async_bot_hears_of_its_match_in_order():
    """Whatever comes while it thinks waits for it."""
    heard = []

    class Slow(SimpleBot):
        async def on_event(self, event):
            heard.append(("begins", event))
            await asyncio.sleep(0)
            heard.append(("ends", event))

        async def on_match_end(self, sheet):
            await asyncio.sleep(0)
            heard.append(("over", sheet))

    match = ScriptedMatch("m", hands=1)
    with ScriptedReferee(playing(match)) as referee:
        run(Slow, referee)
    events = [event for told in match.told if isinstance(told, m.Events) for event in told.events]
    assert heard == [*((what, event) for event in events for what in ("begins", "ends")), ("over", match.state.sheet)]


def test_an_exception_resigns_that_match_only(capfd):
    """Its author reads the traceback and the view; the other matches are played to their end."""
    played = many(4, hands=1)

    class Flawed(SimpleBot):
        def choose_discard(self, view):
            return view.hand[99] if self.flawed else super().choose_discard(view)

    def make():
        bot = Flawed()
        bot.flawed = make.count == 2
        make.count += 1
        return bot

    make.count = 0
    with ScriptedReferee(playing(*played, tables=4)) as referee:
        outcome = run(make, referee, tables=4)
    assert (outcome.matches, outcome.failures) == (4, 1)
    assert sent(referee.streams, m.Resign) == [m.Resign("m2")]
    err = capfd.readouterr().err
    assert "alice: match m2: exception in choose; this match is resigned\nTraceback" in err
    assert "in choose_discard\n" in err
    assert "IndexError: tuple index out of range\nhand 1, ACT" in err
    assert "match m2 against house: lost, 0 to 0 after 0 hands, forfeited by this bot (BOT_ERROR);" in err


def test_an_illegal_choice_is_not_sent(capfd):
    """It is printed with view, reason and legal actions, and that match resigned."""
    played = many(2, hands=1)

    class Wrong(SimpleBot):
        def choose_discard(self, view):
            gone = next(card for card in (*view.discard_pile[::-1], view.upcard) if card not in view.hand)
            return Discard(gone)

    with ScriptedReferee(playing(*played, tables=2)) as referee:
        assert run(Wrong, referee, tables=2).failures == 2
    assert not [answer for match in played for answer in match.answers if isinstance(answer.action, Discard)]
    err = capfd.readouterr().err
    assert err.count("illegal choice; this match is resigned\nchoice    discard ") == 2
    assert err.count(" is not in your hand\n") == 2
    assert err.count("\nlegal     discard ") == 2


def test_a_bot_that_plays_already_is_not_another_one(capfd):
    """One object cannot sit in two matches."""
    bot = SimpleBot()
    with ScriptedReferee(playing(*many(2, hands=1), tables=2)) as referee:
        outcome = run(lambda: bot, referee, tables=2)
    assert (outcome.matches, outcome.failures) == (2, 1)
    assert "every match has a bot of its own" in capfd.readouterr().err


def test_an_async_bot_whose_task_is_cancelled_hurts_itself_only(capfd):
    """A cancellation that nobody asked for is an exception of the bot's."""

    class Cancelling(SimpleBot):
        async def choose(self, _view):
            task = asyncio.create_task(asyncio.sleep(DEADLINE_S))
            task.cancel()
            await task

    with ScriptedReferee(playing(ScriptedMatch("m"))) as referee:
        assert run(Cancelling, referee).failures == 1
    assert "RuntimeError: cancelled" in capfd.readouterr().err


def test_replaced_ends_it(capfd):
    """Whoever is replaced does not come back."""

    def script(stream):
        stream.let_in()
        stream.say(m.Replaced())

    with ScriptedReferee(script) as referee:
        assert run(SimpleBot, referee).reason is End.REPLACED
    assert len(referee.streams) == 1
    assert "another connection has taken this bot's seat" in capfd.readouterr().err


def test_refused_raises_with_text_and_remedy():
    """The author reads what is wrong and what to do."""

    def script(stream):
        stream.read()
        stream.say(m.Refused(m.RefusalReason.WRONG_NAME, "the token is bob's", "say Hello as bob"))

    with (
        ScriptedReferee(script) as referee,
        pytest.raises(NotAdmitted, match="the token is bob's; say Hello") as raised,
    ):
        run(SimpleBot, referee)
    assert raised.value.reason is m.RefusalReason.WRONG_NAME
    assert len(referee.streams) == 1


def test_a_token_that_is_not_accepted_raises_at_once():
    """The error does not tell it."""

    def script(stream):
        stream.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")

    with ScriptedReferee(script) as referee, pytest.raises(NotAdmitted, match="no such token") as raised:
        run(SimpleBot, referee)
    assert TOKEN not in str(raised.value)
    assert len(referee.streams) == 1


def test_something_else_than_a_referee_is_told_from_one():
    """A wrong port is no outage."""

    def script(stream):
        stream.abort(grpc.StatusCode.UNIMPLEMENTED, "")

    with ScriptedReferee(script) as referee, pytest.raises(NotAdmitted, match="no Gin Rummy referee"):
        run(SimpleBot, referee)


def test_a_referee_of_another_protocol_is_left():
    """Its messages might mean anything."""

    def script(stream):
        stream.read()
        stream.say(
            m.Welcome(**{name: getattr(welcome(), name) for name in m.Welcome.__slots__} | {"protocol_version": 2})
        )
        stream.read()

    with ScriptedReferee(script) as referee, pytest.raises(NotAdmitted, match="protocol version 2, and this SDK 1"):
        run(SimpleBot, referee)


def test_in_open_mode_the_secret_is_the_token_from_then_on():
    """The first call comes without one, every later one with what Welcome said."""
    match = ScriptedMatch("m", hands=1)

    def first(stream):
        stream.let_in(secret="from-the-referee")

    with ScriptedReferee(first, playing(match)) as referee:
        run(SimpleBot, referee, token=None)
    assert "authorization" not in referee.streams[0].metadata
    assert referee.streams[1].metadata["authorization"] == "Bearer from-the-referee"


def test_a_stream_cut_before_every_decision_changes_nothing(capfd):
    """The bot comes back each time, is asked nothing twice, hears nothing twice, and plays the same match."""
    match, whole, calls = ScriptedMatch("m", hands=1), ScriptedMatch("m", hands=1), {}

    class Noting(RandomBot):
        def choose(self, view):
            calls["choose"] = calls.get("choose", 0) + 1
            return super().choose(view)

        def on_event(self, event):
            calls.setdefault("events", []).append(event)

    with ScriptedReferee(playing(whole)) as referee:
        run(Noting, referee)
    undisturbed = dict(calls)
    calls.clear()
    with ScriptedReferee(cut_after(2, match)) as referee:
        assert run(Noting, referee).reason is End.DONE
    assert len(referee.streams) == match.own_decisions > 3
    assert calls == undisturbed
    assert match.answers == whole.answers
    err = capfd.readouterr().err
    assert err.count("lost the connection to ") == err.count("connected to ") == len(referee.streams) - 1


def test_an_answer_that_was_lost_is_sent_again_unasked():
    """The request comes again, and gets what the bot chose the first time."""
    match, asked = ScriptedMatch("m", hands=1), []

    class Counting(SimpleBot):
        def choose(self, view):
            asked.append(view)
            return super().choose(view)

    def lose_the_first_answer(stream):
        stream.let_in()
        stream.say(match.offer())
        [ready] = stream.read()
        stream.say(*match.take(ready))
        stream.read()

    with ScriptedReferee(lose_the_first_answer, playing(match)) as referee:
        run(Counting, referee)
    assert sent(referee.streams[:1], m.Decision)[0] == match.answers[0]
    assert len(asked) == match.asked - 1 == match.own_decisions


def test_a_bot_that_thinks_through_an_outage_is_not_asked_again():
    """Its answer goes to the stream that there is when it is ready."""
    match, asked = ScriptedMatch("m", hands=1), []

    class Thoughtful(SimpleBot):
        async def choose(self, view):
            asked.append(view)
            if len(asked) == 1:
                await asyncio.to_thread(eventually, lambda: sent(referee.streams[1:], m.Join))
            return super().choose(view)

    with ScriptedReferee(cut_after(1, match), playing(match)) as referee:
        assert run(Thoughtful, referee).failures == 0
    assert len(asked) == match.own_decisions


@pytest.mark.parametrize(
    "last",
    [
        m.Goodbye(m.GoodbyeReason.STOPPING, "back soon"),
        m.Goodbye(m.GoodbyeReason.INTERNAL),
        m.Goodbye(m.GoodbyeReason.PROTOCOL_ERROR, "once is no habit"),
    ],
    ids=lambda last: last.reason.value,
)
def test_a_referee_that_stops_is_waited_for(last):
    """It said Goodbye, but not for good."""
    match = ScriptedMatch("m", hands=1)

    def stopping(stream):
        stream.let_in()
        stream.say(last)

    with ScriptedReferee(stopping, playing(match)) as referee:
        assert run(SimpleBot, referee).reason is End.DONE
    assert len(referee.streams) == 2


def test_a_referee_that_is_about_to_stop_is_waited_for():
    """Refused for STOPPING is no refusal."""

    def stopping(stream):
        stream.read()
        stream.say(m.Refused(m.RefusalReason.STOPPING, "it stops", "come back"))

    with ScriptedReferee(stopping, playing(ScriptedMatch("m", hands=1))) as referee:
        assert run(SimpleBot, referee).reason is End.DONE


def test_a_habit_of_protocol_errors_ends_it():
    """Coming back forever would help nobody."""

    def offended(stream):
        stream.let_in()
        stream.say(m.Goodbye(m.GoodbyeReason.PROTOCOL_ERROR, "what is this?"))

    with ScriptedReferee(offended) as referee, pytest.raises(NotAdmitted, match="what is this"):
        run(SimpleBot, referee)
    assert len(referee.streams) == 5


def test_patience_ends(capfd):
    """A referee that is not there for as long is given up."""
    outcome = ginrummy.run(SimpleBot, "127.0.0.1:9", name="alice", patience_s=0.3)
    assert outcome.reason is End.LOST
    err = capfd.readouterr().err
    assert "cannot reach 127.0.0.1:9 (unavailable: " in err
    assert "Connection refused); trying again for 0.3 s\n" in err
    assert err.endswith("no connection to 127.0.0.1:9 for 0.3 s; giving up\n")


def test_a_silent_stream_is_cut_and_taken_up_again(capfd):
    """A dead network tells nobody; here the referee just says nothing more."""
    match = ScriptedMatch("m", hands=1)

    def silent(stream):
        stream.let_in()
        stream.read()

    def mute(stream):
        stream.read()
        stream.read()

    with ScriptedReferee(silent, mute, playing(match)) as referee:
        settings = Settings(referee.address, "alice", TOKEN, silence_s=0.3, connect_s=0.3)
        assert asyncio.run(play(SimpleBot, settings)).reason is End.DONE
    assert len(referee.streams) == 3
    assert "(silence for 0.3 s)" in capfd.readouterr().err


def test_pings_are_answered_while_a_bot_thinks():
    """A plain bot holds its own thread, and not the network's."""
    match, answered = ScriptedMatch("m", hands=1), threading.Event()

    class Busy(SimpleBot):
        def choose(self, view):
            assert answered.wait(DEADLINE_S)
            return super().choose(view)

    def pinging(stream):
        stream.let_in()
        stream.say(match.offer())
        [ready] = stream.read()
        stream.say(*match.take(ready))
        for nonce in (1, 2**64 - 1):
            stream.say(m.Ping(nonce))
            assert stream.read() == [m.Pong(nonce)]
        answered.set()
        while match.ended is None:
            for message in stream.read():
                if answers := match.take(message):
                    stream.say(*answers)
        stream.dismiss(match)

    with ScriptedReferee(pinging) as referee:
        assert run(Busy, referee).matches == 1


def test_a_rejection_is_told_and_the_new_attempt_answered(capfd):
    """Where SDK and referee disagree, the referee's word counts, and the author hears of it."""
    match = ScriptedMatch("m", hands=1)

    def rejecting(stream):
        stream.let_in()
        stream.say(match.offer())
        [ready] = stream.read()
        stream.say(*match.take(ready))
        [decision] = stream.read()
        asked = match.pending
        match.pending = again = m.DecisionRequest(
            "m", decision.request._replace(attempt=1), asked.view, asked.time, asked.decision_seed
        )
        rejected = m.Rejected("m", decision.request, m.RejectionKind.ILLEGAL, "not today", 1, 3)
        stream.say(rejected, again)
        while match.ended is None:
            for message in stream.read():
                if answers := match.take(message):
                    stream.say(*answers)
        stream.dismiss(match)

    with ScriptedReferee(rejecting) as referee:
        assert run(SimpleBot, referee).failures == 0
    assert "match m: the referee rejects an answer: not today (1 of 3 that forfeit the match)" in capfd.readouterr().err
    assert match.answers[0].request.attempt == 1


def test_a_slow_bot_is_warned_once(capfd, monkeypatch):
    """Past 80 % of its time, once a match."""
    monkeypatch.setattr("scripted_referee.CLOCK", m.Clock(1, 0, 0, 60_000, 60_000, 600_000))

    class Slow(SimpleBot):
        def choose(self, view):
            assert view.time.decision_ms == 1
            began = time.monotonic()
            while time.monotonic() - began < 0.001:
                pass
            return super().choose(view)

    with ScriptedReferee(playing(ScriptedMatch("m", hands=1))) as referee:
        run(Slow, referee)
    err = capfd.readouterr().err
    assert len(re.findall(r"match m: an answer took \d+ ms of the 1 ms that were left", err)) == 1


@pytest.mark.parametrize("lie", ["master", "deals", "commitment"])
def test_a_referee_that_cheats_with_its_seeds_is_found_out(lie, capfd):
    """A master seed that does not fit the commitment, hands that do not fit the revealed seed, a changed commitment."""
    match = ScriptedMatch("m", hands=1)
    if lie == "deals":
        match.seed = bytes(32)

    def script(stream):
        stream.let_in(commitment=bytes(32) if lie == "commitment" and stream.number == 0 else None)
        if lie == "commitment" and stream.number == 0:
            return
        stream.referee(match)
        if lie == "deals":
            match.seed = bytes([1] * 32)
        stream.dismiss(match, master=bytes([7] * 32) if lie == "master" else bytes(range(32)))

    with ScriptedReferee(script) as referee:
        outcome = run(SimpleBot, referee)
    told = {
        "master": "WARNING: the tournament's seed is not the one that was committed to",
        "deals": "WARNING: hand 1 of match m was not dealt from the revealed seed",
        "commitment": "WARNING: the referee has changed its commitment",
    }
    assert told[lie] in capfd.readouterr().err
    assert outcome.commitment_kept is (lie == "deals")


@pytest.mark.parametrize(
    ("kind", "told"), [(m.TerminationKind.ABORTED, "aborted at 0 to 0"), (m.TerminationKind.COMPLETED, "drawn, 0 to 0")]
)
def test_matches_without_a_winner_are_counted_as_such(kind, told, capfd):
    """Aborted is nobody's loss."""
    match = ScriptedMatch("m")

    def script(stream):
        stream.let_in()
        stream.say(match.offer())
        stream.read()
        stream.say(m.MatchEnded("m", m.Termination(kind), match.state.sheet, bytes(32)))
        stream.dismiss()

    with ScriptedReferee(script) as referee:
        outcome = run(SimpleBot, referee)
    assert (outcome.matches, outcome.wins, outcome.losses) == (1, 0, 0)
    assert outcome.draws + outcome.aborted == 1
    assert told in capfd.readouterr().err


def test_a_match_whose_end_was_missed_is_named(capfd):
    """The referee no longer has it when the bot is back."""
    match = ScriptedMatch("m")

    def over(stream):
        stream.let_in()
        stream.dismiss()

    with ScriptedReferee(cut_after(2, match), over) as referee:
        assert run(SimpleBot, referee).matches == 0
    assert "match m: its end was not heard" in capfd.readouterr().err


def test_ctrl_c_takes_leave():
    """KeyboardInterrupt comes out of a plain bot at once, and the referee is told goodbye."""

    class Interrupted(SimpleBot):
        def choose(self, view):
            signal.raise_signal(signal.SIGINT)
            return super().choose(view)

    def waiting(stream):
        stream.let_in()
        stream.referee(ScriptedMatch("m"))

    with ScriptedReferee(waiting) as referee:
        with pytest.raises(KeyboardInterrupt):
            run(Interrupted, referee)
        eventually(lambda: sent(referee.streams, m.Goodbye))
    assert sent(referee.streams, m.Goodbye) == [m.Goodbye(m.GoodbyeReason.DONE)]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ginrummy")]


def test_it_plays_on_a_loop_that_runs_already():
    """`play` is for programs with a loop of their own, where several bots may play at once."""
    first, second = ScriptedMatch("m", hands=1), ScriptedMatch("n", 1, hands=1)

    async def both(*referees):
        return await asyncio.gather(*(play(SimpleBot, Settings(one.address, "alice", TOKEN)) for one in referees))

    with ScriptedReferee(playing(first)) as one, ScriptedReferee(playing(second)) as other:
        outcomes = asyncio.run(both(one, other))
    assert [outcome.matches for outcome in outcomes] == [1, 1]


def test_an_error_of_ours_is_raised_not_swallowed(monkeypatch):
    """A referee that breaks the protocol beyond reading is an error that somebody sees."""

    def garbage(stream):
        stream.let_in()
        stream.out.put(b"\xff\xff\xff")
        stream.read()

    with ScriptedReferee(garbage) as referee, pytest.raises(InvalidInput, match="PlayResponse"):
        run(SimpleBot, referee)


def test_arguments_that_mean_nothing_are_refused():
    """Before anything is connected to."""
    with pytest.raises(InvalidInput, match="bot_factory"):
        ginrummy.run(SimpleBot(), "127.0.0.1:9")
    with pytest.raises(InvalidInput, match="insecure"):
        ginrummy.run(SimpleBot, "10.0.0.7:7700", token=TOKEN)


# Frames.


def test_frames_keep_within_the_bounds_of_the_protocol():
    """What does not fit into one goes into several, in order."""
    long = "m" * 128
    said = [m.Ready(long) for _ in range(3000)] + [m.Pong(n) for n in range(3000)]
    outbox = Outbox()
    outbox.put(said[:10])
    outbox.put(said[10:])
    outbox.close()
    sent_frames = list(outbox)
    assert all(len(frame) <= MAX_REQUEST_BYTES for frame in sent_frames)
    assert [message for frame in sent_frames for message in read_request(request_from_bytes(frame))] == said
    assert len(list(frames(said[:2]))) == 1


def test_what_piles_up_is_one_frame():
    """And what is put later is another."""
    outbox = Outbox()
    outbox.put([m.Pong(1)])
    outbox.put([m.Pong(2), m.Pong(3)])
    sent_frames = iter(outbox)
    assert list(read_request(request_from_bytes(next(sent_frames)))) == [m.Pong(1), m.Pong(2), m.Pong(3)]
    outbox.put([m.Pong(4)])
    outbox.close()
    assert [list(read_request(request_from_bytes(frame))) for frame in sent_frames] == [[m.Pong(4)]]


# The command line.


def command(*arguments, **environment):
    """`python -m ginrummy` with these, started."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "ginrummy", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        cwd=Path(__file__).parent.parent,
    )


def finished(process):
    """Its exit code and what it wrote to stderr; it writes nothing to stdout."""
    out, err = process.communicate(timeout=DEADLINE_S)
    assert out == ""
    return process.returncode, err


def test_a_sample_plays_from_the_command_line(tmp_path):
    """With an address and a token file; a sample is called by its name."""
    (tmp_path / "token").write_text(TOKEN)
    match = ScriptedMatch("m", hands=1)
    with ScriptedReferee(playing(match)) as referee:
        arguments = ("--server", referee.address, "--token-file", tmp_path / "token", "--tables", 3, "--nonce", "00ff")
        code, err = finished(command("simple", *arguments))
    assert code == 0
    assert "match m against house: " in err
    assert referee.streams[0].heard[0].name == "simple"
    assert referee.streams[0].heard[0].tables == 3
    assert referee.streams[0].heard[1] == m.Join(b"\0\xff")
    assert referee.streams[0].metadata["authorization"] == f"Bearer {TOKEN}"


def test_a_join_file_is_enough(tmp_path):
    """It says where, who and the token."""
    with ScriptedReferee(playing(ScriptedMatch("m", hands=1))) as referee:
        (tmp_path / "carol.join").write_text(format_join(JoinFile("carol", referee.address, TOKEN)))
        assert finished(command("random", "--join", tmp_path / "carol.join"))[0] == 0
    assert referee.streams[0].heard[0].name == "carol"


def test_a_hosted_bot_finds_all_in_its_environment(tmp_path):
    """As the referee starts it."""
    (tmp_path / "token").write_text(TOKEN + "\n")
    with ScriptedReferee(playing(ScriptedMatch("m", hands=1))) as referee:
        environment = {"GINRUMMY_SERVER": referee.address, "GINRUMMY_TOKEN_FILE": str(tmp_path / "token")}
        process = command("random", GINRUMMY_NAME="dave", GINRUMMY_TABLES="4", **environment)
        assert finished(process)[0] == 0
    assert referee.streams[0].heard[0] == m.Hello("dave", 4, sdk_version=f"ginrummy {ginrummy.__version__}")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_a_bot_that_is_thinking(name, tmp_path):
    """It takes leave of the referee and is gone, though the bot would think forever."""
    (tmp_path / "thinker.py").write_text(
        "from ginrummy import Bot\nclass Thinker(Bot):\n    def choose(self, view):\n        while True: pass\n"
    )
    match = ScriptedMatch("m")
    with ScriptedReferee(playing(match)) as referee:
        process = command(f"{tmp_path / 'thinker.py'}:Thinker", "--server", referee.address)
        eventually(lambda: match.asked)
        process.send_signal(getattr(signal, name))
        assert finished(process)[0] == 130
        eventually(lambda: sent(referee.streams, m.Goodbye))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "BOT"),
        (("simple",), "an address (--server), a join file (--join) or GINRUMMY_SERVER"),
        (("simple", "--server", "nowhere"), "ginrummy: server: host:port"),
        (("simple", "--server", "127.0.0.1:9", "--name", "a b"), "ginrummy: name: "),
        (("nobody", "--server", "127.0.0.1:9"), "bot 'nobody'"),
        (("simple", "--server", "10.0.0.7:7700"), "--insecure"),
        (("simple", "--server", "127.0.0.1:9", "--join", "x"), "not allowed with"),
        (("simple", "--join", "missing.join"), "join file: 'missing.join' cannot be read"),
        (("simple", "--server", "127.0.0.1:9", "--token-file", "missing"), "ginrummy: token: 'missing' cannot be read"),
        (("simple", "--server", "127.0.0.1:9", "--tls-ca", "missing"), "ginrummy: ca: 'missing' cannot be read"),
        (("simple", "--server", "127.0.0.1:9", "--nonce", "xyz"), "hex digits"),
        (("simple", "--server", "127.0.0.1:9", "--tables", "999"), "1 to 256"),
    ],
)
def test_bad_usage_is_a_line_and_exit_code_2(arguments, told, capsys, monkeypatch):
    """No traceback, and nothing connected to."""
    monkeypatch.delenv("GINRUMMY_SERVER", raising=False)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("python -m ginrummy: ")
    assert told in err
    assert err.count("\n") == 1


def test_a_refusal_is_a_line_and_exit_code_1():
    """What the referee says, and nothing else."""

    def script(stream):
        stream.read()
        stream.say(m.Refused(m.RefusalReason.NOT_ENTERED, "nobody of this name is entered", "ask the organiser"))

    with ScriptedReferee(script) as referee:
        code, err = finished(command("simple", "--server", referee.address))
    assert code == 1
    told = "the referee refuses this bot: nobody of this name is entered; ask the organiser"
    assert err == f"python -m ginrummy: {told}\n"


def test_nothing_of_grpc_is_imported_before_a_bot_connects():
    """`import ginrummy`, a match in one process, and the name of `run` need neither grpc nor the network."""
    code = (
        "import sys, ginrummy, ginrummy.player, ginrummy.join\n"
        "from ginrummy.testing import play_match\n"
        "from sample_bots.simple_bot import SimpleBot\n"
        "play_match(SimpleBot, SimpleBot, seed=1)\n"
        "assert not {'grpc', 'asyncio', 'google.protobuf'} & set(sys.modules)\n"
        "ginrummy.run\n"
        "assert 'grpc' not in sys.modules\n"
    )
    with contextlib.chdir(Path(__file__).parent.parent):
        subprocess.run([sys.executable, "-c", code], check=True, timeout=DEADLINE_S)
