"""Doctored journals are refused with the first bad line; sound ones pass; what cannot be checked is said."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from deals import variant
from ginrummy import Card, deck
from ginrummy.actions import Discard
from ginrummy.entries import Decided, Reveal
from ginrummy.messages import Fault, FaultKind, Termination, TerminationKind
from ginrummy.record import Journal, JournalWriter, parse_journal
from ginrummy.retrace import decks_of, retrace
from ginrummy.testing import play_header
from journals import chained, changed, master_of, objects_of, played, refooted, short, timed
from referee.replay.verify import Outcome, verify, verify_files
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

ROOT = Path(__file__).parent.parent


def text(journal):
    return str(journal).encode()


def bad(journal):
    """The line that a doctored journal is refused with."""
    verdict = verify(journal if isinstance(journal, bytes) else text(journal))
    assert verdict.outcome is Outcome.BAD, verdict
    assert verdict.reason
    return verdict.line


def without_reveal_of_master(journal):
    return changed(journal, len(journal.lines), Reveal(journal.reveal.match_seed))


def ended(journal, count, termination):
    """The first `count` decisions of a journal, ended in another way."""
    writer = JournalWriter()
    for entry in journal.entries:
        if isinstance(entry, Decided) and entry.number == count:
            break
        writer.add(entry)
    *_, last = retrace(writer.journal, decks_of(journal.reveal.match_seed))
    sheet = last.state.sheet
    if termination.fault is not None:
        sheet = sheet.forfeit(termination.fault.seat)
    writer.add(writer.footer(termination, sheet))
    writer.add(journal.reveal)
    return writer.journal


@pytest.mark.parametrize("preset", ["classic", "standard", "oklahoma"])
def test_a_sound_journal_passes(preset):
    """Played now or golden, with clocks or without."""
    golden = (ROOT / "tests" / "golden" / f"{preset}.ginlog.jsonl").read_bytes()
    for sound in (golden, text(played(7, preset)), text(timed(played(7, preset)))):
        verdict = verify(sound)
        assert (verdict.outcome, verdict.line, verdict.notes) == (Outcome.OK, None, ())


def test_a_forfeit_and_an_abort_pass():
    """The score of a match that was not played to its end follows from where it was left."""
    forfeit = ended(played(), 30, Termination(TerminationKind.FORFEIT, Fault(0, FaultKind.TIMEOUT, "late")))
    aborted = ended(played(), 30, Termination(TerminationKind.ABORTED))
    assert forfeit.footer.sheet.winner == 1
    assert aborted.footer.sheet.winner is None
    assert verify(text(forfeit)).outcome is verify(text(aborted)).outcome is Outcome.OK


def test_any_byte_flipped_is_refused_with_its_line():
    """Every seventh byte of every line, the reveal's too."""
    whole = text(timed(short()))
    number = 1
    for i, byte in enumerate(whole):
        if i % 7 == 0 or byte == 0x0A:
            assert bad(whole[:i] + bytes([byte ^ 1]) + whole[i + 1 :]) == number, whole[i - 30 : i + 30]
        number += byte == 0x0A


def test_a_changed_decision_is_refused_at_its_line_or_where_the_game_stops_fitting():
    """With the chain recomputed, the rules name a line from there on, and if the game still fits the digest does."""
    journal = short()
    for line, decided in journal.decisions:
        for action in ("pass", "take", "draw", "discard 7C", "discard AS", "knock 2D", "finish"):
            lines = objects_of(journal)
            if action != lines[line - 1]["action"]:
                lines[line - 1]["action"] = action
                assert line <= bad(chained(lines)) <= len(lines) - 1
        assert bad(changed(journal, line, replace(decided, seat=1 - decided.seat))) == line
        assert bad(changed(journal, line, replace(decided, forced=not decided.forced))) == line


def test_a_forger_who_recomputes_everything_needs_a_game_that_fits_and_has_another_head():
    """Digest and chain recomputed, another discard passes only where the rules allow it; published heads tell it."""
    journal = short()
    line, decided = next(pair for pair in journal.decisions if isinstance(pair[1].action, Discard))
    heads = set()
    for card in range(52):
        forged = changed(journal, line, replace(decided, action=Discard(Card(card))))
        if verify(text(forged)).outcome is Outcome.OK:
            heads.add(forged.head)
    assert journal.head in heads
    assert len(heads) == sum(
        verify(text(changed(journal, line, replace(decided, action=Discard(Card(c)))))).outcome is Outcome.OK
        for c in range(52)
    )


def test_a_decision_removed_with_everything_recomputed_is_refused():
    """Numbers, chain and digest put right again, the game itself does not go on without it."""
    journal = short()
    for line, _ in journal.decisions:
        kept = [entry for at, entry in enumerate(journal.entries, start=1) if at != line]
        numbers = iter(range(len(kept)))
        entries = tuple(replace(e, number=next(numbers)) if isinstance(e, Decided) else e for e in kept)
        forged = refooted(Journal(journal.lines[:-1], entries))
        assert line <= bad(forged) <= len(forged.lines) - 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("winner", 1), ("winner", None), ("scores", (1, 2)), ("boxes", (9, 9)), ("finals", None), ("margin", 7)
    ],
)  # fmt: skip
def test_a_changed_score_is_refused_at_the_footer(field, value):
    """Each number of the sheet, with digest and chain recomputed."""
    journal = played()
    footer = journal.footer
    if getattr(footer.sheet, field) == value:
        value = 0
    line = len(journal.lines) - 1
    forged = changed(journal, line, replace(footer, sheet=replace(footer.sheet, **{field: value})))
    assert bad(forged) == line
    assert field in verify(text(forged)).reason


def test_a_changed_digest_or_ending_is_refused_at_the_footer():
    """The chain recomputed: the digest is of the canonical form, and only a match at its end is completed."""
    journal = played()
    line = len(journal.lines) - 1
    lines = objects_of(journal)
    lines[line - 1]["digest"] = "0" * 64
    assert bad(chained(lines)) == line
    early = ended(journal, 30, Termination(TerminationKind.ABORTED))
    footer = replace(early.footer, termination=Termination(TerminationKind.COMPLETED))
    assert bad(changed(early, len(early.lines) - 1, footer)) == len(early.lines) - 1
    footer = replace(journal.footer, termination=Termination(TerminationKind.ABORTED))
    assert bad(changed(journal, line, footer)) == line


def test_changed_seeds_and_nonces_are_refused_where_they_stand():
    """Everything recomputed: seeds at the reveal; commitment, key, nonces and dealer at the header."""
    journal = played()
    header, reveal, last = journal.header, journal.reveal, len(journal.lines)
    assert bad(changed(journal, last, replace(reveal, match_seed=bytes(32)))) == last
    assert bad(changed(journal, last, replace(reveal, master_seed=bytes(32)))) == last
    for change in (
        {"commitment": bytes(32)},
        {"deal_key": "other"},
        {"nonces": (("ann", b"1"), ("bob", b""))},
        {"nonces": (("ann", b"1"),)},
        {"first_dealer": 1 - header.first_dealer},
        {"hands": 10_001},
        {"ruleset": replace(header.ruleset, first_dealer=f"SEAT_{1 - header.first_dealer}")},
    ):
        assert bad(changed(journal, 1, replace(header, **change))) == 1


def test_a_match_seed_of_ones_own_is_refused_by_the_deals():
    """Where the master seed is still secret, another match seed makes other deals, which the decisions do not fit."""
    journal = without_reveal_of_master(played())
    assert verify(text(journal)).notes == ("the commitment was not checked: the master seed is not known",)
    forged = changed(journal, len(journal.lines), Reveal(bytes(32)))
    assert bad(forged) < len(journal.lines)


def test_the_master_seed_may_come_from_elsewhere():
    """Given, it checks a journal that does not reveal it; a wrong one disagrees with the header's commitment."""
    journal = without_reveal_of_master(played())
    assert verify(text(journal), master_of(7)).notes == ()
    assert verify(text(journal), master_of(8)).outcome is Outcome.BAD
    assert verify(text(played()), master_of(8)).line == len(played().lines)


def test_unfinished_and_unrevealed_are_verdicts_of_their_own():
    """Cut before footer or reveal, at a line or within one; and damage there is still bad."""
    lines = played().lines
    for count in range(1, len(lines) - 1, 20):
        cut = "".join(f"{line}\n" for line in lines[:count]).encode()
        assert verify(cut).outcome is Outcome.UNFINISHED
        assert verify(cut, master_of(7)).outcome is Outcome.UNFINISHED
        torn = verify(cut + lines[count][:30].encode())
        assert (torn.outcome, torn.line) == (Outcome.UNFINISHED, count + 1)
        assert bad(cut.replace(b"a", b"b", 1)) == 1
    assert verify(b"").outcome is Outcome.UNFINISHED
    unrevealed = "".join(f"{line}\n" for line in lines[:-1]).encode()
    assert verify(unrevealed).outcome is Outcome.UNREVEALED
    assert verify(unrevealed, master_of(7)).outcome is Outcome.OK
    assert bad(unrevealed + b"{") == len(lines)
    forged = objects_of(played())[:-1]
    forged[-1]["digest"] = "1" * 64
    assert bad(chained(forged)) == len(lines) - 1


def test_an_unfinished_match_is_checked_as_far_as_it_goes():
    """With the master seed known, an illegal decision of a match in progress is found."""
    journal = played()
    line, decided = journal.decisions[20]
    entries = (*journal.entries[: line - 1], replace(decided, seat=1 - decided.seat))
    writer = JournalWriter()
    for entry in entries:
        writer.add(entry)
    assert verify(text(writer.journal)).outcome is Outcome.UNFINISHED
    assert verify(text(writer.journal), master_of(7)).line == line


def test_a_decision_that_took_more_than_was_left_is_refused():
    """Allowance 250 and bank 1000, 100 more with each deal: 1350 ms are in time once, 1351 are not."""
    journal = timed(short())
    line, decided = journal.decisions[0]
    assert verify(text(changed(journal, line, replace(decided, think_ms=1_350)))).outcome is Outcome.OK
    assert bad(changed(journal, line, replace(decided, think_ms=1_351))) == line


def test_legs_that_share_a_deal_key_share_the_seed(tmp_path):
    """Two journals under one commitment and key with other seeds: the second is refused at its reveal."""
    first, second = without_reveal_of_master(played(7)), without_reveal_of_master(played(8))
    second = changed(second, 1, replace(second.header, commitment=first.header.commitment, match_id="leg-2"))
    paths = [tmp_path / "practice.ginlog.jsonl", tmp_path / "leg-2.ginlog.jsonl"]
    for path, journal in zip(paths, (first, second), strict=True):
        path.write_text(str(journal), encoding="ascii")
    one, two = verify_files(paths).values()
    assert (one.outcome, two.outcome, two.line) == (Outcome.OK, Outcome.BAD, len(second.lines))


def numbered(number, first_dealer):
    """A match of a pairing, dealt first by this seat."""
    rules = variant("classic", max_hands=1)
    header = replace(
        short().header, ruleset=rules, match_id=f"m{number}", deal_key=f"m{number}", number=number,
        first_dealer=first_dealer,
    )  # fmt: skip
    return play_header(SimpleBot, RandomBot, header, master_of(3)).journal


def test_later_matches_of_a_pairing_are_dealt_first_in_turn(tmp_path):
    """With the first match beside it a later one is checked, and refused at its header; alone it has a note."""
    bit = deck.first_dealer(deck.match_seed(master_of(3), "m0", {}))
    journals = [numbered(0, bit), numbered(1, 1 - bit), numbered(2, 1 - bit)]
    paths = [tmp_path / f"m{number}.ginlog.jsonl" for number in range(3)]
    for path, journal in zip(paths, journals, strict=True):
        path.write_text(str(journal), encoding="ascii")
    first, right, wrong = verify_files(paths).values()
    assert (first.outcome, right.outcome, right.notes) == (Outcome.OK, Outcome.OK, ())
    assert (wrong.outcome, wrong.line) == (Outcome.BAD, 1)
    assert f"seat {bit} follows from the pairing's first match" in wrong.reason
    (alone,) = verify_files(paths[2:]).values()
    assert alone.outcome is Outcome.OK
    assert "who deals first was not checked" in alone.notes[0]


def test_a_file_named_after_another_match_is_refused(tmp_path):
    """A result cannot be passed off as another match's by renaming."""
    path = tmp_path / "other.ginlog.jsonl"
    path.write_text(str(short()), encoding="ascii")
    (verdict,) = verify_files([path]).values()
    assert (verdict.outcome, verdict.line) == (Outcome.BAD, 1)


def referee(*words):
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, words)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=120,
    )  # fmt: skip


def test_play_writes_what_verify_passes(tmp_path):
    """One match to a file, several to a directory; a file that is there is not written over."""
    one, several = tmp_path / "one.ginlog.jsonl", tmp_path / "several"
    assert referee("play", "simple", "random", "--seed", "2a", "--journal", one).returncode == 0
    assert referee("play", "simple", "random", "--seed", "2a", "--matches", 2, "--journal", several).returncode == 0
    found = referee("verify", tmp_path, "--json")
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["ok"]) == (0, True)
    assert [Path(row["path"]).name for row in answer["files"]] == [
        "one.ginlog.jsonl", "practice-0.ginlog.jsonl", "practice-1.ginlog.jsonl"
    ]  # fmt: skip
    assert all((row["ok"], row["line"], row["reason"]) == (True, None, None) for row in answer["files"])
    assert parse_journal(one.read_text()).reveal.match_seed == deck.match_seed(master_of(42), "practice-0", {})
    again = referee("play", "simple", "random", "--journal", one)
    assert (again.returncode, again.stdout) == (2, "")
    assert "already" in again.stderr


def test_verify_exits_with_1_on_anything_but_a_whole_truth(tmp_path):
    """A bad file and an unfinished one; `--unfinished` lets the second pass, and the text says what ok means."""
    path = tmp_path / "practice.ginlog.jsonl"
    lines = str(short()).splitlines(keepends=True)
    path.write_text("".join(lines).replace("ann", "amy", 1))
    found = referee("verify", path)
    assert found.returncode == 1
    assert f"bad         {path}: line 1: " in found.stdout
    assert "ok does not mean" in found.stdout
    path.write_text("".join(lines[:5]))
    assert json.loads(referee("verify", path, "--json").stdout)["files"][0]["verdict"] == "unfinished"
    assert referee("verify", path).returncode == 1
    assert referee("verify", path, "--unfinished").returncode == 0


@pytest.mark.parametrize(
    "words", [("verify",), ("verify", "missing.jsonl"), ("replay", "missing"), ("verify", "docker")]
)
def test_a_path_that_leads_to_no_journal_is_bad_usage(words):
    """Status 2, the name on stderr, nothing on stdout, no traceback."""
    found = referee(*words)
    assert (found.returncode, found.stdout) == (2, "")
    assert "Traceback" not in found.stderr
    assert words[-1] in found.stderr or "PATH" in found.stderr
