"""A panel that can open a rule below what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from shiboken6 import isValid
from typing_extensions import override

from desktop.style.fonts import space

if TYPE_CHECKING:
    from desktop.widgets.rule_panel import RulePanel

# How the height is shared between what is shown and the rule.
_SHARES = (11, 9)
# What a rule takes at least, in quarters of the font's height.
_LEAST_RULE = 36


class RuleSplitter(QSplitter):
    """A widget, and a rule below it while one is open; the focus goes there and comes back.

    Where there is no room for both, the rule takes the place of the widget until it is closed.

    Signals:
        page_requested: a rule is to be opened on the Rules page (its id).
        card_requested: a card is to be shown (its code).
    """

    page_requested = Signal(str)
    card_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.card_name: Callable[[str], str] | None = None
        self.panel: RulePanel | None = None
        self._focus_before: QWidget | None = None
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 2))

    def show_rule(self, name: str) -> None:
        """Open a rule below, and go to it."""
        panel = self.panel or self._make_panel()
        panel.show_rule(name)
        focus = self.window().focusWidget()
        if focus is not None and not panel.isAncestorOf(focus):
            self._focus_before = focus
        if panel.isHidden():
            panel.show()
            self.setSizes([self.height() * share // sum(_SHARES) for share in _SHARES])
            self._fit()
        panel.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_rule(self) -> None:
        """Hide the rule; the focus goes back to where it was."""
        if self.panel is None or self.panel.isHidden():
            return
        focus, before = self.window().focusWidget(), self._focus_before
        self.panel.hide()
        self._fit()
        in_rule = focus is not None and self.panel.isAncestorOf(focus)
        if in_rule and before is not None and isValid(before):
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def uncover(self) -> None:
        """Close a rule that has taken the place of the widget."""
        first = self.widget(0)
        if first is not None and first.isHidden():
            self.close_rule()

    def _fit(self) -> None:
        """Hide the widget where it would not fit above the rule."""
        first = self.widget(0)
        if self.panel is not None and first is not None:
            both = self.minimumSizeHint().height() + space(self, _LEAST_RULE)
            first.setVisible(self.panel.isHidden() or self.height() >= both)

    @override
    def minimumSizeHint(self) -> QSize:
        # That of the widget: there need not be room for the rule, too.
        first = self.widget(0)
        if first is None:
            return super().minimumSizeHint()
        return first.minimumSizeHint().expandedTo(first.minimumSize())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _make_panel(self) -> RulePanel:
        from desktop.widgets.rule_panel import RulePanel  # noqa: PLC0415 - with the first rule

        panel = self.panel = RulePanel(self)
        panel.hide()
        panel.view.card_name = self.card_name
        panel.page_requested.connect(self.page_requested)
        panel.card_requested.connect(self.card_requested)
        panel.closed.connect(self.close_rule)
        self.addWidget(panel)
        panel.hide()
        return panel
