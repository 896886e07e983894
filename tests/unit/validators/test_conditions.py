"""Conditions: the user's, else the deck's, else the custom; and days of release."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from carddb.pool import CardPool, Pools
from carddb.terms import Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from tests.builders import pack
from tests.filled import Wanted
from tests.verdicts import TODAY, errors, only
from validators.conditions import Requested, conditions_for, find_format
from validators.releases import is_out

STATED = {"format": "melee", "list_code": "ffg1.2", "date": "2018-01-01"}


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


def test_a_format_of_the_other_edition_is_told(pool: CardPool) -> None:
    with pytest.raises(AppError, match="“draft” is not a format of the first edition") as raised:
        find_format(Edition.FIRST, "draft")
    assert raised.value.hint == "Choose one of: joust, melee, civil-war."


DAY = timedelta(days=1)
HOUSE_OF_THORNS = date(2017, 10, 26)


def core(pool: CardPool, **cards: int) -> Wanted:
    """Return a deck of the Core Set with these cards."""
    return Wanted(
        faction=Faction.TYRELL,
        accept=lambda card: card.pack == "Core",
        cards={code.removeprefix("c"): copies for code, copies in cards.items()},
    )


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (HOUSE_OF_THORNS - DAY, ["release.later"]),
        (HOUSE_OF_THORNS, []),
        (HOUSE_OF_THORNS + DAY, []),
    ],
)
def test_a_pack_is_legal_from_its_day_of_release(
    day: date, expected: list[str], pool: CardPool
) -> None:
    assert pool.packs["HoT"].released == HOUSE_OF_THORNS.isoformat()
    deck = core(pool, c09001=1).deck(pool)
    assert errors(deck, pool, day=day) == expected


@pytest.mark.parametrize(
    ("days", "expected"), [(0, ["release.later"]), (10, ["release.later"]), (11, []), (12, [])]
)
def test_a_premier_event_asks_for_eleven_days(
    days: int, expected: list[str], pool: CardPool
) -> None:
    deck = core(pool, c09001=1).deck(pool)
    day = HOUSE_OF_THORNS + days * DAY
    assert errors(deck, pool, day=day, premier=True) == expected
    assert errors(deck, pool, day=day) == []


def test_the_problem_names_card_pack_and_day(pool: CardPool) -> None:
    deck = core(pool, c09001=3).deck(pool)
    problem = only(deck, pool, "release.later", day=HOUSE_OF_THORNS - DAY)
    assert problem.cards == ("09001",)
    assert "House of Thorns (2017-10-26)" in problem.message
    assert "2017-10-25" in problem.message
    premier = only(deck, pool, "release.later", day=HOUSE_OF_THORNS, premier=True)
    assert "11 days" in premier.message


def test_agendas_and_plots_are_looked_at_too(pool: CardPool) -> None:
    wanted = replace(core(pool), agendas=("09045",), accept=lambda card: card.pack == "Core")
    problem = only(wanted.deck(pool), pool, "release.later", day=HOUSE_OF_THORNS - DAY)
    assert problem.cards == ("09045",)
    plot = next(c for c in pool if c.pack == "HoT" and c.plot and not c.factions)
    with_plot = replace(core(pool), cards={plot.code: 1}).deck(pool)
    assert errors(with_plot, pool, day=HOUSE_OF_THORNS - DAY) == ["release.later"]


def test_a_later_printing_does_not_spoil_the_earlier(pool: CardPool) -> None:
    deck = replace(core(pool), cards={"01183": 3}).deck(pool)
    assert errors(deck, pool, day=date(2016, 1, 1)) == []
    redesign = replace(core(pool), cards={"17174": 3}).deck(pool)
    assert errors(redesign, pool, day=date(2026, 6, 30)) == ["release.later"]
    assert errors(redesign, pool, day=date(2026, 7, 1)) == []


def test_the_variants_without_a_date_are_judged_by_their_format_alone(pool: CardPool) -> None:
    deck = replace(core(pool), agendas=("00030",), format="hand-of-the-king").deck(pool)
    assert errors(deck, pool, day=date(2018, 1, 1)) == []


def test_a_pack_without_a_date_is_never_out() -> None:
    assert not is_out(pack("New", released=""), date.max)


@pytest.mark.parametrize(
    ("released", "first"),
    [("2008", date(2008, 1, 1)), ("2008-12", date(2008, 12, 1)), ("2009-07-24", date(2009, 7, 24))],
)
def test_a_month_or_a_year_counts_from_its_first_day(released: str, first: date) -> None:
    assert is_out(pack("Old", released=released), first)
    assert not is_out(pack("Old", released=released), first - DAY)


def test_the_first_edition_has_its_days_too(pools: Pools) -> None:
    first = pools[Edition.FIRST]
    deck = Wanted(accept=lambda card: card.pack == "core", cards={"pots_59": 1}).deck(first)
    assert errors(deck, first, day=date(2009, 12, 14)) == ["release.later"]
    assert errors(deck, first, day=date(2009, 12, 15)) == []
