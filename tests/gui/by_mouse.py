"""Using the window by the mouse alone; keys only write into fields."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import COPIES
from desktop.widgets.card_delegate import AnyIndex, Role
from tests.gui.samples import number_place

LEFT = Qt.MouseButton.LeftButton
KEYS = frozenset({QEvent.Type.KeyPress})  # a field lets the release through to what holds it
CLICKS = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.MouseMove,
    }
)


class InputRecord(QObject):
    """Records the kinds of widgets that events of some types go to, but those of fields."""

    def __init__(self, types: frozenset[QEvent.Type], *, fields: bool = True) -> None:
        super().__init__()
        self._types, self._fields = types, fields
        self.found: list[str] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        counts = isinstance(watched, QWidget) and (
            self._fields or not isinstance(watched, QLineEdit)
        )
        if counts and event.type() in self._types:
            self.found.append(f"{type(watched).__name__} {event.type().name}")
        return False


@contextmanager
def without(types: frozenset[QEvent.Type], *, fields: bool = True) -> Iterator[None]:
    """Fail where such an event goes to a widget; without `fields`, to another than a field."""
    app, record = QApplication.instance(), InputRecord(types, fields=fields)
    assert app is not None
    app.installEventFilter(record)
    yield
    app.removeEventFilter(record)
    assert record.found == [], sorted(set(record.found))


@contextmanager
def no_double_clicks() -> Iterator[None]:
    """Let a list that opens take a click at once, which it does not while one may be double."""
    interval = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)
    yield
    QApplication.setDoubleClickInterval(interval)


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """Click on what can be seen of a widget."""
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center() if place is None else place)


def rest_on(view: QAbstractItemView, index: AnyIndex, *, button: bool = False) -> None:
    """Let the mouse rest on a row of a list, with a pressed button or without."""
    area, place = view.viewport(), QPointF(view.visualRect(index).center())
    QApplication.sendEvent(area, mouse_move(place, area.mapToGlobal(place), button=button))


def mouse_move(place: QPointF, at: QPointF, *, button: bool = False) -> QMouseEvent:
    """Return that the mouse is at a place of a widget, which is there on the screen."""
    none = Qt.MouseButton.NoButton
    pressed, modifiers = LEFT if button else none, Qt.KeyboardModifier.NoModifier
    return QMouseEvent(QEvent.Type.MouseMove, place, at, none, pressed, modifiers)


def choose_in(field: QComboBox, data: object) -> None:
    """Open a field of choices by one click and choose by another."""
    click(field)
    view = field.view()
    index = view.model().index(field.findData(data), 0)
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseMove(view.viewport(), place)
    click(view.viewport(), place)


def choose_command(app: Application, menu: str, name: str) -> None:
    """Choose a command in a menu of the menu bar."""
    bar = app.window.menuBar()
    title = next(each for each in bar.actions() if each.text() == menu)
    click(bar, bar.actionGeometry(title).center())
    opened = title.menu()
    assert isinstance(opened, QMenu)
    assert opened.isVisible()
    place = opened.actionGeometry(app.window.actions_[name]).center()
    QTest.mouseMove(opened, place)
    click(opened, place)


class MouseUser:
    """Builds a deck with the mouse in the table of all cards, and counts the clicks."""

    def __init__(self, app: Application, qtbot: QtBot) -> None:
        self.page, self.clicks = app.window.build, 0
        self._app, self._qtbot = app, qtbot

    def search(self, words: str) -> None:
        """Write into the search, which a click on its cross has emptied."""
        field = self.page.pool.search
        if field.text():
            buttons = field.findChildren(QToolButton)
            click(next(each for each in buttons if each.accessibleName() == "Empty the search"))
            assert field.text() == ""
        click(field)
        QTest.keyClicks(field, words)
        field.popup.hide()
        # What may be in the deck is found in the background.
        self._qtbot.waitUntil(lambda: self._app.tasks.idle)

    def add(self, query: str, cards: int, copies: int) -> None:
        """Search, and click once for each of some cards that are not in the deck."""
        self.search(query)
        table, model, taken = self.page.pool.table, self.page.pool.model, 0
        for row in range(model.rowCount()):
            index = model.index(row, COPIES)
            shown = index.data(Role.CELL).copies
            if taken == cards:
                return
            if shown.own + shown.others == 0 and shown.limit >= copies:
                table.scrollTo(index)
                click(table.viewport(), number_place(table, index, copies))
                self.clicks += 1
                taken += 1

    def add_stark_deck(self) -> None:
        """Add an agenda, 7 plots and 60 cards of House Stark."""
        self.add("t:agenda fealty", 1, 1)
        self.add("t:plot f:neutral banned:no", 7, 1)
        for query, cards in (
            ("f:stark t:character banned:no unique:no", 8),
            ("f:neutral t:character banned:no loyal:no", 3),
            ("f:stark t:location banned:no loyal:yes", 3),
            ("f:stark t:location banned:no loyal:no", 3),
            ("f:stark t:event banned:no", 3),
        ):
            self.add(query, cards, 3)
