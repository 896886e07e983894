"""What the Decks page does when the library cannot do what it is asked."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot


def test_a_failure_is_a_sentence(three: PageRobot) -> None:
    def fail(_: object) -> None:
        raise AppError("The disk is full.", "Make room.")

    three.library_worker.change(fail)
    three.settle()
    assert three.page.message_bar.isVisible()
    assert three.page.message_bar.words.text() == "The disk is full. Make room."


def test_what_another_window_deleted_goes_from_the_list_when_it_is_missed(
    three: PageRobot,
) -> None:
    three.select(WOLVES)
    (deck,) = three.page.selected()
    three.library.decks.throw_away([deck.id])
    three.library.decks.empty_bin()
    three.page.controller.rename(deck.id, "Another")
    three.settle()
    assert "no such deck any more" in three.page.message_bar.words.text()
    assert sorted(three.names()) == sorted([BLACK, VIPER])


def test_a_damaged_deck_keeps_no_other_from_being_judged(three: PageRobot) -> None:
    stored = three.library.decks.add(Deck(name="Broken", edition=Edition.SECOND))
    with closing(sqlite3.connect(three.library.home / "decks.db")) as file, file:
        file.execute("UPDATE version SET content = '{' WHERE deck_id = ?", [stored.id])
    three.library.decks.add(Deck(name="Sound", edition=Edition.SECOND))
    three.library_worker.reload()
    three.settle()
    assert three.cell("Broken", "Verdict today") == "Cannot be judged"
    assert three.cell("Sound", "Verdict today").endswith("problems")


def test_judging_goes_on_after_the_library_could_not_be_read(
    three: PageRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise AppError("Another program has the library.")

    monkeypatch.setattr(three.library.decks, "open_all", busy)
    three.library.decks.add(Deck(name="Late", edition=Edition.SECOND))
    three.library_worker.reload()
    three.settle()
    assert three.page.message_bar.words.text() == "Another program has the library."
    assert three.cell("Late", "Verdict today") == "Not judged yet"
    monkeypatch.undo()
    three.library_worker.reload()
    three.settle()
    assert three.cell("Late", "Verdict today").endswith("problems")
