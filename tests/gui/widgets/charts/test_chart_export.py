"""Charts in files: pictures, drawings and tables."""

from __future__ import annotations

import csv
from math import nan
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]
from PySide6.QtGui import QImage

from carddb.terms import Faction
from core.errors import AppError
from desktop.style.palette import LIGHT
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_view import ChartView
from tests.gui.widgets.charts.samples import FACTIONS, SETUP, pixels_of


def test_a_picture_is_twice_as_fine_and_not_blank(view: ChartView, tmp_path: Path) -> None:
    view.show_chart(FACTIONS)
    view.save(tmp_path / "factions.png")
    image = QImage(str(tmp_path / "factions.png"))
    assert image.width() >= 1000
    assert image.height() >= 150
    assert pixels_of(image, LIGHT.factions[Faction.STARK]) > 1000
    assert image.pixelColor(0, 0) == LIGHT.panel
    assert pixels_of(image.copy(0, 0, image.width(), 80), LIGHT.panel) < 40 * image.width() // 2


def test_a_drawing_has_its_text_as_text_in_the_bundled_font(
    view: ChartView, tmp_path: Path
) -> None:
    view.show_chart(SETUP)
    view.save(tmp_path / "setup.svg")
    root = fromstring((tmp_path / "setup.svg").read_text("utf-8"))
    texts = [each for each in root.iter() if each.tag.endswith("}text")]
    shown = {"".join(each.itertext()).strip() for each in texts}
    expected = {"Cards set up", "Wolves", "Lions", "Share of hands, %", "n = 20,000, seed 7"}
    assert expected | {"70.0", "40.0", "0", "1", "2"} <= shown
    assert {each.get("font-family") for each in texts} == {"Inter, sans-serif"}
    rects = [each.get("fill") for each in root.iter() if each.tag.endswith("}g")]
    assert LIGHT.factions[Faction.LANNISTER].name() in rects


def test_a_table_has_every_value(view: ChartView, tmp_path: Path) -> None:
    view.show_chart(SETUP)
    view.save(tmp_path / "setup.CSV")
    data = (tmp_path / "setup.CSV").read_bytes()
    assert data.count(b"\r\n") == 4
    rows = list(csv.reader(data.decode("utf-8").splitlines()))
    assert rows[0] == ["Cards", "Wolves", "Wolves, low", "Wolves, high", "Lions"]
    assert [[float(cell) for cell in row] for row in rows[1:]] == [
        [0, 0.012, 0.01, 0.015, 0.1],
        [1, 0.7, 0.68, 0.72, 0.4],
        [2, 0.288, 0.28, 0.3, 0.5],
    ]


def test_no_cell_of_a_table_is_a_formula(view: ChartView, tmp_path: Path) -> None:
    names = ("=1+1", "@sum", "+a", "-b", "-3", 'He said "no", twice')
    values = (1.0, 2.5, -3.0, nan, 5.0, 6.0)
    view.show_chart(Chart("Odd", names, (Series("=x", values),)))
    view.save(tmp_path / "odd.csv")
    with (tmp_path / "odd.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["Category", "'=x"]
    assert [row[0] for row in rows[1:]] == ["'=1+1", "'@sum", "'+a", "'-b", "-3", names[-1]]
    assert [row[1] for row in rows[1:]] == ["1", "2.5", "-3", "", "5", "6"]


def test_a_file_that_cannot_be_written_is_an_error_and_leaves_no_file(
    view: ChartView, tmp_path: Path
) -> None:
    view.show_chart(SETUP)
    with pytest.raises(AppError, match="cannot be written"):
        view.save(tmp_path / "no such folder" / "a.png")
    with pytest.raises(AppError, match="does not say"):
        view.save(tmp_path / "a.jpg")
    assert not list(tmp_path.iterdir())
