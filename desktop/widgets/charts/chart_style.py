"""How charts look: their colours and their small font."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QWidget

from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, blend, colours_of, contrast
from desktop.widgets.charts.chart import Chart

# How much of a colour its tints have.
TINTS = (1.0, 0.55, 0.3, 0.15)


@dataclass(frozen=True, slots=True)
class ChartStyle:
    """The palette and the body font of the widget that shows a chart, and what follows from them.

    `small` is the font of everything but the title, `line` the height of its lines; `gap` is the
    distance that all others are made of, `title_height` what a title takes with the gap below.
    """

    colours: Colours
    body: QFont
    title: QFont = field(init=False, compare=False)
    small: QFont = field(init=False, compare=False)
    line: int = field(init=False, compare=False)
    gap: int = field(init=False, compare=False)
    title_height: int = field(init=False, compare=False)
    _metrics: QFontMetrics = field(init=False, compare=False, repr=False)
    # Measured once: the same names and figures come with every edit of a deck.
    _widths: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        small = sized(self.body, Size.SMALL)
        title = sized(self.body, Size.BODY, QFont.Weight.DemiBold)
        metrics = QFontMetrics(small)
        gap = max(2, metrics.height() // 4)
        for name, value in (
            ("title", title),
            ("small", small),
            ("line", metrics.height()),
            ("gap", gap),
            ("title_height", QFontMetrics(title).height() + gap),
            ("_metrics", metrics),
            ("_widths", {}),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, widget: QWidget) -> ChartStyle:
        """Return the look that a widget's palette and font ask for."""
        return cls(colours_of(widget.palette()), widget.font())

    def width_of(self, text: str) -> int:
        """Return the width of small text."""
        width = self._widths.get(text)
        if width is None:
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width

    def cut(self, text: str, width: float) -> str:
        """Return small text, cut short where it is wider."""
        if self.width_of(text) <= width:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(width))

    def series_colours(self, chart: Chart) -> tuple[QColor, ...]:
        """Return the colour of each series: its faction's, else accent, then the second ink.

        A colour that was there before comes again as a tint.
        """
        inks = [self.colours.accent, self.colours.faint]
        if any(each.faction for each in chart.series):
            inks = inks[1:]
        inkless, found = 0, list[QColor]()
        for each in chart.series:
            if each.faction:
                found.append(self._tinted(self.colours.factions[each.faction], found))
            else:
                found.append(self._tinted(inks[inkless % len(inks)], found))
                inkless += 1
        return tuple(found)

    def _tinted(self, colour: QColor, others: list[QColor]) -> QColor:
        tints = [blend(self.colours.panel, colour, share) for share in TINTS]
        return next((each for each in tints if each not in others), tints[0])

    def bar_colours(self, chart: Chart, series: int) -> list[QColor]:
        """Return the colour of each bar of a series."""
        own = self.series_colours(chart)[series]
        if len(chart.series) > 1 or not chart.factions:
            return [own] * len(chart.categories)
        return [self.colours.factions[each] if each else own for each in chart.factions]

    def ink_on(self, colour: QColor) -> QColor:
        """Return which ink is read best on a colour."""
        return max((self.colours.panel, self.colours.ink), key=lambda each: contrast(each, colour))
