"""What is wrong with a config, one line each: the field in TOML's words, the value, what is needed, what to write.

No line holds a seed, a token or its hash, wherever in the file it was written. Imports: ginrummy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from difflib import get_close_matches
from typing import Any, Final

from ginrummy.errors import InvalidInput
from ginrummy.join import NAME

BOT_NAME: Final = re.compile(NAME)
"""What a bot may be called."""

_MOST: Final = 60
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")
_SECRET: Final = re.compile(r"[0-9A-Fa-f]{32,}|grt_[0-9A-Za-z_-]*")


class ConfigError(InvalidInput):
    """A tournament that cannot be held as written; `.problems` are all that is wrong, a line each.

    Its text is one line where one thing is wrong; several stand indented below a line that counts them.
    """

    def __init__(self, problems: Sequence[str], where: str = "") -> None:
        head = f"{where}: " if where else ""
        one = len(problems) == 1
        super().__init__(f"{head}{problems[0]}" if one else "\n  ".join((f"{head}{len(problems)} mistakes", *problems)))
        self.problems = tuple(problems)
        self.where = where


class _Same:
    """Stands for the value that was looked at."""


_SAME: Final = _Same()


@dataclass(frozen=True, slots=True)
class Problem:
    """What is needed in place of a value and what to write instead.

    `field` is where it is within what was looked at, `value` the one to show if that is another; None means that
    nothing was written. The value of a `secret` stays out of sight. A problem of the `whole_table` is of none of its
    fields in particular.
    """

    needed: str
    write: str
    field: tuple[str, ...] = ()
    value: object = _SAME
    secret: bool = False
    whole_table: bool = False

    def line(self, place: str, value: object) -> str:
        """The problem as one line; `value` was looked at."""
        value = value if self.value is _SAME else self.value
        seen = "(not shown)" if self.secret and value is not None else quoted(value)
        return discreet(f"{place}: {seen}: {self.needed}; write {self.write}")


class Amiss(ValueError):
    """Raised by whatever looks at a value: one problem or several."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("a value is amiss")
        self.problems = problems


def quoted(value: object) -> str:
    """A TOML value as an error line shows it, cut to what can be read at a glance."""
    match value:
        case None:
            return "missing"
        case bool():
            return "true" if value else "false"
        case str():
            return _cut(json.dumps(value[: _MOST + 1]).replace("\x7f", "\\u007f"))
        case int():
            return _cut(str(value)) if value.bit_length() < 1000 else "a number of hundreds of digits"
        case list():
            return f"an array of {len(value)}"
        case dict():
            return "a table"
        case date() | time():
            return value.isoformat()
        case _:
            return _cut(str(value))


def place_of(loc: Sequence[str | int], config: Mapping[str, Any]) -> str:
    """Where a field is, as its writer would say: `clock.decision_ms`, `bot "alice": tables`, `bot number 2: name`."""
    match loc:
        case ["bot", int(index), *rest]:
            entry = config["bot"][index]
            name = entry.get("name") if isinstance(entry, dict) else None
            named = isinstance(name, str) and BOT_NAME.fullmatch(name) and rest != ["name"]
            words = [f'bot "{name}"' if named else f"bot number {index + 1}"]
            return discreet(": ".join([*words, *([_dotted(rest)] if rest else [])]))
        case _:
            return discreet(_dotted(loc))


def unknown_key(place: str, table: str, key: str, tables: Mapping[str, Collection[str]]) -> str:
    """The line for a key that its table does not have; its value may be anything and is not shown.

    `tables` are the keys of each table by its name, the top's under "".
    """
    homes = [name for name, keys in tables.items() if key in keys and name != table]
    start = key[:_MOST].lower()
    near = get_close_matches(start, tables[table], n=1) or [k for k in tables[table] if start and k.startswith(start)]
    if homes:
        advice = f"write it {' or '.join(map(_home, homes))}"
    elif near:
        advice = f"write {near[0]}"
    else:
        advice = f"write one of {', '.join(tables[table])}"
    return f"{place}: there is no such key; {advice}"


def discreet(text: str) -> str:
    """The text without anything that may be a seed, a token or its hash."""
    return _SECRET.sub("(hidden)", text)


def _home(table: str) -> str:
    match table:
        case "":
            return "above the first [table]"
        case "bot":
            return "under [[bot]]"
        case "ruleset":
            return "into ruleset = { preset = ... }"
        case _:
            return f"under [{table}]"


def _dotted(keys: Sequence[str | int]) -> str:
    return ".".join(key if isinstance(key, str) and _BARE_KEY.fullmatch(key) else quoted(key) for key in keys)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[:_MOST]}..."
