"""How fast decisions go over the network: `python tests/bench/bench_serve.py [--seconds N]`.

In one run, by turns: a bare grpc.aio server that asks and is answered with messages of the referee's sizes, one message
a decision; and `referee serve` with journals on. Each with one table and with 64 tables on two streams. The server is a
process of its own, both bots together another. Prints medians of the rounds, their ratios, and server CPU a decision.
"""

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import grpc
import grpc.aio

from ginrummy import wire
from ginrummy.v1 import play_pb2

ROOT = Path(__file__).resolve().parents[2]
METHOD = "/ginrummy.v1.PlayService/Play"
REQUEST_BYTES, ANSWER_BYTES = 305, 36  # what a frame of one request and of one answer has, on average
OPTIONS = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))
WARM_UP_S = 1.5
TARGETS = {1: 0.8, 64: 2.0}


async def serve_bare(tables):
    """Asks the two streams by turns, each table for itself; a message a decision. Prints its port."""
    queues = [asyncio.Queue(), asyncio.Queue()]
    sides = iter((0, 1))
    started = asyncio.Event()

    async def handler(_, context):
        side = next(sides)
        if side == 1:
            started.set()
        await started.wait()
        if side == 0:
            for table in range(tables):
                queues[0].put_nowait(table.to_bytes(2, "big") + bytes(REQUEST_BYTES - 2))

        async def write():
            while True:
                await context.write(await queues[side].get())

        writer = asyncio.create_task(write())
        while (answer := await context.read()) is not grpc.aio.EOF:
            queues[1 - side].put_nowait(answer[:2] + bytes(REQUEST_BYTES - 2))
        writer.cancel()

    server = grpc.aio.server()
    method = grpc.stream_stream_rpc_method_handler(handler)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("ginrummy.v1.PlayService", {"Play": method}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


async def answer_bare(call, count):
    tail = bytes(ANSWER_BYTES - 2)
    while (request := await call.read()) is not grpc.aio.EOF:
        count[0] += 1
        await call.write(request[:2] + tail)


async def answer_referee(call, name, tables, count):
    """A bot that goes out when it can, and answers each frame with one."""
    first = play_pb2.PlayRequest()
    first.messages.add().hello.CopyFrom(play_pb2.Hello(protocol_version=1, name=name, tables=tables))
    first.messages.add().join.SetInParent()
    await call.write(first.SerializeToString())
    while (data := await call.read()) is not grpc.aio.EOF:
        answers = play_pb2.PlayRequest()
        for message in play_pb2.PlayResponse.FromString(data).messages:
            case = message.WhichOneof("message")
            if case == "decision_request":
                count[0] += 1
                asked = message.decision_request
                decision = answers.messages.add().decision
                decision.match_id = asked.match_id
                decision.request.CopyFrom(asked.request)
                choose(asked.view, decision.action)
            elif case == "match_offered":
                answers.messages.add().ready.match_id = message.match_offered.match_id
            elif case == "ping":
                answers.messages.add().pong.nonce = message.ping.nonce
        if answers.messages:
            size = answers.ByteSize()
            if size <= wire.MAX_REQUEST_BYTES:
                await call.write(answers.SerializeToString())
            else:
                half = len(answers.messages) // 2
                for part in (answers.messages[:half], answers.messages[half:]):
                    await call.write(play_pb2.PlayRequest(messages=part).SerializeToString())


def choose(view, action):
    legal = view.legal_actions
    if legal.big_gin:
        action.big_gin.SetInParent()
    elif legal.knocks:
        action.knock.discard = legal.knocks.bit_length() - 1
    elif legal.discards:
        ranks = [(card % 13, card) for card in range(52) if legal.discards >> card & 1]
        action.discard.card = max(ranks)[1]
    elif legal.draw_stock:
        action.draw_stock.SetInParent()
    elif legal.pass_turn:
        action.pass_turn.SetInParent()
    elif legal.finish_layoffs:
        action.finish_layoffs.SetInParent()
    else:
        action.take_discard.SetInParent()


async def measure(port, kind, tables, seconds):
    """Decisions a second of both bots, once warm."""
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{port}", OPTIONS)
    other = grpc.aio.insecure_channel(f"127.0.0.1:{port}", (*OPTIONS, ("grpc.primary_user_agent", "b")))
    count = [0]
    calls = [ch.stream_stream(METHOD)() for ch in (channel, other)]
    if kind == "bare":
        for call in calls:
            await call.write(b"here")
        bots = [asyncio.create_task(answer_bare(call, count)) for call in calls]
    else:
        names = ("alice", "bob")
        bots = [
            asyncio.create_task(answer_referee(call, name, tables, count))
            for call, name in zip(calls, names, strict=True)
        ]
    await asyncio.sleep(WARM_UP_S)
    yield None
    before, begun = count[0], time.perf_counter()
    await asyncio.sleep(seconds)
    yield (count[0] - before) / (time.perf_counter() - begun)
    for bot in bots:
        bot.cancel()
    for call in calls:
        call.cancel()
    await asyncio.gather(*bots, return_exceptions=True)
    await channel.close()
    await other.close()


def cpu_s(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(kind, tables, seconds):
    """(decisions a second, server CPU us a decision) of one round."""
    with tempfile.TemporaryDirectory() as directory:
        if kind == "bare":
            command = [sys.executable, __file__, "--bare", str(tables)]
        else:
            config = Path(directory) / "bench.toml"
            bots = "".join(f'[[bot]]\nname = "{name}"\ntables = {tables}\n' for name in ("alice", "bob"))
            config.write_text(f'name = "Bench"\nopen = true\nlisten = "127.0.0.1:0"\nmatches = 20000\n{bots}')
            command = [sys.executable, "-m", "referee", "serve", str(config), "--data", f"{directory}/data"]
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": "sdk:."},
        )
        try:
            said = server.stdout.readline() if kind == "bare" else server.stderr.readline()
            port = int(said.rpartition(":")[2].partition(";")[0]) if kind != "bare" else int(said)
            return asyncio.run(rounds(server.pid, port, kind, tables, seconds))
        finally:
            server.send_signal(signal.SIGTERM)
            server.send_signal(signal.SIGTERM)
            try:
                server.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.communicate()


async def rounds(pid, port, kind, tables, seconds):
    watch = measure(port, kind, tables, seconds)
    await anext(watch)
    before = cpu_s(pid)
    rate = await anext(watch)
    used = cpu_s(pid) - before
    await anext(watch, None)
    return rate, used / (rate * seconds) * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bare", type=int)
    options = parser.parse_args()
    if options.bare:
        asyncio.run(serve_bare(options.bare))
        return
    missed = False
    for tables, target in TARGETS.items():
        found = {"bare": [], "referee": []}
        for _ in range(options.rounds):
            for kind, rates in found.items():
                rates.append(run(kind, tables, options.seconds))
        bare, referee = (
            [statistics.median(values) for values in zip(*found[kind], strict=True)] for kind in ("bare", "referee")
        )
        print(f"{tables:>3} {'table' if tables == 1 else 'tables'} on two streams")
        for name, (rate, used) in {
            "a message a decision, bare gRPC": bare,
            "referee serve, journals on": referee,
        }.items():
            print(f"    {name:<32} {rate:>8,.0f} decisions/s {used:>7.1f} us of server CPU each")
        ratio = referee[0] / bare[0]
        print(f"    ratio {ratio:.2f}, target {target}: {'met' if ratio >= target else 'MISSED'}")
        missed |= ratio < target
    raise SystemExit(missed)


if __name__ == "__main__":
    main()
