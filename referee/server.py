"""The service put together: store, tables, lobby, gRPC, hosted bots and the running tournament, from start to drain.

Imports: ginrummy; every room of the referee but the commands.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
import grpc.aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from ginrummy import __version__, deck
from ginrummy.errors import InvalidInput
from ginrummy.messages import PROTOCOL_VERSION, Goodbye, GoodbyeReason, Schedule, TournamentEnded, Welcome
from ginrummy.testing import SOFTWARE
from referee.config import Address, TlsFiles, TournamentConfig
from referee.datadir import DataDirectory, reveal_seed
from referee.gateway import PLAY, SERVER_OPTIONS, Gateway
from referee.host import Host
from referee.hosted import Exit, HostedBot, HostedBots
from referee.lobby import Entrant, Lobby
from referee.logs import open_log
from referee.presence import Presence
from referee.store import Store
from referee.tls import ServerTls, ensure_auto_ca
from referee.tokens import new_token, token_sha256
from referee.tournament.runner import Reporter, Runner, TournamentTerms
from referee.tournament.schedule import PlannedMatch, concurrency_of, plan_of
from referee.tournament.standings import Standings

DRAIN_S: Final = 10.0
"""How long matches in play may go on after SIGTERM before they are left to be gone on with."""
MOST_STARTS: Final = 5
"""So often is a hosted bot started that ends soon each time and never comes."""
_SPARE_STREAMS: Final = 64
_GC_THRESHOLDS: Final = (20_000, 50, 100)
"""Collect seldom: what a decision makes holds no cycles."""


class AddressInUse(InvalidInput):
    """The address to listen on is somebody else's."""


class TermsChanged(InvalidInput):
    """A tournament that was begun with other terms."""


class Audience(Reporter, Protocol):
    """Who hears how the service goes."""

    def listening(self, address: str, commitment: str, data: Path) -> None:
        """Bots may come to this address."""

    def waiting(self, entrants: Sequence[Entrant], missing: tuple[str, ...]) -> None:
        """Who is entered, and who of them is waited for: at the beginning, and whenever somebody has come or gone."""

    def exited(self, name: str, how: str, output: Path) -> None:
        """The process of a hosted bot has ended, or could not be started; what it has written is in a file."""

    def begins(self, table: Callable[[], Standings]) -> None:
        """What was interrupted is settled, and matches may begin; `table` tells at any time how it stands."""

    def draining(self, resume: str) -> None:
        """It is about to stop."""


@dataclass(slots=True)
class Service:
    """One `referee serve`, from `run` to its end."""

    config: TournamentConfig
    data: DataDirectory
    audience: Audience
    resume: str = ""
    _stop: asyncio.Event = field(default_factory=asyncio.Event)
    _at_once: asyncio.Event = field(default_factory=asyncio.Event)
    _came: set[str] = field(default_factory=set)

    async def run(self) -> Standings:
        """Serve until the tournament is over or a signal says so; the table as it then stands.

        Raises AddressInUse, TermsChanged, and what is wrong with the data directory.
        """
        log, log_file = open_log(self.data.path)
        with log_file, self._store() as store:
            host = Host(self.data.journals, log)
            try:
                return await self._serve(host, store, log)
            finally:
                host.close()

    def stop(self) -> None:
        """Drain; asked a second time, leave at once."""
        if self._stop.is_set():
            self._at_once.set()
        self._stop.set()

    def _store(self) -> Store:
        terms: dict[str, Any] = {
            "terms": self.config.public_terms(),
            "commitment": deck.commitment(self.data.master).hex(),
        }
        if self.data.is_new:
            return Store.create(self.data.path, {**terms, "begun": datetime.now(UTC).isoformat()})
        store = Store.open(self.data.path, write=True)
        begun = store.facts()["terms"]
        if begun != terms["terms"]:
            store.close()
            changed = [key for key in terms["terms"] if begun.get(key) != terms["terms"][key]]
            raise TermsChanged(f"{self.data.path} was begun with other terms: {', '.join(changed)} changed")
        return store

    async def _serve(self, host: Host, store: Store, log: Callable[..., Any]) -> Standings:
        config = self.config
        plan = plan_of([bot.name for bot in config.bots], config.matches)
        lobby = self._lobby(store, plan)
        tokens = {bot.name: new_token() for bot in config.bots if bot.hosted}
        lobby.enter(self._entrants(store, tokens), host.now())
        tournament = TournamentTerms(
            config.ruleset,
            config.clock,
            config.stock,
            config.faults.max_illegal_actions,
            self.data.master,
            concurrency_of([bot.tables for bot in config.bots], config.concurrency, os.cpu_count() or 1),
            config.hands,
        )
        runner = Runner(tournament, plan, host, lobby, store, self.audience, log)
        presence = Presence(lobby, host, runner.wake, log)
        lobby.changed = lambda entrant: self._changed(entrant, lobby, runner)
        gateway = Gateway(
            presence,
            lobby.whose,
            open_mode=config.open,
            most_streams=2 * len(config.bots) + _SPARE_STREAMS,
            now=host.now,
            log=log,
        )
        hosted = HostedBots(self.data.bots, config.directory, lambda ended: self._again(ended, host, lobby), log)
        server, health_of, addresses = await self._listen(gateway, hosted if tokens else None)
        self._signals()
        host.lag.start()
        presence.start()
        try:
            log("serving", address=addresses[0], version=__version__, matches=len(plan), bots=len(config.bots))
            self.audience.listening(addresses[0], deck.commitment(self.data.master).hex(), self.data.path)
            self._tell_waiting(lobby, runner)
            hosted.start(
                [
                    HostedBot(bot.name, bot.tables, tokens[bot.name], bot.run or "", bot.command or ())
                    for bot in config.bots
                    if bot.hosted
                ],
                addresses[-1],
            )
            gc.freeze()
            gc.set_threshold(*_GC_THRESHOLDS)
            await runner.settle()
            self.audience.begins(lambda: runner.standings)
            await self._tournament(runner, lobby, health_of)
            return runner.standings
        finally:
            presence.stop()
            host.lag.stop()
            await self._farewell(runner, lobby, gateway)
            await hosted.stop()
            await server.stop(0.5)
            log(
                "stopped",
                complete=runner.standings.complete,
                decisions=host.decisions,
                worst_lag_ms=host.lag.worst_ns / 1e6,
            )

    async def _tournament(self, runner: Runner, lobby: Lobby, health_of: health.aio.HealthServicer) -> None:
        """Wait for the bots, play, and on a signal drain."""
        stop = asyncio.ensure_future(self._stop.wait())
        at_once = asyncio.ensure_future(self._at_once.wait())
        running = asyncio.ensure_future(self._from_start(runner))
        try:
            await asyncio.wait((running, stop), return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                lobby.stopping = True
                await health_of.enter_graceful_shutdown()
                runner.drain()
                self.audience.draining(self.resume)
                await asyncio.wait((running, at_once), return_when=asyncio.FIRST_COMPLETED, timeout=DRAIN_S)
            if not running.done():
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
                await runner.abandon()
                return
            await running
        finally:
            for waiting in (stop, at_once, running):
                waiting.cancel()

    async def _from_start(self, runner: Runner) -> None:
        start = self.config.start
        if isinstance(start, datetime):
            delay = (start - datetime.now(UTC)).total_seconds()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), max(0.0, delay))
        else:
            loop = asyncio.get_running_loop()
            patience = loop.time() + self.config.clock.no_show_ms / 1000
            while runner.missing and not self._stop.is_set() and loop.time() < patience:
                await runner.woken(min(1.0, patience - loop.time()))
        await runner.run()

    def _changed(self, entrant: Entrant, lobby: Lobby, runner: Runner) -> None:
        if entrant.here:
            self._came.add(entrant.name)
        runner.wake()
        self._tell_waiting(lobby, runner)

    def _tell_waiting(self, lobby: Lobby, runner: Runner) -> None:
        """Nobody is waited for by who is about to stop."""
        if not (self._stop.is_set() or lobby.stopping):
            self.audience.waiting(tuple(lobby.entrants.values()), runner.missing)

    def _again(self, ended: Exit, host: Host, lobby: Lobby) -> bool:
        """Whether to start a hosted bot's process again: as long as there is something to play and it has ever come.

        The host, which is told, lets it end once in each match; the second end is DISCONNECT there.
        """
        if self._stop.is_set() or lobby.stopping or lobby.entrants[ended.name].withdrawn:
            return False
        lost = ended.quick >= MOST_STARTS and ended.name not in self._came
        how = f"{ended.how}, {ended.quick} times running, and is not started again" if lost else ended.how
        self.audience.exited(ended.name, how, ended.output)
        if lost or ended.code is None:
            return False
        host.restarted(ended.name)
        return True

    # Parts.

    def _lobby(self, store: Store, plan: tuple[PlannedMatch, ...]) -> Lobby:
        config = self.config
        commitment = deck.commitment(self.data.master)
        names = tuple(bot.name for bot in config.bots)

        def welcome(entrant: Entrant, secret: str) -> Welcome:
            matches = sum(entrant.name in match.bots for match in plan)
            return Welcome(
                protocol_version=PROTOCOL_VERSION,
                referee_version=SOFTWARE,
                tournament=config.name,
                commitment=commitment,
                ruleset=config.ruleset,
                clock=config.clock,
                tables=entrant.tables,
                max_illegal_actions=config.faults.max_illegal_actions,
                schedule=Schedule(config.format, names, matches, config.mirrored, config.stock),
                secret=secret,
            )

        return Lobby(
            welcome,
            changed=lambda _: None,
            keep=lambda entrant: store.keep_bot(entrant.name, entrant.nonce, entrant.digest if config.open else None),
            open_mode=config.open,
        )

    def _entrants(self, store: Store, tokens: dict[str, str]) -> list[Entrant]:
        kept = store.bots()
        entrants = []
        for bot in self.config.bots:
            nonce, digest = kept.get(bot.name, (None, None))
            if bot.name in tokens:
                digest = token_sha256(tokens[bot.name])
            entrants.append(Entrant(bot.name, bot.tables, bot.token_sha256 or digest, bot.hosted, nonce))
        return entrants

    async def _listen(
        self, gateway: Gateway, hosted: HostedBots | None
    ) -> tuple[grpc.aio.Server, health.aio.HealthServicer, list[str]]:
        """A started server, what tells its health, and where it listens, last for the bots that it starts itself."""
        config = self.config
        server = grpc.aio.server(options=SERVER_OPTIONS)
        server.add_generic_rpc_handlers((gateway.handler(),))
        servicer = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
        reflection.enable_server_reflection((PLAY, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        for service in ("", PLAY):
            await servicer.set(service, health_pb2.HealthCheckResponse.SERVING)
        tls = self._tls()
        try:
            if tls is None:
                port = server.add_insecure_port(str(config.listen))
            else:
                pair = [(tls.private_key, tls.cert_chain)]
                port = server.add_secure_port(str(config.listen), grpc.ssl_server_credentials(pair))
        except RuntimeError:
            raise AddressInUse(f"listen: {config.listen}: somebody else listens there, or it is not ours") from None
        addresses = [str(Address(config.listen.host, port))]
        if hosted is not None:
            own = hosted.address()
            own_port = server.add_insecure_port(own)
            addresses.append(own if own.startswith("unix:") else f"127.0.0.1:{own_port}")
        await server.start()
        return server, servicer, addresses

    def _tls(self) -> ServerTls | None:
        config = self.config
        if config.tls is None:
            return None
        if isinstance(config.tls, TlsFiles):
            return ServerTls.from_files(config.tls.cert, config.tls.key)
        return ensure_auto_ca(config.directory / "tls", [config.listen.host, socket.gethostname()])

    def _signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.stop)
            except NotImplementedError:  # where loops take no signals
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(self.stop))

    async def _farewell(self, runner: Runner, lobby: Lobby, gateway: Gateway) -> None:
        """Tell the bots how it ends, and give them a moment to read it."""
        complete = runner.standings.complete
        if complete:
            lobby.over = True
            reveal_seed(self.data.path, self.data.master)
        lobby.stopping = True
        for session in list(gateway.sessions):
            if complete and session.name is not None:
                session.say(TournamentEnded(self.data.master))
            done = (GoodbyeReason.DONE, "the tournament is over") if complete else (GoodbyeReason.STOPPING, "come back")
            session.close(Goodbye(*done))
        for _ in range(20):
            if not gateway.sessions or self._at_once.is_set():
                return
            await asyncio.sleep(0.1)
