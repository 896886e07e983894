"""The colours, fonts and lengths of charts."""

from __future__ import annotations

from itertools import cycle

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics

from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, blend, contrast
from desktop.widgets.charts.chart import Chart

# The shares of a colour in its tints.
TINTS = (1.0, 0.55, 0.3, 0.15)

# The share of the accent in the colour of what was before.
PALE = 0.5


class ChartStyle:
    """What follows from the palette and the font of the widget that shows a chart.

    `font` is that of everything but the title, `line` the height of its lines; `gap` is the
    distance that all others are multiples of, `title_height` includes the gap below the title.
    """

    def __init__(self, colours: Colours, font: QFont) -> None:
        self.colours = colours
        self.title_font = sized(font, Size.BODY, QFont.Weight.DemiBold)
        self.font = sized(font, Size.SMALL)
        self._metrics = QFontMetrics(self.font)
        self.line = self._metrics.height()
        self.gap = max(2, self.line // 4)
        self.title_height = QFontMetrics(self.title_font).height() + self.gap
        self._widths: dict[str, int] = {}

    def width_of(self, text: str) -> int:
        """Return the width of a text, measured once: the same ones return with every edit.

        `functools.cache` on Qt's method would read the signatures of all of Qt: 60 ms at start.
        """
        width = self._widths.get(text)
        if width is None:
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width

    def elided(self, text: str, width: float) -> str:
        """Return the text, with an ellipsis where it is wider."""
        if self.width_of(text) <= width:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(width))

    def series_colours(self, chart: Chart) -> list[QColor]:
        """Return the colour of each series: its faction's, else the accent, then faint ink.

        A colour that is used already comes again as a tint.
        """
        accent = () if any(each.faction for each in chart.series) else (self.colours.accent,)
        plain, found = cycle((*accent, self.colours.faint)), list[QColor]()
        for each in chart.series:
            if each.pale:
                found.append(blend(self.colours.panel, self.colours.accent, PALE))
                continue
            colour = self.colours.factions[each.faction] if each.faction else next(plain)
            tints = [blend(self.colours.panel, colour, share) for share in TINTS]
            found.append(next((tint for tint in tints if tint not in found), tints[0]))
        return found

    def bar_colours(self, chart: Chart) -> list[list[QColor]]:
        """Return the colour of each bar, series by series."""
        if len(chart.series) == 1 and chart.factions:
            accent, factions = self.series_colours(chart)[0], self.colours.factions
            return [[factions[each] if each else accent for each in chart.factions]]
        return [[colour] * len(chart.categories) for colour in self.series_colours(chart)]

    def ink_on(self, colour: QColor) -> QColor:
        """Return the ink that is read best on a colour."""
        return max((self.colours.panel, self.colours.ink), key=lambda each: contrast(each, colour))
