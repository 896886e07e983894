"""Searches: scope, filters, words in names and texts, wider searches, and the order of results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.own_texts.storage import with_own_texts
from carddb.pool import Pools
from carddb.query import SearchedIn, Searcher, keys_of, sortable
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
from carddb.search.index import TitleGroup, by_title
from carddb.search.keys import find_key
from carddb.search.query_context import (
    EVERYTHING,
    NOTHING_KNOWN,
    PlayedShares,
    QueryContext,
    SearchScope,
)
from carddb.search.suggestions import EXAMPLES
from carddb.terms import CardType, Edition, Faction, Keyword, Printed
from core.errors import AppError, QueryError
from tests.builders import card, pool
from tests.unit.carddb.search.test_search_page import EXAMPLES as PAGE_EXAMPLES

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


TEXTS = pool(
    card("Arya Stark", code="90001", text="<b>Reaction:</b> After you win, attacking.", cost=2),
    card("Kneeling Man", code="90002", text="<b>Action:</b> Kneel it to draw 1 card.", cost=1),
    card("Hodor", code="90003", traits=("King",), text="He doesn\u2019t kneel for a king."),
    card("Éowyn", code="90004", text="+2 STR. The Café (Draw) stands, kneeling."),
    card("Draft King", code="90005", only_in="draft", text="Nothing."),
)
NO_TEXTS = pool(
    card("Arya Stark", code="90001", traits=("King",)),
    card("Hodor", code="90002", keywords=(Keyword("renown"),)),
)


def asked(text: str, searcher: Searcher | None = None) -> tuple[str, SearchedIn]:
    searcher = searcher or Searcher(TEXTS)
    query = searcher.query(text, scope=SECOND, texts=True)
    return ", ".join(each.name for each in searcher.cards(query)), query.searched_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("arya", "Arya Stark"),
        ("kneeling", "Kneeling Man"),  # Éowyn's text has it too
        ("kneel", "Kneeling Man"),
        ("arya cost:9", ""),
        ("arya or nothing", "Arya Stark"),
        ("90003", "Hodor"),
        ("-arya", "Éowyn, Hodor, Kneeling Man"),
        ("", "Éowyn, Hodor, Kneeling Man, Arya Stark"),
        ("cost:9", ""),
        ("/nosuch/", ""),
        ("attacking or x:draw", "Éowyn, Kneeling Man"),
        ("name:attacking", ""),
    ],
)
def test_names_come_first(text: str, names: str) -> None:
    found, searched_in = asked(text)
    assert sorted(found.split(", ")) == sorted(names.split(", "))
    assert searched_in is SearchedIn.NAMES


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("attacking", "Arya Stark"),
        ("king", "Hodor"),  # as a trait; not within "attacking", and Draft King is out
        ("attack", "Arya Stark"),
        ("tacking", ""),
        ("draw", "Éowyn, Kneeling Man"),
        ("DRAW cafe", "Éowyn"),
        ("cafe hodor", ""),
        ("doesnt", "Hodor"),
        ("doesn't", "Hodor"),
        ('"after you win"', "Arya Stark"),
        ("win*attack", "Arya Stark"),
        ("attack*win", ""),
        ("draw cost:1", "Kneeling Man"),
        ("draw -cafe", "Kneeling Man"),
        ("(attacking or cafe)", "Éowyn, Arya Stark"),
        ("attacking|cafe", "Éowyn, Arya Stark"),
        ("reaction", "Arya Stark"),
        ("nosuchword", ""),
    ],
)
def test_words_in_no_name_are_found_in_traits_and_texts(text: str, names: str) -> None:
    found, searched_in = asked(text)
    assert sorted(found.split(", ")) == sorted(names.split(", "))
    assert searched_in is SearchedIn.TEXTS


def test_the_answer_says_so() -> None:
    searcher = Searcher(TEXTS)
    assert searcher.query("cafe", texts=True).remarks == (
        "No card is named so; these have it in their traits or texts.",
    )
    assert searcher.query("cafe cost:9", texts=True).remarks == (
        "No card is named so; none that fits has it in its traits or text.",
    )
    assert searcher.query("arya", texts=True).remarks == ()
    assert searcher.query("cafe").remarks == ()
    assert searcher.find("cafe") == ()


def test_without_texts_traits_and_keywords_are_looked_into_and_that_is_said() -> None:
    searcher = Searcher(NO_TEXTS)
    assert asked("king", searcher) == ("Arya Stark", SearchedIn.TEXTS)
    assert asked("renown", searcher) == ("Hodor", SearchedIn.TEXTS)
    query = searcher.query("renown", texts=True)
    assert query.without_texts == (Edition.SECOND,)
    assert query.remarks == (
        "No card is named so; these have it in their traits or texts.",
        (
            "Cards of the second edition have no texts here yet (sevenplots sync fetches them); "
            "their traits, keywords and hosts were looked into."
        ),
    )
    assert searcher.query("arya", texts=True).without_texts == ()


def test_a_name_outside_of_the_scope_is_told_but_no_answer(everything: Searcher) -> None:
    query = everything.query("kneel", scope=SECOND, texts=True)
    assert query.searched_in is SearchedIn.TEXTS
    assert [card.code for card in everything.outside(query)] == [
        card.code for card in everything.find("kneel")
    ]


@pytest.mark.parametrize(
    "text", ["q" * 999, "(" * 20 + "qzq" + ")" * 20, "qzq*" * 200, "''qzq", "\u202eqzq", "qzq\x00"]
)
def test_odd_words_find_nothing(everything: Searcher, text: str) -> None:
    query = everything.query(text, scope=SECOND, texts=True)
    assert query.searched_in is SearchedIn.TEXTS
    assert everything.cards(query) == ()


@pytest.mark.parametrize("text", ["\x00", "''", "q" * 1001, "(" * 60 + "qzq" + ")" * 60, "…"])
def test_words_without_a_letter_or_too_many_are_refused(everything: Searcher, text: str) -> None:
    with pytest.raises(QueryError):
        everything.query(text, scope=SECOND, texts=True)


def test_real_cards(everything: Searcher) -> None:
    found = everything.query("stealth lannister", scope=SECOND, texts=True)
    assert found.searched_in is SearchedIn.TEXTS
    assert {card.edition for card in everything.cards(found)} <= {Edition.SECOND}
    knights = everything.query("kingsguard o>=6", scope=SECOND, texts=True)
    cards: tuple[Card, ...] = everything.cards(knights)
    assert cards
    assert all("Kingsguard" in card.traits or "Kingsguard" in card.name for card in cards)


def test_a_text_or_two_of_the_players_own_are_not_all(pools: Pools) -> None:
    card = pools[Edition.FIRST].cards[0]
    some = with_own_texts(pools, {card.code: "Quokka."})
    found = Searcher(some[Edition.FIRST]).query("x:quokka")
    assert any(remark.startswith("Most cards of the first edition") for remark in found.remarks)


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
        played=PlayedShares({}, "no decks"),
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


OLD, NEW = card("Arya Stark", code="90001"), card("Arya Stark", code="90002")
ICE = card("Ice", code="90003")
FIRST = card("Arya Stark", code="core_1", edition=Edition.FIRST)


def test_versions_of_a_name_stand_where_the_first_of_them_does() -> None:
    assert by_title([NEW, ICE, FIRST, OLD]) == (
        TitleGroup("Arya Stark", Edition.SECOND, (NEW, OLD)),
        TitleGroup("Ice", Edition.SECOND, (ICE,)),
        TitleGroup("Arya Stark", Edition.FIRST, (FIRST,)),
    )
    assert by_title([]) == ()


def test_real_titles(everything: Searcher) -> None:
    groups = by_title(everything.find("", sort="-cost"))
    assert sum(len(group.cards) for group in groups) == 4228
    assert len({(group.title, group.edition) for group in groups}) == len(groups)
    versions = {(each.title, each.edition): len(each.cards) for each in groups}
    assert versions["Littlefinger", Edition.SECOND] == 5
    assert versions["Littlefinger", Edition.FIRST] == 3
    # Quotation marks make another title: one is the song, the other the plot.
    assert {"Dance of the Dragons", '"Dance of the Dragons"'} <= {each.title for each in groups}


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
