"""Titles that are the same however they are written, and titles that are nearly the same."""

from __future__ import annotations

from collections import defaultdict

import pytest

from carddb.pool import CardPool
from carddb.spelling import SpellingIndex, edit_distance, fold, slips_allowed, straighten
from carddb.terms import Edition


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("the king\N{RIGHT SINGLE QUOTATION MARK}s peace", "The King's Peace"),
        ("\N{LEFT DOUBLE QUOTATION MARK}The Rains of Castamere\u201d", '"The Rains of Castamere"'),
        ("The\N{NO-BREAK SPACE}Kingsroad ", "The Kingsroad"),
        ("Illyrio\N{ACUTE ACCENT}s  Gift", "Illyrio's Gift"),
        ("Cafe\N{COMBINING ACUTE ACCENT}", "Café"),
        ("\N{LATIN SMALL LIGATURE FI}re and Ice", "Fire and Ice"),
        ("FAMILY DUTY HONOR", "Family, Duty, Honor"),
        ("Dracarys", "Dracarys!"),
        ("Eastwatch by the Sea", "Eastwatch-by-the-Sea"),
        ("Fire & Ice", "Fire and Ice"),
        ("Stra\N{LATIN SMALL LETTER SHARP S}e", "STRASSE"),
    ],
)
def test_the_same_title_folds_alike(written: str, title: str) -> None:
    assert fold(written) == fold(title)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ser Jaime Lannister", "Jaime Lannister"), ("Kings Road", "Kingsroad"), ("The Wall", "Wall")],
)
def test_words_are_kept(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_quotation_marks_are_straightened() -> None:
    assert straighten("\N{LEFT DOUBLE QUOTATION MARK}A\u201d\u00a0 b\u2019s") == '"a" b\'s'


@pytest.mark.parametrize("edition", list(Edition))
def test_only_the_song_and_the_plot_fold_alike(
    pools: dict[Edition, CardPool], edition: Edition
) -> None:
    titles = defaultdict(set)
    for title in pools[edition].by_title:
        titles[fold(title)].add(title)
    alike = [each for each in titles.values() if len(each) > 1]
    expected = [{"Dance of the Dragons", '"Dance of the Dragons"'}]
    assert alike == (expected if edition is Edition.SECOND else [])


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("ice", "ice", 0), ("arya", "aria", 1), ("arya", "ayra", 1), ("abc", "cab", 2), ("a", "", 1)],
)
def test_slips_are_counted(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other, 3) == distance == edit_distance(other, one, 3)


def test_counting_stops_at_the_bound() -> None:
    assert edit_distance("winterfell", "storms end", 2) == 3
    assert edit_distance("a", "abcdef", 2) == 3


def test_short_titles_allow_no_slip() -> None:
    assert [slips_allowed(length) for length in (3, 4, 8, 9, 15, 16)] == [0, 1, 1, 2, 2, 3]


def test_a_correction_must_be_the_only_one() -> None:
    index = SpellingIndex(["red apple knight", "bed apple knight", "the kingsroad", "kingswood"])
    assert index.correction("ted apple knight", index.nearest("ted apple knight")) is None
    assert index.correction("kingsroad", []) == "the kingsroad"
    assert index.correction("kings road", index.nearest("kings road")) == "the kingsroad"
    assert index.correction("dragons", index.nearest("dragons")) is None


def test_a_very_long_title_is_like_nothing() -> None:
    assert SpellingIndex(["ice"]).nearest("ice " * 50) == []
