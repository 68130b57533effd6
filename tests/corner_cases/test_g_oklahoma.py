"""Corner cases G: the upcard's value and suit."""

from corner_cases.test_playing import after_passes, played, refused, void_for
from deals import dealt, deck_of, play
from ginrummy import PRESETS, Card, match
from ginrummy.actions import BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.hand import legal_actions

OKLAHOMA = PRESETS["oklahoma"]
ELEVEN = "4C 5C 6C 7C TS TD TH 2D 2H 2C"


def test_corner_67_the_upcard_sets_the_limit():
    """A ten or court card allows 10; a two refuses 3, also once the two itself has been taken."""
    for upcard in ("JC", "QD", "KS", "TH"):
        junk = dealt("2C 4D 6H 8S TC QH KH 3S 5C 7D", "AC 3D 5H 7S 9C JD QC 2S 4C 6D", upcard, ruleset=OKLAHOMA)
        assert junk.knock_limit == 10
    against = "AS 2S 3S 6C 6D 6S KS KC KH AD"
    left = after_passes("3H 4H 5H 9S 9D 9C TD JD QD 3C", against, "2D", "8C", ruleset=OKLAHOMA)
    assert left.knock_limit == 2
    refused(left, Knock(Card("8C")))
    taken = play(dealt("3H 4H 5H 6H 9S 9D 9C 9H AC KD", against, "2D", ruleset=OKLAHOMA), TakeDiscard())
    assert taken.knock_limit == 2
    refused(taken, Knock(Card("KD")))
    assert Knock(Card("KD")) not in legal_actions(taken)


def test_corner_68_ace_of_spades_is_gin_only_and_doubles():
    """Under the upcard AS gin against 10 is worth 70 and big gin against 20 worth 102; 1 does not knock."""
    gin = after_passes(ELEVEN, "3S 3D 3H 8S 8D 8H 9C 9D 9H KD", "AS", "QC", ruleset=OKLAHOMA)
    assert (gin.knock_limit, gin.multiplier) == (0, 2)
    assert play(gin, Knock(Card("QC"))).result.points == 70
    big = after_passes(ELEVEN, "3S 3D 3H 3C 8S 8D 8H 8C QH KD", "AS", "2S", ruleset=OKLAHOMA)
    result = play(big, BigGin()).result
    assert (result.kind.name, result.defender_deadwood, result.points) == ("BIG_GIN", 20, 102)
    one = after_passes("3H 4H 5H 9S 9D 9C TD JD QD AC", "2S 3S 4S 6C 6D 6H KS KC KH AD", "AS", "8C", ruleset=OKLAHOMA)
    refused(one, Knock(Card("8C")))


def test_corner_70_gin_on_spades_is_worth_fifty_and_one_box():
    """Gin under KS against a melded defender is worth 50; the box is not doubled."""
    state = match.start_match(OKLAHOMA, first_dealer=1)
    state, _ = match.deal_hand(state, deck_of(ELEVEN, "3S 3D 3H 8S 8D 8H 9C TC JC QC", "KS", "AH"))
    state = played(state, Pass(), Pass(), DrawStock(), Knock(Card("AH")))
    assert (state.results[-1].kind.name, state.results[-1].defender_deadwood) == ("GIN", 0)
    assert (state.sheet.scores, state.sheet.boxes) == ((50, 0), (1, 0))


def test_corner_71_only_the_upcards_suit_counts():
    """Neither a spade shed in the knock nor a spade on the pile doubles; a spade upcard does after it was taken."""
    against = "3S 3D 3H 8S 8D 8H KD QH 9C 4D"
    for shed in ("AS", "AH"):
        state = after_passes(ELEVEN, against, "KH", shed, ruleset=OKLAHOMA)
        result = play(state, Knock(Card(shed))).result
        assert (state.multiplier, result.kind.name, result.points) == (1, "GIN", 58)
    state = play(after_passes(ELEVEN, against, "KH", "AS JS AH", ruleset=OKLAHOMA), Discard(Card("AS")))
    state = play(state, DrawStock(), Discard(Card("JS")), DrawStock(), Knock(Card("AH")))
    assert (state.pile[-1], state.multiplier, state.result.points) == (Card("JS"), 1, 58)
    upcard_taken = play(dealt(ELEVEN, against, "KS", ruleset=OKLAHOMA), TakeDiscard())
    assert upcard_taken.multiplier == 2


def test_corner_72_a_redeal_has_its_own_limit_and_factor():
    """After a void hand under 9S, doubled and with 9, the redeal under 7H counts once, with 7."""
    state = match.start_match(OKLAHOMA, first_dealer=0)
    state = void_for(state, upcard="9S")
    assert (state.hand.knock_limit, state.hand.multiplier, state.results[-1].kind.name) == (9, 2, "VOID")
    state, events = match.deal_hand(state, deck_of(ELEVEN, "3S 3D 3H 8S 8D 8H KD QH 9C 4D", "7H"))
    assert (state.hand.knock_limit, state.hand.multiplier) == (7, 1)
    assert events[0].dealer == 0
