"""A QR code as a picture."""

from __future__ import annotations

import pytest

from decks.qr_code import qr_rows
from desktop.widgets.qr_code_image import qr_code_image


@pytest.mark.parametrize("side", [1, 100, 400])
def test_every_module_is_a_square_of_its_colour(side: int) -> None:
    rows = qr_rows("http://192.168.1.20:8615/")
    image = qr_code_image(rows, side)
    scale = max(side // len(rows), 1)
    assert image.width() == image.height() == scale * len(rows)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            colour = image.pixelColor(x * scale + scale // 2, y * scale + scale // 2)
            assert colour.name() == ("#000000" if dark else "#ffffff")
