"""Sets, runs, the best arrangement of a hand, and layoffs: exact, never greedy (rules sections 1 and 5).

How a hand is counted: the ranks of one suit fall into blocks of neighbours, and a block of three or more is
melded whole, as one run. So once it is settled which cards go into sets, the runs follow, and a suit's
loose cards can be read from a table of its 8,192 subsets. Sets exist only at ranks held three or four
times, of which a hand of 11 has three at most; only where such a rank also lies in a run is there anything
to choose. Imports: errors, cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from ginrummy.cards import POINTS, SUIT_MASK, Card, bit_of, cards_of, mask_of
from ginrummy.errors import CardError, MeldError, shown

Meld = tuple[Card, ...]
Layoff = tuple[Card, int]
"""A card and the index of the meld in the spread that it goes onto."""

MAX_CARDS: Final = 11


def _points_table() -> tuple[int, ...]:
    points = [0] * (SUIT_MASK + 1)
    for ranks in range(1, SUIT_MASK + 1):
        points[ranks] = points[ranks & ranks - 1] + POINTS[(ranks & -ranks).bit_length() - 1]
    return tuple(points)


def _runs_table() -> tuple[int, ...]:
    starts = (ranks & ranks >> 1 & ranks >> 2 for ranks in range(SUIT_MASK + 1))
    return tuple([start | start << 1 | start << 2 for start in starts])


_SUIT_POINTS: Final = _points_table()
"""Points of a suit's cards, by the 13-bit mask of its ranks."""
_RUNS: Final = _runs_table()
"""The ranks that lie in a run, by the mask of a suit's ranks."""
_LOOSE: Final = tuple([_SUIT_POINTS[ranks ^ runs] for ranks, runs in enumerate(_RUNS)])
"""Points of the cards in no run, by the mask of a suit's ranks."""

_RANK_OF_ALL_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Disjoint melds of a hand and what they leave.

    `melds` are sorted inside and among each other by card id, as are `deadwood_cards`; `deadwood` is their
    points.
    """

    melds: tuple[Meld, ...]
    deadwood_cards: tuple[Card, ...]
    deadwood: int


@dataclass(frozen=True, slots=True)
class LayoffPlan:
    """Layoffs, each legal in this order, and the least deadwood of the cards that stay."""

    layoffs: tuple[Layoff, ...]
    deadwood: int


def deadwood(cards: Collection[Card]) -> int:
    """The least points that any arrangement of 0 to 11 different cards leaves unmelded.

    >>> from ginrummy import parse_cards
    >>> deadwood(parse_cards("6H 6S 6D 6C 7C 8C"))
    0

    Raises CardError for more than 11 cards, a card twice, or something that is no card; a number that equals a card's
    id counts as that card.
    """
    try:
        mask = sum(map(bit_of, cards))
        if not mask.bit_count() == len(cards) <= MAX_CARDS:
            mask = _hand_mask(cards)
    except (KeyError, TypeError):
        mask = _hand_mask(cards)  # which says what is wrong
    # The first half of deadwood_of, spelt out, since calling it for each hand costs a tenth of the whole.
    minors, majors = mask & 0x3FFFFFF, mask >> 26
    clubs, diamonds, hearts, spades = minors & 0x1FFF, minors >> 13, majors & 0x1FFF, majors >> 13
    if sets := clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds):
        return _with_sets(clubs, diamonds, hearts, spades, sets)
    return _LOOSE[clubs] + _LOOSE[diamonds] + _LOOSE[hearts] + _LOOSE[spades]


def best_arrangement(cards: Collection[Card]) -> Arrangement:
    """The canonical minimum of 0 to 11 different cards (rules 5.1).

    That is the least deadwood, then the most sets, then the fewest melds, then the smallest list of melds.

    >>> from ginrummy import format_cards, parse_cards
    >>> best = best_arrangement(parse_cards("2H 3H 4H 3S 3D KS KD KC AC AD"))
    >>> [format_cards(meld) for meld in best.melds], best.deadwood
    (['KC KD KS', '3D 3H 3S'], 8)

    Raises CardError as `deadwood` does.
    """
    mask = _hand_mask(cards)
    _, _, _, melds = min(_ranked_arrangements(mask))
    left = mask
    for meld in melds:
        left ^= mask_of(meld)
    return Arrangement(melds, cards_of(left), points_of(left))


def best_layoffs(spread: Sequence[Iterable[Card]], cards: Collection[Card]) -> LayoffPlan:
    """The layoffs that leave a defender the least deadwood, its own melds counted (rules 5.4).

    `spread` is the knocker's melds, `cards` the defender's 0 to 11. Of equal plans the one with the fewest
    cards. All orders and targets are weighed jointly with the home melds, which may be broken up for it.

    >>> from ginrummy import format_cards, parse_cards
    >>> spread = [parse_cards("4S 5S 6S"), parse_cards("KC KD KH"), parse_cards("QC QD QH")]
    >>> plan = best_layoffs(spread, parse_cards("7S 7H 7D 7C 8S 3C 4C 5C 6C 2C"))
    >>> [(str(card), index) for card, index in plan.layoffs], plan.deadwood
    ([('7S', 0), ('8S', 0)], 0)

    Raises MeldError for a spread that is not disjoint melds, CardError for bad cards or one that the spread
    holds as well.
    """
    melds, hand = _table(spread, cards)
    best: tuple[int, int, tuple[Layoff, ...]] | None = None
    choices = [[(0, ()), *_extensions(meld, i, hand)] for i, meld in enumerate(melds)]
    for picks in product(*choices):
        laid = 0
        for taken, _ in picks:
            if laid & taken:
                break
            laid |= taken
        else:
            plan = (deadwood_of(hand ^ laid), laid.bit_count(), tuple(one for _, order in picks for one in order))
            if best is None or plan < best:
                best = plan
    assert best is not None  # laying off nothing is always among the picks
    return LayoffPlan(best[2], best[0])


def legal_layoffs(spread: Sequence[Iterable[Card]], cards: Collection[Card]) -> tuple[Layoff, ...]:
    """Every (card, meld index) that a holder of `cards` may lay off next onto the melds as they now lie.

    Raises MeldError or CardError as `best_layoffs` does.
    """
    melds, hand = _table(spread, cards)
    return tuple((card, i) for card in cards_of(hand) for i, meld in enumerate(melds) if fits(meld, card))


def is_meld(cards: Collection[Card]) -> bool:
    """Whether these cards, in any order, are a set or a run.

    >>> from ginrummy import parse_cards
    >>> is_meld(parse_cards("6H 4H 5H")), is_meld(parse_cards("QS KS AS"))
    (True, False)
    """
    try:
        return _mask_is_meld(mask_of(cards))
    except CardError:
        return False


def fits(meld: Collection[Card], card: Card) -> bool:
    """Whether `card` may be laid off on `meld`: together they must be a meld (rules 5.3)."""
    return is_meld([*meld, card]) if isinstance(meld, Collection) else False


def check_spread(spread: Iterable[Iterable[Card]]) -> tuple[Meld, ...]:
    """The melds of a spread in the given order, each sorted; MeldError unless they are melds without a shared card."""
    try:
        melds = [tuple(meld) for meld in spread]
    except TypeError:
        raise MeldError(f"not a list of melds: {shown(spread)}") from None
    taken = 0
    for meld in melds:
        if not is_meld(meld):
            raise MeldError(f"neither a set nor a run: {' '.join(map(str, meld[:14])) or 'no cards'}")
        mask = mask_of(meld)
        if taken & mask:
            raise MeldError(f"{cards_of(taken & mask)[0]} is in two melds")
        taken |= mask
    return tuple(cards_of(mask_of(meld)) for meld in melds)


def deadwood_of(mask: int) -> int:
    """`deadwood` of a mask, unchecked."""
    minors, majors = mask & 0x3FFFFFF, mask >> 26
    clubs, diamonds, hearts, spades = minors & 0x1FFF, minors >> 13, majors & 0x1FFF, majors >> 13
    if sets := clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds):
        return _with_sets(clubs, diamonds, hearts, spades, sets)
    return _LOOSE[clubs] + _LOOSE[diamonds] + _LOOSE[hearts] + _LOOSE[spades]


def points_of(mask: int) -> int:
    """Points of all cards of a mask, melded or not."""
    return (
        _SUIT_POINTS[mask & SUIT_MASK]
        + _SUIT_POINTS[mask >> 13 & SUIT_MASK]
        + _SUIT_POINTS[mask >> 26 & SUIT_MASK]
        + _SUIT_POINTS[mask >> 39]
    )


def _with_sets(clubs: int, diamonds: int, hearts: int, spades: int, sets: int) -> int:
    """Least deadwood of four suits, of which the ranks of `sets` are held three or four times."""
    loose = _LOOSE[clubs] + _LOOSE[diamonds] + _LOOSE[hearts] + _LOOSE[spades]
    contested = sets & (_RUNS[clubs] | _RUNS[diamonds] | _RUNS[hearts] | _RUNS[spades])
    if free := sets ^ contested:
        loose -= 3 * _SUIT_POINTS[free] + _SUIT_POINTS[free & clubs & diamonds & hearts & spades]
    return _least(clubs, diamonds, hearts, spades, loose, contested) if contested and loose else loose


def _least(clubs: int, diamonds: int, hearts: int, spades: int, loose: int, ranks: int) -> int:
    """Least deadwood when each of `ranks`, of which a card lies in a run too, may be laid as a set or not."""
    rank = ranks & -ranks
    out = ~rank
    c, d, h, s = clubs & out, diamonds & out, hearts & out, spades & out
    of_clubs, of_diamonds = _LOOSE[c] - _LOOSE[clubs], _LOOSE[d] - _LOOSE[diamonds]
    of_hearts, of_spades = _LOOSE[h] - _LOOSE[hearts], _LOOSE[s] - _LOOSE[spades]
    of_set = of_clubs + of_diamonds + of_hearts + of_spades
    four = rank & clubs & diamonds & hearts & spades
    others = ranks ^ rank
    if not others:
        if four:  # a set of three may leave the fourth card to its run, which is the one that would miss it most
            of_set -= max(of_clubs, of_diamonds, of_hearts, of_spades, 0)
        return loose + of_set if of_set < 0 else loose
    best = _least(c, d, h, s, loose + of_set, others)
    if best:
        best = min(best, _least(clubs, diamonds, hearts, spades, loose, others))
    if four:
        if best and rank & _RUNS[clubs]:
            best = min(best, _least(clubs, d, h, s, loose + of_set - of_clubs, others))
        if best and rank & _RUNS[diamonds]:
            best = min(best, _least(c, diamonds, h, s, loose + of_set - of_diamonds, others))
        if best and rank & _RUNS[hearts]:
            best = min(best, _least(c, d, hearts, s, loose + of_set - of_hearts, others))
        if best and rank & _RUNS[spades]:
            best = min(best, _least(c, d, h, spades, loose + of_set - of_spades, others))
    return best


def _table(spread: Sequence[Iterable[Card]], cards: Collection[Card]) -> tuple[tuple[Meld, ...], int]:
    """A spread and the mask of the hand that faces it, which share no card."""
    hand = _hand_mask(cards)
    melds = check_spread(spread)
    for meld in melds:
        if both := hand & mask_of(meld):
            raise CardError(f"{cards_of(both)[0]} is in the spread and in the hand")
    return melds, hand


def _hand_mask(cards: Collection[Card]) -> int:
    mask = mask_of(cards)
    if len(cards) > MAX_CARDS:
        raise CardError(f"{len(cards)} cards; a hand has {MAX_CARDS} at most")
    return mask


def _mask_is_meld(mask: int) -> bool:
    if mask.bit_count() < 3:
        return False
    low = (mask & -mask).bit_length() - 1
    if mask & ~(_RANK_OF_ALL_SUITS << low % 13) == 0:
        return True
    suit = mask >> 13 * (low // 13)
    return suit <= SUIT_MASK and (suit + (suit & -suit)) & suit == 0  # one block: adding its lowest bit clears it


def _ranked_arrangements(mask: int) -> Iterator[tuple[int, int, int, tuple[Meld, ...]]]:
    """(deadwood, -sets, melds, the melds) of each choice of sets, with the runs that then leave least."""
    ranks = [rank for rank in range(13) if (mask >> rank & _RANK_OF_ALL_SUITS).bit_count() >= 3]
    for sets in product(*(_sets_at(mask, rank) for rank in ranks)):
        left = mask
        for chosen in sets:
            left ^= chosen
        runs = tuple(_runs_in(left))
        melds = sorted(cards_of(meld) for meld in (*filter(None, sets), *runs))
        for run in runs:
            left ^= run
        number = len(melds) - len(runs)
        yield points_of(left), -number, len(melds), tuple(melds)


def _sets_at(mask: int, rank: int) -> list[int]:
    """The sets that a hand can lay at a rank that it holds three or four times, and 0 for none."""
    held = mask & _RANK_OF_ALL_SUITS << rank
    if held.bit_count() == 3:
        return [0, held]
    return [0, held, *(held ^ 1 << rank + 13 * suit for suit in range(4))]


def _runs_in(mask: int) -> Iterator[int]:
    """The blocks of three or more neighbours, each as one run."""
    for shift in (0, 13, 26, 39):
        covered = _RUNS[mask >> shift & SUIT_MASK]
        while covered:
            low = covered & -covered
            block = covered & ~(covered + low)
            yield block << shift
            covered ^= block


def _extensions(meld: Meld, index: int, hand: int) -> Iterator[tuple[int, tuple[Layoff, ...]]]:
    """Each way to lay cards of `hand` on one meld, as (mask, legal order), but for laying none."""
    if meld[0] % 13 == meld[1] % 13:
        for card in cards_of(hand):
            if fits(meld, card):
                yield 1 << card, ((card, index),)
        return
    suit = 13 * (meld[0] // 13)
    below = _neighbours(hand, range(meld[0] - 1, suit - 1, -1))
    above = _neighbours(hand, range(meld[-1] + 1, suit + 13))
    for low, high in product(range(len(below) + 1), range(len(above) + 1)):
        if chosen := below[:low] + above[:high]:
            yield mask_of(chosen), tuple((card, index) for card in chosen)


def _neighbours(hand: int, ids: range) -> tuple[Card, ...]:
    """The cards of `hand` at these ids, as far as they follow without a gap."""
    found = []
    for card in ids:
        if not hand >> card & 1:
            break
        found.append(Card(card))
    return tuple(found)
