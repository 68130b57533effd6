"""Hands set up for a test: decks with chosen cards on top, and states played to a point."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ginrummy import PRESETS, Card, Ruleset, parse_cards
from ginrummy.actions import Action
from ginrummy.cards import ALL_CARDS
from ginrummy.hand import HandState, apply, deal


def variant(preset: str = "standard", **changes: object) -> Ruleset:
    return replace(PRESETS[preset], **changes)


def deck_of(non_dealer: str, dealer: str, upcard: str, stock: str = "") -> tuple[Card, ...]:
    """A deck that deals these hands and upcard and has `stock` on top; the other cards follow in order of id."""
    hands = zip(parse_cards(non_dealer), parse_cards(dealer), strict=True)
    named = [*(card for pair in hands for card in pair), *parse_cards(upcard), *parse_cards(stock)]
    assert len(set(named)) == len(named), "a card is named twice"
    return (*named, *(card for card in ALL_CARDS if card not in named))


def play(state: HandState, *actions: Action) -> HandState:
    for action in actions:
        state, _ = apply(state, action)
    return state


def dealt(
    non_dealer: str, dealer: str, upcard: str, stock: str = "", ruleset: Ruleset = PRESETS["standard"]
) -> HandState:
    """A hand with seat 0 as the non-dealer and seat 1 as the dealer."""
    return deal(deck_of(non_dealer, dealer, upcard, stock), 1, ruleset)


def melds(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(parse_cards(text) for text in texts)


def ids(cards: Iterable[Card]) -> list[int]:
    return sorted(int(card) for card in cards)
