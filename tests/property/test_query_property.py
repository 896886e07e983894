"""What holds for every query."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from carddb.catalogue import cards, cycles, packs
from carddb.pool import CardPool, Pools
from carddb.query import SearchedIn, Searcher
from carddb.search.folded_text import regular
from carddb.search.keys import KEYS
from carddb.search.query_context import EVERYTHING, QueryContext, SearchScope
from carddb.terms import Edition
from core.errors import QueryError

FEW: Pools = {
    edition: CardPool(edition, cards(edition)[::23], packs(edition), cycles(edition))
    for edition in Edition
}
SEARCHER = Searcher(*FEW.values())
SOME = frozenset(code for pool in FEW.values() for code in list(pool.by_code)[::3])
FACTS = QueryContext(
    legal=SOME,
    restricted=SOME,
    banned=frozenset(),
    podded=SOME,
    playable=SOME,
    in_deck=dict.fromkeys(SOME, 2),
    owned=dict.fromkeys(SOME, 1),
)

signs = st.sampled_from(["", ":", "=", "!", "!=", "<", "<=", ">", ">=", "|", "-", " ", "(", ")",
                         '"', "/", "*", "..", " or ", " and ", "NOT "])  # fmt: skip
names = st.sampled_from([name for key in KEYS for name in key.names])
values = st.sampled_from(["stark", "3", "x", "2..4", "yes", "lor*", "event", "/a+b/", '"a b"', "o"])
near_queries = st.lists(signs | names | values | st.text(max_size=3), max_size=14).map("".join)

# Without brackets `reduces:` would take the word after it.
words = st.sampled_from(["arya", "stark", "AS", "01141", "the", '"of the"', "s*k", "/^a/", "r'h"])
terms = words | st.sampled_from(
    ["f:stark", "f!stark", "o<3", "o:2|x", "o:-", "k:lord", "k:-", "s>o", "t:event|plot", "u:1",
     "e<WotN", "c:2..4", "released:2016", "legal:1", "deck>owned", "keyword:shadow", "o!2..4",
     "x:renown", "edition:1", "crest!war", "gives:gold", "(reduces:)", "has:text", "pool:all",
     "on:arya*|arya", "is:loyal|unique"]
).filter(lambda term: not term.startswith("on:"))  # fmt: skip
queries = st.recursive(
    terms,
    lambda part: (
        st.builds("({} {})".format, part, part)
        | st.builds("({} or {})".format, part, part)
        | st.builds("-({})".format, part)
        | st.builds("NOT {}".format, part)
    ),
    max_leaves=6,
)


def found(query: str) -> set[str]:
    return {card.code for card in SEARCHER.find(query, FACTS)}


def fault_of(
    text: str, scope: SearchScope = EVERYTHING, *, texts: bool = False
) -> QueryError | None:
    try:
        SEARCHER.cards(SEARCHER.query(text, FACTS, scope, texts=texts), FACTS)
    except QueryError as fault:
        return fault
    return None


@given(st.text() | near_queries)
@example("\x00")
@example("o:²")
@example("x:/[/")
@example("x:/\\/")
@example("İ:1")
@example("released:9999-99-99")
@example('on:""')
def test_a_text_is_a_query_or_a_query_error_within_the_text(text: str) -> None:
    fault = fault_of(text)
    if fault is not None:
        assert 0 <= fault.start < fault.end <= len(text)
        assert re.fullmatch(r".+[.?]", fault.reason, re.DOTALL)


@given(queries, queries)
def test_the_order_of_words_does_not_matter(one: str, other: str) -> None:
    assert found(f"{one} {other}") == found(f"{other} {one}") == found(one) & found(other)


@given(queries)
def test_twice_not_is_once_yes(query: str) -> None:
    every = found("")
    assert found(f"-(-{query})") == found(query)
    assert found(f"-{query}") == every - found(query)


@given(queries, queries)
def test_or_finds_what_either_finds(one: str, other: str) -> None:
    assert found(f"{one} or {other}") == found(f"{one} | {other}") == found(one) | found(other)


@given(queries, queries, queries)
def test_brackets_distribute(one: str, other: str, third: str) -> None:
    assert found(f"{one} ({other} or {third})") == found(f"({one} {other}) or ({one} {third})")


@pytest.mark.parametrize("key", [key.name for key in KEYS])
@given(value=st.sampled_from(["3", "x", "-", "*", "yes", "stark", "event", "war", "2016", "loyal"]))
def test_an_exclamation_mark_is_not(key: str, value: str) -> None:
    try:
        holds = found(f"{key}:{value}")
    except QueryError:
        return
    assert found(f"{key}!{value}") == found(f"-{key}:{value}") == found("") - holds


atoms = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\w", r"\W", r"\b", "^", "$", "(a|b)",
                         "(?:ab|)", "(a*b)", "((a|b)+c?)", r"\s", " ", "|"])  # fmt: skip
times = st.sampled_from(["", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "*?"])
patterns = st.lists(st.builds("{}{}".format, atoms, times), max_size=6).map("".join)


@given(patterns, st.text("abc ", min_size=1, max_size=12))
def test_regular_expressions_find_what_pythons_own_find(pattern: str, text: str) -> None:
    try:
        accepts = regular(pattern)
    except QueryError:
        return
    try:
        expected = re.search(pattern, text) is not None
    except re.error:
        return  # a repeated border of a word means something to the other engine alone
    assert accepts(text) is expected


SCOPE = SearchScope(Edition.SECOND, draft=False)


@given(queries, st.booleans())
def test_what_a_scope_holds_and_what_it_leaves_out_are_the_whole(query: str, texts: bool) -> None:
    read = SEARCHER.query(query, FACTS, SCOPE, texts=texts)
    inside = {card.code for card in SEARCHER.cards(read, FACTS) if read.scope.holds(card)}
    outside = {card.code for card in SEARCHER.outside(read) if not read.scope.holds(card)}
    assert len(inside) == len(SEARCHER.cards(read, FACTS))
    if read.searched_in is SearchedIn.NAMES:
        assert inside | outside == found(query)
    else:
        assert outside <= found(query)


@given(st.text() | near_queries)
@example("reduces:")
@example("pool:")
@example("code:")
def test_a_scope_and_texts_change_nothing_about_what_is_wrong(text: str) -> None:
    plain, scoped = fault_of(text), fault_of(text, SCOPE, texts=True)
    assert (plain and str(plain)) == (scoped and str(scoped))
