"""What else an organiser and a deployment see of a service: health, reflection, dry runs, JSON, exit statuses, logs."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from ginrummy import Card
from ginrummy.messages import DecisionRequest
from referee.replay.verify import journals_in
from referee.tournament.archive import read_standings
from referee.tournament.standings import standings_json
from service import bot, entering, journals, lively_choice, played, process, referee, run, serving, tournament

TWO = tournament("ann", "bob", matches=2)


def test_health_and_reflection_answer_without_a_token(tmp_path: Path) -> None:
    """As a load balancer and a person with grpcurl ask; PlayService is named and SERVING."""

    async def work() -> None:
        async with serving(tmp_path, TWO) as served, grpc.aio.insecure_channel(served.address) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            for service in ("", "ginrummy.v1.PlayService"):
                answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
            reflection = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(
                iter(
                    [
                        reflection_pb2.ServerReflectionRequest(list_services=""),
                        reflection_pb2.ServerReflectionRequest(file_containing_symbol="ginrummy.v1.PlayService"),
                    ]
                )
            )
            answers = [answer async for answer in reflection]
            names = {service.name for service in answers[0].list_services_response.service}
            assert {"ginrummy.v1.PlayService", "grpc.health.v1.Health"} <= names
            assert answers[1].file_descriptor_response.file_descriptor_proto
            assert all(b"ginrummy/v1/record.proto" not in answer.SerializeToString() for answer in answers)

    run(work())


def test_a_dry_run_prints_the_schedule_and_starts_nothing(tmp_path: Path) -> None:
    """As text and as JSON, exit status 0; no directory is made."""
    (tmp_path / "tournament.toml").write_text(tournament("ann", "bob", "cleo", matches=2))
    text = referee(tmp_path, "serve", "tournament.toml", "--dry-run", "--data", "data")
    assert text.returncode == 0
    assert text.stdout.count(": seat 0 ") == 6
    assert "6 matches of classic" in text.stdout
    told = json.loads(referee(tmp_path, "serve", "tournament.toml", "--dry-run", "--json", "--data", "data").stdout)
    assert [match["bots"] for match in told["matches"]].count(["ann", "bob"]) == 2
    assert len({match["match_id"] for match in told["matches"]}) == 6
    assert told["concurrency"] >= 1
    assert told["estimated_seconds"][0] == round(6 * 35 * 0.002 / told["concurrency"], 1)  # matches of one hand here
    one = tournament("ann", "bob").replace("matches = 1", "hands = 200")
    (tmp_path / "tournament.toml").write_text(one)
    text = referee(tmp_path, "serve", "tournament.toml", "--dry-run").stdout
    assert (
        "1 match of 200 hands of classic, 1 at a time\nabout 14 s with bots that answer in 2 ms, 10 hours with" in text
    )
    assert not (tmp_path / "data").exists()


def test_a_whole_tournament_by_the_command_prints_one_json_object_and_exits_0(tmp_path: Path) -> None:
    """Data on stdout alone, progress on stderr alone, in plain lines; `standings --json` says the same afterwards."""
    with process(tmp_path, TWO, "--json") as serve:
        address = serve.address

        async def work() -> None:
            await asyncio.gather(*(bot(address, name, lively_choice).play() for name in ("ann", "bob")))

        run(work(), 40)
        code, told = serve.end()
        said = serve.stderr
    assert code == 0
    assert len(told.splitlines()) == 1
    table = json.loads(told)
    assert (table["complete"], table["matches_played"], table["matches_total"]) == (True, 2, 2)
    assert {"name", "matches", "match_wins", "hands", "points", "forfeits"} <= table["bots"][0].keys()
    assert "\x1b" not in said + told
    assert said.count("/2  ") == 2
    assert "ann is here" in said
    assert "waiting for ann, bob" in said
    assert "waiting" not in said.partition("2/2  ")[2]
    after = referee(tmp_path, "standings", "data", "--json")
    assert after.returncode == 0
    assert {**json.loads(after.stdout), "data": "data"} == table
    people = referee(tmp_path, "standings", "data").stdout
    assert people.startswith("2 of 2 matches")
    assert referee(tmp_path, "verify", "data", "--seed", "5f" * 32, "--json").returncode == 0


def test_a_wrong_config_exits_2_with_a_line_for_each_mistake(tmp_path: Path) -> None:
    """Nothing on stdout, no traceback; the same for a file that is not there."""
    (tmp_path / "tournament.toml").write_text('name = "T"\nmatches = -1\nspeed = 3\n[[bot]]\nname = "ann"\n')
    wrong = referee(tmp_path, "serve", "tournament.toml")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    head, *lines = wrong.stderr.splitlines()
    assert head == f"referee: tournament.toml: {len(lines)} mistakes"
    assert all(line.startswith("  ") for line in lines)
    assert all(part in wrong.stderr for part in ("matches", "speed", "bot"))
    (tmp_path / "tournament.toml").write_text(tournament("ann", "bob", mirrored=True))
    one = referee(tmp_path, "serve", "tournament.toml", "--data", "data")
    assert one.stderr.startswith("referee: tournament.toml: mirrored: true: not available in this version; ")
    assert one.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()
    missing = referee(tmp_path, "standings", "nowhere")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "nowhere" in missing.stderr


def test_standings_can_be_read_while_the_tournament_runs(tmp_path: Path) -> None:
    """What has been played so far; the reader changes nothing."""

    async def work() -> None:
        async with serving(tmp_path, TWO) as served:
            held: list[DecisionRequest] = []

            def choose(request: DecisionRequest) -> object:
                if request.match_id.startswith("001-0002") and not held:
                    held.append(request)
                    return None
                return lively_choice(request)

            players = [served.bot("ann", choose), served.bot("bob", choose)]
            served.start(*players)
            await served.audience.until(lambda heard: heard.results)
            told = standings_json(await asyncio.to_thread(read_standings, tmp_path / "data"))
            assert (told["complete"], told["matches_played"], told["matches_total"]) == (False, 1, 2)
            assert sum(row["match_wins"] for row in told["bots"]) == 1
            served.service.stop()
            served.service.stop()
            assert not (await served.task).complete

    run(work())


def test_each_result_is_in_the_store_once_and_its_journal_is_there(tmp_path: Path) -> None:
    """A row a match, and a file a match, none else."""
    played(tmp_path, TWO, entering("ann"), entering("bob"))
    with sqlite3.connect(f"file:{tmp_path / 'data' / 'tournament.sqlite'}?mode=ro", uri=True) as store:
        ids = [row[0] for row in store.execute("select match_id from results order by number")]
    store.close()
    assert sorted(ids) == sorted(set(ids)) == sorted(journals(tmp_path))
    assert len(journals_in([tmp_path / "data"])) == 2


def test_the_log_is_json_lines_without_a_card_a_seed_or_a_path(tmp_path: Path) -> None:
    """Who came, what ended and how; no hidden thing in it."""
    played(tmp_path, TWO, entering("ann"), entering("bob"))
    text = (tmp_path / "data" / "referee.log.jsonl").read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    events = [line["event"] for line in lines]
    assert events[0] == "serving"
    assert events[-1] == "stopped"
    assert events.count("bot_here") == events.count("match_over") == 2
    assert all(line["timestamp"] for line in lines)
    seeds = {journal.reveal.match_seed.hex() for journal in journals(tmp_path).values()} | {"5f" * 32}
    assert all(seed not in text for seed in seeds)
    words = set(text.replace('"', " ").split())
    assert not words & {str(Card(number)) for number in range(52)}


def test_an_error_of_the_referee_s_own_ends_one_match_and_tells_bots_nothing(tmp_path: Path, monkeypatch) -> None:
    """The text of the exception is in no byte that a bot gets and not in the log; the other match is played."""
    secret = "AS-KD-9C"
    from referee.table import Table  # noqa: PLC0415

    true = Table.receive

    def broken(self, seat, decision, *more):
        if decision.match_id.startswith("001-0001"):
            raise KeyError(secret)
        return true(self, seat, decision, *more)

    monkeypatch.setattr(Table, "receive", broken)
    kept = []

    def noted(name):
        def player(served):
            kept.append(served.bot(name))
            return kept[-1]

        return player

    served = played(tmp_path, TWO, noted("ann"), noted("bob"))
    assert not served.task.result().complete
    assert len(served.audience.failures) == 1
    assert len(served.audience.results) == 1
    assert all(secret.encode() not in frame for player in kept for frame in player.frames)
    text = (tmp_path / "data" / "referee.log.jsonl").read_text()
    assert "KeyError" in text
    assert secret not in text
