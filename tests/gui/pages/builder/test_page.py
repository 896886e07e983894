"""The tabs beside the deck, and the card on show while the user moves between cards and decks."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.pages.builder.pool.pool_panel import PoolPanel
from tests.gui.samples import copies, deck_of, open_sample, rows_named


def click(view: QAbstractItemView, index: QModelIndex) -> None:
    view.scrollTo(index)
    point = view.visualRect(index).center()
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point
    )


def test_a_click_shows_a_card_again_that_is_still_the_current_one_of_its_table(
    page: BuilderPage,
) -> None:
    row = page.pool.model.index(4, NAME)
    here, there = f"Card: {row.data()}", "Card: Osha"
    osha = rows_named(page, "Osha")[0].siblingAtColumn(2)
    shown = []
    for view, index in 2 * ((page.pool.table, row), (page.deck.list, osha)):
        click(view, index)
        shown.append(page.card_view.accessibleName())
    assert shown == [here, there, here, there]


def test_a_card_of_the_table_stays_in_view_when_it_is_removed_from_the_deck(
    app: Application, page: BuilderPage
) -> None:
    page.pool.search.setText("osha or summer")
    rows = range(page.pool.model.rowCount())
    osha = next(n for n in rows if page.pool.model.card_at(n).name == "Osha")
    click(page.deck.list, rows_named(page, "Osha")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    QTest.keyClick(page.pool.table, Qt.Key.Key_0)
    assert copies(app, "Osha") == 0
    assert page.card_view.accessibleName() == "Card: Osha"
    app.window.actions_["undo"].trigger()
    click(page.deck.list, rows_named(page, "Summer")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    page.pool.table.selectAll()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Delete)
    assert copies(app, "Osha") == copies(app, "Summer") == 0
    assert page.card_view.accessibleName() == "Card: Osha"


def test_the_numbers_tab_stays_open_for_the_next_deck(app: Application, page: BuilderPage) -> None:
    app.session.edit(replace(deck_of(app), name="First"))
    page.show_tab(2)
    open_sample(app, "The Iron Fleet (KotI)")
    assert page.tabs.currentWidget() is page.numbers_tab
    page.show_tab(0)
    app.session.show_deck(0)
    assert page.tabs.currentWidget() is page.problems


NUMBERS, HISTORY = 2, 3


def test_numbers_and_history_are_made_when_they_are_first_seen(own_app: Application) -> None:
    page = open_sample(own_app)
    assert page.numbers_tab.content is None
    assert page.history_tab.content is None
    page.show_tab(NUMBERS)
    assert page.numbers.isVisible()
    assert page.numbers.hasFocus()
    assert not page.numbers.show_changes.isHidden()  # what is owned is known
    assert page.history_tab.content is None
    page.show_tab(HISTORY)
    assert page.history.table.hasFocus()
    assert page.history.model.rowCount() > 1


def test_the_same_cards_do_not_reset_the_table(pool: PoolPanel) -> None:
    resets: list[None] = []
    pool.model.modelReset.connect(lambda: resets.append(None))
    pool.model.show_only(None, pool.model.scope)
    assert not resets
    pool.search.setText("arya")
    QApplication.processEvents()
    assert resets


def test_a_window_that_was_narrow_shows_the_tab_again_that_it_showed_before(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    tabs, titles = page.tabs, [page.tabs.tabText(each) for each in range(page.tabs.count())]
    tabs.setCurrentWidget(page.history_tab)
    app.window.resize(640, 600)
    qtbot.waitUntil(lambda: tabs.count() == 6)
    assert (tabs.tabText(0), tabs.currentIndex()) == ("Deck", 0)
    app.window.resize(1280, 800)
    qtbot.waitUntil(lambda: tabs.count() == 5)
    assert tabs.currentWidget() is page.history_tab
    assert [tabs.tabText(each) for each in range(5)] == titles


def test_a_tab_that_was_chosen_in_the_narrow_window_stays(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    app.window.resize(640, 600)
    qtbot.waitUntil(lambda: page.tabs.count() == 6)
    page.tabs.setCurrentWidget(page.notes)
    app.window.resize(1280, 800)
    qtbot.waitUntil(lambda: page.tabs.count() == 5)
    assert page.tabs.currentWidget() is page.notes
