"""The result of a match: what the store keeps and the standings count. Pure. Imports: ginrummy; referee.outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ginrummy.messages import FaultKind, TerminationKind
from ginrummy.scoring import Pair
from referee.outcome import MatchOutcome


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

    @classmethod
    def of(cls, outcome: MatchOutcome) -> Self:
        """What is kept of an outcome."""
        header, fault = outcome.header, outcome.termination.fault
        return cls(
            match_id=header.match_id,
            bots=header.bots,
            termination=outcome.termination.kind,
            winner=None if outcome.termination.kind is TerminationKind.ABORTED else outcome.sheet.winner,
            hands=len(outcome.hands),
            points=outcome.points,
            scores=outcome.sheet.scores,
            offender=None if fault is None else fault.seat,
            fault=None if fault is None else fault.kind,
            detail="" if fault is None else fault.detail,
            lagged=outcome.lagged,
            absent_ms=outcome.absent_ms,
        )

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
