"""Charts that tests show and save, and what they count in their pictures."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage

from carddb.terms import Faction
from desktop.widgets.charts.chart import Chart, Series

FACTIONS = Chart(
    "Factions",
    ("Stark", "Night's Watch", "Neutral"),
    (Series("Cards", (42, 3, 15)),),
    x_label="Faction",
    rows=True,
    factions=(Faction.STARK, Faction.NIGHTS_WATCH, Faction.NEUTRAL),
)
SETUP = Chart(
    "Cards set up",
    ("0", "1", "2"),
    (
        Series("Wolves", (0.012, 0.7, 0.288), (0.01, 0.68, 0.28), (0.015, 0.72, 0.3)),
        Series("Lions", (0.1, 0.4, 0.5), faction=Faction.LANNISTER),
    ),
    x_label="Cards",
    y_label="Share of hands",
    percent=True,
    note="n = 20,000, seed 7",
)


def pixels_of(image: QImage, colour: QColor) -> int:
    return sum(
        image.pixelColor(x, y).rgb() == colour.rgb()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )
