"""The pictures of cards: from the disk, or fetched in the background where the user allows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader

from carddb.card import Card
from carddb.errors import AppError, NetworkError
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import Progress, TaskRunner

if TYPE_CHECKING:
    from carddb.images import ImageCache

# A user who moves through a table does not need the picture of every card on the way.
FETCH_DELAY_MS = 250
IN_MEMORY = 12
LARGEST = 2048


class PictureState(StrEnum):
    """What is known of the picture of the requested card, as the view shows it."""

    NONE = ""
    FETCHING = "Fetching the picture…"
    FOUND = " "
    OFFLINE = "No picture: offline"
    FAILED = "No picture"


_Request: TypeAlias = tuple[Path, Card]
_PictureQuery: TypeAlias = BackgroundQuery[_Request, QImage | None]


class CardPictures(QObject):
    """Finds one picture at a time; it never waits for the disk or the network.

    `preferred` is whether the user wants pictures rather than drawn cards in this session, `error`
    why there is no picture, `home` the folder of all files, `card` the one requested.

    Signals:
        changed: the picture or the state of the requested card is another one, or the preference.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.state = PictureState.NONE
        self.error = ""
        self.preferred = True
        self.card: Card | None = None
        self.home: Path | None = None
        self._allowed: Callable[[], bool] = bool
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._on_disk: _PictureQuery = BackgroundQuery(tasks, _read, self, delay_ms=0, remembered=0)
        self._download: _PictureQuery = BackgroundQuery(
            tasks, _fetch, self, delay_ms=FETCH_DELAY_MS, remembered=0
        )
        self._on_disk.answered.connect(self._on_read)
        self._download.answered.connect(self._on_found)
        self._download.progressed.connect(self._on_download_progressed)
        for query in (self._on_disk, self._download):
            query.failed.connect(self._on_failed)

    def use(self, home: Path, allowed: Callable[[], bool]) -> None:
        """Look for pictures in the home folder; `allowed` returns whether one may be fetched."""
        self.home, self._allowed = home, allowed
        self.retry()

    def another(self, parent: QObject | None = None) -> CardPictures:
        """Return one that looks in the same place, for a second card at the same time."""
        made = CardPictures(self._tasks, parent)
        if self.home is not None:
            made.use(self.home, self._allowed)
        return made

    def toggle_preferred(self) -> None:
        """Show drawn cards instead of pictures, or pictures again."""
        self.preferred = not self.preferred
        self.changed.emit()

    def picture(self, card: Card) -> QImage | None:
        """Return the picture of a card if it is in memory."""
        return self._images.get(card.image_url or "")

    def request(self, card: Card) -> None:
        """Look for the picture of a card instead of the one before; `changed` reports it."""
        if self.card is None or card.image_url != self.card.image_url:
            self.card = card
            self.retry()

    def retry(self) -> None:
        """Look once more: pictures may be allowed now, or the network may be back."""
        self._on_disk.withdraw()
        self._download.withdraw()
        card = self.card
        if card is None or self.home is None or not card.image_url:
            self._set_state(PictureState.NONE)
        elif card.image_url in self._images:
            self._images.move_to_end(card.image_url)
            self._set_state(PictureState.FOUND)
        else:
            self._set_state(PictureState.NONE)
            self._on_disk.ask((self.home, card))

    def _on_read(self, image: QImage | None) -> None:
        if image is not None:
            self._on_found(image)
        elif self._allowed() and self.home is not None and self.card is not None:
            self._download.ask((self.home, self.card))

    def _on_download_progressed(self) -> None:
        if self.state is not PictureState.FETCHING:
            self._set_state(PictureState.FETCHING)

    def _on_found(self, image: QImage) -> None:
        if self.card is None:
            return
        self._images[self.card.image_url or ""] = image
        if len(self._images) > IN_MEMORY:
            self._images.popitem(last=False)
        self._set_state(PictureState.FOUND)

    def _on_failed(self, error: AppError) -> None:
        state = PictureState.OFFLINE if isinstance(error, NetworkError) else PictureState.FAILED
        self._set_state(state, error.sentence)

    def _set_state(self, state: PictureState, error: str = "") -> None:
        self.state, self.error = state, error
        self.changed.emit()


@lru_cache(maxsize=1)
def _cache_of(home: Path) -> ImageCache:
    # It imports the network libraries, which takes long: in the worker, when first needed.
    from carddb.images import ImageCache, images_folder  # noqa: PLC0415

    return ImageCache(images_folder(home))


def _read(request: _Request, progress: Progress) -> QImage | None:
    home, card = request
    progress(0, 0)
    file = card_picture_file(home, card)
    return read_picture(file) if file else None


def card_picture_file(home: Path, card: Card) -> Path | None:
    """Return the file of a card's picture where it is on the disk already; in a worker."""
    return _cache_of(home).cached(card) if card.image_url else None


def _fetch(request: _Request, progress: Progress) -> QImage:
    home, card = request
    progress(0, 0)
    file = _cache_of(home).image(
        card, allowed=True, received=lambda done, total: progress(done, total or 0)
    )
    image = read_picture(file)
    if image is None:
        raise AppError(f"The picture of {card.name} cannot be shown.")
    return image


def read_picture(file: Path) -> QImage | None:
    """Return the picture in a file, no larger than a card on a screen; None if it is damaged."""
    reader = QImageReader(str(file))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > LARGEST:
        bound = QSize(LARGEST, LARGEST)
        reader.setScaledSize(size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image
