"""Bots' tokens: made, told to their authors in join files, and recognised by their SHA-256.

The referee keeps no token, only hashes; nothing here prints or logs one. Imports: ginrummy, referee.config.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ginrummy.errors import InvalidInput
from ginrummy.join import JoinFile, format_join
from referee.config.fields import NAME_NEEDED, Address
from referee.config.report import BOT_NAME, quoted

PREFIX: Final = "grt_"
"""What every token begins with, so that one that got lost is recognised."""

SUFFIX: Final = ".join"


def new_token() -> str:
    """A token of 256 random bits, of characters that need no quoting in a header, a URL or a shell."""
    return PREFIX + secrets.token_urlsafe(32)


def token_sha256(token: str) -> str:
    """What the config holds in place of a token: 64 hex digits, in small letters."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """Whose token is whose, by SHA-256."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = {digest.encode("ascii"): name for digest, name in names.items()}

    def name_of(self, token: str) -> str | None:
        """The bot that has this token, or None; how long that takes tells nothing of the tokens."""
        given = token_sha256(token).encode("ascii")
        found = None
        for digest, name in self._names.items():
            if hmac.compare_digest(digest, given):
                found = name
        return found

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<Tokens of {len(self)} bots>"


def write_join_files(names: Sequence[str], address: Address, ca: str | None, directory: Path) -> list[str]:
    """Make a token for each bot and write it, with where to connect and the CA in PEM, to `NAME.join`, mode 0600.

    Returns the line `token_sha256 = "..."  # NAME` for each, in order. All names are looked at before a file is
    written, and no file is ever written over: InvalidInput then, and also for a name twice. Where writing fails,
    OSError, the files of this call are removed.
    """
    paths = _free_paths(names, directory)
    written: list[Path] = []
    lines = []
    try:
        for name, path in zip(names, paths, strict=True):
            token = new_token()
            _write_new(path, format_join(JoinFile(name=name, server=str(address), token=token, ca=ca)), written)
            lines.append(f'token_sha256 = "{token_sha256(token)}"  # {name}')
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        raise
    return lines


def _free_paths(names: Sequence[str], directory: Path) -> list[Path]:
    seen: set[str] = set()
    for name in names:
        if not BOT_NAME.fullmatch(name):
            raise InvalidInput(f"bot name: {NAME_NEEDED}, not {quoted(name)}")
        if name.lower() in seen:
            raise InvalidInput(f"bot name: {name} is there twice, and capital letters make no difference")
        seen.add(name.lower())
    paths = [directory / f"{name}{SUFFIX}" for name in names]
    for path in paths:
        if os.path.lexists(path):
            raise _taken(path)
    return paths


def _write_new(path: Path, text: str, written: list[Path]) -> None:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError:
        raise _taken(path) from None
    written.append(path)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _taken(path: Path) -> InvalidInput:
    return InvalidInput(f"{path}: there is such a file already; its token may be in use, so remove it first")
