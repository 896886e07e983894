"""A deck in lines to read: headings, cards with their numbers, plots with chips, games, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck, Slots
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import Colours, colours_of
from desktop.style.shapes import fill
from desktop.widgets.card_delegate import (
    LEFT,
    AnyIndex,
    CardDelegate,
    Cell,
    Role,
    paint_focused,
    paint_heading,
)
from desktop.widgets.card_numbers import disc_side, numbers_of, paint_disc
from desktop.widgets.card_row import RowPainter, RowStyle, side_padding
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import RowsModel
from library.game_report import PlayedGame, Result
from rulebook.card_text import figures_of, printed_value

_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALLEST = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLine:
    """A line: a heading, a card, a disc with words, results of games, or faint words.

    `note` is in faint ink after the text. `before` stands before a card: its copies, or a change
    of them. `disc` is a number for a disc in the colour of `faction`.
    """

    text: str = ""
    note: str = ""
    heading: bool = False
    card: Card | None = None
    before: str = ""
    mark: Glyph | None = None
    disc: str = ""
    faction: Faction = Faction.NEUTRAL
    results: tuple[Result, ...] = ()

    @property
    def words(self) -> str:
        """What a screen reader says."""
        results = ", ".join(each.value for each in self.results)
        cost = f"Cost {self.disc}: " if self.disc else ""
        sign = self.mark.words if self.mark else ""
        figures = figures_of(self.card) if self.card else {}
        values = (f"{name} {value}," for name, value in figures.items())
        parts = (self.before, f"{cost}{self.text}", self.note, *values, sign, results)
        return " ".join(filter(None, parts))


def heading(text: str, note: object = "") -> DeckLine:
    return DeckLine(text=text, note=str(note), heading=True)


def card_line(
    card: Card, before: str, pool: CardPool | None = None, mark: Glyph | None = None
) -> DeckLine:
    """Return the line of a card; its pack is named where others of the pool have its name."""
    several = pool is not None and len(pool.printings(card)) > 1
    note = card.pack if several else ""
    return DeckLine(text=card.name, note=note, card=card, before=before, mark=mark)


def plot_lines(slots: Slots, *, copies: bool = False) -> list[DeckLine]:
    plots = [(card, count) for card, count in slots if card.type is CardType.PLOT]
    plots.sort(key=lambda slot: name_order(slot[0].name))
    if not plots:
        return []
    lines = [heading("Plots", sum(count for _, count in plots))]
    for card, count in plots:
        twice = f"{count}" if copies or count > 1 else ""
        lines.append(card_line(card, twice))
    return lines


def character_lines(deck: Deck) -> list[DeckLine]:
    """Return the characters by cost, the dearest first, in a line for each cost."""
    found = [(card, n) for card, n in deck.slots if card.type is CardType.CHARACTER]
    if not found:
        return []
    lines = [heading("Characters", sum(count for _, count in found))]
    found.sort(key=lambda slot: (-_number(slot[0]), -slot[1], name_order(slot[0].name)))
    for _, group in groupby(found, key=lambda slot: _number(slot[0])):
        slots = list(group)
        names = ", ".join(f"{n} {card.name}" if n > 1 else card.name for card, n in slots)
        cost = printed_value(slots[0][0].cost)
        lines.append(DeckLine(text=names, disc=cost, faction=deck.faction or Faction.NEUTRAL))
    return lines


def _number(card: Card) -> int:
    return card.cost if isinstance(card.cost, int) else -1


def game_lines(games: Sequence[PlayedGame]) -> list[DeckLine]:
    """Return how games ended, the latest of them as chips."""
    if not games:
        return []
    count = Counter(game.result for game in games)
    parts = ((Result.WIN, "won"), (Result.LOSS, "lost"), (Result.DRAW, "drawn"))
    words = ", ".join(f"{count[result]} {word}" for result, word in parts if count[result])
    latest = tuple(game.result for game in games[:12])
    return [heading("Games", words), DeckLine(results=latest[::-1])]


def list_lines(deck: Deck, pool: CardPool, marks: dict[str, Glyph] | None = None) -> list[DeckLine]:
    """Return a whole deck: plots, then the cards of each type by cost, with their copies."""
    marks = marks or {}
    lines = plot_lines(deck.slots, copies=True)
    for kind, title in (
        (CardType.CHARACTER, "Characters"),
        (CardType.ATTACHMENT, "Attachments"),
        (CardType.LOCATION, "Locations"),
        (CardType.EVENT, "Events"),
    ):
        slots = [slot for slot in deck.slots if slot[0].type is kind]
        slots.sort(key=lambda slot: (_number(slot[0]), name_order(slot[0].name)))
        if slots:
            lines.append(heading(title, sum(count for _, count in slots)))
            lines += [card_line(card, f"{n}", pool, marks.get(card.code)) for card, n in slots]
    return lines


class DeckLinesModel(RowsModel[DeckLine]):
    """The lines, one below the other."""

    @override
    def key(self, row: DeckLine) -> object:
        return row

    @override
    def card(self, row: DeckLine) -> Card | None:
        return row.card

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The keys go from card to card.
        heads = index.isValid() and self.rows[index.row()].heading
        return Qt.ItemFlag.NoItemFlags if heads else super().flags(index)

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        line = self.rows[row]
        match role:
            case Role.CELL:
                return line
            case Qt.ItemDataRole.DisplayRole:
                return line.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return line.words
            case Qt.ItemDataRole.ToolTipRole if line.disc:
                return line.text
        return None


class DeckLinesDelegate(CardDelegate):
    """Paints lines; words are as high as they need."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        line, height = index.data(Role.CELL), option.fontMetrics.height()
        if line.heading:
            return QSize(0, height * 9 // 4 if index.row() else height * 7 // 4)
        if line.card or line.before or line.disc or line.results:
            return QSize(0, height * 3 // 2)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QAbstractItemView) else 0
        room = QRect(0, 0, max(1, width), _TALLEST)
        text = option.fontMetrics.boundingRect(room, int(_WRAPPED), line.text)
        return QSize(0, text.height() + height // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, line = colours_of(option.palette), index.data(Role.CELL)
        rect, metrics = QRect(option.rect), option.fontMetrics
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focused(painter, rect, colours)
        if line.heading:
            gap = metrics.height() // 3
            cell = Cell(line.text, heading=line.note)
            paint_heading(painter, rect.adjusted(-gap, 0, gap, -gap), option.font, cell, colours)
        elif line.card or line.before:
            paint_card_line(painter, rect, option.font, line, colours)
        elif line.disc:
            box = _square(rect, rect.left(), disc_side(metrics.height()))
            ground = colours.factions[line.faction]
            _disc(painter, box, option.font, line.disc, colours, ground)
            rect.setLeft(box.right() + 1 + metrics.height() // 2)
            painter.setPen(colours.ink)
            painter.drawText(rect, int(LEFT), _whole_names(line.text, metrics, rect.width()))
        elif line.results:
            _paint_results(painter, rect, option.font, line.results, colours)
        else:
            painter.setPen(colours.faint)
            painter.drawText(rect, int(_WRAPPED), line.text)
        painter.restore()


def paint_card_line(
    painter: QPainter, rect: QRect, font: QFont, line: DeckLine, colours: Colours
) -> None:
    """Paint a card in a line: copies, cost, name, and at the right end its other numbers."""
    rows = RowPainter(painter, RowStyle(font, colours, colours.panel))
    height, left, right = rows.metrics.height(), rect.left(), rect.right() + 1
    if line.before:
        inks = {"+": colours.legal_ink, "\N{MINUS SIGN}": colours.faint}
        ink = inks.get(line.before[0])
        width = height * 5 // 4 if ink else height * 5 // 8
        rows.count(QRect(left, rect.top(), width, rect.height()), line.before, ink)
        left += width + height // 2
    cells = list[tuple[Cell, QRect]]()
    numbers = numbers_of(line.card) if line.card else None
    if numbers and (numbers.cost or line.before):
        cells.append(
            (Cell(numbers=numbers), rect.adjusted(left - rect.left() - height // 2, 0, 0, 0))
        )
        left += disc_side(height) + height // 2
    marks = (line.mark,) if line.mark else ()
    name = Cell(line.text, is_name=True, after=line.note, trailing=marks)
    cells.append((name, rect.adjusted(left - rect.left(), 0, 0, 0)))
    if numbers:
        cells.append((Cell(numbers=numbers, at_right=True), rect))
        right += side_padding(rows.metrics)
    rows.parts(cells, right)


def _paint_results(
    painter: QPainter, rect: QRect, font: QFont, results: Sequence[Result], colours: Colours
) -> None:
    side = disc_side(QFontMetrics(font).height())
    painter.setFont(sized(font, Size.SMALL, QFont.Weight.DemiBold))
    for number, result in enumerate(results):
        box = _square(rect, rect.left() + number * (side + side // 5), side)
        won = result is Result.WIN
        fill(painter, box, colours.legal_soft if won else colours.track, side / 5)
        painter.setPen(colours.legal_ink if won else colours.faint)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, result.value[0].upper())


def _disc(
    painter: QPainter, box: QRect, font: QFont, text: str, colours: Colours, ground: QColor
) -> None:
    painter.setFont(tabular(sized(font, Size.SMALL, QFont.Weight.DemiBold)))
    paint_disc(painter, box, text, colours, ground)
    painter.setFont(font)


def _square(rect: QRect, left: int, side: int) -> QRect:
    return QRect(left, rect.top() + (rect.height() - side) // 2, side, side)


def _whole_names(text: str, metrics: QFontMetrics, width: int) -> str:
    """Return as many names as fit, and how many more there are."""
    names = text.split(", ")
    for shown in range(len(names), 0, -1):
        more = f", {len(names) - shown} more" if shown < len(names) else ""
        words = ", ".join(names[:shown]) + more
        if metrics.horizontalAdvance(words) <= width:
            return words
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)


class DeckLinesView(QListView):
    """The lines, which cannot be selected; a card under the mouse is shown."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = DeckLinesModel(self)
        self.setAccessibleName(name)
        self.setObjectName("lines")
        self.setItemDelegate(DeckLinesDelegate(self))
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(self.lines)
        watch_cards(self)

    def show_lines(self, lines: Iterable[DeckLine]) -> None:
        self.lines.show_rows(lines)
        self.scrollToTop()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # words that wrap have another height
