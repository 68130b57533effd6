"""Whole milliseconds, the bank and the grace, to the last nanosecond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.messages import Clock
from referee.clock import NS_PER_MS, start_clock

CONTROL = Clock(decision_ms=250, bank_ms=1_000, bank_per_hand_ms=100, reconnect_grace_ms=500)
START = 7_000_000_123


def out_of_grace(clock, now):
    return clock.grace_used_ms(now) > clock.control.reconnect_grace_ms


def asked():
    return start_clock(CONTROL).asked(START)


@pytest.mark.parametrize(
    ("elapsed_ns", "in_time"),
    [
        (1_249 * NS_PER_MS, True),
        (1_250 * NS_PER_MS, True),
        (1_251 * NS_PER_MS - 1, True),
        (1_251 * NS_PER_MS, False),
    ],
)
def test_row_14_a_reply_around_the_deadline_is_judged_by_whole_milliseconds(elapsed_ns, in_time):
    """Allowance plus bank is in time to its last nanosecond, and the deadline is the first that is not."""
    clock = asked()
    assert clock.charge(START + elapsed_ns).in_time is in_time
    assert (START + elapsed_ns < clock.deadline()) is in_time


def test_the_allowance_is_free_and_the_bank_pays_the_rest():
    """250 ms cost nothing; 251 cost one, and the next decision starts with that much less."""
    clock, charge = asked().answered(START + 250 * NS_PER_MS)
    assert (charge.elapsed_ms, charge.bank_used_ms, clock.bank_ms) == (250, 0, 1_000)
    clock, charge = clock.asked(START).answered(START + 251 * NS_PER_MS)
    assert (charge.elapsed_ms, charge.bank_used_ms, clock.bank_ms) == (251, 1, 999)
    assert clock.asked_at is None


def test_each_deal_adds_to_the_bank():
    """bank_per_hand_ms more with each hand."""
    assert start_clock(CONTROL).hand_dealt().hand_dealt().bank_ms == 1_200


def test_time_away_is_grace_and_not_thinking():
    """A stream that is down stops the decision and uses the match's one grace."""
    clock = asked().lost(START + 100 * NS_PER_MS).returned(START + 400 * NS_PER_MS)
    assert clock.grace_used_ms(START) == 300
    clock, charge = clock.answered(START + 450 * NS_PER_MS)
    assert (charge.elapsed_ms, clock.bank_ms) == (150, 1_000)
    clock = clock.lost(0)
    assert not out_of_grace(clock, 200 * NS_PER_MS)
    assert out_of_grace(clock, 201 * NS_PER_MS)
    assert clock.deadline() == 201 * NS_PER_MS


def test_a_decision_asked_while_away_starts_when_the_bot_is_back():
    """Grace runs, the decision does not, until the stream is up."""
    clock = start_clock(CONTROL).lost(START).asked(START + 5 * NS_PER_MS).returned(START + 50 * NS_PER_MS)
    assert clock.charge(START + 60 * NS_PER_MS).elapsed_ms == 10
    assert clock.grace_used_ms(START) == 50


@given(
    st.lists(
        st.tuples(st.sampled_from(["ask", "answer", "lose", "return", "deal"]), st.integers(0, 10**9)), max_size=60
    )
)
def test_no_order_of_events_makes_time_negative(steps):
    """Bank, grace and charges stay at or above 0, and a deadline never lies before its question."""
    clock, now = start_clock(CONTROL), 0
    for step, later in steps:
        now += later
        match step:
            case "ask" if clock.asked_at is None:
                clock = clock.asked(now)
                assert clock.deadline() > now or out_of_grace(clock, now)
            case "answer" if clock.asked_at is not None:
                clock, charge = clock.answered(now)
                assert charge.elapsed_ms >= 0
                assert charge.bank_used_ms >= 0
            case "lose":
                clock = clock.lost(now)
            case "return":
                clock = clock.returned(now)
            case "deal":
                clock = clock.hand_dealt()
        assert clock.bank_ms >= 0
        assert clock.grace_used_ms(now) >= 0
