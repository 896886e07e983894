"""The card under the mouse on the board, or under the focus, shown beside it with its text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from carddb.card import Card
from desktop.pages.hands.board.tile import Tile
from desktop.session.deck_session import DeckSession
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.hover_card import HOVER_MS, HoverPopup, Place


class TileHover(QObject):
    """Shows a card large beside its tile after a moment, unless it `is_in_view` elsewhere.

    Nothing is shown unless `is_wanted`. `around` returns what else is not to be covered.
    """

    def __init__(self, session: DeckSession, pictures: CardPictures, parent: QWidget) -> None:
        super().__init__(parent)
        self._widget, self._session, self._pictures = parent, session, pictures
        self.is_wanted: Callable[[], bool] = lambda: True
        self.is_in_view: Callable[[Card], bool] = lambda _: False
        self.around: Callable[[], QWidget | None] = lambda: None
        self.popup: HoverPopup | None = None
        self._tile: Tile | None = None
        self._by_key = False
        self._timer = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._timer.timeout.connect(self._show)

    def aim(self, tile: Tile, *, by_key: bool = False) -> None:
        """Show the card of a tile in a moment; it stays while it is the same."""
        if tile is self._tile:
            return
        self.leave()
        self._tile, self._by_key = tile, by_key
        self._timer.start()

    def leave(self) -> None:
        """Hide the card."""
        self._tile = None
        self._timer.stop()
        if self.popup is not None:
            self.popup.hide()

    def _show(self) -> None:
        tile, cards = self._tile, self._session.cards
        if tile is None or cards is None or not tile.isVisible() or not self.is_wanted():
            return
        card = tile.face.card
        if self.is_in_view(card):
            return
        if self.popup is None:
            self.popup = HoverPopup(self._widget.window(), self._pictures.another(self))
        self.popup.pictures.preferred = self._pictures.preferred
        row = _on_screen(tile)
        beside = self.around()
        if beside is not None and beside.isVisible():
            row = row.united(_on_screen(beside))
        at = row.center() if self._by_key else QCursor.pos()
        place = Place(row, at, tile.screen().availableGeometry())
        self.popup.show_card(card, cards.pack_name(card), "", place)


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
