"""Makes the screenshots of the Decks page and its dialogs: both palettes, no screen needed."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QWidget

from carddb.catalogue import sample_decks
from decks.deck import Deck
from decks.reading import read_decks
from desktop.app import make_app
from desktop.cards import LoadedCards
from desktop.loading import load_cards
from desktop.pages.decks.compare_dialog import CompareDialog
from desktop.pages.decks.export_dialog import ExportDialog
from desktop.pages.decks.import_dialog import ImportDialog
from desktop.pages.decks.page import DecksPage
from desktop.pages.decks.places import Kind, Place
from desktop.pages.decks.sheet_dialog import SheetDialog
from desktop.pages.decks.shelf import Shelf
from desktop.settings import PaletteChoice, Settings
from desktop.tasks import TaskRunner
from desktop.theme import Theme
from desktop.widgets.rail import Rail
from library.library import Library
from tools.screenshots import FAULTY, FOLDER, LEGAL, PALETTES, SIZES, save, wait_until

TODAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
OUT = Path(os.environ.get("OUT", str(FOLDER)))


class Clock:
    """A clock that each deck sets for itself, so that the pictures stay the same."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """Return the moment that was set."""
        return self.now


def fill(library: Library, cards: LoadedCards, clock: Clock) -> None:
    """Put the published sample decks, and some changed ones, into folders and under tags."""
    published = library.folders.add("Published decks").id
    league = library.folders.add("Winter league").id
    for number, reading in enumerate(cards.samples):
        clock.now = NOON - timedelta(days=200 + 9 * number)
        library.decks.add(reading.deck, folder_id=published, tags=["published"])
    by_name = {reading.deck.name: reading.deck for reading in cards.samples}
    wolves = by_name["Wolves of Winter (WotN)"]
    black = by_name["Taking the Black (WotW)"]
    (faulty,) = read_decks(FAULTY, cards.pools)
    fewer = wolves.with_copies(wolves.slots[9][0], 0).with_copies(wolves.slots[12][0], 3)
    fewer = fewer.with_copies(black.slots[20][0], 3)
    made: tuple[tuple[Deck, str | None, list[str], int], ...] = (
        (replace(wolves, name="Wolves, second version"), league, ["to test"], 2),
        (replace(fewer, name="Wolves without friends"), league, ["to test"], 1),
        (replace(black, name="The Wall at the table", format="melee"), None, ["melee"], 26),
        (faulty.deck, None, [], 50),
    )
    for deck, folder, tags, hours in made:
        clock.now = NOON - timedelta(hours=hours)
        library.decks.add(deck, folder_id=folder, tags=tags)
    clock.now = NOON
    gone = library.decks.add(replace(black, name="An old idea"))
    library.decks.throw_away([gone.id])


class Album:
    """Shows the page beside the rail, and takes its pictures and those of its dialogs."""

    def __init__(self, app: QApplication, home: Path) -> None:
        self.home = home
        self.tasks = TaskRunner(app)
        self.settings = Settings(home)
        self.theme = Theme(app, PaletteChoice.LIGHT, app)
        self.cards = load_cards(home, lambda *_: None)
        clock = Clock()
        library = Library(home / "decks.db", clock=clock)
        fill(library, self.cards, clock)
        self.window = QWidget()
        self.shelf = Shelf(self.tasks, self.window)
        self.page = DecksPage(self.shelf, self.tasks, self.settings, TODAY, self.window)
        rail = Rail(self.window)
        rail.add_page("Decks", "decks/page")
        rail.add_page("Build", "page/build")
        row = QHBoxLayout(self.window)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(rail)
        row.addWidget(self.page, 1)
        self.dialogs: list[QDialog] = []
        self.page.handling.dialog_opened.connect(self.dialogs.append)
        self.window.resize(*SIZES[0])
        self.window.show()
        self.shelf.receive(library)
        self.page.receive_cards(self.cards)
        wait_until(lambda: self.shelf.loaded and self.page.verdicts.complete)
        wait_until(lambda: not self.shelf.busy)
        for _ in range(30):
            QApplication.processEvents()
        wait_until(lambda: "…" not in self._verdicts())

    def _verdicts(self) -> list[str]:
        rows = range(self.page.model.rowCount())
        return [str(self.page.model.index(row, 3).data()) for row in rows]

    def take(self, scene: str, widget: QWidget, size: tuple[int, int] | None = None) -> None:
        """Take the pictures of a widget in both palettes."""
        if size is not None:
            widget.resize(*size)
        for choice in PALETTES:
            self.theme.choose(choice)
            for _ in range(5):
                QApplication.processEvents()
            shown = f"{widget.width()}x{widget.height()}" if size else "dialog"
            name = f"{scene}-{choice.value}-{shown}" if size else f"{scene}-{choice.value}"
            save(widget.grab().toImage(), OUT / f"{name}.png")
        self.theme.choose(PaletteChoice.LIGHT)

    def page_scene(self) -> None:
        """Take the page with two decks selected."""
        names = ("Wolves, second version", "Wolves without friends")
        ids = [deck.id for deck in self.shelf.contents.decks if deck.name in names]
        self.page.table.select(ids)
        self.page.table.setFocus()
        for size in SIZES:
            self.take("decks", self.window, size)

    def dialog(self) -> QDialog:
        """Return the dialog that was opened last, once there is one."""
        wait_until(lambda: bool(self.dialogs))
        return self.dialogs.pop()

    def dialog_scenes(self) -> None:
        """Take every dialog."""
        self.page.import_files([])
        dialog = self.dialog()
        assert isinstance(dialog, ImportDialog)  # noqa: S101 - a tool
        done: list[bool] = []
        dialog.read.connect(lambda: done.append(True))
        sample = next(each for each in sample_decks() if each.name == LEGAL[2])
        file = self.home / f"{sample.name}.txt"
        file.write_text(sample.text, "utf-8")
        dialog.paste.setPlainText(FAULTY)
        dialog.take_files([file])
        wait_until(lambda: bool(done))
        self.take("import", dialog)
        dialog.close()
        decks = {deck.name: deck for deck in self.shelf.contents.decks}
        wolves = decks["Wolves, second version"]
        self.page.handling.export([decks["The Wall at the table"]])
        dialog = self.dialog()
        assert isinstance(dialog, ExportDialog)  # noqa: S101 - a tool
        text = dialog.preview
        wait_until(lambda: bool(text.toPlainText()))
        self.take("export", dialog)
        dialog.close()
        self.page.handling.print_sheet([wolves])
        dialog = self.dialog()
        assert isinstance(dialog, SheetDialog)  # noqa: S101 - a tool
        dialog.event_name.setText("Winterfell Open")
        printed: list[bool] = []
        dialog.printed.connect(lambda: printed.append(True))
        wait_until(lambda: bool(printed))
        self.take("sheet-dialog", dialog)
        dialog.close()
        self.page.handling.compare(
            decks["Wolves of Winter (WotN)"], decks["Wolves without friends"]
        )
        dialog = self.dialog()
        assert isinstance(dialog, CompareDialog)  # noqa: S101 - a tool
        self.take("compare", dialog)
        dialog.close()

    def bin_scene(self) -> None:
        """Take the bin."""
        self.page.places.choose(Place(Kind.BIN, ""))
        self.take("decks-bin", self.window, SIZES[0])


def main() -> None:
    """Make the screenshots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        app = make_app()
        album = Album(app, Path(home))
        album.page_scene()
        album.dialog_scenes()
        album.bin_scene()
        album.window.close()
        album.tasks.stop()
        album.shelf.close()


if __name__ == "__main__":
    main()
