"""Melds and layoffs against a brute force that only knows what a meld is."""

from functools import lru_cache
from itertools import combinations
from random import Random

import pytest

from ginrummy.cards import ALL_CARDS, Card
from ginrummy.melds import best_arrangement, best_layoffs, deadwood

MELDS = [
    frozenset(meld)
    for size in range(3, 12)
    for meld in (
        *(c for r in range(13) for c in combinations(range(r, 52, 13), size)),
        *(tuple(range(13 * s + low, 13 * s + low + size)) for s in range(4) for low in range(14 - size)),
    )
]


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


def least(hand):
    return points(hand) - max(sum(map(points, melds)) for melds in arrangements(hand))


def canonical(hand):
    """Rules 5.1, read off the list of all arrangements."""

    def order(melds):
        left = points(hand) - sum(map(points, melds))
        sets = sum(len({card % 13 for card in meld}) == 1 for meld in melds)
        return (left, -sets, len(melds), sorted(sorted(meld) for meld in melds))

    return min(map(order, arrangements(hand)))


def crowded(random, size):
    """A hand of few ranks or few suits, where sets and runs compete."""
    ranks = random.sample(range(13), random.choice((4, 5, 6, 13)))
    low = random.randrange(0, 8)
    pool = random.choice(
        (
            [13 * s + r for s in range(4) for r in ranks],
            [13 * s + r for s in range(4) for r in range(low, low + random.choice((4, 5, 6)))],
            [13 * s + r for s in random.sample(range(4), 2) for r in range(13)],
        )
    )
    return random.sample(pool, min(size, len(pool)))


@pytest.mark.parametrize("seed", range(20))
def test_the_meld_solver_agrees_with_brute_force(seed):
    """2,000 crowded hands of 7 to 11 cards a seed: least deadwood, and the canonical one of the arrangements."""
    random = Random(seed)
    arrangements.cache_clear()
    for _ in range(2_000):
        ids = crowded(random, random.choice((7, 9, 10, 10, 11, 11)))
        hand = [ALL_CARDS[i] for i in ids]
        left, _, _, melds = canonical(frozenset(ids))
        best = best_arrangement(hand)
        assert (deadwood(hand), best.deadwood) == (left, left), hand
        assert [list(map(int, meld)) for meld in best.melds] == melds, hand


def lay_everything(spread, hand):
    """The least deadwood, and the fewest cards laid off for it, over every order of single layoffs."""
    seen = set()

    def search(table, left):
        if (table, left) in seen:
            return
        seen.add((table, left))
        for card in left:
            for i, meld in enumerate(table):
                if meld | {card} in LARGER[meld]:
                    search((*table[:i], meld | {card}, *table[i + 1 :]), left - {card})

    search(tuple(spread), hand)
    return min((least(left), len(hand) - len(left)) for _, left in seen)


LARGER = {meld: {other for other in MELDS if len(other) == len(meld) + 1 and meld < other} for meld in MELDS}


@pytest.mark.parametrize("seed", range(12))
def test_the_layoff_solver_agrees_with_brute_force(seed):
    """1,000 crowded defences a seed: least deadwood, fewest cards, each layoff legal when it comes."""
    random = Random(1_000 + seed)
    arrangements.cache_clear()
    cases = 0
    while cases < 1_000:
        ids = crowded(random, 11)
        spread = random.choice(arrangements(frozenset(ids)))
        laid = frozenset().union(*spread)
        if not spread:
            continue
        cases += 1
        free = [card for card in range(52) if card not in laid]
        near = [card for card in free if any(abs(card - m) <= 4 or card % 13 == m % 13 for m in laid)]
        chosen = random.sample(near, min(len(near), random.randint(5, 10)))
        hand = frozenset([*chosen, *random.sample([c for c in free if c not in chosen], 10 - len(chosen))])
        plan = best_layoffs([[Card(c) for c in meld] for meld in spread], [Card(c) for c in hand])
        assert (plan.deadwood, len(plan.layoffs)) == lay_everything(spread, hand), (spread, hand)
        table = list(spread)
        for card, i in plan.layoffs:
            assert table[i] | {int(card)} in LARGER[table[i]], (spread, hand)
            table[i] |= {int(card)}
