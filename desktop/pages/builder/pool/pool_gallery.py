"""All cards as a gallery: the rows of the table as small cards, with their copies and marks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QImage,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QSlider,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.pool.pool_columns import GALLERY, OWNED, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_table import PoolTable, PoolView
from desktop.runtime.settings import USUAL_GALLERY_WIDTH
from desktop.runtime.tasks import TaskRunner
from desktop.style.fonts import space
from desktop.style.palette import DARK, colours_of
from desktop.widgets.buttons import tool_button
from desktop.widgets.card_delegate import (
    AnyIndex,
    Role,
    card_row_height,
    cell_of,
    paint_cell,
    paint_focused,
    paint_selected,
)
from desktop.widgets.cards.card_painter import paint_thumbnail
from desktop.widgets.cards.card_pictures import (
    CardPictures,
    CardThumbnails,
    Look,
    ThumbnailRequest,
    nearest_first,
)
from desktop.widgets.cards.paint_card import ASPECT
from desktop.widgets.copy_buttons import CopyButtons, width_of_buttons
from desktop.widgets.glyphs import paint_row
from desktop.widgets.grid_view import GridView

# The buttons of copies below the smallest card, whatever its marks are.
_FEWEST_BUTTONS = 3


class PoolGallery(PoolView, GridView):
    """The table's model and selection in a grid; it emits the signals of the table."""

    _width = 1  # Qt calls methods of a view while it is made
    own_column = GALLERY

    def __init__(self, table: PoolTable, thumbnails: CardThumbnails, parent: QWidget) -> None:
        super().__init__(parent)
        self._table, self.pool_model, self.thumbnails = table, table.pool_model, thumbnails
        self._shown: dict[str, list[int]] = {}
        self._wanting = QTimer(self, singleShot=True, interval=0)
        self._wanting.timeout.connect(self._want)
        self.moved.connect(self._wanting.start)
        self.setAccessibleName("Gallery of all cards")
        self.setItemDelegate(_GalleryDelegate(self))
        self._set_up(self.pool_model, table)
        self.setModelColumn(GALLERY)
        self.versions_requested.connect(table.versions_requested)
        self.pool_model.modelReset.connect(self._on_model_reset)
        thumbnails.ready.connect(self._on_thumbnail_ready)
        thumbnails.renewed.connect(self._wanting.start)

    @property
    def gap(self) -> int:
        return space(self, 1)

    def set_card_width(self, width: int) -> None:
        """Show cards of that width, in device-independent pixels."""
        self._width = width
        foot = card_row_height(self.fontMetrics())
        self.set_cell(QSize(width + 2 * self.gap, round(width * ASPECT) + foot + 2 * self.gap))

    def card_place(self, cell: QRect) -> QRect:
        height = round(self._width * ASPECT)
        left = cell.left() + (cell.width() - self._width) // 2
        return QRect(left, cell.top() + self.gap, self._width, height)

    def foot_of(self, cell: QRect) -> QRect:
        card = self.card_place(cell)
        return QRect(
            card.left(), card.bottom() + 1, card.width(), card_row_height(self.fontMetrics())
        )

    @property
    def shows_owned(self) -> bool:
        return Shown.WITH_COLLECTION in self._table.groups

    def thumbnail(self, index: AnyIndex) -> QImage | None:
        return self.thumbnails.image(index.data(Role.CARD).code)

    def go_to_current(self) -> None:
        """Bring the current card into view: another view of them was shown before."""
        self._to_own_column(self.currentIndex())
        self.scrollTo(self.currentIndex())

    def _want(self) -> None:
        """Request the thumbnails in view, then those of a view further down, then up."""
        if not self.isVisible() or self._width < 2:
            self.thumbnails.withdraw()
            return
        area = self.viewport().rect()
        seen = self.rows_at(area)
        below = self.rows_at(area.translated(0, area.height()))
        above = self.rows_at(area.translated(0, -area.height()))
        order = dict.fromkeys([*seen, *below, *reversed(above)])
        rows = [(self.pool_model.card_at(row), self.pool_model.rows[row].pack) for row in order]
        self._shown = {}
        in_view = []
        for row in seen:  # a name and one of its versions may show the same card
            card = self.pool_model.card_at(row)
            self._shown.setdefault(card.code, []).append(row)
            place = self.visualRect(self.pool_model.index(row, GALLERY))
            in_view.append((place.center(), card))
        ratio, dark = self.devicePixelRatioF(), colours_of(self.palette()) is DARK
        look = Look(round(self._width * ratio), dark)
        nearest = nearest_first(in_view, area.center())
        self.thumbnails.want((ThumbnailRequest(*each) for each in rows), look, nearest)

    def _to_own_column(self, current: AnyIndex) -> None:
        if current.isValid() and current.column() != GALLERY:
            flags = self.selectionModel().SelectionFlag
            own = self.pool_model.index(current.row(), GALLERY)
            self.selectionModel().setCurrentIndex(own, flags.NoUpdate)

    def _on_thumbnail_ready(self, code: str) -> None:
        for row in self._shown.get(code, ()):
            self.viewport().update(self.visualRect(self.pool_model.index(row, GALLERY)))

    def _on_model_reset(self) -> None:
        self._shown = {}
        self.updateGeometries()
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        else:
            self.scrollToTop()

    @override
    def reset(self) -> None:
        super().reset()
        # Qt has now emptied the selection, which is the table's.
        self._table.restore_rows()

    @override
    def copy_buttons(self, index: AnyIndex) -> CopyButtons | None:
        return self.buttons_in(self.visualRect(index), index)

    def buttons_in(self, cell: QRect, index: AnyIndex) -> CopyButtons | None:
        """Return the buttons in a cell, beside its marks and the copies owned."""
        shown, metrics = cell_of(index), self.fontMetrics()
        if shown.copies is None:
            return None
        foot = self.foot_of(cell)
        free = foot.width() - self.owned_width(index) - len(shown.glyphs) * self.mark_width
        foot.setWidth(max(free, width_of_buttons(_FEWEST_BUTTONS, metrics)))
        return CopyButtons.in_cell(foot, shown.copies, metrics)

    @property
    def mark_width(self) -> int:
        side = self.fontMetrics().height() * 4 // 5
        return side + max(1, side // 5)

    def owned_width(self, index: AnyIndex) -> int:
        if not self.shows_owned:
            return 0
        owned = cell_of(index.sibling(index.row(), OWNED))
        return self.fontMetrics().horizontalAdvance(owned.text) + 2 * self.gap

    @override
    def triangle_place(self, index: AnyIndex) -> QRect:
        place = self.marks_place(self.visualRect(index), index)
        place.setWidth(self.mark_width)
        return place

    def marks_place(self, cell: QRect, index: AnyIndex) -> QRect:
        """Return where in a cell the marks are: left of what is owned."""
        foot, count = self.foot_of(cell), len(index.data(Role.CELL).glyphs)
        right, width = foot.right() - self.owned_width(index), count * self.mark_width
        return QRect(right - width, foot.top(), width, foot.height())

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        if self.isVisible():
            self._to_own_column(current)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        with self._table.unannounced():
            super().focusInEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wanting.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._wanting.start()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self.set_card_width(self._width)


class _GalleryDelegate(QStyledItemDelegate):
    """Paints a card as its thumbnail, or as a frame with its name until that is there."""

    def __init__(self, gallery: PoolGallery) -> None:
        super().__init__(gallery)
        self._gallery = gallery

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        gallery, whole, colours = self._gallery, option.rect, colours_of(option.palette)
        cell, metrics, flags = cell_of(index), gallery.fontMetrics(), QStyle.StateFlag
        if option.state & flags.State_Selected:
            active = bool(option.state & flags.State_Active)
            paint_selected(painter, whole, colours, active=active, first=True)
        if option.state & flags.State_HasFocus:
            paint_focused(painter, whole, colours)
        place, image = gallery.card_place(whole), gallery.thumbnail(index)
        paint_thumbnail(painter, place, image, index.data(Role.CARD), cell.text, colours)
        # Below the card: the copies at the left, what is owned at the right, the marks between.
        if gallery.shows_owned:
            owned = cell_of(index.sibling(index.row(), OWNED))
            paint_cell(painter, gallery.foot_of(whole), metrics, owned, colours)
        marks = gallery.marks_place(whole, index)
        paint_row(painter, marks, cell.glyphs, metrics.height() * 4 // 5, colours)
        if (buttons := gallery.buttons_in(whole, index)) is not None:
            buttons.paint(painter, colours, gallery.copy_clicks.hovered(index))
        painter.restore()


NARROWEST, WIDEST = 128, 320
_STEP = 8


class PoolViews(QStackedWidget):
    """The table, and the gallery once it is wanted; its button and slider stand elsewhere.

    Signals:
        gallery_made: the gallery is there now (the view).
    """

    gallery_made = Signal(object)

    def __init__(
        self, model: PoolModel, tasks: TaskRunner, pictures: CardPictures, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._tasks, self._pictures = tasks, pictures
        self.table = PoolTable(model, self)
        self.gallery: PoolGallery | None = None
        show, name = "Show all cards as a gallery (Ctrl+G)", "Gallery: all cards as pictures"
        self.button = tool_button("Galler&y", parent, show, name=name)
        self.button.setCheckable(True)
        self.button.toggled.connect(self._on_toggled)
        self.slider = QSlider(Qt.Orientation.Horizontal, parent)
        self.slider.setAccessibleName("Size of the cards in the gallery")
        self.slider.setToolTip("Size of the cards")
        self.slider.setRange(NARROWEST, WIDEST)
        self.slider.setSingleStep(_STEP)
        self.slider.setPageStep(5 * _STEP)
        self.slider.setValue(USUAL_GALLERY_WIDTH)
        self.slider.setFixedWidth(space(self, 20))
        self.slider.hide()
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
            thumbnails = CardThumbnails(self._tasks, self._pictures, self)
            self.gallery = PoolGallery(self.table, thumbnails, self)
            self.gallery.set_card_width(self.slider.value())
            self.addWidget(self.gallery)
            self.gallery_made.emit(self.gallery)
        self.slider.setVisible(checked)
        self.setCurrentWidget(self.current)
        self.setFocusProxy(self.current)
        self.current.go_to_current()
        if had_focus:
            self.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_size_chosen(self, width: int) -> None:
        self.slider.setAccessibleDescription(f"{width} pixels wide")
        if self.gallery is not None:
            self.gallery.set_card_width(width)
