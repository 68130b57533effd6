"""Every field of a ruleset: its defaults, its presets, and what an invalid one is told."""

import re
from dataclasses import FrozenInstanceError, fields, replace
from enum import Enum

import pytest

from deals import dealt, melds, play, variant
from ginrummy import PRESETS, Card, IllegalAction, Phase, Ruleset, deck, match, view_for
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, Pass, TakeDiscard
from ginrummy.errors import RulesetError, SeatError
from ginrummy.hand import apply, legal_actions
from ginrummy.ruleset import ShutoutMode, TieRule
from ginrummy.scoring import score_sheet
from ginrummy.testing import play_match
from sample_bots.random_bot import RandomBot

TABLE = """
    name                   custom           classic          standard            oklahoma
    target_score           100              100              100                 150
    knock_limit            10               10               10                  10
    oklahoma               False            False            False               True
    oklahoma_ace           GIN_ONLY         GIN_ONLY         GIN_ONLY            GIN_ONLY
    straight_gin           False            False            False               False
    spades_double          False            False            False               True
    gin_bonus              25               25               25                  25
    undercut_bonus         25               10               25                  25
    tie_rule               UNDERCUT         UNDERCUT         UNDERCUT            UNDERCUT
    big_gin_enabled        False            True             False               True
    big_gin_bonus          31               50               31                  31
    spread_mode            KNOCKER          KNOCKER          KNOCKER             AUTO_MIN
    layoff_mode            CHOSEN           CHOSEN           CHOSEN              AUTO
    may_discard_taken_card False            False            False               False
    knock_discard_hidden   True             True             True                True
    wall_stock             2                2                2                   2
    wall_rule              VOID_AT_DISCARD  VOID_AT_DISCARD  VOID_AT_DISCARD     VOID_AT_DISCARD
    dealer_rotation        ALTERNATE        ALTERNATE        WINNER              ALTERNATE
    void_dealer            SAME             SAME             SAME                SAME
    first_dealer           RANDOM           RANDOM           RANDOM              RANDOM
    game_bonus             0                0                100                 0
    box_bonus              0                0                25                  0
    box_timing             AT_END           AT_END           AT_END              AT_END
    shutout_mode           NONE             NONE             GAME_BONUS_DOUBLED  NONE
    shutout_test           NO_HANDS_WON     NO_HANDS_WON     NO_HANDS_WON        NO_HANDS_WON
    sheet                  SINGLE           SINGLE           SINGLE              SINGLE
    hollywood_columns      3                3                3                   3
    hollywood_winner_by    TOTAL            TOTAL            TOTAL               TOTAL
    max_pile_draws         50               50               50                  50
    max_hands              500              500              500                 500
"""
"""Rules section 2: the field, its default, and the three presets."""
ROWS = [line.split() for line in TABLE.split("\n") if line.strip()]


def shown(value):
    return value.name if isinstance(value, Enum) else str(value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_field_has_the_values_of_the_rules(row):
    """Default, classic, standard and oklahoma of each field."""
    field, *wanted = row
    rulesets = (Ruleset(), *(PRESETS[name] for name in ("classic", "standard", "oklahoma")))
    assert [shown(getattr(ruleset, field)) for ruleset in rulesets] == wanted


def test_the_table_holds_every_field():
    """No field is missing from the table above."""
    assert [row[0] for row in ROWS] == [field.name for field in fields(Ruleset)]


def test_presets_cannot_be_changed():
    """Neither the mapping nor a preset."""
    with pytest.raises(TypeError):
        PRESETS["standard"] = Ruleset()
    with pytest.raises(FrozenInstanceError):
        PRESETS["standard"].gin_bonus = 20


@pytest.mark.parametrize(
    "field", [field for field in fields(Ruleset) if isinstance(field.default, Enum)], ids=lambda f: f.name
)
def test_an_enum_field_takes_the_name_of_its_member_and_nothing_else(field):
    """Every member by name; another text, a number or None is refused naming field and value."""
    for member in type(field.default):
        changes = {field.name: member.name}
        if member.name == "HAND_POINTS_DOUBLED":
            changes["box_timing"] = "AT_END"
        assert getattr(replace(Ruleset(), **changes), field.name) is member
    for bad in ("NOBODY", "", None, 1):
        with pytest.raises(RulesetError, match=f"{field.name}.*{bad}") as raised:
            replace(Ruleset(), **{field.name: bad})
        assert raised.value.field == field.name


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("knock_limit", {"knock_limit": 11}),
        ("knock_limit", {"knock_limit": -1}),
        ("knock_limit", {"knock_limit": "10"}),
        ("knock_limit", {"knock_limit": True}),
        ("oklahoma", {"oklahoma": 1}),
        ("name", {"name": None}),
        ("target_score", {"target_score": 0}),
        ("target_score", {"target_score": 1 << 32}),
        ("big_gin_bonus", {"big_gin_enabled": True, "gin_bonus": 40, "big_gin_bonus": 39}),
        ("box_timing", {"sheet": "HOLLYWOOD", "box_timing": "IMMEDIATE"}),
        ("box_timing", {"shutout_mode": "HAND_POINTS_DOUBLED", "box_timing": "IMMEDIATE"}),
        ("wall_stock", {"wall_stock": 1}),
        ("wall_stock", {"wall_stock": 21}),
        ("max_pile_draws", {"max_pile_draws": 0}),
        ("max_hands", {"max_hands": 0}),
        ("hollywood_columns", {"hollywood_columns": 2}),
        ("hollywood_columns", {"hollywood_columns": 0}),
        ("gin_bonus", {"gin_bonus": -1}),
        ("gin_bonus", {"gin_bonus": 2.5}),
        ("gin_bonus", {"gin_bonus": 1 << 32}),
        ("undercut_bonus", {"undercut_bonus": -1}),
        ("undercut_bonus", {"undercut_bonus": None}),
        ("big_gin_bonus", {"big_gin_bonus": -1}),
        ("big_gin_bonus", {"big_gin_enabled": True, "big_gin_bonus": 24}),
        ("game_bonus", {"game_bonus": -1}),
        ("box_bonus", {"box_bonus": "25"}),
        ("target_score", {"target_score": -100}),
        ("target_score", {"target_score": True}),
        ("wall_stock", {"wall_stock": 2.0}),
        ("hollywood_columns", {"hollywood_columns": 4}),
        ("hollywood_columns", {"hollywood_columns": -1}),
        ("max_hands", {"max_hands": -1}),
        ("max_pile_draws", {"max_pile_draws": [50]}),
        ("straight_gin", {"straight_gin": "yes"}),
        ("spades_double", {"spades_double": None}),
        ("big_gin_enabled", {"big_gin_enabled": 1}),
        ("may_discard_taken_card", {"may_discard_taken_card": 0}),
        ("knock_discard_hidden", {"knock_discard_hidden": "True"}),
        ("name", {"name": 5}),
        ("tie_rule", {"tie_rule": ShutoutMode.NONE}),
        ("tie_rule", {"tie_rule": "undercut"}),
        ("sheet", {"sheet": ["SINGLE"]}),
    ],
)
def test_an_invalid_ruleset_is_refused_naming_the_field(field, changes):
    """Each validation of rules section 2."""
    with pytest.raises(RulesetError) as raised:
        Ruleset(**changes)
    assert raised.value.field == field
    assert field in str(raised.value)


def test_the_taken_card_may_be_shed_where_the_switch_allows_it():
    """may_discard_taken_card adds that card to the discards."""
    hands = ("2C 4D 6H 8S TC QD KH 3S 5C 7D", "AC 3D 5H 7S 9C JD QH 2S 4C 6D", "9H")
    taken = Discard(Card("9H"))
    assert taken not in legal_actions(play(dealt(*hands), TakeDiscard()))
    assert taken in legal_actions(play(dealt(*hands, ruleset=variant(may_discard_taken_card=True)), TakeDiscard()))


def test_straight_gin_leaves_no_knock():
    """L is 0, whatever the upcard and the other switches say."""
    state = dealt(
        "2C 4D 6H 8S TC QD KH 3S 5C 7D",
        "AC 3D 5H 7S 9C JD QH 2S 4C 6D",
        "9H",
        ruleset=variant("oklahoma", straight_gin=True),
    )
    assert state.knock_limit == 0


def test_a_higher_wall_ends_the_hand_sooner():
    """wall_stock=20: the eleventh card drawn from the stock is the last."""
    state = play(
        dealt("2C 4D 6H 8S TC QD KH 3S 5C 7D", "AC 3D 5H 7S 9C JD QH 2S 4C 6D", "9H", ruleset=variant(wall_stock=20)),
        Pass(),
        Pass(),
    )
    draws = 0
    while state.phase is not Phase.HAND_OVER:
        state = play(state, DrawStock())
        state = play(state, Discard(state.drawn))
        draws += 1
    assert (draws, len(state.stock), state.result.kind.name) == (11, 20, "VOID")


def test_a_declared_spread_is_refused_where_the_best_is_shown():
    """spread_mode=AUTO_MIN takes no melds."""
    hands = ("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS")
    state = play(dealt(*hands, ruleset=variant(spread_mode="AUTO_MIN")), Pass(), Pass(), DrawStock())
    with pytest.raises(IllegalAction, match="AUTO_MIN"):
        apply(state, Knock(Card("KS"), ((Card("4H"), Card("5H"), Card("6H")),)))


@pytest.mark.parametrize(
    "changes",
    [
        {"knock_limit": 0},
        {"knock_limit": 10},
        {"target_score": 1},
        {"target_score": (1 << 32) - 1},
        {"big_gin_enabled": True, "big_gin_bonus": 25},
        {"big_gin_enabled": False, "big_gin_bonus": 0},
        {"wall_stock": 2},
        {"wall_stock": 20},
        {"max_pile_draws": 1},
        {"max_hands": 1},
        {"hollywood_columns": 1},
        {"hollywood_columns": 5},
        {"gin_bonus": 0},
        {"sheet": "HOLLYWOOD", "shutout_mode": "HAND_POINTS_DOUBLED"},
        {"box_timing": "IMMEDIATE", "shutout_mode": "TOTAL_DOUBLED"},
    ],
    ids=str,
)
def test_the_last_value_that_is_allowed_is_taken(changes):
    """Validation stops no sooner than rules section 2 says."""
    ruleset = Ruleset(**changes)
    assert {name: shown(getattr(ruleset, name)) for name in changes} == {
        name: str(value) for name, value in changes.items()
    }


def test_the_error_of_an_invalid_variant_leaves_the_preset_as_it_was():
    """replace() of a preset with a bad field raises, and the preset plays on unchanged."""
    before = replace(PRESETS["classic"])
    with pytest.raises(RulesetError, match=r"knock_limit.*11"):
        replace(PRESETS["classic"], knock_limit=11)
    assert PRESETS["classic"] == before


def test_a_variant_is_a_preset_with_fields_replaced():
    """replace() changes the named fields and no other, takes members and names alike, and makes a new ruleset."""
    made = replace(PRESETS["standard"], straight_gin=True, tie_rule="VOID")
    assert made == replace(PRESETS["standard"], straight_gin=True, tie_rule=TieRule.VOID) != PRESETS["standard"]
    changed = [f.name for f in fields(Ruleset) if getattr(made, f.name) != getattr(PRESETS["standard"], f.name)]
    assert changed == ["straight_gin", "tie_rule"]


def test_no_preset_is_missing_and_none_can_be_taken_away():
    """The three pages, and a mapping without deletion."""
    assert list(PRESETS) == ["classic", "standard", "oklahoma"]
    with pytest.raises(TypeError):
        del PRESETS["standard"]


# A test for each field: what it changes in play. The hands are seat 0's, then the dealer's, then the upcard and stock.

IDLE = ("2C 4D 6H 8S TC QD KH 3S 5C 7D", "AC 3D 5H 7S 9C JD QH 2S 4C 6D")
"""Ten cards each without a meld."""
KNOCK_6 = ("4H 5H 6H 8C 9C TC QS QD QH 6D", "2S 3S 4S JS JD JC KD 9H 2D 7H", "3C", "KS")
"""The non-dealer knocks with 6 by shedding KS; the dealer may lay 7H off."""
TIE_5 = ("3H 4H 5H 9S 9D 9C TD JD QD 5S", "AS 2S 3S 6C 6D 6H KS KC KH 5D", "2C", "8D")
"""Both count 5 when the non-dealer sheds 8D."""
GIN = ("4C 5C 6C 7C TS TD TH 2D 2H 2C", "3S 3D 3H 5S 5H KS QH 9D 9H 9S", "KD", "2S")
"""Eleven melded cards after the first draw; the dealer counts 30."""


def drawn(hands, **changes):
    """The state after two passes and the non-dealer's draw."""
    preset = changes.pop("preset", "standard")
    return play(dealt(*hands, ruleset=variant(preset, **changes)), Pass(), Pass(), DrawStock())


def knocked(hands, card, **changes):
    return play(drawn(hands, **changes), Knock(Card(card)))


def idle(**changes):
    """A hand in which both seats shed what they draw, to its end or to WALL."""
    state = play(dealt(*IDLE, "9H", ruleset=variant(**changes)), Pass(), Pass())
    while state.phase not in (Phase.HAND_OVER, Phase.WALL):
        state = play(state, DrawStock())
        state = play(state, Discard(state.drawn))
    return state


def test_field_name_is_a_label_that_the_view_shows():
    """A custom name reaches the bots and changes nothing else."""
    state = dealt(*IDLE, "9H", ruleset=variant(name="house"))
    assert view_for(state, 0).ruleset.name == "house"
    assert legal_actions(state) == legal_actions(dealt(*IDLE, "9H"))


@pytest.mark.parametrize(("target_score", "over"), [(65, True), (66, False)])
def test_field_target_score_ends_the_match_when_reached(target_score, over):
    """65 points reach 65 and not 66."""
    assert score_sheet(variant(target_score=target_score), [(0, 65)]).over is over


@pytest.mark.parametrize(("knock_limit", "legal"), [(6, True), (5, False)])
def test_field_knock_limit_is_the_most_deadwood_that_knocks(knock_limit, legal):
    """Six points knock at a limit of 6 and not of 5."""
    assert (Knock(Card("KS")) in legal_actions(drawn(KNOCK_6, knock_limit=knock_limit))) is legal


@pytest.mark.parametrize(
    ("changes", "limit"),
    [({"oklahoma": False}, 10), ({"oklahoma": True}, 3), ({"oklahoma": True, "knock_limit": 2}, 2)],
    ids=str,
)
def test_field_oklahoma_takes_the_limit_from_the_upcard(changes, limit):
    """3C makes it 3, with knock_limit as a cap; a knock with 6 is then refused."""
    state = drawn(KNOCK_6, **changes)
    assert state.knock_limit == limit
    assert (Knock(Card("KS")) in legal_actions(state)) is (limit == 10)


@pytest.mark.parametrize(("ace", "limit"), [("GIN_ONLY", 0), ("ONE", 1)])
def test_field_oklahoma_ace_makes_an_ace_zero_or_one(ace, limit):
    """The limit under an ace."""
    assert dealt(*IDLE, "AH", ruleset=variant("oklahoma", oklahoma_ace=ace)).knock_limit == limit


def test_field_straight_gin_leaves_gin_as_the_only_way_out():
    """A knock with 6 is gone, also by Oklahoma's limit; gin is still there."""
    assert not [action for action in legal_actions(drawn(KNOCK_6, straight_gin=True)) if isinstance(action, Knock)]
    assert knocked(GIN, "2S", straight_gin=True).result.kind.name == "GIN"


@pytest.mark.parametrize(("upcard", "spades_double", "points"), [("KS", True, 44), ("KS", False, 22), ("KD", True, 22)])
def test_field_spades_double_doubles_the_hand_of_a_spade_upcard(upcard, spades_double, points):
    """28 - 6, twice where the upcard is a spade and the switch is on."""
    hands = (KNOCK_6[0], KNOCK_6[1].replace("KD", "KH"), upcard, "KC")
    state = play(knocked(hands, "KC", spades_double=spades_double), FinishLayoffs())
    assert state.result.points == points


@pytest.mark.parametrize("gin_bonus", [0, 20, 25])
def test_field_gin_bonus_is_added_to_the_defenders_count(gin_bonus):
    """30 and the bonus."""
    assert knocked(GIN, "2S", gin_bonus=gin_bonus).result.points == 30 + gin_bonus


@pytest.mark.parametrize("undercut_bonus", [0, 10, 25])
def test_field_undercut_bonus_is_what_a_tie_is_worth(undercut_bonus):
    """5 against 5: the bonus alone, for the defender."""
    result = play(knocked(TIE_5, "8D", undercut_bonus=undercut_bonus), FinishLayoffs()).result
    assert (result.winner, result.points) == (1, undercut_bonus)


@pytest.mark.parametrize(
    ("tie_rule", "kind", "winner", "points"),
    [("UNDERCUT", "UNDERCUT", 1, 25), ("KNOCKER_ZERO", "KNOCK", 0, 0), ("VOID", "VOID", None, 0)],
)
def test_field_tie_rule_says_who_wins_with_equal_deadwood(tie_rule, kind, winner, points):
    """5 against 5."""
    result = play(knocked(TIE_5, "8D", tie_rule=tie_rule), FinishLayoffs()).result
    assert (result.kind.name, result.winner, result.points) == (kind, winner, points)


@pytest.mark.parametrize("big_gin_enabled", [False, True])
def test_field_big_gin_enabled_allows_the_call(big_gin_enabled):
    """Eleven melded cards: BigGin is legal with the switch, and refused without."""
    state = drawn(GIN, big_gin_enabled=big_gin_enabled)
    assert (BigGin() in legal_actions(state)) is big_gin_enabled
    if not big_gin_enabled:
        with pytest.raises(IllegalAction, match="not enabled"):
            apply(state, BigGin())


@pytest.mark.parametrize("big_gin_bonus", [31, 50])
def test_field_big_gin_bonus_stands_in_place_of_the_gin_bonus(big_gin_bonus):
    """30 and the big bonus, not both."""
    state = play(drawn(GIN, big_gin_enabled=True, big_gin_bonus=big_gin_bonus), BigGin())
    assert state.result.points == 30 + big_gin_bonus


def test_field_spread_mode_lets_the_knocker_declare_or_shows_the_minimum():
    """A worse spread stands as declared under KNOCKER and is refused under AUTO_MIN."""
    hands = ("2H 3H 4H 2S 2D KS KD KC AC AD", "5H 6H AH 9S 9D 9C JS JD JC TS", "7C", "QC")
    worse = Knock(Card("QC"), melds("2H 2S 2D", "KS KD KC"))
    assert play(drawn(hands), worse).showdown.deadwood == 9
    with pytest.raises(IllegalAction, match="AUTO_MIN"):
        apply(drawn(hands, spread_mode="AUTO_MIN"), worse)
    assert knocked(hands, "QC", spread_mode="AUTO_MIN").showdown.deadwood == 6


def test_field_layoff_mode_asks_the_defender_or_lays_off_for_it():
    """CHOSEN waits in LAYOFF; AUTO lays 7H off and counts 21."""
    assert knocked(KNOCK_6, "KS").phase is Phase.LAYOFF
    state = knocked(KNOCK_6, "KS", layoff_mode="AUTO")
    assert (state.phase, state.result.points) == (Phase.HAND_OVER, 21 - 6)
    assert [str(card) for card, _ in state.showdown.layoffs] == ["7H"]


def test_field_may_discard_taken_card_also_counts_for_the_card_of_a_knock():
    """Face down too the taken card goes only where the switch allows it."""
    hands = (*KNOCK_6[:2], "KS")
    for allowed in (False, True):
        state = play(dealt(*hands, ruleset=variant(may_discard_taken_card=allowed)), TakeDiscard())
        assert (Knock(Card("KS")) in legal_actions(state)) is allowed
        assert (Discard(Card("KS")) in legal_actions(state)) is allowed


@pytest.mark.parametrize("hidden", [True, False])
def test_field_knock_discard_hidden_keeps_the_knockers_card_face_down(hidden):
    """The defender sees KS only where it is not hidden; the knocker always does."""
    state = knocked(KNOCK_6, "KS", knock_discard_hidden=hidden)
    assert view_for(state, 0).knock_discard == Card("KS")
    assert view_for(state, 1).knock_discard == (None if hidden else Card("KS"))


@pytest.mark.parametrize("wall_stock", [2, 3, 19, 20])
def test_field_wall_stock_is_what_stays_of_the_stock(wall_stock):
    """The discard that leaves so many is the last: 31 - wall_stock draws."""
    state = idle(wall_stock=wall_stock)
    assert (len(state.stock), state.result.void_reason.name) == (wall_stock, "WALL")
    assert len(state.pile) == 1 + 31 - wall_stock


def test_field_wall_rule_gives_the_opponent_a_last_chance():
    """VOID_AT_DISCARD ends the hand; under OPPONENT_MAY_GO_OUT the other seat is to act in WALL, and may pass."""
    assert idle(wall_rule="VOID_AT_DISCARD").phase is Phase.HAND_OVER
    state = idle(wall_rule="OPPONENT_MAY_GO_OUT")
    assert state.phase is Phase.WALL
    assert Pass() in legal_actions(state)
    assert not {DrawStock(), TakeDiscard()} & set(legal_actions(state))
    assert play(state, Pass()).result.void_reason.name == "WALL"


@pytest.mark.parametrize(("rotation", "after_0", "after_1"), [("ALTERNATE", 0, 0), ("WINNER", 0, 1), ("LOSER", 1, 0)])
def test_field_dealer_rotation_names_the_next_dealer(rotation, after_0, after_1):
    """After a hand that seat 1 dealt and seat 0 or seat 1 won."""
    rules = variant(dealer_rotation=rotation)
    assert (match.next_dealer(rules, 1, 0), match.next_dealer(rules, 1, 1)) == (after_0, after_1)


@pytest.mark.parametrize("rotation", ["ALTERNATE", "WINNER", "LOSER"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_field_void_dealer_keeps_the_dealer_whatever_the_rotation(rotation, dealer):
    """A void hand is dealt again by the same seat."""
    assert match.next_dealer(variant(dealer_rotation=rotation, void_dealer="SAME"), dealer, None) == dealer


def test_field_first_dealer_fixes_the_seat_or_leaves_it_to_the_seed():
    """SEAT_0 and SEAT_1 hold for every seed; RANDOM is the seed's lowest bit, and both seats come up."""
    dealers = {}
    for first in ("SEAT_0", "SEAT_1", "RANDOM"):
        journals = [
            play_match(RandomBot, RandomBot, ruleset=variant(first_dealer=first, max_hands=1), seed=n).journal
            for n in range(8)
        ]
        dealers[first] = [journal.header.first_dealer for journal in journals]
    seeds = [deck.match_seed(n.to_bytes(32, "big"), "practice", {}) for n in range(8)]
    assert dealers == {"SEAT_0": [0] * 8, "SEAT_1": [1] * 8, "RANDOM": [deck.first_dealer(seed) for seed in seeds]}
    assert set(dealers["RANDOM"]) == {0, 1}
    with pytest.raises(SeatError, match="SEAT_0"):
        match.start_match(variant(first_dealer="SEAT_0"), 1)


@pytest.mark.parametrize("game_bonus", [0, 100, 250])
def test_field_game_bonus_goes_to_the_winner(game_bonus):
    """On top of the score, once."""
    sheet = score_sheet(variant("classic", game_bonus=game_bonus), [(1, 5), (0, 100)])
    assert sheet.finals == (100 + game_bonus, 5)


@pytest.mark.parametrize("box_bonus", [0, 20, 25])
def test_field_box_bonus_goes_to_each_hand_won(box_bonus):
    """Two hands of seat 0's, one of seat 1's."""
    sheet = score_sheet(variant("classic", box_bonus=box_bonus), [(1, 5), (0, 50), (0, 50)])
    assert sheet.finals == (100 + 2 * box_bonus, 5 + box_bonus)


@pytest.mark.parametrize(("box_timing", "scores", "over"), [("AT_END", (75, 0), False), ("IMMEDIATE", (100, 0), True)])
def test_field_box_timing_counts_a_box_at_the_end_or_at_once(box_timing, scores, over):
    """75 points and a box of 25 reach the target only where boxes count at once."""
    sheet = score_sheet(variant("classic", box_bonus=25, box_timing=box_timing), [(0, 75)])
    assert (sheet.scores, sheet.over) == (scores, over)


@pytest.mark.parametrize(
    ("shutout_mode", "final", "margin"),
    [
        ("NONE", 225, 225),
        ("GAME_BONUS_DOUBLED", 325, 325),
        ("HAND_POINTS_DOUBLED", 325, 325),
        ("TOTAL_DOUBLED", 450, 450),
        ("MARGIN_DOUBLED", 225, 450),
    ],
)
def test_field_shutout_mode_says_what_is_doubled(shutout_mode, final, margin):
    """100 points in one hand against none."""
    sheet = score_sheet(variant(shutout_mode=shutout_mode), [(0, 100)])
    assert (sheet.finals, sheet.margin) == ((final, 0), margin)


@pytest.mark.parametrize(("shutout_test", "final"), [("NO_HANDS_WON", 225), ("NO_POINTS", 325)])
def test_field_shutout_test_looks_at_hands_or_points(shutout_test, final):
    """The loser won a hand for 0 points, which a tie under KNOCKER_ZERO gives."""
    sheet = score_sheet(variant(tie_rule="KNOCKER_ZERO", shutout_test=shutout_test), [(1, 0), (0, 100)])
    assert sheet.finals[0] == final


@pytest.mark.parametrize(("sheet", "columns"), [("SINGLE", 1), ("HOLLYWOOD", 3)])
def test_field_sheet_keeps_one_column_or_hollywoods(sheet, columns):
    """One hand of 100 ends a single match and only the first game of three."""
    played = score_sheet(variant(sheet=sheet), [(0, 100)])
    assert (len(played.columns), played.over) == (columns, columns == 1)


@pytest.mark.parametrize("hollywood_columns", [1, 3, 5])
def test_field_hollywood_columns_is_the_number_of_games(hollywood_columns):
    """The n-th win counts in n columns, at most in all; a lone winner closes them one after another."""
    rules = variant(sheet="HOLLYWOOD", hollywood_columns=hollywood_columns)
    wins = [(0, 1)] * 6
    taken = [
        score_sheet(rules, wins[: n + 1]).boxes[0] - score_sheet(rules, wins[:n]).boxes[0] for n in range(len(wins))
    ]
    assert taken == [min(n, hollywood_columns) for n in range(1, 7)]
    assert score_sheet(rules, [(0, 100)] * hollywood_columns).over
    assert not score_sheet(rules, [(0, 100)] * (hollywood_columns - 1)).over


@pytest.mark.parametrize(("winner_by", "winner"), [("TOTAL", 1), ("GAMES", 0)])
def test_field_hollywood_winner_by_sums_or_counts_the_games(winner_by, winner):
    """Seat 0 wins two games, seat 1 the sum."""
    rules = variant("classic", sheet="HOLLYWOOD", hollywood_winner_by=winner_by)
    assert score_sheet(rules, [(0, 1), (0, 99), (1, 99), (0, 1), (1, 123)]).winner == winner


@pytest.mark.parametrize("max_pile_draws", [1, 2, 5])
def test_field_max_pile_draws_ends_a_hand_that_goes_in_circles(max_pile_draws):
    """The discard after so many draws from the pile voids the hand; the upcard does not count."""
    state = play(dealt(*IDLE, "9H", ruleset=variant(max_pile_draws=max_pile_draws)), TakeDiscard())
    taken = 0
    state = play(state, legal_actions(state)[0])
    while state.phase is Phase.DRAW:
        state = play(state, TakeDiscard())
        taken += 1
        state = play(state, legal_actions(state)[0])
    assert (taken, state.result.void_reason.name) == (max_pile_draws, "CYCLE")


@pytest.mark.parametrize("max_hands", [1, 3])
def test_field_max_hands_stops_the_match(max_hands):
    """The match is over with that hand, void hands counted, and not before."""
    hands = [None, (0, 10), None][:max_hands]
    assert score_sheet(variant(max_hands=max_hands), hands).over
    assert not score_sheet(variant(max_hands=max_hands), hands[:-1]).over


def test_every_field_has_a_test_of_what_it_changes():
    """None of the fields is left out above."""
    tested = [name.removeprefix("test_field_") for name in globals() if name.startswith("test_field_")]
    for field in fields(Ruleset):
        longer = [other.name for other in fields(Ruleset) if re.match(f"{field.name}_", other.name)]
        assert [name for name in tested if name.startswith(field.name) and not name.startswith(tuple(longer))], field
