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

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from decks.report import Reading
from desktop.app import Desk, make_app
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
        before = self.desk.session.readings
        self.desk.open_files([str(self.files / name) for name in names])
        banner = self.desk.window.banner
        wait_until(lambda: self.desk.session.readings is not before or banner.isVisible())

    def scenes(self) -> None:
        """Take every scene."""
        self.take("welcome")
        self.open("faulty.txt")
        self.page.pool.search.setText("stark lord")
        self.page.problems.list.setFocus()
        self.page.problems.list.setCurrentIndex(self.page.problems.model.index(3))
        self.take("problems")
        self.page.pool.search.clear()
        self.open("legal.json")
        self.page.tabs.setCurrentWidget(self.page.problems)
        self.take("legal")
        deck = self.page.deck
        deck.list.setFocus()
        deck.list.setCurrentIndex(deck.model.index(8, 0, deck.model.index(2, 0)))
        self.take("card")
        self.page.pool.search.setText("no such card")
        self.page.pool.search.setFocus()
        self.open("photograph.jpg")
        self.take("refused")


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
        desk.window.close()


if __name__ == "__main__":
    main()
