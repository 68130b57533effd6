"""Runs many tables at once: hands them what bots say, their messages to outboxes, their deadlines to timers.

The only reader of time below the server. Everything runs in one event loop but for the disk's syncs, which one thread
does. Imports: ginrummy; referee.journal, referee.lag, referee.outcome, referee.session,
referee.table.
"""

from __future__ import annotations

import asyncio
import errno
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from ginrummy.entries import Reveal
from ginrummy.errors import WireError
from ginrummy.messages import (
    DealsRevealed,
    Decision,
    DecisionRequest,
    Fault,
    FaultKind,
    MatchEnded,
    Ready,
    Resign,
    ServerMessage,
)
from referee.journal import JournalFile, journal_path
from referee.lag import LagMeter
from referee.outcome import MatchOutcome
from referee.session import Session, part_of
from referee.table import Stage, Table, Terms

NS: Final = 1_000_000_000
_READ_ON_S: Final = 0.005
"""Before a timeout is ruled, what has come in is read for so long."""
_RETRY_S: Final = 1.0
_UNHEARD: Final = 512
"""How many endings are kept for a bot that is away."""
_WAIT_FOR: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""Troubles of a disk that may pass."""
_HOLD_S: Final = 0.05
"""What happened at a table waits for what else is said to a seat, for so long to twice as long."""

Log = Callable[..., Any]
T = TypeVar("T")


@dataclass(slots=True)
class _Running:
    """A match on a table, and what hangs on it. `armed` is the instant that the timer is set to."""

    table: Table
    file: JournalFile
    sides: tuple[str, str]
    done: asyncio.Future[MatchOutcome]
    armed: int | None = None
    timer: asyncio.TimerHandle | None = None
    syncing: bool = False
    told: dict[int, Callable[[int], None]] = field(default_factory=dict)
    restarted: set[str] = field(default_factory=set)
    held_at: int = -1
    retrying: bool = False


class Host:
    """The tables of this process. `sessions` says which bots are here; a match's seats are found in it by name."""

    def __init__(self, journals: Path, log: Log, now: Callable[[], int] = time.monotonic_ns) -> None:
        self.journals = journals
        self.sessions: dict[str, Session] = {}
        self.now = now
        self.decisions = 0
        self.lag = LagMeter(now)
        self._log = log
        self._epoch_ms = time.time_ns() // 1_000_000 - now() // 1_000_000
        self._running: dict[str, _Running] = {}
        self._of: dict[str, set[str]] = {}
        self._closing: dict[str, JournalFile] = {}
        self._untold: set[tuple[str, int]] = set()
        self._unheard: dict[str, deque[bytes]] = {}
        self._holding: set[str] = set()
        self._holder: asyncio.TimerHandle | None = None
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="sync")

    # Matches.

    async def play(self, terms: Terms, fault: Fault | None = None) -> MatchOutcome:
        """Play a match to its end; where its journal exists the match goes on from there.

        With a `fault` it is forfeited by that before it begins.

        Returns when the journal is synced to its footer. Raises what is wrong with the journal of a match that goes on.
        """
        loop = asyncio.get_running_loop()
        file = await self.on_disk(partial(self._open_journal, terms))
        header = terms.header
        table = Table(terms, file.append, lambda: file.writer, epoch_ms=self._epoch_ms)
        running = _Running(table, file, header.bots, loop.create_future())
        running.told = {seat: self._teller(running, seat) for seat in (0, 1)}
        self._running[header.match_id] = running
        now = self.now()
        if fault is not None:
            self._act(running, partial(table.fault, fault.seat, fault.kind, fault.detail, now))
        else:
            for seat, name in enumerate(header.bots):
                self._of.setdefault(name, set()).add(header.match_id)
                self._act(running, partial(table.returned, seat, now))
                if name not in self.sessions:
                    self._act(running, partial(table.lost, seat, now, "not here when the match was offered"))
            self._act(running, partial(table.offer, now))
        try:
            return await running.done
        finally:
            self._drop(running)

    async def on_disk(self, work: Callable[[], T]) -> T:
        """Do what waits for the disk in the one thread for that, so that only its caller waits.

        Where the disk fails or is full it is tried again until it works: `work` must bear that.
        """
        loop, troubled = asyncio.get_running_loop(), False
        while True:
            try:
                return await loop.run_in_executor(self._disk, work)
            except OSError as error:
                if error.errno not in _WAIT_FOR:
                    raise
                if not troubled:
                    troubled = True
                    self._log("disk_trouble", error=str(error))
            await asyncio.sleep(_RETRY_S)

    async def reveal(self, match_id: str, reveal: Reveal) -> None:
        """Append the seed to the journal of a finished match, which is complete by that."""
        file = self._closing.pop(match_id, None) or JournalFile.recover(journal_path(self.journals, match_id))
        assert file is not None

        def write() -> None:
            if file.journal.reveal is None:
                file.append(reveal)
            try:
                file.sync()
            except OSError:
                file.write_anew()
            file.close()

        await self.on_disk(write)

    def close(self) -> None:
        """Leave the tables as they are: what the journals hold can be gone on with."""
        if self._holder is not None:
            self._holder.cancel()
        for running in list(self._running.values()):
            running.done.cancel()
        self._disk.shutdown(wait=True)
        for file in (*self._closing.values(), *(running.file for running in self._running.values())):
            file.close()

    def _open_journal(self, terms: Terms) -> JournalFile:
        path = journal_path(self.journals, terms.header.match_id)
        found = JournalFile.recover(path) if path.exists() else None
        return found if found is not None else JournalFile.create(self.journals, terms.header)

    def _teller(self, running: _Running, seat: int) -> Callable[[int], None]:
        def sent(now: int) -> None:
            running.table.sent(seat, now)
            self._arm(running)

        return sent

    def _drop(self, running: _Running) -> None:
        match_id = running.table.terms.header.match_id
        self._running.pop(match_id, None)
        self._untold -= {(match_id, 0), (match_id, 1)}
        for name in running.sides:
            self._of.get(name, set()).discard(match_id)
        if running.timer is not None:
            running.timer.cancel()
        if running.table.stage is Stage.OVER:
            self._closing[match_id] = running.file
        else:
            running.file.close()

    # What bots say.

    def heard(self, name: str, message: Ready | Decision | Resign, now: int, reply: Callable[[], bytes]) -> bool:
        """Something about a match of this bot's; False if it asked for nothing."""
        found = self._table_of(name, message.match_id)
        if found is None:
            return False
        running, seat = found
        self.decisions += type(message) is Decision
        return self._act(running, partial(running.table.hear, seat, message, now, self.lag.lag_ns(now), reply))

    def malformed(self, name: str, error: WireError, now: int, reply: Callable[[], bytes]) -> bool:
        """A decision that says nothing but for which request it is."""
        found = self._table_of(name, error.match_id or "")
        if found is None or error.request is None:
            return False
        running, seat = found
        request, lag = error.request, self.lag.lag_ns(now)
        return self._act(running, lambda: running.table.malformed(seat, request, str(error), now, lag, reply))

    def lines_of(self, name: str) -> int:
        """How many journal lines all the matches have that this bot is in."""
        return sum(running.file.lines for running, _ in self._tables_of(name))

    def arrive(self, name: str, session: Session, now: int, *, replaced: bool, silent: bool = False) -> None:
        """The bot is here, perhaps again: each of its matches is told to it. A `silent` one has not been heard yet."""
        self.sessions[name] = session
        for part in self._unheard.pop(name, ()):
            session.put(part)
        tables = self._tables_of(name)
        for running, seat in tables:
            if replaced:
                self._act(running, partial(running.table.taken_over, seat, now))
            if not silent:
                self._act(running, partial(running.table.returned, seat, now))
            self._arm(running)
            self._untold.add((running.table.terms.header.match_id, seat))
        self._tell_next(session, tables)

    def _tell_next(self, session: Session, tables: list[tuple[_Running, int]]) -> None:
        """Tell a bot its next match again, and the others later: each takes time that everybody waits."""
        if not tables:
            return
        (running, seat), *others = tables
        key = (running.table.terms.header.match_id, seat)
        if self.sessions.get(running.sides[seat]) is not session:
            return
        self._untold.discard(key)
        self._act(running, partial(running.table.tell_again, seat, self.now()))
        asyncio.get_running_loop().call_soon(self._tell_next, session, others)

    def depart(self, name: str, now: int, text: str) -> None:
        """The bot's stream is down."""
        self.sessions.pop(name, None)
        self.silent(name, now, text)

    def silent(self, name: str, now: int, text: str) -> None:
        """The bot does not answer, though its stream may be up."""
        for running, seat in self._tables_of(name):
            self._act(running, partial(running.table.lost, seat, now, text))
            self._arm(running)  # the grace may be over before the decision would be

    def speaking(self, name: str, now: int) -> None:
        """The bot answers again."""
        for running, seat in self._tables_of(name):
            self._act(running, partial(running.table.returned, seat, now))

    def fault(self, name: str, kind: FaultKind, detail: str, now: int) -> None:
        """The bot loses each match that it is in by this."""
        for running, seat in self._tables_of(name):
            self._act(running, partial(running.table.fault, seat, kind, detail, now))

    def restarted(self, name: str) -> None:
        """The process of a hosted bot has ended and is started again: once in each match that it is in."""
        now = self.now()
        for running, seat in self._tables_of(name):
            if name in running.restarted:
                detail = "its process ended twice in this match"
                self._act(running, partial(running.table.fault, seat, FaultKind.DISCONNECT, detail, now))
            running.restarted.add(name)

    def _table_of(self, name: str, match_id: str) -> tuple[_Running, int] | None:
        running = self._running.get(match_id)
        if running is None or name not in running.sides:
            return None
        return running, running.sides.index(name)

    def _tables_of(self, name: str) -> list[tuple[_Running, int]]:
        found = (self._table_of(name, match_id) for match_id in sorted(self._of.get(name, ())))
        return [pair for pair in found if pair is not None]

    # One table acts, and what follows from it.

    def _act(self, running: _Running, what: Callable[[], Any]) -> bool:
        """Let a table act, and pass on what comes of it. An error of our own breaks off this match and no other."""
        table = running.table
        try:
            answer = what()
        except OSError as error:
            answer = True
            self._stuck(running, error)
        except Exception as error:  # noqa: BLE001  the other tables go on whatever this is
            self._log("table_failed", match=table.terms.header.match_id, error=type(error).__name__, exc_info=True)
            if not running.done.done():
                running.done.set_exception(error)
            return True
        self._pass_on(running)
        return answer is not False

    def _pass_on(self, running: _Running) -> None:
        table = running.table
        said, table.outgoing = table.outgoing, []
        for seat, message in said:
            self._say(running, seat, message)
        match table.stage:
            case Stage.SYNCING:
                if not running.syncing:
                    self._sync(running)
            case Stage.OVER:
                if not running.done.done() and table.outcome is not None:
                    running.done.set_result(table.outcome)
            case _:
                if running.armed is None or table.awaited is None:
                    self._arm(running)  # otherwise `sent` will, once the request is handed over
                if table.holding:
                    self._hold(running)

    def _hold(self, running: _Running) -> None:
        self._holding.add(running.table.terms.header.match_id)
        if self._holder is None:
            self._holder = asyncio.get_running_loop().call_later(_HOLD_S, self._tell_held)

    def _tell_held(self) -> None:
        """Let those tables say what they hold at which nothing has happened since the last time."""
        self._holder = None
        holding, self._holding = self._holding, set()
        for match_id in holding:
            running = self._running.get(match_id)
            if running is None or not running.table.holding:
                continue
            if running.held_at == running.table.sequence:
                self._act(running, running.table.tell_held)
            else:
                running.held_at = running.table.sequence
                self._hold(running)

    def _say(self, running: _Running, seat: int, message: ServerMessage) -> None:
        session = self.sessions.get(running.sides[seat])
        if (running.table.terms.header.match_id, seat) in self._untold and type(message) is not MatchEnded:
            return  # it is about to be told everything
        if session is not None:
            session.put(part_of(message), running.told[seat] if type(message) is DecisionRequest else None)
        elif type(message) is MatchEnded:
            self.tell(running.sides[seat], message)

    def tell(self, name: str, message: MatchEnded | DealsRevealed) -> None:
        """Say to a bot how a match ended; one that is away hears it when it is back, if it is not too much by then."""
        session = self.sessions.get(name)
        if session is not None:
            session.say(message)
        else:
            self._unheard.setdefault(name, deque(maxlen=_UNHEARD)).append(part_of(message))

    def _sync(self, running: _Running) -> None:
        running.syncing = True
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._disk, running.file.sync)
        future.add_done_callback(lambda done: self._synced(running, done))

    def _synced(self, running: _Running, done: asyncio.Future[None]) -> None:
        running.syncing = False
        if done.cancelled() or running.done.done():
            return
        error = done.exception()
        if error is None:
            self._act(running, lambda: running.table.synced(self.now()))
        elif isinstance(error, OSError):
            self._log("sync_failed", match=running.table.terms.header.match_id, error=str(error))
            asyncio.get_running_loop().call_later(_RETRY_S, self._write_anew, running)
        else:
            running.done.set_exception(error)

    def _write_anew(self, running: _Running) -> None:
        """After a failed sync nobody knows what the disk holds: the whole journal is written again, to a new file."""
        if running.done.done():
            return
        running.syncing = True
        future = asyncio.get_running_loop().run_in_executor(self._disk, running.file.write_anew)
        future.add_done_callback(lambda done: self._synced(running, done))

    def _stuck(self, running: _Running, error: OSError) -> None:
        if running.retrying:
            return
        running.retrying = True
        self._log("journal_stuck", match=running.table.terms.header.match_id, error=str(error))
        asyncio.get_running_loop().call_later(_RETRY_S, self._retry, running)

    def _retry(self, running: _Running) -> None:
        running.retrying = False
        if not running.done.done() and running.table.stuck:
            self._act(running, running.table.retry)

    # Deadlines.

    def _arm(self, running: _Running) -> None:
        """Have a timer at the table's deadline or before; deadlines mostly move away, so that it is seldom set anew."""
        at = running.table.deadline()
        if at is None or (running.armed is not None and running.armed <= at):
            return
        if running.timer is not None:
            running.timer.cancel()
        running.armed = at
        delay = max(0.0, (at - self.now()) / NS)
        running.timer = asyncio.get_running_loop().call_later(delay, self._due, running)

    def _due(self, running: _Running) -> None:
        running.armed = running.timer = None
        at, now = running.table.deadline(), self.now()
        if at is None:
            return
        if now < at:
            self._arm(running)
            return
        late = now - at
        running.armed = at
        running.timer = asyncio.get_running_loop().call_later(_READ_ON_S, self._rule, running, late)

    def _rule(self, running: _Running, late: int) -> None:
        running.armed = running.timer = None
        now = self.now()
        lag = max(late, self.lag.lag_ns(now))
        self._act(running, lambda: running.table.expire(now, lag))
