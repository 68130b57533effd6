"""The files of `ginrummy.record`: one per match, appended to before anybody is told, synced on demand, recovered.

What could not be written whole is not in the journal: its caller must acknowledge nothing. A file is never rewritten;
only a line whose writing was cut short is taken off its end. Blocks: a service calls `sync` in its sync thread.
Imports: ginrummy.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, Self

from ginrummy.entries import Entry, Header, check_match_id
from ginrummy.errors import JournalError
from ginrummy.record import Journal, JournalWriter, parse_journal, scan

SUFFIX: Final = ".ginlog.jsonl"
_FLAGS: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def journal_path(directory: Path, match_id: str) -> Path:
    """Where the journal of a match is; StateError for an id that may not name a file."""
    return directory / f"{check_match_id(match_id)}{SUFFIX}"


class JournalFile:
    """The journal of a match being played, and its file.

    `append` returns once the line is the operating system's, so that it outlives this process; `sync` once all lines
    are the disk's. Both raise OSError and leave the journal as it was. After a failed `append` the same entry may be
    appended again, as when there is room on the disk once more. After a failed `sync` nobody knows what the
    disk holds, and a second attempt might say that all is well: the file takes nothing more and must be recovered.
    """

    def __init__(self, path: Path, descriptor: int, writer: JournalWriter) -> None:
        self.path = path
        self._descriptor = descriptor
        self._writer = writer
        self._length = sum(len(line) + 1 for line in writer.journal.lines)
        self._torn = False
        self._failed = False

    @classmethod
    def create(cls, directory: Path, header: Header) -> Self:
        """A new file that holds its header; FileExistsError if there is one for this match already.

        Where the header cannot be written no file is left.
        """
        path = journal_path(directory, header.match_id)
        file = cls(path, os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600), JournalWriter())
        try:
            file.append(header)
            file.sync()
            _sync_directory(directory)
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise
        return file

    @classmethod
    def recover(cls, path: Path) -> Self | None:
        """The file as it was left, to go on with; a last line whose writing was cut short is taken off.

        None where not even the header is whole: nobody was told anything, the file is removed, and the match may begin.
        Raises JournalError with the line number for any other damage, and for a name that is not the match's.
        """
        found = scan(path.read_bytes())
        if found.fault is not None:
            raise found.fault
        if not found.journal.lines:
            path.unlink()
            return None
        if path.name != f"{found.journal.header.match_id}{SUFFIX}":
            raise JournalError(1, f"this is the journal of match {found.journal.header.match_id}")
        file = cls(path, os.open(path, _FLAGS), JournalWriter(found.journal))
        file._torn = bool(found.rest)
        try:
            file._mend()
            file.sync()
        except BaseException:
            file.close()
            raise
        return file

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return self._writer.head

    @property
    def journal(self) -> Journal:
        """What the file holds."""
        return self._writer.journal

    @property
    def lines(self) -> int:
        """How many lines the file holds."""
        return self._writer.lines

    @property
    def writer(self) -> JournalWriter:
        """What makes the footer; lines are added by `append` alone."""
        return self._writer

    def append(self, entry: Entry) -> str:
        """Write the entry's line, and return its hash: from now on it may be told.

        Raises StateError for an entry that may not follow, OSError where the line could not be written whole.
        """
        self._check_open()
        line = self._writer.prepare(entry)
        text = f"{line}\n".encode("ascii")
        self._mend()
        self._torn = True
        written = os.write(self._descriptor, text)
        if written != len(text):
            self._mend()
            raise OSError(errno.EIO, f"only {written} of {len(text)} bytes were written", str(self.path))
        self._torn = False
        self._length += len(text)
        self._writer.commit(entry, line)
        return self._writer.head

    def sync(self) -> None:
        """Return once the disk holds every line; OSError where it may not."""
        self._check_open()
        try:
            os.fsync(self._descriptor)
        except OSError:
            self._failed = True
            raise

    def write_anew(self) -> None:
        """Write all lines to a new file that takes this one's place, synced: the way on after a failed sync.

        Raises OSError where that fails too; the file then still takes nothing.
        """
        path = self.path.with_name(f"{self.path.name}.new")
        path.unlink(missing_ok=True)
        write_journal(path, self._writer.journal)
        path.replace(self.path)
        _sync_directory(self.path.parent)
        self.close()
        self._descriptor = os.open(self.path, _FLAGS)
        self._failed = self._torn = False

    def close(self) -> None:
        """Close the file, which is not synced by that; once is enough."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _mend(self) -> None:
        """Take off what a write that failed may have left."""
        if self._torn:
            os.ftruncate(self._descriptor, self._length)
            self._torn = False

    def _check_open(self) -> None:
        if self._failed or self._descriptor < 0:
            what = "a sync failed; recover the file" if self._failed else "the file is closed"
            raise OSError(errno.EBADF, what, str(self.path))


def read_journal(path: Path) -> Journal:
    """The journal of a file, its form, order and chain checked; JournalError with the first bad line, or OSError."""
    return parse_journal(path.read_bytes())


def peek_journal(path: Path) -> Journal:
    """What can be gone on with of a journal, which may end in a line that was cut short; JournalError for damage."""
    found = scan(path.read_bytes())
    if found.fault is not None:
        raise found.fault
    return found.journal


def write_journal(path: Path, journal: Journal) -> None:
    """Write a finished journal to a new file; FileExistsError if there is one, and where it fails no file is left."""
    descriptor = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(str(journal).encode("ascii"))
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _sync_directory(directory: Path) -> None:
    """Make a new name last; where directories cannot be opened (Windows) that is the system's own affair."""
    if os.name != "posix":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
