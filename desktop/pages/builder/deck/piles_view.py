"""The piles of the deck."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTreeView
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import start_drag
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_model import DeckCardColumn, DeckModel
from desktop.pages.builder.deck.deck_view import EMPTY, DeckView, show_open_sections
from desktop.pages.builder.deck.pile_painter import (
    PileLayout,
    PilePainter,
    PileSizes,
    PlacedCard,
    columns_in,
    count_rects,
    lay_out_piles,
    lines_of,
    longest_in,
    lying_in,
)
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    AnyIndex,
    Cell,
    Role,
    card_row_height,
    paint_minus,
    width_with_minus,
)
from desktop.widgets.cards.card_painter import card_image
from desktop.widgets.cards.card_pictures import nearest_first
from desktop.widgets.cards.card_thumbnails import CardThumbnails, Look, ThumbnailRequest
from desktop.widgets.cards.paint_card import FaceLook, aspect_of
from desktop.widgets.glyphs import Glyph
from validators.problem import Severity

_Move = QAbstractItemView.CursorAction
_NEXT = {_Move.MoveDown: 1, _Move.MoveNext: 1, _Move.MoveUp: -1, _Move.MovePrevious: -1}
_ACROSS = {_Move.MoveRight: 1, _Move.MoveLeft: -1}
_PILE = {_Move.MovePageDown: 1, _Move.MovePageUp: -1}
# In quarters of the font's height: the narrowest card whose name is read well, and the widest.
NARROWEST, WIDEST = 36, 46
_IN_A_PILE = FaceLook(piled=True)


class PilesView(CardListView, QTreeView):
    """Cards that overlap, pile by pile, with their counts and marks beside them.

    A tree view, so that screen readers find piles and cards; where these are is the layout's. An
    index of the column of names is a card, one of copies or marks what is beside it.
    """

    def __init__(self, deck_list: DeckView, model: DeckModel, thumbnails: CardThumbnails) -> None:
        super().__init__(deck_list.parentWidget())
        self._list, self._model, self._thumbnails = deck_list, model, thumbnails
        self._layout: tuple[object, PileLayout] | None = None
        self.setAccessibleName("Cards of the deck in piles")
        show_open_sections(self)
        # A drop is always on a card or pile, never between two rows.
        self.setDragDropOverwriteMode(True)
        # Cards are as wide as the view allows, so it must not change with their height.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._set_up(model, deck_list)
        self.expandAll()
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self._on_rows_changed)
        model.dataChanged.connect(self._on_data_changed)
        thumbnails.ready.connect(lambda _: self.viewport().update())
        thumbnails.renewed.connect(self.viewport().update)

    def layout_of_piles(self) -> PileLayout:
        piles = tuple(tuple(n for _, n in each.slots) for each in self._model.sections)
        width, height = self.viewport().width() - 2 * space(self, 2), self.viewport().height()
        lines = lines_of(self._model.sections, QFontMetrics(sized(self.font(), Size.SMALL)))
        lying = lying_in(self._model.sections)
        key = (piles, tuple(lines), lying, width, height, self.font().key())
        if self._layout is None or self._layout[0] != key:
            sizes = self._sizes(width)
            made = lay_out_piles(piles, sizes, width, longest_in(height, sizes), lines, lying)
            self._layout = (key, made)
        return self._layout[1]

    def _sizes(self, width: int) -> PileSizes:
        metrics, gap = self.fontMetrics(), float(space(self, 2))
        count = float(width_with_minus(metrics))
        title = float(card_row_height(metrics) + space(self, 1))
        least = PileSizes(space(self, NARROWEST), count, title, gap)
        card = int((width + gap) / columns_in(width, least) - count - gap)
        return PileSizes(float(min(space(self, WIDEST), max(1, card))), count, title, gap)

    def _origin(self) -> QPointF:
        return QPointF(space(self, 2), space(self, 1) - self.verticalOffset())

    def _placed(self, index: AnyIndex) -> PlacedCard | None:
        layout = self.layout_of_piles()
        number = layout.order.get((index.parent().row(), index.row())) if index.isValid() else None
        return layout.cards[number] if number is not None and index.parent().isValid() else None

    def _index(self, pile: int, row: int, column: int = DeckCardColumn.NAME) -> QModelIndex:
        return self._model.index(row, column, self._model.index(pile, 0))

    def _on_rows_changed(self) -> None:
        if self.isVisible():  # otherwise showEvent does it
            self.expandAll()
            self._on_data_changed()

    def _on_data_changed(self) -> None:
        self.updateGeometries()
        self.viewport().update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_rows_changed()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._thumbnails.withdraw()

    @override
    def visualRect(self, index: AnyIndex) -> QRect:
        layout, placed = self.layout_of_piles(), self._placed(index)
        if placed is None:
            own = [each for each in layout.columns if each.pile == index.row() and not each.first]
            rect = own[0].rect if own and index.isValid() else QRectF()
            return rect.translated(self._origin()).toRect()
        if index.column() == DeckCardColumn.NAME:
            return placed.seen.translated(self._origin()).toRect()
        copies, marks = count_rects(placed.count_rect(layout.sizes).translated(self._origin()))
        return copies if index.column() == DeckCardColumn.COPIES else marks

    @override
    def indexAt(self, point: QPoint) -> QModelIndex:
        layout, place = self.layout_of_piles(), QPointF(point) - self._origin()
        placed = layout.card_at(place)
        if placed is None:
            column = layout.column_at(place)
            return self._model.index(column.pile, 0) if column else QModelIndex()
        part = DeckCardColumn.NAME
        if not placed.seen.contains(place):
            copies, _ = count_rects(placed.count_rect(layout.sizes))
            inside = copies.contains(place.toPoint())
            part = DeckCardColumn.COPIES if inside else DeckCardColumn.MARK
        return self._index(placed.pile, placed.row, part)

    @override
    def moveCursor(self, action: _Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        layout, current = self.layout_of_piles(), self._placed(self.currentIndex())
        last = len(layout.cards) - 1
        if last < 0:
            return QModelIndex()
        number = layout.order[current.pile, current.row] if current else 0
        if action is _Move.MoveEnd:
            number = last
        elif action is _Move.MoveHome or current is None:
            number = 0
        elif action in _PILE:
            piles = sorted({card.pile for card in layout.cards})
            there = piles.index(current.pile) + _PILE[action]
            number = layout.order[piles[min(max(there, 0), len(piles) - 1)], 0]
        elif action in _ACROSS:
            number = layout.across_from(number, _ACROSS[action])
        else:
            number = min(max(number + _NEXT[action], 0), last)
        chosen = layout.cards[number]
        return self._index(chosen.pile, chosen.row)

    @override
    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        layout, cards = self.layout_of_piles(), self.layout_of_piles().cards
        ends = [self._placed(self.indexAt(each)) for each in (rect.topLeft(), rect.bottomRight())]
        numbers = sorted(layout.order[end.pile, end.row] for end in ends if end)
        if len(numbers) == len(ends):
            chosen = list(cards[numbers[0] : numbers[-1] + 1])
        else:
            place = QRectF(rect.normalized()).translated(-self._origin())
            chosen = [card for card in cards if card.seen.intersects(place)]
        selection = QItemSelection()
        for card in chosen:
            index = self._index(card.pile, card.row)
            selection.select(index, index)
        self.selectionModel().select(selection, command)

    @override
    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        return QRegion(self.viewport().rect())

    @override
    def scrollTo(
        self,
        index: AnyIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        placed, bar = self._placed(index), self.verticalScrollBar()
        if placed is None:
            return
        self.updateGeometries()
        layout, view, margin = self.layout_of_piles(), self.viewport().height(), space(self, 1)
        # The first card of a column is shown with the title above it.
        titled = placed.row == layout.columns[placed.column].first
        top = placed.seen.top() - (layout.sizes.title if titled else 0.0)
        bottom = placed.seen.bottom() + 2 * margin
        bar.setValue(int(min(max(bar.value(), bottom - view), top)))

    @override
    def updateGeometries(self) -> None:
        layout, view = self.layout_of_piles(), self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setPageStep(view)
        bar.setSingleStep(round(layout.sizes.head))
        bar.setRange(0, max(0, round(layout.height) + 2 * space(self, 1) - view))

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    @override
    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.viewport().update()

    @override
    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # A tree would look for its own row at this height.
        QAbstractItemView.mouseDoubleClickEvent(self, event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        with self._list.unannounced():
            super().focusInEvent(event)

    @override
    def startDrag(self, actions: Qt.DropAction) -> None:
        rows = self.selectionModel().selectedRows()
        if rows:
            start_drag(self, actions, self._face(rows[0].data(Role.CARD)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        layout = self.layout_of_piles()
        self._request_pictures(layout)
        painter = QPainter(self.viewport())
        piles = PilePainter(painter, layout.sizes, colours_of(self.palette()))
        painter.setFont(self.font())
        painter.translate(self._origin())
        dirty = QRectF(event.rect()).translated(-self._origin())
        for each in layout.columns:
            if each.rect.intersects(dirty):
                section = self._model.sections[each.pile]
                painter.setFont(self.font())
                (heading,) = self._model.cells(self._model.index(each.pile, 0))
                heading = replace(heading, heading=str(section.count))
                piles.title(each, heading)
        painter.setFont(self.font())
        for placed in layout.cards:
            if placed.rect.united(placed.seen).intersects(dirty):
                self._paint_card(painter, piles, placed)
        painter.end()
        if not layout.cards:
            self._paint_words(EMPTY, round(layout.height) + space(self, 2), space(self, 6))

    def _request_pictures(self, layout: PileLayout) -> None:
        """Request the pictures of all cards; those in view are fetched, too."""
        view, origin = QRectF(self.viewport().rect()), self._origin()
        sections = self._model.sections
        in_view = [
            (seen.center().toPoint(), sections[placed.pile].slots[placed.row][0])
            for placed in layout.cards
            if (seen := placed.seen.translated(origin)).intersects(view)
        ]
        nearest = nearest_first(in_view, view.center().toPoint())
        cards = (card for section in sections for card, _ in section.slots)
        wanted = dict.fromkeys([*nearest, *cards])
        look = Look(round(layout.sizes.card * self.devicePixelRatioF()), drawn=False)
        self._thumbnails.want((ThumbnailRequest(each, "") for each in wanted), look, nearest)

    def _paint_card(self, painter: QPainter, piles: PilePainter, placed: PlacedCard) -> None:
        index = self._index(placed.pile, placed.row, DeckCardColumn.COPIES)
        card: Card = index.data(Role.CARD)
        painter.save()
        piles.card(placed, card, self._face(card))
        selected = self.selectionModel().isSelected(index)
        current = self.currentIndex().siblingAtColumn(DeckCardColumn.COPIES) == index
        piles.chosen(placed, selected=selected, current=current and self.hasFocus())
        painter.restore()
        place = placed.count_rect(self.layout_of_piles().sizes)
        copies = self._model.cells(index)[DeckCardColumn.COPIES]
        piles.count(place, copies, self._marks(index))
        if self.copy_clicks.is_under(index) or current:
            colours = colours_of(self.palette())
            paint_minus(painter, count_rects(place)[0], self.fontMetrics(), colours)

    def _face(self, card: Card) -> QImage:
        width, ratio = self.layout_of_piles().sizes.card, self.devicePixelRatioF()
        size = QSize(round(width), round(width * aspect_of(card)))
        pack, colours = self._model.pack_name(card), colours_of(self.palette())
        picture = self._thumbnails.picture(card.code)
        return card_image(card, pack, size, ratio, colours, picture, look=_IN_A_PILE)

    def _marks(self, index: QModelIndex) -> Cell:
        """Return all marks of a card as the list has them, and a note where too few are owned."""
        cells = self._model.cells(index)
        listed = (each for each in cells[DeckCardColumn.NAME].trailing if each.tint is not None)
        owned = cells[DeckCardColumn.OWNED].text
        lacked = (Glyph(icons.NOTE, Severity.NOTE, owned),) if owned else ()
        return Cell(glyphs=(*cells[DeckCardColumn.MARK].glyphs, *listed, *lacked))
