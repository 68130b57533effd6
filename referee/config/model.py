"""A tournament as configured: `tournament.toml` with every value looked at and every default in place.

Fields of one table that depend on each other are checked in the last of them, which sees those above it that were
right, so that one mistake makes one line. Imports: ginrummy, referee.config.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    PrivateAttr,
    ValidationInfo,
    create_model,
    field_validator,
)

from ginrummy.deck import StockOrder
from ginrummy.messages import Clock
from ginrummy.ruleset import PRESETS, Ruleset
from ginrummy.wire import MAX_HANDS
from referee.config import fields as read
from referee.config.fields import Address
from referee.config.report import Amiss, ConfigError, Problem

DEFAULT_MATCHES: Final = 10
FEWEST_BOTS: Final = 2
MOST_BOTS: Final = 1024  # what a schedule of the protocol can name
MOST_TABLES: Final = 256
MOST_MATCHES: Final = 100_000
_DAY_MS: Final = 86_400_000
_NEVER_ZERO: Final = ("decision_ms", "startup_ms")
_CLOCK: Final = Clock()

_REQUIRED: Final[Any] = Field(default=None, validate_default=True)  # what is missing is looked at as None


@dataclass(slots=True)
class Reading:
    """What the fields of one file need to know beside their own values."""

    directory: Path
    open_mode: bool = False
    names: set[str] = field(default_factory=set)
    token_hashes: set[str] = field(default_factory=set)


def _reading(info: ValidationInfo) -> Reading:
    reading = info.context
    assert isinstance(reading, Reading)
    return reading


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, arbitrary_types_allowed=True)


class Faults(_Table):
    """How much is borne: the last of so many illegal or malformed answers in a match forfeits it."""

    max_illegal_actions: Annotated[int, PlainValidator(read.whole("max_illegal_actions", 1, 100, 3))] = 3


class TlsFiles(_Table):
    """A certificate chain and its key, both PEM files that are there."""

    cert: Path = _REQUIRED
    key: Path = _REQUIRED

    @field_validator("cert", "key", mode="plain")
    @classmethod
    def _there(cls, value: object, info: ValidationInfo) -> Path:
        return read.readable_file(str(info.field_name), value, _reading(info).directory)


class BotConfig(_Table):
    """One bot: started by the referee (`run`, `command`), or coming by itself with a token or, in open mode, without.

    `tables` is how many matches it may play at once. Only the token's SHA-256 is here, and repr leaves it out.
    """

    name: Annotated[str, PlainValidator(read.bot_name)] = _REQUIRED
    run: Annotated[str | None, PlainValidator(read.run)] = None
    command: Annotated[tuple[str, ...] | None, PlainValidator(read.command)] = Field(default=None, repr=False)
    token_sha256: str | None = Field(default=None, repr=False, validate_default=True)
    tables: Annotated[int, PlainValidator(read.whole("tables", 1, MOST_TABLES, 1))] = 1

    @property
    def hosted(self) -> bool:
        """Whether the referee starts it."""
        return self.run is not None or self.command is not None

    @field_validator("name")
    @classmethod
    def _only_one_of_the_name(cls, name: str, info: ValidationInfo) -> str:
        names = _reading(info).names
        if name.lower() in names:
            needed = "another bot has this name, and capital letters make no difference"
            raise Amiss(Problem(needed, f'name = "{name[:30]}-2"'))
        names.add(name.lower())
        return name

    @field_validator("token_sha256", mode="plain")
    @classmethod
    def _only_one_way_to_come(cls, value: object, info: ValidationInfo) -> str | None:
        reading, above = _reading(info), info.data
        token = None if value is None else read.token_hash(value)
        ways = [key for key in ("run", "command") if above.get(key) is not None] + ["token_sha256"] * bool(token)
        if len(ways) > 1:
            *others, last = ways
            needed = f"{', '.join(others)} and {last} exclude each other"
            raise Amiss(Problem(needed, "only one of them", secret=True, whole_table=True))
        if not ways and not reading.open_mode and "run" in above and "command" in above:
            needed = "run, command or token_sha256 is needed"
            write = 'run = "simple" for a bot that is started here, or the line that `referee token NAME` prints'
            raise Amiss(Problem(needed, write, whole_table=True))
        if token is not None and token in reading.token_hashes:
            write = "the line that `referee token NAME` prints for this bot"
            raise Amiss(Problem("another bot has the same token", write, secret=True))
        if token is not None:
            reading.token_hashes.add(token)
        return token


def _rule(value: object, info: ValidationInfo) -> object:
    return read.rule(str(info.field_name), value, info.data.get("preset") or Ruleset())


def _clock_field(key: str, usual: int) -> Any:
    return Annotated[int, PlainValidator(read.whole(key, int(key in _NEVER_ZERO), _DAY_MS, usual, "ms"))], usual


_CLOCK_FIELDS: Final[dict[str, Any]] = {key: _clock_field(key, usual) for key, usual in asdict(_CLOCK).items()}
_RULES: Final[dict[str, Any]] = dict.fromkeys(asdict(Ruleset()), (Annotated[Any, PlainValidator(_rule)], None))

ClockTable: Final[Any] = create_model("ClockTable", __base__=_Table, **_CLOCK_FIELDS)
"""`[clock]`."""

RulesetTable: Final[Any] = create_model(
    "RulesetTable", __base__=_Table, preset=(Annotated[Ruleset, PlainValidator(read.preset)], _REQUIRED), **_RULES
)
"""`ruleset = { preset = ..., ... }`."""


def _clock(value: object) -> Clock:
    table = read.table("[clock], and below it decision_ms = 250")(value)
    return Clock(**dict(ClockTable.model_validate(table)))


def _ruleset(value: object) -> Ruleset:
    if isinstance(value, str) and value in PRESETS:
        return PRESETS[value]
    if not isinstance(value, dict):
        needed = f"one of {', '.join(PRESETS)}, or a table that changes one, is needed"
        raise Amiss(Problem(needed, 'ruleset = "standard" or ruleset = { preset = "standard", straight_gin = true }'))
    table = RulesetTable.model_validate(value)
    return read.changed(table.preset, {key: getattr(table, key) for key in value if key != "preset"})


def _tls(value: object, info: ValidationInfo) -> Literal["auto"] | TlsFiles:
    if value == "auto":
        return "auto"
    table = read.table('tls = "auto" or tls = { cert = "cert.pem", key = "key.pem" }')(value)
    return TlsFiles.model_validate(table, context=info.context)


class TournamentConfig(_Table):
    """One tournament, made by `load_config` or `parse_config` alone.

    One of `matches` (to the target score) and `hands` (in one match) counts for each pairing, the other is None.
    `seed` is the master seed, None where one is to be drawn; neither repr nor a dump shows it.
    """

    name: Annotated[str, PlainValidator(read.title)] = _REQUIRED
    ruleset: Annotated[Ruleset, PlainValidator(_ruleset)] = PRESETS["standard"]
    seed: Annotated[bytes | None, PlainValidator(read.seed)] = Field(default=None, repr=False, exclude=True)
    format: Annotated[Literal["round-robin"], PlainValidator(read.tournament_format)] = "round-robin"
    hands: Annotated[int | None, PlainValidator(read.whole("hands", 1, MAX_HANDS, 200))] = None
    matches: int | None = Field(default=None, validate_default=True)
    trust_bots: Annotated[bool, PlainValidator(read.flag("trust_bots"))] = False
    mirrored: Annotated[Literal[False], PlainValidator(read.mirrored)] = False
    stock: Annotated[StockOrder, PlainValidator(read.stock)] = "shared"
    start: Annotated[Literal["all"] | datetime, PlainValidator(read.start)] = "all"
    concurrency: Annotated[int | None, PlainValidator(read.whole("concurrency", 1, 4096, 8))] = None
    open: Annotated[bool, PlainValidator(read.flag("open"))] = False
    insecure: Annotated[bool, PlainValidator(read.flag("insecure"))] = False
    tls: Annotated[Literal["auto"] | TlsFiles | None, PlainValidator(_tls)] = None
    listen: Annotated[Address, PlainValidator(read.listen)] = Address("127.0.0.1", 7700)
    clock: Annotated[Clock, PlainValidator(_clock)] = _CLOCK
    faults: Annotated[Faults, BeforeValidator(read.table("[faults], and below it max_illegal_actions = 3"))] = Faults()
    bots: Annotated[
        tuple[Annotated[BotConfig, BeforeValidator(read.table('[[bot]], and below it name = "alice"'))], ...],
        BeforeValidator(read.tables),
    ] = Field(default=(), alias="bot")

    _directory: Path = PrivateAttr(default=Path())

    def model_post_init(self, context: Any, /) -> None:
        """Keep what relative paths in the file start from."""
        if isinstance(context, Reading):
            self._directory = context.directory

    @property
    def directory(self) -> Path:
        """Where the file is."""
        return self._directory

    @field_validator("matches", mode="plain")
    @classmethod
    def _matches_or_hands(cls, value: object, info: ValidationInfo) -> int | None:
        hands = info.data.get("hands")
        if value is None:
            return DEFAULT_MATCHES if hands is None else None
        matches = read.whole("matches", 1, MOST_MATCHES, DEFAULT_MATCHES)(value)
        if hands is not None:
            raise Amiss(Problem("matches and hands exclude each other", f"only matches = {matches} or hands = {hands}"))
        return matches

    @field_validator("listen")
    @classmethod
    def _listen_safely(cls, listen: Address, info: ValidationInfo) -> Address:
        above = info.data
        guarded = above.get("insecure", True) or above.get("tls", True)
        problem = _exposed(listen, open_mode=above.get("open", False), guarded=bool(guarded))
        if problem is not None:
            raise Amiss(problem)
        return listen

    def listening_on(self, text: str, where: str = "--listen") -> Self:
        """The same tournament at another HOST:PORT, by the same law; ConfigError for what that refuses."""
        try:
            listen = read.listen(text)
        except Amiss as amiss:
            problem: Problem | None = amiss.problems[0]
        else:
            problem = _exposed(listen, open_mode=self.open, guarded=self.insecure or bool(self.tls))
            if problem is None:
                return self.model_copy(update={"listen": listen})
        assert problem is not None
        raise ConfigError([problem.line(where, text)])

    def public_terms(self) -> dict[str, Any]:
        """What the results depend on, as JSON has it, without seed, token or command line.

        A tournament that is gone on with must have the same terms. Where it listens, when it starts and how many
        matches it plays at a time are none of them.
        """
        return {
            "name": self.name,
            "format": self.format,
            "ruleset": {
                key: held.name if isinstance(held, Enum) else held for key, held in asdict(self.ruleset).items()
            },
            "matches": self.matches,
            "hands": self.hands,
            "mirrored": self.mirrored,
            "trust_bots": self.trust_bots,
            "stock": self.stock,
            "clock": asdict(self.clock),
            "faults": self.faults.model_dump(),
            "bots": [_bot_terms(bot) for bot in self.bots],
        }


def _bot_terms(bot: BotConfig) -> dict[str, Any]:
    """Who plays; a command line may hold passwords, so that only its digest is told."""
    if bot.command is None:
        return {"name": bot.name, "run": bot.run}
    digest = hashlib.sha256(json.dumps(bot.command).encode("ascii")).hexdigest()
    return {"name": bot.name, "command_sha256": digest}


def _exposed(listen: Address, *, open_mode: bool, guarded: bool) -> Problem | None:
    """Why nobody may listen there: in open mode anybody may come, and without TLS anybody may read the cards."""
    if listen.is_loopback:
        return None
    if open_mode:
        return Problem("open = true goes with this machine's own address only", 'listen = "127.0.0.1:7700"')
    if not guarded:
        needed = "tokens and cards would cross the network readable by anybody"
        return Problem(needed, 'tls = "auto" too, or insecure = true where the network itself is safe')
    return None
