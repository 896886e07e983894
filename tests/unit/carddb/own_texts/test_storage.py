"""The player's own texts on disk: kept, damaged, written by two at once."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest

from carddb.own_texts import storage
from carddb.own_texts.entry import LONGEST
from carddb.own_texts.storage import (
    MOST_TEXTS,
    OwnTexts,
    add_own_texts,
    forget_own_texts,
    load_own_texts,
)
from core.errors import AppError

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
    assert load_own_texts(tmp_path) == OwnTexts()
    add_own_texts(tmp_path, {"core_1": "Nod.\nSmile.", "core_2": "Ærlig."})
    add_own_texts(tmp_path, {"core_2": "Frown.", "01141": "Rest."})
    texts = {"core_1": "Nod.\nSmile.", "core_2": "Frown.", "01141": "Rest."}
    assert load_own_texts(tmp_path) == OwnTexts(texts)


def test_a_home_that_is_not_there_is_made(tmp_path: Path) -> None:
    add_own_texts(tmp_path / "a" / "b", {"core_1": "Nod."})
    assert load_own_texts(tmp_path / "a" / "b").texts == {"core_1": "Nod."}


def test_nothing_to_add_writes_nothing(tmp_path: Path) -> None:
    assert add_own_texts(tmp_path, {}).texts == {}
    assert list(tmp_path.iterdir()) == []


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
