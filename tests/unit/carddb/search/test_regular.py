"""Regular expressions: what they find, and that none of them hangs."""

from __future__ import annotations

import re

import pytest

from carddb.query import Searcher
from carddb.search.folded_text import LONGEST, regular
from core.errors import QueryError
from tests.long_run import times

TEXTS = (
    "",
    "a",
    "ab",
    "abab",
    "gain 2 gold",
    "win a challenge",
    "a-b",
    "starks",
    "x" * 30,
    "a\tb",
)
PATTERNS = (
    "a", "ab?", "(ab)+$", "^a", "a|x", "[0-9]", "[^a-z ]", r"\bgold\b", r"\Bold", r"\d gold",
    "w.n", "(?:win|lose)s? a", "(a|b){2,3}", "x{30}", "x{31}", ".*gold", "[a\\-]b", r"\W", "g.*?d",
    "^$", "a{2", r"\s", "", r"\t", "(|a)b", r"[\d-]", "[]a]", "[a-]", r"[\W]", r"(a)b\1", "a(?=b)",
    "(?<!g)old",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_python_finds_is_found(pattern: str) -> None:
    accepts, python = regular(pattern), re.compile(pattern)
    for text in TEXTS:
        assert accepts(text) is (python.search(text) is not None), text


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|a)*b", "(.*)*x", ".*.*.*.*.*.*=", "(x+x+)+y", "(.*a){9}b", "(a|aa)+$",
     "((a*)*)*b", ".{0,50}.{0,50}.{0,40}z"][:: times(short=4, long=1)],
)  # fmt: skip
def test_what_would_hang_says_that_it_takes_too_long(pattern: str) -> None:
    accepts = regular(pattern, at=3)
    with pytest.raises(QueryError, match="takes too long") as caught:
        any(accepts("a" * length + "-") for length in range(1000, 30_000))
    assert (caught.value.start, caught.value.end) == (3, 3 + len(pattern))


def test_what_took_too_long_is_not_tried_again() -> None:
    accepts = regular("(a|aa)+$")
    for text in ("a" * 5000 + "-", "a" * 4000 + "-"):
        with pytest.raises(QueryError, match="takes too long"):
            accepts(text)


def test_letters_are_compared_as_texts_have_them() -> None:
    assert regular("\u00c9OWYN'S [\u00c9-Z]?")("eowyns x")
    assert regular("[\u00c1]")("a")
    assert regular("\u00c6")("ae")
    assert regular(r"\D\S\W")("ab ")


@pytest.mark.parametrize(
    ("pattern", "start", "end"),
    [("a" * 201, LONGEST, 201), ("(" * 21, 20, 21), ("\\", 0, 1),
     ("''(", 2, 3), ("a**", 2, 3)],
)  # fmt: skip
def test_a_fault_has_a_place(pattern: str, start: int, end: int) -> None:
    with pytest.raises(QueryError) as caught:
        regular(pattern)
    assert (caught.value.start, caught.value.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "uses"),
    [("/arya/", True), ("f:stark (k:lord or -x:/gold/)", True), ("arya", False), ("", False),
     ('name:"/arya/"', False), ("k:lord|/^house/", True)],
)  # fmt: skip
def test_a_query_says_whether_it_uses_a_regular_expression(
    everything: Searcher, text: str, uses: bool
) -> None:
    assert everything.query(text).uses_regular_expression is uses
