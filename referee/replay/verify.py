"""Whether a journal tells the truth: its chain, its deals, every decision, its score (RULES.md, Deals and seeds).

Pure but for the reading of files. Imports: ginrummy; referee.journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from ginrummy import deck
from ginrummy.entries import Footer, Header, final_sheet
from ginrummy.errors import JournalError
from ginrummy.match import MatchState, first_dealer
from ginrummy.messages import Clock
from ginrummy.record import Journal, canonical_digest, scan
from ginrummy.retrace import Step, decks_of, retrace, sheet_at, start_of
from ginrummy.ruleset import FirstDealer
from referee.journal import SUFFIX

MEANING: Final = """\
ok means: every line carries the hash of the line before; every deal follows from the revealed match seed; every action
was legal and made by the seat to act; the score is what the rules make of them; and where the master seed is known, the
match seed follows from it and from the nonces, and it is the one that the commitment was made for.
ok does not mean: that the commitment was published before the first deal, or that this is the journal that was played.
Whoever holds a file and its seeds can write another sound one: compare the commitment and the chain head with those
that were published at the time. Think times, conduct lines and names are the referee's word."""
"""What a success proves and what it does not, for people."""

_DEALER_UNCHECKED: Final = "who deals first was not checked: that follows from the first match of the pairing"


class Outcome(Enum):
    """What verifying came to."""

    OK = "ok"
    BAD = "bad"
    UNFINISHED = "unfinished"
    UNREVEALED = "unrevealed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of one journal.

    `line` is the first that disagrees and `reason` says with what; both are None where nothing disagrees. An
    UNFINISHED journal has no footer yet, an UNREVEALED one no match seed, so that its deals cannot be checked; in
    both nothing disagrees as far as it could be checked. `notes` say what could not. `header`,
    `match_seed` where one is known and `end`, the number of the last line, are told of what is not BAD.
    """

    outcome: Outcome
    line: int | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()
    header: Header | None = None
    match_seed: bytes | None = None
    end: int = 0


def verify(text: bytes, master: bytes | None = None) -> Verdict:
    """Check the bytes of a journal; `master` is the tournament's seed where it is known from elsewhere.

    Never raises for what the bytes hold.
    """
    found = scan(text)
    journal = found.journal
    if found.fault is not None:
        return Verdict(Outcome.BAD, found.fault.line, found.fault.problem)
    end = len(journal.lines) + 1
    if journal.footer is None and (found.rest or not journal.lines):
        return Verdict(Outcome.UNFINISHED, end, "the line is not ended" if found.rest else "the file is empty")
    if found.rest:
        return Verdict(Outcome.BAD, end, "the line is not ended")
    try:
        return _checked(journal, master)
    except JournalError as error:
        return Verdict(Outcome.BAD, error.line, error.problem)


def _checked(journal: Journal, master: bytes | None) -> Verdict:
    header, notes, end = journal.header, [], len(journal.lines)
    start_of(header)
    seed = _match_seed(journal, master)
    if master is None and (journal.reveal is None or journal.reveal.master_seed is None):
        notes.append("the commitment was not checked: the master seed is not known")
    if seed is None:
        notes.append("the deals were not checked: no seed is known")
        if journal.footer is not None:
            _check_digest(journal)
    else:
        notes += _check_first_dealer(header, seed)
        state = _played(journal, seed)
        if journal.footer is not None:
            _check_footer(journal, state)
    revealed = Outcome.UNREVEALED if seed is None else Outcome.OK
    outcome = Outcome.UNFINISHED if journal.footer is None else revealed
    return Verdict(outcome, notes=tuple(notes), header=header, match_seed=seed, end=end)


def _match_seed(journal: Journal, master: bytes | None) -> bytes | None:
    """The seed that the deals are checked against, itself checked as far as the master seed is known."""
    header, reveal = journal.header, journal.reveal
    revealed = None if reveal is None else reveal.master_seed
    if None not in (master, revealed) and master != revealed:
        raise JournalError(len(journal.lines), "the master seed is not the one that was given")
    known = revealed if master is None else master
    if known is None:
        return None if reveal is None else reveal.match_seed
    derived = _derived(header, known)
    if reveal is not None:
        _check_seeds(journal, derived, known)
    elif deck.commitment(known) != header.commitment:
        raise JournalError(1, "commitment: it was not made for this master seed")
    return derived


def _check_first_dealer(header: Header, seed: bytes) -> list[str]:
    """Who deals first follows from the seed of the pairing's first match; a note where that is another match."""
    if header.ruleset.first_dealer is not FirstDealer.RANDOM:
        return []  # start_of has seen to it
    if header.number > 0:
        return [_DEALER_UNCHECKED]
    dealer = first_dealer(header.ruleset, 0, seed)
    if header.first_dealer != dealer:
        raise JournalError(1, f"first dealer: seat {dealer} follows from the match seed, not {header.first_dealer}")
    return []


def _derived(header: Header, master: bytes) -> bytes:
    names = {name for name, _ in header.nonces}
    if header.nonces and names != set(header.bots):
        raise JournalError(1, "nonces: those of both bots are needed, or none")
    return deck.match_seed(master, header.deal_key, dict(header.nonces))


def _check_seeds(journal: Journal, derived: bytes, master: bytes) -> None:
    """Raise JournalError where commitment, master seed, match seed and nonces disagree: in the header or the reveal.

    Which one it is, three facts decide: whether the commitment is the master seed's, whether the match seed is, and
    whether the match was dealt from the match seed.
    """
    header, reveal, last = journal.header, journal.reveal, len(journal.lines)
    assert reveal is not None
    committed = deck.commitment(master) == header.commitment
    if derived == reveal.match_seed:
        if not committed:
            raise JournalError(1, "commitment: it was not made for the master seed")
    elif not committed:
        raise JournalError(last, "the master seed is not the one that the commitment was made for")
    else:
        why = "the match seed does not follow from the master seed with this deal key and these nonces"
        try:
            _played(journal, reveal.match_seed)
        except JournalError:
            raise JournalError(last, why) from None
        raise JournalError(1, why)


def _played(journal: Journal, seed: bytes) -> MatchState:
    """The state after the last decision, every one of them checked, the time they took too."""
    state = start_of(journal.header)
    control = journal.header.clock
    bank = [0, 0] if control is None else [control.bank_ms] * 2
    for step in retrace(journal, decks_of(seed)):
        if control is not None:
            _charge(control, bank, step)
        state = step.state
    return state


def _charge(control: Clock, bank: list[int], step: Step) -> None:
    decided = step.decided
    if decided is None:
        bank[:] = [left + control.bank_per_hand_ms for left in bank]
    elif decided.think_ms is not None:
        left = bank[decided.seat]
        beyond = max(0, decided.think_ms - control.decision_ms)
        if beyond > left:
            raise JournalError(step.line, f"{decided.think_ms} ms were more than the {control.decision_ms + left} left")
        bank[decided.seat] = left - beyond


def _footer_line(journal: Journal) -> tuple[int, Footer]:
    footer = journal.footer
    assert footer is not None
    return len(journal.lines) - (journal.reveal is not None), footer


def _check_footer(journal: Journal, state: MatchState) -> None:
    line, footer = _footer_line(journal)
    played = final_sheet(sheet_at(state, footer, line))
    for name in ("winner", "scores", "boxes", "finals", "margin"):
        told, true = getattr(footer.sheet, name), getattr(played, name)
        if told != true:
            raise JournalError(line, f"{name}: the footer says {told}, the play comes to {true}")
    _check_digest(journal)


def _check_digest(journal: Journal) -> None:
    line, footer = _footer_line(journal)
    if footer.digest != canonical_digest(journal):
        raise JournalError(line, "the digest is not that of the canonical form")


def verify_files(paths: Iterable[Path], master: bytes | None = None) -> dict[Path, Verdict]:
    """The verdict on each file, each also compared with the others: who shares a deal key must share the seed.

    Where the first match of a pairing is among them, it says who deals first in the later ones.
    A file called `*.ginlog.jsonl` must be named after its match. Raises OSError for a file that cannot be read.
    """
    verdicts: dict[Path, Verdict] = {}
    seeds: dict[tuple[bytes, str], tuple[bytes, Path]] = {}
    for path in paths:
        verdict = verify(path.read_bytes(), master)
        header, seed = verdict.header, verdict.match_seed
        if header is not None and path.name.endswith(SUFFIX) and path.name != f"{header.match_id}{SUFFIX}":
            verdict = Verdict(Outcome.BAD, 1, f"match id {header.match_id}: the file is named after another match")
        elif header is not None and seed is not None:
            first, where = seeds.setdefault((header.commitment, header.deal_key), (seed, path))
            if first != seed:
                reason = f"the match seed is not that of {where.name}, which has the same deal key"
                verdict = Verdict(Outcome.BAD, verdict.end, reason)
        verdicts[path] = verdict
    firsts = _first_seeds(verdicts.values())
    return {path: _with_first_dealer(verdict, firsts) for path, verdict in verdicts.items()}


_Pairing = tuple[bytes, frozenset[str]]


def _pairing(header: Header) -> _Pairing:
    return header.commitment, frozenset(header.bots)


def _first_seeds(verdicts: Iterable[Verdict]) -> Mapping[_Pairing, set[bytes]]:
    """The match seeds of first matches, by pairing: one, unless journals of several tournaments lie together."""
    found: dict[_Pairing, set[bytes]] = {}
    for verdict in verdicts:
        header, seed = verdict.header, verdict.match_seed
        if header is not None and seed is not None and header.number == 0:
            found.setdefault(_pairing(header), set()).add(seed)
    return found


def _with_first_dealer(verdict: Verdict, firsts: Mapping[_Pairing, set[bytes]]) -> Verdict:
    """The verdict on a later match of a pairing after a look at the first one, if it is known which that is."""
    header = verdict.header
    if header is None or _DEALER_UNCHECKED not in verdict.notes:
        return verdict
    seeds = firsts.get(_pairing(header), set())
    if len(seeds) != 1:
        return verdict
    dealer = first_dealer(header.ruleset, header.number, *seeds)
    if header.first_dealer != dealer:
        reason = f"first dealer: seat {dealer} follows from the pairing's first match, not {header.first_dealer}"
        return Verdict(Outcome.BAD, 1, reason)
    return replace(verdict, notes=tuple(note for note in verdict.notes if note != _DEALER_UNCHECKED))


def journals_in(paths: Iterable[Path]) -> list[Path]:
    """The files themselves, and the journals under the directories among the paths, in order of name."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
    return found
