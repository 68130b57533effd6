"""The text of a journal: one for each entry, a chain, an order, a canonical form."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from deals import variant
from ginrummy import Card
from ginrummy.actions import Discard, Knock, Pass
from ginrummy.entries import Conduct, ConductKind, Decided, FinalSheet, Footer, Header, Reveal, check_match_id
from ginrummy.errors import JournalError, StateError
from ginrummy.lines import LINE_BYTES, format_line, parse_line
from ginrummy.messages import Fault, FaultKind, Termination, TerminationKind
from ginrummy.record import (
    GENESIS,
    JournalWriter,
    canonical_digest,
    canonical_lines,
    line_hash,
    parse_journal,
    scan,
)
from ginrummy.retrace import decks_of, retrace
from journals import CLOCK, chained, objects_of, played, refooted, short, timed

HASH = "ab" * 32
HEADER = Header(
    "gin-referee 0.1.0", "demo-1", "ann-bob-0", ("ann", "bób"), variant("oklahoma", sheet="HOLLYWOOD"), "seat-locked",
    1, bytes(32), leg=1, number=3, nonces=(("ann", b""), ("bób", b"\x01" * 32)), clock=CLOCK, hands=200,
)  # fmt: skip
SHEET = FinalSheet(0, (105, 20), (3, 1), (280, 45), 235)
FORFEIT = Termination(TerminationKind.FORFEIT, Fault(1, FaultKind.TIMEOUT, "31,000 ms 💥"))
ENTRIES = [
    HEADER,
    replace(HEADER, clock=None, hands=None, nonces=(), leg=0, number=0),
    Decided(0, 1, Pass()),
    Decided(12, 0, Knock(Card("6D"), ((Card("4H"), Card("5H"), Card("6H")),)), think_ms=0),
    Decided(13, 1, Discard(Card("TD")), forced=True),
    Conduct(ConductKind.REJECTED, 1_764_550_000_000, 3, 0, 251, FaultKind.MALFORMED, 'said "\n"', b"\x00\xff", 9_000),
    Conduct(ConductKind.PAUSED, 0, 0),
    Footer(Termination(TerminationKind.COMPLETED), SHEET, HASH, HASH),
    Footer(FORFEIT, SHEET, HASH, HASH),
    Footer(Termination(TerminationKind.ABORTED), FinalSheet(None, (5, 0), (1, 0), None, None), HASH, HASH),
    Reveal(bytes(range(32))),
    Reveal(bytes(range(32)), bytes(32)),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_every_entry_comes_back_from_its_line(entry):
    """A line is one row of ASCII that parses to an equal entry and to the hash it carries."""
    line = format_line(entry, HASH)
    assert line.isascii()
    assert "\n" not in line
    assert parse_line(line) == (entry, HASH)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_a_value_of_another_kind_is_refused(entry):
    """Each value in turn replaced by nonsense: refused with the line's number, or the text of that very entry."""
    line = format_line(entry, HASH)
    found = json.loads(line)
    for name in found:
        for nonsense in (
            None,
            True,
            1.5,
            -1,
            1 << 60,
            "x",
            "\ud800",
            [],
            {},
            [[]],
            {"x": 1},
            "a" * 2_000,
            float("nan"),
        ):
            text = json.dumps({**found, name: nonsense}, separators=(",", ":"))
            told = outcome(text)
            assert told == 9 or format_line(*told) == text


def outcome(text):
    """What line 9 of this text parses to, or the number of the line that is refused."""
    try:
        return parse_line(text, 9)
    except JournalError as error:
        return error.line


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line + " ",
        lambda line: line.replace(":", ": ", 1),
        lambda line: line[:-1] + ',"more":1}',
        lambda line: re.sub(r'"seat":0,"at_ms":(\d+)', r'"at_ms":\1,"seat":0', line),
        lambda line: line.replace('"lag_ms":3', '"lag_ms":3,"lag_ms":3'),
        lambda line: line.replace('"lag_ms":3', '"lag_ms":3.0'),
        lambda line: line.replace("00ff", "00FF"),
        lambda line: line.replace("conduct", "c\\u006fnduct"),
        lambda line: line[1:],
        lambda _: "[" * 100_000,
        lambda _: "[" * 60_000,
        lambda _: "",
        lambda _: "1" * 5_000,
    ],
)
def test_an_entry_has_one_text(spoil):
    """Another spelling of the same JSON is no line, nor is what is no JSON."""
    line = format_line(ENTRIES[5], HASH)
    assert spoil(line) != line
    with pytest.raises(JournalError, match="line 4: "):
        parse_line(spoil(line), 4)


def test_what_no_line_can_hold_is_not_written():
    """An entry that would not come back raises StateError, with nothing written."""
    writer = JournalWriter()
    for bad in (
        replace(HEADER, match_id="../x"),
        replace(HEADER, bots=("ann", "b\nob")),
        replace(HEADER, commitment=b"short"),
        replace(HEADER, nonces=(("bob", b""), ("ann", b""))),
        replace(HEADER, first_dealer=True),
        replace(HEADER, deal_key="x" * LINE_BYTES),
        "header",
        None,
    ):
        with pytest.raises(StateError):
            writer.add(bad)
    writer.add(HEADER)
    for bad in (Decided(0, 2, Pass()), Decided(0, 0, "pass"), Decided(0, 0, Pass(), -1), Decided(0, 0, Pass(), 1.5)):
        with pytest.raises(StateError):
            writer.add(bad)
    assert len(writer.journal.lines) == 1


@pytest.mark.parametrize(
    "match_id",
    [
        "",
        ".",
        "..",
        "../../x",
        "a/b",
        "a\\b",
        "a\0",
        "x" * 97,
        "CON",
        "con.x",
        "Lpt1",
        "a.",
        "-a",
        "\u0430",
        "a\n",
        None,
    ],
)
def test_a_match_id_that_may_not_name_a_file_is_refused(match_id):
    """Paths, devices, look-alikes, control characters and lengths that some file system refuses."""
    with pytest.raises(StateError):
        check_match_id(match_id)


def test_lines_come_in_order():
    """A header first and once, decisions numbered, nothing but the reveal after the footer."""
    writer = JournalWriter()
    decision, conduct = Decided(0, 0, Pass()), Conduct(ConductKind.PAUSED, 0, 0)
    footer, reveal = ENTRIES[7], ENTRIES[10]
    for good, refused in (
        (HEADER, (decision, conduct, footer, reveal)),
        (conduct, (HEADER, reveal, Decided(1, 0, Pass()))),
        (decision, (HEADER, reveal, Decided(1, 0, Pass()))),
        (footer, (HEADER, reveal, decision)),
        (reveal, (HEADER, decision, conduct, footer)),
        (None, (HEADER, decision, conduct, footer, reveal)),
    ):
        for entry in refused:
            with pytest.raises(StateError):
                writer.add(entry)
        if good is not None:
            writer.add(good)
    assert len(writer.journal.lines) == 5


def test_a_journal_comes_back_from_its_text():
    """parse_journal of str(journal) is the journal, and a writer goes on from it with the same hashes."""
    journal = timed(played())
    assert parse_journal(str(journal)) == journal
    cut = parse_journal("".join(f"{line}\n" for line in journal.lines[:40]))
    writer = JournalWriter(cut)
    for entry in journal.entries[40:-2]:
        writer.add(entry)
    writer.add(writer.footer(journal.footer.termination, _sheet(journal)))
    writer.add(journal.reveal)
    assert writer.journal == journal


def _sheet(journal):
    *_, last = retrace(journal, decks_of(journal.reveal.match_seed))
    return last.state.sheet


def test_the_canonical_form_knows_no_times_and_no_conduct():
    """Think times and conduct lines change the chain and leave the digest; an action changes the digest."""
    plain = timed(played(), 12)
    slow = timed(played(), 200)
    assert plain.head != slow.head
    assert canonical_lines(plain) == canonical_lines(slow)
    assert plain.footer.digest == slow.footer.digest == canonical_digest(plain)
    text = "".join(f"{line}\n" for line in canonical_lines(plain))
    assert line_hash(text) == plain.footer.digest
    assert played(8).footer.digest != played(7).footer.digest


def test_each_byte_flipped_is_told_of_its_line():
    """In every line, the last one apart, any one byte changed: the fault names that line."""
    journal = timed(short())
    text = str(journal).encode()
    number = 1
    last = len(journal.lines)
    for i, byte in enumerate(text[: -len(journal.lines[-1]) - 1]):
        found = scan(text[:i] + bytes([byte ^ 1]) + text[i + 1 :])
        assert found.fault is not None, (i, text[i - 20 : i + 20])
        assert found.fault.line == number, (i, str(found.fault))
        number += byte == 0x0A
    assert number == last


@pytest.mark.parametrize("rechained", [False, True])
def test_lines_deleted_or_swapped_are_told(rechained):
    """Without a decision, or with two changed about, the order is wrong, whether or not the chain was recomputed."""
    journal = short()
    for at in range(len(journal.lines) - 3):
        for doctored in (
            [*journal.lines[:at], *journal.lines[at + 1 :]],
            [*journal.lines[:at], journal.lines[at + 1], journal.lines[at], *journal.lines[at + 2 :]],
        ):
            text = "".join(f"{line}\n" for line in doctored).encode()
            if rechained:
                text = chained([json.loads(line) for line in doctored])
            with pytest.raises(JournalError) as raised:
                parse_journal(text)
            assert raised.value.line == at + 1


def test_the_footer_holds_the_hash_of_the_line_before():
    """A head of its own is told even where the chain is sound."""
    lines = objects_of(short())
    text = chained(lines)
    assert text.decode() == str(short())
    broken = text.decode().replace(f'"head":"{lines[-2]["head"]}"', f'"head":"{GENESIS}"')
    with pytest.raises(JournalError, match=f"line {len(lines) - 1}: the footer's head"):
        parse_journal(broken)


def test_an_end_without_a_footer_is_no_error_but_a_line_cut_short_is():
    """What a match in progress looks like, and what a crash leaves."""
    lines = short().lines
    assert parse_journal(f"{lines[0]}\n{lines[1]}\n").footer is None
    with pytest.raises(JournalError, match="line 2: the line is not ended"):
        parse_journal(f"{lines[0]}\n{lines[1]}")
    with pytest.raises(JournalError, match="line 1: there is no line"):
        parse_journal("")


@pytest.mark.parametrize("preset", ["classic", "standard", "oklahoma"])
def test_a_journal_of_the_first_format_stays_readable(preset):
    """The golden journals parse, and their entries are written today as they were, byte for byte."""
    golden = (Path(__file__).parent / "golden" / f"{preset}.ginlog.jsonl").read_text(encoding="ascii")
    assert str(refooted(parse_journal(golden))) == golden
