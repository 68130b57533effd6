"""What goes over the wire comes back equal, and what says nothing is refused with an error of the tree."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals import dealt, melds, variant
from ginrummy import PRESETS, Card, Phase, Ruleset, actions, deck, events, wire
from ginrummy import match as matches
from ginrummy import messages as m
from ginrummy.errors import GinRummyError, WireError
from ginrummy.hand import legal_actions
from ginrummy.match import MatchState
from ginrummy.melds import deadwood
from ginrummy.scoring import HandResult, ResultKind, VoidReason, score_sheet
from ginrummy.v1 import events_pb2, play_pb2, record_pb2, rules_pb2, table_pb2
from ginrummy.view import PlayerView, event_for, public_event, view_for

RULESETS = {
    **PRESETS,
    "straight": variant(straight_gin=True),
    "hollywood": variant(sheet="HOLLYWOOD", tie_rule="VOID", dealer_rotation="LOSER"),
    "wall": variant("classic", wall_rule="OPPONENT_MAY_GO_OUT", wall_stock=20, knock_discard_hidden=False),
    "cycle": variant("oklahoma", layoff_mode="CHOSEN", max_pile_draws=1, may_discard_taken_card=True),
    "boxes": variant(box_timing="IMMEDIATE", first_dealer="SEAT_1", shutout_mode="MARGIN_DOUBLED", max_hands=3),
}
HASH = bytes(range(32))
CLOCK = m.Clock(250, 30_000, 3_000, 60_000, 60_000, 600_000)
REQUEST = m.RequestId(3, 14, 1)


def walk(ruleset: Ruleset, seed: int, hands: int = 4) -> Iterator[tuple[MatchState, tuple[events.Event, ...]]]:
    """Play that mostly gathers melds and goes out: every state and what led there."""
    chance = random.Random(seed)
    match_seed = chance.randbytes(32)
    state = matches.start_match(ruleset, 1)
    for index in range(hands):
        if state.over:
            return
        state, happened = matches.deal_hand(state, deck.shuffle_v1(match_seed, index))
        yield state, happened
        while state.hand.result is None:
            legal = legal_actions(state.hand)
            out = [a for a in legal if isinstance(a, actions.Knock | actions.BigGin | actions.LayOff)]
            shed = [a for a in legal if isinstance(a, actions.Discard)]
            if chance.random() < 0.2:
                action = chance.choice(legal)
            elif out:
                action = chance.choice(out)
            elif shed:
                hand = state.hand.hands[state.hand.to_act]
                action = min(shed, key=lambda a: deadwood([card for card in hand if card != a.card]))
            else:
                action = legal[0]
            state, happened = matches.apply(state, action)
            yield state, happened


def views(ruleset: Ruleset, seed: int) -> Iterator[PlayerView]:
    for state, _ in walk(ruleset, seed):
        yield view_for(state, 0)
        yield view_for(state, 1)


def over_the_wire(message):
    return type(message).FromString(message.SerializeToString())


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_views_come_back_equal(name, seed):
    """Whatever the ruleset and the phase, the view that is read is the view that was written, and small."""
    for view in views(RULESETS[name], seed):
        message = over_the_wire(wire.view_to_wire(view))
        assert wire.view_from_wire(message) == view
        assert message.ByteSize() < 600
        assert wire.view_to_wire(wire.view_from_wire(message)) == message


def test_all_phases_and_results_are_met():
    """The walks above pass through every phase that is asked and every kind of result."""
    met = [view for ruleset in RULESETS.values() for seed in range(40) for view in views(ruleset, seed)]
    assert {view.phase for view in met} == set(Phase)
    kinds = {view.result.kind for view in met if view.result}
    assert kinds >= {ResultKind.KNOCK, ResultKind.GIN, ResultKind.UNDERCUT, ResultKind.VOID}
    assert {view.result.void_reason for view in met if view.result} >= {VoidReason.WALL, VoidReason.CYCLE}


@pytest.mark.parametrize("name", RULESETS)
def test_events_come_back_equal(name):
    """For a seat, for everybody, and with every card."""
    ruleset = RULESETS[name]
    for _, happened in walk(ruleset, 7):
        for event in happened:
            assert wire.full_event_from_wire(over_the_wire(wire.full_event_to_wire(event))) == event
            public = public_event(event, ruleset)
            assert wire.public_event_from_wire(over_the_wire(wire.public_event_to_wire(public))) == public
            for seat in (0, 1):
                heard = event_for(event, seat, ruleset)
                assert wire.seat_event_from_wire(over_the_wire(wire.seat_event_to_wire(heard))) == heard


def test_a_public_event_is_a_seat_event_byte_for_byte():
    """Fields that both have bear the same numbers, so one can be read as the other."""
    event = events.Discarded(1, Card("TD"))
    assert wire.public_event_to_wire(event).SerializeToString() == wire.seat_event_to_wire(event).SerializeToString()


def test_hidden_cards_have_no_public_message():
    """A face-down knock, an own draw and a deal cannot be written for everybody."""
    knock = events.Knocked(0, Card("KC"), melds("4H 5H 6H"), (), 0, face_down=True)
    dealt_event = events.HandDealt(0, 1, "shared", tuple(map(Card, range(52))))
    for event in (knock, events.StockDrawn(0, Card("2C")), dealt_event):
        with pytest.raises(WireError, match="cannot hold"):
            wire.public_event_to_wire(event)
    with pytest.raises(WireError, match="cannot hold"):
        wire.seat_event_to_wire(dealt_event)


ACTIONS = [
    actions.Pass(),
    actions.TakeDiscard(),
    actions.DrawStock(),
    actions.Discard(Card("AC")),
    actions.Discard(Card("KS")),
    actions.Knock(Card("AC")),
    actions.Knock(Card("6D"), melds("6H 4H 5H", "QS QD QH")),
    actions.BigGin(),
    actions.BigGin(melds("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC")),
    actions.LayOff(Card("AC"), 0),
    actions.LayOff(Card("7H"), 2),
    actions.FinishLayoffs(),
]


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_actions_come_back_equal(action):
    """Declared melds keep their order and that of their cards."""
    message = over_the_wire(wire.action_to_wire(action))
    assert wire.action_from_wire(message) == action
    assert message.ByteSize() <= 40


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_rulesets_and_sheets_come_back_equal(ruleset):
    """Before, during and after a match, and where it is forfeited."""
    assert wire.ruleset_from_wire(over_the_wire(wire.ruleset_to_wire(ruleset))) == ruleset
    sheet = score_sheet(ruleset, [])
    for hand in [(0, 60), None, (1, 5), (0, 90), (0, 90), (0, 90)]:
        for told in [sheet] if sheet.over else [sheet, sheet.forfeit(0)]:
            assert wire.sheet_from_wire(over_the_wire(wire.sheet_to_wire(told)), ruleset) == told
        sheet = sheet if sheet.over else sheet.add(hand)


def test_a_negative_margin_comes_back():
    """Boxes can make the winner's final the smaller one."""
    ruleset = variant("classic", box_bonus=100, target_score=50)
    sheet = score_sheet(ruleset, [(1, 1), (1, 1), (1, 1), (0, 60)])
    assert sheet.margin < 0
    assert wire.sheet_from_wire(wire.sheet_to_wire(sheet), ruleset) == sheet


def some_view() -> PlayerView:
    return view_for(dealt("AC 2C 3C 4C 5C 6C 7C 8C 9C TC", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS", "KD"), 0)


FROM_BOTS = [
    m.Hello("alice", 4, sdk_version="ginrummy 0.1.0"),
    m.Join(b"nonce"),
    m.Ready("alice-bob-1"),
    m.Decision("alice-bob-1", REQUEST, actions.Knock(Card("AC"))),
    m.Resign("alice-bob-1"),
    m.Pong(2**64 - 1),
    m.Goodbye(m.GoodbyeReason.DONE, "bye"),
]
SCHEDULE = m.Schedule("swiss", ("alice", "bob"), 10, mirrored=True, stock="seat-locked")
STARTED = m.HandStarted("x", 0, some_view())
HEARD = m.Events("x", 1, (events.Passed(0), events.StockDrawn(1, Card("AC"))))
FINAL = m.FinalHand(melds("4H 5H 6H"), (), (Card("AC"),), 1)
ENDED = m.HandEnded("x", 3, some_view(), (FINAL, FINAL), HASH)
FORFEIT = m.Termination(m.TerminationKind.FORFEIT, m.Fault(1, m.FaultKind.TIMEOUT, "260 ms of 250"))
FROM_REFEREE = [
    m.Welcome(1, "0.1.0", "Demo \u2660", HASH, PRESETS["standard"], CLOCK, 4, 3, SCHEDULE, "s3cret"),
    m.Refused(m.RefusalReason.WRONG_NAME, "no", "use your own name"),
    m.Joined(b""),
    m.MatchOffered("x", 1, "bob", PRESETS["oklahoma"], CLOCK, "shared", 0, 200),
    m.MatchOffered("x", 1, "bob", PRESETS["oklahoma"], CLOCK, "shared", 0),
    m.History("x", (STARTED, HEARD, ENDED), last=True),
    STARTED,
    HEARD,
    m.DecisionRequest("x", REQUEST, some_view(), m.TimeLeft(250, 30_000, 60_000), HASH),
    m.Rejected("x", REQUEST, m.RejectionKind.ILLEGAL, "AC is not in your hand", 1, 3),
    ENDED,
    replace(ENDED, hands=()),
    m.MatchEnded("x", m.Termination(m.TerminationKind.COMPLETED), score_sheet(PRESETS["classic"], [(0, 100)]), HASH),
    m.MatchEnded("x", FORFEIT, score_sheet(PRESETS["classic"], []).forfeit(1), HASH),
    m.DealsRevealed(("x", "y"), "alice/bob", HASH),
    m.TournamentEnded(HASH),
    m.Ping(0),
    m.Replaced(),
    m.Goodbye(m.GoodbyeReason.STOPPING),
]


def test_every_message_of_a_bot_comes_back_equal():
    """All kinds, in one frame."""
    assert {type(message) for message in FROM_BOTS} == set(m.ClientMessage.__args__)
    frame = wire.request_from_bytes(wire.request_frame(FROM_BOTS).SerializeToString())
    assert list(wire.read_request(frame)) == FROM_BOTS


def test_every_message_of_the_referee_comes_back_equal():
    """All kinds, in one frame."""
    assert {type(message) for message in FROM_REFEREE} == set(m.ServerMessage.__args__)
    frame = wire.response_from_bytes(wire.response_frame(FROM_REFEREE).SerializeToString())
    assert list(wire.read_response(frame)) == FROM_REFEREE


def test_final_hands_are_the_ones_that_were_counted():
    """Both seats are told the same, it adds up to the result, and a void hand tells nothing."""
    counted = 0
    for state, _ in walk(RULESETS["classic"], 3, hands=20):
        if (result := state.hand.result) is None:
            continue
        shown, seen = m.final_hands(view_for(state, 0)), m.final_hands(view_for(state, 1))
        assert shown == seen
        assert bool(shown) == (result.kind is not ResultKind.VOID)
        if shown:
            counted += 1
            assert shown[result.knocker].deadwood == result.knocker_deadwood
            assert shown[1 - result.knocker].deadwood == result.defender_deadwood
    assert counted


# What is refused.


def broken_views():
    def view(**changes):
        message = wire.view_to_wire(some_view())
        for name, value in changes.items():
            setattr(message, name, value)
        return message

    def without(*names):
        message = wire.view_to_wire(some_view())
        for name in names:
            message.ClearField(name)
        return message

    yield "seat", view(seat=2)
    yield "dealer", view(dealer=7)
    yield "zero phase", view(phase=0)
    yield "unknown phase", view(phase=9)
    yield "to_act", view(to_act=2)
    yield "nobody to act", without("to_act")
    yield "over without result", view(phase=8)
    yield "card in hand", view(hand=1 << 52)
    yield "opponent card", view(opponent_known=1 << 63)
    yield "upcard", view(upcard=52)
    yield "no upcard", without("upcard")
    yield "pile card", view(discard_pile=b"\x34")
    yield "pile twice", view(discard_pile=b"\1\1")
    yield "long pile", view(discard_pile=bytes(range(33)))
    yield "stock", view(stock_count=32)
    yield "limit", view(knock_limit=11)
    yield "multiplier", view(multiplier=3)
    yield "no multiplier", view(multiplier=0)
    yield "taken, not drawn", view(taken=4)
    yield "drawn", view(drawn=99)
    yield "knocker", view(knocker=2, knocker_deadwood=1)
    yield "knocker without deadwood", view(knocker=1)
    yield "deadwood without knocker", view(knocker_deadwood=1)
    yield "no ruleset", without("ruleset")
    yield "no sheet", without("sheet")
    yield "no legal actions", without("legal_actions")
    message = view()
    message.legal_actions.knocks = 1 << 60
    yield "legal card", message
    message = view()
    message.legal_actions.layoffs.extend([table_pb2.LayOff(card=1, meld_index=0)] * 65)
    yield "many layoffs", message
    message = view(knocker=1, knocker_deadwood=3)
    message.spread.extend([b"\1\2\3"] * 4)
    yield "many melds", message
    message = view()
    message.result.kind = 1
    yield "result before the end", message
    for field, value in {
        "target_score": 0,
        "tie_rule": 0,
        "sheet": 9,
        "hollywood_columns": 2,
        "name": "x" * 65,
    }.items():
        message = view()
        setattr(message.ruleset, field, value)
        yield f"ruleset {field}", message
    for field, value in {"hand_winners": b"\0", "winner": 2}.items():
        message = view()
        setattr(message.sheet, field, value)
        yield f"sheet {field}", message
    message = view()
    message.sheet.hand_points.extend([0] * (wire.MAX_HANDS + 1))
    message.sheet.hand_winners = b"\2" * (wire.MAX_HANDS + 1)
    yield "long sheet", message
    message = view()
    message.sheet.columns[0].scores.append(1)
    yield "three scores", message
    message = view()
    message.sheet.ClearField("columns")
    yield "no columns", message
    yield "unknown field", table_pb2.PlayerView.FromString(view().SerializeToString() + b"\xf8\x07\x01")
    message = view()
    message.ruleset.MergeFromString(b"\xf8\x07\x01")
    yield "unknown field of the ruleset", message
    message = view()
    message.sheet.columns[0].MergeFromString(b"\xf8\x07\x01")
    yield "unknown field of a column", message


@pytest.mark.parametrize(
    ("what", "message"), list(broken_views()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_broken_view_is_refused(what, message):
    """With WireError, whatever is wrong."""
    with pytest.raises(WireError):
        wire.view_from_wire(message)


A = table_pb2.Action
BROKEN_ACTIONS = {
    "unset oneof": A(),
    "no card": A(discard={}),
    "card 52": A(discard={"card": 52}),
    "large card": A(discard={"card": 2**32 - 1}),
    "knock without a card": A(knock={"melds": [b"\1\2\3"]}),
    "many melds": A(knock={"discard": 1, "melds": [b"\1\2\3"] * 4}),
    "empty meld": A(knock={"discard": 1, "melds": [b""]}),
    "long meld": A(big_gin={"melds": [bytes(range(14))]}),
    "card twice": A(big_gin={"melds": [b"\1\1\1"]}),
    "card 255": A(big_gin={"melds": [b"\xff\1\2"]}),
    "no meld index": A(lay_off={"card": 1}),
    "meld index": A(lay_off={"card": 1, "meld_index": 3}),
    "unknown field": A.FromString(b"\x0a\x00\xf8\x07\x01"),
    "unknown field within": A.FromString(b"\x22\x05\x08\x01\xf8\x07\x01"),
}


@pytest.mark.parametrize("message", BROKEN_ACTIONS.values(), ids=BROKEN_ACTIONS)
def test_a_broken_action_is_refused_where_it_belongs(message):
    """On its own, and in a decision, whose match and request the error tells."""
    with pytest.raises(WireError):
        wire.action_from_wire(over_the_wire(message))
    decision = wire.client_message_to_wire(FROM_BOTS[3])
    decision.decision.action.CopyFrom(message)
    with pytest.raises(WireError) as caught:
        wire.client_message_from_wire(over_the_wire(decision))
    assert (caught.value.match_id, caught.value.request) == ("alice-bob-1", REQUEST)


def test_a_bad_action_tells_its_request():
    """So that it counts in the right match; a bad match id tells nothing."""
    message = wire.client_message_to_wire(FROM_BOTS[3])
    message.decision.action.ClearField("action")
    with pytest.raises(WireError) as caught:
        wire.client_message_from_wire(message)
    assert (caught.value.match_id, caught.value.request) == ("alice-bob-1", REQUEST)
    message.decision.match_id = "../x"
    with pytest.raises(WireError) as caught:
        wire.client_message_from_wire(message)
    assert caught.value.match_id is None


C, S = play_pb2.ClientMessage, play_pb2.ServerMessage
BROKEN_FROM_BOTS = {
    "unset oneof": C(),
    "path as name": C(hello={"name": "../../x", "tables": 1}),
    "empty name": C(hello={"tables": 1}),
    "long name": C(hello={"name": "x" * 33, "tables": 1}),
    "look-alike": C(hello={"name": "\u0430lice", "tables": 1}),
    "newline after name": C(hello={"name": "alice\n", "tables": 1}),
    "control in version": C(hello={"name": "alice", "tables": 1, "bot_version": "\x1b[31m"}),
    "no tables": C(hello={"name": "alice"}),
    "257 tables": C(hello={"name": "alice", "tables": 257}),
    "long nonce": C(join={"nonce": bytes(33)}),
    "match id": C(ready={"match_id": "a/b"}),
    "long match id": C(resign={"match_id": "a" * 129}),
    "no request": C(decision={"match_id": "a", "action": {"pass_turn": {}}}),
    "no action": C(decision={"match_id": "a", "request": {}}),
    "zero enum": C(goodbye={}),
    "unknown enum": C(goodbye={"reason": 99}),
    "long text": C(goodbye={"reason": 1, "text": "x" * 2001}),
    "unknown field": C.FromString(C(pong={"nonce": 1}).SerializeToString() + b"\xf8\x07\x01"),
}


@pytest.mark.parametrize("message", BROKEN_FROM_BOTS.values(), ids=BROKEN_FROM_BOTS)
def test_a_broken_message_of_a_bot_is_a_value(message):
    """In a frame, beside good ones, which are read all the same."""
    good = wire.client_message_to_wire(FROM_BOTS[2])
    frame = over_the_wire(play_pb2.PlayRequest(messages=[good, message, good]))
    first, second, third = wire.read_request(frame)
    assert first == third == FROM_BOTS[2]
    assert isinstance(second, WireError)


BROKEN_FROM_REFEREE = {
    "unset oneof": S(),
    "hash": S(tournament_ended={"master_seed": b"x"}),
    "no events": S(events={"match_id": "x"}),
    "many events": S(events={"match_id": "x", "events": [{"passed": {}}] * 65}),
    "unset event": S(events={"match_id": "x", "events": [{}]}),
    "event seat": S(events={"match_id": "x", "events": [{"passed": {"seat": 2}}]}),
    "forfeit without fault": S(match_ended={"match_id": "x", "termination": {"kind": 2}}),
    "no view": S(hand_started={"match_id": "x"}),
    "unset item": S(history={"match_id": "x", "items": [{}]}),
    "no matches": S(deals_revealed={"match_seed": HASH}),
    "many matches": S(deals_revealed={"match_ids": ["x"] * 17, "match_seed": HASH}),
    "match id": S(deals_revealed={"match_ids": ["/"], "match_seed": HASH}),
    "refusal": S(refused={"text": "no"}),
}


@pytest.mark.parametrize("message", BROKEN_FROM_REFEREE.values(), ids=BROKEN_FROM_REFEREE)
def test_a_broken_message_of_the_referee_is_refused(message):
    """A bot is told nothing rather than something half."""
    with pytest.raises(WireError):
        wire.server_message_from_wire(message)
    with pytest.raises(WireError):
        wire.read_response(play_pb2.PlayResponse(messages=[message]))


def test_results_that_contradict_themselves_are_refused():
    """A void hand has a reason, no winner and no points; a count has a knocker."""
    good = wire.result_to_wire(HandResult(ResultKind.KNOCK, 0, 5, 0, 1, 6))
    assert wire.result_from_wire(good).points == 5
    for changes in ({"kind": 5}, {"void_reason": 1}, {"winner": 2}, {"knocker_deadwood": 111}, {"kind": 0}):
        message = rules_pb2.HandResult()
        message.CopyFrom(good)
        for name, value in changes.items():
            setattr(message, name, value)
        with pytest.raises(WireError):
            wire.result_from_wire(message)
    good.ClearField("knocker")
    with pytest.raises(WireError):
        wire.result_from_wire(good)


def test_a_void_hand_shows_no_hands():
    """HandCounted is refused for a void result, HandVoided for any other."""
    void = wire.result_to_wire(HandResult(ResultKind.VOID, None, 0, void_reason=VoidReason.WALL))
    counted = events_pb2.PublicEvent(hand_counted={"result": void, "hands": [b"\1", b"\2"]})
    voided = events_pb2.SeatEvent(
        hand_voided={"result": wire.result_to_wire(HandResult(ResultKind.GIN, 0, 5, 0, 0, 5))}
    )
    for message, read in ((counted, wire.public_event_from_wire), (voided, wire.seat_event_from_wire)):
        with pytest.raises(WireError):
            read(message)
    with pytest.raises(WireError):
        wire.full_event_from_wire(record_pb2.FullEvent(hand_dealt={"stock_order": 1, "deck": bytes(range(51))}))


def test_frames_are_bounded():
    """In bytes and in messages, both ways; 256 decisions fit."""
    many = [m.Decision("alice.with-a-long-name-bob-7", m.RequestId(500, 100, 2), ACTIONS[6])] * 256
    assert len(list(wire.read_request(wire.request_frame(many[:200])))) == 200
    with pytest.raises(WireError, match="1024"):
        wire.request_frame([m.Pong(1)] * 1025)
    with pytest.raises(WireError, match="1024"):
        wire.read_request(play_pb2.PlayRequest(messages=[C()] * 1025))
    with pytest.raises(WireError, match="16384"):
        wire.request_frame([m.Goodbye(m.GoodbyeReason.DONE, "x" * 2000)] * 9)
    with pytest.raises(WireError, match="16384"):
        wire.request_from_bytes(bytes(17_000))
    with pytest.raises(WireError, match="4194304"):
        wire.response_from_bytes(bytes(4_194_305))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    """Never another exception, whatever comes."""
    try:
        list(wire.read_request(wire.request_from_bytes(data)))
        wire.read_response(wire.response_from_bytes(data))
    except GinRummyError:
        pass


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_a_damaged_frame_is_read_or_refused(seed, data):
    """Bytes of a real frame changed here and there."""
    frame = bytearray(wire.response_frame(FROM_REFEREE).SerializeToString())
    for _ in range(data.draw(st.integers(1, 6))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(GinRummyError):
        wire.read_response(wire.response_from_bytes(bytes(frame)))


@pytest.mark.parametrize("value", [None, 1, "x", object(), (), actions.Discard("AC"), actions.Discard(None)], ids=repr)
def test_writing_nonsense_is_refused(value):
    """Every writer raises WireError for what it cannot write."""
    for write in (
        wire.action_to_wire,
        wire.seat_event_to_wire,
        wire.public_event_to_wire,
        wire.full_event_to_wire,
        wire.result_to_wire,
        wire.ruleset_to_wire,
        wire.sheet_to_wire,
        wire.view_to_wire,
        wire.client_message_to_wire,
        wire.server_message_to_wire,
    ):
        with pytest.raises(WireError):
            write(value)


def test_values_out_of_range_are_not_written():
    """What the other side would refuse is refused here."""
    for message in (
        m.Hello("x y"),
        m.Hello("alice", 0),
        m.Hello("alice", True),
        m.Join(bytes(33)),
        m.Join("text"),
        m.Ready("a b"),
        m.Goodbye(m.GoodbyeReason.DONE, "\ud800"),
        m.Goodbye("DONE"),
        m.Decision("a", (1, 2, 3), actions.Pass()),
        m.Decision("a", REQUEST, actions.Knock(Card("AC"), [])),
        m.Decision("a", REQUEST, actions.LayOff(Card("AC"), -1)),
    ):
        with pytest.raises(WireError):
            wire.client_message_to_wire(message)


def test_errors_do_not_tell_seeds():
    """A seed of the wrong length stays out of the text."""
    with pytest.raises(WireError) as caught:
        wire.server_message_to_wire(m.TournamentEnded(b"secret"))
    assert "secret" not in str(caught.value)


def test_a_remembered_message_is_not_shared():
    """Changing a message that was written changes no other."""
    first = wire.ruleset_to_wire(PRESETS["classic"])
    first.target_score = 7
    assert wire.ruleset_to_wire(PRESETS["classic"]).target_score == 100
