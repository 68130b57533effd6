"""Corner cases F: the wall, and hands that nobody wins."""

import pytest

from corner_cases.test_playing import JUNK, OTHER_JUNK, gin_for, refused, void_for
from deals import dealt, deck_of, play, variant
from ginrummy import PRESETS, Card, Phase, match, parse_cards, view_for
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.events import Discarded, HandEnded, HandEndedUnseen
from ginrummy.hand import apply, legal_actions
from ginrummy.view import event_for, public_event

KNOCKS = "4H 5H 6H 8C 9C TC QS QD QH AC"
"""Three melds and 1."""
WAITS_FOR_TS = "AS 2S 3S 4S 5S 6S 7S 8S 9S KD"
"""Ten of spades makes it gin."""
UPCARD = "JD"


def at_stock(left, **changes):
    """Each seat sheds what it draws until so many cards are left and one more is drawn; TS is the 50th card."""
    named = parse_cards(f"{KNOCKS} {WAITS_FOR_TS} {UPCARD} TS")
    others = [card for card in ALL_CARDS if card not in named]
    stock = " ".join(map(str, [*others[:28], Card("TS"), *others[28:]]))
    state = play(dealt(KNOCKS, WAITS_FOR_TS, UPCARD, stock, variant(**changes)), Pass(), Pass(), DrawStock())
    while len(state.stock) > left:
        state = play(state, Discard(state.drawn), DrawStock())
    assert (state.phase, len(state.stock)) == (Phase.ACT, left)
    return state


def test_corner_59_the_discard_at_two_voids_the_hand():
    """Shedding with two cards left ends the hand at once, even when the card shed would give the opponent gin."""
    state = at_stock(2)
    assert (state.to_act, state.drawn) == (0, Card("TS"))
    over, events = apply(state, Discard(Card("TS")))
    assert (over.phase, over.to_act, legal_actions(over)) == (Phase.HAND_OVER, None, ())
    assert (over.result.kind.name, over.result.void_reason.name) == ("VOID", "WALL")
    assert (over.result.winner, over.result.points) == (None, 0)
    assert [type(event) for event in events] == [Discarded, HandEnded]
    refused(over, TakeDiscard(), seat=1)
    refused(over, Knock(Card("KD")))


def test_corner_60_the_fiftieth_card_may_knock():
    """A knock with two cards left is scored as any other."""
    state = at_stock(2)
    assert Knock(Card("TS")) in legal_actions(state)
    state = play(state, Knock(Card("TS")))
    assert (state.phase, state.to_act) == (Phase.LAYOFF, 1)
    result = play(state, FinishLayoffs()).result
    assert (result.kind.name, result.winner, result.points) == ("KNOCK", 0, 9)


def test_corner_61_three_cards_left_is_no_wall():
    """With three cards left, taking the pile's top and shedding another leaves the opponent in DRAW."""
    state = at_stock(3)
    state = play(state, Discard(state.drawn))
    assert (state.phase, state.to_act, len(state.stock)) == (Phase.DRAW, 0, 3)
    state = play(state, TakeDiscard(), Discard(Card("AC")))
    assert (state.phase, state.to_act, state.result) == (Phase.DRAW, 1, None)
    assert set(legal_actions(state)) == {DrawStock(), TakeDiscard()}


def test_corner_62_at_the_wall_only_going_out_or_passing():
    """Under OPPONENT_MAY_GO_OUT the last discard may only be gone out with, without shedding it, or passed."""
    wall = play(at_stock(2, wall_rule="OPPONENT_MAY_GO_OUT"), Discard(Card("TS")))
    assert (wall.phase, wall.to_act, len(wall.hands[1])) == (Phase.WALL, 1, 10)
    for action in (TakeDiscard(), DrawStock(), Discard(Card("TS")), Discard(Card("KD")), Knock(Card("TS")), BigGin()):
        refused(wall, action)
    refused(wall, LayOff(Card("TS"), 0))
    ways_out = {Knock(card) for card in parse_cards("KD AS 4S 5S 6S 7S")}
    assert set(legal_actions(wall)) == {Pass(), *ways_out}
    passed = play(wall, Pass())
    assert (passed.phase, passed.result.kind.name) == (Phase.HAND_OVER, "VOID")
    out = play(wall, Knock(Card("KD")))
    assert (out.result.kind.name, out.result.winner, out.result.points) == ("GIN", 1, 26)
    assert Card("TS") in out.hands[1]
    assert Card("TS") not in out.pile


def test_corner_64_a_void_hand_scores_nothing_and_shows_nothing():
    """A void hand gives no points and no box; the same dealer deals another deck, and no hand is revealed."""
    state = void_for(match.start_match(variant(), first_dealer=1))
    assert (state.sheet.scores, state.sheet.boxes, state.dealer, state.between_hands) == ((0, 0), (0, 0), 1, True)
    ended = HandEnded(state.results[-1], state.hand.hands)
    for seat in (0, 1):
        view = view_for(state, seat)
        assert view.opponent_hand is None
        assert not [card for card in state.hand.hands[1 - seat] if repr(card) in repr(view)]
        assert event_for(ended, seat, state.ruleset) == HandEndedUnseen(state.results[-1])
    assert public_event(ended, state.ruleset) == HandEndedUnseen(state.results[-1])
    again, events = match.deal_hand(state, deck_of(OTHER_JUNK, JUNK, "8D"))
    assert (events[0].dealer, events[0].hand_index, again.hand.upcard) == (1, 1, Card("8D"))


@pytest.mark.parametrize("dealer", [0, 1])
def test_corner_65_three_void_hands_keep_the_dealer(dealer):
    """Under ALTERNATE one seat deals three void hands and the next one, and only then the other."""
    state, dealt_by = match.start_match(variant(dealer_rotation="ALTERNATE"), dealer), []
    for _ in range(3):
        dealt_by.append(state.dealer)
        state = void_for(state)
    for winner in (0, 1, 1):
        dealt_by.append(state.dealer)
        state = gin_for(state, winner)
    assert dealt_by == [dealer] * 4 + [1 - dealer, dealer]


@pytest.mark.parametrize("preset", PRESETS)
def test_corner_66_void_hands_only_are_a_draw(preset):
    """When `max_hands` is reached by void hands alone nobody has won."""
    state = match.start_match(variant(preset, max_hands=3), first_dealer=0)
    for _ in range(3):
        assert not state.over
        state = void_for(state)
    assert (state.over, state.sheet.winner, state.sheet.finals, state.sheet.margin) == (True, None, (0, 0), 0)
    refused(state.hand, DrawStock())


def test_the_card_taken_at_the_wall_is_known_to_the_opponent():
    """Going out at the wall takes the pile's top, so the other seat counts it among the cards that the knocker took."""
    state = play(at_stock(2, wall_rule="OPPONENT_MAY_GO_OUT"), Discard(Card("TS")), Knock(Card("KD")))
    assert view_for(state, 1 - state.showdown.knocker).opponent_known == (Card("TS"),)
