"""An entry of the rules to read, with its links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QSplitter, QWidget
from shiboken6 import isValid
from typing_extensions import override

from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.buttons import tool_button
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.layouts import column, label, row
from desktop.widgets.markdown_view import LocalTextView
from rulebook.entry import Entry
from rulebook.entry_text import CARD_LINK, entry_html
from rulebook.rule_book import rule_book

# In quarters of the body font's height: longer lines are hard to read.
WIDEST_TEXT = 210


class RuleView(LocalTextView):
    """Shows an entry: title, words, cards and source; links can be reached with Tab.

    `card_name` is how cards are called; without it they are not shown. `large` is for a page.
    """

    rule_requested = Signal(str)  # its id
    card_requested = Signal(str)  # its code

    def __init__(self, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__("Rule", parent)
        self.card_name: Callable[[str], str] | None = None
        self.entry: Entry | None = None
        self._large = large
        if large:
            self.setFont(sized(self.font(), Size.MIDDLE))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(LocalTextView.LineWrapMode.FixedPixelWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_entry(self, entry: Entry) -> None:
        self.entry = entry
        self.setAccessibleName(f"Rule: {entry.title}")
        self.set_text()
        self.verticalScrollBar().setValue(0)

    @override
    def set_text(self) -> None:
        if self.entry is None:
            return
        self.document().setDocumentMargin(space(self, 7 if self._large else 3))
        self.document().setDefaultStyleSheet(self._style_sheet())
        self.setHtml(entry_html(self.entry, rule_book(), self.card_name))

    def _style_sheet(self) -> str:
        gap, colours = space(self, 1), colours_of(self.palette())
        title = QApplication.font().pointSizeF() * Size.LARGE.value
        lines = "line-height: 140%;" if self._large else ""
        return (
            f"p {{ {lines} margin: 0 0 {2 * gap}px 0 }}"
            f" p.title {{ font-size: {title:.2f}pt; font-weight: 600; margin: 0 0 {gap}px 0 }}"
            f" h4 {{ font-weight: 600; margin: {2 * gap}px 0 {gap}px 0 }}"
            f" a {{ color: {colours.accent.name()} }} .faint {{ color: {colours.faint.name()} }}"
            f" td {{ padding: 0 {3 * gap}px {gap}px 0 }}"
            f" table {{ margin-top: {gap}px; margin-bottom: {gap}px }}"
        )

    def _on_anchor_clicked(self, address: QUrl) -> None:
        name = address.toString()
        if name.startswith(CARD_LINK):
            self.card_requested.emit(name.removeprefix(CARD_LINK))
        else:
            self.rule_requested.emit(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The page or panel handles Alt+Left and Alt+Right. It also copies the whole rule where no
        # text is selected.
        copies = event.matches(QKeySequence.StandardKey.Copy)
        nothing = copies and not self.textCursor().hasSelection()
        if nothing or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setLineWrapColumnOrWidth(min(self.viewport().width(), space(self, WIDEST_TEXT)))


class RulePanel(QFrame):
    """One rule; links lead to others, Back to those before. Escape closes it."""

    page_requested = Signal(str)  # the id of the rule for the Rules page
    card_requested = Signal(str)  # its code
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: list[str] = []
        self.setAccessibleName("Rule")
        self.view = RuleView(self)
        self.back, self.page, self.close_button = (
            tool_button(text, self, tool_tip, clicked)
            for text, tool_tip, clicked in (
                ("Back", "The rule before (Alt+Left)", self.go_back),
                ("Open in Rules", "Open it on the Rules page (Ctrl+Return)", self._open_page),
                ("Close", "Close the rule (Esc)", self.closed.emit),
            )
        )
        gap = space(self, 1)
        caption = label("Rule", Size.SMALL, faint=True)
        head = row((caption, 1), self.back, self.page, self.close_button, spacing=gap)
        margin = (2 * gap, gap, gap, gap)
        column(head, (self.view, 1), parent=self, margin=margin, spacing=gap)
        self.view.rule_requested.connect(self._on_link_followed)
        self.view.card_requested.connect(self.card_requested)

    def show_rule(self, name: str) -> None:
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


# How the height is shared between what is shown and the rule.
_SHARES = (11, 9)
# What a rule takes at least, in quarters of the font's height.
_LEAST_RULE = 36


class RuleSplitter(QSplitter):
    """A widget, and a rule below it while one is open; the focus goes there and comes back.

    Where there is no room for both, the rule takes the place of the widget until it is closed.
    """

    page_requested = Signal(str)  # as the panel
    card_requested = Signal(object)  # a Card

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._session = session
        self.panel: RulePanel | None = None
        self._focus_before: QWidget | None = None
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 2))

    def show_rule(self, name: str) -> None:
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
        panel = self.panel = RulePanel(self)
        panel.view.card_name = self._card_name
        panel.page_requested.connect(self.page_requested)
        panel.card_requested.connect(self._on_card_requested)
        panel.closed.connect(self.close_rule)
        self.addWidget(panel)
        panel.hide()
        return panel

    def _card_name(self, code: str) -> str:
        return self._session.cards.named(code) if self._session.cards else code

    def _on_card_requested(self, code: str) -> None:
        card = self._session.cards.card(code) if self._session.cards else None
        if card is not None:
            self.card_requested.emit(card)


class RuleWindow(FittedDialog):
    """Shows a rule and those that it leads to; Escape closes it."""

    page_requested = Signal(str)  # as the panel

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rule")
        self.panel = RulePanel(self)
        column(self.panel, parent=self, margin=space(self, 2))
        self.panel.closed.connect(self.close)
        self.panel.page_requested.connect(self._on_page_requested)
        self.resize(space(self, 110), space(self, 90))

    def show_rule(self, name: str) -> None:
        self.panel.show_rule(name)
        self.show()
        self.raise_()
        self.panel.view.setFocus()

    def _on_page_requested(self, name: str) -> None:
        self.close()
        self.page_requested.emit(name)
