"""The plots of the tab Rounds: in the user's order, moved by keys, buttons and drag and drop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from decks.deck import Deck
from goldfish.rounds.game_plan import default_plot_order, plot_cards
from tests.gui.pages.hands.conftest import FLEET, HORDE, OddsRobot

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
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
    assert head.model.rows == list(default_plot_order(plot_cards(sample(FLEET))))
    head.rounds.setValue(2)
    texts = [
        str(head.model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(3)
    ]
    assert "revealed in round 2" in texts[1]
    assert "not revealed" in texts[2]


def test_keys_and_buttons_move_a_plot(plots: OddsRobot) -> None:
    head = plots.rounds_tab.options
    tester = QAbstractItemModelTester(head.model, FATAL)
    before = list(head.model.rows)
    head.list.setFocus()
    head.list.setCurrentIndex(head.model.index(0, 0))
    assert not head.up.isEnabled()
    QTest.keyClick(head.list, Qt.Key.Key_Down, ALT)
    assert head.model.rows == [before[1], before[0], *before[2:]]
    assert head.list.currentIndex().row() == 1
    question = plots.panel.rounds_query.question
    assert question is not None
    assert question.mine.plots == tuple(head.model.rows)
    QTest.keyClick(head.list, Qt.Key.Key_Up, ALT)
    assert head.model.rows == before
    QTest.keyClick(head.list, Qt.Key.Key_Up, ALT)
    assert head.model.rows == before
    QTest.mouseClick(head.down, Qt.MouseButton.LeftButton)
    QTest.mouseClick(head.down, Qt.MouseButton.LeftButton)
    assert head.model.rows.index(before[0]) in {1, 2}
    assert head.list.currentIndex().row() == 2
    assert tester.model() is head.model


def test_a_plot_is_dropped_between_others(plots: OddsRobot) -> None:
    model = plots.rounds_tab.options.model
    tester = QAbstractItemModelTester(model, FATAL)
    for row, between, found in ((0, 3, 2), (4, 1, 1), (2, -1, 6), (1, 1, 1)):
        before = list(model.rows)
        data = model.mimeData([model.index(row, 0)])
        model.dropMimeData(data, Qt.DropAction.MoveAction, between, 0, QModelIndex())
        wanted = before[:row] + before[row + 1 :]
        wanted.insert(found, before[row])
        assert model.rows == wanted, f"from {row} to before {between}"
    assert tester.model() is model


def test_an_edit_keeps_the_order_and_another_deck_has_its_own(
    plots: OddsRobot, sample: Sample
) -> None:
    model, deck = plots.rounds_tab.options.model, sample(FLEET)
    model.move(0, 4)
    order = list(model.rows)
    plots.session.edit(deck.with_copies(next(card for card, _ in deck.draw()), 0))
    assert model.rows == order
    gone = order[2]
    plots.session.edit(deck.with_copies(gone, 0))
    assert model.rows == [card for card in order if card != gone]
    plots.open(sample(HORDE))
    assert model.rows == list(default_plot_order(plot_cards(sample(HORDE))))


def test_a_deck_without_plots_has_no_rounds(plots: OddsRobot, sample: Sample) -> None:
    deck = sample(FLEET)
    for card, _ in deck.plots():
        deck = deck.with_copies(card, 0)
    plots.session.edit(deck)
    assert plots.panel.rounds_query.question is None
    assert "no plots" in plots.rounds_tab.status.words.text()
