"""A study with real processes: killed, stopped, and resumed from its store."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children

import pytest

from core.errors import CancelledError
from study.answer_store import AnswerStore
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import CardsSource, OtherCardsError, StudyDeck
from study.study_run import StudyReport, StudyRun
from study.workers import ProcessWorkers
from tests.unit.study.works import counted, counted_or_killed

CHECK = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
needs_kill = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")


def cards_in(report: StudyReport) -> list[int | None]:
    return [each.answer["cards"] if each.answer else None for each in report.results]


def test_decks_are_answered_by_several_processes_and_then_from_the_store(
    cards: CardsSource,
    store: AnswerStore,
    two_processes: ProcessWorkers,
    small_decks: list[StudyDeck],
) -> None:
    first = StudyRun(CHECK, cards, store, two_processes, counted).report(small_decks)
    assert cards_in(first) == list(range(10, 30))
    assert (first.computed, first.reused, first.failed) == (20, 0, ())
    workers = {each.answer["by"] for each in first.results if each.answer}
    assert os.getpid() not in workers
    # A worker that is asked again would die.
    again = StudyRun(CHECK, cards, store, two_processes, counted_or_killed).report(small_decks)
    assert (again.results, again.computed, again.reused) == (first.results, 0, 20)


@needs_kill
def test_a_killed_worker_is_replaced_and_nothing_is_missing(
    cards: CardsSource,
    store: AnswerStore,
    two_processes: ProcessWorkers,
    small_decks: list[StudyDeck],
) -> None:
    killed: list[int | None] = []

    def kill_one(_done: int, _total: int) -> None:
        children = active_children()
        if not killed and children:
            killed.append(children[0].pid)
            os.kill(children[0].pid or 0, signal.SIGKILL)

    report = StudyRun(CHECK, cards, store, two_processes, counted).report(small_decks, kill_one)
    assert killed
    assert cards_in(report) == list(range(10, 30))


@needs_kill
def test_a_deck_that_workers_die_of_is_named_and_no_other_suffers(
    cards: CardsSource,
    store: AnswerStore,
    two_processes: ProcessWorkers,
    small_decks: list[StudyDeck],
) -> None:
    study = StudyRun(CHECK, cards, store, two_processes, counted_or_killed)
    report = study.report(small_decks[:6])
    assert cards_in(report) == [10, 11, 12, None, 14, 15]
    (failed,) = report.failed
    assert failed.deck.deck.name == "Deck of 13"
    assert "ended without an answer" in failed.failure


def test_a_study_that_is_stopped_goes_on_where_it_was(
    cards: CardsSource,
    store: AnswerStore,
    two_processes: ProcessWorkers,
    small_decks: list[StudyDeck],
) -> None:
    seen = []

    def stop_in_the_middle(done: int, _total: int) -> None:
        seen.append(done)
        if done >= 1:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        StudyRun(CHECK, cards, store, two_processes, counted).report(
            small_decks, stop_in_the_middle
        )
    report = StudyRun(CHECK, cards, store, two_processes, counted).report(small_decks)
    assert cards_in(report) == list(range(10, 30))
    assert report.reused >= seen[-1]


def test_other_cards_than_those_of_the_study_are_refused(
    cards: CardsSource, store: AnswerStore, two_processes: ProcessWorkers, samples: list[StudyDeck]
) -> None:
    other = CardsSource(cards.home, "another version")
    with pytest.raises(OtherCardsError, match="other cards"):
        StudyRun(CHECK, other, store, two_processes).report(samples[:1])
