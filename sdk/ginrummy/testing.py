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
from typing import TYPE_CHECKING, Any, Final, Self

from ginrummy import __version__
from ginrummy import deck as deals
from ginrummy import match as matches
from ginrummy.actions import Action
from ginrummy.bot import Bot
from ginrummy.deck import StockOrder
from ginrummy.entries import Decided, Header, Reveal
from ginrummy.errors import IllegalAction, SeedError, StateError, check_type, shown
from ginrummy.events import Event
from ginrummy.hand import legal_actions
from ginrummy.match import MatchState
from ginrummy.messages import Termination, TerminationKind
from ginrummy.record import Journal, JournalWriter
from ginrummy.render import render_view
from ginrummy.ruleset import PRESETS, Ruleset
from ginrummy.scoring import HandResult, ScoreSheet
from ginrummy.view import PlayerView, event_for, view_for

if TYPE_CHECKING:
    import asyncio

SOFTWARE: Final = f"gin-referee {__version__}"
"""What a journal's header names as its writer."""

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
    hands: int | None = None,
) -> MatchResult:
    """Play a match of bot_a (seat 0) against bot_b (seat 1) to its end: to the target, or over `hands` deals.

    `seed` is the master seed: 32 bytes, their hex digits (leading zeros may be left out), or a number that stands for
    its 32 bytes; drawn where it is not given. Matches of one seed differ by their `deal_key`; nobody is asked for a
    nonce (RULES.md, Deals and seeds). Same seed, key and bots, same match. A decision with one legal action is not
    asked. The journal reveals both seeds; `match_id` is what it calls the match. With `hands`, 1 to 10,000, every deal
    stands alone (`ginrummy.match.start_match`).

    Raises IllegalAction where a bot chooses what the rules refuse, SeedError for a bad seed, StateError for names,
    ids or a number of hands that no journal takes, and whatever a bot raises.
    """
    check_type(ruleset, Ruleset)
    deals.check_stock(stock)
    master = master_seed(seed)
    header = Header(
        software=SOFTWARE,
        match_id=match_id,
        deal_key=deal_key,
        bots=names,
        ruleset=ruleset,
        stock=stock,
        first_dealer=matches.first_dealer(ruleset, 0, deals.match_seed(master, deal_key, {})),
        commitment=deals.commitment(master),
        hands=hands,
    )
    return play_header(bot_a, bot_b, header, master)


def play_header(bot_a: BotLike, bot_b: BotLike, header: Header, master: bytes) -> MatchResult:
    """Play the match of a header, without clocks: bot_a in seat 0, bot_b in seat 1, deals from the 32-byte master seed.

    Raises as `play_match` does, and StateError for terms that cannot be played.
    """
    check_type(header, Header)
    bots, names = (_made(bot_a), _made(bot_b)), header.bots
    if bots[0] is bots[1]:
        raise StateError(f"every seat has a bot of its own; both got {shown(bots[0])}")
    match_seed = deals.match_seed(master, header.deal_key, dict(header.nonces))
    state = matches.start_match(header.ruleset, header.first_dealer, header.stock, header.hands)
    journal = JournalWriter()
    journal.add(header)
    decisions = 0
    seeds = (deals.bot_seed(match_seed, 0), deals.bot_seed(match_seed, 1))
    asked = [0, 0]
    with Waiting() as wait:
        for seat, bot in enumerate(bots):
            wait.for_(bot.on_match_start(seat, names[1 - seat]))
        while not state.over:
            if state.between_hands:
                state, events = matches.deal_hand(state, deals.shuffle_v1(match_seed, len(state.results)))
                _tell(wait, bots, state, events)
                for seat, bot in enumerate(bots):
                    wait.for_(bot.on_hand_start(view_for(state, seat)))
                continue
            assert state.hand is not None
            assert state.hand.to_act is not None
            seat, legal = state.hand.to_act, legal_actions(state.hand)
            forced = len(legal) == 1
            if forced:
                action = legal[0]
            else:
                chance = Random(deals.decision_seed(seeds[seat], asked[seat]))
                action = _asked(wait, bots[seat], view_for(state, seat), names[seat], chance)
                asked[seat] += 1
            after, events = _applied(state, action, seat, names[seat])
            journal.add(Decided(decisions, seat, action, forced=forced))
            decisions += 1
            state = after
            _tell(wait, bots, state, events)
            if state.between_hands or state.over:
                for other, bot in enumerate(bots):
                    wait.for_(bot.on_hand_end(view_for(state, other)))
        for bot in bots:
            wait.for_(bot.on_match_end(state.sheet))
    journal.add(journal.footer(Termination(TerminationKind.COMPLETED), state.sheet))
    journal.add(Reveal(match_seed, master))
    return MatchResult(state.results, state.sheet, journal.journal)


def _asked(wait: Waiting, bot: Bot, view: PlayerView, name: str, chance: Random) -> Action:
    """The bot's choice; what it raises instead carries the view as a note."""
    bot.random = chance
    try:
        action: Action = wait.for_(bot.choose(view))
    except SystemExit as error:
        raise RuntimeError(f"{name} (seat {view.seat}) left the process: sys.exit({error.code!r})") from error
    except Exception as error:
        error.add_note(f"raised by {name} (seat {view.seat})\n{render_view(view)}")
        raise
    finally:
        bot.__dict__.pop("random", None)
    return action


def _applied(state: MatchState, action: Action, seat: int, name: str) -> tuple[MatchState, tuple[Event, ...]]:
    try:
        return matches.apply(state, action, seat)
    except IllegalAction as error:
        error.add_note(f"{name} (seat {seat}) chose {action!r}\n{render_view(view_for(state, seat))}")
        raise


def _tell(wait: Waiting, bots: tuple[Bot, Bot], state: MatchState, events: tuple[Event, ...]) -> None:
    for event in events:
        for seat, bot in enumerate(bots):
            wait.for_(bot.on_event(event_for(event, seat, state.ruleset)))


def _made(bot: BotLike) -> Bot:
    made = bot() if not isinstance(bot, Bot) and callable(bot) else bot
    if not isinstance(made, Bot):
        raise StateError(f"a Bot or what makes one is needed, not {shown(bot)}")
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
    raise SeedError(
        f"seed: 1 to {2 * deals.SEED_BYTES} hex digits, {deals.SEED_BYTES} bytes or a number, {_fault(seed)}"
    )


def _fault(seed: object) -> str:
    """What is wrong with a seed, without telling it: it may be a secret with a slip in it."""
    if isinstance(seed, str):
        wrong = next((letter for letter in seed if letter not in "0123456789abcdefABCDEF"), None)
        return f"not a text of {len(seed)} characters" + (f" with {wrong!r} in it" if wrong is not None else "")
    return f"not {len(seed)} bytes" if isinstance(seed, bytes) else f"not this {type(seed).__name__}"


class Waiting:
    """Waits for async bots on an event loop of its own, made for the first answer that is awaitable."""

    def __init__(self) -> None:
        self._runner: asyncio.Runner | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._runner is not None:
            self._runner.close()

    def for_(self, answer: Any) -> Any:
        """The answer, awaited where it is an awaitable."""
        if not inspect.isawaitable(answer):
            return answer
        if self._runner is None:
            import asyncio  # noqa: PLC0415  few matches need it, and it costs more to import than all of ginrummy

            self._runner = asyncio.Runner()
        return self._runner.run(_awaited(answer))


async def _awaited(answer: Any) -> Any:
    return await answer
