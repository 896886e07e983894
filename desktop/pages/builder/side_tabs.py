"""The tabs beside the deck: titles as far as there is room, the others in a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QTabWidget, QWidget
from typing_extensions import override

from desktop.style.fonts import Size
from desktop.widgets.buttons import tool_button
from desktop.widgets.layouts import label
from desktop.widgets.menus import Menu


class SideTabs(QTabWidget):
    """Tabs that never shrink: those without room are under `more`; the current one is shown."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._badges: dict[QWidget, QLabel] = {}
        # Qt's own: a widget that is made within it is not styled again when it becomes a tab.
        (self.stack,) = self.findChildren(QStackedWidget)
        self.more = tool_button("\N{MIDDLE DOT}" * 3, self, "More tabs", name="More tabs")
        self.more.setObjectName("more")
        self.more.setMenu(Menu(parent=self.more))
        self.more.setPopupMode(self.more.ToolButtonPopupMode.InstantPopup)
        self.more.menu().aboutToShow.connect(self._fill_menu)
        self.setCornerWidget(self.more)
        self.setDocumentMode(False)
        self.setAccessibleName(name)
        self.tabBar().setAccessibleName(name)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.currentChanged.connect(self.scale_lengths)

    def show_count(self, panel: QWidget, count: int) -> None:
        """Show a number behind the title of a panel, none if it is 0."""
        badge, number = self._badges.get(panel), self.indexOf(panel)
        # The same text would lay out the whole page again.
        if (badge.text() if badge else "") == (str(count) if count else ""):
            return
        self._badges[panel] = badge = label(str(count), Size.SMALL, weight=QFont.Weight.DemiBold)
        badge.setObjectName("badge")
        shown = badge if count else None
        self.tabBar().setTabButton(number, QTabBar.ButtonPosition.RightSide, shown)
        title = self.tabText(number)
        self.tabBar().setAccessibleTabName(number, f"{title}, {count}" if count else title)
        if not count:
            del self._badges[panel]
        self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        """Show as many tabs as fit, with the current one; the others are in the menu."""
        bar, room = self.tabBar(), self.width()
        widths = [bar.tabSizeHint(number).width() for number in range(self.count())]
        if sum(widths) > room:
            room -= self.more.sizeHint().width()
        order = sorted(range(self.count()), key=lambda number: number != self.currentIndex())
        for number in order:
            room -= widths[number]
            shown = room >= 0 or number == self.currentIndex()
            if self.isTabVisible(number) is not shown:
                self.setTabVisible(number, shown)
        self.more.setVisible(room < 0)

    def _fill_menu(self) -> None:
        menu = self.more.menu()
        menu.clear()
        for number in range(self.count()):
            if not self.isTabVisible(number):
                menu.addAction(self.tabText(number), partial(self.setCurrentIndex, number))

    @override
    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self.scale_lengths()

    @override
    def tabRemoved(self, index: int) -> None:
        super().tabRemoved(index)
        self.scale_lengths()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scale_lengths()
