"""Applies a palette to the application and follows the system's choice of light or dark."""

from __future__ import annotations

from dataclasses import fields
from importlib.resources import files
from string import Template

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import own_fonts
from desktop.style.palette import DARK, LIGHT, Colours, palette_of

# How much ink lies over the ground of what is under the mouse, and of what is pressed.
HOVER, PRESSED = 0.05, 0.08


def style_sheet(colours: Colours, height: int) -> str:
    """Return resources/window.css for these colours and a font of that height in pixels."""
    box = height - 2
    lengths = {
        "xxs": height // 8,
        "xs": height // 4,
        "s": height // 2,
        "near": height * 3 // 8,
        "broad": height * 13 // 16,
        "m": height * 3 // 4,
        "third": height // 3,
        # Where the delegate of tables paints a text with an indent of 1.
        "inset": height // 3 + (height + height // 5 + height // 6) // 2,
        "l": height * 2,
        "pad": height * 5 // 16 - 1,
        "more": height * 5 // 16,
        "less": height * 5 // 16 - 2,  # a spin box adds a pixel around its field
    }
    # Where a border is wider by a pixel, as around what has the focus, what is in it is narrower.
    inner = {f"{name}_in": length - 1 for name, length in lengths.items()}
    template = Template((files("resources") / "window.css").read_text("utf-8"))
    return template.substitute(
        lengths,
        **inner,
        round=height * 3 // 8,
        pill=height // 2,
        scroll=height * 3 // 16,
        arrow=height * 3 // 4,
        small=height // 2,
        box=box,
        even=box // 2 * 2,
        half=box // 2 + 1,  # with its border of one pixel
        wide=height * 4,
        shade="dark" if colours is DARK else "light",
        hover_veil=_veil(colours.ink, HOVER),
        pressed_veil=_veil(colours.ink, PRESSED),
        **_names(colours),
    )


def _veil(ink: QColor, opacity: float) -> str:
    """Return an ink of an opacity, as a style sheet writes it."""
    return f"rgba({ink.red()}, {ink.green()}, {ink.blue()}, {opacity})"


def _names(colours: Colours) -> dict[str, str]:
    """Return the colours by their names, as a style sheet names them."""
    found = ((each.name, getattr(colours, each.name)) for each in fields(colours))
    return {name: colour.name() for name, colour in found if isinstance(colour, QColor)}


_STYLED = "sevenplots_styled"


class Theme(QObject):
    """The palette in use."""

    def __init__(
        self, app: QApplication, choice: PaletteChoice, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self.choice = choice
        self.colours: Colours = LIGHT
        # Setting a style again would style every widget again, even if it is the same style.
        if app.property(_STYLED) is None:
            app.setStyle(QStyleFactory.create("Fusion"))
            app.setProperty(_STYLED, True)  # noqa: FBT003 - Qt's own
        for folder in ("check", "control"):
            QDir.setSearchPaths(folder, [str(files("resources") / "icons" / folder)])
        app.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)
        self.choose(choice)

    def choose(self, choice: PaletteChoice) -> None:
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
        # Qt would style every widget again.
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

    def _on_color_scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        if self.choice is PaletteChoice.SYSTEM:
            self._apply(scheme)
