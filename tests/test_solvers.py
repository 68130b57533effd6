"""Melds and layoffs against a brute force that only knows what a meld is.

It lists all melds, every way to lay disjoint ones from a hand, and every order of laying single cards off; nothing is
pruned. Hands are dense, since only melds that compete can be counted wrongly; the last test sees to it that they do.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from random import Random

import pytest

from ginrummy import format_cards
from ginrummy.cards import ALL_CARDS
from ginrummy.melds import best_arrangement, best_layoffs, deadwood, legal_layoffs

MELDS = [
    frozenset(meld)
    for size in range(3, 14)
    for meld in (
        *(c for r in range(13) for c in combinations(range(r, 52, 13), size)),
        *(tuple(range(13 * s + low, 13 * s + low + size)) for s in range(4) for low in range(14 - size)),
    )
]
LARGER = {meld: {other for other in MELDS if len(other) == len(meld) + 1 and meld < other} for meld in MELDS}
MELD_SEEDS, MELD_HANDS = 20, 2_100
LAYOFF_SEEDS, LAYOFF_CASES = 12, 1_000


@dataclass
class Tally:
    """How many hands were compared, and how many of them were hard in which way."""

    compared: int = 0
    hard: Counter = field(default_factory=Counter)


def text(ids):
    return format_cards(ALL_CARDS[i] for i in sorted(ids))


def points(cards):
    return sum(min(card % 13 + 1, 10) for card in cards)


@lru_cache(maxsize=1 << 20)
def arrangements(hand):
    """Every set of disjoint melds within a frozenset of ids."""
    found = [()]
    usable = [meld for meld in MELDS if meld <= hand]

    def extend(chosen, left, start):
        for i in range(start, len(usable)):
            if usable[i] <= left:
                found.append((*chosen, usable[i]))
                extend((*chosen, usable[i]), left - usable[i], i + 1)

    extend((), hand, 0)
    return found


@lru_cache(maxsize=1 << 20)
def least(hand):
    return points(hand) - max(sum(map(points, melds)) for melds in arrangements(hand))


def ranked(hand):
    """Every arrangement by the order of rules 5.1: deadwood, most sets, fewest melds, smallest list of melds."""

    def order(melds):
        left = points(hand) - sum(map(points, melds))
        sets = sum(len({card % 13 for card in meld}) == 1 for meld in melds)
        return (left, -sets, len(melds), sorted(sorted(meld) for meld in melds))

    return sorted(map(order, arrangements(hand)))


def greedy(hand):
    """Deadwood after laying the meld of most points again and again, to see which hands need more than that."""
    while usable := [meld for meld in MELDS if meld <= hand]:
        hand -= max(usable, key=points)
    return points(hand)


def crowded(random, size):
    """A hand of few ranks or few suits, where sets and runs compete."""
    low = random.randrange(0, 8)
    ranks = random.sample(range(13), 5)
    pool = random.choice(
        (
            [13 * s + r for s in range(4) for r in ranks],
            [13 * s + r for s in range(4) for r in range(low, low + 4)],
            [13 * s + r for s in range(4) for r in range(low, low + 5)],
            [13 * s + r for s in random.sample(range(4), 3) for r in range(low, low + 6)],
            crossed(random),
            crossed(random),
        )
    )
    return random.sample(sorted(set(pool)), min(size, len(set(pool))))


def crossed(random):
    """A long run and three sets across it."""
    suit, low = random.randrange(4), random.randrange(0, 7)
    run = [13 * suit + r for r in range(low, low + 7)]
    return [*run, *(13 * s + r for r in random.sample(range(low, low + 7), 3) for s in range(4))]


@cache
def melds_compared(seed):
    random, tally = Random(seed), Tally()
    arrangements.cache_clear()
    for _ in range(MELD_HANDS):
        ids = frozenset(crowded(random, random.choice((3, 5, 7, 9, 10, 10, 10, 11, 11, 11))))
        hand = random.sample([ALL_CARDS[i] for i in ids], len(ids))
        options = ranked(ids)
        left, _, _, melds = options[0]
        best = best_arrangement(hand)
        assert (deadwood(hand), best.deadwood) == (left, left), text(ids)
        assert [list(map(int, meld)) for meld in best.melds] == melds, text(ids)
        assert set(best.deadwood_cards) == ids.difference(*melds), text(ids)
        tally.compared += 1
        usable = [meld for meld in MELDS if meld <= ids]
        tally.hard["melds compete"] += any(one & other for one, other in combinations(usable, 2))
        tally.hard["greedy is wrong"] += greedy(ids) > left
        equal = [option for option in options if option[0] == left]
        tally.hard["by most sets"] += len({option[1] for option in equal}) > 1
        equal = [option for option in equal if option[1] == equal[0][1]]
        tally.hard["by fewest melds"] += len({option[2] for option in equal}) > 1
        tally.hard["by smallest list"] += sum(option[2] == equal[0][2] for option in equal) > 1
    return tally


def singles(table, left):
    """Every (card, meld index) that may be laid off next."""
    return {(card, i) for card in left for i, meld in enumerate(table) if meld | {card} in LARGER[meld]}


def outcomes(spread, hand):
    """The cards left after every order of single layoffs."""
    seen = set()

    def search(table, left):
        if (table, left) in seen:
            return
        seen.add((table, left))
        for card, i in singles(table, left):
            search((*table[:i], table[i] | {card}, *table[i + 1 :]), left - {card})

    search(tuple(spread), hand)
    return {left for _, left in seen}


def besieged(random):
    """A spread of one to three melds, and ten cards of a defender whose own melds want what could be laid off."""
    spread = ()
    while not spread:
        spread = random.choice(arrangements(frozenset(crowded(random, 11))))
    laid = frozenset().union(*spread)
    free = [card for card in range(52) if card not in laid]
    wanted = []
    fitting = sorted({card for card, _ in singles(spread, frozenset(free))})
    for card in random.sample(fitting, min(len(fitting), random.choice((0, 1, 2)))):
        mates = [c for c in free if c % 13 == card % 13 and c != card]
        onward = [c for c in free if c // 13 == card // 13 and 0 < abs(c - card) <= 3]
        wanted += [card, *random.choice((mates, onward, [*mates, *onward]))]
    near = [card for card in free if any(abs(card - m) <= 3 or card % 13 == m % 13 for m in {*laid, *wanted})]
    wanted += random.sample(near, min(len(near), 6))
    return spread, frozenset([*dict.fromkeys([*wanted, *random.sample(free, 20)])][:10])


@cache
def layoffs_compared(seed):
    random, tally = Random(1_000 + seed), Tally()
    arrangements.cache_clear()
    least.cache_clear()
    for _ in range(LAYOFF_CASES):
        spread, hand = besieged(random)
        case = f"{text(hand)} against {' / '.join(map(text, spread))}"
        melds = [tuple(ALL_CARDS[c] for c in sorted(meld)) for meld in spread]
        cards = [ALL_CARDS[c] for c in sorted(hand)]
        left = outcomes(spread, hand)
        plan = best_layoffs(melds, cards)
        assert set(legal_layoffs(melds, cards)) == singles(spread, hand), case
        assert (plan.deadwood, len(plan.layoffs)) == min((least(kept), len(hand - kept)) for kept in left), case
        table, kept = list(spread), hand
        for card, i in plan.layoffs:
            assert (card, i) in singles(table, kept), case
            table[i], kept = table[i] | {card}, kept - {card}
        assert least(kept) == plan.deadwood, case
        tally.compared += 1
        tally.hard["two or more laid"] += len(plan.layoffs) >= 2
        tally.hard["laid on two melds"] += len({i for _, i in plan.layoffs}) >= 2
        tally.hard["laying all is wrong"] += min(map(least, (k for k in left if len(k) == min(map(len, left))))) > (
            plan.deadwood
        )
        home = hand.difference(*ranked(hand)[0][3])
        tally.hard["melding first is wrong"] += plan.deadwood < min(map(points, outcomes(spread, home)))
    return tally


@pytest.mark.parametrize("seed", range(MELD_SEEDS))
def test_the_meld_solver_agrees_with_brute_force(seed):
    """2,100 crowded hands of 3 to 11 cards a seed: least deadwood, and the canonical one of the arrangements."""
    assert melds_compared(seed).compared == MELD_HANDS


@pytest.mark.parametrize("seed", range(LAYOFF_SEEDS))
def test_the_layoff_solver_agrees_with_brute_force(seed):
    """1,000 defences a seed: what may be laid, least deadwood, fewest cards, each layoff legal when it comes."""
    assert layoffs_compared(seed).compared == LAYOFF_CASES


def test_more_than_50_000_hands_were_compared_and_many_are_hard():
    """Each simpler way to solve, or to break a tie, would be wrong in at least 300 of the hands."""
    tallies = [*map(melds_compared, range(MELD_SEEDS)), *map(layoffs_compared, range(LAYOFF_SEEDS))]
    hard = sum((tally.hard for tally in tallies), Counter())
    assert sum(tally.compared for tally in tallies) == MELD_SEEDS * MELD_HANDS + LAYOFF_SEEDS * LAYOFF_CASES >= 50_000
    assert {kind: number for kind, number in hard.items() if number < 300} == {}, hard
    assert len(hard) == 9
