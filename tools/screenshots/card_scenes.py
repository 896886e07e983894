"""Cards to look at: gallery and table, piles, the card under the mouse, the picture of a deck."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from desktop.pages.builder.deck.deck_picture import DeckPicture
from desktop.pages.builder.pool.pool_columns import NAME
from tools.screenshots.album import SIZES, Album, wait_until

_SEARCH = "f:stark"


def scenes(album: Album) -> None:
    """Take every scene of cards to look at."""
    album.open("legal.json")
    album.page.pool.search.setText(_SEARCH)
    album.window.resize(*SIZES[0])
    album.window.move(0, 0)
    album.settle()
    album.take_made("hover-card", lambda: _hover_card(album))
    album.take_made("gallery-beside-table", lambda: _both(album))
    _show_gallery(album, shown=True)
    album.take("gallery", SIZES[:1], ready=lambda: _gallery_ready(album))
    _show_gallery(album, shown=False)
    album.page.deck.toggle_piles()
    album.take("piles")
    _deck_picture(album)


def _show_gallery(album: Album, *, shown: bool) -> None:
    album.page.pool.views.button.setChecked(shown)
    _gallery_ready(album)


def _gallery_ready(album: Album) -> None:
    """Wait for the thumbnails in view."""
    album.settle()
    gallery = album.page.pool.views.gallery
    wait_until(lambda: gallery is None or gallery.thumbnails.idle)
    album.settle()


def _both(album: Album) -> QImage:
    """Return the pool as the table it was, and beside it as a gallery."""
    pool = album.page.pool
    _show_gallery(album, shown=False)
    before = _grabbed(pool)
    _show_gallery(album, shown=True)
    after = _grabbed(pool)
    _show_gallery(album, shown=False)
    gap = 12
    image = QImage(
        QSize(before.width() + gap + after.width(), before.height()), QImage.Format.Format_RGB32
    )
    image.fill(pool.palette().window().color())
    painter = QPainter(image)
    painter.drawImage(0, 0, before)
    painter.drawImage(before.width() + gap, 0, after)
    painter.end()
    return image


def _hover_card(album: Album) -> QImage:
    """Return the window with the card that the mouse rests on."""
    table, hover = album.page.pool.table, album.page.hover
    index = table.model().index(4, NAME)
    place = QPointF(table.visualRect(index).center())
    none = Qt.MouseButton.NoButton
    at = table.viewport().mapToGlobal(place)
    modifiers = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseMove, place, at, none, none, modifiers)
    hover.leave()
    QApplication.sendEvent(table.viewport(), event)
    wait_until(lambda: hover.popup is not None and hover.popup.isVisible())
    image = _grabbed(album.window)
    if hover.popup is not None:
        painter = QPainter(image)
        corner = album.window.mapFromGlobal(hover.popup.pos())
        painter.drawPixmap(corner, hover.popup.grab())
        painter.end()
    hover.leave()
    return image


def _grabbed(shown: QWidget) -> QImage:
    return shown.grab().toImage()


def _deck_picture(album: Album) -> None:
    """Make the picture of a deck that a player would share; it is light for everyone."""
    session = album.app.session
    if session.deck is not None and session.cards is not None:
        image = DeckPicture(session.deck, session.cards.pack_name).image()
        album.plan.save(image, album.plan.folder / "deck-picture.png")
