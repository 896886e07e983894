"""What may be done with the card under the mouse, in buttons above it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from shiboken6 import isValid
from typing_extensions import override

from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.layouts import label, row
from goldfish.play.game import MoveKind
from goldfish.play.moves import LegalMove, general_moves, price_of


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
_MOST = 2
MORE = "\N{HORIZONTAL ELLIPSIS}"


class MoveButtons(QFrame):
    """Says above the card under the mouse what may be done with it, or what it lacks; keys do, too.

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
        self.setAccessibleName("Moves of this card")
        self.price = label("", Size.SMALL)
        margin = space(self, 1)
        self._row = row(self.price, parent=self, margin=margin // 2, spacing=margin // 2)
        self.price.setContentsMargins(margin, margin, margin, margin)
        self.hide()

    def show_on(self, tile: Tile, card: QRect) -> None:
        """Show the moves of a tile, whose card is seen at a place of the board."""
        if tile is self.tile and self.isVisible():
            return
        for each in self.buttons:
            each.hide()
            each.deleteLater()
        self.tile, self.buttons = tile, []
        moves = self._controller.own_moves(tile.number)[:_MOST]
        moves = moves or self._controller.effect_moves(tile.number)[:_MOST]
        for legal in moves:
            self._add(legal.words, partial(self._controller.do, legal.move))
        if moves:
            self._add(MORE, partial(self._controller.menu_requested.emit, tile.number), "All moves")
        words = "" if moves else self._lack(tile.number)
        self.price.setText(words)
        self.price.setVisible(bool(words))
        self.setVisible(bool(moves or words))
        if moves or words:
            self._row.activate()
            size = self.sizeHint()
            left = max(0, min(card.left(), self._board.width() - size.width()))
            # It touches the card, so that the mouse never leaves both on its way.
            self.setGeometry(QRect(QPoint(left, max(0, card.top() - size.height())), size))
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

    def _lack(self, number: int) -> str:
        """Return why a card of the hand cannot be paid for; empty where gold is not the reason."""
        game = self._controller.game
        price = price_of(game, number) if game is not None else None
        if game is None or price is None or price <= game.gold:
            return ""
        return f"{price} gold, you have {game.gold}"

    def _add(self, words: str, do: partial[None], spoken: str = "") -> None:
        made = push_button(
            words.replace("&", "&&"), self, spoken, kind="small", name=spoken or words
        )
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made.clicked.connect(lambda: self._on_clicked(do))
        self._row.addWidget(made)
        self.buttons.append(made)

    def _on_clicked(self, do: partial[None]) -> None:
        self.close_now()
        do()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.leave()
