"""The lists of FAQ 6.0: one restricted title, banned cards, joust and melee apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.restrictions import FormatList
from carddb.terms import Faction
from tests.filled import Wanted
from tests.verdicts import errors, only

LIST = "faq6.0"


def part(pool: CardPool, format_name: str) -> FormatList:
    """Return what the list says of a format."""
    found = pool.lists[LIST].of(format_name)
    assert found is not None
    return found


def unlisted(pool: CardPool) -> Wanted:
    """Return a deck without a card of either list."""
    codes = {c for name in ("joust", "melee") for c in part(pool, name).restricted}
    banned = {c for name in ("joust", "melee") for c in part(pool, name).banned}
    titles = {pool.card(code).name for code in codes | banned}

    def accept(card: Card) -> bool:
        return card.name not in titles

    return Wanted(accept=accept)


@pytest.mark.parametrize(
    ("format_name", "restricted", "banned"), [("joust", 47, 3), ("melee", 27, 1)]
)
def test_the_lists_have_their_sizes(
    format_name: str, restricted: int, banned: int, pool: CardPool
) -> None:
    found = part(pool, format_name)
    assert (len(found.restricted), len(found.banned)) == (restricted, banned)
    assert all(code in pool for code in found.restricted | found.banned)


def test_one_restricted_title_in_any_number(pool: CardPool) -> None:
    wanted = unlisted(pool)
    assert errors(replace(wanted, cards={"core_13": 3}).deck(pool), pool, LIST) == []
    assert errors(replace(wanted, cards={"dotn_117": 3}).deck(pool), pool, LIST) == []
    two = replace(wanted, cards={"core_13": 1, "dotn_117": 1}).deck(pool)
    assert errors(two, pool, LIST) == ["list.restricted"]
    assert errors(two, pool, "none") == []


@pytest.mark.parametrize(("plot", "agenda"), [("dotn_40", "soo_19"), ("lotr_52", "soo_19")])
def test_plots_and_agendas_count_for_the_list(plot: str, agenda: str, pool: CardPool) -> None:
    for format_name in ("joust", "melee"):
        wanted = replace(unlisted(pool), format=format_name)
        alone = replace(wanted, cards={plot: 1}).deck(pool)
        assert errors(alone, pool, LIST) == []
        beside = replace(wanted, cards={plot: 1}, agendas=(agenda,)).deck(pool)
        problem = only(beside, pool, "list.restricted", LIST)
        assert set(problem.cards) == {plot, agenda}


def test_joust_and_melee_have_lists_of_their_own(pool: CardPool) -> None:
    cards = {"core_13": 1, "pots_15": 1}
    deck = replace(unlisted(pool), cards=cards).deck(pool)
    assert errors(deck, pool, LIST) == ["list.restricted"]
    assert errors(replace(deck, format="melee"), pool, LIST) == []


@pytest.mark.parametrize(
    ("event", "house"),
    [("atoc_97", Faction.STARK), ("atoc_98", Faction.GREYJOY), ("atoc_99", Faction.MARTELL)],
)
def test_three_events_are_banned_in_joust(event: str, house: Faction, pool: CardPool) -> None:
    deck = replace(unlisted(pool), faction=house, cards={event: 1}).deck(pool)
    assert errors(deck, pool, LIST) == ["list.banned"]
    assert errors(replace(deck, format="melee"), pool, LIST) == []


def test_the_old_way_is_banned_in_melee(pool: CardPool) -> None:
    wanted = replace(unlisted(pool), faction=Faction.GREYJOY, agendas=("kr_99",))
    assert errors(wanted.deck(pool), pool, LIST) == []
    assert errors(replace(wanted, format="melee").deck(pool), pool, LIST) == ["list.banned"]


def test_the_printings_that_are_not_listed_stay_free(pool: CardPool) -> None:
    bran = [card for card in pool.by_title["Bran Stark"] if card.code != "core_13"]
    cards = {"dotn_117": 1, **{card.code: 1 for card in bran[:1]}}
    assert errors(replace(unlisted(pool), cards=cards).deck(pool), pool, LIST) == []


def test_the_source_names_the_document_and_its_day(pool: CardPool) -> None:
    deck = replace(unlisted(pool), cards={"core_13": 1, "dotn_117": 1}).deck(pool)
    problem = only(deck, pool, "list.restricted", LIST)
    assert "FAQ 6.0" in problem.source
    assert "2015-09-30" in problem.source
    assert "FAQ 6.0 (joust)" in problem.message
