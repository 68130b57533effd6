"""Cards hidden from a seat change no byte that it is sent over the wire.

Two tournaments of one hand are played over real sockets, with decks that differ only in two cards which the seat has
not been shown by the end or the cut (the pairs of test_non_interference). On the way the seat also tries what it may
not do with just these cards. Time stands still, so that think times and stamps are equal too, and with them the chain
heads; these stand for the whole journal, and so for the face-down discard of a knock: only there they may differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from enum import Enum
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ginrummy import PRESETS, Ruleset, wire
from ginrummy.actions import Discard, Knock
from ginrummy.hand import legal_actions
from ginrummy.messages import DecisionRequest, Events, HandEnded, HandStarted, MatchEnded, Ping, Rejected
from ginrummy.v1 import play_pb2
from ginrummy.view import view_for
from service import MASTER, run, serving, tournament, until
from test_non_interference import Hand, Pair, pairs_of
from wire_bot import WireBot

SOME = 40
"""From how many hands of test_non_interference pairs are taken."""
EVERY = 19
CURIOUS = 60
"""For how many decisions before the cut the seat tries what it may not do: fewer refusals than forfeit."""
NAMES = ("ann", "bob")


def in_toml(ruleset: Ruleset, dealer: int) -> str:
    """The ruleset as the config has it, for one hand."""
    usual = asdict(PRESETS["standard"])
    wanted = {**asdict(ruleset), "first_dealer": f"SEAT_{dealer}", "max_hands": 1}
    told = {key: held.name if isinstance(held, Enum) else held for key, held in wanted.items() if held != usual[key]}
    parts = [f"{key} = {json.dumps(held)}" for key, held in told.items()]
    return "{ " + ", ".join(['preset = "standard"', *parts]) + " }"


@cache
def chosen() -> tuple[Pair, ...]:
    """Pairs whose cut is where somebody has a choice, or the end: nothing happens after it by itself."""
    pairs = [pair for number in range(SOME) for pair in pairs_of(number) if fits(pair)]
    return (*pairs[::EVERY], *[pair for pair in pairs if "face down" in pair.moved][:2])


def fits(pair: Pair) -> bool:
    last = [pair.twin.states[-1], pair.hand.states[len(pair.twin.states) - 1]]
    return pair.seat is not None and all(state.result is not None or len(legal_actions(state)) > 1 for state in last)


def last_sequence(player: WireBot) -> int:
    """Up to where a bot has heard what happened."""
    return max(
        (
            message.sequence + (len(message.events) if isinstance(message, Events) else 1)
            for message in player.heard
            if isinstance(message, Events | HandStarted | HandEnded)
        ),
        default=0,
    )


async def transcript(directory: Path, pair: Pair, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every message that the seat is sent while `hand` is played as far as the twin goes, but for pings."""
    start = hand.states[0].deal
    script = hand.actions[: len(pair.twin.actions)]
    decks = (pair.hand.states[0].deal.deck, pair.twin.states[0].deal.deck)
    moved = sorted(card for card, other in zip(*decks, strict=True) if card != other)
    stopped: list[DecisionRequest] = []

    def play(request: DecisionRequest) -> Any:
        if request.request.decision < len(script):
            return script[request.request.decision]
        stopped.append(request)
        return None

    def curious(request: DecisionRequest) -> Any:
        tries = (Discard(moved[0]), Knock(moved[1]))
        attempt = request.request.attempt
        soon = len(script) - request.request.decision < CURIOUS
        return tries[attempt] if soon and attempt < len(tries) else play(request)

    monkeypatch.setattr("referee.table.decks_of", lambda _: lambda _: start.deck)
    text = tournament(
        *NAMES, ruleset=in_toml(start.ruleset, start.dealer), stock=start.stock_order, faults=100, seed=MASTER
    )
    async with serving(directory, text) as served:
        players = [served.bot(name, curious if seat == pair.seat else play) for seat, name in enumerate(NAMES)]
        for player in players:  # one after the other, so that both times they come in the same order
            served.start(player)
            await until(lambda player=player: len(player.heard) >= 2)
        if pair.last.result is not None:
            await served.over()
        else:
            await until(lambda: stopped and last_sequence(players[0]) == last_sequence(players[1]))
        watcher = players[pair.seat]
        return [
            wire.server_message_to_wire(message).SerializeToString()
            for message in watcher.heard
            if not isinstance(message, Ping)
        ]


def worlds(directory: Path, pair: Pair) -> tuple[list[bytes], list[bytes]]:
    """What the seat is sent in the one world and in the other."""
    sent = []
    for name, hand in (("hand", pair.hand), ("twin", pair.twin)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("referee.host.time", SimpleNamespace(time_ns=lambda: 10**18, monotonic_ns=lambda: 10**9))
            patch.setattr("referee.host.Host.__init__.__defaults__", (lambda: 10**9,))
            sent.append(run(transcript(directory / name, pair, hand, patch)))
    return sent[0], sent[1]


def without_heads(sent: list[bytes]) -> list[Any]:
    """The messages without chain heads, which stand for the face-down discard of a knock, too."""
    return [
        replace(message, chain_head=bytes(32)) if isinstance(message, HandEnded | MatchEnded) else message
        for message in map(message_of, sent)
    ]


def message_of(part: bytes) -> Any:
    return wire.server_message_from_wire(play_pb2.ServerMessage.FromString(part))


def differing(directory: Path, pairs: tuple[Pair, ...]) -> Iterator[str]:
    for index, pair in enumerate(pairs):
        one, other = worlds(directory / str(index), pair)
        assert len(one) > 4
        if one != other and ("face down" not in pair.moved or without_heads(one) != without_heads(other)):
            yield pair.name


def test_no_byte_that_a_seat_is_sent_depends_on_a_card_hidden_from_it(tmp_path: Path) -> None:
    """Welcome to Goodbye: views, events, rejections, ends, chain heads, in both worlds alike."""
    pairs = chosen()
    assert {pair.seat for pair in pairs} == {0, 1}
    assert {place for pair in pairs for place in pair.moved} == {"hand", "stock", "face down"}
    assert any(pair.last.result for pair in pairs)
    assert list(differing(tmp_path, pairs)) == []


def test_the_seat_was_refused_what_it_tried_with_those_cards(tmp_path: Path) -> None:
    """Two refusals at each of its decisions, or the transcripts would prove less."""
    pair = next(pair for pair in chosen() if len(pair.twin.actions) > 8)
    sent = [message_of(part) for part in worlds(tmp_path, pair)[0]]
    asked = [message for message in sent if isinstance(message, DecisionRequest)]
    assert len([message for message in sent if isinstance(message, Rejected)]) >= len(asked) // 2 > 0


def test_a_leak_in_the_views_is_seen_in_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A referee that names the cards of the other hand as known is caught."""

    def leaking(state: Any, seat: int) -> Any:
        view = view_for(state, seat)
        return view if state.hand is None else replace(view, opponent_known=tuple(sorted(state.hand.hands[1 - seat])))

    monkeypatch.setattr("referee.table.view_for", leaking)
    monkeypatch.setattr("referee.telling.view_for", leaking)
    pairs = tuple(pair for pair in chosen() if "hand" in pair.moved)[:4]
    assert list(differing(tmp_path, pairs)) != []
