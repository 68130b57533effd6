"""A match on a table, by virtual time: what is played, what is in time, what is refused, and how it can end."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from deals import variant
from ginrummy.actions import BigGin, Discard, FinishLayoffs
from ginrummy.cards import ALL_CARDS
from ginrummy.entries import ConductKind
from ginrummy.messages import (
    DecisionRequest,
    FaultKind,
    HandEnded,
    MatchEnded,
    MatchOffered,
    Rejected,
    RejectionKind,
    RequestId,
    TerminationKind,
)
from ginrummy.record import canonical_digest
from ginrummy.retrace import decks_of
from ginrummy.view import TimeLeft
from referee.outcome import LAG_FLAG_MS, is_lagged, outcome_of
from referee.table import Stage
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot
from tables import (
    CLOCK,
    MS,
    RANDOM,
    SIMPLE,
    START,
    Sitting,
    check_said,
    check_whole,
    conduct,
    digest_in_process,
    messages,
    terms_of,
)

SHORT = terms_of(variant("classic", max_hands=2), seed=7)
"""Two hands of some twenty decisions, with layoffs."""
LIMIT_MS = CLOCK.decision_ms + CLOCK.bank_ms + CLOCK.bank_per_hand_ms
"""The longest that the first decision may take."""


def asked(terms=SHORT, **options) -> tuple[Sitting, int]:
    """A match whose first decision is awaited since this moment, and the seat that must make it."""
    sitting = Sitting(terms, **options).start()
    assert sitting.table.awaited is not None
    return sitting, sitting.table.awaited


def illegal(sitting: Sitting, seat: int):
    """An action that the seat cannot choose now."""
    view = sitting.request(seat).view
    tried = [FinishLayoffs(), BigGin(), *(Discard(card) for card in ALL_CARDS if card not in view.hand)]
    return next(action for action in tried if action not in view.legal_actions)


def fault(sitting: Sitting) -> tuple[int, FaultKind] | None:
    """Who forfeited by what, None while nobody has."""
    sitting.settle()
    outcome = sitting.table.outcome
    if outcome is None or outcome.termination.fault is None:
        return None
    return outcome.termination.fault.seat, outcome.termination.fault.kind


# Whole matches.


@pytest.mark.parametrize("bots", [(SimpleBot, SimpleBot), (SimpleBot, RandomBot)])
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        (variant("classic"), {}),
        (variant("standard"), {}),
        (variant("standard", dealer_rotation="LOSER"), {}),
        (variant("standard", layoff_mode="AUTO"), {}),
        (variant("oklahoma"), {}),
        (variant("oklahoma", layoff_mode="CHOSEN"), {}),
        (variant("classic", straight_gin=True, max_hands=6), {}),
        (variant("standard", sheet="HOLLYWOOD"), {}),
        (variant("classic", wall_rule="OPPONENT_MAY_GO_OUT", knock_limit=0, max_hands=6), {}),
        (variant("standard"), {"stock": "seat-locked"}),
        (variant("standard"), {"hands": 5}),
        (variant("classic"), {"clock": None}),
    ],
)
def test_a_match_at_a_table_is_the_match_that_is_played_without_one(rules, options, bots):
    """Same terms, same seed, same bots: the canonical journal is the same under every ruleset."""
    terms = terms_of(rules, 5, **options)
    made = {SimpleBot: SIMPLE, RandomBot: RANDOM}
    sitting = Sitting(terms, (made[bots[0]], made[bots[1]])).start().play()
    assert sitting.table.outcome.termination.kind is TerminationKind.COMPLETED
    assert canonical_digest(sitting.journal) == digest_in_process(terms, bots)
    check_whole(sitting)


def test_the_outcome_is_what_the_journal_says():
    """The outcome of the live table and the one read from its journal are equal."""
    for rules in (variant("classic"), variant("standard", sheet="HOLLYWOOD")):
        sitting = Sitting(terms_of(rules, 11)).start().play()
        assert outcome_of(sitting.journal, decks_of(sitting.terms.match_seed)) == sitting.table.outcome


def test_a_decision_without_a_choice_is_not_asked():
    """Every request has two legal actions or more, and the journal has each request's answer once."""
    sitting = Sitting(terms_of(variant("classic"), 5)).start().play()
    asked_for = [request for seat in (0, 1) for request in messages(sitting, seat, DecisionRequest)]
    assert all(len(request.view.legal_actions) > 1 for request in asked_for)
    assert len(asked_for) == sum(not entry.forced for _, entry in sitting.journal.decisions)
    assert any(entry.forced for _, entry in sitting.journal.decisions)


def test_each_seat_hears_of_a_match_from_its_offer_to_its_end():
    """First the offer, then every sequence number once and in order, last the end."""
    sitting = Sitting(SHORT).start().play()
    for seat in (0, 1):
        first, *_, last = sitting.said[seat]
        assert first.message == MatchOffered(
            "table-1", seat, ("bob", "ann")[seat], SHORT.header.ruleset, CLOCK, "shared", SHORT.header.first_dealer
        )
        assert isinstance(last.message, MatchEnded)
        assert len(messages(sitting, seat, HandEnded)) == 2
    check_said(sitting)


def test_nothing_is_dealt_before_both_are_ready():
    """One seat's readiness is not enough, and saying it twice neither."""
    sitting = Sitting(SHORT)
    sitting.offer(0, 1)
    sitting.ready(1, 1)
    assert sitting.table.stage is Stage.OFFERED
    assert sitting.table.state.hand is None
    sitting.ready(0)
    assert sitting.table.stage is Stage.PLAYING
    before = sitting.table.awaited
    sitting.ready(0, 1)
    assert sitting.table.awaited == before
    assert len(messages(sitting, before, DecisionRequest)) == 1


# Time.


@pytest.mark.parametrize(
    ("elapsed_ns", "in_time"),
    [
        ((LIMIT_MS - 1) * MS, True),
        (LIMIT_MS * MS - 1, True),
        (LIMIT_MS * MS, True),
        (LIMIT_MS * MS + 1, True),
        ((LIMIT_MS + 1) * MS - 1, True),
        ((LIMIT_MS + 1) * MS, False),
        ((LIMIT_MS + 1) * MS + 1, False),
        ((LIMIT_MS + 2) * MS, False),
    ],
)
def test_row_14_a_reply_around_the_deadline_gets_the_same_verdict_every_time(elapsed_ns, in_time):
    """In time to the last ns of the last ms that allowance and bank hold, and late from the next."""
    sitting, seat = asked()
    assert sitting.table.deadline() == sitting.now + (LIMIT_MS + 1) * MS
    sitting.later(ns=elapsed_ns)
    sitting.answer(seat)
    if in_time:
        (_, decided), *_ = sitting.journal.decisions
        assert (decided.seat, decided.think_ms) == (seat, elapsed_ns // MS)
        assert fault(sitting) is None
    else:
        assert sitting.journal.decisions == ()
        assert fault(sitting) == (seat, FaultKind.TIMEOUT)
        check_whole(sitting)


@pytest.mark.parametrize(("before_ns", "ruled"), [(MS, False), (1, False), (0, True), (-1, True), (-MS, True)])
def test_a_timeout_is_ruled_at_the_deadline_and_not_before(before_ns, ruled):
    """Expiring does nothing until the deadline, and is final from then on."""
    sitting, seat = asked()
    sitting.now = sitting.table.deadline() - before_ns
    sitting.expire()
    assert fault(sitting) == ((seat, FaultKind.TIMEOUT) if ruled else None)
    if ruled:
        assert sitting.answer(seat) is False


def test_the_bank_pays_what_the_allowance_does_not_and_grows_with_each_deal():
    """Every request tells what is left by a plain count of all decisions before it."""
    sitting = Sitting(SHORT).start()
    bank, hand, thinks = [CLOCK.bank_ms] * 2, -1, [0, 249, 250, 251, 400, 30, 310, 255]
    count = 0
    while sitting.table.outcome is None:
        sitting.settle()
        if (seat := sitting.table.awaited) is None:
            break
        request = sitting.request(seat)
        if request.request.hand != hand:
            hand = request.request.hand
            bank = [left + CLOCK.bank_per_hand_ms for left in bank]
        assert request.time == TimeLeft(CLOCK.decision_ms, bank[seat], CLOCK.reconnect_grace_ms)
        think_ms = thinks[count % len(thinks)]
        assert sitting.table.deadline() == sitting.now + (CLOCK.decision_ms + bank[seat] + 1) * MS
        sitting.later(think_ms, ns=999_999)
        sitting.answer(seat)
        bank[seat] -= max(0, think_ms - CLOCK.decision_ms)
        count += 1
    assert count > 2 * len(thinks)
    assert hand == 1
    check_whole(sitting)


def test_the_whole_bank_can_be_spent_and_then_the_allowance_is_all():
    """After a decision that took all there was the same seat has the free allowance, to the ms."""
    sitting, seat = asked()
    sitting.later(LIMIT_MS)
    sitting.answer(seat)
    while True:
        sitting.settle()
        if sitting.table.awaited == seat:
            break
        sitting.step()
    assert sitting.request(seat).time == TimeLeft(CLOCK.decision_ms, 0, CLOCK.reconnect_grace_ms)
    sitting.later(CLOCK.decision_ms + 1)
    sitting.answer(seat)
    assert fault(sitting) == (seat, FaultKind.TIMEOUT)


def test_a_clock_starts_when_its_request_is_handed_over():
    """Time before `sent` is nobody's, and a second `sent` starts nothing anew."""
    table = Sitting(SHORT).table
    for seat in (0, 1):
        table.returned(seat, START)
    table.offer(START)
    for seat in (0, 1):
        table.ready(seat, START)
    assert table.deadline() is None
    table.sent(table.awaited, START + 5_000 * MS)
    table.sent(table.awaited, START + 5_100 * MS)
    assert table.deadline() == START + (5_000 + LIMIT_MS + 1) * MS


@pytest.mark.parametrize("garbled", [False, True])
def test_a_rejection_gives_no_time_back(garbled):
    """The request that comes again tells less time, and the deadline stays where it was."""
    sitting, seat = asked()
    deadline = sitting.table.deadline()
    for at, left in ((100, (150, 1_100)), (400, (0, 950))):
        sitting.now = START + at * MS
        assert sitting.garble(seat) if garbled else sitting.answer(seat, illegal(sitting, seat))
        assert sitting.request(seat).time == TimeLeft(*left, CLOCK.reconnect_grace_ms)
        assert sitting.table.deadline() == deadline
    sitting.answer(seat)
    assert sitting.journal.decisions[0][1].think_ms == 400


def test_where_no_clock_runs_nobody_is_late():
    """No deadline, no time in a request, no think times, and absence costs nothing."""
    sitting, seat = asked(terms_of(variant("classic", max_hands=1), clock=None))
    assert sitting.table.deadline() is None
    assert sitting.request(seat).time is None
    sitting.later(10**9)
    sitting.lose(seat)
    sitting.later(10**9)
    sitting.expire()
    sitting.come_back(seat)
    sitting.play()
    assert all(decided.think_ms is None for _, decided in sitting.journal.decisions)
    assert sitting.table.outcome.termination.kind is TerminationKind.COMPLETED
    check_whole(sitting)


# Order of judgement, rejections.


@pytest.mark.parametrize("wrong", ["legal", "illegal", "garbled"])
def test_late_comes_before_malformed_and_illegal(wrong):
    """An answer that is late is a timeout, whatever else is wrong with it; it is no rejection."""
    sitting, seat = asked()
    sitting.later(LIMIT_MS + 1)
    if wrong == "garbled":
        sitting.garble(seat)
    else:
        sitting.answer(seat, illegal(sitting, seat) if wrong == "illegal" else None)
    assert fault(sitting) == (seat, FaultKind.TIMEOUT)
    assert conduct(sitting.journal, ConductKind.REJECTED) == []
    check_whole(sitting)


@pytest.mark.parametrize("kinds", list(product(("ILLEGAL", "MALFORMED"), repeat=3)))
def test_the_third_bad_answer_forfeits_by_its_own_kind(kinds):
    """Illegal and malformed answers share one count, and the last one names the fault."""
    sitting, seat = asked()
    for counted, kind in enumerate(kinds, start=1):
        asked_now = sitting.request(seat).request
        assert asked_now.attempt == counted - 1
        assert fault(sitting) is None
        assert sitting.garble(seat) if kind == "MALFORMED" else sitting.answer(seat, illegal(sitting, seat))
        told = messages(sitting, seat, Rejected)[-1]
        assert (told.request, told.kind, told.counted, told.allowed) == (asked_now, RejectionKind[kind], counted, 3)
    assert fault(sitting) == (seat, FaultKind[kinds[-1]])
    assert [line.fault.name for line in conduct(sitting.journal, ConductKind.REJECTED)] == list(kinds)
    check_whole(sitting)


def test_bad_answers_are_counted_over_the_match():
    """One bad answer at each of three decisions far apart forfeits as three at one do."""
    sitting, seat = asked()
    for _ in range(3):
        while sitting.table.awaited != seat:
            sitting.step()
        sitting.answer(seat, illegal(sitting, seat))
        sitting.settle()
        if sitting.table.outcome is None:
            assert sitting.request(seat).request.attempt == 1
            sitting.step()
            sitting.settle()
    assert fault(sitting) == (seat, FaultKind.ILLEGAL)


def test_how_many_bad_answers_forfeit_is_a_term_of_the_match():
    """With `max_illegal_actions` of 1 the first one does."""
    sitting, seat = asked(replace(SHORT, max_illegal_actions=1))
    sitting.answer(seat, illegal(sitting, seat))
    assert fault(sitting) == (seat, FaultKind.ILLEGAL)


def test_a_rejection_changes_nothing_but_the_attempt():
    """State, decisions and who is awaited stay; the request comes again, with the next attempt and the same seed."""
    sitting, seat = asked()
    state, first = sitting.table.state, sitting.request(seat)
    sitting.answer(seat, illegal(sitting, seat))
    again = sitting.request(seat)
    assert sitting.table.state is state
    assert sitting.journal.decisions == ()
    assert sitting.table.awaited == seat
    assert again == replace(first, request=first.request._replace(attempt=1))
    (line,) = conduct(sitting.journal, ConductKind.REJECTED)
    assert (line.seat, line.reply, line.reply_size) == (seat, b"as it came", len(b"as it came"))


def test_the_opponent_hears_of_no_rejection_before_the_end():
    """What the other seat is told with and without two bad answers differs in nothing but chain heads."""

    def heard(bad: int) -> list[object]:
        sitting, seat = asked()
        for turn in range(bad):
            sitting.garble(seat) if turn else sitting.answer(seat, illegal(sitting, seat))
        sitting.play()
        told = [said.message for said in sitting.said[1 - seat]]
        return [replace(m, chain_head=b"") if isinstance(m, HandEnded | MatchEnded) else m for m in told]

    assert heard(0) == heard(2)


def test_an_answer_to_an_old_attempt_is_ignored():
    """After a rejection the earlier attempt asks for nothing, whether the answer to it is good, bad or garbled."""
    sitting, seat = asked()
    old = sitting.request(seat).request
    sitting.answer(seat, illegal(sitting, seat))
    lines = sitting.lines
    assert sitting.answer(seat, request=old) is False
    assert sitting.answer(seat, illegal(sitting, seat), old) is False
    assert sitting.garble(seat, old) is False
    assert sitting.lines == lines
    assert sitting.answer(seat)


def test_row_6_an_answer_sent_twice_counts_once():
    """The repeat is harmless, at once and when the seat has been asked again, and changes nothing."""
    sitting, seat = asked()
    request, action = sitting.request(seat).request, sitting.choice(seat)
    assert sitting.answer(seat, action)
    assert sitting.answer(seat, action, request) is False
    while sitting.table.awaited != seat or sitting.request(seat).request == request:
        sitting.step()
    assert sitting.answer(seat, action, request) is False
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
    assert conduct(sitting.journal, ConductKind.REJECTED) == []


def test_row_6_a_different_second_answer_is_malformed():
    """Another action for the request that was answered last is refused, counted, and applied to nothing."""
    sitting, seat = asked()
    request = sitting.request(seat)
    chosen = sitting.choice(seat)
    other = next(action for action in request.view.legal_actions if action != chosen)
    sitting.answer(seat)
    state, awaited = sitting.table.state, sitting.table.awaited
    assert sitting.answer(seat, other, request.request) is True
    (told,) = messages(sitting, seat, Rejected)
    assert (told.request, told.kind, told.counted) == (request.request, RejectionKind.MALFORMED, 1)
    assert sitting.table.state is state
    assert sitting.table.awaited == awaited
    sitting.play()
    assert canonical_digest(sitting.journal) == digest_in_process(SHORT)


@pytest.mark.parametrize("never", [RequestId(0, 0, 1), RequestId(0, 7, 0), RequestId(3, 0, 0)])
def test_an_answer_to_a_request_that_was_never_made_is_malformed(never):
    """It counts, the pending request stays as it is, and the seat that was not asked at all fares the same."""
    for own in (True, False):
        sitting, awaited = asked()
        seat = awaited if own else 1 - awaited
        before = sitting.request(awaited)
        assert sitting.answer(seat, before.view.legal_actions[0], never) is True
        (told,) = messages(sitting, seat, Rejected)
        assert (told.request, told.kind) == (never, RejectionKind.MALFORMED)
        assert sitting.request(awaited) == before
        sitting.play()
        assert canonical_digest(sitting.journal) == digest_in_process(SHORT)


# Ends.


@pytest.mark.parametrize(("ready", "offender"), [((), 0), ((0,), 1), ((1,), 0)])
def test_a_seat_that_does_not_get_ready_in_time_is_a_no_show(ready, offender):
    """It is ruled at startup_ms to the ms; where neither is ready, seat 0 is the one."""
    sitting = Sitting(SHORT)
    sitting.offer(0, 1)
    sitting.ready(*ready)
    assert sitting.table.deadline() == START + (CLOCK.startup_ms + 1) * MS
    sitting.now = sitting.table.deadline() - 1
    sitting.expire()
    assert sitting.table.stage is Stage.OFFERED
    sitting.later(ns=1)
    sitting.expire()
    assert sitting.table.stage is Stage.SYNCING
    sitting.sync()
    assert fault(sitting) == (offender, FaultKind.NO_SHOW)
    assert sitting.table.outcome.sheet.winner == 1 - offender
    check_whole(sitting)


def test_a_bot_that_gives_up_loses_by_bot_error():
    """A resignation is a forfeit at once, also out of turn and before the first deal."""
    for made in (asked()[0], Sitting(SHORT)):
        if made.table.stage is Stage.OFFERED:
            made.offer(0, 1)
        made.act(lambda t=made: t.table.fault(1, FaultKind.BOT_ERROR, "the bot gave the match up", t.now))
        assert fault(made) == (1, FaultKind.BOT_ERROR)
        assert made.table.outcome.sheet.winner == 0
        check_whole(made)


def test_a_forfeit_leaves_the_scores_and_gives_no_bonus():
    """The opponent wins with the scores as they stand, and each finished hand is in the outcome."""
    sitting = Sitting(terms_of(variant("standard"), 5)).start().play(60)
    scores = sitting.table.state.sheet.scores
    assert scores != (0, 0)
    leader = int(scores[1] > scores[0])
    sitting.act(lambda: sitting.table.fault(leader, FaultKind.STALL, "", sitting.now))
    assert fault(sitting) == (leader, FaultKind.STALL)
    outcome = sitting.table.outcome
    assert (outcome.sheet.winner, outcome.sheet.scores, outcome.points) == (1 - leader, scores, scores)
    assert outcome.sheet.margin < 0
    assert len(outcome.hands) == len(sitting.table.state.results) > 0


@pytest.mark.parametrize("asked_for", [None, 0, 10, 25])
def test_a_match_that_is_broken_off_is_nobodys_loss(asked_for):
    """ABORTED, no winner, no draw, no fault; wherever it happens."""
    sitting = Sitting(SHORT)
    if asked_for is None:
        sitting.offer(0, 1)
    else:
        sitting.start().play(asked_for)
    sitting.act(sitting.table.abort)
    sitting.settle()
    outcome = sitting.table.outcome
    assert (outcome.termination.kind, outcome.termination.fault) == (TerminationKind.ABORTED, None)
    assert outcome.sheet.winner is None
    check_whole(sitting)


@pytest.mark.parametrize("end", ["completed", "forfeit", "aborted"])
def test_after_its_end_nothing_happens_to_a_match(end):
    """Faults, answers, streams and time change neither outcome nor journal, and nothing more is said."""
    sitting, seat = asked()
    if end == "completed":
        sitting.play()
    elif end == "forfeit":
        sitting.act(lambda: sitting.table.fault(seat, FaultKind.FLOOD, "", sitting.now))
    else:
        sitting.act(sitting.table.abort)
    sitting.settle()
    outcome, lines, said = sitting.table.outcome, sitting.lines, [len(heard) for heard in sitting.said]
    assert outcome is not None
    for kind in FaultKind:
        sitting.act(lambda k=kind: sitting.table.fault(1 - seat, k, "", sitting.now))
    sitting.later(10**9)
    sitting.act(sitting.table.abort)
    sitting.expire()
    assert sitting.answer(seat) is False
    assert sitting.garble(seat) is False
    for other in (0, 1):
        sitting.lose(other)
        sitting.come_back(other)
        sitting.ready(other)
        sitting.act(lambda s=other: sitting.table.taken_over(s, sitting.now))
    sitting.sync()
    sitting.act(sitting.table.retry)
    assert sitting.table.deadline() is None
    assert not sitting.table.stuck
    assert (sitting.table.outcome, sitting.lines) == (outcome, lines)
    assert [len(heard) for heard in sitting.said] == said


def test_a_second_fault_before_the_end_is_synced_changes_nothing():
    """Row 28: whoever fails while the opponent is already out is not ruled on."""
    sitting, seat = asked()
    sitting.act(lambda: sitting.table.fault(seat, FaultKind.FLOOD, "", sitting.now))
    sitting.act(lambda: sitting.table.fault(1 - seat, FaultKind.STALL, "", sitting.now))
    sitting.act(sitting.table.abort)
    assert sitting.table.stage is Stage.SYNCING
    sitting.sync()
    assert fault(sitting) == (seat, FaultKind.FLOOD)
    check_whole(sitting)


@pytest.mark.parametrize("later_ns", [-1, 0, 1])
@pytest.mark.parametrize("awaited", [0, 1])
def test_row_28_of_two_that_are_late_the_first_is_ruled_on_and_in_one_instant_seat_0(awaited, later_ns):
    """One seat runs out of time, and the other out of grace 1 ns before, with, or after it."""
    sitting, seat = asked(replace(SHORT, header=replace(SHORT.header, clock=replace(CLOCK, bank_ms=10_000))))
    while seat != awaited:
        sitting.step()
        sitting.settle()
        seat = sitting.table.awaited
    other, deadline = 1 - seat, sitting.table.deadline()
    sitting.now = deadline + later_ns - (CLOCK.reconnect_grace_ms + 1) * MS
    sitting.lose(other)
    assert sitting.table.deadline() == deadline + min(0, later_ns)
    sitting.now = deadline + max(0, later_ns)
    sitting.expire()
    verdicts = {seat: FaultKind.TIMEOUT, other: FaultKind.DISCONNECT}
    first = {-1: other, 0: 0, 1: seat}[later_ns]
    assert fault(sitting) == (first, verdicts[first])


# The referee's own delay.


@pytest.mark.parametrize(("late_ns", "in_time"), [(0, True), (5 * MS - 1, True), (5 * MS, False), (6 * MS, False)])
def test_an_answer_late_by_no_more_than_the_referees_own_delay_is_in_time(late_ns, in_time):
    """With 5 ms of lag the deadline lies 5 ms further on, and those 5 ms are charged to nobody."""
    sitting, seat = asked()
    sitting.now = sitting.table.deadline() + late_ns
    sitting.answer(seat, lag_ns=5 * MS)
    if in_time:
        assert sitting.journal.decisions[0][1].think_ms == LIMIT_MS + 1 + (late_ns - 5 * MS) // MS
        sitting.play()
        assert canonical_digest(sitting.journal) == digest_in_process(SHORT)
        check_whole(sitting)
    else:
        assert fault(sitting) == (seat, FaultKind.TIMEOUT)


@pytest.mark.parametrize("lag_ms", [0, LAG_FLAG_MS - 1, LAG_FLAG_MS, 5 * LAG_FLAG_MS])
@pytest.mark.parametrize("kind", ["TIMEOUT", "DISCONNECT", "NO_SHOW"])
def test_a_forfeit_that_the_referees_own_delay_could_have_caused_is_flagged(kind, lag_ms):
    """From LAG_FLAG_MS on, live and in what the journal says."""
    sitting = Sitting(SHORT)
    sitting.offer(0, 1)
    if kind != "NO_SHOW":
        sitting.ready(0, 1)
    if kind == "DISCONNECT":
        sitting.lose(sitting.table.awaited)
    sitting.now = sitting.table.deadline()
    sitting.expire(lag_ms * MS)
    sitting.settle()
    assert sitting.table.outcome.termination.fault.kind is FaultKind[kind]
    assert sitting.table.outcome.lagged is (lag_ms >= LAG_FLAG_MS)
    assert outcome_of(sitting.journal, decks_of(SHORT.match_seed)).lagged is (lag_ms >= LAG_FLAG_MS)
    (line,) = conduct(sitting.journal, ConductKind.FAULT)
    assert (line.lag_ms, line.fault) == (lag_ms, FaultKind[kind])


def test_only_faults_of_time_are_flagged():
    """No delay of the referee makes a bot choose what is illegal."""
    flagged = {kind for kind in FaultKind if is_lagged(kind, 10**6)}
    assert flagged == {FaultKind.TIMEOUT, FaultKind.DISCONNECT, FaultKind.NO_SHOW}
    assert not is_lagged(None, 10**6)


@pytest.mark.parametrize("end", ["TIMEOUT", "ILLEGAL", "BOT_ERROR", "NO_SHOW", "DISCONNECT", "ABORTED"])
def test_every_way_to_end_is_read_back_from_the_journal(end):
    """The outcome of the live table and the one read from its journal are equal, absences included."""
    sitting = Sitting(SHORT)
    sitting.offer(0, 1)
    if end != "NO_SHOW":
        sitting.ready(0, 1)
        seat = sitting.table.awaited
        sitting.lose(1 - seat)
        sitting.later(300)
        sitting.come_back(1 - seat)
    match end:
        case "TIMEOUT" | "NO_SHOW":
            sitting.now = sitting.table.deadline()
            sitting.expire()
        case "DISCONNECT":
            sitting.lose(seat)
            sitting.now = sitting.table.deadline()
            sitting.expire()
        case "ILLEGAL":
            for _ in range(3):
                sitting.answer(seat, illegal(sitting, seat))
        case "BOT_ERROR":
            sitting.act(lambda: sitting.table.fault(seat, FaultKind.BOT_ERROR, "", sitting.now))
        case "ABORTED":
            sitting.act(sitting.table.abort)
    sitting.settle()
    assert outcome_of(sitting.journal, decks_of(SHORT.match_seed)) == sitting.table.outcome
