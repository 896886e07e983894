"""Cases in one test: every case that fails is told, with its values and its own message."""

from __future__ import annotations

import inspect

import pytest

from tests.each_case import each_case


def test_every_case_that_fails_is_told_by_its_values() -> None:
    tried = []

    @each_case(("one", "other"), [(1, 1), (1, 2), (3, 3), (4, 5)])
    def alike(one: int, other: int) -> None:
        tried.append((one, other))
        assert one == other, f"{one} is not {other}"

    with pytest.raises(ExceptionGroup, match="2 of 4 cases fail") as caught:
        alike()
    assert tried == [(1, 1), (1, 2), (3, 3), (4, 5)]
    notes = [note for each in caught.value.exceptions for note in each.__notes__]
    assert notes == ["The case: (1, 2)", "The case: (4, 5)"]
    assert [str(each).splitlines()[0] for each in caught.value.exceptions] == [
        "1 is not 2",
        "4 is not 5",
    ]


def test_what_pytest_fails_is_told_by_its_name() -> None:
    @each_case("number", [0, 1], ids=["no number", "a number"])
    def raises(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            _ = 1 / number

    with pytest.raises(BaseExceptionGroup, match="1 of 2 cases fail") as caught:
        raises()
    (failure,) = caught.value.exceptions
    assert failure.__notes__ == ["The case: a number"]


def test_every_pair_of_two_lists_is_a_case_and_fixtures_stay() -> None:
    tried = []

    @each_case("one", [1, 2])
    @each_case("other", "ab")
    def pairs(one: int, other: str, tmp_path: str) -> None:
        tried.append((one, other, tmp_path))
        assert (one, other) != (2, "b")

    assert list(inspect.signature(pairs).parameters) == ["tmp_path"]
    with pytest.raises(ExceptionGroup):
        pairs(tmp_path="there")
    assert tried == [(1, "a", "there"), (1, "b", "there"), (2, "a", "there"), (2, "b", "there")]
