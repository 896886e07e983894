"""The view of a card in the window: face, printings, swaps and notes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.style.theme import Theme
from desktop.widgets.cards.card_details import CardDetails
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.layouts import WrapButton
from tests.gui.samples import card_of, copies, deck_of, open_sample, present, select, steps
from tests.gui.test_accessibility import assert_all_named
from tests.long_run import times

ARYA_CORE, ARYA_WOTN = "01141", "03007"


def text_of(view: CardView) -> str:
    assert view.details is not None
    return f"{view.details.face.description()}\n{view.details.notes.toPlainText()}"


def test_the_card_is_drawn_in_the_palette_of_the_window(
    cards: LoadedCards, view: CardView, qapp: QApplication
) -> None:
    theme = Theme(qapp, PaletteChoice.LIGHT, view)
    view.show_card(card_of(cards, ARYA_CORE), cards)
    face = present(view.details).face
    light = face.grab().toImage()
    theme.choose(PaletteChoice.DARK)
    dark = face.grab().toImage()
    theme.choose(PaletteChoice.LIGHT)
    middle = light.width() // 2, light.height() - 20
    assert light.pixelColor(*middle).lightness() > 200
    assert dark.pixelColor(*middle).lightness() < 80


def test_the_view_shows_every_card_there_is(cards: LoadedCards, view: CardView) -> None:
    for row in cards.rows[:: times(short=240, long=40)]:
        view.show_card(row.card, cards)
        text = text_of(view)
        assert row.card.name in text
        assert row.pack in text
        assert view.accessibleName() == f"Card: {row.card.name}"


def chosen(app: Application, code: str) -> tuple[BuilderPage, CardDetails]:
    """Show a card in the card view next to a deck; return page and details."""
    page = app.window.build
    page.tabs.setCurrentWidget(page.card_view)
    page.card_view.printing_chosen.emit(card_of(present(app.session.cards), code))
    return page, present(page.card_view.details)


def swap_buttons(details: CardDetails) -> list[WrapButton]:
    buttons = details.findChildren(WrapButton)
    return [each for each in buttons if each.isVisible() and each.parent() is details]


def test_copies_are_counted_and_printings_switched_between_with_the_arrows(
    app: Application,
) -> None:
    page = open_sample(app)
    select(page, "Arya Stark")
    page.tabs.setCurrentWidget(page.card_view)
    details = present(page.card_view.details)
    assert details.copies.text() == "3 of 3 in the deck"
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert details.copies.text() == "1 of 3 in the deck"
    QTest.keyClick(page.deck.list, Qt.Key.Key_3)
    page, details = chosen(app, ARYA_CORE)
    rows = details.printings.printings
    assert [each.pack for each in rows] == [
        "Core Set",
        "Wolves of the North",
        "The Faith Militant",
        "Long May He Reign",
    ]
    assert rows[0].released == "2015-10-08"
    assert rows[1].copies == 3
    details.printings.setFocus()
    QTest.keyClick(details.printings, Qt.Key.Key_Down)
    assert "Wolves of the North 7" in details.face.description()
    assert details.printings.currentIndex().row() == 1
    assert details.printings.hasFocus()
    point = details.printings.visualRect(details.printings.model().index(0, 0)).center()
    QTest.mouseClick(details.printings.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert "Core Set 141" in details.face.description()
    assert page.card_view.accessibleName() == "Card: Arya Stark"


def test_a_printing_is_used_in_the_deck_as_one_step(app: Application) -> None:
    open_sample(app)
    _, details = chosen(app, ARYA_CORE)
    buttons = swap_buttons(details)
    assert [each.text() for each in buttons] == [
        "Use this version instead of 3 from Wolves of the North"
    ]
    buttons[0].click()
    assert {each.pack: n for each, n in deck_of(app).slots if each.name == "Arya Stark"} == {
        "Core": 3
    }
    assert steps(app) == ["Swap 3 Arya Stark for the Core Set version"]
    assert swap_buttons(details) == []
    assert details.copies.text() == "3 of 3 in the deck"
    app.session.steps.undo()
    assert copies(app, "Arya Stark") == 3
    assert [each.isVisible() for each in details.findChildren(WrapButton)][-1]


def test_the_notes_have_lists_rulings_errata_and_the_only_printing(app: Application) -> None:
    _, details = chosen(app, "11016")
    assert not details.printings.isVisible()
    assert "Released" in details.notes.toPlainText()
    _, details = chosen(app, "06011")
    text = details.notes.toPlainText()
    assert "Standard v2.1, 2026-07-01" in text
    assert "History: Joust: restricted 2019-09 to 2020-07" in text
    _, details = chosen(app, "08039")
    assert "Only 4 gold are then left for setup." in details.notes.toPlainText()
    _, details = chosen(app, "cad_20")
    assert "Its text was changed: Fantasy Flight Games, FAQ." in details.notes.toPlainText()


def test_the_text_is_in_the_notes_where_the_face_is_too_small_for_it(
    cards: LoadedCards, view: CardView
) -> None:
    short = replace(card_of(cards, "11016"), text="A short text.")
    view.show_card(short, cards)
    assert view.details is not None
    assert "A short text." in view.details.face.description()
    assert view.details.text.isHidden()
    view.show_card(replace(short, text="A very long text indeed. " * 30), cards)
    assert "A very long text indeed." in view.details.text.toPlainText()


def test_the_text_comes_before_the_printings(cards: LoadedCards, view: CardView) -> None:
    view.show_card(replace(card_of(cards, ARYA_CORE), text="A very long text. " * 30), cards)
    QApplication.processEvents()
    details = present(view.details)
    assert details.face.y() < details.text.y() < details.printings.y() < details.notes.y()
    assert "A very long text." not in details.notes.toPlainText()


@pytest.mark.parametrize("width", [290, 480])
def test_nothing_is_wider_than_the_view(cards: LoadedCards, view: CardView, width: int) -> None:
    view.resize(width, 600)
    for code in ("01141", "06011", "06099", "kr_79", "26080"):
        view.show_card(card_of(cards, code), cards)
        QApplication.processEvents()
        assert view.details is not None
        assert view.details.width() == view.viewport().width()
        assert view.details.notes.geometry().right() <= view.viewport().width()
        assert view.details.notes.height() >= view.details.notes.document().size().height()


def test_the_notes_can_be_selected_and_the_card_copied(app: Application) -> None:
    _, details = chosen(app, "08039")
    details.notes.moveCursor(QTextCursor.MoveOperation.Start)
    details.notes.selectAll()
    details.notes.copy()
    assert "Only 4 gold are then left" in QApplication.clipboard().text()
    details.face.setFocus()
    QTest.keyClick(details.face, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("The House With the Red Door. Neutral")


def test_every_part_of_the_card_view_has_a_name_and_takes_the_focus(app: Application) -> None:
    open_sample(app)
    page, details = chosen(app, ARYA_CORE)
    assert_all_named(app.window)
    page.show_tab(0)
    assert details.face.hasFocus()
    reached = set()
    for _ in range(12):
        current = QApplication.focusWidget()
        if current is not None:
            reached.add(current)
            QTest.keyClick(current, Qt.Key.Key_Tab)
    assert {details.face, details.large_button, details.printings, details.notes} <= reached
