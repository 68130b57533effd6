"""Takes what helps its melds, sheds its worst deadwood, knocks as soon as it can, lays off what leaves it least."""

from ginrummy import Bot, Card, PlayerView
from ginrummy.actions import Action, BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.melds import deadwood


class SimpleBot(Bot):
    def choose_draw(self, view: PlayerView) -> Action:
        top = view.discard_pile[-1]
        eleven = (*view.hand, top)
        if min(_left_without(card, eleven) for card in view.hand) < view.deadwood:
            return TakeDiscard()
        return Pass() if Pass() in view.legal_actions else DrawStock()

    def choose_discard(self, view: PlayerView) -> Action:
        if BigGin() in view.legal_actions:
            return BigGin()
        knocks = [action.discard for action in view.legal_actions if isinstance(action, Knock)]
        if knocks:
            return Knock(min(knocks, key=lambda card: _left_without(card, view.hand)))
        discards = [action.card for action in view.legal_actions if isinstance(action, Discard)]
        if not discards:
            return Pass()  # at the wall, with no way to go out
        return Discard(min(discards, key=lambda card: (_left_without(card, view.hand), -card.points)))


def _left_without(card: Card, cards: tuple[Card, ...]) -> int:
    return deadwood([other for other in cards if other != card])
