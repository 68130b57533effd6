"""What a module says of itself is so."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sdk" / "ginrummy"
ROOMS = [path for path in sorted(PACKAGE.glob("*.py")) if path.stem not in ("__init__", "_frozen", "errors", "testing")]
NAMES = {path.stem for path in PACKAGE.glob("*.py")}
REFEREE = [
    path
    for path in sorted((ROOT / "referee").rglob("*.py"))
    if path.stem != "__main__" and ast.parse(path.read_text(encoding="utf-8")).body[1:]
]


def imported(tree):
    """The rooms of ginrummy that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "ginrummy":
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ginrummy."):
            yield node.module.split(".")[1]


def names_imported(tree):
    """Whatever of the project a module of the referee imports, by its whole name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            parent = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            names = [parent + alias.name for alias in node.names]
            yield from (name for name in names if name.split(".")[0] in ("ginrummy", "referee"))


def covers(said, name):
    return f"{name}.".startswith(f"{said}.")


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.stem)
def test_a_room_names_what_it_imports(path):
    """The docstring's `Imports:` list is the list of the import statements."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = re.search(r"Imports:\s+([^.]*)\.", ast.get_docstring(tree))[1]
    assert set(re.split(r",\s*", " ".join(said.split()))) == set(imported(tree))


@pytest.mark.parametrize("path", REFEREE, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_of_the_referee_names_what_it_imports(path):
    """Every import lies in something that the docstring lists, which lists nothing else of the project.

    `nothing of the project` and, of the server, `every room of the referee but the commands` are such lists too.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    there = set(names_imported(tree))
    listed = " ".join(re.search(r"Imports:\s+(.*?)\.(?:\s|$)", ast.get_docstring(tree), re.DOTALL)[1].split())
    said = {
        name for name in re.split(r"[,;:] ", re.sub(r" \(.*?\)", "", listed)) if re.match(r"(ginrummy|referee)\b", name)
    }
    if listed.endswith("every room of the referee but the commands"):
        assert not any(covers("referee.cli", name) for name in there)
        said |= {name for name in there if name.startswith("referee.")}
    assert {name for name in there if not any(covers(each, name) for each in said)} == set()
    assert {each for each in said if not any(covers(each, name) for name in there)} == set()


def test_every_citation_of_the_rules_finds_its_section():
    """`rules 5.1` and `rules section 4` are headings or numbered paragraphs of sdk/RULES.md."""
    rules = (PACKAGE.parent / "RULES.md").read_text(encoding="utf-8")
    for path in PACKAGE.glob("*.py"):
        for cited in re.findall(r"[Rr]ules (?:section )?([0-9]+(?:\.[0-9])?)", path.read_text(encoding="utf-8")):
            assert re.search(rf"(?m)^(#+ |\*\*)?{re.escape(cited)}\b", rules), (path.name, cited)
