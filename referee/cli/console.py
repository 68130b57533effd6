"""Where the commands print: data on `out`, everything else on `err`, and `--json` for programs.

Imports: nothing of the project.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
err = Console(highlight=False, stderr=True)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
"""The type of a command's `as_json` parameter."""


def print_json(value: dict[str, Any]) -> None:
    """The value as one line on stdout."""
    typer.echo(json.dumps(value))
