"""Bots that go and come back: what it costs them, what they are told again, and that the match is the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

import referee.telling
from deals import variant
from ginrummy.entries import ConductKind
from ginrummy.events import Passed
from ginrummy.messages import DecisionRequest, FaultKind, History, MatchOffered
from ginrummy.record import canonical_digest
from referee.table import Stage
from referee.telling import events_told
from tables import (
    CLOCK,
    MS,
    START,
    Sitting,
    check_said,
    check_whole,
    conduct,
    digest_in_process,
    heard_in,
    live,
    messages,
    terms_of,
)

SHORT = terms_of(variant("classic", max_hands=2), seed=7)
ASKED = sum(not decided.forced for _, decided in Sitting(SHORT).start().play().journal.decisions)
"""How many decisions a match of these terms asks for."""
GRACE_NS = (CLOCK.reconnect_grace_ms + 1) * MS
"""The first absence that is too long."""


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("decision", range(ASKED))
def test_row_16_an_absence_at_any_decision_changes_nothing_in_the_match(decision, own):
    """The awaited seat, or the other, goes for longer than any decision may take: only the grace pays."""
    sitting = Sitting(SHORT).start().play(decision)
    awaited = sitting.table.awaited
    seat, before = awaited if own else 1 - awaited, sitting.request(awaited)
    sitting.later(20)
    sitting.lose(seat)
    while not own and sitting.table.awaited == awaited:
        sitting.answer(awaited)
    sitting.later(CLOCK.reconnect_grace_ms - 1)
    sitting.come_back(seat)
    if own:
        again = sitting.request(seat)
        assert again == replace(before, time=again.time)
        assert again.time.bank_ms == before.time.bank_ms
        assert (again.time.decision_ms, again.time.reconnect_grace_ms) == (CLOCK.decision_ms - 20, 1)
        sitting.later(5)
        sitting.answer(seat)
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    assert max(decided.think_ms or 0 for _, decided in sitting.journal.decisions) <= 25
    came_back = any(getattr(entry, "kind", None) is ConductKind.RETURNED for entry in sitting.journal.entries)
    counted = CLOCK.reconnect_grace_ms - 1 if came_back else 0  # not once the footer is written
    assert sitting.table.outcome.absent_ms[seat] == counted
    check_whole(sitting)


def test_row_16_a_bot_that_goes_before_every_decision_costs_itself_grace_only():
    """Gone and back before each answer, in one match: no bank is used, the absences add up."""
    sitting, gone = Sitting(SHORT).start(), [0, 0]
    while sitting.table.outcome is None:
        sitting.settle()
        if (seat := sitting.table.awaited) is None:
            break
        sitting.later(3)
        sitting.lose(seat)
        sitting.later(40)
        sitting.come_back(seat)
        gone[seat] += 40
        assert sitting.request(seat).time.reconnect_grace_ms == CLOCK.reconnect_grace_ms - gone[seat]
        sitting.answer(seat)
    assert sitting.table.outcome.absent_ms == tuple(gone)
    assert {decided.think_ms for _, decided in sitting.journal.decisions if not decided.forced} == {3}
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    check_whole(sitting)


@pytest.mark.parametrize("own", [True, False])
def test_more_absence_than_the_grace_is_a_disconnect_to_the_ns(own):
    """Whoever's turn it is; 1 ns less is none."""
    sitting = Sitting(replace(SHORT, header=replace(SHORT.header, clock=replace(CLOCK, bank_ms=10_000)))).start()
    seat = sitting.table.awaited if own else 1 - sitting.table.awaited
    sitting.lose(seat)
    assert sitting.table.deadline() == START + GRACE_NS
    sitting.later(ns=GRACE_NS - 1)
    sitting.expire()
    assert sitting.table.stage is Stage.PLAYING
    sitting.later(ns=1)
    sitting.expire()
    sitting.sync()
    assert sitting.table.outcome.termination.fault.seat == seat
    assert sitting.table.outcome.termination.fault.kind is FaultKind.DISCONNECT
    check_whole(sitting)


def test_the_grace_is_one_budget_for_the_match():
    """Two absences in different hands and a third: the sum decides, to the ms."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    for asked, away_ms in ((0, 900), (ASKED // 2, 700)):
        sitting.play(asked)
        sitting.lose(seat)
        sitting.later(away_ms)
        sitting.come_back(seat)
    while sitting.table.awaited != seat:
        sitting.step()
    sitting.lose(seat)
    sitting.later(400)
    sitting.expire()
    assert sitting.table.deadline() == sitting.now + MS
    sitting.later(1)
    sitting.expire()
    assert sitting.table.stage is Stage.SYNCING
    (line,) = conduct(sitting.journal, ConductKind.FAULT)
    assert (line.seat, line.fault) == (seat, FaultKind.DISCONNECT)


def test_what_a_seat_asked_while_away_runs_against_the_grace_alone():
    """A request that comes up in an absence is told on return, with its whole allowance left."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    sitting.lose(1 - seat)
    while sitting.table.awaited == seat:
        sitting.answer(seat)
    sitting.later(1_000)
    sitting.come_back(1 - seat)
    told = sitting.request(1 - seat).time
    assert (told.decision_ms, told.bank_ms, told.reconnect_grace_ms) == (250, 1_100, 1_000)


def test_an_absence_before_the_match_begins_costs_grace_and_not_the_time_to_get_ready():
    """The startup time stands still while the seat is away."""
    sitting = Sitting(SHORT)
    sitting.offer(0, 1)
    sitting.ready(1)
    sitting.later(100)
    sitting.lose(0)
    assert sitting.table.deadline() == sitting.now + GRACE_NS
    sitting.later(1_500)
    sitting.come_back(0)
    assert sitting.table.deadline() == START + (CLOCK.startup_ms + 1_500 + 1) * MS
    assert [type(said.message) for said in sitting.said[0]] == [MatchOffered, MatchOffered]
    sitting.ready(0)
    assert sitting.table.stage is Stage.PLAYING


def test_losing_and_finding_a_stream_twice_is_once():
    """Only the first loss and the first return are in the journal, and only that time is charged."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    for _ in range(2):
        sitting.lose(seat)
        sitting.later(100)
    for _ in range(2):
        sitting.come_back(seat)
        sitting.later(100)
    assert [len(conduct(sitting.journal, kind)) for kind in (ConductKind.DISCONNECTED, ConductKind.RETURNED)] == [1, 1]
    (line,) = conduct(sitting.journal, ConductKind.RETURNED)
    assert line.elapsed_ms == 200


def test_a_takeover_is_evidence_and_nothing_else():
    """A newer stream with the seat leaves clock, state and request as they are."""
    sitting = Sitting(SHORT).start()
    seat, deadline = sitting.table.awaited, sitting.table.deadline()
    sitting.later(10)
    sitting.act(lambda: sitting.table.taken_over(seat, sitting.now))
    assert sitting.table.deadline() == deadline
    assert len(conduct(sitting.journal, ConductKind.TAKEN_OVER, seat)) == 1
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize("items", [256, 5])
@pytest.mark.parametrize("decision", range(ASKED))
def test_what_is_told_again_is_what_was_told_at_the_time(monkeypatch, decision, items):
    """Offer, history in parts with every sequence number and item of before, and the pending request unchanged."""
    monkeypatch.setattr(referee.telling, "HISTORY_ITEMS", items)
    sitting = Sitting(SHORT).start().play(decision)
    awaited = sitting.table.awaited
    for seat in (0, 1):
        before, heard = sitting.request(awaited), len(sitting.said[seat])
        sitting.act(lambda s=seat: sitting.table.tell_again(s, sitting.now))
        offered, *told = [said.message for said in sitting.said[seat][heard:]]
        assert isinstance(offered, MatchOffered)
        asked = [told.pop()] if seat == awaited else []
        assert asked == ([before] if seat == awaited else [])
        assert all(type(part) is History for part in told)
        assert [part.last for part in told] == [False] * (len(told) - 1) + [True]
        assert all(len(part.items) == items for part in told[:-1])
        assert len(told[-1].items) <= items
        assert [item for part in told for item in heard_in(part)] == live(sitting, seat)


def test_a_long_history_comes_in_parts():
    """A match of several hundred decisions is told in messages of HISTORY_ITEMS, and equals what was heard."""
    sitting = Sitting(terms_of(variant("classic"), 3)).start().play(440)
    heard = live(sitting, 0)
    sitting.lose(0)
    sitting.later(1)
    sitting.come_back(0)
    told = messages(sitting, 0, History)
    assert len(told) > 1
    assert [item for part in told for item in heard_in(part)] == heard


@pytest.mark.parametrize("decision", range(ASKED))
def test_a_seat_that_hears_only_the_history_misses_nothing(decision):
    """Live items and told ones have no gap between them, for a bot that was away while things happened."""
    sitting = Sitting(SHORT).start().play(decision)
    seat = 1 - sitting.table.awaited
    sitting.lose(seat)
    while sitting.table.awaited not in (None, seat):
        sitting.answer(1 - seat)
    sitting.come_back(seat)
    sitting.play()
    numbers = [number for said in sitting.said[seat] for number, _ in heard_in(said.message)]
    new, newest = [], -1
    for number in numbers:
        if number > newest:
            new.append(number)
            newest = number
    assert new == list(range(newest + 1))
    check_whole(sitting)


def test_history_does_not_run_ahead_of_the_disk():
    """A seat that comes back while the end of a hand is being synced does not learn of its end before it is."""
    sitting = Sitting(SHORT).start()
    while sitting.table.stage is not Stage.SYNCING:
        sitting.step()
    sitting.lose(0)
    sitting.later(5)
    sitting.come_back(0)
    check_said(sitting)
    sitting.play()
    check_whole(sitting)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_absence_within_a_sync_ends_with_it(seat):
    """Gone and back while the disk works: charged for that long, and there afterwards."""
    sitting = Sitting(SHORT).start()
    while sitting.table.stage is not Stage.SYNCING:
        sitting.step()
    sitting.later(5)
    sitting.lose(seat)
    sitting.later(30)
    sitting.come_back(seat)
    sitting.later(100)
    sitting.sync()
    sitting.later(CLOCK.reconnect_grace_ms)
    sitting.settle()
    assert len(conduct(sitting.journal, ConductKind.RETURNED, seat)) == 1
    sitting.play()
    assert sitting.table.outcome.absent_ms[seat] == 30


@pytest.mark.parametrize("back", [True, False])
def test_who_goes_while_the_disk_works_is_away_afterwards(back):
    """An absence that begins within a sync goes on after it, and ends with the return."""
    sitting = Sitting(SHORT).start()
    while sitting.table.stage is not Stage.SYNCING:
        sitting.step()
    sitting.lose(0)
    sitting.later(30)
    sitting.sync()
    assert sitting.table.deadline() == sitting.now - 30 * MS + GRACE_NS
    sitting.later(70)
    if back:
        sitting.come_back(0)
        sitting.play()
        assert sitting.table.outcome.absent_ms[0] == 100
        check_whole(sitting)
    else:
        sitting.now = sitting.table.deadline()
        sitting.expire()
        sitting.sync()
        assert sitting.table.outcome.termination.fault.kind is FaultKind.DISCONNECT


def test_a_late_answer_is_a_timeout_also_from_a_seat_whose_stream_went_down_after():
    """What was overdue when the stream went is charged as time, and not as absence."""
    sitting = Sitting(SHORT).start()
    seat = sitting.table.awaited
    sitting.now = sitting.table.deadline() + 5 * MS
    sitting.lose(seat)
    sitting.later(5)
    sitting.answer(seat)
    sitting.settle()
    assert sitting.table.outcome.termination.fault.kind is FaultKind.TIMEOUT


def test_a_pending_request_is_the_last_thing_told():
    """Nothing comes after the request in what a returning bot hears, so that it can answer at once."""
    sitting = Sitting(SHORT).start().play(5)
    seat = sitting.table.awaited
    sitting.lose(seat)
    sitting.come_back(seat)
    assert isinstance(sitting.said[seat][-1].message, DecisionRequest)
    assert len(messages(sitting, seat, DecisionRequest)) >= 2


def test_events_in_several_messages_keep_their_numbers():
    """Where more happened than one message holds, each further one begins where the one before ended."""
    state = Sitting(SHORT).start().table.state
    told = list(events_told(state, "table-1", 7, [Passed(0)] * 150, 1))
    assert [number for message in told for number, _ in heard_in(message)] == list(range(7, 157))
