"""A verdict in the plain words of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from carddb.catalogue import sample_decks
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.sheet import DeckSheet, SheetEvent
from tests.verdicts import judge_of
from validators.conditions import Requested
from validators.judged_sheet import judged_sheet

Pools = Mapping[Edition, CardPool]
TODAY = date(2026, 11, 20)
SAMPLES = {sample.name: sample.text for sample in sample_decks()}


def sheet_of(text: str, pools: Pools, **wishes: str) -> DeckSheet:
    (reading,) = read_decks(text, pools)
    judge = judge_of(pools[reading.deck.edition])
    return judged_sheet(reading, judge, Requested(**wishes), TODAY, SheetEvent())  # type: ignore[arg-type]


def test_a_legal_deck_says_under_what(pools: Pools) -> None:
    ruling = sheet_of(SAMPLES["Wolves of Winter (WotN)"], pools).ruling
    assert ruling is not None
    assert (ruling.legal, ruling.reasons) == (True, ())
    assert (ruling.format, ruling.list_name, ruling.day) == (
        "joust",
        "Standard v2.1",
        "20 November 2026",
    )


def test_an_illegal_deck_says_why_and_leaves_notes_out(pools: Pools) -> None:
    ruling = sheet_of(SAMPLES["The Old Ways (Core)"], pools).ruling
    assert ruling is not None
    assert not ruling.legal
    assert ruling.reasons[0] == "The draw deck has 45 cards; at least 60 are needed."
    assert len(ruling.reasons) == 2


def test_lines_that_were_not_read_make_a_sheet_illegal(pools: Pools) -> None:
    text = SAMPLES["Wolves of Winter (WotN)"].replace('"slots": {', '"slots": {"99999": 1,')
    ruling = sheet_of(text, pools).ruling
    assert ruling is not None
    assert not ruling.legal
    (reason,) = ruling.reasons
    assert reason.startswith("Line ")
    assert "was not read" in reason
    assert "99999" in reason


def test_a_format_without_lists_names_none(pools: Pools) -> None:
    text = SAMPLES["Wolves of Winter (WotN)"]
    for wishes in ({"list_code": "none"}, {"format_name": "draft"}):
        ruling = sheet_of(text, pools, **wishes).ruling
        assert ruling is not None
        assert ruling.list_name == ""
