"""What a match came to, as the store keeps it and the standings count it. Pure. Imports: ginrummy."""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.messages import FaultKind, TerminationKind
from ginrummy.scoring import Pair


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to, by seat.

    `winner` is None for an abort, and where `max_hands` ended the match at equal scores. `points` are hand points as
    scored. `offender` and `fault` are there exactly for a forfeit; `lagged` marks one that the referee's own delay may
    have caused.
    """

    match_id: str
    bots: tuple[str, str]
    termination: TerminationKind
    winner: int | None
    hands: int
    points: Pair
    scores: Pair
    offender: int | None = None
    fault: FaultKind | None = None
    detail: str = ""
    lagged: bool = False
    absent_ms: Pair = (0, 0)

    @property
    def counted_points(self) -> Pair:
        """Points as the standings count them: an offender's net is at most 0, and its opponent's mirrors it."""
        if self.offender is None:
            return self.points
        net = self.points[self.offender] - self.points[1 - self.offender]
        if net <= 0:
            return self.points
        equal = self.points[1 - self.offender]
        return equal, equal
