"""A study of decks of the library, for a worker thread, which lets processes do it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from carddb.worker_processes import usual_count
from desktop.runtime.tasks import Progress
from study.answer_store import AnswerStore, study_file
from study.study_cards import CardsSource
from study.study_deck import StudyDeck
from study.study_question import StudyQuestion
from study.study_run import StudyReport, StudyRun
from study.workers import ProcessWorkers


def study_decks(
    home: Path, decks: Sequence[StudyDeck], question: StudyQuestion, progress: Progress
) -> StudyReport:
    """Return the answers; the window keeps a core for itself where there are several."""
    cards = CardsSource.of(home)
    with AnswerStore(study_file(home)) as store:
        workers = ProcessWorkers(max(1, usual_count() - 1))
        try:
            return StudyRun(question, cards, store, workers).report(decks, progress)
        finally:
            workers.stop()
