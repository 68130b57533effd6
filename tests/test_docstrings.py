"""What a module says of itself is so."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sdk" / "ginrummy"
ROOMS = [path for path in sorted(PACKAGE.glob("*.py")) if path.stem not in ("__init__", "_frozen", "errors", "testing")]
NAMES = {path.stem for path in PACKAGE.glob("*.py")}


def imported(tree):
    """The rooms of ginrummy that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "ginrummy":
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ginrummy."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.stem)
def test_a_room_names_what_it_imports(path):
    """The docstring's `Imports:` list is the list of the import statements."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = re.search(r"Imports:\s+([^.]*)\.", ast.get_docstring(tree))[1]
    assert set(re.split(r",\s*", " ".join(said.split()))) == set(imported(tree))


def test_every_citation_of_the_rules_finds_its_section():
    """`rules 5.1` and `rules section 4` are headings or numbered paragraphs of sdk/RULES.md."""
    rules = (PACKAGE.parent / "RULES.md").read_text(encoding="utf-8")
    for path in PACKAGE.glob("*.py"):
        for cited in re.findall(r"[Rr]ules (?:section )?([0-9]+(?:\.[0-9])?)", path.read_text(encoding="utf-8")):
            assert re.search(rf"(?m)^(#+ |\*\*)?{re.escape(cited)}\b", rules), (path.name, cited)
