"""What the regulations say of each button of an event: told by hover and focus, opened by menu."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget
from typing_extensions import override

from desktop.session.event_session import EventSession
from desktop.widgets.rule_button import rule_tip
from desktop.widgets.rule_window import RuleWindow
from rulebook.entry import Entry
from rulebook.entry_text import two_lines
from rulebook.rule_book import rule_book

_FIRST_VERSION = "1.0.1"
_LATER = ".2-2"  # how the entries of the later versions end, where these differ
RESULTS = (
    "regulation.points",
    "regulation.modified-win",
    "regulation.draw",
    "regulation.intentional-draw",
    "regulation.double-loss",
    "regulation.concession",
    "regulation.time-called",
)


class EventRules(QObject):
    """Has buttons and menus of an event tell their regulation, of the event's version.

    Signals:
        rule_requested: a rule is to be opened on the Rules page (its id).
    """

    rule_requested = Signal(str)

    def __init__(self, session: EventSession, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self._names: dict[QObject, str] = {}
        self.window: RuleWindow | None = None

    def explain(self, names: Mapping[QWidget, str]) -> None:
        """Have widgets tell their rules: two lines by hover and focus, "Rule" in a menu."""
        for widget, name in names.items():
            self._names[widget] = name
            widget.installEventFilter(self)

    def explain_menu(self, menu: QMenu, names: Mapping[QAction, str], *others: str) -> None:
        """Have commands of a menu tell their rules, and list these and others below "Rules"."""
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        rules = menu.addMenu("&Rules")
        rules.setToolTipsVisible(True)
        every = tuple(dict.fromkeys((*names.values(), *others)))

        def tell() -> None:
            for action, name in names.items():
                action.setToolTip(rule_tip(self.entry(name)))
            rules.clear()
            for name in every:
                self._add_rule(rules, name)

        menu.aboutToShow.connect(tell)

    def list_in(self, menu: QMenu, *names: str) -> None:
        """Have a menu list rules."""

        def tell() -> None:
            menu.clear()
            for name in names:
                self._add_rule(menu, name)

        menu.aboutToShow.connect(tell)
        tell()

    def entry(self, name: str) -> Entry:
        """Return an entry as the version of the event has it."""
        state, book = self._session.state, rule_book()
        later = state is not None and state.regulations.version != _FIRST_VERSION
        return book.entry(f"{name}{_LATER}" if later and f"{name}{_LATER}" in book else name)

    def open_rule(self, name: str) -> RuleWindow:
        """Open a rule in a window of its own."""
        if self.window is None:
            self.window = RuleWindow(self._owner.window())
            self.window.page_requested.connect(self.rule_requested)
        self.window.show_rule(self.entry(name).id)
        return self.window

    def _add_rule(self, menu: QMenu, name: str) -> None:
        entry = self.entry(name)
        action = menu.addAction(entry.title.replace("&", "&&"), partial(self.open_rule, name))
        action.setToolTip(rule_tip(entry))

    def _open_menu(self, widget: QWidget, name: str, at: QPoint) -> None:
        menu = QMenu(widget)
        menu.setAccessibleName("Rule")
        menu.aboutToHide.connect(menu.deleteLater)
        title = self.entry(name).title.replace("&", "&&")
        menu.addAction(f"&Rule: {title}", partial(self.open_rule, name))
        menu.popup(at)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        name = self._names.get(watched)
        if name is None or not isinstance(watched, QWidget):
            return False
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            own = f"<p>{watched.toolTip()}</p>" if watched.toolTip() else ""
            QToolTip.showText(event.globalPos(), own + rule_tip(self.entry(name)), watched)
            return True
        if event.type() is QEvent.Type.FocusIn:
            watched.setAccessibleDescription(two_lines(self.entry(name)))
        elif isinstance(event, QContextMenuEvent):
            self._open_menu(watched, name, event.globalPos())
            return True
        return False
