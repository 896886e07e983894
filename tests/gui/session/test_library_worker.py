"""The library worker."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.errors import AppError
from desktop.runtime.tasks import TaskRunner
from desktop.session.library_worker import LibraryWorker


def test_the_worker_opens_the_library_in_the_background(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SEVENPLOTS_LIBRARY", raising=False)
    library_worker = LibraryWorker(tasks)
    answers: list[int] = []
    library_worker.ask(lambda library: len(library.decks.all()), answers.append)
    assert library_worker.library is None
    with qtbot.waitSignal(library_worker.contents_changed):
        library_worker.open_at(tmp_path)
    qtbot.waitUntil(lambda: not library_worker.busy)
    assert answers == [0]
    assert (tmp_path / "decks.db").is_file()
    library_worker.close()


def test_a_library_that_cannot_be_opened_can_be_tried_again(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEVENPLOTS_LIBRARY", "mysql://nowhere/decks")
    library_worker = LibraryWorker(tasks)
    with qtbot.waitSignal(library_worker.failed) as failed:
        library_worker.open_at(tmp_path)
    assert isinstance(failed.args[0], AppError)
    monkeypatch.delenv("SEVENPLOTS_LIBRARY")
    with qtbot.waitSignal(library_worker.opened):
        library_worker.open_at(tmp_path)
    qtbot.waitUntil(lambda: not library_worker.busy)
    library_worker.close()
