"""The commands of an organiser: serve, standings, token. Imports: referee rooms, within each command."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.cli.console import Json, err, out, print_json

if TYPE_CHECKING:
    from referee.config import TournamentConfig
    from referee.server import Service
    from referee.tournament.standings import Standings

_DECISIONS_A_MATCH: Final = 300  # some nine hands of 35 decisions
_QUICK_MS: Final = 2


def serve(
    config_file: Annotated[Path, typer.Argument(metavar="TOURNAMENT.TOML", help="What to play.")],
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The data directory; runs/NAME-TIME by default.")
    ] = None,
    listen: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Listen there instead.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the schedule and how long it may take.")] = False,
    as_json: Json = False,
) -> None:
    """Run a tournament: wait for its bots, play every match, print the standings. Exit status 1 if it is incomplete.

    Example: referee serve sample_bots/demo.toml
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what fails is said in our own words
    from referee.config import load_config  # noqa: PLC0415  the service is slow to import
    from referee.datadir import open_directory  # noqa: PLC0415
    from referee.progress import Progress, standings_table  # noqa: PLC0415
    from referee.server import Service, plan_of  # noqa: PLC0415
    from referee.tournament.standings import standings_json  # noqa: PLC0415

    config = load_config(config_file)
    if listen is not None:
        config = config.listening_on(listen)
    if dry_run:
        _print_dry_run(config, as_json=as_json)
        return
    where = data if data is not None else _default_directory(config.name, config_file)
    resume = shlex.join(["referee", "serve", str(config_file), "--data", str(where)])
    directory = open_directory(where, config.seed)
    try:
        with Progress(err, plan_of(config), tuple(bot.name for bot in config.bots)) as progress:
            service = Service(config, directory, progress, resume)
            table = _run(service)
    finally:
        directory.close()
    if as_json:
        print_json({**standings_json(table), "data": str(where)})
    else:
        out.print(f"{config.name}: {table.played} of {table.total} matches")
        out.print(standings_table(table))
        out.print(f"journals in {directory.journals}")
    if not table.complete:
        err.print(f"the tournament is not complete; go on with: {resume}", markup=False, soft_wrap=True)
        raise typer.Exit(1)


def standings(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A data directory.")], as_json: Json = False
) -> None:
    """Print the standings of a tournament, running or over."""
    from referee.progress import standings_table  # noqa: PLC0415
    from referee.tournament.archive import read_standings  # noqa: PLC0415
    from referee.tournament.standings import standings_json  # noqa: PLC0415

    table = read_standings(directory)
    if as_json:
        print_json(standings_json(table))
        return
    out.print(f"{table.played} of {table.total} matches")
    out.print(standings_table(table))


def token(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The bots that get a token each.")],
    server: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where the referee will be.")] = "127.0.0.1:7700",
    ca: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The CA that signed the referee's certificate.")
    ] = None,
    tls_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help='For tls = "auto": the directory `tls` beside the config; made if needed.'),
    ] = None,
    to: Annotated[Path, typer.Option(metavar="DIR", help="Where the join files go.")] = Path(),
) -> None:
    """Write NAME.join for each bot, which its author needs, and print the token_sha256 lines for the config.

    Example: referee token alice bob --server referee.example.org:7700 --tls-dir tls
    """
    from referee.config import Address  # noqa: PLC0415
    from referee.tls import ensure_auto_ca  # noqa: PLC0415
    from referee.tokens import write_join_files  # noqa: PLC0415

    address = Address.parse(server)
    authority = ca.read_text() if ca is not None else None
    if tls_dir is not None:
        made = ensure_auto_ca(tls_dir, [address.host])
        authority = None if made.ca is None else made.ca.decode()
    for line in write_join_files(names, address, authority, to):
        typer.echo(line)


def _default_directory(name: str, config_file: Path) -> Path:
    from referee.datadir import DataDirectoryError, earlier_directories, new_directory  # noqa: PLC0415
    from referee.tournament.archive import read_standings  # noqa: PLC0415

    fresh = new_directory(name, datetime.now(UTC))
    earlier = earlier_directories(name)
    if earlier and not read_standings(earlier[-1]).complete:
        command = ["referee", "serve", str(config_file), "--data"]
        raise DataDirectoryError(
            f"{earlier[-1]} is not finished\n"
            f"  go on with it:  {shlex.join([*command, str(earlier[-1])])}\n"
            f"  or start anew:  {shlex.join([*command, str(fresh)])}"
        )
    return fresh


def _print_dry_run(config: TournamentConfig, *, as_json: bool) -> None:
    from referee.server import concurrency_of, plan_of  # noqa: PLC0415

    plan, at_a_time = plan_of(config), concurrency_of(config)
    decisions = len(plan) * _DECISIONS_A_MATCH
    quick_s = decisions * _QUICK_MS / 1000 / at_a_time
    slow_s = decisions * config.clock.decision_ms / 1000 / at_a_time
    if as_json:
        print_json(
            {
                "matches": [{"match_id": match.match_id, "bots": list(match.bots)} for match in plan],
                "concurrency": at_a_time,
                "estimated_seconds": [round(quick_s, 1), round(slow_s, 1)],
            }
        )
        return
    for match in plan:
        out.print(f"{match.match_id}: seat 0 {match.bots[0]}, seat 1 {match.bots[1]}", markup=False)
    quick, slow = f"that answer in {_QUICK_MS} ms", f"that take all of decision_ms ({config.clock.decision_ms} ms)"
    out.print(f"{len(plan)} matches of {config.ruleset.name}, {at_a_time} at a time")
    out.print(f"about {_span(quick_s)} with bots {quick}, {_span(slow_s)} with bots {slow}")


def _span(seconds: float) -> str:
    for size, unit in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(1, seconds):.0f} s"


def _run(service: Service) -> Standings:
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(service.run())


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop's loop where it is installed; nothing needs it."""
    try:
        import uvloop  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
