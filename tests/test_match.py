"""Whole matches in one process: dealers, bots, hooks, seeds, and the journal's chain."""

import json
from dataclasses import replace

import pytest

from deals import variant
from ginrummy import Bot, IllegalAction, PlayerView, deck, match
from ginrummy.actions import Discard, DrawStock, FinishLayoffs, LayOff, Pass
from ginrummy.cards import ALL_CARDS
from ginrummy.errors import SeatError, SeedError, StateError
from ginrummy.events import StockDrawn
from ginrummy.melds import best_layoffs
from ginrummy.record import GENESIS, line_hash
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
    assert "legal: discard" in note
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
