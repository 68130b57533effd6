"""A table and its journal: nothing is said that is not written, full disks lose nothing, and a cut match goes on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from deals import variant
from ginrummy.actions import BigGin, Discard, FinishLayoffs, Pass
from ginrummy.entries import Conduct, ConductKind, Decided, Footer
from ginrummy.messages import (
    DecisionRequest,
    FaultKind,
    HandEnded,
    HandStarted,
    History,
    MatchEnded,
    MatchOffered,
    Rejected,
    RequestId,
    TerminationKind,
)
from ginrummy.record import Journal, canonical_digest, line_hash
from ginrummy.retrace import decks_of
from referee.outcome import outcome_of
from referee.table import Stage
from tables import (
    CLOCK,
    MS,
    SIMPLE,
    Sitting,
    check_said,
    check_whole,
    conduct,
    digest_in_process,
    messages,
    terms_of,
)

SHORT = terms_of(variant("classic", max_hands=2), seed=7)
AT = 30
"""A decision of the second hand."""


def cut(journal: Journal, lines: int) -> Journal:
    return Journal(journal.lines[:lines], journal.entries[:lines])


def gone_on(journal: Journal) -> Sitting:
    """The match as a referee that starts again finds it."""
    return Sitting(SHORT, journal=journal)


def eventful(failing: tuple[int, ...] = ()) -> Sitting:
    """A match with two bad answers, an absence of each seat and takeovers, all of it early."""
    sitting = Sitting(SHORT, failing=failing).start()
    for _ in range(2):
        sitting.settle()
        sitting.later(300)
        seat = sitting.table.awaited
        sitting.answer(seat, BigGin())
        sitting.settle()
        sitting.step()
    sitting.settle()
    for seat in (0, 1):
        sitting.lose(seat)
        sitting.settle()
        sitting.later(70)
        sitting.come_back(seat)
        sitting.settle()
        sitting.come_back(seat)
        sitting.act(lambda s=seat: sitting.table.taken_over(s, sitting.now))
        sitting.settle()
    return sitting.play()


WRITES = eventful().calls
LINES = eventful().lines


# Write before you speak.


@pytest.mark.parametrize("call", range(WRITES))
def test_row_22_a_write_that_fails_once_loses_nothing(call):
    """Whichever write it is: nothing was said before its line, all is said after it, and the match is the same."""
    sitting = eventful(failing=(call,))
    assert sitting.failures == 1
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    check_whole(sitting)


@pytest.mark.parametrize("calls", [range(5, 25), range(0, 200, 2), range(1, 200, 3)])
def test_row_22_a_disk_that_stays_full_delays_the_match_and_changes_nothing(calls):
    """Many failures, in a row or again and again, come to the same journal."""
    sitting = Sitting(SHORT, failing=calls).start().play()
    assert sitting.failures > 10
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    check_whole(sitting)


def full(sitting: Sitting) -> None:
    """From now on no write succeeds, until `room`."""
    sitting.failing = range(10**6)


def room(sitting: Sitting) -> None:
    sitting.failing = ()
    sitting.act(sitting.table.retry)


def test_while_the_journal_is_full_no_time_runs_out():
    """A stuck table has no deadline, says nothing, and rules on nothing."""
    sitting = Sitting(SHORT).start().play(3)
    seat = sitting.table.awaited
    full(sitting)
    heard = [len(said) for said in sitting.said]
    sitting.answer(seat)
    assert sitting.table.stuck
    assert sitting.table.deadline() is None
    sitting.later(10**7)
    sitting.expire()
    assert [len(said) for said in sitting.said] == heard
    room(sitting)
    assert not sitting.table.stuck
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize(("late_ns", "in_time"), [(-1, True), (0, False)])
def test_what_comes_in_while_the_table_is_stuck_is_judged_by_its_own_stamp(late_ns, in_time):
    """An answer at the deadline's edge gets its exact verdict, however long the disk takes."""
    sitting = Sitting(SHORT).start()
    seat, deadline = sitting.table.awaited, sitting.table.deadline()
    full(sitting)
    sitting.act(lambda: sitting.table.taken_over(1 - seat, sitting.now))
    assert sitting.table.stuck
    sitting.now = deadline + late_ns
    assert sitting.answer(seat) is None
    sitting.later(60_000)
    room(sitting)
    if in_time:
        assert sitting.journal.decisions[0][1].think_ms == CLOCK.decision_ms + CLOCK.bank_ms + CLOCK.bank_per_hand_ms
        sitting.play()
        assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    else:
        sitting.settle()
        assert sitting.table.outcome.termination.fault.kind is FaultKind.TIMEOUT
    check_whole(sitting)


def test_an_answer_sent_again_while_the_table_is_stuck_counts_once():
    """The repeat is harmless there too."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    full(sitting)
    for _ in range(3):
        sitting.answer(seat)
    room(sitting)
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    assert conduct(sitting.journal, ConductKind.REJECTED) == []


def test_a_different_second_answer_while_the_table_is_stuck_is_malformed():
    """As it is where nothing is stuck: it is refused and counted once there is room."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    chosen = sitting.choice(seat)
    other = next(action for action in sitting.request(seat).view.legal_actions if action != chosen)
    full(sitting)
    sitting.answer(seat)
    sitting.answer(seat, other)
    room(sitting)
    (told,) = messages(sitting, seat, Rejected)
    assert told.counted == 1


def test_an_answer_to_an_attempt_that_is_rejected_while_the_table_is_stuck_is_ignored():
    """The rejection makes it an answer to an old attempt: it counts for nothing, as where nothing is stuck."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    full(sitting)
    sitting.garble(seat)
    sitting.answer(seat)
    room(sitting)
    (told,) = messages(sitting, seat, Rejected)
    assert told.counted == 1
    assert sitting.request(seat).request.attempt == 1


def test_a_bot_that_comes_back_while_the_table_is_stuck_is_asked_once_there_is_room():
    """Its pending request is told in the end, whatever could not be written when it came."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    request = sitting.request(seat)
    sitting.lose(seat)
    full(sitting)
    sitting.later(50)
    sitting.come_back(seat)
    heard = len(sitting.said[seat])
    sitting.later(50)
    room(sitting)
    asked = [said.message for said in sitting.said[seat][heard:] if isinstance(said.message, DecisionRequest)]
    assert [(again.request, again.decision_seed) for again in asked] == [(request.request, request.decision_seed)]


def test_an_absence_while_the_table_is_stuck_ends_with_the_return():
    """Gone and back before there was room: the seat is not taken for absent afterwards."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    full(sitting)
    sitting.lose(1 - seat)
    sitting.later(50)
    sitting.come_back(1 - seat)
    sitting.later(50)
    room(sitting)
    kinds = [entry.kind for entry in sitting.journal.entries if isinstance(entry, Conduct)]
    assert kinds == [ConductKind.DISCONNECTED, ConductKind.RETURNED]
    sitting.play()
    assert sitting.table.outcome.absent_ms[1 - seat] == 50


def test_an_answer_older_than_the_request_that_it_finds_is_judged_all_the_same():
    """What came before the seat was asked, and could only be written after, counts and harms nothing else."""
    sitting = Sitting(SHORT).start().play(3)
    while not any(isinstance(action, Discard) for action in sitting.request(sitting.table.awaited).view.legal_actions):
        sitting.step()
    seat = sitting.table.awaited
    full(sitting)
    sitting.answer(seat)
    sitting.garble(1 - seat, RequestId(1, 50, 0))
    sitting.later(500)
    sitting.failing = {sitting.calls + 1}
    sitting.act(sitting.table.retry)
    assert sitting.table.stuck
    assert sitting.table.awaited == 1 - seat
    room(sitting)
    (line,) = conduct(sitting.journal, ConductKind.REJECTED, 1 - seat)
    assert line.elapsed_ms in (None, 0)
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize("end", ["fault", "abort", "expire"])
def test_an_end_that_could_not_be_written_comes_when_there_is_room(end):
    """A forfeit or an abort waits for its lines, is one, and is the first that came."""
    sitting = Sitting(SHORT).start().play(4)
    seat = sitting.table.awaited
    full(sitting)
    sitting.now = sitting.table.deadline()
    if end == "fault":
        sitting.act(lambda: sitting.table.fault(seat, FaultKind.FLOOD, "", sitting.now))
    elif end == "abort":
        sitting.act(sitting.table.abort)
    else:
        sitting.expire()
    sitting.act(lambda: sitting.table.fault(1 - seat, FaultKind.STALL, "", sitting.now))
    assert sitting.table.stuck
    room(sitting)
    sitting.settle()
    told = sitting.table.outcome.termination
    if end == "abort":
        assert told.kind is TerminationKind.ABORTED
    else:
        assert (told.fault.seat, told.fault.kind.name) == (seat, "FLOOD" if end == "fault" else "TIMEOUT")
    check_whole(sitting)


# Ends of hands and of the match.


def test_nothing_beyond_a_hands_last_decision_is_said_before_it_is_synced():
    """HandEnded, the next deal and MatchEnded wait; until then no answer, deadline or retry gets them out."""
    sitting = Sitting(SHORT).start()
    syncs = 0
    while sitting.table.outcome is None:
        if sitting.table.stage is not Stage.SYNCING:
            sitting.step()
            continue
        syncs += 1
        for seat in (0, 1):
            ended, begun = messages(sitting, seat, HandEnded), messages(sitting, seat, HandStarted)
            assert (len(ended), len(begun)) == (syncs - 1, syncs)
        heard = [len(said) for said in sitting.said]
        sitting.later(10**6)
        sitting.expire()
        sitting.act(sitting.table.retry)
        assert sitting.table.deadline() is None
        assert [len(said) for said in sitting.said] == heard
        sitting.sync()
    assert syncs == 2
    check_whole(sitting)


def test_chain_heads_are_hashes_of_the_journals_lines():
    """HandEnded carries that of its hand's last decision, MatchEnded and the outcome that of the footer."""
    sitting = eventful()
    hashes = {
        line_hash(line): entry for line, entry in zip(sitting.journal.lines, sitting.journal.entries, strict=True)
    }
    for seat in (0, 1):
        ends = messages(sitting, seat, HandEnded)
        for ended, begun in zip(ends, [1, None], strict=True):
            last = hashes[ended.chain_head.hex()]
            assert isinstance(last, Decided)
            decided = [entry for _, entry in sitting.journal.decisions]
            if begun is None:
                assert last == decided[-1]
        (ended,) = messages(sitting, seat, MatchEnded)
        assert isinstance(hashes[ended.chain_head.hex()], Footer)
        assert ended.chain_head.hex() == sitting.table.outcome.head
    check_said(sitting)


@pytest.mark.parametrize("asked", range(0, 42, 3))
def test_whatever_ends_a_match_within_a_sync_the_finished_hand_is_told(asked):
    """A resignation that comes while the disk works forfeits after HandEnded, once."""
    sitting = Sitting(SHORT).start().play(asked)
    while sitting.table.stage is not Stage.SYNCING:
        sitting.step()
    finished = len(sitting.table.state.results)
    sitting.act(lambda: sitting.table.fault(0, FaultKind.BOT_ERROR, "", sitting.now))
    sitting.settle()
    assert all(len(messages(sitting, seat, HandEnded)) == finished for seat in (0, 1))
    expected = TerminationKind.FORFEIT if finished == 1 else TerminationKind.COMPLETED
    assert sitting.table.outcome.termination.kind is expected
    check_whole(sitting)


# Going on.


@cache
def interrupted() -> Journal:
    return eventful().journal


@pytest.mark.parametrize("lines", range(1, LINES + 1))
def test_row_19_a_match_goes_on_from_any_line_of_its_journal(lines):
    """Cut after each line and gone on with: the canonical journal of the match that was never interrupted."""
    journal = cut(interrupted(), lines)
    if isinstance(journal.entries[-1], Footer):
        assert outcome_of(journal, decks_of(SHORT.match_seed)) == eventful().table.outcome
        return
    sitting = gone_on(journal).start().play()
    assert sitting.journal.lines[:lines] == journal.lines
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    assert outcome_of(sitting.journal, decks_of(SHORT.match_seed)) == sitting.table.outcome
    check_whole(sitting)


@pytest.mark.parametrize("lines", range(2, LINES))
def test_who_comes_back_to_a_restarted_referee_hears_all_that_was(lines):
    """The offer, and a history without gaps that the play goes on from."""
    sitting = gone_on(cut(interrupted(), lines)).start()
    sitting.settle()
    for seat in (0, 1):
        assert isinstance(sitting.said[seat][0].message, MatchOffered)
        if sitting.journal.decisions:
            assert isinstance(sitting.said[seat][1].message, History)
    check_said(sitting)


def test_clocks_strikes_and_graces_go_on_where_they_were():
    """Bank and grace as the journal proves them, and the count of bad answers; the decision's clock starts anew."""
    sitting = Sitting(SHORT).start()
    bank, away = [CLOCK.bank_ms + CLOCK.bank_per_hand_ms] * 2, [0, 0]
    for turn in range(12):
        sitting.settle()
        seat = sitting.table.awaited
        if turn == 4:
            sitting.answer(seat, BigGin())
            bad = seat
        if turn in (3, 6):
            sitting.lose(seat)
            sitting.later(110)
            sitting.come_back(seat)
            away[seat] += 110
        sitting.later(260)
        sitting.answer(seat)
        bank[seat] -= 10
    sitting.settle()
    seat = sitting.table.awaited
    sitting.later(100)
    again = gone_on(sitting.journal).start()
    again.settle()
    assert again.table.awaited == seat
    told = again.request(seat)
    assert told.request == sitting.request(seat).request
    assert told.decision_seed == sitting.request(seat).decision_seed
    assert told.time.decision_ms == CLOCK.decision_ms
    assert (told.time.bank_ms, told.time.reconnect_grace_ms) == (bank[seat], CLOCK.reconnect_grace_ms - away[seat])
    other = again.table.deadline() - again.now
    assert other == (CLOCK.decision_ms + bank[seat] + 1) * MS
    while again.table.awaited != bad:
        again.step()
        again.settle()
    again.answer(bad, BigGin())
    assert messages(again, bad, Rejected)[-1].counted == 2
    while again.table.awaited == seat:
        again.step()
    again.settle()
    told = again.request(1 - seat).time
    assert told.reconnect_grace_ms == CLOCK.reconnect_grace_ms - away[1 - seat]


def test_a_rejection_before_the_referee_died_is_not_undone():
    """The pending request comes with the attempt number that it had, so that an older answer stays old."""
    sitting = Sitting(SHORT).start().play(6)
    seat = sitting.table.awaited
    first = sitting.request(seat).request
    sitting.answer(seat, BigGin())
    again = gone_on(sitting.journal).start()
    again.settle()
    assert again.request(seat).request == sitting.request(seat).request
    assert again.answer(seat, request=first) is False
    again.play()
    assert canonical_digest(again.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize("bad", [0, 1])
def test_an_answer_sent_again_to_a_restarted_referee_is_harmless(bad):
    """The one that the journal holds, with the attempt number that it was given to."""
    sitting = Sitting(SHORT).start().play(6)
    seat = sitting.table.awaited
    for _ in range(bad):
        sitting.answer(seat, BigGin())
    request, action = sitting.request(seat).request, sitting.choice(seat)
    sitting.answer(seat, action)
    again = gone_on(sitting.journal).start()
    again.settle()
    assert again.answer(seat, action, request) is False
    assert len(conduct(again.journal, ConductKind.REJECTED)) == bad


def test_an_answer_that_was_on_its_way_when_the_referee_died_is_no_fault():
    """The request that the dead referee made is made again under its number: an early answer to it is not counted."""
    sitting = Sitting(SHORT).start().play(6)
    seat = sitting.table.awaited
    request, action = sitting.request(seat).request, sitting.choice(seat)
    again = gone_on(sitting.journal)
    again.offer(0, 1)
    again.answer(seat, action, request)
    assert conduct(again.journal, ConductKind.REJECTED) == []
    again.play()
    assert canonical_digest(again.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize("lag_ms", [0, 50])
@pytest.mark.parametrize("kind", ["TIMEOUT", "ILLEGAL", "DISCONNECT", "BOT_ERROR"])
@pytest.mark.parametrize("asked", [0, AT])
def test_a_fault_without_its_footer_is_completed(asked, kind, lag_ms):
    """A referee that died between the two lines finds the verdict, asks nobody, and comes to the same outcome."""
    sitting = Sitting(SHORT).start().play(asked)
    seat = sitting.table.awaited
    fault = FaultKind[kind]
    sitting.act(lambda: sitting.table.fault(seat, fault, "as ruled", sitting.now, lag_ms * MS))
    assert isinstance(sitting.journal.entries[-1], Footer)
    again = gone_on(cut(sitting.journal, sitting.lines - 1))
    again.offer(0, 1)
    sitting.settle()
    assert again.table.stage is Stage.SYNCING
    again.sync()
    assert again.table.outcome.termination == sitting.table.outcome.termination
    assert again.table.outcome.sheet == sitting.table.outcome.sheet
    assert again.table.outcome.lagged == sitting.table.outcome.lagged
    assert canonical_digest(again.journal) == canonical_digest(sitting.journal)
    assert all(messages(again, s, DecisionRequest) == [] for s in (0, 1))
    check_whole(again)


@pytest.mark.parametrize("how", ["ready", "no show", "resigns", "abort"])
def test_a_match_whose_last_decision_is_written_is_completed_whoever_comes_back(how):
    """Only its footer is missing: no absence, resignation or interrupt after the end of play changes who won."""
    sitting = Sitting(SHORT).start().play()
    again = gone_on(cut(sitting.journal, sitting.lines - 1))
    again.offer(0, 1)
    if again.table.stage is Stage.OFFERED:
        match how:
            case "ready":
                again.ready(0, 1)
            case "no show":
                again.now = again.table.deadline()
                again.expire()
            case "resigns":
                again.act(lambda: again.table.fault(0, FaultKind.BOT_ERROR, "", again.now))
            case "abort":
                again.act(again.table.abort)
    again.settle()
    assert again.table.outcome.termination.kind is TerminationKind.COMPLETED
    assert canonical_digest(again.journal) == digest_in_process(SHORT)
    check_whole(again)


def test_row_20_a_referee_that_dies_again_and_again_comes_to_the_same_end():
    """Killed after every few lines that it writes, the match still ends, and as it should."""
    journal, deaths = Sitting(SHORT).journal, 0
    while journal.footer is None:
        sitting = gone_on(journal).start()
        while sitting.lines < len(journal.lines) + 3 and sitting.table.outcome is None:
            sitting.step()
        journal, deaths = sitting.journal, deaths + 1
    assert deaths > 20
    assert canonical_digest(journal) == digest_in_process(SHORT)


# Everything at once.


PATIENT = replace(CLOCK, bank_ms=20_000, reconnect_grace_ms=10_000)


@pytest.mark.parametrize("seed", range(80))
def test_row_30_whatever_comes_in_whatever_order_the_invariants_hold(seed):
    """Random answers, faults, streams, failing writes and restarts: one verified end, clocks within bounds."""
    chance = Random(seed)
    failing = {call for call in range(400) if chance.random() < 0.1}
    terms = replace(SHORT, header=replace(SHORT.header, clock=PATIENT), max_illegal_actions=12)
    sitting = Sitting(terms, failing=failing).start()
    for _ in range(1_000):
        if sitting.table.outcome is not None:
            break
        sitting = _stirred(sitting, chance)
        for told in (request.time for request in sitting.requests if request is not None):
            assert 0 <= told.decision_ms <= PATIENT.decision_ms
            assert 0 <= told.bank_ms <= PATIENT.bank_ms + 2 * PATIENT.bank_per_hand_ms
            assert 0 <= told.reconnect_grace_ms <= PATIENT.reconnect_grace_ms
    sitting.play()
    check_whole(sitting)
    read = outcome_of(sitting.journal, decks_of(terms.match_seed))
    assert (read.termination, read.sheet, read.lagged) == (
        sitting.table.outcome.termination,
        sitting.table.outcome.sheet,
        sitting.table.outcome.lagged,
    )


def _stirred(sitting: Sitting, chance: Random) -> Sitting:
    """The match after one thing that may happen to it."""
    table, seat = sitting.table, chance.randrange(2)
    sitting.later(ns=chance.choice((0, 0, 1, MS, 30 * MS, 300 * MS)))
    heard = sitting.requests[seat]
    match chance.randrange(60):
        case 0 if heard is not None:
            sitting.answer(seat, chance.choice((Pass(), BigGin(), FinishLayoffs())))
        case 1 if heard is not None:
            sitting.garble(seat)
        case 2 if heard is not None:
            sitting.answer(seat, Pass(), heard.request._replace(attempt=chance.randrange(3)))
        case 3 if heard is not None:
            sitting.answer(seat, Pass(), RequestId(chance.randrange(3), chance.randrange(9), 0))
        case 4 | 5:
            sitting.lose(seat)
        case 6 | 7 | 8 | 9:
            sitting.come_back(seat)
        case 10:
            sitting.ready(seat)
        case 11:
            sitting.act(lambda: table.taken_over(seat, sitting.now))
        case 12 | 13:
            sitting.act(table.retry)
        case 14:
            sitting.act(lambda: table.tell_again(seat, sitting.now))
        case 15 if (due := table.deadline()) is not None and chance.random() < 0.1:
            sitting.now = max(sitting.now, due + chance.choice((-1, 0, 1)))
            sitting.expire(chance.choice((0, 5 * MS, 20 * MS)))
        case 16 if chance.random() < 0.05:
            sitting.act(lambda: table.fault(seat, chance.choice(list(FaultKind)), "", sitting.now))
        case 17 if chance.random() < 0.05:
            sitting.act(table.abort)
        case 18 if chance.random() < 0.3 and not isinstance(sitting.journal.entries[-1], Footer):
            again = Sitting(sitting.terms, (SIMPLE, SIMPLE), journal=sitting.journal, failing=sitting.failing)
            again.now, again.calls = sitting.now, sitting.calls
            return again.start()
        case _ if seat not in sitting.away and table.awaited in (None, seat):
            sitting.step()
    return sitting
