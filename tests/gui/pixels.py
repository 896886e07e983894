"""The pixels of a picture, read at once: one call for each of a million takes seconds."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage


def pixel_rows(image: QImage) -> list[list[int]]:
    """Return the colours of each row of pixels, as `QImage.pixel` gives them."""
    shown, width = image.convertToFormat(QImage.Format.Format_ARGB32), image.width()
    colours = memoryview(shown.constBits()).cast("B").cast("I").tolist()
    return [colours[start : start + width] for start in range(0, len(colours), width or 1)]


def inks_of(image: QImage, every: int = 1) -> set[int]:
    """Return all colours of a picture, or those of every second or third row and column."""
    shown = image.convertToFormat(QImage.Format.Format_ARGB32)
    pixels = np.frombuffer(shown.constBits(), np.uint32).reshape(image.height(), image.width())
    return set(np.unique(pixels[::every, ::every]).tolist())
