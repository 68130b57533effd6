"""`referee melds`: what the rules say of cards.

Imports: ginrummy; referee.cli.console.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from ginrummy.cards import Card, parse_cards
from ginrummy.melds import Arrangement, LayoffPlan, best_arrangement, best_layoffs, deadwood
from ginrummy.notation import parse_melds
from ginrummy.render import render_card, render_cards, render_hand
from referee.cli.console import Json, out, print_json


def melds(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help='0 to 11 cards, such as "AS 2S 3S TD".', show_default=False)
    ],
    spread: Annotated[
        str | None,
        typer.Option(
            metavar="MELDS", help='A knocker\'s melds to lay off on, such as "7C 7D 7H / 4S 5S 6S".', show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the best melds of a hand.

    It tells too what each discard would leave and, with a spread, the best layoffs.

    Example: referee melds "7S 7H 7D 7C 8S" --spread "4S 5S 6S / KC KD KH"
    """
    hand = parse_cards(cards)
    best = best_arrangement(hand)
    discards = sorted((deadwood([other for other in hand if other != card]), -card.points, card) for card in hand)
    plan = None if spread is None else best_layoffs(parse_melds(spread), hand)
    if as_json:
        print_json(_melds_json(best, [(card, left) for left, _, card in discards], plan))
        return
    out.print(render_hand(hand))
    if hand:
        table = Table("discard", box=None, pad_edge=False)
        table.add_column("leaves", justify="right")
        for left, _, card in discards:
            table.add_row(render_card(card), str(left))
        out.print(table)
    if plan is not None:
        steps = [f"{render_card(card)} on {render_cards(parse_melds(spread or '')[i])}" for card, i in plan.layoffs]
        laid = {card for card, _ in plan.layoffs}
        rest = render_hand([card for card in hand if card not in laid])
        out.print(f"lay off {', '.join(steps) or 'nothing'}; what is left: {rest}")


def _melds_json(best: Arrangement, discards: list[tuple[Card, int]], plan: LayoffPlan | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "melds": [list(map(str, meld)) for meld in best.melds],
        "deadwood_cards": list(map(str, best.deadwood_cards)),
        "deadwood": best.deadwood,
        "discards": [{"card": str(card), "deadwood": left} for card, left in discards],
    }
    if plan is not None:
        found["layoffs"] = [{"card": str(card), "meld": index} for card, index in plan.layoffs]
        found["deadwood_after_layoffs"] = plan.deadwood
    return found
