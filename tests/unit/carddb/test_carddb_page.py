"""docs/carddb.md: its queries find what the card data says, its tables are all there are."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from carddb import reader
from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldKind
from carddb.origin import Origin
from carddb.pool import CardPool, Pools
from carddb.restrictions import FormatList, RestrictedList
from carddb.schema import TABLES
from carddb.store import CardStore
from carddb.terms import CardType, Edition, Faction, Icon, Printed
from validators.list_in_force import ListLine, line_of, list_on_day, newest

PAGE = (Path(__file__).parents[3] / "docs" / "carddb.md").read_text("utf-8")
QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
BANNED, HISTORY, NEWS, PODS, COSTS, CHEAP, PLOTS, REDUCERS, HOSTS, WORDS = QUERIES

Rows: TypeAlias = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def database(
    tmp_path_factory: pytest.TempPathFactory, pools: Pools
) -> Iterator[sqlite3.Connection]:
    """Yield a file of the program, as a tool would open it, after a sync that changed nothing."""
    path = tmp_path_factory.mktemp("cards") / "cards.db"
    store = CardStore(path, load=lambda: pools)
    store.pools()
    store.replace(pools[Edition.SECOND], Origin("https://x.org", datetime(2026, 8, 1, tzinfo=UTC)))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield connection


def rows(database: sqlite3.Connection, query: str) -> Rows:
    return database.execute(query).fetchall()


def in_joust(restricted: RestrictedList) -> FormatList:
    found = restricted.of("joust")
    assert found is not None
    return found


def all_banned(restricted: RestrictedList) -> frozenset[str]:
    return restricted.banned | in_joust(restricted).banned


def newest_of(pool: CardPool) -> RestrictedList:
    found = list_on_day(pool, None)
    assert found is not None
    return found


def test_the_cards_that_the_newest_list_bans(
    database: sqlite3.Connection, second: CardPool
) -> None:
    found = rows(database, BANNED)
    banned = all_banned(newest_of(second))
    assert len(found) == len(banned) > 50
    assert {code for code, _, _ in found} == banned
    assert [name for _, name, _ in found] == sorted(second.card(code).name for code in banned)


def test_the_lists_that_name_a_card(database: sqlite3.Connection, second: CardPool) -> None:
    annals = {each.code for each in second.by_title["The Annals of Castle Black"]}
    named = set()
    for each in second.lists.values():
        for format_name, of_format in each.formats:
            start = (each.date.isoformat(), each.name, format_name)
            if annals & (each.banned | of_format.banned):
                named.add((*start, "banned"))
            if annals & of_format.restricted:
                named.add((*start, "restricted"))
            if any(annals & set(pod.cards) for pod in of_format.pods):
                named.add((*start, "pod"))
    found = rows(database, HISTORY)
    assert set(found) == named
    assert len(found) == len(named) > 10
    assert found[0][:2] == ("2026-07-01", "Standard v2.1")


def test_what_the_newest_list_bans_anew(database: sqlite3.Connection, second: CardPool) -> None:
    standard = [each for each in second.lists.values() if line_of(each) is ListLine.STANDARD]
    before, last = sorted(standard, key=lambda each: each.date)[-2:]
    news = all_banned(last) - all_banned(before)
    assert rows(database, NEWS) == [(code, second.card(code).name) for code in sorted(news)]
    assert news


def test_the_pods_of_the_newest_list(database: sqlite3.Connection, second: CardPool) -> None:
    pods = in_joust(newest_of(second)).pods
    found = rows(database, PODS)
    assert len(found) == len(pods) > 10
    for (number, none_with, names), pod in zip(found, pods, strict=True):
        assert pods[number] is pod
        assert none_with == (second.card(pod.trigger).name if pod.trigger else None)
        assert Counter(names.split(" / ")) == Counter(second.card(c).name for c in pod.cards)


def test_the_costs_of_a_faction(database: sqlite3.Connection, second: CardPool) -> None:
    characters = [
        each
        for each in second
        if each.type is CardType.CHARACTER and Faction.STARK in each.factions
    ]
    costs = Counter("X" if each.cost is Printed.X else each.cost for each in characters)
    found: dict[object, int] = dict(rows(database, COSTS))
    assert found == {
        "\N{EN DASH}" if cost is None else cost: count for cost, count in costs.items()
    }
    assert sum(found.values()) == len(characters) > 50


def test_cheap_characters_with_an_icon(database: sqlite3.Connection, second: CardPool) -> None:
    cheap = [
        each
        for each in second
        if Faction.STARK in each.factions
        and Icon.INTRIGUE in each.icons
        and isinstance(each.cost, int)
        and each.cost <= 3
    ]
    found = rows(database, CHEAP)
    assert {code for code, *_ in found} == {each.code for each in cheap}
    assert "Sansa Stark" in {name for _, name, _, _ in found}


def test_the_richest_plots(database: sqlite3.Connection, second: CardPool) -> None:
    def gold(card: Card) -> int:
        income = card.plot.income if card.plot else 0
        return income if isinstance(income, int) else -1

    plots = sorted((gold(each) for each in second if each.type is CardType.PLOT), reverse=True)
    found = rows(database, PLOTS)
    assert [income for _, income, *_ in found] == plots[:10]
    assert found[0] == ("Trading with the Pentoshi", 10, 2, 1, 5)


def test_the_locations_that_reduce(database: sqlite3.Connection, second: CardPool) -> None:
    kneeling = Counter(
        each.code
        for each in second
        if each.type is CardType.LOCATION
        for effect in each.gold_effects
        if effect.kind is GoldKind.REDUCE and effect.kneel
    )
    found = rows(database, REDUCERS)
    assert Counter(code for code, *_ in found) == kneeling
    assert ("01118", "Blood Orange Grove", 1, "faction martell", "any") in found


def test_the_attachments_of_lords_and_ladies(database: sqlite3.Connection, pools: Pools) -> None:
    wanted = Counter(
        (each.name, each.pack)
        for pool in pools.values()
        for each in pool
        if each.host
        for option in each.host.options
        if {"Lord", "Lady"} & set(option.pattern.traits)
    )
    assert Counter((name, pack) for name, pack, _ in rows(database, HOSTS)) == wanted
    (bodyguard, *_) = pools[Edition.SECOND].by_title["Bodyguard"]
    (sansa, *_) = pools[Edition.SECOND].by_title["Sansa Stark"]
    assert bodyguard.host
    assert pattern_matches(bodyguard.host.options[0].pattern, sansa)


def test_the_direwolves(database: sqlite3.Connection, pools: Pools) -> None:
    # No text is in the catalogue: names and traits.
    wanted = {
        each.code
        for pool in pools.values()
        for each in pool
        if re.search(r"\bdirewolf\b", " ".join((each.name, *each.traits)), re.IGNORECASE)
    }
    found = rows(database, WORDS)
    assert {code for code, *_ in found} == wanted
    assert found[0][1] == "Direwolf Pup"


def test_the_newest_lists_are_those_in_force(database: sqlite3.Connection, pools: Pools) -> None:
    found: dict[str, str] = dict(rows(database, "SELECT line, list FROM newest_list"))
    lists = [each for pool in pools.values() for each in pool.lists.values()]
    wanted = {line.value: newest(lists, line) for line in ListLine}
    assert found == {line: each.code for line, each in wanted.items() if each}


def test_the_banned_cards_of_every_list(database: sqlite3.Connection, pools: Pools) -> None:
    wanted = Counter(
        (each.code, name, code)
        for pool in pools.values()
        for each in pool.lists.values()
        for name, of_format in each.formats
        for code in each.banned | of_format.banned
    )
    assert Counter(rows(database, "SELECT list, format, code FROM banned_card")) == wanted


def test_every_printing_is_in_the_overview(database: sqlite3.Connection, pools: Pools) -> None:
    found = rows(database, "SELECT code, factions, traits, pack FROM card_overview ORDER BY code")
    cards = sorted((card for pool in pools.values() for card in pool), key=lambda card: card.code)
    assert found == [
        (
            card.code,
            ", ".join(card.factions) or "neutral",
            ", ".join(card.traits) or None,
            pools[card.edition].packs[card.pack].name,
        )
        for card in cards
    ]


def test_every_query_and_view_runs(database: sqlite3.Connection) -> None:
    views = [name for name, sql in reader.views().items() if sql.startswith("CREATE VIEW")]
    assert len(views) >= 9
    for view in views:
        assert rows(database, f"SELECT * FROM {view}"), view  # noqa: S608 - our own names


def test_the_page_names_every_table_column_and_view() -> None:
    said = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {table.name for table in TABLES} <= said
    assert set(reader.views()) <= said
    columns = {column for table in TABLES for column in table.columns}
    assert {each for each in columns - said if not each.endswith("_is_x")} == set()
