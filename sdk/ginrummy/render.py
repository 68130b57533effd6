"""Hands, views and score sheets as people read them; for output only, nothing parses these texts.

Imports: errors, cards, melds, ruleset, scoring, hand, notation, view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from ginrummy.cards import Card
from ginrummy.errors import CardError, MeldError, SeatError, check_type
from ginrummy.hand import Phase
from ginrummy.melds import best_arrangement
from ginrummy.notation import format_action
from ginrummy.ruleset import Sheet
from ginrummy.scoring import HandResult, ResultKind, ScoreSheet, score_sheet
from ginrummy.view import PlayerView

_SUITS: Final = "♣♦♥♠"
_NAMES: Final = ("seat 0", "seat 1")


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "match"), counted(2, "match"), counted(0, "hand")
    ('1 match', '2 matches', '0 hands')
    """
    check_type(number, int)
    check_type(noun, str)
    plural = "es" if noun.endswith("ch") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"


def render_card(card: Card) -> str:
    """A card with its suit's sign: `10♦`.

    >>> render_card(Card("TD")), render_card(Card("AS"))
    ('10♦', 'A♠')
    """
    card = Card(card)
    rank = str(card.rank)
    return ("10" if rank == "T" else rank) + _SUITS[card.suit]


def render_cards(cards: Iterable[Card]) -> str:
    """Cards in the given order, separated by spaces; CardError for something else."""
    try:
        return " ".join(map(render_card, cards))
    except TypeError:
        raise CardError(f"not a row of cards: {cards!r}") from None


def render_hand(cards: Collection[Card]) -> str:
    """0 to 11 cards in their best melds, then the deadwood, high cards first, and its points.

    >>> from ginrummy import parse_cards
    >>> render_hand(parse_cards("4H 5H 6H QS QD QH 6D KC"))
    '[Q♦ Q♥ Q♠] [4♥ 5♥ 6♥] K♣ 6♦ (16)'

    Raises CardError as `melds.deadwood` does.
    """
    best = best_arrangement(cards)
    loose = sorted(best.deadwood_cards, key=lambda card: (-card.rank, card.suit))
    return " ".join([*render_melds(best.melds), *map(render_card, loose), f"({best.deadwood})"])


def render_melds(melds: Iterable[Iterable[Card]]) -> list[str]:
    """Each meld in brackets; MeldError for something that is no row of melds."""
    if not isinstance(melds, Iterable):
        raise MeldError(f"not a row of melds: {melds!r}")
    return [f"[{render_cards(meld)}]" for meld in melds]


def render_result(result: HandResult, names: Sequence[str] = _NAMES) -> str:
    """One line on how a hand ended, such as `gin: 65 points to seat 0 (deadwood 0 against 40)`."""
    check_type(result, HandResult)
    _check_names(names)
    if result.kind is ResultKind.VOID:
        reason = result.void_reason.name.lower() if result.void_reason else "unknown"
        return f"void ({reason}): nobody scores"
    kind = result.kind.name.lower().replace("_", " ")
    counts = f"deadwood {result.knocker_deadwood} against {result.defender_deadwood}"
    points = f"{result.points} point{'' if result.points == 1 else 's'}"
    return f"{kind}: {points} to {names[result.winner or 0]} ({counts})"


def render_view(view: PlayerView) -> str:
    """A view as its seat sees the table, some ten lines."""
    check_type(view, PlayerView)
    me, opponent = view.seat, 1 - view.seat
    turn = "nobody's" if view.to_act is None else "yours" if view.to_act == me else "the opponent's"
    doubled = f", points x{view.multiplier}" if view.multiplier > 1 else ""
    dealer = "you" if view.dealer == me else "the opponent"
    lines = [
        f"hand {view.hand_index + 1}, {view.phase.name}, turn: {turn}",
        f"score     you {view.scores[me]}, opponent {view.scores[opponent]}; {dealer} dealt",
        f"upcard    {render_card(view.upcard)}, knock limit {view.knock_limit}{doubled}",
        f"stock     {view.stock_count} cards",
        f"pile      {render_cards(view.discard_pile) or 'empty'}" + (" <- top" if view.discard_pile else ""),
        f"opponent  {_opponent(view)}",
        f"you       {render_hand(view.hand)}",
    ]
    if view.drawn is not None:
        lines.append(f"drawn     {render_card(view.drawn)} from the {'stock' if view.taken is None else 'pile'}")
    if view.knocker is not None:
        who = "you" if view.knocker == me else "the opponent"
        loose = render_cards(view.knocker_deadwood_cards)
        shown = " ".join([*render_melds(view.melds), loose, f"({view.knocker_deadwood})"])
        lines.append(f"spread    of {who}: {' '.join(shown.split())}")
    if view.result is not None:
        names = ("you", "the opponent") if me == 0 else ("the opponent", "you")
        lines.append(f"result    {render_result(view.result, names)}")
    if view.legal_actions:
        lines.append(f"legal     {', '.join(map(format_action, view.legal_actions))}")
    return "\n".join(lines)


def _opponent(view: PlayerView) -> str:
    if view.opponent_hand is not None:
        return render_hand(view.opponent_hand)
    if view.knocker == 1 - view.seat:
        return "has shown its hand"
    known = f"took {render_cards(view.opponent_known)}" if view.opponent_known else "nothing known"
    held = 11 if view.phase is Phase.ACT and view.to_act != view.seat else 10
    return f"{held - sum(1 for _ in view.layoffs)} cards, {known}"


def render_sheet(sheet: ScoreSheet, names: Sequence[str] = _NAMES) -> str:
    """A score sheet, a line per hand, with one column of two numbers for each game.

    Running scores stand where a hand added to them; below the line come boxes, finals and the outcome.
    """
    check_type(sheet, ScoreSheet)
    _check_names(names)
    hollywood = sheet.ruleset.sheet is Sheet.HOLLYWOOD
    width = max(8, *(len(name) + 1 for name in names))
    games = [f"game {i + 1}" for i in range(len(sheet.columns))] if hollywood else [""]
    rows = [["hand", *(f"{name:>{width}}" for _ in games for name in names)]]
    before = score_sheet(sheet.ruleset, ())
    for number, hand in enumerate(sheet.history, start=1):
        after = before.add(hand)
        rows.append([str(number), *_entries(before, after, hand, width)])
        before = after
    rows.append(["boxes", *(f"{n:>{width}}" for column in sheet.columns for n in column.boxes)])
    if sheet.finals is not None:
        rows.append(["final", *(f"{n:>{width}}" for column in sheet.columns for n in column.finals or ("", ""))])
    lines = ["".join([f"{row[0]:<6}", *row[1:]]).rstrip() for row in rows]
    if hollywood:
        lines.insert(0, (" " * 6 + "".join(f"{game:>{2 * width}}" for game in games)).rstrip())
    return "\n".join([*lines, _outcome(sheet, names)])


def _entries(before: ScoreSheet, after: ScoreSheet, hand: tuple[int, int] | None, width: int) -> Iterable[str]:
    for old, new in zip(before.columns, after.columns, strict=True):
        for seat in (0, 1):
            if hand is None:
                text = "void"
            elif old != new and hand[0] == seat:
                text = f"{new.scores[seat]}{'*' if new.winner is not None and old.winner is None else ''}"
            else:
                text = ""
            yield f"{text:>{width}}"


def _check_names(names: Sequence[str]) -> None:
    if not isinstance(names, Sequence) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise SeatError(f"names: two texts are needed, one a seat, not {names!r}")


def _outcome(sheet: ScoreSheet, names: Sequence[str]) -> str:
    first, second = sheet.finals or sheet.scores
    totals = f"{names[0]} {first}, {names[1]} {second}"
    if not sheet.over:
        return f"so far: {totals}"
    if sheet.winner is None:
        return f"drawn: {totals}"
    margin = f"by {sheet.margin}" if (sheet.margin or 0) > 0 else f"with a margin of {sheet.margin}"
    return f"{names[sheet.winner]} wins {margin}: {totals}"
