"""Lists that are pasted on the Decks page, decks that are dragged, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget

from decks.deck import Deck
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.sidebar import SidebarKind
from desktop.session.drag_data import mime_of_decks
from desktop.widgets.card_delegate import Role
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
CONTROL = Qt.KeyboardModifier.ControlModifier
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Sample = Callable[[str], Deck]


def pasted(robot: PageRobot, text: str, into: QWidget) -> None:
    """Paste a text from the clipboard."""
    QGuiApplication.clipboard().setText(text)
    into.setFocus()
    QTest.keyClick(into, Qt.Key.Key_V, CONTROL)


def test_lists_that_are_pasted_are_imported_and_selected(three: PageRobot) -> None:
    page, lists = three.page, "Deck: One\nHouse Stark\n3x Ward\n\nDeck: Two\nHouse Stark\n2x Ward"
    page.search.setText("nothing has this")
    three.settle()
    pasted(three, lists, page.search)
    assert page.search.text() == "nothing has this"
    dialog = three.dialog(ImportDialog)
    assert dialog.paste.toPlainText() == lists
    with three.qtbot.waitSignal(dialog.read):
        pass
    with three.qtbot.waitSignal(page.show_requested):
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    three.settle()
    assert {deck.name for deck in page.selected()} == {"One", "Two"}
    assert page.search.text() == ""
    bar = page.message_bar
    assert bar.words.text() == "2 decks are imported and selected here."
    with three.qtbot.waitSignal(page.open_requested) as opened:
        QTest.mouseClick(bar.further, Qt.MouseButton.LeftButton)
    ids = {each.id: each.name for each in three.library.decks.all()}
    assert [ids[each] for each in opened.args[0]] == ["One", "Two"]


def test_a_word_that_is_pasted_in_the_search_is_searched_for(three: PageRobot) -> None:
    pasted(three, "wolves", three.page.search)
    three.settle()
    assert three.names() == [WOLVES]
    pasted(three, "", three.page.table)
    assert three.page.message_bar.words.text() == "The clipboard holds no deck list."
    assert QApplication.activeModalWidget() is None


def dropped_on(robot: PageRobot, kind: SidebarKind, label: str = "") -> None:
    """Drop the selected decks on an entry of the sidebar, as the mouse does."""
    sidebar = robot.page.sidebar
    entries = [sidebar.item(row).data(Role.CARD) for row in range(sidebar.count())]
    row = next(n for n, e in enumerate(entries) if e.kind is kind and label in {"", e.label})
    place = QPointF(sidebar.visualItemRect(sidebar.item(row)).center())
    data = mime_of_decks([deck.id for deck in robot.page.selected()])
    buttons, keys, move = Qt.MouseButton.LeftButton, NO_KEY, Qt.DropAction.MoveAction
    moved = QDragMoveEvent(place.toPoint(), move, data, buttons, keys)
    sidebar.dragMoveEvent(moved)
    assert moved.isAccepted() is (kind is not SidebarKind.HEADING)
    sidebar.dropEvent(QDropEvent(place, move, data, buttons, keys))
    robot.settle()


def test_decks_are_dragged_into_folders_tags_and_the_bin(three: PageRobot) -> None:
    three.select(BLACK, VIPER)
    dropped_on(three, SidebarKind.HEADING)
    assert not three.page.message_bar.isVisible()
    dropped_on(three, SidebarKind.FOLDER, "League")
    assert three.page.message_bar.words.text() == "2 decks are in “League”."
    assert {three.cell(name, "Folder and tags") for name in (BLACK, VIPER)} == {"League"}
    three.page.message_bar.undo.click()
    three.settle()
    three.select(BLACK)
    dropped_on(three, SidebarKind.TAG, "to test")
    assert three.cell(BLACK, "Folder and tags") == "#to test"
    three.select(WOLVES)
    dropped_on(three, SidebarKind.ALL)
    assert three.cell(WOLVES, "Folder and tags") == "#to test"
    dropped_on(three, SidebarKind.BIN)
    assert three.page.message_bar.words.text() == f"“{WOLVES}” is in the bin."


def test_a_message_goes_after_a_while_unless_it_has_a_button(three: PageRobot) -> None:
    bar = three.page.message_bar
    bar.message_timer.setInterval(1)
    bar.show_message("3 decks deleted for good.")
    three.qtbot.waitUntil(lambda: not bar.isVisible())
    bar.show_message("1 deck added.", lambda: None)
    assert not bar.message_timer.isActive()
    bar.show_failure("It could not be read.")
    assert not bar.message_timer.isActive()
