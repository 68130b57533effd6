"""What attackers tried: each try costs only the bot that makes it, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from pathlib import Path

import grpc
import pytest

from ginrummy import wire
from ginrummy.entries import Reveal
from ginrummy.messages import DecisionRequest, FaultKind, Pong, Ready
from referee.gateway import STREAMS_A_BOT
from referee.host import Host
from referee.journal import JournalFile
from referee.store import Store
from service import Served, canonical, entering, journals, played, referee, run, serving, tournament, until, verified

BOTH = tournament("ann", "bob", matches=2)


def test_one_bot_cannot_take_all_connections(tmp_path: Path) -> None:
    """Streams of one token beyond its few are refused, and the others come in."""

    async def attack() -> None:
        async with serving(tmp_path, tournament("bad", "ann", "bob")) as served:
            held = [served.bot("bad") for _ in range(3 * STREAMS_A_BOT)]
            for stream in held:
                await stream.open()
            await until(lambda: sum(stream.call.done() for stream in held) == 2 * STREAMS_A_BOT)
            codes = {await stream.call.code() for stream in held if stream.call.done()}
            assert codes == {grpc.StatusCode.RESOURCE_EXHAUSTED}
            ann = served.bot("ann")
            await ann.enter()
            assert await ann.read()
            for stream in (*held, ann):
                await stream.close()

    run(attack())


@pytest.mark.parametrize("what", ["pong", "ready"])
def test_messages_that_nobody_asked_for_are_a_flood(tmp_path: Path, what: str) -> None:
    """Pongs without a ping and Readys said again are counted: the bot loses by FLOOD."""

    async def flooding(served: Served) -> None:
        bad = served.bot("bad")
        await bad.enter()
        with contextlib.suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await bad.go_on(lambda message: isinstance(message, DecisionRequest))
            useless = Pong(7) if what == "pong" else Ready(bad.last.match_id)
            for _ in range(4):
                await bad.call.write(wire.request_frame([useless] * 500).SerializeToString())
            await bad.go_on()
        await bad.close()

    served = played(tmp_path, tournament("bad", "ann"), flooding, entering("ann"))
    (result,) = served.audience.results
    assert (result.fault, result.bots[result.offender]) == (FaultKind.FLOOD, "bad")


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals, results and reveals that cannot be written are written once there is room; the results are the same."""
    undisturbed = tmp_path / "undisturbed"
    undisturbed.mkdir()
    played(undisturbed, BOTH, entering("ann"), entering("bob"))
    full = {"create": 1, "append": 2, "sync": 1, "commit": 1}
    monkeypatch.setattr("referee.host._RETRY_S", 0.01)

    def failing(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def write(*arguments: object) -> object:
            if full[name] > 0:
                full[name] -= 1
                raise OSError(errno.ENOSPC, "no room")
            return real(*arguments)

        monkeypatch.setattr(kind, name, write)

    for kind, name in ((JournalFile, "append"), (JournalFile, "sync"), (Store, "commit")):
        failing(kind, name)
    real_open = Host._open_journal

    def open_journal(host: Host, terms: object) -> object:
        if full["create"] > 0:
            full["create"] -= 1
            raise OSError(errno.ENOSPC, "no room")
        return real_open(host, terms)

    monkeypatch.setattr(Host, "_open_journal", open_journal)
    served = played(tmp_path, BOTH, entering("ann"), entering("bob"))
    assert set(full.values()) == {0}
    assert len(served.audience.results) == 2
    assert verified(tmp_path) == 2
    assert canonical(tmp_path) == canonical(undisturbed)


def test_a_torn_journal_is_gone_on_with(tmp_path: Path) -> None:
    """A last line that was cut short, as by a crash, is no damage to `serve`."""
    played(tmp_path, BOTH, entering("ann"), entering("bob"))
    before = canonical(tmp_path)
    match_id, journal = next(iter(journals(tmp_path).items()))
    path = tmp_path / "data/journals" / f"{match_id}.ginlog.jsonl"
    path.write_text("".join(f"{line}\n" for line in journal.lines[:8]) + journal.lines[8][:20])
    with Store.open(tmp_path / "data", write=True) as store:
        store._db.execute("delete from results where match_id = ?", (match_id,))
    played(tmp_path, BOTH, entering("ann"), entering("bob"))
    assert canonical(tmp_path) == before


def test_a_result_is_revealed_by_the_nonces_of_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match ruled before a bot ever came counts with its empty nonce, whatever it sends when it comes after all."""
    text = tournament("ann", "late", clock={"no_show_ms": 300})

    async def never(_: Host, __: str, ___: Reveal) -> None:
        await asyncio.Event().wait()

    async def cut_short() -> None:
        async with serving(tmp_path, text) as served:
            served.start(_patient(served))
            await until(lambda: bool(journals(tmp_path)) and _footed(tmp_path))
            served.task.cancel()

    with monkeypatch.context() as patched:
        patched.setattr(Host, "reveal", never)
        run(cut_short())
    with Store.open(tmp_path / "data", write=True) as store:
        assert store.bots()["late"][0] == b""
        store.keep_bot("late", b"other", None)
    played(tmp_path, text)
    assert verified(tmp_path) == 1


async def _patient(served: Served) -> None:
    with contextlib.suppress(grpc.aio.AioRpcError):
        await served.bot("ann").play()


def _footed(directory: Path) -> bool:
    return all(journal.footer is not None for journal in journals(directory).values())


@pytest.mark.parametrize("made", ["tournament.sqlite", "seed"])
def test_a_directory_that_cannot_be_read_is_refused_or_begun(tmp_path: Path, made: str) -> None:
    """An empty store is no tournament yet; a seed that is none is named, and nothing is overwritten."""
    (tmp_path / "tournament.toml").write_text(
        tournament({"name": "a", "run": "simple"}, {"name": "b", "run": "simple"})
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / made).write_text("" if made == "tournament.sqlite" else "5f5")
    done = referee(tmp_path, "serve", "tournament.toml", "--data", "data")
    if made == "seed":
        assert done.returncode == 2
        assert "seed: no seed can be read in it" in done.stderr
        assert "Traceback" not in done.stderr
    else:
        assert done.returncode == 0, done.stderr
