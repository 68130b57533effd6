"""Who plays whom in a round robin: everybody as often, in both seats, dealing as often, under ids that last."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from deals import variant
from ginrummy import deck
from ginrummy.entries import check_match_id
from ginrummy.match import first_dealer
from referee.tournament.schedule import concurrency_of, plan_of, round_robin

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
COUNTS = range(2, len(NAMES) + 1)


def test_a_tournament_of_so_many_hands_has_one_match_a_pairing():
    """And one to the target as many as it says."""
    assert plan_of(NAMES, None) == round_robin(NAMES, 1)
    assert plan_of(NAMES, 3) == round_robin(NAMES, 3)


@pytest.mark.parametrize(
    ("tables", "asked", "cores", "expected"),
    [
        ((1, 1), None, 8, 1),
        ((1,), None, 1, 1),
        ((4, 4, 4), None, 1, 6),
        ((256,) * 9, None, 2, 256),
        ((256,) * 9, None, 1, 128),
        ((1, 1), 8, 1, 8),
    ],
)
def test_as_many_matches_at_a_time_as_the_tables_and_the_cores_allow(tables, asked, cores, expected):
    """Unless the organiser says how many."""
    assert concurrency_of(tables, asked, cores) == expected


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("matches", [1, 3, 4])
def test_every_pair_plays_so_many_matches(count, matches):
    """Each pair meets `matches` times, numbered from 0, and nobody meets itself."""
    plan = round_robin(NAMES[:count], matches)
    met = Counter(frozenset(match.bots) for match in plan)
    assert met == dict.fromkeys(map(frozenset, combinations(NAMES[:count], 2)), matches)
    for pair in combinations(NAMES[:count], 2):
        assert [match.number for match in plan if match.pairing == pair] == list(range(matches))


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_bots_play_nothing(count):
    """No pair, no match."""
    assert round_robin(NAMES[:count], 3) == ()


def test_a_pairing_is_in_order_of_entry_and_seats_are_its_two_bots():
    """`bots` are those of `pairing`, one way or the other."""
    for match in round_robin(NAMES, 4):
        assert NAMES.index(match.pairing[0]) < NAMES.index(match.pairing[1])
        assert match.bots in (match.pairing, match.pairing[::-1])


@pytest.mark.parametrize("start", range(5))
@pytest.mark.parametrize("seed", [b"\0" * deck.SEED_BYTES, b"\1" * deck.SEED_BYTES, b"\7" * deck.SEED_BYTES])
def test_seats_and_first_deals_are_balanced_over_any_four_matches(start, seed):
    """Each bot sits in each seat twice, and has the first deal of each seat once, wherever the four begin."""
    plan = [match for match in round_robin(NAMES[:4], 8) if match.pairing == ("bob", "dan")][start : start + 4]
    dealt = Counter()
    for match in plan:
        dealer = first_dealer(variant("standard"), match.number, seed)
        dealt.update((name, seat, dealer == seat) for seat, name in enumerate(match.bots))
    assert set(dealt.values()) == {1}
    assert len(dealt) == 8


@pytest.mark.parametrize("dealer", ["SEAT_0", "SEAT_1"])
def test_where_one_seat_always_deals_first_the_bots_share_that_too(dealer):
    """Over four matches each bot has the first deal twice."""
    rules = variant("standard", first_dealer=dealer)
    plan = round_robin(NAMES[:2], 4)
    dealt = Counter(match.bots[first_dealer(rules, match.number, b"\0" * deck.SEED_BYTES)] for match in plan)
    assert dealt == {"ann": 2, "bob": 2}


@pytest.mark.parametrize("count", COUNTS)
def test_a_round_has_each_bot_at_most_once(count):
    """Read in order, so many matches as fit at once share no bot: nobody waits for a bot that still plays."""
    plan, size = round_robin(NAMES[:count], 3), count // 2
    for start in range(0, len(plan), size):
        names = [name for match in plan[start : start + size] for name in match.bots]
        assert len(names) == 2 * size == len(set(names))


@pytest.mark.parametrize("matches", [1, 5])
def test_ids_and_deal_keys_are_unique_and_name_files(matches):
    """No two matches share one, whatever the bots are called."""
    plan = round_robin((*NAMES, "a", "a-b", "b-a", "b", "A.", "x" * 32, "y" * 31 + ".", "0"), matches)
    for ids in ([match.match_id for match in plan], [match.deal_key for match in plan]):
        assert len({name.lower() for name in ids}) == len(ids)
        assert all(check_match_id(name) == name for name in ids)


def test_bots_that_are_added_at_the_end_change_no_other_match():
    """Matches of those who were there keep id, deal key, number and seats."""
    for count in COUNTS:
        small, large = set(round_robin(NAMES[:count], 3)), set(round_robin(NAMES, 3))
        assert small <= large
        assert not {match for match in large - small if set(match.bots) <= set(NAMES[:count])}


def test_more_matches_change_none_of_the_fewer():
    """A longer schedule begins with the shorter one."""
    assert round_robin(NAMES, 5)[: len(round_robin(NAMES, 2))] == round_robin(NAMES, 2)
