"""How long the proxies of a deck of 60 cards and 7 plots take, as pictures, drawn and as text."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from benchmarks.table import Benchmark, Trial, Unit

AGAINST = "23 pictures enlarged"
# Of a picture as servers have it, and of one that is printed.
_SIZE, _PRINTED = (300, 419), (744, 1039)


def _trial(faces: str, home: Path) -> Trial:
    """Draw a deck whose pictures are all in the cache."""
    from carddb import catalogue  # noqa: PLC0415 - with Qt, not for the other benchmarks
    from carddb.images import ImageCache, images_folder, picture_stem  # noqa: PLC0415
    from carddb.terms import CardType, Edition  # noqa: PLC0415
    from decks.proxies import Faces, ProxyOptions  # noqa: PLC0415
    from desktop.app import make_app  # noqa: PLC0415
    from desktop.widgets.cards.proxy_pages import write_proxies  # noqa: PLC0415

    app = make_app()
    pool = catalogue.pools()[Edition.SECOND]
    characters = [card for card in pool if card.type is CardType.CHARACTER][:20]
    plots = [card for card in pool if card.type is CardType.PLOT][:7]
    cache, slots = ImageCache(images_folder(home)), []
    for number, card in enumerate([*characters, *plots]):
        address = f"https://localhost/{card.code}.jpg"
        cache.store(f"{picture_stem(address)}.jpg", _picture(number, lying=card in plots))
        slots.append((replace(card, image_url=address), 1 if card in plots else 3))

    options = ProxyOptions(Faces(faces))

    def run(_stays: object = app) -> object:
        with TemporaryFile() as file:
            return write_proxies(file, tuple(slots), pool.pack_name, options, home, lambda *_: None)

    return Trial(run, _enlarge)


def _picture(number: int, *, lying: bool) -> bytes:
    """Return a picture with more details than that of a card has: 50 kB."""
    from random import Random  # noqa: PLC0415 - as above

    from PySide6.QtCore import QBuffer, QIODevice  # noqa: PLC0415
    from PySide6.QtGui import QImage  # noqa: PLC0415

    width, height = _SIZE[::-1] if lying else _SIZE
    across, down = width // 3, height // 3
    small = Random(number).randbytes(across * down * 4)  # noqa: S311
    image = QImage(small, across, down, QImage.Format.Format_RGB32)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.scaled(width, height).save(buffer, "JPG", 80)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _enlarge() -> None:
    from PySide6.QtCore import Qt  # noqa: PLC0415 - as above
    from PySide6.QtGui import QImage  # noqa: PLC0415

    image = QImage(*_SIZE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.gray)
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    for _ in range(23):
        image.scaled(*_PRINTED, keep, smooth)


pictures = partial(_trial, "pictures")
BENCHMARKS = (
    Benchmark("proxies.pictures", Unit.MILLISECONDS, AGAINST, pictures),
    Benchmark("proxies.drawn", Unit.MILLISECONDS, AGAINST, partial(_trial, "drawn")),
    Benchmark("proxies.text", Unit.MILLISECONDS, AGAINST, partial(_trial, "text")),
)
