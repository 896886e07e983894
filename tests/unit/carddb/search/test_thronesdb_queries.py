"""Queries as players wrote them on ThronesDB, over every card of the second edition."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.terms import CardType, Edition, Faction, Icon, Printed

F, T = Faction, CardType


def codes(searcher: Searcher, query: str) -> set[str]:
    return {card.code for card in searcher.find(query)}


@pytest.mark.parametrize(
    ("query", "same_as"),
    [
        ("o:2|3", lambda card: card.cost in (2, 3)),
        ("o<3", lambda card: isinstance(card.cost, int) and card.cost < 3),
        ("o>6", lambda card: isinstance(card.cost, int) and card.cost > 6),
        ("o!3 t:character", lambda card: card.type is T.CHARACTER and card.cost != 3),
        ("o:x", lambda card: card.cost is Printed.X),
        ("f!stark", lambda card: F.STARK not in card.factions),
        ("f!stark|neutral", lambda card: card.factions not in ((), (F.STARK,))),
        ("t:event|plot", lambda card: card.type in (T.EVENT, T.PLOT)),
        ("k:-", lambda card: not card.traits),
        ("k:Lord k:Knight", lambda card: {"Lord", "Knight"} <= set(card.traits)),
        ('k:"House Tully"', lambda card: "House Tully" in card.traits),
        ("k:r'hllor", lambda card: "R'hllor" in card.traits),
        ("u:1 l:1", lambda card: card.unique and card.loyal),
        ("m:1 g:0 p:1", lambda card: card.icons == (Icon.MILITARY, Icon.POWER)),
        ("n>5", lambda card: bool(card.plot) and _number(card.plot.income) > 5),
        ("v:0", lambda card: bool(card.plot) and card.plot.initiative == 0),
        ("b:2", lambda card: bool(card.plot) and card.plot.claim == 2),
        ("h<5", lambda card: bool(card.plot) and _number(card.plot.reserve, 9) < 5),
        ("s>=8", lambda card: _number(card.strength) >= 8),
        ("y:1", lambda card: card.quantity == 1),
        ("e:Core|WotN", lambda card: card.pack in ("Core", "WotN")),
        ("e:OR", lambda card: card.pack == "OR"),
        ("e:R", lambda card: card.pack == "R"),
        ("f:thenightswatch", lambda card: F.NIGHTS_WATCH in card.factions),
        ("i:cairós", lambda card: "Cair" in (card.illustrator or "")),
        ("  f:stark   t:plot ", lambda card: card.factions == (F.STARK,) and card.type is T.PLOT),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_an_old_query_means_what_it_meant(
    second: Searcher, pools: Mapping[Edition, CardPool], query: str, same_as: object
) -> None:
    assert callable(same_as)
    assert codes(second, query) == {card.code for card in pools[Edition.SECOND] if same_as(card)}
    assert codes(second, query)


def _number(value: object, otherwise: int = -1) -> int:
    return value if isinstance(value, int) else otherwise


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("01141", {"Arya Stark"}),
        ("TKR", {"The Kingsroad"}),
        ("TROC", {'"The Rains of Castamere"'}),
        ("THJ", {"The Hand's Judgment"}),
        ("WTWR", {"We Take Westeros!"}),
        ("Dracarys!", {"Dracarys!"}),
        ("hear me roar", {"Hear Me Roar!"}),
        ("'a thousand eyes, and one'", {'"A Thousand Eyes, and One"'}),
        ('"a thousand eyes and one"', {'"A Thousand Eyes, and One"'}),
        ("we do not sow", {"We Do Not Sow"}),
        ("jaqen h'ghar", {"Jaqen H'ghar"}),
        ("jaqen h\u2019ghar", {"Jaqen H'ghar"}),
        ("\u201cjaqen hghar\u201d", {"Jaqen H'ghar"}),
        ("stark arya name:gift", set()),
        ("arya gift", {"Arya's Gift"}),
        ("ZZZZ", set()),
    ],
)
def test_words_without_a_key(second: Searcher, query: str, names: set[str]) -> None:
    assert {card.name for card in second.find(query)} == names


def test_the_example_of_the_editors_help(second: Searcher) -> None:
    query = second.query('t:event|plot x:"win a challenge" x!"lose a challenge"')
    assert second.cards(query) == ()
    (remark,) = query.remarks
    assert "have no texts here yet" in remark


def test_a_word_that_no_card_has_is_remarked_on(second: Searcher) -> None:
    assert second.query("k:lrod").remarks == (
        "No card here has the trait “lrod”. Did you mean “lord”?",
    )
    assert second.query("k:lord e:Core").remarks == ()


def test_an_empty_query_finds_every_card(
    everything: Searcher, pools: Mapping[Edition, CardPool]
) -> None:
    assert len(everything.find("")) == len(everything.find(" \t")) == sum(map(len, pools.values()))


def test_the_label_of_a_test_is_the_query(second: Searcher) -> None:
    assert second.query(" f:stark ").test.label == "f:stark"
    assert second.query("").test.label == "any"
