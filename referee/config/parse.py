"""From a file or a text to a TournamentConfig, or to a ConfigError with everything that is wrong.

Imports: referee.config.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from referee.config.model import (
    FEWEST_BOTS,
    MOST_BOTS,
    BotConfig,
    ClockTable,
    Faults,
    Reading,
    RulesetTable,
    TlsFiles,
    TournamentConfig,
)
from referee.config.report import Amiss, ConfigError, Problem, discreet, place_of, unknown_key

EXAMPLE: Final = Path(__file__).with_name("example.toml")
"""A tournament with every key, its default and what it means."""
MOST_BYTES: Final = 1_000_000

_TABLES: Final = {
    "": [field.alias or name for name, field in TournamentConfig.model_fields.items()],
    "ruleset": list(RulesetTable.model_fields),
    "tls": list(TlsFiles.model_fields),
    "clock": list(ClockTable.model_fields),
    "faults": list(Faults.model_fields),
    "bot": list(BotConfig.model_fields),
}
_POSITION: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")


def load_config(path: Path) -> TournamentConfig:
    """The tournament that a file describes; ConfigError with all that is wrong."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        problem = "there is no such file; write the path of a tournament.toml"
    except (OSError, ValueError) as error:
        problem = f"it cannot be read: {getattr(error, 'strerror', None) or 'no file can have that name'}"
    else:
        return parse_config(_decoded(content, str(path)), str(path), path.parent)
    raise ConfigError([problem], str(path))


def parse_config(text: str, where: str = "tournament.toml", directory: Path = Path()) -> TournamentConfig:
    """The tournament that a text describes, its files looked for in `directory`; errors say `where` it stands."""
    return _checked(_toml(text, where), where, directory)


def _decoded(content: bytes, where: str) -> str:
    if len(content) > MOST_BYTES:
        raise ConfigError([f"more than {MOST_BYTES} bytes; no tournament needs that much"], where)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    raise ConfigError([f"line {line}: this is not UTF-8; save the file in that encoding"], where)


def _toml(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _POSITION.search(str(error))
        problem = _POSITION.sub("", str(error)).replace("Invalid value", "Invalid value; a text stands in quotes")
        place = "" if found is None else f"line {found[1]}, column {found[2]}: " if found[1] else "end of the file: "
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        place, problem = "", "a number or a nesting that nobody could mean"
    raise ConfigError([f"{place}not TOML: {discreet(problem)}"], where)


def _checked(config: Mapping[str, Any], where: str, directory: Path) -> TournamentConfig:
    bots = config.get("bot", [])
    lines = []
    if isinstance(bots, list) and not FEWEST_BOTS <= len(bots) <= MOST_BOTS:
        needed = f"{FEWEST_BOTS} to {MOST_BOTS} bots are needed"
        lines = [Problem(needed, "a [[bot]] table for each").line("bot", config.get("bot"))]
    try:
        made = TournamentConfig.model_validate(config, context=Reading(directory, config.get("open") is True))
    except ValidationError as error:
        lines = [line for found in error.errors(include_url=False) for line in _lines(found, config)] + lines
    else:
        if not lines:
            return made
    raise ConfigError(lines, where)


def _lines(found: Any, config: Mapping[str, Any]) -> list[str]:
    """What pydantic found in one place, in our words."""
    loc, amiss = found["loc"], found.get("ctx", {}).get("error")
    if isinstance(amiss, Amiss):
        return [
            problem.line(place_of(loc[:2] if problem.whole_table else (*loc, *problem.field), config), found["input"])
            for problem in amiss.problems
        ]
    if found["type"] == "extra_forbidden":
        table = str(loc[0]) if len(loc) > 1 else ""
        return [unknown_key(place_of(loc, config), table, str(loc[-1]), _TABLES)]
    return [Problem("this is not what belongs here", "something else", secret=True).line(place_of(loc, config), "")]
