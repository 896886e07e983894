"""Makes every screenshot of docs/screenshots/: both palettes, two sizes, no screen needed."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parent.parent))

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from carddb.terms import Faction
from decks.report import Reading
from desktop.app import Desk, make_app
from desktop.key_sheet import KeySheet
from desktop.new_deck import NewDeckDialog
from desktop.pages.build.agenda_picker import AgendaPicker
from desktop.pages.build.matrix_popup import MatrixPopup
from desktop.pages.build.mend_dialog import MendDialog
from desktop.settings import PaletteChoice

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
SIZES = ((1280, 800), (1920, 1080))
PALETTES = (PaletteChoice.LIGHT, PaletteChoice.DARK)
LEGAL = ("Wolves of Winter (WotN)", "Taking the Black (WotW)", "His Viper Eyes (SoD)")
FAULTY = """A list with mistakes

House Stark
Fealty

Plots:
1x A Noble Cause
2x A Storm of Swords
2x A Clash of Kings
1x Calm Over Westeros
1x Wraiths in Their Midst

3x Aria Stark (Core)
3x Bran Stark
3x Eddard Stark (WotN)
4x Winterfell Steward
3x Ice
3x Hodor the Dragon of Meereen
3x Tower of the Sun
3x Nightmares
3x The Roseroad
3x The Kingsroad
3x Crown of Gold
3x Hedge Knight
3x Wildling Horde
3x Robb Stark (Core)
"""


def wait_until(done: Callable[[], bool], limit_ms: int = 30_000) -> None:
    """Run the event loop until the condition holds."""
    loop, clock, end = QEventLoop(), QTimer(), QTimer()
    clock.timeout.connect(lambda: loop.quit() if done() else None)
    end.setSingleShot(True)
    end.timeout.connect(lambda: sys.exit("The window did not get ready in time."))
    clock.start(10)
    end.start(limit_ms)
    loop.exec()


def save(image: QImage, target: Path) -> None:
    """Save a picture in 256 of its colours, which takes a fifth of the space."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(image.constBits()).cast("I")
    known = Counter(pixels)
    chosen = _spread([colour for colour, _ in known.most_common()])
    nearest = {colour: number for number, colour in enumerate(chosen)}
    for colour in known:
        if colour not in nearest:
            nearest[colour] = min(
                range(len(chosen)), key=lambda number: _apart(chosen[number], colour)
            )
    data = bytes(map(nearest.__getitem__, pixels))
    width, height = image.width(), image.height()
    small = QImage(data, width, height, width, QImage.Format.Format_Indexed8)
    small.setColorTable(chosen)
    small.save(str(target), quality=0)


def _spread(colours: Sequence[int]) -> list[int]:
    """Return up to 256 of the colours, the first of every neighbourhood, so that no hue is lost."""
    limit = 64
    while True:
        chosen: list[int] = []
        for colour in colours:
            if all(_apart(colour, other) > limit for other in chosen):
                chosen.append(colour)
            if len(chosen) > 256:
                break
        else:
            return chosen
        limit = limit * 3 // 2


def _apart(one: int, other: int) -> int:
    parts = zip(one.to_bytes(4), other.to_bytes(4), strict=True)
    return sum((mine - its) ** 2 for mine, its in parts)


class Album:
    """Brings the window into each scene and takes its picture in both palettes and sizes."""

    def __init__(self, desk: Desk, files: Path) -> None:
        self.desk = desk
        self.files = files
        self.page = desk.window.build

    def take(self, scene: str) -> None:
        """Take the pictures of a scene."""
        for width, height in SIZES:
            self.desk.window.resize(width, height)
            for choice in PALETTES:
                self.desk.theme.choose(choice)
                for _ in range(5):
                    QApplication.processEvents()
                target = FOLDER / f"{scene}-{choice.value}-{width}x{height}.png"
                save(self.desk.window.grab().toImage(), target)

    def open(self, *names: str) -> None:
        """Open files and wait for them."""
        before = self.desk.session.decks
        self.desk.open_files([str(self.files / name) for name in names])
        banner = self.desk.window.banner
        wait_until(lambda: self.desk.session.decks is not before or banner.isVisible())

    def take_over(self, scene: str, shown: QWidget) -> None:
        """Take the pictures of a dialog or popup alone, in both palettes, and close it."""
        for choice in PALETTES:
            self.desk.theme.choose(choice)
            for _ in range(5):
                QApplication.processEvents()
            save(shown.grab().toImage(), FOLDER / f"{scene}-{choice.value}.png")
        shown.close()

    def scenes(self) -> None:
        """Take every scene."""
        self.take("welcome")
        self.faulty_deck()
        self.legal_deck()
        self.edited_deck()
        self.dialogs()
        self.page.pool.search.setText("no such card")
        self.page.pool.search.setFocus()
        for each in self.desk.session.decks:
            each.mark_saved()
        self.open("photograph.jpg")
        self.take("refused")

    def faulty_deck(self) -> None:
        """Take a deck with many problems and their repairs."""
        self.open("faulty.txt")
        model = self.page.problems.model
        wait_until(lambda: any(each.problem and each.offers for each in model.entries))
        self.page.pool.search.setText("f:stark k:lord")
        self.page.problems.list.setFocus()
        self.page.problems.list.setCurrentIndex(self.page.problems.model.index(3))
        self.take("problems")
        self.page.pool.search.setText("f:stark t:chracter o<=3")
        self.page.pool.search.setFocus()
        self.take("wrong-query")

    def legal_deck(self) -> None:
        """Take a deck without problems, and a card of it."""
        self.page.pool.search.clear()
        self.open("legal.json")
        self.page.tabs.setCurrentWidget(self.page.problems)
        self.take("legal")
        deck = self.page.deck
        deck.list.setFocus()
        deck.list.setCurrentIndex(deck.model.index(8, 0, deck.model.index(2, 0)))
        self.page.tabs.setCurrentWidget(self.page.card_view)
        self.take("card")

    def edited_deck(self) -> None:
        """Take a deck that is being changed, with its history and its numbers."""
        pool, deck = self.page.pool, self.page.deck
        pool.factions.chips[Faction.STARK].click()
        pool.playable.click()
        wait_until(lambda: pool.model.rowCount() < 500)
        deck.list.setFocus()
        for row, key in ((1, Qt.Key.Key_2), (3, Qt.Key.Key_Delete), (5, Qt.Key.Key_3)):
            deck.list.setCurrentIndex(deck.model.index(row, 0, deck.model.index(2, 0)))
            QTest.keyClick(deck.list, key)
        self.desk.session.choose(list_code="gotstandard2.1")
        self.desk.session.steps.undo()
        self.page.tabs.setCurrentWidget(self.page.history)
        self.take("history")
        self.page.tabs.setCurrentWidget(self.page.numbers)
        self.take("numbers")
        pool.factions.clear()
        pool.playable.click()

    def dialogs(self) -> None:
        """Take every dialog and popup of the page."""
        window, deck, search = self.desk.window, self.page.deck, self.page.pool.search
        window.resize(*SIZES[0])
        deck.open_matrix()
        self.take_over("matrix", self._shown(MatrixPopup))
        deck.header.agendas.choose()
        self.take_over("agenda", self._shown(AgendaPicker))
        window.show_keys()
        self.take_over("keys", self._shown(KeySheet))
        window.acts.begin()
        self.take_over("new-deck", self._shown(NewDeckDialog))
        deck.list.selectAll()
        self.desk.session.add_copies(deck.list.copies_keys.rows()[20:24], -3)
        self.page.mending.mend()
        wait_until(lambda: window.findChild(MendDialog) is not None)
        self.take_over("mend", self._shown(MendDialog))
        search.setFocus()
        QTest.keyClick(search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
        self.take_over("suggestions", search.popup)

    def _shown(self, kind: type[QWidget]) -> QWidget:
        found = [each for each in self.desk.window.findChildren(kind) if each.isVisible()]
        return found[-1]


def write_files(folder: Path, samples: Iterable[Reading]) -> None:
    """Write the files that the scenes open."""
    (folder / "faulty.txt").write_text(FAULTY, "utf-8")
    (folder / "photograph.jpg").write_bytes(bytes(range(256)) * 40)
    decks = [
        {
            "name": deck.name,
            "edition": deck.edition.value,
            "faction_code": deck.faction.value if deck.faction else "neutral",
            "agendas": [card.code for card in deck.agendas],
            "slots": {card.code: count for card, count in deck.slots},
            "date": "2026-07-15",
        }
        for deck in (reading.deck for reading in samples)
        if deck.name in LEGAL
    ]
    (folder / "legal.json").write_text(json.dumps(decks), "utf-8")


def main() -> None:
    """Make the screenshots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        app = make_app()
        desk = Desk(app, Path(home))
        desk.window.show()
        desk.load_cards()
        wait_until(lambda: desk.session.cards is not None)
        write_files(Path(home), desk.session.cards.samples if desk.session.cards else ())
        Album(desk, Path(home)).scenes()
        for each in desk.session.decks:
            each.mark_saved()
        desk.window.close()


if __name__ == "__main__":
    main()
