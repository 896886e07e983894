"""The chart on screen: painted, described for screen readers, saved on request."""

from __future__ import annotations

from html import escape
from math import isnan
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QEvent,
    QMargins,
    QPoint,
    QRect,
    QSize,
    QStandardPaths,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeySequence,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QSizePolicy, QWidget
from typing_extensions import override

from core.errors import AppError
from core.files import file_name, write_file
from core.text_format import csv_text, harmless_cell
from desktop.style.fonts import FAMILY
from desktop.style.palette import colours_of
from desktop.widgets.charts.chart import Chart, ChartPainter, ChartStyle
from desktop.widgets.qr_code_image import encode_png

# Pixels of a picture for each pixel of an ordinary screen.
PIXEL_RATIO = 2
# Width and margin of pictures and drawings, in lines of small text.
WIDTH_LINES, MARGIN_LINES = 44, 1.25
FILTERS = {"Picture (*.png)": ".png", "Drawing (*.svg)": ".svg", "Table (*.csv)": ".csv"}


def csv_table(chart: Chart) -> bytes:
    """Return the values of a chart as CSV (RFC 4180, UTF-8): a row for each category.

    Intervals have two columns after the value. Text that a spreadsheet would take for a formula
    begins with an apostrophe.
    """
    heading = [chart.x_label or "Category"]
    for each in chart.series:
        heading += [each.name, f"{each.name}, low", f"{each.name}, high"][: 3 if each.low else 1]
    rows = []
    for number, category in enumerate(chart.categories):
        cells = [_text_cell(category)]
        for each in chart.series:
            for values in (each.values, each.low, each.high):
                cells += [_number_cell(value) for value in values[number : number + 1]]
        rows.append(cells)
    return csv_text(map(_text_cell, heading), rows).encode()


def _number_cell(value: float) -> str:
    if isnan(value):
        return ""
    return str(int(value)) if value == int(value) else repr(float(value))


def _text_cell(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return harmless_cell(text)
    return text


class _Page:
    """A chart on paper: its size does not depend on the window's."""

    def __init__(self, chart: Chart, style: ChartStyle) -> None:
        self._margin = round(style.line * MARGIN_LINES)
        self._chart = ChartPainter(chart, style, style.line * WIDTH_LINES - 2 * self._margin)
        self._height = self._chart.height(self._chart.width)
        chart_size = QSize(self._chart.width, self._height)
        self.size = chart_size.grownBy(QMargins() + self._margin)

    def paint(self, device: QPaintDevice) -> None:
        painter = QPainter(device)
        painter.fillRect(QRect(QPoint(), self.size), self._chart.style.colours.panel)
        painter.translate(self._margin, self._margin)
        self._chart.paint(painter, self._height)
        painter.end()


def chart_png(chart: Chart, style: ChartStyle) -> bytes:
    page = _Page(chart, style)
    image = QImage(page.size * PIXEL_RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(PIXEL_RATIO)
    image.setText("Title", chart.title)
    page.paint(image)
    return encode_png(image)


def svg(chart: Chart, style: ChartStyle) -> bytes:
    """Return a chart as a drawing; its text stays text, in the program's font or another."""
    page = _Page(chart, style)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(page.size)
    generator.setViewBox(QRect(QPoint(), page.size))
    # The resolution that the page was measured in.
    generator.setResolution(round(QGuiApplication.primaryScreen().logicalDotsPerInchY()))
    generator.setTitle(chart.title)
    generator.setDescription(chart.description)
    page.paint(generator)
    text = bytes(buffer.data().data()).decode()
    return text.replace(f'font-family="{FAMILY}"', f'font-family="{FAMILY}, sans-serif"').encode()


class ChartSaveDialog(QFileDialog):
    """Asks for a file; the ending of its name follows the kind of file that is chosen."""

    def __init__(self, title: str, folder: str, parent: QWidget | None = None) -> None:
        pictures = QStandardPaths.StandardLocation.PicturesLocation
        super().__init__(
            parent,
            f"Save the chart “{title}”",
            folder or QStandardPaths.writableLocation(pictures) or str(Path.home()),
        )
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setNameFilters(list(FILTERS))
        self.setDefaultSuffix(".png")
        self.selectFile(file_name(title, ".png"))
        self.filterSelected.connect(self._on_filter_selected)
        self.finished.connect(self.deleteLater)

    def _on_filter_selected(self, chosen: str) -> None:
        ending = FILTERS.get(chosen, ".png")
        self.setDefaultSuffix(ending)
        typed = [Path(each) for each in self.selectedFiles()]
        if typed and typed[0].suffix.lower() in FILTERS.values():
            self.selectFile(typed[0].with_suffix(ending).name)


SAVE_KEY = "Ctrl+Shift+E"
NO_CHART = Chart("", (), ())


class ChartView(QWidget):
    """Shows one chart; its menu saves it. It takes no wheel and no dragging.

    A `bare` one shows no title.

    Signals:
        saved: the chart is in a file now (the path).
        failed: the file that the user chose could not be written (an AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)

    def __init__(self, parent: QWidget | None = None, *, bare: bool = False) -> None:
        super().__init__(parent)
        self._bare = bare
        self.chart = NO_CHART
        self._style: ChartStyle | None = None
        self._folder = ""
        key = QKeySequence(SAVE_KEY)
        self.save_action = self.addAction("&Save the chart…", key, self.choose_file)
        self.save_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.show_chart(NO_CHART)

    def show_chart(self, chart: Chart) -> None:
        if chart == self.chart and self.accessibleName() == chart.title:
            return
        sizes = self.sizeHint(), self.minimumSizeHint()
        self.chart = chart
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(chart.description)
        lines = "<br>".join(map(escape, chart.value_texts()))
        self.setToolTip(f"<p style='white-space: pre'>{lines}</p>" if lines else "")
        self.save_action.setEnabled(not chart.is_empty)
        if sizes != (self.sizeHint(), self.minimumSizeHint()):
            self.updateGeometry()
        self.update()

    def save(self, path: Path) -> None:
        """Write the chart as PNG, SVG or CSV by the ending, all or nothing; AppError on failure."""
        match path.suffix.lower():
            case ".png":
                data = chart_png(self.chart, self.chart_style)
            case ".svg":
                data = svg(self.chart, self.chart_style)
            case ".csv":
                data = csv_table(self.chart)
            case _:
                problem = f"“{path.name}” does not say what the chart is to be saved as."
                raise AppError(problem, "End the name with .png, .svg or .csv.")
        write_file(path, data, waits=False)
        self.saved.emit(str(path))

    def choose_file(self) -> None:
        dialog = ChartSaveDialog(self.chart.title, self._folder, self)
        dialog.fileSelected.connect(self._on_file_selected)
        dialog.open()

    def _on_file_selected(self, path: str) -> None:
        self._folder = str(Path(path).parent)
        try:
            self.save(Path(path))
        except AppError as error:
            self.failed.emit(error)

    @property
    def chart_style(self) -> ChartStyle:
        """What follows from the palette and the font, which change often before it is shown."""
        if self._style is None:
            self._style = ChartStyle(colours_of(self.palette()), self.font())
        return self._style

    @property
    def _painter(self) -> ChartPainter:
        return ChartPainter(self.chart, self.chart_style, self.width(), self._bare)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.chart_style.line * 18, self._painter.height(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.chart_style.line * 10, self._painter.height(0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() in {kinds.PaletteChange, kinds.FontChange, kinds.StyleChange}:
            self._style = None
            self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._painter.paint(painter, self.height(), focused=self.hasFocus())
        painter.end()
