"""Plays any legal action, each as likely as the others. The shortest bot there is."""

from ginrummy import Bot, PlayerView
from ginrummy.actions import Action


class RandomBot(Bot):
    def choose(self, view: PlayerView) -> Action:
        return self.random.choice(view.legal_actions)
