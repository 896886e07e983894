"""What an organizer does in the window, for tests of events."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.operation_menu import OperationMenu
from desktop.pages.events.page import EventsPage
from desktop.pages.events.players_panel import SignUpDialog
from desktop.shell.main_window import EVENTS
from events.event_log import written_log
from events.event_state import EventState
from events.event_terms import StructureKind
from events.operations import Operation
from tests.gui.by_keys import CONTROL, Key, focus
from tests.gui.samples import Dialog, present
from tests.gui.shared_window import open_library
from tests.unit.events.organizer import NOON

NAMES = [
    f"{name} {house}" for house in ("Stark", "Reed") for name in ["Arya", "Bran", "Cat", "Dany"]
]
NAMES += [f"Player {number}" for number in range(8)]
KEYS = ("aw", "bm", "dd", "ac", "bw", "am", "di", "bc")


class EventRobot:
    """Does what an organizer does, by keys and buttons."""

    def __init__(self, app: Application, qtbot: QtBot) -> None:
        self.app, self.qtbot, self.window = app, qtbot, app.window
        open_library(app)
        app.window.activateWindow()
        QTest.keyClick(app.window, Key.Key_4, CONTROL)
        assert app.window.pages.currentIndex() == EVENTS
        self.page: EventsPage = present(app.window.events)
        self.view = self.page.view
        self.settle()

    @property
    def state(self) -> EventState:
        return present(self.page.session.state)

    def settle(self) -> None:
        worker = self.window.library_worker
        self.qtbot.waitUntil(lambda: not worker.busy and self.app.tasks.idle)

    def dialog(self) -> QDialog:
        return self.dialog_of(QDialog)

    def dialog_of(self, kind: type[Dialog]) -> Dialog:
        (shown,) = (each for each in self.page.findChildren(QDialog) if each.isVisible())
        assert isinstance(shown, kind)
        return shown

    def accept(self, dialog: QDialog) -> None:
        """Accept a dialog; nothing else gives the focus back where there is no screen."""
        dialog.accept()
        self.window.activateWindow()
        self.qtbot.waitUntil(lambda: QApplication.activeWindow() is self.window)
        self.settle()

    def press(self, button: QAbstractButton) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.settle()

    def new_event(self) -> None:
        QTest.mouseClick(self.page.list.new, Qt.MouseButton.LeftButton)
        dialog = self.dialog_of(EventDialog)
        QTest.keyClicks(dialog.form["name"], "Games of Oldtown")
        dialog.form.set(structure=StructureKind.ADVANCED)
        self.accept(dialog)
        self.qtbot.waitUntil(lambda: self.page.session.current is not None)

    def sign_up(self, names: Sequence[str] = NAMES) -> None:
        QTest.mouseClick(self.view.players.many, Qt.MouseButton.LeftButton)
        dialog = self.dialog_of(SignUpDialog)
        dialog.paste.setPlainText("\n".join(names[:15]))
        self.accept(dialog)
        self.view.players.name.setFocus()
        QTest.keyClicks(focus(), names[15])
        QTest.keyClick(focus(), Key.Key_Return)
        self.settle()

    def open_log(self, log: Sequence[Operation], folder: Path) -> None:
        """Import an event by its log; the window shows it then."""
        (folder / "event.json").write_text(written_log(log), "utf-8")
        self.page.session.import_file(folder / "event.json", NOON.date())
        self.qtbot.waitUntil(lambda: self.page.session.current is not None)
        self.settle()

    def choose(self, menu: OperationMenu, name: str) -> None:
        """Choose an entry of a menu, which is brought up to date when it is opened."""
        menu.update_entries()
        menu.entries[name].trigger()

    def step(self) -> None:
        """Press the button of what is next, and what it asks."""
        assert self.view.next.isEnabled(), self.view.stage.text()
        QTest.mouseClick(self.view.next, Qt.MouseButton.LeftButton)
        for each in self.page.findChildren(QDialog):
            if each.isVisible():
                self.accept(each)
        self.settle()

    def play_round(self) -> None:
        """Enter every result of the round by keys alone: by number, by row, and one by one."""
        panel, games = self.view.round, self.state.rounds[-1].games
        assert panel.field.hasFocus()
        for game in games[:2]:
            QTest.keyClicks(focus(), f"{game.table}{KEYS[game.table % len(KEYS)]}")
        panel.table.setFocus()
        for game in games[2:4]:
            assert [each.game for each in panel.table.selected()] == [game]
            assert panel.table.hasFocus()
            QTest.keyClicks(focus(), KEYS[game.table % len(KEYS)][0])
            QTest.keyClicks(focus(), KEYS[game.table % len(KEYS)][1])
        panel.field.setFocus()
        for game in games[4:]:
            assert f"Table {game.table}: " in panel.field.hint.text()
            QTest.keyClicks(focus(), KEYS[game.table % len(KEYS)])
        self.settle()
        assert self.state.rounds[-1].over
        assert panel.field.hint.text() == "All results are in."
