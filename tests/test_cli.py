"""The commands as a user types them: output, exit status, and one line for a mistake."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.config import EXAMPLE

ROOT = Path(__file__).parent.parent


def referee(*words):
    return subprocess.run(
        [sys.executable, "-m", "referee", *words], capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
    )


def test_melds_prints_what_the_fixed_names_promise():
    """--json holds the best melds, the deadwood, each discard, and the layoffs on a spread."""
    found = referee("melds", "7S 7H 7D 7C 8S 3C 4C 5C 6C 2C", "--spread", "4S 5S 6S / KC KD KH / QC QD QH", "--json")
    answer = json.loads(found.stdout)
    assert found.returncode == 0
    assert answer["melds"] == [["2C", "3C", "4C", "5C", "6C"], ["7C", "7D", "7H", "7S"]]
    assert (answer["deadwood_cards"], answer["deadwood"]) == (["8S"], 8)
    assert answer["discards"][0] == {"card": "8S", "deadwood": 0}
    assert answer["layoffs"] == [{"card": "7S", "meld": 0}, {"card": "8S", "meld": 0}]
    assert answer["deadwood_after_layoffs"] == 0


def test_melds_reads_well():
    """Without --json the same stands as text, the best discard first and no colour in a pipe."""
    found = referee("melds", "2H 3H 4H 2S 2D KS KD KC AC AD 9H", "--spread", "5H 6H 7H")
    lines = [line.rstrip() for line in found.stdout.splitlines()]
    assert lines[0] == "[K♣ K♦ K♠] [2♥ 3♥ 4♥] 9♥ 2♦ 2♠ A♣ A♦ (15)"
    assert lines[2] == "9♥            6"
    assert lines[-1] == "lay off 4♥ on 5♥ 6♥ 7♥, 3♥ on 5♥ 6♥ 7♥; what is left: [K♣ K♦ K♠] [2♦ 2♥ 2♠] 9♥ A♣ A♦ (11)"
    assert "\x1b" not in found.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("melds", "7S 7S"), "7S comes twice"),
        (("melds", "1H"), "'1H'"),
        (("melds", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"), "12 cards"),
        (("melds", "AS 2S", "--spread", "7S 7H"), "7S 7H"),
        (("melds", "7S", "--spread", "7S 7H 7D"), "7S is in the spread"),
        (("play", "nobody", "random"), "'nobody'"),
        (("play", "sample_bots.none:None", "random"), "'sample_bots.none'"),
        (("play", "missing.py:Bot", "random"), "'missing.py'"),
        (("play", "random", "random", "--seed", "xyz"), "seed"),
        (("play", "random", "random", "--ruleset", "poker"), "poker"),
        (("play", "random", "random", "--matches", "0"), "greater than or equal to 1"),
        (("nothing",), "nothing"),
    ],
)
def test_a_mistake_ends_with_status_2_and_names_the_value(words, told):
    """Bad usage prints what was wrong on stderr, nothing on stdout, and no traceback."""
    found = referee(*words)
    assert (found.returncode, found.stdout) == (2, "")
    assert told in found.stderr
    assert "Traceback" not in found.stderr


def test_help_is_plain_and_names_the_config_s_reference():
    """Commands in a line each, flags without a type, and the file that `serve --example` prints."""
    listed = referee("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == ["serve", "play", "standings", "token", "verify", "replay", "melds"]
    assert not any(line.endswith("...") for line in listed)
    helped = referee("serve", "--help").stdout
    assert "referee/config/example.toml" in " ".join(helped.split())
    assert "bool" not in helped
    printed = referee("serve", "--example")
    assert (printed.returncode, printed.stdout) == (0, EXAMPLE.read_text(encoding="utf-8"))


def test_a_certificate_needs_no_token(tmp_path):
    """--tls-dir alone makes it, and nothing is printed; without either there is nothing to do."""
    made = referee("token", "--tls-dir", str(tmp_path / "tls"), "--server", "cards.example:7700")
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    names = {path.name for path in (tmp_path / "tls").iterdir()}
    assert names == {"ca.pem", "ca-key.pem", "server.pem", "server-key.pem"}
    nothing = referee("token")
    assert nothing.returncode == 2
    assert "--tls-dir" in nothing.stderr


def test_an_illegal_choice_of_a_bot_is_shown_with_its_view(tmp_path):
    """The author sees reason, choice, view and what was legal; the exit status is 1."""
    bot = tmp_path / "wrong.py"
    bot.write_text("import ginrummy\n\nclass Wrong(ginrummy.Bot):\n    def choose(self, view):\n        return None\n")
    found = referee("play", f"{bot}:Wrong", "random", "--seed", "1")
    assert found.returncode == 1
    for told in (
        "an action is needed, not None",
        "(seat 0) chose None",
        "knock limit",
        "legal  ",
        "deal key 'practice-0'",
    ):
        assert told in found.stderr
    assert "Traceback" not in found.stderr


BOTS = """
import sys
from helper import PICK
from ginrummy import Bot

class Base(Bot):
    def choose(self, view):
        return view.legal_actions[PICK]

class Raises(Base):
    def choose(self, view):
        return {}["missing"]

class Leaves(Base):
    def choose(self, view):
        sys.exit(0)

class Prints(Base):
    def on_hand_start(self, view):
        print("hello from the bot")

class Listens(Base):
    async def on_hand_end(self, view):
        print("awaited", file=sys.stderr)
"""


@pytest.fixture
def bots(tmp_path):
    """A bot file with the name of an installed module, and a neighbour that it imports."""
    (tmp_path / "helper.py").write_text("PICK = -1\n")
    (tmp_path / "asyncio.py").write_text(BOTS)
    return tmp_path / "asyncio.py"


def test_an_exception_in_a_bot_shows_its_own_lines_and_its_view(bots):
    """No frame of the referee stands in the traceback; the match, the seat and the view do, and the status is 1."""
    found = referee("play", f"{bots}:Raises", "simple", "--seed", "1", "--matches", "2")
    assert (found.returncode, found.stdout) == (1, "")
    for told in ('return {}["missing"]', "KeyError: 'missing'", "(seat 0)", "knock limit 10", "in match 1 of 2"):
        assert told in found.stderr
    assert "testing.py" not in found.stderr
    assert "typer" not in found.stderr


def test_a_bot_that_leaves_the_process_has_failed(bots):
    """sys.exit in a bot is no success."""
    found = referee("play", f"{bots}:Leaves", "simple", "--seed", "1")
    assert found.returncode == 1
    assert "sys.exit(0)" in found.stderr


def test_what_a_bot_prints_stays_out_of_the_answer(bots):
    """stdout is one JSON object, whatever the bot prints, and it says how to play the match again."""
    found = referee("play", f"{bots}:Prints", "simple", "--seed", "2a", "--json")
    answer = json.loads(found.stdout)
    assert (answer["seed"], answer["ruleset"], answer["matches"]) == (f"{42:064x}", "standard", 1)
    assert "hello from the bot" in found.stderr


def test_async_hooks_are_awaited(bots):
    """A hook may be async as a choice may, also in a file that is called like a module of Python's."""
    found = referee("play", f"{bots}:Listens", "simple", "--seed", "1")
    assert found.returncode == 0
    assert "awaited" in found.stderr


def test_a_missing_class_is_told_with_those_that_are_there(bots):
    """The bots of the file are named, and a class that is none is said to be none."""
    found = referee("play", f"{bots}:Nobody", "simple")
    assert found.returncode == 2
    assert "has no 'Nobody'; its bots: Base, Leaves, Listens, Prints, Raises" in found.stderr
    assert "no subclass of ginrummy.Bot" in referee("play", f"{bots}:PICK", "simple").stderr


def test_a_match_with_a_drawn_seed_can_be_played_again():
    """The seed that was drawn is told on stderr, and gives the same match."""
    first = referee("play", "random", "simple")
    seed = first.stderr.split()[-1]
    assert referee("play", "random", "simple", "--seed", seed).stdout == first.stdout


def test_play_repeats_itself_from_a_seed():
    """The same seed gives the same totals, and a bot against itself gets two names."""
    first, second = (referee("play", "random", "random", "--matches", "3", "--seed", "2a", "--json") for _ in range(2))
    answer = json.loads(first.stdout)
    assert first.stdout == second.stdout
    assert answer["bots"] == ["random-1", "random-2"]
    assert sum(answer["match_wins"]) == 3
    assert answer["hands"] >= 3
    assert len(answer["points"]) == 2
