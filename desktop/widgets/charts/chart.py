"""Charts: what one shows, as a value, its colours and lengths, and painting it as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, cycle
from math import ceil, isnan

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from carddb.terms import Faction
from desktop.style import icons
from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, blend, contrast
from desktop.widgets.card_delegate import LEFT, RIGHT


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
    `factions`: the colour of each category, for a single series. `accents_most`: only the longest
    bar of a single series has the accent. `glyphs`: the glyph before the name of each row. `aside`
    stands in faint ink behind the title. `empty`: the text where there is no category. ValueError
    where lengths do not agree.
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
    accents_most: bool = False
    glyphs: tuple[str, ...] = ()
    aside: str = ""
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
        if chart.accents_most:
            accent, edge, values = self.colours.accent, self.colours.edge, chart.series[0].values
            return [[accent if each == max(values) else edge for each in values]]
        return [[colour] * len(chart.categories) for colour in self.series_colours(chart)]

    def ink_on(self, colour: QColor) -> QColor:
        return max((self.colours.panel, self.colours.ink), key=lambda each: contrast(each, colour))


# The share of its category that the bars take.
FILLED = 0.74
# The pixels between two bars of a category.
BAR_SPACING = 1.0
# The height of columns, in lines of small text, and as a share of the width.
LEAST_LINES, MOST_LINES, HEIGHT_SHARE = 8, 20, 0.45
CENTRE = Qt.AlignmentFlag.AlignCenter
BELOW_COLUMN = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
# The names of rows take no more than this share of the width.
MOST_SHARE = 0.42
# Names that are no longer than this are a scale, of which some may be left out.
SCALE_CHARACTERS = 3
# More than any value takes, so that no rectangle clips a value.
TEXT_WIDTH = 400.0


def bar_height(chart: Chart, style: ChartStyle) -> float:
    """Return the pixels that a row needs at least."""
    return style.line * (0.5 + 0.9 * len(chart.series))


def plot_height(chart: Chart, style: ChartStyle, width: int) -> int:
    """Return the height that suits the bars of a chart at a width."""
    if chart.is_empty:
        return style.line * 2
    if chart.rows:
        return ceil(bar_height(chart, style) * len(chart.categories))
    least, most = style.line * LEAST_LINES, style.line * MOST_LINES
    return round(min(max(width * HEIGHT_SHARE, least), most))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its value with the interval (both ends are the value where it is exact).

    `middle` is its position among the categories, in categories.
    """

    middle: float
    value: float
    low: float
    high: float
    colour: QColor
    has_interval: bool

    @property
    def end(self) -> float:
        """Where the bar ends; a missing value has no length."""
        return 0.0 if isnan(self.value) else self.value


class BarPainter:
    """Paints bars in a size. There are no axes: categories have their names, bars their values.

    `step` are the pixels of a category, `breadth` those of one bar.
    """

    def __init__(self, chart: Chart, style: ChartStyle, size: QSizeF) -> None:
        self.chart, self.style = chart, style
        self.bars = self._bars()
        self._step = self._step_in(size.height() if chart.rows else size.width())
        count = len(chart.series)
        self._breadth = FILLED / count * self._step - (BAR_SPACING if count > 1 else 0.0)
        self.labels = CategoryLabels(chart, style, size.width(), self._step)
        margin = QSizeF(self.labels.margin, 0) if chart.rows else QSizeF(0, self.labels.margin)
        self._size = size - margin
        # The values at the edges: text has room beyond the least and the greatest value.
        text_space = self._fit_values()
        length = self._size.width() if chart.rows else self._size.height()
        least = min([0.0, *(min(each.end, each.low) for each in self.bars)])
        most = max([0.0, *(max(each.end, each.high) for each in self.bars)])
        before = text_space if least < 0 else 0.0
        span = (most - least) or 1.0
        unit = span / max(1.0, length - before - text_space)
        self._low, self._high = least - before * unit, least + span + text_space * unit

    def _bars(self) -> list[Bar]:
        count, colours = len(self.chart.series), self.style.bar_colours(self.chart)
        bars = []
        for number, each in enumerate(self.chart.series):
            offset = (number - (count - 1) / 2) * FILLED / count
            for category, value in enumerate(each.values):
                end = 0.0 if isnan(value) else value
                low, high = (each.low[category], each.high[category]) if each.low else (end, end)
                colour = colours[number][category]
                bars.append(Bar(category + offset, value, low, high, colour, bool(each.low)))
        return bars

    def _step_in(self, length: float) -> float:
        """Return the pixels of a category in the length that there is for all."""
        if self.chart.rows:
            most = bar_height(self.chart, self.style) * 1.25
        else:
            # A few wide bars would look like walls.
            style = self.style
            names = max(map(style.width_of, self.chart.categories), default=0)
            most = max(style.line * (2.0 + 2.0 * len(self.chart.series)), names + 3.0 * style.gap)
        return min(max(1.0, length) / max(1, len(self.chart.categories)), most)

    def _fit_values(self) -> float:
        """Choose how values are written: in full, short, or upright; return the pixels for it."""
        slot = self._step if len(self.chart.series) == 1 else self._breadth
        self._short = self._upright = False
        widest = self._widest_value()
        if not self.chart.rows and widest + self.style.gap / 2 > slot:
            self._short = True
            widest = self._widest_value()
            self._upright = widest + 1 > slot
        height = widest if self.chart.rows or self._upright else self.style.line
        return height + self.style.gap

    def _widest_value(self) -> int:
        return max((self.style.width_of(self._text(each.value)) for each in self.bars), default=0)

    def _text(self, value: float) -> str:
        # Above columns there is no space for percent signs.
        return self.chart.format_value(value, sign=self.chart.rows, short=self._short)

    def _point(self, middle: float, value: float) -> QPointF:
        """Return the pixel of a value at a position among the categories."""
        along, share = (middle + 0.5) * self._step, (value - self._low) / (self._high - self._low)
        if self.chart.rows:
            return QPointF(share * self._size.width(), along)
        return QPointF(along, (1 - share) * self._size.height())

    def paint(self, painter: QPainter) -> None:
        """Paint bars, names and values at the origin."""
        rows = self.chart.rows
        if rows:
            painter.translate(self.labels.margin, 0)
        half = QPointF(0, self._breadth / 2) if rows else QPointF(self._breadth / 2, 0)
        for bar in self.bars:
            start, end = self._point(bar.middle, 0.0), self._point(bar.middle, bar.end)
            painter.fillRect(QRectF(start - half, end + half).normalized(), bar.colour)
        painter.setFont(self.style.font)
        self.labels.paint(painter, self._size.height())
        painter.setPen(self.style.colours.line)
        last = len(self.chart.categories) - 0.5
        zero = QLineF(self._point(-0.5, 0.0), self._point(last, 0.0))
        # The last row of pixels below the bars is still inside the plot.
        painter.drawLine(zero.translated(0, 0 if rows else -0.5))
        for bar in self.bars:
            if bar.has_interval:
                self._paint_whisker(painter, bar)
            self._paint_value(painter, bar)

    def _paint_whisker(self, painter: QPainter, bar: Bar) -> None:
        """Paint the interval of a bar, with a short beam at both ends."""
        width = min(self._breadth * 0.2, self.style.gap)
        beam = QPointF(0, width) if self.chart.rows else QPointF(width, 0)
        end = self._point(bar.middle, bar.end)
        for value in (bar.low, bar.high):
            on_bar = (value < bar.end) == (bar.end >= 0)
            painter.setPen(self.style.ink_on(bar.colour) if on_bar else self.style.colours.ink)
            tip = self._point(bar.middle, value)
            painter.drawLine(QLineF(end, tip))
            painter.drawLine(QLineF(tip - beam, tip + beam))

    def _paint_value(self, painter: QPainter, bar: Bar) -> None:
        """Write a value beyond the end of its bar and of its whisker."""
        text, negative = self._text(bar.value), bar.end < 0
        reach = min(bar.end, bar.low) if negative else max(bar.end, bar.high)
        end = self._point(bar.middle, reach)
        colours, line, gap = self.style.colours, self.style.line, self.style.gap * 0.75
        painter.setPen(colours.ink if bar.end else colours.faint)
        if not self.chart.rows and not self._upright:
            top = end.y() + gap if negative else end.y() - line
            rect = QRectF(end.x() - TEXT_WIDTH / 2, top, TEXT_WIDTH, line)
            painter.drawText(rect, CENTRE, text)
            return
        painter.save()
        painter.translate(end)
        if self._upright:
            painter.rotate(-90)
        left = -TEXT_WIDTH - gap if negative else gap
        rect = QRectF(left, -line, TEXT_WIDTH, 2 * line)
        painter.drawText(rect, RIGHT if negative else LEFT, text)
        painter.restore()


class CategoryLabels:
    """The names as they fit: elided left of rows, wrapped once or thinned out below columns.

    `step` are the pixels of a category, `width` is that of the chart; `margin` are the pixels that
    the names take left of the bars or below them.
    """

    def __init__(self, chart: Chart, style: ChartStyle, width: float, step: float) -> None:
        self.chart = chart
        self.style = style
        self.step = step
        self._space = step - style.gap
        self._widest = max(map(style.width_of, chart.categories), default=0)
        self._is_scale = all(len(name) <= SCALE_CHARACTERS for name in chart.categories)
        words = chain(*(name.split() for name in chart.categories))
        widest_word = max(map(style.width_of, words), default=0)
        self._wraps = not self._is_scale and self._widest > self._space >= widest_word
        if chart.rows:
            before = style.line + style.gap if chart.glyphs else 0
            self.margin = before + min(self._widest, round(width * MOST_SHARE)) + 2 * style.gap
        else:
            self.margin = style.line * (2 if self._wraps else 1) + style.gap

    def paint(self, painter: QPainter, plot_height: float) -> None:
        """Paint the names around the plot, whose top left corner is the origin."""
        painter.setPen(self.style.colours.faint)
        if not self.chart.rows:
            self._paint_below(painter, plot_height)
            return
        width, line = self.margin - 2 * self.style.gap, self.style.line
        for number, name in enumerate(self.chart.categories):
            rect = QRectF(-self.margin, (number + 0.5) * self.step - line, width, 2 * line)
            if self.chart.glyphs:
                place = QRect(rect.topLeft().toPoint(), QSize(line, 2 * line))
                icons.paint(painter, place, self.chart.glyphs[number], self.style.colours.ink)
                rect.setLeft(rect.left() + line + self.style.gap)
            side = LEFT if self.chart.glyphs else RIGHT
            painter.drawText(rect, side, self.style.elided(name, rect.width()))

    def _paint_below(self, painter: QPainter, plot_height: float) -> None:
        every, width = 1, self._space
        if self._is_scale:
            every = max(1, -(-(self._widest + self.style.gap) // max(1, int(self.step))))
            width = max(self.step, self._widest)
        top, height = plot_height + self.style.gap * 0.75, self.margin - self.style.gap
        wrap = Qt.TextFlag.TextWordWrap if self._wraps else Qt.TextFlag.TextSingleLine
        for number, name in enumerate(self.chart.categories):
            if number % every == 0:
                rect = QRectF((number + 0.5) * self.step - width / 2, top, width, height)
                whole = self._is_scale or self._wraps
                text = name if whole else self.style.elided(name, width)
                painter.drawText(rect, BELOW_COLUMN | wrap, text)


@dataclass(frozen=True, slots=True)
class ChartPainter:
    """Paints a chart at a width; a `bare` one is bars with their values and names alone."""

    chart: Chart
    style: ChartStyle
    width: int
    bare: bool = False

    def height(self, width: int) -> int:
        """Return the height of the chart with bars as tall as suits a width."""
        return self._head + plot_height(self.chart, self.style, width) + self._foot

    @property
    def _head(self) -> int:
        if self.bare:
            return 0
        lines = len(self._legend()) + bool(self._value_label)
        gaps = self.style.gap * (1 + bool(lines))
        return self.style.title_height + lines * self.style.line + gaps

    @property
    def _foot(self) -> int:
        if self.bare:
            return 0
        return self.style.line * (bool(self._category_label) + bool(self.chart.note))

    @property
    def _category_label(self) -> str:
        chart = self.chart
        hidden = chart.rows or chart.is_empty or chart.x_label == chart.title
        return "" if hidden else chart.x_label

    @property
    def _value_label(self) -> str:
        # The values of rows have their own percent signs.
        percent = "%" if self.chart.percent and not self.chart.rows else ""
        return "" if self.chart.is_empty else ", ".join(filter(None, (self.chart.y_label, percent)))

    def _legend(self) -> list[list[tuple[int, str, QColor]]]:
        """Return the lines of the legend: where an entry begins, its name, its colour."""
        if len(self.chart.series) < 2 or self.chart.is_empty:
            return []
        lines: list[list[tuple[int, str, QColor]]] = [[]]
        swatch, left = self.style.line // 2 + self.style.gap, 0
        colours = self.style.series_colours(self.chart)
        for each, colour in zip(self.chart.series, colours, strict=True):
            name = self.style.elided(each.name, self.width - swatch - self.style.gap)
            width = swatch + self.style.width_of(name) + 3 * self.style.gap
            if lines[-1] and left + width > self.width:
                lines.append([])
                left = 0
            lines[-1].append((left, name, colour))
            left += width
        return lines

    def paint(self, painter: QPainter, height: int, *, focused: bool = False) -> None:
        """Paint the chart at the origin, in a height."""
        head, bottom = self._head, height - self._foot
        if not self.bare:
            self._paint_words(painter, height, focused=focused)
        if self.chart.is_empty:
            rect = QRect(0, head, self.width, bottom - head)
            painter.drawText(rect, Qt.TextFlag.TextWordWrap, self.chart.empty)
            return
        painter.save()
        painter.translate(0, head)
        BarPainter(self.chart, self.style, QSizeF(self.width, bottom - head)).paint(painter)
        painter.restore()

    def _paint_words(self, painter: QPainter, height: int, *, focused: bool) -> None:
        """Paint everything but the bars: title, legend and notes."""
        self._paint_title(painter, focused=focused)
        painter.setFont(self.style.font)
        top, line, gap = self.style.title_height, self.style.line, self.style.gap
        painter.setPen(self.style.colours.ink)
        side = line // 2
        for entries in self._legend():
            for left, name, colour in entries:
                painter.fillRect(left, top + (line - side) // 2, side, side, colour)
                start = left + side + gap
                painter.drawText(QRect(start, top, self.width - start, line), LEFT, name)
            top += line
        painter.setPen(self.style.colours.faint)
        self._paint_line(painter, top, self._value_label)
        self._paint_line(painter, height - self._foot, self._category_label, CENTRE)
        self._paint_line(painter, height - line, self.chart.note)

    def _paint_title(self, painter: QPainter, *, focused: bool) -> None:
        painter.setFont(self.style.title_font)
        painter.setPen(self.style.colours.ink)
        title = QRect(0, 0, self.width, self.style.title_height)
        right = Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(self.chart.title, right, title.width())
        painter.drawText(title, LEFT, text)
        behind = title.adjusted(painter.fontMetrics().horizontalAdvance(f"{text}  "), 0, 0, 0)
        painter.setFont(sized(self.style.title_font, Size.BODY, QFont.Weight.Normal))
        painter.setPen(self.style.colours.faint)
        painter.drawText(behind, LEFT, self.chart.aside)
        if focused:
            top, thickness = title.height() - self.style.gap // 2, max(1, self.style.gap // 3)
            painter.fillRect(0, top, self.width, thickness, self.style.colours.accent)

    def _paint_line(
        self, painter: QPainter, top: int, text: str, align: Qt.AlignmentFlag = LEFT
    ) -> None:
        rect = QRect(0, top, self.width, self.style.line)
        painter.drawText(rect, align, self.style.elided(text, self.width))
