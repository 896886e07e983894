"""What the window shows besides decks and pages: newer cards, another date, preferences."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from desktop.runtime.settings import PaletteChoice, Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.card_sync import CardSync, Phase, SyncState
from desktop.session.card_sync_text import foot_words
from desktop.session.date_watcher import DateWatcher
from desktop.shell.main_window import MainWindow
from desktop.style.theme import Theme


class Services(QObject):
    """Owns the card sync and the date watcher, and connects them to the window."""

    def __init__(
        self, window: MainWindow, settings: Settings, theme: Theme, tasks: TaskRunner, home: Path
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._theme = window, settings, theme
        self._tasks, self._home = tasks, home
        self._is_first_load = True
        self.card_sync = CardSync(window.session, home, tasks, parent=self)
        self.date_watcher = DateWatcher(window.session.today, self)
        window.build.pictures.use(home, lambda: settings.pictures)
        for signal in (window.actions_["card_data"].triggered, window.rail.cards.clicked):
            signal.connect(self.show_card_data)
        for signal in (window.actions_["preferences"].triggered, window.rail.preferences.clicked):
            signal.connect(self.show_preferences)
        window.actions_.palette_chosen.connect(self._on_palette_chosen)
        window.session.cards_loaded.connect(self._on_cards_loaded)
        self.card_sync.changed.connect(self._on_sync_changed)
        self.date_watcher.day_changed.connect(self._on_date_changed)
        self._update_rail()

    def show_card_data(self) -> None:
        """Open the dialog of the card data."""
        from desktop.dialogs.card_data_dialog import CardDataDialog  # noqa: PLC0415 - when asked for

        CardDataDialog(self.card_sync, self._window.session, self._window).open()

    def show_preferences(self) -> None:
        """Open the dialog of preferences."""
        from desktop.dialogs.preferences_dialog import PreferencesDialog  # noqa: PLC0415 - when asked for

        dialog = PreferencesDialog(self._settings, self._home, self._tasks, self._window)
        dialog.palette_chosen.connect(self._on_palette_chosen)
        dialog.pictures.toggled.connect(self._window.build.pictures.retry)
        dialog.open()

    def _on_palette_chosen(self, choice: PaletteChoice) -> None:
        self._settings.palette = choice
        self._theme.choose(choice)
        self._window.actions_.show_palette(choice)

    def _update_rail(self) -> None:
        session = self._window.session
        words = foot_words(self.card_sync.state, session.cards, session.today)
        self._window.rail.cards.show_words(words)

    def _on_sync_changed(self, state: SyncState) -> None:
        self._update_rail()
        if state.phase is Phase.DONE:
            self._window.end_work()

    def _on_cards_loaded(self) -> None:
        self._update_rail()
        if self._is_first_load and self._settings.look_at_start:
            # The window paints the cards that are there before newer ones are looked for.
            QTimer.singleShot(0, self.card_sync, self.card_sync.check)
        self._is_first_load = False

    def _on_date_changed(self, today: date) -> None:
        """Update what depends on the date: verdicts, lists in force, days in words."""
        self._window.session.set_today(today)
        self._window.decks.begin_day(today)
        self._update_rail()
