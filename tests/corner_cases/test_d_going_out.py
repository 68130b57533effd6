"""Corner cases D: knock, gin and big gin."""

import pytest

from corner_cases.test_playing import after_passes, refused
from deals import dealt, melds, play, variant
from ginrummy import PRESETS, Card, Phase, parse_cards
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.hand import apply, legal_actions
from ginrummy.melds import best_arrangement, deadwood

TWOS = "2H 3H 4H 2S 2D KS KD KC AC AD"
"""6 with the run of hearts, 9 with the set of twos."""
AGAINST_TWOS = "5H 6H AH 9S 9D 9C JS JD JC TS"
SET_OF_TWOS = melds("2H 2S 2D", "KS KD KC")
RUN_OF_HEARTS = melds("2H 3H 4H", "KS KD KC")
ELEVEN = "4C 5C 6C 7C TS TD TH 2D 2H 2C"
"""With 2S, eleven melded cards."""
AGAINST_ELEVEN = "3S 3D 3H 5S 5H KS QH 9D 9H 9S"


def test_corner_32_the_limit_itself_may_knock():
    """Deadwood of exactly 10 knocks, 11 does not."""
    ten = after_passes("4H 5H 6H 8C 9C TC QS QD QH TD", "2S 3S 4S 5S JS JD JH AD 8D 3D", "3C", "KC")
    assert Knock(Card("KC")) in legal_actions(ten)
    assert play(ten, Knock(Card("KC"))).showdown.deadwood == 10
    eleven = after_passes("4H 5H 6H 8C 9C TC 2S 3D 5D AD", "KH KS 8S 8D 7S JS JD JH 2D 4S", "3C", "KC")
    assert Knock(Card("KC")) not in legal_actions(eleven)
    refused(eleven, Knock(Card("KC")))


def test_corner_33_a_spread_over_the_limit_may_be_sent_again():
    """Under a limit of 8 a spread declared with 9 is refused although 6 is possible; the better spread then knocks."""
    state = after_passes(TWOS, AGAINST_TWOS, "8C", "8D", ruleset=variant(knock_limit=8))
    refused(state, Knock(Card("8D"), SET_OF_TWOS))
    assert play(state, Knock(Card("8D"), RUN_OF_HEARTS)).showdown.deadwood == 6
    assert play(state, Knock(Card("8D"))).showdown.deadwood == 6


def test_corner_34_a_worse_spread_is_scored_as_declared():
    """Under a limit of 10 the spread declared with 9 stands, though 6 is possible, and denies the layoffs: 22 - 9."""
    state = play(after_passes(TWOS, AGAINST_TWOS, "7C", "8D"), Knock(Card("8D"), SET_OF_TWOS))
    assert (state.showdown.spread, state.showdown.deadwood) == (melds("2D 2H 2S", "KC KD KS"), 9)
    assert legal_actions(state) == (FinishLayoffs(),)
    result = play(state, FinishLayoffs()).result
    assert (result.kind.name, result.knocker_deadwood, result.defender_deadwood, result.points) == ("KNOCK", 9, 22, 13)


def test_corner_35_no_melds_means_the_canonical_minimum():
    """An empty list shows the canonical minimum, and nobody needs an empty spread: it would count at least 18."""
    state = play(after_passes(TWOS, AGAINST_TWOS, "7C", "8D"), Knock(Card("8D"), ()))
    best = best_arrangement(parse_cards(TWOS))
    assert (state.showdown.spread, state.showdown.deadwood_cards, state.showdown.deadwood) == (
        best.melds,
        best.deadwood_cards,
        6,
    )
    lowest_without_meld = parse_cards("AC AD 2H 2S 3C 3D 4H 4S 5C 5D")
    assert best_arrangement(lowest_without_meld).melds == ()
    assert deadwood(lowest_without_meld) >= 18


def test_corner_36_auto_min_takes_no_melds():
    """In Oklahoma a knock that declares melds is refused, the best too; without, the canonical minimum is shown."""
    state = after_passes(TWOS, AGAINST_TWOS, "8C", "8D", ruleset=PRESETS["oklahoma"])
    best = best_arrangement(parse_cards(TWOS)).melds
    refused(state, Knock(Card("8D"), best))
    refused(state, Knock(Card("8D"), SET_OF_TWOS))
    assert play(state, Knock(Card("8D"))).showdown.spread == best


def test_corner_37_auto_min_prefers_sets():
    """Of two spreads with 8 that of more sets is shown, which scores 18 where the run would score 12."""
    hand, against = "2H 3H 4H 3S 3D KS KD KC AC AD", "5H AH 9S 9D 9C JS JD JC TS QH"
    state = play(after_passes(hand, against, "8C", "8D", ruleset=PRESETS["oklahoma"]), Knock(Card("8D")))
    assert state.showdown.spread == melds("KC KD KS", "3D 3H 3S")
    assert (state.result.kind.name, state.result.knocker_deadwood, state.result.points) == ("KNOCK", 8, 18)
    chosen = variant("oklahoma", spread_mode="KNOCKER")
    run = Knock(Card("8D"), melds("2H 3H 4H", "KS KD KC"))
    state = play(after_passes(hand, against, "8C", "8D", ruleset=chosen), run)
    assert (state.result.knocker_deadwood, state.result.points) == (8, 12)


@pytest.mark.parametrize("preset", ["standard", "oklahoma"])
def test_corner_38_a_knock_with_nothing_left_is_gin(preset):
    """A knock whose minimum is 0 is gin at once, without LAYOFF, and AUTO_MIN has no way to make it less."""
    state = after_passes(ELEVEN, AGAINST_ELEVEN, "KD", "8S", ruleset=PRESETS[preset])
    over = play(state, Knock(Card("8S")))
    assert (over.phase, over.result.kind.name, over.result.knocker_deadwood) == (Phase.HAND_OVER, "GIN", 0)
    if preset == "oklahoma":
        refused(state, Knock(Card("8S"), melds("4C 5C 6C 7C", "TS TD TH")))


def test_corner_39_a_gin_declared_as_a_knock_is_a_knock():
    """Ten melded cards of which three aces are left out are a knock with 3, with layoffs, and can be undercut."""
    state = after_passes("AC AD AH 4H 5H 6H 8C 9C TC JC", "2S 3S 4S JS JD JH KS KD KH 7H", "3C", "9D")
    state = play(state, Knock(Card("9D"), melds("4H 5H 6H", "8C 9C TC JC")))
    assert (state.phase, state.to_act, state.showdown.deadwood) == (Phase.LAYOFF, 1, 3)
    assert LayOff(Card("7H"), 0) in legal_actions(state)
    result = play(state, LayOff(Card("7H"), 0), FinishLayoffs()).result
    assert (result.kind.name, result.winner, result.points) == ("UNDERCUT", 1, 28)


@pytest.mark.parametrize("source", ["stock", "pile"])
def test_corner_40_without_big_gin_eleven_melded_cards_are_gin(source):
    """In standard BigGin is refused; shedding from a meld of four is gin, also with the eleventh card from the pile."""
    if source == "stock":
        state = after_passes(ELEVEN, AGAINST_ELEVEN, "KD", "2S")
    else:
        state = play(dealt(ELEVEN, AGAINST_ELEVEN, "2S"), TakeDiscard())
    assert BigGin() not in legal_actions(state)
    refused(state, BigGin())
    refused(state, BigGin(melds("4C 5C 6C 7C", "TS TD TH", "2D 2H 2C 2S")))
    gins = {card for card in state.hands[0] if Knock(card) in legal_actions(state)}
    assert gins >= set(parse_cards("4C 7C 2D 2H 2C"))
    for card in parse_cards("4C 7C 2D 2H 2C"):
        assert play(state, Knock(card)).result.kind.name == "GIN"


@pytest.mark.parametrize("preset", ["classic", "oklahoma"])
def test_corner_41_eleven_melded_cards_leave_every_choice(preset):
    """With big gin on, eleven melded cards may go on with Discard, knock for gin, or call big gin."""
    state = after_passes(ELEVEN, AGAINST_ELEVEN, "KD", "2S", ruleset=PRESETS[preset])
    assert {Discard(Card("4C")), Knock(Card("4C")), BigGin()} <= set(legal_actions(state))
    after = play(state, Discard(Card("4C")))
    assert (after.phase, after.to_act, after.result) == (Phase.DRAW, 1, None)
    assert play(state, Knock(Card("4C"))).result.kind.name == "GIN"
    assert play(state, BigGin()).result.kind.name == "BIG_GIN"


def test_corner_42_big_gin_needs_all_eleven():
    """With ten of eleven cards melded BigGin is refused, with melds declared or without; gin is not."""
    state = after_passes(ELEVEN, AGAINST_ELEVEN, "KD", "8S", ruleset=PRESETS["classic"])
    assert BigGin() not in legal_actions(state)
    refused(state, BigGin())
    refused(state, BigGin(melds("4C 5C 6C 7C", "TS TD TH", "2D 2H 2C")))
    assert play(state, Knock(Card("8S"))).result.kind.name == "GIN"


def test_corner_44_gin_is_never_undercut():
    """Gin against a defender who has 0 too earns the knocker the bonus of 25."""
    state = after_passes(ELEVEN, "3S 3D 3H 8S 8D 8H 9C TC JC QC", "KD", "AS")
    result = play(state, Knock(Card("AS"))).result
    assert (result.kind.name, result.winner, result.defender_deadwood, result.points) == ("GIN", 0, 0, 25)


def test_corner_45_straight_gin_has_a_limit_of_nothing():
    """Under straight gin 1 does not knock and the limit is 0, also under an Oklahoma upcard of 10; gin goes out."""
    hand, against = "3H 4H 5H 9S 9D 9C TD JD QD AC", "AS 2S 3S 6C 6D 6H KS KC KH AD"
    for ruleset, upcard in (
        (variant(straight_gin=True), "AH"),
        (variant(straight_gin=True, oklahoma=True), "TH"),
        (variant("oklahoma", straight_gin=True), "TH"),
    ):
        state = after_passes(hand, against, upcard, "5C", ruleset=ruleset)
        assert state.knock_limit == 0
        refused(state, Knock(Card("5C")))
        assert not any(type(action) is Knock for action in legal_actions(state))
    state = after_passes(ELEVEN, AGAINST_ELEVEN, "KD", "8S", ruleset=variant(straight_gin=True))
    assert play(state, Knock(Card("8S"))).result.kind.name == "GIN"


def test_corner_46_holding_ten_or_less_does_not_stop_the_void():
    """A seat that could knock all along and never does ends in a void hand at the wall."""
    state = play(dealt("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C"), Pass(), Pass())
    turns = 0
    while state.result is None:
        state, _ = apply(state, DrawStock())
        if state.to_act == 0:
            assert Knock(state.drawn) in legal_actions(state)
            turns += 1
        state, _ = apply(state, Discard(state.drawn))
    assert turns == 15
    assert (state.result.kind.name, state.result.winner, state.result.points) == ("VOID", None, 0)
