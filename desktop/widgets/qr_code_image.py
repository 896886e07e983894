"""A QR code as a picture, and pictures as PNG files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage

_DARK, _LIGHT = QColor("#000000"), QColor("#FFFFFF")


def qr_code_image(rows: Sequence[Sequence[bool]], side: int) -> QImage:
    """Return the modules of a code, black on white in either palette.

    Its side is the largest whole number of dots a module that `side` has room for, at least one.
    """
    image = QImage(len(rows[0]), len(rows), QImage.Format.Format_RGB32)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            image.setPixelColor(x, y, _DARK if dark else _LIGHT)
    scale = max(side // len(rows), 1)
    return image.scaled(image.size() * scale, mode=Qt.TransformationMode.FastTransformation)


def encode_png(image: QImage) -> bytes:
    """Return a picture as the contents of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide6 takes a text here, unlike its stubs.
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
