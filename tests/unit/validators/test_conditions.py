"""Conditions: what the user asks for, else what the deck states, else the custom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from validators.conditions import (
    FORMATS,
    Requested,
    conditions_for,
    find_format,
    formats_of,
    read_day,
)

TODAY = date(2026, 11, 20)
STATED = {"format": "melee", "list_code": "ffg1.2", "date": "2018-01-01"}


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


def deck(**fields: str) -> Deck:
    return Deck.of("Stated", Edition.SECOND, None, [], **fields)


def judged(pool: CardPool, each: Deck, **wishes: object) -> tuple[str, str | None, date | None]:
    """Return format, list and day of the conditions."""
    found = conditions_for(each, pool, Requested(**wishes), TODAY)  # type: ignore[arg-type]
    restricted = found.restricted_list
    return found.format.name, restricted.code if restricted else None, found.date


def test_the_custom_is_joust_today_under_the_list_in_force(pool: CardPool) -> None:
    assert judged(pool, deck()) == ("joust", "gotstandard2.1", TODAY)
    assert judged(pool, deck(format="")) == ("joust", "gotstandard2.1", TODAY)


def test_what_the_deck_states_holds(pool: CardPool) -> None:
    assert judged(pool, deck(**STATED)) == ("melee", "ffg1.2", date(2018, 1, 1))


def test_the_decks_date_chooses_its_list(pool: CardPool) -> None:
    assert judged(pool, deck(date="2018-03-25")) == ("joust", "ffg1.2", date(2018, 3, 25))
    assert judged(pool, deck(date="2016-10-09")) == ("joust", None, date(2016, 10, 9))


def test_the_user_overrules_the_deck(pool: CardPool) -> None:
    stated = deck(**STATED)
    day = date(2021, 1, 1)
    assert judged(pool, stated, format_name="joust") == ("joust", "ffg1.2", date(2018, 1, 1))
    assert judged(pool, stated, list_code="ffg3.0")[1] == "ffg3.0"
    assert judged(pool, stated, list_code="none")[1] is None
    assert judged(pool, stated, list_code="latest")[1] == list(pool.lists)[-1]
    assert judged(pool, stated, date=day) == ("melee", "ffg1.2", day)
    assert judged(pool, deck(date="2018-01-01"), date=day)[1] == "redesigns2.1"


def test_premier_is_as_asked(pool: CardPool) -> None:
    assert not conditions_for(deck(), pool, Requested(), TODAY).premier
    assert conditions_for(deck(), pool, Requested(premier=True), TODAY).premier


@pytest.mark.parametrize(
    ("fields", "sentence", "hint"),
    [
        ({"format": "highlander"}, "“highlander” is not a format of the second edition.", "joust"),
        ({"date": "01.07.2026"}, "“01.07.2026” is not a date.", "2026-07-01"),
        ({"list_code": "faq6.0"}, "There is no restricted list “faq6.0”", "gotstandard2.1"),
    ],
)
def test_what_does_not_exist_is_told_in_a_sentence(
    fields: dict[str, str], sentence: str, hint: str, pool: CardPool
) -> None:
    with pytest.raises(AppError) as raised:
        conditions_for(deck(**fields), pool, Requested(), TODAY)
    assert str(raised.value).startswith(sentence)
    assert hint in raised.value.hint


def test_an_iso_date() -> None:
    assert read_day("2026-07-01") == date(2026, 7, 1)


def test_the_formats_of_the_editions() -> None:
    assert [each.name for each in formats_of(Edition.SECOND)] == [
        "joust",
        "melee",
        "draft",
        "rookery",
        "hand-of-the-king",
        "civil-war",
    ]
    assert [each.name for each in formats_of(Edition.FIRST)] == ["joust", "melee", "civil-war"]
    assert len(FORMATS) == 9


def test_a_format_of_the_other_edition_is_told(pool: CardPool) -> None:
    with pytest.raises(AppError, match="“draft” is not a format of the first edition") as raised:
        find_format(Edition.FIRST, "draft")
    assert raised.value.hint == "Choose one of: joust, melee, civil-war."
