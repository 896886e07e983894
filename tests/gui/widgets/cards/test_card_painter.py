"""Cards as images: drawn or pictured, in any size, remembered up to a bound."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import CardType
from desktop.style.fonts import scaled_font
from desktop.style.palette import DARK, LIGHT
from desktop.widgets.cards import card_painter
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_painter import card_image, draw_card
from desktop.widgets.cards.paint_card import FIELD_TOP, aspect_of
from tests.builders import card

RED = QColor("#c01020")
CHARACTER = card(strength=3, cost=3)
PLOT = card("A Feast", type=CardType.PLOT)


def red(width: int, height: int) -> QImage:
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    picture.fill(RED)
    return picture


def size_of(shown: Card, width: int = 200) -> QSize:
    return QSize(width, round(width * aspect_of(shown)))


SIDES = (0, 1, 2, 3, 7, 40, 300)


@pytest.mark.parametrize("card_type", CardType)
def test_a_face_is_drawn_into_any_room(qtbot: QtBot, card_type: CardType) -> None:
    face = CardFace(None)
    qtbot.addWidget(face)
    face.show_card(card(type=card_type, traits=("Knight",), cost=3, strength=3), "Core Set")
    for width, height in product(SIDES, SIDES):
        face.resize(QSize(width, height))
        if width and height:  # nothing else is painted
            face.grab()
        assert face.keyword_places() == ()


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("picture", [None, red(300, 419), red(419, 300)])
def test_a_card_is_drawn_in_any_size(ratio: float, picture: QImage | None) -> None:
    # Qt's warnings fail a test: an image of no size cannot be painted on.
    for width, height in product(SIDES, SIDES):
        made = draw_card(CHARACTER, "", QSize(width, height), ratio, LIGHT, picture, head=True)
        assert made.image.isNull() is (min(width, height) < 4)


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("shown", [CHARACTER, PLOT])
@pytest.mark.parametrize("picture", [red(300, 419), red(419, 300), red(900, 100)])
def test_a_picture_fills_the_card_whatever_its_proportions(
    shown: Card, picture: QImage, ratio: float
) -> None:
    image = draw_card(shown, "", size_of(shown), ratio, LIGHT, picture).image
    right, bottom = image.width() - 1, image.height() - 1
    for x, y in ((right // 2, 2), (right // 2, bottom - 2), (2, bottom // 2), (right - 2, 60)):
        assert image.pixelColor(x, y) == RED
    for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert image.pixelColor(x, y).alpha() < 40


@pytest.mark.parametrize("shown", [CHARACTER, PLOT])
def test_the_name_stays_above_a_picture(shown: Card) -> None:
    size = size_of(shown)
    drawn = draw_card(shown, "", size, 1.0, LIGHT).image
    pictured = draw_card(shown, "", size, 1.0, LIGHT, red(300, 419), head=True).image
    head = round(min(size.width(), size.height()) * FIELD_TOP / 100)
    assert drawn.copy(0, 0, 200, head - 1) == pictured.copy(0, 0, 200, head - 1)
    found = [y for y in range(pictured.height()) if pictured.pixelColor(100, y) == RED]
    assert abs(found[0] - head) <= 2
    assert abs(found[-1] - size.height()) <= 4
    assert drawn.pixelColor(100, 100) != RED


def test_a_card_that_looks_the_same_is_drawn_once() -> None:
    size, font = size_of(CHARACTER), QApplication.font()
    made = card_image(CHARACTER, "Core", size, 1.0, LIGHT)
    assert card_image(CHARACTER, "Core", size, 1.0, LIGHT) is made
    picture = red(300, 419)
    shown = card_image(CHARACTER, "Core", size, 1.0, LIGHT, picture)
    assert card_image(CHARACTER, "Core", size, 1.0, LIGHT, picture) is shown
    others = [
        shown,
        card_image(CHARACTER, "Core", size, 1.0, LIGHT, red(300, 419)),
        card_image(CHARACTER, "Core", size, 1.0, DARK),
        card_image(CHARACTER, "Core", size, 2.0, LIGHT),
        card_image(CHARACTER, "Wolves", size, 1.0, LIGHT),
        card_image(CHARACTER, "Core", size_of(CHARACTER, 210), 1.0, LIGHT),
    ]
    QApplication.setFont(scaled_font(font, 1.3))
    others.append(card_image(CHARACTER, "Core", size, 1.0, LIGHT))
    QApplication.setFont(font)
    assert len({id(each) for each in (made, *others)}) == len(others) + 1


def test_only_the_last_cards_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    size = size_of(CHARACTER)
    monkeypatch.setattr(card_painter, "_painted", card_painter.CardImages())
    monkeypatch.setattr(card_painter, "MOST_BYTES", 3 * size.width() * size.height() * 4)
    first, second, third = (card_image(CHARACTER, f"{n}", size, 1.0, LIGHT) for n in range(3))
    assert card_image(CHARACTER, "0", size, 1.0, LIGHT) is first
    assert card_image(CHARACTER, "1", size, 1.0, LIGHT) is second
    card_image(CHARACTER, "another", size, 1.0, LIGHT)
    assert card_image(CHARACTER, "0", size, 1.0, LIGHT) is first
    assert card_image(CHARACTER, "2", size, 1.0, LIGHT) is not third
