"""The journal of a match as lines: entries, their hash chain, and the canonical form (design section 4).

A journal is a header, a line per decision, a footer, and the reveal of the match seed. Events follow from decisions
and are not stored. Each line carries the SHA-256 of the line before. Pure: the files are the referee's affair.
Imports: actions, deck, match, notation, ruleset, scoring.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

from ginrummy.actions import Action
from ginrummy.errors import check_type
from ginrummy.match import MatchState
from ginrummy.notation import format_action
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import ScoreSheet

FORMAT_VERSION: Final = 1
GENESIS: Final = "0" * 64
"""What the first line carries in place of a hash."""


@dataclass(frozen=True, slots=True)
class Journal:
    """The lines of a journal, each one JSON object; `head` is the hash of the last of them."""

    lines: tuple[str, ...]

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return line_hash(self.lines[-1]) if self.lines else GENESIS

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """The lines as objects, in order."""
        return tuple(json.loads(line) for line in self.lines)

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


class JournalWriter:
    """Builds the journal of one match, a line at a time."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._head = GENESIS
        self._decisions = 0

    @classmethod
    def start(cls, match: MatchState, *, names: tuple[str, str], deal_key: str, commitment: bytes) -> JournalWriter:
        """A journal that holds its header, for a match before its first deal."""
        journal = cls()
        journal._add(
            type="header",
            format="ginlog",
            version=FORMAT_VERSION,
            deal_key=deal_key,
            bots=list(names),
            nonces=[],
            ruleset=ruleset_fields(match.ruleset),
            stock=match.stock,
            first_dealer=match.dealer,
            commitment=commitment.hex(),
        )
        return journal

    def decision(self, seat: int, action: Action, *, forced: bool) -> None:
        """A line for an action that has been applied; `forced` where there was no choice."""
        entry: dict[str, Any] = {"n": self._decisions, "seat": seat, "action": format_action(action)}
        if forced:
            entry["forced"] = True
        self._add(type="decision", **entry)
        self._decisions += 1

    def finish(self, sheet: ScoreSheet, match_seed: bytes) -> Journal:
        """The whole journal: footer and reveal are added."""
        canonical = hashlib.sha256("".join(f"{line}\n" for line in self._lines).encode()).hexdigest()
        self._add(
            type="footer",
            termination="COMPLETED",
            winner=sheet.winner,
            scores=list(sheet.scores),
            boxes=list(sheet.boxes),
            finals=list(sheet.finals or ()),
            margin=sheet.margin,
            digest=canonical,
        )
        self._add(type="reveal", match_seed=match_seed.hex())
        return Journal(tuple(self._lines))

    def _add(self, **entry: Any) -> None:
        line = json.dumps({**entry, "prev": self._head}, ensure_ascii=False, separators=(",", ":"))
        self._lines.append(line)
        self._head = line_hash(line)


def line_hash(line: str) -> str:
    """The hash that the next line carries: SHA-256 of this line's UTF-8, without its line break, in hex."""
    return hashlib.sha256(line.encode()).hexdigest()


def ruleset_fields(ruleset: Ruleset) -> dict[str, Any]:
    """Every field of a ruleset as JSON values, enums by name."""
    check_type(ruleset, Ruleset)
    values = {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}
    return {name: value.name if isinstance(value, Enum) else value for name, value in values.items()}
