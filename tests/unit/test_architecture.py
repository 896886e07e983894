"""What ARCHITECTURE.md promises of the code and import-linter cannot ask."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "carddb",
    "rulebook",
    "decks",
    "validators",
    "goldfish",
    "events",
    "study",
    "library",
    "cli",
    "desktop",
)
SOURCES = sorted(file for name in PACKAGES for file in (ROOT / name).rglob("*.py"))
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts): file
    for file in SOURCES
    if file.name != "__init__.py"
}
LONGEST_FILE = 800


def statements(inside: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement of a file, however deep; that is quicker than to walk to every word."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(inside, part, ()):
            yield each
            yield from statements(each)


@cache
def imported(file: Path) -> frozenset[str]:
    """Return the modules that a file imports, wherever it does."""
    found = set()
    for node in statements(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return frozenset(found)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "desktop" / "session").glob("*.py")), ids=lambda file: str(file.name)
)
def test_the_session_has_no_widgets(file: Path) -> None:
    assert "PySide6.QtWidgets" not in imported(file)


def test_files_are_short() -> None:
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in SOURCES}
    assert [file for file, lines in lengths.items() if lines > LONGEST_FILE] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_imports_itself_through_others(package: str) -> None:
    """Imports within functions and under TYPE_CHECKING count; import-linter orders the packages."""
    inside = {name: file for name, file in MODULES.items() if name.startswith(f"{package}.")}
    imports = {name: sorted(imported(file) & inside.keys()) for name, file in inside.items()}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_holds_its_docstring_alone(name: str) -> None:
    for file in (ROOT / name).rglob("__init__.py"):
        body = ast.parse(file.read_text("utf-8")).body
        assert [type(each) for each in body] == [ast.Expr], file
