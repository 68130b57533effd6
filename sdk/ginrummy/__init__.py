"""Gin Rummy for bots: exact rules, legal partial views, and what a player is written with.

The rooms, each importing only those before it: errors, cards, deck, melds, ruleset, scoring, actions, events,
state, showdown, hand, match, view, notation, legality, render, failure, bot, join, settings, loading, messages, player,
entries, lines, record, retrace, wire (which alone imports protobuf), outbox, connection (which alone imports grpc),
tables, testing, client. They are loaded when first used, so that `import ginrummy` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ginrummy.cards import Card, Rank, Suit, format_cards, parse_cards
from ginrummy.errors import GinRummyError, IllegalAction, InvalidInput
from ginrummy.ruleset import PRESETS, Ruleset

if TYPE_CHECKING:
    from ginrummy import (
        actions,
        bot,
        cards,
        client,
        connection,
        deck,
        entries,
        errors,
        events,
        failure,
        hand,
        join,
        legality,
        lines,
        loading,
        match,
        melds,
        messages,
        notation,
        outbox,
        player,
        record,
        render,
        retrace,
        ruleset,
        scoring,
        settings,
        showdown,
        state,
        tables,
        testing,
        view,
        wire,
    )
    from ginrummy.bot import Bot
    from ginrummy.client import run
    from ginrummy.state import Phase
    from ginrummy.view import PlayerView, view_for

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "Bot",
    "Card",
    "GinRummyError",
    "IllegalAction",
    "InvalidInput",
    "Phase",
    "PlayerView",
    "Rank",
    "Ruleset",
    "Suit",
    "actions",
    "bot",
    "cards",
    "client",
    "connection",
    "deck",
    "entries",
    "errors",
    "events",
    "failure",
    "format_cards",
    "hand",
    "join",
    "legality",
    "lines",
    "loading",
    "match",
    "melds",
    "messages",
    "notation",
    "outbox",
    "parse_cards",
    "player",
    "record",
    "render",
    "retrace",
    "ruleset",
    "run",
    "scoring",
    "settings",
    "showdown",
    "state",
    "tables",
    "testing",
    "view",
    "view_for",
    "wire",
]

_HOMES = {"Bot": "bot", "Phase": "state", "PlayerView": "view", "run": "client", "view_for": "view"}
"""Where the names that are loaded on first use come from; the other such names are modules."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = import_module(f"{__name__}.{_HOMES.get(name, name)}")
    found: object = getattr(room, name) if name in _HOMES else room
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
