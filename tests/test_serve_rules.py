"""Every ruleset, played by bots over gRPC to the end of its matches: the journals verify, the standings add up."""

from pathlib import Path

import pytest

from service import add_up, entering, journals, lively_choice, played, simple_choice, tournament, verified

RULES = {
    "classic": '"classic"',
    "standard": '"standard"',
    "standard, the loser deals": '{ preset = "standard", dealer_rotation = "LOSER" }',
    "standard, turn about": '{ preset = "standard", dealer_rotation = "ALTERNATE" }',
    "oklahoma": '"oklahoma"',
    "oklahoma, an ace counts one": '{ preset = "oklahoma", oklahoma_ace = "ONE", layoff_mode = "CHOSEN" }',
    "straight gin": '{ preset = "standard", straight_gin = true, max_hands = 4 }',
    "Hollywood": '{ preset = "standard", sheet = "HOLLYWOOD" }',
    "layoffs made for the defender": '{ preset = "standard", layoff_mode = "AUTO" }',
    "layoffs chosen": '{ preset = "classic", layoff_mode = "CHOSEN", spread_mode = "AUTO_MIN" }',
    "out at the wall": '{ preset = "classic", wall_rule = "OPPONENT_MAY_GO_OUT", wall_stock = 20, target_score = 40 }',
    "ties void": '{ preset = "classic", tie_rule = "VOID", knock_discard_hidden = false, max_hands = 5 }',
}
TARGETS = {"oklahoma": 150, "oklahoma, an ace counts one": 150, "out at the wall": 40}


@pytest.mark.parametrize(("rules", "stock"), list(zip(RULES, ("shared", "seat-locked") * 6, strict=True)))
def test_a_match_by_every_ruleset_is_played_to_its_end_and_verifies(tmp_path: Path, rules: str, stock: str) -> None:
    """Under one order of the stock or the other."""
    text = tournament("ann", "bob", ruleset=RULES[rules], stock=stock)
    served = played(tmp_path, text, entering("ann"), entering("bob", lively_choice))
    table, found = served.task.result(), journals(tmp_path)
    assert table.complete
    assert verified(tmp_path) == 1
    add_up(table, found)
    journal = next(iter(found.values()))
    assert journal.footer.termination.kind.name == "COMPLETED"
    assert journal.header.stock == stock
    if "max_hands" not in RULES[rules]:
        assert max(journal.footer.sheet.scores) >= TARGETS.get(rules, 100)


def test_a_round_robin_of_four_bots_is_whole_balanced_and_adds_up(tmp_path: Path) -> None:
    """Every pairing has all its matches, each bot sits in each seat equally often, and the journals make the table."""
    names = ("ann", "bob", "cleo", "dan")
    text = tournament(*({"name": name, "tables": 4} for name in names), matches=4)
    players = (
        entering(name, choose, tables=4)
        for name, choose in zip(names, (simple_choice, lively_choice, lively_choice, simple_choice), strict=True)
    )
    served = played(tmp_path, text, *players)
    table, found = served.task.result(), journals(tmp_path)
    assert (table.complete, table.played, verified(tmp_path)) == (True, 24, 24)
    add_up(table, found)
    seats = {name: [0, 0] for name in names}
    dealt: dict[tuple[str, ...], list[int]] = {}
    for journal in found.values():
        for seat, name in enumerate(journal.header.bots):
            seats[name][seat] += 1
        dealt.setdefault(tuple(sorted(journal.header.bots)), []).append(journal.header.first_dealer)
    assert set(map(tuple, seats.values())) == {(6, 6)}
    assert [sum(first) for first in dealt.values()] == [2] * 6


def test_every_bot_hears_the_end_and_the_seeds_that_the_commitment_stood_for(tmp_path: Path) -> None:
    """After a match its deals are revealed, after the tournament the master seed, then Goodbye."""
    heard = {}

    def noted(name):
        def player(served):
            heard[name] = served.bot(name)
            return heard[name]

        return player

    played(tmp_path, tournament("ann", "bob", matches=2), noted("ann"), noted("bob"))
    for name in ("ann", "bob"):
        kinds = [type(message).__name__ for message in heard[name].heard if type(message).__name__ != "Ping"]
        assert kinds[:2] == ["Welcome", "Joined"]
        assert kinds.count("MatchEnded") == kinds.count("DealsRevealed") == 2
        assert kinds[-2:] == ["TournamentEnded", "Goodbye"]
        ended = heard[name].heard[-2]
        assert ended.master_seed.hex() == "5f" * 32
        assert heard[name].last.reason.name == "DONE"
