"""The buttons under an entry of the problem list: each does one thing about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from desktop.pages.builder.problems.problem_entries import ProblemAction, ProblemEntry
from desktop.style.fonts import space
from desktop.widgets.wrap_button import WrapButton

AT_FIRST = 2


class RepairButtons(QWidget):
    """The first actions of an entry as buttons, and the others when asked for.

    It lies over the whole entry, with the buttons at its lower edge.

    Signals:
        action_chosen: a button was pressed (the ProblemAction).
        buttons_changed: there are more buttons now, or fewer.
        left: the user goes back to the list with a key.
    """

    action_chosen = Signal(object)
    buttons_changed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The list that is beneath is told where the mouse is.
        self.setMouseTracking(True)
        self._actions: tuple[ProblemAction, ...] = ()
        self._shows_all = False
        self.buttons: list[WrapButton] = []
        self._layout = QVBoxLayout(self)
        height = self.fontMetrics().height()
        self._layout.setContentsMargins(height * 2, 0, height // 2, height // 2)
        self._layout.setSpacing(space(self, 1))
        self._layout.addStretch(1)

    def show_entry(self, entry: ProblemEntry) -> None:
        """Show the actions of an entry; while it has none yet, those before stay, disabled."""
        same = entry.actions == self._actions
        if same or (not entry.actions and entry.problem and self._actions):
            for button in self.buttons:
                button.setEnabled(same)
            return
        self._actions = entry.actions
        self._fill()

    def height_in(self, width: int) -> int:
        """Return the height of the buttons, with the space below them, in an entry of a width."""
        if not self.buttons:
            return 0
        margins = self._layout.contentsMargins()
        inner = width - margins.left() - margins.right()
        heights = [button.heightForWidth(inner) + self._layout.spacing() for button in self.buttons]
        return sum(heights) + self._layout.spacing()

    def focus_first(self) -> bool:
        """Give the focus to the first button; return whether there is one."""
        enabled = [button for button in self.buttons if button.isEnabled()]
        if enabled:
            enabled[0].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(enabled)

    def _fill(self) -> None:
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        shown = self._actions if self._shows_all else self._actions[:AT_FIRST]
        self.buttons = [self._button(each.words, each) for each in shown]
        if len(shown) < len(self._actions):
            more = self._button(f"{len(self._actions) - len(shown)} more…", None)
            more.setAccessibleDescription("Show the other fixes")
            self.buttons.append(more)
        self.buttons_changed.emit()

    def _button(self, words: str, action: ProblemAction | None) -> WrapButton:
        button = WrapButton(words, self)
        button.clicked.connect(lambda: self._choose(action))
        self._layout.addWidget(button)
        button.show()
        return button

    def _choose(self, action: ProblemAction | None) -> None:
        if action is not None:
            self.action_chosen.emit(action)
            return
        self._shows_all = True
        self._fill()
        self.buttons[AT_FIRST].setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        elif event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Left}:
            self.left.emit()
        else:
            super().keyPressEvent(event)
