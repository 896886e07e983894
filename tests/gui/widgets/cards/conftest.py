"""These tests share a window; or they have one card on screen, without a window."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_view import CardView
from tests.gui import shared_window as shared

app, shared_window, own_app = shared.app, shared.folder_window, shared.own_app


@pytest.fixture
def view(qtbot: QtBot) -> CardView:
    made = CardView()
    qtbot.addWidget(made)
    made.resize(300, 700)
    made.show()
    return made


@pytest.fixture
def face(qtbot: QtBot) -> CardFace:
    made = CardFace(None)
    qtbot.addWidget(made)
    made.resize(280, 400)
    made.show()
    return made
