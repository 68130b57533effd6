"""Stopping and going on: signals, exit statuses, what bots are told; who else may use the port and the directory."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from ginrummy.errors import InvalidInput
from ginrummy.messages import Decision, DecisionRequest, Goodbye
from service import (
    bot,
    canonical,
    entering,
    lively_choice,
    played,
    process,
    referee,
    run,
    serving,
    tournament,
    verified,
)
from wire_bot import WireBot

MATCH = '{ preset = "standard", target_score = 40 }'
TWO = tournament("ann", "bob", ruleset=MATCH, matches=3)


Canonical = dict[str, tuple[str, ...]]


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Canonical:
    """The canonical journals when nothing is interrupted."""
    directory = tmp_path_factory.mktemp("calm")
    played(directory, TWO, entering("ann", lively_choice), entering("bob", lively_choice))
    return canonical(directory)


class Slow:
    """Plays until so many decisions were asked for, then holds one back, which `enough` tells, until `go_on`."""

    def __init__(self, decisions: int) -> None:
        self.left = decisions
        self.enough = asyncio.Event()
        self._held: DecisionRequest | None = None

    def __call__(self, request: DecisionRequest) -> Any:
        self.left -= 1
        if self.left >= 0 or self._held is not None:
            return lively_choice(request)
        self._held = request
        self.enough.set()
        return None

    async def go_on(self, *players: WireBot) -> None:
        held = self._held
        assert held is not None
        for player in players:
            if held in player.heard:
                await player.say(Decision(held.match_id, held.request, lively_choice(held)))


def goodbye(last: object, reason: str) -> None:
    assert isinstance(last, Goodbye)
    assert last.reason.name == reason


def test_sigterm_lets_matches_end_and_begins_no_more(tmp_path: Path, calm: Canonical) -> None:
    """Bots hear STOPPING, the exit status is 1, the command that goes on is printed, and going on gives the same."""
    with process(tmp_path, TWO) as serve:

        async def work() -> None:
            slow = Slow(20)
            players = [bot(serve.address, "ann", slow), bot(serve.address, "bob", slow)]
            playing = [asyncio.ensure_future(player.play()) for player in players]
            await asyncio.wait_for(slow.enough.wait(), 20)
            serve.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(serve.says, "(stopping; resume with)")
            await slow.go_on(*players)
            await asyncio.gather(*playing)
            for player in players:
                goodbye(player.last, "STOPPING")
                assert len(player.ended) == 1

        run(work(), 40)
        code, told = serve.end()
        assert code == 1
        assert "1 of 3 matches" in told
        resume = serve.says(r"not complete; resume with: (.*)")
        assert "waiting for" not in serve.stderr.partition("stopping")[2]
    assert shlex.split(resume) == ["referee", "serve", "tournament.toml", "--data", "data"]
    finished = canonical(tmp_path)
    assert len(finished) == 1
    with process(tmp_path) as serve:

        async def rest() -> None:
            players = [bot(serve.address, name, lively_choice) for name in ("ann", "bob")]
            await asyncio.gather(*(player.play() for player in players))
            assert [len(player.ended) for player in players] == [2, 2]
            goodbye(players[0].last, "DONE")

        run(rest(), 40)
        code, told = serve.end()
        assert "1 of 3 matches played before" in serve.stderr
        assert re.findall(r"(?m)^(\d)/3  ", serve.stderr) == ["2", "3"]
    assert code == 0
    assert canonical(tmp_path) == calm
    assert verified(tmp_path) == 3


def test_a_second_signal_leaves_at_once_and_the_match_in_play_goes_on_later(tmp_path: Path, calm: Canonical) -> None:
    """Exit status 1, the bots are told, and the final journals are those of an undisturbed tournament."""
    with process(tmp_path, TWO) as serve:

        async def work() -> None:
            slow = Slow(20)
            players = [bot(serve.address, "ann", slow), bot(serve.address, "bob", slow)]
            playing = [asyncio.ensure_future(player.play()) for player in players]
            await asyncio.wait_for(slow.enough.wait(), 20)
            serve.process.send_signal(signal.SIGINT)
            await asyncio.to_thread(serve.says, "(stopping)")
            serve.process.send_signal(signal.SIGTERM)
            await asyncio.gather(*playing)
            assert {type(player.last) for player in players} == {Goodbye}
            assert all(player.ended == [] for player in players)

        run(work(), 40)
        assert serve.end(5)[0] == 1
    assert verify_unfinished(tmp_path)
    with process(tmp_path) as serve:
        run(asyncio.wait_for(both(serve.address), 40), 50)
        assert serve.end()[0] == 0
    assert canonical(tmp_path) == calm
    assert verified(tmp_path) == 3


async def both(address: str) -> None:
    await asyncio.gather(*(bot(address, name, lively_choice).play() for name in ("ann", "bob")))


def verify_unfinished(directory: Path) -> bool:
    """Whether `referee verify` calls the only journal there unfinished, and otherwise sound."""
    strict = referee(directory, "verify", "data")
    lenient = referee(directory, "verify", "data", "--unfinished")
    return (strict.returncode, lenient.returncode) == (1, 0)


def test_a_killed_referee_goes_on_where_its_journals_end(tmp_path: Path, calm: Canonical) -> None:
    """`kill -9` loses nothing: the same final journals, each match exactly once."""
    with process(tmp_path, TWO) as serve:

        async def work() -> None:
            slow = Slow(60)
            players = [bot(serve.address, "ann", slow), bot(serve.address, "bob", slow)]
            playing = [asyncio.ensure_future(player.play()) for player in players]
            await asyncio.wait_for(slow.enough.wait(), 20)
            serve.process.kill()
            await asyncio.gather(*playing, return_exceptions=True)

        run(work(), 40)
        assert serve.end()[0] == -signal.SIGKILL
    with process(tmp_path, TWO) as serve:
        run(asyncio.wait_for(both(serve.address), 40), 50)
        assert serve.end()[0] == 0
    assert canonical(tmp_path) == calm
    assert verified(tmp_path) == 3


def test_a_second_serve_on_the_same_directory_or_port_is_refused_and_the_first_is_untouched(tmp_path: Path) -> None:
    """Exit status 2 and a line that says why; the first plays on."""
    (tmp_path / "tournament.toml").write_text(TWO)

    async def work() -> None:
        async with serving(tmp_path, TWO) as served:
            second = ("serve", "tournament.toml", "--data")
            again, there = await asyncio.gather(
                asyncio.to_thread(referee, tmp_path, *second, "data"),
                asyncio.to_thread(referee, tmp_path, *second, "other", "--listen", served.address),
            )
            assert (again.returncode, again.stdout) == (2, "")
            assert re.fullmatch(r"referee: data: another referee works in this directory.*\n", again.stderr)
            assert (there.returncode, there.stdout) == (2, "")
            assert re.fullmatch(rf"referee: listen: {re.escape(served.address)}: somebody else.*\n", there.stderr)
            served.start(both(served.address))
            assert (await served.over()).complete

    run(work())
    assert verified(tmp_path) == 3


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (tournament("ann", "bob", matches=2), "matches changed"),
        (tournament("ann", "bob", ruleset='"oklahoma"'), "ruleset changed"),
        (tournament("ann", "bob", "cleo"), "bots changed"),
        (tournament("ann", "bob", clock={"bank_ms": 1}), "clock changed"),
        (tournament("ann", "bob", seed="60" * 32), "another seed"),
    ],
)
def test_a_tournament_that_was_begun_is_not_gone_on_with_by_other_terms(
    tmp_path: Path, changed: str, said: str
) -> None:
    """What changed is named."""

    async def work(text: str) -> None:
        async with serving(tmp_path, text):
            pass

    run(work(tournament("ann", "bob")))
    with pytest.raises(InvalidInput, match=said):
        run(work(changed))
    run(work(tournament("ann", "bob")))


def test_a_tournament_that_is_over_needs_no_bots_to_say_so(tmp_path: Path) -> None:
    """Serving it again, elsewhere and with another concurrency, gives the same table at once."""
    first = played(tmp_path, tournament("ann", "bob"), entering("ann"), entering("bob"))
    again = played(tmp_path, tournament("ann", "bob", concurrency=3, listen="localhost:0"), seconds=5)
    assert again.task.result() == again.audience.before == first.task.result()
    assert set(again.audience.missing) == {()}


def test_without_data_an_unfinished_run_is_named_with_the_two_commands_to_choose_from(tmp_path: Path) -> None:
    """By default data go to runs/NAME-TIME; where the newest is unfinished serve exits 2."""
    (tmp_path / "tournament.toml").write_text(TWO)

    async def work() -> None:
        async with serving(tmp_path, TWO, "runs/Test-20300101-000000"):
            pass

    run(work())
    shutil.copytree(tmp_path / "runs/Test-20300101-000000", tmp_path / "runs/Test-finals-20310101-000000")
    command = "referee serve tournament.toml --data runs/Test-"
    again = referee(tmp_path, "serve", "tournament.toml")
    assert again.returncode == 2
    assert f"resume it:      {command}20300101-000000\n" in again.stderr
    assert f"or start anew:  {command}" in again.stderr
    elsewhere = referee(tmp_path, "serve", "tournament.toml", "--listen", "127.0.0.1:0").stderr
    assert elsewhere.count(" --listen 127.0.0.1:0\n") == elsewhere.count(command) == 2


def test_what_is_in_the_data_directory_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Directories have mode 0700, every file 0600, whatever the umask."""
    before = os.umask(0)
    try:
        played(tmp_path, tournament("ann", "bob"), entering("ann"), entering("bob"))
    finally:
        os.umask(before)
    data = tmp_path / "data"
    modes = {str(path.relative_to(data)): path.stat().st_mode & 0o777 for path in (data, *data.rglob("*"))}
    wrong = {path: oct(mode) for path, mode in modes.items() if mode != (0o700 if (data / path).is_dir() else 0o600)}
    assert wrong == {}
    assert {"seed", "journals", "referee.log.jsonl"} <= modes.keys()


def test_a_seed_is_drawn_kept_and_revealed_at_the_end(tmp_path: Path) -> None:
    """Without `seed` in the config; the journals verify against the one that was kept."""
    text = tournament("ann", "bob").replace('seed = "' + "5f" * 32 + '"\n', "")
    played(tmp_path, text, entering("ann"), entering("bob"))
    seed = (tmp_path / "data" / "seed").read_text().strip()
    assert re.fullmatch(r"[0-9a-f]{64}", seed)
    assert seed in (tmp_path / "data" / "revealed.json").read_text()
    assert verified(tmp_path, bytes.fromhex(seed)) == 1


def test_no_port_is_left_taken(tmp_path: Path) -> None:
    """Right after the end another referee may listen there."""
    first = played(tmp_path / "a", tournament("ann", "bob"), entering("ann"), entering("bob"))
    text = tournament("ann", "bob", listen=first.address)
    assert played(tmp_path / "b", text, entering("ann"), entering("bob")).address == first.address
