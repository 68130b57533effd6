"""Bots that the referee starts itself: a process each, connected as any other bot, its output kept in a file.

Imports: nothing of the project.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

_PATIENCE_S: Final = 3.0
"""How long a process may take to end when it is asked to."""
_BACKOFF_S: Final = (0.1, 0.5, 2.0, 5.0, 10.0)
_QUICK_S: Final = 10.0
"""A process that ends within so long of its start has hardly begun."""


@dataclass(slots=True)
class HostedBot:
    """What is started: a BOT name that `python -m ginrummy` knows, or a command line."""

    name: str
    tables: int
    token: str = field(repr=False)
    run: str = ""
    command: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Exit:
    """A process that has ended by itself, or could not be started: `code` is None then.

    `how` says it in words, `output` is what it has written, `quick` how many times running that was soon after its
    start.
    """

    name: str
    code: int | None
    how: str
    output: Path
    quick: int = 0


class HostedBots:
    """The processes of the hosted bots. `exited` hears of each that ends by itself; True starts it again."""

    def __init__(self, directory: Path, workdir: Path, exited: Callable[[Exit], bool], log: Callable[..., Any]) -> None:
        self._shown = directory
        self._directory = directory.resolve()
        self._workdir = workdir
        self._exited = exited
        self._log = log
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._watchers: list[asyncio.Task[None]] = []
        self._stopping = asyncio.Event()
        self._socket_dir: tempfile.TemporaryDirectory[str] | None = None

    def address(self) -> str:
        """Where the server should listen for them: a unix socket of their own where there are such, else loopback."""
        if os.name != "posix":
            return "127.0.0.1:0"
        self._socket_dir = tempfile.TemporaryDirectory(prefix="gin-referee-")
        return f"unix:{self._socket_dir.name}/bots.sock"

    def start(self, bots: Sequence[HostedBot], address: str) -> None:
        """Start a process for each bot, to connect to `address`, in the running loop."""
        self._directory.mkdir(mode=0o700, exist_ok=True)
        loop = asyncio.get_running_loop()
        for bot in bots:
            token_file = self._directory / f"{bot.name}.token"
            token_file.touch(mode=0o600)
            token_file.write_text(f"{bot.token}\n")
            self._watchers.append(loop.create_task(self._keep(bot, address, token_file)))

    async def stop(self) -> None:
        """End every process, and whatever it has started in its process group."""
        self._stopping.set()
        for process in self._processes.values():
            _signal(process, signal.SIGTERM)
        if self._processes:
            ends = [asyncio.ensure_future(process.wait()) for process in self._processes.values()]
            await asyncio.wait(ends, timeout=_PATIENCE_S)
        for process in self._processes.values():
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        for watcher in self._watchers:
            watcher.cancel()
        await asyncio.gather(*self._watchers, return_exceptions=True)
        self._forget_tokens()
        if self._socket_dir is not None:
            self._socket_dir.cleanup()

    def _forget_tokens(self) -> None:
        for token_file in self._directory.glob("*.token"):
            token_file.unlink()

    async def _keep(self, bot: HostedBot, address: str, token_file: Path) -> None:
        command = list(bot.command) or [sys.executable, "-m", "ginrummy", bot.run]
        environment = {
            **os.environ,
            "GINRUMMY_SERVER": address,
            "GINRUMMY_TOKEN_FILE": str(token_file),
            "GINRUMMY_NAME": bot.name,
            "GINRUMMY_TABLES": str(bot.tables),
        }
        output = self._shown / f"{bot.name}.log"
        loop = asyncio.get_running_loop()
        starts = quick = 0
        while not self._stopping.is_set():
            try:
                process = await self._started(bot.name, command, environment)
            except OSError as error:
                self._log("bot_not_started", bot=bot.name, error=str(error))
                self._exited(Exit(bot.name, None, f"cannot be started: {_why(error)}", output))
                return
            begun = loop.time()
            self._processes[bot.name] = process
            self._log("bot_started", bot=bot.name, pid=process.pid)
            code = await process.wait()
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
            if self._stopping.is_set():
                return
            self._log("bot_exited", bot=bot.name, code=code)
            quick = quick + 1 if loop.time() - begun < _QUICK_S else 0
            how = f"ended with status {code}" if code >= 0 else f"was ended by signal {-code}"
            if not self._exited(Exit(bot.name, code, how, output, quick)):
                return
            await asyncio.sleep(_BACKOFF_S[min(starts, len(_BACKOFF_S) - 1)])
            starts += 1

    async def _started(
        self, name: str, command: Sequence[str], environment: Mapping[str, str]
    ) -> asyncio.subprocess.Process:
        descriptor = os.open(self._directory / f"{name}.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            return await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                env=environment,
                cwd=self._workdir,
                start_new_session=True,
            )
        finally:
            os.close(descriptor)


def _why(error: OSError) -> str:
    return f"{error.strerror}: {error.filename}" if error.filename else str(error)


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """To the whole process group of a process, if any of it is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill_group = getattr(os, "killpg", None)  # only where there are process groups
        if kill_group is not None:
            kill_group(process.pid, number)
        else:
            process.send_signal(number)
