"""Cards that a seat has not been shown change nothing that it is told (design, law 2).

Two worlds differ by a swap of two cards that the seat is never shown; the other seat makes the same choices, with the
swapped cards' names. Then every view, event and refusal of the seat is equal. Mutants that leak are caught by the same
check.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from deals import variant
from ginrummy import IllegalAction, Phase, deck, view_for
from ginrummy.actions import BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS, cards_of
from ginrummy.events import HandDealt, StockDrawn
from ginrummy.hand import apply, deal, legal_actions
from ginrummy.melds import deadwood
from ginrummy.scoring import VoidReason
from ginrummy.view import event_for, public_event

RULESETS = (
    variant(),
    variant("classic", tie_rule="VOID", max_pile_draws=3),
    variant("oklahoma"),
    variant(wall_rule="OPPONENT_MAY_GO_OUT", wall_stock=18, knock_discard_hidden=False),
    variant(tie_rule="VOID", knock_limit=10, may_discard_taken_card=True, wall_stock=20),
)
ATTEMPTS = (
    Pass(), TakeDiscard(), DrawStock(), BigGin(), FinishLayoffs(),
    *(Discard(card) for card in ALL_CARDS), *(Knock(card) for card in ALL_CARDS),
    *(LayOff(card, index) for card in ALL_CARDS for index in (0, 1)),
)  # fmt: skip


def rich_deck(random):
    """A deck whose first cards stand in few ranks, so that hands meld and knocks, layoffs and gins come soon."""
    first = [card for card in ALL_CARDS if card % 13 < random.choice((6, 7, 8))]
    random.shuffle(first)
    rest = [card for card in ALL_CARDS if card not in first]
    random.shuffle(rest)
    return (*first, *rest)


def chosen(random, state):
    """Mostly what helps, so that hands end in every way; sometimes anything."""
    legal = legal_actions(state)
    if state.phase is not Phase.ACT or random.random() < 0.15:
        return random.choice(legal)
    hand = state.hands[state.to_act]
    ways_out = [action for action in legal if not isinstance(action, Discard)]
    if ways_out and random.random() < 0.6:
        return random.choice(ways_out)
    discards = [action for action in legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: deadwood([card for card in hand if card != action.card]))


def play(cards, dealer, ruleset, stock, choose):
    """The states of a hand with the actions between them and their events."""
    state = deal(cards, dealer, ruleset, stock)
    steps = [(state, None, (HandDealt(0, dealer, stock, cards),))]
    while state.to_act is not None:
        action = choose(state)
        state, events = apply(state, action)
        steps.append((state, action, events))
    return steps


def refusals(state, seat):
    """What the seat is told of each attempt, legal ones apart."""
    legal = set(legal_actions(state)) if state.to_act == seat else set()
    told = []
    for action in ATTEMPTS:
        if action not in legal:
            try:
                apply(state, action, seat)
            except IllegalAction as error:
                told.append(error.reason)
            else:
                told.append("accepted")
    return told


def transcript(steps, seat, look):
    """Everything that a seat is told in a hand: views, events, refusals now and then."""
    told = []
    for number, (state, _, events) in enumerate(steps):
        told += [event_for(event, seat, state.ruleset) for event in events]
        told.append(look(state, seat))
        if number % 5 == 0 or state.phase in (Phase.LAYOFF, Phase.WALL):
            told.append(refusals(state, seat))
    return told


def shown(steps, seat):
    """The cards that a seat is shown in a hand, from public facts and its own cards alone."""
    seen = set()
    for state, _, _ in steps:
        seen |= {*state.hands[seat], *state.pile, state.upcard}
        if state.showdown is not None:
            seen |= {card for meld in state.showdown.melds for card in meld} | {*state.showdown.deadwood_cards}
            if state.showdown.knocker == seat or not state.ruleset.knock_discard_hidden:
                seen.add(state.showdown.discard)
        if state.result is not None and state.result.winner is not None:
            seen |= {*state.hands[0], *state.hands[1]}
    return seen


def swapped(action, swap):
    match action:
        case Discard(card):
            return Discard(swap.get(card, card))
        case Knock(card, melds):
            return Knock(swap.get(card, card), melds)
        case _:
            return action


def worlds(number):
    """A hand, its twin under a swap, and the seat that must not notice; None where nothing can be swapped."""
    random = Random(number)
    ruleset = RULESETS[number % len(RULESETS)]
    cards = deck.shuffle_v1(bytes(32), number) if number % 7 == 0 else rich_deck(random)
    dealer, seat, stock = number % 2, number // 2 % 2, ("shared", "seat-locked")[number // 4 % 2]
    steps = play(cards, dealer, ruleset, stock, lambda state: chosen(random, state))
    unseen = sorted({*ALL_CARDS} - shown(steps, seat))
    if len(unseen) < 2:
        return None
    held = [card for card in unseen if any(card in state.hands[1 - seat] for state, _, _ in steps)]
    a = random.choice(held or unseen)
    b = random.choice([card for card in unseen if card != a])
    swap = {a: b, b: a}
    actions = iter([swapped(action, swap) for _, action, _ in steps[1:]])
    try:
        twin = play(tuple(swap.get(card, card) for card in cards), dealer, ruleset, stock, lambda _: next(actions))
    except (IllegalAction, StopIteration):
        return None  # the other seat cannot make the same choices with the other card
    return (steps, twin, seat) if len(twin) == len(steps) and shown(twin, seat) == shown(steps, seat) else None


@pytest.fixture(scope="module")
def pairs():
    return [pair for pair in map(worlds, range(900)) if pair is not None]


def same_results(steps, twin):
    """Whether what became public at the end is equal too; deadwood may not be, where a hand is shown."""
    return steps[-1][0].result == twin[-1][0].result


def test_hidden_cards_change_nothing_that_a_seat_is_told(pairs):
    """Views, events and refusals are equal to the end of the hand, or to the last state before its result is public."""
    for steps, twin, seat in pairs:
        end = len(steps) if same_results(steps, twin) else len(steps) - 1
        assert transcript(steps[:end], seat, view_for) == transcript(twin[:end], seat, view_for)


def test_hidden_cards_change_nothing_that_a_spectator_hears(pairs):
    """Public events never name a card that is hidden from a seat; what spectators hear is equal as well."""
    for steps, twin, _ in pairs:
        if same_results(steps, twin):
            heard = [
                [public_event(event, s.ruleset) for s, _, events in side for event in events] for side in (steps, twin)
            ]
            assert heard[0] == heard[1]


def test_the_pairs_cover_the_phases(pairs):
    """Draws, knocks, layoffs seen by the knocker, void hands of each kind, hidden knock discards, both stocks."""
    met = Counter()
    for steps, _, seat in pairs:
        last = steps[-1][0]
        met[last.deal.stock_order] += 1
        met[f"seat {seat}"] += 1
        met[last.result.void_reason] += 1
        met.update(state.phase for state, _, _ in steps)
        if last.showdown is not None:
            met["knocker" if last.showdown.knocker == seat else "defender"] += 1
            met["layoffs"] += bool(last.showdown.layoffs)
    for what in (
        *Phase,
        VoidReason.WALL,
        VoidReason.CYCLE,
        "shared",
        "seat-locked",
        "seat 0",
        "seat 1",
        "knocker",
        "defender",
    ):
        assert met[what] >= 20, (what, met)
    assert met["layoffs"] >= 5
    assert met[VoidReason.TIE] >= 1


def leak_hand(state, seat):
    return replace(view_for(state, seat), opponent_known=state.hands[1 - seat])


def leak_stock(state, seat):
    return replace(view_for(state, seat), drawn=state.stock[0])


def leak_deadwood(state, seat):
    return replace(view_for(state, seat), knocker_deadwood=deadwood(state.hands[1 - seat]))


def leak_legal(state, seat):
    return replace(view_for(state, seat), legal_actions=legal_actions(state))


def leak_draw(state, seat):
    return replace(view_for(state, seat), drawn=state.drawn)


def leak_exposed(state, seat):
    return replace(view_for(state, seat), opponent_known=cards_of(state.masks[1 - seat] & ~1))


@pytest.mark.parametrize("mutant", [leak_hand, leak_stock, leak_deadwood, leak_legal, leak_draw, leak_exposed])
def test_a_view_that_leaks_is_caught(pairs, mutant):
    """The same comparison fails for each view that shows something of what is hidden."""
    assert any(transcript(a[:-1], seat, mutant) != transcript(b[:-1], seat, mutant) for a, b, seat in pairs)


def test_an_event_that_leaks_is_caught(pairs):
    """Were stock draws told as they are, the comparison would fail."""

    def draws(steps):
        return [event for _, _, events in steps for event in events if isinstance(event, StockDrawn)]

    assert any(draws(a) != draws(b) for a, b, _ in pairs)
