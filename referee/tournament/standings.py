"""The table of a tournament, from its results (design section 4).

Pure. Imports: ginrummy; referee.results, referee.tournament.schedule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ginrummy.messages import TerminationKind
from referee.results import Result
from referee.tournament.schedule import PlannedMatch

FORFEITS_RUNNING: Final = 3
FORFEITS_IN_ALL: Final = 5


@dataclass(slots=True)
class Row:
    """How a bot stands. `match_wins` counts a match drawn at `max_hands` as half."""

    name: str
    matches: int = 0
    match_wins: float = 0.0
    hands: int = 0
    points: int = 0
    points_against: int = 0
    forfeits: int = 0
    absent_ms: int = 0
    lagged: int = 0
    withdrawn: str = ""
    faults: dict[str, int] = field(default_factory=dict)

    @property
    def win_rate(self) -> float:
        """Matches won of those played; 0 before the first."""
        return self.match_wins / self.matches if self.matches else 0.0

    @property
    def net_per_hand(self) -> float:
        """Points won less points given, a hand; 0 before the first."""
        return (self.points - self.points_against) / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True)
class Standings:
    """The table, best first, and how far the tournament is. Aborted matches are in no row."""

    rows: tuple[Row, ...]
    played: int
    total: int
    aborted: int

    @property
    def complete(self) -> bool:
        """Whether every match of the schedule has a result."""
        return self.played >= self.total


def withdrawals(plan: Sequence[PlannedMatch], results: Iterable[Result]) -> dict[str, str]:
    """Who is out for faults, and why: after three forfeits running or five in all, in schedule order.

    A forfeit that the referee's own delay may have caused does not count. A match without a result yet ends a run, so
    that nobody who is out comes in again when it has one.
    """
    by_id = {result.match_id: result for result in results}
    running: dict[str, int] = {}
    in_all: dict[str, int] = {}
    out: dict[str, str] = {}
    for match in plan:
        result = by_id.get(match.match_id)
        if result is None:
            running.update(dict.fromkeys(match.bots, 0))
            continue
        if result.termination is TerminationKind.ABORTED:
            continue
        for seat, name in enumerate(result.bots):
            if result.offender != seat or result.lagged:
                running[name] = 0
                continue
            running[name] = running.get(name, 0) + 1
            in_all[name] = in_all.get(name, 0) + 1
            if running[name] >= FORFEITS_RUNNING:
                out.setdefault(name, f"{FORFEITS_RUNNING} forfeits running")
            elif in_all[name] >= FORFEITS_IN_ALL:
                out.setdefault(name, f"{FORFEITS_IN_ALL} forfeits in all")
    return out


def standings(
    plan: Sequence[PlannedMatch], results: Sequence[Result], names: Sequence[str], *, by_points: bool = False
) -> Standings:
    """Rank by win rate, then head to head, then net points per hand; with `by_points` by those first.

    A bot that was withdrawn before half of its matches is out of the others' rows too; later its remaining matches
    are losses.
    """
    out = withdrawals(plan, results)
    by_id = {result.match_id: result for result in results}
    early = {name for name in out if _is_early(name, plan, by_id)}
    rows = {name: Row(name, withdrawn=out.get(name, "")) for name in names}
    duels: dict[tuple[str, str], float] = {}
    played = 0
    for match in plan:
        result = by_id.get(match.match_id)
        if result is None:
            played += _count_unplayed(match, rows, out, early)
            continue
        if result.termination is TerminationKind.ABORTED:
            continue
        played += 1
        _count(result, rows, duels, early)
    aborted = sum(result.termination is TerminationKind.ABORTED for result in results)
    return Standings(tuple(_ranked(rows, duels, early, by_points=by_points)), played, len(plan), aborted)


def _is_early(name: str, plan: Sequence[PlannedMatch], by_id: dict[str, Result]) -> bool:
    own = [match for match in plan if name in match.bots]
    return 2 * sum(match.match_id in by_id for match in own) < len(own)


def _count_unplayed(match: PlannedMatch, rows: dict[str, Row], out: dict[str, str], early: set[str]) -> bool:
    """A match that will not be played any more: whether it is settled by that."""
    gone = [name for name in match.bots if name in out]
    if not gone:
        return False
    if len(gone) == 1 and gone[0] not in early:
        other = match.bots[1 - match.bots.index(gone[0])]
        rows[gone[0]].matches += 1
        rows[other].matches += 1
        rows[other].match_wins += 1
    return True


def _count(result: Result, rows: dict[str, Row], duels: dict[tuple[str, str], float], early: set[str]) -> None:
    points = result.counted_points
    for seat, name in enumerate(result.bots):
        row, other = rows[name], result.bots[1 - seat]
        if result.offender == seat:
            assert result.fault is not None
            row.forfeits += 1
            row.lagged += result.lagged
            row.faults[result.fault.value] = row.faults.get(result.fault.value, 0) + 1
        row.absent_ms += result.absent_ms[seat]
        if other in early and name not in early:
            continue  # what a bot that left early had played counts for nobody else
        won = 0.5 if result.winner is None else float(result.winner == seat)
        row.matches += 1
        row.match_wins += won
        row.hands += result.hands
        row.points += points[seat]
        row.points_against += points[1 - seat]
        duels[name, other] = duels.get((name, other), 0.0) + won


def _ranked(
    rows: dict[str, Row], duels: dict[tuple[str, str], float], early: set[str], *, by_points: bool
) -> list[Row]:
    """Best first; of equal win rates by the duels among them, then by net points a hand, then by name."""
    level: dict[float, list[str]] = {}
    for row in rows.values():
        level.setdefault(row.win_rate, []).append(row.name)

    def key(row: Row) -> tuple[bool, float, float, float, float, str]:
        among = sum(duels.get((row.name, other), 0.0) for other in level[row.win_rate])
        first = -row.net_per_hand if by_points else 0.0
        return row.name in early, first, -row.win_rate, -among, -row.net_per_hand, row.name

    return sorted(rows.values(), key=key)


def standings_json(table: Standings) -> dict[str, Any]:
    """The object that `referee standings --json` prints."""
    return {
        "complete": table.complete,
        "matches_played": table.played,
        "matches_total": table.total,
        "matches_aborted": table.aborted,
        "bots": [
            {
                "name": row.name,
                "matches": row.matches,
                "match_wins": row.match_wins,
                "hands": row.hands,
                "points": row.points,
                "points_against": row.points_against,
                "net_per_hand": round(row.net_per_hand, 4),
                "forfeits": row.forfeits,
                "faults": row.faults,
                "lag_flagged": row.lagged,
                "absent_ms": row.absent_ms,
                "withdrawn": row.withdrawn or None,
            }
            for row in table.rows
        ],
    }
