"""Cards that a seat has not been shown change nothing that it is told (RULES.md, What a seat may see).

A hand is played, cut off at some state, and played again up to there with two cards exchanged that the seat has not
been shown by then; the other seat makes the same choices, with the exchanged names. Every view, event and refusal that
the seat got on the way is equal. Cuts matter: a card that the end of the hand reveals is still hidden before. Keyholes
that leak are caught by the same comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any

import pytest

from deals import deck_of, variant
from ginrummy import Card, IllegalAction, Phase, Ruleset, deck, view_for
from ginrummy.actions import Action, BigGin, Discard, DrawStock, FinishLayoffs, Knock, LayOff, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    Event,
    HandDealt,
    HandEnded,
    Knocked,
    LaidOff,
    StockDrawn,
)
from ginrummy.hand import HandState, apply, deal, legal_actions
from ginrummy.melds import deadwood
from ginrummy.scoring import VoidReason
from ginrummy.view import PlayerView, event_for, public_event

RULESETS = (
    variant(),
    variant("classic", tie_rule="VOID", max_pile_draws=2),
    variant("oklahoma", knock_discard_hidden=False),
    variant(wall_rule="OPPONENT_MAY_GO_OUT", wall_stock=19, knock_discard_hidden=False, big_gin_enabled=True),
    variant(tie_rule="VOID", may_discard_taken_card=True, wall_stock=20),
    variant(tie_rule="VOID", layoff_mode="AUTO", wall_stock=19, wall_rule="OPPONENT_MAY_GO_OUT"),
)
FOURS = [tuple(Card(rank + 13 * suit) for suit in range(4)) for rank in range(13)]
ATTEMPTS: tuple[Action, ...] = (
    *(Pass(), TakeDiscard(), DrawStock(), BigGin(), FinishLayoffs()),
    *(Discard(card) for card in ALL_CARDS),
    *(Knock(card) for card in ALL_CARDS),
    *(LayOff(card, index) for card in ALL_CARDS for index in (0, 1, 3)),
    *(Knock(card, (four,)) for card in ALL_CARDS[::17] for four in FOURS),
    *(BigGin((four,)) for four in FOURS),
)
LEVEL = deck_of("3H 4H 5H 9S 9D 9C TD JD QD 8S", "AS 2S 3S 6C 6D 6H KS KC KH 5D", "5C", "5S 4S 8D")
BIG_GIN = deck_of("4C 5C 6C 7C TS TD TH 2D 2H 2C", "3S 3D 3H 8C 9C 9D 9H 9S KH QH", "2S", "TC 8S 3C")
STYLES = ("any", "well", "well", "patient", "level")


@dataclass(frozen=True)
class Hand:
    """A hand played to its end or to a cut: state i comes of action i - 1; `events[0]` is the deal."""

    states: Sequence[HandState]
    actions: Sequence[Action]
    events: Sequence[Sequence[Event]]


@dataclass(frozen=True)
class Pair:
    """A hand and its twin up to a cut, and who must not tell them apart: a seat, or None for a spectator."""

    name: str
    hand: Hand
    twin: Hand
    seat: int | None
    moved: frozenset[str]

    @property
    def last(self) -> HandState:
        return self.twin.states[-1]


def refusal(state: HandState, action: Action, seat: int) -> str | None:
    try:
        apply(state, action, seat)
    except IllegalAction as refused:
        return refused.reason
    return None


@dataclass(frozen=True)
class Keyhole:
    """What a seat is told through; the mutants replace a part."""

    view: Callable[[HandState, int], PlayerView] = view_for
    event: Callable[[Event, int, HandState], Any] = lambda event, seat, state: event_for(event, seat, state.ruleset)
    public: Callable[[Event, HandState], Any] = lambda event, state: public_event(event, state.ruleset)
    reason: Callable[[HandState, Action, int], str | None] = refusal


def told(hand: Hand, seat: int | None, keyhole: Keyhole, states: int) -> Iterator[tuple[str, Any]]:
    """Everything that the seat is told up to that many states; all refusals near the cut, a few before."""
    for i, (state, events) in enumerate(zip(hand.states[:states], hand.events, strict=False)):
        if seat is None:
            yield f"public events {i}", [keyhole.public(event, state) for event in events]
            continue
        yield f"events {i}", [keyhole.event(event, seat, state) for event in events]
        yield f"view {i}", keyhole.view(state, seat)
        attempts = ATTEMPTS if state.to_act == seat and i >= states - 3 else ATTEMPTS[:3]
        yield f"refusals {i}", [keyhole.reason(state, action, seat) for action in attempts]


def difference(pair: Pair, keyhole: Keyhole) -> str | None:
    """Where the seat can first tell the twin from the hand."""
    states = len(pair.twin.states)
    for before, after in zip_longest(
        told(pair.hand, pair.seat, keyhole, states), told(pair.twin, pair.seat, keyhole, states)
    ):
        if before != after:
            return f"{pair.name}: {before} became {after}"
    return None


def shown(hand: Hand, seat: int | None, states: int) -> set[Card]:
    """What rules 5.6 has shown the seat by then, told from the whole events: its own cards and what lay open."""
    start = hand.states[0]
    seen = {start.upcard}
    if seat is not None:
        seen |= set(start.hands[seat])
    for event in (event for events in hand.events[1:states] for event in events):
        match event:
            case StockDrawn(who, card) if who == seat:
                seen.add(card)
            case Discarded(_, card) | LaidOff(_, card, _):
                seen.add(card)
            case Knocked(who, discard, spread, deadwood_cards, _, _):
                seen.update(deadwood_cards, *spread)
                if who == seat or not start.ruleset.knock_discard_hidden:
                    seen.add(discard)
            case BigGinCalled(_, spread):
                seen.update(*spread)
            case HandEnded(result, hands) if result.winner is not None:
                seen.update(*hands)
    return seen


def rich_deck(chance: Random) -> tuple[Card, ...]:
    """A deck whose first cards stand in few ranks, so that hands meld and knocks and layoffs come soon."""
    ranks = chance.sample(range(11), chance.choice((6, 7, 8)))
    first = [card for card in ALL_CARDS if card % 13 in ranks or card % 13 - 1 in ranks[:2]]
    rest = [card for card in ALL_CARDS if card not in first]
    return (*chance.sample(first, len(first)), *chance.sample(rest, len(rest)))


def choose(chance: Random, state: HandState, style: str) -> Action:
    legal = legal_actions(state)
    hand = state.hands[state.to_act]
    if style == "level" and state.phase in (Phase.UPCARD_FIRST, Phase.LAYOFF):
        return TakeDiscard() if state.phase is Phase.UPCARD_FIRST else FinishLayoffs()
    if style == "any" or state.phase is not Phase.ACT or chance.random() < 0.1:
        return chance.choice(legal)
    outs = [action for action in legal if not isinstance(action, Discard)]
    if style == "level":
        other = deadwood(state.hands[1 - state.to_act])
        knocks = (action for action in outs if isinstance(action, Knock))
        outs = [action for action in knocks if deadwood([card for card in hand if card != action.discard]) == other]
    if outs and style == "well" and isinstance(outs[-1], BigGin):
        return outs[-1]
    if outs and style != "patient" and chance.random() < 0.7:
        return chance.choice(outs)
    discards = [action for action in legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: deadwood([card for card in hand if card != action.card]))


def play(
    cards: tuple[Card, ...], dealer: int, ruleset: Ruleset, stock: Any, choice: Callable[[HandState], Action | None]
) -> Hand:
    """The hand until it is over or `choice` gives no more."""
    state = deal(cards, dealer, ruleset, stock)
    states, actions, events = [state], [], [(HandDealt(0, dealer, stock, cards),)]
    while state.to_act is not None and (action := choice(state)) is not None:
        state, happened = apply(state, action)
        states.append(state)
        actions.append(action)
        events.append(happened)
    return Hand(states, actions, events)


def exchanged(action: Action, names: dict[Card, Card]) -> Action:
    match action:
        case Discard(card):
            return Discard(names.get(card, card))
        case Knock(card, melds):
            return Knock(names.get(card, card), melds)
        case LayOff(card, index):
            return LayOff(names.get(card, card), index)
        case _:
            return action


def twin_of(hand: Hand, seat: int | None, states: int, names: dict[Card, Card]) -> Hand | None:
    """The hand up to the cut with the cards exchanged; None where the other seat cannot make the same choices."""
    start = hand.states[0].deal
    queue = iter(list(zip(hand.states, hand.actions, strict=False))[: states - 1])

    def again(_: HandState) -> Action | None:
        state, action = next(queue, (None, None))
        return action if state is None or state.to_act == seat else exchanged(action, names)

    cards = tuple(names.get(card, card) for card in start.deck)
    twin = play(cards, start.dealer, start.ruleset, start.stock_order, again)
    before, after = hand.states[states - 1], twin.states[-1]
    tied = before.result is not None and before.result.void_reason is VoidReason.TIE
    if tied and seat in (None, before.showdown.knocker):
        # The count and the automatic layoffs of a defender's hidden cards are public: they may differ.
        same = (before.result, before.showdown) == (after.result, after.showdown)
        return twin if same else None
    return twin


def places(hand: Hand, seat: int | None, states: int) -> dict[str, list[Card]]:
    """The cards hidden from the seat at the cut, by where they are."""
    state = hand.states[states - 1]
    hidden = sorted(set(ALL_CARDS) - shown(hand, seat, states))
    others = {card for who in {0, 1} - {seat} for card in state.hands[who]}
    face_down = state.showdown.discard if state.showdown else None
    return {
        "hand": [card for card in hidden if card in others],
        "face down": [card for card in hidden if card == face_down],
        "stock": [card for card in hidden if card in state.stock],
    }


def pairs_of(number: int) -> Iterator[Pair]:
    """A hand cut at its end, at its layoffs, near its start and at two other states, for both seats and a spectator."""
    chance = Random(number)
    ruleset = RULESETS[number % len(RULESETS)]
    style = STYLES[number // 2 % len(STYLES)]
    cards = rich_deck(chance) if number % 4 else deck.shuffle_v1(bytes(32), number)
    if style == "level" and number % 3:
        cards = LEVEL
    elif number % 12 == 1:
        cards = BIG_GIN
    stock = ("shared", "seat-locked")[number // 3 % 2]
    hand = play(cards, number % 2, ruleset, stock, lambda state: choose(chance, state, style))
    total = len(hand.states)
    layoffs = [i + 1 for i, state in enumerate(hand.states) if state.phase is Phase.LAYOFF]
    cuts = {total, total - 1, chance.randrange(1, total), chance.randrange(1, min(total, 5)), *layoffs}
    for seat in (0, 1, None):
        for states in sorted(cuts):
            found = places(hand, seat, states)
            first = chance.choice([place for place in ("hand", "face down") if found[place]] or ["stock"])
            second = chance.choice(["stock", "stock", "hand"] if len(found["hand"]) > 1 else ["stock"])
            options = [
                (a, b)
                for a in found[first]
                for b in found[second]
                if a != b and (hand.states[states - 1].result is None or first != "hand" or a.points == b.points)
            ]
            for a, b in chance.sample(options, min(len(options), 8)):
                twin = twin_of(hand, seat, states, {a: b, b: a})
                if twin is not None:
                    name = f"hand {number} cut after {states} states, {a} for {b}, seat {seat}"
                    yield Pair(name, hand, twin, seat, frozenset((first, second)))
                    break


@cache
def all_pairs() -> tuple[Pair, ...]:
    return tuple(pair for number in range(300) for pair in pairs_of(number))


def test_hidden_cards_change_nothing_that_a_seat_is_told() -> None:
    """Every view, event and refusal of a seat is the same in both worlds, from the deal to the cut."""
    assert [found for pair in all_pairs() if pair.seat is not None and (found := difference(pair, Keyhole()))] == []


def test_hidden_cards_change_nothing_that_a_spectator_hears() -> None:
    """Public events are the same whatever two cards are exchanged that have not lain open."""
    assert [found for pair in all_pairs() if pair.seat is None and (found := difference(pair, Keyhole()))] == []


def covered(pair: Pair) -> Iterator[str]:
    """What a pair is a case of."""
    last, showdown, result = pair.last, pair.last.showdown, pair.last.result
    from_hand = "hand" in pair.moved
    yield last.deal.stock_order
    if from_hand:
        yield f"a card of the other's hand in {last.phase.name}"
    if last.phase is Phase.LAYOFF:
        yield "layoffs as knocker" if showdown.knocker == pair.seat and from_hand else "layoffs as defender"
    if showdown and last.ruleset.knock_discard_hidden and "face down" in pair.moved:
        yield "a discard face down"
    if showdown and not last.ruleset.knock_discard_hidden:
        yield "a discard face up"
    if result:
        yield f"ends {result.kind.name}"
    if result and result.void_reason:
        yield f"void by {result.void_reason.name}"
    if result and result.void_reason and from_hand:
        yield f"a card of the other's hand, void by {result.void_reason.name}"
    if last.to_act == pair.seat is not None:
        yield f"refusals in {last.phase.name}"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_pairs_cover_what_can_be_hidden_when(seat: int) -> None:
    """Each seat has cases enough of every phase, of each void ending, and of a knock's discard face down."""
    met = Counter(what for pair in all_pairs() if pair.seat == seat for what in covered(pair))
    least = {
        **{f"a card of the other's hand in {phase.name}": 6 for phase in Phase},
        **{f"refusals in {phase.name}": 6 for phase in Phase if phase is not Phase.HAND_OVER},
        **{f"ends {kind}": 6 for kind in ("KNOCK", "GIN", "BIG_GIN", "UNDERCUT", "VOID")},
        **{f"a card of the other's hand, void by {reason.name}": 6 for reason in VoidReason},
        "layoffs as knocker": 20,
        "layoffs as defender": 20,
        "a discard face down": 20,
        "a discard face up": 20,
        "shared": 200,
        "seat-locked": 200,
    }
    assert {what: met[what] for what in least if met[what] < least[what]} == {}


def view_with(part: str, leak: Callable[[HandState, int], Any]) -> Keyhole:
    """A keyhole whose views show `leak` in one part; where `leak` gives None the view is as it should be."""

    def view(state: HandState, seat: int) -> PlayerView:
        leaked = leak(state, seat)
        return view_for(state, seat) if leaked is None else replace(view_for(state, seat), **{part: leaked})

    return Keyhole(view=view)


def others_hand(state: HandState, seat: int) -> tuple[Card, ...]:
    return state.hands[1 - seat]


def void_by(state: HandState, *reasons: str) -> bool:
    return state.result is not None and state.result.void_reason in [VoidReason[reason] for reason in reasons]


def raw(kind: type, when: Callable[[Any], bool] = lambda _: True) -> Keyhole:
    """A keyhole that tells events of one kind as they are."""

    def leaks(event: Event) -> bool:
        return isinstance(event, kind) and when(event)

    return Keyhole(
        event=lambda event, seat, state: event if leaks(event) else event_for(event, seat, state.ruleset),
        public=lambda event, state: event if leaks(event) else public_event(event, state.ruleset),
    )


def reason_with(leak: Callable[[HandState, int, Card], str]) -> Keyhole:
    """A keyhole whose refusals of a card say more."""

    def reason(state: HandState, action: Action, seat: int) -> str | None:
        plain = refusal(state, action, seat)
        card = getattr(action, "card", getattr(action, "discard", None))
        return plain if plain is None or card is None else plain + leak(state, seat, card)

    return Keyhole(reason=reason)


def wall_top(state: HandState, seat: int) -> Any:
    return state.stock[:1] if state.phase is Phase.DRAW and state.to_act == seat else None


LEAKS = {
    "the other's whole hand": view_with("opponent_known", others_hand),
    "the top of the stock": view_with("drawn", lambda state, _: state.stock[0]),
    "the top of the stock before a draw": view_with("opponent_known", wall_top),
    "the bottom of the stock at the end": view_with("drawn", lambda s, _: s.stock[-1] if s.result else None),
    "a knock's hidden discard": view_with("knock_discard", lambda s, _: s.showdown.discard if s.showdown else None),
    "the other's legal actions": view_with("legal_actions", lambda state, _: legal_actions(state)),
    "the card that the other drew": view_with("drawn", lambda state, _: state.drawn),
    "the other's deadwood": view_with("knocker_deadwood", lambda state, seat: deadwood(others_hand(state, seat))),
    "whether the other may knock": view_with(
        "legal_actions",
        lambda s, seat: tuple(a for a in legal_actions(s) if isinstance(a, Knock)) if s.to_act == 1 - seat else None,
    ),
    "a defender's hand while it lays off": view_with(
        "opponent_hand",
        lambda s, seat: others_hand(s, seat) if s.phase is Phase.LAYOFF and s.to_act != seat else None,
    ),
    "a defender's layoffs to come": view_with(
        "legal_actions", lambda s, _: legal_actions(s) if s.phase is Phase.LAYOFF else None
    ),
    "the hands after the wall": view_with(
        "opponent_hand", lambda s, seat: others_hand(s, seat) if void_by(s, "WALL") else None
    ),
    "the hands after a cycle": view_with(
        "opponent_hand", lambda s, seat: others_hand(s, seat) if void_by(s, "CYCLE") else None
    ),
    "the hands after a void tie": view_with(
        "opponent_hand", lambda s, seat: others_hand(s, seat) if void_by(s, "TIE") else None
    ),
    "deals in events": raw(HandDealt),
    "stock draws in events": raw(StockDrawn),
    "face-down discards in events": raw(Knocked),
    "void endings in events": raw(HandEnded, lambda event: event.result.void_reason is not None),
    "void ties in events": raw(HandEnded, lambda event: event.result.void_reason is VoidReason.TIE),
    "refusals that say where a card is": reason_with(
        lambda state, _, card: " but in the stock" if card in state.stock else ""
    ),
    "refusals of layoffs that name the other's card": reason_with(
        lambda s, _, card: " but held" if s.phase is Phase.LAYOFF and s.showdown.discard == card else ""
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_keyhole_that_leaks_is_caught(leak: str) -> None:
    """The comparison that the library passes fails for each keyhole that tells something hidden."""
    assert any(difference(pair, LEAKS[leak]) for pair in all_pairs() if pair.seat is not None)


@pytest.mark.parametrize("leak", [leak for leak, keyhole in LEAKS.items() if keyhole.public is not Keyhole().public])
def test_a_public_event_that_leaks_is_caught(leak: str) -> None:
    """So it does for spectators, with each event told as it is."""
    assert any(difference(pair, LEAKS[leak]) for pair in all_pairs() if pair.seat is None)
