"""What ARCHITECTURE.md promises of the code and import-linter cannot ask."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "core",
    "carddb",
    "rulebook",
    "decks",
    "validators",
    "goldfish",
    "events",
    "study",
    "published",
    "library",
    "app",
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
SCRIPTS = [file for name in (".", "tools", "benchmarks") for file in (ROOT / name).glob("*.py")]
_ESCAPE_OR_SET = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_POSSESSIVE = re.compile(r"\(\?>|[?*+}]\+")


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


def is_possessive(pattern: str) -> bool:
    """Return whether a regular expression has possessive quantifiers or atomic groups."""
    return bool(_POSSESSIVE.search(_ESCAPE_OR_SET.sub("x", pattern)))


def calls_of_re(file: Path) -> list[ast.Call]:
    """Return the calls of functions of `re` in a file."""
    source = file.read_text("utf-8")
    return [
        node
        for node in (ast.walk(ast.parse(source)) if re.search(r"\bre\.", source) else ())
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
    ]


def patterns_written(calls: list[ast.Call]) -> Iterator[str]:
    """Yield every string within calls."""
    for node in (part for call in calls for part in ast.walk(call)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def patterns_assembled(name: str, calls: list[ast.Call]) -> Iterator[str]:
    """Yield the patterns of a module that puts some together from parts."""
    if any(call.args and not isinstance(call.args[0], ast.Constant) for call in calls):
        for held in vars(importlib.import_module(name)).values():
            if isinstance(held, re.Pattern):
                yield str(held.pattern)


def test_no_pattern_of_re_is_possessive() -> None:
    """Python before 3.11.5 finds wrong matches for them; the package regex has them."""
    patterns = {str(file): list(patterns_written(calls_of_re(file))) for file in SCRIPTS}
    for name, file in MODULES.items():
        calls = calls_of_re(file)
        patterns[name] = [*patterns_written(calls), *patterns_assembled(name, calls)]
    found = {name: [*filter(is_possessive, each)] for name, each in patterns.items()}
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "pattern", ["a*+", "(?:ab)++", "a{2}+", "a?+b", "(?>a)", r"\\*+", "[+*]++"]
)
def test_possessive_patterns_are_found(pattern: str) -> None:
    assert is_possessive(pattern)


@pytest.mark.parametrize(
    "pattern", [r"a\*+", "[*+]+", "[]*+]", r"\{2\}+", r"(?:\?>)", "(a|b)+", r"[\]*+]"]
)
def test_other_patterns_are_not_possessive(pattern: str) -> None:
    assert not is_possessive(pattern)
