"""Text forms parse back to equal values, and nothing but those texts parses."""

from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deals import melds as meld_list
from ginrummy import Card, format_cards, parse_cards
from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.errors import CardError, InvalidInput, NotationError
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    DiscardTaken,
    Event,
    HandDealt,
    HandEnded,
    HandEndedUnseen,
    HandOpened,
    Knocked,
    KnockedUnseen,
    LaidOff,
    LayoffsFinished,
    Passed,
    PublicEvent,
    StockDrawn,
    StockDrawnUnseen,
)
from ginrummy.melds import check_spread
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
)


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


SETS = [tuple(four) for rank in range(13) for size in (3, 4) for four in combinations(ALL_CARDS[rank::13], size)]
RUNS = [
    ALL_CARDS[13 * suit + low : 13 * suit + high]
    for suit in range(4)
    for low in range(13)
    for high in range(low + 3, 14)
]


def disjoint(melds):
    """Those melds that share no card with one before, with eleven cards at most."""
    kept, held = [], set()
    for meld in melds:
        if not held & set(meld) and len(held) + len(meld) <= 11:
            kept.append(meld)
            held |= set(meld)
    return tuple(kept)


real_spreads = st.lists(st.sampled_from(SETS + RUNS), min_size=1, max_size=3).map(disjoint).filter(bool)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(real_spreads, cards)
def test_what_a_knocker_declares_parses_back(spread, card):
    """One to three disjoint melds out of all 329: in a knock, a big gin, and both events, in their order."""
    assert check_spread(spread) == spread
    assert parse_action(format_action(Knock(card, spread))) == Knock(card, spread)
    assert parse_action(format_action(BigGin(spread))) == BigGin(spread)
    for event in (BigGinCalled(1, spread), KnockedUnseen(0, spread, (card,), 7)):
        assert parse_event(format_event(event)) == event


def test_all_melds_of_the_rules_are_drawn_from():
    """65 sets and 264 runs (rules section 1)."""
    assert (len(SETS), len(RUNS)) == (65, 264)


ACTION_TEXTS = {
    "pass": Pass(),
    "take": TakeDiscard(),
    "draw": DrawStock(),
    "discard TD": Discard(Card("TD")),
    "knock 6D": Knock(Card("6D")),
    "knock 6D: 4H 5H 6H / QS QD QH": Knock(Card("6D"), meld_list("4H 5H 6H", "QS QD QH")),
    "big-gin": BigGin(),
    "big-gin: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS": BigGin(meld_list("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS")),
    "lay-off 7H 0": LayOff(Card("7H"), 0),
    "finish": FinishLayoffs(),
}

KNOCK_RESULT = HandResult(ResultKind.KNOCK, 0, 15, 0, 6, 21)
TIE_RESULT = HandResult(ResultKind.VOID, None, 0, 1, 5, 5, VoidReason.TIE)
ENDED = "end KNOCK points=15 winner=0 knocker=0 knocker_deadwood=6 defender_deadwood=21"
DECK = format_cards(ALL_CARDS)

EVENT_TEXTS = {
    f"deal 3 by 1 seat-locked: {DECK}": HandDealt(3, 1, "seat-locked", ALL_CARDS),
    "hand 3 by 1: upcard KS limit 10 times 2": HandOpened(3, 1, Card("KS"), 10, 2),
    "0 passes": Passed(0),
    "1 takes KS": DiscardTaken(1, Card("KS")),
    "1 draws TD": StockDrawn(1, Card("TD")),
    "1 draws": StockDrawnUnseen(1),
    "0 discards TD": Discarded(0, Card("TD")),
    "0 knocks KS face down: 4H 5H 6H / QS QD QH | 6D AC | 7": Knocked(
        0, Card("KS"), meld_list("4H 5H 6H", "QS QD QH"), parse_cards("6D AC"), 7, face_down=True
    ),
    "0 knocks KS face up: 4H 5H 6H |  | 0": Knocked(0, Card("KS"), meld_list("4H 5H 6H"), (), 0, face_down=False),
    "1 knocks: 4H 5H 6H | 6D | 6": KnockedUnseen(1, meld_list("4H 5H 6H"), parse_cards("6D"), 6),
    "1 calls big gin: 4H 5H 6H / QS QD QH": BigGinCalled(1, meld_list("4H 5H 6H", "QS QD QH")),
    "1 lays off 7H on 0": LaidOff(1, Card("7H"), 0),
    "1 finishes": LayoffsFinished(1),
    f"{ENDED}: AS 2S | KD": HandEnded(KNOCK_RESULT, (parse_cards("AS 2S"), parse_cards("KD"))),
    "end VOID points=0 void_reason=WALL": HandEndedUnseen(
        HandResult(ResultKind.VOID, None, 0, void_reason=VoidReason.WALL)
    ),
    "end VOID points=0 knocker=1 knocker_deadwood=5 defender_deadwood=5 void_reason=TIE": HandEndedUnseen(TIE_RESULT),
}


@pytest.mark.parametrize(("text", "action"), ACTION_TEXTS.items(), ids=list(ACTION_TEXTS))
def test_an_action_reads_as_journals_hold_it(text, action):
    """Journals outlive versions, so the texts are fixed, both ways."""
    assert format_action(action) == text
    assert parse_action(text) == action


@pytest.mark.parametrize(("text", "event"), EVENT_TEXTS.items(), ids=[f"{text:.40}" for text in EVENT_TEXTS])
def test_an_event_reads_as_it_stands_here(text, event):
    """One text an event, both ways."""
    assert format_event(event) == text
    assert parse_event(text) == event


def test_no_kind_of_action_or_event_is_left_out():
    """The texts above hold every member of the unions, public events included."""
    assert {type(action) for action in ACTION_TEXTS.values()} == set(get_args(Action))
    assert {type(event) for event in EVENT_TEXTS.values()} == {*get_args(Event), *get_args(PublicEvent)}


def test_texts_of_actions_and_events_are_never_mixed_up():
    """No action's text is an event's, or the other way round."""
    for text in ACTION_TEXTS:
        with pytest.raises(NotationError):
            parse_event(text)
    for text in EVENT_TEXTS:
        with pytest.raises(NotationError):
            parse_action(text)


@settings(derandomize=True, max_examples=1000, deadline=None)
@given(st.one_of(actions.map(format_action), events.map(format_event)), st.data())
def test_what_parses_is_written_the_same_again(text, data):
    """One value, one text: a text changed in one place either does not parse or is what its value is written as."""
    at = data.draw(st.integers(0, len(text)) | st.sampled_from([0, len(text)]))
    other = data.draw(
        st.sampled_from(["", " ", "  ", "0", "1", "7", "X", "AS", "|", " / ", ":", "\n", "=", "\u0663", "\uff21"])
    )
    mutated = text[:at] + other + text[at + data.draw(st.integers(0, 1)) :]
    for parse, form in ((parse_action, format_action), (parse_event, format_event)):
        try:
            value = parse(mutated)
        except NotationError:
            continue
        assert form(value) == mutated


@settings(derandomize=True, max_examples=1000, deadline=None)
@given(st.text() | st.text("AKT2S CDH/|:=_draws019knoc\n", max_size=40))
def test_any_text_is_refused_or_means_something(text):
    """No text raises anything but NotationError or CardError."""
    for parse in (parse_action, parse_event, parse_cards, parse_melds):
        try:
            parse(text)
        except (NotationError, CardError):
            continue


@pytest.mark.parametrize(
    "text",
    [
        "end KNOCK points=5 winner=7",
        "end KNOCK winner=0 points=5",
        "end KNOCK points=5 points=6 winner=0",
        "end KNOCK points=007 winner=0",
        "end KNOCK winner=0",
        "end NOTHING points=0",
        "end VOID points=0 void_reason=NONE",
        "end KNOCK points=5 age=3",
        "end KNOCK points=A",
        f"end KNOCK points={'9' * 5000}",
        "2 passes",
        "-1 passes",
        "0  passes",
        "0 passes\n",
        "deal 0 by 2 shared: " + DECK,
        "deal 0 by 0 both: " + DECK,
        "deal 00 by 0 shared: " + DECK,
        "deal 0 by 0 shared: AS",
        "deal 0 by 0 shared: " + DECK.replace("2C", "AC"),
        "deal 0 by 0 shared: " + DECK + " ",
        "hand 0 by 0: upcard KS limit 10",
        "0 draws XX",
        "0 draws td",
        "0 knocks KS face sideways: 4H 5H 6H |  | 0",
        "0 knocks KS face down: 4H 5H 6H | 6D  | 6",
        "1 calls big gin",
        "1 calls big gin: ",
        "1 calls big gin: 4H 5H 6H /",
        "1 calls big gin: 4H 5H 6H ",
        "1 lays off 7H on -1",
        "1 lays off 7H on 1.0",
        "1 lays off 7H on " + "1" * 30,
        "knock 6D: 4H 5H 6H ",
        "knock 6D: 4H 5H 6H / ",
        "knock 6D:4H 5H 6H",
        "knock 6D: 4H5H6H",
        "knock  6D",
        "big-gin:",
        "lay-off 7H 01",
        "lay-off 7H +1",
        "lay-off 7H \u0661",
        "discard TD 2C",
        "DISCARD TD",
        " pass",
        "pass\n",
    ],
    ids=lambda text: f"{text:.50}",
)
def test_a_text_that_is_almost_right_is_refused(text):
    """NotationError, with the text, from both parsers."""
    for parse in (parse_action, parse_event):
        with pytest.raises(NotationError) as raised:
            parse(text)
        assert raised.value.text == text
        assert repr(text)[:60] in str(raised.value)


@pytest.mark.parametrize("text", ["4H 5H 6H /", "/", "/ 4H", "4H / / 5H", " / "])
def test_a_meld_without_cards_is_refused(text):
    """NotationError, with the text."""
    with pytest.raises(NotationError, match="a meld without cards") as raised:
        parse_melds(text)
    assert raised.value.text == text


@pytest.mark.parametrize("text", ["4H XX 6H", "4h", "10H", "4H,5H", "4H5H"])
def test_a_word_that_is_no_card_is_named(text):
    """CardError tells the first such word, in cards and in melds."""
    word = next(word for word in text.split() if word != "4H" or text == "4H")
    for parse in (parse_cards, parse_melds):
        with pytest.raises(CardError) as raised:
            parse(text)
        assert repr(word) in str(raised.value)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(cards, max_size=52, unique=True).map(tuple))
def test_cards_parse_back_in_their_order(row):
    """parse_cards reads what format_cards wrote, and however many spaces stand between."""
    text = format_cards(row)
    assert parse_cards(text) == parse_cards(f"  {text.replace(' ', '   ')} ") == row
