"""Where a bot plays and as whom, from arguments, a join file or the environment.

Imports: errors, join.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn

from ginrummy.errors import InvalidInput, shown
from ginrummy.join import JoinError, JoinFile, check_ca, check_name, check_server, check_token, is_local, read_join

MOST_TABLES: Final = 256
SYSTEM_CA: Final = "system"
"""Stands for the certificates that the system trusts."""
_NONCE_BYTES: Final = 32
_TOKEN_FILE_BYTES: Final = 4096
_YEAR_S: Final = 366 * 86_400.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Where to connect, as whom, and how patiently; the token stays out of `repr()`.

    `ca` is PEM text, SYSTEM_CA, or None for no TLS. `patience_s` is how long to try without a connection, `connect_s`
    how long one try may take, `silence_s` how long a stream on which nothing comes is believed in.
    """

    server: str
    name: str
    token: str | None = field(default=None, repr=False)
    ca: str | None = None
    tables: int = 1
    nonce: bytes = b""
    bot_version: str = ""
    patience_s: float = 1800.0
    connect_s: float = 5.0
    silence_s: float = 30.0


def find_settings(
    default_name: str,
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
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings that `ginrummy.run` describes; `default_name` is the bot's where nothing else names it.

    Raises InvalidInput, and JoinError for what a join file may hold too.
    """
    if join is not None and address is not None:
        raise InvalidInput("an address or a join file is needed, not both")
    if join is not None:
        file = join if isinstance(join, JoinFile) else read_join(join)
        address, token, ca = file.server, token or file.token, ca or file.ca
        name = name or file.name
    elif address is None:
        address = environment.get("GINRUMMY_SERVER")
        if not address:
            raise InvalidInput(
                "nothing says where the referee is: an address (--server), a join file (--join) or GINRUMMY_SERVER in "
                "the environment is needed"
            )
        if token is None and (token_file := environment.get("GINRUMMY_TOKEN_FILE")):
            token = read_token(token_file)
        name = name or environment.get("GINRUMMY_NAME")
        if tables is None and (given := environment.get("GINRUMMY_TABLES")):
            tables = int(given) if given.isdecimal() and given.isascii() else _bad_tables(given)
    check_server(address)
    if token is not None:
        check_token(token)
    if ca is not None and ca != SYSTEM_CA:
        check_ca(ca)
    if ca is None and not insecure and not is_local(address):
        raise InvalidInput(
            f"{address} is on another machine, and without TLS anybody on the way could read the token: "
            "give the referee's certificate (a join file, ca=..., --tls-ca), or allow it (insecure=True, --insecure)"
        )
    if tables is not None and (type(tables) is not int or not 1 <= tables <= MOST_TABLES):
        _bad_tables(tables)
    if not isinstance(nonce, bytes) or len(nonce) > _NONCE_BYTES:
        raise InvalidInput(f"nonce: 0 to {_NONCE_BYTES} bytes are needed, not {shown(nonce)}")
    if not isinstance(bot_version, str) or len(bot_version) > 64 or not bot_version.isprintable():
        raise InvalidInput(f"bot_version: at most 64 printable characters are needed, not {shown(bot_version)}")
    if not isinstance(patience_s, int | float) or not 0 <= patience_s <= _YEAR_S:
        raise InvalidInput(f"patience_s: a number of seconds from 0 is needed, not {shown(patience_s)}")
    return Settings(
        address,
        check_name(name if name is not None else default_name),
        token,
        ca,
        1 if tables is None else tables,
        nonce,
        bot_version,
        patience_s,
    )


def read_token(path: str | Path) -> str:
    """The token that is all a file holds; JoinError for a file that cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return check_token(file.read(_TOKEN_FILE_BYTES).decode().strip())
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text in UTF-8"
        raise JoinError("token", f"{shown(str(path), 200)} cannot be read: {why}", of="") from None


def _bad_tables(given: object) -> NoReturn:
    raise InvalidInput(f"tables: a number from 1 to {MOST_TABLES} is needed, not {shown(given)}")
