"""Words that are in no name are looked for in traits and texts, and the answer says so."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.card import Card
from carddb.own_texts.storage import with_own_texts
from carddb.pool import CardPool
from carddb.query import QueryError, SearchedIn, Searcher, SearchScope
from carddb.terms import Edition, Keyword
from tests.builders import card, pool

SECOND = SearchScope(Edition.SECOND, draft=False)
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


def test_a_text_or_two_of_the_players_own_are_not_all(pools: Mapping[Edition, CardPool]) -> None:
    card = pools[Edition.FIRST].cards[0]
    some = with_own_texts(pools, {card.code: "Quokka."})
    found = Searcher(some[Edition.FIRST]).query("x:quokka")
    assert any(remark.startswith("Most cards of the first edition") for remark in found.remarks)
