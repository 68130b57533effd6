"""Counts the cards, does not feed the opponent, waits for gin while it is likely, and spreads what denies layoffs.

What it cannot see it takes for equally likely wherever it may be, but for the cards that the opponent took from the
pile. Hands are masks (`ginrummy.cards`), since it counts the deadwood of hundreds of hands a decision.
"""

from collections.abc import Iterator
from itertools import combinations

from ginrummy import Bot, Card, PlayerView
from ginrummy.actions import Action, BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS, cards_of, mask_of
from ginrummy.melds import Meld, deadwood_of, is_meld
from ginrummy.ruleset import SpreadMode

FEEDING = 3.0
"""Points that a card is worth to an opponent who can meld it."""


class ExpertBot(Bot):
    def choose_draw(self, view: PlayerView) -> Action:
        hand = mask_of(view.hand)
        if deadwood_of(hand | 1 << view.discard_pile[-1]) <= deadwood_of(hand):
            return TakeDiscard()  # it melds; nothing else is worth showing what we collect
        return Pass() if Pass() in view.legal_actions else DrawStock()

    def choose_discard(self, view: PlayerView) -> Action:
        if BigGin() in view.legal_actions:
            return BigGin()
        chances = _chances(view)
        ways = [(_cost(knock, left, chances), knock, left) for knock, left in _knocks(view)]
        if ways:
            cost, knock, left = min(ways, key=lambda way: way[0])
            if not left or cost <= _enough(view, knock, chances):
                return knock
        hand = mask_of(view.hand)

        def harm(card: Card) -> float:
            return _prospect(hand ^ 1 << card, chances) + FEEDING * _wanted(card, chances)

        discards = [action.card for action in view.legal_actions if isinstance(action, Discard)]
        return Discard(min(discards, key=lambda card: (harm(card), -card.points))) if discards else Pass()


def _chances(view: PlayerView) -> dict[Card, float]:
    """How likely the opponent holds each card that may be in its hand."""
    seen = {*view.hand, *view.discard_pile, *view.opponent_known}
    unseen = [card for card in ALL_CARDS if card not in seen]
    share = (10 - len(view.opponent_known)) / len(unseen)
    return {**dict.fromkeys(unseen, share), **dict.fromkeys(view.opponent_known, 1.0)}


def _drawable(chances: dict[Card, float]) -> list[Card]:
    return [card for card, chance in chances.items() if chance < 1]


def _prospect(ten: int, chances: dict[Card, float]) -> float:
    """The deadwood that ten cards have after one draw more, on average over the cards that may come."""
    now = deadwood_of(ten)
    worst = max((card.points for card in cards_of(ten) if deadwood_of(ten ^ 1 << card) < now), default=0)
    draws = _drawable(chances)
    return sum(min(now, max(0, deadwood_of(ten | 1 << card) - worst)) for card in draws) / len(draws)


def _wanted(card: Card, chances: dict[Card, float]) -> float:
    """About how likely the opponent could meld `card` at once."""
    near = [other for other in chances if other.rank == card.rank or _same_suit(other, card) <= 2]
    return min(1.0, sum(chances[a] * chances[b] for a, b in combinations(near, 2) if is_meld((a, b, card))))


def _same_suit(one: Card, other: Card) -> int:
    return abs(one - other) if one.suit == other.suit else 13


def _knocks(view: PlayerView) -> Iterator[tuple[Knock, int]]:
    """Every way to go out, each with its deadwood; where spreads are not ours to choose, one a discard."""
    sheddable = [action.discard for action in view.legal_actions if isinstance(action, Knock)]
    held = view.hand if len(view.hand) == 11 else (*view.hand, view.discard_pile[-1])  # at the wall it comes with
    if not sheddable or view.ruleset.spread_mode is SpreadMode.AUTO_MIN:
        yield from ((Knock(card), deadwood_of(mask_of(held) ^ 1 << card)) for card in sheddable)
        return
    melds = [meld for size in (3, 4, 5) for meld in combinations(sorted(held), size) if is_meld(meld)]
    for spread in (spread for count in (1, 2, 3) for spread in combinations(melds, count)):
        loose = {*held}.difference(*spread)
        if len(loose) + sum(map(len, spread)) == 11 and (free := loose.intersection(sheddable)):
            card = max(free, key=lambda card: (card.points, card))
            left = sum(other.points for other in loose) - card.points
            if left <= view.knock_limit:
                yield Knock(card, spread), left


def _cost(knock: Knock, left: int, chances: dict[Card, float]) -> float:
    """The deadwood and the points that the opponent may be expected to lay off."""
    return left + sum(_layoffs(meld, chances) for meld in knock.melds) if left else 0.0


def _layoffs(meld: Meld, chances: dict[Card, float]) -> float:
    if meld[0].rank == meld[1].rank:
        return sum(chance * card.points for card, chance in chances.items() if card.rank == meld[0].rank)
    points = 0.0
    for end, step in ((meld[0], -1), (meld[-1], 1)):
        card, reached = int(end) + step, 1.0
        while reached and 0 <= card < 52 and card // 13 == end.suit:  # one after another, as long as it holds them
            reached *= chances.get(Card(card), 0.0)
            points += reached * Card(card).points
            card += step
    return points


def _enough(view: PlayerView, knock: Knock, chances: dict[Card, float]) -> float:
    """The most that a knock may cost.

    Less from turn to turn, since the opponent's hand improves; less where the rules pay more for undercutting the
    opponent's own knock, which is what waits for those who wait; and less while gin is near.
    """
    rules = view.ruleset
    if view.stock_count <= rules.wall_stock:
        return max(3.0, view.stock_count / 2)  # the last chance of the hand
    ten = mask_of([card for card in view.hand if card != knock.discard])
    draws = _drawable(chances)
    outs = sum(_makes_gin(ten | 1 << card) for card in draws) / len(draws)
    return 10 * view.stock_count / max(1, rules.undercut_bonus) - rules.undercut_bonus * rules.gin_bonus / 20 * outs


def _makes_gin(eleven: int) -> bool:
    return any(not deadwood_of(eleven ^ 1 << card) for card in cards_of(eleven))
