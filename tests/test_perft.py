"""Perft: how many ways a fixed deal can be played to a depth, against a second move generator.

The generator below is written from the rules with sets and lists of card ids. It tries every arrangement of a hand, so
it shares no search with the library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from deals import deck_of, variant
from ginrummy import Ruleset
from ginrummy.deck import shuffle_v1
from ginrummy.hand import HandState, apply, deal, legal_actions
from ginrummy.notation import format_action

NAMES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
SETS = [
    frozenset(rank + 13 * suit for suit in range(4) if suit != left_out) for rank in range(13) for left_out in range(5)
]
RUNS = [
    frozenset(13 * suit + rank for rank in range(low, high))
    for suit in range(4)
    for low in range(11)
    for high in range(low + 3, 14)
]
MELDS = set(SETS) | set(RUNS)


def value(cards: frozenset[int]) -> int:
    return sum(min(card % 13 + 1, 10) for card in cards)


@cache
def arrangements(hand: frozenset[int]) -> tuple[tuple[frozenset[int], ...], ...]:
    found: list[tuple[frozenset[int], ...]] = [()]
    for meld in (meld for meld in MELDS if meld <= hand):
        found += [(*one, meld) for one in found if not any(meld & other for other in one)]
    return tuple(found)


@cache
def least(hand: frozenset[int]) -> int:
    return min(value(hand.difference(*one)) for one in arrangements(hand))


@cache
def canonical(hand: frozenset[int]) -> tuple[frozenset[int], ...]:
    """Least deadwood, then most sets, then fewest melds, then the smallest list (rules 5.1)."""

    def order(one: tuple[frozenset[int], ...]) -> tuple[Any, ...]:
        sets = sum(meld in SETS for meld in one)
        return value(hand.difference(*one)), -sets, len(one), sorted(sorted(meld) for meld in one)

    return tuple(sorted(min(arrangements(hand), key=order), key=sorted))


@cache
def least_after_layoffs(spread: tuple[frozenset[int], ...], hand: frozenset[int]) -> int:
    ways = [
        least_after_layoffs((*spread[:i], meld | {card}, *spread[i + 1 :]), hand - {card})
        for card in hand
        for i, meld in enumerate(spread)
        if meld | {card} in MELDS
    ]
    return min([least(hand), *ways])


class Naive(NamedTuple):
    """A hand as the second generator sees it; `stock` holds (position, card), `result` (kind, winner, points)."""

    rules: Ruleset
    dealer: int
    locked: bool
    limit: int
    times: int
    phase: str
    seat: int
    hands: tuple[frozenset[int], frozenset[int]]
    pile: tuple[int, ...]
    stock: tuple[tuple[int, int], ...]
    taken: int | None = None
    pile_draws: int = 0
    spread: tuple[frozenset[int], ...] = ()
    deadwood: int = 0
    result: tuple[str, int | None, int] | None = None


def naive_deal(deck: list[int], dealer: int, rules: Ruleset, *, locked: bool) -> Naive:
    dealt = frozenset(deck[0:20:2]), frozenset(deck[1:20:2])
    rank, suit = deck[20] % 13 + 1, deck[20] // 13
    limit = rules.knock_limit
    if rules.straight_gin:
        limit = 0
    elif rules.oklahoma:
        limit = 0 if rank == 1 and rules.oklahoma_ace.name == "GIN_ONLY" else min(rank, 10, limit)
    times = 2 if rules.spades_double and suit == 3 else 1
    hands = dealt if dealer == 1 else (dealt[1], dealt[0])
    stock = tuple(enumerate(deck[21:]))
    return Naive(rules, dealer, locked, limit, times, "UPCARD_FIRST", 1 - dealer, hands, (deck[20],), stock)


def naive_moves(s: Naive) -> list[tuple[str, Naive]]:
    """Each legal action in text, with the hand that it leads to (rules section 4)."""
    match s.phase:
        case "UPCARD_FIRST":
            return [("take", naive_take(s, 0)), ("pass", s._replace(phase="UPCARD_SECOND", seat=1 - s.seat))]
        case "UPCARD_SECOND":
            return [("take", naive_take(s, 0)), ("pass", s._replace(phase="FORCED_STOCK", seat=1 - s.seat))]
        case "FORCED_STOCK":
            return [("draw", naive_draw(s))]
        case "DRAW":
            return [("draw", naive_draw(s)), ("take", naive_take(s, 1))]
        case "ACT":
            discards = [(f"discard {NAMES[card]}", naive_discard(s, card)) for card in naive_sheddable(s)]
            return discards + naive_outs(s)
        case "WALL":
            return [("pass", naive_void(s)), *naive_outs(naive_take(s, 0))]
        case "LAYOFF":
            laid = [
                (f"lay-off {NAMES[card]} {i}", naive_lay_off(s, card, i))
                for card in sorted(s.hands[s.seat])
                for i, meld in enumerate(s.spread)
                if meld | {card} in MELDS
            ]
            return [*laid, ("finish", naive_count(s, least(s.hands[s.seat])))]
        case _:
            return []


def naive_holding(s: Naive, seat: int, cards: frozenset[int]) -> Naive:
    return s._replace(hands=(cards, s.hands[1]) if seat == 0 else (s.hands[0], cards))


def naive_take(s: Naive, counted: int) -> Naive:
    s = naive_holding(s, s.seat, s.hands[s.seat] | {s.pile[-1]})
    return s._replace(phase="ACT", taken=s.pile[-1], pile=s.pile[:-1], pile_draws=s.pile_draws + counted)


def naive_draw(s: Naive) -> Naive:
    drawn = s.stock[0]
    if s.locked:
        own = [one for one in s.stock if one[0] % 2 == (s.seat == s.dealer)]
        drawn = own[0] if own else s.stock[-1]
    s = naive_holding(s, s.seat, s.hands[s.seat] | {drawn[1]})
    return s._replace(phase="ACT", taken=None, stock=tuple(one for one in s.stock if one != drawn))


def naive_sheddable(s: Naive) -> list[int]:
    return sorted(card for card in s.hands[s.seat] if card != s.taken or s.rules.may_discard_taken_card)


def naive_void(s: Naive) -> Naive:
    return s._replace(phase="HAND_OVER", result=("VOID", None, 0))


def naive_discard(s: Naive, card: int) -> Naive:
    s = naive_holding(s, s.seat, s.hands[s.seat] - {card})
    s = s._replace(phase="DRAW", seat=1 - s.seat, pile=(*s.pile, card), taken=None)
    if len(s.stock) == s.rules.wall_stock:
        return naive_void(s) if s.rules.wall_rule.name == "VOID_AT_DISCARD" else s._replace(phase="WALL")
    return naive_void(s) if s.pile_draws >= s.rules.max_pile_draws else s


def naive_outs(s: Naive) -> list[tuple[str, Naive]]:
    """Knocks and big gin of the seat that holds eleven cards."""
    hand, defender = s.hands[s.seat], s.hands[1 - s.seat]
    outs = []
    for card in naive_sheddable(s):
        kept = hand - {card}
        deadwood = least(kept)
        if deadwood > s.limit:
            continue
        shown = naive_holding(s, s.seat, kept)._replace(
            phase="LAYOFF", seat=1 - s.seat, spread=canonical(kept), deadwood=deadwood
        )
        if deadwood == 0:
            points = least(defender) + s.rules.gin_bonus
            shown = shown._replace(phase="HAND_OVER", result=("GIN", s.seat, s.times * points))
        elif s.rules.layoff_mode.name == "AUTO":
            shown = naive_count(shown, least_after_layoffs(shown.spread, defender))
        outs.append((f"knock {NAMES[card]}", shown))
    if s.rules.big_gin_enabled and least(hand) == 0:
        points = least(defender) + s.rules.big_gin_bonus
        outs.append(("big-gin", s._replace(phase="HAND_OVER", result=("BIG_GIN", s.seat, s.times * points))))
    return outs


def naive_lay_off(s: Naive, card: int, i: int) -> Naive:
    s = naive_holding(s, s.seat, s.hands[s.seat] - {card})
    return s._replace(spread=(*s.spread[:i], s.spread[i] | {card}, *s.spread[i + 1 :]))


def naive_count(s: Naive, defence: int) -> Naive:
    """The end of a hand whose defender, the seat to act, counts `defence` (rules section 6)."""
    defender, tie_rule = s.seat, s.rules.tie_rule.name
    if s.deadwood < defence:
        result = ("KNOCK", 1 - defender, s.times * (defence - s.deadwood))
    elif s.deadwood > defence or tie_rule == "UNDERCUT":
        result = ("UNDERCUT", defender, s.times * (s.deadwood - defence + s.rules.undercut_bonus))
    elif tie_rule == "KNOCKER_ZERO":
        result = ("KNOCK", 1 - defender, 0)
    else:
        result = ("VOID", None, 0)
    return s._replace(phase="HAND_OVER", result=result)


def library_moves(state: HandState) -> list[tuple[str, HandState]]:
    return [(format_action(action), apply(state, action)[0]) for action in legal_actions(state)]


def perft(state: HandState, depth: int) -> int:
    """How many sequences of `depth` actions there are."""
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action)[0], depth - 1) for action in actions)


Census = Counter[str]
"""How many sequences there are, how many actions of each kind on their way, and how many hands ended how."""


def census(moves: Callable[[Any], list[tuple[str, Any]]], hand: Any, depth: int) -> Census:
    if depth == 0:
        return Counter(sequences=1)
    counted: Census = Counter()
    for text, after in moves(hand):
        counted[text.split()[0]] += 1
        if after.result is not None:
            counted[ending(after.result)] += 1
        counted += census(moves, after, depth - 1)
    return counted


def ending(result: Any) -> str:
    kind, winner, points = result if isinstance(result, tuple) else (result.kind.name, result.winner, result.points)
    return f"{kind} {winner} {points}"


def divide(moves: Callable[[Any], list[tuple[str, Any]]], hand: Any, depth: int) -> dict[str, Census]:
    return {text: census(moves, after, depth - 1) for text, after in moves(hand)}


def differing(state: HandState, naive: Naive, depth: int) -> str:
    """A line for each first action after which the two generators disagree."""
    library, second = divide(library_moves, state, depth), divide(naive_moves, naive, depth)
    lines = [
        f"{text}: the library has {dict(library.get(text, {}))}, the rules {dict(second.get(text, {}))}"
        for text in sorted({*library, *second})
        if library.get(text) != second.get(text)
    ]
    return "\n".join([f"divide at depth {depth}:", *lines])


QUIET_SEED = bytes(32)
QUIET_HAND = 0


@pytest.mark.parametrize(
    ("depth", "expected"),
    [(1, 2), (2, 12), (3, 31), (4, 241), (5, 652), (6, 5061), (7, 13692), (8, 106281)],
)
def test_a_deal_without_knocks_branches_as_the_rules_count(depth: int, expected: int) -> None:
    """Two choices at the upcard, then ten or eleven discards and two draws in turn, give the known counts."""
    state = deal(shuffle_v1(QUIET_SEED, QUIET_HAND), 0, variant("standard"))
    counted = perft(state, depth)
    assert counted == expected, "\n".join(
        f"{format_action(action)}: {perft(apply(state, action)[0], depth - 1) if depth > 1 else 1}"
        for action in legal_actions(state)
    )


def test_the_second_generator_knows_every_meld() -> None:
    """It has the 65 sets and the 264 runs of rules section 1, none of them twice."""
    assert (len(set(SETS)), len(set(RUNS)), len(MELDS)) == (65, 264, 329)


LAYING_OFF = deck_of("4H 5H 6H 8C 9C TC QS QD QH KH", "2S 3S 4S JS JD JC 8H 9H 2D 7H", "6D", "QC 7C JH")
BIG_GIN = deck_of("4C 5C 6C 7C TS TD TH 2D 2H 2C", "3S 3D 3H 8C 9C 9D 9H 9S KH QH", "2S", "TC 8S 3C")
UNDERCUT = deck_of("3H 4H 5H 9S 9D 9C TD JD QD KD", "AS 2S 3S 6C 6D 6H KS KC KH AD", "7S", "4C 5D 9H 2H")
TIE = deck_of("3H 4H 5H 9S 9D 9C TD JD QD 8S", "AS 2S 3S 6C 6D 6H KS KC KH 5D", "5S", "5C 4S 8D")
LOW_SPADE = deck_of("3H 4H 5H 9S 9D 9C TD JD QD AC", "2C 2S 3S 6C 6D 6H KS KC KH AD", "AS", "AH 2H KD 9H")
CHOICE_OF_MELDS = deck_of("2H 3H 4H 2S 2D KS KD KC AC AD", "5H 6H AH 9S 9D 9C JS JD JC TS", "7C", "8H AS 4S")
"""The same cards are a run or a set; whichever is the canonical minimum decides what may be laid off."""


def random_deal(hand_index: int) -> tuple[int, ...]:
    return tuple(map(int, shuffle_v1(b"perft".ljust(32, b"."), hand_index)))


ROUND = "draw shed "

CASES = {
    "standard laying off": (LAYING_OFF, variant("standard"), "", 7, {"lay-off", "finish", "KNOCK"}),
    "standard two spreads": (CHOICE_OF_MELDS, variant("standard"), "", 6, {"lay-off", "KNOCK"}),
    "standard undercut": (UNDERCUT, variant("standard"), "", 6, {"finish", "KNOCK", "UNDERCUT"}),
    "standard tie": (TIE, variant("standard"), "", 6, {"UNDERCUT"}),
    "standard tie void": (TIE, variant("standard", tie_rule="VOID"), "", 6, {"VOID"}),
    "standard tie zero": (TIE, variant("standard", tie_rule="KNOCKER_ZERO"), "", 6, {"KNOCK 0 0"}),
    "standard gin only": (BIG_GIN, variant("standard"), "", 6, {"GIN"}),
    "standard taken card may go": (BIG_GIN, variant("standard", may_discard_taken_card=True), "", 6, {"GIN"}),
    "standard straight gin": (TIE, variant("standard", straight_gin=True), "", 6, set()),
    "classic big gin": (BIG_GIN, variant("classic"), "", 6, {"big-gin", "BIG_GIN", "GIN"}),
    "classic laying off": (LAYING_OFF, variant("classic"), "", 6, {"lay-off", "KNOCK"}),
    "oklahoma undercut": (UNDERCUT, variant("oklahoma"), "", 7, {"KNOCK", "UNDERCUT"}),
    "oklahoma ace": (LOW_SPADE, variant("oklahoma"), "", 6, set()),
    "oklahoma ace one": (LOW_SPADE, variant("oklahoma", oklahoma_ace="ONE"), "", 6, {"KNOCK"}),
    "oklahoma big gin": (BIG_GIN, variant("oklahoma"), "", 6, {"big-gin", "GIN", "BIG_GIN"}),
    "oklahoma chosen layoffs": (
        CHOICE_OF_MELDS,
        variant("oklahoma", layoff_mode="CHOSEN", spread_mode="KNOCKER"),
        "",
        6,
        {"lay-off", "KNOCK"},
    ),
    "pile goes round": (LAYING_OFF, variant("standard", max_pile_draws=1), "", 6, {"VOID"}),
    "void wall": (CHOICE_OF_MELDS, variant("standard", wall_stock=20), ROUND * 10, 6, {"VOID"}),
    "wall": (
        BIG_GIN,
        variant("classic", wall_stock=20, wall_rule="OPPONENT_MAY_GO_OUT"),
        ROUND * 10,
        6,
        {"pass", "VOID", "GIN"},
    ),
    "wall laying off": (
        LAYING_OFF,
        variant("standard", wall_stock=20, wall_rule="OPPONENT_MAY_GO_OUT", may_discard_taken_card=True),
        ROUND * 10,
        6,
        {"pass", "lay-off", "VOID", "KNOCK"},
    ),
    "wall oklahoma": (
        UNDERCUT,
        variant("oklahoma", wall_stock=20, wall_rule="OPPONENT_MAY_GO_OUT", max_pile_draws=1),
        ROUND * 9,
        8,
        {"pass", "UNDERCUT", "VOID"},
    ),
    "one seat draws alone": (random_deal(3), variant("standard"), "draw shed take shed " * 16, 6, set()),
    **{
        f"random deal {i}": (random_deal(i), variant(preset, knock_limit=10), "", 6, set())
        for i, preset in enumerate(("standard", "classic", "oklahoma"))
    },
}
"""Deck, ruleset, what is played first (`shed`: the card drawn, or the first one allowed), depth, what must be met."""


@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
@pytest.mark.parametrize("case", CASES)
def test_the_library_plays_what_a_second_generator_plays(case: str, stock: str) -> None:
    """Both allow the same actions to the same depth and end the same number of hands with the same points."""
    deck, rules, path, depth, met = CASES[case]
    state: Any = deal(deck, 1, rules, stock)
    naive: Any = naive_deal([int(card) for card in deck], 1, rules, locked=stock == "seat-locked")
    for word in ["pass", "pass", *path.split()] if path else []:
        texts = [text for text, _ in naive_moves(naive)]
        wanted = word if word != "shed" else f"discard {state.drawn}"
        if wanted not in texts:
            wanted = texts[0]
        state, naive = dict(library_moves(state))[wanted], dict(naive_moves(naive))[wanted]
    second = census(naive_moves, naive, depth)
    assert not [word for word in met if not any(key.startswith(word) for key in second)], "the case misses its point"
    assert census(library_moves, state, depth) == second, differing(state, naive, depth)


def test_the_divide_names_the_action_that_disagrees() -> None:
    """Where a rule differs in one branch only, the failure text shows that branch and no other."""
    state = deal(LAYING_OFF, 1, variant("standard"))
    naive = naive_deal([int(card) for card in LAYING_OFF], 1, variant("standard", knock_limit=0), locked=False)
    text = differing(state, naive, 2)
    assert text.splitlines()[0] == "divide at depth 2:"
    assert [line.split(":")[0] for line in text.splitlines()[1:]] == ["take"]
