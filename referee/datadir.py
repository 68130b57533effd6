"""The data directory of a tournament: what is in it, who may read it, and that one referee works in it at a time.

Imports: ginrummy; referee.store.
"""

from __future__ import annotations

import json
import os
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
        return not (self.path / STORE).exists()

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
    if path.exists():
        kept = bytes.fromhex(path.read_text().strip())
        if wanted is not None and wanted != kept:
            raise DataDirectoryError(f"{path.parent}: its tournament was begun with another seed")
        return kept
    master = wanted or secrets.token_bytes(deck.SEED_BYTES)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(f"{master.hex()}\n")
        file.flush()
        os.fsync(file.fileno())
    return master


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
    slug = (
        "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name).strip("-") or "tournament"
    )
    return RUNS / f"{slug[:40]}-{when:%Y%m%d-%H%M%S}"


def earlier_directories(name: str) -> list[Path]:
    """The data directories of tournaments of this name, newest last."""
    stem = new_directory(name, datetime(2000, 1, 1)).name.removesuffix("-20000101-000000")  # noqa: DTZ001
    return sorted(path for path in RUNS.glob(f"{stem}-*-*") if (path / STORE).exists())
