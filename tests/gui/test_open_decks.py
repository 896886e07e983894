"""Several decks open at once: the tabs above the deck."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.cards import LoadedCards
from desktop.pages.build.open_decks import OpenDecks
from tests.gui.samples import deck_of, open_sample, select
from tests.gui.test_access import assert_all_named

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


def tabs_of(desk: Desk) -> OpenDecks:
    return desk.window.build.deck.open_decks


def names(desk: Desk) -> list[str]:
    tabs = tabs_of(desk)
    return [tabs.tabText(number) for number in range(tabs.count())]


def middle(tabs: OpenDecks, number: int) -> QPoint:
    return tabs.tabRect(number).center()


def test_one_deck_needs_no_tabs(desk: Desk) -> None:
    open_sample(desk)
    assert tabs_of(desk).isHidden()


def test_decks_are_opened_beside_each_other_and_shown_by_click_and_key(
    desk: Desk, qtbot: QtBot, cards: LoadedCards
) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    desk.session.open(cards.samples[:2])
    desk.session.open(cards.samples[2:3])
    tabs = tabs_of(desk)
    assert tabs.isVisible()
    assert names(desk) == [each.name.replace("&", "&&") for each in (first, second, third)]
    assert deck_of(desk) == third
    assert tabs.currentIndex() == 2
    QTest.mouseClick(tabs, LEFT, pos=middle(tabs, 0))
    assert deck_of(desk) == first
    tabs.setFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert deck_of(desk) == second
    desk.session.show_deck(2)
    assert tabs.currentIndex() == 2
    assert_all_named(desk.window.build.deck)


def test_each_open_deck_keeps_its_own_changes(desk: Desk, cards: LoadedCards) -> None:
    desk.session.open(cards.samples[:2])
    tabs, page = tabs_of(desk), desk.window.build
    name = next(card.name for card, _ in deck_of(desk).slots if card.in_draw_deck)
    select(page, name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    changed = deck_of(desk)
    assert names(desk)[0].endswith("•")
    assert tabs.accessibleTabName(0).endswith("with changes that are not saved")
    tabs.setCurrentIndex(1)
    assert deck_of(desk) == cards.samples[1].deck
    tabs.setCurrentIndex(0)
    assert deck_of(desk) == changed
    desk.window.actions_["undo"].trigger()
    assert deck_of(desk) == cards.samples[0].deck
    assert not names(desk)[0].endswith("•")


def test_a_tab_follows_the_name_of_its_deck(desk: Desk, cards: LoadedCards) -> None:
    desk.session.open(cards.samples[:2])
    name = desk.window.build.deck.header.name
    name.selectAll()
    QTest.keyClicks(name, "Fire & blood")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert names(desk)[0] == "Fire && blood •"


def test_a_deck_is_closed_by_its_cross_or_by_the_middle_button(
    desk: Desk, qtbot: QtBot, cards: LoadedCards
) -> None:
    desk.session.open(cards.samples[:3])
    tabs = tabs_of(desk)
    with qtbot.waitSignal(tabs.close_requested) as button:
        QTest.mouseClick(tabs, MIDDLE, pos=middle(tabs, 2))
    assert button.args == [2]
    with qtbot.waitSignal(tabs.close_requested) as cross:
        QTest.mouseClick(tabs.close_button(1), LEFT)
    assert cross.args == [1]


def test_closed_decks_lose_their_tabs_and_the_others_stay(desk: Desk, cards: LoadedCards) -> None:
    desk.session.open(cards.samples[:3])
    tabs = tabs_of(desk)
    tabs.setCurrentIndex(1)
    desk.session.close_deck(0)
    assert deck_of(desk) == cards.samples[1].deck
    assert tabs.currentIndex() == 0
    desk.session.close_deck(0)
    assert deck_of(desk) == cards.samples[2].deck
    assert tabs.isHidden()
    desk.session.close_deck(0)
    page = desk.window.build
    assert desk.session.deck is None
    assert page.deck.currentWidget() is page.deck.welcome
    assert page.problems.news.text() == "Open a deck to see what the judge says of it."
    assert page.pool.model.total == 4228


def test_keys_go_round_the_open_decks_and_close_them(
    desk: Desk, qtbot: QtBot, cards: LoadedCards
) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    desk.session.open(cards.samples[:3])
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for expected in (second, third, first):
        QTest.keyClick(desk.window, Qt.Key.Key_Tab, control)
        assert deck_of(desk) == expected
    QTest.keyClick(desk.window, Qt.Key.Key_Backtab, control | shift)
    assert deck_of(desk) == third
    QTest.keyClick(desk.window, Qt.Key.Key_W, control)
    assert deck_of(desk) == second
    QTest.mouseClick(tabs_of(desk).close_button(0), LEFT)
    assert [each.deck for each in desk.session.decks] == [second]
