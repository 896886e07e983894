"""Buttons that show and do what an action does, and icons that follow the palette."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QIconEngine, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.palette import colours_of


class GlyphEngine(QIconEngine):
    """Paints one of our glyphs in the colours of the moment."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        colours = colours_of(QApplication.palette())
        ink = colours.quiet if mode is QIcon.Mode.Disabled else colours.ink
        icons.paint(painter, rect, self._name, ink)

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, made.rect(), mode, state)
        painter.end()
        return made

    @override
    def clone(self) -> QIconEngine:
        return GlyphEngine(self._name)


def glyph_icon(name: str) -> QIcon:
    return QIcon(GlyphEngine(name))


class ActionButton(QPushButton):
    """A quiet button with the icon, the state and the effect of an action.

    A button whose action has a menu opens the menu. Without `words` the button shows only the icon;
    the text of the action is its accessible name.
    """

    def __init__(
        self,
        action: QAction,
        parent: QWidget,
        *,
        words: bool = True,
        icon: bool = True,
        kind: str = "",
    ) -> None:
        super().__init__(parent)
        self._action, self._words = action, words
        self.setObjectName(kind if words else "icon")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if icon:
            self.setIcon(action.icon())
        self.setIconSize(QSize(space(self, 4), space(self, 4)))
        menu = action.menu()
        if isinstance(menu, QMenu):
            self.setMenu(menu)
        else:
            self.clicked.connect(action.trigger)
        action.changed.connect(self._on_action_changed)
        self._on_action_changed()

    def scale_lengths(self, factor: float) -> None:
        """Scale the icon for another text size."""
        self.setIconSize(self.iconSize() * factor)

    def _on_action_changed(self) -> None:
        plain = self._action.iconText()
        self.setText(self._action.text().rstrip("…") if self._words else "")
        self.setAccessibleName(plain)
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())
        self.setVisible(self._action.isVisible())


class WidgetShortcuts(QObject):
    """Handles the keys of actions in the widgets that it watches.

    A menu's action on the same key would make it ambiguous, and Qt would trigger neither.
    """

    def __init__(self, actions: Iterable[QAction], *watched: QWidget) -> None:
        super().__init__(watched[0])
        self._actions = tuple(actions)
        for widget in watched:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is QEvent.Type.KeyRelease:
            return False
        pressed = QKeySequence(event.keyCombination())
        action = next((each for each in self._actions if each.shortcut() == pressed), None)
        if action is None:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            action.trigger()  # does nothing while the action is disabled
        return True
