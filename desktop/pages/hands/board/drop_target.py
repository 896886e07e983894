"""Where copies are dropped: a widget that stands for a zone lights up for what is legal there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile import Tile, dragged_number
from goldfish.play.game import Zone

TileAt = Callable[[QPoint], Tile | None]


def nowhere(_: QPoint) -> Tile | None:
    """Return no tile: for targets that have none."""
    return None


class DropTarget(QObject):
    """Watches a widget for copies that are dragged over it.

    What is not legal may be dropped too: then nothing changes, and the sitting says why.

    Signals:
        lit: the widget is to be shown as a target, or no longer.
    """

    lit = Signal(bool)

    def __init__(
        self, widget: QWidget, zone: Zone, controller: GameController, tile_at: TileAt = nowhere
    ) -> None:
        super().__init__(widget)
        self._zone = zone
        self._controller = controller
        self._tile_at = tile_at
        self._tile: Tile | None = None
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):
            number = dragged_number(event.mimeData())
            if number is None:
                return False
            event.acceptProposedAction()
            if isinstance(event, QDragMoveEvent):
                self._show(number, event.position().toPoint())
            else:
                self._leave()
                tile = self._tile_at(event.position().toPoint())
                self._controller.drop(number, self._zone, tile.number if tile else None)
            return True
        if event.type() is QEvent.Type.DragLeave:
            self._leave()
        return False

    def _show(self, number: int, place: QPoint) -> None:
        """Light the tile that is meant, or the whole target, where the drop is legal."""
        tile = self._tile_at(place)
        onto = tile.number if tile else None
        legal = self._controller.may_drop(number, self._zone, onto)
        if self._tile is not None and self._tile is not tile:
            self._tile.light(lit=False)
        self._tile = tile
        if tile is not None:
            tile.light(lit=legal)
        self.lit.emit(legal)

    def _leave(self) -> None:
        if self._tile is not None:
            self._tile.light(lit=False)
        self._tile = None
        self.lit.emit(False)  # noqa: FBT003 - the signal's own argument
