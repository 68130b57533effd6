"""Runs a tournament: starts what can be played, commits what is over, rules on who does not come.

Imports: ginrummy; referee.clock, referee.host, referee.journal, referee.lobby, referee.outcome, referee.results,
referee.store, referee.table, referee.tournament.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from ginrummy import deck as deals
from ginrummy.deck import StockOrder
from ginrummy.entries import Header, Reveal
from ginrummy.match import first_dealer
from ginrummy.messages import Clock, DealsRevealed, Fault, FaultKind, Goodbye, GoodbyeReason
from ginrummy.record import Journal
from ginrummy.retrace import decks_of
from ginrummy.ruleset import Ruleset
from ginrummy.testing import SOFTWARE
from referee.clock import NS_PER_MS
from referee.host import Host
from referee.journal import journal_path, peek_journal
from referee.lobby import Lobby
from referee.outcome import MatchOutcome, outcome_of
from referee.results import Result
from referee.store import Store
from referee.table import Terms
from referee.tournament.schedule import PlannedMatch
from referee.tournament.standings import Standings, standings, withdrawals


class Reporter(Protocol):
    """Who hears how the tournament goes."""

    def started(self, match: PlannedMatch) -> None:
        """A match has been offered to its bots."""

    def finished(self, result: Result) -> None:
        """A match is over, and its result kept."""

    def withdrawn(self, name: str, reason: str, unplayed: int) -> None:
        """A bot is out for faults, and so many matches will not be played."""

    def failed(self, match: PlannedMatch, reason: str) -> None:
        """A match could not be played, through no fault of its bots."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What all matches of a tournament are played by."""

    ruleset: Ruleset
    clock: Clock
    stock: StockOrder
    max_illegal_actions: int
    master: bytes = field(repr=False)
    concurrency: int
    hands: int | None = None


class Runner:
    """One tournament; `plan` is all that will be played, in the order in which it is begun."""

    def __init__(
        self,
        terms: TournamentTerms,
        plan: Sequence[PlannedMatch],
        host: Host,
        lobby: Lobby,
        store: Store,
        reporter: Reporter,
        log: Callable[..., Any],
    ) -> None:
        self.results = store.results()
        self._terms = terms
        self._plan = tuple(plan)
        self._host = host
        self._lobby = lobby
        self._store = store
        self._reporter = reporter
        self._log = log
        self._commitment = deals.commitment(terms.master)
        done = {result.match_id for result in self.results}
        self._open = {match.match_id: match for match in self._plan if match.match_id not in done}
        self._firsts = {match.pairing: match for match in reversed(self._plan) if match.number == 0}
        self._active: dict[asyncio.Task[None], PlannedMatch] = {}
        self._busy = dict.fromkeys(lobby.entrants, 0)
        self._wake = asyncio.Event()
        self._draining = False

    @property
    def standings(self) -> Standings:
        """The table as it stands."""
        return standings(self._plan, self.results, tuple(self._lobby.entrants), by_points=self._terms.hands is not None)

    @property
    def missing(self) -> tuple[str, ...]:
        """Who has something to play and is not here."""
        wanted = {name for match in (*self._open.values(), *self._active.values()) for name in match.bots}
        return tuple(name for name, entrant in self._lobby.entrants.items() if name in wanted and not entrant.here)

    def wake(self) -> None:
        """Something has changed: look again what can be played."""
        self._wake.set()

    async def woken(self, seconds: float) -> None:
        """Return when something has changed, or after so long."""
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    def drain(self) -> None:
        """Begin nothing more."""
        self._draining = True
        self._wake.set()

    async def settle(self) -> None:
        """After an interruption: commit what was finished and not committed, reveal what was not revealed."""
        results = {result.match_id: result for result in self.results}
        for match in self._plan:
            journal = self._begun(match)
            if journal is None or journal.footer is None:
                continue
            terms = self._terms_of(match, journal)
            if match.match_id not in results:
                await self._commit(outcome_of(journal, decks_of(terms.match_seed)))
                del self._open[match.match_id]
            if journal.reveal is None:
                await self._host.reveal(match.match_id, Reveal(terms.match_seed))
        self._withdraw()

    async def run(self) -> None:
        """Play until nothing is left, or nothing more is to be begun and what was begun is over."""
        while True:
            self._begin()
            if not self._active and (self._draining or not self._open):
                return
            self._wake.clear()
            waiting = asyncio.ensure_future(self._wake.wait())
            await asyncio.wait((*self._active, waiting), return_when=asyncio.FIRST_COMPLETED, timeout=self._patience())
            waiting.cancel()
            for task in [task for task in self._active if task.done()]:
                match = self._active.pop(task)
                for name in match.bots:
                    self._busy[name] -= 1
                    self._let_go(name)
                task.result()
            if not self._active and not self._draining:
                await self._rule_absence()

    async def abandon(self) -> None:
        """Leave what is being played where it is, to be gone on with."""
        for task in self._active:
            task.cancel()
        await asyncio.gather(*self._active, return_exceptions=True)

    # Beginning.

    def _begin(self) -> None:
        if self._draining:
            return
        begun = []
        places = {name for name in self._busy if self._free(name)}
        for match in self._open.values():
            if len(places) < 2 or len(self._active) >= self._terms.concurrency:
                break
            if places.issuperset(match.bots):
                begun.append(match.match_id)
                self._start(match)
                places -= {name for name in match.bots if not self._free(name)}
        for match_id in begun:
            del self._open[match_id]

    def _free(self, name: str) -> bool:
        entrant = self._lobby.entrants[name]
        return entrant.here and self._busy[name] < entrant.tables

    def _start(self, match: PlannedMatch) -> None:
        for name in match.bots:
            self._busy[name] += 1
        self._reporter.started(match)
        task = asyncio.get_running_loop().create_task(self._one(match, None))
        self._active[task] = match

    async def _one(self, match: PlannedMatch, fault: Fault | None) -> None:
        terms = self._terms_of(match, self._begun(match))
        try:
            outcome = await self._host.play(terms, fault)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001  a fault of ours ends one match, not the tournament
            self._log("match_failed", match=match.match_id, error=f"{type(error).__name__}")
            self._reporter.failed(match, f"{type(error).__name__}: see the log")
            return
        result = await self._commit(outcome)
        await self._host.reveal(match.match_id, Reveal(terms.match_seed))
        revealed = DealsRevealed((match.match_id,), match.deal_key, terms.match_seed)
        for name in match.bots:
            self._host.tell(name, revealed)
        self._reporter.finished(result)

    def _begun(self, match: PlannedMatch) -> Journal | None:
        """What there is of the match's journal; None where not even its header is whole."""
        path = journal_path(self._host.journals, match.match_id)
        journal = peek_journal(path) if path.exists() else None
        return journal if journal is not None and journal.lines else None

    def _terms_of(self, match: PlannedMatch, begun: Journal | None) -> Terms:
        """The terms of a match: those of its journal where it was begun."""
        common = self._terms
        if begun is not None:
            header = begun.header
            seed = deals.match_seed(common.master, header.deal_key, dict(header.nonces))
            return Terms(header, seed, common.max_illegal_actions)
        nonces = {name: self._lobby.nonce_of(name) for name in match.bots}
        seed = deals.match_seed(common.master, match.deal_key, nonces)
        first = self._firsts[match.pairing]
        first_seed = seed if first is match else deals.match_seed(common.master, first.deal_key, nonces)
        header = Header(
            software=SOFTWARE,
            match_id=match.match_id,
            deal_key=match.deal_key,
            bots=match.bots,
            ruleset=common.ruleset,
            stock=common.stock,
            first_dealer=first_dealer(common.ruleset, match.number, first_seed),
            commitment=self._commitment,
            number=match.number,
            nonces=tuple(sorted(nonces.items(), key=lambda item: item[0].encode())),
            clock=common.clock,
            hands=common.hands,
        )
        return Terms(header, seed, common.max_illegal_actions)

    # Ending.

    async def _commit(self, outcome: MatchOutcome) -> Result:
        result = Result.of(outcome)
        await self._host.on_disk(partial(self._store.commit, result))
        self.results.append(result)
        if result.offender is not None:
            self._withdraw()
        self._log(
            "match_over",
            match=result.match_id,
            termination=result.termination.value,
            winner=None if result.winner is None else result.bots[result.winner],
            fault=None if result.fault is None else result.fault.value,
            hands=result.hands,
        )
        return result

    def _withdraw(self) -> None:
        for name, reason in withdrawals(self._plan, self.results).items():
            entrant = self._lobby.entrants[name]
            if not entrant.withdrawn:
                entrant.withdrawn = f"withdrawn after {reason}"
                self._log("bot_withdrawn", bot=name, reason=reason)
                open_before = len(self._open)
                self._open = {key: match for key, match in self._open.items() if name not in match.bots}
                self._reporter.withdrawn(name, reason, open_before - len(self._open))

    def _let_go(self, name: str) -> None:
        """Say goodbye to a bot that was withdrawn, once its last match is over."""
        entrant = self._lobby.entrants[name]
        if entrant.withdrawn and not self._busy[name] and entrant.session is not None:
            entrant.session.close(Goodbye(GoodbyeReason.DONE, f"{entrant.withdrawn}: nothing is left to play"))

    # Absence.

    def _patience(self) -> float | None:
        """Seconds until somebody's absence has to be ruled on, None while something is being played."""
        if self._active or self._draining:
            return None
        ends = [
            end for match in self._open.values() for name in match.bots if (end := self._absent_until(name)) is not None
        ]
        return max(0.0, (min(ends) - self._host.now()) / 1e9) if ends else None

    def _absent_until(self, name: str) -> int | None:
        away_since = self._lobby.entrants[name].away_since
        return None if away_since is None else away_since + self._terms.clock.no_show_ms * NS_PER_MS

    async def _rule_absence(self) -> None:
        """Nothing can be played: whoever has been away for no_show_ms loses its matches; of two the one longer away."""
        now = self._host.now()
        self._begin()
        if self._active:
            return
        for match in list(self._open.values()):
            if match.match_id not in self._open:
                continue  # a bot was withdrawn by the ruling before
            late = [
                (end, seat)
                for seat, name in enumerate(match.bots)
                if (end := self._absent_until(name)) is not None and end <= now
            ]
            if late:
                del self._open[match.match_id]
                detail = f"away for {self._terms.clock.no_show_ms} ms, with nothing else to play"
                await self._one(match, Fault(min(late)[1], FaultKind.NO_SHOW, detail))
