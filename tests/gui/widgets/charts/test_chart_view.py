"""Charts on screen and in files, their values and colors, and what is refused."""

from __future__ import annotations

import csv
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from core.errors import AppError
from desktop.style.palette import DARK, LIGHT, Colours, contrast, palette_of
from desktop.widgets.charts.chart import Chart, ChartStyle, Series
from desktop.widgets.charts.chart_view import SAVE_KEY, ChartSaveDialog, ChartView
from tests.gui.samples import present
from tests.gui.widgets.charts.samples import FACTIONS, SETUP, pixels_of


def painted(view: ChartView, chart: Chart) -> QImage:
    view.show_chart(chart)
    return view.grab().toImage()


def test_bars_have_the_colour_of_their_faction_and_the_length_of_their_value(
    view: ChartView,
) -> None:
    image = painted(view, FACTIONS)
    stark, watch, neutral = (
        pixels_of(image, LIGHT.factions[each])
        for each in (Faction.STARK, Faction.NIGHTS_WATCH, Faction.NEUTRAL)
    )
    assert stark > neutral > watch > 0
    assert stark / neutral == pytest.approx(42 / 15, rel=0.15)


@pytest.mark.parametrize(("colours", "other"), [(LIGHT, DARK), (DARK, LIGHT)])
def test_a_chart_follows_the_palette(view: ChartView, colours: Colours, other: Colours) -> None:
    view.setPalette(palette_of(other))
    before = painted(view, FACTIONS)
    view.setPalette(palette_of(colours))
    after = painted(view, FACTIONS)
    stark = colours.factions[Faction.STARK]
    assert pixels_of(after, stark) > 100
    assert pixels_of(before, stark) == 0


def test_another_chart_replaces_rows_with_columns(view: ChartView) -> None:
    painted(view, FACTIONS)
    image = painted(view, SETUP)
    assert pixels_of(image, LIGHT.factions[Faction.STARK]) == 0
    assert pixels_of(image, LIGHT.factions[Faction.LANNISTER]) > 100
    empty = painted(view, Chart("Traits", (), (), empty="No card has a trait."))
    assert pixels_of(empty, LIGHT.factions[Faction.LANNISTER]) == 0
    assert not view.save_action.isEnabled()
    assert view.accessibleDescription() == "No card has a trait."
    assert not view.toolTip()


def test_a_resized_chart_is_painted_like_a_new_one_of_its_size(
    qtbot: QtBot, view: ChartView
) -> None:
    values = Series("Gain", (-0.05, 0.125), (-0.07, 0.1), (-0.03, 0.15))
    chart = Chart("Gain", ("Wolves", "Lions"), (values,), percent=True, rows=True)
    wide = painted(view, chart)
    view.resize(200, 220)
    new = ChartView()
    qtbot.addWidget(new)
    new.setPalette(view.palette())
    new.setAutoFillBackground(True)
    new.resize(200, 220)
    narrow = painted(new, chart)
    assert narrow != wide
    view.clearFocus()  # which its title shows
    assert view.grab().toImage() == narrow


def test_screen_readers_and_the_tooltip_have_the_title_and_every_value(view: ChartView) -> None:
    view.show_chart(SETUP)
    assert view.accessibleName() == "Cards set up"
    assert view.accessibleDescription() == SETUP.description
    view.show_chart(FACTIONS)
    assert "Stark: 42<br>Night&#x27;s Watch: 3<br>Neutral: 15" in view.toolTip()


def dialog_of(qtbot: QtBot, view: ChartView) -> ChartSaveDialog:
    qtbot.waitUntil(lambda: bool(view.findChildren(ChartSaveDialog)))
    return view.findChildren(ChartSaveDialog)[0]


@pytest.mark.parametrize("way", ["key", "menu"])
def test_the_keyboard_reaches_saving(
    qtbot: QtBot, view: ChartView, tmp_path: Path, way: str
) -> None:
    painted(view, FACTIONS)
    assert view.save_action.shortcut().toString() == SAVE_KEY
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    if way == "menu":
        view.save_action.trigger()
    else:
        modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(view, Qt.Key.Key_E, modifiers)
    dialog = dialog_of(qtbot, view)
    assert dialog.selectedFiles()[0].endswith("Factions.png")
    dialog.setDirectory(str(tmp_path))
    dialog.filterSelected.emit("Table (*.csv)")
    assert dialog.selectedFiles()[0].endswith("Factions.csv")
    with qtbot.waitSignal(view.saved) as signal:
        dialog.fileSelected.emit(str(tmp_path / "Factions.csv"))
    assert signal.args == [str(tmp_path / "Factions.csv")]
    assert (tmp_path / "Factions.csv").read_text("utf-8").startswith("Faction,Cards")
    dialog.reject()
    # The dialog took the release of the keys: Qt would think that they are pressed in later tests.
    QTest.keyClick(view, Qt.Key.Key_Shift)


def test_a_file_that_cannot_be_written_from_the_dialog_is_reported(
    qtbot: QtBot, view: ChartView, tmp_path: Path
) -> None:
    painted(view, FACTIONS)
    view.save_action.trigger()
    dialog = dialog_of(qtbot, view)
    with qtbot.waitSignal(view.failed) as signal:
        dialog.fileSelected.emit(str(tmp_path / "gone" / "Factions.svg"))
    assert isinstance(present(signal.args)[0], AppError)
    dialog.reject()


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


def test_the_description_has_every_value() -> None:
    assert SETUP.description.startswith("0, Wolves: 1.2% (1.0% to 1.5%), 0, Lions: 10.0%, ")
    assert "2, Lions: 50.0%" in SETUP.description
    assert SETUP.description.endswith("(n = 20,000, seed 7)")


def test_values_are_written_as_a_reader_expects() -> None:
    plain = Chart("", ("a",), (Series("", (1.0,)),))
    found = [plain.format_value(v) for v in (12.0, 1234.0, 0.0, 2.5, -0.25, nan)]
    assert found == ["12", "1,234", "0", "2.50", "\N{MINUS SIGN}0.25", "\N{EN DASH}"]
    share = Chart("", ("a",), (Series("", (1.0,)),), percent=True)
    assert [share.format_value(v) for v in (0.1234, 0.0, 1.0)] == ["12.3%", "0%", "100.0%"]


def test_a_chart_whose_parts_do_not_agree_is_refused() -> None:
    with pytest.raises(ValueError, match="has 1 values for 2"):
        Chart("", ("a", "b"), (Series("x", (1.0,)),))
    with pytest.raises(ValueError, match="not one interval"):
        Chart("", ("a",), (Series("x", (1.0,), (0.5,)),))
    with pytest.raises(ValueError, match="factions"):
        Chart("", ("a",), (Series("x", (1.0,)),), factions=(None, None))


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_series_have_different_colours_and_text_on_them_is_readable(
    qapp: QApplication, colours: Colours
) -> None:
    style = ChartStyle(colours, qapp.font())
    plain = Chart("", ("a",), tuple(Series(str(n), (1.0,)) for n in range(4)))
    twice = Series("x", (1.0,), faction=Faction.STARK)
    for chart in (plain, Chart("", ("a",), (twice, twice, Series("z", (1.0,))))):
        found = style.series_colours(chart)
        assert len({each.rgb() for each in found}) == len(found)
        for each in found:
            assert contrast(style.ink_on(each), each) >= 3


def test_the_longest_bar_alone_may_have_the_accent(view: ChartView) -> None:
    chart = Chart("Setups", ("1", "2"), (Series("Hands", (1, 3)),), accents_most=True)
    image = painted(view, chart)
    most, other = (pixels_of(image, each) for each in (LIGHT.accent, LIGHT.edge))
    assert most / other == pytest.approx(3, rel=0.15)


def test_glyphs_stand_before_the_names_of_rows(view: ChartView) -> None:
    chart = Chart("Icons", ("Power",), (Series("Cards", (1,)),), rows=True)
    plain = painted(view, chart)
    shown = painted(view, replace(chart, glyphs=("challenge/power",)))
    assert pixels_of(shown, LIGHT.ink) > pixels_of(plain, LIGHT.ink)
    assert pixels_of(shown, LIGHT.accent) < pixels_of(plain, LIGHT.accent)
