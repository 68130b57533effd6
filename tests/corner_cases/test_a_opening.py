"""Corner cases A: the upcard and the first turn."""

from corner_cases.test_playing import ALL_MELDED, JUNK, TEN_RUN, junk, refused
from deals import dealt, play
from ginrummy import Card, Phase, parse_cards
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.events import Discarded, Knocked
from ginrummy.hand import apply, legal_actions

ALMOST_MELDED = "4H 5H 6H 8C 9C TC QS QD 6D KC"
"""With QH: three melds, 6 when KC is shed."""
AGAINST = "AC 3D 5S 7S 9H JD QC 2S 4C 7D"


def test_corner_01_dealer_may_not_take_the_upcard_first():
    """In UPCARD_FIRST the dealer cannot take the upcard, because it is not its turn."""
    state = junk()
    assert (state.phase, state.to_act) == (Phase.UPCARD_FIRST, 0)
    refused(state, TakeDiscard(), seat=1)


def test_corner_02_upcard_is_taken_or_left():
    """In UPCARD_FIRST there is TakeDiscard and Pass, and nothing else, a draw from the stock least of all."""
    state = junk()
    assert set(legal_actions(state)) == {TakeDiscard(), Pass()}
    refused(state, DrawStock())
    card = state.hands[0][0]
    for action in (Discard(card), Knock(card), BigGin(), LayOff(card, 0), FinishLayoffs()):
        refused(state, action)


def test_corner_03_refused_upcard_is_gone_for_the_non_dealer():
    """After both have passed the non-dealer must draw from the stock and cannot take the upcard after all."""
    state = play(junk(), Pass(), Pass())
    assert (state.phase, state.to_act, legal_actions(state)) == (Phase.FORCED_STOCK, 0, (DrawStock(),))
    refused(state, TakeDiscard())


def test_corner_04_forced_stock_is_the_non_dealers():
    """In FORCED_STOCK the dealer can neither take the upcard nor draw; it is the non-dealer's draw."""
    state = play(junk(), Pass(), Pass())
    refused(state, TakeDiscard(), seat=1)
    refused(state, DrawStock(), seat=1)
    assert play(state, DrawStock()).drawn == Card("JS")


def test_corner_05_dealer_takes_the_upcard_then_a_free_draw():
    """After the dealer has taken the upcard and shed X, the non-dealer is in DRAW and may take X or draw."""
    state = play(junk(), Pass(), TakeDiscard(), Discard(Card("JD")))
    assert (state.phase, state.to_act) == (Phase.DRAW, 0)
    assert set(legal_actions(state)) == {DrawStock(), TakeDiscard()}
    assert Card("JD") in play(state, TakeDiscard()).hands[0]
    assert Card("JS") in play(state, DrawStock()).hands[0]


def test_corner_06_non_dealer_takes_the_upcard_no_second_offer():
    """After the non-dealer has taken the upcard and shed X, the dealer is in DRAW at once."""
    state = play(junk(), TakeDiscard(), Discard(Card("KH")))
    assert (state.phase, state.to_act) == (Phase.DRAW, 1)
    assert set(legal_actions(state)) == {DrawStock(), TakeDiscard()}
    assert Card("KH") in play(state, TakeDiscard()).hands[1]


def test_corner_07_taken_upcard_stays_for_the_turn():
    """The upcard 7S, taken, cannot be shed in the same turn, the first one included."""
    state = play(dealt(JUNK, "AC 3D 5H 7H 9C JD QH 2S 4C 6D", "7S"), TakeDiscard())
    assert Discard(Card("7S")) not in legal_actions(state)
    assert "7S" in refused(state, Discard(Card("7S")))


def test_corner_08_stock_card_may_go_straight_out():
    """The card drawn in FORCED_STOCK can be shed at once."""
    state = play(junk(), Pass(), Pass(), DrawStock())
    assert Discard(state.drawn) in legal_actions(state)
    after, events = apply(state, Discard(Card("JS")))
    assert events == (Discarded(0, Card("JS")),)
    assert (after.phase, after.to_act, after.pile[-1]) == (Phase.DRAW, 1, Card("JS"))


def test_corner_09_ten_melded_cards_must_still_draw():
    """Ten melded cards dealt cannot knock in UPCARD_FIRST; after passing, drawing and shedding they are gin."""
    state = dealt(TEN_RUN, ALL_MELDED, "KD", "9C")
    for card in (*state.hands[0], state.upcard):
        refused(state, Knock(card))
    refused(state, Knock(Card("KD"), (parse_cards(TEN_RUN),)))
    state = play(state, Pass(), Pass())
    refused(state, Knock(Card("AS")))
    state = play(state, DrawStock(), Knock(Card("9C")))
    assert (state.result.kind.name, state.result.winner) == ("GIN", 0)


def test_corner_10_non_dealer_knocks_on_turn_one():
    """The non-dealer can knock in the turn that takes the upcard."""
    state = play(dealt(ALMOST_MELDED, AGAINST, "QH"), TakeDiscard())
    assert Knock(Card("KC")) in legal_actions(state)
    after, events = apply(state, Knock(Card("KC")))
    assert (after.phase, after.to_act, after.showdown.deadwood) == (Phase.LAYOFF, 1, 6)
    assert [type(event) for event in events] == [Knocked]


def test_corner_11_dealer_knocks_on_its_first_turn():
    """The dealer can knock in the turn that takes the upcard that the non-dealer left."""
    state = play(dealt(AGAINST, ALMOST_MELDED, "QH"), Pass(), TakeDiscard())
    assert Knock(Card("KC")) in legal_actions(state)
    after = play(state, Knock(Card("KC")))
    assert (after.phase, after.to_act, after.showdown.knocker, after.showdown.deadwood) == (Phase.LAYOFF, 0, 1, 6)
