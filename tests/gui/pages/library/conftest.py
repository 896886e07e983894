"""The Decks page with a real library in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from desktop.pages.library.decks_table import COLUMNS
from desktop.pages.library.page import LibraryPage
from desktop.runtime.settings import PaletteChoice, Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style.theme import Theme
from library.library import Library
from tests.gui.samples import TODAY, Dialog, shown_dialog

# In the time of the place, whose days the page shows.
NOON = datetime.combine(TODAY, time(12)).astimezone()
WOLVES, BLACK, VIPER = "Wolves of Winter (WotN)", "Taking the Black (WotW)", "His Viper Eyes (SoD)"


class PageRobot:
    """A user of the page: waits for what the worker does and for dialogs."""

    def __init__(
        self,
        qtbot: QtBot,
        page: LibraryPage,
        library_worker: LibraryWorker,
        library: Library,
        settings: Settings,
    ) -> None:
        self.qtbot, self.page, self.settings = qtbot, page, settings
        self.library_worker, self.library = library_worker, library

    def settle(self) -> None:
        """Wait until nothing is being asked or judged and the table shows it."""
        page, library_worker = self.page, self.library_worker
        self.qtbot.waitUntil(
            lambda: not page.waiting and not library_worker.busy and page.verdicts.complete
        )

    def reload(self) -> None:
        """Show what another window did."""
        self.library_worker.reload()
        self.settle()

    def names(self) -> list[str]:
        """Return the names in the table, in its order."""
        return [row.name for row in self.page.model.rows]

    def cell(self, name: str, title: str) -> str:
        """Return what is said of a deck below a heading."""
        column = next(
            number for number, each in enumerate(COLUMNS) if title in {each.title, each.name}
        )
        index = self.page.model.index(self.names().index(name), column)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))

    def select(self, *names: str) -> None:
        """Select decks by their names."""
        rows = self.page.model.rows
        self.page.table.select([row.deck.id for row in rows if row.name in names])

    def go_to(self, widget: QWidget) -> None:
        """Come back to the page from a dialog, and give a widget the focus."""
        self.page.activateWindow()
        widget.setFocus()
        self.qtbot.waitUntil(widget.hasFocus)

    def dialog(self, kind: type[Dialog]) -> Dialog:
        """Return the dialog of a kind that is on screen, or comes up next."""
        return shown_dialog(self.qtbot, kind)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Open an empty library."""
    made = Library(tmp_path / "decks.db", clock=lambda: NOON)
    with made:
        yield made


@pytest.fixture
def robot(
    qapp: QApplication,
    qtbot: QtBot,
    cards: LoadedCards,
    library: Library,
    tasks: TaskRunner,
    tmp_path: Path,
    typeface: QFont,
) -> Iterator[PageRobot]:
    """Show the page of the library."""
    qapp.setFont(typeface)
    Theme(qapp, PaletteChoice.LIGHT, qapp)
    library_worker = LibraryWorker(tasks)
    settings = Settings(tmp_path)
    page = LibraryPage(library_worker, tasks, settings, TODAY)
    page.resize(1200, 760)
    with qtbot.waitExposed(page):
        page.show()
    robot = PageRobot(qtbot, page, library_worker, library, settings)
    library_worker.receive(library)
    page.receive_cards(cards)
    robot.settle()
    yield robot
    robot.qtbot.waitUntil(lambda: not library_worker.busy)
    page.close()
    page.deleteLater()
    library_worker.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stored(library: Library, sample: Callable[[str], Deck]) -> None:
    """Put three decks into the library."""
    folder = library.folders.add("League").id
    library.decks.add(sample(WOLVES), folder_id=folder, tags=["to test"])
    deck = sample(VIPER)
    library.decks.add_all(
        [replace(sample(BLACK), format="melee"), replace(deck, slots=deck.slots[3:])]
    )


@pytest.fixture
def three(stored: None, robot: PageRobot) -> PageRobot:
    """Show the page of a library with three decks."""
    return robot
