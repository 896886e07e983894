"""The plots of the tab Rounds: in the user's order, moved by keys, buttons and drag and drop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from decks.deck import Deck
from goldfish.rounds.game_plan import default_plot_order, plot_cards
from tests.gui.pages.hands.conftest import FLEET, HORDE, OddsRobot

ALT = Qt.KeyboardModifier.AltModifier
ROUNDS = 3
Sample = Callable[[str], Deck]


@pytest.fixture
def plots(odds: OddsRobot, sample: Sample) -> OddsRobot:
    """Show the tab for the sample deck, of which few games are played."""
    odds.rounds_tab.options.games.setValue(1_000)
    odds.open(sample(FLEET))
    odds.panel.tabs.setCurrentIndex(ROUNDS)
    return odds


def test_the_most_gold_comes_first_at_first_and_what_is_not_revealed_says_so(
    plots: OddsRobot, sample: Sample
) -> None:
    head = plots.rounds_tab.options
    assert head.list.plots == default_plot_order(plot_cards(sample(FLEET)))
    head.rounds.setValue(2)
    texts = [str(head.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(3)]
    assert "revealed in round 2" in texts[1]
    assert "not revealed" in texts[2]


def test_keys_and_buttons_move_a_plot(plots: OddsRobot) -> None:
    head = plots.rounds_tab.options
    before = head.list.plots
    head.list.setFocus()
    head.list.setCurrentRow(0)
    assert not head.up.isEnabled()
    QTest.keyClick(head.list, Qt.Key.Key_Down, ALT)
    assert head.list.plots == (before[1], before[0], *before[2:])
    assert head.list.currentRow() == 1
    question = plots.panel.rounds_query.question
    assert question is not None
    assert question.mine.plots == head.list.plots
    for _ in range(2):
        QTest.keyClick(head.list, Qt.Key.Key_Up, ALT)
        assert head.list.plots == before
    QTest.mouseClick(head.down, Qt.MouseButton.LeftButton)
    QTest.mouseClick(head.down, Qt.MouseButton.LeftButton)
    assert head.list.plots.index(before[0]) in {1, 2}
    assert head.list.currentRow() == 2


def test_a_plot_is_dropped_between_others(plots: OddsRobot) -> None:
    plot_list, none = plots.rounds_tab.options.list, QModelIndex()
    assert plot_list.dragDropMode() is plot_list.DragDropMode.InternalMove
    for row, between, found in ((0, 3, 2), (4, 1, 1), (2, 7, 6)):
        before = plot_list.plots
        # What Qt's list does when a row is dropped there.
        assert plot_list.model().moveRow(none, row, none, between)
        wanted = [*before[:row], *before[row + 1 :]]
        wanted.insert(found, before[row])
        assert plot_list.plots == tuple(wanted), f"from {row} to before {between}"
        question = plots.panel.rounds_query.question
        assert question is not None
        assert question.mine.plots == plot_list.plots


def test_an_edit_keeps_the_order_and_another_deck_has_its_own(
    plots: OddsRobot, sample: Sample
) -> None:
    plot_list, deck = plots.rounds_tab.options.list, sample(FLEET)
    plot_list.move_plot(0, 4)
    order = plot_list.plots
    plots.session.edit(deck.with_copies(next(card for card, _ in deck.draw()), 0))
    assert plot_list.plots == order
    gone = order[2]
    plots.session.edit(deck.with_copies(gone, 0))
    assert plot_list.plots == tuple(card for card in order if card != gone)
    plots.open(sample(HORDE))
    assert plot_list.plots == default_plot_order(plot_cards(sample(HORDE)))


def test_a_deck_without_plots_has_no_rounds(plots: OddsRobot, sample: Sample) -> None:
    deck = sample(FLEET)
    for card, _ in deck.plots():
        deck = deck.with_copies(card, 0)
    plots.session.edit(deck)
    assert plots.panel.rounds_query.question is None
    assert "no plots" in plots.rounds_tab.status.words.text()
