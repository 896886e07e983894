"""What serves the window beside decks: newer cards, the day, preferences, the foot of the rail."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.card_sync import CardSync, Phase, SyncState
from desktop.session.card_sync_text import foot_words
from desktop.session.date_watcher import DateWatcher
from desktop.shell.main_window import MainWindow


class Services(QObject):
    """Joins them to the window.

    Signals:
        palette_chosen: another palette is wanted (a PaletteChoice).
    """

    palette_chosen = Signal(object)

    def __init__(
        self, window: MainWindow, settings: Settings, tasks: TaskRunner, home: Path
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._tasks, self._home = window, settings, tasks, home
        self._looked = False
        self.syncing = CardSync(window.session, home, tasks, parent=self)
        self.new_day = DateWatcher(window.session.today, self)
        window.deeds = {
            **window.deeds,
            "card_data": self.show_card_data,
            "preferences": self.show_preferences,
        }
        window.build.pictures.use(home, lambda: settings.pictures)
        window.rail.cards.clicked.connect(self.show_card_data)
        window.rail.preferences.clicked.connect(self.show_preferences)
        self.syncing.changed.connect(self._on_sync_changed)
        self.new_day.day_changed.connect(self._on_day_begun)
        window.session.cards_loaded.connect(self._on_cards_loaded)
        for signal in (window.session.deck_changed, window.session.decks_changed):
            signal.connect(self._keep_open_decks)
        window.autosaver.saved.connect(self._keep_open_decks)
        self._show_foot()

    def show_card_data(self) -> None:
        """Open the dialog of the card data."""
        from desktop.dialogs.card_data_dialog import CardDataDialog  # noqa: PLC0415 - when asked for

        CardDataDialog(self.syncing, self._window.session, self._window).open()

    def show_preferences(self) -> None:
        """Open the dialog of preferences."""
        from desktop.dialogs.preferences_dialog import PreferencesDialog  # noqa: PLC0415 - when asked for

        dialog = PreferencesDialog(self._settings, self._home, self._tasks, self._window)
        dialog.palette_chosen.connect(self.palette_chosen)
        dialog.pictures.toggled.connect(self._window.build.pictures.retry)
        dialog.open()

    def _show_foot(self) -> None:
        session = self._window.session
        words = foot_words(self.syncing.state, session.cards, session.today)
        self._window.rail.cards.show_words(words)

    def _on_sync_changed(self, state: SyncState) -> None:
        self._show_foot()
        if state.phase is Phase.DONE:
            self._window.end_work()

    def _on_cards_loaded(self) -> None:
        self._show_foot()
        if not self._looked and self._settings.look_at_start:
            # The window is painted with the cards that there are before others are asked for.
            QTimer.singleShot(0, self.syncing, self.syncing.check)
        self._looked = True

    def _on_day_begun(self, today: date) -> None:
        """Let what stands on screen be of today: verdicts, lists in force, days in words."""
        self._window.session.set_today(today)
        self._window.decks.begin_day(today)
        self._show_foot()

    def _keep_open_decks(self) -> None:
        """Note which decks are open, so that the next start finds them even after a crash."""
        if self._window.autosaver.ready:
            self._settings.open_decks = self._window.autosaver.saved_ids
