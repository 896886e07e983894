"""The Hands page as a whole: both sides follow the deck, and the width is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QByteArray, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.report import Reading
from desktop.colours import colours_of
from desktop.editor import DeckSession
from desktop.pages.hands.page import HandsPage
from desktop.settings import PaletteChoice
from desktop.tasks import TaskRunner
from desktop.theme import Theme
from desktop.typeface import load_typeface
from tests.gui.hands.conftest import FLEET
from tests.gui.test_access import assert_all_named

Sample = Callable[[str], Deck]


@pytest.fixture
def page(
    qapp: QApplication, qtbot: QtBot, session: DeckSession, tasks: TaskRunner
) -> Iterator[HandsPage]:
    """Show the page."""
    load_typeface(qapp)
    Theme(qapp, PaletteChoice.LIGHT, qapp)
    page = HandsPage(session, tasks, None)
    page.resize(1210, 740)
    page.restore_shape(QByteArray())
    page.show()
    qtbot.waitExposed(page)
    yield page
    page.close()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_both_sides_follow_the_deck(
    page: HandsPage, qtbot: QtBot, session: DeckSession, sample: Sample
) -> None:
    assert_all_named(page)
    session.open([Reading(sample(FLEET), ())])
    qtbot.waitUntil(lambda: page.odds.hands.is_fresh, timeout=30_000)
    assert_all_named(page)
    assert page.table.isVisible()
    session.close_deck(0)
    assert "No deck is open" in page.odds.sentence.text()
    assert_all_named(page)


def test_the_width_is_shared_as_it_was(page: HandsPage) -> None:
    page.splitter.setSizes([700, 480])
    shape, sizes = page.shape(), page.splitter.sizes()
    page.restore_shape(QByteArray())
    assert page.splitter.sizes() != sizes
    page.restore_shape(shape)
    assert page.splitter.sizes() == sizes


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
def test_it_can_be_read_in_both_palettes(  # noqa: PLR0917
    qapp: QApplication,
    page: HandsPage,
    qtbot: QtBot,
    session: DeckSession,
    sample: Sample,
    choice: PaletteChoice,
) -> None:
    Theme(qapp, choice, qapp)
    session.open([Reading(sample(FLEET), ())])
    qtbot.waitUntil(lambda: page.odds.hands.is_fresh, timeout=30_000)
    table = page.odds.setup.table
    image = table.grab().toImage()
    colours = colours_of(page.palette())
    found = {image.pixelColor(x, image.height() // 2).rgb() for x in range(image.width())}
    assert colours.panel.rgb() in found
