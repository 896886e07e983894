"""The pictures of the cards on the board: those that are on the disk, made in workers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from typing_extensions import override

from desktop.pages.hands.board.board_widget import BoardWidget
from desktop.style.palette import DARK, colours_of
from desktop.widgets.cards.card_pictures import nearest_first
from desktop.widgets.cards.card_thumbnails import CardThumbnails, Look, ThumbnailRequest


class TilePictures(QObject):
    """Gives the tiles of a board the pictures of their cards, as large as they are shown."""

    def __init__(self, thumbnails: CardThumbnails, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._board: BoardWidget | None = None

    def follow(self, board: BoardWidget) -> None:
        """Show the pictures of the cards on a board from now on."""
        self._board = board
        board.arranged.connect(self._want)
        board.installEventFilter(self)
        self._thumbnails.renewed.connect(self._want)
        self._thumbnails.ready.connect(self._on_ready)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._want()
        return False

    def _want(self) -> None:
        board = self._board
        tiles = [each for each in board.shown_tiles() if not each.face.strip] if board else []
        if board is None or not tiles or not board.isVisible():
            self._thumbnails.pictures.downloads.want(self._thumbnails, ())
            return
        width = round(max(each.width() for each in tiles) * board.devicePixelRatioF())
        look = Look(width, dark=colours_of(board.palette()) is DARK, drawn=False)
        cards = {each.face.card.code: ThumbnailRequest(each.face.card, "") for each in tiles}
        pictures = self._thumbnails.pictures
        shown = pictures.home is not None and pictures.preferred
        places = [(each.mapTo(board, each.rect().center()), each.face.card) for each in tiles]
        nearest = nearest_first(places, board.rect().center())
        self._thumbnails.want(cards.values() if shown else (), look, nearest)
        for tile in tiles:
            self._show(tile.face.card.code)

    def _on_ready(self, code: str) -> None:
        self._show(code)

    def _show(self, code: str) -> None:
        """Show the picture of a card, or that there is none."""
        image = self._thumbnails.image(code)
        found = None if image is None or image.isNull() else image
        for tile in self._board.shown_tiles() if self._board else ():
            if tile.face.card.code == code and tile.picture is not found:
                tile.picture = found
                tile.update()
