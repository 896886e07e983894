"""The Numbers tab: charts of the deck on screen, and its opening hands counted behind them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.gold import GoldKind
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, PlotStats, Printed
from decks.deck import Deck
from decks.report import Reading
from decks.stats import stats_of
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.statistics_panel import (
    SAMPLED,
    SEED,
    StatisticsPanel,
    charts_of,
    hands_figures,
    hands_note,
    hands_of,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.charts.chart_view import ChartSaveDialog
from goldfish.dealer import Sampling
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import sampled_hands
from tests.builders import card, deck
from tests.gui.samples import deck_of, open_sample, select

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TYPES = (CardType.CHARACTER, CardType.LOCATION)


def silent(done: int, total: int) -> None:
    """Take no notice of progress."""


def numbers_of(app: Application) -> StatisticsPanel:
    page = app.window.build
    page.show_tab(page.tabs.indexOf(page.numbers_tab))
    return page.numbers


def counted(qtbot: QtBot, panel: StatisticsPanel) -> dict[str, str]:
    """Wait until the hands are counted; return their figures."""
    qtbot.waitUntil(lambda: bool(panel.hands.figures) and not panel.hands.figures[0].faint)
    return {figure.name: figure.value for figure in panel.hands.figures}


def test_without_a_deck_the_tab_says_so(app: Application) -> None:
    panel = numbers_of(app)
    assert panel.nothing.isVisible()
    assert "Open a deck" in panel.nothing.text()
    assert not any(chart.isVisible() for chart in panel.charts.values())
    assert not panel.hands.isVisible()


def test_the_charts_show_what_is_counted_of_the_deck(app: Application) -> None:
    open_sample(app)
    panel = numbers_of(app)
    stats = stats_of(deck_of(app))
    for key in ("cost", "icons", "factions", "types", "strength", "traits"):
        chart = panel.charts[key].chart
        counts = stats.table(key).counts
        assert chart.categories == tuple(count.label for count in counts)
        assert chart.series[0].values == tuple(count.copies for count in counts)
        assert panel.charts[key].isVisibleTo(panel)
    assert panel.charts["factions"].chart.factions[0] is Faction.STARK
    assert not panel.nothing.isVisible()
    assert "Cost: 0: 8, 1: 12" in panel.accessibleDescription()


def test_plots_are_charted_with_income_initiative_and_reserve(cards: LoadedCards) -> None:
    reading = next(each for each in cards.samples if each.deck.name.startswith("Wolves"))
    chart = charts_of(reading.deck, stats_of(reading.deck))["plots"]
    assert [series.name for series in chart.series] == ["Income", "Initiative", "Reserve"]
    values = zip(*(series.values for series in chart.series), strict=True)
    shown = dict(zip(chart.categories, values, strict=True))
    for plot, _ in reading.deck.plots():
        assert plot.plot is not None
        stats = plot.plot
        assert shown[plot.name] == (stats.income, stats.initiative, stats.reserve)


def test_a_plot_of_the_first_edition_has_no_reserve_and_a_letter_no_bar() -> None:
    stats = PlotStats(income=Printed.X, initiative=3, claim=1, reserve=None)
    plot = card("A Hard Season", CardType.PLOT, edition=Edition.FIRST, plot=stats)
    shown = charts_of(found := deck(plot, edition=Edition.FIRST), stats_of(found))["plots"]
    assert [series.name for series in shown.series] == ["Income", "Initiative"]
    assert shown.format_value(shown.series[0].values[0]) == "\N{EN DASH}"


def test_gold_that_cards_bring_or_save_is_charted(cards: LoadedCards) -> None:
    reading = next(each for each in cards.samples if each.deck.name.startswith("Wolves"))
    chart = charts_of(reading.deck, stats_of(reading.deck))["income"]
    shown = dict(zip(chart.categories, chart.series[0].values, strict=True))
    drawn = list(reading.deck.draw())
    assert shown["Their income"] == sum(
        each.income * n for each, n in drawn if isinstance(each.income, int)
    )
    assert shown["Cards that reduce costs"] == sum(
        n for each, n in drawn if any(e.kind is GoldKind.REDUCE for e in each.gold_effects)
    )


def test_a_chart_is_saved_from_the_tab_by_keys(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    open_sample(app)
    panel = numbers_of(app)
    cost = panel.charts["cost"]
    app.window.activateWindow()
    cost.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(cost.hasFocus)
    QTest.keyClick(cost, Qt.Key.Key_E, CONTROL | SHIFT)
    qtbot.waitUntil(lambda: cost.findChild(ChartSaveDialog) is not None)
    dialog = cost.findChild(ChartSaveDialog)
    assert dialog is not None
    with qtbot.waitSignal(panel.saved):
        dialog.fileSelected.emit(str(tmp_path / "cost.csv"))
    rows = list(csv.reader((tmp_path / "cost.csv").read_text("utf-8").splitlines()))
    counts = stats_of(deck_of(app)).table("cost").counts
    assert rows == [["Cost", "Cards"], *([each.label, str(each.copies)] for each in counts)]
    with qtbot.waitSignal(panel.failed):
        dialog.fileSelected.emit(str(tmp_path / "gone" / "cost.csv"))
    dialog.reject()


@pytest.mark.parametrize("edition", list(Edition))
def test_the_average_setup_is_counted_while_one_looks(
    app: Application, qtbot: QtBot, pools: Mapping[Edition, CardPool], edition: Edition
) -> None:
    drawn = [card for card in pools[edition].cards if card.type in TYPES and card.cost is not None]
    some = [card for card in drawn if card.factions in {(Faction.STARK,), ()}]
    chosen = deck(*((card, 3) for card in some[:20]), edition=edition, name="Twenty cards")
    app.session.open([Reading(chosen, ())])
    panel = numbers_of(app)
    assert {figure.value for figure in panel.hands.figures} == {"…"}
    assert all(figure.faint for figure in panel.hands.figures)
    figures = counted(qtbot, panel)
    report = hands_of(deck_of(app), silent)
    assert figures == {
        "Cards": f"{report.cards.mean.mean:.1f}",
        "Gold": f"{report.gold.mean.mean:.1f}",
        "Characters": f"{report.characters.mean.mean:.1f}",
        "Poor: two cards or fewer": f"{report.poor.mean:.1%}",
        "Great: five or more": f"{report.great.mean:.1%}",
    }
    assert panel.hands.note.startswith("exact" if report.exact else "20,000 hands, seed 1")
    assert panel.setup.chart.series[0].values == report.cards.histogram
    assert sum(report.cards.histogram) == pytest.approx(1)


def test_an_edit_counts_anew_and_undoing_it_shows_the_old_figures(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    panel = numbers_of(app)
    before = counted(qtbot, panel)
    character = next(c for c, n in deck_of(app).draw() if c.type is CardType.CHARACTER and n > 1)
    select(page, character.name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: panel.hands.figures[0].faint)
    after = counted(qtbot, panel)
    assert after != before
    app.session.steps.undo()
    qtbot.waitUntil(lambda: {figure.name: figure.value for figure in panel.hands.figures} == before)


def test_nothing_is_counted_while_the_tab_is_out_of_sight(
    app: Application, page: BuilderPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = numbers_of(app)
    before = counted(qtbot, panel)
    page.show_tab(0)
    character = next(c for c, n in deck_of(app).draw() if c.type is CardType.CHARACTER and n > 1)
    shown = panel.charts["cost"].chart
    select(page, character.name)
    with monkeypatch.context() as watched:
        asked: list[Deck] = []
        watched.setattr(panel.opening_hands, "ask", asked.append)
        QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: app.tasks.idle)
        QApplication.processEvents()
        assert asked == []
    assert counted(qtbot, panel) == before
    assert panel.charts["cost"].chart == shown
    numbers_of(app)
    qtbot.waitUntil(lambda: panel.charts["cost"].chart != shown)


def test_a_deck_that_fills_no_hand_says_why(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    pool = cards.pools[Edition.SECOND]
    characters = [each for each in pool.cards if each.type is CardType.CHARACTER]
    few = deck(*characters[:3], name="Three cards")
    app.session.open([Reading(few, ())])
    panel = numbers_of(app)
    qtbot.waitUntil(lambda: "A hand is 7 cards" in panel.hands.note)
    assert panel.hands.figures == ()
    assert not panel.setup.isVisible()
    assert "Add cards" in panel.hands.accessibleDescription()


def test_what_cannot_be_enumerated_is_sampled_and_says_how_sure_it_is(cards: LoadedCards) -> None:
    reading = next(each for each in cards.samples if each.deck.name.startswith("Wolves"))
    report = sampled_hands(
        SetupKernel(opening(reading.deck)), KeepPolicy(), Sampling(SAMPLED, SEED), silent
    )
    assert hands_note(report) == "20,000 hands, seed 1, without a mulligan"
    for figure in hands_figures(report):
        low, high = (float(part) for part in figure.aside.split(" \N{EN DASH} "))
        assert low <= float(figure.value.rstrip("%")) + 0.05
        assert float(figure.value.rstrip("%")) - 0.05 <= high
