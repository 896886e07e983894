"""Which card is shown while the user moves from card to card and from deck to deck."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import NAME
from tests.gui.samples import copies, deck_of, open_sample, rows_named


def click(view: QAbstractItemView, index: QModelIndex) -> None:
    view.scrollTo(index)
    point = view.visualRect(index).center()
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point
    )


def test_a_click_shows_a_card_again_that_is_still_the_current_one_of_its_table(
    app: Application,
) -> None:
    page = open_sample(app)
    row = page.pool.model.index(4, NAME)
    here, there = f"Card: {row.data()}", "Card: Osha"
    osha = rows_named(page, "Osha")[0].siblingAtColumn(2)
    shown = []
    for view, index in 2 * ((page.pool.table, row), (page.deck.list, osha)):
        click(view, index)
        shown.append(page.card_view.accessibleName())
    assert shown == [here, there, here, there]


def test_after_several_cards_are_removed_the_current_card_is_shown(app: Application) -> None:
    page = open_sample(app)
    click(page.deck.list, rows_named(page, "Osha")[0].siblingAtColumn(2))
    gone = [card for card, _ in deck_of(app).slots if card.name in {"Osha", "Old Nan", "Summer"}]
    deck = deck_of(app)
    for card in gone:
        deck = deck.with_copies(card, 0)
    app.session.edit(deck)
    current = page.deck.list.currentIndex().siblingAtColumn(2).data()
    assert current == "Rattleshirt's Raiders"
    assert page.card_view.accessibleName() == f"Card: {current}"


def test_a_card_of_the_table_stays_in_view_when_it_is_removed_from_the_deck(
    app: Application,
) -> None:
    page = open_sample(app)
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


def test_the_numbers_tab_stays_open_for_the_next_deck(app: Application) -> None:
    page = open_sample(app)
    app.session.edit(replace(deck_of(app), name="First"))
    page.show_tab(2)
    open_sample(app, "The Iron Fleet (KotI)")
    assert page.tabs.currentWidget() is page.late.numbers
    page.show_tab(0)
    app.session.show_deck(0)
    assert page.tabs.currentWidget() is page.problems
