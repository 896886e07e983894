"""Charts as files: a picture (PNG), a drawing (SVG) or a table (CSV); the dialog for them."""

from __future__ import annotations

import csv
from io import StringIO
from math import isnan
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMargins, QPoint, QRect, QSize, QStandardPaths
from PySide6.QtGui import QGuiApplication, QImage, QPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QWidget

from carddb.errors import AppError
from carddb.file_names import file_name
from carddb.files import write_file
from carddb.text_format import harmless_cell
from desktop.style.fonts import FAMILY
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_painter import ChartPainter
from desktop.widgets.charts.chart_style import ChartStyle

# Pixels of a picture for each pixel of an ordinary screen.
PIXEL_RATIO = 2
# Width and margin of pictures and drawings, in lines of small text.
WIDTH_LINES, MARGIN_LINES = 44, 1.25
FILTERS = {"Picture (*.png)": ".png", "Drawing (*.svg)": ".svg", "Table (*.csv)": ".csv"}


def save_chart(path: Path, chart: Chart, style: ChartStyle) -> None:
    """Write a chart as the path's ending says, all of it or nothing; AppError where that fails."""
    match path.suffix.lower():
        case ".png":
            data = chart_png(chart, style)
        case ".svg":
            data = svg(chart, style)
        case ".csv":
            data = csv_table(chart)
        case _:
            problem = f"“{path.name}” does not say what the chart is to be saved as."
            raise AppError(problem, "End the name with .png, .svg or .csv.")
    write_file(path, data, waits=False)


def csv_table(chart: Chart) -> bytes:
    """Return the values of a chart as CSV (RFC 4180, UTF-8): a row for each category.

    Intervals have two columns after the value. Text that a spreadsheet would take for a formula
    begins with an apostrophe.
    """
    text = StringIO(newline="")
    rows = csv.writer(text, lineterminator="\r\n")
    heading = [chart.x_label or "Category"]
    for each in chart.series:
        heading += [each.name, f"{each.name}, low", f"{each.name}, high"][: 3 if each.low else 1]
    rows.writerow(map(_text_cell, heading))
    for number, category in enumerate(chart.categories):
        cells = [_text_cell(category)]
        for each in chart.series:
            for values in (each.values, each.low, each.high):
                cells += [_number_cell(value) for value in values[number : number + 1]]
        rows.writerow(cells)
    return text.getvalue().encode()


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
        """Paint the paper and the chart on it."""
        painter = QPainter(device)
        painter.fillRect(QRect(QPoint(), self.size), self._chart.style.colours.panel)
        painter.translate(self._margin, self._margin)
        self._chart.paint(painter, self._height)
        painter.end()


def chart_png(chart: Chart, style: ChartStyle) -> bytes:
    """Return a chart as a picture, with twice the pixels of a screen."""
    page = _Page(chart, style)
    image = QImage(page.size * PIXEL_RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(PIXEL_RATIO)
    image.setText("Title", chart.title)
    page.paint(image)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


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
