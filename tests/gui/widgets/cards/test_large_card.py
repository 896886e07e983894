"""A card over the whole window, from wherever Space is pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.widgets.cards.large_card import LargeCard
from tests.gui.samples import copies, open_sample, present, select, steps


def large(app: Application) -> LargeCard:
    return present(app.window.findChild(LargeCard))


def is_open(app: Application) -> bool:
    found = app.window.findChild(LargeCard)
    return found is not None and found.isVisible()


def in_pool(app: Application, row: int = 3) -> BuilderPage:
    page = app.window.build
    app.window.activateWindow()
    page.pool.table.setFocus()
    page.pool.table.selectRow(row)
    return page


def test_space_in_the_table_covers_the_window_with_a_card_to_copy(app: Application) -> None:
    page = in_pool(app)
    page.pool.search.setText("t:character")
    page.pool.table.selectRow(0)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    cover = large(app)
    assert cover.isVisible()
    assert cover.geometry() == app.window.rect()
    shown = page.card_view.accessibleName().removeprefix("Card: ")
    assert cover.accessibleName() == f"Card, large: {shown}"
    assert cover.face.card_rect().height() > app.window.height() * 0.8
    assert page.pool.search.text() == "t:character"
    QTest.keyClick(cover, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith(shown)
    app.window.resize(1000, 700)
    QApplication.processEvents()
    assert cover.geometry() == app.window.rect()
    rect = cover.face.card_rect()
    assert rect.height() <= cover.face.height()
    assert abs(rect.height() / rect.width() - 88 / 63) < 0.02


def test_keys_and_another_page_close_it(app: Application) -> None:
    page = in_pool(app)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Space):
        QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
        assert large(app).hasFocus()
        QTest.keyClick(large(app), key)
        assert not is_open(app)
        assert page.pool.table.hasFocus()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    QTest.keyClicks(large(app), "a")
    assert page.pool.search.text() == "a"
    assert page.pool.search.hasFocus()
    assert not is_open(app)
    page.pool.search.clear()
    page.pool.table.setFocus()
    page.pool.table.selectRow(3)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    assert is_open(app)
    app.window.rail.page_chosen.emit(0)
    QApplication.processEvents()
    assert not is_open(app)


def test_arrows_select_and_digits_change_the_copies_below(app: Application) -> None:
    page = open_sample(app)
    app.window.activateWindow()
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Space)
    assert large(app).caption.text().startswith("3 of 3 in the deck")
    QTest.keyClick(large(app), Qt.Key.Key_1)
    assert copies(app, "Arya Stark") == 1
    assert large(app).caption.text().startswith("1 of 3 in the deck")
    assert steps(app) == ["Remove 2 Arya Stark (WotN)"]
    before = page.deck.list.currentIndex().row()
    QTest.keyClick(large(app), Qt.Key.Key_Down)
    assert page.deck.list.currentIndex().row() == before + 1
    assert large(app).accessibleName() != "Card, large: Arya Stark"
    QTest.keyClick(large(app), Qt.Key.Key_Escape)
    in_pool(app, 3)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    first = large(app).accessibleName()
    QTest.keyClick(large(app), Qt.Key.Key_Down)
    second = large(app).accessibleName()
    assert page.pool.table.currentIndex().row() == 4
    assert first != second
    assert second.endswith(page.card_view.accessibleName().removeprefix("Card: "))
    QTest.keyClick(large(app), Qt.Key.Key_Up)
    assert large(app).accessibleName() == first
    assert is_open(app)


def test_space_in_the_card_view_opens_it_too(app: Application) -> None:
    page = open_sample(app)
    app.window.activateWindow()
    select(page, "Arya Stark")
    page.show_tab(0)
    details = present(page.card_view.details)
    for part in (details.face, details.printings, details.notes, page.card_view):
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_Space)
        assert is_open(app), part
        QTest.keyClick(large(app), Qt.Key.Key_Escape)
    QTest.mouseDClick(details.face, Qt.MouseButton.LeftButton)
    assert is_open(app)
    QTest.mouseClick(large(app), Qt.MouseButton.LeftButton)
    assert not is_open(app)


def test_a_space_never_begins_a_search_but_is_typed_in_one(own_app: Application) -> None:
    page = own_app.window.build
    page.pool.search.setText("no such card at all")
    page.pool.table.setFocus()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    assert page.pool.search.text() == "no such card at all"
    assert not is_open(own_app)
    page.pool.search.clear()
    QTest.keyClicks(page.pool.table, "a")
    QTest.keyClicks(page.pool.search, " lord")
    assert page.pool.search.text() == "a lord"
    assert not is_open(own_app)
