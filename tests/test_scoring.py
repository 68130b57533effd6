"""Points of a hand and end bonuses, each rule of sections 6 and 7 by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals import variant
from ginrummy import PRESETS
from ginrummy.errors import ScoreError
from ginrummy.ruleset import ShutoutMode, ShutoutTest
from ginrummy.scoring import ResultKind, VoidReason, empty_sheet, score_hand, score_sheet, void_result


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


@pytest.mark.parametrize("knocker", [0, 1])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_pair_of_counts_scores_by_the_table(preset, times, knocker):
    """For all K up to 10 and all D up to 98: kind, winner and points of section 6, and the counts as given."""
    rules = PRESETS[preset]
    undercut_bonus = {"classic": 10, "standard": 25, "oklahoma": 25}[preset]
    for k in range(11):
        for d in range(99):
            if k == 0:
                kind, winner, points = "GIN", knocker, d + 25
            elif k < d:
                kind, winner, points = "KNOCK", knocker, d - k
            else:
                kind, winner, points = "UNDERCUT", 1 - knocker, k - d + undercut_bonus
            got = score_hand(rules, times, knocker, k, d, big_gin=False)
            assert (got.kind.name, got.winner, got.points) == (kind, winner, times * points)
            assert (got.knocker, got.knocker_deadwood, got.defender_deadwood) == (knocker, k, d)
            assert got.void_reason is None


@pytest.mark.parametrize(
    ("preset", "changes", "most"),
    [("standard", {}, 123), ("standard", {"big_gin_enabled": True}, 129), ("classic", {}, 148), ("oklahoma", {}, 258)],
)
def test_no_hand_is_worth_more_than_the_bounds_of_section_6(preset, changes, most):
    """The most that D = 98 gives, with big gin where it is on and doubled where it can be."""
    rules = variant(preset, **changes)
    times = 2 if rules.spades_double else 1
    assert score_hand(rules, times, 0, 0, 98, big_gin=rules.big_gin_enabled).points == most


def test_a_void_tie_keeps_its_counts_and_says_why():
    """tie_rule=VOID: nobody wins, the reason is TIE, and what was counted is told."""
    got = score_hand(variant(tie_rule="VOID"), 2, 1, 7, 7, big_gin=False)
    assert (got.winner, got.points, got.void_reason) == (None, 0, VoidReason.TIE)
    assert (got.knocker, got.knocker_deadwood, got.defender_deadwood) == (1, 7, 7)


@pytest.mark.parametrize("reason", [VoidReason.WALL, VoidReason.CYCLE])
def test_a_hand_that_nobody_went_out_in_has_no_counts(reason):
    """No winner, points, knocker or counts."""
    got = void_result(reason)
    assert (got.kind, got.winner, got.points, got.void_reason) == (ResultKind.VOID, None, 0, reason)
    assert (got.knocker, got.knocker_deadwood, got.defender_deadwood) == (None, None, None)


def test_gin_against_nothing_is_no_tie():
    """K = D = 0 is gin under every tie rule."""
    for tie_rule in ("UNDERCUT", "KNOCKER_ZERO", "VOID"):
        got = score_hand(variant(tie_rule=tie_rule), 1, 0, 0, 0, big_gin=False)
        assert (got.kind.name, got.winner, got.points) == ("GIN", 0, 25)


SHUTOUTS = [
    # mode, then finals and margin where the loser is shut out, and where it is not
    ("NONE", (225, 25, 200), (225, 25, 200)),
    ("GAME_BONUS_DOUBLED", (325, 25, 300), (225, 25, 200)),
    ("HAND_POINTS_DOUBLED", (325, 25, 300), (225, 25, 200)),
    ("TOTAL_DOUBLED", (450, 25, 425), (225, 25, 200)),
    ("MARGIN_DOUBLED", (225, 25, 400), (225, 25, 200)),
]
"""One hand of 100 against one won for 0 points: 100 + 100 + 25 to 25, which only NO_POINTS takes for a shutout."""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("mode", "shut_out", "not_shut_out"), SHUTOUTS)
def test_each_shutout_mode_under_each_test(mode, shut_out, not_shut_out, seat):
    """A hand won for nothing saves the loser under NO_HANDS_WON and not under NO_POINTS, whichever seat it has."""
    for test, wanted in (("NO_POINTS", shut_out), ("NO_HANDS_WON", not_shut_out)):
        rules = variant(tie_rule="KNOCKER_ZERO", shutout_mode=mode, shutout_test=test)
        sheet = score_sheet(rules, [(1 - seat, 0), (seat, 100)])
        assert (sheet.finals[seat], sheet.finals[1 - seat], sheet.margin) == wanted


@pytest.mark.parametrize("mode", [mode.name for mode in ShutoutMode])
@pytest.mark.parametrize("test", [test.name for test in ShutoutTest])
def test_a_single_point_saves_the_loser_under_every_mode_and_test(mode, test):
    """One hand won for 1 point: no mode doubles anything."""
    sheet = score_sheet(variant(shutout_mode=mode, shutout_test=test), [(1, 1), (0, 100)])
    assert (sheet.finals, sheet.margin) == ((225, 26), 199)


@pytest.mark.parametrize("test", [test.name for test in ShutoutTest])
@pytest.mark.parametrize(
    ("mode", "final", "margin"),
    [
        ("NONE", 200, 200),
        ("GAME_BONUS_DOUBLED", 300, 300),
        ("TOTAL_DOUBLED", 400, 400),
        ("MARGIN_DOUBLED", 200, 400),
    ],
)
def test_a_shutout_with_boxes_counted_at_once(mode, final, margin, test):
    """Two hands of 25 with their boxes are 100, and the game bonus; the boxes are not added again."""
    rules = variant(box_timing="IMMEDIATE", shutout_mode=mode, shutout_test=test)
    sheet = score_sheet(rules, [(0, 25), (0, 25)])
    assert (sheet.scores, sheet.finals, sheet.margin) == ((100, 0), (final, 0), margin)


def test_a_box_alone_can_reach_the_target():
    """IMMEDIATE: a hand won for nothing at 75 ends the match with its box."""
    rules = variant(tie_rule="KNOCKER_ZERO", box_timing="IMMEDIATE")
    before = score_sheet(rules, [(0, 50), (1, 5)])
    assert (before.over, before.scores) == (False, (75, 30))
    assert before.add((0, 0)).over


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_end_bonuses_of_the_presets(preset):
    """Only standard has a game bonus of 100 and boxes of 25; the others leave the scores as finals."""
    target = PRESETS[preset].target_score
    sheet = score_sheet(PRESETS[preset], [(0, 7), None, (1, target + 3)])
    finals = (7 + 25, target + 3 + 100 + 25) if preset == "standard" else (7, target + 3)
    assert (sheet.winner, sheet.finals, sheet.margin) == (1, finals, finals[1] - finals[0])
    assert (sheet.scores, sheet.boxes) == ((7, target + 3), (1, 1))


@pytest.mark.parametrize("points", [99, 100, 101])
def test_the_target_itself_ends_the_match(points):
    """99 of 100 does not, 100 and 101 do; before the end there is no winner, final or margin."""
    sheet = score_sheet(variant(), [(1, points)])
    assert sheet.over is (points >= 100)
    assert (sheet.winner is None) == (sheet.finals is None) == (sheet.margin is None) == (points < 100)


@pytest.mark.parametrize("hand", [None, (0, 0), (0, 5), (1, 100)])
@pytest.mark.parametrize("sheet", ["SINGLE", "HOLLYWOOD"])
def test_a_hand_after_the_end_is_refused_by_its_value(sheet, hand):
    """ScoreError names the hand, void or not, and the sheet stays over as it was."""
    ended = score_sheet(variant(sheet=sheet), [(0, 100)] * (3 if sheet == "HOLLYWOOD" else 1))
    before = (ended.over, ended.finals, ended.history)
    with pytest.raises(ScoreError) as raised:
        ended.add(hand)
    assert str(hand) in str(raised.value)
    with pytest.raises(ScoreError):
        score_sheet(ended.ruleset, [*ended.history, hand])
    assert (ended.over, ended.finals, ended.history) == before


def test_adding_a_hand_leaves_the_sheet_that_it_was_added_to():
    """Sheets are values: a hand makes another one, and the first can take a different hand."""
    sheet = empty_sheet(variant())
    first, other = sheet.add((0, 30)), sheet.add((1, 20))
    assert (sheet.scores, first.scores, other.scores) == ((0, 0), (30, 0), (0, 20))
    assert (first.history, other.history) == (((0, 30),), ((1, 20),))


def test_a_void_hand_is_kept_in_the_history_and_nowhere_else():
    """Scores, boxes and columns stay."""
    sheet = score_sheet(variant(), [(0, 30)])
    after = sheet.add(None)
    assert (after.scores, after.boxes, after.columns) == (sheet.scores, sheet.boxes, sheet.columns)
    assert after.history == ((0, 30), None)


@pytest.mark.parametrize(
    ("hands", "winner", "finals", "margin"),
    [
        ([(0, 60), (1, 70), None], 1, (60, 70), 10),
        ([(0, 60), None, None], 0, (60, 0), 60),
        ([(0, 60), (1, 30), (1, 30)], None, (60, 60), 0),
        ([None, None, None], None, (0, 0), 0),
        ([(0, 60), (1, 5), (0, 40)], 0, (100 + 100 + 50, 5 + 25), 220),
    ],
    ids=["won", "shutout without bonus", "draw", "void hands only", "target on the last hand"],
)
def test_max_hands_on_a_single_sheet(hands, winner, finals, margin):
    """No end bonus, game, box or shutout, unless the target is reached on that very hand."""
    sheet = score_sheet(variant(max_hands=3), hands)
    assert (sheet.over, sheet.winner, sheet.finals, sheet.margin) == (True, winner, finals, margin)


@pytest.mark.parametrize(
    ("hands", "winner", "finals", "margin"),
    [
        ([(0, 100), (1, 30), (1, 30)], 0, (100, 90), 10),
        ([(0, 100), (1, 45), (1, 45)], 1, (100, 135), 35),
        ([(0, 10), (0, 10), (1, 30)], None, (30, 30), 0),
        ([(0, 100), (0, 100), None], 0, (200, 0), 200),
    ],
    ids=["closed column leads", "open columns lead", "draw", "two games won"],
)
def test_max_hands_in_hollywood_compares_the_sums_without_bonuses(hands, winner, finals, margin):
    """The columns' scores are summed, those of closed columns without their bonuses too (rules 7.5)."""
    sheet = score_sheet(variant(max_hands=3, sheet="HOLLYWOOD", hollywood_winner_by="GAMES"), hands)
    assert (sheet.over, sheet.winner, sheet.finals, sheet.margin) == (True, winner, finals, margin)


@pytest.mark.parametrize("offender", [0, 1])
@pytest.mark.parametrize("sheet", ["SINGLE", "HOLLYWOOD"])
@pytest.mark.parametrize("hands", [[], [(0, 99), None, (1, 3)], [(1, 0)]], ids=["no hand", "three", "a box"])
def test_a_forfeit_is_won_by_the_other_seat_whatever_the_score(hands, sheet, offender):
    """Scores and boxes stand, finals are the scores, the margin is the winner's less the loser's."""
    before = score_sheet(variant(sheet=sheet), hands)
    after = before.forfeit(offender)
    assert (after.over, after.winner, after.history) == (True, 1 - offender, before.history)
    assert (after.scores, after.boxes, after.finals) == (before.scores, before.boxes, before.scores)
    assert after.margin == after.finals[1 - offender] - after.finals[offender]
    assert not before.over
    with pytest.raises(ScoreError):
        after.add((0, 1))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_doubled_margin_is_signed_for_the_match_winner(seat):
    """MARGIN_DOUBLED, by games: the loser's shut-out game counts twice against the winner, finals stay single."""
    rules = variant("classic", sheet="HOLLYWOOD", shutout_mode="MARGIN_DOUBLED", hollywood_winner_by="GAMES")
    other = 1 - seat
    # other shuts seat out in G1 (100-0); seat then wins G2 and G3 against its one entry in each.
    hands = [(other, 50), (other, 50), (seat, 60), (seat, 40), (seat, 60)]
    sheet = score_sheet(rules, hands)
    margins = [column.margin for column in sheet.columns]
    assert [column.winner for column in sheet.columns] == [other, seat, seat]
    assert margins == [2 * 100, 100 - 50, 2 * 100]
    assert (sheet.winner, sheet.margin) == (seat, -200 + 50 + 200)
    assert (sheet.finals[seat], sheet.finals[other]) == (100 + 100, 100 + 50)


@pytest.mark.parametrize("seat", [0, 1])
def test_hollywood_with_equal_sums_is_won_by_more_games(seat):
    """TOTAL falls back on the number of games (rules 7.4): 100-0, 50-100 and 50-100 are 200 each."""
    other = 1 - seat
    hands = [(other, 50), (other, 50), (seat, 50), (seat, 50), (other, 50), (seat, 50)]
    sheet = score_sheet(variant("classic", sheet="HOLLYWOOD", hollywood_winner_by="TOTAL"), hands)
    assert [column.winner for column in sheet.columns] == [other, seat, seat]
    assert (sheet.finals, sheet.winner, sheet.margin) == ((200, 200), seat, 0)


def second_scorer(rules, hands):
    """Rules 7.1, 7.2, 7.4 and 7.5 written again, over lists and without any of the library's functions.

    Returns how many hands were used, and (winner, finals, margin) or None while the match is open.
    """
    hollywood = rules.sheet.name == "HOLLYWOOD"
    number = rules.hollywood_columns if hollywood else 1
    score = [[0, 0] for _ in range(number)]
    boxes = [[0, 0] for _ in range(number)]
    entered = [[False, False] for _ in range(number)]
    closed = [None] * number
    immediate = rules.box_timing.name == "IMMEDIATE"
    for used, played in enumerate(hands, start=1):
        if played is not None:
            seat, points = played
            fresh = [g for g in range(number) if closed[g] is None and not entered[g][seat]]
            if fresh:
                entered[fresh[0]][seat] = True
            for g in range(number):
                if closed[g] is None and entered[g][seat]:
                    score[g][seat] += points + (rules.box_bonus if immediate else 0)
                    boxes[g][seat] += 1
            for g in range(number):
                if closed[g] is None and score[g][seat] >= rules.target_score:
                    closed[g] = seat
        if None not in closed:
            return used, settled(rules, score, boxes, closed)
        if used == rules.max_hands:
            sums = [sum(column[seat] for column in score) for seat in (0, 1)]
            winner = None if sums[0] == sums[1] else sums.index(max(sums))
            return used, (winner, tuple(sums), abs(sums[0] - sums[1]))
    return len(hands), None


def settled(rules, score, boxes, closed):
    finals, margins = [], []
    for column, won, winner in zip(score, boxes, closed, strict=True):
        loser = 1 - winner
        final = list(column)
        if rules.box_timing.name == "AT_END":
            final = [final[seat] + rules.box_bonus * won[seat] for seat in (0, 1)]
        final[winner] += rules.game_bonus
        nothing = won[loser] if rules.shutout_test.name == "NO_HANDS_WON" else column[loser]
        doubled = rules.shutout_mode.name if nothing == 0 else ""
        if doubled == "GAME_BONUS_DOUBLED":
            final[winner] += rules.game_bonus
        if doubled == "HAND_POINTS_DOUBLED":
            final[winner] += column[winner]
        if doubled == "TOTAL_DOUBLED":
            final[winner] = 2 * final[winner]
        margin = final[0] - final[1]
        finals.append(final)
        margins.append(2 * margin if doubled == "MARGIN_DOUBLED" else margin)
    sums = tuple(sum(final[seat] for final in finals) for seat in (0, 1))
    by_games = int(closed.count(1) > closed.count(0))
    winner = by_games
    if len(closed) > 1 and rules.hollywood_winner_by.name == "TOTAL" and sums[0] != sums[1]:
        winner = int(sums[1] > sums[0])
    return winner, sums, sum(margins) if winner == 0 else -sum(margins)


rulesets = st.builds(
    lambda preset, shutout, sheet, **changes: variant(preset, **shutout, **sheet, **changes),
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(
        [{}] + [{"shutout_mode": m.name, "shutout_test": t.name} for m in ShutoutMode for t in ShutoutTest],
    ),
    st.sampled_from(
        [
            {},
            *[
                {"sheet": "HOLLYWOOD", "hollywood_columns": n, "hollywood_winner_by": by}
                for n in (1, 3, 5)
                for by in ("TOTAL", "GAMES")
            ],
        ]
    ),
    box_bonus=st.sampled_from([0, 20, 25]),
    game_bonus=st.sampled_from([0, 100, 250]),
    max_hands=st.sampled_from([1, 4, 9, 500]),
)
played_hands = st.lists(
    st.none() | st.tuples(st.sampled_from((0, 1)), st.integers(0, 123) | st.sampled_from([0, 50, 100])),
    max_size=60,
)


@settings(derandomize=True, max_examples=600, deadline=None)
@given(rulesets, played_hands)
def test_sheets_of_all_kinds_agree_with_a_second_scorer(rules, hands):
    """Single and Hollywood sheets, every bonus and shutout: the same end on the same hand, finals and signed margin."""
    used, wanted = second_scorer(rules, hands)
    sheet = score_sheet(rules, hands[:used])
    assert sheet.over is (wanted is not None)
    assert (sheet.winner, sheet.finals, sheet.margin) == (wanted or (None, None, None))
    if used and wanted:
        assert not score_sheet(rules, hands[: used - 1]).over


@settings(derandomize=True, max_examples=200, deadline=None)
@given(rulesets.filter(lambda rules: rules.sheet.name == "SINGLE"), played_hands)
def test_boxes_counted_at_once_agree_with_a_second_scorer(rules, hands):
    """The same with box_timing=IMMEDIATE, which single sheets alone have."""
    if rules.shutout_mode is ShutoutMode.HAND_POINTS_DOUBLED:
        rules = variant("classic", box_bonus=25)
    rules = type(rules)(**{name: getattr(rules, name) for name in rules.__slots__} | {"box_timing": "IMMEDIATE"})
    used, wanted = second_scorer(rules, hands)
    sheet = score_sheet(rules, hands[:used])
    assert (sheet.winner, sheet.finals, sheet.margin) == (wanted or (None, None, None))


@settings(derandomize=True, max_examples=200, deadline=None)
@given(rulesets, played_hands)
def test_exchanged_seats_exchange_the_sheet(rules, hands):
    """No seat is favoured: with every hand won by the other seat, winner and finals change places, the margin stays."""
    used, _ = second_scorer(rules, hands)
    sheet = score_sheet(rules, hands[:used])
    mirrored = score_sheet(rules, [hand and (1 - hand[0], hand[1]) for hand in hands[:used]])
    assert mirrored.scores == sheet.scores[::-1]
    assert mirrored.winner == (None if sheet.winner is None else 1 - sheet.winner)
    assert (mirrored.finals, mirrored.margin) == (sheet.finals and sheet.finals[::-1], sheet.margin)
