"""Texts for people, as they stand."""

from deals import dealt, melds, play, variant
from ginrummy import Card, parse_cards, view_for
from ginrummy.actions import DrawStock, FinishLayoffs, Knock, Pass
from ginrummy.render import render_hand, render_result, render_sheet, render_view
from ginrummy.scoring import score_sheet

HOLLYWOOD = """\
                game 1          game 2          game 3
hand         A       B       A       B       A       B
1           30
2           70              40
3                   20
4         105*              75              35
5                                   50
6                                   95              45
7                         102*              62
8                                                 105*
boxes        3       1       3       2       2       2
final      280      45     277     145     112     255
A wins by 224: A 669, B 445"""


def test_a_hand_reads_as_melds_and_deadwood():
    """Best melds in brackets, deadwood from the top, its points."""
    assert render_hand(parse_cards("2H 3H 4H 3S 3D KS KD KC AC AD")) == "[K♣ K♦ K♠] [3♦ 3♥ 3♠] 4♥ 2♥ A♣ A♦ (8)"
    assert render_hand(()) == "(0)"


def test_the_hollywood_sheet_of_the_rules_reads_in_three_columns():
    """M10: each hand stands in the columns that took it, a star where it closed one."""
    hands = [(0, 30), (0, 40), (1, 20), (0, 35), (1, 50), (1, 45), (0, 27), (1, 60)]
    assert render_sheet(score_sheet(variant(sheet="HOLLYWOOD"), hands), ("A", "B")) == HOLLYWOOD


def test_a_view_reads_as_the_table_seen_from_a_seat():
    """The defender sees the spread, its own hand and what it may do."""
    hands = ("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS")
    spread = melds("4H 5H 6H", "8C 9C TC", "QS QD QH")
    state = play(dealt(*hands), Pass(), Pass(), DrawStock(), Knock(Card("KS"), spread))
    assert render_view(view_for(state, 1)).splitlines() == [
        "hand 1, LAYOFF, turn: yours",
        "score     you 0, opponent 0; you dealt",
        "upcard    3♣, knock limit 10",
        "stock     30 cards",
        "pile      3♣ <- top",
        "opponent  has shown its hand",
        "you       [J♣ J♦ J♠] [2♠ 3♠ 4♠] K♦ 9♥ 7♥ 2♦ (28)",
        "spread    of the opponent: [4♥ 5♥ 6♥] [8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] 6♦ (6)",
        "legal     lay-off JC 1, lay-off 7H 0, finish",
    ]
    over = play(state, FinishLayoffs())
    assert render_result(over.result, ("ann", "bob")) == "knock: 22 points to ann (deadwood 6 against 28)"
    assert (
        render_view(view_for(over, 0)).splitlines()[-1] == "result    knock: 22 points to you (deadwood 6 against 28)"
    )
