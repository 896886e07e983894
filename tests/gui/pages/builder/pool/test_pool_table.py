"""The table of all cards: its model, columns, current and selected cards, and sorting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.search.query_context import SearchScope
from carddb.terms import Edition, Faction
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown, excerpt
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.pool.pool_search import name_rank
from desktop.pages.builder.pool.pool_table import PoolRoom, pool_column_widths
from desktop.session.loaded_cards import LoadedCards, PoolRow
from desktop.widgets.card_delegate import Role
from tests.builders import card
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.samples import CheckChanges, open_sample, present


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


def test_every_column_that_is_there_is_sorted_by_keys(app: Application) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    pool.table.sortByColumn(column("Pack"), Qt.SortOrder.AscendingOrder)
    pool.sort.aboutToShow.emit()
    offered = [action.text().partition("\t")[0] for action in pool.sort.actions()]
    shown = {Shown.ALWAYS, Shown.WITH_DECK, Shown.WITH_OTHERS_THAN_PLOTS}
    assert offered == [each.name for each in COLUMNS if each.shown in shown]
    header = pool.table.horizontalHeader()
    for number, name in enumerate(offered):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            pool.sort.aboutToShow.emit()
            pool.sort.actions()[number].trigger()
            assert header.sortIndicatorSection() == column(name)
            assert header.sortIndicatorOrder() is order
    pool.sort.aboutToShow.emit()
    pool.sort.actions()[offered.index("Traits")].trigger()
    assert pool.sort.words == "Sorted by traits, upwards"
    traits = [pool.model.card_at(row).traits for row in range(pool.model.rowCount())]
    known = [each for each in traits if each]
    assert 1 < len(known) < len(traits)
    assert known == sorted(known)
    assert not any(traits[len(known) :])
    for number, _ in enumerate(COLUMNS):
        pool.table.sortByColumn(number, Qt.SortOrder.DescendingOrder)
        assert pool.model.rowCount() == len(traits)
    pool.table.sortByColumn(column("Copies in the deck"), Qt.SortOrder.AscendingOrder)
    assert pool.model.overlay.copies[pool.model.card_at(0).code] == 3


def test_the_menu_of_the_view_opens_by_key(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    menu, seen = pool.view_menu, list[int]()

    def close() -> None:
        if menu.isVisible():
            looks.stop()
            seen.append(len(menu.actions()))
            QTest.keyClick(menu, Qt.Key.Key_Escape)

    # The menu has an event loop of its own, and is seen some time after it says that it will be.
    looks = QTimer(menu, interval=1)
    looks.timeout.connect(close)
    looks.start()
    QTest.keyClick(pool.view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [len(menu.actions())]


def test_columns_are_chosen_and_stay_chosen(own_app: Application) -> None:
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


def test_letters_of_marks_are_explained_where_they_stand(page: BuilderPage) -> None:
    pool, role = page.pool, Qt.ItemDataRole.ToolTipRole
    legality = column("Strength")
    pool.search.setText("robb stark")
    tips = [str(pool.model.index(row, legality).data(role) or "") for row in range(2)]
    marked = next(each for each in tips if "Restricted" in each)
    assert "Restricted by " in marked
    assert "R: restricted." in marked


CARDS = frozenset({Shown.ALWAYS, Shown.WITH_DECK, Shown.WITH_OTHERS_THAN_PLOTS})


FIXED = {column(name): 90 for name in ("Copies in the deck", "Strength")}


def widths_in(
    width: int, choices: Mapping[str, bool] | None = None, needs: Mapping[str, int] | None = None
) -> dict[str, int]:
    needed = {column(name): need for name, need in (needs or {}).items()}
    room = PoolRoom(width, 8, FIXED, CARDS, choices or {}, lambda number: needed.get(number, 0))
    return {COLUMNS[number].name: each for number, each in pool_column_widths(room).items()}


@pytest.mark.parametrize("width", range(320, 1500, 90))
@pytest.mark.parametrize("choices", [{}, {"Text": True}, {"Text": True, "Pack": True}])
def test_the_columns_are_as_wide_as_the_table(width: int, choices: dict[str, bool]) -> None:
    assert sum(widths_in(width, choices).values()) == width


def test_names_have_what_is_spare_until_they_fit() -> None:
    needs = {"Name": 250, "Traits": 150, "Pack": 50}
    tight, wide = widths_in(560, needs=needs), widths_in(900, needs=needs)
    assert tight["Name"] >= COLUMNS[NAME].width * 8
    assert tight["Traits"] == COLUMNS[column("Traits")].width * 8
    assert wide["Traits"] == 150
    assert wide["Name"] > 250


def test_names_give_what_they_do_not_need_where_something_is_elided() -> None:
    found = widths_in(620, needs={"Name": 90, "Traits": 160, "Pack": 40})
    assert found["Traits"] > COLUMNS[column("Traits")].width * 8
    assert found["Name"] >= 90


def test_what_the_user_chose_goes_last() -> None:
    assert "Text" not in widths_in(900)
    assert "Traits" not in widths_in(900, {"Traits": False})
    narrow = widths_in(457, {"Text": True})
    assert "Text" in narrow
    assert "Pack" not in narrow


def test_a_name_that_others_have_is_shown_with_its_pack(pool: PoolPanel) -> None:
    pool.table.choose_columns({"Pack": False})
    pool.search.setText("arya stark edition:2")
    assert [pool.model.cell(row, NAME).after for row in (0, 1)] == ["Core", "WotN"]
    pool.search.setText("osha edition:2")
    assert pool.model.cell(0, NAME).after == ""


def test_names_that_begin_with_the_words_come_first(pool: PoolPanel) -> None:
    pool.search.setText("stark")
    rank = present(name_rank("stark"))
    ranks = [rank(pool.model.card_at(row)) for row in range(pool.model.rowCount())]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) > 1
    named = [card("Stark Household"), card("Arya Stark"), card("Unstarked")]
    assert list(map(rank, named)) == [0, 1, 2]


def starks(rows: Iterable[PoolRow]) -> frozenset[str]:
    return frozenset(row.card.code for row in rows if Faction.STARK in row.card.factions)


def test_the_model_keeps_the_rules_of_models(
    cards: LoadedCards, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    model = PoolModel()
    check_changes(model)
    rows = cards.rows[::64]  # the tester looks at all of them after each change
    model.receive(rows)
    model.show_only(starks(rows))
    model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
    model.show_only(None)
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
        model.show_only(starks(rows), model.scope)
        check()
        model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
        check()
    model.show_only(frozenset())
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
    assert said["Cost"] == "Stark character, cost 7"
    assert said["Strength"] == "STR 5, military, power"
    assert said["Edition"] == "Second edition"
    pool.search.setText("a noble cause edition:2")
    index = pool.model.index(0, column("Strength"))
    assert index.data(Role.CELL).numbers.plot == ("5", "0", "1", "6")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Gold 5, initiative 0, claim 1, reserve 6"
    )
