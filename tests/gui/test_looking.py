"""What is shown beside the deck while one looks from card to card and from deck to deck."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView

from desktop.app import Desk
from desktop.pages.build.pool_columns import NAME
from tests.gui.samples import copies, deck_of, open_sample, rows_named


def click(view: QAbstractItemView, index: QModelIndex) -> None:
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
    )


def test_a_click_shows_a_card_again_that_is_still_the_current_one_of_its_table(desk: Desk) -> None:
    page = open_sample(desk)
    row = page.pool.model.index(4, NAME)
    here, there = f"Card: {row.data()}", "Card: Osha"
    osha = rows_named(page, "Osha")[0].siblingAtColumn(2)
    shown = []
    for view, index in 2 * ((page.pool.table, row), (page.deck.list, osha)):
        click(view, index)
        shown.append(page.card_view.accessibleName())
    assert shown == [here, there, here, there]


def test_after_several_cards_went_the_card_that_is_current_is_shown(desk: Desk) -> None:
    page = open_sample(desk)
    click(page.deck.list, rows_named(page, "Osha")[0].siblingAtColumn(2))
    gone = [card for card, _ in deck_of(desk).slots if card.name in {"Osha", "Old Nan", "Summer"}]
    deck = deck_of(desk)
    for card in gone:
        deck = deck.with_copies(card, 0)
    desk.session.edit(deck)
    current = page.deck.list.currentIndex().siblingAtColumn(2).data()
    assert current == "Rattleshirt's Raiders"
    assert page.card_view.accessibleName() == f"Card: {current}"


def test_a_card_of_the_table_stays_in_view_when_it_goes_from_the_deck(desk: Desk) -> None:
    page = open_sample(desk)
    page.pool.search.setText("osha or summer")
    rows = range(page.pool.model.rowCount())
    osha = next(n for n in rows if page.pool.model.card_at(n).name == "Osha")
    click(page.deck.list, rows_named(page, "Osha")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    QTest.keyClick(page.pool.table, Qt.Key.Key_0)
    assert copies(desk, "Osha") == 0
    assert page.card_view.accessibleName() == "Card: Osha"
    desk.window.actions_["undo"].trigger()
    click(page.deck.list, rows_named(page, "Summer")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    page.pool.table.selectAll()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Delete)
    assert copies(desk, "Osha") == copies(desk, "Summer") == 0
    assert page.card_view.accessibleName() == "Card: Osha"


def test_who_looks_at_the_numbers_goes_on_with_the_next_deck(desk: Desk) -> None:
    page = open_sample(desk)
    desk.session.edit(replace(deck_of(desk), name="First"))
    page.show_tab(2)
    open_sample(desk, "The Iron Fleet (KotI)")
    assert page.tabs.currentWidget() is page.numbers
    page.show_tab(0)
    desk.session.show_deck(0)
    assert page.tabs.currentWidget() is page.problems
