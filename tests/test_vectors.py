"""Every row of `vectors/`, checked against the row and against a brute force that shares no code with the library.

The brute force works on texts: a card is "TD", a hand a frozenset, and an arrangement any choice of disjoint melds
among the 329. What may be done in a state of `hands.jsonl` follows from the trace's own record of cards.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

import pytest

from ginrummy import Card, Ruleset, format_cards, parse_cards
from ginrummy import deck as deals
from ginrummy import melds as solver
from ginrummy.actions import Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.events import LaidOff
from ginrummy.hand import apply, deal, legal_actions

VECTORS = Path(__file__).parent / "vectors"
RANKS, SUITS = "A23456789TJQK", "CDHS"


def rows(name):
    with (VECTORS / name).open() as lines:
        return [json.loads(line) for line in lines]


DEADWOOD, LAYOFF, HANDS = rows("deadwood.jsonl"), rows("layoff.jsonl"), rows("hands.jsonl")
SHUFFLE = json.loads((VECTORS / "shuffle.json").read_text())


def in_chunks(found, size=100):
    chunks = [found[i : i + size] for i in range(0, len(found), size)]
    return pytest.mark.parametrize("chunk", chunks, ids=[f"rows {c[0]['id']} to {c[-1]['id']}" for c in chunks])


def one_by_one(found):
    return pytest.mark.parametrize("row", found, ids=[f"row {row['id']}" for row in found])


def cards(texts):
    return parse_cards(" ".join(texts))


def texts(some):
    return frozenset(map(str, some))


def points(some):
    return sum(min(RANKS.index(card[0]) + 1, 10) for card in some)


def number(card):
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


SETS = {frozenset(rank + suit for suit in suits) for n in (3, 4) for suits in combinations(SUITS, n) for rank in RANKS}
RUNS = {
    frozenset(rank + suit for rank in RANKS[low:high])
    for suit in SUITS
    for low in range(13)
    for high in range(low + 3, 14)
}
MELDS = SETS | RUNS


def arrangements(hand):
    """Every choice of disjoint melds of a hand, each as a tuple."""
    return list(_chosen([meld for meld in MELDS if meld <= hand]))


def _chosen(melds):
    yield ()
    for i, meld in enumerate(melds):
        for rest in _chosen([other for other in melds[i + 1 :] if not other & meld]):
            yield (meld, *rest)


@cache
def least(hand):
    return points(hand) - max(points(frozenset().union(*melds)) for melds in arrangements(hand))


def after_shedding(hand):
    """The least deadwood of a hand by the card that is shed from it."""
    covers = [frozenset().union(*melds) for melds in arrangements(hand)]
    worth = sorted(((points(cover), cover) for cover in covers), key=lambda pair: -pair[0])
    total = points(hand)
    return {card: total - points([card]) - next(saved for saved, cover in worth if card not in cover) for card in hand}


def canonical(hand):
    """The melds of rules 5.1 as sorted lists of ids."""

    def order(melds):
        lists = sorted(sorted(map(number, meld)) for meld in melds)
        left = points(hand) - sum(map(points, melds))
        return left, -sum(meld in SETS for meld in melds), len(melds), lists

    return min(map(order, arrangements(hand)))[3]


def joint_optimum(spread, hand):
    """The least deadwood of a defender over all orders of layoffs, and the fewest layoffs that reach it."""
    seen, open_ = set(), [(tuple(map(frozenset, spread)), frozenset(hand))]
    while open_:
        melds, left = place = open_.pop()
        if place in seen:
            continue
        seen.add(place)
        for i, meld in enumerate(melds):
            open_ += [
                ((*melds[:i], meld | {card}, *melds[i + 1 :]), left - {card}) for card in left if meld | {card} in MELDS
            ]
    return min((least(left), len(hand) - len(left)) for _, left in seen)


def test_there_are_329_melds():
    """65 sets and 264 runs, as rules section 1 counts them: the brute force misses none and adds none."""
    assert (len(SETS), len(RUNS)) == (65, 264)


def test_no_row_is_missing():
    """The vectors are the whole files."""
    assert (len(DEADWOOD), len(LAYOFF), len(HANDS)) == (2000, 1000, 400)
    assert (len(SHUFFLE["shuffle"]), len(SHUFFLE["match_seed"])) == (18, 4)


@in_chunks(DEADWOOD)
def test_deadwood_is_the_rows(chunk):
    """`deadwood` is the row's number, whatever the order of the cards."""
    wrong = [
        (row["id"], row["cards"], row["deadwood"])
        for row in chunk
        if {solver.deadwood(cards(row["cards"])), solver.deadwood(cards(row["cards"][::-1]))} != {row["deadwood"]}
    ]
    assert not wrong


@in_chunks(DEADWOOD)
def test_the_best_arrangement_is_one(chunk):
    """Its melds are disjoint melds of the hand, its deadwood cards the others, its deadwood their points and least."""
    for row in chunk:
        found = solver.best_arrangement(cards(row["cards"]))
        melded = [str(card) for meld in found.melds for card in meld]
        assert all(texts(meld) in MELDS for meld in found.melds), row["id"]
        assert sorted(melded + [str(card) for card in found.deadwood_cards]) == sorted(row["cards"]), row["id"]
        assert found.deadwood == points(texts(found.deadwood_cards)) == row["deadwood"], row["id"]


@in_chunks(DEADWOOD)
def test_the_best_arrangement_is_the_canonical_one(chunk):
    """Of all arrangements it has least deadwood, then most sets, then fewest melds, then the smallest list."""
    for row in chunk:
        found = solver.best_arrangement(cards(row["cards"]))
        assert [[int(card) for card in meld] for meld in found.melds] == canonical(frozenset(row["cards"])), row["id"]


@in_chunks(DEADWOOD)
def test_the_brute_force_agrees_with_the_rows(chunk):
    """It finds each row's deadwood and as many optimal arrangements as the row counts."""
    for row in chunk:
        hand = frozenset(row["cards"])
        left = [points(hand) - sum(map(points, melds)) for melds in arrangements(hand)]
        assert (min(left), left.count(min(left))) == (row["deadwood"], row["count_of_optimal_arrangements"]), row["id"]


@in_chunks([row for row in DEADWOOD if len(row["cards"]) == 11])
def test_the_best_discards_are_the_rows(chunk):
    """Shedding each card of eleven in turn, the least deadwood and all cards that reach it are the row's."""
    for row in chunk:
        hand = cards(row["cards"])
        left = {str(shed): solver.deadwood([card for card in hand if card != shed]) for shed in hand}
        best = min(left.values())
        assert best == row["deadwood_after_best_discard"], row["id"]
        assert {card for card, dw in left.items() if dw == best} == set(row["best_discards"]), row["id"]


@in_chunks([row for row in DEADWOOD if len(row["cards"]) == 11])
def test_big_gin_is_the_rows(chunk):
    """Eleven cards are a big gin where the row says so, and then all of them lie in the best arrangement."""
    for row in chunk:
        found = solver.best_arrangement(cards(row["cards"]))
        assert (found.deadwood == 0, not found.deadwood_cards) == (row["big_gin"], row["big_gin"]), row["id"]


@in_chunks(LAYOFF)
def test_best_layoffs_leave_what_the_row_says(chunk):
    """The plan's deadwood is the joint optimum, and the deadwood without layoffs is the row's own minimum."""
    wrong = [
        row["id"]
        for row in chunk
        if solver.best_layoffs([cards(meld) for meld in row["knocker_melds"]], cards(row["defender_cards"])).deadwood
        != row["min_deadwood_after_layoff"]
        or solver.deadwood(cards(row["defender_cards"])) != row["own_min_deadwood"]
    ]
    assert not wrong


@in_chunks(LAYOFF)
def test_best_layoffs_are_legal_in_their_order(chunk):
    """Each card fits its meld when its turn comes, none comes twice, and the cards left count what is promised."""
    for row in chunk:
        melds = [frozenset(meld) for meld in row["knocker_melds"]]
        left = frozenset(row["defender_cards"])
        plan = solver.best_layoffs([cards(meld) for meld in row["knocker_melds"]], cards(row["defender_cards"]))
        for card, i in plan.layoffs:
            assert str(card) in left, row["id"]
            left -= {str(card)}
            melds[i] |= {str(card)}
            assert melds[i] in MELDS, row["id"]
        assert least(left) == plan.deadwood, row["id"]


@in_chunks(LAYOFF)
def test_best_layoffs_lay_off_no_card_too_many(chunk):
    """Of the plans that leave least, one with the fewest cards is taken, as a search of every order finds it."""
    for row in chunk:
        plan = solver.best_layoffs([cards(meld) for meld in row["knocker_melds"]], cards(row["defender_cards"]))
        found = (plan.deadwood, len(plan.layoffs))
        assert found == joint_optimum(row["knocker_melds"], row["defender_cards"]), row["id"]


def test_of_equal_layoffs_the_shorter_is_taken():
    """9S goes alone onto the nines, though the run would take it after the 8S that the defender can spare."""
    spread = [parse_cards("9C 9D 9H"), parse_cards("5S 6S 7S")]
    hand = parse_cards("8S 8C 8D 8H 9S KC KD KH AC AD")
    assert joint_optimum(map(texts, spread), texts(hand)) == (2, 1)
    plan = solver.best_layoffs(spread, hand)
    assert (plan.layoffs, plan.deadwood) == (((Card("9S"), 0),), 2)


@in_chunks(LAYOFF)
def test_the_rows_own_plan_is_legal(chunk):
    """The row's layoffs are each among the legal ones when its turn comes, and leave the row's deadwood."""
    for row in chunk:
        melds = [cards(meld) for meld in row["knocker_melds"]]
        left = list(cards(row["defender_cards"]))
        for text, i in row["one_optimal"]["layoffs"]:
            card = Card(text)
            assert (card, i) in solver.legal_layoffs(melds, left), row["id"]
            melds[i] = (*melds[i], card)
            left.remove(card)
        assert solver.deadwood(left) == row["min_deadwood_after_layoff"], row["id"]


@pytest.mark.parametrize("row", SHUFFLE["shuffle"], ids=lambda row: f"{row['match_seed'][:8]} hand {row['hand_index']}")
def test_shuffle_v1_deals_the_rows_deck(row):
    """The seed and the index give the row's 52 cards, top first."""
    assert format_cards(deals.shuffle_v1(bytes.fromhex(row["match_seed"]), row["hand_index"])) == row["deck"]


@pytest.mark.parametrize("row", SHUFFLE["match_seed"], ids=lambda row: f"{row['deal_key']} {row['master_seed'][:8]}")
def test_match_seeds_are_the_rows(row):
    """Master seed, key and nonces give the row's match seed, in whatever order the nonces come."""
    master = bytes.fromhex(row["master_seed"])
    nonces = [(name, bytes.fromhex(nonce)) for name, nonce in row["nonces"]]
    assert deals.match_seed(master, row["deal_key"], dict(nonces)).hex() == row["match_seed"]
    assert deals.match_seed(master, row["deal_key"], dict(reversed(nonces))).hex() == row["match_seed"]


@pytest.mark.parametrize("row", SHUFFLE["match_seed"], ids=lambda row: f"{row['deal_key']} {row['master_seed'][:8]}")
def test_commitments_are_the_rows(row):
    """The commitment to the master seed is the row's."""
    assert deals.commitment(bytes.fromhex(row["master_seed"])).hex() == row["commitment"]


@dataclass(frozen=True)
class Step:
    """A decision of a trace: where it is taken, by whom, what is legal there, and what was chosen."""

    phase: str
    seat: int
    hands: tuple[frozenset[str], frozenset[str]]
    pile: tuple[str, ...]
    stock: int
    legal: frozenset[object]
    action: object


class Trace:
    """A row of `hands.jsonl` followed with the row's record alone: no rule of the library is asked."""

    def __init__(self, row, *, wall_pass):
        self.row, self.limit = row, row["knock_limit"]
        self.hands = [frozenset(row["deal"]["p0"]), frozenset(row["deal"]["p1"])]
        self.pile, self.stock, self.taken = (row["upcard"],), 31, None
        self.melds, self.knocker, self.knocked = [], None, None
        self.wall_pass = wall_pass
        self.steps = tuple(self._walk())

    @cached_property
    def ruleset(self):
        params = self.row["params"]
        return {
            "knock_limit": params.get("knock_card", 10),
            "oklahoma": params.get("oklahoma", False),
            "gin_bonus": params.get("gin_bonus", 25),
            "undercut_bonus": params.get("undercut_bonus", 25),
        }

    @property
    def deck(self):
        dealt = [card for pair in zip(self.row["deal"]["p0"], self.row["deal"]["p1"], strict=True) for card in pair]
        named = cards([*dealt, self.row["upcard"], *self.row["stock_drawn"]])
        return (*named, *(card for card in ALL_CARDS if card not in named))

    def _walk(self):
        phase = "UPCARD_FIRST"
        for entry in self.row["actions"]:
            if entry["a"] == "wall_pass" and not self.wall_pass:
                continue
            if entry["a"] == "spread" and self.knocked["deadwood"] == 0:
                continue
            seat = entry["p"]
            before = tuple(self.hands), self.pile, self.stock
            legal = frozenset(self._legal(phase, seat))
            action, after = self._applied(phase, seat, entry)
            yield Step(phase, seat, *before, legal, action)
            phase = after

    def _legal(self, phase, seat):
        hand = self.hands[seat]
        match phase:
            case "UPCARD_FIRST" | "UPCARD_SECOND":
                return TakeDiscard(), Pass()
            case "FORCED_STOCK":
                return (DrawStock(),)
            case "DRAW":
                return DrawStock(), TakeDiscard()
            case "ACT":
                return *(Discard(Card(card)) for card in hand if card != self.taken), *self._knocks(hand, self.taken)
            case "WALL":
                return Pass(), *self._knocks(hand | {self.pile[-1]}, self.pile[-1])
            case "LAYOFF":
                fitting = [(c, i) for c in hand for i, meld in enumerate(self.melds) if meld | {c} in MELDS]
                return FinishLayoffs(), *(LayOff(Card(card), i) for card, i in fitting)
        raise AssertionError(phase)

    def _knocks(self, hand, taken):
        return [Knock(Card(c)) for c, left in after_shedding(hand).items() if left <= self.limit and c != taken]

    def _applied(self, phase, seat, entry):
        match entry["a"]:
            case "pass":
                return Pass(), "UPCARD_SECOND" if phase == "UPCARD_FIRST" else "FORCED_STOCK"
            case "wall_pass":
                return Pass(), "HAND_OVER"
            case "draw_upcard":
                self.hands[seat] |= {self.pile[-1]}
                self.taken, self.pile = self.pile[-1], self.pile[:-1]
                return TakeDiscard(), "ACT"
            case "draw_stock":
                self.hands[seat] |= {entry["card"]}
                self.taken, self.stock = None, self.stock - 1
                return DrawStock(), "ACT"
            case "discard":
                self.hands[seat] -= {entry["card"]}
                self.pile = (*self.pile, entry["card"])
                return Discard(Card(entry["card"])), "DRAW" if self.stock > 2 else "WALL"
            case "knock":
                self.hands[seat] -= {entry["discard"]}
                self.knocker, self.knocked = seat, entry
                self.melds = [frozenset(meld) for meld in entry["melds"]]
                return Knock(Card(entry["discard"]), tuple(map(cards, entry["melds"]))), "LAYOFF"
            case "layoff":
                self.hands[seat] -= {entry["card"]}
                self.melds[entry["meld_index"]] |= {entry["card"]}
                return LayOff(Card(entry["card"]), entry["meld_index"]), "LAYOFF"
            case "spread":
                return FinishLayoffs(), "HAND_OVER"
        raise AssertionError(entry)

    def result(self, defender_deadwood):
        """What rules section 6 makes of the knocker's deadwood as declared and this count of the defender's."""
        if self.knocked is None:
            return "VOID", None, 0
        k, d = self.knocked["deadwood"], defender_deadwood
        if k == 0:
            return "GIN", self.knocker, d + self.ruleset["gin_bonus"]
        if k < d:
            return "KNOCK", self.knocker, d - k
        return "UNDERCUT", 1 - self.knocker, k - d + self.ruleset["undercut_bonus"]


def follow(trace, ruleset, *, until_knock=False):
    """The state after the trace's decisions, each checked first, and all that happened."""
    state, happened = deal(trace.deck, 1, ruleset), []
    for n, step in enumerate(trace.steps):
        at = f"row {trace.row['id']}, decision {n}: {step.action}"
        assert (state.phase.name, state.to_act) == (step.phase, step.seat), at
        assert tuple(map(texts, state.hands)) == step.hands, at
        assert (tuple(map(str, state.pile)), len(state.stock)) == (step.pile, step.stock), at
        legal = legal_actions(state)
        assert set(legal) == step.legal, at
        assert len(legal) == len(step.legal), at
        state, events = apply(state, step.action, seat=step.seat)
        happened += events
        if until_knock and type(step.action) is Knock:
            break
    return state, happened


def outcome(state):
    assert state.phase.name == "HAND_OVER"
    assert (state.to_act, legal_actions(state)) == (None, ())
    return state.result.kind.name, state.result.winner, state.result.points


@one_by_one(HANDS)
def test_a_whole_hand_goes_as_its_trace(row):
    """In every state the legal actions are those that the trace's record allows, and the result is the recount's."""
    trace = Trace(row, wall_pass=False)
    state, _ = follow(trace, Ruleset(**trace.ruleset))
    if trace.knocked is None:
        assert outcome(state) == ("VOID", None, 0)
        assert state.result.void_reason.name == "WALL"
        return
    deadwood = least(trace.hands[1 - trace.knocker])
    assert (state.result.knocker_deadwood, state.result.defender_deadwood) == (trace.knocked["deadwood"], deadwood)
    assert outcome(state) == trace.result(deadwood)
    if row["result"]["final_deadwood"][str(1 - trace.knocker)] == deadwood:  # the trace counted the defender so too
        winner_points = row["result"]["points_if_tie_is_undercut"]
        assert [state.result.points if seat == state.result.winner else 0 for seat in (0, 1)] == winner_points


@one_by_one([row for row in HANDS if row["actions"][-1]["a"] == "wall_pass"])
def test_the_wall_of_a_trace_can_be_passed(row):
    """Under OPPONENT_MAY_GO_OUT the traces' last pass has its counterpart, after which the hand is void."""
    trace = Trace(row, wall_pass=True)
    assert trace.steps[-1].phase == "WALL"
    state, _ = follow(trace, Ruleset(**trace.ruleset, wall_rule="OPPONENT_MAY_GO_OUT"))
    assert outcome(state) == ("VOID", None, 0)


KNOCKED = [row for row in HANDS if any(a["a"] == "knock" and a["deadwood"] for a in row["actions"])]


@one_by_one(KNOCKED)
def test_best_layoffs_end_a_trace_with_the_joint_optimum(row):
    """Laid off card by card after the trace's knock, the best plan is legal and scores the least possible count."""
    trace = Trace(row, wall_pass=False)
    state, _ = follow(trace, Ruleset(**trace.ruleset), until_knock=True)
    defender = state.hands[state.to_act]
    expected, _ = joint_optimum(trace.knocked["melds"], texts(defender))
    for card, i in solver.best_layoffs(state.showdown.spread, defender).layoffs:
        assert LayOff(card, i) in legal_actions(state)
        state, _ = apply(state, LayOff(card, i))
    state, _ = apply(state, FinishLayoffs())
    assert state.result.defender_deadwood == expected
    assert outcome(state) == trace.result(expected)


@one_by_one(KNOCKED)
def test_auto_layoffs_end_a_trace_with_the_joint_optimum(row):
    """Under layoff_mode=AUTO the trace's knock ends the hand at once: legal layoffs, the least possible count."""
    trace = Trace(row, wall_pass=False)
    state, events = follow(trace, Ruleset(**trace.ruleset, layoff_mode="AUTO"), until_knock=True)
    melds = [frozenset(meld) for meld in trace.knocked["melds"]]
    laid = [event for event in events if type(event) is LaidOff]
    for event in laid:
        melds[event.meld_index] |= {str(event.card)}
        assert melds[event.meld_index] in MELDS
    defender = texts(state.hands[1 - trace.knocker])
    expected, fewest = joint_optimum(trace.knocked["melds"], defender | {str(event.card) for event in laid})
    assert (state.result.defender_deadwood, len(laid)) == (expected, fewest)
    assert outcome(state) == trace.result(expected)
