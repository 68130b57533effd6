"""The numbered corner cases, and that each has its test."""

import ast
import re
from pathlib import Path

import pytest

MODULES = Path(__file__).parent / "corner_cases"

NUMBERS = {
    "a": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "b": [13, 15, 17, 18, 19, 20],
    "c": [22, 23, 24, 26, 27, 28, 29, 30],
    "d": [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 44, 45, 46],
    "e": [47, 48, 49, 51, 52, 53, 54, 55, 56, 58],
    "f": [59, 60, 61, 62, 64, 65, 66],
    "g": [67, 68, 70, 71, 72],
    "h": [74, 75, 76, 77, 78, 79, 80, 81, 82, 84, 85, 86, 88],
}
"""The cases of the rulebook by letter; it leaves some numbers out."""


def cases_of(letter):
    """The test functions of a letter's module, by the number in their names."""
    (module,) = MODULES.glob(f"test_{letter}_*.py")
    functions = [node for node in ast.parse(module.read_text()).body if isinstance(node, ast.FunctionDef)]
    named = [(re.match(r"test_corner_(\d\d)_\w", function.name), function) for function in functions]
    return [(int(name[1]), function) for name, function in named if name]


@pytest.mark.parametrize("letter", NUMBERS)
def test_every_corner_case_has_its_test(letter):
    """A letter's module holds one test for each of its numbers, in order, and none for another number."""
    assert [number for number, _ in cases_of(letter)] == NUMBERS[letter]


@pytest.mark.parametrize("letter", NUMBERS)
def test_every_corner_case_states_its_promise(letter):
    """Each of them has a docstring of one line."""
    promises = {function.name: ast.get_docstring(function) or "" for _, function in cases_of(letter)}
    assert not [name for name, promise in promises.items() if not promise or "\n" in promise]
