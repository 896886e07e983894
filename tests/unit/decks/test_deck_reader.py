"""Decks read from files: encodings, bounds, and the faults of other importers."""

from __future__ import annotations

import json
import weakref
from collections import Counter
from contextlib import suppress

import pytest

from benchmarks.hostile.cases import CASES
from carddb import spelling
from carddb.names import NameIndex, name_index
from carddb.pool import Pools
from carddb.spelling import SpellingIndex
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.formats.deck_assembler import NOT_COMPARED
from decks.formats.deck_format import (
    MOST_BYTES,
    MOST_DOUBTS,
    MOST_GUESSES,
    MOST_LINES,
    decode_source,
)
from decks.formats.sections import faction_of
from decks.report import DeckFormatError, LineStatus
from tests import builders
from tests.long_run import times
from tests.unit.decks.reports import line, read, slots

LIST = "House Stark\n3x Cersei\u2019s Wheelhouse — é\n"


@pytest.mark.parametrize(
    "data",
    [
        LIST.encode(),
        b"\xef\xbb\xbf" + LIST.encode(),
        LIST.encode("utf-16"),
        b"\xfe\xff" + LIST.encode("utf-16-be"),
        LIST.encode("utf-32"),
        LIST.encode("cp1252"),
        LIST.replace("\n", "\r\n").encode(),
        LIST.replace("\n", "\r").encode(),
        LIST,
        "\ufeff" + LIST,
    ],
)
def test_every_encoding_gives_the_same_text(data: bytes | str) -> None:
    assert decode_source(data) == LIST


def test_half_a_character_does_no_harm() -> None:
    decode_source("House Stark \ud800").encode()


def test_no_long_text_is_cached() -> None:
    class Text(str):
        """A text whose end can be noticed."""

        __slots__ = ("__weakref__",)

    texts = [Text(letter * 200_000) for letter in "abcd"]
    left = [weakref.ref(each) for each in texts]
    assert faction_of(texts[0], Edition.SECOND) is None
    name_index(builders.pool(builders.card("Arya Stark"))).find("Arya Stark", pack=texts[1])
    builders.deck(notes=texts[2], card_notes=(("01141", texts[3]),))
    del texts
    assert [ref() for ref in left] == [None] * 4


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"%PDF-1.7\n...", "a PDF"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x89PNG\r\n", "picture"),
        (b"SQLite format 3\x00", "database"),
        (b"{\\rtf1\\ansi House Stark}", "word processor"),
        (b"House Stark\x00\x00", "not text"),
        (bytes(range(32)) * 20, "not text"),
        (b"\x00\n" * (MOST_LINES + 1), "not text"),
        (LIST.encode("utf-16-le"), "not text"),
        (b"<!DOCTYPE html><html><body>House Stark</body></html>", "web page"),
        (b"\n<html lang='en'>", "web page"),
        (b"x" * (MOST_BYTES + 1), "too large for deck lists: it has more than 10 MB"),
    ],
)
def test_what_is_no_list_is_named(data: bytes, words: str) -> None:
    with pytest.raises(DeckFormatError, match=words) as caught:
        decode_source(data)
    assert caught.value.sentence.endswith(".")
    assert caught.value.hint


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
    # In English, and in the other languages.
    assert looked_up["compared"] <= 2 * len(pools) * MOST_GUESSES
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


@pytest.mark.parametrize(
    "written",
    [
        "Cersei\u2019s Wheelhouse",
        "Cersei\u2018s Wheelhouse",
        "Cersei`s Wheelhouse",
        "Cersei&#039;s Wheelhouse",
        "Cersei&rsquo;s Wheelhouse",
        "Cersei's\u00a0Wheelhouse",
        "C\u00e9rsei's Wheelh\u00f6use",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_apostrophes_accents_spaces_marks_and_endings(
    pools: Pools, written: str, encoding: str, ending: str
) -> None:
    reading = read(f"House Lannister{ending}3x {written}{ending}".encode(encoding), pools)
    assert slots(reading) == {"01091": 3} or line(reading, 2).status is LineStatus.READ
    assert sum(slots(reading).values()) == 3


def test_titles_with_commas_quotes_exclamation_marks_and_brackets(pools: Pools) -> None:
    titles = {card.name for pool in pools.values() for card in pool if _odd(card.name)}
    assert len(titles) > 30
    for pool in pools.values():
        for card in pool:
            if _odd(card.name) and card.in_draw_deck:
                text = f"Mine\n\nHouse Stark\n\n3x {card.name} ({card.pack} #{card.position})\n"
                assert slots(read(text, pools, edition=pool.edition)) == {card.code: 3}


def _odd(name: str) -> bool:
    return any(sign in name for sign in ',"!?()')


def test_a_line_that_repeats_adds_up_and_does_not_overwrite(pools: Pools) -> None:
    for text in (
        "House Stark\n2x Robb Stark (Core)\n1x Robb Stark (Core)\n",
        "code,count\n01146,2\n01146,1\n",
        '<deck>\n<card qty="2">Robb Stark</card>\n<card qty="1">Robb Stark</card>\n</deck>',
    ):
        assert sum(slots(read(text, pools)).values()) == 3


def test_a_title_of_several_printings_is_ambiguous_in_every_format(pools: Pools) -> None:
    for text in (
        "House Stark\n3x Eddard Stark\n",
        "count,name\n3,Eddard Stark\n",
        '<deck>\n<card qty="3" id="">Eddard Stark</card></deck>',
    ):
        report = line(read(text, pools), 2)
        assert (report.status, report.code) == (LineStatus.AMBIGUOUS, "01144")
        assert report.candidates == ("01144", "03003", "13041")
        assert report.note.endswith("proposed: the earliest, from Core Set (01144).")
        legal = line(read(text, pools, allowed=lambda card: card.code != "01144"), 2)
        assert (legal.code, "the earliest legal one" in legal.note) == ("03003", True)
        none = line(read(text, pools, allowed=lambda _: False), 2)
        assert none.note.endswith("though none of them is legal.")


def test_a_name_may_be_underlined(pools: Pools) -> None:
    reading = read("My wolves\n=========\nHouse Stark\n3x Robb Stark (Core)\n", pools)
    assert (reading.deck.name, slots(reading)) == ("My wolves", {"01146": 3})


def test_an_older_list_by_cycle_bears_codes(pools: Pools) -> None:
    text = "Wolves 1.0\n\nHouse Stark\nFealty\n\n---- Core Set ----\n"
    text += "3x Eddard Stark | #01144 Core Set\n"
    reading = read(text, pools)
    assert (reading.deck.name, slots(reading)) == ("Wolves", {"01144": 3})
    assert line(reading, 7).text == "3x Eddard Stark | #01144 Core Set"
