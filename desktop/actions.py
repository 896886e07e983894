"""The menus of the window and what they ask for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from decks.report import Reading
from desktop.settings import PaletteChoice


class Actions(QObject):
    """Fills a menu bar.

    Signals:
        open_requested: the user wants to choose a file.
        quit_requested: the user wants to leave.
        sample_chosen: a sample deck is to be opened (its number).
        palette_chosen: another palette is wanted (a PaletteChoice).
    """

    open_requested = Signal()
    quit_requested = Signal()
    sample_chosen = Signal(int)
    palette_chosen = Signal(object)

    def __init__(self, bar: QMenuBar, palette: PaletteChoice) -> None:
        super().__init__(bar)
        file = bar.addMenu("&File")
        self.open = file.addAction("&Open…")
        self.open.setShortcut(QKeySequence.StandardKey.Open)
        self.open.triggered.connect(self.open_requested)
        self.samples = file.addMenu("Open &sample")
        self.samples.menuAction().setVisible(False)
        self.samples.triggered.connect(self._on_sample_triggered)
        file.addSeparator()
        leave = file.addAction("&Quit")
        leave.setShortcut(QKeySequence.StandardKey.Quit)
        leave.setMenuRole(QAction.MenuRole.QuitRole)
        leave.triggered.connect(self.quit_requested)
        self._add_palettes(bar.addMenu("&View").addMenu("&Palette"), palette)

    def offer_samples(self, samples: tuple[Reading, ...]) -> None:
        """Offer these sample decks."""
        self.samples.clear()
        for number, reading in enumerate(samples):
            self.samples.addAction(reading.deck.name.replace("&", "&&")).setData(number)
        self.samples.menuAction().setVisible(bool(samples))

    def _add_palettes(self, menu: QMenu, chosen: PaletteChoice) -> None:
        self.palettes = QActionGroup(self)
        self.palettes.triggered.connect(self._on_palette_triggered)
        for choice in PaletteChoice:
            action = menu.addAction(f"&{choice.value.capitalize()}")
            action.setCheckable(True)
            action.setChecked(choice is chosen)
            action.setData(choice.value)
            self.palettes.addAction(action)

    def _on_sample_triggered(self, action: QAction) -> None:
        self.sample_chosen.emit(action.data())

    def _on_palette_triggered(self, action: QAction) -> None:
        self.palette_chosen.emit(PaletteChoice(action.data()))
