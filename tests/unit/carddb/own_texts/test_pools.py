"""Own texts on the cards: beside what is synced, and apart from facts and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from carddb.own_texts.reader import read_texts
from carddb.own_texts.report import TextStatus
from carddb.own_texts.storage import with_own_texts
from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.store import CardStore
from carddb.terms import Edition
from tests.builders import card, pool

Pools = Mapping[Edition, CardPool]
SYNCED = pool(card("Synced", code="01001", text="From the server."), card("Bare", code="01002"))
OWN = {"01001": "Mine.", "01002": "Mine too.", "core_1": "Of the first."}


def both(second: CardPool, pools: Pools) -> Pools:
    return {**pools, Edition.SECOND: second}


def test_a_synced_text_is_shown_as_long_as_there_is_one(pools: Pools) -> None:
    shown = with_own_texts(both(SYNCED, pools), OWN)
    second, first = shown[Edition.SECOND], shown[Edition.FIRST]
    assert [each.text for each in second] == ["From the server.", "Mine too."]
    assert second.own_texts == {"01002"}
    assert first.own_texts == {"core_1"}
    assert first.card("core_1").text == "Of the first."
    assert sum(bool(each.text) for each in first) == 1


def test_reading_tells_that_the_synced_text_is_shown(pools: Pools) -> None:
    shown = with_own_texts(both(SYNCED, pools), {"01002": "Mine too."})
    report = read_texts(b'{"01001": "Mine.", "01002": "Other."}', shown)
    assert [line.status for line in report.lines] == [TextStatus.TAKEN] * 2
    assert ["synced" in line.note for line in report.lines] == [True, False]


def test_nothing_but_text_changes_and_other_texts_take_the_place(pools: Pools) -> None:
    once = with_own_texts(pools, OWN)
    again = with_own_texts(once, {"core_2": "Another."})
    assert again[Edition.FIRST].own_texts == {"core_2"}
    assert again[Edition.FIRST].card("core_1") == pools[Edition.FIRST].card("core_1")
    assert again[Edition.FIRST].card("core_2") == replace(
        pools[Edition.FIRST].card("core_2"), text="Another."
    )
    gone = with_own_texts(again, {})
    assert all(gone[each].cards == pools[each].cards for each in Edition)
    assert all(gone[each].lists == pools[each].lists for each in Edition)


def test_pools_without_own_texts_are_the_same_pools(pools: Pools) -> None:
    assert all(with_own_texts(pools, {"9_9": "x"})[each] is pools[each] for each in Edition)


def test_searches_find_own_texts(pools: Pools) -> None:
    shown = with_own_texts(pools, {"core_5": "Juggle three lemons.", "01141": "Juggle."})
    found = Searcher(*shown.values()).cards(Searcher(*shown.values()).query("x:juggle"))
    assert [each.code for each in found] == ["01141", "core_5"]


def test_refilling_the_cards_leaves_own_texts_alone(pools: Pools, tmp_path: Path) -> None:
    store = CardStore(tmp_path / "cards.db", load=lambda: pools, fingerprint=lambda: "one")
    shown = with_own_texts(store.pools(), OWN)
    assert shown[Edition.FIRST].card("core_1").text == "Of the first."
    assert store.pools()[Edition.FIRST].card("core_1").text is None
