"""The order of what is found."""

from __future__ import annotations

import pytest

from carddb.query import QueryContext, Searcher, sortable
from carddb.terms import CardType, Faction, Printed
from core.errors import AppError
from tests.builders import card, pool

CARDS = (
    card("Éowyn", cost=3, factions=(Faction.STARK,), code="01001"),
    card("Dany", cost=Printed.X, factions=(Faction.TARGARYEN,), code="01002"),
    card("Coin", CardType.LOCATION, cost=0, code="01003", unique=True),
    card("Beric", cost=None, factions=(Faction.STARK,), code="01004"),
    card("Arya", cost=3, factions=(Faction.STARK,), code="01005", traits=("Lady",)),
)


def names(sort: str) -> str:
    searcher = Searcher(pool(*CARDS))
    facts = QueryContext(in_deck={"01002": 2, "01003": 1})
    return " ".join(each.name for each in searcher.find("", facts, sort))


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", "Arya Beric Coin Dany Éowyn"),
        ("name", "Arya Beric Coin Dany Éowyn"),
        ("-name", "Éowyn Dany Coin Beric Arya"),
        ("cost", "Coin Arya Éowyn Dany Beric"),
        ("o", "Coin Arya Éowyn Dany Beric"),
        ("-cost", "Dany Arya Éowyn Coin Beric"),
        ("faction", "Arya Beric Éowyn Dany Coin"),
        ("faction,-cost", "Arya Éowyn Beric Dany Coin"),
        ("type,code", "Éowyn Dany Beric Arya Coin"),
        ("unique", "Coin Arya Beric Dany Éowyn"),
        ("trait", "Arya Beric Coin Dany Éowyn"),
        ("pack", "Éowyn Dany Coin Beric Arya"),
        ("-deck", "Dany Coin Arya Beric Éowyn"),
    ],
)
def test_cards_are_sorted_by_any_key(sort: str, order: str) -> None:
    assert names(sort) == order


@pytest.mark.parametrize("key", sortable())
def test_every_column_sorts_every_card(everything: Searcher, key: str) -> None:
    none: frozenset[str] = frozenset()
    facts = QueryContext(
        legal=none,
        restricted=none,
        banned=none,
        podded=none,
        playable=none,
        in_deck={},
        considered={},
        owned={},
        starred=none,
        categories={},
        notes={},
    )
    assert len(everything.find("", facts, f"-{key}")) == 4228


@pytest.mark.parametrize("sort", ["colour", "on", "is", "cost,colour"])
def test_another_word_is_refused(sort: str) -> None:
    with pytest.raises(AppError, match="cannot be sorted by"):
        names(sort)


def test_facts_that_are_missing_are_asked_for(everything: Searcher) -> None:
    with pytest.raises(AppError, match="Say first which cards you own"):
        everything.find("", sort="owned")
