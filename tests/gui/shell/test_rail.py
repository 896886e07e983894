"""The rail: its pages, and at its foot how old the cards are, an update, offline."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from carddb.card_news import News, NewsKind, NewsLine
from desktop.app import Application
from desktop.dialogs.card_data_dialog import CardDataDialog
from desktop.session.card_sync import NO_CARDS, RailStatus, SyncPhase, SyncState, rail_status
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD
from desktop.shell.rail import PAGES, RailButton
from tests.gui import shared_window as shared

app, shared_window = shared.app, shared.module_window

TODAY = date(2026, 11, 20)
NEWS = News("https://example.org", (NewsLine(NewsKind.CARD, "Hodor (Core Set)"),))


def noon(year: int, month: int, day: int) -> datetime:
    """Return the noon of a day, where the tests are run."""
    return datetime.combine(date(year, month, day), time(12)).astimezone()


@pytest.mark.parametrize(
    ("state", "synced", "marked", "spoken"),
    [
        (SyncState(), None, False, "Cards of 9 Nov, shipped with the program: "),
        (SyncState(), noon(2026, 11, 14), False, "14 Nov"),
        (SyncState(), noon(2025, 3, 2), False, "Mar 2025"),
        (SyncState(SyncPhase.RUNNING, 40), None, False, "40 %"),
        (
            SyncState(SyncPhase.OFFLINE),
            noon(2026, 11, 14),
            False,
            "Offline · cards of 14 Nov",
        ),
        (SyncState(SyncPhase.OFFLINE), None, False, "Offline · cards of 9 Nov, shipped"),
        (SyncState(SyncPhase.AVAILABLE), None, True, "Update available"),
        (SyncState(SyncPhase.FAILED), None, True, "The update failed"),
        (
            SyncState(SyncPhase.DONE, news=NEWS, seen=False),
            noon(2026, 11, 20),
            True,
            "1 new card.",
        ),
        (
            SyncState(SyncPhase.DONE, news=NEWS, seen=True),
            noon(2026, 11, 20),
            False,
            "Cards of 20 Nov",
        ),
    ],
)
def test_the_foot_of_the_rail_says_how_old_the_cards_are(
    cards: LoadedCards,
    state: SyncState,
    synced: datetime | None,
    marked: bool,
    spoken: str,
) -> None:
    status = rail_status(state, replace(cards, synced=synced, shipped=date(2026, 11, 9)), TODAY)
    assert status.marked is marked
    assert spoken in status.spoken
    assert rail_status(state, None, TODAY) is NO_CARDS


def test_it_is_reached_and_pressed_by_keys_and_says_what_it_shows(app: Application) -> None:
    foot = app.window.rail.cards
    assert foot.accessibleName() == "Card data"
    assert foot.accessibleDescription() == foot.toolTip()
    assert "shipped with the program" in foot.toolTip()
    foot.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(foot, Qt.Key.Key_Tab)
    assert app.window.focusWidget() is app.window.rail.preferences
    QTest.keyClick(foot, Qt.Key.Key_Space)
    assert app.window.findChildren(CardDataDialog)


def test_before_the_cards_are_there_it_says_so(empty_app: Application) -> None:
    assert empty_app.window.rail.cards.status is NO_CARDS


def test_a_bar_grows_while_it_looks(qtbot: QtBot) -> None:
    button = RailButton("Card data", RailStatus("rail/looking", done=0))
    qtbot.addWidget(button)
    button.show()
    before = button.grab().toImage()
    button.show_status(RailStatus("rail/looking", done=80))
    assert button.grab().toImage() != before


def test_the_go_menu_leads_to_every_page_of_the_rail(app: Application) -> None:
    menu = next(each for each in app.window.menuBar().actions() if each.text() == "&Go").menu()
    assert isinstance(menu, QMenu)
    words = [each.text().replace("&", "") for each in menu.actions()]
    pages = range(len(PAGES))
    assert words[-len(PAGES) :] == [f"{PAGES[n]}\tCtrl+{n + 1}" for n in pages]
    for number in (*pages, BUILD):
        menu.actions()[number - len(PAGES)].trigger()
        assert app.window.pages.currentIndex() == number
        buttons = app.window.rail.findChildren(RailButton)
        button = [each for each in buttons if each.isCheckable()][number]
        assert (button.text(), button.isChecked()) == (PAGES[number], True)


def test_a_narrow_window_shows_the_glyphs_of_the_pages_alone(app: Application) -> None:
    rail, before = app.window.rail, app.window.rail.sizeHint().width()
    app.window.resize(900, 600)
    assert rail.sizeHint().width() < before
    app.window.resize(1280, 800)
    assert rail.sizeHint().width() == before
