"""Matches of two bots in this process, one after another, and what they come to.

Imports: ginrummy.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from ginrummy.bot import Bot
from ginrummy.ruleset import Ruleset
from ginrummy.testing import MatchResult, play_match


@dataclass(frozen=True, slots=True)
class Series:
    """Who plays how many matches by which rules, from which master seed (32 bytes)."""

    bots: tuple[type[Bot], type[Bot]]
    names: tuple[str, str]
    ruleset: Ruleset
    matches: int
    master: bytes

    def deal_key(self, number: int) -> str:
        """The deal key of a match, counted from 0: with the master seed it fixes the deals."""
        return f"practice-{number}"

    def play(self, number: int, match_id: str) -> MatchResult:
        """One match; what a bot prints goes to stderr, and what it raises carries the match as a note."""
        key = self.deal_key(number)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return play_match(
                    *self.bots,
                    ruleset=self.ruleset,
                    seed=self.master,
                    names=self.names,
                    deal_key=key,
                    match_id=match_id,
                )
        except Exception as error:
            error.add_note(f"in match {number + 1} of {self.matches}: seed {self.master.hex()}, deal key {key!r}")
            raise


@dataclass(slots=True)
class Totals:
    """What the matches so far come to, by seat."""

    matches: int = 0
    hands: int = 0
    draws: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    match_wins: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, result: MatchResult) -> None:
        """Count a finished match; `points` are hand points as scored, without end bonuses."""
        self.matches += 1
        self.hands += len(result.hands)
        for hand in result.hands:
            if hand.winner is not None:
                self.points[hand.winner] += hand.points
        if result.winner is None:
            self.draws += 1
        else:
            self.match_wins[result.winner] += 1

    def points_per_hand(self, seat: int) -> float:
        """Points of a seat on average over all hands, void ones too; 0 before the first."""
        return self.points[seat] / max(1, self.hands)


def bot_frames(error: BaseException) -> Iterator[str]:
    """The traceback of an error that a bot raised, from the bot's own code on, and the error with its notes."""
    import traceback  # noqa: PLC0415  only a failure needs it

    frames = traceback.extract_tb(error.__traceback__)
    own = [i for i, frame in enumerate(frames) if frame.filename.endswith(("ginrummy/testing.py", "ginrummy/bot.py"))]
    shown = frames[own[-1] + 1 :] if own else frames
    if shown:
        yield "Traceback (most recent call last), in the bot:\n"
        yield from traceback.format_list(shown)
    yield from traceback.format_exception_only(error)
