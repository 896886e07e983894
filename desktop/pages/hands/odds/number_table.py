"""Tables of names and numbers: whole names, numbers in full in the tool tips, copied as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from core.text_format import csv_text, harmless_cell
from desktop.style.fonts import Size, sized
from desktop.widgets.card_delegate import RIGHT, card_row_height
from desktop.widgets.rows_model import Column, ColumnsModel, Row
from desktop.widgets.rows_table import NarrowTable

# Widths in characters: what a name has at least, and a number where there is room.
NAME, NUMBER = 10, 9


@dataclass(frozen=True, slots=True)
class Number:
    """What a cell says in full and in short, and the value that it is copied as."""

    text: str
    short: str
    value: float | str


@dataclass(frozen=True, slots=True)
class Figures:
    """A row of numbers behind a name, which may have a `short` form; `tip` says what they are."""

    key: str
    name: str
    numbers: tuple[Number, ...]
    tip: str
    short: str = ""


class NumberTable(NarrowTable[Row]):
    """A table with names in its first column, whole in several lines, that copies rows as CSV.

    The columns that are `dropped` are hidden where names would have no room for them.
    """

    wrapping = (0,)

    def __init__(
        self,
        model: ColumnsModel[Row],
        name: str,
        parent: QWidget | None = None,
        dropped: Sequence[int] = (),
    ) -> None:
        super().__init__(model, name, parent, main=0, dropped=dropped)
        self.numbers = model
        model.setParent(self)
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self.fit_columns)

    def copy_csv(self) -> None:
        """Copy the selected rows as CSV, or all where fewer than two are selected."""
        chosen, columns = self.selected(), self.numbers.columns
        rows = chosen if len(chosen) > 1 else self.numbers.rows
        headings = (column.name or column.title for column in columns)
        cells = ([_csv_cell(column, row) for column in columns] for row in rows)
        QGuiApplication.clipboard().setText(csv_text(headings, cells))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_csv()
            event.accept()
            return
        super().keyPressEvent(event)


def _csv_cell(column: Column[Row], row: Row) -> str:
    value = (column.sort_key or column.text)(row)
    return f"{value:.6g}" if isinstance(value, float) else harmless_cell(str(value))


class FiguresTable(NumberTable[Figures]):
    """A table of figures, as high as its rows; it is scrolled where names have no room."""

    least = NAME * 0.8
    _fitting = False

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(ColumnsModel((_name_column(""),), key=lambda row: row.key), name, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_figures(
        self, rows: Iterable[Figures], *titles: str | tuple[str, str], first: str = ""
    ) -> None:
        """Show rows below titles, some with what they are in full; `first` is above the names."""
        columns = [_name_column(first)]
        for place, title in enumerate(titles):
            columns.append(_figure_column(place, *((title,) if isinstance(title, str) else title)))
        self.numbers.show_columns(columns, rows)

    @override
    def fit_columns(self) -> None:
        if self._fitting:  # the other letters, or the scroll bar, have resized it
            return
        self._fitting = True
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        # Where a name or a number has no room, the whole table has small letters.
        for size in (Size.BODY, Size.SMALL):
            self.setFont(sized(self.font(), size))
            super().fit_columns()
            fits = columns.length() <= self.viewport().width()
            if fits and rows.length() == rows.count() * card_row_height(self.fontMetrics()):
                break
        inner = rows.length() + 2 * self.frameWidth()
        if not fits:
            inner += self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(columns.sizeHint().height() + inner)
        self._fitting = False


def _name_column(title: str) -> Column[Figures]:
    return Column(
        title=title,
        name=title or "What",
        width=NAME,
        share=1,
        text=lambda row: row.short or row.name,
        words=lambda row: row.name,
        tooltip=lambda row: row.tip,
        sort_key=lambda row: row.name,
    )


def _figure_column(place: int, title: str, name: str = "") -> Column[Figures]:
    return Column(
        title=title,
        name=name,
        alignment=RIGHT,
        width=NUMBER,
        text=lambda row: row.numbers[place].short,
        words=lambda row: row.numbers[place].text,
        tooltip=lambda row: f"{row.tip}: {row.numbers[place].text}",
        sort_key=lambda row: row.numbers[place].value,
    )
