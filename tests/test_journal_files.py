"""The files: written before anybody is told, cut short at any byte, on a full or failing disk."""

import errno
import os
import resource

import pytest

from ginrummy.errors import JournalError, StateError
from ginrummy.record import parse_journal
from journals import short, timed
from referee.journal import JournalFile, journal_path, read_journal, write_journal

JOURNAL = timed(short())
NAME = f"{JOURNAL.header.match_id}.ginlog.jsonl"


def written(directory, entries=JOURNAL.entries):
    """A file of these entries, closed; its path."""
    with JournalFile.create(directory, entries[0]) as file:
        for entry in entries[1:]:
            file.append(entry)
    return file.path


def test_a_line_is_in_the_file_when_append_returns(tmp_path):
    """Nothing waits in a buffer: each append is there for another reader, and its hash is the chain's."""
    with JournalFile.create(tmp_path, JOURNAL.header) as file:
        assert file.path == tmp_path / NAME
        for number, entry in enumerate(JOURNAL.entries[1:], start=2):
            head = file.append(entry)
            held = read_journal(file.path)
            assert held.lines == JOURNAL.lines[:number]
            assert head == held.head == file.head
        file.sync()
    assert file.path.read_text(encoding="ascii") == str(JOURNAL)
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_a_file_is_never_written_over(tmp_path):
    """A second journal of the same match is refused, and the first one is as it was."""
    path = written(tmp_path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        JournalFile.create(tmp_path, JOURNAL.header)
    with pytest.raises(FileExistsError):
        write_journal(path, JOURNAL)
    assert path.read_bytes() == before


def test_the_last_line_cut_at_every_byte_is_taken_off(tmp_path):
    """Recovery ends at the record before, and what is appended then makes the same file as without the cut."""
    whole = str(JOURNAL).encode()
    *kept, last = JOURNAL.lines
    path = tmp_path / NAME
    for cut in range(1, len(last) + 2):
        path.write_bytes(whole[:-cut])
        with JournalFile.recover(path) as file:
            assert file.journal.lines == tuple(kept)
            assert path.read_bytes() == whole[: -len(last) - 1]
            file.append(JOURNAL.entries[-1])
        assert path.read_bytes() == whole


def test_every_line_may_be_the_last(tmp_path):
    """A file cut anywhere recovers to the lines that are whole."""
    whole = str(JOURNAL).encode()
    path = tmp_path / NAME
    for length in range(len(JOURNAL.lines[0]) + 1, len(whole), 7):
        path.write_bytes(whole[:length])
        with JournalFile.recover(path) as file:
            assert path.read_bytes() == whole[: whole.rfind(b"\n", 0, length) + 1]
            assert len(file.journal.lines) == whole[:length].count(b"\n")


def test_a_header_cut_short_is_a_match_that_has_not_begun(tmp_path):
    """Nobody was told anything: the file goes, and the match can be created."""
    path = tmp_path / NAME
    for length in (0, 1, len(JOURNAL.lines[0])):
        path.write_text(JOURNAL.lines[0][:length], encoding="ascii")
        assert JournalFile.recover(path) is None
        assert not path.exists()
    JournalFile.create(tmp_path, JOURNAL.header).close()


def test_damage_anywhere_else_is_refused_with_its_line(tmp_path):
    """A byte changed in any line but the last: recovery names the line and leaves the file alone."""
    whole = str(JOURNAL).encode()
    path = tmp_path / NAME
    start = 0
    for number, line in enumerate(JOURNAL.lines[:-1], start=1):
        at = start + len(line) // 2
        damaged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        path.write_bytes(damaged)
        with pytest.raises(JournalError) as raised:
            JournalFile.recover(path)
        assert raised.value.line == number
        assert path.read_bytes() == damaged
        start += len(line) + 1


def test_the_name_of_a_recovered_file_is_its_match(tmp_path):
    """A journal under another match's name is not gone on with."""
    path = written(tmp_path).rename(tmp_path / "other.ginlog.jsonl")
    with pytest.raises(JournalError, match="match practice"):
        JournalFile.recover(path)


@pytest.mark.parametrize("match_id", ["../x", "a/b", "nul", "", "a\0b", "x" * 200])
def test_no_match_id_leads_out_of_the_directory(tmp_path, match_id):
    """An id that is more than a plain name has no path."""
    with pytest.raises(StateError):
        journal_path(tmp_path, match_id)


class Disk:
    """Stands between the journal and one call of the operating system, and fails when told to."""

    def __init__(self, monkeypatch, call):
        self.failure = None
        self._real = getattr(os, call)
        monkeypatch.setattr(os, call, self)

    def __call__(self, *words):
        return self._real(*words) if self.failure is None else self.failure(self._real, *words)


def failing(code):
    def fail(real, *words):
        raise OSError(code, "demo disk")

    return fail


def partly(real, descriptor, text):
    return real(descriptor, text[: len(text) // 2])


@pytest.mark.parametrize("failure", [failing(errno.ENOSPC), failing(errno.EIO), partly], ids=["ENOSPC", "EIO", "short"])
def test_a_write_that_fails_leaves_the_journal_as_it_was(tmp_path, monkeypatch, failure):
    """The error surfaces, nothing of the line is in journal or file, and it can be appended once there is room."""
    disk = Disk(monkeypatch, "write")
    with JournalFile.create(tmp_path, JOURNAL.header) as file:
        for entry in JOURNAL.entries[1:]:
            before = file.head, file.path.read_bytes()
            disk.failure = failure
            with pytest.raises(OSError, match=r"demo disk|bytes were written"):
                file.append(entry)
            disk.failure = None
            assert (file.head, parse_journal(file.path.read_bytes()).head) == (before[0], before[0])
            file.append(entry)
    assert file.path.read_text(encoding="ascii") == str(JOURNAL)


def test_a_write_that_fails_and_cannot_be_taken_back_blocks_the_next(tmp_path, monkeypatch):
    """Half a line stays at the end only until the file can be cut; nothing is ever written after it."""
    write, cut = Disk(monkeypatch, "write"), Disk(monkeypatch, "ftruncate")
    with JournalFile.create(tmp_path, JOURNAL.header) as file:
        write.failure, cut.failure = partly, failing(errno.EIO)
        with pytest.raises(OSError, match="demo disk"):
            file.append(JOURNAL.entries[1])
        write.failure = None
        torn = file.path.read_bytes()
        with pytest.raises(OSError, match="demo disk"):
            file.append(JOURNAL.entries[1])
        assert file.path.read_bytes() == torn
        cut.failure = None
        file.append(JOURNAL.entries[1])
    assert read_journal(file.path).lines == JOURNAL.lines[:2]


def test_after_a_sync_that_failed_nothing_is_taken(tmp_path, monkeypatch):
    """A second sync might claim what is not so: the file must be recovered, and then goes on."""
    disk = Disk(monkeypatch, "fsync")
    with JournalFile.create(tmp_path, JOURNAL.header) as file:
        file.append(JOURNAL.entries[1])
        disk.failure = failing(errno.EIO)
        with pytest.raises(OSError, match="demo disk"):
            file.sync()
        disk.failure = None
        for call in (file.sync, lambda: file.append(JOURNAL.entries[2])):
            with pytest.raises(OSError, match="recover"):
                call()
    with JournalFile.recover(file.path) as again:
        again.append(JOURNAL.entries[2])


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_header_that_cannot_be_written_leaves_no_file(tmp_path, monkeypatch, call):
    """A match that could not begin has no journal."""
    Disk(monkeypatch, call).failure = failing(errno.ENOSPC)
    with pytest.raises(OSError, match="demo disk"):
        JournalFile.create(tmp_path, JOURNAL.header)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_really_full_takes_half_a_line_and_goes_on_with_room(tmp_path):
    """The system's own limit on a file's size makes a real short write, then a real error."""
    file = JournalFile.create(tmp_path, JOURNAL.header)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = file.path.stat().st_size
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, hard))
        with pytest.raises(OSError, match="only 20 of"):
            file.append(JOURNAL.entries[1])
        assert file.path.stat().st_size == size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    file.append(JOURNAL.entries[1])
    file.close()
    assert read_journal(file.path).lines == JOURNAL.lines[:2]


def test_a_closed_file_takes_nothing(tmp_path):
    """And closing twice is no error."""
    file = JournalFile.create(tmp_path, JOURNAL.header)
    file.close()
    file.close()
    with pytest.raises(OSError, match="closed"):
        file.append(JOURNAL.entries[1])
