"""What a tournament keeps besides its journals: its terms, the bots' nonces and secrets, and each match's one result.

The only module with SQL. One connection writes; a reader opens the file read-only. Imports: ginrummy; referee.results.
"""

from __future__ import annotations

import contextlib
import errno
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from ginrummy.errors import InvalidInput
from ginrummy.messages import FaultKind, TerminationKind
from referee.results import Result

NAME: Final = "tournament.sqlite"
SCHEMA: Final = 1
_TABLES: Final = """
create table terms (name text primary key, value text not null) strict;
create table bots (name text primary key, nonce blob, digest text) strict;
create table results (
    number integer primary key autoincrement,
    match_id text not null unique,
    bot_0 text not null,
    bot_1 text not null,
    termination text not null,
    result text not null
) strict;
"""


class StoreError(InvalidInput):
    """A data directory that this version cannot work with."""


class Store:
    """The store of one data directory."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._db = connection
        self.path = path

    @classmethod
    def create(cls, directory: Path, terms: dict[str, Any]) -> Self:
        """A new store; StoreError where there is one."""
        path, draft = directory / NAME, directory / f"{NAME}.new"
        if path.exists() and path.stat().st_size:
            raise StoreError(f"{path}: there is a tournament already")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        store = cls(sqlite3.connect(draft, isolation_level=None), draft)
        with store._db:
            store._db.execute("begin")
            for statement in _TABLES.split(";"):
                store._db.execute(statement)
            store._db.execute(f"pragma user_version = {SCHEMA}")
            rows = [(name, json.dumps(value)) for name, value in terms.items()]
            store._db.executemany("insert into terms values (?, ?)", rows)
        store.close()
        draft.replace(path)  # whole, or not there: it may end between any two lines
        return cls.open(directory, write=True)

    @classmethod
    def open(cls, directory: Path, *, write: bool = False) -> Self:
        """The store of a directory; StoreError where there is none or a newer version made it."""
        path = directory / NAME
        if not path.exists():
            raise StoreError(f"{directory}: this is no data directory, there is no {NAME} in it")
        try:
            store = cls(_connected(path, write=write), path)
            version = store._db.execute("pragma user_version").fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path}: {error}") from None
        if version != SCHEMA:
            store.close()
            raise StoreError(f"{path}: version {version} of the store; this referee knows version {SCHEMA}")
        return store

    def facts(self) -> dict[str, Any]:
        """What `create` was given."""
        with self._sound():
            return {name: json.loads(value) for name, value in self._db.execute("select name, value from terms")}

    def keep_bot(self, name: str, nonce: bytes | None, digest: str | None) -> None:
        """Keep a bot's nonce and the SHA-256 of its secret."""
        with self._db:
            self._db.execute(
                "insert into bots values (?, ?, ?) on conflict (name) do update set nonce = excluded.nonce,"
                " digest = excluded.digest",
                (name, nonce, digest),
            )

    def bots(self) -> dict[str, tuple[bytes | None, str | None]]:
        """Each bot's nonce and digest, as far as they were kept."""
        with self._sound():
            return {name: (nonce, digest) for name, nonce, digest in self._db.execute("select * from bots")}

    def commit(self, result: Result) -> None:
        """Keep a result, once: a second one for the same match is refused with StoreError."""
        try:
            with self._db:
                self._db.execute(
                    "insert into results (match_id, bot_0, bot_1, termination, result) values (?, ?, ?, ?, ?)",
                    (result.match_id, *result.bots, result.termination.value, json.dumps(_object(result))),
                )
        except sqlite3.IntegrityError:
            raise StoreError(f"match {result.match_id} has a result already") from None
        except sqlite3.OperationalError as error:  # a full disk, above all
            raise OSError(errno.EIO, str(error), str(self.path)) from None

    def results(self) -> list[Result]:
        """Every result, in the order in which they were committed."""
        query = "select match_id, bot_0, bot_1, termination, result from results order by number"
        with self._sound():
            rows = self._db.execute(query).fetchall()
            return [_result(*row) for row in rows]

    @contextlib.contextmanager
    def _sound(self) -> Iterator[None]:
        """Say of whatever cannot be read that the store is damaged."""
        try:
            yield
        except (sqlite3.DatabaseError, ValueError, LookupError, TypeError) as error:
            raise StoreError(f"{self.path}: it is damaged ({type(error).__name__}); restore it from a backup") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _connected(path: Path, *, write: bool = True) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={'rw' if write else 'ro'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    if write:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
    return connection


def _object(result: Result) -> dict[str, Any]:
    return {
        "winner": result.winner,
        "hands": result.hands,
        "points": result.points,
        "scores": result.scores,
        "offender": result.offender,
        "fault": None if result.fault is None else result.fault.value,
        "detail": result.detail,
        "lagged": result.lagged,
        "absent_ms": result.absent_ms,
    }


def _result(match_id: str, bot_0: str, bot_1: str, termination: str, text: str) -> Result:
    found = json.loads(text)
    pairs = {name: tuple(found[name]) for name in ("points", "scores", "absent_ms")}
    fault = None if found["fault"] is None else FaultKind(found["fault"])
    return Result(match_id, (bot_0, bot_1), TerminationKind(termination), **{**found, **pairs, "fault": fault})
