"""The table of all cards on screen: its current and selected cards, and how it is sorted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import CardType
from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import COLUMNS, Shown, excerpt
from desktop.widgets.card_delegate import Role
from tests.gui.pages.builder.pool.shown_cards import column
from tests.gui.samples import open_sample


def test_the_current_card_stays_while_the_search_changes(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("arya stark")
    pool.table.selectRow(1)
    chosen = pool.model.card_at(1)
    pool.search.setText("stark")
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.search.setText("lannister")
    pool.search.clear()
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert pool.table.currentIndex().data(Role.CARD) == chosen


def test_several_selected_cards_stay_selected_when_all_are_sorted(
    app: Application, qtbot: QtBot
) -> None:
    pool = app.window.build.pool
    pool.table.selectRow(3)
    QTest.keyClick(pool.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    def selected() -> set[str]:
        rows = pool.table.selectionModel().selectedRows()
        return {pool.model.card_at(index.row()).code for index in rows}

    before = selected()
    assert len(before) == 2
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert selected() == before


def test_the_chosen_card_is_shown_beside(app: Application, qtbot: QtBot) -> None:
    page = app.window.build
    page.pool.search.setText("a noble cause")
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    assert page.pool.table.hasFocus()
    assert page.card_view.accessibleName() == "Card: A Noble Cause"


def test_typing_in_a_table_goes_to_the_search(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.table.setFocus()
    QTest.keyClick(pool.table, Qt.Key.Key_G)
    assert pool.search.hasFocus()
    assert pool.search.text() == "g"
    pool.table.setFocus()
    QTest.keyClick(pool.table, Qt.Key.Key_Backspace)
    assert pool.search.text() == ""


def test_a_heading_sorts_and_sorts_back(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("f:stark t:character")
    header = pool.table.horizontalHeader()
    values: dict[str, Callable[[Card], object]] = {
        "Cost": lambda card: card.cost,
        "Strength": lambda card: card.strength,
    }
    for name, value in values.items():
        place = header.sectionViewportPosition(column(name)) + header.sectionSize(column(name)) // 2
        middle = QPoint(place, header.height() // 2)
        for descending in (False, True):
            QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=middle)
            shown = [value(pool.model.card_at(row)) for row in range(pool.model.rowCount())]
            numbers = [each for each in shown if isinstance(each, int)]
            assert numbers == sorted(numbers, reverse=descending)


def test_every_column_that_is_there_is_sorted_by_keys(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    pool.table.sortByColumn(column("Pack"), Qt.SortOrder.AscendingOrder)
    pool.sort.menu().aboutToShow.emit()
    *offered, separator, columns = [action.text() for action in pool.sort.menu().actions()]
    shown = {Shown.ALWAYS, Shown.WITH_DECK, Shown.WITH_OTHERS_THAN_PLOTS}
    assert offered == [each.name for each in COLUMNS if each.shown in shown]
    assert (separator, columns) == ("", "&Columns")
    header = pool.table.horizontalHeader()
    for number, name in enumerate(offered):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            pool.sort.menu().aboutToShow.emit()
            pool.sort.menu().actions()[number].trigger()
            assert header.sortIndicatorSection() == column(name)
            assert header.sortIndicatorOrder() is order
    pool.sort.menu().aboutToShow.emit()
    pool.sort.menu().actions()[offered.index("Traits")].trigger()
    assert pool.sort.accessibleDescription() == "Sorted by traits, upwards"
    traits = [pool.model.card_at(row).traits for row in range(pool.model.rowCount())]
    known = [each for each in traits if each]
    assert 1 < len(known) < len(traits)
    assert known == sorted(known)
    assert not any(traits[len(known) :])


def test_the_button_that_sorts_opens_by_its_letter(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    menu, seen = pool.sort.menu(), list[int]()

    def close() -> None:
        if menu.isVisible():
            looks.stop()
            seen.append(len(menu.actions()))
            QTest.keyClick(menu, Qt.Key.Key_Escape)

    # The menu has an event loop of its own, and is seen some time after it says that it will be.
    looks = QTimer(menu, interval=1)
    looks.timeout.connect(close)
    looks.start()
    QTest.keyClick(app.window, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: bool(seen))
    columns = [each for each in COLUMNS if each.shown in pool.table.shown_groups]
    assert seen == [len(columns) + len(["a line", "the menu of columns"])]


def test_columns_are_chosen_on_the_headings_and_stay_chosen(own_app: Application) -> None:
    pool = own_app.window.build.pool
    table = pool.table
    own_app.window.build.splitter.setSizes([800, 300, 200])
    assert table.isColumnHidden(column("Text"))
    assert not table.isColumnHidden(column("Traits"))

    def choose(name: str) -> None:
        pool.columns.aboutToShow.emit()
        next(each for each in pool.columns.actions() if each.text() == name).trigger()

    choose("Text")
    choose("Traits")
    assert not table.isColumnHidden(column("Text"))
    assert table.isColumnHidden(column("Traits"))
    pool.search.setText("a noble cause")
    assert pool.model.index(0, column("Text")).data() == excerpt(pool.model.card_at(0)) != ""
    own_app.window.close()
    assert own_app.settings.columns == {"Text": True, "Traits": False}
    choose("&Usual columns")
    assert table.isColumnHidden(column("Text"))
    assert not table.isColumnHidden(column("Traits"))


def test_plots_alone_have_a_column_for_each_of_their_values(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("a noble cause")
    pool.filters.types.chips[CardType.PLOT].click()
    values = [column(name) for name in ("Income", "Initiative", "Claim", "Reserve")]
    assert [pool.model.index(0, each).data() for each in values] == ["5", "0", "1", "6"]
    assert not any(map(pool.table.isColumnHidden, values))
    assert pool.table.isColumnHidden(column("Cost"))
    heading = pool.model.headerData(values[1], Qt.Orientation.Horizontal)
    assert heading == "Init."
    pool.filters.types.chips[CardType.PLOT].click()
    pool.search.clear()
    assert all(map(pool.table.isColumnHidden, values))
    assert not pool.table.isColumnHidden(column("Cost"))


def test_letters_of_marks_are_explained_where_they_stand(app: Application) -> None:
    page = open_sample(app)
    pool, role = page.pool, Qt.ItemDataRole.ToolTipRole
    legality = column("Legality")
    heading = str(pool.model.headerData(legality, Qt.Orientation.Horizontal, role))
    assert "R: restricted." in heading
    assert "P: in a pod." in heading
    pool.search.setText("robb stark")
    tips = [str(pool.model.index(row, legality).data(role) or "") for row in range(2)]
    marked = next(each for each in tips if each)
    assert marked.startswith("Restricted by ")
    assert "R: restricted." in marked
