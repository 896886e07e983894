"""The tables of a round as rows: large numbers and names, and buttons for the selected one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.event_rows import RoundRow
from desktop.pages.events.result_panel import ResultTable
from desktop.style import icons
from desktop.style.fonts import Size, scaled_font, sized, space, tabular
from desktop.style.palette import Colours, blend, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, paint_selected
from desktop.widgets.glyphs import GOOD, Glyph, paint_row
from desktop.widgets.layouts import wrapped
from desktop.widgets.rows_model import Column, ColumnsModel
from events.result_text import RESULT_KEYS, SEATS, TypedResult


def _seat_words(row: RoundRow, seat: int) -> str:
    return row.seats[seat].words if seat < len(row.seats) else ""


def columns_for(seats: int) -> tuple[Column[RoundRow], ...]:
    """Return the columns of a round; the result of two players stands between them."""
    players: list[Column[RoundRow]] = [
        Column(
            title=SEATS[seat],
            name=f"Player {SEATS[seat]}",
            text=partial(_seat_words, seat=seat),
            width=10,
            share=1,
        )
        for seat in range(seats)
    ]
    result: Column[RoundRow] = Column(title="Result", text=lambda row: row.state_words, width=26)
    players.insert(1 if seats == 2 else seats, result)
    number: Column[RoundRow] = Column(
        title="Table", text=lambda row: str(row.game.table) if row.game else "", width=9
    )
    mark: Column[RoundRow] = Column(title="", name="Note", text=lambda row: row.mark, width=9)
    return number, *players, mark


class RoundModel(ColumnsModel[RoundRow]):
    """The rows of a round."""

    def __init__(self) -> None:
        super().__init__(columns_for(2), key=attrgetter("key"))

    def show_round(self, rows: list[RoundRow], seats: int) -> None:
        """Show the rows of a round, with a column for each seat."""
        if len(self.columns) != seats + 3:
            self.show_columns(columns_for(seats), rows)
        else:
            self.update_rows(rows)


def result_buttons(rect: QRect, metrics: QFontMetrics, *, draws: bool) -> list[tuple[QRect, str]]:
    """Return where the buttons of the selected table are in its cell, with their keys."""
    keys = ("aw", "dd", "bw") if draws else ("aw", "bw")
    gap, height = metrics.height() // 4, metrics.height() * 7 // 4
    wide = min(metrics.horizontalAdvance("Draw") + height, rect.width() // len(keys) - gap)
    left = rect.center().x() - (len(keys) * (wide + gap) - gap) // 2
    top = rect.center().y() - height // 2
    return [
        (QRect(left + number * (wide + gap), top, wide, height), key)
        for number, key in enumerate(keys)
    ]


# In a narrower table, as `space` counts it, the notes stand in the place of "against". The names of
# four players are small then, each with the place before it.
_NARROW, _NARROW_FOR_FOUR = 120, 200


class RoundDelegate(QStyledItemDelegate):
    """Paints numbers, names with factions, and results; tables that are over are faint."""

    def __init__(self, table: RoundTable) -> None:
        super().__init__(table)
        self._table = table

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, option.fontMetrics.height() * 13 // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, row, at = colours_of(option.palette), self._table.row_at(index), index.column()
        flags, selected = option.state, QStyle.StateFlag.State_Selected
        if flags & selected:
            active = bool(flags & QStyle.StateFlag.State_Active)
            paint_selected(painter, option.rect, colours, active=active, first=at == 0)
        title = self._table.title_of(at)
        if at == 0:
            self._paint_number(painter, option, row, colours)
        elif title == "Result":
            keys = self._table.buttons_of(row, option.rect) if flags & selected else []
            self._paint_result(painter, option, row, keys, colours)
        elif title:
            self._paint_seat(painter, option, row, SEATS.index(title), colours)
        else:
            self._paint_mark(painter, option, row, colours)
        painter.restore()

    def _paint_number(
        self, painter: QPainter, option: QStyleOptionViewItem, row: RoundRow, colours: Colours
    ) -> None:
        gap = option.fontMetrics.height()
        font = tabular(scaled_font(sized(option.font, Size.BODY), 24 / 13))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colours.ink if row.playing else colours.faint)
        number = str(row.game.table) if row.game else "\N{EN DASH}"
        painter.drawText(option.rect.adjusted(gap, 0, 0, 0), LEFT, number)

    def _paint_seat(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: RoundRow,
        at: int,
        colours: Colours,
    ) -> None:
        """Paint a name with the sign of its faction towards the result, and the points."""
        if at >= len(row.seats):
            return
        seat, mirrored = row.seats[at], at == 0 and self._table.duels
        wins = row.playing or row.winner == at or seat.score == "1"
        faint = not row.playing and row.winner not in {None, at}
        small_names = self._table.is_narrow and not self._table.duels
        gap, side = option.fontMetrics.height() * 5 // 8, option.fontMetrics.height() * 9 // 8
        gap = gap // 2 if small_names else gap
        rect = option.rect.adjusted(gap, 0, -gap, 0)
        align = RIGHT if mirrored else LEFT
        if seat.faction:
            left = rect.right() - side if mirrored else rect.left()
            glyph = [Glyph(icons.faction_glyph(seat.faction), seat.faction)]
            paint_row(painter, QRect(left, rect.top(), side, rect.height()), glyph, side, colours)
        if self._table.has_factions:
            rect.adjust(*((0, 0, -side - gap, 0) if mirrored else (side + gap, 0, 0, 0)))
        small = sized(option.font, Size.SMALL)
        weight = QFont.Weight.DemiBold if wins else QFont.Weight.Normal
        place, name, most = f"{seat.score}." if seat.score else "", seat.name, 2
        # A name that has no room beside the points is alone, and then smaller in two lines.
        sizes = [(place or seat.points, Size.MIDDLE), (place, Size.MIDDLE), (place, Size.BODY)]
        if small_names:
            sizes, name, most = [("", Size.SMALL)], f"{place} {name}".lstrip(), 3
        for notes, size in sizes:
            room = QFontMetrics(small).horizontalAdvance("00") + gap if notes else 0
            painter.setFont(sized(option.font, size, weight))
            metrics = painter.fontMetrics()
            if metrics.horizontalAdvance(name) <= rect.width() - room:
                break
        lines = wrapped(name, metrics, rect.width() - room, most)
        painter.setPen(colours.faint if faint else colours.ink)
        painter.drawText(rect, align, "\n".join(lines))
        taken = max(map(metrics.horizontalAdvance, lines), default=0) + gap
        rect.adjust(*((0, 0, -taken, 0) if mirrored else (taken, 0, 0, 0)))
        painter.setFont(small)
        painter.setPen(colours.faint)
        painter.drawText(rect, align, notes)

    def _paint_result(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: RoundRow,
        buttons: list[tuple[QRect, str]],
        colours: Colours,
    ) -> None:
        middle, rect = Qt.AlignmentFlag.AlignCenter, option.rect
        if buttons:
            painter.setFont(sized(option.font, Size.BODY, QFont.Weight.DemiBold))
            ground = blend(colours.selection, colours.ink, 0.11)
            for box, key in buttons:
                fill(painter, box, ground, corner(option.fontMetrics))
                painter.setPen(colours.ink)
                painter.drawText(box, middle, "Draw" if key == "dd" else "Won")
            return
        if row.score:
            painter.setFont(tabular(sized(option.font, Size.LARGE, QFont.Weight.DemiBold)))
            painter.setPen(colours.ink)
            high = option.fontMetrics.height() // 2 if row.how else 0
            painter.drawText(rect.adjusted(0, 0, 0, -high), middle, row.score)
            rect = rect.adjusted(0, option.fontMetrics.height() * 7 // 4, 0, 0)
        mark = row.mark if self._table.is_narrow else ""
        against = mark or ("against" if self._table.duels else "playing")
        painter.setFont(sized(option.font, Size.SMALL))
        painter.setPen(colours.faint)
        painter.drawText(rect, middle, row.how if row.score else against if row.playing else "")
        if not row.game:
            painter.drawText(rect, middle, row.result)

    def _paint_mark(
        self, painter: QPainter, option: QStyleOptionViewItem, row: RoundRow, colours: Colours
    ) -> None:
        height = option.fontMetrics.height()
        rect = option.rect.adjusted(0, 0, -height, 0)
        if row.mark:
            painter.setFont(sized(option.font, Size.SMALL, QFont.Weight.DemiBold))
            painter.setPen(colours.note_ink)
            painter.drawText(rect, RIGHT, row.mark)
        elif row.game and not row.playing:
            rect.setLeft(rect.right() - height)
            paint_row(painter, rect, [GOOD], height, colours)


class RoundTable(ResultTable[RoundRow]):
    """The tables of a round; the selected one has buttons for its result while it plays.

    Signals:
        result_chosen: a button was clicked (a TypedResult).
    """

    result_chosen = Signal(object)

    def __init__(self, model: RoundModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self._rounds = model
        self._pressed: tuple[int, str] | None = None
        # What the widths of the columns follow from.
        self._fitted: tuple[int, int, Sequence[Column[RoundRow]]] | None = None
        self.draws = self.duels = True
        self.has_factions = self.is_narrow = False
        self.setItemDelegate(RoundDelegate(self))
        self.horizontalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(space(self, 13))

    def show_round(self, rows: list[RoundRow], seats: int, *, draws: bool) -> None:
        """Show the rows of a round whose tables have `seats` players."""
        self.duels, self.draws = seats == 2, draws
        self.has_factions = any(seat.faction for row in rows for seat in row.seats)
        self._rounds.show_round(rows, seats)

    @override
    def fit_columns(self) -> None:
        """Give the players what the number, the result and the note leave."""
        room, unit = self.viewport().width(), space(self, 1)
        fitted = (room, unit, self._rounds.columns)
        if fitted == self._fitted:
            return
        self._fitted = fitted
        self.is_narrow = room < (_NARROW if self.duels else _NARROW_FOR_FOUR) * unit
        result = min(54 * unit, room * 3 // 10 if self.is_narrow else room // 4)
        mark = 0 if self.is_narrow else 20 * unit
        widths = {"Table": 14 * unit, "Result": result if self.duels else 16 * unit, "": mark}
        titles = [each.title for each in self._rounds.columns]
        each = (room - sum(widths.values())) // (len(titles) - len(widths))
        for at, title in enumerate(titles):
            self.setColumnHidden(at, not title and self.is_narrow)
            self.setColumnWidth(at, widths.get(title, each))

    def row_at(self, index: AnyIndex) -> RoundRow:
        return self._rounds.rows[index.row()]

    def title_of(self, column: int) -> str:
        return self._rounds.columns[column].title

    def buttons_of(self, row: RoundRow, rect: QRect) -> list[tuple[QRect, str]]:
        """Return the buttons of a selected table in the cell of its result."""
        shown = row.playing and self.duels
        return result_buttons(rect, self.fontMetrics(), draws=self.draws) if shown else []

    def _button_at(self, place: QPoint) -> tuple[int, str] | None:
        """Return the table and the keys of the button at a place."""
        index, chosen = self.indexAt(place), self.chosen()
        if not index.isValid() or chosen is None or self.row_at(index) is not chosen:
            return None
        if self.title_of(index.column()) != "Result" or chosen.game is None:
            return None
        for box, key in self.buttons_of(chosen, self.visualRect(index)):
            if box.contains(place):
                return chosen.game.table, key
        return None

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Before the press selects another table, whose buttons are not seen yet.
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = self._button_at(event.position().toPoint()) if left else None
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed and pressed == self._button_at(event.position().toPoint()):
            result, conceded = RESULT_KEYS[pressed[1]]
            typed = TypedResult(pressed[0], result=result, conceded=conceded, done=True)
            self.result_chosen.emit(typed)
