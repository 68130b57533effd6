"""Whole matches in one process: dealers, bots, hooks, seeds, and the journal's chain."""

import asyncio
import hashlib
import json
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from random import Random

import pytest

from deals import deck_of, variant
from ginrummy import Bot, IllegalAction, Phase, PlayerView, Ruleset, deck, match, view_for
from ginrummy.actions import Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.errors import ScoreError, SeatError, SeedError, StateError
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    DiscardTaken,
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
)
from ginrummy.hand import legal_actions
from ginrummy.melds import best_layoffs
from ginrummy.notation import format_action, parse_action
from ginrummy.record import GENESIS, JournalWriter, line_hash, parse_journal
from ginrummy.render import render_view
from ginrummy.testing import play_match
from sample_bots.expert_bot import ExpertBot
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

VARIANTS = [
    variant("standard"),
    variant("standard", dealer_rotation="LOSER"),
    variant("classic"),
    variant("oklahoma"),
    variant("standard", straight_gin=True, max_hands=40),
    variant("standard", sheet="HOLLYWOOD"),
    variant("oklahoma", sheet="HOLLYWOOD", hollywood_winner_by="GAMES"),
    variant("classic", wall_rule="OPPONENT_MAY_GO_OUT", may_discard_taken_card=True),
    variant("standard", layoff_mode="AUTO", box_timing="IMMEDIATE"),
]


@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
@pytest.mark.parametrize("ruleset", VARIANTS, ids=lambda ruleset: ruleset.name)
def test_every_variant_is_played_to_its_end(ruleset, stock):
    """Each preset and switch: a match ends, its sheet is over, and its hands are those of the sheet."""
    result = play_match(SimpleBot, RandomBot, ruleset=ruleset, seed=5, stock=stock)
    assert result.score_sheet.over
    hands = tuple(None if hand.winner is None else (hand.winner, hand.points) for hand in result.hands)
    assert hands == result.score_sheet.history


def test_a_seed_fixes_the_match():
    """The same seed in each of its forms, the same journal; another seed or deal key, another match."""
    first = play_match(ExpertBot, SimpleBot, seed=42)
    for seed in ("2a", "0" * 62 + "2A", (42).to_bytes(32, "big")):
        assert play_match(ExpertBot, SimpleBot, seed=seed).journal == first.journal
    assert play_match(ExpertBot, SimpleBot, seed=43).journal != first.journal
    assert play_match(ExpertBot, SimpleBot, seed=42, deal_key="other").journal != first.journal
    for bad in ("", "xyz", -1, b"short", "0" * 65):
        with pytest.raises(SeedError):
            play_match(RandomBot, RandomBot, seed=bad)


class Waiting(SimpleBot):
    """Answers with awaitables, and lays off one action at a time."""

    async def choose_draw(self, view):
        return super().choose_draw(view)

    async def choose_discard(self, view):
        return super().choose_discard(view)

    async def choose_layoffs(self, view):
        return [LayOff(card, index) for card, index in best_layoffs(view.melds, view.hand).layoffs]


class Declining(SimpleBot):
    """Lays off nothing."""

    def choose_layoffs(self, _view):
        return [FinishLayoffs()]


def test_async_methods_and_both_forms_of_layoffs_play_the_same():
    """A bot that answers later, with actions for pairs, plays the match that its plain parent plays."""
    plain = play_match(SimpleBot, SimpleBot, seed=9)
    assert play_match(Waiting, Waiting, seed=9).journal == plain.journal
    assert play_match(Declining, Declining, seed=9).score_sheet.over


class Listening(RandomBot):
    """Writes down what its hooks are told."""

    def __init__(self):
        self.told = []

    def on_match_start(self, seat, opponent):
        self.seat = seat
        self.told.append(("match", opponent))

    def on_hand_start(self, view):
        assert isinstance(view, PlayerView)
        self.told.append(("hand", view.hand_index))

    def on_event(self, event):
        assert not isinstance(event, StockDrawn) or event.seat == self.seat
        self.told.append(("event", type(event).__name__))

    def on_hand_end(self, view):
        assert view.result is not None
        self.told.append(("end", view.hand_index))

    def on_match_end(self, sheet):
        self.told.append(("over", sheet.over))


def test_hooks_come_in_order_and_tell_only_what_the_seat_may_know():
    """Match, then for each hand its start, events and end, then the match's end; no draw of the other seat."""
    listener = Listening()
    result = play_match(listener, RandomBot, seed=3, names=("me", "you"))
    assert listener.told[0] == ("match", "you")
    assert listener.told[-1] == ("over", True)
    starts = [index for kind, index in listener.told if kind == "hand"]
    assert starts == [index for kind, index in listener.told if kind == "end"] == list(range(len(result.hands)))
    assert [name for kind, name in listener.told if kind == "event"].count("HandOpened") == len(starts)


class Wrong(SimpleBot):
    """Sheds a card that it does not hold."""

    def choose_discard(self, view):
        return Discard(next(card for card in ALL_CARDS if card not in view.hand))


def test_an_illegal_choice_is_raised_with_what_led_to_it():
    """IllegalAction carries notes: the choice, the view, and what was legal."""
    with pytest.raises(IllegalAction, match="is not in your hand") as raised:
        play_match(Wrong, SimpleBot, seed=1)
    (note,) = raised.value.__notes__
    assert "Discard" in note
    assert "legal     discard" in note
    assert "knock limit 10" in note


def test_a_bot_without_a_choice_is_told_which():
    """The base class names the method that is missing."""
    with pytest.raises(NotImplementedError, match="choose_draw"):
        play_match(Bot, RandomBot, seed=1)


def test_the_journal_is_a_chain():
    """Each line carries the hash of the one before, the header comes first, the reveal last."""
    journal = play_match(RandomBot, SimpleBot, seed=8, names=("ann", "bob")).journal
    before = GENESIS
    for line in str(journal).splitlines():
        assert json.loads(line)["prev"] == before
        before = line_hash(line)
    assert journal.head == before
    header, *decisions, footer, reveal = map(json.loads, journal.lines)
    assert (header["type"], header["bots"]) == ("header", ["ann", "bob"])
    assert [entry["n"] for entry in decisions] == list(range(len(decisions)))
    assert footer["type"] == "footer"
    seed = deck.match_seed((8).to_bytes(32, "big"), "practice", {})
    assert reveal["match_seed"] == seed.hex()
    assert header["commitment"] == deck.commitment((8).to_bytes(32, "big")).hex()


def test_hands_are_dealt_one_after_another():
    """A hand in play cannot be dealt over, nothing can be played before a deal, and a hand over waits for the next."""
    state = match.start_match(variant(wall_stock=20), 0)
    with pytest.raises(IllegalAction, match="no hand"):
        match.apply(state, Pass())
    state, _ = match.deal_hand(state, deck.shuffle_v1(bytes(32), 0))
    with pytest.raises(StateError, match="in play"):
        match.deal_hand(state, deck.shuffle_v1(bytes(32), 1))
    for action in (Pass(), Pass()):
        state, _ = match.apply(state, action)
    while not state.between_hands:
        state, _ = match.apply(state, DrawStock())
        state, _ = match.apply(state, Discard(state.hand.drawn))
    assert (len(state.results), state.hand_index, state.dealer) == (1, 0, 0)
    state, (event,) = match.deal_hand(state, deck.shuffle_v1(bytes(32), 1))
    assert (event.hand_index, state.hand_index) == (1, 1)


def test_a_ruleset_that_names_the_first_dealer_is_held_to():
    """first_dealer=SEAT_1 deals first, and another first dealer is refused."""
    rules = replace(variant(), first_dealer="SEAT_1")
    assert match.start_match(rules, 1).dealer == 1
    with pytest.raises(SeatError, match="SEAT_1"):
        match.start_match(rules, 0)


GIN_HANDS = ("4C 5C 6C 7C TS TD TH 2D 2H 2C", "3S 3D 3H 8S 8D 8H KS QH 9C 4D")
"""Ten melded cards, and ten that count 33."""


QUICK = variant(max_hands=4)
"""Random bots need hundreds of hands to 100 points."""


def lines_of(result):
    """The lines of a match's journal as objects."""
    return [json.loads(line) for line in result.journal.lines]


def won_by(state, seat, points_of_gin=58):
    """The match after a hand that `seat` wins with gin on its first turn, whoever deals."""
    first, second = GIN_HANDS if state.dealer != seat else GIN_HANDS[::-1]
    state, _ = match.deal_hand(state, deck_of(first, second, "KD", "5S 5H"))
    for action in (Pass(), Pass(), DrawStock()):
        state, _ = match.apply(state, action)
    if state.hand.to_act != seat:
        for action in (Discard(state.hand.drawn), DrawStock()):
            state, _ = match.apply(state, action)
    state, _ = match.apply(state, Knock(state.hand.drawn), seat)
    assert (state.results[-1].winner, state.results[-1].points) == (seat, points_of_gin)
    return state


def void(state):
    """The match after a void hand."""
    state, _ = match.deal_hand(state, deck.shuffle_v1(bytes(32), 0))
    for action in (Pass(), Pass()):
        state, _ = match.apply(state, action)
    while not state.between_hands and not state.over:
        state, _ = match.apply(state, DrawStock())
        state, _ = match.apply(state, Discard(state.hand.drawn))
    assert state.results[-1].winner is None
    return state


TRACES = [("ALTERNATE", "0110111", 0), ("WINNER", "0001000", 1), ("LOSER", "0110111", 0)]


@pytest.mark.parametrize(("rotation", "dealers", "then"), TRACES)
def test_the_dealers_of_the_trace_of_the_rules(rotation, dealers, then):
    """Rules 7.3, played: 0, void, 1, 0, void, void, 1 with seat 0 as first dealer."""
    state = match.start_match(variant("classic", dealer_rotation=rotation, target_score=1000), 0)
    dealt = ""
    for winner in (0, None, 1, 0, None, None, 1):
        dealt += str(state.dealer)
        before = state.dealer
        state = void(state) if winner is None else won_by(state, winner)
        assert state.hand.dealer == before
    assert (dealt, state.dealer) == (dealers, then)


def test_the_moments_of_a_match():
    """hand_index, between_hands, over and results before, during and after each hand, to the end."""

    def moment(state):
        return state.hand_index, state.between_hands, state.over, len(state.results)

    state = match.start_match(variant("classic"), 0)
    assert (moment(state), state.hand) == ((0, True, False, 0), None)
    playing, _ = match.deal_hand(state, deck.shuffle_v1(bytes(32), 0))
    assert moment(playing) == (0, False, False, 0)
    state = void(state)
    assert moment(state) == (0, True, False, 1)
    playing, (dealt,) = match.deal_hand(state, deck.shuffle_v1(bytes(32), 1))
    assert (moment(playing), dealt.hand_index) == ((1, False, False, 1), 1)
    state = won_by(state, 1)
    assert moment(state) == (1, True, False, 2)
    state = won_by(state, 1)
    assert (moment(state), state.sheet.winner, state.sheet.scores) == ((2, False, True, 3), 1, (0, 116))
    with pytest.raises(StateError, match="the match is over"):
        match.deal_hand(state, deck.shuffle_v1(bytes(32), 3))
    with pytest.raises(IllegalAction, match="is over"):
        match.apply(state, DrawStock())
    with pytest.raises(ScoreError, match="over"):
        match.forfeit(state, 0)


def test_a_refused_action_leaves_the_match_as_it_was():
    """IllegalAction, also for the right action by the wrong seat; the state is equal before and after."""
    state, _ = match.deal_hand(match.start_match(variant(), 0), deck.shuffle_v1(bytes(32), 0))
    before = replace(state)
    for action, seat in ((DrawStock(), 1), (Pass(), 0), (None, None), (Discard(state.hand.hands[1][0]), 1)):
        with pytest.raises(IllegalAction):
            match.apply(state, action, seat)
        assert state == before


@pytest.mark.parametrize("offender", [0, 1])
def test_a_match_is_forfeited_in_the_middle_of_a_hand(offender):
    """The opponent wins, finished hands stand, and no further hand is dealt."""
    state = won_by(match.start_match(variant(), 0), 0)
    state, _ = match.deal_hand(state, deck.shuffle_v1(bytes(32), 1))
    over = match.forfeit(state, offender)
    assert (over.over, over.between_hands, over.sheet.winner) == (True, False, 1 - offender)
    assert (over.sheet.finals, len(over.results)) == ((58, 0), 1)
    with pytest.raises(StateError, match="the match is over"):
        match.deal_hand(over, deck.shuffle_v1(bytes(32), 2))
    assert not state.over


def test_max_hands_ends_a_match_of_void_hands_as_a_draw():
    """Three void hands of three: over, no winner, the first dealer dealt them all."""
    state = match.start_match(variant(max_hands=3, wall_stock=20), 1)
    for _ in range(3):
        assert state.dealer == 1
        state = void(state)
    assert (state.over, state.sheet.winner, state.sheet.finals) == (True, None, (0, 0))


def test_each_deal_of_a_match_comes_from_its_own_shuffle():
    """Hand k is shuffle_v1 of the match seed and k, void hands counted, dealt by the dealer of that hand."""
    openings = []

    class Watching(RandomBot):
        def on_hand_start(self, view):
            openings.append((view.hand_index, view.dealer, view.hand, view.upcard))

    result = play_match(Watching, SimpleBot, seed=3)
    seed = deck.match_seed((3).to_bytes(32, "big"), "practice", {})
    assert len(openings) == len(result.hands)
    assert openings[0][1] == deck.first_dealer(seed)
    for index, dealer, hand, upcard in openings:
        cards = deck.shuffle_v1(seed, index)
        assert hand == tuple(sorted(cards[int(dealer == 0) : 20 : 2]))
        assert upcard == cards[20]


MORE_VARIANTS = [
    {"preset": "classic", "straight_gin": True, "max_hands": 15},
    {"preset": "oklahoma", "straight_gin": True, "max_hands": 15},
    {"preset": "classic", "sheet": "HOLLYWOOD"},
    {"sheet": "HOLLYWOOD", "hollywood_columns": 5, "hollywood_winner_by": "GAMES"},
    {"sheet": "HOLLYWOOD", "hollywood_columns": 1, "shutout_mode": "MARGIN_DOUBLED"},
    {"preset": "oklahoma", "oklahoma_ace": "ONE", "dealer_rotation": "WINNER"},
    {"preset": "oklahoma", "layoff_mode": "CHOSEN", "spread_mode": "KNOCKER", "dealer_rotation": "LOSER"},
    {"tie_rule": "KNOCKER_ZERO", "shutout_test": "NO_POINTS"},
    {"tie_rule": "VOID", "knock_discard_hidden": False},
    {"first_dealer": "SEAT_0", "knock_limit": 0, "max_hands": 10},
    {"first_dealer": "SEAT_1", "wall_stock": 20, "wall_rule": "OPPONENT_MAY_GO_OUT", "max_hands": 20},
    {"big_gin_enabled": True, "max_pile_draws": 1, "max_hands": 20},
]


@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
@pytest.mark.parametrize("changes", MORE_VARIANTS, ids=lambda changes: " ".join(map(str, changes.values())))
def test_every_switch_is_played_to_its_end(changes, stock):
    """Whatever the switches, a match comes to its end, which its sheet and its journal tell alike."""
    result = play_match(SimpleBot, RandomBot, ruleset=variant(**changes), seed=6, stock=stock)
    sheet = result.score_sheet
    assert sheet.over
    assert result.winner == sheet.winner
    assert len(sheet.history) == len(result.hands) <= sheet.ruleset.max_hands
    header, *_, footer, _ = lines_of(result)
    assert (header["stock"], footer["sheet"]["finals"]) == (stock, list(sheet.finals))


class ThreeLines(Bot):
    def choose(self, view):
        return self.random.choice(view.legal_actions)


def test_a_bot_of_three_lines_is_enough():
    """Nothing but `choose` has to be written, and it plays what the sample does."""
    assert (
        play_match(ThreeLines, ThreeLines, seed=4, ruleset=QUICK).journal
        == play_match(RandomBot, RandomBot, seed=4, ruleset=QUICK).journal
    )


class Later(Bot):
    """Answers after a turn of the event loop."""

    async def choose(self, view):
        await asyncio.sleep(0)
        return self.random.choice(view.legal_actions)


@pytest.mark.parametrize("bots", [(Later, Later), (Later, ThreeLines), (ThreeLines, Later)])
def test_an_async_choose_plays_like_a_plain_one(bots):
    """On either seat or both."""
    assert (
        play_match(*bots, seed=4, ruleset=QUICK).journal
        == play_match(ThreeLines, ThreeLines, seed=4, ruleset=QUICK).journal
    )


def test_bots_are_given_as_classes_factories_or_objects():
    """All three make the same match; an object is used as it is."""
    bot = RandomBot()
    made = (RandomBot, [bot].pop, bot)
    journals = [play_match(each, RandomBot, seed=4, ruleset=QUICK).journal for each in made]
    assert journals[0] == journals[1] == journals[2]
    assert not hasattr(bot, "random"), "a generator is there only while a choice is made"


LAYOFF_FORMS = {
    "pairs": lambda pairs: pairs,
    "actions": lambda pairs: [LayOff(card, index) for card, index in pairs],
    "actions and the end": lambda pairs: [*(LayOff(card, index) for card, index in pairs), FinishLayoffs()],
    "the first alone": lambda pairs: pairs[:1],
    "a list of tuples": list,
}


@pytest.mark.parametrize("form", LAYOFF_FORMS.values(), ids=list(LAYOFF_FORMS))
@pytest.mark.parametrize("later", [False, True], ids=["plain", "async"])
def test_layoffs_may_be_given_in_any_form(form, later):
    """Pairs or LayOff actions, all or the next alone, plain or awaited: the same match, in which some are made."""

    class Plain(SimpleBot):
        def choose_layoffs(self, view):
            return form(best_layoffs(view.melds, view.hand).layoffs)

    class Async(SimpleBot):
        async def choose_layoffs(self, view):
            return form(best_layoffs(view.melds, view.hand).layoffs)

    journal = play_match(*[Async if later else Plain] * 2, seed=9).journal
    assert journal == play_match(SimpleBot, SimpleBot, seed=9).journal
    assert '"lay-off ' in str(journal)


def test_choose_layoffs_is_asked_again_until_it_has_none():
    """Once more than it lays off, unless nothing fits any more; the view shows the cards laid off so far."""
    asked = []

    class Counting(SimpleBot):
        def choose_layoffs(self, view):
            asked.append((view.hand_index, len(view.layoffs)))
            return super().choose_layoffs(view)

    play_match(Counting, SimpleBot, seed=9)
    assert len(asked) == len(set(asked))
    assert all(done == 0 or (index, done - 1) in asked for index, done in asked)
    assert any(done for _, done in asked)


def test_only_what_is_a_choice_is_asked_and_only_of_the_seat_to_act():
    """Every view that `choose` is given is the seat's own, of its turn, with two actions or more."""
    views = []

    class Asked(RandomBot):
        def choose(self, view):
            views.append(view)
            return super().choose(view)

    result = play_match(Asked, SimpleBot, seed=2, ruleset=QUICK)
    assert all(type(view) is PlayerView and view.to_act == view.seat == 0 for view in views)
    assert all(len(view.legal_actions) >= 2 for view in views)
    decisions = [line for line in lines_of(result) if line["type"] == "decision" and line["seat"] == 0]
    assert len(views) == len([line for line in decisions if "forced" not in line])
    forced = [line["action"] for line in decisions if line.get("forced")]
    assert set(forced) <= {"draw", "finish", "pass"}


def test_each_decision_has_a_generator_of_its_own():
    """Seeded by the bot's seed and the number of the decision, so that what was drawn before does not matter."""
    drawn = []

    class Drawing(RandomBot):
        def choose(self, view):
            drawn.append(self.random.getstate())
            self.random.random()
            return super().choose(view)

    play_match(Drawing, RandomBot, seed=2, ruleset=variant(max_hands=1))
    seed = deck.bot_seed(deck.match_seed((2).to_bytes(32, "big"), "practice", {}), 0)
    assert drawn == [Random(deck.decision_seed(seed, k)).getstate() for k in range(len(drawn))]


DIARY_RULES = variant(max_hands=6)


class Diary(SimpleBot):
    """Writes down every call, with what it was given."""

    def __init__(self):
        self.calls = []

    def choose(self, view):
        self.calls.append(("choose", view))
        return super().choose(view)

    def on_match_start(self, seat, opponent):
        self.calls.append(("match start", (seat, opponent)))

    def on_hand_start(self, view):
        self.calls.append(("hand start", view))

    def on_event(self, event):
        self.calls.append(("event", event))

    def on_hand_end(self, view):
        self.calls.append(("hand end", view))

    def on_match_end(self, sheet):
        self.calls.append(("match end", sheet))


def diaries(**options):
    bots = Diary(), Diary()
    return bots, play_match(*bots, **{"ruleset": DIARY_RULES} | options)


@pytest.mark.parametrize("seat", [0, 1])
def test_hooks_follow_the_course_of_the_match(seat):
    """Match start; for each hand its opening, its start, events and choices, its end event, its end; match end."""
    bots, result = diaries(seed=3, names=("ann", "bob"))
    calls = bots[seat].calls
    assert calls[0] == ("match start", (seat, ("bob", "ann")[seat]))
    assert calls[-1] == ("match end", result.score_sheet)
    hands = 0
    position = 1
    while position < len(calls) - 1:
        kind, opening = calls[position]
        assert (kind, type(opening)) == ("event", HandOpened)
        assert opening.hand_index == hands
        kind, view = calls[position + 1]
        assert (kind, view.hand_index, view.phase, view.seat) == ("hand start", hands, Phase.UPCARD_FIRST, seat)
        end = next(i for i, (kind, _) in enumerate(calls) if i > position and kind == "hand end")
        inside = calls[position + 2 : end]
        assert {kind for kind, _ in inside} <= {"event", "choose"}
        assert type(inside[-1][1]) in (HandEnded, HandEndedUnseen)
        assert [type(told) for _, told in inside].count(type(inside[-1][1])) == 1
        kind, view = calls[end]
        assert (view.result, view.phase, view.hand_index) == (result.hands[hands], Phase.HAND_OVER, hands)
        hands += 1
        position = end + 1
    assert hands == len(result.hands)


PUBLIC = (
    HandOpened,
    Passed,
    DiscardTaken,
    StockDrawnUnseen,
    Discarded,
    KnockedUnseen,
    BigGinCalled,
    LaidOff,
    LayoffsFinished,
    HandEnded,
    HandEndedUnseen,
)
OWN = (StockDrawn, Knocked)


@pytest.mark.parametrize("preset", ["classic", "standard", "oklahoma"])
def test_both_seats_hear_the_same_but_for_their_own_draws_and_knocks(preset):
    """Each event comes to both; StockDrawn and Knocked to their own seat, to the other without the card."""
    bots, _ = diaries(seed=3, ruleset=variant(preset))
    heard = [[told for kind, told in bot.calls if kind == "event"] for bot in bots]
    assert len(heard[0]) == len(heard[1])
    for events in zip(*heard, strict=True):
        for seat, event in enumerate(events):
            assert type(event) in PUBLIC or (type(event) in OWN and event.seat == seat)
        first, second = events
        if first == second:
            assert type(first) not in (*OWN, StockDrawnUnseen, KnockedUnseen)
            continue
        own, other = events if type(first) in OWN else events[::-1]
        assert type(other) is {StockDrawn: StockDrawnUnseen, Knocked: KnockedUnseen}[type(own)]
        assert own.seat == other.seat


def test_an_open_knock_discard_is_heard_by_both():
    """knock_discard_hidden=False: Knocked itself, face up, comes to both seats."""
    bots, _ = diaries(seed=3, ruleset=variant(knock_discard_hidden=False))
    heard = [[told for kind, told in bot.calls if kind == "event" and type(told) is Knocked] for bot in bots]
    assert heard[0] == heard[1] != []
    assert not any(event.face_down for event in heard[0])


@pytest.mark.parametrize("seat", [0, 1])
def test_views_hold_none_of_the_opponents_cards_before_the_end(seat):
    """Start and choice show no hand of the opponent's; the end does, unless the hand was void."""
    bots, _ = diaries(seed=3, ruleset=variant(wall_stock=16, max_hands=12))
    ends = set()
    for kind, view in bots[seat].calls:
        if kind in ("hand start", "choose"):
            assert (view.seat, view.opponent_hand, view.result) == (seat, None, None)
        if kind == "hand end":
            assert (view.opponent_hand is None) == (view.result.kind.name == "VOID")
            ends.add(view.result.kind.name == "VOID")
    assert ends == {True, False}


def test_a_hook_that_is_not_overridden_does_nothing():
    """A diary beside it changes nothing about the match."""
    _, result = diaries(seed=3)
    assert result.journal == play_match(SimpleBot, SimpleBot, seed=3, ruleset=DIARY_RULES).journal


def choosing(action_of):
    """A bot that plays at random till `action_of(view)` gives it something else."""

    class Chooser(RandomBot):
        def choose(self, view):
            self.last = view
            return action_of(view) or super().choose(view)

    return Chooser()


ILLEGAL = {
    "a card not held": lambda view: Discard(next(card for card in ALL_CARDS if card not in view.hand)),
    "a draw twice": lambda view: DrawStock() if view.phase is Phase.ACT else None,
    "a pass in DRAW": lambda view: Pass() if view.phase is Phase.DRAW else None,
    "the taken card": lambda view: (
        Discard(view.taken) if view.taken else TakeDiscard() if TakeDiscard() in view.legal_actions else None
    ),
    "a knock with too much": lambda view: (
        Knock(view.hand[0]) if view.phase is Phase.ACT and Knock(view.hand[0]) not in view.legal_actions else None
    ),
    "a text": lambda _: "draw",
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("action_of", ILLEGAL.values(), ids=list(ILLEGAL))
def test_an_illegal_choice_shows_the_view_the_choice_and_the_legal_actions(action_of, seat):
    """The one note of the IllegalAction holds all three as they were at that decision, and the seat."""
    bot = choosing(action_of)
    bots = (bot, RandomBot) if seat == 0 else (RandomBot, bot)
    with pytest.raises(IllegalAction) as raised:
        play_match(*bots, seed=1)
    (note,) = raised.value.__notes__
    assert f"seat {seat}" in note.splitlines()[0]
    assert f"chose {action_of(bot.last)!r}" in note.splitlines()[0]
    assert render_view(bot.last) in note
    assert ", ".join(map(format_action, bot.last.legal_actions)) in note


def test_what_a_bot_raises_comes_through_as_it_is():
    """The author sees the error where it was made, from plain and async methods."""

    class Broken(Bot):
        def choose(self, _view):
            raise ZeroDivisionError("plain")

    class BrokenLater(Bot):
        async def choose(self, _view):
            raise ZeroDivisionError("async")

    for bot, told in ((Broken, "plain"), (BrokenLater, "async")):
        with pytest.raises(ZeroDivisionError, match=told):
            play_match(bot, bot, seed=1)


def test_a_match_without_a_seed_draws_one():
    """Two such matches differ, and each one's journal reveals what it was dealt from."""
    first, second = (play_match(RandomBot, RandomBot, ruleset=variant(max_hands=1)).journal for _ in range(2))
    assert first.reveal.match_seed != second.reveal.match_seed
    for journal in (first, second):
        assert journal.header.commitment == deck.commitment(journal.reveal.master_seed)
        assert journal.reveal.match_seed == deck.match_seed(journal.reveal.master_seed, "practice", {})


@pytest.mark.parametrize("seed", [0, "0", "00", bytes(32), "0" * 64])
def test_every_form_of_a_seed_stands_for_its_32_bytes(seed):
    """Number, hex digits with or without zeros, bytes."""
    journal = play_match(RandomBot, RandomBot, seed=seed, ruleset=variant(max_hands=1)).journal
    assert journal.header.commitment == deck.commitment(bytes(32))


def test_a_seed_may_have_capital_digits_and_its_full_length():
    """64 digits of either case, and the largest number."""
    largest = (1 << 256) - 1
    journals = [
        play_match(RandomBot, RandomBot, seed=seed, ruleset=variant(max_hands=1)).journal
        for seed in ("f" * 64, "F" * 64, largest, b"\xff" * 32)
    ]
    assert all(journal == journals[0] for journal in journals)


MASTER = (8).to_bytes(32, "big")


@cache
def journalled():
    """A match and its lines as objects."""
    options = {"names": ("ann", "bob"), "ruleset": variant("oklahoma"), "deal_key": "k", "match_id": "m-1"}
    result = play_match(RandomBot, SimpleBot, seed=MASTER, **options)
    return result, lines_of(result)


def test_the_header_tells_what_the_match_was_played_by():
    """Format, match, deal key, leg, bots, the ruleset in full with enums by name, stock, first dealer, commitment."""
    _, (header, *_) = journalled()
    header = dict(header)
    wanted = {field.name: getattr(variant("oklahoma"), field.name) for field in fields(Ruleset)}
    assert header.pop("ruleset") == {n: value.name if isinstance(value, Enum) else value for n, value in wanted.items()}
    assert header.pop("software").startswith("gin-referee ")
    assert header == {
        "type": "header",
        "format": "ginlog",
        "version": 1,
        "match_id": "m-1",
        "deal_key": "k",
        "leg": 0,
        "number": 0,
        "bots": ["ann", "bob"],
        "nonces": [],
        "clock": None,
        "stock": "shared",
        "hands": None,
        "first_dealer": deck.first_dealer(deck.match_seed(MASTER, "k", {})),
        "commitment": deck.commitment(MASTER).hex(),
        "prev": GENESIS,
    }


def test_the_ruleset_of_the_header_makes_the_ruleset_again():
    """Its fields, enums by name, are what Ruleset takes."""
    _, (header, *_) = journalled()
    assert Ruleset(**header["ruleset"]) == variant("oklahoma")


def test_the_footer_tells_the_sheet_and_the_hash_of_the_line_before():
    """Termination, fault, winner, scores, boxes, finals, margin, head."""
    result, (*_, last, footer, _) = journalled()
    sheet = result.score_sheet
    wanted = {"winner": sheet.winner, "margin": sheet.margin} | {
        name: list(getattr(sheet, name)) for name in ("scores", "boxes", "finals")
    }
    head = line_hash(result.journal.lines[-3])
    assert last["type"] == "decision"
    assert (footer["type"], footer["termination"], footer["fault"]) == ("footer", "COMPLETED", None)
    assert (footer["sheet"], footer["head"], footer["prev"]) == (wanted, head, head)


def test_the_digest_is_that_of_header_decisions_and_footer():
    """SHA-256, as anyone can take it: the lines before, and the footer without digest and head, each with its break."""
    result, (*_, footer, _) = journalled()
    bare = {name: value for name, value in footer.items() if name not in ("digest", "head")}
    lines = [*result.journal.lines[:-2], json.dumps(bare, separators=(",", ":"))]
    assert footer["digest"] == hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def test_the_digest_depends_on_every_decision():
    """Another match of the same terms and another seed has another one."""
    digests = {lines_of(play_match(RandomBot, SimpleBot, seed=n, ruleset=QUICK))[-2]["digest"] for n in range(4)}
    assert len(digests) == 4


def test_the_seeds_stand_in_the_reveal_and_nowhere_before():
    """The last line holds both; no line before it the match seed or the master seed."""
    result, (*_, reveal) = journalled()
    assert bytes.fromhex(reveal["match_seed"]) == deck.match_seed(MASTER, "k", {})
    assert bytes.fromhex(reveal["master_seed"]) == MASTER
    before = "".join(result.journal.lines[:-1])
    assert reveal["match_seed"] not in before
    assert reveal["master_seed"] not in before


def test_each_line_holds_the_hash_of_the_line_before():
    """The chain, taken with nothing but SHA-256, holds from the first line to the head."""
    result, objects = journalled()
    before = GENESIS
    for text, line in zip(result.journal.lines, objects, strict=True):
        assert line["prev"] == before
        before = hashlib.sha256(text.encode()).hexdigest()
        assert before == line_hash(text)
    assert before == result.journal.head


def test_a_journal_without_a_line_has_the_first_hash_as_its_head():
    """64 zeros."""
    assert JournalWriter().journal.head == GENESIS == "0" * 64


def test_the_text_of_a_journal_reads_back():
    """A line each, every one ended, and parsed to the same journal."""
    result, objects = journalled()
    text = str(result.journal)
    assert text.endswith("\n")
    assert [json.loads(line) for line in text.splitlines()] == objects
    assert parse_journal(text) == result.journal


@pytest.mark.parametrize("stock", ["shared", "seat-locked"])
@pytest.mark.parametrize("preset", ["classic", "standard", "oklahoma"])
def test_a_journal_plays_the_match_again(preset, stock):
    """Header, decisions and the revealed seed are enough: same hands, same sheet, forced where there was no choice."""
    result = play_match(SimpleBot, ExpertBot, seed=12, ruleset=variant(preset), stock=stock)
    header, *decisions, footer, reveal = lines_of(result)
    seed = bytes.fromhex(reveal["match_seed"])
    state = match.start_match(Ruleset(**header["ruleset"]), header["first_dealer"], header["stock"])
    for line in decisions:
        if state.between_hands:
            state, _ = match.deal_hand(state, deck.shuffle_v1(seed, len(state.results)))
        assert line.get("forced", False) is (len(legal_actions(state.hand)) == 1)
        state, _ = match.apply(state, parse_action(line["action"]), line["seat"])
    assert state.over
    assert (state.results, state.sheet) == (result.hands, result.score_sheet)
    assert footer["sheet"]["scores"] == list(state.sheet.scores)


def test_a_spread_that_a_bot_declares_stands_in_the_journal():
    """A knock with melds is written with them, and the defender sees them in that order."""
    seen = []

    class Declaring(SimpleBot):
        def choose_discard(self, view):
            action = super().choose_discard(view)
            if not isinstance(action, Knock):
                return action
            kept = replace(view, hand=tuple(card for card in view.hand if card != action.discard))
            return Knock(action.discard, kept.arrangement.melds[::-1])

    class Seeing(SimpleBot):
        def on_event(self, event):
            if isinstance(event, KnockedUnseen):
                seen.append(event.spread)

    lines = lines_of(play_match(Declaring, Seeing, seed=5))
    knocks = [line["action"] for line in lines if line["type"] == "decision" and line["seat"] == 0]
    declared = [parse_action(text).melds for text in knocks if text.startswith("knock")]
    assert declared == seen != []


def test_a_match_state_shows_each_seat_its_own_view():
    """view_for a match carries its hand's number and its sheet."""
    state = won_by(match.start_match(variant(), 0), 1)
    state, _ = match.deal_hand(state, deck.shuffle_v1(bytes(32), 1))
    for seat in (0, 1):
        view = view_for(state, seat)
        assert (view.seat, view.hand_index, view.sheet) == (seat, 1, state.sheet)
        assert view.hand == state.hand.hands[seat]
    assert view_for(state, 0).scores == (0, 58)
