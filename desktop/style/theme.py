"""Puts a palette on the whole program and follows the desktop's choice of light or dark."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.runtime.settings import PaletteChoice
from desktop.style.palette import DARK, LIGHT, Colours, palette_of

# What Fusion draws otherwise than we want. Colours come from the palette, lengths from the font.
SHEET = Template("""
QToolTip { background: $panel; color: $ink; border: 1px solid $line; padding: ${xs}px ${s}px; }
QMenuBar { background: $paper; }
QMenuBar::item { padding: ${xs}px ${s}px; background: transparent; }
QMenuBar::item:selected { background: $selection; }
QStatusBar { background: $paper; color: $faint; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QAbstractItemView { background: $panel; border: 1px solid $line; outline: none; }
QAbstractItemView:focus { border: 1px solid $accent; }
QHeaderView { background: $paper; border: none; }
QHeaderView::section {
    background: $paper; color: $faint; border: none; border-bottom: 1px solid $line;
    padding: ${xs}px ${xs}px; }
QHeaderView::section:hover { color: $ink; }
QTabWidget::pane { border: 1px solid $line; background: $panel; top: -1px; }
QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: $faint; padding: ${xs}px ${s}px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $ink; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { background: $selection; color: $ink; }
QSplitter::handle { background: $paper; }
QScrollArea, QScrollArea > QWidget > QWidget { background: $panel; border: none; }
QScrollArea#ground, QScrollArea#ground > QWidget > QWidget { background: $paper; border: none; }
QScrollArea:focus { border: 1px solid $accent; }
QScrollBar:vertical { background: $panel; width: ${m}px; margin: 0; }
QScrollBar:horizontal { background: $panel; height: ${m}px; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: ${xs}px; margin: ${xxs}px; }
QScrollBar::handle:vertical { min-height: ${l}px; }
QScrollBar::handle:horizontal { min-width: ${l}px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QLineEdit#title { background: transparent; border: 1px solid transparent; padding: 0; }
QLineEdit#title:hover { border-bottom: 1px solid $line; }
QLineEdit#title:focus { background: $panel; border: 1px solid $accent; }
QPushButton#small { padding: ${xs}px ${s}px; }
QProgressBar {
    background: $line; border: none; border-radius: ${xxs}px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: ${xxs}px; }
""")


class Theme(QObject):
    """The palette in use.

    Signals:
        palette_changed: another palette was put on, by the user or by the desktop.
    """

    palette_changed = Signal()

    def __init__(
        self, app: QApplication, choice: PaletteChoice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self.choice = choice
        self.colours: Colours = LIGHT
        style = QStyleFactory.create("Fusion")
        app.setStyle(style)
        app.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)
        self.choose(choice)

    def choose(self, choice: PaletteChoice) -> None:
        """Put on the palette that the choice stands for."""
        self.choice = choice
        scheme = {
            PaletteChoice.LIGHT: Qt.ColorScheme.Light,
            PaletteChoice.DARK: Qt.ColorScheme.Dark,
        }.get(choice, Qt.ColorScheme.Unknown)
        hints = self._app.styleHints()
        # Since Qt 6.8: lets the desktop draw title bar and dialogs alike. Unknown gives it back.
        if hasattr(hints, "setColorScheme"):
            hints.setColorScheme(scheme)
        if scheme is Qt.ColorScheme.Unknown:
            scheme = hints.colorScheme()
        self._put_on(DARK if scheme is Qt.ColorScheme.Dark else LIGHT)

    def _put_on(self, colours: Colours) -> None:
        self.colours = colours
        self._app.setPalette(palette_of(colours))
        self._app.setStyleSheet(sheet(colours, QFontMetrics(self._app.font()).height()))
        self.palette_changed.emit()

    def _on_color_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        if self.choice is PaletteChoice.SYSTEM:
            self._put_on(DARK if scheme is Qt.ColorScheme.Dark else LIGHT)


def sheet(colours: Colours, height: int) -> str:
    """Return the style sheet for these colours and a font of that height."""
    from_height = {"xxs": height // 8, "xs": height // 4, "s": height // 2, "m": height * 3 // 4}
    lengths = {**from_height, "l": height * 2}
    palette = palette_of(colours)
    return SHEET.substitute(
        lengths,
        paper=colours.paper.name(),
        panel=colours.panel.name(),
        ink=colours.ink.name(),
        faint=colours.faint.name(),
        line=colours.line.name(),
        edge=palette.dark().color().name(),
        accent=colours.accent.name(),
        selection=colours.selection.name(),
    )
