"""The tabs beside the deck that are created when they are first seen or needed."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.history.history_panel import HistoryPanel
from desktop.pages.builder.statistics.statistics_panel import StatisticsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.widgets.lazy_tab import LazyTab


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
