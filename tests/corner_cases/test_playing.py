"""What the corner cases are played with: refusals, and hands that a given seat wins or that end at the wall."""

from copy import deepcopy

import pytest

from deals import dealt, deck_of, play, variant
from ginrummy import IllegalAction, match
from ginrummy.actions import Discard, DrawStock, Knock, Pass
from ginrummy.hand import apply, legal_actions

JUNK = "2C 4D 6H 8S TC QD KH 3S 5C 7D"
"""Ten cards without a meld or two neighbours of a suit."""
OTHER_JUNK = "AC 3D 5H 7S 9C JD QH 2S 4C 6D"
TEN_RUN = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"
ALL_MELDED = "4D 4C 4H 8C 8D 8H JD JC JH JS"


def refused(state, action, seat=None):
    """The reason for which `action` is refused, once it is clear that the refusal has changed nothing."""
    before, to_act, legal = deepcopy(state), state.to_act, legal_actions(state)
    with pytest.raises(IllegalAction) as caught:
        apply(state, action, seat=seat)
    assert caught.value.reason
    assert state == before
    assert (state.to_act, legal_actions(state)) == (to_act, legal)
    return caught.value.reason


def junk(**changes):
    """A hand of nothing, with seat 0 to choose about the upcard 9H and JS, QC, 8D on top of the stock."""
    return dealt(JUNK, OTHER_JUNK, "9H", "JS QC 8D", variant(**changes))


def after_passes(*hand, **changes):
    """`dealt(*hand)` after both have left the upcard and the non-dealer, seat 0, has drawn from the stock."""
    return play(dealt(*hand, **changes), Pass(), Pass(), DrawStock())


def spread_indexes(state):
    """The meld index by each meld's text, as the spread lies."""
    return {" ".join(map(str, meld)): i for i, meld in enumerate(state.showdown.spread)}


def played(state, *actions):
    """The match after actions of the hand in play."""
    for action in actions:
        state, _ = match.apply(state, action)
    return state


def gin_for(state, seat, loser=ALL_MELDED, upcard="KD"):
    """The match after a hand that `seat` wins with a run of ten cards, for 25 and the deadwood of `loser`."""
    non_dealer = 1 - state.dealer
    hands = (TEN_RUN, loser) if seat == non_dealer else (loser, TEN_RUN)
    state, _ = match.deal_hand(state, deck_of(*hands, upcard, "9C TC"))
    state = played(state, Pass(), Pass(), DrawStock())
    if seat != non_dealer:
        state = played(state, Discard(state.hand.drawn), DrawStock())
    return played(state, Knock(state.hand.drawn))


def void_for(state, upcard="9H"):
    """The match after a hand in which each seat sheds what it draws, down to the wall."""
    state, _ = match.deal_hand(state, deck_of(JUNK, OTHER_JUNK, upcard))
    state = played(state, Pass(), Pass())
    while not state.between_hands and not state.over:
        state = played(state, DrawStock())
        state = played(state, Discard(state.hand.drawn))
    return state


def test_refused_is_false_of_an_action_that_is_accepted():
    """A corner case that is accepted by mistake fails."""
    with pytest.raises(pytest.fail.Exception):
        refused(junk(), Pass())


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("dealer", [0, 1])
def test_gin_for_is_won_by_that_seat(seat, dealer):
    """Whoever deals, the seat asked for wins 25 points."""
    after = gin_for(match.start_match(variant(), dealer), seat)
    assert (after.results[-1].winner, after.results[-1].points) == (seat, 25)


def test_void_for_is_won_by_nobody():
    """The hand ends at the wall."""
    after = void_for(match.start_match(variant(), 0))
    assert after.results[-1].void_reason.name == "WALL"
