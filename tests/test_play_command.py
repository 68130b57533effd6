"""`referee play` over many matches: stand-alone hands, mirrored legs, journals, and what is said of the difference."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from deals import variant
from ginrummy import deck
from ginrummy.record import parse_journal
from ginrummy.ruleset import PRESETS
from referee.replay.verify import Outcome, verify_files
from referee.series import Series, Totals
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

ROOT = Path(__file__).parent.parent
MASTER = (42).to_bytes(32, "big")


def referee(*words):
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, words)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=120,
    )  # fmt: skip


def answer_of(*words):
    found = referee("play", *words, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    return json.loads(found.stdout)


class Whimsical(SimpleBot):
    """Draws at random, and knocks as soon as it can."""

    def choose_draw(self, view):
        return self.random.choice(view.legal_actions)


class OtherWhims(Whimsical):
    """As random as its parent, of the same seed another choice."""

    def choose_draw(self, view):
        return self.random.choice(view.legal_actions[::-1])


def series_of(bots=(RandomBot, RandomBot), **terms):
    return Series(bots, ("ann", "bob"), **{"ruleset": PRESETS["standard"], "master": MASTER, **terms})


def played(series):
    return [
        [series.play(number, leg, series.match_id(number, leg), print).result for leg in series.legs]
        for number in range(series.matches)
    ]


def differences(legs):
    """Points of the first bot less those of the second, for each deal, summed over the legs."""
    return [
        sum((1 - 2 * (hand.winner ^ leg)) * hand.points for leg, hand in enumerate(pair) if hand.winner is not None)
        for pair in zip(*(result.hands for result in legs), strict=True)
    ]


@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
@pytest.mark.parametrize("bot", [Whimsical, OtherWhims, SimpleBot])
def test_a_bot_against_itself_comes_to_nothing_in_every_mirrored_deal(bot, stock):
    """Random or not, what it wins in one leg it loses in the other, deal by deal."""
    (legs,) = played(series_of((bot, bot), hands=40, mirrored=True, stock=stock))
    assert differences(legs) == [0] * 40
    assert any(hand.points for hand in legs[0].hands)


def test_random_bots_that_differ_do_not_mirror():
    """The sum of 0 above is no matter of how points are counted."""
    (legs,) = played(series_of((Whimsical, OtherWhims), hands=40, mirrored=True))
    assert any(differences(legs))


def test_legs_share_deals_and_first_dealer_and_change_the_seats():
    """Two headers: same key, seed, number and dealer's seat; bots in turn, leg 0 and 1, ids of their own."""
    for legs in played(series_of((SimpleBot, SimpleBot), matches=3, mirrored=True)):
        one, two = (result.journal.header for result in legs)
        assert (one.bots, two.bots) == (("ann", "bob"), ("bob", "ann"))
        assert (one.leg, two.leg) == (0, 1)
        assert one.match_id != two.match_id
        assert replace(two, bots=one.bots, leg=0, match_id=one.match_id) == one
        assert legs[0].journal.reveal == legs[1].journal.reveal


def test_the_first_dealer_alternates_over_the_matches_of_a_series():
    """The first match's seed says who deals first in it, its number who does in a later one."""
    series = series_of(matches=4)
    bit = deck.first_dealer(deck.match_seed(MASTER, series.deal_key(0), {}))
    headers = [series.header(number, 0, f"m{number}") for number in range(4)]
    assert [header.first_dealer for header in headers] == [bit, 1 - bit, bit, 1 - bit]
    assert [header.number for header in headers] == [0, 1, 2, 3]


def test_totals_are_by_bot_over_both_legs():
    """Points and wins follow the bot into its other seat, and every deal of stand-alone hands is a unit."""
    series = series_of((SimpleBot, RandomBot), hands=30, mirrored=True)
    totals = Totals()
    (legs,) = played(series)
    totals.add(legs, by_deal=True)
    won = [0, 0]
    for leg, result in enumerate(legs):
        for hand in result.hands:
            if hand.winner is not None:
                won[hand.winner ^ leg] += hand.points
    assert (totals.points, totals.hands, totals.matches) == (won, 60, 2)
    assert totals.match_wins == [2, 0]
    assert totals.units == [(difference, 2) for difference in differences(legs)]


def test_the_interval_is_that_of_the_mean_over_units():
    """With units of equal size: mean of the differences a hand, plus and minus 1.96 standard errors."""
    totals = Totals(units=[(10, 2), (-4, 2), (0, 2), (30, 2)])
    values = [5, -2, 0, 15]
    mean = sum(values) / 4
    half = 1.96 * sqrt(sum((value - mean) ** 2 for value in values) / 3) / sqrt(4)
    assert totals.lead_per_hand == pytest.approx(mean)
    assert totals.interval == pytest.approx((mean - half, mean + half))


def test_units_of_unequal_size_count_by_their_hands():
    """The middle of the interval is the whole difference over all hands, not the mean of the matches' means."""
    totals = Totals(units=[(100, 10), (0, 2)])
    assert totals.lead_per_hand == pytest.approx(100 / 12)
    low, high = totals.interval
    assert (low + high) / 2 == pytest.approx(100 / 12)


@pytest.mark.parametrize("units", [[], [(10, 5)]])
def test_fewer_than_two_units_have_no_interval(units):
    """Nothing can be said of how much one match, or none, differs from others."""
    assert Totals(units=units).interval is None


def test_hands_prints_what_the_fixed_names_promise():
    """One match of so many hands; --json holds bots, hands, points, wins, the lead a hand and its interval."""
    answer = answer_of("simple", "random", "--hands", 25, "--seed", "2a")
    assert (answer["bots"], answer["hands"], answer["matches"]) == (["simple", "random"], 25, 1)
    assert sum(answer["match_wins"]) + answer["draws"] == 1
    assert answer["lead_per_hand"] == pytest.approx((answer["points"][0] - answer["points"][1]) / 25)
    low, high = answer["interval_95"]
    assert low < answer["lead_per_hand"] < high
    assert (answer["stock"], answer["mirrored"], answer["seed"]) == ("shared", False, f"{42:064x}")


@pytest.mark.parametrize(
    ("bot", "length"), [("random", ("--hands", 60)), ("simple", ("--hands", 20)), ("simple", ("--matches", 3))]
)
def test_mirrored_self_play_sums_to_nothing(bot, length):
    """Both bots have the same points, also over matches to a target, with an interval of no width."""
    answer = answer_of(bot, bot, *length, "--mirrored", "--stock", "seat-locked", "--seed", "7")
    assert answer["bots"] == [f"{bot}-1", f"{bot}-2"]
    assert answer["points"][0] == answer["points"][1] > 0
    assert answer["match_wins"][0] == answer["match_wins"][1]
    assert answer["interval_95"] == [0, 0]
    assert answer["matches"] == (2 if length[0] == "--hands" else 6)


def test_the_text_shows_the_lead_with_its_interval():
    """A line beneath the table; `n/a` where one match or one pair of legs is all there is."""
    told = referee("play", "simple", "random", "--hands", 12, "--mirrored", "--seed", "1").stdout
    assert "12 stand-alone hands of standard, mirrored: 24 hands in 2 legs" in told
    assert "95 % interval from " in told
    assert "over 12 deals" in told
    told = referee("play", "simple", "random", "--mirrored", "--seed", "1").stdout
    assert "95 % interval n/a" in told
    told = referee("play", "simple", "random", "--matches", 3, "--seed", "1").stdout
    assert "over 3 matches" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--hands", "5", "--matches", "2"), "--matches"),
        (("--hands", "0"), "--hands"),
        (("--hands", "10001"), "10000"),
        (("--stock", "open"), "'open'"),
    ],
)
def test_terms_that_do_not_go_together_are_bad_usage(words, told):
    """Status 2, what was wrong on stderr, nothing on stdout."""
    found = referee("play", "random", "random", *words)
    assert (found.returncode, found.stdout) == (2, "")
    assert told in found.stderr
    assert "Traceback" not in found.stderr


def test_the_journals_of_all_legs_are_written_and_pass(tmp_path):
    """One for each leg, in a directory; first dealers are checked against the pairing's first match."""
    assert referee("play", "simple", "random", "--matches", 2, "--mirrored", "--journal", tmp_path).returncode == 0
    files = list(tmp_path.iterdir())
    assert sorted([path.name.removesuffix(".ginlog.jsonl") for path in files]) == [
        "practice-0", "practice-0-mirror", "practice-1", "practice-1-mirror"
    ]  # fmt: skip
    assert {verdict.outcome for verdict in verify_files(files).values()} == {Outcome.OK}


def test_a_match_of_stand_alone_hands_may_go_to_a_file(tmp_path):
    """Its one journal is a file where it is not mirrored, and verifies; hands and stock are in its header."""
    path = tmp_path / "long.ginlog.jsonl"
    words = ("simple", "random", "--hands", 5, "--stock", "seat-locked", "--journal", path)
    assert referee("play", *words).returncode == 0
    header = parse_journal(path.read_text()).header
    assert (header.hands, header.stock, header.match_id) == (5, "seat-locked", "long")
    assert referee("verify", path).returncode == 0


def test_no_journal_of_a_pair_is_there_before_both_legs_are_over(tmp_path):
    """A bot that fails in the second leg leaves no journal of the first, whose deals it would still be playing."""
    bot = tmp_path / "fails.py"
    bot.write_text(
        "from ginrummy import Bot\n\n"
        "class Fails(Bot):\n"
        "    def on_match_start(self, seat, opponent):\n        self.seat = seat\n"
        "    def choose(self, view):\n        return view.legal_actions[self.seat - 1]\n"
        "    def on_hand_start(self, view):\n        assert self.seat == 0\n"
    )
    where = tmp_path / "journals"
    found = referee("play", f"{bot}:Fails", "random", "--mirrored", "--hands", 3, "--journal", where)
    assert found.returncode == 1
    assert "in match 1 of 1, leg 2" in found.stderr
    assert list(where.iterdir()) == []


def test_a_bot_class_makes_a_fresh_bot_for_every_leg():
    """What a bot keeps in itself does not survive its match."""
    made = []

    class Counting(RandomBot):
        def __init__(self):
            made.append(self)

    played(series_of((Counting, RandomBot), ruleset=variant(max_hands=1), matches=2, mirrored=True))
    assert len(set(map(id, made))) == 4


def test_a_bot_that_forfeits_before_a_hand_is_over_has_no_interval(tmp_path):
    """No hand was finished: nothing is divided by, and the forfeits are in the table."""
    (tmp_path / "raiser.py").write_text("import ginrummy\n\nclass Raiser(ginrummy.Bot):\n    pass\n")
    command = [
        sys.executable,
        "-m",
        "referee",
        "play",
        "./raiser.py:Raiser",
        "simple",
        "--matches",
        "3",
        "--tournament",
    ]
    done = subprocess.run(
        [*command, "--seed", "2a"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "sdk"), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "3 matches of standard: 0 hands" in done.stdout
    assert re.search(r"^\./raiser\.py:Raiser +0 +0 +0\.00 +3$", done.stdout, re.MULTILINE)
    assert "95 % interval n/a" in done.stdout
