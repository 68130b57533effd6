"""Corner cases B: drawing and shedding."""

import pytest

from corner_cases.test_playing import JUNK, OTHER_JUNK, junk, played, refused
from deals import dealt, deck_of, melds, play, variant
from ginrummy import Card, InvalidInput, Phase, match
from ginrummy.actions import Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.events import StockDrawn
from ginrummy.hand import apply, legal_actions

GOOD = ("4H 5H 6H", "8C 9C TC", "QS QD QH")


def test_corner_13_taken_card_may_not_go_face_down_either():
    """The 9D just taken from the pile cannot be the knock's face-down card, with melds declared or without."""
    dealer = " ".join(GOOD) + " AD"
    state = dealt("2C 4D 6S 8S TD KD KH 3S 5C 7D", dealer, "KS", "9D")
    state = play(state, Pass(), Pass(), DrawStock(), Discard(Card("9D")), TakeDiscard())
    assert (state.phase, state.taken) == (Phase.ACT, Card("9D"))
    assert "9D" in refused(state, Knock(Card("9D")))
    refused(state, Knock(Card("9D"), melds(*GOOD)))
    assert Knock(Card("9D")) not in legal_actions(state)
    assert Knock(Card("AD")) in legal_actions(state)


def test_corner_15_the_ban_lasts_one_turn():
    """9D, taken in an earlier turn, may be shed in the turn that takes another pile card, which may not."""
    state = dealt(JUNK, OTHER_JUNK, "9D", "JS QC 8D")
    state = play(state, TakeDiscard())
    refused(state, Discard(Card("9D")))
    state = play(state, Discard(Card("KH")), DrawStock(), Discard(Card("QH")), TakeDiscard())
    assert state.taken == Card("QH")
    refused(state, Discard(Card("QH")))
    assert Discard(Card("9D")) in legal_actions(state)
    assert play(state, Discard(Card("9D"))).pile[-1] == Card("9D")


def test_corner_17_one_draw_and_one_discard_a_turn():
    """With eleven cards nothing can be drawn, and with ten nothing can be shed."""
    drawn = play(junk(), Pass(), Pass(), DrawStock())
    refused(drawn, DrawStock())
    refused(drawn, TakeDiscard())
    taken = play(junk(), TakeDiscard())
    refused(taken, DrawStock())
    refused(taken, TakeDiscard())
    draw = play(taken, Discard(Card("KH")))
    assert (draw.phase, len(draw.hands[1])) == (Phase.DRAW, 10)
    for state in (junk(), play(junk(), Pass()), play(junk(), Pass(), Pass()), draw):
        for card in state.hands[state.to_act]:
            refused(state, Discard(card))


@pytest.mark.parametrize("code", ["1H", "10H", "th", "TH ", "", "ZZ", None, 52, -1])
def test_corner_18_only_held_cards_with_their_codes(code):
    """Neither a card of the other hand, the pile or the stock can be shed, nor a code that is no card: T is the ten."""
    state = play(junk(), Pass(), Pass(), DrawStock())
    for elsewhere in (state.hands[1][0], state.pile[-1], state.stock[0]):
        refused(state, Discard(elsewhere))
        refused(state, Knock(elsewhere))
    with pytest.raises(InvalidInput):
        Card(code)
    refused(state, Discard(code))
    refused(state, Knock(code))
    assert str(Card("TH").rank) == "T"


def cycling():
    """A match whose hand is at its 50th TakeDiscard in DRAW: three small cards have gone round, seat 0 holds eleven."""
    state = match.start_match(variant(dealer_rotation="ALTERNATE"), first_dealer=1)
    state, _ = match.deal_hand(state, deck_of(" ".join(GOOD) + " AD", "2C 4D 6S 8S TD KD KH 5S JC 3C", "2S"))
    small = {Card("AD"), Card("2S"), Card("3C")}
    for _ in range(50):
        state = played(state, TakeDiscard())
        assert state.hand.phase is Phase.ACT
        seat = state.hand.to_act
        shed = next(card for card in state.hand.hands[seat] if card in small and card is not state.hand.taken)
        state = played(state, Discard(shed))
    return played(state, TakeDiscard())


def test_corner_19_the_fiftieth_pile_draw_is_the_last():
    """The turn of the 50th TakeDiscard in DRAW is finished: a knock counts, a discard voids the hand, same dealer."""
    state = cycling()
    assert (state.hand.pile_draws, state.hand.phase, state.hand.to_act) == (50, Phase.ACT, 0)
    held = next(card for card in state.hand.hands[0] if card.points <= 3 and card is not state.hand.taken)
    assert {Discard(held), Knock(held)} <= set(legal_actions(state.hand))
    knocked = played(state, Knock(held))
    assert knocked.hand.phase is Phase.LAYOFF
    over = played(state, Discard(held))
    result = over.results[-1]
    assert (result.kind.name, result.void_reason.name, result.winner, result.points) == ("VOID", "CYCLE", None, 0)
    assert (over.between_hands, over.dealer, over.sheet.scores, over.sheet.boxes) == (True, 1, (0, 0), (0, 0))


def test_corner_20_the_same_draw_sent_twice_draws_one_card():
    """Applied twice to one state, an action gives equal states and events; the state after it takes no second draw."""
    state = play(junk(), Pass(), Pass())
    first, second = apply(state, DrawStock()), apply(state, DrawStock())
    assert first == second
    assert first[1] == (StockDrawn(0, Card("JS")),)
    assert (len(state.stock), len(second[0].stock), len(second[0].hands[0])) == (31, 30, 11)
    refused(second[0], DrawStock())
