"""The Hands page as a whole: both sides follow the deck, and the width is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.report import Reading
from desktop.pages.hands.odds.odds_panel import CardsTab, OddsPanel
from desktop.pages.hands.odds.rounds_tab import RoundsTab
from desktop.pages.hands.odds.see_tab import SeeTab
from desktop.pages.hands.page import HandsPage
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.style.theme import Theme
from tests.gui.pages.hands.conftest import FLEET, TODAY, half
from tests.gui.test_accessibility import assert_all_named

Sample = Callable[[str], Deck]


@pytest.fixture
def page(
    qapp: QApplication, qtbot: QtBot, session: DeckSession, tasks: TaskRunner, typeface: QFont
) -> Iterator[HandsPage]:
    """Show the page."""
    qapp.setFont(typeface)
    Theme(qapp, PaletteChoice.LIGHT, qapp)
    page = HandsPage(session, tasks, None)
    page.resize(1210, 740)
    page.restore_shape(())
    page.show_odds()
    with qtbot.waitExposed(page):
        page.show()
    yield page
    page.close()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_both_sides_follow_the_deck(
    page: HandsPage, qtbot: QtBot, session: DeckSession, sample: Sample
) -> None:
    assert_all_named(page)
    session.open([Reading(half(sample(FLEET)), ())])
    qtbot.waitUntil(lambda: page.odds.hands_query.is_fresh, timeout=30_000)
    for number in range(page.odds.tabs.count()):
        page.odds.tabs.setCurrentIndex(number)
        assert_all_named(page)
    assert page.board.isVisible()
    session.close_deck(0)
    assert "Open a deck to see" in page.odds.message.text()
    assert_all_named(page)


def test_a_tab_is_made_when_it_is_first_seen_and_knows_the_deck_then(
    page: HandsPage, qtbot: QtBot, session: DeckSession, sample: Sample
) -> None:
    session.open([Reading(half(sample(FLEET)), ())])
    qtbot.waitUntil(lambda: page.odds.hands_query.is_fresh, timeout=30_000)
    assert not page.findChildren(CardsTab)
    assert not page.findChildren(SeeTab)
    assert not page.findChildren(RoundsTab)
    page.odds.tabs.setCurrentIndex(2)
    (seen,) = page.findChildren(SeeTab)
    assert seen.isVisible()
    assert seen.list.shown
    page.odds.tabs.setCurrentIndex(3)
    (rounds,) = page.findChildren(RoundsTab)
    assert len(rounds.options.list.plots) == 7
    rounds.options.games.setValue(1_000)
    qtbot.waitUntil(lambda: page.odds.rounds_query.is_fresh, timeout=30_000)
    page.odds.tabs.setCurrentIndex(2)
    assert page.findChildren(SeeTab) == [seen]


def test_the_board_is_there_a_moment_before_the_odds(page: HandsPage, qtbot: QtBot) -> None:
    other = HandsPage(DeckSession(TODAY, page), TaskRunner(page), None)
    qtbot.addWidget(other)
    other.show()
    assert other.board.isVisible()
    other.show_odds()
    assert not other.findChildren(OddsPanel)
    qtbot.waitUntil(lambda: len(other.findChildren(OddsPanel)) == 1)
    assert other.odds.isVisible()


def test_it_fits_900_pixels_with_type_at_130_percent(page: HandsPage) -> None:
    quarters = 900 / 5  # such a quarter is five pixels there, and the rail takes sixteen of them
    assert page.minimumSizeHint().width() <= space(page, int(quarters) - 16)


def test_the_width_is_shared_as_it_was(page: HandsPage) -> None:
    assert page.shape() == ()
    page.restore_shape((700, 480))
    shape, sizes = page.shape(), page.splitter.sizes()
    page.restore_shape(())
    assert page.splitter.sizes() != sizes
    page.restore_shape(shape)
    assert page.splitter.sizes() == sizes
