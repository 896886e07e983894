"""No text of the product has eight words in a row of the publisher's documents."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from rulebook.rule_book import rule_book
from tests.eight_words import BYTES, RUN, copied, known, runs

ROOT = Path(__file__).parents[2]
OTHERS = {"tests", "build", ".venv"}
FOLDERS = [each.parent for each in ROOT.glob("*/__init__.py") if each.parent.name not in OTHERS]
SOURCES = [*ROOT.glob("*.py"), *chain(*(folder.rglob("*.py") for folder in FOLDERS))]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def test_no_entry_has_their_sentences() -> None:
    texts = {f"{entry.id}: {entry.title}": entry.words for entry in rule_book().entries}
    assert {name: found for name, text in texts.items() if (found := copied(text))} == {}


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.name))
def test_no_page_has_their_sentences(file: Path) -> None:
    assert copied(file.read_text("utf-8")) == []


def test_no_string_of_the_program_has_their_sentences() -> None:
    found = {}
    for file in SOURCES:
        for text, line in strings(file.read_text("utf-8")):
            if taken := copied(text):
                found[f"{file.name}:{line}"] = taken
    assert found == {}


def strings(source: str) -> Iterator[tuple[str, int]]:
    """Yield every string of a program with its line; quicker than `ast.walk`, which visits more."""
    nodes: list[ast.AST] = [ast.parse(source)]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node.value, node.lineno
        elif not isinstance(node, ast.Name):
            for part in vars(node).values():
                if isinstance(part, list):
                    nodes += [each for each in part if isinstance(each, ast.AST)]
                elif isinstance(part, ast.AST):
                    nodes.append(part)


def test_every_string_of_a_program_is_looked_at() -> None:
    program = 'class A:\n  "B"\n  def c(self, d="E", *, f: "G") -> "H":\n    return [{d: f"I{d}J"}]'
    assert sorted(strings(program)) == [
        ("B", 2),
        ("E", 3),
        ("G", 3),
        ("H", 3),
        ("I", 4),
        ("J", 4),
    ]


def test_a_copied_sentence_would_be_found() -> None:
    """The digests are there and whole, and a run is found whatever its signs and case."""
    assert len(known()) > 10_000
    assert {len(each) for each in known()} == {BYTES}
    (run,) = runs("One, two three; FOUR <b>five</b> six seven eight.")
    assert run == "one two three four five six seven eight"
    assert len(run.split()) == RUN
    assert copied(run) == []
    assert len(copied("© Fantasy Flight Games, the FFG logo, <i>Living Card</i> Game")) == 2
