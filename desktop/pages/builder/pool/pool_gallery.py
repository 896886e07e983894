"""All cards as a gallery: the rows of the table as small cards, with their copies and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QRect, QSize, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QImage, QPainter, QShowEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.terms import CardType
from desktop.pages.builder.pool.pool_columns import GALLERY, OWNED, PoolVersionRow, Shown, cards_of
from desktop.pages.builder.pool.pool_table import PoolTable, PoolView
from desktop.style.fonts import space
from desktop.style.palette import DARK, colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    Cell,
    Role,
    card_row_height,
    cell_of,
    paint_cell,
    paint_focused,
)
from desktop.widgets.cards.card_painter import paint_marked, paint_thumbnail
from desktop.widgets.cards.card_pictures import nearest_first
from desktop.widgets.cards.card_thumbnails import CardThumbnails, Look, ThumbnailRequest
from desktop.widgets.cards.paint_card import ASPECT, aspect_of
from desktop.widgets.copy_buttons import CopyButtons, button_width, width_of_buttons
from desktop.widgets.glyphs import paint_row
from desktop.widgets.grid_view import GridGroup, GridView

# The smallest card has room for at least so many copy buttons beside its marks.
_FEWEST_BUTTONS = 3


class PoolGallery(PoolView, GridView):
    """The table's model and selection in a grid; it emits the signals of the table."""

    _width = 1  # Qt calls methods of a view while it is made
    own_column = GALLERY

    def __init__(
        self,
        table: PoolTable,
        thumbnails: CardThumbnails,
        pictures: CardThumbnails,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._table, self.pool_model = table, table.pool_model
        # Drawn cards, and pictures: a group of cards shows either its drawings or its pictures.
        self.thumbnails, self._pictures = thumbnails, pictures
        self._pictured: set[CardType] = set()
        self._shown: dict[str, list[int]] = {}
        self._wanting = QTimer(self, singleShot=True, interval=0)
        self._wanting.timeout.connect(self._want)
        self.moved.connect(self._wanting.start)
        self.setAccessibleName("Gallery of all cards")
        self._set_up(self.pool_model, table)
        self.setModelColumn(GALLERY)
        self.versions_requested.connect(table.versions_requested)
        self.pool_model.modelReset.connect(self._on_model_reset)
        thumbnails.ready.connect(self._show_thumbnail)
        pictures.ready.connect(self._on_picture_ready)
        pictures.renewed.connect(self._wanting.start)

    @property
    def gap(self) -> int:
        return space(self, 1)

    def set_card_width(self, width: int) -> None:
        """Show cards of that width, in device-independent pixels."""
        self._width = width
        self.lay_out()

    @override
    def groups(self) -> Sequence[GridGroup]:
        rows, starts = self.pool_model.rows, [0]
        if self.pool_model.by_type:
            for number, row in enumerate(rows):
                is_other = row.card.type is not rows[starts[-1]].card.type
                if is_other and not isinstance(row, PoolVersionRow):
                    starts.append(number)
        return [self._group(first, end) for first, end in pairwise([*starts, len(rows)])]

    def _group(self, first: int, end: int) -> GridGroup:
        rows = self.pool_model.rows[first:end]
        width, height = self._width, round(self._width * ASPECT)
        if aspect_of(rows[0].card) < 1:
            width = min(height, self.viewport().width() - 2 * self.gap)
            height = round(width / ASPECT)
        foot = card_row_height(self.fontMetrics())
        count = sum(len(cards_of(row)) for row in rows if not isinstance(row, PoolVersionRow))
        heading = Cell(f"{rows[0].card.type.capitalize()}s", heading=f"{count:,}")
        return GridGroup(first, heading, QSize(width + 2 * self.gap, height + foot + 2 * self.gap))

    def card_place(self, cell: QRect) -> QRect:
        height = cell.height() - card_row_height(self.fontMetrics()) - 2 * self.gap
        width = self._width if height > self._width else round(height * ASPECT)
        left = cell.left() + (cell.width() - width) // 2
        return QRect(left, cell.top() + self.gap, width, height)

    def foot_of(self, cell: QRect) -> QRect:
        card, height = self.card_place(cell), card_row_height(self.fontMetrics())
        return QRect(card.left(), card.bottom() + 1, card.width(), height)

    @property
    def shows_owned(self) -> bool:
        return Shown.WITH_COLLECTION in self._table.groups

    def thumbnail(self, index: AnyIndex) -> QImage | None:
        """Return the picture of a card where its group shows pictures, or else the drawn card."""
        card = index.data(Role.CARD)
        if card.type in self._pictured:
            return self._pictures.picture(card.code)
        return self.thumbnails.image(card.code)

    def _want(self) -> None:
        """Request the thumbnails in view, then those one view below, then those one view above."""
        if not self.isVisible() or self._width < 2:
            self._pictures.withdraw()
            return
        area = self.viewport().rect()
        seen = self.rows_at(area)
        below = self.rows_at(area.translated(0, area.height()))
        above = self.rows_at(area.translated(0, -area.height()))
        order = dict.fromkeys([*seen, *below, *reversed(above)])
        wanted = [
            ThumbnailRequest(self.pool_model.card_at(row), self.pool_model.rows[row].pack)
            for row in order
        ]
        self._shown = {}
        in_view = []
        for row in seen:  # a name and one of its versions may show the same card
            card = self.pool_model.card_at(row)
            self._shown.setdefault(card.code, []).append(row)
            place = self.visualRect(self.pool_model.index(row, GALLERY))
            in_view.append((place.center(), card))
        ratio, dark = self.devicePixelRatioF(), colours_of(self.palette()) is DARK
        look = Look(round(self._width * ratio), dark, lying=True, ratio=ratio)
        nearest = nearest_first(in_view, area.center())
        self._pictures.want(wanted, replace(look, drawn=False), nearest)
        self._choose_faces()
        drawn = (each for each in wanted if each.card.type not in self._pictured)
        self.thumbnails.want(drawn, replace(look, pictures=False))

    def _choose_faces(self) -> bool:
        """Show a group's pictures once every card in view has one; return whether a group changed.

        The group shows drawings again when a card without a picture comes into view.
        """
        before, faces = set(self._pictured), dict[CardType, list[QImage | None]]()
        for code, rows in self._shown.items():
            kind = self.pool_model.card_at(rows[0]).type
            faces.setdefault(kind, []).append(self._pictures.image(code))
        for kind, images in faces.items():
            if any(image is not None and image.isNull() for image in images):
                self._pictured.discard(kind)
            elif None not in images:
                self._pictured.add(kind)
        if not self._pictures.pictures.preferred:
            self._pictured.clear()
        if self._pictured != before:
            self.viewport().update()
        return self._pictured != before

    def _on_picture_ready(self, code: str) -> None:
        self._show_thumbnail(code)
        if self._choose_faces():
            self._wanting.start()

    def _show_thumbnail(self, code: str) -> None:
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
        shown, metrics = cell_of(index), self.fontMetrics()
        if shown.copies is None:
            return None
        foot = self.foot_of(self.visualRect(index))
        middle = foot.center().x()
        # The buttons get the room that the marks and the owned copies leave.
        free = foot.width() - self.owned_width(index) - len(shown.glyphs) * self.mark_width
        foot.setWidth(max(free, width_of_buttons(_FEWEST_BUTTONS, metrics)))
        side = button_width(metrics)
        # Center them below the card if there is room.
        most = len(shown.copies.choices(foot.width() // side)) * side
        foot.setLeft(max(foot.left(), min(middle - most // 2, foot.right() + 1 - most)))
        return CopyButtons(foot, shown.copies, side)

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
        """Return the place of the marks in a cell: left of the owned copies."""
        foot, count = self.foot_of(cell), len(index.data(Role.CELL).glyphs)
        right, width = foot.right() - self.owned_width(index), count * self.mark_width
        return QRect(right - width, foot.top(), width, foot.height())

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        if self.isVisible():
            self._to_own_column()

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

    @override
    def paint_card(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        whole, colours = option.rect, colours_of(option.palette)
        cell, metrics, flags = cell_of(index), self.fontMetrics(), QStyle.StateFlag
        place, image = self.card_place(whole), self.thumbnail(index)
        card = paint_thumbnail(painter, place, image, index.data(Role.CARD), cell.text, colours)
        if option.state & flags.State_Selected:
            active = option.state & flags.State_Active
            paint_marked(painter, card, colours.accent if active else colours.faint)
        elif option.state & flags.State_HasFocus:
            paint_focused(painter, whole, colours)
        # Below the card are the copies, then the marks, and at the right the owned copies.
        if self.shows_owned:
            owned = cell_of(index.sibling(index.row(), OWNED))
            paint_cell(painter, self.foot_of(whole), metrics, owned, colours)
        marks = self.marks_place(whole, index)
        paint_row(painter, marks, cell.glyphs, metrics.height() * 4 // 5, colours)
        self.paint_copies(painter, index)
        painter.restore()
