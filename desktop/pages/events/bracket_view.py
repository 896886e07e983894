"""The bracket painted as a tree; the table below it says the same to a screen reader."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from events.bracket_tree import TreeGame, TreePlace, TreeRound, bracket_tree
from events.event_state import EventState

_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class BracketView(QWidget):
    """Columns of games, each joined with the one that its winner plays next.

    Signals:
        chosen: a game was clicked (its round, its number).
    """

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rounds: tuple[TreeRound, ...] = ()
        self.selected = (0, 0)
        self.setAccessibleName("Bracket")

    def show_state(self, state: EventState) -> None:
        """Show the elimination of an event."""
        self._rounds = bracket_tree(state) if state.elimination else ()
        names = [f"{each.title}: games {len(each.games)}" for each in self._rounds]
        self.setAccessibleDescription("; ".join(names) or "No elimination yet.")
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def select(self, number: int, game: int) -> None:
        """Mark a game."""
        self.selected = (number, game)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        if not self._rounds:
            return QSize(space(self, 60), space(self, 20))
        last = self.place_of(0, len(self._rounds[0].games) - 1)
        return QSize(self.place_of(len(self._rounds) - 1, 0).right() + 1, last.bottom() + 1)

    def place_of(self, column: int, row: int) -> QRect:
        """Return where the game of a round is painted, both counted from 0 as they are drawn."""
        games = self._rounds[column].games
        line = self.fontMetrics().height() * 5 // 4
        height, gap = len(games[0].places) * line + 4, space(self, 7)
        step = (height + gap // 3) * len(self._rounds[0].games)
        middle = step * (2 * row + 1) // (2 * len(games))
        width, top = space(self, 56), line * 3 // 2
        return QRect(column * (width + gap), top + middle - height // 2, width, height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        if not self._rounds:
            painter.setPen(colours.faint)
            middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(self.rect(), middle, "The bracket is drawn once the cut is made.")
        for column, each in enumerate(self._rounds):
            painter.setFont(sized(self.font(), Size.SMALL))
            painter.setPen(colours.faint)
            heading = QRect(self.place_of(column, 0).left(), 0, space(self, 56), space(self, 6))
            painter.drawText(heading, _SIDE, each.title)
            for row, game in enumerate(each.games):
                self._paint_line(painter, column, row)
                self._paint_game(painter, column, game, self.place_of(column, row))
        painter.end()

    def _paint_line(self, painter: QPainter, column: int, row: int) -> None:
        """Join a game with the one that its winner plays."""
        if column + 1 == len(self._rounds):
            return
        feeding = len(self._rounds[column].games) // len(self._rounds[column + 1].games)
        here, there = self.place_of(column, row), self.place_of(column + 1, row // feeding)
        middle = (here.right() + there.left()) // 2
        painter.setPen(colours_of(self.palette()).line)
        painter.drawLine(here.right() + 1, here.center().y(), middle, here.center().y())
        painter.drawLine(middle, here.center().y(), middle, there.center().y())
        painter.drawLine(middle, there.center().y(), there.left(), there.center().y())

    def _paint_game(self, painter: QPainter, column: int, game: TreeGame, rect: QRect) -> None:
        colours = colours_of(self.palette())
        chosen = self.selected == (column + 1, game.number)
        painter.fillRect(rect, colours.selection if chosen else colours.paper)
        painter.setPen(colours.accent if chosen else colours.line)
        painter.drawRect(rect.adjusted(0, 0, -1, -1))
        gap, line = space(self, 1), (rect.height() - 4) // len(game.places)
        for seat, each in enumerate(game.places):
            top = rect.top() + 2 + seat * line
            self._paint_player(
                painter, each, QRect(rect.left() + gap, top, rect.width() - 2 * gap, line)
            )

    def _paint_player(self, painter: QPainter, each: TreePlace, place: QRect) -> None:
        colours = colours_of(self.palette())
        weight = QFont.Weight.DemiBold if each.won else QFont.Weight.Normal
        painter.setFont(sized(self.font(), Size.BODY, weight))
        painter.setPen(colours.faint if each.lost or not each.name else colours.ink)
        text = each.name or each.text
        seeded = f"{each.seed}  {text}" if each.seed else text
        elided = painter.fontMetrics().elidedText(
            seeded, Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, _SIDE, elided)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        for column, each in enumerate(self._rounds):
            for row, game in enumerate(each.games):
                if self.place_of(column, row).contains(at):
                    self.chosen.emit(column + 1, game.number)
