"""Which of two bots is the better, and how surely.

    python tests/bench/compare_bots.py simple random --deals 500

plays that many deals twice, the bots changing seats in between, and prints the points that the first bot makes a hand
more than the second. Every deal stands alone: its dealer goes by its index, no score is carried. The two legs of a deal
are one observation, so that good cards tell nothing and the interval is honest.
"""

from __future__ import annotations

import argparse
import inspect
import math
import statistics
import time
from dataclasses import dataclass
from random import Random

from ginrummy import PRESETS, Bot, Ruleset, view_for
from ginrummy.actions import Action
from ginrummy.deck import bot_seed, decision_seed, shuffle_v1
from ginrummy.hand import HandState, apply, deal, legal_actions
from ginrummy.loading import load_bot
from ginrummy.match import MatchState
from ginrummy.testing import master_seed

STANDARD = PRESETS["standard"]


@dataclass(frozen=True)
class Comparison:
    """What the first bot won over the second: its net points in both legs of each deal, halved."""

    pairs: tuple[float, ...]
    endings: dict[str, int]
    """How many hands ended how, such as `{"KNOCK by the first": 7}`."""
    think_ms: tuple[tuple[float, float], tuple[float, float]]
    """The mean and the longest decision of each bot."""

    @property
    def mean(self) -> float:
        """Points a hand."""
        return statistics.fmean(self.pairs)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval around the mean."""
        return 1.96 * statistics.stdev(self.pairs) / math.sqrt(len(self.pairs))

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f} points a hand (95 % interval, {len(self.pairs)} pairs of hands)"


class Player:
    """A bot at one seat, with the randomness that the seat has and a stopwatch."""

    def __init__(self, make: type[Bot], match_seed: bytes, seat: int) -> None:
        self.bot = make()
        self.seed = bot_seed(match_seed, seat)
        self.seat = seat
        self.decisions = 0
        self.think_ms: list[float] = []

    def choose(self, state: HandState | MatchState) -> Action:
        view = view_for(state, self.seat)
        self.bot.random = Random(decision_seed(self.seed, self.decisions))
        self.decisions += 1
        start = time.thread_time()
        action = self.bot.choose(view)
        self.think_ms.append((time.thread_time() - start) * 1000)
        assert not inspect.isawaitable(action), "only plain bots are compared here"
        return action


def play_hand(state: HandState, players: tuple[Player, Player]) -> HandState:
    """The hand played to its end; a decision with one legal action is not asked."""
    while state.to_act is not None:
        legal = legal_actions(state)
        action = legal[0] if len(legal) == 1 else players[state.to_act].choose(state)
        state, _ = apply(state, action)
    return state


def compare(
    first: type[Bot], second: type[Bot], deals: int, match_seed: bytes, ruleset: Ruleset = STANDARD
) -> Comparison:
    """Play `deals` deals of a match seed in two mirrored legs each."""
    pairs: list[float] = []
    endings: dict[str, int] = {}
    think: tuple[list[float], list[float]] = ([], [])
    for index in range(deals):
        deck = shuffle_v1(match_seed, index)
        net = 0
        for seat in (0, 1):
            makers = (first, second) if seat == 0 else (second, first)
            players = (Player(makers[0], match_seed, 0), Player(makers[1], match_seed, 1))
            result = play_hand(deal(deck, index % 2, ruleset), players).result
            assert result is not None
            ending = result.kind.name
            if result.winner is not None:
                net += result.points if result.winner == seat else -result.points
                ending += " for the first" if result.winner == seat else " for the second"
            endings[ending] = endings.get(ending, 0) + 1
            think[0].extend(players[seat].think_ms)
            think[1].extend(players[1 - seat].think_ms)
        pairs.append(net / 2)
    mean_and_longest = [(statistics.fmean(times), max(times)) if times else (0.0, 0.0) for times in think]
    return Comparison(tuple(pairs), endings, (mean_and_longest[0], mean_and_longest[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Points a hand that one bot makes more than another.")
    parser.add_argument("first", help="a BOT: random, simple, expert, package.module:Class or path/to/file.py:Class")
    parser.add_argument("second", help="another BOT")
    parser.add_argument("--deals", type=int, default=500, help="each is played twice, with changed seats")
    parser.add_argument("--seed", default="0", help="seed of the deals, up to 64 hex digits")
    parser.add_argument("--ruleset", choices=sorted(PRESETS), default="standard")
    asked = parser.parse_args()
    if asked.deals < 2:
        parser.error("--deals: at least 2, for there to be an interval")
    bots = load_bot(asked.first), load_bot(asked.second)
    found = compare(*bots, asked.deals, master_seed(asked.seed), PRESETS[asked.ruleset])
    print(f"{asked.first} over {asked.second}, {asked.ruleset}: {found}")
    for name, (mean, longest) in zip((asked.first, asked.second), found.think_ms, strict=True):
        print(f"{name} thinks {mean:.2f} ms a decision, {longest:.1f} ms at most")
    for ending, hands in sorted(found.endings.items()):
        print(f"{hands:6} x {ending}")


if __name__ == "__main__":
    main()
