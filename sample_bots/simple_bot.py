"""Draws what helps its melds, sheds its worst deadwood, knocks as soon as it can, lays off all that it can."""

from ginrummy import Bot, Card, PlayerView
from ginrummy.actions import Action, BigGin, Discard, DrawStock, Knock, Pass, TakeDiscard
from ginrummy.melds import deadwood


class SimpleBot(Bot):  # and lays off as any Bot does: every card that does not do more in a meld at home
    def choose_draw(self, view: PlayerView) -> Action:
        if deadwood((*view.hand, view.discard_pile[-1])) <= view.deadwood:
            return TakeDiscard()  # it melds
        return Pass() if Pass() in view.legal_actions else DrawStock()

    def choose_discard(self, view: PlayerView) -> Action:
        if BigGin() in view.legal_actions:
            return BigGin()
        held = view.hand if len(view.hand) == 11 else (*view.hand, view.discard_pile[-1])  # at the wall it comes with
        knocks = [action.discard for action in view.legal_actions if isinstance(action, Knock)]
        if knocks:
            return Knock(min(knocks, key=lambda card: _left_without(card, held)))
        discards = [action.card for action in view.legal_actions if isinstance(action, Discard)]
        if not discards:
            return Pass()  # at the wall, with no way to go out
        return Discard(min(discards, key=lambda card: (_left_without(card, held), -card.points)))


def _left_without(card: Card, cards: tuple[Card, ...]) -> int:
    return deadwood([other for other in cards if other != card])
