"""The speed of the rules, as ratios against peers measured in the same run.

    python tests/bench/bench_rules.py

Peers are OpenSpiel's C++ and RLCard (`pip install '.[bench]'`); one that is not there is reported as absent. Rounds of
ours and theirs alternate; a figure is the median over rounds of the ratio within a round, in CPU time of one thread.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, make_dataclass
from pathlib import Path
from random import Random

from ginrummy import PRESETS, Card, deck, hand, match, melds, parse_cards, view_for
from ginrummy.cards import ALL_CARDS
from ginrummy.state import HandState

ROUNDS = 15
STANDARD = PRESETS["standard"]
DECKS = [deck.shuffle_v1(bytes(32), i) for i in range(400)]


@dataclass
class Row:
    what: str
    figure: str
    target: str
    met: bool | None
    """None where there is no target."""


def seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def per_second(runs: int, run: Callable[[], object]) -> float:
    return runs / max(seconds(run), 1e-9)


def against(what: str, target: float, ours: Callable[[int], float], theirs: Callable[[int], float]) -> Row:
    """Both give a rate for a round; the row tells the median ratio and both medians."""
    pairs = [(ours(k), theirs(k)) for k in range(ROUNDS)]
    ratio = statistics.median(a / b for a, b in pairs)
    rates = " : ".join(f"{statistics.median(column):,.0f}/s" for column in zip(*pairs, strict=True))
    return Row(what, f"{ratio:.2f} x  ({rates})", f">= {target} x", ratio >= target)


def uniform_hands(size: int) -> list[tuple[Card, ...]]:
    random = Random(size)
    return [tuple(random.sample(ALL_CARDS, size)) for _ in range(2_000)]


def conflicting_hands(size: int) -> list[tuple[Card, ...]]:
    """The hands of the deadwood vectors, made to have melds that compete."""
    lines = (Path(__file__).parent.parent / "vectors" / "deadwood.jsonl").read_text(encoding="utf-8").splitlines()
    hands = [json.loads(line)["cards"] for line in lines]
    return [parse_cards(" ".join(cards)) for cards in hands if len(cards) == size]


def four_rank_hands(size: int) -> list[tuple[Card, ...]]:
    """The worst case: hands of four neighbouring ranks, where nearly every card has two melds to go to."""
    random = Random(size)
    hands = []
    for _ in range(2_000):
        low = random.randrange(10)
        hands.append(tuple(random.sample([card for card in ALL_CARDS if low <= card % 13 < low + 4], size)))
    return hands


def deadwood_row(what: str, target: float, hands: list[tuple[Card, ...]]) -> Row:
    import pyspiel

    ours, theirs = melds.deadwood, pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    plain = [list(map(int, cards)) for cards in hands]
    return against(
        f"deadwood, {what}, to OpenSpiel's",
        target,
        lambda _: per_second(len(hands), lambda: [ours(cards) for cards in hands]),
        lambda _: per_second(len(plain), lambda: [theirs(ids) for ids in plain]),
    )


def deadwood_rows() -> Iterator[Row]:
    both = [cards for pair in zip(uniform_hands(10), uniform_hands(11), strict=True) for cards in pair]
    yield deadwood_row("uniform hands of 10 and 11", 1.2, both)
    for kind, target, make in (
        ("uniform", 1.2, uniform_hands),
        ("conflicting", 4.0, conflicting_hands),
        ("four-rank", 1.2, four_rank_hands),
    ):
        for size in (10, 11):
            yield deadwood_row(f"{kind} hands of {size}", target, make(size))


def play_random_hands(round_: int, number: int) -> None:
    chance = Random(round_).random
    for i in range(number):
        state = hand.deal(DECKS[(round_ * number + i) % len(DECKS)], 1, STANDARD)
        while legal := hand.legal_actions(state):
            state, _ = hand.apply(state, legal[int(chance() * len(legal))])


def our_hands(round_: int) -> float:
    return per_second(60, lambda: play_random_hands(round_, 60))


def hands_against_openspiel() -> Iterator[Row]:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in (0, 1)]

    def theirs(round_: int) -> float:
        return per_second(
            20, lambda: [pyspiel.evaluate_bots(game.new_initial_state(), bots, 20 * round_ + i) for i in range(20)]
        )

    yield against("random hands, to OpenSpiel's C++ loop", 5.0, our_hands, theirs)


def hands_against_rlcard() -> Iterator[Row]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    theirs = lambda _: per_second(4, lambda: [env.run() for _ in range(4)])  # noqa: E731
    yield against("random hands, to RLCard", 20.0, our_hands, theirs)


def decision_rows() -> Iterator[Row]:
    chance = Random(5).random
    states = []
    for cards in DECKS[:60]:
        state, _ = match.deal_hand(match.start_match(STANDARD, 1), cards)
        while legal := hand.legal_actions(state.hand):
            states.append(state)
            state, _ = match.apply(state, legal[int(chance() * len(legal))])
    viewing, both = [], []
    for i, state in enumerate(states):
        seat = state.hand.to_act
        for spent in (viewing, both) if i % 2 else (both, viewing):
            start = time.perf_counter_ns()
            view_for(state, seat)
            if spent is both:
                hand.legal_actions(state.hand)
            spent.append((time.perf_counter_ns() - start) / 1e3)
    view, together = statistics.median(viewing), statistics.median(both)
    yield Row("a decision's view, its legal actions in it", f"{view:.1f} us median", "< 8 us", view < 8)
    yield Row("the same, and legal actions asked once more", f"{together:.1f} us median", "none", None)


def import_rows() -> Iterator[Row]:
    timed = "t = time.perf_counter(); import ginrummy; print(time.perf_counter() - t, 'grpc' in sys.modules)"
    code = f"import time, sys; {timed}"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2 * ROUNDS)
    ]
    median = 1e3 * statistics.median(float(spent) for spent, _ in runs)
    without = all(loaded == "False" for _, loaded in runs)
    yield Row("import ginrummy, without grpc", f"{median:.0f} ms median", "< 60 ms", median < 60 and without)


def construction_rows() -> Iterator[Row]:
    plain = make_dataclass("Plain", [field.name for field in fields(HandState)], frozen=True, slots=True)
    state = hand.deal(DECKS[0], 1, STANDARD)
    values = [getattr(state, field.name) for field in fields(HandState)]

    def rate(kind: type) -> float:
        return per_second(5_000, lambda: [kind(*values) for _ in range(5_000)])

    yield against(
        "making a HandState, to a plain frozen dataclass", 1.0, lambda _: rate(HandState), lambda _: rate(plain)
    )


def main() -> None:
    failed = False
    for rows in (
        deadwood_rows,
        hands_against_openspiel,
        hands_against_rlcard,
        decision_rows,
        import_rows,
        construction_rows,
    ):
        try:
            for row in rows():
                failed |= row.met is False
                verdict = {True: "met", False: "MISSED", None: ""}[row.met]
                print(f"{row.what:<52} {row.figure:<42} {row.target:<9} {verdict}".rstrip(), flush=True)
        except ModuleNotFoundError as error:
            print(f"{rows.__name__.replace('_', ' '):<52} {error.name} is absent, not measured")
    sys.exit(failed)


if __name__ == "__main__":
    main()
