"""A study with real processes: killed, stopped, resumed; its digests and damaged stores."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError, CancelledError, NewerDatabaseError
from core.paths import own_texts_file
from decks.report import LineStatus, ReportLine
from study.answer_store import AnswerStore, StudyStoreError
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import CardsSource, OtherCardsError, StudyDeck, cards_version
from study.study_run import StudyReport, StudyRun
from study.workers import BatchWork, ProcessWorkers
from tests.unit.study.works import counted, counted_or_killed

CHECK = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
needs_kill = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")


@pytest.fixture
def study(
    cards: CardsSource, store: AnswerStore, two_processes: ProcessWorkers
) -> Callable[[BatchWork], StudyRun]:
    """Return a function that makes a study of its work, which two processes do."""
    return lambda work: StudyRun(CHECK, cards, store, two_processes, work)


def cards_in(report: StudyReport) -> list[int | None]:
    return [each.answer["cards"] if each.answer else None for each in report.results]


def test_decks_are_answered_by_several_processes_and_then_from_the_store(
    study: Callable[[BatchWork], StudyRun], small_decks: list[StudyDeck]
) -> None:
    first = study(counted).report(small_decks)
    assert cards_in(first) == list(range(10, 30))
    assert (first.computed, first.reused, first.failed) == (20, 0, ())
    workers = {each.answer["by"] for each in first.results if each.answer}
    assert os.getpid() not in workers
    # A worker that is asked again would die.
    again = study(counted_or_killed).report(small_decks)
    assert (again.results, again.computed, again.reused) == (first.results, 0, 20)


@needs_kill
def test_a_killed_worker_is_replaced_and_nothing_is_missing(
    study: Callable[[BatchWork], StudyRun], small_decks: list[StudyDeck]
) -> None:
    killed: list[int | None] = []

    def kill_one(_done: int, _total: int) -> None:
        children = active_children()
        if not killed and children:
            killed.append(children[0].pid)
            os.kill(children[0].pid or 0, signal.SIGKILL)

    report = study(counted).report(small_decks, kill_one)
    assert killed
    assert cards_in(report) == list(range(10, 30))


@needs_kill
def test_a_deck_that_workers_die_of_is_named_and_no_other_suffers(
    study: Callable[[BatchWork], StudyRun], small_decks: list[StudyDeck]
) -> None:
    report = study(counted_or_killed).report(small_decks[:6])
    assert cards_in(report) == [10, 11, 12, None, 14, 15]
    (failed,) = report.failed
    assert failed.deck.deck.name == "Deck of 13"
    assert "ended without an answer" in failed.failure


def test_a_study_that_is_stopped_goes_on_where_it_was(
    study: Callable[[BatchWork], StudyRun], small_decks: list[StudyDeck]
) -> None:
    seen = []

    def stop_in_the_middle(done: int, _total: int) -> None:
        seen.append(done)
        if done >= 1:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        study(counted).report(small_decks, stop_in_the_middle)
    report = study(counted).report(small_decks)
    assert cards_in(report) == list(range(10, 30))
    assert report.reused >= seen[-1]


def test_other_cards_than_those_of_the_study_are_refused(
    cards: CardsSource, store: AnswerStore, two_processes: ProcessWorkers, samples: list[StudyDeck]
) -> None:
    other = CardsSource(cards.home, "another version")
    with pytest.raises(OtherCardsError, match="other cards"):
        StudyRun(CHECK, other, store, two_processes).report(samples[:1])


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
    with pytest.raises(StudyStoreError, match="not a file of answers"):
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
        with pytest.raises(Exception, match=r"not a plain file|cannot be (used|written)"):
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


def test_decks_of_other_names_are_the_same_and_of_other_cards_are_not(
    small_decks: list[StudyDeck], pools: Pools
) -> None:
    deck = small_decks[0].deck
    named = StudyDeck("elsewhere", replace(deck, name="Another", notes="Mine"))
    assert named.digest == small_decks[0].digest
    card = pools[Edition.SECOND].card("01141")
    others = [
        deck.with_copies(card, 1),
        replace(deck, list_code="none"),
        replace(deck, rookery=((card, 1),)),
        replace(deck, date="2020-01-01"),
    ]
    assert len({StudyDeck("", each).digest for each in others} | {named.digest}) == 5


def test_a_line_that_was_not_read_makes_a_deck_illegal(small_decks: list[StudyDeck]) -> None:
    line = ReportLine(3, "1x Nobody", LineStatus.UNKNOWN, note="No card.")
    deck = replace(small_decks[0], unread=(line,))
    assert deck.with_unread({"legal": True}) == {
        "legal": False,
        "unread": [{"line": 3, "text": "1x Nobody", "reason": "No card."}],
    }
    assert deck.with_unread({"cards": 4})["unread"]
    assert small_decks[0].with_unread({"legal": True}) == {"legal": True}


def test_a_question_is_told_by_the_options_that_it_has() -> None:
    hands = StudyQuestion(ask=Ask.HANDS, today="2026-11-20")
    assert hands.text == replace(hands, today="2026-11-21", games=7).text
    assert hands.text != replace(hands, seed=2).text
    check = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
    assert check.text != replace(check, today="2026-11-21").text
    with pytest.raises(AppError, match="has no option “list”") as caught:
        replace(hands, list_code="none").check_options()
    assert caught.value.hint == "It is for check, advise."


def test_the_version_is_another_with_other_cards_or_texts(
    cards: CardsSource, tmp_path: Path
) -> None:
    bare = cards_version(tmp_path)
    assert bare != cards.version  # it has no cards.db
    own_texts_file(tmp_path).write_text("{}")
    assert cards_version(tmp_path) != bare
    assert cards_version(Path(cards.home)) == cards.version
