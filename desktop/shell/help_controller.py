"""The Help menu: the guide, the search language, the folder of the log, and about the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.log_file import FOLDER, without_home
from desktop.runtime.folder_opening import open_folder
from desktop.shell.main_window import MainWindow

if TYPE_CHECKING:
    from desktop.dialogs.help_dialogs import GuideDialog


class HelpController(QObject):
    """Does what the Help menu says; keys and card data are shown by others."""

    def __init__(self, window: MainWindow, home: Path) -> None:
        super().__init__(window)
        self._window, self._home = window, home
        self._guide: GuideDialog | None = None
        for name, slot in (
            ("guide", self.show_guide),
            ("log_folder", self.open_log_folder),
            ("about", self.show_about),
        ):
            window.actions_[name].triggered.connect(slot)

    def show_guide(self) -> None:
        """Show the guide beside the window, once."""
        from desktop.dialogs.help_dialogs import GuideDialog  # noqa: PLC0415 - when asked for

        if self._guide is None:
            self._guide = GuideDialog(self._window)
            self._guide.language_requested.connect(self._window.actions_["language"].trigger)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    def open_log_folder(self) -> None:
        """Show the folder of the log in the system's file manager."""
        folder = self._home / FOLDER
        if not open_folder(folder):
            words = f"The folder could not be opened. It is {without_home(str(folder))}."
            self._window.status.show_message(words)

    def show_about(self) -> None:
        """Open the dialog about the program."""
        from desktop.dialogs.help_dialogs import AboutDialog  # noqa: PLC0415 - when asked for

        AboutDialog(self._window.session.cards, self._window).open()
