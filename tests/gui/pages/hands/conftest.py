"""The odds beside a deck session with real cards, sample decks and background work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.report import Reading
from desktop.pages.hands.odds.number_table import FiguresTable
from desktop.pages.hands.odds.odds_panel import CardsTab, OddsPanel, SetupTab
from desktop.pages.hands.odds.rounds_tab import RoundsTab
from desktop.pages.hands.odds.see_tab import SeeTab
from desktop.runtime import tasks
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style.theme import Theme

TODAY = date(2026, 11, 20)
FLEET = "The Iron Fleet (KotI)"
HORDE = "Fury of the Khalasar (DotE)"
VIPER = "His Viper Eyes (SoD)"


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is asked about a deck be computed at once, without a pause for more edits."""
    monkeypatch.setattr(tasks, "DELAY_MS", 1)


@pytest.fixture
def session(qapp: QApplication, cards: LoadedCards) -> Iterator[DeckSession]:
    made = DeckSession(TODAY, qapp)
    made.receive_cards(cards)
    yield made
    made.deleteLater()


def half(deck: Deck) -> Deck:
    """Return a deck with every other card of its draw deck, whose hands are soon counted."""
    drawn = {card for card, _ in list(deck.draw())[::2]}
    slots = (each for each in deck.slots if not each[0].in_draw_deck or each[0] in drawn)
    return replace(deck, slots=tuple(slots))


def figures(table: FiguresTable) -> dict[str, tuple[str, ...]]:
    """Return the rows of a table by their names, with numbers in full."""
    return {row.name: tuple(each.text for each in row.numbers) for row in table.numbers.rows}


class OddsRobot:
    """A user who looks at the odds: opens decks, and waits for the numbers."""

    def __init__(self, qtbot: QtBot, panel: OddsPanel, session: DeckSession) -> None:
        self.qtbot, self.panel, self.session = qtbot, panel, session

    @property
    def setup_tab(self) -> SetupTab:
        return self.panel.setup_tab.load()

    @property
    def cards_tab(self) -> CardsTab:
        return self.panel.cards_tab.load()

    @property
    def see_tab(self) -> SeeTab:
        return self.panel.see_tab.load()

    @property
    def rounds_tab(self) -> RoundsTab:
        return self.panel.rounds_tab.load()

    def open(self, *decks: Deck) -> None:
        self.session.open([Reading(deck, ()) for deck in decks])

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: self.panel.hands_query.is_fresh)

    def wait_for_chances(self) -> None:
        self.qtbot.waitUntil(lambda: self.panel.see_query.is_fresh)

    def figures(self) -> dict[str, tuple[str, ...]]:
        """Return the rows of the setup's table by their names."""
        return figures(self.setup_tab.table)


@pytest.fixture
def odds(
    qapp: QApplication, qtbot: QtBot, session: DeckSession, tasks: TaskRunner, typeface: QFont
) -> Iterator[OddsRobot]:
    qapp.setFont(typeface)
    Theme(qapp, PaletteChoice.LIGHT, qapp)
    panel = OddsPanel(session, tasks, LibraryWorker(tasks))
    panel.resize(560, 740)
    panel.show_page("Setup")
    with qtbot.waitExposed(panel):
        panel.show()
    yield OddsRobot(qtbot, panel, session)
    panel.close()
    panel.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
