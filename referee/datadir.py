"""The data directory of a tournament: what is in it, who may read it, and that one referee works in it at a time.

Imports: ginrummy; referee.store.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from ginrummy import deck
from ginrummy.errors import InvalidInput
from referee.store import NAME as STORE

try:
    import fcntl
except ImportError:  # no such locks there
    fcntl = None  # type: ignore[assignment]

RUNS: Final = Path("runs")
_REVEALED: Final = "revealed.json"


class DataDirectoryError(InvalidInput):
    """A data directory that cannot be used; the text says what to do."""


@dataclass(slots=True)
class DataDirectory:
    """A directory that this process holds."""

    path: Path
    master: bytes
    _lock: IO[bytes]

    @property
    def journals(self) -> Path:
        """Where the journals are."""
        return self.path / "journals"

    @property
    def bots(self) -> Path:
        """Where the output of hosted bots is."""
        return self.path / "bots"

    @property
    def is_new(self) -> bool:
        """Whether no tournament has been begun in it."""
        store = self.path / STORE
        return not store.exists() or (store.is_file() and store.stat().st_size == 0)

    def close(self) -> None:
        """Let another process have it."""
        self._lock.close()


def open_directory(path: Path, seed: bytes | None) -> DataDirectory:
    """Make or take the directory; its seed is drawn where there is none, and `seed` must agree where there is one.

    Raises DataDirectoryError when another referee works in it.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = (path / "lock").open("ab")
    (path / "lock").chmod(0o600)
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise DataDirectoryError(f"{path}: another referee works in this directory; stop it first") from None
    (path / "journals").mkdir(mode=0o700, exist_ok=True)
    try:
        return DataDirectory(path, _seed(path / "seed", seed), lock)
    except BaseException:
        lock.close()
        raise


def _seed(path: Path, wanted: bytes | None) -> bytes:
    kept = _kept_seed(path)
    if kept is not None:
        if wanted is not None and wanted != kept:
            raise DataDirectoryError(f"{path.parent}: its tournament was begun with another seed")
        return kept
    master = wanted or secrets.token_bytes(deck.SEED_BYTES)
    draft = path.with_name(f"{path.name}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f"{master.hex()}\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return master


def _kept_seed(path: Path) -> bytes | None:
    """The seed of a directory; None where there is none yet, DataDirectoryError where it cannot be read."""
    if not path.exists():
        return None
    text = path.read_bytes().strip()
    if not re.fullmatch(rb"[0-9a-fA-F]{64}", text):
        raise DataDirectoryError(f"{path}: no seed can be read in it; put its 64 hex digits back, or begin elsewhere")
    return bytes.fromhex(text.decode("ascii"))


def reveal_seed(directory: Path, master: bytes) -> None:
    """Tell the master seed, once the tournament is over: what follows from it can be verified from now on."""
    path = directory / _REVEALED
    path.touch(mode=0o600)
    path.write_text(f"{json.dumps({'commitment': deck.commitment(master).hex(), 'master_seed': master.hex()})}\n")


def revealed_seed(directory: Path) -> bytes | None:
    """The master seed that a data directory reveals, None while it is secret; DataDirectoryError for a damaged file."""
    path = directory / _REVEALED
    if not path.is_file():
        return None
    try:
        master = bytes.fromhex(json.loads(path.read_text())["master_seed"])
    except (ValueError, KeyError, TypeError):
        master = b""
    if len(master) != deck.SEED_BYTES:
        raise DataDirectoryError(f"{path}: no seed can be read in it; --seed HEX gives one")
    return master


def new_directory(name: str, when: datetime) -> Path:
    """Where a new tournament of this name goes by default: `runs/NAME-TIME`."""
    return RUNS / f"{_slug(name)}-{when:%Y%m%d-%H%M%S}"


def earlier_directories(name: str) -> list[Path]:
    """The data directories of tournaments of this name, newest last."""
    dated = re.compile(rf"{re.escape(_slug(name))}-[0-9]{{8}}-[0-9]{{6}}")
    return sorted(path for path in RUNS.glob("*") if dated.fullmatch(path.name) and (path / STORE).exists())


def _slug(name: str) -> str:
    """What is left of a name in a directory's."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return (plain.strip("-") or "tournament")[:40]
