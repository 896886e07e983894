"""The bracket painted as a tree; the table beside it says the same to a screen reader."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from events.bracket import seats_of, seed_of
from events.bracket_tree import TreeGame, bracket_tree
from events.event_state import EventState
from events.game_words import bracket_round_name


class BracketView(QWidget):
    """Columns of games, each joined with the one that its winner plays next.

    Signals:
        chosen: a game was clicked (its round, its number).
    """

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: EventState | None = None
        self._tree: tuple[tuple[TreeGame, ...], ...] = ()
        self.selected = (0, 0)
        self.setAccessibleName("Bracket")

    def show_state(self, state: EventState | None) -> None:
        """Show the elimination of an event."""
        self._state = state
        self._tree = bracket_tree(state) if state else ()
        names = [
            f"{bracket_round_name(len(games), seats=seats_of(state))}: {len(games)} games"
            for games in self._tree
            if state is not None
        ]
        self.setAccessibleDescription("; ".join(names))
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def select(self, number: int, game: int) -> None:
        """Mark a game."""
        self.selected = (number, game)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        if not self._tree:
            return QSize(space(self, 60), space(self, 20))
        width, height, gap, top = self._measures()
        return QSize(
            len(self._tree) * (width + gap), top + len(self._tree[0]) * (height + gap // 3)
        )

    def _measures(self) -> tuple[int, int, int, int]:
        """Return width and height of a game, the gap between columns, and where they begin."""
        seats = seats_of(self._state) if self._state else 2
        line = self.fontMetrics().height() * 5 // 4
        return space(self, 56), seats * line + 4, space(self, 7), line * 3 // 2

    def place_of(self, each: TreeGame) -> QRect:
        """Return where a game is painted."""
        width, height, gap, top = self._measures()
        left = (each.round - 1) * (width + gap)
        return QRect(left, top + round(each.place * (height + gap // 3)), width, height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        state = self._state
        painter, colours = QPainter(self), colours_of(self.palette())
        if state is None or not self._tree:
            painter.setPen(colours.faint)
            middle = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(self.rect(), middle, "No elimination yet.")
            painter.end()
            return
        for number, games in enumerate(self._tree):
            self._paint_heading(painter, number, len(games), state)
            for each in games:
                self._paint_lines(painter, each)
        for games in self._tree:
            for each in games:
                self._paint_game(painter, each, state)
        painter.end()

    def _paint_heading(self, painter: QPainter, column: int, games: int, state: EventState) -> None:
        width, _, gap, top = self._measures()
        painter.setFont(sized(self.font(), Size.SMALL))
        painter.setPen(colours_of(self.palette()).faint)
        rect = QRect(column * (width + gap), 0, width, top)
        name = bracket_round_name(games, seats=seats_of(state))
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft, name)

    def _paint_lines(self, painter: QPainter, each: TreeGame) -> None:
        """Join a game with the one that its winner plays."""
        if each.feeds is None:
            return
        following = next(game for game in self._tree[each.round] if game.number == each.feeds)
        here, there = self.place_of(each), self.place_of(following)
        middle = (here.right() + there.left()) // 2
        painter.setPen(colours_of(self.palette()).line)
        painter.drawLine(here.right(), here.center().y(), middle, here.center().y())
        painter.drawLine(middle, here.center().y(), middle, there.center().y())
        painter.drawLine(middle, there.center().y(), there.left(), there.center().y())

    def _paint_game(self, painter: QPainter, each: TreeGame, state: EventState) -> None:
        colours, rect = colours_of(self.palette()), self.place_of(each)
        chosen = self.selected == (each.round, each.number)
        painter.fillRect(rect, colours.selection if chosen else colours.panel)
        painter.setPen(colours.accent if chosen else colours.line)
        painter.drawRect(rect.adjusted(0, 0, -1, -1))
        game, gap = each.game, space(self, 1)
        players = game.players if game else ()
        seats = seats_of(state)
        line = (rect.height() - 4) // seats
        for seat in range(seats):
            place = QRect(rect.left() + gap, rect.top() + 2 + seat * line, rect.width(), line)
            place.setRight(rect.right() - gap)
            player = players[seat] if seat < len(players) else None
            won = game is not None and player is not None and game.winner == player
            lost = game is not None and game.winner is not None and not won
            weight = QFont.Weight.DemiBold if won else QFont.Weight.Normal
            painter.setFont(sized(self.font(), Size.BODY, weight))
            painter.setPen(colours.faint if lost or player is None else colours.ink)
            painter.drawText(place, _SIDE, self._text(painter, state, game, player, place))

    def _text(
        self,
        painter: QPainter,
        state: EventState,
        game: object,
        player: str | None,
        place: QRect,
    ) -> str:
        if player is None:
            return "" if game is None else "no opponent"
        seed = seed_of(state, player)
        name = state.player(player).name
        text = f"{seed}  {name}" if seed else name
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        for games in self._tree:
            for each in games:
                if self.place_of(each).contains(at):
                    self.chosen.emit(each.round, each.number)


_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
