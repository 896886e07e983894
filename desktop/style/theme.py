"""Applies a palette to the application and follows the system's choice of light or dark."""

from __future__ import annotations

from importlib.resources import files

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import own_fonts
from desktop.style.palette import DARK, LIGHT, Colours, palette_of
from desktop.style.style_sheet import style_sheet

_STYLED = "sevenplots_styled"


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
        # Another style would style every widget anew, even where it is of the same kind.
        if app.property(_STYLED) is None:
            app.setStyle(QStyleFactory.create("Fusion"))
            app.setProperty(_STYLED, True)  # noqa: FBT003 - Qt's own
        for folder in ("check", "control"):
            QDir.setSearchPaths(folder, [str(files("resources") / "icons" / folder)])
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
        sheet = style_sheet(self.colours, QFontMetrics(self._app.font()).height())
        # Qt would style every widget anew.
        if sheet == self._app.styleSheet():
            return
        fonts = own_fonts(self._app)
        # From one style sheet to another Qt would style a widget once for each that it lies in.
        self._app.setStyleSheet("")
        self._app.setStyleSheet(sheet)
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
