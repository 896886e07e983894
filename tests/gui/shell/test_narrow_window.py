"""Small and narrow windows, long names, many items and larger letters: all of it can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from core.text_format import MAX_LENGTH, shortened
from desktop.app import Application
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
from tests.gui.by_keys import focus, opened
from tests.gui.fits import cut_words, settle, text_size
from tests.gui.pixels import pixel_rows
from tests.gui.samples import deck_of, open_sample, present

app, shared_window = shared.app, shared.module_window


def test_a_large_window_has_room_for_all_panels(app: Application) -> None:
    page = open_sample(app)
    app.window.resize(700, 600)
    app.window.actions_["go_numbers"].trigger()
    assert page.numbers.isVisible()
    assert not page.pool.isVisible()
    app.window.actions_["rename"].trigger()
    assert focus() is page.deck.header.name
    app.window.resize(1920, 1080)
    assert focus() is page.deck.header.name
    pool, deck, side = page.splitter.sizes()
    # The deck has two columns there.
    assert deck > pool > 0
    assert deck > side > 0


def test_a_long_name_leaves_the_other_tabs_their_room(app: Application) -> None:
    open_sample(app)
    app.session.edit(replace(deck_of(app), name="L" * 300))
    app.session.open([present(app.session.cards).samples[0]])
    tabs = app.window.build.deck.open_decks
    assert tabs.tabRect(0).width() < 2 * tabs.tabRect(1).width()


def test_the_longest_names_of_tabs_are_cut_first(app: Application) -> None:
    app.session.open(present(app.session.cards).samples[:4])
    tabs = app.window.build.deck.open_decks
    app.session.edit(replace(deck_of(app), name="Wolves"))
    app.window.resize(1280, 800)
    settle()
    numbers, metrics = range(tabs.count()), tabs.fontMetrics()
    names = [metrics.horizontalAdvance(tabs.tabText(number)) for number in numbers]
    beside = tabs.tabRect(0).width() - names[0]
    rooms = [tabs.tabRect(number).width() - beside for number in numbers]
    assert rooms[0] == names[0] < min(rooms[1:])
    assert max(rooms[1:]) - min(rooms[1:]) <= 1
    # All of the width is in use.
    assert tabs.width() - tabs.tabRect(tabs.count() - 1).right() <= tabs.count()


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
    assert shortened("Family, Duty, Honor", 12) == "Family, Dut…"


def test_a_tip_shows_markup_as_it_is_written_and_breaks_long_lines() -> None:
    assert tip("Fire & Blood") == "Fire & Blood"
    assert tip("<b>Fire</b>\nBlood") == "<p>&lt;b&gt;Fire&lt;/b&gt;<br>Blood</p>"
    assert tip("Fire " * 30).startswith("<p>Fire")


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
        app.session.open([max(cards.samples, key=lambda each: each.deck.plot_count)])
        page, tabs = app.window.build, app.window.build.tabs
        page.show_side()
        for number in range(tabs.count()):
            tabs.setCurrentIndex(number)
            QApplication.processEvents()
            assert cut_words(app.window) == []
        page.show_pool()
        page.pool.search.setText("t:charactr k:lord")
        assert cut_words(app.window) == []
        assert page.pool.error.link.isVisible()
        page.deck.header.open_details()
        assert cut_words(opened(app)[-1]) == []
        opened(app)[-1].close()
        for number in (DECKS, HANDS):
            app.window.show_page(number)
            qtbot.waitUntil(lambda: app.tasks.idle)
            qtbot.waitUntil(lambda: _is_dealt(app))
            assert (app.window.width(), app.window.height()) == (900, 600)
            assert cut_words(app.window) == []


def _is_dealt(app: Application) -> bool:
    return app.window.hands is None or app.window.hands.board.game is not None


def test_in_a_small_window_what_matters_can_be_read(app: Application) -> None:
    page = open_sample(app)
    app.session.edit(replace(deck_of(app), agendas=()))
    app.window.resize(900, 600)
    width = app.window.fontMetrics().horizontalAdvance
    # Another palette gives no width to a column that has none.
    app.theme.choose(PaletteChoice.DARK)
    assert page.deck.list.header().length() == page.deck.list.viewport().width()
    head = page.deck.header
    assert head.summary.width() > width("Stark · no agenda")
    assert head.name.width() > width("Wolves of Winter")
    page.show_side()
    settle()
    bar = page.tabs.tabBar()
    shown = [n for n in range(bar.count()) if bar.isTabVisible(n)]
    assert all(bar.tabRect(n).width() >= bar.tabSizeHint(n).width() for n in shown)
    assert bar.tabRect(shown[-1]).right() <= page.tabs.width()
    assert (len(shown) < bar.count()) is page.tabs.more.isVisible()
