"""Charts on screen and in files: what is drawn, said, saved, and reached by the keyboard."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from math import nan
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from carddb.errors import AppError
from carddb.terms import Faction
from desktop.style.fonts import load_typeface
from desktop.style.palette import DARK, LIGHT, Colours, contrast, palette_of
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_style import ChartStyle
from desktop.widgets.charts.chart_view import SAVE_KEY, ChartView
from desktop.widgets.charts.save_dialog import SaveDialog

FACTIONS = Chart(
    "Factions",
    ("Stark", "Night's Watch", "Neutral"),
    (Series("Cards", (42, 3, 15)),),
    x_label="Faction",
    rows=True,
    factions=(Faction.STARK, Faction.NIGHTS_WATCH, Faction.NEUTRAL),
)
SETUP = Chart(
    "Cards set up",
    ("0", "1", "2"),
    (
        Series("Wolves", (0.012, 0.7, 0.288), (0.01, 0.68, 0.28), (0.015, 0.72, 0.3)),
        Series("Lions", (0.1, 0.4, 0.5), faction=Faction.LANNISTER),
    ),
    x_label="Cards",
    y_label="Share of hands",
    percent=True,
    note="n = 20,000, seed 7",
)


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[ChartView]:
    """Show a chart view in the light palette."""
    load_typeface(qapp)
    shown = ChartView()
    shown.setPalette(palette_of(LIGHT))
    shown.setAutoFillBackground(True)
    qtbot.addWidget(shown)
    shown.resize(360, 240)
    with qtbot.waitExposed(shown):
        shown.show()
    yield shown
    qapp.sendPostedEvents()


def drawn(qtbot: QtBot, view: ChartView, chart: Chart) -> QImage:
    view.show_chart(chart)
    qtbot.waitUntil(lambda: view.is_drawn)
    view.grab()
    return view.grab().toImage()


def count(image: QImage, colour: QColor) -> int:
    return sum(
        image.pixelColor(x, y).rgb() == colour.rgb()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )


def test_bars_have_the_colour_of_their_faction_and_a_length_of_their_value(
    qtbot: QtBot, view: ChartView
) -> None:
    image = drawn(qtbot, view, FACTIONS)
    stark, watch, neutral = (
        count(image, LIGHT.factions[each])
        for each in (Faction.STARK, Faction.NIGHTS_WATCH, Faction.NEUTRAL)
    )
    assert stark > neutral > watch > 0
    assert stark / neutral == pytest.approx(42 / 15, rel=0.15)


@pytest.mark.parametrize(("colours", "other"), [(LIGHT, DARK), (DARK, LIGHT)])
def test_a_chart_follows_the_palette(
    qtbot: QtBot, view: ChartView, colours: Colours, other: Colours
) -> None:
    view.setPalette(palette_of(other))
    before = drawn(qtbot, view, FACTIONS)
    view.setPalette(palette_of(colours))
    after = drawn(qtbot, view, FACTIONS)
    stark = colours.factions[Faction.STARK]
    assert count(after, stark) > 100
    assert count(before, stark) == 0


def test_another_chart_replaces_the_bars_whichever_way_they_go(
    qtbot: QtBot, view: ChartView
) -> None:
    drawn(qtbot, view, FACTIONS)
    image = drawn(qtbot, view, SETUP)
    assert count(image, LIGHT.factions[Faction.STARK]) == 0
    assert count(image, LIGHT.factions[Faction.LANNISTER]) > 100
    empty = drawn(qtbot, view, Chart("Traits", (), (), empty="No card has a trait."))
    assert count(empty, LIGHT.factions[Faction.LANNISTER]) == 0
    assert not view.save_button.isVisible()
    assert view.accessibleDescription() == "No card has a trait."


def test_every_value_is_told_in_words(view: ChartView) -> None:
    view.show_chart(SETUP)
    assert view.accessibleName() == "Cards set up"
    said = view.accessibleDescription()
    assert "0, Wolves: 1.2% (1.0% to 1.5%)" in said
    assert "2, Lions: 50.0%" in said
    assert said.endswith("(n = 20,000, seed 7)")
    assert view.save_button.accessibleName() == "Save the chart “Cards set up”"


def test_values_are_written_as_a_reader_expects() -> None:
    plain = Chart("", ("a",), (Series("", (1.0,)),))
    assert [plain.written(v) for v in (12.0, 1234.0, 0.0, 2.5, -0.25, nan)] == [
        "12",
        "1,234",
        "0",
        "2.50",
        "\N{MINUS SIGN}0.25",
        "\N{EN DASH}",
    ]
    share = Chart("", ("a",), (Series("", (1.0,)),), percent=True)
    assert [share.written(v) for v in (0.1234, 0.0, 1.0)] == ["12.3%", "0%", "100.0%"]


def test_a_chart_whose_parts_do_not_agree_is_refused() -> None:
    with pytest.raises(ValueError, match="has 1 values for 2"):
        Chart("", ("a", "b"), (Series("x", (1.0,)),))
    with pytest.raises(ValueError, match="not one interval"):
        Chart("", ("a",), (Series("x", (1.0,), (0.5,)),))
    with pytest.raises(ValueError, match="factions"):
        Chart("", ("a",), (Series("x", (1.0,)),), factions=(None, None))


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_series_can_be_told_apart_and_what_stands_on_them_be_read(
    qapp: QApplication, colours: Colours
) -> None:
    look = ChartStyle(colours, qapp.font())
    plain = Chart("", ("a",), tuple(Series(str(n), (1.0,)) for n in range(4)))
    twice = Series("x", (1.0,), faction=Faction.STARK)
    for chart in (plain, Chart("", ("a",), (twice, twice, Series("z", (1.0,))))):
        found = look.series_colours(chart)
        assert len({each.rgb() for each in found}) == len(found)
        for each in found:
            assert contrast(look.ink_on(each), each) >= 3


def test_a_picture_is_twice_as_fine_and_not_blank(view: ChartView, tmp_path: Path) -> None:
    view.show_chart(FACTIONS)
    view.save(tmp_path / "factions.png")
    image = QImage(str(tmp_path / "factions.png"))
    assert image.width() >= 1000
    assert image.height() >= 150
    assert count(image, LIGHT.factions[Faction.STARK]) > 1000
    assert image.pixelColor(0, 0) == LIGHT.panel
    assert count(image.copy(0, 0, image.width(), 80), LIGHT.panel) < 40 * image.width() // 2


def test_a_drawing_has_its_text_as_text_in_our_typeface(view: ChartView, tmp_path: Path) -> None:
    view.show_chart(SETUP)
    view.save(tmp_path / "setup.svg")
    root = fromstring((tmp_path / "setup.svg").read_text("utf-8"))
    texts = [each for each in root.iter() if each.tag.endswith("}text")]
    told = {"".join(each.itertext()).strip() for each in texts}
    expected = {"Cards set up", "Wolves", "Lions", "Share of hands, %", "n = 20,000, seed 7"}
    assert expected | {"70.0", "40.0", "0", "1", "2"} <= told
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


def test_a_table_begins_no_formula(view: ChartView, tmp_path: Path) -> None:
    names = ("=1+1", "@sum", "+a", "-b", "-3", 'He said "no", twice')
    values = (1.0, 2.5, -3.0, nan, 5.0, 6.0)
    view.show_chart(Chart("Odd", names, (Series("=x", values),)))
    view.save(tmp_path / "odd.csv")
    with (tmp_path / "odd.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["Category", "'=x"]
    assert [row[0] for row in rows[1:]] == ["'=1+1", "'@sum", "'+a", "'-b", "-3", names[-1]]
    assert [row[1] for row in rows[1:]] == ["1", "2.5", "-3", "", "5", "6"]


def test_what_cannot_be_written_is_said_and_leaves_no_file(view: ChartView, tmp_path: Path) -> None:
    view.show_chart(SETUP)
    with pytest.raises(AppError, match="cannot be written"):
        view.save(tmp_path / "no such folder" / "a.png")
    with pytest.raises(AppError, match="does not say"):
        view.save(tmp_path / "a.jpg")
    assert not list(tmp_path.iterdir())


def dialog_of(qtbot: QtBot, view: ChartView) -> SaveDialog:
    qtbot.waitUntil(lambda: bool(view.findChildren(SaveDialog)))
    return view.findChildren(SaveDialog)[0]


@pytest.mark.parametrize("way", ["key", "key on the button", "button"])
def test_the_keyboard_reaches_saving(
    qtbot: QtBot, view: ChartView, tmp_path: Path, way: str
) -> None:
    drawn(qtbot, view, FACTIONS)
    assert view.save_action.shortcut().toString() == SAVE_KEY
    view.activateWindow()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    if way != "key":
        QTest.keyClick(view, Qt.Key.Key_Tab)
        qtbot.waitUntil(view.save_button.hasFocus)
    focused = QApplication.focusWidget()
    assert focused is not None
    if way == "button":
        QTest.keyClick(focused, Qt.Key.Key_Space)
    else:
        modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        QTest.keyClick(focused, Qt.Key.Key_E, modifiers)
    dialog = dialog_of(qtbot, view)
    assert dialog.selectedFiles()[0].endswith("Factions.png")
    dialog.setDirectory(str(tmp_path))
    dialog.filterSelected.emit("Table (*.csv)")
    assert dialog.selectedFiles()[0].endswith("Factions.csv")
    with qtbot.waitSignal(view.saved) as told:
        dialog.fileSelected.emit(str(tmp_path / "Factions.csv"))
    assert told.args == [str(tmp_path / "Factions.csv")]
    assert (tmp_path / "Factions.csv").read_text("utf-8").startswith("Faction,Cards")
    dialog.reject()


def test_a_file_that_cannot_be_written_from_the_dialog_is_said(
    qtbot: QtBot, view: ChartView, tmp_path: Path
) -> None:
    drawn(qtbot, view, FACTIONS)
    QTest.mouseClick(view.save_button, Qt.MouseButton.LeftButton)
    dialog = dialog_of(qtbot, view)
    with qtbot.waitSignal(view.failed) as told:
        dialog.fileSelected.emit(str(tmp_path / "gone" / "Factions.svg"))
    assert told.args is not None
    assert isinstance(told.args[0], AppError)
    dialog.reject()


def test_the_wheel_is_left_to_what_is_around_and_the_bars_stay(
    qtbot: QtBot, qapp: QApplication, view: ChartView
) -> None:
    before = drawn(qtbot, view, SETUP)
    at = view.rect().center()
    assert view.childAt(at) is None, "the bars must take nothing of the mouse"
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        QPoint(),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    qapp.sendEvent(view, event)
    assert not event.isAccepted()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(view, at + QPoint(60, 20))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at + QPoint(60, 20))
    assert view.grab().toImage() == before


def test_bars_out_of_sight_are_not_drawn_until_they_come_into_sight(qtbot: QtBot) -> None:
    area, sheet = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    layout = QVBoxLayout(sheet)
    views = [ChartView(sheet) for _ in range(6)]
    for each in views:
        each.show_chart(SETUP)
        each.setMinimumHeight(200)
        layout.addWidget(each)
    area.setWidgetResizable(True)
    area.setWidget(sheet)
    area.resize(360, 300)
    area.show()
    qtbot.waitUntil(lambda: views[0].is_drawn)
    assert not views[-1].is_drawn
    area.ensureWidgetVisible(views[-1])
    qtbot.waitUntil(lambda: views[-1].is_drawn)


def test_without_its_library_a_chart_says_so_and_keeps_its_words(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "desktop.widgets.charts.plot", raising=False)
    monkeypatch.setitem(sys.modules, "pyqtgraph", None)
    shown = ChartView()
    qtbot.addWidget(shown)
    shown.show_chart(SETUP)
    with qtbot.waitSignal(shown.failed) as told:
        shown.show()
    assert told.args is not None
    assert isinstance(told.args[0], AppError)
    assert "cannot be drawn" in told.args[0].sentence
    assert "1, Wolves: 70.0%" in shown.accessibleDescription()
