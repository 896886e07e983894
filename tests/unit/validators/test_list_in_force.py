"""Which list is in force: the newest of its line that is dated on or before the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from itertools import pairwise

import pytest

from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from validators.list_in_force import ListLine, find_list, line_of, list_on_day, newest

DAY = timedelta(days=1)
TODAY = date(2026, 11, 20)


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


def code(restricted: RestrictedList | None) -> str | None:
    return restricted.code if restricted else None


def test_every_list_continues_one_line(pool: CardPool) -> None:
    lines = Counter(line_of(each) for each in pool.lists.values())
    assert (lines[ListLine.FFG], lines[ListLine.VALYRIAN]) == (11, 1)
    assert lines[ListLine.STANDARD] == len(pool.lists) - 12 >= 20


@pytest.mark.parametrize("line", [ListLine.FFG, ListLine.VALYRIAN, ListLine.STANDARD])
def test_a_list_holds_from_its_day_until_the_next(line: ListLine, pool: CardPool) -> None:
    lists = sorted(
        (each for each in pool.lists.values() if line_of(each) is line), key=lambda each: each.date
    )
    assert newest(lists, line, lists[0].date - DAY) is None
    assert newest(lists, line, lists[0].date) is lists[0]
    for before, after in pairwise(lists):
        assert newest(pool.lists.values(), line, after.date - DAY) is before
        assert newest(pool.lists.values(), line, after.date) is after
    assert newest(pool.lists.values(), line) is lists[-1]
    assert newest(pool.lists.values(), line, date.max) is lists[-1]


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2015, 10, 8), None),
        (date(2016, 10, 9), None),
        (date(2016, 10, 10), "ffg1.1"),
        (date(2017, 10, 11), "ffg1.1"),
        (date(2017, 10, 12), "ffg1.2"),
        (date(2020, 4, 12), "ffg3.0"),
        (date(2020, 4, 13), "conclave1.0"),
        (date(2020, 10, 2), "conclave2.0"),
        (date(2020, 10, 3), "redesigns2.1"),
        (date(2021, 7, 15), "redesigns2.2"),
        (date(2021, 7, 16), "gotstandard1.0"),
        (date(2026, 6, 30), "gotstandard1.16"),
        (date(2026, 7, 1), "gotstandard2.1"),
        (TODAY, "gotstandard2.1"),
    ],
)
def test_the_list_of_a_day(day: date | None, expected: str | None, pool: CardPool) -> None:
    assert code(list_on_day(pool, day)) == expected


def test_the_valyrian_list_is_in_force_where_it_is_asked_for_alone(pool: CardPool) -> None:
    assert all(
        code(list_on_day(pool, each.date)) != "gotvalyrian1.0" for each in pool.lists.values()
    )
    assert code(find_list(pool, "gotvalyrian1.0", TODAY)) == "gotvalyrian1.0"


@pytest.mark.parametrize(
    ("day", "expected"), [(date(2015, 9, 29), None), (date(2015, 9, 30), "faq6.0")]
)
def test_the_first_edition_has_one_list(
    day: date, expected: str | None, pools: Mapping[Edition, CardPool]
) -> None:
    assert code(list_on_day(pools[Edition.FIRST], day)) == expected
    assert code(list_on_day(pools[Edition.FIRST], None)) == "faq6.0"


def test_what_a_user_may_ask_for(pool: CardPool) -> None:
    early = date(2017, 12, 1)
    assert find_list(pool, "none", early) is None
    assert code(find_list(pool, "", early)) == "ffg1.2"
    assert find_list(pool, "latest", early) is list_on_day(pool, None)
    assert list_on_day(pool, None) is list_on_day(pool, date.max)
    assert code(find_list(pool, "ffg3.0", early)) == "ffg3.0"
    assert find_list(pool, "", date(2016, 1, 1)) is None


def test_an_unknown_list_is_told_with_those_there_are(pool: CardPool) -> None:
    with pytest.raises(AppError) as raised:
        find_list(pool, "gotstandard9.9", TODAY)
    assert str(raised.value) == (
        "There is no restricted list “gotstandard9.9” for the second edition."
    )
    hint = raised.value.hint
    assert "ffg1.1, ffg1.2" in hint
    assert "“latest”" in hint
    assert "“none”" in hint


def test_a_list_of_the_other_edition_is_unknown(pools: Mapping[Edition, CardPool]) -> None:
    with pytest.raises(AppError, match="first edition"):
        find_list(pools[Edition.FIRST], "gotstandard2.1", TODAY)
