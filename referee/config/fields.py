"""Single values of a config: each function returns what a TOML value means, or raises Amiss.

None stands for a value that is not there. Imports: ginrummy, referee.config.report.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal

from ginrummy.errors import InvalidInput, RulesetError, shown
from ginrummy.loading import SAMPLES
from ginrummy.ruleset import PRESETS, Ruleset
from referee.config.report import BOT_NAME, Amiss, Problem, quoted

MOST_CHARACTERS: Final = 64
NAME_NEEDED: Final = "1 to 32 of A-Z a-z 0-9 _ . - are needed, a letter or digit first"
FORMATS: Final = ("round-robin", "gauntlet", "swiss", "knockout")
_LATER: Final = "not available in this version"

HOST_NAME: Final = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?")
_PORT: Final = re.compile(r"[0-9]{1,5}")
_RFC_3339: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_HASH: Final = re.compile(r"[0-9A-Fa-f]{64}")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens; port 0 stands for any free one.

    >>> Address.parse("[::1]:7700")
    Address(host='::1', port=7700)
    >>> str(_), _.is_loopback
    ('[::1]:7700', True)
    """

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Address:
        """The address that `HOST:PORT` or `[IPv6]:PORT` means; InvalidInput for anything else."""
        host, colon, port = text.rpartition(":") if isinstance(text, str) else ("", "", "")
        bracketed = host.startswith("[") and host.endswith("]")
        bare = host[1:-1] if bracketed else host
        right = _is_ip(bare, 6) if bracketed else _is_ip(bare, 4) or _is_host_name(bare)
        if not colon or not right or not _PORT.fullmatch(port) or int(port) > 65535:
            raise InvalidInput(f"address: HOST:PORT is needed, such as 127.0.0.1:7700, not {shown(text)}")
        return cls(bare, int(port))

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host.lower() == "localhost":
            return True
        return not _is_host_name(self.host) and ipaddress.ip_address(self.host).is_loopback

    @property
    def bracketed(self) -> str:
        """The host as it stands before a port."""
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self.bracketed}:{self.port}"


def whole(key: str, low: int, high: int, example: int, unit: str = "") -> Callable[[object], int]:
    """What takes a whole number from `low` to `high`; no bool, no float."""

    def read(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        of = f" of {unit}" if unit else ""
        raise Amiss(Problem(f"a whole number{of} from {low} to {high} is needed", f"{key} = {example}"))

    return read


def flag(key: str) -> Callable[[object], bool]:
    """What takes true or false."""

    def read(value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise Amiss(Problem("true or false is needed", f"{key} = true or {key} = false"))

    return read


def table(write: str) -> Callable[[object], object]:
    """What takes a table, whose keys are looked at afterwards."""

    def read(value: object) -> object:
        if isinstance(value, dict):
            return value
        raise Amiss(Problem("a table is needed", write))

    return read


def tables(value: object) -> object:
    """Takes an array of tables."""
    if isinstance(value, list):
        return value
    raise Amiss(Problem("a [[bot]] table for each bot is needed", '[[bot]], and in the next line name = "alice"'))


def title(value: object) -> str:
    """The name of a tournament."""
    if isinstance(value, str) and 0 < len(value) <= MOST_CHARACTERS and value.isprintable() and value.strip():
        return value
    raise Amiss(Problem(f"1 to {MOST_CHARACTERS} printable characters are needed", 'name = "Demo"'))


def preset(value: object) -> Ruleset:
    """The preset of a name."""
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    raise Amiss(Problem(f"one of {', '.join(PRESETS)} is needed", 'preset = "standard"'))


def rule(key: str, value: Any, usual: Ruleset) -> object:
    """A value that this field of a ruleset may have by itself; `usual` has the one to write instead."""
    try:
        return getattr(replace(Ruleset(), **{key: value}), key)
    except RulesetError as error:
        problem = Problem(_said(error), f"{key} = {_written(usual, key)}")
    raise Amiss(problem)


def changed(base: Ruleset, changes: dict[str, Any]) -> Ruleset:
    """The preset with these values, which are right by themselves but may exclude each other."""
    try:
        return replace(base, **changes)
    except RulesetError as error:
        key, said = error.field, _said(error)
    value = changes.get(key, getattr(base, key))
    write = "values that go together"
    with suppress(RulesetError):
        replace(base, **changes | {key: getattr(base, key)})
        write = f"{key} = {_written(base, key)}"
    raise Amiss(Problem(said, write, (key,), value.name if isinstance(value, Enum) else value))


def _said(error: RulesetError) -> str:
    return str(error).removeprefix(f"ruleset field {error.field}: ")


def _written(ruleset: Ruleset, key: str) -> str:
    value = getattr(ruleset, key)
    return quoted(value.name if isinstance(value, Enum) else value)


def seed(value: object) -> bytes:
    """A master seed, which no error shows."""
    if isinstance(value, str) and _HASH.fullmatch(value):
        return bytes.fromhex(value)
    write = "all 64 between quotes, or leave seed out and one is drawn"
    raise Amiss(Problem(f"64 hex digits are needed, not {_length(value)}", write, secret=True))


def listen(value: object) -> Address:
    """Where the referee listens."""
    with suppress(InvalidInput):
        if isinstance(value, str):
            return Address.parse(value)
    raise Amiss(Problem("HOST:PORT is needed", 'listen = "127.0.0.1:7700" or "[::1]:7700"'))


def tournament_format(value: object) -> Literal["round-robin"]:
    """How opponents are found."""
    if value == "round-robin":
        return "round-robin"
    known = isinstance(value, str) and value in FORMATS
    needed = _LATER if known else f"one of {', '.join(FORMATS)} is needed"
    raise Amiss(Problem(needed, 'format = "round-robin"'))


def mirrored(value: object) -> Literal[False]:
    """Whether every deal is played twice, with the bots in changed seats."""
    if flag("mirrored")(value):
        raise Amiss(Problem(_LATER, "mirrored = false, or compare two bots with `referee play --mirrored`"))
    return False


def stock(value: object) -> Literal["shared", "seat-locked"]:
    """Who draws which stock card."""
    match value:
        case "shared" | "seat-locked":
            return value
        case _:
            raise Amiss(Problem("one of shared, seat-locked is needed", 'stock = "shared"'))


def start(value: object) -> Literal["all"] | datetime:
    """When the first match may begin: with all bots there, or at an instant."""
    match value:
        case "all":
            return value
        case datetime() if value.tzinfo is not None:
            return value
        case str() if _RFC_3339.fullmatch(value):
            with suppress(ValueError):
                return datetime.fromisoformat(value.upper())
    needed = _LATER if value == "manual" else "all or a time of RFC 3339 with its offset from UTC is needed"
    raise Amiss(Problem(needed, 'start = "all" or start = 2026-01-31T18:00:00Z'))


def bot_name(value: object) -> str:
    """What a bot is called."""
    if isinstance(value, str) and BOT_NAME.fullmatch(value):
        return value
    raise Amiss(Problem(NAME_NEEDED, 'name = "alice"'))


def run(value: object) -> str:
    """The BOT that the referee starts; whether there is one shows when it is started."""
    if isinstance(value, str) and (value in SAMPLES or _names_a_class(value)):
        return value
    needed = f"package.module:Class, path/to/file.py:Class or one of {', '.join(SAMPLES)} is needed"
    raise Amiss(Problem(needed, 'run = "simple"'))


def command(value: object) -> tuple[str, ...]:
    """The program that the referee starts, and its arguments."""
    if isinstance(value, list) and value and value[0] and all(isinstance(x, str) and "\0" not in x for x in value):
        return tuple(value)
    raise Amiss(Problem("an array of texts is needed, the program first", 'command = ["./my-bot", "--fast"]'))


def token_hash(value: object) -> str:
    """The SHA-256 of a bot's token, in small letters."""
    if isinstance(value, str) and _HASH.fullmatch(value):
        return value.lower()
    given = "the token itself" if isinstance(value, str) and value.startswith("grt_") else _length(value)
    write = "the line that `referee token NAME` prints"
    raise Amiss(Problem(f"the 64 hex digits of a token's SHA-256 are needed, not {given}", write, secret=True))


def readable_file(key: str, value: object, directory: Path) -> Path:
    """The file that a text names, looked for from `directory`."""
    write = f'{key} = "{key}.pem", looked for beside the config file'
    if not isinstance(value, str) or not value:
        raise Amiss(Problem("the path of a file is needed", write))
    path = directory / value
    with suppress(OSError, ValueError):
        if path.is_file() and os.access(path, os.R_OK):
            return path
    raise Amiss(Problem("there is no such file that can be read", write))


def _names_a_class(text: str) -> bool:
    where, _, name = text.rpartition(":")
    if not name.isidentifier() or not where.isprintable():
        return False
    return where.endswith(".py") or all(part.isidentifier() for part in where.split("."))


def _length(value: object) -> str:
    return f"{len(value)} characters" if isinstance(value, str) else "something else than a text"


def _is_ip(host: str, version: int) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).version == version and "%" not in host
    return False


def _is_host_name(host: str) -> bool:
    """Whether it can only be a name; what ends in a number is an address, right or wrong."""
    return bool(HOST_NAME.fullmatch(host)) and not host.rstrip(".").rpartition(".")[2].isdigit()
