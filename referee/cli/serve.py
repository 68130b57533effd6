"""The commands of an organiser: serve, standings, token.

Imports: ginrummy; referee.cli.console; within the commands that need them: referee.config, referee.datadir,
referee.progress, referee.server, referee.tls, referee.tokens, referee.tournament.
"""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ginrummy.render import counted
from referee.cli.console import Json, err, out, print_json

if TYPE_CHECKING:
    from referee.config import TournamentConfig
    from referee.server import Service
    from referee.tournament.standings import Standings

_DECISIONS_A_HAND: Final = 35
_HANDS_A_MATCH: Final = 9  # to the target score, about
_QUICK_MS: Final = 2


def _print_example(asked: bool) -> None:
    if asked:
        from referee.config import EXAMPLE

        typer.echo(EXAMPLE.read_text(encoding="utf-8"), nl=False)
        raise typer.Exit


def serve(
    config_file: Annotated[Path, typer.Argument(metavar="TOURNAMENT.TOML", help="What to play.")],
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The data directory; runs/NAME-TIME by default.")
    ] = None,
    listen: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Listen there instead.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the schedule and how long it may take.")] = False,
    example: Annotated[
        bool,
        typer.Option(
            "--example",
            callback=_print_example,
            is_eager=True,
            help="Print referee/config/example.toml: every key of a TOURNAMENT.TOML, its default, what it means.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Run a tournament: wait for its bots, play, print the standings.

    The exit status is 1 if it is incomplete.

    Example: referee serve sample_bots/demo.toml
    """
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what fails is said in our own words
    from referee.config import load_config
    from referee.datadir import open_directory
    from referee.progress import Progress, standings_table
    from referee.server import Service
    from referee.tournament.standings import standings_json

    config = load_config(config_file)
    if listen is not None:
        config = config.listening_on(listen)
    if dry_run:
        _print_dry_run(config, as_json=as_json)
        return
    where = data if data is not None else _default_directory(config.name, config_file, listen)
    resume = _command(config_file, where, listen)
    directory = open_directory(where, config.seed)
    try:
        with Progress(err) as progress:
            service = Service(config, directory, progress, resume)
            table = _run(service)
    finally:
        directory.close()
    if as_json:
        print_json({**standings_json(table), "data": str(where)})
    else:
        out.print(f"{config.name}: {_how_far(table)}", markup=False)
        out.print(standings_table(table))
        out.print(f"journals in {directory.journals}", markup=False)
    if not table.complete:
        err.print(f"the tournament is not complete; resume with: {resume}", markup=False, soft_wrap=True)
        raise typer.Exit(1)


def standings(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A data directory.")], as_json: Json = False
) -> None:
    """Print the standings of a tournament, running or over."""
    from referee.progress import standings_table
    from referee.tournament.archive import read_standings
    from referee.tournament.standings import standings_json

    table = read_standings(directory)
    if as_json:
        print_json(standings_json(table))
        return
    out.print(_how_far(table))
    out.print(standings_table(table))


def token(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="The bots that get a token each; none with --tls-dir alone."),
    ] = None,
    server: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where the referee will be.")] = "127.0.0.1:7700",
    ca: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The CA that signed the referee's certificate.")
    ] = None,
    tls_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help='For tls = "auto": the directory `tls` beside the config. Its CA and certificate are made if needed.',
        ),
    ] = None,
    to: Annotated[Path, typer.Option(metavar="DIR", help="Where the join files go.")] = Path(),
) -> None:
    """Make tokens and join files for bots, or a certificate.

    It writes NAME.join for each bot, which its author needs, and prints the token_sha256 line of each for the config.

    Example: referee token alice bob --server referee.example.org:7700 --tls-dir tls
    """
    from referee.config import Address
    from referee.tls import ensure_auto_ca
    from referee.tokens import write_join_files

    if not names and tls_dir is None:
        raise typer.BadParameter("at least one is needed, or --tls-dir", param_hint="NAME")
    address = Address.parse(server)
    authority = ca.read_text() if ca is not None else None
    if tls_dir is not None:
        made = ensure_auto_ca(tls_dir, [address.host])
        authority = None if made.ca is None else made.ca.decode()
    for line in write_join_files(names or [], address, authority, to):
        typer.echo(line)


def _default_directory(name: str, config_file: Path, listen: str | None) -> Path:
    from referee.datadir import DataDirectoryError, earlier_directories, new_directory
    from referee.tournament.archive import read_standings

    fresh = new_directory(name, datetime.now(UTC))
    earlier = earlier_directories(name)
    if earlier and not read_standings(earlier[-1]).complete:
        raise DataDirectoryError(
            f"{earlier[-1]} is not finished\n"
            f"  resume it:      {_command(config_file, earlier[-1], listen)}\n"
            f"  or start anew:  {_command(config_file, fresh, listen)}"
        )
    return fresh


def _command(config_file: Path, data: Path, listen: str | None) -> str:
    """What to type for a tournament in this data directory."""
    there = [] if listen is None else ["--listen", listen]
    return shlex.join(["referee", "serve", str(config_file), "--data", str(data), *there])


def _how_far(table: Standings) -> str:
    return f"{table.played} of {counted(table.total, 'match')}"


def _print_dry_run(config: TournamentConfig, *, as_json: bool) -> None:
    from referee.tournament.schedule import concurrency_of, plan_of

    plan = plan_of([bot.name for bot in config.bots], config.matches)
    at_a_time = concurrency_of([bot.tables for bot in config.bots], config.concurrency, os.cpu_count() or 1)
    hands = config.hands or min(_HANDS_A_MATCH, config.ruleset.max_hands)
    decisions = len(plan) * hands * _DECISIONS_A_HAND
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
    each = "" if config.hands is None else f" of {counted(config.hands, 'hand')}"
    out.print(f"{counted(len(plan), 'match')}{each} of {config.ruleset.name}, {at_a_time} at a time", markup=False)
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
        import uvloop  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
