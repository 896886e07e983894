"""The pictures of cards: from the disk, or fetched in the background where the user allows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from PySide6.QtCore import (
    QByteArray,
    QFile,
    QIODevice,
    QObject,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QImage, QImageReader

from carddb.card import Card
from core.errors import AppError, NetworkError
from desktop.runtime.tasks import BackgroundQuery, Progress, Task, TaskRunner

if TYPE_CHECKING:
    from carddb.images import ImageCache


# A user who moves through a table does not need the picture of every card on the way.
FETCH_DELAY_MS = 250
# More of them would leave saving no thread while a server is slow.
DOWNLOADS_AT_ONCE = 2
# What could not be fetched is tried again after that: the network may be back.
RETRY_MS = 60_000
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


class PictureDownloads(QObject):
    """Fetches the pictures of cards in view that are not on the disk, where the user allows it.

    Everything that shows cards says which of them are in view, the nearest first, and shares the
    few downloads at a time. A download that nobody wants any more is cancelled.
    """

    fetching = Signal(object)  # the picture of a Card
    fetched = Signal(object)  # the picture of a Card is on the disk
    failed = Signal(object, Exception)  # a Card, an AppError

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.home: Path | None = None
        self._allowed: Callable[[], bool] = bool
        self._wanted: WeakKeyDictionary[QObject, dict[str, Card]] = WeakKeyDictionary()
        self._running: dict[str, Task] = {}
        self._settled: set[str] = set()
        # A cancelled download may have stored the picture all the same, unannounced.
        self._cancelled: set[str] = set()
        self._errors: dict[str, AppError] = {}
        self._delay = QTimer(self, singleShot=True)
        self._delay.timeout.connect(self._start)
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry.timeout.connect(self.retry)

    def use(self, home: Path, allowed: Callable[[], bool]) -> None:
        """Fetch into the home folder while `allowed` returns true."""
        self.home, self._allowed = home, allowed

    def error(self, card: Card) -> AppError | None:
        """Return why the picture of a card could not be fetched a moment ago."""
        return self._errors.get(card.image_url or "")

    def want(self, owner: QObject, cards: Iterable[Card]) -> None:
        """Fetch the pictures of these cards, the first one first, for `owner` instead of others."""
        wanted = {card.image_url: card for card in cards if card.image_url}
        before = self._wanted.get(owner, {})
        if list(wanted) == list(before):
            return
        self._wanted[owner] = wanted
        self._settled -= wanted.keys() - before.keys() - self._errors.keys()
        self._cancel_unwanted()
        if self._allowed():
            self._delay.start(FETCH_DELAY_MS)

    def retry(self) -> None:
        """Try everything in view again: pictures may be allowed now, or the network may be back."""
        self._settled.clear()
        self._errors.clear()
        self._cancel_unwanted()
        self._start()

    def _cancel_unwanted(self) -> None:
        everything = set().union(*self._wanted.values()) if self._allowed() else set()
        for url, task in self._running.items():
            if url not in everything:
                task.cancel()
                self._cancelled.add(url)

    def _in_turn(self) -> Iterator[Card]:
        """Yield the wanted cards: the first of each owner, then the second of each, and so on."""
        lists = [list(each.values()) for each in self._wanted.values()]
        for cards in zip_longest(*lists):
            yield from (card for card in cards if card is not None)

    def _start(self) -> None:
        if self.home is None or not self._allowed():
            return
        for card in self._in_turn():
            if len(self._running) >= DOWNLOADS_AT_ONCE:
                return
            url = card.image_url or ""
            if url in self._running or url in self._settled:
                continue
            task = self._running[url] = Task(partial(_fetch, (self.home, card)))
            task.progressed.connect(partial(self._on_progressed, card))
            task.succeeded.connect(partial(self._on_succeeded, card))
            task.failed.connect(partial(self._on_failed, card))
            task.finished.connect(partial(self._on_finished, url))
            self._tasks.start(task)

    def _on_progressed(self, card: Card, *_: int) -> None:
        self.fetching.emit(card)

    def _on_succeeded(self, card: Card, is_new: bool) -> None:  # noqa: FBT001 - the task's result
        url = card.image_url or ""
        self._settled.add(url)
        if is_new or url in self._cancelled:
            self._cancelled.discard(url)
            self.fetched.emit(card)

    def _on_failed(self, card: Card, error: Exception) -> None:
        # Anything but an AppError is a bug, which the task runner announces.
        known = error if isinstance(error, AppError) else AppError("This could not be fetched.")
        self._settled.add(card.image_url or "")
        self._errors[card.image_url or ""] = known
        self._retry.start()
        self.failed.emit(card, known)

    def _on_finished(self, url: str) -> None:
        del self._running[url]
        if not self._delay.isActive():
            self._start()


def nearest_first(cards: Iterable[tuple[QPoint, Card]], middle: QPoint) -> list[Card]:
    """Return cards by how far the points where they are lie from the middle of the view."""
    by_distance = sorted(cards, key=lambda each: (each[0] - middle).manhattanLength())
    return [card for _, card in by_distance]


class CardPictures(QObject):
    """Finds one picture at a time; it never waits for the disk or the network.

    `downloads` fetches it where it is not on the disk; it is shared with all that show cards.
    `preferred` is whether the user wants pictures rather than drawn cards in this session, `error`
    why there is no picture, `card` the one requested.
    """

    changed = Signal()  # the picture, its state, or the preference

    def __init__(
        self,
        tasks: TaskRunner,
        parent: QObject | None = None,
        downloads: PictureDownloads | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.downloads = downloads or PictureDownloads(tasks, self)
        self.state = PictureState.NONE
        self.error = ""
        self.preferred = True
        self.card: Card | None = None
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._on_disk: _PictureQuery = BackgroundQuery(tasks, _read, self, delay_ms=0, remembered=0)
        self._on_disk.answered.connect(self._on_read)
        self._on_disk.failed.connect(self._on_failed)
        self.downloads.fetching.connect(self._on_fetching)
        self.downloads.fetched.connect(self._on_fetched)
        self.downloads.failed.connect(self._on_download_failed)

    @property
    def home(self) -> Path | None:
        """The folder of all files."""
        return self.downloads.home

    def use(self, home: Path, allowed: Callable[[], bool]) -> None:
        """Look for pictures in the home folder; `allowed` returns whether one may be fetched."""
        self.downloads.use(home, allowed)
        self.retry()

    def another(self, parent: QObject | None = None) -> CardPictures:
        """Return one that looks in the same place, for a second card at the same time."""
        return CardPictures(self._tasks, parent, self.downloads)

    def toggle_preferred(self) -> None:
        self.preferred = not self.preferred
        self.changed.emit()

    def picture(self, card: Card) -> QImage | None:
        """Return the picture of a card if it is in memory."""
        return self._images.get(card.image_url or "")

    def request(self, card: Card) -> None:
        """Look for the picture of a card instead of the one before; `changed` reports it."""
        if self.card is None or card.image_url != self.card.image_url:
            self.card = card
            self._look()

    def retry(self) -> None:
        """Look once more: pictures may be allowed now, or the network may be back."""
        self.downloads.retry()
        self._look()

    def _look(self) -> None:
        self._on_disk.withdraw()
        self.downloads.want(self, ())
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
        elif self.card is not None and (error := self.downloads.error(self.card)) is not None:
            self._on_failed(error)
        elif self.card is not None:
            self.downloads.want(self, [self.card])

    def _is_own(self, card: Card) -> bool:
        return self.card is not None and card.image_url == self.card.image_url

    def _on_fetching(self, card: Card) -> None:
        if self._is_own(card) and self.state is PictureState.NONE:
            self._set_state(PictureState.FETCHING)

    def _on_fetched(self, card: Card) -> None:
        if self._is_own(card) and self.home is not None:
            self._on_disk.withdraw()
            self._on_disk.ask((self.home, card))

    def _on_download_failed(self, card: Card, error: AppError) -> None:
        if self._is_own(card):
            self._on_failed(error)

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
    if file is None:
        return None
    image = read_picture(file)
    if image is None:
        raise AppError(f"The picture of {card.name} cannot be shown.")
    return image


def card_picture_file(home: Path, card: Card) -> Path | None:
    """Return the file of a card's picture where it is on the disk already; in a worker."""
    return _cache_of(home).cached(card) if card.image_url else None


def _fetch(request: _Request, progress: Progress) -> bool:
    """Fetch a picture that is not on the disk; return whether it was not."""
    home, card = request
    if card_picture_file(home, card) is not None:
        return False
    progress(0, 0)
    _cache_of(home).image(
        card, allowed=True, received=lambda done, total: progress(done, total or 0)
    )
    return True


def read_picture(file: Path) -> QImage | None:
    """Return the picture in a file, no larger than a card on a screen; None if it is damaged."""
    opened = QFile(str(file))
    # A file that is gone has no format, and nothing is read. Without the format, Qt would try
    # all, SVG included, which connects signals: this thread would have the GIL and wait for a
    # lock of Qt, while the window's thread may have that lock and wait for the GIL.
    ending = file.suffix[1:] if opened.open(QIODevice.OpenModeFlag.ReadOnly) else ""
    reader = QImageReader(opened, QByteArray(ending.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > LARGEST:
        bound = QSize(LARGEST, LARGEST)
        reader.setScaledSize(size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image
