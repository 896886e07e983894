"""Thumbnails of cards, pictures or drawn, made in the background for the cards in view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from PySide6.QtCore import QObject, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath

from carddb.card import Card
from carddb.terms import CardType
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.palette import DARK, LIGHT
from desktop.widgets.cards.card_painter import draw_card
from desktop.widgets.cards.card_pictures import (
    CardPictures,
    PictureState,
    card_picture_file,
    read_picture,
)
from desktop.widgets.cards.paint_card import ASPECT, aspect_of, card_corner

MEMORY_BYTES = 6 << 20
# More of them would take the window's thread its share of Python.
AT_ONCE = 2
_ALIKE = 0.05
_ARGB = QImage.Format.Format_ARGB32_Premultiplied


@dataclass(frozen=True, slots=True)
class Look:
    """How thumbnails are shown: their width in pixels of the screen, and how a card looks.

    `ratio` is the number of these pixels in a device-independent one. `pictures`: a picture that
    is on the disk is shown. `drawn`: cards without a picture are drawn; otherwise their image is
    empty. `lying`: plots lie on their side, as large as the other cards, and wider.
    """

    width: int
    dark: bool = False
    pictures: bool = True
    drawn: bool = True
    lying: bool = False
    ratio: float = 1.0

    @property
    def size(self) -> QSize:
        """The most that a thumbnail takes."""
        return QSize(self.width, round(self.width * ASPECT))


@dataclass(frozen=True, slots=True)
class ThumbnailRequest:
    """A card whose thumbnail is wanted, and the name of its pack."""

    card: Card
    pack: str


class CardThumbnails(QObject):
    """Makes thumbnails of the cards in view in workers, the most urgent first.

    A thumbnail that is no longer wanted when its turn comes is not made. The memory holds those
    that are wanted now, and those that were wanted last, up to `most_bytes`. Pictures are shown if
    `pictures` prefers them, and fetched for the cards in view.
    """

    ready = Signal(str)  # the thumbnail of a card, by its code
    renewed = Signal()  # other images may be in memory: want them again

    def __init__(
        self,
        tasks: TaskRunner,
        pictures: CardPictures,
        parent: QObject | None = None,
        *,
        most_bytes: int = MEMORY_BYTES,
    ) -> None:
        super().__init__(parent)
        self._tasks, self.pictures = tasks, pictures
        self._look = Look(1)
        self._images: OrderedDict[str, tuple[QImage, Look]] = OrderedDict()
        self._most_bytes = most_bytes
        self._wanted_count = 0
        self._queue: OrderedDict[str, ThumbnailRequest] = OrderedDict()
        self._made: set[str] = set()
        self._outdated: set[str] = set()
        self._generation = 0
        self._types_created = False
        self.bytes = 0
        pictures.changed.connect(self._on_picture_changed)
        pictures.downloads.fetched.connect(self._on_fetched)

    @property
    def idle(self) -> bool:
        """Whether everything that was wanted is there."""
        return not (self._queue or self._made)

    def image(self, code: str) -> QImage | None:
        """Return the thumbnail of a card if it is in memory; perhaps one of another width yet."""
        found = self._images.get(code)
        return found[0] if found else None

    def picture(self, code: str) -> QImage | None:
        """Return the picture of a card in that size, where only pictures are wanted."""
        image = self.image(code) if self.pictures.preferred else None
        return None if image is None or image.isNull() else image

    def withdraw(self) -> None:
        """Fetch no pictures: the cards are not in view any more."""
        self.pictures.downloads.want(self, ())

    def want(
        self, cards: Iterable[ThumbnailRequest], look: Look, in_view: Iterable[Card] = ()
    ) -> None:
        """Make the thumbnails of these cards, the first one first, and of no others.

        The pictures of those `in_view` are fetched, the first one first.
        """
        look = replace(look, pictures=look.pictures and self.pictures.preferred)
        self.pictures.downloads.want(self, in_view if look.pictures else ())
        if look != replace(self._look, width=look.width):
            self.clear()
        self._look = look
        self._queue.clear()
        has_pictures = look.pictures and self.pictures.home is not None
        wanted = tuple(cards) if look.drawn or has_pictures else ()
        self._wanted_count = len(wanted)
        for each in wanted:
            code = each.card.code
            found = self._images.get(code)
            if found is not None:
                self._images.move_to_end(code)
            if code not in self._made and (found is None or found[1] != look):
                self._queue[code] = each
        self._start()

    def clear(self) -> None:
        """Forget what is in memory: other cards may have the codes now, or pictures."""
        self._images.clear()
        self._queue.clear()
        self._generation += 1
        self.bytes = 0

    def _start(self) -> None:
        if self._queue and not self._types_created:
            self._types_created = True
            _create_qt_types(next(iter(self._queue.values())))
        while self._queue and len(self._made) < AT_ONCE:
            code, wanted = self._queue.popitem(last=False)
            task = Task(partial(make_thumbnail, self.pictures.home, wanted, self._look))
            task.succeeded.connect(partial(self._on_made, code, self._look, self._generation))
            task.finished.connect(partial(self._on_finished, code))
            self._made.add(code)
            self._tasks.start(task)

    def _on_made(self, code: str, look: Look, generation: int, image: QImage) -> None:
        if generation != self._generation:
            return
        if code in self._outdated:
            look = replace(look, width=0)
        before = self._images.pop(code, None)
        self.bytes += image.sizeInBytes() - (before[0].sizeInBytes() if before else 0)
        self._images[code] = image, look
        # What is in view on a large, dense screen may take more.
        while self.bytes > self._most_bytes and len(self._images) > max(1, self._wanted_count):
            _, (oldest, _) = self._images.popitem(last=False)
            self.bytes -= oldest.sizeInBytes()
        self.ready.emit(code)

    def _on_picture_changed(self) -> None:
        found = self.pictures.card if self.pictures.state is PictureState.FOUND else None
        if found is not None:
            self._outdate(found.code)
        self.renewed.emit()

    def _on_fetched(self, card: Card) -> None:
        self._outdate(card.code)
        self.renewed.emit()

    def _outdate(self, code: str) -> None:
        """Have the thumbnail of a card made again: its picture is there now."""
        if code in self._made:
            self._outdated.add(code)
        elif code in self._images:
            image, look = self._images[code]
            self._images[code] = image, replace(look, width=0)

    def _on_finished(self, code: str) -> None:
        self._made.discard(code)
        if code in self._outdated:
            self._outdated.discard(code)
            self.renewed.emit()
        self._start()


def make_thumbnail(home: Path | None, wanted: ThumbnailRequest, look: Look, _: Progress) -> QImage:
    """Return a card's thumbnail, its picture or drawn; in a worker.

    The picture on the disk is small: to read and scale it takes about 2 ms.
    """
    if look.lying and aspect_of(wanted.card) < 1:
        look = replace(look, width=round(look.width * ASPECT))
    picture = card_picture_file(home, wanted.card) if home and look.pictures else None
    image = read_picture(picture) if picture is not None else None
    if image is not None:
        return _rounded(_scaled(image, look))
    if not look.drawn:
        return QImage()
    width = round(look.width / look.ratio)
    size = QSize(width, round(width * aspect_of(wanted.card)))
    colours = DARK if look.dark else LIGHT
    return draw_card(wanted.card, wanted.pack, size, look.ratio, colours).image


def _create_qt_types(request: ThumbnailRequest) -> None:
    """Use in this thread all types of Qt that workers need to make thumbnails.

    PySide creates a type and its enums at their first use; two threads that create the same one at
    once end the process.
    """
    words = replace(request.card, traits=("Lord",), text="- [power] <b>Action:</b> Draw.")
    for card_type in (CardType.CHARACTER, CardType.PLOT):
        drawn = replace(request, card=replace(words, type=card_type))
        image = make_thumbnail(None, drawn, Look(360), lambda *_: None)
    _rounded(_scaled(image, Look(160)))
    read_picture(Path())


def _scaled(image: QImage, look: Look) -> QImage:
    """Return an image in the size of a look; one of other proportions lies within that."""
    alike = abs(image.height() / image.width() - ASPECT) < _ALIKE
    modes = Qt.AspectRatioMode
    aspect = modes.IgnoreAspectRatio if alike else modes.KeepAspectRatio
    return image.scaled(look.size, aspect, Qt.TransformationMode.SmoothTransformation)


def _rounded(image: QImage) -> QImage:
    """Return an image with the corners of a card."""
    shown = image.convertToFormat(_ARGB)
    corner = _corner_mask(card_corner(QSizeF(shown.size())))
    side = corner.width() // 2
    painter = QPainter(shown)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    # The corners alone: Qt fills a large area by threads and waits for them with the GIL.
    for x, left in ((0, 0), (shown.width() - side, side)):
        for y, top in ((0, 0), (shown.height() - side, side)):
            painter.drawImage(x, y, corner, left, top, side, side)
    painter.end()
    return shown


@lru_cache(maxsize=4)
def _corner_mask(radius: float) -> QImage:
    """Return a rounded square that consists of its four corners."""
    side = 2 * (int(radius) + 1)
    mask = QImage(side, side, _ARGB)
    mask.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.addRoundedRect(QRectF(mask.rect()), radius, radius)
    painter = QPainter(mask)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, Qt.GlobalColor.black)
    painter.end()
    return mask
