"""The picture in the README: `python tests/golden/picture.py` runs the demo tournament and draws what it prints."""

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
SHOWN_FIRST, SHOWN_LAST = 10, 18


def main():
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "referee", "serve", "sample_bots/demo.toml", "--data", f"{directory}/demo"]
        said = subprocess.run(
            command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ).stdout.replace(f"{directory}/", "runs/")
    lines = said.splitlines()
    console = Console(record=True, width=92, file=io.StringIO())
    console.print(Text("$ referee serve sample_bots/demo.toml", style="bold"))
    for line in [*lines[:SHOWN_FIRST], "...", *lines[-SHOWN_LAST:]]:
        console.print(Text(line))
    svg = re.sub(
        r"\s*(@font-face \{.*?\}|<!-- .*? -->)", "", console.export_svg(title="referee serve"), flags=re.DOTALL
    )
    (ROOT / "tests/golden/demo.svg").write_text(svg)


if __name__ == "__main__":
    main()
