"""Regular expressions: what they find, and that none of them hangs."""

from __future__ import annotations

import re

import pytest
from typing_extensions import override

from carddb.search.regular import RegularExpression, _State, regular
from carddb.search.regular_syntax import LONGEST, RegularFault, read
from carddb.search.regular_ways import as_python, ways

TEXTS = (
    "",
    "a",
    "ab",
    "abab",
    "gain 2 gold",
    "win a challenge",
    "a-b",
    "stark's",
    "x" * 30,
    "a\tb",
)
PATTERNS = (
    "a", "ab?", "(ab)+$", "^a", "a|x", "[0-9]", "[^a-z ]", r"\bgold\b", r"\Bold", r"\d gold",
    "w.n", "(?:win|lose)s? a", "(a|b){2,3}", "x{30}", "x{31}", ".*gold", "[a\\-]b", r"\W", "g.*?d",
    "^$", "a{2", r"\s", "", r"\t", "(|a)b", r"[\d-]", "[]a]", "[a-]", r"[\W]",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_both_engines_find_what_python_finds(pattern: str) -> None:
    tree = read(pattern)
    python = re.compile(pattern)
    for text in TEXTS:
        expected = python.search(text) is not None
        assert RegularExpression(tree, pattern).search(text) is expected, text
        assert (re.search(as_python(tree), text) is not None) is expected, text


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|a)*b", "(.*)*x", ".*.*.*.*.*.*=", "(a?){50}a{50}z", "(x+x+)+y", "(.*a){9}b",
     "(a|aa)+$", "((a*)*)*b", ".{0,50}.{0,50}.{0,40}z", "([ab].{30}){3}z"],
)  # fmt: skip
def test_what_would_hang_takes_a_step_a_letter(pattern: str) -> None:
    tree = read(pattern)
    followed = Followed(tree, pattern)
    for length in range(400, 500):
        followed.steps = 0
        assert not followed.search("a" * length + "-")
        assert followed.steps <= length + 1


class Followed(RegularExpression):
    """Counts the steps from one letter to the next that are worked out."""

    steps = 0

    @override
    def _following(self, state: _State, letter: str) -> _State:
        self.steps += 1
        return super()._following(state, letter)


@pytest.mark.parametrize(
    ("pattern", "number"),
    [("abc", 1), ("ab?c?", 4), ("a|b|c", 3), ("a*", 1000), ("(a|b){3}", 8), ("a{0,4}", 5),
     ("(a?)*", 10**9), (".*.*", 10**6), ("(a*){50}", 10**9)],
)  # fmt: skip
def test_ways_are_counted_upwards(pattern: str, number: int) -> None:
    assert ways(read(pattern)) == number


def test_letters_are_compared_as_texts_have_them() -> None:
    assert regular("ÉOWYN'S [É-Z]?")("eowyns x")
    assert regular("[Á]")("a")
    assert regular("Æ")("ae")


@pytest.mark.parametrize(
    ("pattern", "start", "end"),
    [("a" * 201, LONGEST, 201), ("(" * 21, 20, 21), ("a(?P<n>b)", 1, 3), (r"\q", 0, 2),
     ("\\", 0, 1), (r"[\q]", 1, 3), ("[a-\\d]", 0, 5), ("a++", 0, 2)],
)  # fmt: skip
def test_a_fault_has_a_place(pattern: str, start: int, end: int) -> None:
    with pytest.raises(RegularFault) as caught:
        regular(pattern)
    assert (caught.value.start, caught.value.end) == (start, end)
