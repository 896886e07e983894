"""The tabs beside the deck: the card on show, notes, and the Numbers tab."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from PySide6.QtCore import QEvent, QMimeData, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel
from pytestqt.qtbot import QtBot

from carddb.gold import GoldKind
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, PlotStats, Printed
from core.text_format import LONGEST_NOTES
from decks.categories import note_on
from decks.deck import Deck
from decks.report import Reading
from decks.stats import stats_of
from desktop.app import Application
from desktop.pages.builder.category_table import SAMPLED, SEED
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.statistics_panel import (
    StatisticsPanel,
    charts_of,
    hands_note,
    hands_of,
    setup_details,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.card_details import OWN_NOTE
from desktop.widgets.charts.chart_view import ChartSaveDialog
from goldfish.dealer import Sampling
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import sampled_hands
from tests.builders import card, deck
from tests.gui.samples import copies, deck_of, open_sample, rows_named, select, shown_dialog, steps


def click(view: QAbstractItemView, index: QModelIndex) -> None:
    view.scrollTo(index)
    point = view.visualRect(index).center()
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point
    )


def test_a_click_shows_a_card_again_that_is_still_the_current_one_of_its_table(
    page: BuilderPage,
) -> None:
    row = page.pool.model.index(4, NAME)
    here, there = f"Card: {row.data()}", "Card: Osha"
    osha = rows_named(page, "Osha")[0].siblingAtColumn(2)
    shown = []
    for view, index in 2 * ((page.pool.table, row), (page.deck.list, osha)):
        click(view, index)
        shown.append(page.card_view.accessibleName())
    assert shown == [here, there, here, there]


def test_a_card_of_the_table_stays_in_view_when_it_is_removed_from_the_deck(
    app: Application, page: BuilderPage
) -> None:
    page.pool.search.setText("osha or summer")
    rows = range(page.pool.model.rowCount())
    osha = next(n for n in rows if page.pool.model.card_at(n).name == "Osha")
    click(page.deck.list, rows_named(page, "Osha")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    QTest.keyClick(page.pool.table, Qt.Key.Key_0)
    assert copies(app, "Osha") == 0
    assert page.card_view.accessibleName() == "Card: Osha"
    app.window.actions_["undo"].trigger()
    click(page.deck.list, rows_named(page, "Summer")[0].siblingAtColumn(2))
    click(page.pool.table, page.pool.model.index(osha, NAME))
    page.pool.table.selectAll()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Delete)
    assert copies(app, "Osha") == copies(app, "Summer") == 0
    assert page.card_view.accessibleName() == "Card: Osha"


def test_the_numbers_tab_stays_open_for_the_next_deck(app: Application, page: BuilderPage) -> None:
    app.session.edit(replace(deck_of(app), name="First"))
    page.show_tab(2)
    open_sample(app, "The Iron Fleet (KotI)")
    assert page.tabs.currentWidget() is page.numbers_tab
    page.show_tab(0)
    app.session.show_deck(0)
    assert page.tabs.currentWidget() is page.problems


NUMBERS, HISTORY = 2, 3


def test_numbers_and_history_are_made_when_they_are_first_seen(own_app: Application) -> None:
    page = open_sample(own_app)
    assert page.numbers_tab.content is None
    assert page.history_tab.content is None
    page.show_tab(NUMBERS)
    assert page.numbers.isVisible()
    assert page.numbers.hasFocus()
    assert not page.numbers.show_changes.isHidden()  # what is owned is known
    assert page.history_tab.content is None
    page.show_tab(HISTORY)
    assert page.history.table.hasFocus()
    assert page.history.model.rowCount() > 1


def test_the_same_cards_do_not_reset_the_table(pool: PoolPanel) -> None:
    resets: list[None] = []
    pool.model.modelReset.connect(lambda: resets.append(None))
    pool.model.show_only(None, pool.model.scope)
    assert not resets
    pool.search.setText("arya")
    QApplication.processEvents()
    assert resets


def test_a_tab_has_one_number_however_often_it_changes(page: BuilderPage) -> None:
    bar = page.tabs.tabBar()
    for count in (1, 0, 12, 3):
        page.tabs.show_count(page.problems, count)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        found = [each.text() for each in bar.findChildren(QLabel)]
        assert found == [str(count)] * bool(count)
        number = page.tabs.indexOf(page.problems)
        assert bar.accessibleTabName(number) == ("Problems, " + found[0] if found else "Problems")
    page.tabs.show_count(page.problems, 0)


def test_a_narrow_window_shows_the_deck_and_one_panel_as_a_drawer(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    panels = (page.pool, page.deck, page.side)
    page.tabs.setCurrentWidget(page.history_tab)
    app.window.resize(900, 600)
    qtbot.waitUntil(page.strip.isVisible)
    assert [each.isVisible() for each in panels] == [True, True, False]
    page.strip.buttons[page.notes].click()
    assert [each.isVisible() for each in panels] == [False, True, True]
    assert page.tabs.currentWidget() is page.notes
    assert [panel for panel, each in page.strip.buttons.items() if each.isChecked()] == [page.notes]
    page.strip.buttons[page.notes].click()
    assert [each.isVisible() for each in panels] == [False, True, False]
    page.deck.bar.add_cards.click()
    assert page.pool.search.hasFocus()
    assert not page.deck.bar.add_cards.isVisible()
    app.window.resize(1280, 800)
    qtbot.waitUntil(lambda: not page.strip.isVisible())
    assert all(each.isVisible() for each in panels)
    assert page.tabs.currentWidget() is page.notes


def test_notes_are_written_by_typing_alone(app: Application) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    assert notes.stack.currentWidget() is notes.editor
    QTest.keyClicks(notes.editor, "Plan")
    assert deck_of(app).notes == "Plan"
    notes.write.click()
    # What is typed over notes that are shown goes on with them.
    assert notes.stack.currentWidget() is notes.view
    QTest.keyClick(notes.view, Qt.Key.Key_PageDown)
    QTest.keyClicks(notes.view, "!")
    assert notes.stack.currentWidget() is notes.editor
    assert deck_of(app).notes == "Plan!"


def test_a_walk_with_notes(app: Application, page: BuilderPage) -> None:
    notes = page.notes
    app.window.actions_["go_notes"].trigger()
    assert page.tabs.currentWidget() is notes
    notes.write.click()
    QTest.keyClicks(notes.editor, "# Plan")
    notes.write.click()
    assert (notes.view.toPlainText(), deck_of(app).notes) == ("Plan", "# Plan")
    # A card of the deck, by the key of the command.
    select(page, "Osha")
    app.window.actions_["card_note"].trigger()
    assert notes.card_title.text() == "Note on Osha"
    QTest.keyClicks(notes.card_editor, "Steals a fine plot")
    (index,) = rows_named(page, "Osha")
    assert note_on(deck_of(app), index.data(Role.CARD)) == "Steals a fine plot"
    name = index.siblingAtColumn(DeckCardColumn.NAME).data(Role.CELL)
    assert name.trailing[-1].name == icons.WRITTEN
    assert [notes.cards.item(0).text()] == ["Osha: Steals a fine plot"]
    # Beside the deck, with the card.
    notes.cards.itemActivated.emit(notes.cards.item(0))
    assert page.card_view.details is not None
    assert OWN_NOTE in page.card_view.details.notes.toPlainText()
    assert steps(app) == ["Change the notes", "Change the note on Osha"]
    app.session.steps.undo()
    app.session.steps.undo()
    assert (deck_of(app).notes, deck_of(app).card_notes) == ("", ())
    page.tabs.setCurrentWidget(notes)
    assert (notes.editor.toPlainText(), notes.card_editor.toPlainText()) == ("", "")


@pytest.mark.parametrize("text", ["x" * 100_000, "some words " * 9_000, "漢" * 100_000])
def test_the_longest_notes_are_shown_without_delay(app: Application, text: str) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    began = process_time()
    app.session.edit(replace(deck_of(app), notes=text), "notes")
    notes.write.click()
    QApplication.processEvents()
    # A tenth of a second as a rule; without bounds a line of so many letters takes several.
    assert process_time() - began < 2
    assert notes.editor.toPlainText() == text


def test_a_pasted_text_is_cut_to_the_longest_note(app: Application) -> None:
    notes = open_sample(app).notes
    app.window.actions_["go_notes"].trigger()
    notes.write.click()
    QTest.keyClicks(notes.editor, "Plan ")
    pasted = QMimeData()
    pasted.setText("x" * 1_000_000)
    notes.editor.insertFromMimeData(pasted)
    assert len(deck_of(app).notes) == LONGEST_NOTES
    QTest.keyClicks(notes.editor, "y")
    assert deck_of(app).notes == notes.editor.toPlainText() == "Plan " + "x" * (LONGEST_NOTES - 5)


CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TYPES = (CardType.CHARACTER, CardType.LOCATION)


def numbers_of(app: Application) -> StatisticsPanel:
    page = app.window.build
    page.show_tab(NUMBERS)
    return page.numbers


def counted(qtbot: QtBot, panel: StatisticsPanel) -> list[str]:
    """Wait until the hands are counted; return their figures."""
    qtbot.waitUntil(lambda: not panel.hands.pending)
    return panel.hands.lines


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
    dialog = shown_dialog(qtbot, ChartSaveDialog)
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
    assert panel.hands.pending
    figures = counted(qtbot, panel)
    report = hands_of(deck_of(app), lambda *_: None)
    assert figures == [
        f"{report.cards.mean.mean:.2f}",
        f"cards set up for {report.gold.mean.mean:.1f} gold",
        f"{report.characters.mean.mean:.1f} characters",
        f"{100 * report.poor.mean:.1f} % poor",
        f"{100 * report.great.mean:.1f} % great",
    ]
    exact = "exact, without a mulligan" if report.exact else "20,000 hands, seed 1"
    assert setup_details(report)[-1].startswith(exact)
    assert exact in panel.hands.toolTip()
    (shown,) = panel.setup.chart.series
    assert set(shown.values) <= set(report.cards.histogram)
    assert sum(shown.values) == pytest.approx(1, abs=0.02)


def test_an_edit_counts_anew_and_undoing_it_shows_the_old_figures(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    panel = numbers_of(app)
    before = counted(qtbot, panel)
    character = next(c for c, n in deck_of(app).draw() if c.type is CardType.CHARACTER and n > 1)
    select(page, character.name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: panel.hands.pending)
    after = counted(qtbot, panel)
    assert after != before
    app.session.steps.undo()
    qtbot.waitUntil(lambda: panel.hands.lines == before)


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
    qtbot.waitUntil(lambda: "A hand is 7 cards" in panel.hands.problem)
    assert not panel.setup.isVisible()
    assert "Add cards" in panel.hands.accessibleDescription()


def test_what_cannot_be_enumerated_is_sampled_and_says_how_sure_it_is(cards: LoadedCards) -> None:
    reading = next(each for each in cards.samples if each.deck.name.startswith("Wolves"))
    kernel, sampling = SetupKernel(opening(reading.deck)), Sampling(SAMPLED, SEED)
    report = sampled_hands(kernel, KeepPolicy(), sampling, lambda *_: None)
    assert hands_note(report) == "20,000 hands, seed 1, without a mulligan"
    *figures, note = setup_details(report)
    assert note == hands_note(report)
    for figure in figures:
        value, low, high = map(float, re.findall(r"\d+\.\d+", figure))
        assert low - 0.05 <= value <= high + 0.05
