"""What a search leaves out unless the query names it: the other edition, cards for draft alone."""

from __future__ import annotations

import pytest

from carddb.query import EVERYTHING, QueryError, Searcher, SearchScope
from carddb.terms import Edition

SECOND = SearchScope(Edition.SECOND, draft=False)
BOTH = SearchScope(None, draft=False)
WITH_DRAFT = SearchScope(Edition.SECOND)


def test_everything_is_searched_unless_said_otherwise(everything: Searcher) -> None:
    query = everything.query("eddard")
    assert (query.scope, everything.outside(query)) == (EVERYTHING, ())
    assert {card.edition for card in everything.cards(query)} == set(Edition)


def test_the_other_edition_and_draft_stay_out(everything: Searcher) -> None:
    query = everything.query("", scope=SECOND)
    cards = everything.cards(query)
    assert len(cards) == 1938
    assert {(card.edition, card.only_in == "draft") for card in cards} == {(Edition.SECOND, False)}
    assert len(everything.outside(query)) == 4228 - 1938
    assert set(cards).isdisjoint(everything.outside(query))


@pytest.mark.parametrize(
    ("text", "scope", "count"),
    [
        ("edition:1", BOTH, 1988),
        ("edition:first t:house", BOTH, 7),
        ("edition!second", BOTH, 1988),
        ("is:draft", WITH_DRAFT, 302),
        ("draft:yes", WITH_DRAFT, 302),
        ("-is:draft", WITH_DRAFT, 1938),
        ("only-in:draft", WITH_DRAFT, 302),
        ("pool:all", EVERYTHING, 4228),
        ("pool:all edition:2 is:draft", EVERYTHING, 302),
        ("e:VDS", WITH_DRAFT, 21),
        ("e:VDS|Core", WITH_DRAFT, 232),
        ("-e:VDS", SECOND, 1938),
        ("e!VDS", SECOND, 1938),
        ("e:lotr", BOTH, 55),
        ("e:core", SECOND, 211),
        ("e<WotN", SECOND, 291),
        ("01141", SECOND, 1),
        ("core_5", BOTH, 1),
        ("CORE_5|01141", BOTH, 2),
        ("code:core_5", BOTH, 11),
        ("00110", WITH_DRAFT, 1),
        ("e:nosuch", SECOND, 0),
        ("c:/.*/", SECOND, 1938),
        ("code:/^core_/", SECOND, 0),
        ("crest:war", SECOND, 0),
    ],
)
def test_what_the_query_names_is_looked_at(
    everything: Searcher, text: str, scope: SearchScope, count: int
) -> None:
    query = everything.query(text, scope=SECOND)
    assert (query.scope, len(everything.cards(query))) == (scope, count)


def test_what_is_left_out_can_be_counted(everything: Searcher) -> None:
    query = everything.query("littlefinger", scope=SECOND)
    inside = {card.code for card in everything.cards(query)}
    outside = {card.code for card in everything.outside(query)}
    assert outside == {"00293", "core_141", "kl_84", "kr_112"}
    assert inside | outside == {card.code for card in everything.find("littlefinger")}


def test_only_the_editions_that_are_searched_are_said_to_have_no_texts(
    everything: Searcher,
) -> None:
    assert everything.query("x:renown").without_texts == (Edition.SECOND, Edition.FIRST)
    second = everything.query("x:renown", scope=SECOND)
    assert second.without_texts == (Edition.SECOND,)
    assert len(second.remarks) == 1
    assert everything.query("gives:gold", scope=SECOND).remarks == ()
    first = everything.query("gives:gold", scope=SearchScope(Edition.FIRST))
    assert first.without_texts == (Edition.FIRST,)
    assert len(everything.cards(first)) == 47


def test_a_bad_query_is_refused_at_the_same_place(everything: Searcher) -> None:
    for text in ("e:core o:abc", "code:", "e>VKm", "gives:silver"):
        with pytest.raises(QueryError) as plain:
            everything.query(text)
        with pytest.raises(QueryError) as scoped:
            everything.query(text, scope=SECOND, texts=True)
        assert (scoped.value.start, scoped.value.reason) == (plain.value.start, plain.value.reason)


def test_words_of_the_new_keys_that_are_none(everything: Searcher) -> None:
    with pytest.raises(QueryError, match="“gives” takes one of: gold, draw; not “silver”"):
        everything.query("gives:silver")
    with pytest.raises(QueryError, match="“has” takes one of: text, erratum, ruling; not “wings”"):
        everything.query("has:wings")
    with pytest.raises(QueryError, match="“pool” takes one of: all"):
        everything.query("pool:mine")
    assert "No card here reduces “armz”. Did you mean “army”?" in (
        everything.query("reduces:armz").remarks
    )
    with pytest.raises(QueryError, match="“gives:” needs a value"):
        everything.query("gives:")
