"""Every field of a ruleset: its defaults, its presets, and what an invalid one is told."""

from dataclasses import FrozenInstanceError, fields, replace
from enum import Enum

import pytest

from deals import dealt, play, variant
from ginrummy import PRESETS, Card, IllegalAction, Phase, Ruleset
from ginrummy.actions import Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.errors import RulesetError
from ginrummy.hand import apply, legal_actions

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
