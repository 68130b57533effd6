"""Join files read back as they were written, and say what is wrong with them without telling the token."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.errors import InvalidInput
from ginrummy.join import JoinError, JoinFile, format_join, is_local, parse_join, read_join
from ginrummy.settings import SYSTEM_CA, find_settings, read_token

CA = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
TOKEN = "s3cret-t0ken"
JOIN = JoinFile("alice", "cards.example:7700", TOKEN, CA)

names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}", fullmatch=True)
servers = st.one_of(
    st.builds(lambda port: f"cards.example:{port}", st.integers(1, 65_535)),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1).map(
        lambda path: f"unix:{path}"
    ),
)
tokens = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=256)
cas = st.one_of(st.none(), st.text(st.characters(max_codepoint=127), max_size=40).map(lambda rest: CA + rest))


@given(join=st.builds(JoinFile, names, servers, tokens, cas))
def test_what_is_written_reads_back(join):
    """Whatever it holds."""
    assert parse_join(format_join(join)) == join


def test_a_certificate_stays_legible():
    """It stands in the file line by line."""
    assert f"ca = '''\n{CA}'''\n" in format_join(JOIN)
    assert tomllib.loads(format_join(JOIN))["ca"] == CA


def test_a_file_reads_as_its_text(tmp_path):
    """With the line ends of Windows, too."""
    path = tmp_path / "alice.join"
    path.write_bytes(format_join(JOIN).replace("\n", "\r\n").encode())
    assert read_join(path) == JOIN
    assert read_join(str(path)) == JOIN


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ("", "name", "is missing"),
        ('name = "alice"', "server", "is missing"),
        ('name = "alice"\nserver = "a:1"', "token", "is missing"),
        (f'name = "a b"\nserver = "a:1"\ntoken = "{TOKEN}"', "name", "1 to 32 letters"),
        (f'name = 7\nserver = "a:1"\ntoken = "{TOKEN}"', "name", "not 7"),
        (f'name = "a"\nserver = "a"\ntoken = "{TOKEN}"', "server", "host:port or unix:/path"),
        (f'name = "a"\nserver = "a:0"\ntoken = "{TOKEN}"', "server", "1 to 65535"),
        (f'name = "a"\nserver = "a:65536"\ntoken = "{TOKEN}"', "server", "1 to 65535"),
        (f'name = "a"\nserver = "a:1"\ntoken = "{TOKEN} and more"', "token", "visible ASCII"),
        (f'name = "a"\nserver = "a:1"\ntoken = ["{TOKEN}"]', "token", "visible ASCII"),
        (f'name = "a"\nserver = "a:1"\ntoken = "{TOKEN}"\nca = "x"', "ca", "PEM"),
        (f'name = "a"\nserver = "a:1"\ntoken = "{TOKEN}"\nport = 1', "port", "no such field"),
        (f'name = "a"\nserver = "a:1"\ntoken = "{TOKEN}', "", "no TOML"),
        (f"{TOKEN}", "", "no TOML"),
    ],
)
def test_a_bad_file_names_its_field_and_not_its_token(text, field, told):
    """The error is an InvalidInput that says what is needed."""
    with pytest.raises(JoinError, match=told) as raised:
        parse_join(text)
    assert raised.value.field == field
    assert isinstance(raised.value, InvalidInput)
    assert TOKEN not in str(raised.value)


def test_a_file_that_cannot_be_read_says_so(tmp_path):
    """Missing, a folder, or no text."""
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    (tmp_path / "huge").write_bytes(b"#" * 2_000_000)
    for name, told in (("missing", "No such file"), ("", "cannot be read"), ("binary", "UTF-8"), ("huge", "larger")):
        with pytest.raises(JoinError, match=told):
            read_join(tmp_path / name)


def test_the_token_is_in_no_repr():
    """Neither the file's nor the settings'."""
    assert TOKEN not in repr(JOIN)
    assert TOKEN not in repr(find_settings("bot", join=JOIN))


@pytest.mark.parametrize(
    ("server", "local"),
    [
        ("unix:/run/x.sock", True),
        ("localhost:1", True),
        ("127.0.0.1:1", True),
        ("127.8.8.8:1", True),
        ("[::1]:1", True),
        ("localhost.example:1", False),
        ("0.0.0.0:1", False),
        ("192.168.0.7:1", False),
        ("[fe80::1]:1", False),
    ],
)
def test_what_stays_on_this_machine_is_known(server, local):
    """Only there is a connection without TLS a matter of course."""
    assert is_local(server) is local
    if local:
        assert find_settings("bot", server).ca is None
    else:
        with pytest.raises(InvalidInput, match="insecure"):
            find_settings("bot", server)
        assert find_settings("bot", server, insecure=True).ca is None
        assert find_settings("bot", server, ca=SYSTEM_CA).ca == SYSTEM_CA


def test_a_join_file_says_all():
    """Address, name, token and certificate; what is given beside it counts more."""
    settings = find_settings("bot", join=JOIN, tables=3)
    assert (settings.server, settings.name, settings.token, settings.ca) == (JOIN.server, "alice", TOKEN, CA)
    assert settings.tables == 3
    assert find_settings("bot", join=JOIN, name="bob").name == "bob"


def test_the_environment_tells_where_nothing_else_does(tmp_path):
    """A bot that the referee starts needs no arguments; an address or a join file leaves the environment aside."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    environment = {
        "GINRUMMY_SERVER": "unix:/run/x.sock",
        "GINRUMMY_TOKEN_FILE": str(tmp_path / "token"),
        "GINRUMMY_NAME": "carol",
        "GINRUMMY_TABLES": "12",
    }
    settings = find_settings("bot", environment=environment)
    assert (settings.server, settings.name, settings.token, settings.tables) == ("unix:/run/x.sock", "carol", TOKEN, 12)
    settings = find_settings("bot", name="dave", tables=2, token="other", environment=environment)
    assert (settings.name, settings.token, settings.tables) == ("dave", "other", 2)
    settings = find_settings("bot", "localhost:1", environment=environment)
    assert (settings.name, settings.token, settings.tables) == ("bot", None, 1)
    assert find_settings("bot", join=JOIN, environment=environment).name == "alice"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "--server.*--join.*GINRUMMY_SERVER"),
        ({"address": "localhost:1", "join": JOIN}, "not both"),
        ({"address": "localhost"}, "host:port"),
        ({"address": "localhost:1", "tables": 0}, "1 to 256"),
        ({"address": "localhost:1", "tables": 257}, "1 to 256"),
        ({"address": "localhost:1", "tables": True}, "1 to 256"),
        ({"environment": {"GINRUMMY_SERVER": "a:1", "GINRUMMY_TABLES": "many"}}, "tables: .* not 'many'"),
        ({"address": "localhost:1", "nonce": bytes(33)}, "0 to 32 bytes"),
        ({"address": "localhost:1", "nonce": "00"}, "0 to 32 bytes"),
        ({"address": "localhost:1", "name": "a b"}, "name: .* not 'a b'"),
        ({"address": "localhost:1", "token": "a b"}, "token: "),
        ({"address": "localhost:1", "ca": "x"}, "ca: "),
        ({"address": "localhost:1", "bot_version": "x" * 65}, "bot_version: "),
        ({"address": "localhost:1", "patience_s": -1}, "patience_s: "),
    ],
)
def test_settings_that_mean_nothing_are_refused(options, told):
    """Each with its name and what is needed."""
    with pytest.raises(InvalidInput, match=told) as raised:
        find_settings("bot", **{"environment": {}, **options})
    assert "join file:" not in str(raised.value)


def test_a_token_file_that_holds_none_is_refused(tmp_path):
    """Missing, empty, or with more than a token in it."""
    (tmp_path / "empty").write_text("")
    (tmp_path / "two").write_text("a b")
    for name in ("missing", "empty", "two"):
        with pytest.raises(JoinError, match="token"):
            read_token(tmp_path / name)
