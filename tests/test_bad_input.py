"""Nonsense given to a public function raises an error of the tree that names the value, and changes nothing."""

import contextlib
import inspect
import pickle
from dataclasses import replace
from importlib import import_module
from itertools import product
from random import Random

import pytest

from deals import dealt, play, variant
from deals import melds as meld_list
from ginrummy import (
    PRESETS,
    Bot,
    Card,
    GinRummyError,
    cards,
    deck,
    entries,
    hand,
    loading,
    match,
    melds,
    messages,
    notation,
    parse_cards,
    record,
    render,
    scoring,
    testing,
    view,
    view_for,
)
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.entries import Decided, Footer, Header, Reveal
from ginrummy.errors import (
    BotNotFound,
    CardError,
    DeckError,
    IllegalAction,
    InvalidInput,
    MeldError,
    NotationError,
    ScoreError,
    SeatError,
    SeedError,
    StateError,
)
from ginrummy.events import Discarded, HandDealt, HandEndedUnseen, LaidOff, Passed, StockDrawn
from ginrummy.hand import Phase
from ginrummy.melds import best_arrangement, best_layoffs, deadwood
from sample_bots.random_bot import RandomBot

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
    "messages",
]
UNCHECKED = {"by_suit", "cards_of", "deadwood_of", "points_of", "play_match"}
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


STANDARD = PRESETS["standard"]
DECK = deck.shuffle_v1(bytes(32), 0)
VIEW = view_for(STATE, 0)
SPREAD = meld_list("4H 5H 6H", "QS QD QH")
SHEET = scoring.score_sheet(STANDARD, [(0, 40)])
RESULT = scoring.score_hand(STANDARD, 1, 1, 0, 40, big_gin=False)
"""Won by seat 1, whose name comes second."""
EVENT = Discarded(0, Card("TD"))

BAD = {
    "card": [
        (None, "None"),
        ("1H", "'1H'"),
        ("th", "'th'"),
        ("", "''"),
        (52, "52"),
        (-1, "-1"),
        (5.5, "5.5"),
        (5.0, "5.0"),
        (True, "True"),
        ([], "[]"),
        (b"AS", "b'AS'"),
    ],
    "cards": [
        (None, "None"),
        (5, "5"),
        (5.5, "5.5"),
        ("AS 2S", "AS 2S"),
        ([None], "None"),
        (["AS"], "AS"),
        ([["AS"]], "['AS']"),
        ([5, 5], "6C comes twice"),
        ([99], "99"),
        ([-1], "-1"),
    ],
    "too many cards": [(ALL_CARDS[:12], "12 cards")],
    "card in the spread": [(parse_cards("5H"), "5H")],
    "text": [(None, "None"), (5, "5"), (5.5, "5.5"), (b"AS", "b'AS'"), (["AS"], "['AS']")],
    "spread": [
        (None, "None"),
        (5, "5"),
        ("x", "x"),
        ([None], "None"),
        (["AS"], "A"),
        (meld_list("7S 7H"), "7S 7H"),
        (meld_list("7S 8S TS"), "7S 8S TS"),
        (meld_list("QS KS AS"), "QS KS AS"),
        (meld_list("7S 8S 9S", "9S 9H 9D"), "9S is in two melds"),
        ([[]], "no cards"),
    ],
    "melds": [(None, "None"), (5, "5"), ([None], "None"), ([5], "5"), (["XX"], "'X'")],
    "seat": [(2, "2"), (-1, "-1"), (True, "True"), ("0", "'0'"), (None, "None"), (0.0, "0.0"), ([0], "[0]")],
    "ruleset": [(None, "None"), ("standard", "'standard'"), (5, "5"), ({}, "{}"), (RESULT, "HandResult")],
    "hand state": [(None, "None"), ("state", "'state'"), (5.5, "5.5"), ([], "[]"), (VIEW, "PlayerView")],
    "match state": [(None, "None"), ("state", "'state'"), (5.5, "5.5"), (STATE, "HandState"), (VIEW, "PlayerView")],
    "state": [(None, "None"), ("state", "'state'"), (5.5, "5.5"), ([], "[]"), (VIEW, "PlayerView")],
    "view": [(None, "None"), ("view", "'view'"), (5, "5"), (STATE, "HandState"), (MATCH, "MatchState")],
    "sheet": [(None, "None"), ("sheet", "'sheet'"), (5, "5"), ([], "[]"), (MATCH, "MatchState")],
    "result": [(None, "None"), ("gin", "'gin'"), (5, "5"), (VIEW, "PlayerView")],
    "event": [(None, "None"), ("0 passes", "'0 passes'"), (5, "5"), (Pass(), "Pass"), (RESULT, "HandResult")],
    "action": [(None, "None"), ("pass", "'pass'"), (5, "5"), (EVENT, "Discarded"), ([], "[]")],
    "deck": [
        (None, "None"),
        ("deck", "'deck'"),
        (5, "5"),
        (DECK[:51], "51 cards"),
        ((*DECK, DECK[0]), f"{DECK[0]} comes twice"),
        ((*DECK[:51], DECK[0]), f"{DECK[0]} comes twice"),
        ([None] * 52, "None"),
        ([str(card) for card in DECK], f"'{DECK[0]}'"),
        ([[card] for card in DECK], f"[{DECK[0]!r}]"),
    ],
    "stock": [(None, "None"), ("both", "'both'"), (5, "5"), ([], "[]"), (True, "True")],
    "index": [(None, "None"), (-1, "-1"), (1 << 32, str(1 << 32)), (0.0, "0.0"), ("0", "'0'"), (True, "True")],
    "count": [(None, "None"), (-1, "-1"), (5.5, "5.5"), ("5", "'5'"), (True, "True"), ([], "[]")],
    "impossible multiplier": [(0, "0"), (3, "3")],
    "impossible count": [(99, "99"), (1000, "1000")],
    "flag": [(None, "None"), ("no", "'no'"), (1, "1"), ([], "[]")],
    "hands": [
        (None, "None"),
        (5, "5"),
        ([5], "5"),
        (["ab"], "'ab'"),
        ([(2, 10)], "(2, 10)"),
        ([(True, 10)], "(True, 10)"),
        ([(0, True)], "(0, True)"),
        ([(0, -1)], "(0, -1)"),
        ([(0, 1.5)], "(0, 1.5)"),
        ([("0", 5)], "('0', 5)"),
        ([(0,)], "(0,)"),
        ([(None, 5)], "(None, 5)"),
        ([VIEW], "PlayerView"),
    ],
    "hand": [
        (5, "5"),
        ("ab", "'ab'"),
        ((2, 10), "(2, 10)"),
        ((0, -1), "(0, -1)"),
        ((0, None), "(0, None)"),
        ([], "[]"),
    ],
    "names": [(None, "None"), (5, "5"), (("a",), "('a',)"), ((1, 2), "(1, 2)")],
    "both names": [(None, "None"), (5, "5"), (("a",), "('a',)")],
    "key": [(None, "None"), (5, "5"), (b"k", "b'k'"), ("\ud800", "ud800")],
    "nonces": [({"ann": bytes(33)}, "ann"), ({"ann": None}, "ann"), ({"ann": "text"}, "ann")],
    "bot": [
        (None, "None"),
        (5, "5"),
        ("", "''"),
        ("nobody", "'nobody'"),
        ("no_such_module:Bot", "'no_such_module'"),
        ("no_such_file.py:Bot", "no_such_file.py"),
        ("ginrummy.cards:Card", "'Card'"),
        (":", "':'"),
        (".sample_bots:Bot", "'.sample_bots:Bot'"),
        (f"{'x' * 300}.py:Bot", "xxxxx"),
    ],
    "player": [(None, "None"), ("random", "'random'"), (int, "int"), (5, "5")],
    "line": [(None, "None"), (5, "5"), (b"{}", "b'{}'")],
    "bytes": [(None, "None"), (5, "5"), ("{}", "'{}'"), ([], "[]")],
    "journal text": [(None, "None"), (5, "5"), ([], "[]")],
    "journal": [(None, "None"), ("{}", "'{}'"), (5, "5"), ([], "[]")],
    "match id": [
        (None, "None"),
        (5, "5"),
        ("", "''"),
        ("../m", "'../m'"),
        ("a b", "'a b'"),
        ("nul", "'nul'"),
        ("m\u00e9", "m"),
    ],
}

BAD["acting seat"] = [(value, told) for value, told in BAD["seat"] if value is not None]
"""Where None stands for whoever is to act."""


def cases():
    """Each function with valid arguments, of which one is replaced by each value of its kind."""
    ruleset, state = ("ruleset", STANDARD), ("hand state", STATE)
    table = [
        (Card, CardError, [("card", 5)]),
        (parse_cards, CardError, [("text", "AS")]),
        (cards.mask_of, CardError, [("cards", [])]),
        (deadwood, CardError, [("cards", [])]),
        (deadwood, CardError, [("too many cards", [])]),
        (best_arrangement, CardError, [("cards", [])]),
        (best_arrangement, CardError, [("too many cards", [])]),
        (best_layoffs, MeldError, [("spread", SPREAD), (None, ())]),
        (best_layoffs, CardError, [(None, SPREAD), ("cards", ())]),
        (best_layoffs, CardError, [(None, SPREAD), ("too many cards", ())]),
        (best_layoffs, CardError, [(None, SPREAD), ("card in the spread", ())]),
        (melds.legal_layoffs, MeldError, [("spread", SPREAD), (None, ())]),
        (melds.legal_layoffs, CardError, [(None, SPREAD), ("cards", ())]),
        (melds.legal_layoffs, CardError, [(None, SPREAD), ("too many cards", ())]),
        (melds.legal_layoffs, CardError, [(None, SPREAD), ("card in the spread", ())]),
        (melds.check_spread, MeldError, [("spread", SPREAD)]),
        (deck.check_deck, DeckError, [("deck", DECK)]),
        (deck.check_seat, SeatError, [("seat", 0)]),
        (deck.shuffle_v1, SeedError, [(None, bytes(32)), ("index", 0)]),
        (deck.decision_seed, SeedError, [(None, bytes(32)), ("index", 0)]),
        (deck.bot_seed, SeatError, [(None, bytes(32)), ("seat", 0)]),
        (deck.match_seed, SeedError, [(None, bytes(32)), ("key", "k"), (None, {})]),
        (deck.match_seed, SeedError, [(None, bytes(32)), (None, "k"), ("nonces", {})]),
        (scoring.empty_sheet, StateError, [ruleset]),
        (scoring.score_sheet, StateError, [ruleset, (None, [])]),
        (scoring.score_sheet, ScoreError, [(None, STANDARD), ("hands", [])]),
        (SHEET.add, ScoreError, [("hand", None)]),
        (SHEET.forfeit, SeatError, [("seat", 0)]),
        (score, StateError, [ruleset, *[(None, n) for n in (1, 0, 5, 9, False)]]),
        (score, ScoreError, [(None, STANDARD), ("count", 1), *[(None, n) for n in (0, 5, 9, False)]]),
        (score, ScoreError, [(None, STANDARD), ("impossible multiplier", 1), *[(None, n) for n in (0, 5, 9, False)]]),
        (score, SeatError, [(None, STANDARD), (None, 1), ("seat", 0), (None, 5), (None, 9), (None, False)]),
        (score, ScoreError, [(None, STANDARD), (None, 1), (None, 0), ("count", 5), (None, 9), (None, False)]),
        (
            score,
            ScoreError,
            [(None, STANDARD), (None, 1), (None, 0), ("impossible count", 5), (None, 9), (None, False)],
        ),
        (score, ScoreError, [(None, STANDARD), (None, 1), (None, 0), (None, 5), ("count", 9), (None, False)]),
        (
            score,
            ScoreError,
            [(None, STANDARD), (None, 1), (None, 0), (None, 5), ("impossible count", 9), (None, False)],
        ),
        (score, ScoreError, [(None, STANDARD), (None, 1), (None, 0), (None, 0), (None, 9), ("flag", False)]),
        (hand.deal, DeckError, [("deck", DECK), (None, 0), (None, STANDARD)]),
        (hand.deal, SeatError, [(None, DECK), ("seat", 0), (None, STANDARD)]),
        (hand.deal, StateError, [(None, DECK), (None, 0), ruleset]),
        (hand.deal, DeckError, [(None, DECK), (None, 0), (None, STANDARD), ("stock", "shared")]),
        (hand.knock_limit, StateError, [ruleset, (None, Card("AS"))]),
        (hand.knock_limit, CardError, [(None, STANDARD), ("card", Card("AS"))]),
        (hand.multiplier, StateError, [ruleset, (None, Card("AS"))]),
        (hand.multiplier, CardError, [(None, STANDARD), ("card", Card("AS"))]),
        (hand.legal_actions, StateError, [state]),
        (hand.apply, StateError, [state, (None, Pass())]),
        (hand.apply, IllegalAction, [(None, STATE), ("action", Pass())]),
        (hand.apply, SeatError, [(None, STATE), (None, Pass()), ("acting seat", 1)]),
        (match.start_match, StateError, [ruleset, (None, 0)]),
        (match.start_match, SeatError, [(None, STANDARD), ("seat", 0)]),
        (match.start_match, InvalidInput, [(None, STANDARD), (None, 0), ("stock", "shared")]),
        (match.deal_hand, StateError, [("match state", None), (None, DECK)]),
        (match.deal_hand, DeckError, [(None, match.start_match(STANDARD, 0)), ("deck", DECK)]),
        (match.apply, StateError, [("match state", MATCH), (None, Pass())]),
        (match.apply, IllegalAction, [(None, MATCH), ("action", Pass())]),
        (match.apply, SeatError, [(None, MATCH), (None, Pass()), ("acting seat", 1)]),
        (match.forfeit, StateError, [("match state", MATCH), (None, 0)]),
        (match.forfeit, SeatError, [(None, MATCH), ("seat", 0)]),
        (match.next_dealer, StateError, [ruleset, (None, 0), (None, 0)]),
        (match.next_dealer, SeatError, [(None, STANDARD), ("seat", 0), (None, 0)]),
        (match.next_dealer, SeatError, [(None, STANDARD), (None, 0), ("acting seat", 0)]),
        (view_for, StateError, [("state", STATE), (None, 0)]),
        (view_for, SeatError, [(None, STATE), ("seat", 0)]),
        (view_for, SeatError, [(None, MATCH), ("seat", 0)]),
        (view.event_for, StateError, [("event", EVENT), (None, 0), (None, STANDARD)]),
        (view.event_for, SeatError, [(None, EVENT), ("seat", 0), (None, STANDARD)]),
        (view.event_for, StateError, [(None, EVENT), (None, 0), ruleset]),
        (view.public_event, StateError, [("event", EVENT), (None, STANDARD)]),
        (view.public_event, StateError, [(None, EVENT), ruleset]),
        (notation.format_melds, InvalidInput, [("melds", ())]),
        (notation.parse_melds, NotationError, [("text", "")]),
        (notation.format_action, NotationError, [("action", Pass())]),
        (notation.parse_action, NotationError, [("text", "pass")]),
        (notation.format_event, NotationError, [("event", EVENT)]),
        (notation.parse_event, NotationError, [("text", "0 passes")]),
        (render.render_card, CardError, [("card", Card("AS"))]),
        (render.render_hand, CardError, [("cards", ())]),
        (render.render_hand, CardError, [("too many cards", ())]),
        (render.render_melds, InvalidInput, [("melds", ())]),
        (render.render_result, StateError, [("result", RESULT)]),
        (render.render_result, InvalidInput, [(None, RESULT), ("both names", ("a", "b"))]),
        (render.render_view, StateError, [("view", VIEW)]),
        (render.render_sheet, StateError, [("sheet", SHEET)]),
        (render.render_sheet, InvalidInput, [(None, SHEET), ("names", ("a", "b"))]),
        (record.line_hash, InvalidInput, [("line", "{}")]),
        (record.scan, StateError, [("bytes", b"")]),
        (record.parse_journal, StateError, [("journal text", "")]),
        (record.canonical_digest, StateError, [("journal", None)]),
        (record.canonical_lines, StateError, [("journal", None)]),
        (entries.final_sheet, StateError, [("sheet", SHEET)]),
        (entries.check_match_id, StateError, [("match id", "m")]),
        (messages.final_hands, StateError, [("view", VIEW)]),
        (loading.load_bot, BotNotFound, [("bot", "random")]),
        (played, InvalidInput, [("player", RandomBot), (None, STANDARD), (None, "shared"), (None, ("a", "b"))]),
        (played, StateError, [(None, RandomBot), ruleset, (None, "shared"), (None, ("a", "b"))]),
        (played, DeckError, [(None, RandomBot), (None, STANDARD), ("stock", "shared"), (None, ("a", "b"))]),
        (played, InvalidInput, [(None, RandomBot), (None, STANDARD), (None, "shared"), ("names", ("a", "b"))]),
    ]
    for call, error, arguments in table:
        ((at, kind),) = [(i, kind) for i, (kind, _) in enumerate(arguments) if kind is not None]
        for value, told in BAD[kind]:
            given = [value if i == at else valid for i, (_, valid) in enumerate(arguments)]
            yield pytest.param(call, given, error, told, id=f"{call.__name__}-{at}-{kind}-{value!r:.24}")


def score(ruleset, multiplier, knocker, knocker_deadwood, defender_deadwood, big_gin):
    return scoring.score_hand(ruleset, multiplier, knocker, knocker_deadwood, defender_deadwood, big_gin=big_gin)


def played(bot, ruleset, stock, names):
    return testing.play_match(bot, RandomBot, ruleset=ruleset, stock=stock, names=names, seed=1)


@pytest.mark.parametrize(("call", "given", "error", "told"), list(cases()))
def test_one_bad_argument_among_good_ones_is_refused_by_its_value(call, given, error, told):
    """The error is of the kind that the argument calls for, and its text holds the bad value."""
    with pytest.raises(error) as raised:
        call(*given)
    assert told in str(raised.value)


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11])
def test_any_hand_of_up_to_eleven_cards_is_counted(count):
    """Nine cards are no error where a hand is counted: the limit is eleven, and the same cards give the same count."""
    held = ALL_CARDS[13 : 13 + 2 * count : 2][:count]
    assert deadwood(held) == sum(card.points for card in held) == best_arrangement(held).deadwood


KNOCKING = dealt("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS")
AT_THE_WALL = variant(wall_stock=20, wall_rule="OPPONENT_MAY_GO_OUT")


def to_the_wall(ruleset):
    """Stock cards drawn and shed at once, till a discard leaves the stock at the wall."""
    state = play(hand.deal(DECK, 0, ruleset), Pass(), Pass())
    while state.phase in (Phase.FORCED_STOCK, Phase.DRAW):
        state = play(state, DrawStock())
        state = play(state, Discard(state.drawn))
    return state


STATES = {
    Phase.UPCARD_FIRST: STATE,
    Phase.UPCARD_SECOND: play(STATE, Pass()),
    Phase.FORCED_STOCK: play(STATE, Pass(), Pass()),
    Phase.DRAW: play(STATE, TakeDiscard(), Discard(STATE.hands[1][0])),
    Phase.ACT: play(KNOCKING, Pass(), Pass(), DrawStock()),
    Phase.WALL: to_the_wall(AT_THE_WALL),
    Phase.LAYOFF: play(KNOCKING, Pass(), Pass(), DrawStock(), Knock(Card("KS"))),
    Phase.HAND_OVER: to_the_wall(variant(wall_stock=20)),
}


def elsewhere(state):
    """A card that the seat to act does not hold and cannot take."""
    held = state.hands[state.to_act or 0]
    return next(card for card in ALL_CARDS if card not in held and card not in state.pile[-1:])


def wrong_actions(state):
    """Nonsense, actions of other phases, and actions with cards or melds that are not there."""
    far = elsewhere(state)
    foreign = meld_list("2C 2D 2H")
    yield from NONSENSE[:-1]
    yield from (Discard(far), Knock(far), LayOff(far, 0), LayOff(far, True), BigGin(foreign))
    yield from (Knock(card, foreign) for card in state.hands[0])
    yield from (Discard(int(card)) for card in state.hands[0])
    for action in (Pass(), TakeDiscard(), DrawStock(), BigGin(), FinishLayoffs()):
        if action not in hand.legal_actions(state):
            yield action
    if state.phase is Phase.LAYOFF:
        fitting = next(i for i, meld in enumerate(state.showdown.spread) if Card("6H") in meld)
        yield from (LayOff(Card("7H"), i) for i in (0, 1, 2, 3, -1, "0", None, 1.0, [0]) if i is not fitting)
        yield from (LayOff(Card("7H"), i) for i in (bool(fitting), float(fitting), str(fitting), fitting - 3))


@pytest.mark.parametrize("phase", list(Phase), ids=lambda phase: phase.name)
def test_every_phase_refuses_all_else_and_stays_as_it_was(phase):
    """In each phase IllegalAction meets whatever is not legal there; the state, equal before and after, plays on."""
    state = STATES[phase]
    assert state.phase is phase
    before, legal = replace(state), hand.legal_actions(state)
    for action in wrong_actions(state):
        with pytest.raises(IllegalAction) as raised:
            hand.apply(state, action)
        assert raised.value.reason == str(raised.value) != ""
        assert state == before
        assert hand.legal_actions(state) == legal


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (None, "None"),
        ("draw", "'draw'"),
        (5.5, "5.5"),
        ([Pass()], "[Pass()]"),
        (FinishLayoffs(), "FinishLayoffs is not possible in ACT"),
        (Discard(Card("AC")), "AC is not in your hand"),
        (Discard("KS"), "'KS'"),
        (Discard(None), "None"),
        (Discard([Card("KS")]), "[Card('KS')]"),
        (Knock(Card("AC")), "AC is not in your hand"),
        (Knock(Card("4H")), "the knock limit 10"),
        (Knock(Card("KS"), meld_list("4H 5H")), "4H 5H"),
        (Knock(Card("KS"), meld_list("4H 5H 6H", "6H 6D 6C")), "6H is in two melds"),
        (Knock(Card("KS"), meld_list("KS KD KH")), "is not among the cards that you keep"),
        (Knock(Card("KS"), 5), "5"),
        (Knock(Card("KS"), None), "None"),
        (Knock(Card("KS"), (None,)), "None"),
        (Knock(Card("KS"), ("XX",)), "X"),
        (BigGin(), "BigGin is not enabled"),
    ],
    ids=lambda value: f"{value!r:.50}",
)
def test_a_reason_tells_what_was_wrong_with_the_action(action, told):
    """The reason names the card, the meld or the value that was refused."""
    with pytest.raises(IllegalAction) as raised:
        hand.apply(STATES[Phase.ACT], action)
    assert told in raised.value.reason


def test_a_finished_match_takes_no_more_actions():
    """After a forfeit in the middle of a hand the hand in play cannot go on."""
    over = match.forfeit(MATCH, 0)
    assert over.over
    assert match.apply(MATCH, Pass())[0].hand.phase is Phase.UPCARD_SECOND
    with pytest.raises(IllegalAction):
        match.apply(over, Pass())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_finished_match_offers_no_choice(seat):
    """After a forfeit in the middle of a hand no view lists an action, since each would be refused."""
    assert view_for(MATCH, 1).legal_actions
    assert view_for(match.forfeit(MATCH, 0), seat).legal_actions == ()


@pytest.mark.parametrize(
    ("call", "value", "error"),
    [
        (notation.format_event, Passed(None), NotationError),
        (notation.format_event, Passed(2), NotationError),
        (notation.format_event, StockDrawn(0, None), NotationError),
        (notation.format_event, LaidOff(0, Card("AS"), -1), NotationError),
        (notation.format_event, HandEndedUnseen(None), NotationError),
        (notation.format_action, LayOff(Card("AS"), None), NotationError),
        (notation.format_action, LayOff(Card("AS"), -1), NotationError),
        (notation.format_action, LayOff(Card("AS"), "0"), NotationError),
        (notation.format_action, Knock(Card("AS"), ((),)), NotationError),
        (notation.format_action, Discard(None), InvalidInput),
        (lambda event: view.public_event(event, STANDARD), HandDealt(0, 0, "shared", ()), InvalidInput),
        (lambda event: view.public_event(event, STANDARD), HandDealt(0, 0, "shared", None), InvalidInput),
    ],
    ids=lambda value: f"{value!r:.50}" if not callable(value) else "",
)
def test_an_action_or_event_with_nonsense_inside_is_not_written(call, value, error):
    """No text is made that would not parse back, and no public event of a deal without an upcard."""
    with pytest.raises(error):
        call(value)


SECRET = bytes.fromhex("c0ffee" * 11)
"""33 bytes: a seed that is too long by one."""


@pytest.mark.parametrize(
    "call",
    [
        lambda: deck.shuffle_v1(SECRET, 0),
        lambda: deck.match_seed(SECRET, "k", {}),
        lambda: deck.commitment(SECRET),
        lambda: deck.first_dealer(SECRET),
        lambda: deck.bot_seed(SECRET, 0),
        lambda: deck.decision_seed(SECRET, 0),
        lambda: deck.shuffle_v1(SECRET.hex(), 0),
        lambda: deck.shuffle_v1(bytearray(SECRET), 0),
        lambda: testing.master_seed(SECRET),
        lambda: testing.master_seed(SECRET.hex()),
        lambda: testing.master_seed(int.from_bytes(SECRET, "big")),
        lambda: testing.master_seed([SECRET]),
        lambda: testing.play_match(RandomBot, RandomBot, seed=SECRET.hex()),
        lambda: deck.match_seed(bytes(32), "k", {"ann": SECRET}),
    ],
)
def test_no_form_of_a_bad_seed_stands_in_its_error(call):
    """SeedError tells what is needed, and of a bad seed or nonce neither bytes nor digits nor number."""
    with pytest.raises(SeedError) as raised:
        call()
    told = f"{raised.value!s} {raised.value!r} {raised.value.__cause__!r} {raised.value.args!r}"
    assert "bytes" in told
    for form in ("c0ffee", "\\xc0\\xff", str(int.from_bytes(SECRET, "big"))[:12]):
        assert form not in told


@pytest.mark.parametrize("seed", [True, False, 5.5, [], {}, "", "0x10", " 1", "1 ", "-1", "xyz", -1, 1 << 256, b""])
def test_a_master_seed_of_another_form_is_refused(seed):
    """A number, 32 bytes or hex digits, and nothing that only looks like them."""
    with pytest.raises(SeedError, match="64 hex digits"):
        testing.master_seed(seed)


@pytest.mark.parametrize("answer", [None, 5, "draw", [], (), Discard(None), Knock(None), LayOff(None, None), STATE])
def test_a_bot_that_answers_nonsense_has_made_an_illegal_choice(answer):
    """play_match raises IllegalAction whatever `choose` returned, and shows it in its note."""

    class Nonsense(Bot):
        def choose(self, _view):
            return answer

    with pytest.raises(IllegalAction) as raised:
        testing.play_match(Nonsense, Nonsense, seed=1)
    (note,) = raised.value.__notes__
    assert repr(answer) in note


@pytest.mark.parametrize("layoffs", [None, 5, [None], ["7H"], [("7H",)], [(Card("7H"), 0, 1)], [[Card("7H"), 0]], [5]])
def test_a_bot_that_lays_off_nonsense_has_made_an_illegal_choice(layoffs):
    """Whatever `choose_layoffs` returned, an author sees an error of the tree or an action that `apply` refuses."""

    class Nonsense(Bot):
        def choose_layoffs(self, _view):
            return layoffs

    state = STATES[Phase.LAYOFF]
    with pytest.raises(GinRummyError):
        hand.apply(state, Nonsense().choose(view_for(state, 1)))


HEADER = Header("test", "m", "k", ("a", "b"), STANDARD, "shared", 0, bytes(32))


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (None, "None"),
        ("pass", "'pass'"),
        (Pass(), "Pass()"),
        (HEADER, "a header"),
        (Decided(1, 0, Pass()), "not 1"),
        (Decided(0, 2, Pass()), "2"),
        (Decided(0, True, Pass()), "True"),
        (Decided(0, None, Pass()), "None"),
        (Decided(0, 0, None), "None"),
        (Decided(0, 0, Discard(None)), "None"),
        (Decided(0, 0, Pass(), think_ms=-1), "-1"),
        (Decided(0, 0, Pass(), forced=1), "1"),
        (Reveal(bytes(32)), "a reveal"),
        (Footer(None, None, "", ""), "None"),
    ],
    ids=lambda value: f"{value!r:.50}",
)
def test_a_journal_takes_no_nonsense(entry, told):
    """What is no entry, has its turn at another time or holds a bad value is refused, and nothing is written."""
    writer = record.JournalWriter()
    writer.add(HEADER)
    before = writer.journal
    with pytest.raises(GinRummyError) as raised:
        writer.add(entry)
    assert told in str(raised.value)
    assert (writer.journal, writer.head) == (before, before.head)
    writer.add(Decided(0, 0, Pass()))


@pytest.mark.parametrize(
    "copy", [lambda card: int.__new__(Card, int(card)), lambda card: pickle.loads(pickle.dumps(card, 0))]
)
def test_a_copy_of_the_taken_card_may_not_be_shed_either(copy):
    """The ban goes by which card it is, not by which object."""
    state = hand.apply(STATE, TakeDiscard())[0]
    with pytest.raises(IllegalAction, match="taken from the pile"):
        hand.apply(state, Discard(copy(state.taken)))
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("forged", [99, -1, 52])
def test_a_forged_card_is_refused(forged):
    """An object of the type with an id that no card has."""
    with pytest.raises(IllegalAction, match=r"no Card|is not in your hand"):
        hand.apply(hand.apply(STATE, TakeDiscard())[0], Discard(int.__new__(Card, forged)))


def test_melds_that_can_be_read_once_are_refused():
    """An iterator would be used up by the time that the action is written down."""
    state = play(
        dealt("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS"), Pass(), Pass(), DrawStock()
    )
    spread = meld_list("4H 5H 6H", "8C 9C TC", "QS QD QH")
    for melds_ in (iter(spread), map(tuple, spread), (meld for meld in spread)):
        with pytest.raises(IllegalAction, match="tuple of tuples"):
            hand.apply(state, Knock(Card("KS"), melds_))
    assert hand.apply(state, Knock(Card("KS"), list(spread)))[0].phase is Phase.LAYOFF


@pytest.mark.parametrize(
    "call",
    [
        lambda big: Card("x" * big),
        lambda big: parse_cards("x" * big),
        lambda big: notation.parse_action("x" * big),
        lambda big: melds.check_spread([ALL_CARDS * (big // 52)]),
        lambda big: hand.apply(STATE, "x" * big),
        lambda big: deck.check_seat(10**big),
        lambda big: deck.shuffle_v1(bytes(32), 10**big),
        lambda big: replace(STANDARD, target_score=10**big),
        lambda big: replace(STANDARD, name="x" * big),
        lambda big: scoring.score_sheet(STANDARD, [(0, 10**big), (0, 10**big)]),
    ],
)
def test_an_error_text_is_bounded_whatever_it_quotes(call):
    """A value of 10,000 characters or digits is quoted by its beginning."""
    with pytest.raises(GinRummyError) as raised:
        call(10_000)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("unordered", [frozenset(DECK), dict.fromkeys(DECK), set(DECK)])
def test_a_deck_without_an_order_is_refused(unordered):
    """A set holds the 52 cards too, but nobody could deal them again."""
    with pytest.raises(DeckError, match="a row of 52 cards"):
        hand.deal(unordered, 0, STANDARD)
