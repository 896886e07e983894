"""The table of all cards: its columns, its current card, and the button that sorts it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import CopyKey, key_for
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.pool.pool_columns import (
    COLUMNS,
    COPIES,
    COST,
    GALLERY,
    LIKENESS,
    NAME,
    PACK,
    STRENGTH,
    PoolTitleRow,
    PoolVersionRow,
    Shown,
    Title,
)
from desktop.pages.builder.pool.pool_model import PoolModel, wanted_copies
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, Cell, Role, glyph_width, widest
from desktop.widgets.card_numbers import chip_size, disc_side
from desktop.widgets.card_row import RowPainter, RowStyle, side_padding
from desktop.widgets.copy_buttons import CopyButtons, button_width, width_of_buttons
from desktop.widgets.rows_table import apply_table_style

# In characters: the least width of names beside a column that the user chose.
_LEAST_NAME = 10


@dataclass(frozen=True, slots=True)
class PoolRoom:
    """What the widths follow from, in pixels.

    `character` is the width of a digit, `fixed` has the widths of numbers. `choices` are the
    columns, by name, that the user switched on or off. `need` returns the width that the contents
    of a column need, by its number.
    """

    width: int
    character: int
    fixed: Mapping[int, int]
    groups: Collection[Shown]
    choices: Mapping[str, bool]
    need: Callable[[int], int]

    def is_chosen(self, number: int) -> bool:
        return self.choices.get(COLUMNS[number].name, False)

    def usual(self, number: int) -> int:
        if number in self.fixed:
            return self.fixed[number]
        return round(COLUMNS[number].width * self.character)


def pool_column_widths(room: PoolRoom) -> dict[int, int]:
    """Return the widths of the columns that are shown, by their numbers.

    The narrow ones have what they need. The rest goes to the names first, then to the other wide
    ones, until nothing is elided.
    """
    widths = {
        number: room.usual(number)
        for number, column in enumerate(COLUMNS)
        if column.shown in room.groups
        and not column.sorts_only
        and room.choices.get(column.name, column.usual)
    }
    _hide_what_does_not_fit(widths, room)
    sharing = [number for number in widths if COLUMNS[number].share]
    sharing.sort(key=lambda number: (number != NAME, not COLUMNS[number].usual))
    spare = room.width - sum(widths.values())
    if spare < 0:
        widths[NAME] = max(6 * room.character, widths[NAME] + spare)
        return widths
    needs = {number: room.need(number) for number in sharing}
    for number in sharing:
        more = max(0, min(spare, needs[number] - widths[number]))
        widths[number] += more
        spare -= more
    unused = max(0, widths[NAME] - max(needs[NAME], _LEAST_NAME * room.character))
    for number in sharing[1:]:
        more = max(0, min(unused, needs[number] - widths[number]))
        widths[number] += more
        widths[NAME] -= more
        unused -= more
    widths[NAME] += spare
    return widths


def _hide_what_does_not_fit(widths: dict[int, int], room: PoolRoom) -> None:
    """Remove the wide columns that leave too little to the name, the widest first.

    Those that the user chose are removed last.
    """

    def first_to_go(number: int) -> tuple[bool, bool, float]:
        return number == LIKENESS, room.is_chosen(number), -COLUMNS[number].width

    going = [number for number in widths if number != NAME and COLUMNS[number].share]
    for number in sorted(going, key=first_to_go):
        left = room.width - sum(widths.values()) + widths[NAME]
        wanted: float = widths[NAME]
        if room.is_chosen(number) or number == LIKENESS:
            wanted = _LEAST_NAME * room.character
        if left < wanted:
            del widths[number]


_UP = Qt.SortOrder.AscendingOrder


class PoolView(CardListView):
    """Mixed into the table and the gallery of all cards: the row of a name opens and closes."""

    versions_requested = Signal(list)  # pairs of a card and a number of copies
    pool_model: PoolModel
    own_column = NAME

    def triangle_place(self, index: AnyIndex) -> QRect:
        """Return where the triangle is that opens the row of a name."""
        raise NotImplementedError

    def go_to_current(self) -> None:
        """Bring the current card into view: another view of them was shown before."""
        self._to_own_column()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def _to_own_column(self) -> None:
        current = self.currentIndex()
        if current.isValid() and current.column() != self.own_column:
            own, flags = current.siblingAtColumn(self.own_column), QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(own, flags.NoUpdate)

    def _title_at(self, place: QPoint) -> int | None:
        """Return the number of the row whose triangle is at a position."""
        index = self.indexAt(place)
        is_title = isinstance(self.pool_model.row_at(index), PoolTitleRow)
        return index.row() if is_title and self.triangle_place(index).contains(place) else None

    def open_title(self, number: int, *, opened: bool) -> None:
        """Open or close the row of a name; the current row is never one that is hidden."""
        row, current = self.pool_model.rows[number], self.currentIndex().row()
        hidden = isinstance(row, PoolTitleRow) and number < current <= number + len(row.versions)
        if hidden and not opened:
            self.setCurrentIndex(self.pool_model.index(number, self.own_column))
        self.pool_model.set_open(number, opened=opened)

    def step(self, *, inwards: bool) -> bool:
        """Open or close the current row where it is a name; return whether that was done."""
        row = self.pool_model.row_at(self.currentIndex())
        if not isinstance(row, PoolTitleRow) or row.opened is inwards:
            return False
        self.open_title(self.currentIndex().row(), opened=inwards)
        return True

    @override
    def press(self, key: CopyKey) -> None:
        self.chosen_rows()  # selects the current row where none is
        rows = [self.pool_model.rows[each.row()] for each in self.selectionModel().selectedRows()]
        if key.large or key.considers or not any(isinstance(row, PoolTitleRow) for row in rows):
            super().press(key)
        else:
            self.versions_requested.emit(wanted_copies(rows, self.pool_model.overlay, key))

    @override
    def on_count_clicked(self, index: AnyIndex, count: int) -> None:
        row = self.pool_model.rows[index.row()]
        if isinstance(row, PoolTitleRow):
            wanted = wanted_copies([row], self.pool_model.overlay, key_for(count))
            self.versions_requested.emit(wanted)
        else:
            super().on_count_clicked(index, count)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        sides = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        inwards = sides.get(Qt.Key(event.key()))
        if inwards is None or event.modifiers() or not self.step(inwards=inwards):
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._title_at(event.position().toPoint())
        if number is None:
            super().mousePressEvent(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            self.open_title(number, opened=not self.pool_model.is_open(number))

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._title_at(event.position().toPoint()) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

    def paint_empty(self) -> None:
        if not self.pool_model.rowCount() and not self.pool_model.total:
            self._paint_words("Loading the cards…", space(self, 6))


class PoolTable(PoolView, QTableView):
    """The table; its current and selected cards stay the same while the model is reset."""

    def __init__(self, model: PoolModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.pool_model = model
        self._current: tuple[str, Title | None] = "", None
        self._announced = ""
        self._selected: set[tuple[str, Title | None]] = set()
        self.groups = frozenset({Shown.ALWAYS, Shown.WITH_BOTH_EDITIONS})
        self._choices = model.overlay.choices
        self.column_choices: dict[str, bool] = {}
        apply_table_style(self, "All cards")
        header = self.horizontalHeader()
        # The button of the view sorts, and shows by what.
        header.hide()
        header.setSortIndicator(NAME, _UP)
        header.setMinimumSectionSize(1)
        self._set_up(model)
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)

    def show_columns(self, *, deck: bool, collection: bool, likeness: bool) -> None:
        """Show the columns of a deck, a collection, both editions, and a likeness, or not."""
        groups = {
            Shown.ALWAYS: True,
            Shown.WITH_DECK: deck,
            Shown.WITH_COLLECTION: collection,
            Shown.WITH_BOTH_EDITIONS: self.pool_model.scope.edition is None,
            Shown.WITH_LIKENESS: likeness,
        }
        shown = frozenset(group for group, there in groups.items() if there)
        choices = self.pool_model.overlay.choices
        if (shown, choices) != (self.groups, self._choices):
            self.groups, self._choices = shown, choices
            self._share_width()

    @property
    def shown_groups(self) -> frozenset[Shown]:
        """The groups of columns that are shown now: those of plots where there is nothing else."""
        if not self.pool_model.plots_alone:
            return self.groups | {Shown.WITH_OTHERS_THAN_PLOTS}
        return self.groups | {Shown.WITH_PLOTS_ALONE}

    def choose_columns(self, choices: Mapping[str, bool]) -> None:
        """Show the columns that the user wants, by their names; the others as is usual."""
        self.column_choices = dict(choices)
        self._share_width()

    def _share_width(self) -> None:
        widths = self._widths()
        self.pool_model.shows_packs = PACK in widths
        for number in range(len(COLUMNS)):
            self.setColumnHidden(number, number not in widths)
        for number, width in widths.items():
            self.setColumnWidth(number, width)
        self.viewport().update()

    def _widths(self) -> dict[int, int]:
        metrics = self.fontMetrics()
        width, character = self.viewport().width(), metrics.horizontalAdvance("0")
        height, side = metrics.height(), side_padding(metrics)
        gap = height // 2
        fixed = {
            COPIES: side + width_of_buttons(self._choices, metrics),
            COST: gap + disc_side(height) + gap,
            STRENGTH: gap + 4 * chip_size(height)[0] + 3 * height // 4 + side,
        }
        groups, choices = self.shown_groups, self.column_choices
        room = PoolRoom(width, character, fixed, groups, choices, self._need)
        widths = pool_column_widths(room)
        if widths[NAME] < _LEAST_NAME * character:  # in a very narrow panel names come first
            del widths[STRENGTH]
            widths[NAME] += width - sum(widths.values())
        return widths

    def _need(self, number: int) -> int:
        if not COLUMNS[number].usual:
            return self.width()  # a text has no end
        return widest(self.pool_model.longest(number), self.fontMetrics())

    def _on_model_about_to_be_reset(self) -> None:
        rows = self.selectionModel().selectedRows()
        self._selected = {self._key(index.row()) for index in rows}

    def _key(self, number: int) -> tuple[str, Title | None]:
        """Return the code of a row's card, and the title where the row is that of a name."""
        row = self.pool_model.rows[number]
        return row.card.code, row.title if isinstance(row, PoolTitleRow) else None

    def _on_model_reset(self) -> None:
        self._share_width()
        self.restore_rows()

    def restore_rows(self) -> None:
        """Make the rows current and selected again that were so before the model was reset."""
        row = self.pool_model.row_of(*self._current) if self._current[0] else None
        if row is None:
            self.scrollToTop()
            return
        current = self.pool_model.index(row, NAME)
        self.setCurrentIndex(current)
        if len(self._selected) > 1:
            selection, flags = QItemSelection(), QItemSelectionModel.SelectionFlag
            for key in self._selected:
                found = self.pool_model.row_of(*key)
                if found is not None:
                    index = self.pool_model.index(found, NAME)
                    selection.select(index, index)
            self.selectionModel().select(selection, flags.Select | flags.Rows)
        self.scrollTo(current, QAbstractItemView.ScrollHint.EnsureVisible)

    @override
    def _on_current_row_changed(self, current: AnyIndex) -> None:
        card = current.data(Role.CARD)
        if not isinstance(card, Card) or self._ignores_current:
            return
        self._current = self._key(current.row())
        if card.code != self._announced:
            self._announced = card.code
            self.card_chosen.emit(card)

    @override
    def row_rect(self, index: AnyIndex) -> QRect:
        row = index.row()
        width, height = self.viewport().width(), self.rowHeight(row)
        return QRect(0, self.rowViewportPosition(row), width, height)

    @override
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        copies = self.pool_model.cell(index.row(), COPIES).copies
        place = self.visualRect(index.sibling(index.row(), COPIES))
        if copies is None or place.isEmpty():
            return None
        place.setLeft(place.left() + side_padding(self.fontMetrics()))
        return CopyButtons(place, copies, button_width(self.fontMetrics()))

    @override
    def triangle_place(self, index: AnyIndex) -> QRect:
        place, metrics = self.visualRect(index), self.fontMetrics()
        place.setWidth(glyph_width(metrics))
        return place if index.column() == NAME else QRect()

    @override
    def step(self, *, inwards: bool) -> bool:
        number, rows = self.currentIndex().row(), self.pool_model.rows
        row = self.pool_model.row_at(self.currentIndex())
        if isinstance(row, PoolTitleRow) and row.opened and inwards:
            number += 1
        elif isinstance(row, PoolVersionRow) and not inwards:
            while isinstance(rows[number], PoolVersionRow):
                number -= 1
        else:
            return super().step(inwards=inwards)
        self.setCurrentIndex(self.pool_model.index(number, NAME))
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint whole rows: cell by cell through the delegate takes three times as long."""
        model, painter = self.pool_model, QPainter(self.viewport())
        colours = colours_of(self.palette())
        style = RowStyle(self.font(), colours, colours.paper)
        places = tuple(
            (each, self.columnViewportPosition(each), self.columnWidth(each))
            for each in range(GALLERY)
            if not self.isColumnHidden(each)
        )
        first, last = self.rowAt(event.rect().top()), self.rowAt(event.rect().bottom())
        for number in range(max(0, first), (last if last >= 0 else len(model.rows) - 1) + 1):
            index = model.index(number, NAME)
            rect = self.row_rect(index)
            cells = tuple([model.cell(number, each) for each, _, _ in places])
            paint_cells = partial(_paint_cells, rect, cells, places)
            self.paint_row(painter, index, rect, style, (cells, places), paint_cells)
        painter.end()
        self.paint_empty()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()


def _paint_cells(
    rect: QRect, cells: Sequence[Cell], places: Sequence[tuple[int, int, int]], rows: RowPainter
) -> None:
    parts = [
        (cell, QRect(left, rect.top(), width, rect.height()))
        for cell, (each, left, width) in zip(cells, places, strict=True)
        if each != COPIES
    ]
    rows.parts(parts, rect.right() + 1)
