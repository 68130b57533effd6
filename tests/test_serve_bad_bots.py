"""Bots that misbehave lose their own matches by a named fault; everybody else plays on and notices nothing.

In each tournament `bad` meets `ann` and `bob` at once, who also meet each other.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest

from ginrummy import Card, wire
from ginrummy.actions import Discard, LayOff
from ginrummy.entries import ConductKind
from ginrummy.messages import (
    Decision,
    DecisionRequest,
    Goodbye,
    Hello,
    Join,
    MatchEnded,
    MatchOffered,
    Ping,
    Pong,
    Ready,
    Rejected,
    RequestId,
    Resign,
)
from ginrummy.v1 import play_pb2
from service import (
    Served,
    add_up,
    conduct,
    entering,
    journals,
    played,
    run,
    serving,
    simple_choice,
    tournament,
    verified,
)
from wire_bot import WireBot

THREE = tuple({"name": name, "tables": 2} for name in ("bad", "ann", "bob"))
QUICK = {"decision_ms": 700, "bank_ms": 300, "bank_per_hand_ms": 0, "reconnect_grace_ms": 400, "no_show_ms": 5_000}
IMPOSSIBLE = LayOff(Card(0), 0)
Player = Callable[[Served], Any]


async def alone(player: WireBot) -> None:
    """Play, however the stream ends."""
    try:
        await player.play()
    except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
        player.last = None


def misbehaving(choose: Callable[[DecisionRequest], Any], kept: list[WireBot]) -> Player:
    def player(served: Served) -> Any:
        kept.append(served.bot("bad", choose, tables=2))
        return alone(kept[0])

    return player


def judged(directory: Path, bad: Player, fault: str | None, seconds: float = 30, **clock: int) -> list[Any]:
    """Play with `bad` and check what must hold whatever it does; the journals of its two matches."""
    text = tournament(*THREE, clock={**QUICK, **clock})
    served = played(directory, text, bad, entering("ann", tables=2), entering("bob", tables=2), seconds=seconds)
    table, found = served.task.result(), journals(directory)
    assert table.complete
    assert served.audience.failures == []
    assert verified(directory) == 3
    add_up(table, found)
    own = [journal for journal in found.values() if "bad" in journal.header.bots]
    for journal in found.values():
        termination = journal.footer.termination
        if journal not in own or fault is None:
            assert termination.kind.name == "COMPLETED"
            assert conduct(journal, ConductKind.FAULT) == []
            continue
        seat = journal.header.bots.index("bad")
        assert (termination.kind.name, termination.fault.kind.name, termination.fault.seat) == ("FORFEIT", fault, seat)
        assert journal.footer.sheet.winner == 1 - seat
        (evidence,) = conduct(journal, ConductKind.FAULT)
        assert (evidence.fault.name, evidence.seat) == (fault, seat)
        assert evidence.text
    row = next(row for row in table.rows if row.name == "bad")
    assert (row.forfeits, row.faults) == ((0, {}) if fault is None else (2, {fault: 2}))
    log = (directory / "data" / "referee.log.jsonl").read_text()
    assert "stream_failed" not in log
    assert "table_failed" not in log
    return own


def test_a_bot_that_dies_in_a_match_is_out_when_its_grace_is_used_up(tmp_path: Path) -> None:
    """DISCONNECT, and its opponents win; the journal has when the stream was lost."""

    async def dying(served: Served) -> None:
        await served.bot("bad", tables=2).play(until=lambda message: isinstance(message, DecisionRequest))

    for journal in judged(tmp_path, dying, "DISCONNECT"):
        assert conduct(journal, ConductKind.DISCONNECTED)


def test_a_bot_that_hangs_is_out_of_time(tmp_path: Path) -> None:
    """TIMEOUT, no earlier than its allowance and its bank; and what it says afterwards changes nothing."""
    asked: dict[str, DecisionRequest] = {}

    async def hanging(served: Served) -> None:
        bad = served.bot("bad", lambda request: asked.update({request.match_id: request}), tables=2)
        ends = 0
        await bad.enter()

        def ended(message: object) -> bool:
            return isinstance(message, MatchEnded)

        while ends < 2:
            await bad.go_on(ended)
            ends += 1
            late = asked.get(bad.last.match_id)
            if late is not None:
                await bad.say(Decision(late.match_id, late.request, simple_choice(late)))
        await bad.go_on()
        assert isinstance(bad.last, Goodbye)
        assert bad.last.reason.name == "DONE"
        await bad.close()

    for journal in judged(tmp_path, hanging, "TIMEOUT"):
        (fault,) = conduct(journal, ConductKind.FAULT)
        assert fault.elapsed_ms > 1_000
        assert fault.text == "no answer within 1000 ms"


def test_an_answer_that_uses_the_bank_is_in_time_and_its_time_is_in_the_journal(tmp_path: Path) -> None:
    """Past the free allowance and within the bank: accepted, with the ms that it took."""
    thinking_s = 0.25

    async def slow(served: Served) -> None:
        bad = served.bot("bad", lambda _: [], tables=1)
        await bad.enter()
        await bad.go_on(lambda message: isinstance(message, DecisionRequest))
        first = bad.last
        await asyncio.sleep(thinking_s)  # what the bot takes, and not a wait for something
        bad.choose = simple_choice
        await bad.say(Decision(first.match_id, first.request, simple_choice(first)))
        await bad.go_on()
        await bad.close()

    own = judged(tmp_path, slow, None, decision_ms=50, bank_ms=5_000)
    assert any(
        decided.think_ms is not None and decided.think_ms >= thinking_s * 1000
        for journal in own
        for _, decided in journal.decisions
        if journal.header.bots[decided.seat] == "bad"
    )


def test_an_answer_after_the_deadline_is_too_late(tmp_path: Path) -> None:
    """Allowance and bank are over when it comes: TIMEOUT, whoever reads it first."""

    async def late(served: Served) -> None:
        bad = served.bot("bad", lambda _: [], tables=1)
        await bad.enter()
        ends = 0
        while ends < 2:
            await bad.go_on(lambda message: isinstance(message, DecisionRequest | MatchEnded))
            if isinstance(bad.last, MatchEnded):
                ends += 1
                continue
            left = bad.last.time
            await asyncio.sleep((left.decision_ms + left.bank_ms + 5) / 1000)  # what the bot takes
            with contextlib.suppress(grpc.aio.AioRpcError):
                await bad.say(Decision(bad.last.match_id, bad.last.request, simple_choice(bad.last)))
        await bad.go_on()
        await bad.close()

    judged(tmp_path, late, "TIMEOUT", decision_ms=40, bank_ms=60, bank_per_hand_ms=0)


def test_illegal_answers_are_rejected_with_the_reason_and_the_last_that_is_allowed_forfeits(tmp_path: Path) -> None:
    """Counted 1, 2, 3 of 3, each asked again as a new attempt, and each kept as it was sent."""
    kept: list[WireBot] = []
    own = judged(tmp_path, misbehaving(lambda _: IMPOSSIBLE, kept), "ILLEGAL")
    for journal in own:
        of_match = [m for m in kept[0].heard if getattr(m, "match_id", "") == journal.header.match_id]
        rejected = [message for message in of_match if isinstance(message, Rejected)]
        asked = [message.request for message in of_match if isinstance(message, DecisionRequest)]
        assert [(message.counted, message.allowed, message.kind.name) for message in rejected] == [
            (count, 3, "ILLEGAL") for count in (1, 2, 3)
        ]
        assert all(message.reason for message in rejected)
        assert [request.attempt for request in asked] == [0, 1, 2]
        assert len({request[:2] for request in asked}) == 1
        lines = conduct(journal, ConductKind.REJECTED)
        assert [line.text for line in lines] == [message.reason for message in rejected]
        sent = [play_pb2.ClientMessage.FromString(line.reply) for line in lines]
        assert [wire.client_message_from_wire(message) for message in sent] == [
            Decision(journal.header.match_id, request, IMPOSSIBLE) for request in asked
        ]


def test_two_illegal_answers_cost_nothing_but_the_count(tmp_path: Path) -> None:
    """The match goes on to its end; its canonical form knows nothing of them."""
    tries: dict[str, int] = {}

    def choose(request: DecisionRequest) -> Any:
        tries[request.match_id] = tries.get(request.match_id, 0) + 1
        return IMPOSSIBLE if tries[request.match_id] <= 2 else simple_choice(request)

    for journal in judged(tmp_path, misbehaving(choose, []), None):
        assert len(conduct(journal, ConductKind.REJECTED)) == 2


def test_the_same_answer_twice_is_harmless(tmp_path: Path) -> None:
    """Applied once, and no line of conduct."""

    def choose(request: DecisionRequest) -> Any:
        return [Decision(request.match_id, request.request, simple_choice(request))] * 2

    for journal in judged(tmp_path, misbehaving(choose, []), None):
        assert conduct(journal, ConductKind.REJECTED) == []


def test_another_answer_to_the_same_request_is_malformed(tmp_path: Path) -> None:
    """The first one counts, and the third such second answer forfeits."""

    def choose(request: DecisionRequest) -> Any:
        one, other = request.view.legal_actions[:2]
        return [Decision(request.match_id, request.request, action) for action in (one, other)]

    for journal in judged(tmp_path, misbehaving(choose, []), "MALFORMED"):
        assert len(conduct(journal, ConductKind.REJECTED)) == 3


def test_an_answer_to_an_older_attempt_is_ignored(tmp_path: Path) -> None:
    """It may still be on its way when the request is asked again."""
    tries: dict[str, int] = {}

    def choose(request: DecisionRequest) -> Any:
        tries[request.match_id] = tries.get(request.match_id, 0) + 1
        if tries[request.match_id] == 1:
            return IMPOSSIBLE
        older = request.request._replace(attempt=0) if tries[request.match_id] == 2 else None
        good = Decision(request.match_id, request.request, simple_choice(request))
        return good if older is None else [Decision(request.match_id, older, Discard(Card(51))), good]

    def only_actions(request: DecisionRequest) -> Any:
        answered = choose(request)
        return [answered] if isinstance(answered, Decision) else answered

    for journal in judged(tmp_path, misbehaving(only_actions, []), None):
        assert len(conduct(journal, ConductKind.REJECTED)) == 1


def without_choice(request: DecisionRequest) -> play_pb2.PlayRequest:
    decision = {"match_id": request.match_id, "request": request.request._asdict()}
    return play_pb2.PlayRequest(messages=[{"decision": {**decision, "action": {}}}])


def with_unknown_field(request: DecisionRequest) -> bytes:
    """A decision that also has a field which this version of the protocol does not know."""
    message = wire.client_message_to_wire(Decision(request.match_id, request.request, simple_choice(request)))
    body = message.decision.SerializeToString() + b"\xfa\x07\x01x"
    return play_pb2.PlayRequest(
        messages=[play_pb2.ClientMessage.FromString(b"\x22" + bytes([len(body)]) + body)]
    ).SerializeToString()


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(lambda request: without_choice(request).SerializeToString(), id="no action chosen"),
        pytest.param(with_unknown_field, id="a field of another version"),
    ],
)
def test_an_answer_that_says_nothing_counts_as_malformed_in_its_match(tmp_path: Path, frame: Any) -> None:
    """Where match and request can be read it is rejected, the request comes again, and the third one forfeits."""
    for journal in judged(tmp_path, misbehaving(frame, []), "MALFORMED"):
        assert [line.fault.name for line in conduct(journal, ConductKind.REJECTED)] == ["MALFORMED"] * 3


def test_an_answer_to_a_request_that_was_never_made_is_malformed(tmp_path: Path) -> None:
    """Out of turn, ahead of time, in a hand that is not dealt."""

    def choose(request: DecisionRequest) -> Any:
        hand, decision, _ = request.request
        ahead = (RequestId(hand, decision + 1, 0), RequestId(hand + 1, 0, 0), RequestId(hand, decision, 7))
        return [Decision(request.match_id, wrong, request.view.legal_actions[0]) for wrong in ahead]

    for journal in judged(tmp_path, misbehaving(choose, []), "MALFORMED"):
        assert {line.text for line in conduct(journal, ConductKind.REJECTED)} == {"this request was never made"}


def test_an_answer_out_of_turn_is_malformed(tmp_path: Path) -> None:
    """While the other bot is asked: after its own answer a bot answers what only the other was asked."""
    sent: dict[str, int] = {}

    def choose(request: DecisionRequest) -> Any:
        hand, decision, _ = request.request
        sent[request.match_id] = sent.get(request.match_id, 0) + 1
        good = Decision(request.match_id, request.request, simple_choice(request))
        if sent[request.match_id] > 2:
            return [good]
        return [good, Decision(request.match_id, RequestId(hand, decision + 20, 0), request.view.legal_actions[0])]

    for journal in judged(tmp_path, misbehaving(choose, []), None):
        assert [line.fault.name for line in conduct(journal, ConductKind.REJECTED)] == ["MALFORMED"] * 2


def test_answers_for_matches_of_others_are_nothing(tmp_path: Path) -> None:
    """Neither the match that is meant nor the bot's own notice, also for matches that are none."""

    def choose(request: DecisionRequest) -> Any:
        foreign = [
            Decision(match_id, RequestId(0, decision, 0), IMPOSSIBLE)
            for match_id in ("003-0001-ann-bob", "999-0001-no-one")
            for decision in range(3)
        ]
        own = Decision(request.match_id, request.request, simple_choice(request))
        return [Ready("003-0001-ann-bob"), Resign("003-0001-ann-bob"), *foreign, own]

    for journal in judged(tmp_path, misbehaving(choose, []), None):
        assert conduct(journal, ConductKind.REJECTED) == []


BROKEN = {
    "garbage": b"\xff\xff\xff\xff",
    "half a message": wire.request_frame([Pong(1)]).SerializeToString()[:-1],
    "nothing said": play_pb2.PlayRequest(messages=[{}]).SerializeToString(),
    "an unknown reason": play_pb2.PlayRequest(messages=[{"goodbye": {"reason": 77}}]).SerializeToString(),
    "no reason": play_pb2.PlayRequest(messages=[{"goodbye": {}}]).SerializeToString(),
    "Hello again": wire.request_frame([Hello("bad")]).SerializeToString(),
    "Join again": wire.request_frame([Join()]).SerializeToString(),
    "an unknown field": wire.request_frame([Pong(1)]).SerializeToString() + b"\xfa\x07\x01x",
    "too many messages": wire.request_frame([Pong(1)]).SerializeToString() * 1_025,
    "too large": play_pb2.PlayRequest(messages=[{"goodbye": {"text": "x" * 17_000}}]).SerializeToString(),
    "for no match": play_pb2.PlayRequest(messages=[{"decision": {"action": {}}}]).SerializeToString(),
}


@pytest.mark.parametrize("frame", [pytest.param(frame, id=name) for name, frame in BROKEN.items()])
def test_what_breaks_the_protocol_ends_the_stream_and_nothing_else(tmp_path: Path, frame: bytes) -> None:
    """The bot is told so, except for what no message was read of; away for longer than its grace it is out."""
    kept: list[WireBot] = []
    judged(tmp_path, misbehaving(lambda _: frame, kept), "DISCONNECT", reconnect_grace_ms=150)
    if len(frame) > 16_384:
        assert kept[0].last is None
    else:
        assert isinstance(kept[0].last, Goodbye)
        assert kept[0].last.reason.name == "PROTOCOL_ERROR"
        assert kept[0].last.text


def test_a_bot_that_broke_the_protocol_may_come_back_within_its_grace(tmp_path: Path) -> None:
    """Its matches go on where they were."""
    spoilt: set[str] = set()

    def choose(request: DecisionRequest) -> Any:
        if spoilt:
            return simple_choice(request)
        spoilt.add(request.match_id)
        return b"\xff\xff"

    async def returning(served: Served) -> None:
        await alone(served.bot("bad", choose, tables=2))
        await alone(served.bot("bad", choose, tables=2))

    for journal in judged(tmp_path, returning, None, reconnect_grace_ms=10_000):
        # it may be here again before the referee has seen the end of the stream that it closed
        assert conduct(journal, ConductKind.RETURNED) or conduct(journal, ConductKind.TAKEN_OVER)


def test_a_flood_of_messages_that_ask_for_nothing_ends_in_flood(tmp_path: Path) -> None:
    """Answers for matches of others, over and over; the bot is out of all its matches and told why."""
    kept: list[WireBot] = []

    def choose(request: DecisionRequest) -> Any:
        useless = Decision("999-0001-no-one", RequestId(0, 0, 0), IMPOSSIBLE)
        return wire.request_frame([useless] * 300).SerializeToString()

    async def flooding(served: Served) -> None:
        kept.append(served.bot("bad", choose, tables=2))
        await kept[0].enter()
        try:
            await kept[0].go_on(lambda message: isinstance(message, DecisionRequest))
            flood = choose(kept[0].last)
            for _ in range(6):
                await kept[0].call.write(flood)
            await kept[0].go_on()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass
        finally:
            await kept[0].close()

    judged(tmp_path, flooding, "FLOOD")


def test_a_bot_that_never_says_ready_is_not_there(tmp_path: Path) -> None:
    """NO_SHOW after startup_ms, though its stream is up."""

    async def mute(served: Served) -> None:
        bad = served.bot("bad", tables=2)
        await bad.enter()
        while (messages := await bad.read()) is not None:
            for message in messages:
                if isinstance(message, Ping):
                    await bad.say(Pong(message.nonce))
        assert not any(isinstance(message, DecisionRequest) for message in bad.heard)
        await bad.close()

    for journal in judged(tmp_path, mute, "NO_SHOW", startup_ms=500):
        assert journal.decisions == ()
        assert journal.footer.sheet.scores == (0, 0)


def test_a_bot_that_resigns_loses_that_match_by_its_own_error(tmp_path: Path) -> None:
    """BOT_ERROR, at once."""
    judged(tmp_path, misbehaving(lambda request: [Resign(request.match_id)], []), "BOT_ERROR")


def test_a_bot_may_resign_before_it_is_asked(tmp_path: Path) -> None:
    """Right after the offer, in place of Ready."""

    async def quitter(served: Served) -> None:
        bad = served.bot("bad", tables=2)
        await bad.enter()
        while (messages := await bad.read()) is not None:
            await bad.say(*(Resign(message.match_id) for message in messages if isinstance(message, MatchOffered)))
        await bad.close()

    judged(tmp_path, quitter, "BOT_ERROR")


def test_a_bot_that_answers_no_ping_is_as_good_as_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its stream may be up: what it is silent for is grace, and when that is used up it is out."""
    monkeypatch.setattr("referee.presence.PING_S", 0.1)
    monkeypatch.setattr("referee.presence.PING_LOST_NS", 300_000_000)

    async def frozen(served: Served) -> None:
        bad = served.bot("bad", tables=2)
        await bad.enter()
        await bad.go_on(lambda message: isinstance(message, DecisionRequest))
        await served.audience.until(lambda heard: len(heard.results) == 3)
        await bad.close()

    judged(tmp_path, frozen, "DISCONNECT", decision_ms=10_000)


def test_a_bot_that_never_comes_loses_all_its_matches_when_nothing_else_is_left(tmp_path: Path) -> None:
    """NO_SHOW after no_show_ms; the others play meanwhile, and a bot with three forfeits running is withdrawn."""
    text = tournament(*THREE, matches=4, clock={**QUICK, "no_show_ms": 600})
    served = played(tmp_path, text, entering("ann", tables=2), entering("bob", tables=2))
    table = served.task.result()
    assert table.complete
    assert served.audience.failures == []
    row = next(row for row in table.rows if row.name == "bad")
    assert row.withdrawn == "3 forfeits running"
    assert set(row.faults) == {"NO_SHOW"}
    between = [result for result in served.audience.results if "bad" not in result.bots]
    assert len(between) == 4
    assert {result.termination.name for result in between} == {"COMPLETED"}


def test_a_bot_that_is_withdrawn_may_not_come_back(tmp_path: Path) -> None:
    """After three forfeits running it is told WITHDRAWN, and the rest of the tournament is played without it."""

    async def whole() -> Any:
        held: list[DecisionRequest] = []

        def hold(request: DecisionRequest) -> Any:
            if "bad" in request.match_id or held:
                return simple_choice(request)
            held.append(request)
            return None

        async with serving(tmp_path, tournament(*THREE, matches=2)) as served:
            ann = served.bot("ann", hold, tables=2)
            bad = served.bot("bad", lambda request: [Resign(request.match_id)], tables=2)
            served.start(ann, alone(bad), served.bot("bob", tables=2))
            await served.audience.until(lambda heard: held and sum("bad" in match.bots for match in heard.results) >= 3)
            again = served.bot("bad")
            await again.play()
            await ann.say(Decision(held[0].match_id, held[0].request, simple_choice(held[0])))
            await served.over()
            return again.last, served.task.result()

    refused, table = run(whole())
    assert refused.reason.name == "WITHDRAWN"
    assert table.complete
    assert next(row.withdrawn for row in table.rows if row.name == "bad") == "3 forfeits running"
