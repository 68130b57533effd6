"""`tournament.toml`: every mistake is named at once, in a line that tells what to write, and never a secret."""

import copy
import json
import re
import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ginrummy import PRESETS, Ruleset
from ginrummy.errors import InvalidInput
from ginrummy.messages import Clock
from ginrummy.ruleset import DealerRotation, LayoffMode, Sheet, TieRule
from referee.config import EXAMPLE, Address, ConfigError, load_config, parse_config
from referee.config.model import MOST_BOTS
from referee.config.parse import _TABLES, MOST_BYTES, _checked

SEED = "5f" * 32
HASH = "9F" * 32
BOTS = f"""
[[bot]]
name = "alice"
run = "simple"

[[bot]]
name = "bob"
token_sha256 = "{HASH}"
tables = 4
"""


def parsed(head="", tail="", bots=BOTS):
    return parse_config(f'name = "Demo"\n{head}\n{bots}\n{tail}')


def problems(head="", tail="", bots=BOTS):
    """The lines of the error, which tells one after the file's name and several below it."""
    with pytest.raises(ConfigError) as raised:
        parsed(head, tail, bots)
    lines = list(raised.value.problems)
    told = [f"tournament.toml: {len(lines)} mistakes", *(f"  {line}" for line in lines)]
    assert str(raised.value).splitlines() == (told if len(lines) > 1 else [f"tournament.toml: {lines[0]}"])
    return lines


def test_the_design_s_example_is_read():
    """Section by section, with every field set."""
    config = parsed(
        f"""
        ruleset = "standard"
        seed = "{SEED.upper()}"
        listen = "127.0.0.1:7700"
        format = "round-robin"
        matches = 10
        mirrored = false
        stock = "seat-locked"
        start = "all"
        concurrency = 8
        trust_bots = true
        """,
        """
        [clock]
        decision_ms = 1
        bank_ms = 0
        bank_per_hand_ms = 3
        startup_ms = 4
        reconnect_grace_ms = 5
        no_show_ms = 6
        [faults]
        max_illegal_actions = 7
        """,
    )
    assert config.name == "Demo"
    assert config.ruleset == PRESETS["standard"]
    assert config.seed == bytes.fromhex(SEED)
    assert config.listen == Address("127.0.0.1", 7700)
    assert (config.matches, config.hands, config.concurrency) == (10, None, 8)
    assert (config.format, config.stock, config.start) == ("round-robin", "seat-locked", "all")
    assert config.clock == Clock(1, 0, 3, 4, 5, 6)
    assert config.faults.max_illegal_actions == 7
    alice, bob = config.bots
    assert (alice.name, alice.run, alice.hosted, alice.tables) == ("alice", "simple", True, 1)
    assert (bob.name, bob.token_sha256, bob.hosted, bob.tables) == ("bob", HASH.lower(), False, 4)


def test_defaults():
    """What is left out is what the design says."""
    config = parsed()
    assert config.ruleset == PRESETS["standard"]
    assert (config.seed, config.listen, config.format) == (None, Address("127.0.0.1", 7700), "round-robin")
    assert (config.matches, config.hands, config.mirrored, config.stock) == (10, None, False, "shared")
    assert (config.start, config.concurrency, config.tls) == ("all", None, None)
    assert (config.open, config.insecure, config.trust_bots) == (False, False, False)
    assert config.clock == Clock()
    assert config.faults.max_illegal_actions == 3
    assert parsed("hands = 200").hands == 200
    assert parsed("hands = 200").matches is None


def test_a_config_does_not_change():
    """No field can be set afterwards."""
    with pytest.raises(ValueError, match="frozen"):
        parsed().name = "other"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        *((f'"{name}"', preset) for name, preset in PRESETS.items()),
        (
            '{ preset = "standard", dealer_rotation = "LOSER", straight_gin = true }',
            {"dealer_rotation": DealerRotation.LOSER, "straight_gin": True},
        ),
        (
            '{ preset = "standard", sheet = "HOLLYWOOD", target_score = 150 }',
            {"sheet": Sheet.HOLLYWOOD, "target_score": 150},
        ),
        ('{ layoff_mode = "AUTO", preset = "standard" }', {"layoff_mode": LayoffMode.AUTO}),
        ('{ preset = "standard", tie_rule = "VOID", name = "ours" }', {"tie_rule": TieRule.VOID, "name": "ours"}),
        (
            '{ preset = "standard", gin_bonus = 40, big_gin_bonus = 60, big_gin_enabled = true }',
            {"gin_bonus": 40, "big_gin_bonus": 60, "big_gin_enabled": True},
        ),
        ('{ preset = "standard" }', {}),
    ],
)
def test_rulesets(written, expected):
    """A preset by name, or one with any fields changed, enums by name."""
    wanted = expected if isinstance(expected, Ruleset) else replace(PRESETS["standard"], **expected)
    assert parsed(f"ruleset = {written}").ruleset == wanted


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-01-31T18:00:00Z", datetime(2026, 1, 31, 18, tzinfo=UTC)),
        ('"2026-01-31t18:00:00.5z"', datetime(2026, 1, 31, 18, 0, 0, 500_000, tzinfo=UTC)),
        ('"2026-01-31T18:00:00+01:30"', datetime(2026, 1, 31, 18, tzinfo=timezone(timedelta(minutes=90)))),
    ],
)
def test_start_times(written, expected):
    """An instant may be TOML's own or a text of RFC 3339."""
    assert parsed(f"start = {written}").start == expected


def mistakes_of(path):
    """What is written, and the line that it makes."""
    for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
        if not paragraph.startswith("# "):
            written, line = paragraph.strip().split("\n=> ")
            yield written.replace("SEED", SEED).replace("HASH", HASH), line


MISTAKES = list(mistakes_of(Path(__file__).parent / "configs" / "mistakes.txt"))


@pytest.mark.parametrize(("written", "line"), MISTAKES, ids=[line.partition(": ")[0] for _, line in MISTAKES])
def test_one_mistake_makes_one_line(written, line):
    """Field, value, what is needed, what to write; a bot is named, or numbered where its name is the mistake."""
    assert (problems(tail=written) if written.startswith("[[bot]]") else problems(written)) == [line]


def test_all_mistakes_are_told_at_once():
    """Six of them, six lines."""
    lines = problems("ruleset = { preset = 'x', sheet = 'y' }\nmatches = 'many'", "[[bot]]\nname = ''\n[clock]\nx = 1")
    assert [line.split(": ")[0] for line in lines] == [
        "ruleset.preset", "ruleset.sheet", "matches", "clock.x", "bot number 3", "bot number 3",
    ]  # fmt: skip


@pytest.mark.parametrize("bots", ["", "[[bot]]\nname = 'a'\nrun = 'simple'", "bot = []"])
def test_two_bots_are_needed(bots):
    """One plays nobody."""
    (line,) = problems(bots=bots)
    assert line.startswith("bot: ")
    assert line.endswith(f": 2 to {MOST_BOTS} bots are needed; write a [[bot]] table for each")


def test_too_few_bots_hide_no_mistake_in_them():
    """The one that is there is looked at."""
    first, second = problems(bots="[[bot]]\nname = 'a'\nrun = 'x'")
    assert first.startswith('bot "a": run: ')
    assert second.startswith("bot: ")


@pytest.mark.parametrize("written", ["bot = 3", "bot = [1, 2]", "[bot]\nname = 'a'"])
def test_bots_are_tables(written):
    """A line for each that is none."""
    lines = problems(bots=written)
    assert all("[[bot]]" in line for line in lines)


def test_no_name_is_an_error():
    """A tournament is called something."""
    with pytest.raises(ConfigError) as raised:
        parse_config(BOTS, "x.toml")
    assert str(raised.value) == ('x.toml: name: missing: 1 to 64 printable characters are needed; write name = "Demo"')


@pytest.mark.parametrize("name", ["", " ", "x" * 65, r"\u0007", r"\u202e", r"\n"])
def test_names_that_are_none(name):
    """What does not print, or not on one line, is no name."""
    with pytest.raises(ConfigError, match=r"name: .*1 to 64 printable"):
        parse_config(f'name = "{name}"\n{BOTS}')


def test_open_mode_is_for_loopback():
    """Bots may be listed without credentials there; nowhere else does TLS or daring help."""
    bots = "[[bot]]\nname = 'a'\n[[bot]]\nname = 'b'"
    config = parsed("open = true", bots=bots)
    assert [(bot.name, bot.hosted, bot.token_sha256) for bot in config.bots] == [("a", False, None), ("b", False, None)]
    assert parsed("open = true\nlisten = 'localhost:0'", bots=bots).listen.port == 0
    assert len(problems(bots=bots)) == 2
    for more in ("tls = 'auto'", "insecure = true"):
        (line,) = problems(f"open = true\nlisten = '0.0.0.0:7700'\n{more}", bots=bots)
        assert line.endswith('open = true goes with this machine\'s own address only; write listen = "127.0.0.1:7700"')


def test_off_loopback_needs_tls_or_daring():
    """Also when the address comes from the command line."""
    config = parsed()
    assert config.listening_on("[::1]:80").listen == Address("::1", 80)
    assert config.listening_on("[::1]:80").bots == config.bots
    with pytest.raises(ConfigError, match=r'\A--listen: "10.0.0.1:80": tokens and cards'):
        config.listening_on("10.0.0.1:80")
    with pytest.raises(ConfigError, match=r'\A--listen: "80": HOST:PORT is needed'):
        config.listening_on("80")
    assert parsed("insecure = true\nlisten = '0.0.0.0:1'").listening_on("0.0.0.0:2").listen.port == 2
    assert parsed("tls = 'auto'\nlisten = 'example.org:1'").tls == "auto"


def test_what_this_version_cannot_do_is_told_with_every_other_mistake():
    """Before anything is made for a tournament that will not be."""
    lines = problems("mirrored = true\nstart = 'manual'\nformat = 'swiss'\nmatches = 0")
    assert [line.split(": ")[0] for line in lines] == ["format", "matches", "mirrored", "start"]
    assert sum("not available in this version" in line for line in lines) == 3


def uncommented(line):
    """A line of the example with what stands in it behind a #."""
    return re.sub(r"^# (?=[a-z_0-9]+ = |\[)", "", line)


def keys_of(text):
    """The dotted keys that a text sets."""
    found = tomllib.loads(text)
    tables = {key: held for key, held in found.items() if isinstance(held, dict)}
    bots = {("bot", key) for bot in found.get("bot", []) for key in bot}
    return {(key,) for key in found} | {(key, inner) for key, held in tables.items() for inner in held} | bots


def test_the_example_has_every_key_with_its_default():
    """As it stands it is a tournament of defaults; what is commented out in it is right too, and no key is missing."""
    text = EXAMPLE.read_text(encoding="utf-8")
    config, bare = parse_config(text), parse_config(f'name = "Example"\n{BOTS}')
    fields = set(type(config).model_fields) - {"bots"}
    assert {key: getattr(config, key) for key in fields} == {key: getattr(bare, key) for key in fields}
    assert [bot.tables for bot in config.bots] == [1, 1]
    whole = "\n".join(map(uncommented, text.replace('ruleset = "standard"', "").splitlines()))
    whole = re.sub(r"(?m)^matches = .*$", "", whole).replace("64 hex digits", SEED).replace("9f...", HASH)
    assert parse_config(whole).ruleset == PRESETS["standard"]
    keys = {(table, key) if table else (key,) for table, keys in _TABLES.items() for key in keys if table != "tls"}
    assert keys_of(whole) == keys - {("matches",)}
    untold = [line for line in text.splitlines() if " = " in line and "  # " not in line]
    assert untold == ['name = "bob"', '# name = "carol"']
    assert max(map(len, text.splitlines())) <= 120


def test_tls_files_are_beside_the_config(tmp_path):
    """Relative to the file, not to where the referee was started; each that is missing has its line."""
    (tmp_path / "cert.pem").touch()
    path = tmp_path / "t.toml"
    path.write_text(f"name = 'x'\ntls = {{ cert = 'cert.pem', key = 'sub/key.pem' }}\n{BOTS}")
    with pytest.raises(ConfigError) as raised:
        load_config(path)
    assert str(raised.value) == (
        f'{path}: tls.key: "sub/key.pem": there is no such file that can be read; write key = "key.pem", '
        "looked for beside the config file"
    )
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "key.pem").touch()
    config = load_config(path)
    assert (config.tls.cert, config.tls.key) == (tmp_path / "cert.pem", tmp_path / "sub" / "key.pem")
    assert config.directory == tmp_path
    assert config.listening_on("127.0.0.1:1").directory == tmp_path


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = Demo", "line 1, column 8: not TOML: Invalid value; a text stands in quotes"),
        ("name = 'a'\nname = 'b'\n", "line 2, column 11: not TOML: Cannot overwrite a value"),
        ("name = 'a", 'end of the file: not TOML: Expected "\'"'),
        (f"x = {'[' * 5000}", "not TOML: a number or a nesting that nobody could mean"),
        (f"x = {'9' * 5000}", "not TOML: a number or a nesting that nobody could mean"),
    ],
)
def test_what_is_not_toml_has_a_line_and_a_column(text, line):
    """Or says that the file ended too soon."""
    with pytest.raises(ConfigError) as raised:
        parse_config(text)
    assert str(raised.value) == f"tournament.toml: {line}"


def test_files_that_are_none(tmp_path):
    """Missing, a folder, too long, another encoding, a name that no file can have."""
    large, latin, bom = tmp_path / "large.toml", tmp_path / "latin.toml", tmp_path / "bom.toml"
    large.write_bytes(b"#" * (MOST_BYTES + 1))
    latin.write_bytes("# eins\nname = 'Männer'\n".encode("latin-1"))
    bom.write_bytes(f'\ufeffname = "Demo"\n{BOTS}'.encode())
    for path, problem in [
        (tmp_path / "no.toml", "there is no such file; write the path of a tournament.toml"),
        (tmp_path, "it cannot be read: Is a directory"),
        (tmp_path / "a\0b", "it cannot be read: no file can have that name"),
        (large, "more than 1000000 bytes; no tournament needs that much"),
        (latin, "line 2: this is not UTF-8; save the file in that encoding"),
    ]:
        with pytest.raises(ConfigError) as raised:
            load_config(path)
        assert str(raised.value) == f"{path}: {problem}"
    assert load_config(bom).name == "Demo"


def test_config_errors_are_bad_input():
    """So that the command ends with status 2."""
    assert issubclass(ConfigError, InvalidInput)


@pytest.mark.parametrize(
    ("text", "loopback"),
    [
        ("127.0.0.1:7700", True),
        ("127.9.9.9:1", True),
        ("localhost:0", True),
        ("[::1]:65535", True),
        ("0.0.0.0:1", False),
        ("[::]:1", False),
        ("example.org:443", False),
        ("localhost.example.org:1", False),
    ],
)
def test_addresses(text, loopback):
    """They come back as written, and only this machine's own are loopback."""
    address = Address.parse(text)
    assert str(address) == text
    assert address.is_loopback is loopback


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "7700",
        ":7700",
        "localhost",
        "localhost:",
        "localhost:65536",
        "localhost:-1",
        "localhost:٣",
        "a b:1",
        "*:1",
        "::1:7700",
        "[127.0.0.1]:1",
        "[::1:1",
        "[fe80::1%eth0]:1",
        "300.1.1.1:1",
        "1.2.3:1",
        "unix:/x:1",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:1",
        7,
        None,
    ],
)
def test_no_addresses(text):
    """Nothing is guessed."""
    with pytest.raises(InvalidInput):
        Address.parse(text)


def test_public_terms_are_what_the_results_depend_on():
    """The same for another address, start or pace; different for another game, clock or bot; nothing secret in them."""
    base = parsed(f"seed = '{SEED}'")
    terms = json.loads(json.dumps(base.public_terms()))
    assert terms == base.public_terms()
    text = json.dumps(terms).lower()
    assert SEED not in text
    assert HASH.lower() not in text
    same = parsed("listen = '[::1]:1'\nstart = '2026-01-31T18:00:00Z'\nconcurrency = 3\ninsecure = true")
    assert same.public_terms() == terms
    others = [
        parsed("ruleset = 'classic'"),
        parsed("matches = 11"),
        parsed("hands = 10"),
        parsed("clock.bank_ms = 1"),
        parsed("faults.max_illegal_actions = 4"),
        parsed("stock = 'seat-locked'"),
        parsed("trust_bots = true"),
        parsed(bots=BOTS.replace("alice", "anna")),
        parsed(bots=BOTS.replace("simple", "random")),
        parsed(bots=BOTS.replace('run = "simple"', 'command = ["x", "--password", "hunter2"]')),
        parsed(bots=BOTS.replace('run = "simple"', 'command = ["x", "--password", "hunter3"]')),
    ]
    seen = [json.dumps(config.public_terms(), sort_keys=True) for config in others]
    assert len({*seen, json.dumps(terms, sort_keys=True)}) == len(others) + 1
    assert not any("hunter" in terms for terms in seen)


def test_no_secret_is_shown():
    """Neither in repr, nor in a dump, nor in an error, wherever it was written by mistake."""
    config = parsed(f"seed = '{SEED}'", bots=BOTS.replace('run = "simple"', 'command = ["x", "hunter2"]'))
    assert config.model_dump(include={"seed"}) == {}
    shown = [repr(config), str(config), repr(config.bots)]
    for secret in (SEED, repr(bytes.fromhex(SEED)), HASH.lower(), "hunter2"):
        assert not any(secret in text for text in shown)
    token = "grt_" + "x-_9" * 10
    for secret in (SEED, SEED[:-1], HASH, token):
        for head in (
            f"seed = '{secret}x'",
            f"seed = ['{secret}']",
            f"stock = '{secret}'",
            f"'{secret}' = 1",
            f"clock = '{secret}'",
            f"clock.'{secret}' = 1",
            f"faults.max_illegal_actions = '{secret}'",
            f"ruleset = {{ preset = '{secret}' }}",
            f"ruleset = {{ preset = 'classic', sheet = '{secret}' }}",
            f"listen = '{secret}'",
            f"x = '{secret}'",
            f"seed = '{secret}' 3",
            f"{secret} = 1\n{secret} = 2",
            f"[{secret}]\n[{secret}]",
        ):
            with pytest.raises(ConfigError) as raised:
                parsed(head)
            assert secret not in str(raised.value)
            assert secret.lower() not in str(raised.value).lower()
            assert raised.value.__context__ is None
        for entry in (
            f"name = '{secret}+'",
            f"name = 'c'\ntoken_sha256 = '{secret}x'",
            f"name = 'c'\nrun = '{secret}'",
        ):
            assert secret not in str(problems(bots=f"{BOTS}[[bot]]\n{entry}"))


VALID = {
    "name": "Demo",
    "ruleset": {"preset": "standard", "straight_gin": True, "sheet": "HOLLYWOOD", "hollywood_columns": 3},
    "seed": SEED,
    "listen": "127.0.0.1:7700",
    "format": "round-robin",
    "matches": 10,
    "mirrored": False,
    "stock": "shared",
    "start": "all",
    "concurrency": 8,
    "open": False,
    "insecure": False,
    "trust_bots": False,
    "tls": "auto",
    "clock": dict.fromkeys(Clock.__dataclass_fields__, 1000),
    "faults": {"max_illegal_actions": 3},
    "bot": [
        {"name": "alice", "run": "simple", "tables": 2},
        {"name": "bob", "command": ["./bot"]},
        {"name": "carl", "token_sha256": HASH},
    ],
}
PATHS = [
    *((key,) for key in VALID),
    *(("ruleset", key) for key in VALID["ruleset"]),
    *(("clock", key) for key in VALID["clock"]),
    ("faults", "max_illegal_actions"),
    *(("bot", i, key) for i, bot in enumerate(VALID["bot"]) for key in bot),
]
JUNK = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(),
        st.integers(-2, 300),
        st.floats(),
        st.text(),
        st.just(10).map(lambda base: base**5000),
        st.sampled_from(
            ["", "auto", "standard", "HOLLYWOOD", "simple", "a:b", "[::1]:1", SEED, "2020-13-01T00:00:00Z"]
        ),
        st.datetimes(),
        st.dates(),
        st.times(),
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.sampled_from(["name", "run", "cert"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def words(path):
    """How an error may call this field."""
    match path:
        case ("bot", int(number), key):
            name = VALID["bot"][number]["name"]
            return [f'bot "{name}": {key}', f"bot number {number + 1}: {key}", f'bot "{name}": ', "bot number "]
        case _:
            return [".".join(path), path[0]]


@given(path=st.sampled_from(PATHS), junk=JUNK)
@example(path=("bot",), junk=[{"name": "a", "run": {}}, 3])
@example(path=("bot", 0, "name"), junk="BOB")
def test_any_value_is_taken_or_named(path, junk):
    """Never a traceback: a value that does not fit makes lines that name its field, each one line without secrets."""
    config = copy.deepcopy(VALID)
    at = config
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = junk
    lines = lines_of(config)
    for line in lines:
        assert line.isprintable()
        assert len(line) < 700
        assert SEED not in line
        assert "write " in line
    assert not lines or any(word in line for line in lines for word in words(path))


def lines_of(config):
    """The lines that a config as TOML reads it makes; none where it is right, and then its terms are JSON."""
    try:
        made = _checked(config, "t.toml", Path())
    except ConfigError as error:
        return error.problems
    json.dumps(made.public_terms())
    return ()


@given(table=st.sampled_from([(), ("ruleset",), ("clock",), ("faults",), ("bot", 1)]), key=st.text(max_size=80))
@example(table=(), key="bots")
@example(table=(), key="directory")
@example(table=(), key="_directory")
def test_any_unknown_key_is_refused(table, key):
    """One line, with the table's name, whatever the key is made of."""
    config = copy.deepcopy(VALID)
    at = config
    for step in table:
        at = at[step]
    known = (
        {*VALID, "hands"} if not table else {*Ruleset.__dataclass_fields__, *Clock.__dataclass_fields__, *at, "tables"}
    )
    if key in known:
        return
    at[key] = "x"
    (line,) = lines_of(config)
    assert ": there is no such key; write " in line
    assert line.isprintable()
    assert not table or line.startswith('bot "bob": ' if table[0] == "bot" else f"{table[0]}.")


@given(st.text())
def test_any_text_is_a_tournament_or_an_error(text):
    """Whatever is in the file."""
    with pytest.raises(ConfigError):
        parse_config(text)


@given(st.binary())
def test_any_bytes_are_a_tournament_or_an_error(tmp_path_factory, content):
    """Whatever is on the disk."""
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError):
        load_config(path)
