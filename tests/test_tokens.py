"""Tokens: known by their hash, written once, for their bot's author only, and shown nowhere."""

import errno
import hashlib
import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.errors import InvalidInput
from ginrummy.join import parse_join
from referee.config import Address, parse_config
from referee.tokens import Tokens, new_token, token_sha256, write_join_files

HERE = Address("127.0.0.1", 7700)


def test_tokens_have_256_bits_and_need_no_quoting():
    """No two alike, all of one form."""
    tokens = [new_token() for _ in range(100)]
    assert len(set(tokens)) == 100
    assert all(re.fullmatch(r"grt_[A-Za-z0-9_-]{43}", token) for token in tokens)


def test_the_hash_is_sha256_in_small_hex():
    """As `printf TOKEN | sha256sum` has it."""
    assert token_sha256("grt_x") == hashlib.sha256(b"grt_x").hexdigest()


def test_a_token_leads_to_its_bot():
    """And nothing else does."""
    mine = {name: new_token() for name in ("alice", "bob", "carl")}
    tokens = Tokens({token_sha256(token): name for name, token in mine.items()})
    assert {name: tokens.name_of(token) for name, token in mine.items()} == {name: name for name in mine}
    assert len(tokens) == 3
    for wrong in (
        "",
        "grt_",
        new_token(),
        mine["bob"][:-1],
        mine["bob"] + "=",
        mine["bob"].lower(),
        token_sha256(mine["bob"]),
    ):
        assert tokens.name_of(wrong) is None
    assert Tokens({}).name_of("") is None


@given(st.text(st.characters()))
def test_any_text_may_be_offered(text):
    """Characters of no encoding included."""
    assert Tokens({token_sha256("grt_x"): "alice"}).name_of(text) is None


def test_nothing_of_a_token_is_shown():
    """Nor its hash."""
    token = new_token()
    tokens = Tokens({token_sha256(token): "alice"})
    assert repr(tokens) == str(tokens) == "<Tokens of 1 bots>"


def test_a_join_file_holds_what_its_author_needs(tmp_path, capfd):
    """Where, who, with what, and whom to trust; the lines go into the config as they are."""
    names = ["alice", "bob.2", "x" * 32]
    lines = write_join_files(names, HERE, "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"{name}.join" for name in names)
    assert [line.partition("  # ")[2] for line in lines] == names
    entries = "".join(f'[[bot]]\nname = "{name}"\n{line}\n' for name, line in zip(names, lines, strict=True))
    config = parse_config(f'name = "Demo"\n{entries}')
    tokens = Tokens({bot.token_sha256: bot.name for bot in config.bots})
    for name in names:
        path = tmp_path / f"{name}.join"
        assert path.stat().st_mode & 0o777 == 0o600
        join = parse_join(path.read_text(encoding="utf-8"))
        assert (join.name, join.server) == (name, str(HERE))
        assert "BEGIN CERTIFICATE" in join.ca
        assert tokens.name_of(join.token) == name
        assert join.token not in "".join(lines)
    assert capfd.readouterr() == ("", "")


def test_a_join_file_without_a_ca(tmp_path):
    """Where no TLS is used, or its CA is known anyway."""
    write_join_files(["alice"], HERE, None, tmp_path)
    assert parse_join((tmp_path / "alice.join").read_text(encoding="utf-8")).ca is None


def test_no_file_is_written_over(tmp_path):
    """One that is there refuses all, and is as it was; so does a link that leads nowhere."""
    (tmp_path / "bob.join").write_text("mine")
    (tmp_path / "carl.join").symlink_to(tmp_path / "elsewhere")
    for name in ("bob", "carl"):
        with pytest.raises(InvalidInput, match=rf"{name}\.join: there is such a file already"):
            write_join_files(["alice", name], HERE, None, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bob.join", "carl.join"]
    assert (tmp_path / "bob.join").read_text() == "mine"


@pytest.mark.parametrize(
    "names", [["../alice"], [""], ["a/b"], ["alice", "b ob"], ["alice", "ALICE"], ["-x"], ["x" * 33], ["a\n"]]
)
def test_names_are_looked_at_before_anything_is_written(tmp_path, names):
    """A name is a bot's, and is there once."""
    with pytest.raises(InvalidInput, match="bot name: "):
        write_join_files(names, HERE, None, tmp_path)
    assert not list(tmp_path.iterdir())


def test_where_a_file_cannot_be_written_none_is_left(tmp_path, monkeypatch):
    """No half of the bots has a token."""
    with pytest.raises(FileNotFoundError):
        write_join_files(["alice"], HERE, None, tmp_path / "none")
    synced = []

    def full(descriptor):
        synced.append(descriptor)
        if len(synced) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_join_files(["alice", "bob"], HERE, None, tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_address_where_nobody_can_connect_is_refused(tmp_path):
    """Any free port is known only once somebody listens there."""
    with pytest.raises(InvalidInput, match="port"):
        write_join_files(["alice"], Address("127.0.0.1", 0), None, tmp_path)
    assert not list(tmp_path.iterdir())
