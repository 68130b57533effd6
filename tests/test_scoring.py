"""Points of a hand and end bonuses, each rule of sections 6 and 7 by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals import variant
from ginrummy import PRESETS
from ginrummy.errors import ScoreError
from ginrummy.scoring import ResultKind, score_hand, score_sheet


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    ("changes", "counts", "big_gin", "kind", "winner", "points"),
    [
        ({"big_gin_enabled": True}, (0, 20), True, "BIG_GIN", 0, 51),
        ({}, (0, 40), False, "GIN", 0, 65),
        ({}, (0, 0), False, "GIN", 0, 25),
        ({}, (6, 21), False, "KNOCK", 0, 15),
        ({}, (8, 5), False, "UNDERCUT", 1, 28),
        ({}, (5, 0), False, "UNDERCUT", 1, 30),
        ({}, (5, 5), False, "UNDERCUT", 1, 25),
        ({"tie_rule": "KNOCKER_ZERO"}, (5, 5), False, "KNOCK", 0, 0),
        ({"tie_rule": "VOID"}, (5, 5), False, "VOID", None, 0),
    ],
)
def test_a_hand_scores_as_section_6_says(times, changes, counts, big_gin, kind, winner, points):
    """Kind, winner and points from both counts; the multiplier doubles all of it, bonuses included."""
    got = score_hand(variant(**changes), times, 0, *counts, big_gin=big_gin)
    assert (got.kind, got.winner, got.points) == (ResultKind[kind], winner, times * points)


@pytest.mark.parametrize(
    ("mode", "final", "margin"),
    [
        ("NONE", 255, 255),
        ("GAME_BONUS_DOUBLED", 355, 355),
        ("HAND_POINTS_DOUBLED", 360, 360),
        ("TOTAL_DOUBLED", 510, 510),
        ("MARGIN_DOUBLED", 255, 510),
    ],
)
def test_a_shutout_costs_what_its_mode_says(mode, final, margin):
    """105 points in two hands against none: 105 + 100 + 2 x 25, and the mode's own."""
    sheet = score_sheet(variant(shutout_mode=mode), [(0, 40), (0, 65)])
    assert (sheet.finals, sheet.margin) == ((final, 0), margin)
    beaten = score_sheet(variant(shutout_mode=mode), [(0, 40), (1, 1), (0, 65)])
    assert (beaten.finals, beaten.margin) == ((255, 26), 229)


def test_the_two_shutout_tests_differ_by_a_hand_won_with_nothing():
    """A hand won for 0 points (KNOCKER_ZERO) is a hand won, but no points."""
    hands = [(1, 0), (0, 100)]
    won = score_sheet(variant(tie_rule="KNOCKER_ZERO"), hands)
    scored = score_sheet(variant(tie_rule="KNOCKER_ZERO", shutout_test="NO_POINTS"), hands)
    assert (won.finals[0], scored.finals[0]) == (225, 325)


def test_boxes_that_count_at_once_reach_the_target_and_are_not_added_again():
    """box_timing=IMMEDIATE: two hands of 25 with boxes of 25 make 100."""
    sheet = score_sheet(variant(box_timing="IMMEDIATE", shutout_mode="NONE"), [(0, 25), (1, 3), (0, 25)])
    assert (sheet.over, sheet.scores, sheet.finals) == (True, (100, 28), (200, 28))
    assert not score_sheet(variant(), [(0, 25), (1, 3), (0, 25)]).over


@pytest.mark.parametrize("sheet", ["SINGLE", "HOLLYWOOD"])
def test_max_hands_ends_a_match_without_bonuses(sheet):
    """The higher running score wins, equal scores are a draw (rules 7.5)."""
    rules = variant(max_hands=3, sheet=sheet)
    won = score_sheet(rules, [(0, 10), None, (1, 20)])
    assert (won.over, won.winner, won.finals, won.margin) == (True, 1, (10, 20), 10)
    drawn = score_sheet(rules, [(0, 10), (1, 10), None])
    assert (drawn.over, drawn.winner, drawn.finals, drawn.margin) == (True, None, (10, 10), 0)
    with pytest.raises(ScoreError):
        drawn.add(None)


def test_a_forfeit_leaves_the_scores_and_adds_nothing():
    """The opponent wins, at 80-20 too; there are no bonuses, and nothing can be added."""
    sheet = score_sheet(PRESETS["standard"], [(0, 80), (1, 20)]).forfeit(0)
    assert (sheet.over, sheet.winner, sheet.finals, sheet.margin) == (True, 1, (80, 20), -60)
    with pytest.raises(ScoreError):
        sheet.forfeit(1)


def test_hollywood_is_won_by_total_or_by_games():
    """The same hands have two winners: one has two games, the other the larger sum."""
    hands = [(0, 1), (0, 99), (1, 99), (0, 1), (1, 123)]
    for winner_by, winner, margin in (("TOTAL", 1, 21), ("GAMES", 0, -21)):
        sheet = score_sheet(variant("classic", sheet="HOLLYWOOD", hollywood_winner_by=winner_by), hands)
        assert [column.winner for column in sheet.columns] == [0, 0, 1]
        assert (sheet.finals, sheet.winner, sheet.margin) == ((201, 222), winner, margin)


def naive_hollywood(rules, hands):
    """Rules 7.4 step by step over plain dictionaries, with no bonus but game and boxes and a doubled game bonus."""
    columns = [
        {"score": [0, 0], "boxes": [0, 0], "in": [False, False], "won": None} for _ in range(rules.hollywood_columns)
    ]
    used = 0
    for hand in hands:
        if all(column["won"] is not None for column in columns):
            break
        used += 1
        if hand is None:
            continue
        winner, points = hand
        still = [column for column in columns if column["won"] is None]
        for column in still:
            if not column["in"][winner]:
                column["in"][winner] = True
                break
        for column in still:
            if column["in"][winner]:
                column["score"][winner] += points
                column["boxes"][winner] += 1
                if column["score"][winner] >= rules.target_score:
                    column["won"] = winner
    finals = [0, 0]
    for column in columns:
        for seat in (0, 1):
            finals[seat] += column["score"][seat] + rules.box_bonus * column["boxes"][seat]
        if column["won"] is not None:
            shut_out = column["boxes"][1 - column["won"]] == 0 and rules.shutout_mode.name == "GAME_BONUS_DOUBLED"
            finals[column["won"]] += rules.game_bonus * (2 if shut_out else 1)
    return used, [column["won"] for column in columns], tuple(finals)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from((1, 3, 5)),
    st.lists(st.none() | st.tuples(st.sampled_from((0, 1)), st.integers(0, 123)), min_size=40, max_size=60),
)
def test_hollywood_agrees_with_a_second_scorer(preset, columns, hands):
    """Columns, finals, winner and margin of random matches, for every preset and 1, 3 or 5 columns."""
    rules = variant(preset, sheet="HOLLYWOOD", hollywood_columns=columns)
    used, won, finals = naive_hollywood(rules, hands)
    sheet = score_sheet(rules, hands[:used])
    assert [column.winner for column in sheet.columns] == won
    assert sheet.over == (None not in won)
    if sheet.over:
        assert sheet.finals == finals
        assert sheet.margin == finals[sheet.winner] - finals[1 - sheet.winner]
        if finals[0] != finals[1]:
            assert sheet.winner == int(finals[1] > finals[0])
