"""The chance to see chosen cards: ticked in the list, by round, exact."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from decks.deck import Deck
from desktop.runtime.tasks import QueryState
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.odds import WantedCards, any_of_cards
from goldfish.odds import odds as odds_of
from goldfish.setup_kernel import SetupKernel
from tests.gui.pages.hands.conftest import FLEET, HORDE, OddsRobot

Sample = Callable[[str], Deck]


@pytest.fixture
def see(odds: OddsRobot, sample: Sample) -> OddsRobot:
    """Show the tab for the sample deck, with nothing ticked."""
    odds.open(sample(FLEET))
    odds.panel.tabs.setCurrentIndex(2)
    return odds


def expected(deck: Deck, codes: set[str], policy: KeepPolicy, at_least: int) -> list[float]:
    kernel = SetupKernel(opening(deck))
    test = any_of_cards([card for card, _ in deck.slots if card.code in codes])
    return [
        odds_of(
            kernel, policy, WantedCards(test=test, at_least=at_least, by_round=n)
        ).probability.mean
        for n in range(6)
    ]


def test_ticked_cards_are_counted_exactly(see: OddsRobot, sample: Sample) -> None:
    tab = see.see_tab
    tab.list.setFocus()
    tab.list.setCurrentRow(0)
    QTest.keyClick(tab.list, Qt.Key.Key_Space)
    QTest.keyClick(tab.list, Qt.Key.Key_Down)
    QTest.keyClick(tab.list, Qt.Key.Key_Return)
    codes = {card.code for card in tab.list.shown[:2]}
    assert tab.list.checked == codes
    see.wait_for_chances()
    wanted = expected(sample(FLEET), codes, KeepPolicy(), 1)
    assert list(tab.chart.chart.series[0].values) == pytest.approx(wanted)
    assert tab.chart.chart.categories == ("Hand", "1", "2", "3", "4", "5")
    assert tab.status.exact.isVisible()
    assert [row.values[2] for row in tab.table.numbers.rows] == pytest.approx(wanted)


def test_a_mulligan_and_a_number_count(see: OddsRobot, sample: Sample) -> None:
    tab, options = see.see_tab, see.panel.options
    tab.list.check(tab.list.shown[row].code for row in (2, 5))
    tab.at_least.setValue(2)
    options.policy.kind.setCurrentIndex(options.policy.kind.findData(PolicyKind.POOR))
    see.wait_for_chances()
    policy = KeepPolicy(PolicyKind.POOR)
    wanted = expected(sample(FLEET), set(tab.list.checked), policy, 2)
    assert [row.values[2] for row in tab.table.numbers.rows] == pytest.approx(wanted)


def test_a_click_ticks_and_unticks_and_with_nothing_ticked_it_says_what_to_do(
    see: OddsRobot,
) -> None:
    tab = see.see_tab
    assert "Tick the cards" in tab.status.words.text()
    assert see.panel.see_query.state is QueryState.NOTHING
    row = tab.list.visualItemRect(tab.list.item(1))
    on_the_box = QPoint(row.left() + 10, row.center().y())
    for place in (row.center(), on_the_box):
        QTest.mouseClick(tab.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert len(tab.list.checked) == 1, place
        QTest.mouseClick(tab.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert not tab.list.checked, place
        assert see.panel.see_query.state is QueryState.NOTHING


def test_a_search_shows_fewer_cards_and_ticks_them_all(see: OddsRobot, sample: Sample) -> None:
    tab = see.see_tab
    every = len(tab.list.shown)
    QTest.keyClicks(tab.search, "t:location")
    assert 0 < len(tab.list.shown) < every
    QTest.mouseClick(tab.every, Qt.MouseButton.LeftButton)
    locations = {card.code for card, _ in sample(FLEET).draw() if card.type.value == "location"}
    assert tab.list.checked == locations
    QTest.keyClick(tab.search, Qt.Key.Key_Down)
    assert tab.list.hasFocus()
    tab.search.setFocus()
    QTest.keyClicks(tab.search, " o<")
    assert tab.search.wrong is not None
    assert tab.search.toolTip()
    assert tab.list.checked == locations
    QTest.keyClick(tab.search, Qt.Key.Key_Escape)
    assert len(tab.list.shown) == every
    assert not tab.search.toolTip()
    QTest.mouseClick(tab.none, Qt.MouseButton.LeftButton)
    assert not tab.list.checked


def test_an_edit_gives_other_chances(see: OddsRobot, sample: Sample) -> None:
    tab, deck = see.see_tab, sample(FLEET)
    card, copies = next((card, copies) for card, copies in deck.draw() if copies > 1)
    tab.list.check([card.code])
    assert tab.list.checked_copies == copies
    see.wait_for_chances()
    before = [row.values[2] for row in tab.table.numbers.rows]
    see.session.edit(deck.with_copies(card, copies - 1))
    assert tab.area.overlay.isVisible()
    see.wait_for_chances()
    after = [row.values[2] for row in tab.table.numbers.rows]
    wanted = expected(deck.with_copies(card, copies - 1), {card.code}, KeepPolicy(), 1)
    assert after == pytest.approx(wanted)
    assert after != before
    see.session.edit(deck.with_copies(card, 0))
    assert not tab.list.checked


def test_another_deck_has_nothing_ticked(see: OddsRobot, sample: Sample) -> None:
    see.see_tab.list.check([see.see_tab.list.shown[0].code])
    see.open(sample(HORDE))
    assert not see.see_tab.list.checked
    assert not see.see_tab.area.isVisible()
