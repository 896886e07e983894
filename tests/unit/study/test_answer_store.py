"""The file of answers: found again, refused where it is another file, damaged or newer."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import NewerDatabaseError
from study.answer_store import AnswerStore, StudyStoreError


def test_an_answer_is_of_one_deck_one_question_and_one_version(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "answers.db"
    with AnswerStore(path) as store:
        store.add([("a", {"legal": True}, 0.1), ("b", {"legal": False}, 0.1)], "check", "1")
        store.add([("a", {"legal": False}, 0.1)], "check", "1")
    with AnswerStore(path) as store:
        assert store.find("abc", "check", "1") == {"a": {"legal": False}, "b": {"legal": False}}
        assert store.find("abc", "check", "2") == store.find("abc", "hands", "1") == {}


def test_two_programs_may_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    with AnswerStore(path) as one, AnswerStore(path) as other:
        one.add([("a", {"of": "one"}, 0.1)], "check", "1")
        other.add([("b", {"of": "other"}, 0.1)], "check", "1")
        assert set(one.find("ab", "check", "1")) == {"a", "b"}


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    AnswerStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    with pytest.raises(NewerDatabaseError, match="newer version"):
        AnswerStore(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE deck (id)",
        "CREATE VIEW answers AS SELECT 1",
        "PRAGMA application_id = 1397781364; CREATE TABLE answers (deck)",
        "PRAGMA application_id = 1397781364; CREATE VIEW answers AS SELECT 1",
    ],
)
def test_another_database_is_refused_and_left_alone(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)
    before = path.read_bytes()
    with pytest.raises(StudyStoreError, match="no file of answers"):
        AnswerStore(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"rubbish " * 400, b"SQLite format 3\0" + b"\xff" * 4000])
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "answers.db"
    path.write_bytes(data)
    with pytest.raises(StudyStoreError, match="cannot be used"):
        AnswerStore(path)
    assert path.read_bytes() == data


def test_a_folder_or_an_impossible_name_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "a\0b"):
        with pytest.raises(Exception, match=r"no plain file|cannot be (used|written)"):
            AnswerStore(path)


def test_an_answer_that_was_tampered_with_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    with AnswerStore(path) as store:
        store.add([("a", {"legal": True}, 0.1)], "check", "1")
        store.add([("b", {"legal": True}, 0.1)], "check", "1")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE answers SET answer = '[1' WHERE deck = 'a'")
    with AnswerStore(path) as store:
        assert store.find("ab", "check", "1") == {"b": {"legal": True}}
