"""The card that is drawn as large as its widget, also where that has next to no room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from carddb.terms import CardType
from desktop.widgets.cards.card_face import CardFace
from tests.builders import card

_SIDES = (0, 1, 2, 3, 7, 40, 300)


@pytest.mark.parametrize("card_type", CardType)
def test_a_card_is_drawn_into_any_room(qtbot: QtBot, card_type: CardType) -> None:
    # Qt's warnings fail a test: a pixmap of no size cannot be painted on.
    face = CardFace(None)
    qtbot.addWidget(face)
    shown = card(type=card_type, traits=("Knight",), cost=3, strength=3)
    face.show_card(shown, "Core Set")
    for width in _SIDES:
        for height in _SIDES:
            face.resize(QSize(width, height))
            if width and height:  # nothing else is painted
                face.grab()
            assert face.keyword_places() == ()
