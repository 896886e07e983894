"""Card pictures: optional downloads and a disk cache of limited size."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from carddb.card import Card
from core.download import Downloader, Limits, Received, site_of
from core.errors import AppError
from core.file_cache import FileCache

IMAGE_LIMITS = Limits(bytes=8 << 20, seconds=20.0, tries=2)
MAX_BYTES = 256 << 20

_ENDINGS = (".png", ".jpg", ".webp")
_HEAD = 12


class ImageError(AppError):
    """A card has no picture; it is drawn from its facts instead."""


class ImageCache(FileCache):
    """A folder of pictures, each named after the hash of its address."""

    def __init__(
        self, folder: Path, *, max_bytes: int = MAX_BYTES, limits: Limits = IMAGE_LIMITS
    ) -> None:
        super().__init__(folder, _ENDINGS, max_bytes)
        self._limits = limits

    def cached(self, card: Card) -> Path | None:
        """Return the cached file of a card's picture, if any; makes no request."""
        if not card.image_url:
            return None
        for ending in _ENDINGS:
            file = self.folder / f"{picture_stem(card.image_url)}{ending}"
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
        the download. Raises ImageError if there is no picture, if fetching is not allowed, and if
        the answer is not a picture; AddressError and NetworkError as a download does.
        """
        if file := self.cached(card):
            return file
        if not card.image_url:
            raise ImageError(
                f"The address of a picture of {card.name} is unknown.", "A sync may bring it."
            )
        if not allowed:
            raise ImageError(
                f"The picture of {card.name} was not fetched; fetching is not allowed.",
                "Allow it in the preferences.",
            )
        with Downloader(self._limits) as downloader:
            body = downloader.fetch(card.image_url, received=received).body
        ending = image_ending(body)
        if not ending:
            raise ImageError(
                f"{site_of(card.image_url)} sent no PNG, JPEG or WebP picture for {card.name}."
            )
        return self._store(f"{picture_stem(card.image_url)}{ending}", body)

    def _store(self, name: str, body: bytes) -> Path:
        try:
            return self.store(name, body)
        except OSError as error:
            raise ImageError(
                f"The picture could not be saved in {self.folder}: {error.strerror or error}.",
                "Free space on the disk and make the folder writable.",
            ) from None


def images_folder(home: Path) -> Path:
    return home / "images"


def image_ending(body: bytes) -> str:
    """Return the file ending for the bytes of a picture; empty for anything else."""
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return ".png"
    if body.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return ".webp"
    return ""


def picture_stem(address: str) -> str:
    """Return the name of the file of a picture from an address, without its ending."""
    return sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:40]
