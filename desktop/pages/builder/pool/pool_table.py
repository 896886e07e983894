"""The table of all cards: its columns and its current card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import CopyKey, key_for
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.pool.pool_columns import COLUMNS, COPIES, LIKENESS, NAME, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.title_rows import PoolTitleRow, PoolVersionRow, Title, wanted_copies
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    Cell,
    Role,
    cell_of,
    cell_width,
    glyph_width,
    widest,
)
from desktop.widgets.copy_buttons import CopyButtons, button_width, width_of_buttons
from desktop.widgets.rows_table import apply_table_style

_BESIDE = NAME + 1  # the sign of legality, which few cards have


class NameDelegate(CardDelegate):
    """Paints each of the two cells its own part of such a name, whichever is painted alone."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        whole = self.place_of_name(index) if index.column() in {NAME, _BESIDE} else None
        if whole is None:
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setClipRect(option.rect)
        line = QStyleOptionViewItem(option)
        line.rect = whole
        super().paint(painter, line, index.sibling(index.row(), NAME))
        painter.restore()

    def place_of_name(self, index: AnyIndex) -> QRect | None:
        """Return where a name is painted that needs more than its own cell, and may have it."""
        name, beside = index.sibling(index.row(), NAME), index.sibling(index.row(), _BESIDE)
        place, metrics = self._table.visualRect(name), self._table.fontMetrics()
        if self._table.isColumnHidden(_BESIDE) or cell_of(beside).glyphs:
            return None
        if cell_width(cell_of(name), metrics) <= place.width():
            return None
        return place.united(self._table.visualRect(beside))


# In characters: what a column that the user chose leaves to the name at least, and what other wide
# ones leave to it beside such a column.
_LEAST_NAME, _USUAL_NAME = 10, 24


@dataclass(frozen=True, slots=True)
class PoolRoom:
    """What the widths follow from, in pixels.

    `character` is the width of a digit, `copies` that of the copies in the deck. `choices` says of
    columns by name whether the user wants them; the others are shown as is usual. `need` returns
    the width that the contents of a column with a share need, by its number.
    """

    width: int
    character: int
    copies: int
    groups: Collection[Shown]
    choices: Mapping[str, bool]
    need: Callable[[int], int]


def pool_column_widths(room: PoolRoom) -> dict[int, int]:
    """Return the widths of the columns that are shown, by their numbers.

    The narrow ones have what they need. What they leave goes to the names first, then to the
    other wide ones, until nothing is elided.
    """
    widths = {
        number: room.copies if number == COPIES else _usual_width(number, room)
        for number, column in enumerate(COLUMNS)
        if column.shown in room.groups and room.choices.get(column.name, column.usual)
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
    lacking = sum(max(0, needs[number] - widths[number]) for number in sharing)
    unused = max(0, widths[NAME] - max(needs[NAME], _LEAST_NAME * room.character))
    for number in sharing[1:] if lacking else ():
        more = max(0, min(unused, needs[number] - widths[number]))
        widths[number] += more
        widths[NAME] -= more
        unused -= more
    widths[NAME] += spare
    return widths


def _usual_width(number: int, room: PoolRoom) -> int:
    """Return the width that a column has in any case; the values of plots leave what they can."""
    column = COLUMNS[number]
    width = round(column.width * room.character)
    tight = column.shown is Shown.WITH_PLOTS_IN_NARROW_TABLE
    return min(width, room.need(number)) if tight else width


def _hide_what_does_not_fit(widths: dict[int, int], room: PoolRoom) -> None:
    """Remove the columns that leave too little to the name; those that the user chose last.

    First go the wide ones, the widest first, then narrow ones from the right.
    """

    def chosen(number: int) -> bool:
        return room.choices.get(COLUMNS[number].name, False)

    def first_to_go(number: int) -> tuple[bool, bool, bool, float]:
        column = COLUMNS[number]
        # By what a card is like another one is what was asked for.
        last = number == LIKENESS
        return last, chosen(number), not column.share, -column.width if column.share else -number

    going = [n for n in widths if n != NAME and (COLUMNS[n].share or COLUMNS[n].yields)]
    for number in sorted(going, key=first_to_go):
        left, column = room.width - sum(widths.values()) + widths[NAME], COLUMNS[number]
        wanted: float = widths[NAME]
        if chosen(number) or number == LIKENESS:
            wanted = _LEAST_NAME * room.character
        elif column.share and any(map(chosen, widths)):
            wanted = _USUAL_NAME * room.character
        elif not column.share and not any(map(chosen, widths)):
            wanted = column.yields * room.character
        if left < wanted:
            del widths[number]


_UP = Qt.SortOrder.AscendingOrder
# In characters: names are wider than this, or the buttons of copies are shown in one row only.
NAME_WIDTH = 15
_MANY = 5


class PoolTable(CardListView, QTableView):
    """The table; its current and selected cards stay the same while the model is reset.

    Signals:
        versions_requested: copies of cards should be set (pairs of a card and a number).
    """

    versions_requested = Signal(list)

    def __init__(self, model: PoolModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pool_model = model
        self._current: tuple[str, Title | None] = "", None
        self._announced = ""
        self._selected: set[tuple[str, Title | None]] = set()
        self.groups = frozenset({Shown.ALWAYS, Shown.WITH_BOTH_EDITIONS})
        self._choices, self._folded, self._narrow = model.overlay.choices, False, False
        self.column_choices: dict[str, bool] = {}
        apply_table_style(self, "All cards")
        self.setItemDelegate(NameDelegate(self))
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSortIndicator(NAME, _UP)
        header.setMinimumSectionSize(1)
        self._set_up(model)
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)

    @property
    def empty_text(self) -> str:
        """Why there are no rows."""
        return "No cards match" if self.pool_model.total else "Loading the cards…"

    def go_to_current(self) -> None:
        """Bring the current card into view: another view of them was shown before."""
        if self.currentIndex().isValid():
            flags = QItemSelectionModel.SelectionFlag
            name = self.currentIndex().siblingAtColumn(NAME)
            self.selectionModel().setCurrentIndex(name, flags.NoUpdate)
            self.scrollTo(name)

    def show_columns(
        self, *, deck: bool, collection: bool, editions: bool, likeness: bool = False
    ) -> None:
        """Show the columns of a deck, a collection, both editions, and a likeness, or not."""
        groups = {
            Shown.WITH_DECK: deck,
            Shown.WITH_COLLECTION: collection,
            Shown.WITH_BOTH_EDITIONS: editions,
            Shown.WITH_LIKENESS: likeness,
        }
        shown = frozenset({Shown.ALWAYS, *(group for group, there in groups.items() if there)})
        choices = self.pool_model.overlay.choices
        if (shown, choices) != (self.groups, self._choices):
            self.groups, self._choices = shown, choices
            self._share_width()

    @property
    def shown_groups(self) -> frozenset[Shown]:
        """The groups of columns that are shown now: those of plots where there is nothing else."""
        if not self.pool_model.plots_alone:
            return self.groups | {Shown.WITH_OTHERS_THAN_PLOTS}
        narrow = Shown.WITH_PLOTS_IN_NARROW_TABLE
        return self.groups | {narrow if self._narrow else Shown.WITH_PLOTS_ALONE}

    def choose_columns(self, choices: Mapping[str, bool]) -> None:
        """Show the columns that the user wants, by their names; the others as is usual."""
        self.column_choices = dict(choices)
        self._share_width()

    def _share_width(self) -> None:
        """Give the columns their widths.

        Only where the names have enough are there the buttons of copies in each row, and all
        columns of plots.
        """
        least = NAME_WIDTH * self.fontMetrics().horizontalAdvance("0")
        tries = [(narrow, folded) for narrow in (False, True) for folded in (False, True)]
        for self._narrow, self._folded in tries:
            widths = self._widths()
            lacks = Shown.WITH_LIKENESS in self.groups and LIKENESS not in widths
            enough = widths[NAME] >= least and not lacks
            if enough or (self._folded and not self.pool_model.plots_alone):
                break
        for number in range(len(COLUMNS)):
            self.setColumnHidden(number, number not in widths)
        for number, width in widths.items():
            self.setColumnWidth(number, width)
        self.viewport().update()

    def _widths(self) -> dict[int, int]:
        metrics = self.fontMetrics()
        width, character = self.viewport().width(), metrics.horizontalAdvance("0")
        # No deck holds three of a plot, but in the formats with more of everything.
        most = 3 if self.pool_model.plots_alone and self._choices < _MANY else self._choices
        copies = width_of_buttons(1 if self._folded else most, metrics)
        groups, choices = self.shown_groups, self.column_choices
        return pool_column_widths(PoolRoom(width, character, copies, groups, choices, self._need))

    def _need(self, number: int) -> int:
        """Return the width that the contents of a column need."""
        if not COLUMNS[number].usual:
            return self.width()  # a text has no end
        metrics = self.fontMetrics()
        cells = self.pool_model.longest(number)
        return widest(cells, metrics)

    def _on_model_about_to_be_reset(self) -> None:
        rows = self.selectionModel().selectedRows()
        self._selected = {self._key(index.row()) for index in rows}

    def _key(self, number: int) -> tuple[str, Title | None]:
        """Return what finds a row again: its card, and its name where it is that of a name."""
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
    def _request(self, key: CopyKey) -> None:
        self.chosen_rows()  # selects the current row where none is
        rows = [self.pool_model.rows[each.row()] for each in self.selectionModel().selectedRows()]
        if key.large or not any(isinstance(row, PoolTitleRow) for row in rows):
            super()._request(key)
        else:
            self.versions_requested.emit(wanted_copies(rows, self.pool_model.overlay, key))

    def request_copies(self, key: CopyKey) -> None:
        """Request of the selected rows what a key wants of them."""
        self._request(key)

    @override
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons of an index; where all are narrow, those of a row at its right end."""
        if not self._folded:
            return super().copy_buttons(index)
        cell = index.sibling(index.row(), COPIES).data(Role.CELL)
        if not isinstance(cell, Cell) or cell.copies is None or not self.is_active(index):
            return None
        metrics, row = self.fontMetrics(), self.visualRect(index)
        width = button_width(metrics) * min(
            self._choices, 1 + max(cell.copies.limit, cell.copies.own)
        )
        right = self.viewport().width()
        place = QRect(right - width, row.top(), width, row.height())
        return CopyButtons(place, cell.copies, button_width(metrics))

    def _paint_folded_buttons(self) -> None:
        """Paint the buttons of the row under the mouse and of the current one over the row."""
        painter, colours = QPainter(self.viewport()), colours_of(self.palette())
        for row in {self.currentIndex().row(), self.copy_clicks.row_under}:
            index = self.pool_model.index(row, NAME)
            if (buttons := self.copy_buttons(index)) is not None:
                selected = self.selectionModel().isSelected(index)
                painter.fillRect(buttons.rect, colours.selection if selected else colours.panel)
                buttons.paint(painter, colours, self.copy_clicks.hovered(index))
        painter.end()

    @override
    def on_count_clicked(self, index: AnyIndex, count: int) -> None:
        row = self.pool_model.rows[index.row()]
        if isinstance(row, PoolTitleRow):
            wanted = wanted_copies([row], self.pool_model.overlay, key_for(count))
            self.versions_requested.emit(wanted)
        else:
            super().on_count_clicked(index, count)

    def open_title(self, number: int, *, opened: bool) -> None:
        """Open or close the row of a name; the current row is never one that is hidden."""
        row, current = self.pool_model.rows[number], self.currentIndex().row()
        if (
            isinstance(row, PoolTitleRow)
            and not opened
            and number < current <= number + len(row.versions)
        ):
            self.setCurrentIndex(self.pool_model.index(number, NAME))
        self.pool_model.set_open(number, opened=opened)

    def _triangle_at(self, place: QPoint) -> int | None:
        """Return the row whose triangle is at a place."""
        index = self.indexAt(place)
        if index.column() != NAME or not isinstance(
            self.pool_model.rows[index.row()], PoolTitleRow
        ):
            return None
        width = self.fontMetrics().height() // 3 + glyph_width(self.fontMetrics())
        return index.row() if place.x() < self.visualRect(index).left() + width else None

    def _step_into(self, *, inwards: bool) -> bool:
        """Open the row of a name and go to its versions, or back; return whether it could."""
        number = self.currentIndex().row()
        row = self.pool_model.rows[number] if number >= 0 else None
        if isinstance(row, PoolTitleRow) and row.opened is not inwards:
            self.open_title(number, opened=inwards)
        elif isinstance(row, PoolTitleRow) and inwards:
            self.setCurrentIndex(self.pool_model.index(number + 1, NAME))
        elif isinstance(row, PoolVersionRow) and not inwards:
            while isinstance(self.pool_model.rows[number], PoolVersionRow):
                number -= 1
            self.setCurrentIndex(self.pool_model.index(number, NAME))
        else:
            return False
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        sides = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}
        inwards = sides.get(Qt.Key(event.key()))
        if inwards is None or event.modifiers() or not self._step_into(inwards=inwards):
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._triangle_at(event.position().toPoint())
        row = None if number is None else self.pool_model.rows[number]
        if number is None or not isinstance(row, PoolTitleRow):
            super().mousePressEvent(event)
        elif event.button() is Qt.MouseButton.LeftButton:
            self.open_title(number, opened=not row.opened)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._triangle_at(event.position().toPoint()) is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.mousePressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._folded:
            self._paint_folded_buttons()
        if not self.pool_model.rowCount():
            self._paint_words(self.empty_text, space(self, 6))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
