"""`python -m ginrummy BOT`: play a bot on a referee.

Exit code 0 when nothing is left to play, 1 when the referee refuses the bot, is lost or has it replaced, 2 for bad
usage, 130 when SIGINT (Ctrl-C) or SIGTERM ended it. Imports: client, connection, errors, join, loading, settings.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from ginrummy.client import run
from ginrummy.connection import End, NotAdmitted
from ginrummy.errors import InvalidInput, shown
from ginrummy.join import JoinError
from ginrummy.loading import SAMPLES, load_bot
from ginrummy.settings import SYSTEM_CA, read_token

_INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; the exit code."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if hasattr(signal, "SIGTERM"):  # take leave of the referee then, too
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        bot = load_bot(given.bot)
        name = given.name
        if name is None and given.join is None and given.server is not None:
            name = given.bot if given.bot in SAMPLES else None
        outcome = run(
            bot,
            given.server,
            token=None if given.token_file is None else read_token(given.token_file),
            name=name,
            tables=given.tables,
            nonce=given.nonce,
            ca=_certificate(given.tls_ca),
            join=given.join,
            insecure=given.insecure,
        )
    except InvalidInput as error:
        parser.error(str(error))
    except NotAdmitted as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0 if outcome.reason is End.DONE else 1


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """End with that line and status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m ginrummy",
        description="Play a bot on a Gin Rummy referee until nothing is left to play.",
        epilog="Without --join and --server, GINRUMMY_SERVER, GINRUMMY_TOKEN_FILE, GINRUMMY_NAME and GINRUMMY_TABLES "
        "tell, as for a bot that the referee starts. Exit code: 0 done; 1 refused, lost or replaced; 2 bad usage; 130 "
        "interrupted.",
    )
    parser.add_argument(
        "bot", metavar="BOT", help=f"package.module:Class, path/to/file.py:Class, or {', '.join(SAMPLES)}"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--join", metavar="NAME.join", type=Path, help="the file that the organiser sent")
    where.add_argument("--server", metavar="HOST:PORT", help="where the referee listens; also unix:/path")
    parser.add_argument("--name", help="the bot's name; by default that of its class")
    parser.add_argument("--token-file", metavar="FILE", type=Path, help="a file that holds the token and nothing else")
    parser.add_argument(
        "--tls-ca", metavar="FILE", help=f"the certificate (PEM) to check the referee's with, or {SYSTEM_CA!r}"
    )
    parser.add_argument("--tables", metavar="N", type=int, help="how many matches to play at once (1 to 256)")
    parser.add_argument("--nonce", metavar="HEX", type=_hex, default=b"", help="up to 32 bytes for the deals")
    parser.add_argument("--insecure", action="store_true", help="allow a connection to another machine without TLS")
    return parser


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"an even number of hex digits is needed, not {shown(text)}") from None


def _certificate(path: str | None) -> str | None:
    if path is None or path == SYSTEM_CA:
        return path
    try:
        return Path(path).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no PEM text"
        raise JoinError("ca", f"{shown(path, 200)} cannot be read: {why}", of="") from None


if __name__ == "__main__":
    sys.exit(main())
