"""A bot's author may use any system: the SDK and `referee play` need nothing that only Unix has."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNIX_ONLY = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty", "pty")
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({UNIX_ONLY!r})); "


@pytest.mark.parametrize(
    "what",
    [
        "import ginrummy.client, ginrummy.__main__, ginrummy.testing",
        "sys.argv = ['referee', 'play', 'simple', 'random', '--seed', '1']; import referee.cli; referee.cli.main()",
    ],
)
def test_nothing_that_only_unix_has_is_needed(what):
    """With Unix's own modules gone, the SDK is imported, and a match is played."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT + what], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
