"""How all cards are shown: as a table or gallery, and the menu of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSlider, QStackedWidget, QWidget, QWidgetAction

from carddb.likeness import Likeness
from desktop.pages.builder.pool.pool_columns import COLUMNS, LIKENESS, NAME
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.runtime.settings import USUAL_GALLERY_WIDTH
from desktop.runtime.tasks import TaskRunner
from desktop.style.fonts import space
from desktop.widgets.cards.card_pictures import CardPictures

if TYPE_CHECKING:
    from desktop.pages.builder.pool.pool_gallery import PoolGallery

# Of a card in the gallery, and a step of its slider, in device-independent pixels.
NARROWEST, WIDEST, _STEP = 128, 320, 8
_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_ORDERS = {_UP: "upwards", _DOWN: "downwards"}


def _add_choice(menu: QMenu, text: str, data: object, *, chosen: bool) -> None:
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(chosen)
    action.setData(data)


class SortMenu(QMenu):
    """The columns that cards can be sorted by; the present one again reverses the order.

    A search for similar cards sorts by likeness at first, then as the player wants; after it the
    order is as it was before.
    """

    def __init__(self, table: PoolTable, parent: QWidget) -> None:
        super().__init__("S&ort", parent)
        self._table = table
        self._likeness: Mapping[str, Likeness] = {}
        self._before = NAME, _UP
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._on_triggered)

    @property
    def shown(self) -> tuple[int, Qt.SortOrder]:
        """The column that the cards are sorted by, and the order."""
        header = self._table.horizontalHeader()
        return header.sortIndicatorSection(), header.sortIndicatorOrder()

    @property
    def _lasting(self) -> tuple[int, Qt.SortOrder]:
        """The column and order without a sorting by likeness."""
        return self._before if self.shown[0] == LIKENESS else self.shown

    @property
    def saved(self) -> str:
        """The column that the cards are sorted by, for `restore`."""
        column, order = self._lasting
        return f"{'-' if order is _DOWN else ''}{COLUMNS[column].name}"

    @property
    def words(self) -> str:
        column, order = self.shown
        return f"Sorted by {COLUMNS[column].name.lower()}, {_ORDERS[order]}"

    def show_likeness(self, likeness: Mapping[str, Likeness]) -> None:
        """Sort by this likeness; if there is none, as before."""
        if likeness == self._likeness:
            return
        before, self._likeness = self._lasting, likeness
        if likeness:
            self._before = before
        # It sorts again even if the column is the same: the likeness is another.
        self._table.sortByColumn(*((LIKENESS, _UP) if likeness else before))

    def restore(self, saved: str) -> None:
        """Sort as it was; an unknown column is ignored."""
        order = _DOWN if saved.startswith("-") else _UP
        for number, column in enumerate(COLUMNS):
            if column.name == saved.removeprefix("-"):
                self._table.horizontalHeader().setSortIndicator(number, order)

    def _fill(self) -> None:
        chosen, order = self.shown
        self.clear()
        for number, column in enumerate(COLUMNS):
            if column.shown not in self._table.shown_groups:
                continue
            order_words = f"\t{_ORDERS[order]}" if number == chosen else ""
            _add_choice(self, f"{column.name}{order_words}", number, chosen=number == chosen)

    def _on_triggered(self, action: QAction) -> None:
        number, (chosen, order) = action.data(), self.shown
        reverse = number == chosen and order is _UP
        # Unlike sortByColumn, this sorts once.
        self._table.horizontalHeader().setSortIndicator(number, _DOWN if reverse else _UP)


class ColumnMenu(QMenu):
    """Checks the columns that are wanted."""

    def __init__(self, table: PoolTable, parent: QWidget) -> None:
        super().__init__("&Columns", parent)
        self._table = table
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._on_triggered)

    def _fill(self) -> None:
        self.clear()
        for each in COLUMNS:
            if each.optional:
                chosen = self._table.column_choices.get(each.name, each.usual)
                _add_choice(self, each.name, each.name, chosen=chosen)
        self.addSeparator()
        usual = self.addAction("&Usual columns")
        usual.setEnabled(bool(self._table.column_choices))

    def _on_triggered(self, action: QAction) -> None:
        name = action.data()
        choices = {**self._table.column_choices, name: action.isChecked()} if name else {}
        self._table.choose_columns(choices)


class PoolViews(QStackedWidget):
    """The table, and the gallery once it is opened; its switch and slider are in the menu."""

    gallery_made = Signal(object)  # the view

    def __init__(
        self, model: PoolModel, tasks: TaskRunner, pictures: CardPictures, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._tasks, self._pictures = tasks, pictures
        self.table = PoolTable(model, self)
        self.gallery: PoolGallery | None = None
        self.button = QAction("&Gallery", self, checkable=True)
        self.button.setToolTip("Show all cards as pictures (Ctrl+G)")
        self.button.toggled.connect(self._on_toggled)
        self.slider = QSlider(Qt.Orientation.Horizontal, parent)
        self.slider.setAccessibleName("Size of the cards in the gallery")
        self.slider.setToolTip("Size of the cards")
        self.slider.setRange(NARROWEST, WIDEST)
        self.slider.setSingleStep(_STEP)
        self.slider.setPageStep(5 * _STEP)
        self.slider.setValue(USUAL_GALLERY_WIDTH)
        self.slider.setFixedWidth(space(self, 20))
        self.slider.valueChanged.connect(self._on_size_chosen)
        self.addWidget(self.table)

    @property
    def current(self) -> PoolTable | PoolGallery:
        return self.gallery if self.gallery is not None and self.button.isChecked() else self.table

    def restore(self, *, gallery: bool, width: int) -> None:
        self.slider.setValue(width)
        self.button.setChecked(gallery)

    def _on_toggled(self, checked: bool) -> None:  # noqa: FBT001 - Qt's own
        had_focus = self.table.hasFocus() or (self.gallery is not None and self.gallery.hasFocus())
        if checked and self.gallery is None:
            from desktop.pages.builder.pool.pool_gallery import PoolGallery  # noqa: PLC0415 - not at start
            from desktop.widgets.cards.card_thumbnails import CardThumbnails  # noqa: PLC0415 - as above

            drawn, pictures = (CardThumbnails(self._tasks, self._pictures, self) for _ in range(2))
            self.gallery = PoolGallery(self.table, drawn, pictures, self)
            self.gallery.set_card_width(self.slider.value())
            self.addWidget(self.gallery)
            self.gallery_made.emit(self.gallery)
        self.table.pool_model.show_by_type(by_type=checked)
        self.setCurrentWidget(self.current)
        self.setFocusProxy(self.current)
        self.current.go_to_current()
        if had_focus:
            self.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_size_chosen(self, width: int) -> None:
        self.slider.setAccessibleDescription(f"{width} pixels wide")
        if self.gallery is not None:
            self.gallery.set_card_width(width)


class ViewMenu(QMenu):
    """The menu of how cards are shown; `sort` and `columns` are menus within it."""

    def __init__(self, views: PoolViews, switches: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)
        self.setAccessibleName("View of all cards")
        self.sort, self.columns = SortMenu(views.table, self), ColumnMenu(views.table, self)
        self.by_title = QAction("By &name", self, checkable=True)
        self.by_title.setToolTip("The versions of a name as one row, which opens")
        size = QWidgetAction(self)
        size.setDefaultWidget(views.slider)
        size.setVisible(False)
        views.button.toggled.connect(size.setVisible)
        self.addActions([views.button, size, self.by_title])
        self.addSeparator()
        self.addMenu(self.sort)
        self.addMenu(self.columns)
        self.addSeparator()
        self.addActions(switches)
