"""Saved filters and recent searches as values, and as text of the settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.saved_filters import (
    MOST_RECENT,
    MOST_SAVED,
    SavedFilter,
    called,
    read_filters,
    read_recent,
    saved_as,
    with_recent,
    without,
)
from desktop.runtime.settings import Settings

LORDS = SavedFilter("Lords", "k:lord  o<=4", ("faction:stark", "playable:yes"), "-Cost", "second")


def test_filters_stand_by_name_and_each_name_once() -> None:
    filters = saved_as(saved_as((), LORDS), SavedFilter("  économie ", "gives:gold"))
    assert [each.name for each in filters] == ["économie", "Lords"]
    filters = saved_as(filters, SavedFilter("LORDS", "k:lord"))
    assert [(each.name, each.words) for each in filters][1] == ("LORDS", "k:lord")
    assert called(filters, "Economie") == filters[0]
    assert without(filters, "lords") == filters[:1]
    assert saved_as(filters, SavedFilter("   ")) == filters
    for number in range(MOST_SAVED + 5):
        filters = saved_as(filters, SavedFilter(f"{number:03} {'long ' * 40}"))
    assert len(filters) == MOST_SAVED


def test_the_last_searches_stand_first_and_each_once() -> None:
    recent: tuple[str, ...] = ()
    for words in ("arya", "f:stark  t:event", "  ", "ARYA", *map(str, range(8)), "x" * 1_001):
        recent = with_recent(recent, words)
    assert recent == (*map(str, range(7, -1, -1)), "ARYA", "f:stark t:event")
    assert len(recent) == MOST_RECENT


def test_the_settings_keep_them(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    assert (settings.saved_filters, settings.recent_searches) == ((), ())
    filters = saved_as((), SavedFilter('say "no"; [x]=\\d', 'x:/a;b=\\w/ "é"', ("pack:a",), "Cost"))
    settings.saved_filters, settings.recent_searches = filters, ("é; k:lord", '"a b"')
    again = Settings(tmp_path)
    assert again.saved_filters == filters
    assert again.recent_searches == ("é; k:lord", '"a b"')


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[", "{}", "7", "[7, null, []]", '[{"name": 5}]', "[" * 100_000]
)
def test_nonsense_in_the_settings_is_left_out(text: str) -> None:
    assert read_filters(text) == ()
    assert read_recent(text) == ()


def test_what_makes_sense_among_nonsense_stays() -> None:
    good = {"name": "a", "words": "b", "filters": ["c", 5], "sort": "", "edition": ""}
    assert read_filters(json.dumps([{"name": "x"}, good])) == (SavedFilter("a", "b", ("c",)),)
    assert read_recent('["a", 5, "b"]') == ("a", "b")
