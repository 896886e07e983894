"""Tables of rows, layouts, QR codes, dropped files, and the roles of the program's widgets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QImage,
    QPainter,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from decks.qr_code import qr_rows
from desktop.pages.builder.statistics_panel import StatisticsPanel
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.odds.odds_tab import AnswerArea
from desktop.style.palette import LIGHT, colours_of
from desktop.style.theme import style_sheet
from desktop.widgets.accessible_roles import ROLES, install_roles
from desktop.widgets.card_delegate import RIGHT, cell_width
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.layouts import Title, column, row
from desktop.widgets.qr_code_image import qr_code_image
from desktop.widgets.rows_model import Column, ColumnHeading, ColumnsModel, RowsModel
from desktop.widgets.rows_table import ColumnWidths, RowsTable, shared_widths
from tests.gui.pixels import pixel_rows
from tests.gui.samples import CheckChanges, present

COLUMNS = {
    0: ColumnHeading("Deck", width=18, share=3),
    1: ColumnHeading("Faction", width=10),
    2: ColumnHeading("Agenda", width=12, share=1),
}


def shared(room: int, needs: dict[int, int]) -> list[int]:
    widths = ColumnWidths(room, COLUMNS, 10, 5, needs).share()
    return [widths[number] for number in COLUMNS]


@pytest.mark.parametrize(
    ("needs", "widths"),
    [
        ({}, [200, 100, 100]),
        ({0: 250, 1: 100, 2: 50}, [250, 100, 50]),
        ({0: 100, 1: 100, 2: 200}, [100, 100, 200]),
        # The faction gives what it does not need, as something would be elided.
        ({0: 300, 1: 50, 2: 50}, [300, 50, 50]),
        # Too little for all: the name has the first of it.
        ({0: 300, 1: 100, 2: 300}, [170, 100, 130]),
    ],
)
def test_the_first_column_has_what_is_spare_until_nothing_is_elided(
    needs: dict[int, int], widths: list[int]
) -> None:
    assert shared(400, needs) == widths


def test_what_nobody_needs_is_shared() -> None:
    assert shared(800, {0: 200, 1: 60, 2: 100}) == [500, 100, 200]


@pytest.mark.parametrize(
    ("others", "widest"),
    [
        (["lilli"] * 30, "WWWW"),
        ([f"{day} July 111" for day in range(11, 29)], "22 Mamm 888"),
    ],
)
def test_the_widest_text_is_measured_among_longer_ones_and_as_long_ones(
    qtbot: QtBot, others: list[str], widest: str
) -> None:
    columns: tuple[Column[str], ...] = (
        Column(title="Day", text=str, width=30),
        Column(title="Noted", text=lambda row: "much that was noted " * 9, share=1),
    )
    model = ColumnsModel(columns)
    model.show_rows([*others, widest])
    table = RowsTable(model, "Games")
    qtbot.addWidget(table)
    table.resize(300, 200)
    needed = cell_width(columns[0].cell(widest), table.fontMetrics())
    assert needed > cell_width(columns[0].cell(others[0]), table.fontMetrics())
    assert shared_widths(table, columns)[0] >= needed


def test_the_whole_row_under_the_mouse_is_lit_until_the_mouse_leaves(qtbot: QtBot) -> None:
    column_of_names: Column[str] = Column(title="Deck", text=str, share=1)
    model = ColumnsModel((column_of_names, column_of_names))
    model.show_rows(["Summer", "Winter"])
    table = RowsTable(model, "Decks")
    qtbot.addWidget(table)
    table.resize(300, 200)
    table.show()
    table.fit_columns()
    seen = table.viewport()

    def grounds() -> list[QColor]:
        image = seen.grab().toImage()
        places = [table.visualRect(model.index(row, 1)).center() for row in range(2)]
        return [image.pixelColor(seen.width() - 2, place.y()) for place in places]

    plain = grounds()[0]
    QTest.mouseMove(seen, table.visualRect(model.index(1, 0)).center())
    qtbot.waitUntil(lambda: grounds() == [plain, colours_of(table.palette()).hover])
    QTest.mouseMove(seen, QPoint(5, -50))
    seen.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    assert grounds() == [plain, plain]


def test_the_current_row_has_one_frame_around_all_of_its_cells(qtbot: QtBot) -> None:
    columns: tuple[Column[str], ...] = (
        Column(title="Deck", text=str, share=1),
        Column(title="Noted", text=lambda _: "", share=1),
    )
    model = ColumnsModel(columns)
    model.show_rows(["Summer", "Winter"])
    table = RowsTable(model, "Decks")
    qtbot.addWidget(table)
    table.resize(300, 200)
    with qtbot.waitActive(table):
        table.show()
    table.setFocus()
    none = QItemSelectionModel.SelectionFlag.NoUpdate
    table.selectionModel().setCurrentIndex(model.index(0, 0), none)
    image, cell = table.viewport().grab().toImage(), table.visualRect(model.index(0, 1))
    accent = colours_of(table.palette()).accent
    assert image.pixelColor(cell.center().x(), cell.top()) == accent
    line = [image.pixelColor(x, cell.center().y()) for x in range(cell.left() - 3, cell.right())]
    assert accent not in line


def test_a_title_without_room_has_two_lines_before_it_is_cut(qtbot: QtBot) -> None:
    title = Title("Wolves of Winter, second version")
    qtbot.addWidget(title)
    image, room = QImage(9, 9, QImage.Format.Format_RGB32), title.sizeHint().width()
    painter = QPainter(image)
    wide, half, narrow = (title.fitted(painter, room // part) for part in (1, 2, 8))
    painter.end()
    assert wide == title.text()
    assert (half.replace("\n", " "), half.count("\n")) == (title.text(), 1)
    assert narrow.endswith("…")


class Words(RowsModel[str]):
    @override
    def value(self, row: int, column: int, role: int) -> Any:
        return self.rows[row] if role == Qt.ItemDataRole.DisplayRole else None


def test_the_rows_are_shown_and_have_nothing_below_them(
    qapp: QApplication, check_changes: CheckChanges
) -> None:
    model = Words(qapp)
    check_changes(model)
    model.show_rows(["Summer", "Winter"])
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["Summer", "Winter"]
    assert (model.rowCount(model.index(0, 0)), model.columnCount(model.index(0, 0))) == (0, 0)
    model.show_rows(())
    assert not model.index(0, 0).isValid()


def test_changed_rows_are_announced_all_at_once(qapp: QApplication, qtbot: QtBot) -> None:
    model = Words(qapp)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.notify_all()
    model.show_rows(["Summer", "Winter"])
    with qtbot.waitSignal(model.dataChanged) as changed:
        model.notify_all()
    first, last, *_ = changed.args
    assert (first.row(), last.row()) == (0, 1)


CLASSES: tuple[type[QWidget], ...] = (
    AnswerArea,
    CardFace,
    CardView,
    ChartView,
    StatisticsPanel,
    Tile,
)


def test_every_class_that_has_a_role_exists() -> None:
    assert set(ROLES) == {each.__name__ for each in CLASSES}


@pytest.mark.parametrize("widget_class", [CardView, ChartView])
def test_widgets_have_their_role(qtbot: QtBot, widget_class: type[QWidget]) -> None:
    install_roles()
    widget = widget_class()
    qtbot.addWidget(widget)
    interface = present(QAccessible.queryAccessibleInterface(widget))
    assert interface.role() is ROLES[widget_class.__name__]


COPY, LEFT, PLAIN = (
    Qt.DropAction.CopyAction,
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.mark.parametrize("local", [True, False])
def test_local_files_are_accepted_and_links_are_not(
    *, local: bool, qtbot: QtBot, tmp_path: Path
) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    dropped: list[list[Path]] = []
    FileDropFilter(widget).files_dropped.connect(dropped.append)
    data = QMimeData()
    url = QUrl.fromLocalFile(str(tmp_path)) if local else QUrl("https://example.org/deck")
    data.setUrls([url])
    events = (
        QDragEnterEvent(QPoint(9, 9), COPY, data, LEFT, PLAIN),
        QDragMoveEvent(QPoint(9, 9), COPY, data, LEFT, PLAIN),
        QDropEvent(QPointF(9, 9), COPY, data, LEFT, PLAIN),
    )
    for event in events:
        event.ignore()
        QApplication.sendEvent(widget, event)
    assert [event.isAccepted() for event in events] == [local] * 3
    assert dropped == ([[tmp_path]] if local else [])


def test_parts_stretch_or_are_aligned_and_spaces_are_kept(qtbot: QtBot) -> None:
    parent, left, right = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(parent)
    for part in (left, right):
        part.setMinimumSize(10, 10)
    inner = row((left, 1), 5, (right, Qt.AlignmentFlag.AlignBottom), spacing=0)
    column(inner, parent=parent, margin=(1, 2, 3, 4))
    parent.resize(104, 46)
    parent.show()
    assert left.geometry() == QRect(1, 2, 85, 40)
    assert right.geometry() == QRect(91, 32, 10, 10)


def test_without_a_part_space_stretches(qtbot: QtBot) -> None:
    parent, part = QWidget(), QWidget()
    qtbot.addWidget(parent)
    part.setFixedSize(10, 10)
    column(None, part, parent=parent, margin=0)
    parent.resize(10, 50)
    parent.show()
    assert part.y() == 40


@pytest.mark.parametrize("side", [1, 100, 400])
def test_every_module_is_a_square_of_its_colour(side: int) -> None:
    rows = qr_rows("http://192.168.1.20:8615/")
    image = qr_code_image(rows, side)
    scale = max(side // len(rows), 1)
    assert image.width() == image.height() == scale * len(rows)
    for y, line in enumerate(rows):
        for x, dark in enumerate(line):
            colour = image.pixelColor(x * scale + scale // 2, y * scale + scale // 2)
            assert colour.name() == ("#000000" if dark else "#ffffff")


def test_headings_stand_above_their_cells_and_columns_apart(qtbot: QtBot) -> None:
    columns: tuple[Column[str], ...] = (
        Column(title="Deck", text=str, share=1),
        Column(title="HIH", text=str, width=9, alignment=RIGHT),
        Column(title="HIH", text=str, width=9),
    )
    model = ColumnsModel(columns, key=str)
    model.show_rows(["", "HIH"])
    table = RowsTable(model, "Decks")
    qtbot.addWidget(table)
    table.setStyleSheet(style_sheet(LIGHT, table.fontMetrics().height()))
    table.resize(400, 200)
    with qtbot.waitExposed(table):
        table.show()

    def ends(image: QImage, top: int, column: int) -> tuple[int, int]:
        left, width = table.columnViewportPosition(column), table.columnWidth(column)
        rows = pixel_rows(image.copy(left, top, width, table.fontMetrics().height()))
        inked = [x for x in range(width) if len({row[x] for row in rows}) > 1]
        return left + inked[0], left + inked[-1]

    heading, cells = table.horizontalHeader(), table.viewport().grab().toImage()
    above = heading.grab().toImage()
    top = heading.height() // 2 - table.fontMetrics().height() // 4
    below = table.rowViewportPosition(1) + table.fontMetrics().height() // 2
    (_, number), (word, _) = (ends(above, top, column) for column in (1, 2))
    # Letters of two fonts begin at fractions of a pixel.
    assert ends(cells, below, 1)[1] == pytest.approx(number, abs=1)
    assert ends(cells, below, 2)[0] == pytest.approx(word, abs=1)
    assert word - number >= 0.75 * table.fontMetrics().height()
