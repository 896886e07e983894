"""No text of the product has eight words in a row of the publisher's documents."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path

from rulebook.rule_book import rule_book
from tests.each_case import each_case
from tests.eight_words import BYTES, RUN, copied, known, runs

ROOT = Path(__file__).parents[2]
OTHERS = {"tests", "build", ".venv"}
FOLDERS = [each.parent for each in ROOT.glob("*/__init__.py") if each.parent.name not in OTHERS]
SOURCES = [*ROOT.glob("*.py"), *chain(*(folder.rglob("*.py") for folder in FOLDERS))]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def test_no_entry_has_their_sentences() -> None:
    texts = {f"{entry.id}: {entry.title}": entry.words for entry in rule_book().entries}
    assert {name: found for name, text in texts.items() if (found := copied(text))} == {}


@each_case("file", DOCUMENTS, ids=lambda file: str(file.name))
def test_no_page_has_their_sentences(file: Path) -> None:
    assert copied(file.read_text("utf-8")) == []


def test_no_string_of_the_program_has_their_sentences() -> None:
    found = {}
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if taken := copied(node.value):
                found[f"{file.name}:{node.lineno}"] = taken
    assert found == {}


def test_a_copied_sentence_would_be_found() -> None:
    """The digests are there and whole, and a run is found whatever its signs and case."""
    assert len(known()) > 10_000
    assert {len(each) for each in known()} == {BYTES}
    (run,) = runs("One, two three; FOUR <b>five</b> six seven eight.")
    assert run == "one two three four five six seven eight"
    assert len(run.split()) == RUN
    assert copied(run) == []
    assert len(copied("© Fantasy Flight Games, the FFG logo, <i>Living Card</i> Game")) == 2
