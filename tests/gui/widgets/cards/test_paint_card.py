"""Cards painted from their facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import DARK, LIGHT, Colours
from desktop.widgets.cards.paint_card import aspect_of, paint_card
from tests.gui.pixels import inks_of
from tests.long_run import times

ARYA_CORE, ARYA_WOTN = "01141", "03007"


def found(cards: LoadedCards, code: str) -> Card:
    one = cards.card(code)
    assert one is not None
    return one


def painted(
    card: Card, pack: str, colours: Colours = LIGHT, width: int = 290
) -> tuple[QImage, bool]:
    image = QImage(width, round(width * aspect_of(card)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    legible = paint_card(painter, QRectF(0, 0, image.width(), image.height()), card, pack, colours)
    painter.end()
    return image, legible


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_cards_of_every_type_of_both_editions_are_drawn(
    cards: LoadedCards, colours: Colours, qapp: QApplication
) -> None:
    seen = set()
    for number, row in enumerate(cards.rows):
        kind = (row.card.edition, row.card.type)
        if number % times(short=108, long=9) == 0 or kind not in seen:
            seen.add(kind)
            image, legible = painted(row.card, row.pack, colours)
            assert legible, row.card.name
            assert len(inks_of(image, every=3)) > 10
    assert len(seen) == 14


def test_two_cards_are_drawn_unlike(cards: LoadedCards, qapp: QApplication) -> None:
    one, _ = painted(found(cards, ARYA_CORE), "Core Set")
    other, _ = painted(found(cards, ARYA_WOTN), "Wolves of the North")
    assert one != other
    assert painted(found(cards, ARYA_CORE), "Core Set")[0] == one


@pytest.mark.usefixtures("typeface")
def test_a_text_that_is_too_long_is_not_legible(cards: LoadedCards) -> None:
    bran = replace(found(cards, "22016"), text="Words and words of a long text. " * 18)
    assert not painted(bran, "A pack")[1]
    assert painted(bran, "A pack", width=700)[1]
