"""docs/search.md: every example finds what it says, and every key is there."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from carddb.catalogue import sample_decks
from carddb.pool import Pools
from carddb.query import Searcher
from carddb.search.keys import KEYS
from carddb.search.query_context import QueryContext
from decks.deck import Deck
from decks.deck_reader import read_decks
from validators.conditions import Requested, conditions_for
from validators.judge import Judge
from validators.search_facts import EditionConditions, search_context

PAGE = Path(__file__).parents[4] / "docs" / "search.md"
DAY = date(2026, 7, 1)
TEXT = PAGE.read_text("utf-8")
EXAMPLES = [
    (query.replace("\\|", "|"), int(count))
    for query, count in re.findall(
        r"^\| `([^`]+)` \| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE
    )
]


@pytest.fixture(scope="module")
def facts(pools: Pools) -> QueryContext:
    """Return the conditions under which the page says that its examples are searched."""
    text = next(each.text for each in sample_decks() if each.name.startswith("Wolves of Winter"))
    deck = read_decks(text, pools)[0].deck
    sides = []
    for edition, pool in pools.items():
        nothing = Deck(name="", edition=edition)
        sides.append(
            EditionConditions(Judge(pool), conditions_for(nothing, pool, Requested(date=DAY), DAY))
        )
    return search_context(sides, deck)


@pytest.mark.parametrize(("query", "count"), EXAMPLES, ids=[each[0] for each in EXAMPLES])
def test_an_example_finds_as_many_cards_as_it_says(
    everything: Searcher, facts: QueryContext, query: str, count: int
) -> None:
    assert len(everything.find(query, facts)) == count


def test_the_page_has_many_examples_and_no_unchecked_one() -> None:
    assert len(EXAMPLES) > 80
    assert "| ? |" not in TEXT


def test_the_table_of_the_page_is_the_table_of_keys() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$",
        PAGE.read_text("utf-8"),
        re.MULTILINE,
    )
    table = [
        (key.name, ", ".join(f"`{name}`" for name in key.names[1:]), key.kind.value, key.help)
        for key in KEYS
    ]
    assert [tuple(cell.strip() for cell in row) for row in rows] == table


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-f:stark", "f!stark"),
        ("NOT f:stark", "f!stark"),
        ("m:1 g:1 p:1", "icons:3"),
        ("f:stark | f:tyrell", "f:stark or f:tyrell"),
        ("f:stark and t:plot", "f:stark t:plot"),
        ("f:stark OR f:tyrell AND t:plot", "f:stark or (f:tyrell t:plot)"),
        ("(f:stark or f:tyrell) t:plot", "f:stark|tyrell t:plot"),
        ("-(k:lord or k:lady)", "k!lord k!lady"),
        ("-(k:lord k:lady)", "k!lord or k!lady"),
        ("cost:2..4", "o>=2 o<=4"),
        ("cost: 3", "o:3"),
        ("cost <= 3", "o:..3"),
        ("deck:no", "deck=0"),
        ("f:NIGHT", "f:thenightswatch"),
        ('k:"r\'hllor"', "k:rhllor"),
        ("COST:3", "Cost:3"),
        ("house_only:stark", "house-only:stark"),
        ("shadow!*", "keyword!shadow"),
    ],
)
def test_two_ways_to_ask_the_same(
    everything: Searcher, facts: QueryContext, one: str, other: str
) -> None:
    assert everything.find(one, facts) == everything.find(other, facts) != ()
