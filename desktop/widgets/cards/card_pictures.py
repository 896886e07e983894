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

# Who runs through a table does not want the picture of every card on the way.
PAUSE_MS = 250
KEPT_IN_MEMORY = 12
LARGEST = 2048


class PictureState(StrEnum):
    """What is known of the picture of the card asked for, as the view says it."""

    NONE = ""
    FETCHING = "Fetching the picture…"
    THERE = " "
    OFFLINE = "No picture: offline"
    FAILED = "No picture"


_Question: TypeAlias = tuple[Path, Card]
_PictureQuery: TypeAlias = BackgroundQuery[_Question, QImage | None]


class CardPictures(QObject):
    """Finds one picture at a time; it never waits for the disk or the network.

    `preferred` is whether the user wants to see pictures rather than drawn cards in this sitting.

    Signals:
        changed: the picture or the state of the card asked for is another one, or the preference.
    """

    changed = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = PictureState.NONE
        self.why = ""
        self._preferred = True
        self._card: Card | None = None
        self._home: Path | None = None
        self._allowed: Callable[[], bool] = bool
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._on_disk: _PictureQuery = BackgroundQuery(
            tasks, _from_disk, self, delay_ms=0, remembered=0
        )
        self._fetched: _PictureQuery = BackgroundQuery(
            tasks, _fetched, self, delay_ms=PAUSE_MS, remembered=0
        )
        self._on_disk.answered.connect(self._on_looked_up)
        self._fetched.answered.connect(self._on_found)
        self._fetched.progressed.connect(self._on_fetch_progressed)
        for query in (self._on_disk, self._fetched):
            query.failed.connect(self._on_failed)

    def use(self, home: Path, allowed: Callable[[], bool]) -> None:
        """Look for pictures in the home folder; `allowed` tells whether one may be fetched now."""
        self._home, self._allowed = home, allowed
        self.ask_again()

    @property
    def preferred(self) -> bool:
        """Whether a picture is shown where there is one."""
        return self._preferred

    @preferred.setter
    def preferred(self, preferred: bool) -> None:
        self._preferred = preferred
        self.changed.emit()

    def picture(self, card: Card | None) -> QImage | None:
        """Return the picture of a card if it is in memory."""
        return self._images.get(card.image_url or "") if card else None

    def ask(self, card: Card) -> None:
        """Look for the picture of a card instead of the one before; `changed` tells of it."""
        if self._card is None or card.image_url != self._card.image_url:
            self._card = card
            self._look()

    def ask_again(self) -> None:
        """Look once more: pictures may be allowed now, or the network may be back."""
        if self._card is not None:
            self._look()

    def _look(self) -> None:
        self._on_disk.withdraw()
        self._fetched.withdraw()
        card = self._card
        if card is None or self._home is None or not card.image_url:
            self._tell(PictureState.NONE)
        elif card.image_url in self._images:
            self._images.move_to_end(card.image_url)
            self._tell(PictureState.THERE)
        else:
            self._tell(PictureState.NONE)
            self._on_disk.ask((self._home, card))

    def _on_looked_up(self, image: QImage | None) -> None:
        if image is not None:
            self._on_found(image)
        elif self._allowed() and self._home is not None and self._card is not None:
            self._fetched.ask((self._home, self._card))

    def _on_fetch_progressed(self) -> None:
        if self.state is not PictureState.FETCHING:
            self._tell(PictureState.FETCHING)

    def _on_found(self, image: QImage) -> None:
        if self._card is None:
            return
        self._images[self._card.image_url or ""] = image
        while len(self._images) > KEPT_IN_MEMORY:
            self._images.popitem(last=False)
        self._tell(PictureState.THERE)

    def _on_failed(self, error: AppError) -> None:
        state = PictureState.OFFLINE if isinstance(error, NetworkError) else PictureState.FAILED
        self._tell(state, error.sentence)

    def _tell(self, state: PictureState, why: str = "") -> None:
        self.state, self.why = state, why
        self.changed.emit()


@lru_cache(maxsize=1)
def _cache_of(home: Path) -> ImageCache:
    # It brings the network with it, which takes long to import: in the worker, when first needed.
    from carddb.images import ImageCache, images_folder  # noqa: PLC0415

    return ImageCache(images_folder(home))


def _from_disk(question: _Question, report: Progress) -> QImage | None:
    home, card = question
    report(0, 0)
    file = _cache_of(home).kept(card)
    return read_picture(file) if file else None


def _fetched(question: _Question, report: Progress) -> QImage:
    home, card = question

    def received(done: int, total: int | None) -> None:
        report(done, total or 0)

    report(0, 0)
    file = _cache_of(home).image(card, allowed=True, received=received)
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
