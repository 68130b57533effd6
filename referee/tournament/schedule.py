"""Who plays whom, and in which seat. Pure functions of the entries. Imports: nothing of the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_MOST_A_CORE: Final = 128
"""One loop runs all the tables; more at once would not go faster."""


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match of the schedule. `pairing` has the bots in order of entry, `bots` by seat.

    `number` counts the matches of the pairing from 0. The deal key names who shares the deals (RULES.md, Deals and
    seeds): today no two matches do.
    """

    match_id: str
    pairing: tuple[str, str]
    number: int
    bots: tuple[str, str]
    deal_key: str


def plan_of(names: Sequence[str], matches: int | None) -> tuple[PlannedMatch, ...]:
    """The schedule of a tournament of these bots; without a number of matches a pairing has one, of so many hands."""
    return round_robin(names, 1 if matches is None else matches)


def concurrency_of(tables: Sequence[int], asked: int | None, cores: int) -> int:
    """How many matches at a time: what was asked for, or what the bots' tables and the cores allow."""
    return asked or max(1, min(_MOST_A_CORE * cores, sum(tables) // 2))


def round_robin(names: Sequence[str], matches: int) -> tuple[PlannedMatch, ...]:
    """Everybody against everybody, `matches` times, in rounds that give each bot one match (one rests where odd).

    Over any four matches of a pairing each bot sits in each seat twice, and has the first deal of each seat once.
    """
    plan: list[PlannedMatch] = []
    for number in range(matches):
        for first, second in _rounds(len(names)):
            plan.append(_planned(names, first, second, number))
    return tuple(plan)


def _planned(names: Sequence[str], first: int, second: int, number: int) -> PlannedMatch:
    pair = second * (second - 1) // 2 + first  # stays the same when bots are added at the end
    pairing = (names[first], names[second])
    bots = pairing if number // 2 % 2 == 0 else pairing[::-1]
    match_id = f"{pair + 1:03}-{number + 1:04}-{pairing[0]}-{pairing[1]}"
    match_id = match_id.rstrip(".")  # a bot's name may end so, a file's may not
    return PlannedMatch(match_id, pairing, number, (bots[0], bots[1]), match_id)


def _rounds(count: int) -> list[tuple[int, int]]:
    """All pairs of `count` entries, ordered in rounds: everybody stays, but for the first, and moves on by one."""
    ring: list[int | None] = list(range(count))
    if count % 2:
        ring.append(None)
    pairs: list[tuple[int, int]] = []
    for _ in range(len(ring) - 1):
        for one, other in zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True):
            if one is not None and other is not None:
                pairs.append((min(one, other), max(one, other)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return pairs
