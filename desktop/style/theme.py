"""Applies a palette to the application and follows the system's choice of light or dark."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import own_fonts
from desktop.style.palette import DARK, LIGHT, Colours, palette_of

# Differences from Fusion. Colours come from the palette, lengths from the font.
_TEMPLATE = Template("""
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
QToolButton#number {
    background: transparent; border: 1px solid $edge; border-radius: ${xxs}px;
    padding: ${xxs}px ${xs}px; }
QToolButton#number:hover { background: $hover; border-color: $accent; color: $accent; }
QToolButton#number:focus { border-color: $accent; }
QToolButton#number:checked { background: $ink; border-color: $ink; color: $panel; }
QToolButton#number:checked:focus, QToolButton#number:checked:hover { border-color: $accent; }
QPushButton#small:checked {
    background: $selection; color: $ink; border: 1px solid $accent; border-radius: ${xxs}px; }
QPushButton#chip {
    background: $selection; color: $ink; border: 1px solid $line; border-radius: ${xs}px;
    padding: ${xxs}px ${s}px; }
QPushButton#chip:hover { background: $hover; }
QPushButton#chip:focus { border: 1px solid $accent; }
QCheckBox { spacing: ${s}px; padding: 1px 0; }
QCheckBox::indicator, QAbstractItemView::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $faint; background: $panel; }
QCheckBox::indicator:hover { background: $hover; }
QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
    image: url(check:on-$shade.svg); }
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {
    image: url(check:part-$shade.svg); }
QProgressBar {
    background: $line; border: none; border-radius: ${xxs}px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: ${xxs}px; }
""")


class Theme(QObject):
    """The palette in use.

    Signals:
        palette_changed: another palette was applied, chosen by the user or by the system.
    """

    palette_changed = Signal()

    def __init__(
        self, app: QApplication, choice: PaletteChoice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self.choice = choice
        self.colours: Colours = LIGHT
        app.setStyle(QStyleFactory.create("Fusion"))
        QDir.setSearchPaths("check", [str(files("resources") / "icons" / "check")])
        app.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)
        self.choose(choice)

    def choose(self, choice: PaletteChoice) -> None:
        """Apply the palette of a choice."""
        self.choice = choice
        scheme = {
            PaletteChoice.LIGHT: Qt.ColorScheme.Light,
            PaletteChoice.DARK: Qt.ColorScheme.Dark,
        }.get(choice, Qt.ColorScheme.Unknown)
        hints = self._app.styleHints()
        # Title bar and system dialogs follow. Unknown resets it.
        hints.setColorScheme(scheme)
        self._apply(hints.colorScheme() if scheme is Qt.ColorScheme.Unknown else scheme)

    def follow_font(self) -> None:
        """Make the lengths of the style sheet those of the application's font."""
        height = QFontMetrics(self._app.font()).height()
        fonts = own_fonts(self._app)
        self._app.setStyleSheet(style_sheet(self.colours, height))
        # Qt brings back the fonts that widgets had when they were first shown.
        for widget, font in fonts:
            if widget.font() != font:
                widget.setFont(font)

    def _apply(self, scheme: Qt.ColorScheme) -> None:
        self.colours = DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        self._app.setPalette(palette_of(self.colours))
        self.follow_font()
        self.palette_changed.emit()

    def _on_color_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        if self.choice is PaletteChoice.SYSTEM:
            self._apply(scheme)


def style_sheet(colours: Colours, height: int) -> str:
    """Return the style sheet for these colours and a font of that height."""
    lengths = {"xxs": height // 8, "xs": height // 4, "s": height // 2, "m": height * 3 // 4}
    names = ("paper", "panel", "ink", "faint", "line", "accent", "selection", "hover")
    return _TEMPLATE.substitute(
        lengths,
        l=height * 2,
        box=height * 7 // 8 - 2,
        shade="dark" if colours is DARK else "light",
        edge=palette_of(colours).dark().color().name(),
        **{name: getattr(colours, name).name() for name in names},
    )
