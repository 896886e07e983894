"""Several decks open at once: the tabs above the deck."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_bars import DeckTabs
from desktop.session.loaded_cards import LoadedCards
from tests.gui.samples import deck_of, open_sample, select
from tests.gui.test_accessibility import assert_all_named

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


def tabs_of(app: Application) -> DeckTabs:
    return app.window.build.deck.open_decks


def names(app: Application) -> list[str]:
    tabs = tabs_of(app)
    return [tabs.tabText(number) for number in range(tabs.count())]


def middle(tabs: DeckTabs, number: int) -> QPoint:
    return tabs.tabRect(number).center()


def test_one_deck_needs_no_tabs(app: Application) -> None:
    open_sample(app)
    assert tabs_of(app).isHidden()


def test_decks_are_opened_beside_each_other_and_shown_by_click_and_key(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    app.session.open(cards.samples[:2])
    app.session.open(cards.samples[2:3])
    tabs = tabs_of(app)
    assert tabs.isVisible()
    assert names(app) == [each.name.replace("&", "&&") for each in (first, second, third)]
    assert deck_of(app) == third
    assert tabs.currentIndex() == 2
    QTest.mouseClick(tabs, LEFT, pos=middle(tabs, 0))
    assert deck_of(app) == first
    tabs.setFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert deck_of(app) == second
    app.session.show_deck(2)
    assert tabs.currentIndex() == 2
    assert_all_named(app.window.build.deck)


def test_each_open_deck_keeps_its_own_changes(app: Application, cards: LoadedCards) -> None:
    app.session.open(cards.samples[:2])
    tabs, page = tabs_of(app), app.window.build
    name = next(card.name for card, _ in deck_of(app).slots if card.in_draw_deck)
    select(page, name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    changed = deck_of(app)
    assert names(app)[0].endswith("•")
    assert tabs.accessibleTabName(0).endswith("with changes that are not saved")
    tabs.setCurrentIndex(1)
    assert deck_of(app) == cards.samples[1].deck
    tabs.setCurrentIndex(0)
    assert deck_of(app) == changed
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == cards.samples[0].deck
    assert not names(app)[0].endswith("•")


def test_a_tab_follows_the_name_of_its_deck(app: Application, cards: LoadedCards) -> None:
    app.session.open(cards.samples[:2])
    name = app.window.build.deck.header.name
    name.selectAll()
    QTest.keyClicks(name, "Fire & blood")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert names(app)[0] == "Fire && blood •"


def test_a_deck_is_closed_by_its_cross_or_by_the_middle_button(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    app.session.open(cards.samples[:3])
    tabs = tabs_of(app)
    with qtbot.waitSignal(tabs.close_requested) as button:
        QTest.mouseClick(tabs, MIDDLE, pos=middle(tabs, 2))
    assert button.args == [2]
    with qtbot.waitSignal(tabs.close_requested) as cross:
        QTest.mouseClick(tabs.close_button(1), LEFT)
    assert cross.args == [1]


def test_closed_decks_lose_their_tabs_and_the_others_stay(
    app: Application, cards: LoadedCards
) -> None:
    app.session.open(cards.samples[:3])
    tabs = tabs_of(app)
    tabs.setCurrentIndex(1)
    app.session.close_deck(0)
    assert deck_of(app) == cards.samples[1].deck
    assert tabs.currentIndex() == 0
    app.session.close_deck(0)
    assert deck_of(app) == cards.samples[2].deck
    assert tabs.isHidden()
    app.session.close_deck(0)
    page = app.window.build
    assert app.session.deck is None
    assert page.deck.currentWidget() is page.deck.welcome_panel
    assert page.problems.news.text() == "Open a deck to see its problems."
    assert page.pool.model.total == 1938


def test_keys_go_round_the_open_decks_and_close_them(app: Application, cards: LoadedCards) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    app.session.open(cards.samples[:3])
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for expected in (second, third, first):
        QTest.keyClick(app.window, Qt.Key.Key_Tab, control)
        assert deck_of(app) == expected
    QTest.keyClick(app.window, Qt.Key.Key_Backtab, control | shift)
    assert deck_of(app) == third
    QTest.keyClick(app.window, Qt.Key.Key_W, control)
    assert deck_of(app) == second
    QTest.mouseClick(tabs_of(app).close_button(0), LEFT)
    assert [each.deck for each in app.session.decks] == [second]
