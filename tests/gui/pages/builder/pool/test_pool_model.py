"""The table of all cards as a model: its columns, what its cells say, and how they sort."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from carddb.search.query_context import SearchScope
from carddb.terms import Edition, Faction
from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Cell, Role
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.samples import open_sample

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
