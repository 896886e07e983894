"""Filters that are chosen without typing, and what a search finds with one thing less."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.pool import Pools
from carddb.query import Searcher, keys_of
from carddb.search.empty_answer import EmptySearch, in_texts, parts_of_query, wider_searches
from carddb.search.filters import (
    OWNED,
    PLAYABLE,
    FilterTerm,
    faction_filter,
    filter_groups,
    filters_query,
    type_filter,
)
from carddb.search.keys import find_key
from carddb.search.query_context import NOTHING_KNOWN, SearchScope
from carddb.search.suggestions import EXAMPLES
from carddb.terms import CardType, Edition, Faction
from tests.unit.carddb.search.test_search_page import EXAMPLES as PAGE_EXAMPLES

SECOND = SearchScope(Edition.SECOND, draft=False)
LORD = FilterTerm("trait", "k:lord", "Lord")
STARK, EVENT = faction_filter(Faction.STARK), type_filter(CardType.EVENT)


@pytest.mark.parametrize("edition", Edition)
def test_every_filter_finds_some_cards_of_its_edition_and_not_all(
    everything: Searcher, pools: Pools, edition: Edition
) -> None:
    pool = pools[edition]
    terms = [term for group in filter_groups(pool.cards, [pool]) for term in group.terms]
    for term in terms:
        assert keys_of(term.text) == {term.key}
        found = everything.find(f"{term.text} edition:{edition.value}")
        assert 0 < len(found) < len(pool), term
    assert len({term.text for term in terms}) == len({term.label for term in terms}) == len(terms)
    groups = {group.name for group in filter_groups(pool.cards, [pool])}
    assert {"Icons", "Cost", "STR", "Unique", "Keywords", "Pack"} <= groups
    assert ("Crests" in groups, "Loyal" in groups) == (
        edition is Edition.FIRST,
        edition is Edition.SECOND,
    )


def test_filters_of_one_key_are_alternatives_and_icons_are_not(everything: Searcher) -> None:
    cost = [FilterTerm("cost", f"cost:{n}", f"Cost {n}") for n in (2, 3)]
    icons = [FilterTerm(name, f"{name}:yes", name) for name in ("military", "power")]
    assert filters_query([*cost, *icons]) == "(cost:2 or cost:3) military:yes power:yes"
    assert filters_query([]) == ""
    assert everything.find(filters_query(cost)) == everything.find("o:2|3")
    assert all(map(find_key, (PLAYABLE.key, OWNED.key, STARK.key, EVENT.key)))


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("arya o<=1", [("arya", "o<=1"), ("o<=1", "arya")]),
        ("king -(k:lord or x) and t:event", None),
        ("a or b", [("a or b", "")]),
        ("NOT k:a (b (c))", [("NOT k:a", "(b (c))"), ("(b (c))", "NOT k:a")]),
        ('"and ) the" m:1', [('"and ) the"', "m:1"), ("m:1", '"and ) the"')]),
        ("o<", []),
        (" ", []),
    ],
)
def test_the_parts_of_a_query(query: str, parts: list[tuple[str, str]] | None) -> None:
    found = [(part.text, part.rest) for part in parts_of_query(query)]
    if parts is None:
        assert [text for text, _ in found] == ["king", "-(k:lord or x)", "t:event"]
        assert found[1][1] == "king and t:event"
    else:
        assert found == parts


def test_words_are_looked_for_in_texts() -> None:
    assert in_texts('king "of the" o<3 -lord') == 'x:king x:"of the" o<3 -lord'
    assert in_texts("o<3") == in_texts("a or b") == ""


def test_an_empty_search_is_widened_by_each_of_its_parts(second: Searcher) -> None:
    filters = (STARK, EVENT)
    found = wider_searches(EmptySearch(second, "winter t:plot", filters, NOTHING_KNOWN, SECOND))
    assert [each.words for each in found] == ["winter", "t:plot", "Stark", "Event"]
    for each in found:
        query = f"{each.text} {filters_query(each.filters)} draft:no"
        assert each.count == len(second.cards(second.query(query, texts=True)))
    assert found[1].count > 0 == found[0].count
    assert found[2].filters == (EVENT,)


def test_what_no_single_step_widens_is_offered_without_filters_and_without_words(
    second: Searcher,
) -> None:
    filters = (EVENT, FilterTerm("claim", "claim:1", "Claim 1"))
    *_, last = wider_searches(EmptySearch(second, "u:yes", filters, NOTHING_KNOWN, SECOND))
    assert (last.words, last.text, last.filters) == ("any filter", "u:yes", ())
    *others, last = wider_searches(
        EmptySearch(second, "t:plot k:lord", filters[:1], NOTHING_KNOWN, SECOND)
    )
    assert not any(each.count for each in others)
    assert (last.words, last.text, last.filters) == ("any words", "", (EVENT,))
    assert last.count == len(second.find("t:event draft:no"))


def test_texts_are_offered_with_what_words_find_there(everything: Searcher) -> None:
    search = EmptySearch(everything, "shadow u:yes", (LORD,), NOTHING_KNOWN, SECOND)
    *_, last = wider_searches(search)
    assert (last.words, last.text, last.in_texts) == ("shadow", "x:shadow u:yes", True)
    assert last.count == len(everything.find("x:shadow u:yes k:lord ed:2 draft:no")) > 0
    nowhere = replace(search, text="shadow qqqq", filters=())
    assert not any(each.in_texts for each in wider_searches(nowhere))
    too_long = replace(search, text=r"shadow /^(.|.)+(.)\2\2$/")
    assert "shadow" not in {each.words for each in wider_searches(too_long)}


def test_the_examples_are_those_of_the_page_and_find_cards(everything: Searcher) -> None:
    page = dict(PAGE_EXAMPLES)
    for each in EXAMPLES:
        assert len(everything.find(each.query)) > 0
        assert each.query == "gives:gold" or each.query in page or each.query == "pool:all"
