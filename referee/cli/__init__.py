"""The `referee` command: each subcommand a few lines over the rooms that do the work.

Data goes to stdout, everything else to stderr. Exit status: 0 done, 1 a negative verdict, 2 bad usage or config.

A command is a function of a module of this package, named as it is typed, with its help as its docstring; `COMMANDS`
lists it, in the order in which `--help` shows them. What only one command needs and is slow to import (the service,
statistics) is imported within that command's function. Imports: ginrummy; referee.cli.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer

from ginrummy import __version__
from ginrummy.errors import GinRummyError, IllegalAction, JournalError
from referee.cli import journals, play, rules, serve

COMMANDS: Final[tuple[Callable[..., Any], ...]] = (
    serve.serve,
    play.play,
    serve.standings,
    serve.token,
    journals.verify,
    journals.replay,
    rules.melds,
)

app = typer.Typer(
    help="A referee for Gin Rummy bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line.

    An input that means nothing ends it with one line and status 2, a file that cannot be read or written too; a bot's
    illegal choice with what led to it and 1, a damaged journal with its first bad line and 1.
    """
    try:
        app()
    except GinRummyError as error:
        typer.echo("\n".join([f"referee: {error}", *getattr(error, "__notes__", ())]), err=True)
        sys.exit(1 if isinstance(error, IllegalAction | JournalError) else 2)
    except OSError as error:
        typer.echo(f"referee: {error.filename}: {error.strerror}" if error.filename else f"referee: {error}", err=True)
        sys.exit(2)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gin-referee {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A referee for Gin Rummy bots."""


for command in COMMANDS:
    app.command()(command)
