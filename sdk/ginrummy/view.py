"""The one keyhole: what a seat may know of a hand, and what it may hear of an event (RULES.md, What a seat may see).

Whatever a bot, a spectator or an error text is told comes from here. A view changes only with what its seat has been
shown; the non-interference tests hold every field to that. Imports: errors, _frozen, cards, deck, melds, ruleset,
scoring, actions, events, hand, match.
"""

from __future__ import annotations

from dataclasses import fields, replace
from operator import attrgetter
from typing import Final, assert_never, get_args

from ginrummy._frozen import frozen
from ginrummy.actions import Action
from ginrummy.cards import Card, cards_of, mask_of
from ginrummy.deck import check_deck
from ginrummy.errors import StateError, check_seat, check_type, shown
from ginrummy.events import (
    BigGinCalled,
    Discarded,
    DiscardTaken,
    Event,
    HandDealt,
    HandEnded,
    HandEndedUnseen,
    HandOpened,
    Knocked,
    KnockedUnseen,
    LaidOff,
    LayoffsFinished,
    Passed,
    PublicEvent,
    SeatEvent,
    StockDrawn,
    StockDrawnUnseen,
)
from ginrummy.hand import HandState, Phase, knock_limit, legal_actions, multiplier
from ginrummy.match import MatchState
from ginrummy.melds import Arrangement, Layoff, Meld, best_arrangement, deadwood_of
from ginrummy.ruleset import Ruleset
from ginrummy.scoring import HandResult, ResultKind, ScoreSheet, empty_sheet


@frozen
class TimeLeft:
    """What is left to a bot when a request is sent, in whole milliseconds.

    `decision_ms` is the free allowance of the decision, less what earlier attempts have used; what a decision takes
    beyond it comes out of `bank_ms`. `reconnect_grace_ms` is what the match still allows for absences.
    """

    decision_ms: int
    bank_ms: int
    reconnect_grace_ms: int


@frozen
class PlayerView:
    """All that `seat` may see of a hand at one moment, and nothing else.

    Always there: `hand` in order of id; `discard_pile` with its top last; `opponent_known`, the pile cards that the
    opponent took and must still hold; `legal_actions`, empty unless it is this seat's turn; `sheet`, the score of
    the match so far (of stand-alone hands, always that of a match before its first one). `drawn` is the card that
    this seat has drawn in this turn, and `taken` the same if it came from the pile, so that it may not be shed
    (unless `may_discard_taken_card` says so).

    From a knock on: `knocker`, `spread` as declared, `melds` with the layoffs on, `knocker_deadwood_cards` and
    `knocker_deadwood`, `layoffs` so far. `knock_discard` is None for the opponent while it lies face down.

    Once the hand is over: `result`, and unless it is void `opponent_hand`, the cards that the opponent ended with.

    `time` is what was left to the bot when this choice was asked for; None where no clock runs, and outside a choice.
    """

    seat: int
    ruleset: Ruleset
    hand_index: int
    dealer: int
    phase: Phase
    to_act: int | None
    hand: tuple[Card, ...]
    upcard: Card
    discard_pile: tuple[Card, ...]
    opponent_known: tuple[Card, ...]
    stock_count: int
    legal_actions: tuple[Action, ...]
    knock_limit: int
    multiplier: int
    sheet: ScoreSheet
    drawn: Card | None = None
    taken: Card | None = None
    knocker: int | None = None
    knock_discard: Card | None = None
    spread: tuple[Meld, ...] = ()
    melds: tuple[Meld, ...] = ()
    knocker_deadwood_cards: tuple[Card, ...] = ()
    knocker_deadwood: int | None = None
    layoffs: tuple[Layoff, ...] = ()
    opponent_hand: tuple[Card, ...] | None = None
    result: HandResult | None = None
    time: TimeLeft | None = None

    @property
    def arrangement(self) -> Arrangement:
        """The own hand in its best melds; computed at each call."""
        return best_arrangement(self.hand)

    @property
    def deadwood(self) -> int:
        """The least deadwood of the own hand; computed at each call."""
        return deadwood_of(mask_of(self.hand))

    @property
    def discard_top(self) -> Card | None:
        """The card that TakeDiscard would take, None while the pile is empty."""
        return self.discard_pile[-1] if self.discard_pile else None

    @property
    def scores(self) -> tuple[int, int]:
        """Running scores of the match, by seat."""
        return self.sheet.scores


_all_but_time = attrgetter(*(field.name for field in fields(PlayerView)[:-1]))


def with_time(view: PlayerView, time: TimeLeft | None) -> PlayerView:
    """The view with `time` in it: what `dataclasses.replace` gives, at a fifth of its cost."""
    if type(view) is not PlayerView:
        check_type(view, PlayerView)
    return PlayerView(*(*_all_but_time(view), time))


def view_for(state: HandState | MatchState, seat: int) -> PlayerView:
    """What `seat` may see of a hand, or of the hand in play of a match.

    A hand on its own counts as the first of a match. Raises SeatError for a seat that is not 0 or 1, StateError
    for a match without a deal.
    """
    check_seat(seat)
    if type(state) is HandState:
        return _view(state, seat, 0, empty_sheet(state.deal.ruleset))
    if type(state) is MatchState:
        if state.hand is None:
            raise StateError("no hand has been dealt in this match")
        view = _view(state.hand, seat, state.hand_index, state.told_sheet)
        return replace(view, legal_actions=(), to_act=None) if view.to_act is not None and state.over else view
    check_type(state, HandState, MatchState)
    raise StateError("a state of ginrummy's own is needed, not of a subclass")


def _view(state: HandState, seat: int, hand_index: int, sheet: ScoreSheet) -> PlayerView:
    deal, other, own_turn = state.deal, 1 - seat, state.to_act == seat
    known = state.exposed[other] & state.masks[other]
    view = PlayerView(
        seat,
        deal.ruleset,
        hand_index,
        deal.dealer,
        state.phase,
        state.to_act,
        cards_of(state.masks[seat]),
        deal.upcard,
        state.pile,
        cards_of(known) if known else (),
        len(state.stock),
        legal_actions(state) if own_turn else (),
        deal.knock_limit,
        deal.multiplier,
        sheet,
        state.drawn if own_turn else None,
        state.taken if own_turn else None,
    )
    shown, result = state.showdown, state.result
    if shown is not None:
        sees_discard = seat == shown.knocker or not deal.ruleset.knock_discard_hidden
        view = replace(
            view,
            knocker=shown.knocker,
            knock_discard=shown.discard if sees_discard else None,
            spread=shown.spread,
            melds=shown.melds,
            knocker_deadwood_cards=shown.deadwood_cards,
            knocker_deadwood=shown.deadwood,
            layoffs=shown.layoffs,
        )
    if result is not None:
        view = replace(
            view, result=result, opponent_hand=cards_of(state.masks[other]) if _reveals_hands(result) else None
        )
    return view


def event_for(event: Event, seat: int, ruleset: Ruleset) -> SeatEvent:
    """What `seat` hears of an event: the public event, or the event itself where it is the seat's own doing."""
    check_seat(seat)
    match event:
        case StockDrawn() | Knocked() if event.seat == seat:
            return event
    return public_event(event, ruleset)


def public_event(event: Event, ruleset: Ruleset) -> PublicEvent:
    """What everybody may hear of an event, spectators included; StateError for something that is no event."""
    if type(event) not in _EVENT_TYPES:
        raise StateError(f"an event is needed, not {shown(event)}")
    check_type(ruleset, Ruleset)
    match event:
        case HandDealt():
            upcard = check_deck(event.deck)[20]
            return HandOpened(
                event.hand_index, event.dealer, upcard, knock_limit(ruleset, upcard), multiplier(ruleset, upcard)
            )
        case StockDrawn():
            return StockDrawnUnseen(event.seat)
        case Knocked(face_down=True):
            return KnockedUnseen(event.seat, event.spread, event.deadwood_cards, event.deadwood)
        case HandEnded() if not _reveals_hands(event.result):
            return HandEndedUnseen(event.result)
        case (
            Passed()
            | DiscardTaken()
            | Discarded()
            | Knocked()
            | BigGinCalled()
            | LaidOff()
            | LayoffsFinished()
            | HandEnded()
        ):
            return event
        case _:
            assert_never(event)


_EVENT_TYPES: Final = frozenset(get_args(Event))


def _reveals_hands(result: HandResult) -> bool:
    """Both hands are public after a hand that was scored; a void one, a tie too, reveals none (rules 5.6)."""
    return result.kind is not ResultKind.VOID
