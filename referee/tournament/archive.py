"""The standings of a data directory, for who only reads it. Imports: referee.store, referee.tournament."""

from __future__ import annotations

from pathlib import Path

from referee.store import Store
from referee.tournament.schedule import plan_of
from referee.tournament.standings import Standings, standings


def read_standings(directory: Path) -> Standings:
    """How the tournament of this directory stands; StoreError where there is none."""
    with Store.open(directory) as store:
        terms, results = store.facts()["terms"], store.results()
    names = [bot["name"] for bot in terms["bots"]]
    return standings(plan_of(names, terms["matches"]), results, names, by_points=terms["hands"] is not None)
