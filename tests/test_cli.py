"""The commands as a user types them: output, exit status, and one line for a mistake."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def referee(*words):
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", *words], capture_output=True, text=True, cwd=ROOT, check=False, timeout=60
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
    assert lines[2] == "9♥       6"
    assert lines[-1] == "lay off 4♥ on 5♥ 6♥ 7♥, 3♥ on 5♥ 6♥ 7♥: 11 left"
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


def test_an_illegal_choice_of_a_bot_is_shown_with_its_view(tmp_path):
    """The author sees reason, choice, view and what was legal; the exit status is 1."""
    bot = tmp_path / "wrong.py"
    bot.write_text("import ginrummy\n\nclass Wrong(ginrummy.Bot):\n    def choose(self, view):\n        return None\n")
    found = referee("play", f"{bot}:Wrong", "random", "--seed", "1")
    assert found.returncode == 1
    for told in ("None is not possible in", "chose None", "knock limit", "legal: "):
        assert told in found.stderr
    assert "Traceback" not in found.stderr


def test_play_repeats_itself_from_a_seed():
    """The same seed gives the same totals, and a bot against itself gets two names."""
    first, second = (referee("play", "random", "random", "--matches", "3", "--seed", "2a", "--json") for _ in range(2))
    answer = json.loads(first.stdout)
    assert first.stdout == second.stdout
    assert answer["bots"] == ["random-1", "random-2"]
    assert sum(answer["match_wins"]) == 3
    assert answer["hands"] >= 3
    assert len(answer["points"]) == 2


def test_readme_shows_what_its_main_command_prints():
    """The output under the README's main command is the output of that command."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    words = re.search(r"&& \.venv/bin/referee (play .*)", readme)[1].split()
    shown = re.search(r"```text\n(.*?)```", readme, re.DOTALL)[1]
    assert referee(*words).stdout == shown
