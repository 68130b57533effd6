"""A journal as people read it: hand by hand, a line for whatever happened.

With a seat, only what that seat was told: everything shown comes from `view_for` and `event_for`, and of decisions and
conduct lines only its own are. For output only, nothing parses these texts. Imports: ginrummy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, assert_never

from ginrummy.cards import Card
from ginrummy.entries import Conduct, Decided
from ginrummy.errors import StateError
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
    StockDrawn,
    StockDrawnUnseen,
)
from ginrummy.match import MatchState
from ginrummy.record import Journal
from ginrummy.render import render_card, render_cards, render_hand, render_melds, render_result, render_sheet
from ginrummy.retrace import Decks, Step, retrace, sheet_at, start_of
from ginrummy.view import event_for, view_for

_TEXT_WIDTH: Final = 22


def replay_text(journal: Journal, decks: Decks, *, hand: int | None = None, seat: int | None = None) -> str:
    """The match, or its `hand`-th hand from 1, as `seat` saw it or, with None, with every card shown.

    Raises JournalError where a line disagrees with the rules, StateError for a hand that was not played.
    """
    reader = _Reader(journal, seat)
    blocks = reader.hands(decks)
    if hand is None:
        return "\n\n".join(["\n".join(reader.title()), *map("\n".join, blocks), "\n".join(reader.end())])
    if not 1 <= hand <= len(blocks):
        raise StateError(f"hand {hand}: the journal has {len(blocks)}")
    return "\n".join(blocks[hand - 1])


class _Reader:
    """Turns the steps of one journal into lines, for one seat or for all."""

    def __init__(self, journal: Journal, seat: int | None) -> None:
        self._journal = journal
        self._seat = seat
        self._names = tuple(map(_plain, journal.header.bots))
        self._width = max(map(len, self._names)) + 2
        self._state = start_of(journal.header)
        self._conduct = [(i, entry) for i, entry in enumerate(journal.entries, 1) if isinstance(entry, Conduct)]

    def title(self) -> list[str]:
        header, names = self._journal.header, self._names
        rules, hands = _plain(header.ruleset.name), header.hands
        length = f" to {header.ruleset.target_score}" if hands is None else f", stand-alone hands: {hands}"
        lines = [
            f"match {header.match_id}: {names[0]} (seat 0) against {names[1]} (seat 1)",
            f"{rules}{length}, {header.stock} stock",
        ]
        return lines if self._seat is None else [*lines, f"as {names[self._seat]} saw it"]

    def hands(self, decks: Decks) -> list[list[str]]:
        blocks: list[list[str]] = []
        early: list[str] = []  # conduct before the first deal
        for step in retrace(self._journal, decks):
            (blocks[-1] if blocks else early).extend(self._conduct_before(step.line))
            self._state = step.state
            if step.decided is None:
                blocks.append([*self._opening(), *early])
                early = []
            else:
                blocks[-1] += self._told(step, step.decided)
        (blocks[-1] if blocks else early).extend(self._conduct_before(len(self._journal.entries) + 1))
        hand = self._state.hand
        if blocks and hand is not None and hand.to_act is not None:
            blocks[-1].append(f"  {self._names[hand.to_act]} is to act")
        return blocks or ([early] if early else [])

    def end(self) -> list[str]:
        footer = self._journal.footer
        if footer is None:
            return [render_sheet(self._state.sheet, self._names), "the journal ends here: the match is not finished"]
        lines = [render_sheet(sheet_at(self._state, footer), self._names)]
        if (fault := footer.termination.fault) is not None:
            detail = f": {_plain(fault.detail)}" if fault.detail else ""
            lines.append(f"forfeited by {self._names[fault.seat]} for {fault.kind.name}{detail}")
        elif footer.sheet.finals is None:
            lines.append("the match was aborted; it counts for nobody")
        return lines

    def _opening(self) -> list[str]:
        state, hand = self._state, self._state.hand
        assert hand is not None
        score = ", ".join(f"{name} {score}" for name, score in zip(self._names, state.sheet.scores, strict=True))
        doubled = f", points x{hand.multiplier}" if hand.multiplier > 1 else ""
        dealt = f"{self._names[hand.dealer]} deals, upcard {render_card(hand.upcard)}"
        return [
            f"hand {state.hand_index + 1}: {dealt}, knock limit {hand.knock_limit}{doubled}; score {score}",
            *(f"  {name:<{self._width}}{shown}" for name, shown in self._hands_shown(state)),
        ]

    def _hands_shown(self, state: MatchState) -> Iterator[tuple[str, str]]:
        for seat, cards in self._cards(state):
            yield self._names[seat], render_hand(cards)

    def _cards(self, state: MatchState) -> list[tuple[int, tuple[Card, ...]]]:
        """The hands that may be shown, each with its seat."""
        assert state.hand is not None
        if self._seat is None:
            return list(enumerate(state.hand.hands))
        return [(self._seat, view_for(state, self._seat).hand)]

    def _told(self, step: Step, decided: Decided) -> Iterator[str]:
        """What happened in a step; times and force are told of the seat's own decisions."""
        asides = []
        if self._seat in (None, decided.seat):
            asides += ["forced"] if decided.forced else []
            asides += [f"{decided.think_ms} ms"] if decided.think_ms is not None else []
        for event in step.events:
            heard = event if self._seat is None else event_for(event, self._seat, step.state.ruleset)
            for line in self._event(heard, step.state):
                yield f"{line.ljust(self._width + _TEXT_WIDTH)}  ({', '.join(asides)})" if asides else line.rstrip()
                asides = []

    def _event(self, event: Event | PublicEvent, state: MatchState) -> Iterator[str]:
        match event:
            case HandDealt() | HandOpened():
                return
            case HandEnded():
                yield from self._shown_at_end(state)
                yield f"  {render_result(event.result, self._names)}"
            case HandEndedUnseen():
                yield f"  {render_result(event.result, self._names)}"
            case _:
                held = ""
                if isinstance(event, DiscardTaken | StockDrawn | Discarded):
                    held = next((render_hand(cards) for seat, cards in self._cards(state) if seat == event.seat), "")
                yield f"  {self._names[event.seat]:<{self._width}}{_words(event, state):<{_TEXT_WIDTH}}{held}"

    def _shown_at_end(self, state: MatchState) -> Iterator[str]:
        """Both hands as counted: the knocker's as it was spread, with what was laid off on it."""
        hand = state.hand
        assert hand is not None
        shown = hand.showdown
        for seat in (0, 1):
            cards = hand.hands[seat] if self._seat in (None, seat) else view_for(state, self._seat).opponent_hand or ()
            text = render_hand(cards)
            if shown is not None and shown.knocker == seat:
                text = _spread(shown.melds, shown.deadwood_cards, shown.deadwood)
            yield f"  {self._names[seat]:<{self._width}}{'ends with':<{_TEXT_WIDTH}}{text}"

    def _conduct_before(self, line: int) -> Iterator[str]:
        while self._conduct and self._conduct[0][0] < line:
            _, entry = self._conduct.pop(0)
            if self._seat is None or entry.seat == self._seat:
                who = "the table" if entry.seat is None else self._names[entry.seat]
                what = [entry.kind.name.lower().replace("_", " "), entry.fault.name if entry.fault else ""]
                took = f"({entry.elapsed_ms} ms)" if entry.elapsed_ms is not None else ""
                yield " ".join(filter(None, chain([f"  ! {who}:"], what, [_plain(entry.text), took])))


def _words(
    event: Passed
    | DiscardTaken
    | StockDrawn
    | StockDrawnUnseen
    | Discarded
    | Knocked
    | KnockedUnseen
    | BigGinCalled
    | LaidOff
    | LayoffsFinished,
    state: MatchState,
) -> str:
    match event:
        case Passed():
            return "passes"
        case DiscardTaken(_, card):
            return f"takes {render_card(card)}"
        case StockDrawn(_, card):
            return f"draws {render_card(card)}"
        case StockDrawnUnseen():
            return "draws a card"
        case Discarded(_, card):
            return f"discards {render_card(card)}"
        case Knocked(_, card, spread, cards, points, face_down):
            side = " face down" if face_down else ""
            return f"{_out(points)}, sheds {render_card(card)}{side}: {_spread(spread, cards, points)}"
        case KnockedUnseen(_, spread, cards, points):
            return f"{_out(points)}: {_spread(spread, cards, points)}"
        case BigGinCalled(_, spread):
            return f"calls big gin: {' '.join(render_melds(spread))}"
        case LaidOff(_, card, index):
            assert state.hand is not None
            assert state.hand.showdown is not None
            return f"lays off {render_card(card)} on [{render_cards(state.hand.showdown.spread[index])}]"
        case LayoffsFinished():
            return "lays off nothing more"
        case _:
            assert_never(event)


def _out(points: int) -> str:
    return f"knocks with {points}" if points else "goes gin"


def _spread(melds: tuple[tuple[Card, ...], ...], cards: tuple[Card, ...], points: int) -> str:
    loose = sorted(cards, key=lambda card: (-card.rank, card.suit))
    return " ".join([*render_melds(melds), *map(render_card, loose), f"({points})"])


def _plain(text: str) -> str:
    """The text with what is not printable escaped, since it may come from a bot."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
