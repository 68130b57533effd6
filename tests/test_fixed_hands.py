"""Matches of a fixed number of hands: each deal stands alone, and legs with changed seats mirror exactly."""

from dataclasses import replace

import pytest

from deals import variant
from ginrummy import deck, match, view_for, wire
from ginrummy.errors import JournalError, ScoreError, SeatError, StateError
from ginrummy.hand import legal_actions
from ginrummy.messages import MatchEnded, Termination, TerminationKind
from ginrummy.record import parse_journal
from ginrummy.render import render_sheet
from ginrummy.retrace import decks_of, retrace, start_of
from ginrummy.ruleset import PRESETS, BoxTiming, DealerRotation, Sheet
from ginrummy.scoring import MAX_HANDS, empty_sheet, score_sheet
from ginrummy.testing import play_match
from journals import changed
from referee.replay.text import replay_text
from referee.replay.verify import Outcome, verify
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

SEED = bytes(range(32))
RULES = {
    "standard": variant("standard"),
    "classic, a box with each hand": variant("classic", box_bonus=25, box_timing="IMMEDIATE"),
    "oklahoma": variant("oklahoma"),
    "standard in Hollywood": variant("standard", sheet="HOLLYWOOD"),
    "loser deals, capped at two hands": variant("standard", dealer_rotation="LOSER", max_hands=2),
    "many void hands": variant("standard", wall_stock=18, target_score=1),
}
every_ruleset = pytest.mark.parametrize("ruleset", RULES.values(), ids=list(RULES))


def played(state, until=lambda state: state.over):
    """The states of a match in which everybody takes the last legal action."""
    states = [state]
    while not until(state):
        if state.between_hands:
            state, _ = match.deal_hand(state, deck.shuffle_v1(SEED, len(state.results)))
        else:
            state, _ = match.apply(state, legal_actions(state.hand)[-1])
        states.append(state)
    return states


def travelled(message):
    """The message as it is read from the bytes of a frame."""
    data = wire.response_frame([message]).SerializeToString()
    (read,) = wire.read_response(wire.response_from_bytes(data))
    return read


def points_of(hands):
    return tuple(sum(hand.points for hand in hands if hand.winner == seat) for seat in (0, 1))


@every_ruleset
@pytest.mark.parametrize("hands", [1, 2, 9])
def test_it_is_over_after_exactly_so_many_deals(ruleset, hands):
    """Void ones count; neither the target nor max_hands ends it."""
    result = play_match(SimpleBot, RandomBot, ruleset=ruleset, seed=4, hands=hands)
    assert len(result.hands) == len(result.score_sheet.history) == hands
    assert result.score_sheet.over


def test_void_hands_are_deals_of_it():
    """A wall that comes soon makes most of the hands void, and each of them is one of the nine."""
    result = play_match(RandomBot, RandomBot, ruleset=RULES["many void hands"], seed=4, hands=9)
    assert None in result.score_sheet.history
    assert len(result.hands) == 9


@every_ruleset
@pytest.mark.parametrize("first", [0, 1])
def test_the_dealer_of_each_deal_follows_from_its_index(ruleset, first):
    """First dealer for even ones, the other seat for odd ones, whoever won and also after a void hand."""
    states = played(match.start_match(ruleset, first, hands=8))
    dealers = {state.hand_index: state.hand.dealer for state in states if state.hand is not None}
    assert dealers == {index: (first + index) % 2 for index in range(8)}


@every_ruleset
def test_its_final_sheet_is_the_sum_of_the_points_as_scored(ruleset):
    """Scores and finals are sums by seat, with no bonuses; margin and winner follow from them."""
    for seed in range(3):
        result = play_match(SimpleBot, RandomBot, ruleset=ruleset, seed=seed, hands=7)
        sheet, sums = result.score_sheet, points_of(result.hands)
        assert sheet.scores == sheet.finals == sums
        assert sheet.winner == (None if sums[0] == sums[1] else int(sums[1] > sums[0]))
        assert sheet.margin == abs(sums[0] - sums[1])


def test_equal_points_are_a_draw():
    """Over, no winner, margin 0, as a match that `max_hands` ended."""
    sheet = empty_sheet(PRESETS["standard"], 2).add((0, 200)).add((1, 200))
    assert (sheet.over, sheet.winner, sheet.finals, sheet.margin) == (True, None, (200, 200), 0)


@every_ruleset
def test_no_view_tells_how_the_match_stands(ruleset):
    """Every view, from the first deal to after the last hand, has the sheet of a match before its first hand."""
    for state in played(match.start_match(ruleset, 0, hands=5))[1:]:
        for seat in (0, 1):
            view = view_for(state, seat)
            assert view.sheet == empty_sheet(ruleset)
            assert view.ruleset == ruleset
            assert view.hand_index == state.hand_index


def test_a_forfeit_leaves_the_points_as_they_are():
    """The other seat wins, and no hand can be dealt any more."""
    state = played(match.start_match(PRESETS["standard"], 0, hands=9), lambda state: len(state.results) == 4)[-1]
    lost = match.forfeit(state, 0)
    assert (lost.over, lost.sheet.winner, lost.sheet.finals) == (True, 1, points_of(state.results))
    with pytest.raises(StateError, match="over"):
        match.deal_hand(lost, deck.shuffle_v1(SEED, 4))
    with pytest.raises(ScoreError):
        match.forfeit(lost, 0)


@pytest.mark.parametrize("hands", [0, -1, MAX_HANDS + 1, 1.0, True, "3"])
def test_a_number_of_hands_out_of_range_is_refused(hands):
    """1 to 10,000, a whole number."""
    with pytest.raises(StateError, match="hands: 1 to 10000"):
        match.start_match(PRESETS["standard"], 0, hands=hands)


def test_bonuses_that_could_overflow_the_sheet_are_refused():
    """Where the points of so many hands might come to 2**32, a match of them cannot be kept."""
    rules = variant("standard", gin_bonus=1 << 20)
    assert match.start_match(rules, 0, hands=1_000).hands == 1_000
    with pytest.raises(StateError, match="bonuses"):
        match.start_match(rules, 0, hands=3_000)


def test_a_ruleset_that_names_the_first_dealer_is_held_to():
    """Also where each deal has its own dealer."""
    with pytest.raises(SeatError, match="SEAT_1"):
        match.start_match(variant(first_dealer="SEAT_1"), 0, hands=3)


def test_a_match_to_a_target_has_no_number_of_hands():
    """Without `hands` everything is as before: the sheet counts, and views show it."""
    state = match.start_match(PRESETS["standard"], 0)
    assert state.hands is None
    state = played(state, lambda state: state.sheet.scores != (0, 0))[-1]
    assert view_for(state, 0).sheet is state.sheet


@every_ruleset
def test_its_last_message_travels(ruleset):
    """MatchEnded carries the sheet together with what it is kept by, and reads back as it was."""
    sheet = play_match(SimpleBot, RandomBot, ruleset=ruleset, seed=4, hands=6).score_sheet
    ended = MatchEnded("m", Termination(TerminationKind.COMPLETED), sheet, bytes(32))
    assert travelled(ended) == ended
    assert sheet.ruleset.sheet is Sheet.SINGLE
    assert sheet.ruleset.box_timing is BoxTiming.AT_END
    assert sheet == score_sheet(sheet.ruleset, sheet.history)


def test_the_sheet_of_the_most_hands_travels():
    """10,000 hands go into one message."""
    sheet = score_sheet(empty_sheet(PRESETS["oklahoma"], MAX_HANDS).ruleset, [(0, 258)] * MAX_HANDS)
    assert sheet.over
    ended = MatchEnded("m", Termination(TerminationKind.COMPLETED), sheet, bytes(32))
    assert travelled(ended) == ended


@every_ruleset
def test_its_journal_is_verified_and_read(ruleset):
    """The header says how many hands; verify passes it, replay prints it, retrace comes to the same sheet."""
    result = play_match(SimpleBot, RandomBot, ruleset=ruleset, seed=4, hands=6, names=("ann", "bob"))
    journal = result.journal
    assert journal.header.hands == 6
    assert start_of(journal.header).hands == 6
    assert parse_journal(str(journal)) == journal
    assert verify(str(journal).encode()).outcome is Outcome.OK
    decks = decks_of(journal.reveal.match_seed)
    *_, last = retrace(journal, decks)
    assert last.state.sheet == result.score_sheet
    told = replay_text(journal, decks)
    assert f"{ruleset.name}, stand-alone hands: 6, shared stock" in told
    assert render_sheet(result.score_sheet, ("ann", "bob")) in told


def test_a_journal_with_another_number_of_hands_is_refused():
    """More: the match was not played to its end. Fewer: a decision follows the end. Out of range: the header."""
    journal = play_match(SimpleBot, RandomBot, seed=4, hands=6).journal
    for hands, line in ((7, len(journal.lines) - 1), (MAX_HANDS + 1, 1)):
        verdict = verify(str(changed(journal, 1, replace(journal.header, hands=hands))).encode())
        assert (verdict.outcome, verdict.line) == (Outcome.BAD, line)
    fewer = changed(journal, 1, replace(journal.header, hands=5))
    assert "the match is over" in verify(str(fewer).encode()).reason
    with pytest.raises(JournalError, match="hands: 1 to 10000"):
        start_of(replace(journal.header, hands=MAX_HANDS + 1))


@pytest.mark.parametrize("bot", [SimpleBot, RandomBot])
@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
def test_equal_bots_play_the_same_leg_twice(bot, stock):
    """A bot against itself on the same deals makes the same decisions in every seat, so that legs mirror."""
    rules = variant("standard", dealer_rotation=DealerRotation.WINNER)
    one, two = (
        play_match(bot, bot, ruleset=rules, seed=11, stock=stock, hands=8, names=names)
        for names in (("x", "y"), ("y", "x"))
    )
    assert one.hands == two.hands
    assert [entry for _, entry in one.journal.decisions] == [entry for _, entry in two.journal.decisions]


def test_the_first_dealer_of_a_pairing_alternates():
    """The first match takes the seed's bit, the next ones the seats in turn."""
    seeds = [bytes([n]) * 32 for n in range(20)]
    for seed in seeds:
        bit = deck.first_dealer(seed)
        assert [match.first_dealer(PRESETS["standard"], number, seed) for number in range(4)] == [bit, 1 - bit] * 2
    assert {deck.first_dealer(seed) for seed in seeds} == {0, 1}


def test_a_ruleset_that_names_the_first_dealer_has_it_in_every_match():
    """SEAT_0 and SEAT_1 leave nothing to the seed or the number."""
    for seat in (0, 1):
        rules = variant(first_dealer=f"SEAT_{seat}")
        assert {match.first_dealer(rules, number, bytes([number]) * 32) for number in range(8)} == {seat}


@pytest.mark.parametrize("number", [-1, 1.0, True])
def test_a_match_number_that_is_none_is_refused(number):
    """A count from 0."""
    with pytest.raises(StateError, match="number"):
        match.first_dealer(PRESETS["standard"], number, SEED)
