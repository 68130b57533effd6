"""Corner cases H: matches, bonuses and Hollywood."""

from dataclasses import replace

import pytest

from corner_cases.test_playing import played
from deals import deck_of, variant
from ginrummy import PRESETS, Card, IllegalAction, InvalidInput, match
from ginrummy.actions import Discard, DrawStock, FinishLayoffs, Knock, Pass
from ginrummy.errors import ScoreError, StateError
from ginrummy.scoring import score_sheet

STANDARD = PRESETS["standard"]
KNOCKER = "3H 4H 5H 9S 9D 9C TD JD QD 8S"
DEFENDER = "AS 2S 3S 6C 6D 6H KS KC KH 5D"
"""H03: undercuts KNOCKER, 5 against 8, for 28."""
M3 = [(1, 11)] * 9 + [(0, 123)]
M10 = [(0, 30), (0, 40), (1, 20), (0, 35), (1, 50), (1, 45), (0, 27), (1, 60)]
M11 = [(0, 60), (0, 55), (1, 30), (0, 50), (1, 40), (0, 52)]
HOLLYWOOD = variant(sheet="HOLLYWOOD")


def undercut(state):
    """The match after a hand in which the dealer knocks and the non-dealer undercuts it for 28."""
    dealer = state.dealer
    state, _ = match.deal_hand(state, deck_of(DEFENDER, KNOCKER, "2C", "7C JC"))
    state = played(state, Pass(), Pass(), DrawStock(), Discard(Card("7C")), DrawStock())
    assert state.hand.to_act == dealer
    return played(state, Knock(Card("JC")), FinishLayoffs())


def at_score(hands, ruleset=STANDARD):
    """A match between hands, its dealer seat 0, with these hands on its sheet."""
    return replace(match.start_match(ruleset, first_dealer=0), sheet=score_sheet(ruleset, hands))


def test_corner_74_an_undercut_can_end_the_match():
    """When the defender's undercut crosses the target the defender has won, though the knocker was on turn."""
    state = undercut(at_score([(0, 99), (1, 72)]))
    assert (state.over, state.sheet.winner, state.sheet.scores) == (True, 1, (99, 100))
    assert state.results[-1].knocker == 0


def test_corner_75_the_target_decides_not_the_finals():
    """Who reached the target has won, though boxes give the loser the larger final; the margin is negative."""
    sheet = score_sheet(STANDARD, M3)
    assert (sheet.winner, sheet.finals, sheet.margin) == (0, (248, 324), -76)


def test_corner_76_bonuses_do_not_help_to_the_target():
    """99 points and four boxes are not over; one point more is."""
    hands = [(0, 33), (0, 33), (0, 32), (0, 1)]
    sheet = score_sheet(STANDARD, hands)
    assert (sheet.over, sheet.scores, sheet.boxes) == (False, (99, 0), (4, 0))
    assert (sheet.winner, sheet.finals, sheet.margin) == (None, None, None)
    assert sheet.add((0, 1)).over


def test_corner_77_one_undercut_is_no_shutout():
    """A loser with one hand won, of whatever worth, is not shut out; void hands change nothing."""
    shutout = [(0, 40), (0, 65)]
    assert score_sheet(STANDARD, shutout).finals == (355, 0)
    assert score_sheet(STANDARD, [None, shutout[0], None, None, shutout[1]]).finals == (355, 0)
    assert score_sheet(STANDARD, [(0, 40), (1, 25), (0, 65)]).finals == (255, 50)
    assert score_sheet(variant(tie_rule="KNOCKER_ZERO"), [(0, 40), (1, 0), (0, 65)]).finals == (255, 25)


@pytest.mark.parametrize(
    ("mode", "final"), [("GAME_BONUS_DOUBLED", 355), ("HAND_POINTS_DOUBLED", 360), ("TOTAL_DOUBLED", 510)]
)
def test_corner_78_a_standard_shutout_doubles_the_game_bonus_only(mode, final):
    """105 points and two boxes against a winless loser are 355 in standard; 360 and 510 need other modes."""
    assert STANDARD.shutout_mode.name == "GAME_BONUS_DOUBLED"
    sheet = score_sheet(variant(shutout_mode=mode), [(0, 40), (0, 65)])
    assert (sheet.scores, sheet.boxes, sheet.finals, sheet.margin) == ((105, 0), (2, 0), (final, 0), final)


@pytest.mark.parametrize("dealer", [0, 1])
def test_corner_79_who_undercuts_deals_next(dealer):
    """Under WINNER the defender deals after its undercut, not the knocker, who had dealt."""
    state = undercut(match.start_match(STANDARD, first_dealer=dealer))
    assert (state.results[-1].kind.name, state.results[-1].knocker) == ("UNDERCUT", dealer)
    assert (state.results[-1].winner, state.dealer) == (1 - dealer, 1 - dealer)


def test_corner_80_nothing_is_scored_after_the_end():
    """Once a match is over no hand is added, dealt or played, and the sheet stays as it is."""
    sheet = score_sheet(STANDARD, [(0, 40), (0, 65)])
    for hand in ((1, 10), (0, 10), None):
        with pytest.raises(ScoreError):
            sheet.add(hand)
        with pytest.raises(InvalidInput):
            score_sheet(STANDARD, [(0, 40), (0, 65), hand])
    assert sheet == score_sheet(STANDARD, [(0, 40), (0, 65)])
    state = undercut(at_score([(0, 99), (1, 72)]))
    with pytest.raises(StateError):
        match.deal_hand(state, deck_of(DEFENDER, KNOCKER, "2C"))
    with pytest.raises(IllegalAction) as caught:
        match.apply(state, DrawStock())
    assert caught.value.reason
    with pytest.raises(ScoreError):
        match.forfeit(state, 0)


def entries(hands):
    """By column, the points of each seat."""
    return [column.scores for column in score_sheet(HOLLYWOOD, hands).columns]


def test_corner_81_hollywood_counts_wins_by_player():
    """A player's first win goes to G1, the second to G1 and G2, the third to all, whatever the other has won."""
    assert entries(M10[:1]) == [(30, 0), (0, 0), (0, 0)]
    assert entries(M10[:2]) == [(70, 0), (40, 0), (0, 0)]
    assert entries(M10[:3]) == [(70, 20), (40, 0), (0, 0)]
    assert entries(M10[:4]) == [(105, 20), (75, 0), (35, 0)]
    assert entries([(0, 5), (1, 6), (0, 7), (1, 8), (0, 9), (1, 10)]) == [(21, 24), (16, 18), (9, 10)]


def test_corner_82_a_first_win_after_g1_closed_goes_to_g2():
    """B, without a win when G1 closes, enters G2 with its first: not the closed G1, and not G3 yet."""
    assert entries(M11[:2]) == [(115, 0), (55, 0), (0, 0)]
    assert entries(M11[:3]) == [(115, 0), (55, 30), (0, 0)]
    assert entries(M11[:5]) == [(115, 0), (105, 30), (50, 40)]


def test_corner_84_each_column_has_its_own_boxes_and_shutout():
    """In M10 A has 3, 3 and 2 boxes; in M11 only G1 is a shutout."""
    columns = score_sheet(HOLLYWOOD, M10).columns
    assert [column.boxes for column in columns] == [(3, 1), (3, 2), (2, 2)]
    assert columns[0].finals == (105 + 100 + 3 * 25, 20 + 25)
    assert [column.finals for column in score_sheet(HOLLYWOOD, M11).columns] == [(365, 0), (255, 55), (252, 65)]


def test_corner_85_a_column_without_the_losers_entry_is_a_shutout():
    """B has won hands but none in G3: G3 is a shutout of 200 in standard; without bonuses it is points alone."""
    hands = [(1, 5), (1, 5), (0, 50), (0, 60), (0, 45), (0, 60)]
    sheet = score_sheet(HOLLYWOOD, hands)
    assert (sheet.over, sheet.winner) == (True, 0)
    assert [column.boxes for column in sheet.columns] == [(2, 2), (2, 1), (2, 0)]
    assert [column.finals for column in sheet.columns] == [
        (110 + 100 + 50, 10 + 50),
        (105 + 100 + 50, 5 + 25),
        (355, 0),
    ]
    plain = score_sheet(variant("oklahoma", sheet="HOLLYWOOD", target_score=100), hands)
    assert [column.boxes for column in plain.columns] == [(2, 2), (2, 1), (2, 0)]
    assert [column.finals for column in plain.columns] == [(110, 10), (105, 5), (105, 0)]


@pytest.mark.parametrize("in_play", [False, True])
def test_corner_86_a_forfeit_leaves_the_scores(in_play):
    """Forfeited at 80-20 the match is the opponent's, at 80-20, without game, box or shutout bonus."""
    state = at_score([(0, 50), (1, 20), (0, 30)])
    if in_play:
        state, _ = match.deal_hand(state, deck_of(DEFENDER, KNOCKER, "2C"))
    state = match.forfeit(state, 0)
    assert (state.over, state.sheet.winner) == (True, 1)
    assert (state.sheet.scores, state.sheet.finals, state.sheet.boxes) == ((80, 20), (80, 20), (2, 1))
    assert match.forfeit(at_score([(0, 80)]), 1).sheet.finals == (80, 0)


def test_corner_88_the_margin_is_signed():
    """M3's margin is -76, where an unsigned one would wrap."""
    assert score_sheet(STANDARD, M3).margin == -76
