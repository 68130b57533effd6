"""Shows what changes in the golden journals and the hand as text, and writes them: `make.py [--write [NAME]]`.

The journals are those of the format's first version, and stay as they are while it is read.
"""

import difflib
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from ginrummy.retrace import decks_of  # noqa: E402
from journals import played, short  # noqa: E402  the path comes first
from referee.replay.text import replay_text  # noqa: E402


def main() -> None:
    made = {f"{preset}.ginlog.jsonl": str(played(7, preset)) for preset in ("classic", "standard", "oklahoma")}
    made["hand.txt"] = replay_text(short(), decks_of(short().reveal.match_seed), hand=1) + "\n"
    for name, after in made.items():
        path = HERE / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name, n=0)
        sys.stdout.writelines(lines)
        if "--write" in sys.argv and sys.argv[-1] in ("--write", name):
            path.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
