"""Files that hold no texts, or mean harm: a sentence each, with its line where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from carddb.own_texts.entry import MOST_BYTES, TextSourceError
from carddb.own_texts.reader import read_texts
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError

Pools = Mapping[Edition, CardPool]
CARD = b'<set><cards><card name="A"><property name="Text" value="&e;"/></card></cards></set>'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b" \n\xef\xbb\xbf", "empty"),
        (b"\0\0\0\1", "not text"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"%PDF-1.7", "PDF"),
        (b"x" * (MOST_BYTES + 1), "too large"),
        (b"3x Arya Stark (Core)\n", "neither JSON"),
        (b"name,number\nA,1\n", "neither JSON"),
        (b"code,text\n", "nothing below"),
        (b'code,text\n"' + b"a" * 200_000, "line 2"),
        (b"code,text\n" + b"a\n" * 50_000, "entries"),
        (b"{}", "empty"),
        (b"[]", "empty"),
        (b'{"a": }', "line 1, column 7"),
        (b'{"a": "b"} more', "column 12"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 900_000, "values"),
        (b"[" + b"1" * 10_000 + b"]", "number"),
        (b"[" + b"1," * 30_000 + b"1]", "entries"),
        (b"<set><cards>", "cannot be read at line 1"),
        (b"<deck/>", "neither JSON"),
        (b'<?xml version="1.0"?><deck/>', "outermost element"),
        (b"<set/>", "no cards"),
        (b"<set>" + b"<a>" * 1000, "nested too deeply"),
        (b"<set><cards>" + b"<card/>" * 30_000 + b"</cards></set>", "entries"),
        (b'<set name="' + b"a" * 100_000, "too long"),
        (b'<!DOCTYPE set [<!ENTITY e SYSTEM "file:///etc/hostname">]>' + CARD, "declares"),
        (b'<!DOCTYPE set [<!ENTITY a "b"><!ENTITY e "&a;&a;">]>' + CARD, "declares"),
    ],
)
def test_a_sentence_says_what_the_file_is(pools: Pools, data: bytes, sentence: str) -> None:
    with pytest.raises(TextSourceError) as raised:
        read_texts(data, pools)
    assert sentence in raised.value.sentence
    assert raised.value.hint


def test_a_table_that_cannot_be_read_names_the_line(pools: Pools) -> None:
    with pytest.raises(TextSourceError) as raised:
        read_texts(b'code,text\ncore_1,a\ncore_2,"' + b"a\n" * 100_000, pools)
    assert raised.value.line == 3


def test_a_folder_without_sets_and_a_file_that_is_not_there(pools: Pools, tmp_path: Path) -> None:
    (tmp_path / "notes.xml").write_text("<set/>", "utf-8")
    with pytest.raises(TextSourceError, match="holds no OCTGN sets"):
        read_texts(tmp_path, pools)
    with pytest.raises(AppError, match="cannot be read"):
        read_texts(tmp_path / "none.csv", pools)


def test_a_folder_with_more_sets_than_a_game_has(pools: Pools, tmp_path: Path) -> None:
    for number in range(501):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "set.xml").write_text("<set/>", "utf-8")
    with pytest.raises(TextSourceError, match="more sets"):
        read_texts(tmp_path, pools)


def test_links_to_folders_are_not_followed(pools: Pools, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "set.xml").write_text("<set>", "utf-8")
    (tmp_path / "inside" / "round").symlink_to(tmp_path, target_is_directory=True)
    assert len(read_texts(tmp_path, pools).lines) == 1
