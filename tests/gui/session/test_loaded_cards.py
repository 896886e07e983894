"""What the window is told of where its cards are from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from carddb.origin import Origin
from carddb.own_texts.storage import add_own_texts
from carddb.store import CardStore
from carddb.terms import Edition
from core.errors import AppError
from core.paths import cards_file, own_texts_file
from desktop.runtime.tasks import TaskRunner
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import load_cards
from tests.gui.samples import present
from tests.gui.session import few_cards as few

few_cards = few.few_cards
pytestmark = pytest.mark.usefixtures("few_cards")


def test_it_is_known_where_the_cards_are_from(tmp_path: Path) -> None:
    assert "from the catalogue in this program" in load_cards(tmp_path, lambda *_: None).origin
    store = CardStore(cards_file(tmp_path))
    pool = store.pools()[Edition.SECOND]
    synced = datetime.now(UTC) - timedelta(days=2, hours=1)
    store.replace(pool, replace(Origin(), source="https://thronesdb.com", synced=synced))
    origin = load_cards(tmp_path, lambda *_: None).origin
    assert "synced 2 days ago from https://thronesdb.com" in origin


def test_the_players_own_texts_are_on_the_cards_and_damage_is_told(tmp_path: Path) -> None:
    add_own_texts(tmp_path, {"core_1": "Juggle."})
    cards = load_cards(tmp_path, lambda *_: None)
    card = present(cards.card("core_1"))
    assert (card.text, cards.note) == ("Juggle.", "")
    assert cards.pools[Edition.FIRST].own_texts == {"core_1"}
    own_texts_file(tmp_path).write_bytes(b"{")
    again = load_cards(tmp_path, lambda *_: None)
    assert "your own texts was damaged" in again.note
    assert again.pools[Edition.FIRST].own_texts == frozenset()


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
