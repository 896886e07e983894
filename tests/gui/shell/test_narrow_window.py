"""What is long, many or narrow: it fits, and nothing else suffers from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from core.text_format import MAX_LENGTH, shortened
from desktop.app import Application
from desktop.pages.builder.deck.deck_header import DeckHeader
from desktop.shell.main_window import BUILD, DECKS, HANDS
from desktop.style import icons
from desktop.style.palette import LIGHT
from desktop.widgets.card_delegate import Cell, paint_cell
from desktop.widgets.copy_buttons import CopyButtons, DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from tests.gui import shared_window as shared
from tests.gui.by_keys import focus
from tests.gui.pixels import pixel_rows
from tests.gui.samples import deck_of, open_sample, present

app, shared_window = shared.app, shared.module_window


def test_the_window_can_be_small(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    for page in (DECKS, BUILD, HANDS):
        app.window.resize(1280, 800)
        app.window.show_page(page)
        qtbot.waitUntil(lambda: app.tasks.idle, timeout=60_000)
        app.window.resize(900, 600)
        assert (page, app.window.width(), app.window.height()) == (page, 900, 600)


def test_where_there_is_room_again_the_deck_is_a_panel_again(app: Application) -> None:
    page = open_sample(app)
    app.window.resize(700, 600)
    assert page.tabs.currentWidget() is page.deck
    app.window.actions_["go_numbers"].trigger()
    assert page.tabs.currentWidget() is page.numbers_tab
    app.window.actions_["rename"].trigger()
    assert focus() is page.deck.header.name
    app.window.resize(1920, 1080)
    assert page.splitter.indexOf(page.deck) == 1
    assert page.deck.isVisible()
    assert focus() is page.deck.header.name
    pool, deck, side = page.splitter.sizes()
    assert side > deck
    assert pool > deck


def test_a_long_name_leaves_the_other_tabs_their_room(app: Application) -> None:
    open_sample(app)
    app.session.edit(replace(deck_of(app), name="L" * 300))
    app.session.open([present(app.session.cards).samples[0]])
    tabs = app.window.build.deck.open_decks
    assert tabs.tabRect(0).width() < 2 * tabs.tabRect(1).width()


@pytest.mark.parametrize("limit", range(1, 6))
def test_numbers_of_copies_stay_in_their_cell(limit: int) -> None:
    image = QImage(60, 24, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    buttons = CopyButtons(QRect(0, 0, 30, 24), DeckCopies(limit, limit=limit), 20)
    buttons.paint(painter, LIGHT)
    painter.end()
    beyond = {image.pixel(x, y) for x in range(30, 60) for y in range(24)}
    assert beyond == {QColor("white").rgb()}


def test_names_in_sentences_have_an_end() -> None:
    assert shortened("Wolves of\nWinter ") == "Wolves of Winter"
    assert len(shortened("L" * 300)) == MAX_LENGTH


def test_a_tip_shows_markup_as_it_is_written_and_breaks_long_lines() -> None:
    assert tip("Fire & Blood") == "Fire & Blood"
    assert tip("<b>Fire</b>\nBlood") == "<p>&lt;b&gt;Fire&lt;/b&gt;<br>Blood</p>"
    assert tip("Fire " * 30).startswith("<p>Fire")


def walked_head(header: DeckHeader, fields: Collection[QWidget]) -> list[QWidget]:
    """Return the fields of the head in the order that the tab key leads to them."""
    header.format.setFocus()
    walked: list[QWidget] = []
    for _ in range(len(fields) + 2):
        here = next(each for each in fields if each in {focus(), focus().parentWidget()})
        # The parts of a day are stops of their own.
        walked += [here] if here not in walked[-1:] else []
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
    return walked


def test_the_fields_of_the_head_are_walked_in_the_order_they_are_read(
    app: Application, qtbot: QtBot
) -> None:
    header = open_sample(app).deck.header
    wide = [header.format, header.list, header.day, header.premier]
    narrow = [header.format, header.day, header.premier, header.list]
    app.window.resize(900, 700)
    app.window.resize(1280, 700)
    qtbot.waitUntil(lambda: header.list.y() <= header.day.y())
    assert walked_head(header, wide) == wide
    app.window.resize(900, 700)
    qtbot.waitUntil(lambda: header.list.y() > header.day.y())
    assert walked_head(header, wide) == narrow


@pytest.mark.parametrize("number", range(1, 7))
def test_glyphs_stay_in_their_cell(number: int) -> None:
    image = QImage(80, 24, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    glyphs = tuple(Glyph(icons.faction_glyph(each), each) for each in list(Faction)[:number])
    cell = QRect(20, 0, 26, 24)
    paint_cell(painter, cell, painter.fontMetrics(), Cell(glyphs=glyphs), LIGHT)
    painter.end()
    columns = [*range(20), *range(46, 80)]
    outside = {image.pixel(x, y) for x in columns for y in range(24)}
    assert outside == {QColor("white").rgb()}
    assert any(image.pixel(x, y) != QColor("white").rgb() for x in range(20, 46) for y in range(24))


def test_of_many_open_decks_each_name_keeps_its_beginning(app: Application) -> None:
    app.session.open(present(app.session.cards).samples[:12])
    tabs = app.window.build.deck.open_decks
    words = tabs.fontMetrics().horizontalAdvance("The Iron Flee")
    assert all(tabs.tabRect(number).width() > words for number in range(tabs.count()))


def test_a_deck_without_cards_says_how_they_come_in(app: Application) -> None:
    open_sample(app)
    app.session.edit(replace(deck_of(app), slots=(), agendas=()))
    assert app.window.build.deck.model.rowCount() == 0
    picture = app.window.build.deck.list.viewport().grab().toImage()
    painted = set().union(*pixel_rows(picture)[:120])
    assert len(painted) > 3  # an empty ground would have one colour
