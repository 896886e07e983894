"""A rule to read below what is beside the deck, without leaving the page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QToolButton, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from desktop.widgets.rule_view import RuleView
from rulebook.rule_book import rule_book


class RulePanel(QFrame):
    """One rule; links lead to others, Back to those before. Escape closes it.

    Signals:
        page_requested: the rule is to be opened on the Rules page (its id).
        card_requested: a card that the rule names is to be shown (its code).
        closed: it was closed.
    """

    page_requested = Signal(str)
    card_requested = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: list[str] = []
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.setAccessibleName("Rule")
        self.view = RuleView(self)
        self.back = _button("Back", "The rule before (Alt+Left)", self)
        self.page = _button("Open in Rules", "Open it on the Rules page (Ctrl+Return)", self)
        self.close_button = _button("Close", "Close the rule (Esc)", self)
        gap = space(self, 1)
        caption = label("Rule", Size.SMALL, faint=True)
        head = row((caption, 1), self.back, self.page, self.close_button, spacing=gap)
        margin = (2 * gap, gap, gap, gap)
        column(head, (self.view, 1), parent=self, margin=margin, spacing=gap)
        self.view.rule_requested.connect(self._on_link_followed)
        self.view.card_requested.connect(self.card_requested)
        self.back.clicked.connect(self.go_back)
        self.page.clicked.connect(self._open_page)
        self.close_button.clicked.connect(self.closed)

    def show_rule(self, name: str) -> None:
        """Show the rule of an id; AppError where there is none."""
        self._before.clear()
        self._show(name)

    def go_back(self) -> None:
        """Show the rule before again, where a link led here."""
        if self._before:
            self._show(self._before.pop())
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, name: str) -> None:
        self.view.show_entry(rule_book().entry(name))
        self.back.setVisible(bool(self._before))

    def _on_link_followed(self, name: str) -> None:
        if self.view.entry is not None:
            self._before.append(self.view.entry.id)
        self._show(name)

    def _open_page(self) -> None:
        if self.view.entry is not None:
            self.page_requested.emit(self.view.entry.id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        enter = key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key == Qt.Key.Key_Left and modifiers & Qt.KeyboardModifier.AltModifier:
            self.go_back()
        elif enter and modifiers & Qt.KeyboardModifier.ControlModifier:
            self._open_page()
        else:
            super().keyPressEvent(event)


def _button(text: str, tool_tip: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tool_tip)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
