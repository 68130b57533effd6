"""Nonsense given to a public function raises an error of the tree that names the value, and changes nothing."""

import contextlib
import inspect
from importlib import import_module
from itertools import product
from random import Random

import pytest

from deals import melds as meld_list
from ginrummy import PRESETS, Card, GinRummyError, deck, hand, match, parse_cards, scoring, testing, view_for
from ginrummy.actions import BigGin, Discard, DrawStock, Knock, LayOff, Pass, TakeDiscard
from ginrummy.errors import CardError, DeckError, IllegalAction, MeldError, ScoreError, SeatError, SeedError, StateError
from ginrummy.melds import best_arrangement, best_layoffs, deadwood

STATE = hand.deal(deck.shuffle_v1(bytes(32), 0), 0, PRESETS["standard"])
MATCH, _ = match.deal_hand(match.start_match(PRESETS["standard"], 0), deck.shuffle_v1(bytes(32), 0))
NONSENSE = (
    None, "AS", "", b"x", 5.5, -1, 2, 99, True, "0", [], [None], [["AS"]], [5, 5], [99], {}, {"a": b"x" * 40},
    STATE, MATCH, view_for(STATE, 0), Discard(None), Discard("AS"), Discard([]), Knock(None), Knock(Card("AS"), None),
    Knock(Card("AS"), "x"), Knock(Card("AS"), ((None,),)), Knock(Card("AS"), [[1, 2, 3]]), LayOff(None, None),
    LayOff(Card("AS"), "0"), BigGin(None), BigGin(5), range(60), bytes(32), tuple(range(12)), PRESETS["standard"],
    Pass(),
)  # fmt: skip
MODULES = [
    "cards",
    "deck",
    "melds",
    "scoring",
    "hand",
    "match",
    "view",
    "notation",
    "render",
    "testing",
    "loading",
    "entries",
    "lines",
    "record",
    "retrace",
]
UNCHECKED = {"by_suit", "cards_of", "deadwood_of", "points_of", "play_match", "line_hash"}
"""Functions over masks and other functions, which trust their callers; and play_match, which runs bots."""


def public_functions():
    for room in MODULES:
        module = import_module(f"ginrummy.{room}")
        for name, function in vars(module).items():
            own = inspect.isfunction(function) and function.__module__ == module.__name__
            if own and not name.startswith("_") and name not in UNCHECKED:
                yield pytest.param(function, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("function", list(public_functions()))
def test_nonsense_raises_nothing_but_errors_of_the_tree(function):
    """Whatever is passed, a public function answers or raises a GinRummyError."""
    names = list(inspect.signature(function).parameters)
    if len(names) <= 2:
        rows = product(NONSENSE, repeat=len(names))
    else:
        random = Random(1)
        rows = ([random.choice(NONSENSE) for _ in names] for _ in range(3_000))
    for row in rows:
        with contextlib.suppress(GinRummyError):
            function(**dict(zip(names, row, strict=True)))


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: Card("1H"), CardError, "'1H'"),
        (lambda: Card("th"), CardError, "'th'"),
        (lambda: Card(52), CardError, "52"),
        (lambda: Card(-1), CardError, "-1"),
        (lambda: parse_cards("AS,2S"), CardError, "'AS,2S'"),
        (lambda: deadwood(parse_cards("AS 2S AS")), CardError, "AS comes twice"),
        (lambda: deadwood([Card("AS"), 77]), CardError, "77"),
        (lambda: deadwood([Card("AS"), -3]), CardError, "-3"),
        (lambda: deadwood(None), CardError, "None"),
        (lambda: deadwood("AS 2S"), CardError, "'AS 2S'"),
        (lambda: best_arrangement([Card(i) for i in range(12)]), CardError, "12 cards"),
        (lambda: best_layoffs(meld_list("7S 7H"), parse_cards("7D")), MeldError, "7S 7H"),
        (lambda: best_layoffs(meld_list("7S 8S 9S", "9S 9H 9D"), parse_cards("7D")), MeldError, "9S is in two melds"),
        (lambda: best_layoffs(meld_list("7S 8S 9S"), parse_cards("9S")), CardError, "9S"),
        (lambda: hand.deal(deck.shuffle_v1(bytes(32), 0)[:51], 0, PRESETS["standard"]), DeckError, "51 cards"),
        (lambda: hand.deal(deck.shuffle_v1(bytes(32), 0), 2, PRESETS["standard"]), SeatError, "2"),
        (lambda: hand.deal(deck.shuffle_v1(bytes(32), 0), 0, "standard"), StateError, "'standard'"),
        (lambda: hand.deal(deck.shuffle_v1(bytes(32), 0), 0, PRESETS["standard"], "both"), DeckError, "'both'"),
        (lambda: view_for(STATE, 2), SeatError, "2"),
        (lambda: view_for("state", 0), StateError, "'state'"),
        (lambda: scoring.score_sheet(PRESETS["standard"], [(2, 10)]), ScoreError, "(2, 10)"),
        (lambda: scoring.score_sheet(PRESETS["standard"], [(0, -1)]), ScoreError, "(0, -1)"),
        (lambda: scoring.score_sheet(PRESETS["standard"], [(0, 100), (1, 5)]), ScoreError, "(1, 5)"),
        (lambda: deck.shuffle_v1(bytes(32), -1), SeedError, "-1"),
        (lambda: deck.match_seed(bytes(32), "k", {"ann": bytes(33)}), SeedError, "ann"),
        (lambda: testing.master_seed("xyz"), SeedError, "64 hex digits"),
    ],
)
def test_the_error_names_what_was_wrong(call, error, told):
    """Each kind of nonsense has its own error, and the text holds the value."""
    with pytest.raises(error) as raised:
        call()
    assert told in str(raised.value)


def test_a_seed_never_stands_in_an_error():
    """A seed is a secret, also one of the wrong length."""
    secret = b"\xabsecret\xcd"
    for call in (deck.shuffle_v1, deck.bot_seed, deck.decision_seed):
        with pytest.raises(SeedError) as raised:
            call(secret, 0)
        assert "secret" not in str(raised.value)
        assert secret.hex() not in str(raised.value)


@pytest.mark.parametrize("action", NONSENSE[:-1], ids=lambda action: repr(action)[:40])
def test_a_refused_action_changes_nothing(action):
    """Anything but a legal action raises IllegalAction with a reason, and state and choices stay as they were."""
    for state in (STATE, hand.apply(STATE, TakeDiscard())[0], hand.apply(hand.apply(STATE, Pass())[0], Pass())[0]):
        legal, masks, pile = hand.legal_actions(state), state.masks, state.pile
        with pytest.raises(IllegalAction) as raised:
            hand.apply(state, action)
        assert raised.value.reason
        assert (hand.legal_actions(state), state.masks, state.pile) == (legal, masks, pile)


def test_a_seat_acts_only_in_its_turn():
    """The other seat, and a seat that does not exist, are refused."""
    with pytest.raises(IllegalAction, match="seat 0 is not to act"):
        hand.apply(STATE, DrawStock(), seat=0)
    with pytest.raises(SeatError, match="7"):
        hand.apply(STATE, DrawStock(), seat=7)
