"""The bytes of a file -> its text."""

from __future__ import annotations

import pytest

from decks.formats.deck_format import MOST_BYTES, decode_source
from decks.report import DeckFormatError

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
