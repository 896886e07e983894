"""A walk with notes: on the deck as Markdown, on a card, marked, found, undone and saved."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.text_format import LONGEST_NOTES
from decks.categories import note_on
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.style import icons
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.card_details import OWN_NOTE
from tests.gui.samples import deck_of, open_sample, rows_named, select, steps


def test_notes_are_written_by_typing_alone(app: Application) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    assert notes.stack.currentWidget() is notes.editor
    QTest.keyClicks(notes.editor, "Plan")
    assert deck_of(app).notes == "Plan"
    notes.write.click()
    # What is typed over notes that are shown goes on with them.
    assert notes.stack.currentWidget() is notes.view
    QTest.keyClick(notes.view, Qt.Key.Key_PageDown)
    QTest.keyClicks(notes.view, "!")
    assert notes.stack.currentWidget() is notes.editor
    assert deck_of(app).notes == "Plan!"


def test_a_walk_with_notes(app: Application, page: BuilderPage) -> None:
    notes = page.notes
    app.window.actions_["go_notes"].trigger()
    assert page.tabs.currentWidget() is notes
    notes.write.click()
    QTest.keyClicks(notes.editor, "# Plan")
    notes.write.click()
    assert (notes.view.toPlainText(), deck_of(app).notes) == ("Plan", "# Plan")
    # A card of the deck, by the key of the command.
    select(page, "Osha")
    app.window.actions_["card_note"].trigger()
    assert notes.card_title.text() == "Note on Osha"
    QTest.keyClicks(notes.card_editor, "Steals a fine plot")
    (index,) = rows_named(page, "Osha")
    assert note_on(deck_of(app), index.data(Role.CARD)) == "Steals a fine plot"
    name = index.siblingAtColumn(DeckCardColumn.NAME).data(Role.CELL)
    assert name.trailing[-1].name == icons.WRITTEN
    assert [notes.cards.item(0).text()] == ["Osha: Steals a fine plot"]
    # Beside the deck, with the card.
    notes.cards.itemActivated.emit(notes.cards.item(0))
    assert page.card_view.details is not None
    assert OWN_NOTE in page.card_view.details.notes.toPlainText()
    assert steps(app) == ["Change the notes", "Change the note on Osha"]
    app.session.steps.undo()
    app.session.steps.undo()
    assert (deck_of(app).notes, deck_of(app).card_notes) == ("", ())
    page.tabs.setCurrentWidget(notes)
    assert (notes.editor.toPlainText(), notes.card_editor.toPlainText()) == ("", "")


@pytest.mark.parametrize("text", ["x" * 100_000, "some words " * 9_000, "漢" * 100_000])
def test_the_longest_notes_are_shown_without_delay(app: Application, text: str) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    began = process_time()
    app.session.edit(replace(deck_of(app), notes=text), "notes")
    notes.write.click()
    QApplication.processEvents()
    # A tenth of a second as a rule; without bounds a line of so many letters takes several.
    assert process_time() - began < 2
    assert notes.editor.toPlainText() == text


def test_a_pasted_text_is_cut_to_the_longest_note(app: Application) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    notes.write.click()
    QTest.keyClicks(notes.editor, "Plan ")
    pasted = QMimeData()
    pasted.setText("x" * 1_000_000)
    notes.editor.insertFromMimeData(pasted)
    assert len(deck_of(app).notes) == LONGEST_NOTES
    QTest.keyClicks(notes.editor, "y")
    assert deck_of(app).notes == notes.editor.toPlainText() == "Plan " + "x" * (LONGEST_NOTES - 5)
