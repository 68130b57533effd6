"""Corner cases E: laying off."""

import pytest

from corner_cases.test_playing import after_passes, refused, spread_indexes
from deals import melds, play, variant
from ginrummy import PRESETS, Card, Phase, parse_cards, view_for
from ginrummy.actions import BigGin, FinishLayoffs, Knock, LayOff
from ginrummy.events import LaidOff
from ginrummy.hand import apply, legal_actions
from ginrummy.melds import deadwood

ELEVEN = "4C 5C 6C 7C TS TD TH 2D 2H 2C"
H01 = ("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C")
H20 = ("4S 5S 6S KC KD KH QC QD QH 2D", "7S 7H 7D 7C 8S 3C 4C 5C 6C 2C", "AC")


def lay(*layoffs):
    return [LayOff(Card(card), i) for card, i in layoffs]


def knocked(hand, against, upcard, *spread, filler="TS", ruleset=PRESETS["standard"]):
    """Seat 1 to lay off, after seat 0 knocked with this spread, shedding the card it drew."""
    state = after_passes(hand, against, upcard, filler, ruleset=ruleset)
    return play(state, Knock(Card(filler), melds(*spread)))


def test_corner_47_nothing_is_laid_off_on_gin_or_big_gin():
    """After gin and big gin the hand is over, layoffs are refused, and the defender counts its bare minimum."""
    gin = after_passes(ELEVEN, "3S 3D 3H 8C 2S KS QH 9D 9H 9S", "KD", "AC")
    gin = play(gin, Knock(Card("AC")))
    assert (gin.phase, gin.result.defender_deadwood, gin.result.points) == (Phase.HAND_OVER, 30, 55)
    against = "3S 3D 3H 8C 3C KS QH 9D 9H 9S"
    big = play(after_passes(ELEVEN, against, "KD", "2S", ruleset=PRESETS["classic"]), BigGin())
    assert (big.phase, big.result.defender_deadwood, big.result.points) == (Phase.HAND_OVER, 28, 78)
    for over in (gin, big):
        index = over.showdown.spread.index(parse_cards("4C 5C 6C 7C"))
        refused(over, LayOff(Card("8C"), index))
        refused(over, LayOff(Card("8C"), index), seat=1)
        refused(over, FinishLayoffs())


def test_corner_48_a_run_grows_one_card_at_a_time():
    """On 6-7-8S go 5S then 4S, and 9S, TS, JS in order; 4S before 5S and TS before 9S are refused at first."""
    hand, against = "6S 7S 8S KC KD KH QC QD QH 2D", "4S 5S 9S TS JS AC 3C 5D 7H 9D"
    state = knocked(hand, against, "2C", "6S 7S 8S", "KC KD KH", "QC QD QH", filler="8D")
    refused(state, LayOff(Card("4S"), 0))
    refused(state, LayOff(Card("TS"), 0))
    for action in lay(("5S", 0), ("4S", 0), ("9S", 0), ("TS", 0), ("JS", 0)):
        assert action in legal_actions(state)
        state, events = apply(state, action)
        assert events == (LaidOff(1, action.card, 0),)
        assert (state.phase, state.to_act) == (Phase.LAYOFF, 1)
    assert state.showdown.melds[0] == parse_cards("4S 5S 6S 7S 8S 9S TS JS")


def test_corner_49_the_index_says_which_meld_grows():
    """7S on the set keeps 8S at home, which leaves 8; on the run it lets 8S follow, which leaves 0."""
    hand, against = "7C 7D 7H 4S 5S 6S KC KD KH 3D", "7S 8S 2D 2H 2S 9C TC JC QC 8C"
    state = knocked(hand, against, "AC", "7C 7D 7H", "4S 5S 6S", "KC KD KH", filler="JD")
    assert {*lay(("7S", 0), ("7S", 1))} <= set(legal_actions(state))
    on_set = play(state, LayOff(Card("7S"), 0))
    assert on_set.showdown.melds[:2] == melds("7C 7D 7H 7S", "4S 5S 6S")
    refused(on_set, LayOff(Card("8S"), 1))
    assert play(on_set, FinishLayoffs()).result.defender_deadwood == 8
    on_run = play(state, *lay(("7S", 1), ("8S", 1)))
    assert on_run.showdown.melds[:2] == melds("7C 7D 7H", "4S 5S 6S 7S 8S")
    assert play(on_run, FinishLayoffs()).result.defender_deadwood == 0


def test_corner_51_a_set_of_four_may_give_a_card():
    """7S, from the defender's own four sevens, then 8S are laid off and leave 0, by choice and by AUTO."""
    state = knocked(*H20, "4S 5S 6S", "KC KD KH", "QC QD QH", filler="9H")
    assert deadwood(state.hands[1]) == 8
    result = play(state, *lay(("7S", 0), ("8S", 0)), FinishLayoffs()).result
    assert (result.kind.name, result.defender_deadwood, result.points) == ("UNDERCUT", 0, 27)
    auto = after_passes(*H20, "9H", ruleset=variant(layoff_mode="AUTO"))
    over, events = apply(auto, Knock(Card("9H"), melds("4S 5S 6S", "KC KD KH", "QC QD QH")))
    assert [(event.card, event.meld_index) for event in events if type(event) is LaidOff] == [
        (Card("7S"), 0),
        (Card("8S"), 0),
    ]
    assert over.result == result


def test_corner_52_a_layoff_may_do_harm():
    """Laying off 7S out of the only meld is accepted and leaves 14 more; AUTO leaves the meld alone."""
    hand, against = "4S 5S 6S KD KH KS QC QD QH 2D", "7S 7H 7D JH 9C 9D 5C 3C AH TC"
    spread = ("4S 5S 6S", "KD KH KS", "QC QD QH")
    state = knocked(hand, against, "AC", *spread, filler="8D")
    at_home = deadwood(parse_cards(against))
    assert play(state, FinishLayoffs()).result.defender_deadwood == at_home
    worse = play(state, LayOff(Card("7S"), 0))
    assert (worse.phase, worse.to_act) == (Phase.LAYOFF, 1)
    assert play(worse, FinishLayoffs()).result.defender_deadwood == at_home + 14
    auto = after_passes(hand, against, "AC", "8D", ruleset=variant(layoff_mode="AUTO"))
    over, events = apply(auto, Knock(Card("8D"), melds(*spread)))
    assert not [event for event in events if type(event) is LaidOff]
    assert over.result.defender_deadwood == at_home


def test_corner_53_layoffs_may_be_declined():
    """FinishLayoffs at once, with 7H to lay off, counts all ten cards: 28 - 6."""
    state = knocked(*H01)
    assert LayOff(Card("7H"), spread_indexes(state)["4H 5H 6H"]) in legal_actions(state)
    result = play(state, FinishLayoffs()).result
    assert (result.kind.name, result.defender_deadwood, result.points) == ("KNOCK", 28, 22)


def test_corner_54_only_the_defender_lays_off_and_only_on_the_spread():
    """The knocker lays off nothing, and no index leads to the knocker's deadwood or to the defender's melds."""
    hand, against = "4H 5H 6H 8C 9C TC QS QD QH 6D", "5D 7D 7H JS JD JC 2S 3S 4S KD"
    state = knocked(hand, against, "3C", "4H 5H 6H", "8C 9C TC", "QS QD QH")
    refused(state, LayOff(Card("7H"), 0), seat=0)
    refused(state, LayOff(Card("6D"), 0), seat=0)
    refused(state, FinishLayoffs(), seat=0)
    refused(state, LayOff(Card("6D"), 0), seat=1)
    for index in (3, 4, 5, -1):
        refused(state, LayOff(Card("5D"), index))
        refused(state, LayOff(Card("7H"), index))
    for index in range(3):
        refused(state, LayOff(Card("5D"), index))
        refused(state, LayOff(Card("KD"), index))
    assert set(legal_actions(state)) == {*lay(("7H", 0), ("JC", 1)), FinishLayoffs()}


def test_corner_55_indexes_stay():
    """A layoff lengthens its meld and moves no index; an index past the last meld is refused before and after."""
    hand, against = "4H 5H 6H 8C 9C TC QS QD QH 6D", "7H JC QC 2S 3S 4S KD 9H 2D 8S"
    state = knocked(hand, against, "3C", "QS QD QH", "4H 5H 6H", "8C 9C TC")
    for index in (3, 99, -1, "0", None):
        refused(state, LayOff(Card("7H"), index))
    refused(state, LayOff(Card("JC"), -1))
    spread = state.showdown.spread
    state = play(state, LayOff(Card("7H"), 1))
    assert state.showdown.spread == spread
    assert state.showdown.melds == melds("QD QH QS", "4H 5H 6H 7H", "8C 9C TC")
    refused(state, LayOff(Card("JC"), 3))
    refused(state, LayOff(Card("JC"), 1))
    state = play(state, *lay(("JC", 2), ("QC", 0)))
    assert state.showdown.melds == melds("QC QD QH QS", "4H 5H 6H 7H", "8C 9C TC JC")


def test_corner_56_what_each_sees_during_the_layoff():
    """The knocker sees none of the defender's cards; the defender sees spread, deadwood cards and their count."""
    hand, against, upcard = H01
    state = knocked(hand, against, upcard, "4H 5H 6H", "8C 9C TC", "QS QD QH")
    for at in (state, play(state, LayOff(Card("7H"), 0))):
        knocker = view_for(at, 0)
        assert (knocker.opponent_hand, knocker.opponent_known, knocker.result) == (None, (), None)
        assert not [card for card in at.hands[1] if repr(card) in repr(knocker)]
    other = knocked(hand, "7S 9S TH KC KH 2C AC AH JH 8D", upcard, "4H 5H 6H", "8C 9C TC", "QS QD QH")
    assert view_for(other, 0) == view_for(state, 0)
    defender = view_for(state, 1)
    assert defender.spread == melds("4H 5H 6H", "8C 9C TC", "QD QH QS")
    assert (defender.knocker, defender.knocker_deadwood_cards, defender.knocker_deadwood) == (0, parse_cards("6D"), 6)
    assert LayOff(Card("7H"), 0) in defender.legal_actions


@pytest.mark.parametrize(
    ("layoffs", "kind", "winner", "points"), [([], "KNOCK", 0, 7), ([("7H", 0)], "UNDERCUT", 1, 25)]
)
def test_corner_58_ties_are_judged_after_layoffs(layoffs, kind, winner, points):
    """5 against 12 is a knock; laying 7H off makes it 5 against 5, an undercut worth 25."""
    hand, against = "4H 5H 6H 9S 9D 9C TD JD QD 5S", "AS 2S 3S 4S 8C 8D 8H 8S 7H 5D"
    state = knocked(hand, against, "2C", "4H 5H 6H", "9S 9D 9C", "TD JD QD", filler="KC")
    result = play(state, *lay(*layoffs), FinishLayoffs()).result
    assert (result.kind.name, result.winner, result.points) == (kind, winner, points)
    assert result.knocker_deadwood == 5
