"""Texts for people, as they stand."""

import pytest

from deals import dealt, melds, play, variant
from ginrummy import PRESETS, Card, Phase, parse_cards, view_for
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.render import (
    render_card,
    render_cards,
    render_hand,
    render_melds,
    render_result,
    render_sheet,
    render_view,
)
from ginrummy.scoring import VoidReason, score_hand, score_sheet, void_result

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


HANDS = ("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS")
DEALT = dealt(*HANDS)
DRAWN = play(DEALT, Pass(), Pass(), DrawStock())
TOOK = play(DEALT, TakeDiscard())
KNOCKED = play(DRAWN, Knock(Card("KS"), melds("4H 5H 6H", "8C 9C TC", "QS QD QH")))
LAID_OFF = play(KNOCKED, LayOff(Card("7H"), 0))
OVER = play(LAID_OFF, FinishLayoffs())
ELEVEN = ("4C 5C 6C 7C TS TD TH 2D 2H 2C", "3S 3D 3H 5S 5H KC QH 9D 9H 9S", "KS", "2S")
BIG_GIN = play(dealt(*ELEVEN, ruleset=PRESETS["oklahoma"]), Pass(), Pass(), DrawStock(), BigGin())


def at_the_wall():
    """Both shed what they draw till 20 cards are left; the dealer is to act."""
    rules = variant(wall_stock=20, wall_rule="OPPONENT_MAY_GO_OUT")
    hands = ("2C 4D 6H 8S TC QD KH 3S 5C 7D", "AC 3D 5H 7S 9C JD QH 2S 4C 6D", "9H")
    state = play(dealt(*hands, ruleset=rules), Pass(), Pass())
    while state.phase is not Phase.WALL:
        state = play(state, DrawStock())
        state = play(state, Discard(state.drawn))
    return state


WALL = at_the_wall()

NON_DEALERS = "[8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] [4♥ 5♥ 6♥]"
DEALERS = "[J♣ J♦ J♠] [2♠ 3♠ 4♠]"

VIEWS = {
    "UPCARD_FIRST to act": (
        DEALT,
        0,
        f"""\
hand 1, UPCARD_FIRST, turn: yours
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {NON_DEALERS} 6♦ (6)
legal     take, pass""",
    ),
    "UPCARD_FIRST waiting": (
        DEALT,
        1,
        f"""\
hand 1, UPCARD_FIRST, turn: the opponent's
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {DEALERS} K♦ 9♥ 7♥ 2♦ (28)""",
    ),
    "UPCARD_SECOND to act": (
        play(DEALT, Pass()),
        1,
        f"""\
hand 1, UPCARD_SECOND, turn: yours
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {DEALERS} K♦ 9♥ 7♥ 2♦ (28)
legal     take, pass""",
    ),
    "FORCED_STOCK to act": (
        play(DEALT, Pass(), Pass()),
        0,
        f"""\
hand 1, FORCED_STOCK, turn: yours
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {NON_DEALERS} 6♦ (6)
legal     draw""",
    ),
    "ACT with a card of the stock": (
        DRAWN,
        0,
        f"""\
hand 1, ACT, turn: yours
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {NON_DEALERS} K♠ 6♦ (16)
drawn     K♠ from the stock
legal     discard 8C, discard 9C, discard TC, discard 6D, discard QD, discard 4H, discard 5H, discard 6H, \
discard QH, discard QS, discard KS, knock 6D, knock KS""",
    ),
    "ACT waiting": (
        DRAWN,
        1,
        f"""\
hand 1, ACT, turn: the opponent's
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  11 cards, nothing known
you       {DEALERS} K♦ 9♥ 7♥ 2♦ (28)""",
    ),
    "ACT with a card of the pile": (
        TOOK,
        0,
        f"""\
hand 1, ACT, turn: yours
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      empty
opponent  10 cards, nothing known
you       {NON_DEALERS} 6♦ 3♣ (9)
drawn     3♣ from the pile
legal     discard 8C, discard 9C, discard TC, discard 6D, discard QD, discard 4H, discard 5H, discard 6H, \
discard QH, discard QS, knock 6D""",
    ),
    "DRAW to act": (
        play(TOOK, Discard(Card("6D"))),
        1,
        f"""\
hand 1, DRAW, turn: yours
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     31 cards
pile      6♦ <- top
opponent  10 cards, took 3♣
you       {DEALERS} K♦ 9♥ 7♥ 2♦ (28)
legal     draw, take""",
    ),
    "LAYOFF as the knocker": (
        KNOCKED,
        0,
        f"""\
hand 1, LAYOFF, turn: the opponent's
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  10 cards, nothing known
you       {NON_DEALERS} 6♦ (6)
spread    of you: [4♥ 5♥ 6♥] [8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] 6♦ (6)""",
    ),
    "LAYOFF with a card laid off": (
        LAID_OFF,
        1,
        f"""\
hand 1, LAYOFF, turn: yours
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  has shown its hand
you       {DEALERS} K♦ 9♥ 2♦ (21)
spread    of the opponent: [4♥ 5♥ 6♥ 7♥] [8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] 6♦ (6)
legal     lay-off JC 1, finish""",
    ),
    "LAYOFF, the knocker counts the defender's cards": (
        LAID_OFF,
        0,
        f"""\
hand 1, LAYOFF, turn: the opponent's
score     you 0, opponent 0; the opponent dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  9 cards, nothing known
you       {NON_DEALERS} 6♦ (6)
spread    of you: [4♥ 5♥ 6♥ 7♥] [8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] 6♦ (6)""",
    ),
    "HAND_OVER after a knock": (
        OVER,
        1,
        f"""\
hand 1, HAND_OVER, turn: nobody's
score     you 0, opponent 0; you dealt
upcard    3♣, knock limit 10
stock     30 cards
pile      3♣ <- top
opponent  {NON_DEALERS} 6♦ (6)
you       {DEALERS} K♦ 9♥ 2♦ (21)
spread    of the opponent: [4♥ 5♥ 6♥ 7♥] [8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] 6♦ (6)
result    knock: 15 points to the opponent (deadwood 6 against 21)""",
    ),
    "HAND_OVER after a doubled big gin": (
        BIG_GIN,
        0,
        """\
hand 1, HAND_OVER, turn: nobody's
score     you 0, opponent 0; the opponent dealt
upcard    K♠, knock limit 10, points x2
stock     30 cards
pile      K♠ <- top
opponent  [3♦ 3♥ 3♠] [9♦ 9♥ 9♠] K♣ Q♥ 5♥ 5♠ (30)
you       [2♣ 2♦ 2♥ 2♠] [4♣ 5♣ 6♣ 7♣] [10♦ 10♥ 10♠] (0)
spread    of you: [2♣ 2♦ 2♥ 2♠] [4♣ 5♣ 6♣ 7♣] [10♦ 10♥ 10♠] (0)
result    big gin: 122 points to you (deadwood 0 against 30)""",
    ),
    "WALL to act": (
        WALL,
        1,
        """\
hand 1, WALL, turn: yours
score     you 0, opponent 0; you dealt
upcard    9♥, knock limit 10
stock     20 cards
pile      9♥ 3♣ 6♣ 7♣ 8♣ J♣ Q♣ K♣ A♦ 2♦ 5♦ 8♦ <- top
opponent  10 cards, nothing known
you       Q♥ J♦ 9♣ 7♠ 6♦ 5♥ 4♣ 3♦ 2♠ A♣ (57)
legal     pass""",
    ),
    "HAND_OVER after a void hand": (
        play(WALL, Pass()),
        0,
        """\
hand 1, HAND_OVER, turn: nobody's
score     you 0, opponent 0; the opponent dealt
upcard    9♥, knock limit 10
stock     20 cards
pile      9♥ 3♣ 6♣ 7♣ 8♣ J♣ Q♣ K♣ A♦ 2♦ 5♦ 8♦ <- top
opponent  10 cards, nothing known
you       K♥ Q♦ 10♣ 8♠ 7♦ 6♥ 5♣ 4♦ 3♠ 2♣ (65)
result    void (wall): nobody scores""",
    ),
}


@pytest.mark.parametrize(("state", "seat", "text"), VIEWS.values(), ids=list(VIEWS))
def test_a_view_of_each_phase_reads_as_it_stands_here(state, seat, text):
    """Every line of the text, from the seat to act and from the one that waits."""
    assert render_view(view_for(state, seat)) == text


def test_every_phase_is_shown_above():
    """No phase lacks its text."""
    assert {state.phase for state, _, _ in VIEWS.values()} == set(Phase)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("", "(0)"),
        ("KD QH AS", "K♦ Q♥ A♠ (21)"),
        ("3S AS 2S", "[A♠ 2♠ 3♠] (0)"),
        ("6H 6S 6D 6C 7C 8C", "[6♣ 7♣ 8♣] [6♦ 6♥ 6♠] (0)"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS", "[A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠] (0)"),
        ("4H 5H 6H 8C 9C TC QS QD QH 6D KS", "[8♣ 9♣ 10♣] [Q♦ Q♥ Q♠] [4♥ 5♥ 6♥] K♠ 6♦ (16)"),
        ("TD TS JD JC KC QC", "[J♣ Q♣ K♣] J♦ 10♦ 10♠ (30)"),
    ],
)
def test_a_hand_of_any_size_reads_as_melds_then_deadwood(cards, text):
    """Melds by id, deadwood from the king down and by suit, and its points, whatever the order given."""
    assert render_hand(parse_cards(cards)) == render_hand(parse_cards(cards)[::-1]) == text


def test_every_card_reads_as_rank_and_sign():
    """52 different texts, the ten as 10."""
    texts = [render_card(card) for card in ALL_CARDS]
    assert " ".join(texts[:13]) == "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
    assert [text[-1] for text in texts[::13]] == ["♣", "♦", "♥", "♠"]
    assert len(set(texts)) == 52


def test_cards_and_melds_read_in_the_order_given():
    """No sorting: what lies on a pile, or a spread by its indexes, stays in its order."""
    assert render_cards(parse_cards("KH AC TD")) == "K♥ A♣ 10♦"
    assert render_melds(melds("QS QD QH", "4H 5H 6H")) == ["[Q♠ Q♦ Q♥]", "[4♥ 5♥ 6♥]"]


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (score_hand(variant(), 1, 0, 0, 40, big_gin=False), "gin: 65 points to ann (deadwood 0 against 40)"),
        (score_hand(variant(), 1, 1, 0, 5, big_gin=True), "big gin: 36 points to bob (deadwood 0 against 5)"),
        (score_hand(variant(), 2, 1, 6, 21, big_gin=False), "knock: 30 points to bob (deadwood 6 against 21)"),
        (score_hand(variant(), 1, 1, 8, 5, big_gin=False), "undercut: 28 points to ann (deadwood 8 against 5)"),
        (
            score_hand(variant(tie_rule="KNOCKER_ZERO"), 1, 1, 5, 5, big_gin=False),
            "knock: 0 points to bob (deadwood 5 against 5)",
        ),
        (score_hand(variant(tie_rule="VOID"), 1, 1, 5, 5, big_gin=False), "void (tie): nobody scores"),
        (void_result(VoidReason.WALL), "void (wall): nobody scores"),
        (void_result(VoidReason.CYCLE), "void (cycle): nobody scores"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_result_reads_in_one_line(result, text):
    """Kind, points, whose they are, and both counts; of a void hand the reason."""
    assert render_result(result, ("ann", "bob")) == text


def test_a_result_calls_the_seats_by_their_numbers_where_no_names_are_given():
    """Default names."""
    assert render_result(score_hand(variant(), 1, 1, 8, 5, big_gin=False)).startswith("undercut: 28 points to seat 0")


M1 = [(0, 28), (1, 31), (0, 45), None, (0, 12), (1, 25), (0, 20)]

SHEETS = {
    "M1": (
        score_sheet(variant(), M1),
        ("A", "B"),
        """\
hand         A       B
1           28
2                   31
3           73
4         void    void
5           85
6                   56
7         105*
boxes        4       2
final      305     106
A wins by 199: A 305, B 106""",
    ),
    "M1 after four hands": (
        score_sheet(variant(), M1[:4]),
        ("ann", "bob"),
        """\
hand       ann     bob
1           28
2                   31
3           73
4         void    void
boxes        2       1
so far: ann 73, bob 31""",
    ),
    "before the first hand": (
        score_sheet(variant(), []),
        ("seat 0", "seat 1"),
        """\
hand    seat 0  seat 1
boxes        0       0
so far: seat 0 0, seat 1 0""",
    ),
    "draw": (
        score_sheet(variant(max_hands=2), [(0, 25), (1, 25)]),
        ("ann", "bob"),
        """\
hand       ann     bob
1           25
2                   25
boxes        1       1
final       25      25
drawn: ann 25, bob 25""",
    ),
    "boxes at once, a long name": (
        score_sheet(variant(box_timing="IMMEDIATE"), [(0, 25), (1, 3), (0, 25)]),
        ("ann", "bob-of-the-lake"),
        """\
hand               ann bob-of-the-lake
1                   50
2                                   28
3                 100*
boxes                2               1
final              200              28
ann wins by 172: ann 200, bob-of-the-lake 28""",
    ),
    "Hollywood after four hands": (
        score_sheet(variant(sheet="HOLLYWOOD"), [(0, 30), None, (0, 40), (1, 20)]),
        ("A", "B"),
        """\
                game 1          game 2          game 3
hand         A       B       A       B       A       B
1           30
2         void    void    void    void    void    void
3           70              40
4                   20
boxes        2       1       1       0       0       0
so far: A 110, B 20""",
    ),
    "M11": (
        score_sheet(variant(sheet="HOLLYWOOD"), [(0, 60), (0, 55), (1, 30), (0, 50), (1, 40), (0, 52)]),
        ("A", "B"),
        """\
                game 1          game 2          game 3
hand         A       B       A       B       A       B
1           60
2         115*              55
3                                   30
4                         105*              50
5                                                   40
6                                         102*
boxes        2       0       2       1       2       1
final      365       0     255      55     252      65
A wins by 752: A 872, B 120""",
    ),
}


@pytest.mark.parametrize(("sheet", "names", "text"), SHEETS.values(), ids=list(SHEETS))
def test_a_sheet_reads_as_it_stands_here(sheet, names, text):
    """Running scores where a hand added to them, a star where it closed a game, then boxes, finals and the outcome."""
    assert render_sheet(sheet, names) == text


def test_a_sheet_has_no_trailing_spaces():
    """Whatever columns stay empty at the end of a line."""
    for sheet, names, _ in SHEETS.values():
        assert all(line == line.rstrip() for line in render_sheet(sheet, names).splitlines())
