"""The bundled typeface in four sizes, and spacing measured in its height."""

from __future__ import annotations

from enum import Enum
from importlib.resources import files

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

from carddb.local_names import Language

FAMILY = "Inter"
SMALLEST_BODY = 9.75
USUAL_ROW = 7
_ROW = "sevenplots_row"
_SIZE_RESOLVED = 0x0002  # of QFont.ResolveProperties, which PySide6 lacks


class Size(Enum):
    """The four sizes, as shares of the body size: 11, 13, 15 and 20 where that is 13."""

    SMALL = 11 / 13
    BODY = 1.0
    MIDDLE = 15 / 13
    LARGE = 20 / 13


def load_typeface(app: QApplication) -> None:
    for weight in ("Regular", "Medium", "SemiBold"):
        data = (files("resources") / "fonts" / f"Inter-{weight}.ttf").read_bytes()
        QFontDatabase.addApplicationFontFromData(data)
    font = QFont(FAMILY)
    # Letters keep the distances that they were drawn with; hinting rounds each to whole pixels.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPointSizeF(max(app.font().pointSizeF(), SMALLEST_BODY))
    app.setFont(font)


def can_show(language: Language | None) -> bool:
    """Return whether a typeface of the system has the letters of a language.

    Ours has those of all but Chinese.
    """
    chinese = QFontDatabase.WritingSystem.SimplifiedChinese
    return language is not Language.CHINESE or bool(QFontDatabase.families(chinese))


def shown_language(language: Language | None) -> Language | None:
    """Return the language of names on screen: English, None, where another one would be boxes."""
    return language if can_show(language) else None


def scale_type(app: QApplication, hundredths: float) -> None:
    """Scale the application font, and all lengths that are measured in it."""
    app.setFont(scaled_font(app.font(), hundredths / 100))


def scaled_font(font: QFont, factor: float) -> QFont:
    copy = QFont(font)
    copy.setPointSizeF(copy.pointSizeF() * factor)
    return copy


def tabular(font: QFont) -> QFont:
    """Return a copy of a font for numbers below one another: its figures are of one width.

    Not for words: its hyphens are as wide as its figures.
    """
    copy = QFont(font)
    copy.setFeature(QFont.Tag("tnum"), 1)
    return copy


def own_fonts(app: QApplication) -> list[tuple[QWidget, QFont]]:
    """Return the widgets whose text has a size of its own, with their fonts."""
    return [
        (widget, widget.font())
        for widget in app.allWidgets()
        if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont)
        and widget.font().resolveMask() & _SIZE_RESOLVED
    ]


def sized(font: QFont, size: Size, weight: QFont.Weight | None = None) -> QFont:
    """Return a copy of a font in one of the sizes, in its own weight or another."""
    copy = QFont(font)
    copy.setPointSizeF(QApplication.font().pointSizeF() * size.value)
    if weight is not None:
        copy.setWeight(weight)
    return copy


def space(widget: QWidget, quarters: int) -> int:
    """Return a distance in device-independent pixels: quarters of the body font's height."""
    return QFontMetrics(QApplication.font(widget)).height() * quarters // 4


def row_quarters() -> int:
    """Return how tall a row of a list is, in quarters of its font's height."""
    app = QApplication.instance()
    return (app.property(_ROW) if app else None) or USUAL_ROW


def set_row_quarters(quarters: int) -> None:
    if (app := QApplication.instance()) is not None:
        app.setProperty(_ROW, quarters)
