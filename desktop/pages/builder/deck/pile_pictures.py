"""The pictures of a deck's cards, read in the background, and fetched for those in view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from carddb.card import Card
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.widgets.cards.card_pictures import CardPictures, PictureState, read_picture

# In pixels: as wide as a card of a pile becomes on a dense screen.
WIDTH = 500

_PicturesRequest: TypeAlias = tuple[Path, tuple[Card, ...]]
_LoadedPictures: TypeAlias = Mapping[str, QImage]


class PilePictures(QObject):
    """Pictures of many cards, where the user prefers pictures.

    Signals:
        changed: other pictures are to be shown.
    """

    changed = Signal()

    def __init__(
        self, tasks: TaskRunner, pictures: CardPictures, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._found: dict[str, QImage] = {}
        self._more_came = False
        self._on_disk: BackgroundQuery[_PicturesRequest, _LoadedPictures] = BackgroundQuery(
            tasks, _read, self, delay_ms=0, remembered=0
        )
        self._on_disk.answered.connect(self._on_answered)
        pictures.changed.connect(self._on_pictures_changed)
        pictures.downloads.fetched.connect(self._look_again)

    def of(self, card: Card) -> QImage | None:
        """Return the picture of a card if it is to be shown and has been read."""
        return self._found.get(card.image_url or "") if self._pictures.preferred else None

    def request(self, cards: Sequence[Card], in_view: Iterable[Card] = ()) -> None:
        """Look for the pictures of these cards; `changed` says when they are there.

        Those `in_view` are fetched, the first one first.
        """
        home = self._pictures.home
        self._pictures.downloads.want(self, in_view if self._pictures.preferred else ())
        urls = {card.image_url for card in cards}
        self._found = {url: image for url, image in self._found.items() if url in urls}
        missing = tuple(c for c in cards if c.image_url and c.image_url not in self._found)
        if home is not None and missing and self._pictures.preferred:
            self._on_disk.ask((home, missing))

    def withdraw(self) -> None:
        """Fetch no pictures: the cards are not in view any more."""
        self._pictures.downloads.want(self, ())

    def _on_answered(self, found: _LoadedPictures) -> None:
        self._found.update(found)
        if self._more_came:
            self._look_again()
        elif found:
            self.changed.emit()

    def _on_pictures_changed(self) -> None:
        if self._pictures.state is PictureState.FOUND:
            self._look_again()
        else:
            self.changed.emit()

    def _look_again(self) -> None:
        """Have the pictures requested anew: one has come that was not there before."""
        self._more_came = self._on_disk.state is QueryState.COMING
        if not self._more_came:
            self._on_disk.withdraw()
            self.changed.emit()


def _read(question: _PicturesRequest, progress: Progress) -> _LoadedPictures:
    # It imports the network libraries, which takes long: in the worker, when first needed.
    from carddb.images import ImageCache, images_folder  # noqa: PLC0415

    home, cards = question
    cache, found = ImageCache(images_folder(home)), {}
    for number, card in enumerate(cards):
        progress(number, len(cards))
        file = cache.cached(card)
        image = read_picture(file) if file else None
        if image is not None:
            smooth = Qt.TransformationMode.SmoothTransformation
            small = image.scaledToWidth(WIDTH, smooth) if image.width() > WIDTH else image
            found[card.image_url or ""] = small
    return found
