"""Small pictures of cards: drawn or decoded in workers, cached on disk and, the last, in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QObject, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath

from carddb.card import Card
from carddb.program_version import PROGRAM_VERSION
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.palette import DARK, LIGHT, Colours
from desktop.widgets.cards.card_pictures import (
    CardPictures,
    PictureState,
    card_picture_file,
    read_picture,
)
from desktop.widgets.cards.paint_card import ASPECT, aspect_of, card_corner, paint_card

if TYPE_CHECKING:
    from carddb.file_cache import FileCache

# In pixels of the screen: the widths that are stored on disk.
WIDTHS = (160, 360)
MEMORY_BYTES = 6 << 20
DISK_BYTES = 192 << 20
# More of them would take the window's thread its share of Python.
AT_ONCE = 2
QUALITY = 90
_ALIKE = 0.05
_ENDING = ".jpg"
_ARGB = QImage.Format.Format_ARGB32_Premultiplied
# To be raised when cards are drawn in another way: what is stored is then made anew, as it is by
# another version of the program.
DRAWING = 2


@dataclass(frozen=True, slots=True)
class Look:
    """How thumbnails are shown: their width in pixels of the screen, and how a card looks.

    `pictures`: a card's picture is shown where it is on the disk, instead of a drawing. `drawn`:
    other cards are drawn, instead of having an empty image.
    """

    width: int
    dark: bool = False
    pictures: bool = True
    drawn: bool = True

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
    """Has thumbnails made of the cards in view, the most urgent first.

    What is no longer wanted when its turn comes is not made. In memory are the last that were
    wanted, up to `most_bytes`, and all that are wanted now. Pictures are shown where `pictures`
    prefers them, and fetched for the cards in view.

    Signals:
        ready: the thumbnail of a card is there (its code).
        renewed: what is in memory may be another one now: it should be wanted again.
    """

    ready = Signal(str)
    renewed = Signal()

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
        self._look = Look(WIDTHS[0])
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

    def want(
        self, cards: Iterable[ThumbnailRequest], look: Look, in_view: Iterable[Card] = ()
    ) -> None:
        """Make the thumbnails of these cards, the first one first, and of no others.

        The pictures of those `in_view` are fetched, the first one first.
        """
        look = replace(look, pictures=self.pictures.preferred)
        self.pictures.downloads.want(self, in_view if look.pictures else ())
        if look != replace(self._look, width=look.width):
            self.clear()
        self._look = look
        self._queue.clear()
        wanted = tuple(cards)
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
        """Make the thumbnail of a card whose picture came, or all of them anew."""
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
    """Return a card's thumbnail, from the disk or made and stored there; in a worker."""
    stored = Look(next((each for each in WIDTHS if each >= look.width), WIDTHS[-1]), look.dark)
    image = _of_picture(home, wanted.card, stored) if home and look.pictures else None
    if image is None:
        if not look.drawn:
            return QImage()
        draw = partial(_drawn, wanted, stored)
        facts = PROGRAM_VERSION, DRAWING, wanted, look.dark
        image = _stored(home, stored, facts, draw) or draw()
    return _rounded(image, look)


def _create_qt_types(request: ThumbnailRequest) -> None:
    """Use in this thread all types of Qt that workers need to make thumbnails.

    PySide creates a type and its enums at their first use; two threads that create the same one at
    once end the process.
    """
    _body(make_thumbnail(None, request, Look(WIDTHS[0]), lambda *_: None))
    read_picture(Path())


def _of_picture(home: Path, card: Card, stored: Look) -> QImage | None:
    """Return the thumbnail of a card's picture; None where there is none, or none any more."""
    picture = card_picture_file(home, card)
    if picture is None:
        return None
    try:
        facts = picture.name, picture.stat().st_size
    except OSError:
        return None
    return _stored(home, stored, facts, lambda: _scaled(read_picture(picture), stored))


def _stored(
    home: Path | None, stored: Look, facts: object, make: Callable[[], QImage | None]
) -> QImage | None:
    """Return the thumbnail of these facts from the disk; else it is made, and stored there."""
    if home is None:
        return make()
    digest = sha256(repr((stored.width, facts)).encode("utf-8", "surrogatepass"))
    folder, name = _folder(home), f"{digest.hexdigest()[:40]}{_ENDING}"
    image = read_picture(folder.folder / name)
    if image is None and (image := make()) is not None:
        with suppress(OSError):  # a full disk: it is made again the next time
            folder.store(name, _body(image))
    return image


def _scaled(image: QImage | None, look: Look) -> QImage | None:
    """Return an image in the size of a look; one of other proportions lies within that."""
    if image is None:
        return None
    alike = abs(image.height() / image.width() - ASPECT) < _ALIKE
    modes = Qt.AspectRatioMode
    aspect = modes.IgnoreAspectRatio if alike else modes.KeepAspectRatio
    return image.scaled(look.size, aspect, Qt.TransformationMode.SmoothTransformation)


def _drawn(wanted: ThumbnailRequest, look: Look) -> QImage:
    colours: Colours = DARK if look.dark else LIGHT
    size = QSize(look.width, round(look.width * aspect_of(wanted.card)))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(colours.panel)
    painter = QPainter(image)
    rect = QRectF(0.5, 0.5, image.width() - 1, image.height() - 1)
    paint_card(painter, rect, wanted.card, wanted.pack, colours)
    painter.end()
    return image


def _rounded(image: QImage, look: Look) -> QImage:
    """Return an image as wide as it is shown, with the corners of a card."""
    shown = (_scaled(image, look) or image).convertToFormat(_ARGB)
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


def _body(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPG", QUALITY)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def thumbnails_folder(home: Path) -> Path:
    """Return the folder of the thumbnails in the home folder."""
    return home / "thumbnails"


@lru_cache(maxsize=1)
def _folder(home: Path) -> FileCache:
    from carddb.file_cache import FileCache  # noqa: PLC0415 - with the first thumbnail

    return FileCache(thumbnails_folder(home), (_ENDING,), DISK_BYTES)
