"""A player at the board, for its tests: opens a deck, uses mouse and keys, reads messages."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.report import Reading
from desktop.pages.hands.board.board_panel import BoardPanel
from desktop.pages.hands.board.board_side import BoardSide
from desktop.pages.hands.board.board_widget import BoardArea
from desktop.pages.hands.board.tile import Tile
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.message_bar import Toast, toast_of
from goldfish.play.game import Game

SEED = 7
BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ACTION = Qt.DropAction.MoveAction


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


class BoardPlayer:
    """A user with a board of its own."""

    def __init__(self, session: DeckSession, tasks: TaskRunner, qtbot: QtBot) -> None:
        self.session, self._tasks, self._qtbot = session, tasks, qtbot
        self.side = BoardSide(session, CardPictures(tasks))
        self.panel = BoardPanel(session, tasks, self.side, seeds=lambda: SEED)
        qtbot.addWidget(self.side)
        qtbot.addWidget(self.panel)
        self.panel.resize(720, 700)
        self.view = self.panel.view

    def show(self) -> None:
        with self._qtbot.waitActive(self.panel):
            self.panel.show()
            self.panel.activateWindow()
        self.wait()

    def wait(self) -> None:
        """Wait until nothing is under way."""
        self._qtbot.waitUntil(lambda: self._tasks.idle and not self.panel.dealing.waiting)
        QApplication.processEvents()

    def open(self, *decks: Deck) -> None:
        self.session.open([Reading(deck, ()) for deck in decks])
        self.wait()

    @property
    def game(self) -> Game:
        assert self.panel.game is not None
        return self.panel.game

    @property
    def toast(self) -> Toast:
        return toast_of(self.panel)

    @property
    def message(self) -> str:
        return "" if self.toast.isHidden() else self.toast.words.text()

    @property
    def refused(self) -> bool:
        """Whether the message says why nothing was done."""
        return bool(self.message) and not self.toast.sign.isHidden()

    @property
    def hint(self) -> str:
        return self.view.board.characters.accessibleDescription()

    def press(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = NO_KEY) -> None:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.view, key, modifier)

    def tile(self, name: str, place: int = 0) -> Tile:
        return self.tiles(name)[place]

    def tiles(self, name: str) -> list[Tile]:
        areas = self.view.board.areas
        return [t for area in areas for t in area.tiles if t.face.card.name == name]

    def focus(self, name: str) -> None:
        QTest.mouseClick(self.tile(name), BUTTON)

    def drag(self, tile: Tile, target: QWidget, place: QPoint | None = None) -> None:
        """Drag a card onto a widget, by the whole protocol of dragging."""
        data = tile.mime()
        self.hover(data, target, place)
        drop = QDropEvent(QPointF(place or target.rect().center()), ACTION, data, BUTTON, NO_KEY)
        QApplication.sendEvent(target, drop)
        QApplication.processEvents()

    def hover(self, data: QMimeData, target: QWidget, place: QPoint | None = None) -> None:
        """Hold what is dragged over a widget."""
        at = place or target.rect().center()
        for kind in (QDragEnterEvent, QDragMoveEvent):
            QApplication.sendEvent(target, kind(at, ACTION, data, BUTTON, NO_KEY))

    def leave(self, target: QWidget) -> None:
        """Take what is dragged away again."""
        QApplication.sendEvent(target, QDragLeaveEvent())

    def middle_in(self, area: BoardArea, tile: Tile) -> QPoint:
        return tile.mapTo(area, tile.rect().center())

    def names(self, area: BoardArea) -> list[str]:
        return [tile.face.card.name for tile in area.tiles]

    def menu(self) -> list[str]:
        """Return the words of the menu that is open, and close it."""
        menu = open_menu()
        words = [each.text() for each in menu.actions() if not each.isSeparator()]
        menu.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return words
