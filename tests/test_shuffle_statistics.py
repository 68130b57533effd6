"""Shuffle v1 is fair over 200,000 deals: positions, neighbours, and the odds that the Oklahoma page names.

Each chi-squared below is over cells of which every deal fills exactly one, so that its distribution is the textbook's;
counts pooled over the positions of a deal depend on each other and have a smaller spread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import sqrt
from random import Random

import pytest

from deals import variant
from ginrummy.cards import ALL_CARDS
from ginrummy.deck import shuffle_v1
from ginrummy.hand import knock_limit, multiplier

DEALS = 200_000
HANDS_OF_A_MATCH = 100
FARTHEST = 4.5
"""Standard deviations that no statistic is off by; of a hundred fair ones, one run in 1,400 would have one."""
STANDARD_ERRORS = 4


@pytest.fixture(scope="module")
def dealt() -> bytes:
    """The decks of 2,000 matches of 100 hands one after another, a byte a card."""
    seeds = [sha256(b"shuffle statistics %d" % match).digest() for match in range(DEALS // HANDS_OF_A_MATCH)]
    return b"".join(bytes(shuffle_v1(seed, hand)) for seed in seeds for hand in range(HANDS_OF_A_MATCH))


def deviation(counts: Counter, cells: int, trials: int) -> float:
    """How many standard deviations chi-squared against equal cells is off, by Wilson and Hilferty's cube root."""
    expected = trials / cells
    chi2 = sum(n * n for n in counts.values()) / expected - trials
    freedom = cells - 1
    variance = 2 / (9 * freedom)
    return ((chi2 / freedom) ** (1 / 3) - (1 - variance)) / sqrt(variance)


def position_deviations(decks: bytes) -> Iterator[float]:
    for position in range(52):
        cards = decks[position::52]
        yield deviation(Counter(cards), 52, len(cards))


def neighbour_deviations(decks: bytes) -> Iterator[float]:
    for position in range(51):
        cards, following = decks[position::52], decks[position + 1 :: 52]
        yield deviation(Counter(zip(cards, following, strict=True)), 52 * 51, len(cards))


def test_every_card_is_as_often_in_every_position(dealt: bytes) -> None:
    """At each of the 52 positions the 52 cards are equally frequent."""
    assert [z for z in position_deviations(dealt) if abs(z) > FARTHEST] == []


def test_every_card_follows_every_other_as_often(dealt: bytes) -> None:
    """At each of the 51 places the 2,652 ordered pairs of neighbours are equally frequent."""
    assert [z for z in neighbour_deviations(dealt) if abs(z) > FARTHEST] == []


def no_byte_skipped(chance: Random, deck: list[int]) -> None:
    for i in range(51, 0, -1):
        j = chance.randrange(256) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]


def any_position_each_time(chance: Random, deck: list[int]) -> None:
    for i in range(52):
        j = chance.randrange(52)
        deck[i], deck[j] = deck[j], deck[i]


def never_left_in_place(chance: Random, deck: list[int]) -> None:
    for i in range(51, 0, -1):
        j = chance.randrange(i)
        deck[i], deck[j] = deck[j], deck[i]


def cut_only(chance: Random, deck: list[int]) -> None:
    at = chance.randrange(52)
    deck[:] = deck[at:] + deck[:at]


def decks_by(shuffle: Callable[[Random, list[int]], None], deals: int) -> bytes:
    chance, decks = Random(1), bytearray()
    for _ in range(deals):
        deck = list(range(52))
        shuffle(chance, deck)
        decks += bytes(deck)
    return bytes(decks)


@pytest.mark.parametrize("shuffle", [no_byte_skipped, any_position_each_time, never_left_in_place])
def test_a_biased_shuffle_is_caught_by_its_positions(shuffle: Callable[[Random, list[int]], None]) -> None:
    """The usual mistakes, a tenth of the deals over, put some card too often in some position."""
    assert max(position_deviations(decks_by(shuffle, DEALS // 10))) > FARTHEST


def test_a_shuffle_that_keeps_neighbours_is_caught_by_them() -> None:
    """A cut puts every card equally often everywhere, and yet fails."""
    decks = decks_by(cut_only, DEALS // 10)
    assert max(position_deviations(decks)) < FARTHEST < max(neighbour_deviations(decks))


OKLAHOMA = variant("oklahoma")
ODDS = {
    **{f"rank {rank}": (lambda card, rank=rank: card.rank == rank, 1 / 13) for rank in range(1, 14)},
    "ace: gin only": (lambda card: knock_limit(OKLAHOMA, card) == 0, 1 / 13),
    "spades: points doubled": (lambda card: multiplier(OKLAHOMA, card) == 2, 1 / 4),
    "limit of ten": (lambda card: knock_limit(OKLAHOMA, card) == 10, 4 / 13),
}


@pytest.mark.parametrize("what", ODDS)
def test_the_upcard_has_the_odds_that_the_oklahoma_page_names(dealt: bytes, what: str) -> None:
    """Each rank 1/13, an ace 1/13, spades 1/4, a limit of ten 4/13, all within four standard errors."""
    holds, odds = ODDS[what]
    upcards = dealt[20::52]
    found = sum(upcards.count(card) for card in ALL_CARDS if holds(card)) / DEALS
    assert abs(found - odds) < STANDARD_ERRORS * sqrt(odds * (1 - odds) / DEALS)
