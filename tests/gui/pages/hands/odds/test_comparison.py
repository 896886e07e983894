"""Two decks compared: which can be chosen, and the difference from the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.report import Reading
from desktop.pages.hands.odds.comparison_dialog import (
    ComparedDeck,
    ComparisonDialog,
    comparison_choices,
)
from desktop.pages.hands.odds.odds_panel import OddsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession, DeckSource
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from goldfish.dealer import Sampling
from goldfish.draw_deck import opening
from goldfish.exact import exact_hands
from goldfish.mulligan import KeepPolicy
from goldfish.queries import Method
from goldfish.report_text import estimate_text, in_points, number_text, short
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import compared
from library.library import Library
from tests.gui.pages.hands.conftest import FLEET, HORDE, VIPER, OddsRobot
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named

CARDS, POOR = "Cards set up", "Poor setups (2 cards or fewer)"
Sample = Callable[[str], Deck]


def sampled(odds: OddsRobot, hands: int, seed: int) -> None:
    row = odds.panel.options
    row.method.setCurrentIndex(row.method.findData(Method.SAMPLED))
    row.sampled_hands.setValue(hands)
    row.seed.setValue(seed)


def dialog_of(panel: OddsPanel) -> ComparisonDialog:
    return present(panel.findChild(ComparisonDialog))


def names(dialog: ComparisonDialog) -> list[str]:
    model = dialog.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def choose(dialog: ComparisonDialog, name: str) -> None:
    row = names(dialog).index(name)
    dialog.list.setCurrentIndex(dialog.list.model().index(row, 0))


def press_compare(dialog: ComparisonDialog) -> None:
    QTest.mouseClick(dialog.compare, Qt.MouseButton.LeftButton)


def test_the_difference_is_that_of_the_same_deals(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    sampled(odds, 5_000, 11)
    odds.panel.options.compare(ComparedDeck(HORDE, sample(HORDE)))
    odds.settle()
    kernels = [SetupKernel(opening(sample(name))) for name in (FLEET, HORDE)]
    players = [(kernel, KeepPolicy()) for kernel in kernels]
    one, other, difference = compared(players[0], players[1], Sampling(5_000, 11))
    found = odds.figures()
    assert found[CARDS] == (
        estimate_text(one.cards.mean),
        estimate_text(other.cards.mean),
        estimate_text(difference.cards, signed=True),
    )
    assert found[POOR][2] == in_points(difference.poor)
    words = odds.setup_tab.difference.text()
    number, error = short(difference.cards, signed=True).split(" ", 1)
    assert f"Compared with “{HORDE}”: {number} cards {error}" in words
    assert "the same deals" in words
    charts = [view.chart for view in odds.setup_tab.charts]
    assert all([each.name for each in chart.series] == [FLEET, HORDE] for chart in charts)


def test_the_cards_are_next_to_those_of_the_other_deck(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    odds.panel.options.compare(ComparedDeck(HORDE, sample(HORDE)))
    odds.settle()
    tab, model = odds.cards_tab, odds.cards_tab.model
    assert [column.title for column in model.headings][-2:] == ["Other", "Diff."]
    theirs = exact_hands(SetupKernel(opening(sample(HORDE))), KeepPolicy()).by_card
    for row in model.rows:
        other = theirs.get(row.card.code)
        assert row.other == pytest.approx(other.set_up if other else 0.0)
    tab.table.sortByColumn(5, Qt.SortOrder.AscendingOrder)
    assert model.rows[0].gap == min(row.gap for row in model.rows)
    QTest.mouseClick(odds.panel.options.alone, Qt.MouseButton.LeftButton)
    odds.settle()
    assert len(model.headings) == 4
    assert model.rows[0].mine.set_up == max(row.mine.set_up for row in model.rows)
    assert len(odds.figures()[CARDS]) == 1


def test_the_deck_as_it_is_now_can_be_compared_with_what_becomes_of_it(
    odds: OddsRobot, sample: Sample
) -> None:
    deck = sample(FLEET)
    odds.open(deck)
    odds.settle()
    before = odds.figures()[CARDS][0]
    QTest.mouseClick(odds.panel.options.versus, Qt.MouseButton.LeftButton)
    dialog = dialog_of(odds.panel)
    assert_all_named(dialog)
    assert dialog.choice is not None
    assert dialog.choice.heading == "This deck"
    press_compare(dialog)
    odds.settle()
    assert odds.figures()[CARDS] == (before, before, "0.000")
    card = next(card for card, _ in deck.draw())
    odds.session.edit(deck.with_copies(card, 0))
    odds.settle()
    mine, theirs, gap = odds.figures()[CARDS]
    assert theirs == before
    assert mine != before
    assert gap[0] in "+\N{MINUS SIGN}"


def test_another_open_deck_is_followed(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET), sample(HORDE))
    QTest.mouseClick(odds.panel.options.versus, Qt.MouseButton.LeftButton)
    dialog = dialog_of(odds.panel)
    assert "Open decks" in names(dialog)
    assert VIPER in names(dialog)
    QTest.keyClicks(dialog.search, "khalasar")
    choose(dialog, HORDE)
    press_compare(dialog)
    odds.settle()
    assert odds.panel.options.compared_name.text() == f"“{HORDE}”"
    compared_deck = present(odds.panel.options.compared_deck)
    assert compared_deck.followed is odds.session.decks[1]
    odds.session.show_deck(1)
    assert odds.panel.options.compared_deck is None


def test_a_compared_deck_that_cannot_be_dealt_has_a_notice(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    few = replace(sample(HORDE), slots=sample(HORDE).slots[:1])
    odds.panel.options.compare(ComparedDeck("Too few", few))
    assert "“Too few” cannot be compared" in odds.panel.notice.text()
    odds.settle()
    assert len(odds.figures()[CARDS]) == 1


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Open an empty library."""
    made = Library(tmp_path / "decks.db", clock=lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))
    with made:
        yield made


def worker_of(library: Library, tasks: TaskRunner, qtbot: QtBot) -> LibraryWorker:
    worker = LibraryWorker(tasks)
    worker.receive(library)
    qtbot.waitUntil(lambda: worker.loaded)
    return worker


def test_an_open_deck_is_listed_once_with_its_versions(
    qtbot: QtBot, odds: OddsRobot, library: Library, tasks: TaskRunner, cards: LoadedCards
) -> None:
    fleet, horde = (
        library.decks.open(library.decks.add(each.deck).id, cards.pools)
        for each in cards.samples
        if each.deck.name in {FLEET, HORDE}
    )
    odds.session.open_from(
        [DeckSource(Reading(each.deck, ()), stored=each) for each in (fleet, horde)]
    )
    library_worker = worker_of(library, tasks, qtbot)
    current = present(odds.session.current)
    stored = library_worker.contents.decks
    choices = comparison_choices(current, odds.session.decks, stored, ())
    found = [(each.heading, each.stored.id if each.stored else "") for each in choices]
    assert found == [("This deck", fleet.id), ("Open decks", horde.id)]
    library.decks.save(horde.with_deck(replace(horde.deck, slots=())))
    chosen: list[ComparedDeck] = []
    for row in range(2):
        dialog = ComparisonDialog(choices, cards, library_worker, odds.panel)
        dialog.chosen.connect(chosen.append)
        dialog.open()
        choose(dialog, horde.deck.name)
        qtbot.waitUntil(lambda: dialog.versions.count() == 2)  # noqa: B023 - it waits here
        dialog.versions.setCurrentRow(row)
        press_compare(dialog)
        qtbot.waitUntil(lambda: len(chosen) == row + 1)  # noqa: B023 - it waits here
    assert [each.followed for each in chosen] == [odds.session.decks[1], None]
    assert chosen[1].deck == horde.deck
    qtbot.waitUntil(lambda: not library_worker.busy)


def test_a_named_version_of_a_deck_of_the_library(
    qtbot: QtBot,
    session: DeckSession,
    tasks: TaskRunner,
    cards: LoadedCards,
    library: Library,
    sample: Sample,
) -> None:
    stored = library.decks.add(sample(FLEET))
    opened = library.decks.open(stored.id, cards.pools)
    card = next(card for card, _ in opened.deck.draw())
    library.decks.save(opened.with_deck(opened.deck.with_copies(card, 0)))
    library.history.name(stored.id, 1, "League night")
    library_worker = worker_of(library, tasks, qtbot)
    panel = OddsPanel(session, tasks, library_worker)
    qtbot.addWidget(panel)
    panel.show()
    odds = OddsRobot(qtbot, panel, session)
    odds.open(sample(HORDE))
    QTest.mouseClick(panel.options.versus, Qt.MouseButton.LeftButton)
    dialog = dialog_of(panel)
    for name in (FLEET, VIPER, FLEET):
        choose(dialog, name)
    versions = dialog.versions.model()
    qtbot.waitUntil(lambda: versions.rowCount() > 0 and not library_worker.busy)
    assert versions.rowCount() == 2
    assert "current version" in str(versions.index(0, 0).data())
    assert str(versions.index(1, 0).data()).startswith("League night")
    dialog.versions.setCurrentIndex(versions.index(1, 0))
    press_compare(dialog)
    qtbot.waitUntil(lambda: panel.options.compared_deck is not None)
    odds.settle()
    assert panel.options.compared_name.text() == f"“{FLEET}, League night”"
    report = exact_hands(SetupKernel(opening(sample(FLEET))), KeepPolicy())
    assert odds.figures()[CARDS][1] == number_text(report.cards.mean.mean)
    qtbot.waitUntil(lambda: not library_worker.busy)
