"""What is long, many or narrow: it fits, and nothing else suffers from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.colours import LIGHT
from desktop.main_window import BUILD, DECKS, HANDS
from desktop.widgets.labels import LONGEST, shortened, tip
from desktop.widgets.pips import Pips, paint_pips
from tests.gui.samples import deck_of, open_sample


@pytest.mark.parametrize("page", [DECKS, BUILD, HANDS])
def test_the_window_can_be_small(desk: Desk, qtbot: QtBot, page: int) -> None:
    open_sample(desk)
    desk.window.show_page(page)
    qtbot.waitUntil(lambda: desk.tasks.idle, timeout=60_000)
    desk.window.resize(900, 600)
    assert (desk.window.width(), desk.window.height()) == (900, 600)


def test_a_long_name_leaves_the_other_tabs_their_room(desk: Desk) -> None:
    open_sample(desk)
    desk.session.edit(replace(deck_of(desk), name="L" * 300))
    assert desk.session.cards is not None
    desk.session.open([desk.session.cards.samples[0]])
    tabs = desk.window.build.deck.open_decks
    assert tabs.tabRect(0).width() < 2 * tabs.tabRect(1).width()


@pytest.mark.parametrize("limit", range(1, 6))
def test_pips_stay_in_their_cell(limit: int) -> None:
    image = QImage(60, 24, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_pips(painter, QRect(0, 0, 30, 24), Pips(limit, limit=limit), 8, LIGHT)
    painter.end()
    beyond = {image.pixel(x, y) for x in range(30, 60) for y in range(24)}
    assert beyond == {QColor("white").rgb()}


def test_names_in_sentences_have_an_end() -> None:
    assert shortened("Wolves of\nWinter ") == "Wolves of Winter"
    assert len(shortened("L" * 300)) == LONGEST


def test_a_tip_shows_markup_as_it_is_written() -> None:
    assert tip("Fire & Blood") == "Fire & Blood"
    assert tip("<b>Fire</b>\nBlood") == "<p>&lt;b&gt;Fire&lt;/b&gt;<br>Blood</p>"


def test_a_deck_without_cards_says_how_they_come_in(desk: Desk) -> None:
    open_sample(desk)
    desk.session.edit(replace(deck_of(desk), slots=(), agendas=()))
    assert desk.window.build.deck.model.rowCount() == 0
    picture = desk.window.build.deck.list.viewport().grab().toImage()
    painted = {picture.pixel(x, y) for x in range(picture.width()) for y in range(120)}
    assert len(painted) > 3  # an empty ground would have one colour
