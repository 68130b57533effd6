"""The table of a tournament, on examples small enough to work out by hand (design section 4)."""

from __future__ import annotations

from random import Random

import pytest

from ginrummy.messages import FaultKind, TerminationKind
from referee.results import Result
from referee.tournament.schedule import PlannedMatch, round_robin
from referee.tournament.standings import Row, Standings, standings, standings_json, withdrawals


def planned(*pairs: str) -> list[PlannedMatch]:
    """Matches by the first letters of their bots, "ab" for a in seat 0 against b."""
    return [
        PlannedMatch(f"m{number}", (pair[0], pair[1]), number, (pair[0], pair[1]), f"m{number}")
        for number, pair in enumerate(pairs)
    ]


def won(match: PlannedMatch, winner: str, points: tuple[int, int] = (100, 50), hands: int = 10) -> Result:
    """`points` are the winner's and the loser's."""
    seat = match.bots.index(winner)
    by_seat = points if seat == 0 else points[::-1]
    return Result(match.match_id, match.bots, TerminationKind.COMPLETED, seat, hands, by_seat, by_seat)


def drawn(match: PlannedMatch, points: int = 40, hands: int = 10) -> Result:
    scores = (points, points)
    return Result(match.match_id, match.bots, TerminationKind.COMPLETED, None, hands, scores, scores)


def lost(
    match: PlannedMatch,
    offender: str,
    points: tuple[int, int] = (0, 0),
    hands: int = 0,
    fault: FaultKind = FaultKind.TIMEOUT,
    *,
    lagged: bool = False,
) -> Result:
    """A forfeit; `points` are the offender's and the opponent's."""
    seat = match.bots.index(offender)
    by_seat = points if seat == 0 else points[::-1]
    kind = TerminationKind.FORFEIT
    return Result(
        match.match_id, match.bots, kind, 1 - seat, hands, by_seat, by_seat, seat, fault, "why", lagged, (0, 0)
    )


def aborted(match: PlannedMatch) -> Result:
    return Result(match.match_id, match.bots, TerminationKind.ABORTED, None, 3, (30, 10), (30, 10))


def rows(table: Standings) -> dict[str, Row]:
    return {row.name: row for row in table.rows}


def order(table: Standings) -> str:
    return "".join(row.name for row in table.rows)


# Rank.


def test_the_win_rate_comes_first():
    """Two wins of two are better than two of three, whatever the points."""
    plan = planned("ab", "ac", "bc", "bc")
    results = [won(plan[0], "a", (1, 0)), won(plan[1], "a", (1, 0)), won(plan[2], "b", (500, 0)), won(plan[3], "b")]
    table = standings(plan, results, "abc")
    assert order(table) == "abc"
    assert [row.win_rate for row in table.rows] == [1.0, 2 / 3, 0.0]


def test_equal_win_rates_are_told_apart_by_the_duels_among_them():
    """Head to head comes before points: b beat a, so b is ahead though a scored far more."""
    plan = planned("ab", "ac", "bc", "ad", "bd")
    results = [won(plan[0], "b", (10, 9)), won(plan[1], "a", (900, 0)), won(plan[2], "c"), won(plan[3], "a", (900, 0))]
    table = standings(plan, [*results, won(plan[4], "b")], "abcd")
    assert [(row.name, row.win_rate) for row in table.rows[:2]] == [("b", 2 / 3), ("a", 2 / 3)]


def test_where_the_duels_are_level_points_per_hand_decide():
    """Net points a hand, and not their sum: more hands make nobody better."""
    plan = planned("ab", "ba")
    table = standings(plan, [won(plan[0], "a", (100, 80), 2), won(plan[1], "b", (100, 99), 40)], "ab")
    assert order(table) == "ab"
    plan = planned("ac", "bc")
    table = standings(plan, [won(plan[0], "a", (100, 0), 100), won(plan[1], "b", (30, 0), 10)], "abc")
    assert order(table) == "bac"
    assert rows(table)["b"].net_per_hand == 3.0


def test_a_cycle_of_duels_is_broken_by_points():
    """a beat b beat c beat a: each has one duel, so points per hand decide."""
    plan = planned("ab", "bc", "ca")
    table = standings(
        plan, [won(plan[0], "a", (60, 50)), won(plan[1], "b", (90, 10)), won(plan[2], "c", (70, 50))], "abc"
    )
    assert order(table) == "bac"


def test_who_is_level_in_everything_stands_in_order_of_name():
    """So that the table is the same whenever it is printed."""
    assert order(standings(planned("ba"), [], "ba")) == "ab"


def test_with_hands_instead_of_matches_points_per_hand_come_first():
    """`by_points` puts the better average ahead of the better win rate."""
    plan = planned("ab", "ab", "ab")
    results = [won(plan[0], "a", (10, 9)), won(plan[1], "a", (10, 9)), won(plan[2], "b", (90, 0))]
    assert order(standings(plan, results, "ab")) == "ab"
    assert order(standings(plan, results, "ab", by_points=True)) == "ba"


# What counts.


def test_a_draw_is_half_a_win_for_both():
    """Only where max_hands ended a match at equal scores; its hands and points count."""
    plan = planned("ab", "ab")
    table = standings(plan, [drawn(plan[0]), won(plan[1], "b")], "ab")
    assert [(row.name, row.match_wins, row.matches, row.hands) for row in table.rows] == [
        ("b", 1.5, 2, 20),
        ("a", 0.5, 2, 20),
    ]


def test_points_are_those_of_hands_as_scored():
    """Each row has what its bot and its opponents scored, by whichever seat."""
    plan = planned("ab", "ba")
    table = rows(standings(plan, [won(plan[0], "a", (100, 40)), won(plan[1], "a", (110, 30))], "ab"))
    assert (table["a"].points, table["a"].points_against) == (210, 70)
    assert (table["b"].points, table["b"].points_against) == (70, 210)


def test_an_aborted_match_is_in_no_row_and_not_played():
    """No result is nobody's loss and no draw."""
    plan = planned("ab", "ab")
    table = standings(plan, [aborted(plan[0]), won(plan[1], "a")], "ab")
    assert (table.played, table.total, table.aborted, table.complete) == (1, 2, 1, False)
    assert [(row.matches, row.hands) for row in table.rows] == [(1, 10), (1, 10)]


def test_before_the_first_result_everybody_has_nothing():
    """Rates are 0 and no division by zero."""
    table = standings(planned("ab"), [], "ab")
    assert [(row.win_rate, row.net_per_hand, row.matches) for row in table.rows] == [(0.0, 0.0, 0)] * 2
    assert not table.complete


@pytest.mark.parametrize(("points", "counted"), [((80, 30), (30, 30)), ((30, 80), (30, 80)), ((30, 30), (30, 30))])
def test_quitting_ahead_never_pays(points, counted):
    """A forfeit is a loss whatever the score; its finished hands count, the offender's net at most 0, mirrored."""
    plan = planned("ab")
    table = rows(standings(plan, [lost(plan[0], "a", points, 5)], "ab"))
    assert (table["a"].match_wins, table["b"].match_wins) == (0, 1)
    assert (table["a"].points, table["a"].points_against) == counted
    assert (table["b"].points, table["b"].points_against) == counted[::-1]
    assert (table["a"].hands, table["b"].hands) == (5, 5)


def test_forfeits_have_a_column_of_their_own():
    """By bot and kind, and how many of them the referee's own delay may have caused."""
    plan = planned("ab", "ab", "ab", "ab")
    results = [
        lost(plan[0], "a"),
        lost(plan[1], "b", fault=FaultKind.ILLEGAL),
        lost(plan[2], "a", fault=FaultKind.ILLEGAL),
        lost(plan[3], "a", lagged=True),
    ]
    table = rows(standings(plan, results, "ab"))
    assert (table["a"].forfeits, table["a"].faults, table["a"].lagged) == (3, {"TIMEOUT": 2, "ILLEGAL": 1}, 1)
    assert (table["b"].forfeits, table["b"].faults, table["b"].lagged) == (1, {"ILLEGAL": 1}, 0)


def test_a_lag_flagged_forfeit_is_still_a_loss():
    """It is flagged, and only kept out of what withdraws a bot."""
    plan = planned("ab")
    assert rows(standings(plan, [lost(plan[0], "a", lagged=True)], "ab"))["b"].match_wins == 1


# Withdrawal.


def test_three_forfeits_running_withdraw_a_bot():
    """Not two, and not three with a match between them that it did not forfeit."""
    plan = planned(*["ab"] * 20)
    assert withdrawals(plan, [lost(plan[n], "a") for n in (0, 1)]) == {}
    assert withdrawals(plan, [lost(plan[n], "a") for n in (0, 1, 2)]) == {"a": "3 forfeits running"}
    broken = [lost(plan[0], "a"), lost(plan[1], "a"), won(plan[2], "b"), lost(plan[3], "a"), lost(plan[4], "a")]
    assert withdrawals(plan, broken) == {}


def test_five_forfeits_in_all_withdraw_a_bot():
    """However far apart."""
    plan = planned(*["ab"] * 20)
    results = [lost(plan[n], "b") if n % 2 else won(plan[n], "b") for n in range(9)]
    assert withdrawals(plan, results) == {}
    assert withdrawals(plan, [*results, lost(plan[9], "b")]) == {"b": "5 forfeits in all"}


def test_forfeits_against_several_opponents_run_in_order_of_the_schedule():
    """Whatever the order in which results come in."""
    plan = planned("ab", "ca", "ad", "bc", "bd", "cd", *["ab"] * 9)
    results = [lost(plan[2], "a"), won(plan[3], "b"), lost(plan[0], "a"), lost(plan[1], "a")]
    assert withdrawals(plan, results) == {"a": "3 forfeits running"}


@pytest.mark.parametrize("flagged", [3, 9])
def test_lag_flagged_forfeits_withdraw_nobody(flagged):
    """The referee's own delay may have caused them."""
    plan = planned(*["ab"] * 20)
    assert withdrawals(plan, [lost(plan[n], "a", lagged=True) for n in range(flagged)]) == {}


def test_aborted_matches_are_no_forfeits_and_break_no_run():
    """A run of three goes on over a match without a result."""
    plan = planned(*["ab"] * 20)
    results = [lost(plan[0], "a"), aborted(plan[1]), lost(plan[2], "a")]
    assert withdrawals(plan, results) == {}
    assert withdrawals(plan, [*results, lost(plan[3], "a")]) == {"a": "3 forfeits running"}


@pytest.mark.parametrize("seed", range(30))
def test_a_withdrawal_stands_whatever_comes_in_later(seed):
    """Matches end in any order; who was out after some results is out after more, for the same schedule."""
    chance = Random(seed)
    plan = round_robin("abcd", 4)
    results = [
        lost(match, match.bots[0]) if chance.random() < 0.5 else won(match, match.bots[chance.randrange(2)])
        for match in plan
    ]
    chance.shuffle(results)
    out: set[str] = set()
    for count in range(len(results) + 1):
        now = set(withdrawals(plan, results[:count]))
        assert out <= now
        out = now


def test_who_is_withdrawn_early_leaves_the_others_rows():
    """Before half of its matches: what it played counts for nobody else, and what it did not is settled."""
    plan = planned("ab", "ac", "ab", "bc", *["ab", "ac"] * 3)
    results = [lost(plan[0], "a", (5, 9), 3), lost(plan[1], "a"), lost(plan[2], "a"), won(plan[3], "b")]
    table = standings(plan, results, "abc")
    assert order(table) == "bca"
    assert [(row.name, row.matches, row.match_wins, row.points) for row in table.rows] == [
        ("b", 1, 1, 100),
        ("c", 1, 0, 50),
        ("a", 3, 0, 5),
    ]
    assert rows(table)["a"].withdrawn == "3 forfeits running"
    assert (table.played, table.complete) == (10, True)


def test_who_is_withdrawn_later_loses_the_rest():
    """From half of its matches on: the opponents win what is not played, without hands or points."""
    plan = planned("ab", "ac", "ab", "bc", "ab", "ac")
    results = [lost(plan[0], "a", (5, 9), 3), lost(plan[1], "a"), lost(plan[2], "a"), won(plan[3], "c", (100, 50))]
    table = standings(plan, results, "abc")
    assert [(row.name, row.matches, row.match_wins, row.hands, row.points) for row in table.rows] == [
        ("c", 3, 3, 10, 100),
        ("b", 4, 3, 13, 59),
        ("a", 5, 0, 3, 5),
    ]
    assert table.complete


def test_half_of_its_matches_is_not_before_half():
    """The edge: three of six played are half, three of seven are not."""
    for total, early in ((6, False), (7, True)):
        plan = planned(*["ab"] * total)
        table = rows(standings(plan, [lost(plan[n], "a") for n in range(3)], "ab"))
        assert table["b"].matches == (0 if early else total)


def test_a_match_between_two_that_are_out_is_nobodys_win():
    """It will not be played, and counts for neither."""
    plan = planned("ac", "ac", "ac", "bc", "bc", "bc", "ab")
    results = [lost(plan[n], "a") for n in range(3)] + [lost(plan[n], "b") for n in range(3, 6)]
    table = standings(plan, results, "abc")
    assert (rows(table)["a"].matches, rows(table)["b"].matches) == (3, 3)
    assert (rows(table)["c"].match_wins, table.complete) == (6, True)


@pytest.mark.parametrize("seed", range(20))
def test_wins_and_points_add_up(seed):
    """Each match gives one win and each point has its mirror, whatever happened but for early withdrawals."""
    chance = Random(seed)
    plan = round_robin("abcde", 4)
    results = []
    for match in plan:
        bot, points = chance.choice(match.bots), (chance.randrange(120), chance.randrange(120))
        kinds = [won(match, bot, points), won(match, bot, points), won(match, bot, points), drawn(match)]
        results.append(chance.choice([*kinds, lost(match, bot, points, 4, lagged=True)]))
    table = standings(plan, results, "abcde")
    assert sum(row.match_wins for row in table.rows) == len(plan) == table.played
    assert sum(row.points for row in table.rows) == sum(row.points_against for row in table.rows)
    assert sum(row.matches for row in table.rows) == 2 * len(plan)
    rates = [row.win_rate for row in table.rows]
    assert rates == sorted(rates, reverse=True)
    shuffled = chance.sample(results, len(results))
    assert standings(plan, shuffled, "edcba").rows == table.rows


def test_the_json_has_what_the_command_promises():
    """The fixed names, best first."""
    plan = planned("ab")
    told = standings_json(standings(plan, [won(plan[0], "b")], "ab"))
    assert (told["complete"], told["matches_played"], told["matches_total"]) == (True, 1, 1)
    assert [bot["name"] for bot in told["bots"]] == ["b", "a"]
    best = {name: told["bots"][0][name] for name in ("matches", "match_wins", "hands", "points", "forfeits")}
    assert best == {"matches": 1, "match_wins": 1, "hands": 10, "points": 100, "forfeits": 0}
