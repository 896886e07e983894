"""Small and narrow windows, long names, many items and larger letters: all of it can be read."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from core.text_format import MAX_LENGTH, shortened
from desktop.app import Application
from desktop.pages.builder.deck.deck_header import DeckHeader
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME
from desktop.runtime.settings import PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS, HANDS
from desktop.style import icons
from desktop.style.palette import LIGHT
from desktop.widgets.card_delegate import Cell, paint_cell
from desktop.widgets.copy_buttons import CopyButtons, DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from tests.gui import shared_window as shared
from tests.gui.by_keys import focus
from tests.gui.fits import cut_words, text_size
from tests.gui.pixels import pixel_rows
from tests.gui.samples import deck_of, open_sample, present

app, shared_window = shared.app, shared.module_window


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


@pytest.mark.parametrize("hundredths", [100, 130])
def test_no_words_of_a_page_are_cut_in_a_small_window(
    new_app: Callable[[], Application],
    cards: LoadedCards,
    qapp: QApplication,
    qtbot: QtBot,
    hundredths: int,
) -> None:
    with text_size(qapp, hundredths):
        app = new_app()
        app.window.resize(900, 600)
        app.window.show()
        app.session.receive_cards(cards)
        qtbot.waitUntil(lambda: app.window.width() == 900)
        assert cut_words(app.window) == []  # the welcome
        open_sample(app)
        tabs = app.window.build.tabs
        assert tabs.indexOf(app.window.build.deck) == (0 if hundredths > 100 else -1)
        for number in range(tabs.count()):
            tabs.setCurrentIndex(number)
            QApplication.processEvents()
            assert cut_words(app.window) == []
        for page in (DECKS, HANDS):
            app.window.show_page(page)
            qtbot.waitUntil(lambda: app.tasks.idle)
            qtbot.waitUntil(lambda: _is_dealt(app))
            assert (app.window.width(), app.window.height()) == (900, 600)
            assert cut_words(app.window) == []


def _is_dealt(app: Application) -> bool:
    return app.window.hands is None or app.window.hands.board.game is not None


def test_in_a_small_window_what_matters_can_be_read(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    app.session.edit(replace(deck_of(app), agendas=()))
    app.window.resize(900, 600)
    width = app.window.fontMetrics().horizontalAdvance
    assert page.pool.table.columnWidth(NAME) > width("A Clash of K")
    assert page.deck.list.columnWidth(DeckCardColumn.NAME) > width("Rattleshirt's R")
    # Another palette gives no width to a column that has none.
    app.theme.choose(PaletteChoice.DARK)
    assert page.deck.list.header().length() == page.deck.list.viewport().width()
    header = page.deck.header
    qtbot.waitUntil(lambda: header.day.width() >= header.day.sizeHint().width())
    qtbot.waitUntil(lambda: header.list.width() > width("Standard v2.1, in force"))
    assert header.faction.geometry().bottom() < header.list.mapTo(header, QPoint(0, 0)).y()
    assert header.edition.accessibleName() == "Second edition"
    bar = page.tabs.tabBar()
    assert all(bar.tabRect(n).width() >= bar.tabSizeHint(n).width() for n in range(bar.count()))
    assert bar.tabRect(bar.count() - 1).right() <= page.tabs.width()
    app.window.resize(1280, 800)
    columns = [column.name for column in COLUMNS if column.yields]
    numbers = [number for number, column in enumerate(COLUMNS) if column.name in columns]
    assert not any(page.pool.table.isColumnHidden(number) for number in numbers)
    assert header.edition.text() == "2nd ed."
