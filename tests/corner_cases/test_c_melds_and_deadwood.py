"""Corner cases C: what is a meld and what is left."""

import pytest

from corner_cases.test_playing import TEN_RUN, after_passes, refused
from deals import melds, play
from ginrummy import Card, format_cards, parse_cards
from ginrummy.actions import Knock
from ginrummy.melds import best_arrangement, deadwood, is_meld

DEFENDER = "KS KH 8S 8D 7D JS JD JH 3C 4C"


def arranged(text):
    return {format_cards(meld) for meld in best_arrangement(parse_cards(text)).melds}


@pytest.mark.parametrize(
    ("cards", "run", "left"), [("QS KS AS", False, 21), ("KS AS 2S", False, 13), ("AS 2S 3S", True, 0)]
)
def test_corner_22_the_ace_is_low_only(cards, run, left):
    """No run goes over the king to the ace; A-2-3 is one."""
    assert (is_meld(parse_cards(cards)), deadwood(parse_cards(cards))) == (run, left)


def test_corner_23_set_of_four_first_is_worse():
    """6-6-6-6 with 7C 8C is melded as a set of three and a run, for 0, where the set of four would leave 15."""
    assert deadwood(parse_cards("6H 6S 6D 6C 7C 8C")) == 0
    assert arranged("6H 6S 6D 6C 7C 8C") == {"6D 6H 6S", "6C 7C 8C"}
    assert deadwood(parse_cards("7C 8C")) == 15


def test_corner_24_a_run_of_four_beats_the_set_of_threes():
    """A-2-3-4S with the eights leaves 16; the set of threes, which needs 3S, would leave 17."""
    hand = "3S 3D 3H 8S 8D 8H KS 4S AS 2S"
    assert deadwood(parse_cards(hand)) == 16
    assert arranged(hand) == {"AS 2S 3S 4S", "8D 8H 8S"}
    assert sum(card.points for card in parse_cards("KS 4S AS 2S")) == 17


@pytest.mark.parametrize("spread", [(TEN_RUN,), ("AS 2S 3S 4S 5S", "6S 7S 8S 9S TS"), ()])
def test_corner_26_ten_cards_of_a_suit_are_gin(spread):
    """A run of ten is gin as one meld, as two of five, and undeclared."""
    state = after_passes(TEN_RUN, "4D 4C 4H 8C 8D 8H JD JC JH JS", "KD", "9C")
    state = play(state, Knock(Card("9C"), melds(*spread)))
    assert (state.result.kind.name, state.result.winner, state.result.points) == ("GIN", 0, 25)


def knocking(hand, filler="9D"):
    return after_passes(hand, DEFENDER, "2D", filler)


@pytest.mark.parametrize(
    ("no_meld", "others"), [("3S 4S 6S", "AD"), ("7S 7H", "7C AD"), ("7S 7S 7H", "7C AD")], ids=["gap", "pair", "twice"]
)
def test_corner_27_declared_cards_must_be_a_meld(no_meld, others):
    """Cards with a gap, a pair, and two cards with one of them twice are refused as a meld, and named."""
    good = ("4H 5H 6H", "QS QD QH")
    held = dict.fromkeys(f"{' '.join(good)} {no_meld} {others}".split())
    state = knocking(" ".join(held))
    reason = refused(state, Knock(Card("9D"), melds(*good, no_meld)))
    assert no_meld.split()[0] in reason


def test_corner_28_declared_melds_share_no_card():
    """2-3-4H and 2-2-2 cannot both be declared with one 2H, which the reason names."""
    state = after_passes("2H 3H 4H 2S 2D KS KD KC AC AD", "5H 6H AH 9S 9D 9C JS JD JC TS", "7C", "8D")
    assert "2H" in refused(state, Knock(Card("8D"), melds("2H 3H 4H", "2H 2S 2D", "KS KD KC")))
    assert play(state, Knock(Card("8D"), melds("2H 3H 4H", "KS KD KC"))).showdown.deadwood == 6


def test_corner_29_declared_cards_are_held_and_kept():
    """A meld with the card being shed is refused, and one with a card that is not held."""
    state = knocking("4H 5H 6H 7H 8H 9H QS QD QH AD", "TH")
    good = melds("QS QD QH")
    assert play(state, Knock(Card("TH"), (*good, *melds("4H 5H 6H 7H 8H 9H")))).showdown.deadwood == 1
    assert "TH" in refused(state, Knock(Card("TH"), (*good, *melds("4H 5H 6H 7H 8H 9H TH"))))
    assert "3H" in refused(state, Knock(Card("TH"), (*good, *melds("3H 4H 5H 6H 7H 8H 9H"))))


def test_corner_30_declared_order_is_irrelevant():
    """6H 4H 5H is as good as 4H 5H 6H: the same state and the same events follow."""
    state = knocking("4H 5H 6H QS QD QH 7S 7H 7C AD")
    unsorted = play(state, Knock(Card("9D"), melds("6H 4H 5H", "QH QS QD", "7S 7H 7C")))
    assert unsorted == play(state, Knock(Card("9D"), melds("4H 5H 6H", "QD QH QS", "7C 7H 7S")))
    assert unsorted.showdown.deadwood == 1
