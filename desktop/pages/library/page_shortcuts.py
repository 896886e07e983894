"""Keys that mean the page's own actions while it has the focus, whatever the menus make of them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class PageShortcuts(QObject):
    """Gives keys to actions of the widgets that it watches.

    A menu's action on the same key would make it ambiguous, and Qt would do neither.
    """

    def __init__(self, actions: Iterable[QAction], *watched: QWidget) -> None:
        super().__init__(watched[0])
        self._actions = tuple(actions)
        for widget in watched:
            widget.installEventFilter(self)

    def _meant(self, event: QKeyEvent) -> QAction | None:
        pressed = QKeySequence(event.keyCombination())
        return next((each for each in self._actions if each.shortcut() == pressed), None)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is QEvent.Type.KeyRelease:
            return False
        action = self._meant(event)
        if action is None:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            action.trigger()  # does nothing while the action is disabled
        return True
