"""In a narrow window the deck is one of the tabs."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.app import Application
from tests.gui.samples import open_sample


def test_a_window_that_was_narrow_shows_the_tab_again_that_it_showed_before(
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    tabs, titles = page.tabs, [page.tabs.tabText(each) for each in range(page.tabs.count())]
    tabs.setCurrentWidget(page.late.history)
    app.window.resize(640, 600)
    qtbot.waitUntil(lambda: tabs.count() == 6)
    assert (tabs.tabText(0), tabs.currentIndex()) == ("Deck", 0)
    app.window.resize(1280, 800)
    qtbot.waitUntil(lambda: tabs.count() == 5)
    assert tabs.currentWidget() is page.late.history
    assert [tabs.tabText(each) for each in range(5)] == titles


def test_a_tab_that_was_chosen_in_the_narrow_window_stays(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    app.window.resize(640, 600)
    qtbot.waitUntil(lambda: page.tabs.count() == 6)
    page.tabs.setCurrentWidget(page.notes)
    app.window.resize(1280, 800)
    qtbot.waitUntil(lambda: page.tabs.count() == 5)
    assert page.tabs.currentWidget() is page.notes
