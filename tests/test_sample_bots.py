"""The sample bots: found by name, legal under every ruleset, the same each time, each stronger than the one before.

`python tests/bench/compare_bots.py expert simple --seed 5e` prints the figures that are asserted here.
"""

import ast
import sys
from pathlib import Path

import pytest

from bench.compare_bots import Player, compare, play_hand
from deals import dealt, melds, play, variant
from ginrummy import Bot, deck, match, view_for
from ginrummy.actions import Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import Card
from ginrummy.hand import Phase, apply, deal, legal_actions
from ginrummy.loading import SAMPLES, load_bot
from ginrummy.melds import best_arrangement, deadwood, fits
from ginrummy.testing import master_seed
from sample_bots.expert_bot import ExpertBot
from sample_bots.random_bot import RandomBot
from sample_bots.simple_bot import SimpleBot

SEED = master_seed("5e")

RULESETS = {
    "classic": variant("classic"),
    "standard, winner deals": variant("standard"),
    "standard, loser deals": variant("standard", dealer_rotation="LOSER"),
    "oklahoma": variant("oklahoma"),
    "oklahoma, ace is one, spreads chosen": variant("oklahoma", oklahoma_ace="ONE", spread_mode="KNOCKER"),
    "straight gin": variant("standard", straight_gin=True, max_hands=30),
    "hollywood": variant("standard", sheet="HOLLYWOOD"),
    "hollywood oklahoma": variant("oklahoma", sheet="HOLLYWOOD"),
    "layoffs made": variant("standard", layoff_mode="AUTO"),
    "layoffs chosen, spreads made": variant("classic", spread_mode="AUTO_MIN"),
    "taken card may go": variant("classic", may_discard_taken_card=True, undercut_bonus=0),
    "wall": variant("classic", wall_rule="OPPONENT_MAY_GO_OUT", wall_stock=18, max_hands=40),
    "wall, spreads made": variant("oklahoma", wall_rule="OPPONENT_MAY_GO_OUT", wall_stock=18, max_hands=40),
}


def play_match(ruleset, first, second):
    """A whole match, its hands driven one by one; an illegal choice raises where it is made."""
    players = (Player(first, SEED, 0), Player(second, SEED, 1))
    state = match.start_match(ruleset, 0)
    actions = []
    while not state.over:
        if state.between_hands:
            state, _ = match.deal_hand(state, deck.shuffle_v1(SEED, len(state.results)))
            continue
        legal = legal_actions(state.hand)
        action = legal[0] if len(legal) == 1 else players[state.hand.to_act].choose(state)
        actions.append(action)
        state, _ = match.apply(state, action)
    return state, actions


@pytest.mark.parametrize(("better", "worse"), [("simple", "random"), ("expert", "simple")])
def test_each_bot_beats_the_one_before(better, worse, record_property):
    """Over 500 deals played twice with changed seats, the 95 % interval of the points a hand lies above zero."""
    found = compare(load_bot(better), load_bot(worse), 500, SEED)
    print(f"{better} over {worse}: {found}")
    record_property("points_per_hand", str(found))
    assert sum(found.endings.values()) == 1_000
    assert found.mean - found.margin > 0


def test_a_bot_against_itself_comes_out_even():
    """Both legs of a deal give either seat the same cards, so a bot that leaves nothing to chance cannot win a pair."""
    assert set(compare(SimpleBot, SimpleBot, 50, SEED).pairs) == {0}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_ruleset_is_played_legally_to_its_end_and_the_same_again(ruleset):
    """No choice is refused, the match ends, and from one seed it is the same match."""
    for first, second in ((ExpertBot, SimpleBot), (RandomBot, SimpleBot)):
        state, actions = play_match(ruleset, first, second)
        assert state.sheet.over
        assert play_match(ruleset, first, second) == (state, actions)


@pytest.mark.parametrize(("bot", "choices"), [(SimpleBot, {Knock}), (ExpertBot, {Knock, Pass})])
def test_the_wall_is_met_by_both_bots(bot, choices):
    """Given the choice, simple goes out with the last discard whenever it can, expert only where it is worth it."""
    chosen = set()
    made = watched(bot, lambda view, action: chosen.add((view.phase, type(action))))
    for index in range(100):
        state = deal(deck.shuffle_v1(SEED, index), index % 2, RULESETS["wall"])
        play_hand(state, (Player(made, SEED, 0), Player(made, SEED, 1)))
    assert {action for phase, action in chosen if phase is Phase.WALL} == choices


def watched(bot: type[Bot], see) -> type[Bot]:
    """The bot, each of whose choices is shown to `see(view, action)`."""

    class Watched(bot):
        def choose(self, view):
            action = super().choose(view)
            see(view, action)
            return action

    return Watched


def without(card, cards):
    return deadwood([other for other in cards if other != card])


def test_simple_does_what_its_first_line_says():
    """Takes a card if and only if it melds, sheds what leaves least, knocks when it can, leaves no card to lay off."""

    def see(view, action):
        kinds = {type(legal) for legal in view.legal_actions}
        match view.phase:
            case Phase.UPCARD_FIRST | Phase.UPCARD_SECOND | Phase.DRAW:
                top = view.discard_pile[-1]
                eleven = best_arrangement((*view.hand, top))
                assert (action == TakeDiscard()) == (eleven.deadwood <= view.deadwood)
                assert action != TakeDiscard() or any(top in meld for meld in eleven.melds)
            case Phase.ACT | Phase.WALL:
                held = (*view.hand, *(view.discard_pile[-1:] if view.phase is Phase.WALL else ()))
                assert isinstance(action, Knock) == (Knock in kinds)
                if isinstance(action, Knock | Discard):
                    shed = action.discard if isinstance(action, Knock) else action.card
                    options = [
                        one.discard if isinstance(action, Knock) else one.card
                        for one in view.legal_actions
                        if type(one) is type(action)
                    ]
                    assert without(shed, held) == min(without(card, held) for card in options)
            case Phase.LAYOFF:
                loose = best_arrangement(view.hand).deadwood_cards
                fitting = [card for card in loose if any(fits(meld, card) for meld in view.melds)]
                assert action != FinishLayoffs() or not fitting
                seen.add(type(action))
        seen.add(view.phase)

    seen = set()
    made = watched(SimpleBot, see)
    for index in range(120):
        state = deal(deck.shuffle_v1(SEED, index), index % 2, variant("standard", wall_rule="OPPONENT_MAY_GO_OUT"))
        play_hand(state, (Player(made, SEED, 0), Player(made, SEED, 1)))
    assert {LayOff, Phase.DRAW, Phase.ACT, Phase.LAYOFF} <= seen


def after_a_take(ruleset):
    """The non-dealer of hand H22 of the rules with QC to shed; the dealer has taken 5H and shed KH."""
    state = dealt(
        "2H 3H 4H 2S 2D KS KD KC AC AD", "KH 6H 9S 9D 9C JS JD JC TS 4C", "5H", "QC", variant("standard", **ruleset)
    )
    return play(state, Pass(), TakeDiscard(), Discard(Card("KH")), DrawStock())


def test_expert_spreads_what_the_opponent_cannot_lay_off_on():
    """5H is known to be with the opponent: three twos are shown, for three points more, and not 2-3-4 of hearts."""
    state = after_a_take({})
    action = ExpertBot().choose(view_for(state, 0))
    assert action.discard == Card("QC")
    assert sorted(action.melds) == sorted(melds("2D 2H 2S", "KC KD KS"))
    after, _ = apply(state, action)
    assert after.showdown.deadwood == 9


def test_expert_declares_no_spread_where_the_rules_show_the_least():
    """Under spread_mode=AUTO_MIN the knock names its discard only, so that it is legal."""
    state = after_a_take({"spread_mode": "AUTO_MIN", "undercut_bonus": 10})
    assert ExpertBot().choose(view_for(state, 0)) == Knock(Card("QC"))


@pytest.mark.parametrize(("taken", "shed"), [(True, "JH"), (False, "KC")])
def test_expert_keeps_from_the_opponent_what_it_collects(taken, shed):
    """Once the dealer has taken KD the king stays in the hand; otherwise it goes first."""
    state = dealt("2S 3S 4S 6D 7D 8D TS 9C JH KC", "9H 5H 5D TC 8S QS 4C 3H 2C 7H", "KD", "AH 5C")
    dealer = (TakeDiscard(),) if taken else (Pass(), DrawStock(), Discard(Card("AH")), DrawStock())
    state = play(state, Pass(), *dealer, Discard(Card("2C")), DrawStock())
    assert ExpertBot().choose(view_for(state, 0)) == Discard(Card(shed))


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_found_by_name_and_import_nothing_but_ginrummy(name):
    """A copy of the file runs wherever ginrummy is installed, and `random` is a bot of a few lines."""
    bot = load_bot(name)
    assert bot.__module__ == f"sample_bots.{name}_bot"
    source = Path(sys.modules[bot.__module__].__file__).read_text(encoding="utf-8")
    roots = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            roots.add(node.module.partition(".")[0])
    assert roots <= {"ginrummy", *sys.stdlib_module_names}
    assert len(source.splitlines()) <= {"random": 10, "simple": 40, "expert": 140}[name]


def test_a_copied_sample_is_a_bot_of_its_own(tmp_path):
    """What the README of the samples says: copy the file, and name it by its path."""
    copy = tmp_path / "mine.py"
    copy.write_text(Path(sys.modules[ExpertBot.__module__].__file__).read_text(encoding="utf-8"), encoding="utf-8")
    made = load_bot(f"{copy}:ExpertBot")
    assert made is not ExpertBot
    view = view_for(dealt("2S 3S 4S 6D 7D 8D TS 9C JH KC", "9H 5H 5D TC 8S QS 4C 3H 2C 7H", "5S"), 0)
    assert made().choose(view) == TakeDiscard()
