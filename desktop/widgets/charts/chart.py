"""What a chart shows, as values: categories, series, and how a value is written."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from math import isnan

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics

from carddb.terms import Faction
from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, blend, contrast


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each category, with a 95 % interval where it is an estimate.

    NaN stands for no value: it has no bar, and is written as a dash. The legend shows `name` where
    there are several series. `low` and `high` are empty where the values are exact. Without a
    faction, the colour follows from the position among the series; `pale` is a tint of the accent,
    for what was before.
    """

    name: str
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    faction: Faction | None = None
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of one or several series over the same categories.

    `x_label` says what the categories are and `y_label` what the values are, in rows as well.
    `percent`: values are 0 to 1, written as percent. `note`: one short line below ("exact";
    "n = 20,000, seed 7"). `rows`: bars lie below one another, for names instead of a scale.
    `factions`: the colour of each category, for a single series. `empty`: the text where there is
    no category. ValueError where lengths do not agree.
    """

    title: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    x_label: str = ""
    y_label: str = ""
    percent: bool = False
    note: str = ""
    rows: bool = False
    factions: tuple[Faction | None, ...] = ()
    empty: str = "Nothing to show yet."

    def __post_init__(self) -> None:
        count = len(self.categories)
        for each in self.series:
            if len(each.values) != count:
                raise ValueError(f"“{each.name}” has {len(each.values)} values for {count}")
            if {len(each.low), len(each.high)} not in ({0}, {count}):
                raise ValueError(f"“{each.name}” has not one interval for each value")
        if self.factions and len(self.factions) != count:
            raise ValueError(f"{len(self.factions)} factions for {count} categories")

    @property
    def is_empty(self) -> bool:
        return not self.categories or not self.series

    @property
    def description(self) -> str:
        """Every value as text, for screen readers."""
        text = ", ".join(self.value_texts()) or self.empty
        return f"{text} ({self.note})" if self.note else text

    def value_texts(self) -> list[str]:
        texts = []
        for number, category in enumerate(self.categories):
            for each in self.series:
                name = f"{category}, {each.name}" if len(self.series) > 1 else category
                text = f"{name}: {self.format_value(each.values[number])}"
                if each.low:
                    low, high = (self.format_value(v[number]) for v in (each.low, each.high))
                    text += f" ({low} to {high})"
                texts.append(text)
        return texts

    def format_value(self, value: float, *, sign: bool = True, short: bool = False) -> str:
        """Return a value as text; optionally without its percent sign, or with fewer digits."""
        if isnan(value):
            return "\N{EN DASH}"
        shown = value * 100 if self.percent else value
        whole = shown == int(shown) and (shown == 0 or not self.percent)
        digits = 0 if whole else (1 if self.percent else 2) - short
        text = f"{shown:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
        return f"{text}%" if self.percent and sign else text


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
        return max((self.colours.panel, self.colours.ink), key=lambda each: contrast(each, colour))
