"""Files too large to be decks are refused with a sentence, and soon."""

from __future__ import annotations

import json
from collections.abc import Mapping
from time import process_time

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.errors import DeckFormatError
from decks.reading import read_decks

Pools = Mapping[Edition, CardPool]
MANY = {
    "json": "[" + ",".join(['{"slots":{}}'] * 450_000) + "]",
    "json below": '{"decks":[' + ",".join(['{"slots":{}}'] * 450_000) + "]}",
    "text": "\n===\n".join(["House Stark"] * 2001),
    "csv": "deck,code,count\n" + "\n".join(f"d{n},01141,1" for n in range(2001)),
    "lines": "a b\n" * 2_000_000,
    "headings": "## a\n" * 290_000,
    "one line": "word " * 1_900_000,
    "brackets": "(" * 9_000_000,
    "links": "](" * 4_900_000,
    "cells": '"a",' * 2_400_000,
    "tag": "<deck " + " ".join(f'a{n}="1"' for n in range(500_000)) + "/>",
    "ampersands": "<deck>" + "&" * 9_000_000 + "</deck>",
    "deep": "[" * 9_000_000,
}


@pytest.mark.parametrize("case", MANY)
def test_it_is_refused_within_seconds(pools: Pools, case: str) -> None:
    read_decks("House Stark\n3x Aria Stark\n", pools)
    began = process_time()
    with pytest.raises(DeckFormatError) as caught:
        read_decks(MANY[case], pools)
    assert process_time() - began < 5
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize("case", ["json", "text", "csv"])
def test_more_than_two_thousand_decks_are_too_many(pools: Pools, case: str) -> None:
    with pytest.raises(DeckFormatError, match="more than 2,000 decks") as caught:
        read_decks(MANY[case], pools)
    assert caught.value.hint == "Split the file and read its parts one by one."


def test_two_thousand_decks_are_read(pools: Pools) -> None:
    assert len(read_decks(json.dumps([{"slots": {"01141": 1}}] * 2000), pools)) == 2000


def test_a_line_without_end_is_shown_short(pools: Pools) -> None:
    (reading,) = read_decks("House Stark\n3x " + "a" * 100_000, pools)
    assert len(reading.lines[1].text) < 1100
