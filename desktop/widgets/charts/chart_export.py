"""Charts as files: a picture (PNG), a drawing (SVG) or a table (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from math import isnan
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from carddb.errors import AppError
from desktop.runtime.file_writing import save_file
from desktop.style.fonts import FAMILY
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_style import ChartStyle

# Pixels of a picture for each that is seen on an ordinary screen.
SHARP = 2
# What a spreadsheet would take for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def save_chart(path: Path, chart: Chart, look: ChartStyle) -> None:
    """Write a chart as the path's ending says, all of it or nothing; AppError where that fails."""
    written: dict[str, Callable[[], bytes]] = {
        ".png": lambda: png(chart, look),
        ".svg": lambda: svg(chart, look),
        ".csv": lambda: table(chart),
    }
    ending = path.suffix.lower()
    if ending not in written:
        raise AppError(
            f"“{path.name}” does not say what the chart is to be saved as.",
            "End the name with .png, .svg or .csv.",
        )
    save_file(path, written[ending]())


def table(chart: Chart) -> bytes:
    """Return the values of a chart as CSV (RFC 4180, UTF-8): a row for each category.

    Intervals have two columns after the value. Text that a spreadsheet would take for a formula
    begins with an apostrophe.
    """
    text = StringIO(newline="")
    rows = csv.writer(text, lineterminator="\r\n")
    heading = [chart.x_label or "Category"]
    for each in chart.series:
        heading += [each.name, f"{each.name}, low", f"{each.name}, high"][: 3 if each.low else 1]
    rows.writerow(map(_cell, heading))
    for number, category in enumerate(chart.categories):
        cells = [_cell(category)]
        for each in chart.series:
            for values in (each.values, each.low, each.high):
                cells += [_number(value) for value in values[number : number + 1]]
        rows.writerow(cells)
    return text.getvalue().encode()


def _number(value: float) -> str:
    if isnan(value):
        return ""
    return str(int(value)) if value == int(value) else repr(float(value))


def _cell(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return f"'{text}" if text.startswith(_FORMULA) else text
    return text


def png(chart: Chart, look: ChartStyle) -> bytes:
    """Return a chart as a picture, twice as fine as a screen."""
    from desktop.widgets.charts.chart_picture import ChartPicture  # noqa: PLC0415 - it loads pyqtgraph

    picture = ChartPicture(chart, look)
    image = QImage(picture.size * SHARP, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARP)
    image.setText("Title", chart.title)
    painter = QPainter(image)
    picture.paint(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def svg(chart: Chart, look: ChartStyle) -> bytes:
    """Return a chart as a drawing; its text stays text, in the program's typeface or another."""
    from desktop.widgets.charts.chart_picture import ChartPicture  # noqa: PLC0415 - it loads pyqtgraph

    picture = ChartPicture(chart, look)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(picture.size)
    generator.setViewBox(QRect(QPoint(), picture.size))
    generator.setResolution(picture.dots_per_inch)
    generator.setTitle(chart.title)
    generator.setDescription(chart.words)
    painter = QPainter(generator)
    picture.paint(painter)
    painter.end()
    named = bytes(buffer.data().data()).decode()
    return named.replace(f'font-family="{FAMILY}"', f'font-family="{FAMILY}, sans-serif"').encode()
