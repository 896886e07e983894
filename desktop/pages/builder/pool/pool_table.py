"""The table of all cards: its columns, its current card, and the button that sorts it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.likeness import Likeness
from desktop.pages.builder.card_commands import CopyKey, key_for
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.pool.pool_columns import COLUMNS, COPIES, LIKENESS, NAME, Shown
from desktop.pages.builder.pool.pool_model import (
    PoolModel,
    PoolTitleRow,
    PoolVersionRow,
    Title,
    wanted_copies,
)
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import (
    AnyIndex,
    CardDelegate,
    Role,
    cell_of,
    cell_width,
    glyph_width,
    widest,
)
from desktop.widgets.copy_buttons import CopyButtons, width_of_buttons
from desktop.widgets.rows_table import apply_table_style

_AFTER_NAME = NAME + 1  # the sign of legality, which few cards have


class NameDelegate(CardDelegate):
    """Paints a long name over the cell after it, too, where that is empty."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        whole = self.place_of_name(index) if index.column() in {NAME, _AFTER_NAME} else None
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
        """Return the place of a name that takes both cells; None where it has its own only."""
        name, after = index.sibling(index.row(), NAME), index.sibling(index.row(), _AFTER_NAME)
        place = self._table.visualRect(name)
        if self._table.isColumnHidden(_AFTER_NAME) or cell_of(after).glyphs:
            return None
        if cell_width(cell_of(name), self._table.fontMetrics()) <= place.width():
            return None
        return place.united(self._table.visualRect(after))


# In characters: the least width of names beside a column that the user chose, and beside others.
_LEAST_NAME, _USUAL_NAME = 10, 24


@dataclass(frozen=True, slots=True)
class PoolRoom:
    """What the widths follow from, in pixels.

    `character` is the width of a digit, `copies` that of the copies in the deck. `choices` are the
    columns, by name, that the user switched on or off. `need` returns the width that the contents
    of a column need, by its number.
    """

    width: int
    character: int
    copies: int
    groups: Collection[Shown]
    choices: Mapping[str, bool]
    need: Callable[[int], int]

    def is_chosen(self, number: int) -> bool:
        return self.choices.get(COLUMNS[number].name, False)

    def usual(self, number: int) -> int:
        if number == COPIES:
            return self.copies
        width = round(COLUMNS[number].width * self.character)
        # The values of plots leave to the names what they do not need.
        tight = COLUMNS[number].shown is Shown.WITH_PLOTS_IN_NARROW_TABLE
        return min(width, self.need(number)) if tight else width


def pool_column_widths(room: PoolRoom) -> dict[int, int]:
    """Return the widths of the columns that are shown, by their numbers.

    The narrow ones have what they need. The rest goes to the names first, then to the other wide
    ones, until nothing is elided.
    """
    widths = {
        number: room.usual(number)
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
    unused = max(0, widths[NAME] - max(needs[NAME], _LEAST_NAME * room.character))
    for number in sharing[1:]:
        more = max(0, min(unused, needs[number] - widths[number]))
        widths[number] += more
        widths[NAME] -= more
        unused -= more
    widths[NAME] += spare
    return widths


def _hide_what_does_not_fit(widths: dict[int, int], room: PoolRoom) -> None:
    """Remove the columns that leave too little to the name; those that the user chose last.

    First go the wide ones, the widest first, then narrow ones from the right.
    """

    def first_to_go(number: int) -> tuple[bool, bool, bool, float]:
        column = COLUMNS[number]
        order = -column.width if column.share else -number
        return number == LIKENESS, room.is_chosen(number), not column.share, order

    going = [n for n in widths if n != NAME and (COLUMNS[n].share or COLUMNS[n].yields)]
    for number in sorted(going, key=first_to_go):
        left, column = room.width - sum(widths.values()) + widths[NAME], COLUMNS[number]
        wanted: float = widths[NAME]
        if room.is_chosen(number) or number == LIKENESS:
            wanted = _LEAST_NAME * room.character
        elif column.share and any(map(room.is_chosen, widths)):
            wanted = _USUAL_NAME * room.character
        elif not column.share and not any(map(room.is_chosen, widths)):
            wanted = column.yields * room.character
        if left < wanted:
            del widths[number]


_UP = Qt.SortOrder.AscendingOrder
# In characters: names are wider than this, or the buttons of copies are shown in one row only.
NAME_WIDTH = 15
_MANY = 5


class PoolView(CardListView):
    """Mixed into the table and the gallery of all cards: the row of a name opens and closes.

    Signals:
        versions_requested: copies of cards should be set (pairs of a card and a number).
    """

    versions_requested = Signal(list)
    pool_model: PoolModel
    own_column = NAME

    def triangle_place(self, index: AnyIndex) -> QRect:
        """Return where the triangle is that opens the row of a name."""
        raise NotImplementedError

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

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.pool_model.rowCount():
            words = "No cards match" if self.pool_model.total else "Loading the cards…"
            self._paint_words(words, space(self, 6))


class PoolTable(PoolView, QTableView):
    """The table; its current and selected cards stay the same while the model is reset."""

    def __init__(self, model: PoolModel, parent: QWidget) -> None:
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

    def go_to_current(self) -> None:
        """Bring the current card into view: another view of them was shown before."""
        if self.currentIndex().isValid():
            flags = QItemSelectionModel.SelectionFlag
            name = self.currentIndex().siblingAtColumn(NAME)
            self.selectionModel().setCurrentIndex(name, flags.NoUpdate)
            self.scrollTo(name)

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
        narrow = Shown.WITH_PLOTS_IN_NARROW_TABLE
        return self.groups | {narrow if self._narrow else Shown.WITH_PLOTS_ALONE}

    def choose_columns(self, choices: Mapping[str, bool]) -> None:
        """Show the columns that the user wants, by their names; the others as is usual."""
        self.column_choices = dict(choices)
        self._share_width()

    def _share_width(self) -> None:
        """Fit the columns; each row has its buttons of copies only where names have enough room."""
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
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons of an index; where all are narrow, those of a row at its right end."""
        if not self._folded:
            return super().copy_buttons(index)
        copies = cell_of(index.sibling(index.row(), COPIES)).copies
        if copies is None or not self.is_active(index):
            return None
        return self.buttons_at_right(index, copies, self.viewport().width(), self._choices)

    @override
    def triangle_place(self, index: AnyIndex) -> QRect:
        place, metrics = self.visualRect(index), self.fontMetrics()
        place.setWidth(metrics.height() // 3 + glyph_width(metrics))
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
        super().paintEvent(event)
        if not self._folded:
            return
        painter = QPainter(self.viewport())
        for row in {self.currentIndex().row(), self.copy_clicks.row_under}:
            index = self.pool_model.index(row, NAME)
            if (buttons := self.copy_buttons(index)) is not None:
                self.paint_buttons(painter, index, buttons)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()


class LikenessOrder:
    """Sorts by likeness at first, then as the player wants; afterwards as it was before."""

    def __init__(self, table: PoolTable) -> None:
        self._table = table
        self._likeness: Mapping[str, Likeness] = {}
        self._before = NAME, _UP

    @property
    def shown(self) -> tuple[int, Qt.SortOrder]:
        """The column that the cards are sorted by, and the order."""
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    @property
    def lasting(self) -> tuple[int, Qt.SortOrder]:
        """The column and order without a sorting by likeness."""
        return self._before if self.shown[0] == LIKENESS else self.shown

    def show(self, likeness: Mapping[str, Likeness]) -> None:
        """Sort by this likeness; if there is none, as before."""
        if likeness == self._likeness:
            return
        before, self._likeness = self.lasting, likeness
        if likeness:
            self._before = before
            self._table.sortByColumn(LIKENESS, _UP)
            # The column may be the same, the likeness another.
            self._table.pool_model.sort(LIKENESS, _UP)
        else:
            self._table.sortByColumn(*before)


_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


class SortButton(QToolButton):
    """A menu of the shown columns, to sort by one or to reverse its order by keys."""

    def __init__(self, table: PoolTable, columns: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self._table, self._columns = table, columns
        self.likeness = LikenessOrder(table)
        # Without the style's little arrow, which hangs below the line of the others.
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setText("So&rt")
        self.setAccessibleName("Sort the cards")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        self.menu().triggered.connect(self._on_triggered)
        table.horizontalHeader().sortIndicatorChanged.connect(self._show_order)
        self._show_order()

    @property
    def saved(self) -> str:
        """The column that the cards are sorted by, for `restore`."""
        column, order = self.likeness.lasting
        return f"{'-' if order is _DOWN else ''}{COLUMNS[column].name}"

    def restore(self, saved: str) -> None:
        """Sort as it was; an unknown column is ignored."""
        order = _DOWN if saved.startswith("-") else _UP
        for number, column in enumerate(COLUMNS):
            if column.name == saved.removeprefix("-"):
                self._table.sortByColumn(number, order)

    def _show_order(self) -> None:
        column, order = self.likeness.shown
        said = f"Sorted by {COLUMNS[column].name.lower()}, {_ORDERS[order]}"
        self.setAccessibleDescription(said)
        self.setToolTip(said)

    def _fill(self) -> None:
        menu, (chosen, _) = self.menu(), self.likeness.shown
        menu.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.shown_groups:
                continue
            action = menu.addAction(column.name)
            action.setCheckable(True)
            action.setChecked(number == chosen)
            action.setData(number)
        menu.addSeparator()
        menu.addMenu(self._columns)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = action.data(), self.likeness.shown
        if not isinstance(number, int):
            return  # of the columns
        reverse = number == chosen and order is _UP
        self._table.sortByColumn(number, _DOWN if reverse else _UP)
