"""Whether a choice is legal, judged from the view alone, before it is sent.

The rules are not told a second time here: a hand is made up that looks to its seat as the view does, and `hand.apply`
judges the choice in it. That is exact, since no rule about what may be chosen looks at cards that are hidden from the
one who chooses. Imports: errors, actions, cards, hand, melds, view.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, get_args

from ginrummy.actions import Action, BigGin, Knock
from ginrummy.cards import ALL_CARDS, mask_of
from ginrummy.errors import IllegalAction, check_type, shown
from ginrummy.hand import Deal, HandState, Phase, Showdown, apply
from ginrummy.melds import check_spread
from ginrummy.view import PlayerView

_ACTIONS: Final = frozenset(get_args(Action))


def check_choice(view: PlayerView, choice: Action) -> Action:
    """The choice as it is to be sent: one of the legal actions, or a Knock or BigGin whose declared melds are legal.

    Raises IllegalAction, with the reason that the referee would give, for whatever the rules refuse in this view and
    for what is no action at all.

    >>> from ginrummy import PRESETS, deck, view_for
    >>> from ginrummy.actions import DrawStock, Pass
    >>> from ginrummy.hand import deal
    >>> view = view_for(deal(deck.shuffle_v1(bytes(32), 0), 0, PRESETS["standard"]), 1)
    >>> check_choice(view, Pass())
    Pass()
    >>> check_choice(view, DrawStock())
    Traceback (most recent call last):
    ginrummy.errors.IllegalAction: DrawStock is not possible in UPCARD_FIRST, where the choice is TakeDiscard or Pass
    """
    for legal in view.legal_actions:
        if choice is legal:
            return legal
    check_type(view, PlayerView)
    if type(choice) not in _ACTIONS:
        raise IllegalAction(f"an action is needed, not {shown(choice)}")
    if view.to_act != view.seat:
        raise IllegalAction(f"seat {view.seat} is not to act")
    apply(_hand_seen_as(view), choice)
    return replace(choice, melds=check_spread(choice.melds)) if isinstance(choice, Knock | BigGin) else choice


def _hand_seen_as(view: PlayerView) -> HandState:
    """A hand that gives its seat to act this view. What nobody's choice depends on is left empty or filled up."""
    deal = Deal((), view.dealer, view.ruleset, "shared", view.upcard, view.knock_limit, view.multiplier)
    own = mask_of(view.hand)
    state = HandState(
        deal,
        view.phase,
        view.seat,
        (own, 0) if view.seat == 0 else (0, own),
        view.discard_pile,
        ALL_CARDS[: view.stock_count],
        view.drawn,
        view.taken,
    )
    if view.phase is not Phase.LAYOFF or view.knocker is None or view.knocker_deadwood is None:
        return state
    shown_cards = Showdown(
        view.knocker,
        view.knock_discard,
        view.spread,
        view.knocker_deadwood_cards,
        view.knocker_deadwood,
        view.layoffs,
    )
    return replace(state, showdown=shown_cards)
