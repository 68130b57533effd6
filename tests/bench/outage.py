"""Tries the SDK through outages: `python tests/bench/outage.py [--black-hole S] [--closed S]`.

A bot plays on a referee through a small TCP proxy. In its match the proxy first swallows every byte both ways, as a
dead network does, then refuses connections, as a host that is down does. Prints how soon after each outage the bot
was back, and that the match was played to its end.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """
name = "Outage"
listen = "127.0.0.1:0"
open = true
matches = 1
[clock]
bank_ms = 600000
reconnect_grace_ms = 900000
[[bot]]
name = "here"
run = "simple"
[[bot]]
name = "far"
"""
BOT = """
import time
from ginrummy import Bot

class Slow(Bot):
    def choose(self, view):
        time.sleep(0.4)
        return view.legal_actions[0]
"""


class Proxy:
    """Forwards connections to a port; `deaf` swallows what comes, `close` ends all and refuses new ones."""

    def __init__(self, target):
        self.target, self.deaf, self.tasks, self.writers, self.server, self.port = target, False, set(), set(), None, 0

    async def open(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def close(self):
        self.server.close()
        for writer in list(self.writers):
            writer.transport.abort()

    async def _serve(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self.writers |= {writer, far_writer}
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        self.writers -= {writer, far_writer}

    async def _pump(self, reader, writer):
        while data := await reader.read(65_536):
            if not self.deaf:
                writer.write(data)
                await writer.drain()
        writer.close()


async def here_again(log, count, patience):
    """Seconds until the log tells of the far bot's `count`-th arrival."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience:
        came = [line for line in log.read_text().splitlines() if '"bot_here"' in line and '"far"' in line]
        if len(came) >= count:
            return time.monotonic() - begun
        await asyncio.sleep(0.05)
    raise TimeoutError(f"not back after {patience} s")


async def run(black_hole, closed):
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "outage.toml").write_text(CONFIG)
        (directory / "slow.py").write_text(BOT)
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "sdk"), str(ROOT)])}
        serve = ("serve", str(directory / "outage.toml"), "--data", str(directory / "data"), "--json")
        referee = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "referee", *serve),
            cwd=directory,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        bot = None
        try:
            line = (await referee.stderr.readline()).decode()
            proxy = Proxy(int(line.partition(";")[0].rpartition(":")[2]))
            await proxy.open()
            play = ("slow.py:Slow", "--server", f"127.0.0.1:{proxy.port}", "--name", "far")
            bot = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ginrummy", *play),
                cwd=directory,
                env=env,
                stderr=asyncio.subprocess.PIPE,
            )
            log = directory / "data" / "referee.log.jsonl"
            await here_again(log, 1, 30)
            await asyncio.sleep(2)
            proxy.deaf = True
            await asyncio.sleep(black_hole)
            proxy.deaf = False
            print(f"black hole of {black_hole:.0f} s: back {await here_again(log, 2, 60):.1f} s after it", flush=True)
            await asyncio.sleep(2)
            await proxy.close()
            await asyncio.sleep(closed)
            await proxy.open()
            print(f"port closed for {closed:.0f} s: back {await here_again(log, 3, 60):.1f} s after it", flush=True)
            said, told = await asyncio.gather(referee.stdout.read(), bot.stderr.read())
            table = json.loads(said)
            assert table["complete"], table
            print(f"the match was played to its end: {table['bots']}")
            print(told.decode())
        finally:
            for process in (bot, referee):
                if process is not None and process.returncode is None:
                    process.terminate()
                    await process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--black-hole", type=float, default=40.0)
    parser.add_argument("--closed", type=float, default=120.0)
    options = parser.parse_args()
    asyncio.run(run(options.black_hole, options.closed))


if __name__ == "__main__":
    main()
