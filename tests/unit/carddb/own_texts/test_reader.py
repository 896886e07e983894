"""Texts from files of every form, each entry accounted for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from carddb.own_texts.entry import LONGEST, MOST_ENTRIES
from carddb.own_texts.reader import read_texts
from carddb.own_texts.report import OwnTextLine, TextReport, TextStatus
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import CancelledError

Pools = Mapping[Edition, CardPool]

SET = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<set name="{name}" id="b91e6b81-67e8-44b8-a11a-460065a99e22" version="1.0">
  <cards>
{cards}
  </cards>
</set>
"""


def read(pools: Pools, written: object, before: Mapping[str, str] | None = None) -> TextReport:
    data = written if isinstance(written, str) else json.dumps(written)
    return read_texts(data.encode(), pools, before)


def statuses(report: TextReport) -> list[tuple[int, str, str | None]]:
    return [(line.line, line.status.value, line.code) for line in report.lines]


def only(report: TextReport) -> OwnTextLine:
    (line,) = report.lines
    return line


def test_json_may_be_an_object_of_codes_of_both_editions(pools: Pools) -> None:
    report = read(pools, {"core_1": "Nod.", "01141": "Smile.\r\nThen nod.", "9_9": "Hm."})
    assert report.texts == {"core_1": "Nod.", "01141": "Smile.\nThen nod."}
    assert statuses(report) == [
        (1, "taken", "core_1"),
        (2, "taken", "01141"),
        (3, "unknown", None),
    ]


@pytest.mark.parametrize(
    "written",
    [
        [{"code": "core_5", "text": "Nod."}],
        {"code": "core_5", "text": "Nod."},
        {"core_5": {"name": "Eddard Stark", "text": "Nod."}},
        {"cards": [{"code": "CORE_5", "text": "Nod."}]},
        {"version": 1, "texts": {"core_5": "Nod."}},
        [{"name": "Eddard Stark", "set": "Core", "number": 5, "text": "Nod."}],
        [{"name": "eddard stark", "pack": "core", "number": "5", "text": "Nod."}],
        [{"name": "Eddard Stark", "pack_name": "Core", "position": 5, "text": "Nod."}],
    ],
)
def test_json_names_cards_by_code_or_by_name_set_and_number(pools: Pools, written: object) -> None:
    report = read(pools, written)
    assert report.texts == {"core_5": "Nod."}
    assert statuses(report) == [(1, "taken", "core_5")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_has_its_columns_in_any_order(pools: Pools, delimiter: str) -> None:
    rows = [
        ["Number", "Text", "Set", "Name", "Remark"],
        ["5", "Nod.", "Core", "Eddard Stark", "mine"],
        ["", "", "", "", ""],
        ["7", '"Say ""aye""\nand nod."', "Lords of Winter", "Catelyn Stark", ""],
    ]
    report = read(pools, "\r\n".join(delimiter.join(row) for row in rows))
    assert report.texts == {"core_5": "Nod.", "low_7": 'Say "aye"\nand nod.'}
    assert [line for line, _, _ in statuses(report)] == [2, 4]


def test_a_table_of_a_spreadsheet(pools: Pools) -> None:
    table = 'sep=;\ncode;text\n="01141";Smile.\n1144;Nod.\n'
    assert read_texts(table.encode("utf-16"), pools).texts == {"01141": "Smile.", "01144": "Nod."}


def test_a_row_with_a_separator_too_many_is_not_taken_in_part(pools: Pools) -> None:
    line = only(read(pools, "code,text\ncore_1,Nod, then smile.\n"))
    assert (line.status, line.line) == (TextStatus.UNREADABLE, 2)
    assert "quotation marks" in line.note


def octgn(name: str, *cards: str) -> str:
    return SET.format(name=name, cards="\n".join(cards))


EDDARD = """<card id="0a6b3a6c-0001-4000-8000-000000000001" name="Eddard Stark">
  <property name="Keywords" value="Brisk."/>
  <property name="Text" value="Nod &amp; smile.&#10;Then rest."/>
  <property name="CardNumber" value="F5"/>
  <alternate name="Other side" type="B"><property name="Text" value="Frown."/></alternate>
</card>"""


def test_a_folder_of_sets_of_octgn(pools: Pools, tmp_path: Path) -> None:
    arya = pools[Edition.SECOND].card("01141")
    files = {
        "sets/a/set.xml": octgn("01-Core", EDDARD),
        "sets/b/Set.xml": octgn(
            "A set of another name",
            f'<card id="{arya.octgn_id}"><property name="text">Smile.</property></card>',
            '<card id="x" name="Eddard Stark"><property name="Text" value="Nod."/></card>',
        ),
        "sets/c/set.xml": "<set><cards>",
        "sets/c/definition.xml": octgn("Core", EDDARD),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    report = read_texts(tmp_path, pools)
    assert report.texts == {"core_5": "Brisk.\nNod & smile.\nThen rest.", "01141": "Smile."}
    assert [(Path(e.source).as_posix(), e.line, e.status.value) for e in report.lines] == [
        ("sets/a/set.xml", 4, "taken"),
        ("sets/b/Set.xml", 4, "taken"),
        ("sets/b/Set.xml", 5, "ambiguous"),
        ("sets/c/set.xml", 1, "unreadable"),
    ]
    assert "does not hold" in report.lines[2].note
    assert read_texts(tmp_path / "sets/a/set.xml", pools).texts.keys() == {"core_5"}


def test_every_card_is_found_by_its_name_set_and_number(pools: Pools) -> None:
    written = [
        {"name": card.name, "set": pool.packs[card.pack].name, "number": card.position, "text": "A"}
        for pool in pools.values()
        for card in pool
    ]
    report = read(pools, written)
    assert [line for line in report.lines if line.status is not TextStatus.TAKEN or line.note] == []
    assert [line.code for line in report.lines] == [card.code for p in pools.values() for card in p]


@pytest.mark.parametrize(
    ("named", "status", "note"),
    [
        ({"code": "core_5x"}, "unknown", "Similar: core_5"),
        ({"name": "Edard Stark"}, "unknown", "Similar: Eddard Stark"),
        ({"name": "Edard Stark", "set": "Core", "number": 5}, "taken", "Taken for Eddard Stark"),
        ({"name": "Edard Stark", "set": "Core", "number": 6}, "unknown", "Similar: Eddard Stark"),
        ({"name": "Eddard Stark"}, "ambiguous", "set and number"),
        ({"name": "Eddard Stark", "set": "Core", "number": 7}, "ambiguous", "in the set"),
        ({"name": "Rhaegal", "set": "Core"}, "ambiguous", "set and number"),
        ({"name": "Eddard Stark", "set": "Nowhere"}, "ambiguous", "“Nowhere” does not hold"),
        ({"name": "Catelyn Stark", "set": "Lords of Winter", "number": 9}, "taken", "is 7, not 9"),
        ({"code": "core_5", "name": "Rhaegal"}, "ambiguous", "the name that of Rhaegal"),
        ({"code": "core_5", "name": "Ned"}, "taken", ""),
        ({"code": "x_1", "name": "Eddard Stark", "set": "Core", "number": 5}, "taken", ""),
        ({"set": "Core", "number": 5}, "unknown", "no code and no name"),
    ],
)
def test_a_text_is_put_on_no_card_by_a_guess(
    pools: Pools, named: Mapping[str, object], status: str, note: str
) -> None:
    line = only(read(pools, [{**named, "text": "Nod."}]))
    assert (line.status.value, note in line.note) == (status, True), line
    assert bool(line.candidates) == (status != "taken" and "no code" not in note)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        (None, "empty"),
        (7, "not-text"),
        (["Nod."], "not-text"),
        ({"text": "Nod."}, "not-text"),
        ("Nod\x1b[2J.", "not-text"),
        ("n" * LONGEST, "taken"),
        ("n" * (LONGEST + 1), "too-long"),
        ("Half a letter \ud800.", "taken"),
    ],
)
def test_what_stands_for_the_text(pools: Pools, text: object, status: str) -> None:
    assert only(read(pools, [{"code": "core_1", "text": text}])).status.value == status


def test_the_first_text_of_a_card_is_taken(pools: Pools) -> None:
    report = read(pools, '{"core_1": "", "core_1": "One.", "CORE_1": "Two."}')
    assert report.texts == {"core_1": "One."}
    assert [status for _, status, _ in statuses(report)] == ["empty", "taken", "repeated"]
    assert "entry 2" in report.lines[2].note


def test_texts_are_compared_with_those_of_before(pools: Pools) -> None:
    before = {"core_1": "One.", "core_2": "Two."}
    report = read(pools, {"core_1": "One. ", "core_2": "Three."}, before=before)
    assert [status for _, status, _ in statuses(report)] == ["same", "taken"]
    assert report.lines[1].note == "Replaces your earlier text."
    assert (report.texts, report.useful) == ({"core_2": "Three."}, True)


def test_the_reading_reports_its_progress_and_can_be_stopped(pools: Pools) -> None:
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        read_texts(json.dumps(dict.fromkeys(map(str, range(500)), "x")).encode(), pools, None, stop)
    assert seen == [(0, 500), (50, 500)]


def test_similar_names_are_looked_for_within_a_budget(pools: Pools) -> None:
    count = MOST_ENTRIES - 1
    report = read(pools, [{"name": f"Nobody at all {n}", "text": "x"} for n in range(count)])
    assert report.count(TextStatus.UNKNOWN) == count
    assert "were not looked for" in report.lines[-1].note
