"""A pack may be played from its day of release, at premier events 11 days later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from tests.builders import pack
from tests.filled import Wanted
from tests.verdicts import errors, only
from validators.releases import is_out

DAY = timedelta(days=1)
HOUSE_OF_THORNS = date(2017, 10, 26)


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.SECOND]


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


def test_a_card_of_one_format_has_a_day_of_release_too(pool: CardPool) -> None:
    """The Dragon's Tail of melee came out with the redesigns on 2020-10-01 (ruling 6)."""
    deck = replace(core(pool), cards={"17147": 1}, format="melee").deck(pool)
    assert errors(deck, pool, day=date(2020, 10, 1)) == []
    assert errors(deck, pool, day=date(2020, 9, 30)) == ["release.later"]


def test_the_variants_without_a_date_are_judged_by_their_format_alone(pool: CardPool) -> None:
    deck = replace(core(pool), agendas=("00030",), format="hand-of-the-king").deck(pool)
    assert errors(deck, pool, day=date(2018, 1, 1)) == []


def test_a_pack_without_a_date_is_never_out() -> None:
    assert not is_out(pack("New", released=""), date.max)


@pytest.mark.parametrize(
    ("released", "first"),
    [
        ("2008", date(2008, 1, 1)),
        ("2008-12", date(2008, 12, 1)),
        ("2009-07-24", date(2009, 7, 24)),
    ],
)
def test_a_month_or_a_year_counts_from_its_first_day(released: str, first: date) -> None:
    assert is_out(pack("Old", released=released), first)
    assert not is_out(pack("Old", released=released), first - DAY)


def test_the_first_edition_has_its_days_too(pools: Mapping[Edition, CardPool]) -> None:
    first = pools[Edition.FIRST]
    deck = Wanted(accept=lambda card: card.pack == "core", cards={"pots_59": 1}).deck(first)
    assert errors(deck, first, day=date(2009, 12, 14)) == ["release.later"]
    assert errors(deck, first, day=date(2009, 12, 15)) == []
