"""What a player is written with: subclass `Bot` and answer the choices.

Imports: errors, cards, melds, scoring, actions, events, hand, view.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from ginrummy.actions import Action, FinishLayoffs, LayOff
from ginrummy.cards import Card
from ginrummy.errors import IllegalAction, shown
from ginrummy.events import SeatEvent
from ginrummy.hand import Phase
from ginrummy.melds import best_layoffs
from ginrummy.scoring import ScoreSheet
from ginrummy.view import PlayerView

T = TypeVar("T")
MaybeAwaitable: TypeAlias = T | Awaitable[T]
Layoffs = Sequence[LayOff | tuple[Card, int]]
"""Layoffs in order, each an action or a (card, meld index) pair; empty to finish."""


class Bot:
    """One player in one match; every match has an object of its own.

    Override `choose_draw`, `choose_discard` and perhaps `choose_layoffs`, or `choose` for all three at once. Each is
    given the complete view of the moment, so that nothing has to be remembered. Hooks named `on_...` tell what happens
    between the choices; they do nothing by default. Choices and hooks may be plain or async methods.

    `self.random` is a `random.Random` of the decision's own, seeded by the referee before each choice: a bot that takes
    its randomness from there plays the same whatever was interrupted. There is none outside a choice.
    """

    random: Random

    def choose(self, view: PlayerView) -> MaybeAwaitable[Action]:
        """One of `view.legal_actions`, or a Knock or BigGin with declared melds."""
        match view.phase:
            case Phase.ACT | Phase.WALL:
                return self.choose_discard(view)
            case Phase.LAYOFF:
                return self._next_layoff(view)
            case _:
                return self.choose_draw(view)

    def choose_draw(self, view: PlayerView) -> MaybeAwaitable[Action]:
        """DrawStock or TakeDiscard, or about the upcard TakeDiscard or Pass."""
        raise NotImplementedError(f"{type(self).__name__} needs choose_draw or choose")

    def choose_discard(self, view: PlayerView) -> MaybeAwaitable[Action]:
        """Discard, Knock or BigGin; under `wall_rule=OPPONENT_MAY_GO_OUT` in WALL Pass, Knock or BigGin."""
        raise NotImplementedError(f"{type(self).__name__} needs choose_discard or choose")

    def choose_layoffs(self, view: PlayerView) -> MaybeAwaitable[Layoffs]:
        """The layoffs to make, in order; by default those that leave the least deadwood.

        Asked again after each one, of which only the first is made; an empty answer finishes.
        """
        return best_layoffs(view.melds, view.hand).layoffs

    def on_match_start(self, seat: int, opponent: str) -> MaybeAwaitable[None]:
        """A match begins; `opponent` is the other bot's name."""

    def on_hand_start(self, view: PlayerView) -> MaybeAwaitable[None]:
        """A hand has been dealt."""

    def on_event(self, event: SeatEvent) -> MaybeAwaitable[None]:
        """Something happened that this seat may know of, own actions included."""

    def on_hand_end(self, view: PlayerView) -> MaybeAwaitable[None]:
        """The hand is over: `view.result`, and unless it is void `view.opponent_hand`."""

    def on_match_end(self, sheet: ScoreSheet) -> MaybeAwaitable[None]:
        """The match is over."""

    def _next_layoff(self, view: PlayerView) -> MaybeAwaitable[Action]:
        chosen = self.choose_layoffs(view)
        return _first_of_later(chosen) if isinstance(chosen, Awaitable) else _first(chosen)


async def _first_of_later(chosen: Awaitable[Layoffs]) -> Action:
    return _first(await chosen)


def _first(layoffs: Layoffs) -> Action:
    match layoffs:
        case [(card, index), *_]:
            return LayOff(card, index)
        case [LayOff() | FinishLayoffs() as first, *_]:
            return first
        case []:
            return FinishLayoffs()
    raise IllegalAction(f"choose_layoffs: LayOff actions or (card, meld index) pairs are needed, not {shown(layoffs)}")
