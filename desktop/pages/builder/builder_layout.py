"""Panels of the Build page side by side, tabs beside the deck, and a strip in a narrow window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QTabBar, QTabWidget, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, space
from desktop.widgets.buttons import tool_button
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import column, label
from desktop.widgets.menus import Menu

# In quarters of the font's height: the least widths of the panels, and the room of all three.
_LEAST, _ROOM = (58, 70, 56), 256
# The usual widths of three panels in pixels, and how they share what is left, in hundredths: with
# enough of it the deck has two columns.
_USUAL, _SHARES = (456, 424, 328), (30, 48, 22)


class BuilderSplitter(QSplitter):
    """All cards, the deck, and what is beside it.

    In a narrow window only one of the others is beside the deck, as a drawer, or none.
    """

    arranged = Signal()  # other panels are in view

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._wide_shape: tuple[int, ...] = ()
        self._chosen = False  # by the user, now or before
        self._wanted: dict[QWidget, bool] = {}  # in a wide window
        self._drawer: QWidget | None = None  # in a narrow one
        self.narrow = False
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 1))
        self.splitterMoved.connect(self._on_splitter_moved)

    def set_panels(self, pool: QWidget, deck: QWidget, side: QWidget) -> None:
        self._wanted, self._drawer = {pool: True, side: True}, pool
        for panel, least in zip((pool, deck, side), _LEAST, strict=True):
            self.addWidget(panel)
            panel.setMinimumWidth(space(self, least))

    def show_panel(self, panel: QWidget, *, shown: bool) -> None:
        """Show or hide the panel of all cards, or the one beside the deck."""
        if not self.narrow:
            self._wanted[panel] = shown
        elif shown or self._drawer is panel:
            self._drawer = panel if shown else None
        self._arrange()

    def shape(self) -> tuple[int, ...]:
        """Return the widths of the three panels, empty unless the user chose them."""
        if not self._chosen or not all(self._wanted.values()):
            return ()
        return self._wide_shape if self.narrow else tuple(self.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the width as it was, or as is usual."""
        self._chosen = len(sizes) == len(_LEAST)
        self._wide_shape = tuple(sizes) if self._chosen else ()
        # Otherwise it is shared once its width is known.
        coming = self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)
        if not self.narrow and (self._chosen or not coming):
            self._share()

    def _arrange(self) -> None:
        for panel, wanted in self._wanted.items():
            panel.setVisible(panel is self._drawer if self.narrow else wanted)
        self.arranged.emit()

    def _share(self) -> None:
        if self.narrow:  # the deck has a little more than half
            super().setSizes([100, 108, 100])
            return
        more = max(0, self.width() - sum(_USUAL) - 2 * self.handleWidth())
        usual = [width + more * share // 100 for width, share in zip(_USUAL, _SHARES, strict=True)]
        super().setSizes(self._wide_shape or usual)

    def _on_splitter_moved(self) -> None:
        if not self.narrow:
            self._chosen, self._wide_shape = True, tuple(self.sizes())

    @override
    def setSizes(self, sizes: Sequence[int]) -> None:
        super().setSizes(sizes)
        self._on_splitter_moved()

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, not as it is.
        width = space(self, _LEAST[0] + _LEAST[1]) + self.handleWidth()
        return QSize(width, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < space(self, _ROOM)
        if narrow is not self.narrow:
            self.narrow = narrow
            self._arrange()
            self._share()
        super().resizeEvent(event)
        if not (self.narrow or self._chosen):
            self._share()


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


class SideStrip(QWidget):
    """A button for each panel beside the deck, where a narrow window has no room for the tabs."""

    panel_chosen = Signal(object)  # the panel to show, or to hide if it is in view

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: dict[QWidget, GlyphButton] = {}
        gap = space(self, 2)
        self._column = column(None, parent=self, margin=gap, spacing=gap)
        self.hide()

    def add(self, panel: QWidget, glyph: str, name: str) -> None:
        button = self.buttons[panel] = GlyphButton(glyph, name, self)
        button.setCheckable(True)
        button.clicked.connect(lambda: self.panel_chosen.emit(panel))
        self._column.insertWidget(len(self.buttons) - 1, button)

    def check(self) -> None:
        """Mark the button of the panel that is in view."""
        for panel, button in self.buttons.items():
            button.setChecked(panel.isVisibleTo(self.window()))
