"""The standings of a data directory, for who only reads it. Imports: referee.store, referee.tournament."""

from __future__ import annotations

from pathlib import Path

from referee.store import Store
from referee.tournament.schedule import round_robin
from referee.tournament.standings import Standings, standings


def read_standings(directory: Path) -> Standings:
    """How the tournament of this directory stands; StoreError where there is none."""
    with Store.open(directory) as store:
        terms, results = store.terms()["terms"], store.results()
    names = [bot["name"] for bot in terms["bots"]]
    return standings(round_robin(names, terms["matches"] or 1), results, names, by_points=terms["hands"] is not None)
