"""The worked hands H01 to H44, the worked sheets M1 to M11, and the dealers of rules 7.3."""

import json
from pathlib import Path

import pytest

from corner_cases.test_playing import gin_for, refused, void_for
from deals import deck_of, melds, play, variant
from ginrummy import PRESETS, match, parse_cards
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass
from ginrummy.cards import ALL_CARDS
from ginrummy.events import LaidOff
from ginrummy.hand import Phase, apply, deal
from ginrummy.melds import best_layoffs, deadwood
from ginrummy.scoring import score_sheet

VECTORS = Path(__file__).parent / "vectors"
WORKED = json.loads((VECTORS / "worked_hands.json").read_text())
SHEETS = json.loads((VECTORS / "worked_sheets.json").read_text())

HANDS = """
H01 H02 H03 H04 H05 H07 H08 H09 H10 H11 H13 H15 H16 H17 H19 H20 H21 H22 H23 H24 H25 H27 H28 H29 H30 H31 H32 H34
H36 H37 H39 H40 H44
"""
SHEET_IDS = "M1 M2 M3 M4 M5 M7 M8 M10 M11"
LAID_OFF = {"H01": "7H", "H19": "7S 8S", "H20": "7S 8S", "H21": "5H 6H AH"}
"""The cards laid off where the table names some."""
LIMITS = {"H23": 8, "H24": 7, "H25": 7, "H29": 4, "H30": 3, "H31": 0, "H32": 1, "H34": 0, "H36": 0, "H37": 0}
"""The knock limits other than 10."""


def by_id(rows):
    return pytest.mark.parametrize("row", rows, ids=[row["id"] for row in rows])


def set_up(row, knocker):
    """The state in which the knocker holds its eleven cards, and what it goes out with."""
    cards = row["knocker"].split()
    dealt, defender = " ".join(cards[:10]), row["defender"]
    named = parse_cards(f"{row['knocker']} {defender} {row['upcard']}")
    idle, filler = [card for card in ALL_CARDS if card not in named][:2]
    eleventh = cards[10] if row["big_gin"] else str(filler)
    ruleset = variant(row["preset"], **row["overrides"])
    spread = melds(*row["spread"] or ())
    way_out = BigGin(spread) if row["big_gin"] else Knock(filler, spread)
    if knocker == "non-dealer":
        state = deal(deck_of(dealt, defender, row["upcard"], eleventh), 1, ruleset)
        return play(state, Pass(), Pass(), DrawStock()), way_out
    state = deal(deck_of(defender, dealt, row["upcard"], f"{idle} {eleventh}"), 1, ruleset)
    return play(state, Pass(), Pass(), DrawStock(), Discard(idle), DrawStock()), way_out


def laid_off(events):
    return sorted(str(event.card) for event in events if type(event) is LaidOff)


def test_every_worked_hand_is_here():
    """The vectors hold each id of the table in section 8, once."""
    assert [row["id"] for row in WORKED] == HANDS.split()


def test_every_worked_sheet_is_here():
    """The vectors hold each id of section 9, once."""
    assert [row["id"] for row in SHEETS] == SHEET_IDS.split()


@pytest.mark.parametrize("knocker", ["non-dealer", "dealer"])
@by_id([row for row in WORKED if row["result"] != "ILLEGAL"])
def test_worked_hand(row, knocker):
    """Played out with the layoffs of the table, the hand ends with the table's counts, winner and points."""
    state, way_out = set_up(row, knocker)
    seat = state.to_act
    assert state.knock_limit == LIMITS.get(row["id"], 10)
    state, happened = apply(state, way_out)
    if state.phase is Phase.LAYOFF and row["layoffs"] == "optimal":
        for card, i in best_layoffs(state.showdown.spread, state.hands[1 - seat]).layoffs:
            state, events = apply(state, LayOff(card, i))
            happened += events
    if state.phase is Phase.LAYOFF:
        state, _ = apply(state, FinishLayoffs())
    assert laid_off(happened) == sorted(LAID_OFF.get(row["id"], "").split())
    result = state.result
    assert (result.kind.name, result.points) == (row["result"], row["points"])
    assert result.winner == {"knocker": seat, "defender": 1 - seat, None: None}[row["winner"]]
    assert (result.knocker_deadwood, result.defender_deadwood) == (row["knocker_deadwood"], row["defender_deadwood"])


@pytest.mark.parametrize("knocker", ["non-dealer", "dealer"])
@by_id([row for row in WORKED if row["result"] == "ILLEGAL"])
def test_worked_refusal(row, knocker):
    """The way out is refused, changes nothing, and would have shown the deadwood of the table."""
    state, way_out = set_up(row, knocker)
    assert state.knock_limit == LIMITS.get(row["id"], 10)
    melded = parse_cards(" ".join(row["spread"] or ()))
    kept = parse_cards(row["knocker"])
    shown = sum(card.points for card in kept if card not in melded) if melded else deadwood(kept)
    assert shown == row["knocker_deadwood"]
    refused(state, way_out)


@by_id(SHEETS)
def test_worked_sheet(row):
    """The hands end the match on the last of them, with the winner, scores, boxes, finals and margin of section 9."""
    ruleset = variant(row["preset"], **row["overrides"])
    hands = [hand and tuple(hand) for hand in row["hands"]]
    unfinished, sheet = score_sheet(ruleset, hands[:-1]), score_sheet(ruleset, hands)
    assert (unfinished.over, unfinished.winner, unfinished.finals, unfinished.margin) == (False, None, None, None)
    assert (sheet.over, sheet.winner) == (True, row["winner"])
    assert (sheet.finals, sheet.margin) == (tuple(row["finals"]), row["margin"])
    if row["scores"]:
        assert (sheet.scores, sheet.boxes) == (tuple(row["scores"]), tuple(row["boxes"]))


def columns(hands):
    """The columns of a Hollywood match after each hand, scores as on paper and who closed it, and the last sheet."""
    ruleset = variant("standard", sheet="HOLLYWOOD")

    def on_paper(column):
        scores = "/".join(
            str(score) if entered else "-" for score, entered in zip(column.scores, column.entered, strict=True)
        )
        return scores if column.winner is None else f"{scores} {'AB'[column.winner]}"

    sheets = [score_sheet(ruleset, hands[: i + 1]) for i in range(len(hands))]
    return [tuple(map(on_paper, sheet.columns)) for sheet in sheets], sheets[-1]


def test_m10_fills_its_columns_hand_by_hand():
    """A player's first win counts in G1, its second in G1 and G2, later ones in all that are open, as in the table."""
    steps, _ = columns([(0, 30), (0, 40), (1, 20), (0, 35), (1, 50), (1, 45), (0, 27), (1, 60)])
    assert steps == [
        ("30/-", "-/-", "-/-"),
        ("70/-", "40/-", "-/-"),
        ("70/20", "40/-", "-/-"),
        ("105/20 A", "75/-", "35/-"),
        ("105/20 A", "75/50", "35/-"),
        ("105/20 A", "75/95", "35/45"),
        ("105/20 A", "102/95 A", "62/45"),
        ("105/20 A", "102/95 A", "62/105 B"),
    ]


def test_m10_settles_each_column_by_itself():
    """The finals and boxes are G1 280-45 with 3-1, G2 277-145 with 3-2, G3 112-255 with 2-2."""
    _, sheet = columns([(0, 30), (0, 40), (1, 20), (0, 35), (1, 50), (1, 45), (0, 27), (1, 60)])
    assert [column.finals for column in sheet.columns] == [(280, 45), (277, 145), (112, 255)]
    assert [column.boxes for column in sheet.columns] == [(3, 1), (3, 2), (2, 2)]
    assert [column.margin for column in sheet.columns] == [235, 132, 143]
    assert sheet.margin == 235 + 132 - 143
    assert (sheet.scores, sheet.boxes) == ((269, 220), (8, 5))


def test_m11_slides_the_shut_out_player_to_the_next_column():
    """B, shut out of the closed G1, makes its first entry in G2 alone."""
    steps, _ = columns([(0, 60), (0, 55), (1, 30), (0, 50), (1, 40), (0, 52)])
    assert steps == [
        ("60/-", "-/-", "-/-"),
        ("115/- A", "55/-", "-/-"),
        ("115/- A", "55/30", "-/-"),
        ("115/- A", "105/30 A", "50/-"),
        ("115/- A", "105/30 A", "50/40"),
        ("115/- A", "105/30 A", "102/40 A"),
    ]


def test_m11_settles_each_column_by_itself():
    """The finals are G1 365-0 as a shutout, G2 255-55, G3 252-65."""
    _, sheet = columns([(0, 60), (0, 55), (1, 30), (0, 50), (1, 40), (0, 52)])
    assert [column.finals for column in sheet.columns] == [(365, 0), (255, 55), (252, 65)]
    assert [column.boxes for column in sheet.columns] == [(2, 0), (2, 1), (2, 1)]


RESULTS = ("A", "void", "B", "A", "void", "void", "B")
DEALERS = [
    ("ALTERNATE", "A B B A B B B", "A"),
    ("WINNER", "A A A B A A A", "B"),
    ("LOSER", "A B B A B B B", "A"),
]


@pytest.mark.parametrize("a", [0, 1], ids=["A is seat 0", "A is seat 1"])
@pytest.mark.parametrize(("rotation", "dealers", "then"), DEALERS, ids=[rotation for rotation, *_ in DEALERS])
def test_the_dealers_of_a_match(rotation, dealers, then, a):
    """Played out, the hands of 7.3 are dealt by the seats of its trace, and the next by the seat it names."""
    names = {a: "A", 1 - a: "B"}
    state = match.start_match(variant("standard", dealer_rotation=rotation), first_dealer=a)
    dealt_by = []
    for result in RESULTS:
        dealt_by.append(names[state.dealer])
        state = void_for(state) if result == "void" else gin_for(state, a if result == "A" else 1 - a)
        assert state.hand.dealer == {"A": a, "B": 1 - a}[dealt_by[-1]]
    assert [result.winner for result in state.results] == [
        None if result == "void" else {"A": a, "B": 1 - a}[result] for result in RESULTS
    ]
    assert (" ".join(dealt_by), names[state.dealer]) == (dealers, then)


@pytest.mark.parametrize(("rotation", "dealers", "then"), DEALERS, ids=[rotation for rotation, *_ in DEALERS])
def test_next_dealer(rotation, dealers, then):
    """`next_dealer` alone walks the traces of 7.3."""
    seats = {"A": 0, "B": 1, "void": None}
    ruleset, dealer, dealt_by = variant("standard", dealer_rotation=rotation), 0, []
    for result in RESULTS:
        dealt_by.append("AB"[dealer])
        dealer = match.next_dealer(ruleset, dealer, seats[result])
    assert (" ".join(dealt_by), "AB"[dealer]) == (dealers, then)


def test_the_presets_rotate_as_their_pages_say():
    """The winner deals in standard; classic and Oklahoma alternate."""
    rotations = {name: ruleset.dealer_rotation.name for name, ruleset in PRESETS.items()}
    assert rotations == {"classic": "ALTERNATE", "standard": "WINNER", "oklahoma": "ALTERNATE"}
