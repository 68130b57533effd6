"""Playing on a referee: `run` connects a bot and plays all its matches.

The bots run in the thread that calls, so that Ctrl-C reaches them; the network has threads of its own. Imports:
connection, errors, join, player, settings, tables.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ginrummy import __version__
from ginrummy.connection import Connection, End, Frame, Over
from ginrummy.errors import StateError, shown
from ginrummy.join import JoinFile
from ginrummy.player import BotFactory
from ginrummy.settings import Settings, find_settings
from ginrummy.tables import Tables, Tally


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has come of it all.

    `reason` says how it ended: DONE (nothing is left to play), REPLACED (a newer connection has the bot's seat) or LOST
    (the referee was not to be reached for as long as patience lasted). `draws` are matches that ended without a winner,
    `aborted` those that are nobody's loss; `failures` counts the bot's own errors, each of which resigned a match.
    `commitment_kept` is None where the tournament's seed was not told.
    """

    reason: End
    matches: int
    wins: int
    losses: int
    draws: int
    aborted: int
    failures: int
    commitment_kept: bool | None


def run(
    bot_factory: BotFactory,
    address: str | None = None,
    *,
    token: str | None = None,
    name: str | None = None,
    tables: int | None = None,
    nonce: bytes = b"",
    ca: str | None = None,
    join: JoinFile | str | Path | None = None,
    insecure: bool = False,
    bot_version: str = "",
    patience_s: float = 1800.0,
) -> Outcome:
    """Connect to a referee, play every match that it offers, and return when nothing is left to play.

    `bot_factory` is a subclass of Bot, or anything that makes one when called: every match gets a bot of its own, and
    up to `tables` of them (1 to 256, by default 1) play at once. Async bots think side by side.

    Where to: `address` ("host:port" or "unix:/path"), or a `join` file, or its path. With neither, GINRUMMY_SERVER,
    GINRUMMY_TOKEN_FILE, GINRUMMY_NAME and GINRUMMY_TABLES tell, as they do for a bot that the referee starts. `token`
    is the secret that stands for `name`; a referee in open mode needs none. `ca` is the certificate (PEM) that the
    referee's is checked with, or "system" for those that the system trusts; without one the connection is not
    encrypted, which off this machine has to be allowed by `insecure`. `nonce` (up to 32 bytes) goes into the deals.

    When the connection breaks it is taken up again, until there has been none for `patience_s` seconds. An exception or
    an illegal choice of the bot's is printed and resigns that match; the others go on. All lines go to stderr.

    Raises InvalidInput for arguments that mean nothing, and ginrummy.connection.NotAdmitted where the referee refuses
    the bot. KeyboardInterrupt comes through, after the referee has been told goodbye.
    """
    settings = find_settings(
        default_name(bot_factory),
        address,
        token=token,
        name=name,
        tables=tables,
        nonce=nonce,
        ca=ca,
        join=join,
        insecure=insecure,
        bot_version=bot_version,
        patience_s=patience_s,
    )
    # Runner.run would keep Ctrl-C from a plain bot that thinks: it cancels a task, and such a bot lets no task run.
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        playing = loop.create_task(play(bot_factory, settings))
        try:
            return loop.run_until_complete(playing)
        except KeyboardInterrupt:
            playing.cancel()  # from here on no bot is called any more, whatever has arrived
            raise


async def play(bot_factory: BotFactory, settings: Settings) -> Outcome:
    """What `run` does, on the running loop; for programs that have one."""
    loop, me = asyncio.get_running_loop(), asyncio.current_task()
    over: asyncio.Future[Over] = loop.create_future()
    say = _teller(settings.name)

    def trouble(error: BaseException) -> None:
        if not over.done():
            over.set_exception(error)

    def arrive(what: Frame | Over) -> None:
        if me is not None and me.cancelling():
            return
        try:
            if isinstance(what, Frame):
                tables.take(what)
            elif not over.done():
                over.set_result(what)
        except Exception as error:  # noqa: BLE001  raised below, where the caller sees it
            trouble(error)

    def deliver(what: Frame | Over) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(arrive, what)

    connection = Connection(settings, deliver, say, f"ginrummy {__version__}")
    tables = Tables(bot_factory, connection.send, say, trouble)
    connection.open()
    try:
        end = await over
        if end.error is not None:
            raise end.error
        await tables.finish()
    finally:
        tables.cancel()
        connection.close()
    return _outcome(end.end, tables.tally)


def _outcome(reason: End, tally: Tally) -> Outcome:
    return Outcome(
        reason,
        tally.matches,
        tally.wins,
        tally.losses,
        tally.draws,
        tally.aborted,
        tally.failures,
        tally.commitment_kept,
    )


def default_name(bot_factory: BotFactory) -> str:
    """The name of a class or function, as far as a bot may be called so; StateError for what makes no bots."""
    if not callable(bot_factory):
        raise StateError(f"bot_factory: a subclass of Bot, or what makes one, is needed, not {shown(bot_factory)}")
    name = getattr(bot_factory, "__name__", type(bot_factory).__name__)
    return re.sub(r"[^A-Za-z0-9_.-]+", "", name).lstrip("_.-")[:32] or "bot"


def _teller(name: str) -> Callable[[str], None]:
    """What writes lines for the bot's author: to stderr, each text at once."""

    def say(text: str) -> None:
        with suppress(OSError, ValueError):  # stderr is closed, and there is nowhere to say so
            sys.stderr.write(f"{name}: {text}\n")
            sys.stderr.flush()

    return say
