"""A journal as text: what people read, and nothing that the chosen seat was not told."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from deals import variant
from ginrummy import view_for
from ginrummy.actions import Pass
from ginrummy.entries import Conduct, ConductKind, Decided, Header
from ginrummy.errors import JournalError, StateError
from ginrummy.hand import legal_actions
from ginrummy.messages import Fault, FaultKind, Termination, TerminationKind
from ginrummy.record import Journal, JournalWriter
from ginrummy.render import render_card
from ginrummy.retrace import decks_of, retrace
from ginrummy.scoring import score_sheet
from journals import played, short, timed
from referee.replay.text import replay_text
from test_non_interference import pairs_of, shown

ROOT = Path(__file__).parent.parent
CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")


def text(journal, **options):
    return replay_text(journal, decks_of(journal.reveal.match_seed), **options)


def test_a_hand_reads_well():
    """The golden hand: dealer, upcard, both hands in melds with deadwood, each event with its actor, the result."""
    golden = (ROOT / "tests" / "golden" / "hand.txt").read_text(encoding="utf-8")
    assert text(short(), hand=1) + "\n" == golden


def test_the_whole_match_has_title_hands_and_sheet():
    """All hands in order, then the score sheet and how the match ended."""
    told = text(played())
    hands = re.findall(r"^hand (\d+): ", told, re.MULTILINE)
    assert hands == [str(number + 1) for number in range(len(hands))]
    assert len(hands) > 1
    assert told.startswith(
        "match practice: ann (seat 0) against bob (seat 1)\nstandard to 100, shared stock\n\nhand 1: "
    )
    assert re.search(r"(ann|bob) wins by \d+: ann \d+, bob \d+$", told)


def test_a_hand_that_was_not_played_is_refused():
    """The error says how many there are."""
    with pytest.raises(StateError, match="hand 9: the journal has 1"):
        text(short(), hand=9)


def test_think_times_and_conduct_stand_where_they_happened():
    """With all cards both seats' are shown, escaped; a seat sees its own alone."""
    journal = timed(short(), 17)
    told = text(journal)
    assert told.count("(17 ms)") == sum(not decided.forced for _, decided in journal.decisions)
    assert "  ! ann: rejected ILLEGAL no\\x1b[2J (30 ms)\n  ! bob: disconnected\n" in told
    assert "\x1b" not in told
    own = text(journal, seat=0)
    assert own.count("(17 ms)") == sum(decided.seat == 0 and not decided.forced for _, decided in journal.decisions)
    assert "! ann" in own
    assert "! bob" not in own


def journal_of(hand, states, think):
    """The journal of a hand up to a cut, ended where the hand is over, and where its deck comes from."""
    first, last = hand.states[0], hand.states[states - 1]
    rules = replace(first.ruleset, max_hands=1)
    writer = JournalWriter()
    writer.add(Header("test", "world", "world", ("ann", "bob"), rules, first.deal.stock_order, first.dealer, bytes(32)))
    for number, (before, action) in enumerate(zip(hand.states[: states - 1], hand.actions, strict=False)):
        forced = len(legal_actions(before)) == 1
        writer.add(Decided(number, before.to_act, action, None if forced else think[before.to_act], forced=forced))
        writer.add(Conduct(ConductKind.STRIKE, 0, 0, before.to_act, think[before.to_act]))
    if last.result is not None:
        scored = None if last.result.winner is None else (last.result.winner, last.result.points)
        writer.add(writer.footer(Termination(TerminationKind.COMPLETED), score_sheet(rules, [scored])))
    return writer.journal, lambda _: first.deal.deck


def replays_of(pair, **options):
    """The replays of a hand and of its twin, in which the other also took another time to think."""
    states, times = len(pair.twin.states), [5, 5]
    times[1 - pair.seat] = 99
    return (
        replay_text(*journal_of(pair.hand, states, [5, 5]), **options),
        replay_text(*journal_of(pair.twin, states, times), **options),
    )


@pytest.fixture(scope="module")
def pairs():
    found = [pair for number in range(60) for pair in pairs_of(number) if pair.seat is not None]
    assert len(found) > 300
    return found


def test_cards_hidden_from_a_seat_change_nothing_in_its_replay(pairs):
    """Two worlds that differ in cards the seat was not shown, and in the other's times, read the same to it."""
    differ = 0
    for pair in pairs:
        one, other = replays_of(pair, seat=pair.seat)
        assert one == other, pair.name
        one, other = replays_of(pair)
        differ += one != other
    assert differ > len(pairs) / 2  # at an early cut the two cards may both lie in the stock


@pytest.mark.parametrize(
    ("name", "leak"),
    [("event_for", lambda event, *_: event), ("view_for", lambda state, seat: view_for(state, 1 - seat))],
)
def test_a_replay_that_leaks_is_caught(pairs, monkeypatch, name, leak):
    """The same comparison fails where events are told in full, or the other's view is shown."""
    monkeypatch.setattr(f"referee.replay.text.{name}", leak)
    told = (replays_of(pair, seat=pair.seat) for pair in pairs)
    assert any(one != other for one, other in told)


def test_a_seat_reads_of_no_card_that_it_was_not_shown(pairs):
    """Every card in its text is one of its own, of the pile, of the spread or of a hand shown at the end."""
    for pair in pairs:
        states = len(pair.twin.states)
        told = set(CARD.findall(replay_text(*journal_of(pair.hand, states, [5, 5]), seat=pair.seat)))
        assert told <= {render_card(card) for card in shown(pair.hand, pair.seat, states)}, pair.name
        if states > 1:
            assert told >= {render_card(card) for card in pair.hand.states[0].hands[pair.seat]}


def test_a_journal_that_goes_on_says_who_is_to_act():
    """An unfinished match ends with the seat to act and the score so far."""
    journal = Journal(short().lines[:6], short().entries[:6])
    told = replay_text(journal, decks_of(short().reveal.match_seed))
    assert re.search(r"\n  (ann|bob) is to act\n", told)
    assert told.endswith("the match is not finished")


def test_a_forfeit_and_an_abort_say_so():
    """Who, for what, and with the detail made printable."""
    for termination, said in (
        (
            Termination(TerminationKind.FORFEIT, Fault(1, FaultKind.TIMEOUT, "late\n\x1b")),
            r"forfeited by bob for TIMEOUT: late\n\x1b",
        ),
        (Termination(TerminationKind.ABORTED), "the match was aborted; it counts for nobody"),
    ):
        writer = JournalWriter(Journal(short().lines[:6], short().entries[:6]))
        *_, last = retrace(writer.journal, decks_of(short().reveal.match_seed))
        sheet = last.state.sheet if termination.fault is None else last.state.sheet.forfeit(1)
        writer.add(writer.footer(termination, sheet))
        assert replay_text(writer.journal, decks_of(short().reveal.match_seed)).endswith(said)


def test_a_journal_that_the_rules_refuse_is_told_with_its_line():
    """Reading checks too: an illegal decision raises JournalError."""
    header = replace(short().header, ruleset=variant("oklahoma"))
    writer = JournalWriter()
    writer.add(header)
    writer.add(Decided(0, header.first_dealer, Pass()))
    with pytest.raises(JournalError, match=r"line 2: .* is not to act"):
        replay_text(writer.journal, decks_of(bytes(32)))


def referee(*words):
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, words)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=60,
    )  # fmt: skip


def test_the_command_prints_a_hand_for_a_seat(tmp_path):
    """`referee replay FILE --hand 1 --seat 0` is the text; a secret journal needs the seed, another seat is refused."""
    path = tmp_path / "practice.ginlog.jsonl"
    path.write_text(str(short()), encoding="ascii")
    found = referee("replay", path, "--hand", 1, "--seat", 0)
    assert (found.returncode, found.stdout) == (0, text(short(), hand=1, seat=0) + "\n")
    assert referee("replay", path, "--seat", 2).returncode == 2
    assert referee("replay", path, "--hand", 5).returncode == 2
    path.write_text("".join(f"{line}\n" for line in short().lines[:-1]), encoding="ascii")
    secret = referee("replay", path)
    assert (secret.returncode, secret.stdout) == (1, "")
    assert "not revealed" in secret.stderr
    assert referee("replay", path, "--seed", "3").stdout == text(short()) + "\n"
