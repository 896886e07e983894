"""The player's own texts: read from files of every form, kept on disk, shown on the cards."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE

import pytest

from carddb.own_texts import storage
from carddb.own_texts.files import MOST_BYTES, MOST_ENTRIES, TextSourceError
from carddb.own_texts.reader import read_texts
from carddb.own_texts.storage import (
    LONGEST,
    MOST_TEXTS,
    OwnTextLine,
    OwnTexts,
    TextReport,
    TextStatus,
    add_own_texts,
    forget_own_texts,
    load_own_texts,
    with_own_texts,
)
from carddb.pool import CardPool, Pools
from carddb.query import Searcher
from carddb.store import CardStore
from carddb.terms import Edition
from core.errors import AppError, CancelledError
from tests.builders import card, pool

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


ROOT = Path(__file__).parents[4]
WRITER = """
import sys
from pathlib import Path
from carddb.own_texts.storage import add_own_texts
print("ready", flush=True)
input()
for number in range(100):
    add_own_texts(Path(sys.argv[1]), {f"{sys.argv[2]}_{number}": "Nod."})
"""


def stored(home: Path) -> Path:
    return home / "own_texts.json"


def test_texts_are_there_after_a_restart(tmp_path: Path) -> None:
    home = tmp_path / "not" / "yet there"
    assert load_own_texts(home) == OwnTexts()
    assert (add_own_texts(home, {}), home.exists()) == (OwnTexts(), False)
    add_own_texts(home, {"core_1": "Nod.\nSmile.", "core_2": "Ærlig."})
    add_own_texts(home, {"core_2": "Frown.", "01141": "Rest."})
    texts = {"core_1": "Nod.\nSmile.", "core_2": "Frown.", "01141": "Rest."}
    assert load_own_texts(home) == OwnTexts(texts)


def test_texts_are_forgotten(tmp_path: Path) -> None:
    assert forget_own_texts(tmp_path) == 0
    add_own_texts(tmp_path, {"core_1": "Nod.", "core_2": "Smile."})
    assert forget_own_texts(tmp_path) == 2
    assert (load_own_texts(tmp_path), stored(tmp_path).exists()) == (OwnTexts(), False)


DAMAGED = [
    b"",
    b"\0" * 100,
    b'{"version": 1, "texts": {"core_1": "Nod',
    b"[]",
    b"[" * 100_000,
    b'{"texts": {}}',
    b'{"version": "1", "texts": {}}',
    b'{"version": true, "texts": {}}',
    b'{"version": 1, "texts": []}',
    b'{"version": 1, "texts": {"core_1": 7}}',
    b'{"version": 1, "texts": {"core_1": ""}}',
    b'{"version": 1, "texts": {"": "Nod."}}',
    b'{"version": 1, "texts": {"core_1": "\\u001b[2J"}}',
    b'{"version": 1, "texts": {"core_1": "\\ud800"}}',
    json.dumps({"version": 1, "texts": {"core_1": "n" * (LONGEST + 1)}}).encode(),
    json.dumps({"version": 1, "texts": {"c" * 41: "Nod."}}).encode(),
    json.dumps({"version": 1, "texts": dict.fromkeys(map(str, range(10_001)), "n")}).encode(),
]


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_put_aside_with_a_sentence(tmp_path: Path, data: bytes) -> None:
    stored(tmp_path).write_bytes(data)
    loaded = load_own_texts(tmp_path)
    (aside,) = tmp_path.glob("own_texts.damaged-*.json")
    assert loaded.texts == {}
    assert aside.name in loaded.note
    assert aside.read_bytes() == data
    assert load_own_texts(tmp_path) == OwnTexts()


def test_a_damaged_file_does_not_hinder_new_texts(tmp_path: Path) -> None:
    stored(tmp_path).write_bytes(b"{")
    added = add_own_texts(tmp_path, {"core_1": "Nod."})
    assert (added.texts, "damaged" in added.note) == ({"core_1": "Nod."}, True)
    assert len(list(tmp_path.glob("own_texts.damaged-*.json"))) == 1
    stored(tmp_path).write_bytes(b"{")
    assert forget_own_texts(tmp_path) == 0
    assert len(list(tmp_path.glob("own_texts.damaged-*.json"))) == 2


def test_a_file_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    data = b'{"version": 2, "texts": {}, "more": 1}'
    stored(tmp_path).write_bytes(data)
    assert "newer version" in load_own_texts(tmp_path).note
    with pytest.raises(AppError, match="newer version"):
        add_own_texts(tmp_path, {"core_1": "Nod."})
    with pytest.raises(AppError, match="newer version"):
        forget_own_texts(tmp_path)
    assert stored(tmp_path).read_bytes() == data


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    stored(tmp_path).mkdir()
    assert "cannot be read" in load_own_texts(tmp_path).note
    with pytest.raises(AppError, match="cannot be read"):
        add_own_texts(tmp_path, {"core_1": "Nod."})
    assert stored(tmp_path).is_dir()


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x", "utf-8")
    assert load_own_texts(tmp_path / "home").texts == {}
    with pytest.raises(AppError, match="cannot be"):
        add_own_texts(tmp_path / "home", {"core_1": "Nod."})


def test_more_texts_than_there_can_be_cards(tmp_path: Path) -> None:
    add_own_texts(tmp_path, {f"core_{n}": "n" for n in range(MOST_TEXTS)})
    with pytest.raises(AppError, match="at most"):
        add_own_texts(tmp_path, {"one_more": "n"})
    assert len(load_own_texts(tmp_path).texts) == MOST_TEXTS


def test_two_processes_write_and_neither_loses_what_the_other_adds(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [
        subprocess.Popen([*command, name], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)  # noqa: S603
        for name in ("one", "two")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    texts = load_own_texts(tmp_path).texts
    assert texts.keys() == {f"{name}_{n}" for name in ("one", "two") for n in range(100)}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["own_texts.json", "own_texts.lock"]


def test_a_process_that_holds_the_lock_for_long_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_LOCK_SECONDS", 0.05)
    with closing(sqlite3.connect(tmp_path / "own_texts.lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(AppError, match="cannot be changed now"):
            add_own_texts(tmp_path, {"core_1": "Nod."})
        assert load_own_texts(tmp_path) == OwnTexts()
    add_own_texts(tmp_path, {"core_1": "Nod."})


def test_a_lock_that_is_something_else_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "own_texts.lock").write_bytes(b"no database at all" * 100)
    with pytest.raises(AppError) as raised:
        add_own_texts(tmp_path, {"core_1": "Nod."})
    assert "delete own_texts.lock" in raised.value.hint


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
