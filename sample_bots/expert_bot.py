"""Counts the cards it has not seen, keeps what can still grow, and does not feed the opponent.

Discards are weighed by the deadwood that the next draw is expected to leave and by what the opponent could make of
the card; the later in the hand, the less deadwood it knocks with.
"""

from itertools import combinations

from ginrummy import Bot, Card, PlayerView
from ginrummy.actions import Action, BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.cards import ALL_CARDS
from ginrummy.melds import deadwood, is_meld

FEEDING = 3.0
"""Points that a card is worth to an opponent who can meld it."""


class ExpertBot(Bot):
    def choose_draw(self, view: PlayerView) -> Action:
        top = view.discard_pile[-1]
        unseen = _unseen(view)
        taking = min(_prospect(_without(card, (*view.hand, top)), unseen) for card in view.hand)
        if deadwood((*view.hand, top)) < view.deadwood and taking < _prospect(view.hand, unseen):
            return TakeDiscard()
        return Pass() if Pass() in view.legal_actions else DrawStock()

    def choose_discard(self, view: PlayerView) -> Action:
        if BigGin() in view.legal_actions:
            return BigGin()
        knocks = [action.discard for action in view.legal_actions if isinstance(action, Knock)]
        if knocks:
            card = min(knocks, key=lambda card: deadwood(_without(card, view.hand)))
            if _should_knock(view, deadwood(_without(card, view.hand))):
                return Knock(card)
        discards = [action.card for action in view.legal_actions if isinstance(action, Discard)]
        if not discards:
            return Pass()
        unseen = _unseen(view)

        def cost(card: Card) -> float:
            return _prospect(_without(card, view.hand), unseen) + FEEDING * _wanted(card, view.opponent_known, unseen)

        return Discard(min(discards, key=lambda card: (cost(card), -card.points)))


def _should_knock(view: PlayerView, left: int) -> bool:
    """At once early in the hand; later only with so little that an undercut is unlikely."""
    return view.stock_count > 18 or left <= max(2, view.stock_count // 2 - 1)


def _prospect(hand: tuple[Card, ...], unseen: list[Card]) -> float:
    """The deadwood that ten cards have after one draw more, on average over the cards that may come."""
    now = deadwood(hand)
    worst = max((card.points for card in hand if deadwood(_without(card, hand)) < now), default=0)
    after = (min(now, max(0, deadwood((*hand, card)) - worst)) for card in unseen)
    return sum(after) / max(1, len(unseen))


def _wanted(card: Card, known: tuple[Card, ...], unseen: list[Card]) -> float:
    """About how likely the opponent melds `card` at once: it holds what it took, and a share of the unseen cards."""
    share = (10 - len(known)) / max(1, len(unseen))
    held = {**dict.fromkeys(unseen, share), **dict.fromkeys(known, 1.0)}
    near = [other for other in held if other.rank == card.rank or (other.suit == card.suit and abs(other - card) <= 2)]
    return min(1.0, sum(held[a] * held[b] for a, b in combinations(near, 2) if is_meld((a, b, card))))


def _unseen(view: PlayerView) -> list[Card]:
    """The cards that are in the stock or in the opponent's hand, but for those it was seen to take."""
    seen = {*view.hand, *view.discard_pile, *view.opponent_known}
    return [card for card in ALL_CARDS if card not in seen]


def _without(card: Card, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(other for other in cards if other != card)
