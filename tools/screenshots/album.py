"""The window with everything in it, brought into scenes and taken in both palettes and sizes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QMargins, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop.app import Application
from desktop.runtime.settings import USUAL_TYPE_SIZE, PaletteChoice
from desktop.widgets.floating_dialog import FloatingDialog
from library.addresses import library_address
from library.library import Library
from tools.screenshots.lists import TODAY, ManualClock, fill, write_files
from tools.screenshots.picture import save

FOLDER = Path(__file__).parent.parent.parent / "docs" / "screenshots"
SIZES = ((1280, 800), (1920, 1080))
PALETTES = (PaletteChoice.LIGHT, PaletteChoice.DARK)
_AROUND = 40
Window = TypeVar("Window", bound=QWidget)


@dataclass(frozen=True, slots=True)
class PicturePlan:
    """Where the pictures go, and of what: the window's sizes, else those of each scene."""

    folder: Path = FOLDER
    sizes: tuple[tuple[int, int], ...] = ()
    type_size: int = USUAL_TYPE_SIZE
    few_colours: bool = True

    def file(self, scene: str, choice: PaletteChoice, size: str = "") -> Path:
        """Return the file of a picture."""
        letters = "" if self.type_size == USUAL_TYPE_SIZE else f"{self.type_size}"
        return self.folder / ("-".join(filter(None, (scene, choice.value, size, letters))) + ".png")

    def save(self, image: QImage, target: Path) -> None:
        """Save a picture: small for the repository, at once for who looks at it and is done."""
        if self.few_colours:
            save(image, target)
        else:
            image.save(str(target))


def wait_until(done: Callable[[], bool], limit_ms: int = 30_000) -> None:
    """Run the event loop until the condition holds."""
    loop, clock, end = QEventLoop(), QTimer(), QTimer()
    clock.timeout.connect(lambda: loop.quit() if done() else None)
    end.setSingleShot(True)
    end.timeout.connect(lambda: sys.exit("The window did not get ready in time."))
    clock.start(10)
    end.start(limit_ms)
    loop.exec()


class Album:
    """Takes pictures of the window and of what lies over it."""

    def __init__(self, app: Application, home: Path, plan: PicturePlan | None = None) -> None:
        self.app, self.home, self.plan = app, home, plan or PicturePlan()
        self.window, self.page = app.window, app.window.build

    def prepare(self) -> None:
        """Load the cards, fill a library with decks, and open it."""
        self.app.session.today = self.window.decks.today = TODAY
        self.window.show()
        self.app.load_cards()
        wait_until(lambda: self.app.session.cards is not None)
        cards = self.app.session.cards
        if cards is None:
            return
        write_files(self.home, cards.samples)
        clock = ManualClock()
        with Library(library_address(self.home), clock=clock, home=self.home) as library:
            fill(library, cards, clock)
        self.window.library_worker.open_at(self.home)
        wait_until(
            lambda: self.window.library_worker.loaded and not self.window.library_worker.busy
        )

    def take(
        self,
        scene: str,
        sizes: tuple[tuple[int, int], ...] = SIZES,
        ready: Callable[[], object] = bool,
    ) -> None:
        """Take the pictures of a scene; `ready` waits for what it shows."""
        for width, height in self.plan.sizes or sizes:
            self.window.resize(width, height)
            self.settle()
            for choice in PALETTES:
                self._wear(choice)
                ready()
                target = self.plan.file(scene, choice, f"{width}x{height}")
                self.plan.save(self.window.grab().toImage(), target)
        self._wear(PaletteChoice.LIGHT)

    def take_over(self, scene: str, shown: QWidget) -> None:
        """Take the pictures of a dialog or popup in both palettes, and close it.

        A dialog has the dimmed window around it.
        """

        def over() -> QImage:
            if not isinstance(shown, FloatingDialog):
                return shown.grab().toImage()
            window = self.window
            image, around = window.grab().toImage(), QMargins(_AROUND, _AROUND, _AROUND, _AROUND)
            painter, place = QPainter(image), shown.rect()
            place.moveCenter(window.rect().center())
            # Not with `grab`, which paints the ground where the dialog is transparent.
            shown.render(painter, place.topLeft())
            painter.end()
            return image.copy(place.marginsAdded(around) & window.rect())

        self.take_made(scene, over)
        shown.close()

    def take_made(self, scene: str, made: Callable[[], QImage]) -> None:
        """Take a picture that is put together from several, in both palettes."""
        for choice in PALETTES:
            self._wear(choice)
            self.plan.save(made(), self.plan.file(scene, choice))
        self._wear(PaletteChoice.LIGHT)

    def open(self, *names: str) -> None:
        """Open files and wait for them."""
        before = self.app.session.decks
        self.app.open_files([str(self.home / name) for name in names])
        banner = self.window.banner
        wait_until(lambda: self.app.session.decks is not before or banner.isVisible())

    def dialog(self) -> QDialog:
        """Return the dialog that was opened last, once there is one."""

        def shown() -> list[QDialog]:
            windows = QApplication.topLevelWidgets()
            return [each for each in windows if isinstance(each, QDialog) and each.isVisible()]

        wait_until(lambda: bool(shown()))
        return shown()[-1]

    def shown(self, kind: type[Window]) -> Window:
        """Return the visible widget of a kind that came last, once there is one."""

        def visible() -> list[Window]:
            return [each for each in self.window.findChildren(kind) if each.isVisible()]

        wait_until(lambda: bool(visible()))
        return visible()[-1]

    def settle(self) -> None:
        """Let everything paint that is about to."""
        for _ in range(8):
            QApplication.processEvents()

    def _wear(self, choice: PaletteChoice) -> None:
        self.app.theme.choose(choice)
        self.settle()
