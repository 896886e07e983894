"""The first rounds: plots in the user's order, figures and charts by round, compared orders."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from carddb.local_names import Language
from decks.deck import Deck
from desktop.pages.hands.odds.comparison_dialog import ComparedDeck
from desktop.runtime.tasks import QueryState
from goldfish.dealer import Sampling
from goldfish.report import RoundsReport
from goldfish.report_text import MEASURES, in_row, number
from goldfish.rounds.approximations import approximations
from goldfish.rounds.game_plan import default_plot_order, plan_game, plot_cards
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_orders, compared_rounds, sampled_rounds
from tests.gui.pages.hands.conftest import FLEET, HORDE, OddsRobot, figures
from tests.gui.samples import CheckChanges, present
from tests.gui.test_accessibility import assert_all_named

ALT = Qt.KeyboardModifier.AltModifier
GAMES, SEED = 1_000, 5
Sample = Callable[[str], Deck]


@pytest.fixture
def games(odds: OddsRobot, sample: Sample) -> OddsRobot:
    """Play a few games of the sample deck."""
    odds.panel.options.games.setValue(GAMES)
    odds.panel.options.games_seed.setValue(SEED)
    odds.open(sample(FLEET))
    odds.panel.show_page("Rounds")
    settle(odds)
    return odds


def settle(odds: OddsRobot) -> None:
    odds.qtbot.waitUntil(lambda: odds.panel.rounds_query.is_fresh)


def expected(deck: Deck, plots: tuple[str, ...] = (), rounds: int = 3) -> RoundsReport:
    return sampled_rounds(RoundsKernel(plan_game(deck, plots, rounds)), Sampling(GAMES, SEED))


def cells(odds: OddsRobot) -> dict[str, tuple[str, ...]]:
    return figures(odds.rounds_tab.table)


def test_figures_and_charts_are_those_of_the_typed_seed(
    games: OddsRobot, sample: Sample, check_changes: CheckChanges
) -> None:
    report, found = expected(sample(FLEET)), cells(games)
    for key, name, _ in MEASURES:
        if name in found:
            assert found[name] == tuple(in_row([number(each, key) for each in report.rounds]))
    assert {"Gold", "Unspent", "Marshaled", "Hand", "Characters", "STR"} <= set(found)
    # Three digits and a point: three rounds fit beside the names in a narrow window.
    shown = [each.short for row in games.rounds_tab.table.numbers.rows for each in row.numbers]
    assert max(map(len, shown)) == 4
    words = games.rounds_tab.status.words.text()
    assert "1,000 games" in words
    assert "seed 5" in words
    check_changes(games.rounds_tab.table.numbers)
    assert_all_named(games.panel)
    # What is simplified is on screen, and shadows have a chart of their own.
    lines = games.rounds_tab.approximations.text()
    assert all(each in lines for each in approximations(sample(FLEET)))
    charts = {view.chart.title: view.chart for view in games.rounds_tab.charts}
    assert [each.name for each in charts["Gold by round"].series] == ["Gold", "Unspent"]
    assert charts["Shadows by round"].categories in {(), ("1", "2", "3")}
    assert charts["STR in play by round"].series[0].low


def test_rounds_and_the_order_of_plots_count(games: OddsRobot, sample: Sample) -> None:
    head = games.rounds_tab
    head.rounds.setValue(2)
    head.list.move_plot(0, 3)
    assert games.rounds_tab.area.overlay.isVisible()
    settle(games)
    plots = tuple(card.code for card in head.list.plots)
    report = expected(sample(FLEET), plots, 2)
    assert cells(games)["Gold"] == tuple(in_row([each.gold for each in report.rounds]))


def test_the_other_deck_and_the_difference(games: OddsRobot, sample: Sample) -> None:
    games.panel.options.compare(ComparedDeck(HORDE, sample(HORDE)))
    settle(games)
    tab = games.rounds_tab
    kernels = [RoundsKernel(plan_game(sample(name))) for name in (FLEET, HORDE)]
    one, _, gaps = compared_rounds(kernels[0], kernels[1], Sampling(GAMES, SEED))
    shown = figures(tab.gaps)
    assert shown["Gold"] == tuple(in_row([each.gold for each in gaps], signed=True))
    assert shown["STR"] == tuple(in_row([each.strength for each in gaps], signed=True))
    assert cells(games)["Gold"] == tuple(in_row([each.gold for each in one.rounds]))
    assert "same shuffles" in tab.gap_title.text()
    assert "of each deck, paired" in tab.status.words.text()
    assert HORDE in tab.gap_title.text()
    assert len(tab.charts[0].chart.series) == 4
    # The room at 900x600 with large text: the table has small letters, and three rounds fit.
    table = tab.gaps
    table.setFixedWidth(table.fontMetrics().horizontalAdvance("0") * 26)
    QApplication.processEvents()
    assert table.font().pointSizeF() < tab.font().pointSizeF()
    assert table.horizontalHeader().length() <= table.viewport().width()
    table.setFixedWidth(tab.fontMetrics().horizontalAdvance("0") * 40)
    QApplication.processEvents()
    assert table.font().pointSizeF() == tab.font().pointSizeF()


def test_orders_are_compared_and_one_is_taken_over(games: OddsRobot, sample: Sample) -> None:
    tab, deck = games.rounds_tab, sample(FLEET)
    for card, _ in list(deck.plots())[3:]:
        deck = deck.with_copies(card, 0)
    games.session.edit(deck)
    tab.rounds.setValue(2)
    settle(games)
    assert not tab.orders.isVisible()
    QTest.mouseClick(tab.compare, Qt.MouseButton.LeftButton)
    games.qtbot.waitUntil(lambda: games.panel.orders_query.is_fresh)
    kernel = RoundsKernel(plan_game(deck, (), 2))
    report = compared_orders(kernel, Sampling(GAMES, SEED), "strength")
    rows = tab.orders.table.numbers.rows
    assert [row.numbers[0].value for row in rows] == [each.score.mean for each in report.orders]
    assert tab.orders.table.isVisible()
    tab.orders.table.selectRow(1)
    QTest.mouseClick(tab.orders.take, Qt.MouseButton.LeftButton)
    assert tab.list.plots[:2] == report.orders[1].plots
    settle(games)
    assert games.panel.orders_query.is_fresh
    games.session.edit(deck.with_copies(next(card for card, _ in deck.draw()), 0))
    assert games.panel.orders_query.state is QueryState.NOTHING
    assert not tab.orders.isVisible()


def test_the_most_gold_comes_first_at_first_and_what_is_not_revealed_says_so(
    games: OddsRobot, sample: Sample
) -> None:
    head = games.rounds_tab
    assert head.list.plots == default_plot_order(plot_cards(sample(FLEET)))
    head.rounds.setValue(2)
    texts = [str(head.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(3)]
    assert "revealed in round 2" in texts[1]
    assert "not revealed" in texts[2]


def test_keys_and_the_menu_move_a_plot(games: OddsRobot) -> None:
    head = games.rounds_tab
    before = head.list.plots
    head.list.setFocus()
    head.list.setCurrentRow(0)
    QTest.keyClick(head.list, Qt.Key.Key_Down, ALT)
    assert head.list.plots == (before[1], before[0], *before[2:])
    assert head.list.currentRow() == 1
    question = present(games.panel.rounds_query.question)
    assert question.mine.plots == head.list.plots
    for _ in range(2):
        QTest.keyClick(head.list, Qt.Key.Key_Up, ALT)
        assert head.list.plots == before
    later = next(each for each in head.list.actions() if each.text() == "Later")
    later.trigger()
    later.trigger()
    assert head.list.plots.index(before[0]) == 2
    assert head.list.currentRow() == 2


def test_a_plot_is_dropped_between_others(games: OddsRobot) -> None:
    plot_list, none = games.rounds_tab.list, QModelIndex()
    assert plot_list.dragDropMode() is plot_list.DragDropMode.InternalMove
    for row, between, found in ((0, 3, 2), (4, 1, 1), (2, 7, 6)):
        before = plot_list.plots
        # What Qt's list does when a row is dropped there.
        assert plot_list.model().moveRow(none, row, none, between)
        wanted = [*before[:row], *before[row + 1 :]]
        wanted.insert(found, before[row])
        assert plot_list.plots == tuple(wanted), f"from {row} to before {between}"
        question = present(games.panel.rounds_query.question)
        assert question.mine.plots == plot_list.plots


def test_an_edit_keeps_the_order_and_another_deck_has_its_own(
    games: OddsRobot, sample: Sample
) -> None:
    plot_list, deck = games.rounds_tab.list, sample(FLEET)
    plot_list.move_plot(0, 4)
    order = plot_list.plots
    games.session.edit(deck.with_copies(next(card for card, _ in deck.draw()), 0))
    assert plot_list.plots == order
    games.session.set_language(Language.GERMAN)
    assert [card.code for card in plot_list.plots] == [card.code for card in order]
    assert plot_list.plots != order
    games.session.set_language(None)
    gone = order[2]
    games.session.edit(deck.with_copies(gone, 0))
    assert plot_list.plots == tuple(card for card in order if card != gone)
    games.open(sample(HORDE))
    assert plot_list.plots == default_plot_order(plot_cards(sample(HORDE)))


def test_a_deck_without_plots_has_no_rounds(games: OddsRobot, sample: Sample) -> None:
    deck = sample(FLEET)
    for card, _ in deck.plots():
        deck = deck.with_copies(card, 0)
    games.session.edit(deck)
    assert games.panel.rounds_query.question is None
    assert "no plots" in games.rounds_tab.status.words.text()
