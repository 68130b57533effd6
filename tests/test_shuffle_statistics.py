"""Shuffle v1 is fair: positions, neighbours, and the odds that the Oklahoma page names, over 200,000 deals."""

from collections import Counter
from math import sqrt

import pytest

from ginrummy import deck
from ginrummy.cards import POINTS

DEALS = 200_000
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def decks():
    """All decks one after another, a byte a card."""
    return b"".join(bytes(deck.shuffle_v1(SEED, i)) for i in range(DEALS))


def check_uniform(counts, cells, trials, freedom):
    """Chi-squared against equal cells within 4 standard deviations of its mean, by Wilson and Hilferty's cube root."""
    expected = trials / cells
    chi2 = sum((n - expected) ** 2 for n in counts) / expected + (cells - len(counts)) * expected
    spread = 2 / (9 * freedom)
    z = ((chi2 / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    assert abs(z) < 4, (chi2, freedom)


def test_every_card_is_as_often_in_every_position(decks):
    """52 cards in 52 positions: 2,704 equal cells with 51 x 51 degrees of freedom."""
    counts = [decks[position::52].count(card) for position in range(52) for card in range(52)]
    check_uniform(counts, 52 * 52, 52 * DEALS, 51 * 51)


def test_every_card_follows_every_other_as_often(decks):
    """Ordered pairs of neighbours: 52 x 51 equal cells."""
    pairs = Counter()
    for position in range(51):
        pairs.update(zip(decks[position::52], decks[position + 1 :: 52], strict=True))
    assert all(first != second for first, second in pairs)
    check_uniform(pairs.values(), 52 * 51, 51 * DEALS, 52 * 51 - 1)


@pytest.mark.parametrize(
    ("what", "odds"),
    [
        *((lambda card, rank=rank: card % 13 == rank, 1 / 13) for rank in range(13)),
        (lambda card: card // 13 == 3, 1 / 4),
        (lambda card: POINTS[card] == 10, 4 / 13),
    ],
    ids=[*(f"rank-{rank + 1}" for rank in range(13)), "spades", "limit-of-ten"],
)
def test_the_upcard_has_the_odds_that_the_oklahoma_page_names(decks, what, odds):
    """Each rank 1/13, spades 1/4, a limit of ten 4/13: within 4 standard errors."""
    found = sum(map(what, decks[20::52])) / DEALS
    assert abs(found - odds) < 4 * sqrt(odds * (1 - odds) / DEALS)
