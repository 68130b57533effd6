"""What an organiser reads while a tournament runs: how far it is, where it is gone on with too, and who is awaited."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from ginrummy.messages import FaultKind, TerminationKind
from referee.lobby import Entrant
from referee.progress import Progress, result_line, standings_table
from referee.results import Result
from referee.tournament.schedule import PlannedMatch, plan_of
from referee.tournament.standings import Row, Standings, standings

NAMES = ("ann", "bob")
PLAN = plan_of(NAMES, 8)


def won(match: PlannedMatch, hands: int = 9) -> Result:
    return Result(match.match_id, match.bots, TerminationKind.COMPLETED, 0, hands, (100, 30), (100, 30))


def forfeited(match: PlannedMatch, name: str) -> Result:
    seat = match.bots.index(name)
    kind, fault = TerminationKind.FORFEIT, FaultKind.TIMEOUT
    return Result(match.match_id, match.bots, kind, 1 - seat, 0, (0, 0), (0, 0), seat, fault, "late")


class Run:
    """A tournament as the runner would tell of it; `said` is what has been printed."""

    def __init__(self, *before: Result, terminal: bool = False) -> None:
        self.console = Console(file=io.StringIO(), width=100, force_terminal=terminal, color_system=None)
        self.progress = Progress(self.console)
        self.results = list(before)
        self.asked = 0

    def table(self) -> Standings:
        self.asked += 1
        return standings(PLAN, self.results, NAMES)

    def over(self, result: Result) -> None:
        self.results.append(result)
        self.progress.finished(result)

    @property
    def said(self) -> list[str]:
        return self.console.file.getvalue().splitlines()

    def shown(self) -> str:
        self.console.print(self.progress._shown())
        return "\n".join(self.said)


def test_a_tournament_that_is_gone_on_with_counts_on() -> None:
    """What was played before is told, and counted."""
    run = Run(*map(won, PLAN[:5]))
    run.progress.begins(run.table)
    run.progress.started(PLAN[5])
    run.over(won(PLAN[5]))
    assert run.said == ["5 of 8 matches played before", f"6/8  {result_line(won(PLAN[5]))}"]


def test_the_table_is_asked_for_only_where_it_is_needed() -> None:
    """Not with every match that is over: a long schedule would make the referee slow."""
    run = Run()
    run.progress.begins(run.table)
    for match in PLAN:
        run.over(won(match))
    assert run.asked == 1
    assert [line.split()[0] for line in run.said] == [f"{number}/8" for number in range(1, 9)]


def test_a_withdrawal_settles_what_is_not_played_any_more() -> None:
    """As the standings have it."""
    run = Run()
    run.progress.begins(run.table)
    for match in PLAN[:3]:
        run.over(forfeited(match, "ann"))
    assert [line.split()[0] for line in run.said] == ["1/8", "2/8", "8/8"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def tell(seconds: float) -> None:
        now[0] = seconds

    return tell


def test_the_time_left_follows_from_the_matches_of_this_run(clock: Callable[[float], None]) -> None:
    """Neither the wait for the bots counts nor what was played before."""
    run = Run(*map(won, PLAN[:2]))
    assert run.shown() == ""
    run.progress.begins(run.table)
    clock(1000)
    assert "2 of 8 matches, 0 in play\n" in run.shown()
    run.progress.started(PLAN[2])
    clock(1010)
    assert "2 of 8 matches, 1 in play\n" in run.shown()
    run.over(won(PLAN[2]))
    assert "3 of 8 matches, 0 in play, about 50 s left\n" in run.shown()
    assert "net a hand" in run.shown()


def entrant(name: str, *, here: bool) -> Entrant:
    """The session of one who is here is of no account."""
    return Entrant(name, session=object() if here else None, versions="sdk 1", round_trip_ms=1.25)  # type: ignore[arg-type]


def test_who_is_waited_for_is_said_when_it_changes() -> None:
    """From the beginning; once all are here, with what."""
    run = Run()
    absent, present = (entrant("ann", here=False), entrant("ann", here=True))
    run.progress.waiting([absent], ("ann",))
    run.progress.waiting([absent], ("ann",))
    run.progress.waiting([present], ())
    assert run.said == ["waiting for ann", "ann is here: sdk 1, 1 table, round trip 1.2 ms"]


def test_a_tournament_that_is_over_waits_for_nobody() -> None:
    """Who is not here is not said to be."""
    run = Run()
    run.progress.waiting([entrant("ann", here=False)], ())
    assert run.said == []


def test_a_process_that_ended_is_told_with_its_output() -> None:
    """And how to go on with what is stopped."""
    run = Run()
    run.progress.exited("bob", "ended with status 2", Path("runs/cup/bots/bob.log"))
    run.progress.draining("referee serve cup.toml")
    assert run.said == [
        "bob ended with status 2; its output: runs/cup/bots/bob.log",
        "stopping; resume with: referee serve cup.toml",
    ]


def test_a_match_of_one_hand_is_one_of_1_hand() -> None:
    """In words that fit."""
    assert result_line(won(PLAN[0], hands=1)) == "ann beat bob 100-30 in 1 hand"


def test_forfeits_that_the_referee_may_have_caused_are_counted_apart() -> None:
    """Where there are any; points a hand are net."""
    console = Console(file=io.StringIO(), width=100)
    rows = Row("ann", 4, 3, 20, 100, 60, forfeits=2, lagged=1), Row("bob", 4, 1, 20, 60, 100, forfeits=1)
    console.print(standings_table(Standings(rows, 4, 4, 0)))
    heads, ann, bob = (line.split() for line in console.file.getvalue().splitlines())
    assert " ".join(heads) == "bot won matches net a hand points hands forfeits away s"
    assert ann == ["1", "ann", "3", "4", "+2.00", "100", "20", "2", "(1", "lagged)", "0.0"]
    assert bob == ["2", "bob", "1", "4", "-2.00", "60", "20", "1", "0.0"]
