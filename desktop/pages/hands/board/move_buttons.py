"""Buttons on the card under the mouse: what may be done with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from shiboken6 import isValid
from typing_extensions import override

from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile
from desktop.style.fonts import Size, sized, space
from desktop.widgets.layouts import FlowLayout, tip
from goldfish.play.game import MoveKind
from goldfish.play.moves import LegalMove, general_moves


def move_groups(controller: GameController, number: int) -> list[tuple[str, list[LegalMove]]]:
    """Return the legal moves of a copy with headings: its own, its duplicates', by effects."""
    game, moves = controller.game, controller.moves
    if game is None:
        return []
    in_play = game.in_play_with(number)
    duplicates = in_play.duplicates if in_play else ()
    below = [each for copy in duplicates for each in moves(copy.number)]
    general = of_kinds(general_moves(game), MoveKind.DRAW, MoveKind.GOLD)
    return [
        ("", controller.own_moves(number)),
        ("Its duplicates", of_kinds(below, MoveKind.DISCARD, MoveKind.TAKE_BACK)),
        ("By an effect", controller.effect_moves(number) + general),
    ]


def of_kinds(moves: Iterable[LegalMove], *kinds: MoveKind) -> list[LegalMove]:
    return [each for each in moves if each.move.kind in kinds]


# More of the game's own moves are in the menu: an attachment has one for each bearer.
_MOST = 4
MORE = "\N{HORIZONTAL ELLIPSIS}"


class MoveButtons(QFrame):
    """Lies on the free part of a card of the board while the mouse is there; keys do without.

    What does not fit there is in the menu behind the last button.

    Signals:
        closed: the mouse is neither on the buttons nor on their card.
    """

    closed = Signal()

    def __init__(self, controller: GameController, board: QWidget) -> None:
        super().__init__(board)
        self._controller, self._board = controller, board
        self.tile: Tile | None = None
        self.buttons: list[QPushButton] = []
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setAccessibleName("Moves of this card")
        self._flow = FlowLayout(space(self, 1) // 2)
        margin = space(self, 1) // 2
        self._flow.setContentsMargins(margin, margin, margin, margin)
        self.setLayout(self._flow)
        self.hide()

    def show_on(self, tile: Tile) -> None:
        if tile is self.tile and self.isVisible():
            return
        self._clear()
        self.tile, number = tile, tile.number
        moves = self._controller.own_moves(number)[:_MOST]
        for legal in (*moves, *self._controller.effect_moves(number)):
            self._add(legal.words, partial(self._controller.do, legal.move))
        if self.buttons:
            more = partial(self._controller.menu_requested.emit, number)
            self._add(MORE, more, "All moves of this card")
        place = self._place(tile)
        self.setVisible(not place.isEmpty())
        if not place.isEmpty():
            self.setGeometry(place)
            self.raise_()

    def leave(self) -> None:
        """Hide, unless the mouse is on the buttons or on their card by now."""
        QTimer.singleShot(0, self, self._leave)

    def close_now(self) -> None:
        self.tile = None
        self.hide()

    def _leave(self) -> None:
        on_card = self.tile is not None and isValid(self.tile) and self.tile.underMouse()
        if not self.underMouse() and not on_card:
            self.close_now()
            self.closed.emit()

    def _clear(self) -> None:
        while self._flow.takeAt(0) is not None:
            pass
        for each in self.buttons:
            each.hide()
            each.deleteLater()
        self.buttons = []

    def _add(self, words: str, do: partial[None], spoken: str = "") -> None:
        button = QPushButton(words.replace("&", "&&"), self)
        button.setObjectName("small")
        button.setFont(sized(button.font(), Size.SMALL))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(spoken or words)
        button.setToolTip(tip(spoken))
        button.clicked.connect(lambda: self._on_clicked(do))
        self._flow.addWidget(button)
        self.buttons.append(button)
        button.show()

    def _on_clicked(self, do: partial[None]) -> None:
        self.close_now()
        do()

    def _place(self, tile: Tile) -> QRect:
        """Return the place on the card, empty where none is free; drop what has no room there."""
        free, margins, edge = tile.free, self._flow.contentsMargins(), 2 * self.frameWidth()
        inset = edge + margins.left() + margins.right()
        width = free.width() - inset
        for each in self.buttons[:-1]:
            _fit(each, width)
        while self.buttons and self._flow.heightForWidth(width) + edge > free.height():
            # The last one opens the menu.
            dropped = self.buttons.pop(-2 if len(self.buttons) > 1 else -1)
            self._flow.removeWidget(dropped)
            dropped.hide()
            dropped.deleteLater()
        if len(self.buttons) < 2 or width < 1:
            return QRect()
        height = self._flow.heightForWidth(width) + edge
        corner = tile.mapTo(self._board, free.bottomLeft()) - QPoint(0, height - 1)
        return QRect(corner, QSize(width + inset, height))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.leave()


def _fit(button: QPushButton, width: int) -> None:
    """Let a button say what fits: all, the price as a number, or the beginning."""
    words = button.accessibleName()
    short = words.replace(" for ", " \N{MIDDLE DOT} ").removesuffix(" gold")
    for each in (words, short):
        button.setText(each.replace("&", "&&"))
        if button.sizeHint().width() <= width:
            return
    edge = button.sizeHint().width() - button.fontMetrics().horizontalAdvance(short)
    right = Qt.TextElideMode.ElideRight
    fitting = button.fontMetrics().elidedText(short, right, max(1, width - edge))
    button.setText(fitting.replace("&", "&&"))
    button.setToolTip(tip(words))
    button.setMaximumWidth(max(1, width))
