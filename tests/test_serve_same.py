"""The same seed and the same bots give the same journals, whatever was interrupted and however many play at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ginrummy.entries import ConductKind
from ginrummy.messages import DecisionRequest, Events, HandEnded, HandStarted, History, Replaced
from service import (
    Served,
    canonical,
    conduct,
    entering,
    journals,
    lively_choice,
    played,
    run,
    serving,
    tournament,
    verified,
)

MATCH = '{ preset = "standard", target_score = 60 }'


async def ever_returning(served: Served, name: str, trips: list[int]) -> Any:
    """A bot that leaves at every new request and comes back to answer it; what it heard on all its streams."""
    answered: set[Any] = set()
    heard: list[Any] = []
    while True:
        player = served.bot(name, lively_choice)
        known: list[DecisionRequest] = []

        def fresh(message: object, known: list[DecisionRequest] = known) -> bool:
            if not isinstance(message, DecisionRequest):
                return type(message).__name__ in ("Goodbye", "Refused")
            known.append(message)
            return (message.match_id, message.request) not in answered

        await player.play(fresh)
        heard.append(player.heard)
        if not known or (known[-1].match_id, known[-1].request) in answered:
            return heard
        answered.add((known[-1].match_id, known[-1].request))
        trips.append(1)


def disturbed(directory: Path, text: str, *names: str) -> tuple[int, list[list[list[Any]]]]:
    """A tournament that these bots leave before each of their decisions: how often, and what each stream heard."""
    trips: list[int] = []
    logs: list[Any] = []

    async def whole() -> None:
        async with serving(directory, text) as served:

            async def wild(name: str) -> None:
                logs.append(await ever_returning(served, name, trips))

            for name in ("ann", "bob"):
                served.start(wild(name) if name in names else served.bot(name, lively_choice))
            assert (await served.over(60)).complete

    run(whole(), 80)
    return len(trips), logs


@pytest.mark.parametrize("names", [("ann", "bob"), ("ann",)])
def test_leaving_before_every_decision_changes_nothing_in_the_canonical_journal(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    """The pending request comes again with the same view and seed, and the match goes on as if nothing had been."""
    text = tournament("ann", "bob", ruleset=MATCH)
    played(tmp_path / "calm", text, entering("ann", lively_choice), entering("bob", lively_choice))
    trips, _ = disturbed(tmp_path / "wild", text, *names)
    assert trips > 30
    assert canonical(tmp_path / "wild") == canonical(tmp_path / "calm")
    assert verified(tmp_path / "wild") == verified(tmp_path / "calm") == 1
    (journal,) = journals(tmp_path / "wild").values()
    assert conduct(journal, ConductKind.RETURNED)
    assert conduct(journal, ConductKind.FAULT) == []


def test_what_a_bot_is_told_on_coming_back_is_all_that_it_was_told_before(tmp_path: Path) -> None:
    """Histories begin at number 0, have no gap, and go on where the last stream broke off."""
    text = tournament("ann", "bob", ruleset='{ preset = "classic", max_hands = 2 }')
    trips, logs = disturbed(tmp_path, text, "ann", "bob")
    assert trips > 10
    for streams in logs:
        check_histories(streams)


def check_histories(streams: list[list[Any]]) -> None:
    """What a bot is told on coming back is all that it was told before, and goes on from there without a gap."""
    seen: list[Any] = []
    for stream in streams:
        told: list[Any] = []
        for message in stream:
            items = message.items if isinstance(message, History) else (message,)
            for item in items:
                if isinstance(item, Events):
                    told += [(item.sequence + i, event) for i, event in enumerate(item.events)]
                elif isinstance(item, HandStarted | HandEnded):
                    told.append((item.sequence, item))
        if told:
            assert [number for number, _ in told] == list(range(len(told)))
            assert told[: len(seen)] == seen
            seen = told


def test_concurrency_1_and_16_give_equal_journals(tmp_path: Path) -> None:
    """Four bots with 16 tables each: the same canonical journals, the same standings."""
    names = ("ann", "bob", "cleo", "dan")
    bots = tuple({"name": name, "tables": 16} for name in names)
    tables = {}
    for concurrency in (1, 16):
        text = tournament(*bots, matches=4, concurrency=concurrency)
        players = (entering(name, lively_choice, tables=16, nonce=name.encode()) for name in names)
        served = played(tmp_path / str(concurrency), text, *players)
        tables[concurrency] = [
            (row.name, row.match_wins, row.hands, row.points, row.points_against) for row in served.task.result().rows
        ]
    assert canonical(tmp_path / "1") == canonical(tmp_path / "16")
    assert verified(tmp_path / "1") == verified(tmp_path / "16") == 24
    assert tables[1] == tables[16]


def test_a_bot_gets_no_more_tables_than_it_asked_for_and_has(tmp_path: Path) -> None:
    """The fewer of what the config grants and Hello asks for; never more of its matches run at once."""
    most: dict[str, int] = {"ann": 0, "bob": 0, "cleo": 0}
    granted = {}
    asked = {"ann": 9, "bob": 2, "cleo": 3}
    have = {"ann": 2, "bob": 9, "cleo": 3}

    async def whole() -> None:
        bots = tuple({"name": name, "tables": have[name]} for name in have)
        async with serving(tmp_path, tournament(*bots, matches=6)) as served:
            players = {name: served.bot(name, tables=asked[name]) for name in asked}
            started, finished = served.audience.started, served.audience.finished
            running: dict[str, set[str]] = {name: set() for name in asked}

            def begun(match: Any) -> None:
                for name in match.bots:
                    running[name].add(match.match_id)
                    most[name] = max(most[name], len(running[name]))
                started(match)

            def over(result: Any) -> None:
                for name in result.bots:
                    running[name].discard(result.match_id)
                finished(result)

            served.audience.started, served.audience.finished = begun, over
            served.start(*players.values())
            assert (await served.over()).complete
            granted.update({name: player.heard[0].tables for name, player in players.items()})

    run(whole())
    assert granted == {"ann": 2, "bob": 2, "cleo": 3}
    assert all(0 < most[name] <= granted[name] for name in most)


def test_a_referee_that_stops_in_every_match_gives_the_same_journals(tmp_path: Path) -> None:
    """Stopped at once after so many decisions, again and again, with the same data directory."""
    text = tournament("ann", "bob", ruleset=MATCH, matches=2)
    played(tmp_path / "calm", text, entering("ann", lively_choice), entering("bob", lively_choice))
    starts = 0

    async def once(decisions: int) -> bool:
        async with serving(tmp_path / "wild", text) as served:
            left = decisions
            enough = asyncio.Event()

            def choose(request: DecisionRequest) -> Any:
                nonlocal left
                left -= 1
                if left < 0:
                    enough.set()
                    return None
                return lively_choice(request)

            served.start(served.bot("ann", choose), served.bot("bob", choose))
            waiting = asyncio.ensure_future(enough.wait())
            await asyncio.wait((served.task, waiting), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not enough.is_set():
                return (await served.task).complete
            served.service.stop()
            served.service.stop()
            return (await served.task).complete

    while not run(once(7 + starts)):
        starts += 1
        assert starts < 60
    assert starts > 3
    assert canonical(tmp_path / "wild") == canonical(tmp_path / "calm")
    assert verified(tmp_path / "wild") == 2


def test_a_bot_that_is_replaced_again_and_again_plays_the_same(tmp_path: Path) -> None:
    """A takeover at each of its requests: every older stream is told Replaced, the journal is as undisturbed."""
    text = tournament("ann", "bob")
    played(tmp_path / "calm", text, entering("ann", lively_choice), entering("bob", lively_choice))
    replaced = []

    async def whole() -> None:
        async with serving(tmp_path / "wild", text) as served:

            async def chain() -> None:
                answered: set[Any] = set()
                while True:
                    more = asyncio.Event()

                    def choose(request: DecisionRequest, more: asyncio.Event = more) -> Any:
                        if request.request in answered:
                            return lively_choice(request)
                        answered.add(request.request)
                        more.set()
                        return None

                    player = served.bot("ann", choose)
                    playing = asyncio.ensure_future(player.play())
                    replaced.append((player, playing))
                    waiting = asyncio.ensure_future(more.wait())
                    await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
                    if not more.is_set():
                        await asyncio.gather(*(task for _, task in replaced))
                        return

            served.start(chain(), served.bot("bob", lively_choice))
            assert (await served.over()).complete

    run(whole())
    assert len(replaced) > 3
    assert all(isinstance(player.last, Replaced) for player, _ in replaced[:-1])
    assert canonical(tmp_path / "wild") == canonical(tmp_path / "calm")
