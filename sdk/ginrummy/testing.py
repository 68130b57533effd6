"""Playing without a referee: whole matches in this process, with no clocks.

What a bot's own tests are written with. An illegal choice is raised where it was made, with the view that led to it,
since here there is an author to see it. Imports: everything but the client.
"""

from __future__ import annotations

import inspect
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Self

from ginrummy import __version__
from ginrummy import deck as deals
from ginrummy import match as matches
from ginrummy.actions import Action
from ginrummy.bot import Bot
from ginrummy.deck import StockOrder
from ginrummy.entries import Decided, Header, Reveal
from ginrummy.errors import IllegalAction, SeedError, StateError, check_type
from ginrummy.events import Event
from ginrummy.hand import legal_actions
from ginrummy.match import MatchState
from ginrummy.messages import Termination, TerminationKind
from ginrummy.notation import format_action
from ginrummy.record import Journal, JournalWriter
from ginrummy.render import render_view
from ginrummy.ruleset import PRESETS, FirstDealer, Ruleset
from ginrummy.scoring import HandResult, ScoreSheet
from ginrummy.view import event_for, view_for

if TYPE_CHECKING:
    import asyncio

BotLike = Bot | Callable[[], Bot]
"""A bot, or what makes one: its class, say."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: how each hand ended, the score sheet, and the journal that proves them."""

    hands: tuple[HandResult, ...]
    score_sheet: ScoreSheet
    journal: Journal

    @property
    def winner(self) -> int | None:
        """The winner's seat, None for a draw."""
        return self.score_sheet.winner


def play_match(
    bot_a: BotLike,
    bot_b: BotLike,
    *,
    ruleset: Ruleset = PRESETS["standard"],
    seed: bytes | str | int | None = None,
    stock: StockOrder = "shared",
    names: tuple[str, str] = ("a", "b"),
    deal_key: str = "practice",
    match_id: str = "practice",
) -> MatchResult:
    """Play a match of bot_a (seat 0) against bot_b (seat 1) to its end.

    `seed` is the master seed: 32 bytes, their hex digits (leading zeros may be left out), or a number that stands for
    its 32 bytes; drawn where it is not given. Matches of one seed differ by their `deal_key`; nobody is asked for a
    nonce (design section 4). Same seed, key and bots, same match. A decision with one legal action is not asked.
    The journal reveals both seeds; `match_id` is what it calls the match.

    Raises IllegalAction where a bot chooses what the rules refuse, SeedError for a bad seed, StateError for names or
    ids that no journal takes, and whatever a bot raises.
    """
    check_type(ruleset, Ruleset)
    deals.check_stock(stock)
    master = master_seed(seed)
    bots = (_made(bot_a), _made(bot_b))
    match_seed = deals.match_seed(master, deal_key, {})
    dealer = _first_dealer(ruleset, match_seed)
    state = matches.start_match(ruleset, dealer, stock)
    journal = JournalWriter()
    journal.add(
        Header(
            software=f"gin-referee {__version__}",
            match_id=match_id,
            deal_key=deal_key,
            bots=names,
            ruleset=ruleset,
            stock=stock,
            first_dealer=dealer,
            commitment=deals.commitment(master),
        )
    )
    decisions = 0
    seeds = (deals.bot_seed(match_seed, 0), deals.bot_seed(match_seed, 1))
    asked = [0, 0]
    with _Waiting() as wait:
        for seat, bot in enumerate(bots):
            bot.on_match_start(seat, names[1 - seat])
        while not state.over:
            if state.between_hands:
                state, events = matches.deal_hand(state, deals.shuffle_v1(match_seed, len(state.results)))
                _tell(bots, state, events)
                for seat, bot in enumerate(bots):
                    bot.on_hand_start(view_for(state, seat))
                continue
            assert state.hand is not None
            assert state.hand.to_act is not None
            seat, legal = state.hand.to_act, legal_actions(state.hand)
            forced = len(legal) == 1
            if forced:
                action = legal[0]
            else:
                bots[seat].random = Random(deals.decision_seed(seeds[seat], asked[seat]))
                action = wait.for_(bots[seat].choose(view_for(state, seat)))
                asked[seat] += 1
            after, events = _applied(state, action, seat)
            journal.add(Decided(decisions, seat, action, forced=forced))
            decisions += 1
            state = after
            _tell(bots, state, events)
            if state.between_hands or state.over:
                for other, bot in enumerate(bots):
                    bot.on_hand_end(view_for(state, other))
        for bot in bots:
            bot.on_match_end(state.sheet)
    journal.add(journal.footer(Termination(TerminationKind.COMPLETED), state.sheet))
    journal.add(Reveal(match_seed, master))
    return MatchResult(state.results, state.sheet, journal.journal)


def _applied(state: MatchState, action: Action, seat: int) -> tuple[MatchState, tuple[Event, ...]]:
    try:
        return matches.apply(state, action, seat)
    except IllegalAction as error:
        view = view_for(state, seat)
        legal = ", ".join(map(format_action, view.legal_actions))
        error.add_note(f"seat {seat} chose {action!r}\n{render_view(view)}\nlegal: {legal}")
        raise


def _tell(bots: tuple[Bot, Bot], state: MatchState, events: tuple[Event, ...]) -> None:
    for event in events:
        for seat, bot in enumerate(bots):
            bot.on_event(event_for(event, seat, state.ruleset))


def _made(bot: BotLike) -> Bot:
    made = bot() if not isinstance(bot, Bot) and callable(bot) else bot
    if not isinstance(made, Bot):
        raise StateError(f"a Bot or what makes one is needed, not {bot!r:.60}")
    return made


def master_seed(seed: bytes | str | int | None) -> bytes:
    """The 32 bytes that a seed stands for, drawn where it is None; SeedError for anything else."""
    match seed:
        case None:
            return secrets.token_bytes(deals.SEED_BYTES)
        case bytes() if len(seed) == deals.SEED_BYTES:
            return seed
        case str() if re.fullmatch(r"[0-9a-fA-F]{1,64}", seed):
            return bytes.fromhex(seed.zfill(2 * deals.SEED_BYTES))
        case int() if type(seed) is int and 0 <= seed < 1 << 8 * deals.SEED_BYTES:
            return seed.to_bytes(deals.SEED_BYTES, "big")
    raise SeedError(f"seed: {deals.SEED_BYTES} bytes, 1 to {2 * deals.SEED_BYTES} hex digits or a number are needed")


def _first_dealer(ruleset: Ruleset, match_seed: bytes) -> int:
    match ruleset.first_dealer:
        case FirstDealer.RANDOM:
            return deals.first_dealer(match_seed)
        case FirstDealer.SEAT_0:
            return 0
        case FirstDealer.SEAT_1:
            return 1


class _Waiting:
    """Waits for the answers of async bots on an event loop of its own, made for the first of them."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._runner is not None:
            self._runner.close()

    def for_(self, answer: Any) -> Action:
        """The answer, awaited where it is an awaitable."""
        if not inspect.isawaitable(answer):
            action: Action = answer
            return action
        if self._runner is None:
            import asyncio  # noqa: PLC0415  few matches need it, and it costs more to import than all of ginrummy

            self._runner = asyncio.Runner()
        return self._runner.run(_awaited(answer))


async def _awaited(answer: Any) -> Action:
    action: Action = await answer
    return action
