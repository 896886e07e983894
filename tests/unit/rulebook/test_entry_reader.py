"""The form of the files that the rules are written in."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from carddb.terms import Edition
from core.errors import AppError
from rulebook.entry import Entry, WordSpan
from rulebook.rule_book import read_entries

EXAMPLE = """\
source: Rules Reference
since: 2015-10-08

== term.one | One
also: first, the
  beginning
cards: 01001, 01002

It leads to [[term.two]], and
[[term.two|on]].

1. A step
   that goes on.
2. Another.

== term.two | Two
source: FAQ 1.2
until: 2019-09-19
see: term.one

Nothing more.
"""


def read(folder: Path, text: str) -> tuple[Entry, ...]:
    for name in ("first", "second", "both"):
        (folder / name).mkdir()
    (folder / "second" / "terms.txt").write_text(text, "utf-8")
    return read_entries(folder)


def test_an_entry_as_it_is_written(tmp_path: Path) -> None:
    one, two = read(tmp_path, EXAMPLE)
    assert (one.id, one.title, one.edition) == ("term.one", "One", Edition.SECOND)
    assert (one.source, one.since, one.until) == ("Rules Reference", date(2015, 10, 8), None)
    assert one.also == ("first", "the beginning")
    assert one.cards == ("01001", "01002")
    assert one.words == "It leads to Two, and on.\n\n1. A step that goes on.\n2. Another."
    assert one.spans[1] == WordSpan("Two", "term.two")
    assert (one.see, two.see) == (("term.two",), ("term.one",))
    assert (two.source, two.until) == ("FAQ 1.2", date(2019, 9, 19))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("== term.x | X\n\nWords.", "source"),
        ("== thing.x | X\nsource: S\n\nWords.", "thing"),
        ("== term.x | X\nsource: S\ncolour: red\n\nWords.", "colour: red"),
        ("== term.x | X\nsource: S\nsince: May\n\nWords.", "May"),
        ("== term.x | X\nsource: S\n\nSee [[term.y]].", "term.y"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, wrong: str, said: str) -> None:
    with pytest.raises(AppError, match=said):
        read(tmp_path, wrong)
