"""Saved filters and recent searches, as a player uses them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget

from carddb.terms import CardType, Edition
from decks.report import Reading
from desktop.app import Application
from desktop.dialogs.simple_dialogs import ConfirmDialog, NameDialog
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.session.loaded_cards import LoadedCards
from tests.builders import deck
from tests.gui.pages.builder.test_card_menu import choose, offered

LEFT, ALT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier
COST = next(number for number, column in enumerate(COLUMNS) if column.name == "Cost")


def menu_of(pool: PoolPanel) -> QMenu:
    """Open the menu by its key in the search field."""
    QTest.keyClick(pool.search, Qt.Key.Key_Down, ALT)
    found = QApplication.activePopupWidget()
    assert found is pool.saved
    return pool.saved


def choose_in(pool: PoolPanel, submenu: str, words: str) -> None:
    inner = next(
        each.menu()
        for each in menu_of(pool).actions()
        if each.menu() and each.text().replace("&", "") == submenu
    )
    assert isinstance(inner, QMenu)
    pool.saved.close()
    next(each for each in inner.actions() if each.text() == words).trigger()


def answer(window: QWidget, name: str = "") -> None:
    """Answer the dialog that is open: with a name, or with yes."""
    kind = NameDialog if name else ConfirmDialog
    dialog = next(each for each in window.findChildren(kind) if each.isVisible())
    if name:
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText(name)
    QTest.mouseClick(dialog.accept_button, LEFT)


def state(pool: PoolPanel) -> tuple[str, tuple[str, ...], str]:
    return pool.search.text(), pool.filters.saved, pool.sort.saved


def type_over(pool: PoolPanel, words: str) -> None:
    pool.go_to_search()
    QTest.keyClicks(pool.search, words)
    QTest.keyClick(pool.search, Qt.Key.Key_Down)


def test_a_player_saves_filters_and_searches_again(
    new_app: Callable[[], Application], cards: LoadedCards
) -> None:
    first = new_app()
    first.window.show()
    first.session.receive_cards(cards)
    pool = first.window.build.pool
    assert offered(menu_of(pool)) == {"Save this search…": False}
    pool.saved.close()
    pool.go_to_search()
    QTest.keyClicks(pool.search, "k:lord")
    QTest.mouseClick(pool.filters.types.chips[CardType.CHARACTER], LEFT)
    pool.table.sortByColumn(COST, Qt.SortOrder.DescendingOrder)
    lords, found = state(pool), pool.count.text()
    assert lords == ("k:lord", ("type:character",), "-Cost")
    choose(menu_of(pool), "Save this search…")
    answer(first.window, "Lords")
    assert offered(menu_of(pool))["Lords"]
    pool.saved.close()

    type_over(pool, "gives:gold")
    pool.filters.clear()
    pool.table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    gold = state(pool)
    choose(menu_of(pool), "Lords")
    assert (state(pool), pool.count.text()) == (lords, found)
    choose(menu_of(pool), "Back to the search before")
    assert state(pool) == gold
    assert "Back to the search before" not in offered(menu_of(pool))
    pool.saved.close()

    choose_in(pool, "Replace with this search", "Lords")
    answer(first.window)
    choose_in(pool, "Rename", "Lords")
    answer(first.window, "Economy")
    first.window.close()

    second = new_app()
    second.window.show()
    second.session.receive_cards(cards)
    pool = second.window.build.pool
    assert [(each.name, each.words) for each in pool.saved.saved] == [("Economy", "gives:gold")]
    entries = list(offered(menu_of(pool)))
    assert entries[-4:-1] == ["Recent searches", "gives:gold", "k:lord"]
    choose(pool.saved, "Economy")
    assert state(pool) == gold


def test_a_player_searches_again_removes_and_forgets(own_app: Application) -> None:
    pool = own_app.window.build.pool
    type_over(pool, "k:lord")
    type_over(pool, "gives:gold")
    pool.saved.save("Economy")
    choose(menu_of(pool), "k:lord")
    assert (pool.search.text(), own_app.window.focusWidget()) == ("k:lord", pool.search)
    pool.search.undo()
    assert pool.search.text() == "gives:gold"
    choose_in(pool, "Remove", "Economy")
    answer(own_app.window)
    assert pool.saved.saved == own_app.settings.saved_filters == ()
    pool.go_to_search()
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert list(own_app.settings.recent_searches) == ["gives:gold", "k:lord"]
    choose(menu_of(pool), "Forget the recent searches…")
    answer(own_app.window)
    assert offered(menu_of(pool)) == {"Save this search…": False}
    pool.saved.close()
    assert list(own_app.settings.recent_searches) == []


def test_what_was_saved_is_searched_in_its_edition(app: Application, pool: PoolPanel) -> None:
    pool.search.setText("t:plot")
    pool.saved.save("Plots")
    (plots,) = pool.saved.saved
    assert plots.edition == "second"
    app.session.open([Reading(deck(edition=Edition.FIRST), ())])
    pool.saved.choose(plots)
    assert pool.search.text() == "t:plot edition:second"
    assert {row.card.edition for row in pool.model.rows} == {Edition.SECOND}


def test_a_wrong_query_is_no_search_that_was_made(pool: PoolPanel) -> None:
    type_over(pool, "nonsense:5")
    assert pool.search.wrong is not None
    assert list(pool.saved.recent) == []
    type_over(pool, "arya")
    assert list(pool.saved.recent) == ["arya"]
