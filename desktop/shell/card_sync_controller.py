"""Connects card syncs and the player's own cards and texts to the rail and their dialogs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.card_sync import (
    NO_CARDS,
    NOT_LOADED,
    CardSync,
    OwnTextsController,
    rail_status,
)
from desktop.session.own_data import OwnDataController
from desktop.shell.main_window import MainWindow


class CardSyncController(QObject):
    """Connects the card sync to the window."""

    def __init__(
        self, window: MainWindow, settings: Settings, tasks: TaskRunner, home: Path
    ) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._is_first_load, self._had_texts = True, False
        self.card_sync = CardSync(window.session, home, tasks, parent=self)
        self.card_sync.changed.connect(self.update_rail)
        self.card_sync.answered.connect(self._on_answered)
        window.build.offer_texts(self.card_sync)
        self.own_texts = OwnTextsController(window.session, home, tasks, self)
        self.own_data = OwnDataController(window.session, home, tasks, self)
        window.actions_["own_lists"].triggered.connect(self.show_own_lists)
        window.actions_["own_cards"].triggered.connect(self.show_own_cards)
        window.list_taken.connect(self.own_data.reload)
        for signal in (
            window.actions_["own_texts"].triggered,
            window.build.card_view.file_requested,
        ):
            signal.connect(self.show_own_texts)
        for signal in (window.actions_["card_data"].triggered, window.rail.cards.clicked):
            signal.connect(self.show_card_data)
        window.session.cards_loaded.connect(self._on_cards_loaded)
        self.update_rail()

    def show_card_data(self) -> None:
        from desktop.dialogs.card_data_dialog import CardDataDialog  # noqa: PLC0415 - when asked for

        CardDataDialog(self.card_sync, self._window.session, self._window).open()

    def show_own_texts(self) -> None:
        from desktop.dialogs.card_data_dialog import OwnTextsDialog  # noqa: PLC0415 - when asked for

        if (cards := self._window.session.cards) is not None:
            sync, settings = self.card_sync, self._settings
            OwnTextsDialog(self.own_texts, sync, cards, settings, self._window).open()

    def show_own_lists(self) -> None:
        from desktop.dialogs.own_data_dialogs import OwnListsDialog  # noqa: PLC0415 - when asked for

        if self._window.session.cards is not None:
            OwnListsDialog(self.own_data, self._settings, self._window).open()

    def show_own_cards(self) -> None:
        from desktop.dialogs.own_data_dialogs import OwnCardsDialog  # noqa: PLC0415 - when asked for

        if self._window.session.cards is not None:
            OwnCardsDialog(self.own_data, self._settings, self._window).open()

    def show_loading(self, done: int, total: int) -> None:
        """Show at the foot of the rail how many of the cards are loaded."""
        loading = replace(NO_CARDS, done=100 * done // total if total else 0)
        self._window.rail.cards.show_status(loading)

    def show_not_loaded(self) -> None:
        self._window.rail.cards.show_status(NOT_LOADED)

    def update_rail(self) -> None:
        session = self._window.session
        status = rail_status(self.card_sync.state, session.cards, session.today)
        self._window.rail.cards.show_status(status)

    def _on_answered(self, newer: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._settings.newer_found = datetime.now(UTC) if newer else None

    def _on_cards_loaded(self) -> None:
        self.update_rail()
        cards = self._window.session.cards
        count = cards.text_count if cards else 0
        if count and not self._had_texts and not self._is_first_load:
            self._window.toast.show_message(f"{count:,} card texts are here")
        self._had_texts = count > 0
        if self._is_first_load and self._settings.look_at_start:
            # The window paints the stored cards before it looks for newer ones.
            look = partial(self.card_sync.look_at_start, self._settings.newer_found)
            QTimer.singleShot(0, self.card_sync, look)
        self._is_first_load = False
