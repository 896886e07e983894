"""The table of all cards: its model, columns, current and selected cards, and sorting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.search.query_context import SearchScope
from carddb.terms import CardType, Edition, Faction
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown, excerpt
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.pool.pool_table import NameDelegate, PoolRoom, pool_column_widths
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Cell, Role, cell_of
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.samples import open_sample


def test_the_current_card_stays_while_the_search_changes(pool: PoolPanel) -> None:
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


def test_several_selected_cards_stay_selected_when_all_are_sorted(pool: PoolPanel) -> None:
    pool.table.selectRow(3)
    QTest.keyClick(pool.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    def selected() -> set[str]:
        rows = pool.table.selectionModel().selectedRows()
        return {pool.model.card_at(index.row()).code for index in rows}

    before = selected()
    assert len(before) == 2
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert selected() == before


def test_typing_in_a_table_goes_to_the_search(pool: PoolPanel) -> None:
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


def test_plots_alone_have_a_column_for_each_of_their_values(pool: PoolPanel) -> None:
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


def test_letters_of_marks_are_explained_where_they_stand(page: BuilderPage) -> None:
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


CARDS = frozenset({Shown.ALWAYS, Shown.WITH_DECK, Shown.WITH_OTHERS_THAN_PLOTS})


def widths_in(
    width: int, choices: Mapping[str, bool] | None = None, needs: Mapping[str, int] | None = None
) -> dict[str, int]:
    needed = {column(name): need for name, need in (needs or {}).items()}
    room = PoolRoom(width, 8, 90, CARDS, choices or {}, lambda number: needed.get(number, 0))
    return {COLUMNS[number].name: each for number, each in pool_column_widths(room).items()}


@pytest.mark.parametrize("width", range(230, 1500, 90))
@pytest.mark.parametrize("choices", [{}, {"Text": True}, {"Text": True, "Strength": True}])
def test_the_columns_are_as_wide_as_the_table(width: int, choices: dict[str, bool]) -> None:
    assert sum(widths_in(width, choices).values()) == width


def test_names_have_what_is_spare_until_they_fit() -> None:
    needs = {"Name": 250, "Traits": 150, "Pack": 50}
    tight, wide = widths_in(640, needs=needs), widths_in(900, needs=needs)
    assert tight["Name"] > COLUMNS[NAME].width * 8
    assert tight["Traits"] == COLUMNS[column("Traits")].width * 8
    assert wide["Traits"] == 150
    assert wide["Name"] > 250


def test_names_give_what_they_do_not_need_where_something_is_elided() -> None:
    found = widths_in(620, needs={"Name": 90, "Traits": 160, "Pack": 40})
    assert found["Traits"] > COLUMNS[column("Traits")].width * 8
    assert found["Name"] >= 90


def test_what_the_user_chose_goes_last() -> None:
    assert "Text" not in widths_in(900)
    assert "Strength" not in widths_in(900, {"Strength": False})
    narrow = widths_in(457, {"Text": True})
    assert "Text" in narrow
    assert "Challenge icons" not in narrow


def test_a_long_name_has_the_room_of_a_sign_that_is_not_there(pool: PoolPanel) -> None:
    pool.search.setText("lannister")
    table, beside = pool.table, NAME + 1
    table.setColumnHidden(beside, False)
    table.setColumnWidth(beside, 30)
    delegate = table.itemDelegate()
    assert isinstance(delegate, NameDelegate)
    table.setColumnWidth(NAME, 400)
    first = pool.model.index(0, NAME)
    assert delegate.place_of_name(first) is None
    table.setColumnWidth(NAME, 40)
    places = set()
    for row in range(pool.model.rowCount()):
        index = pool.model.index(row, NAME)
        place = delegate.place_of_name(index)
        marked = bool(cell_of(index.siblingAtColumn(beside)).glyphs)
        places.add(place.width() if place else 0)
        assert place is None or not marked
        assert delegate.place_of_name(index.siblingAtColumn(beside)) == place
    assert 70 in places
    assert not table.grab().isNull()


FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_the_model_keeps_the_rules_of_models(cards: LoadedCards, qtbot: QtBot) -> None:
    model = PoolModel()
    tester = QAbstractItemModelTester(model, FATAL)
    rows = cards.rows[::64]  # the tester looks at all of them after each change
    model.receive(rows)
    model.show_only(lambda card: Faction.STARK in card.factions)
    model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
    model.show_only(None)
    assert tester.model() is model
    assert model.rowCount() == len(rows)


def test_the_longest_texts_are_those_of_the_rows_that_are_shown(cards: LoadedCards) -> None:
    model = PoolModel()
    traits = column("Traits")

    def check() -> None:
        texts = [model.index(row, traits).data() for row in range(model.rowCount())]
        longest = [len(cell.text) for cell in model.longest(traits)]
        assert longest == sorted(map(len, texts), reverse=True)[: len(longest)]
        assert len(longest) == min(6, model.rowCount())

    for rows in (cards.rows, cards.rows[::40]):  # other cards are others that are long
        model.receive(rows, SearchScope(Edition.SECOND))
        check()
        model.show_only(lambda card: Faction.STARK in card.factions, model.scope)
        check()
        model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
        check()
    model.show_only(lambda _: False)
    check()


def test_columns_sort_and_equals_stay_in_order_of_names(app: Application) -> None:
    pool, model = app.window.build.pool, app.window.build.pool.model
    pool.search.setText("f:stark t:character edition:2")
    pool.table.sortByColumn(column("Strength"), Qt.SortOrder.AscendingOrder)
    strengths = [model.card_at(row).strength for row in range(model.rowCount())]
    numbers = [value for value in strengths if isinstance(value, int)]
    assert numbers == sorted(numbers)
    weakest = [
        name for row, name in enumerate(names(model)) if model.card_at(row).strength == numbers[0]
    ]
    assert weakest == sorted(weakest, key=str.casefold)


def test_every_column_sorts(app: Application) -> None:
    open_sample(app)
    table, model = app.window.build.pool.table, app.window.build.pool.model
    for number, _ in enumerate(COLUMNS):
        table.sortByColumn(number, Qt.SortOrder.DescendingOrder)
        assert model.rowCount() == 1938
    table.sortByColumn(column("Copies in the deck"), Qt.SortOrder.AscendingOrder)
    assert model.overlay.copies[model.card_at(0).code] == 3


def test_copies_are_pips_and_other_printings_take_up_the_limit(app: Application) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("arya stark e:wotn")
    said = pool.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "3 of 3 in the deck"
    pool.search.setText("arya stark e:core")
    said = pool.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "0 of 3 in the deck, 3 of other versions"


def marks(app: Application, query: str) -> set[str]:
    pool = app.window.build.pool
    pool.search.setText(query)
    index = pool.model.index(0, column("Legality"))
    return set(index.data(Qt.ItemDataRole.AccessibleTextRole).split("\n"))


def test_legality_is_marked_with_words(app: Application) -> None:
    open_sample(app)
    assert marks(app, "banned:yes") == {"Banned by Standard v2.1"}
    assert "Restricted by Standard v2.1" in marks(app, "restricted:yes pod:no")
    assert "In a pod of Standard v2.1" in marks(app, "pod:yes restricted:no banned:no")
    assert marks(app, "only-in:draft") == {"Only for draft"}
    app.session.choose(list_code="none", day=date(2016, 1, 1))
    assert marks(app, "e:WotN t:character") == {"Not released by 2016-01-01"}


def test_glyph_cells_say_in_words_what_they_show(pool: PoolPanel) -> None:
    pool.search.setText("eddard stark e:Core edition:2")
    said = {
        each.name: pool.model.index(0, number).data(Qt.ItemDataRole.AccessibleTextRole)
        for number, each in enumerate(COLUMNS)
    }
    assert said["Faction"] == "Stark"
    assert said["Type"] == "Character"
    assert said["Challenge icons"] == "military, power"
    assert said["Edition"] == "Second edition"
    pool.search.setText("a noble cause edition:2")
    index = pool.model.index(0, column("Challenge icons"))
    assert index.data(Role.CELL) == Cell("5·0·1·6")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "gold 5, initiative 0, claim 1, reserve 6"
    )
