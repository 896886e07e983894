"""Pictures of cards: fetched where the user allows it, and cached on disk within bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from os import close
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from time import time

from carddb.address import site_of
from carddb.card import Card
from carddb.download import Downloader, Limits, Received
from carddb.errors import AppError

IMAGE_LIMITS = Limits(bytes=8 << 20, seconds=20.0, tries=2)
MAX_BYTES = 256 << 20

_ENDINGS = (".png", ".jpg", ".webp")
_UNFINISHED = ".tmp"
_ABANDONED_SECONDS = 60.0
_HEAD = 12


class ImageError(AppError):
    """There is no picture of a card to show; it is drawn from its facts."""


class ImageCache:
    """The pictures in a folder; every method may be called from any thread.

    A file is named after a hash of its address, never by the server. Above `max_bytes` the least
    recently used are removed.
    """

    def __init__(
        self, folder: Path, *, max_bytes: int = MAX_BYTES, limits: Limits = IMAGE_LIMITS
    ) -> None:
        self.folder = folder
        self._max_bytes = max_bytes
        self._limits = limits
        self._lock = Lock()

    def cached(self, card: Card) -> Path | None:
        """Return the file of a card's picture if it is here; without a request."""
        if not card.image_url:
            return None
        for ending in _ENDINGS:
            file = self.folder / f"{_name(card.image_url)}{ending}"
            with suppress(OSError):
                with file.open("rb") as opened:
                    head = opened.read(_HEAD)
                if image_ending(head) == ending:
                    os.utime(file)
                    return file
                file.unlink()
        return None

    def image(self, card: Card, *, allowed: bool, received: Received | None = None) -> Path:
        """Return the file of a card's picture, fetched first if it is not here and `allowed`.

        `received` is called with (bytes, bytes announced or None) meanwhile; what it raises stops
        the download. Raises ImageError where there is no picture, where fetching is not allowed
        and where what came is none; AddressError and NetworkError as a download does.
        """
        if file := self.cached(card):
            return file
        if not card.image_url:
            raise ImageError(
                f"Where a picture of {card.name} is, is not known.", "Sync, and it may be."
            )
        if not allowed:
            raise ImageError(
                f"The picture of {card.name} is not here, and fetching pictures is not allowed.",
                "Allow it in the settings, or go by the card's facts.",
            )
        with Downloader(self._limits) as downloader:
            body = downloader.fetch(card.image_url, received=received).body
        ending = image_ending(body)
        if not ending:
            raise ImageError(
                f"What {site_of(card.image_url)} sent for {card.name} is no picture that can be"
                " shown (PNG, JPEG or WebP)."
            )
        return self._store(f"{_name(card.image_url)}{ending}", body)

    def size(self) -> int:
        """Return how many bytes the pictures take."""
        return sum(size for _, size, _ in self._files())

    def clear(self) -> None:
        """Remove every picture."""
        with self._lock:
            for _, _, file in self._files():
                with suppress(OSError):
                    file.unlink()

    def _store(self, name: str, body: bytes) -> Path:
        """Write a file beside its place and move it there: no half picture is ever found."""
        target = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, unfinished = mkstemp(prefix=name, suffix=_UNFINISHED, dir=self.folder)
            close(handle)
            try:
                Path(unfinished).write_bytes(body)
                Path(unfinished).replace(target)
            finally:
                Path(unfinished).unlink(missing_ok=True)
        except OSError as error:
            raise ImageError(
                f"The picture could not be saved in {self.folder}: {error.strerror or error}.",
                "Free space on the disk and make the folder writable.",
            ) from None
        with self._lock:
            self._evict(target)
        return target

    def _evict(self, newest: Path) -> None:
        files = sorted(self._files())
        taken = sum(size for _, size, _ in files)
        for _, size, file in files:
            if taken <= self._max_bytes:
                break
            if file != newest:
                with suppress(OSError):
                    file.unlink()
                    taken -= size

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Yield when each picture was last used, its bytes and its path.

        What a killed process left unfinished is removed on the way.
        """
        with suppress(OSError):
            for file in self.folder.iterdir():
                with suppress(OSError):
                    state = file.stat()
                    if file.suffix in _ENDINGS:
                        yield state.st_mtime, state.st_size, file
                    elif file.suffix == _UNFINISHED and _is_abandoned(state):
                        file.unlink()


def images_folder(home: Path) -> Path:
    """Return the folder of the pictures in the home folder."""
    return home / "images"


def image_ending(body: bytes) -> str:
    """Return the ending of the kind of picture that some bytes begin; empty if they are none."""
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return ".png"
    if body.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return ".webp"
    return ""


def _name(address: str) -> str:
    return sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _is_abandoned(state: os.stat_result) -> bool:
    return time() - state.st_mtime > _ABANDONED_SECONDS
