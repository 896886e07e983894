"""A picture in a file: 256 of its colours, chosen so that no hue is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QImage


def save(image: QImage, target: Path) -> None:
    """Save a picture in 256 of its colours, which takes a fifth of the space."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = memoryview(image.constBits()).cast("I")
    known = Counter(pixels)
    chosen = _spread([colour for colour, _ in known.most_common()])
    nearest = {colour: number for number, colour in enumerate(chosen)}
    for colour in known:
        if colour not in nearest:
            nearest[colour] = min(
                range(len(chosen)), key=lambda number: _apart(chosen[number], colour)
            )
    data = bytes(map(nearest.__getitem__, pixels))
    width, height = image.width(), image.height()
    small = QImage(data, width, height, width, QImage.Format.Format_Indexed8)
    small.setColorTable(chosen)
    small.save(str(target), quality=0)


def _spread(colours: Sequence[int]) -> list[int]:
    """Return up to 256 of the colours, the first of every neighbourhood, so that no hue is lost."""
    limit = 64
    while True:
        chosen: list[int] = []
        for colour in colours:
            if all(_apart(colour, other) > limit for other in chosen):
                chosen.append(colour)
            if len(chosen) > 256:
                break
        else:
            return chosen
        limit = limit * 3 // 2


def _apart(one: int, other: int) -> int:
    parts = zip(one.to_bytes(4), other.to_bytes(4), strict=True)
    return sum((mine - its) ** 2 for mine, its in parts)
