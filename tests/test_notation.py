"""Text forms parse back to equal values, and nothing but those texts parses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy import Card, parse_cards
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.errors import InvalidInput, NotationError
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    DiscardTaken,
    HandDealt,
    HandEnded,
    HandEndedUnseen,
    HandOpened,
    Knocked,
    KnockedUnseen,
    LaidOff,
    LayoffsFinished,
    Passed,
    StockDrawn,
    StockDrawnUnseen,
)  # fmt: skip
from ginrummy.notation import format_action, format_event, format_melds, parse_action, parse_event, parse_melds
from ginrummy.scoring import HandResult, ResultKind, VoidReason

cards = st.sampled_from(ALL_CARDS)
hands = st.lists(cards, max_size=11, unique=True).map(tuple)
spreads = st.lists(st.lists(cards, min_size=1, max_size=11).map(tuple), min_size=1, max_size=3).map(tuple)
seats = st.sampled_from((0, 1))
numbers = st.integers(0, 10**6)
orders = st.sampled_from(("shared", "seat-locked"))
indexes = st.integers(0, 10)
results = st.builds(
    HandResult,
    st.sampled_from(ResultKind),
    st.none() | seats,
    numbers,
    st.none() | seats,
    st.none() | numbers,
    st.none() | numbers,
    st.none() | st.sampled_from(VoidReason),
)
actions = st.one_of(
    st.sampled_from((Pass(), TakeDiscard(), DrawStock(), FinishLayoffs(), BigGin())),
    st.builds(Discard, cards),
    st.builds(Knock, cards, st.just(()) | spreads),
    st.builds(BigGin, spreads),
    st.builds(LayOff, cards, indexes),
)
events = st.one_of(
    st.builds(HandDealt, numbers, seats, orders, st.permutations(ALL_CARDS).map(tuple)),
    st.builds(HandOpened, numbers, seats, cards, indexes, st.sampled_from((1, 2))),
    st.builds(Passed, seats),
    st.builds(DiscardTaken, seats, cards),
    st.builds(StockDrawn, seats, cards),
    st.builds(StockDrawnUnseen, seats),
    st.builds(Discarded, seats, cards),
    st.builds(Knocked, seats, cards, spreads, hands, numbers, st.booleans()),
    st.builds(KnockedUnseen, seats, spreads, hands, numbers),
    st.builds(BigGinCalled, seats, spreads),
    st.builds(LaidOff, seats, cards, indexes),
    st.builds(LayoffsFinished, seats),
    st.builds(HandEnded, results, st.tuples(hands, hands)),
    st.builds(HandEndedUnseen, results),
)  # fmt: skip


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_card_is_its_text(card):
    """Text and id lead to the one object of a card, and its repr makes it again."""
    assert Card(str(card)) is Card(int(card)) is eval(repr(card)) is card
    assert parse_cards(str(card)) == (card,)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(actions)
def test_an_action_parses_back(action):
    """parse_action reads what format_action wrote."""
    assert parse_action(format_action(action)) == action


@settings(derandomize=True, max_examples=800, deadline=None)
@given(events)
def test_an_event_parses_back(event):
    """parse_event reads what format_event wrote, public and full events alike."""
    assert parse_event(format_event(event)) == event


@given(spreads)
def test_melds_parse_back(spread):
    """parse_melds reads what format_melds wrote, in its order."""
    assert parse_melds(format_melds(spread)) == spread


@settings(derandomize=True, max_examples=600, deadline=None)
@given(st.one_of(actions.map(format_action), events.map(format_event)), st.data())
def test_a_mutated_text_is_refused_or_means_something(text, data):
    """One character changed, dropped or doubled never raises anything but an error of the tree."""
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(["", text[at] * 2, "X", " ", "9", ":", "\n"]))
    mutated = text[:at] + other + text[at + 1 :]
    for parse, form in ((parse_action, format_action), (parse_event, format_event)):
        try:
            value = parse(mutated)
        except InvalidInput:
            continue
        assert parse(form(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pass",
        "pass ",
        "discard",
        "discard 1H",
        "knock 6D:",
        "lay-off 7H",
        "lay-off 7H -1",
        "0 draws TD TD",
        None,
        5,
    ],
)
def test_another_text_is_refused_with_its_value(text):
    """NotationError carries the text."""
    for parse in (parse_action, parse_event):
        with pytest.raises(NotationError) as raised:
            parse(text)
        assert raised.value.text == text
