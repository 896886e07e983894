"""However large and odd a file is, reading it is bounded work, and what is too much is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import pytest
from typing_extensions import override

from benchmarks.hostile.cases import CASES
from carddb import spelling
from carddb.names import NameIndex
from carddb.pool import CardPool
from carddb.spelling import SpellingIndex
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.formats.deck_assembler import NOT_COMPARED
from decks.formats.deck_format import MOST_DOUBTS, MOST_GUESSES, MOST_LINES
from decks.report import DeckFormatError
from tests.long_run import times

Pools = Mapping[Edition, CardPool]
MANY = {
    "json": "[" + ",".join(['{"slots":{}}'] * 2001) + "]",
    "json below": '{"decks":[' + ",".join(['{"slots":{}}'] * 2001) + "]}",
    "text": "\n===\n".join(["House Stark"] * 2001),
    "csv": "deck,code,count\n" + "\n".join(f"d{n},01141,1" for n in range(2001)),
}
REFUSED_FIRST = {
    "json/numbers": "more than 500,000 values",
    "json/lists of numbers": "more than 500,000 values",
    "json/plot decks": "more than 100 plot decks",
    "json/empty plot decks": "more than",
    "json/codes": "more than",
    "csv/one row of letters": "more than 1,000,000 cells",
    "xml/comments": "too long for a deck",
    "xml/elements": "too long for a deck",
    "plain/too many lines": "more than 40,000 lines",
    "endings/CR and a": "more than 40,000 lines",
}


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the names that are looked up, and those that are compared with all others."""
    calls: Counter[str] = Counter()
    find, nearest = NameIndex.find, SpellingIndex.nearest

    def counted_find(*args: object, **named: object) -> object:
        calls["found"] += 1
        return find(*args, **named)  # type: ignore[arg-type]

    def counted_nearest(*args: object, **named: object) -> object:
        calls["compared"] += 1
        return nearest(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(NameIndex, "find", counted_find)
    monkeypatch.setattr(SpellingIndex, "nearest", counted_nearest)
    return calls


@pytest.mark.parametrize("case", ["json", "text", "csv", "json below"])
def test_more_than_two_thousand_decks_are_too_many(pools: Pools, case: str) -> None:
    with pytest.raises(DeckFormatError, match="more than 2,000 decks") as caught:
        read_decks(MANY[case], pools)
    assert caught.value.hint == "Split the file and read its parts one by one."


def test_two_thousand_decks_are_read(pools: Pools) -> None:
    assert len(read_decks(json.dumps([{"slots": {"01141": 1}}] * 2000), pools)) == 2000


@pytest.mark.parametrize("case", REFUSED_FIRST)
def test_what_is_too_much_is_refused_before_a_name_is_looked_up(
    pools: Pools, looked_up: Counter[str], case: str
) -> None:
    with pytest.raises(DeckFormatError, match=REFUSED_FIRST[case]):
        read_decks(CASES[case](), pools)
    assert not looked_up


@pytest.mark.parametrize(
    "case",
    ["csv/misspelt", "json/misspelt codes", "spelling/doubled letters", "spelling/packs"][
        : times(short=2, long=4)
    ],
)
def test_names_are_compared_so_many_times_and_no_more(
    pools: Pools, looked_up: Counter[str], case: str
) -> None:
    with suppress(DeckFormatError):
        (reading,) = read_decks(CASES[case](), pools)
        assert any(NOT_COMPARED in line.note for line in reading.unread)
    assert looked_up["compared"] <= len(pools) * MOST_GUESSES
    assert 0 < looked_up["found"] <= len(pools) * (MOST_DOUBTS + 5000)


def test_a_name_that_is_often_wrong_counts_once(pools: Pools) -> None:
    lines = ["House Stark"] + ["1x Xqw Zzv"] * (MOST_GUESSES + 10) + ["1x Ayra Strk"]
    (reading,) = read_decks("\n".join(lines), pools)
    assert not any(NOT_COMPARED in line.note for line in reading.lines)


def test_a_name_beyond_those_that_are_compared_is_unknown(pools: Pools) -> None:
    unknown = [f"1x Xqw{n}zz Zzv" for n in range(MOST_GUESSES)]
    (reading,) = read_decks("\n".join(["House Stark", *unknown, "1x Eddard Strak"]), pools)
    assert reading.lines[-1].note == f"No card has this name. {NOT_COMPARED}"
    assert reading.lines[-1].candidates == ()
    (again,) = read_decks("House Stark\n1x Eddard Strak", pools)
    assert again.lines[-1].candidates


def test_lines_that_name_no_card_are_too_many_for_a_deck_list(pools: Pools) -> None:
    deck = "\n".join(["House Stark", *["1x Xqw Zzv"] * 2000])
    assert len(read_decks("\n===\n".join([deck] * 2), pools)) == 2
    with pytest.raises(DeckFormatError, match="More than 5,000 lines"):
        read_decks("\n===\n".join([deck] * 3), pools)


def test_a_file_has_as_many_cards_as_lines(pools: Pools) -> None:
    slots = {f"{n:05}": 1 for n in range(4000)}
    with pytest.raises(DeckFormatError, match="more than 40,000 cards"):
        read_decks(json.dumps([{"slots": slots}] * 16), pools)
    assert MOST_LINES == 40_000


def test_a_distance_is_worked_out_near_the_diagonal_alone() -> None:
    compared = 0

    class Letters(str):
        @override
        def __getitem__(self, at: object) -> str:
            nonlocal compared
            compared += 1
            return super().__getitem__(at)  # type: ignore[index]

    one = "ab" * 40
    assert spelling.edit_distance(one, Letters(one), 3) == 0
    assert compared <= len(one) * 3 * (2 * 3 + 1)


def test_a_letter_that_is_a_sentence_stays_a_letter() -> None:
    assert len(spelling.fold("\ufdfa" * 1000)) == 1000


@pytest.mark.parametrize("digits", ["9" * 5000, "&#" + "9" * 5000 + ";"])
def test_thousands_of_digits_are_no_number(pools: Pools, digits: str) -> None:
    table = f"count,name\n1,Ice\n{digits},Ice\n1,{digits}\n"
    (reading,) = read_decks(table, pools)
    assert len(reading.unread) == 2
    (listed,) = read_decks(f"House Stark\n1x Ice\n{digits}x Ice\n1x {digits}\n", pools)
    assert len(listed.unread) == 2
    with pytest.raises(DeckFormatError):
        read_decks(f'{{"slots": {{"01141": {digits}}}}}', pools)
    xml = f'<deck><section name="Plots"><card qty="{digits[2:-1]}">Ice</card></section></deck>'
    with pytest.raises(DeckFormatError):
        read_decks(xml, pools)


def test_a_line_without_end_is_shown_short(pools: Pools) -> None:
    (reading,) = read_decks("House Stark\n3x " + "a" * 100_000, pools)
    assert len(reading.lines[1].text) < 1100
