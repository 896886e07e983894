"""The tabs beside the deck, and how the Build page is shared where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabWidget, QWidget
from typing_extensions import override

from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.history.history_panel import HistoryPanel
from desktop.pages.builder.statistics.statistics_panel import StatisticsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space
from desktop.widgets.lazy_tab import LazyTab

_TITLES = ("Card", "Problems", "Numbers", "History", "Notes")
# What four names take with a number behind one of them, in quarters of the font's height.
NARROW = 72
# The least widths of three panels and of two, in the same measure.
_LEAST, _LEAST_OF_TWO = (58, 70, 56), (60, 76)
# How wide three panels usually are, in pixels, and how they share what is more: names in the list
# of the deck are short, a card is read better when it is large.
_USUAL, _SHARES = (458, 387, 290), (40, 20, 40)
# The style forgets a font that is set where a style sheet comes after it.
_CLOSE = "QTabBar {{ font-size: {points}pt; }} QTabBar::tab {{ padding: {gap}px {side}px; }}"


class BuilderSplitter(QSplitter):
    """All cards, the deck, and the tabs beside it; where three are too many, the deck is a tab.

    Signals:
        narrowed: the deck is a tab from now on.
    """

    narrowed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._wide_shape: tuple[int, ...] = ()
        self._chosen = False  # by the user, now or before
        self.narrow = False
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 3))
        self.splitterMoved.connect(self._on_splitter_moved)

    def set_panels(self, pool: QWidget, deck: QWidget, side: QWidget, tabs: SideTabs) -> None:
        """Share the width among these, the tabs being in `side`.

        Those that were made here are not styled anew.
        """
        self._pool, self._deck, self._side, self._tabs = pool, deck, side, tabs
        self._tab_shown = tabs.currentWidget()  # before the deck became a tab
        for panel in (pool, deck, side):
            self.addWidget(panel)
        self._set_least(_LEAST)

    def shape(self) -> tuple[int, ...]:
        """Return how the width is shared among three panels, where the user chose that."""
        if not self._chosen:
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

    def _share(self) -> None:
        """Give each of three panels its part."""
        more = max(0, self.width() - sum(_USUAL) - 2 * self.handleWidth())
        usual = [width + more * share // 100 for width, share in zip(_USUAL, _SHARES, strict=True)]
        super().setSizes(self._wide_shape or usual)

    def _set_least(self, widths: Sequence[int]) -> None:
        three = (self._pool, self._deck, self._side)
        panels = three if len(widths) == len(three) else (self._pool, self._side)
        for panel, least in zip(panels, widths, strict=True):
            panel.setMinimumWidth(space(self, least))

    def _on_splitter_moved(self) -> None:
        if not self.narrow:
            self._chosen, self._wide_shape = True, tuple(self.sizes())

    def _least_width(self, panels: Sequence[int]) -> int:
        return sum(space(self, each) for each in panels) + (len(panels) - 1) * self.handleWidth()

    def _fit(self, width: int) -> None:
        """Make the deck a tab where there is no room for three panels, or a panel again."""
        narrow = width < self._least_width(_LEAST)
        if narrow is self.narrow:
            return
        focus = self.focusWidget()
        if narrow:
            self.narrow = True
            gap = space(self, 2)
            self._deck.setContentsMargins(gap, gap, gap, gap)
            self._tab_shown = self._tabs.currentWidget()
            self._tabs.insertTab(0, self._deck, "Deck")
            self._tabs.setCurrentIndex(0)
            self._set_least(_LEAST_OF_TWO)
            super().setSizes((1, 1))
            self.narrowed.emit()
        else:
            self.narrow = False
            if self._tabs.currentWidget() is self._deck:
                self._tabs.setCurrentWidget(self._tab_shown)
            self._tabs.removeTab(0)
            self._deck.setContentsMargins(0, 0, 0, 0)
            self.insertWidget(1, self._deck)
            self._deck.show()
            self._set_least(_LEAST)
            self._share()
        if focus is not None and self.isAncestorOf(focus):
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def setSizes(self, sizes: Sequence[int]) -> None:
        super().setSizes(sizes)
        self._on_splitter_moved()

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, not as it is.
        return QSize(self._least_width(_LEAST_OF_TWO), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())
        super().resizeEvent(event)
        if not (self.narrow or self._chosen):
            self._share()


class SideTabs(QTabWidget):
    """Tabs without buttons to scroll them: small and close together, and shortened at the worst."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._narrow = False
        self.panels: tuple[QWidget, ...] = ()
        # Qt's own: what is made within it is not styled anew when it becomes a tab.
        (self.stack,) = self.findChildren(QStackedWidget)
        self.setDocumentMode(False)
        self.setAccessibleName(name)
        self.tabBar().setAccessibleName(name)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def add_panels(self, *panels: QWidget) -> None:
        """Add the panels, in the order of their titles."""
        self.panels = panels
        for panel, title in zip(panels, _TITLES, strict=True):
            self.addTab(panel, title)

    def show_count(self, panel: QWidget, count: int) -> None:
        """Show behind the title of a panel how many there are of what it lists."""
        name, number = _TITLES[self.panels.index(panel)], self.indexOf(panel)
        title = f"{name} {count}" if count else name
        # The same text would lay out the whole page anew.
        if self.tabText(number) != title:
            self.setTabText(number, title)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < space(self, NARROW * self.count() // 4)
        if narrow is not self._narrow:
            self._narrow = narrow
            self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        """Make the titles small where it is narrow, measured in the font of the moment."""
        points = sized(self.font(), Size.SMALL).pointSizeF()
        close = _CLOSE.format(points=points, gap=space(self, 1), side=space(self, 1) // 2)
        self.tabBar().setStyleSheet(close if self._narrow else "")


class LateTabs(QObject):
    """The numbers of the deck, and its history.

    Signals:
        saved and failed: those of the numbers.
        grouping_requested: the list of the deck is to be grouped by categories.
    """

    saved = Signal(str)
    failed = Signal(Exception)
    grouping_requested = Signal()

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        autosaver: Autosaver,
        categories: CategoryCommands,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._categories = session, tasks, categories
        self._collection_state: CollectionState | None = None
        self.numbers = LazyTab(self._make_numbers, parent)
        self.history = LazyTab(partial(HistoryPanel, session, autosaver), parent)
        for tab in self.tabs:
            tab.created.connect(lambda tab=tab: tab.setFocusProxy(tab.content))

    @property
    def tabs(self) -> tuple[LazyTab[Any], ...]:
        """Both, in the order of the tabs."""
        return self.numbers, self.history

    def offer_changes(self, collection_state: CollectionState) -> None:
        """Offer to find changes beside the numbers; cards may be asked for that are owned."""
        self._collection_state = collection_state
        if self.numbers.content is not None:
            self.numbers.content.offer_changes(collection_state)

    def show_deck(self) -> None:
        """Show the numbers of the deck on screen, where there are any."""
        if self.numbers.content is not None:
            self.numbers.content.show_deck()

    def name_version(self) -> None:
        """Ask for a name for the deck as it is now."""
        self.history.load().name_version()

    def begin_plan(self) -> None:
        """Begin a plan from the deck as it is now."""
        self.history.load().plans.commands.begin()

    def _make_numbers(self, parent: QWidget) -> StatisticsPanel:
        panel = StatisticsPanel(self._session, self._tasks, self._categories, parent)
        panel.saved.connect(self.saved)
        panel.failed.connect(self.failed)
        panel.categories.grouping_requested.connect(self.grouping_requested)
        if self._collection_state is not None:
            panel.offer_changes(self._collection_state)
        return panel
