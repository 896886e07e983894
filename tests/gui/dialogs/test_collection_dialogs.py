"""What the player owns: entered, stored, shown with the cards; built decks and missing cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from decks.deck import Deck
from decks.report import Reading
from desktop.app import Application
from desktop.dialogs.collection_dialogs import CollectionDialog, MissingDialog
from desktop.dialogs.owned_panes import OWNED, SINGLE
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from library.owned import Holding, Owned, Single
from tests.builders import deck
from tests.gui.pages.library.conftest import BLACK, WOLVES, PageRobot
from tests.gui.samples import deck_of, open_sample, present, select, show
from tests.gui.shared_window import open_library

SECOND = Edition.SECOND
CORE = Holding(SECOND, "Core", 1)
DRAW_DECK = next(number for number, each in enumerate(COLUMNS) if each.name == "Copies owned")
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
StoredCollection = Callable[[], Owned]


@pytest.fixture
def library_worker(tasks: TaskRunner, tmp_path: Path, qtbot: QtBot) -> Iterator[LibraryWorker]:
    """Open a library without a window."""
    made = LibraryWorker(tasks)
    made.open_at(tmp_path / "home")
    qtbot.waitUntil(lambda: made.loaded and not made.busy)
    yield made
    qtbot.waitUntil(lambda: not made.busy)
    made.close()
    made.deleteLater()


@pytest.fixture
def collection_state(library_worker: LibraryWorker, cards: LoadedCards) -> CollectionState:
    """Return the owned cards that the library has."""
    made = CollectionState(library_worker, library_worker)
    made.receive_cards(cards)
    return made


@pytest.fixture
def window(app: Application) -> Application:
    """Open the library of the window."""
    return open_library(app)


@pytest.fixture
def saved(library_worker: LibraryWorker, qtbot: QtBot) -> StoredCollection:
    """Return what the library has stored, once all writes are done."""

    def read() -> Owned:
        qtbot.waitUntil(lambda: not library_worker.busy)
        assert library_worker.library is not None
        return library_worker.library.collection.owned()

    return read


@pytest.fixture
def dialog(
    collection_state: CollectionState, context: DialogContext, qtbot: QtBot
) -> CollectionDialog:
    """Show the dialog alone."""
    return show(CollectionDialog(collection_state, context, SECOND), qtbot)


def row(dialog: CollectionDialog, name: str) -> QModelIndex:
    """Return the row of a product or cycle, and make it the selected one."""
    model = dialog.products.model
    found = model.index([each.name for each in model.rows].index(name), 0)
    dialog.products.view.setCurrentIndex(found)
    return found


def shown(index: QModelIndex) -> str:
    return str(index.siblingAtColumn(OWNED).data())


def press(dialog: CollectionDialog, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(dialog.products.view, key)


def own_of(pool: PoolPanel, query: str) -> str:
    pool.search.setText(query)
    return str(pool.model.index(0, DRAW_DECK).data(SPOKEN))


def test_keys_say_how_many_of_a_product_are_owned(
    dialog: CollectionDialog, saved: StoredCollection
) -> None:
    core = row(dialog, "Core Set")
    assert dialog.total.text().startswith("Nothing is entered yet.")
    press(dialog, Qt.Key.Key_3)
    assert shown(core) == "3"
    for sign in ("\N{MINUS SIGN}", "+"):
        QTest.mouseClick(dialog.products.buttons[sign], Qt.MouseButton.LeftButton)
    press(dialog, Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_Plus)
    assert shown(core) == "4"
    assert core.siblingAtColumn(OWNED).data(SPOKEN) == "You own 4"
    assert saved().holdings == (Holding(SECOND, "Core", 4),)
    press(dialog, Qt.Key.Key_0)
    assert saved().holdings == ()


def test_a_whole_cycle_is_owned_at_once_and_tells_how_much_of_it(
    dialog: CollectionDialog, saved: StoredCollection
) -> None:
    cycle = row(dialog, "Westeros Cycle")
    press(dialog, Qt.Key.Key_1)
    assert shown(cycle) == "1"
    assert len(saved().holdings) == 6
    pack = row(dialog, "True Steel")
    press(dialog, Qt.Key.Key_Delete)
    assert shown(pack) == "0"
    assert shown(cycle) == "5 of 6"
    said = cycle.siblingAtColumn(OWNED).data(SPOKEN)
    assert said == "You own 5 of 6 packs of Westeros Cycle"
    assert dialog.total.text().startswith("5 products: 100 different cards, 300 copies")


def test_a_search_finds_products_and_what_is_hidden_is_left_alone(
    dialog: CollectionDialog, saved: StoredCollection
) -> None:
    QTest.keyClicks(dialog.products.search, "westeros steel")
    model = dialog.products.model
    assert [each.name for each in model.rows] == ["Westeros Cycle", "True Steel"]
    QTest.keyClick(dialog.products.search, Qt.Key.Key_Return)
    assert dialog.products.view.hasFocus()
    press(dialog, Qt.Key.Key_1)
    dialog.products.search.setFocus()
    QTest.keyClick(dialog.products.search, Qt.Key.Key_Down)
    assert dialog.products.view.hasFocus()
    assert dialog.products.view.currentIndex().row() == 0
    dialog.products.search.clear()
    assert [each.pack for each in saved().holdings] == ["TS"]


def test_the_first_edition_has_products_of_its_own(
    dialog: CollectionDialog, saved: StoredCollection
) -> None:
    dialog.editions.setCurrentIndex(1)
    dialog.editions.activated.emit(1)
    row(dialog, "Core")
    press(dialog, Qt.Key.Key_2)
    assert saved().holdings == (Holding(Edition.FIRST, "core", 2),)
    assert dialog.total.text().startswith("2 products: ")
    dialog.editions.setCurrentIndex(0)
    dialog.editions.activated.emit(0)
    assert shown(row(dialog, "Core Set")) == "0"


def test_single_cards_are_added_by_name_and_can_be_given_away(
    dialog: CollectionDialog, collection_state: CollectionState, saved: StoredCollection
) -> None:
    collection_state.hold([CORE])
    dialog.tabs.setCurrentWidget(dialog.singles)
    pane = dialog.singles
    assert pane.model.rowCount() == 0
    QTest.keyClicks(pane.search, "pleasure barge")
    QTest.keyClick(pane.search, Qt.Key.Key_Return)
    QTest.keyClick(pane.view, Qt.Key.Key_2)
    pane.search.setText("a clash of kings")
    pane.view.selectRow(0)
    for _ in range(3):
        QTest.keyClick(pane.view, Qt.Key.Key_Minus)
    pane.search.clear()
    counts = {
        row.card.name: pane.model.index(number, SINGLE).data()
        for number, row in enumerate(pane.model.rows)
    }
    assert counts == {"A Clash of Kings": "\N{MINUS SIGN}1", "Pleasure Barge": "+2"}
    assert {each.copies for each in saved().singles} == {-1, 2}
    said = pane.model.index(0, SINGLE).data(SPOKEN)
    assert said == "1 given away, 0 in all"


def test_without_a_library_nothing_can_be_entered(
    cards: LoadedCards, context: DialogContext, qtbot: QtBot
) -> None:
    library_worker = LibraryWorker(context.tasks)
    collection_state = CollectionState(library_worker, library_worker)
    collection_state.receive_cards(cards)
    dialog = CollectionDialog(collection_state, context, SECOND)
    qtbot.addWidget(dialog)
    assert not dialog.tabs.isEnabled()
    collection_state.hold([CORE])
    assert collection_state.owned == Owned()


def test_the_table_says_how_many_copies_are_owned_once_anything_is_entered(
    window: Application,
) -> None:
    page, collection_state = open_sample(window), window.window.collection_state
    assert page.pool.table.isColumnHidden(DRAW_DECK)
    assert not page.pool.owned.isVisible()
    assert page.deck.list.isColumnHidden(DeckCardColumn.OWNED)
    page.pool.search.setText("owned:yes")
    assert page.pool.error.words.text().startswith("Say first which cards you own")
    pool = page.pool
    collection_state.hold([CORE])
    assert not pool.table.isColumnHidden(DRAW_DECK)
    assert own_of(pool, "old nan e:WotN") == "You own 0 of the 3 that the deck needs"
    assert pool.model.index(0, DRAW_DECK).data() == "0/3"
    assert own_of(pool, "fealty e:Core edition:2") == "You own 1"
    assert own_of(pool, "the iron fleet's raid or t:plot e:KotI") == "You own none"
    collection_state.hold([Holding(SECOND, "WotN", 1)])
    assert own_of(pool, "old nan e:WotN") == "You own 3"


def test_cards_of_which_too_few_are_owned_are_marked_in_the_deck(
    window: Application,
) -> None:
    page, collection_state = open_sample(window), window.window.collection_state
    collection_state.hold([CORE])
    view = page.deck.list
    assert not view.isColumnHidden(DeckCardColumn.OWNED)

    def mark(name: str) -> QModelIndex:
        select(page, name)
        return view.currentIndex().siblingAtColumn(DeckCardColumn.OWNED)

    assert mark("Old Nan").data() == "own 0"
    assert mark("Old Nan").data(SPOKEN) == "You own 0 of the 3 that the deck needs"
    assert mark("Fealty").data() == ""
    nan = next(card for card, _ in deck_of(window).slots if card.name == "Old Nan")
    collection_state.hold_singles([Single(nan.code, 1)])
    assert mark("Old Nan").data() == "own 1"
    QTest.keyClick(view, Qt.Key.Key_1)
    assert mark("Old Nan").data() == ""
    assert mark("Osha").data() == "own 0"
    collection_state.hold([Holding(SECOND, "WotN", 1)])
    assert mark("Osha").data() == ""
    collection_state.hold([Holding(SECOND, each, 0) for each in ("Core", "WotN")])
    collection_state.hold_singles([Single(nan.code, 0)])
    assert view.isColumnHidden(DeckCardColumn.OWNED)


def test_owned_only_and_the_key_owned_ask_the_collection(
    window: Application,
) -> None:
    pool, collection_state = window.window.build.pool, window.window.collection_state
    collection_state.hold([CORE])
    pool.owned.trigger()
    assert pool.model.rowCount() == 211
    collection_state.hold([Holding(SECOND, "WotN", 1)])
    assert pool.model.rowCount() == 263
    pool.owned.trigger()
    open_sample(window)
    collection_state.hold([Holding(SECOND, "WotN", 0)])
    pool.search.setText("owned<deck")
    lacking = [pool.model.card_at(row) for row in range(pool.model.rowCount())]
    held = pool.model.overlay
    assert lacking
    assert all(held.lacks(card) for card in lacking)


def test_what_could_not_be_kept_is_not_shown_either(
    collection_state: CollectionState,
    saved: StoredCollection,
    library_worker: LibraryWorker,
    qtbot: QtBot,
) -> None:
    collection_state.hold([CORE])
    owned = saved()
    with qtbot.waitSignal(library_worker.failed):
        collection_state.hold([Holding(SECOND, "WotN", 20_000)])
    assert collection_state.owned == owned
    collection_state.hold([Holding(SECOND, "WotN", 1)])
    assert len(saved().holdings) == 2


def test_the_collection_is_opened_from_the_menu_for_the_decks_edition(
    app: Application, qtbot: QtBot
) -> None:
    open_library(app)
    app.session.open([Reading(deck(name="Old", edition=Edition.FIRST), ())])
    app.window.actions_["collection"].trigger()
    dialog = present(app.window.findChild(CollectionDialog))
    assert dialog.edition is Edition.FIRST
    dialog.products.view.setCurrentIndex(dialog.products.model.index(0, 0))
    QTest.keyClick(dialog.products.view, Qt.Key.Key_1)
    dialog.reject()
    assert app.window.build.pool.owned.isVisible()
    qtbot.waitUntil(lambda: not app.window.library_worker.busy)


CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def collection(
    three: PageRobot,
    context: DialogContext,
    qtbot: QtBot,
) -> Iterator[CollectionDialog]:
    """Show the collection over a library with three decks and one Core Set."""
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    state = CollectionState(three.library_worker)
    state.receive_cards(context.cards)
    dialog = show(CollectionDialog(state, context), qtbot)
    three.settle()
    yield dialog
    three.settle()
    state.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_new_user_builds_decks_and_sees_what_they_fight_over(
    collection: CollectionDialog,
    three: PageRobot,
    qtbot: QtBot,
    sample: Callable[[str], Deck],
) -> None:
    pane = collection.built
    collection.tabs.setCurrentWidget(pane)
    three.library.decks.add(sample(WOLVES))
    three.library_worker.reload()
    qtbot.waitUntil(lambda: len(pane.model.rows) == 4)
    twins = [deck.id for deck in pane.model.rows if deck.name == WOLVES]
    pane.table.select(twins)
    pane.build.click()
    qtbot.waitUntil(lambda: sum(deck.built for deck in pane.model.rows) == 2)
    assert pane.message_bar.toast.words.text() == "2 decks are built."
    qtbot.waitUntil(lambda: bool(pane.contested.rows))
    first = pane.contested.index(0, 3).data()
    assert first.count(WOLVES) == 2
    three.settle()
    assert three.cell(WOLVES, "Built") == "Version 1"
    pane.message_bar.toast.undo.click()
    qtbot.waitUntil(lambda: not any(deck.built for deck in pane.model.rows))
    qtbot.waitUntil(lambda: pane.contested.rows == [])
    three.library.decks.add(Deck(name="", edition=Edition.SECOND))
    three.library_worker.reload()
    qtbot.waitUntil(lambda: len(pane.model.rows) == 5)
    pane.table.select([deck.id for deck in pane.model.rows if not deck.name])
    pane.build.click()
    assert pane.message_bar.toast.words.text() == "“A deck without a name” is built."


def test_what_is_missing_and_the_list_to_copy(three: PageRobot) -> None:
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    three.select(WOLVES, BLACK)
    three.go_to(three.page.table)
    QTest.keyClick(three.page.table, Qt.Key.Key_M, CONTROL | SHIFT)
    dialog = three.dialog(MissingDialog)
    three.qtbot.waitUntil(lambda: bool(dialog.model.rows))
    assert dialog.products.rows
    assert "products hold them all." in dialog.how.text()
    together = dialog.summary.text()
    dialog.together.setChecked(False)
    three.qtbot.waitUntil(lambda: dialog.summary.text() != together)
    dialog.copy.click()
    assert "To buy:" in QGuiApplication.clipboard().text()
    dialog.close()
