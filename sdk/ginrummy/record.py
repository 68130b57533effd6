"""The journal of a match: its lines in order, their hash chain, and the canonical form.

A journal is a header, a line per decision with conduct lines between, a footer, and the reveal of the match seed.
Each line carries the SHA-256 of the line before, the first one GENESIS. The canonical form is the same journal
without times and conduct lines, its chain recomputed: the header, the decisions, and the footer without its digest
and head. Its digest is the SHA-256 of those lines, each with a line break. Pure: the files are the referee's affair.
Imports: errors, scoring, messages, entries, lines.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from ginrummy.entries import Conduct, Decided, Entry, FinalSheet, Footer, Header, Reveal, final_sheet
from ginrummy.errors import JournalError, StateError, check_type
from ginrummy.lines import format_canonical, format_line, parse_line
from ginrummy.messages import Termination
from ginrummy.scoring import ScoreSheet

GENESIS: Final = "0" * 64
"""What the first line carries in place of a hash."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal, whole or as far as it goes; `str` is the text of its file.

    `entries` are what `lines` say, one each. Made by `parse_journal` and `JournalWriter`, which see to the order of
    the lines and to their chain.
    """

    lines: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return line_hash(self.lines[-1]) if self.lines else GENESIS

    @property
    def header(self) -> Header:
        """The terms of the match; StateError in a journal without a line."""
        first = self.entries[0] if self.entries else None
        if not isinstance(first, Header):
            raise StateError("the journal has no line yet")
        return first

    @property
    def decisions(self) -> tuple[tuple[int, Decided], ...]:
        """Each decision with the number of its line, from 1."""
        return tuple((line, entry) for line, entry in enumerate(self.entries, start=1) if isinstance(entry, Decided))

    @property
    def footer(self) -> Footer | None:
        """How the match ended, None while it has not."""
        return next((entry for entry in self.entries[-2:] if isinstance(entry, Footer)), None)

    @property
    def reveal(self) -> Reveal | None:
        """The seeds, None while they are secret."""
        last = self.entries[-1] if self.entries else None
        return last if isinstance(last, Reveal) else None

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


class Order:
    """Which entry may follow: header (decision | conduct)* [footer [reveal]], decisions numbered from 0."""

    def __init__(self) -> None:
        self._last: Entry | None = None
        self._decisions = 0

    def refusal(self, entry: Entry) -> str | None:
        """Why the entry may not come next, None if it may."""
        if type(entry) is Decided and entry.number == self._decisions and type(self._last) in _PLAYING:
            return None  # the many
        match self._last, entry:
            case (None, Header()) | (Header() | Decided() | Conduct(), Conduct() | Footer()) | (Footer(), Reveal()):
                return None
            case (Header() | Decided() | Conduct(), Decided(number)):
                return None if number == self._decisions else f"decision {self._decisions} is next, not {number}"
            case (None, _):
                return f"a journal begins with its header, not with {_NAMES[type(entry)]}"
            case (last, _):
                return f"{_NAMES[type(entry)]} cannot follow {_NAMES[type(last)]}"

    def check(self, entry: Entry, line: int) -> None:
        """Raise JournalError with this line if the entry may not come next."""
        if problem := self.refusal(entry):
            raise JournalError(line, problem)

    def accept(self, entry: Entry) -> None:
        """The entry has come."""
        self._last = entry
        self._decisions += isinstance(entry, Decided)


_PLAYING: Final = (Header, Decided, Conduct)
_NAMES: Final = {
    Header: "a header",
    Decided: "a decision",
    Conduct: "a conduct line",
    Footer: "a footer",
    Reveal: "a reveal",
}


class Canonical:
    """The canonical form as it grows, an entry at a time."""

    def __init__(self) -> None:
        self._head = GENESIS
        self._digest = hashlib.sha256()

    def add(self, entry: Entry) -> None:
        """Take an entry in; conduct lines and reveals are no part of the form."""
        if type(entry) is Decided or type(entry) is Header:
            line = format_canonical(entry, self._head).encode()
            self._head = hashlib.sha256(line).hexdigest()
            self._digest.update(line)
            self._digest.update(b"\n")

    def digest(self, termination: Termination, sheet: FinalSheet) -> str:
        """The digest that the footer of this end carries, in hex; nothing is taken in."""
        whole = self._digest.copy()
        whole.update(f"{format_canonical(Footer(termination, sheet, '', ''), self._head)}\n".encode())
        return whole.hexdigest()


class JournalWriter:
    """Builds the journal of one match, a line at a time.

    `prepare` makes the text of the next line and changes nothing; `commit` takes that line in. Who keeps a file writes
    between the two, so that what could not be written is not in the journal. `add` does both at once.
    """

    def __init__(self, journal: Journal | None = None) -> None:
        self._lines: list[str] = []
        self._entries: list[Entry] = []
        self._head = GENESIS
        self._order = Order()
        self._canonical = Canonical()
        for entry, line in zip(journal.entries, journal.lines, strict=True) if journal is not None else ():
            self.commit(entry, line)

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return self._head

    @property
    def lines(self) -> int:
        """How many lines have been written so far."""
        return len(self._lines)

    @property
    def journal(self) -> Journal:
        """What has been written so far."""
        return Journal(tuple(self._lines), tuple(self._entries))

    def prepare(self, entry: Entry) -> str:
        """The line that would be next; StateError for an entry that may not follow."""
        if type(entry) is not Decided:
            check_type(entry, Header, Decided, Conduct, Footer, Reveal)
        if problem := self._order.refusal(entry):
            raise StateError(problem)
        return format_line(entry, self._head)

    def commit(self, entry: Entry, line: str) -> None:
        """The line that `prepare` made of the entry is now part of the journal."""
        self._order.accept(entry)
        self._canonical.add(entry)
        self._lines.append(line)
        self._entries.append(entry)
        self._head = line_hash(line)

    def add(self, entry: Entry) -> str:
        """The entry's line, which is now part of the journal; StateError as `prepare`."""
        line = self.prepare(entry)
        self.commit(entry, line)
        return line

    def footer(self, termination: Termination, sheet: ScoreSheet | FinalSheet) -> Footer:
        """The footer that ends the journal here, to be added."""
        final = sheet if isinstance(sheet, FinalSheet) else final_sheet(sheet)
        return Footer(termination, final, self._canonical.digest(termination, final), self._head)


def line_hash(line: str) -> str:
    """The hash that the next line carries: SHA-256 of this line's UTF-8, without its line break, in hex."""
    check_type(line, str)
    return hashlib.sha256(line.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Scan:
    """What the bytes of a file hold.

    `journal` has the lines that could be read, up to the first that could not. `rest` is what follows the last line
    break: nothing, or a line whose writing was cut short. `fault` is the first line that cannot stand, None if all can.
    """

    journal: Journal
    rest: bytes
    fault: JournalError | None


def scan(text: bytes) -> Scan:
    """Read the lines of a file, whatever they hold: their form, their order and their chain are looked at.

    Of two neighbours whose hashes disagree the first is named, whose text was changed; but the second if the next line
    disagrees with it too, or if it is the last and the first is a sound footer, or may be sound.
    """
    check_type(text, bytes)
    *whole, rest = text.split(b"\n")
    lines: list[str] = []
    entries: list[Entry] = []
    broken: list[int] = []  # the numbers of lines that do not carry the hash of the line before
    head, order, fault = GENESIS, Order(), None
    for number, raw in enumerate(whole, start=1):
        try:
            line = _ascii(raw, number)
            entry, prev = parse_line(line, number)
            order.check(entry, number)
        except JournalError as error:
            fault = error
            break
        order.accept(entry)
        lines.append(line)
        entries.append(entry)
        if prev != head:
            broken.append(number)
        elif isinstance(entry, Footer) and entry.head != prev:
            fault = JournalError(number, "the footer's head is not the hash of the line before")
            break
        head = line_hash(line)
    journal = Journal(tuple(lines), tuple(entries))
    if broken:
        chain = _chain_fault(journal, broken)
        fault = chain if fault is None or chain.line <= fault.line else fault
    return Scan(journal, rest, fault)


def parse_journal(text: str | bytes) -> Journal:
    """The journal of a file's text, its form, order and chain checked; whether the match was so is not.

    Raises JournalError with the first line that cannot stand. An end without a footer is no error, a last line without
    its line break is.
    """
    check_type(text, str, bytes)
    found = scan(text if isinstance(text, bytes) else text.encode(errors="replace"))
    if found.fault is not None:
        raise found.fault
    if found.rest or not found.journal.lines:
        raise JournalError(len(found.journal.lines) + 1, "the line is not ended" if found.rest else "there is no line")
    return found.journal


def canonical_digest(journal: Journal) -> str:
    """The digest that the footer of a whole journal must carry; StateError where there is no footer."""
    check_type(journal, Journal)
    if journal.footer is None:
        raise StateError("the journal has no footer yet")
    canonical = Canonical()
    for entry in journal.entries:
        canonical.add(entry)
    return canonical.digest(journal.footer.termination, journal.footer.sheet)


def canonical_lines(journal: Journal) -> tuple[str, ...]:
    """The canonical form: equal for the same bots, seed and terms, whatever was interrupted."""
    check_type(journal, Journal)
    lines: list[str] = []
    head = GENESIS
    for entry in journal.entries:
        if isinstance(entry, Header | Decided | Footer):
            lines.append(format_canonical(entry, head))
            head = line_hash(lines[-1])
    return tuple(lines)


def _ascii(raw: bytes, number: int) -> str:
    if not raw.isascii():
        raise JournalError(number, "a byte that is not ASCII")
    return raw.decode("ascii")


def _chain_fault(journal: Journal, broken: list[int]) -> JournalError:
    second = broken[0]
    first, last = second - 1, len(journal.lines)
    if second == 1 or second + 1 in broken:
        return JournalError(second, "it does not carry the hash of the line before")
    if second == last:
        before = journal.entries[first - 1]
        if not isinstance(before, Footer) or before.digest == canonical_digest(journal):
            return JournalError(second, "it does not carry the hash of the line before")
    return JournalError(first, "the next line carries another hash: this line was changed, or lines after it removed")
