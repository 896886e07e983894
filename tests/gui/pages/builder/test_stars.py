"""Stars on cards and cards like another one, as a player gives and asks for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import COLUMNS, GALLERY, LIKENESS, NAME
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import Role
from tests.builders import card
from tests.gui.pages.builder.pool.shown_cards import names
from tests.gui.pages.builder.test_card_menu import choose, menu_at, offered
from tests.gui.samples import deck_of, open_sample

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
STAR, LIKE = Qt.Key.Key_F, Qt.Key.Key_H
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def opened(
    new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot
) -> Callable[[], Application]:
    """Return what starts the program with its cards and its library."""

    def start() -> Application:
        app = new_app()
        app.window.resize(1280, 800)
        with qtbot.waitActive(app.window):
            app.window.show()
        app.session.receive_cards(cards)
        app.open_library()
        qtbot.waitUntil(lambda: app.window.stars.state.codes is not None)
        return app

    return start


def row_of(page: BuilderPage, words: str) -> QModelIndex:
    """Search for words; return the only row, which is selected in the list that has the focus."""
    page.pool.search.setText(words)
    assert page.pool.model.rowCount() == 1
    page.pool.views.current.setFocus()
    page.pool.table.selectRow(0)
    return page.pool.model.index(0, NAME)


def marks(index: QModelIndex, column: int) -> list[str]:
    cell = index.siblingAtColumn(column).data(Role.CELL)
    return [glyph.name for glyph in (*cell.trailing, *cell.glyphs)]


def test_a_player_gives_stars_and_finds_them_again(
    opened: Callable[[], Application], qtbot: QtBot
) -> None:
    app = opened()
    page, state = app.window.build, app.window.stars.state
    table, index = page.pool.table, row_of(page, "01141")
    menu = menu_at(table, table.visualRect(index).center())
    choose(menu, "Star")
    assert icons.STAR in marks(index, NAME)
    assert index.data(SPOKEN) == "Arya Stark, starred"

    page.pool.views.button.trigger()
    index = row_of(page, "02009")
    assert icons.STAR not in marks(index, GALLERY)
    QTest.keyClick(page.pool.views.current, STAR, CONTROL_SHIFT)
    assert icons.STAR in marks(index, GALLERY)
    page.pool.views.button.trigger()

    row_of(page, "01089")
    page.tabs.setCurrentWidget(page.card_view)
    page.card_view.setFocus()
    page.pool.search.setText("01141")
    QTest.keyClick(page.focusWidget(), STAR, CONTROL_SHIFT)
    assert sorted(state.codes or ()) == ["01089", "01141", "02009"]
    QTest.keyClick(page.focusWidget(), STAR, CONTROL_SHIFT)
    assert sorted(state.codes or ()) == ["01141", "02009"]
    page.pool.search.setText("is:starred")
    assert len(names(page.pool.model)) == 2
    qtbot.waitUntil(lambda: not app.window.library_worker.busy)
    app.window.close()

    again = opened()
    page = again.window.build
    page.pool.filters.starred.trigger()
    assert names(page.pool.model) == ["Arya Stark", "The Hound"]
    page.pool.table.selectAll()
    menu = menu_at(
        page.pool.table, page.pool.table.visualRect(page.pool.model.index(0, NAME)).center()
    )
    assert offered(menu)["Take the star away"]
    choose(menu, "Take the star away")
    assert names(page.pool.model) == []
    assert page.pool.empty.isVisible()
    qtbot.waitUntil(lambda: not again.window.library_worker.busy)


def test_a_player_asks_for_more_like_a_card(page: BuilderPage) -> None:
    pool, table = page.pool, page.pool.table
    cost = next(number for number, column in enumerate(COLUMNS) if column.name == "Cost")
    table.sortByColumn(cost, Qt.SortOrder.DescendingOrder)
    index = row_of(page, '"a noble cause"')
    menu = menu_at(table, table.visualRect(index).center())
    choose(menu, "More like this")
    assert pool.search.text() == 'like:"A Noble Cause"'
    assert pool.model.rows[0].card.name == "Favors From the Crown"
    first = pool.model.index(0, LIKENESS)
    assert (first.data(), table.isColumnHidden(LIKENESS)) == ("income 5 · Kingdom", False)
    assert "income 5 · Kingdom" in first.siblingAtColumn(GALLERY).data(SPOKEN)
    assert "sorted by likeness" in pool.sort.words.lower()
    assert pool.sort.saved == "-Cost"

    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, LIKE, CONTROL_SHIFT)
    assert pool.search.text() == 'like:"Favors From the Crown"'
    assert "A Noble Cause" in names(pool.model)
    # The player's own order stays while the search does not change.
    table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    pool.filters.factions.clear()
    assert names(pool.model) == sorted(names(pool.model))
    pool.search.setText("like:02009")
    assert pool.sort.shown[0] == LIKENESS
    pool.search.clear()
    assert table.isColumnHidden(LIKENESS)
    assert pool.sort.shown == (NAME, Qt.SortOrder.AscendingOrder)
    assert pool.saved.recent[0] == "like:02009"


def test_cards_like_one_with_quotation_marks_in_its_name_are_found(page: BuilderPage) -> None:
    pool = page.pool
    name = '"The Bear and the Maiden Fair"'
    pool.show_like(next(row.card for row in pool.model.rows if row.card.name == name))
    assert pool.error.isHidden()
    assert pool.model.rows
    # A card of a deck may be missing among all cards, as when its pack was deleted.
    pool.show_like(card("My own card", code="99999"))
    assert pool.search.text().startswith("like:99999")


def test_the_deck_s_categories_and_notes_are_searched(page: BuilderPage) -> None:
    arya = next(card for card in page.pool.model.rows if card.card.code == "01141").card
    page.categories.categorize([arya.code], {"Card draw": True})
    page.pool.search.setText("category:draw")
    assert names(page.pool.model) == ["Arya Stark"]
    page.categories.remove("Card draw")
    assert names(page.pool.model) == []


def test_the_deck_shows_which_of_its_cards_have_a_star(opened: Callable[[], Application]) -> None:
    app = opened()
    open_sample(app)
    page, state = app.window.build, app.window.stars.state
    model = page.deck.model
    index = model.index(0, DeckCardColumn.NAME, model.index(0, 0))
    card, other = index.data(Role.CARD), model.index(0, 0, model.index(1, 0)).data(Role.CARD)
    assert icons.STAR not in marks(index, DeckCardColumn.NAME)
    state.toggle([card])
    assert icons.STAR in marks(index, DeckCardColumn.NAME)
    assert "starred" in index.data(SPOKEN)
    assert "starred" in index.data(Qt.ItemDataRole.ToolTipRole)
    # An edit of the deck, and a star on another card, leave it where it is.
    app.session.edit(deck_of(app).with_copies(other, 0))
    state.toggle([other])
    assert icons.STAR in marks(index, DeckCardColumn.NAME)
    state.toggle([card])
    assert icons.STAR not in marks(index, DeckCardColumn.NAME)
    assert "starred" not in index.data(SPOKEN)
