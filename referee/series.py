"""Matches of two bots in this process, one after another, and what they come to.

Imports: ginrummy; referee.arena.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from ginrummy import deck
from ginrummy.bot import Bot
from ginrummy.deck import StockOrder
from ginrummy.entries import Header
from ginrummy.failure import BotFailure
from ginrummy.match import first_dealer
from ginrummy.messages import Clock
from ginrummy.ruleset import Ruleset
from ginrummy.testing import SOFTWARE, MatchResult
from referee.arena import Played, ThinkTime, play_here


@dataclass(frozen=True, slots=True)
class Series:
    """Who plays how many matches by which rules, from which master seed (32 bytes).

    `hands` makes them matches of so many stand-alone deals; with a `clock` they are judged as in a tournament. A
    `mirrored` match is played twice, in two legs on the same deals: the bots change seats, the seat that deals first
    stays.
    """

    bots: tuple[type[Bot], type[Bot]]
    names: tuple[str, str]
    ruleset: Ruleset
    master: bytes
    matches: int = 1
    hands: int | None = None
    mirrored: bool = False
    stock: StockOrder = "shared"
    clock: Clock | None = None

    @property
    def legs(self) -> tuple[int, ...]:
        """The legs of each match."""
        return (0, 1) if self.mirrored else (0,)

    def deal_key(self, number: int) -> str:
        """The deal key of a match, counted from 0: with the master seed it fixes the deals."""
        return f"practice-{number}"

    def match_id(self, number: int, leg: int) -> str:
        """What a leg of a match is called."""
        return f"{self.deal_key(number)}-mirror" if leg else self.deal_key(number)

    def header(self, number: int, leg: int, match_id: str) -> Header:
        """The terms of one leg of a match."""
        first_seed = deck.match_seed(self.master, self.deal_key(0), {})
        return Header(
            software=SOFTWARE,
            match_id=match_id,
            deal_key=self.deal_key(number),
            bots=(self.names[leg], self.names[1 - leg]),
            ruleset=self.ruleset,
            stock=self.stock,
            first_dealer=first_dealer(self.ruleset, number, first_seed),
            commitment=deck.commitment(self.master),
            leg=leg,
            number=number,
            hands=self.hands,
            clock=self.clock,
        )

    def play(self, number: int, leg: int, match_id: str, failed: Callable[[BotFailure], None]) -> Played:
        """One leg; what a bot prints goes to stderr, and what it raises carries the match as a note.

        The first bot sits in seat 0, in the second leg in seat 1. With a `clock` what it raises is told to `failed`.
        """
        header = self.header(number, leg, match_id)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return play_here((self.bots[leg], self.bots[1 - leg]), header, self.master, failed=failed)
        except Exception as error:
            place = f"match {number + 1} of {self.matches}" + (f", leg {leg + 1}" if self.mirrored else "")
            error.add_note(f"in {place}: seed {self.master.hex()}, deal key {header.deal_key!r}")
            raise


@dataclass(slots=True)
class Totals:
    """What the matches so far come to, by bot: the bot of seat 0 in the first leg, then the other.

    `units` are what chance made independently of each other, each with the first bot's lead in points and its number of
    hands: matches with all their legs or, of stand-alone hands, deals with all their legs.
    """

    matches: int = 0
    hands: int = 0
    draws: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    match_wins: list[int] = field(default_factory=lambda: [0, 0])
    units: list[tuple[int, int]] = field(default_factory=list)
    forfeits: list[int] = field(default_factory=lambda: [0, 0])
    thinking: tuple[ThinkTime, ThinkTime] = field(default_factory=lambda: (ThinkTime(), ThinkTime()))

    def add_legs(self, legs: Sequence[Played], *, by_deal: bool = False) -> None:
        """Count a finished match, with all its legs, and how it was played."""
        complete = all(leg.termination.fault is None for leg in legs)
        self.add([leg.result for leg in legs], by_deal=by_deal and complete)
        for number, leg in enumerate(legs):
            if leg.termination.fault is not None:
                self.forfeits[leg.termination.fault.seat ^ number] += 1
            for seat, spent in enumerate(leg.thinking):
                self.thinking[seat ^ number].merge(spent)

    def add(self, legs: Sequence[MatchResult], *, by_deal: bool = False) -> None:
        """Count a finished match, with all its legs; `points` are hand points as scored, without end bonuses.

        `by_deal` where its deals stand alone, so that each is a unit.
        """
        leads = [_leads(result, leg) for leg, result in enumerate(legs)]
        if by_deal:
            self.units += [(sum(deal), len(deal)) for deal in zip(*leads, strict=True)]
        else:
            self.units.append((sum(map(sum, leads)), sum(map(len, leads))))
        for leg, result in enumerate(legs):
            self.matches += 1
            self.hands += len(result.hands)
            for hand in result.hands:
                if hand.winner is not None:
                    self.points[hand.winner ^ leg] += hand.points
            if result.winner is None:
                self.draws += 1
            else:
                self.match_wins[result.winner ^ leg] += 1

    def points_per_hand(self, bot: int) -> float:
        """Points of a bot on average over all hands, void ones too; 0 before the first."""
        return self.points[bot] / max(1, self.hands)

    @property
    def lead_per_hand(self) -> float:
        """By how many points a hand the first bot leads, on average over all hands; 0 before the first."""
        return sum(lead for lead, _ in self.units) / max(1, sum(hands for _, hands in self.units))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of `lead_per_hand`, None for fewer than two units or no finished hand.

        Normal, over units: 1.96 standard errors to each side. As units may differ in their number of hands, the error
        is that of a ratio; with equal numbers it is sd / sqrt(n) of the units' leads a hand.
        """
        count, mean, played = len(self.units), self.lead_per_hand, sum(hands for _, hands in self.units)
        if count < 2 or played == 0:
            return None
        spread = sum((lead - mean * hands) ** 2 for lead, hands in self.units) / (count - 1)
        half = 1.96 * sqrt(count * spread) / played
        return mean - half, mean + half


def _leads(result: MatchResult, leg: int) -> list[int]:
    """What the first bot won in each hand of a leg; what it lost counts as negative."""
    return [0 if hand.winner is None else hand.points if hand.winner == leg else -hand.points for hand in result.hands]
