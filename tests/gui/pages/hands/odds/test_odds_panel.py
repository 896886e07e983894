"""What a user sees of the odds, their table of numbers, and the chance to see chosen cards."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.terms import CardType, Edition
from decks.deck import Deck
from desktop.pages.hands.odds.number_table import Figures, FiguresTable, Number
from desktop.pages.hands.odds.see_tab import NOTHING_CHECKED
from desktop.runtime.tasks import QueryState, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from goldfish.dealer import Sampling
from goldfish.draw_deck import opening
from goldfish.exact import exact_hands
from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.odds import WantedCards, any_of_cards
from goldfish.odds import odds as odds_of
from goldfish.queries import Method
from goldfish.report import HandsReport, poor_in_event
from goldfish.report_text import event_chances, number_text
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import sampled_hands
from tests.gui.pages.hands.conftest import FLEET, HORDE, OddsRobot
from tests.gui.samples import CheckChanges, present
from tests.gui.test_accessibility import assert_all_named

TOO_LONG = r"/^(.|.)+(.)\2\2$/"
CARDS, POOR, TAKEN = "Cards set up", "Poor setups (2 cards or fewer)", "Mulligans taken"
Sample = Callable[[str], Deck]


@cache
def exact(deck: Deck, policy: KeepPolicy | None = None) -> HandsReport:
    return exact_hands(SetupKernel(opening(deck)), policy or KeepPolicy())


def keep(odds: OddsRobot, kind: PolicyKind) -> None:
    combo = odds.panel.options.policy.kind
    combo.setCurrentIndex(combo.findData(kind))


def count(odds: OddsRobot, method: Method) -> None:
    combo = odds.panel.options.method
    combo.setCurrentIndex(combo.findData(method))


def type_number(box: QWidget, number: str) -> None:
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(box, number)
    QTest.keyClick(box, Qt.Key.Key_Return)


def test_without_a_deck_that_fills_a_hand_there_is_a_sentence(
    odds: OddsRobot, sample: Sample
) -> None:
    assert "Open a deck to see" in odds.panel.message.text()
    assert not odds.panel.tabs.isVisible()
    deck = sample(FLEET)
    few = replace(deck, slots=tuple(slot for slot in deck.slots if slot[0].in_draw_deck)[:2])
    odds.open(few)
    assert "A hand is 7 cards" in odds.panel.message.text()
    assert not odds.panel.tabs.isVisible()
    odds.session.edit(deck)
    odds.settle()
    assert odds.panel.tabs.isVisible()


def test_the_figures_are_those_of_every_hand(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    report, found = exact(sample(FLEET)), odds.figures()
    assert found[CARDS] == (number_text(report.cards.mean.mean),)
    assert found["Gold spent"] == (number_text(report.gold.mean.mean),)
    assert found[POOR] == (number_text(report.poor.mean, percent=True),)
    assert odds.setup_tab.status.words.text().startswith("Exact")
    assert f"{report.hands:,}" in odds.setup_tab.status.words.text()
    charts = {view.chart.title: view.chart for view in odds.setup_tab.charts}
    shares = charts[CARDS].series[0].values
    assert shares == pytest.approx(report.cards.histogram[: len(shares)])


def test_another_policy_or_score_gives_other_numbers(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    for kind in (PolicyKind.POOR, PolicyKind.OPTIMAL):
        keep(odds, kind)
        assert not odds.panel.hands_query.is_fresh, kind
        odds.settle()
        report, found = exact(sample(FLEET), KeepPolicy(kind)), odds.figures()
        assert found[CARDS] == (number_text(report.cards.mean.mean),), kind
        assert found[TAKEN] == (number_text(report.mulligan.taken.mean, percent=True),), kind
        gain = number_text(report.mulligan.gain, signed=True)
        assert gain in odds.setup_tab.mulligan.text(), kind
    # The best policy follows the score.
    score = odds.panel.options.policy.score
    score.setCurrentIndex(score.findData("gold"))
    odds.settle()
    report = exact(sample(FLEET), KeepPolicy(PolicyKind.OPTIMAL, None, Score.GOLD))
    assert odds.figures()["Gold spent"] == (number_text(report.gold.mean.mean),)


def test_a_policy_takes_a_search(
    odds: OddsRobot, sample: Sample, pools: dict[Edition, CardPool]
) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    keep(odds, PolicyKind.NEEDS)
    panel = odds.panel
    assert "Write what a hand must hold" in panel.notice.text()
    assert panel.hands_query.answer is not None
    assert panel.setup_tab.load().area.overlay.isVisible()
    needs = panel.options.policy.needs
    QTest.keyClicks(needs, "o<")
    assert needs.wrong is not None
    assert panel.notice.isVisible()
    QTest.keyClicks(needs, "=1")
    odds.settle()
    assert not panel.notice.isVisible()
    test = Searcher(pools[Edition.SECOND]).query("o<=1").test
    report = exact(sample(FLEET), KeepPolicy(PolicyKind.NEEDS, test))
    assert odds.figures()[CARDS] == (number_text(report.cards.mean.mean),)
    assert odds.figures()[TAKEN] == (number_text(report.mulligan.taken.mean, percent=True),)
    # The same search is not counted again.
    QTest.keyClick(needs, Qt.Key.Key_Space)
    assert panel.hands_query.is_fresh
    QTest.keyClick(needs, Qt.Key.Key_Home)
    QTest.keyClicks(needs, "t:location ")
    assert not panel.hands_query.is_fresh


def test_an_edit_gives_other_numbers_and_the_old_ones_stay_fainter(
    odds: OddsRobot, sample: Sample
) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    before = odds.figures()
    deck = sample(FLEET)
    card = next(card for card, _ in deck.draw() if card.type is CardType.CHARACTER)
    odds.session.edit(deck.with_copies(card, 0))
    assert odds.panel.hands_query.state is QueryState.COMING
    assert odds.figures() == before
    assert odds.setup_tab.area.overlay.isVisible()
    assert "before the change" in odds.setup_tab.status.words.text()
    odds.settle()
    assert not odds.setup_tab.area.overlay.isVisible()
    report = exact(deck.with_copies(card, 0))
    assert odds.figures()[CARDS] == (number_text(report.cards.mean.mean),)
    odds.session.steps.undo()
    odds.settle()
    assert odds.figures() == before


def test_what_deals_alike_is_not_counted_again_and_other_decks_are(
    odds: OddsRobot, sample: Sample
) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    odds.session.edit(replace(sample(FLEET), name="Another name", notes="Other notes"))
    assert odds.panel.hands_query.is_fresh
    # Numbers of another deck are never shown.
    odds.open(sample(HORDE))
    assert not odds.setup_tab.area.isVisible()
    assert not odds.setup_tab.status.words.text().startswith("Exact")
    odds.settle()
    assert odds.figures()[CARDS] == (number_text(exact(sample(HORDE)).cards.mean.mean),)


def test_nothing_is_counted_while_nobody_looks(
    odds: OddsRobot, tasks: TaskRunner, sample: Sample
) -> None:
    odds.panel.hide()
    odds.open(sample(FLEET))
    assert odds.panel.hands_query.state is QueryState.COMING
    assert odds.panel.hands_query.waiting is False
    assert tasks.idle
    odds.panel.show()
    odds.settle()


def test_a_sample_follows_from_the_typed_seed(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    count(odds, Method.SAMPLED)
    row = odds.panel.options
    type_number(row.sampled_hands, "2000")
    type_number(row.seed, "7")
    odds.settle()
    report = sampled_hands(SetupKernel(opening(sample(FLEET))), KeepPolicy(), Sampling(2_000, 7))
    answer = present(odds.panel.hands_query.answer)
    assert answer.mine.cards == report.cards
    assert answer.mine.by_card == report.by_card
    words = odds.setup_tab.status.words.text()
    assert "2,000 sampled hands" in words
    assert "seed 7" in words
    assert not odds.setup_tab.status.words.text().startswith("Exact")
    assert "±" in odds.figures()[CARDS][0]
    first = odds.figures()
    type_number(row.seed, "8")
    odds.settle()
    assert odds.figures() != first
    type_number(row.seed, "7")
    odds.settle()
    assert odds.figures() == first


def test_poor_setups_of_an_event(odds: OddsRobot, sample: Sample) -> None:
    odds.open(sample(FLEET))
    keep(odds, PolicyKind.KEEP)
    odds.settle()
    poor = exact(sample(FLEET)).poor
    row = odds.setup_tab
    type_number(row.rounds, "6")
    type_number(row.poor_setups, "1")
    chances = poor_in_event(poor.mean, 6)
    assert event_chances(poor, 6, 1)[0].mean == pytest.approx(1 - chances[0])
    assert number_text(sum(chances[1:]), percent=True) in row.event_chances.text()
    assert f"exactly 1: {number_text(chances[1], percent=True)}" in row.event_chances.text()
    type_number(row.rounds, "1")
    assert row.poor_setups.maximum() == 1


def test_cards_are_sorted_by_their_chances_and_copied(
    odds: OddsRobot, sample: Sample, check_changes: CheckChanges
) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    odds.panel.show_page("Cards")
    tab, report = odds.cards_tab, exact(sample(FLEET))
    check_changes(tab.model)
    rows = tab.model.rows
    assert len(rows) == len(report.by_card)
    assert [row.mine.set_up for row in rows] == sorted(
        (chance.set_up for chance in report.by_card.values()), reverse=True
    )
    for number, column in enumerate(tab.model.columns):
        tab.table.sortByColumn(number, Qt.SortOrder.AscendingOrder)
        values = [(column.sort_key or column.text)(row) for row in tab.model.rows]
        assert values == sorted(values)
    QTest.mouseClick(tab.copy, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Card,Copies in the draw deck,")
    assert len(lines) == len(rows) + 1
    tab.table.selectAll()
    QTest.keyClick(tab.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == lines
    # Sorting keeps what is selected.
    tab.table.clearSelection()
    tab.table.selectRow(3)
    chosen = tab.table.selected()
    tab.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert tab.table.selected() == chosen


def test_a_long_count_shows_progress_and_can_be_stopped_and_begun_again(
    odds: OddsRobot, sample: Sample
) -> None:
    odds.open(sample(FLEET))
    count(odds, Method.SAMPLED)
    odds.panel.options.sampled_hands.setValue(5_000_000)
    line = odds.setup_tab.status
    odds.qtbot.waitUntil(line.cancel.isVisible)
    assert line.bar.isVisible()
    QTest.mouseClick(line.cancel, Qt.MouseButton.LeftButton)
    assert odds.panel.hands_query.state is QueryState.STOPPED
    assert "Stopped" in line.words.text()
    assert not line.cancel.isVisible()
    odds.panel.options.sampled_hands.setValue(1_000)
    QTest.mouseClick(line.again, Qt.MouseButton.LeftButton)
    odds.settle()
    assert not line.again.isVisible()


@pytest.mark.parametrize("leave", ["close", "hide"])
def test_the_tables_of_a_deck_are_freed_when_nobody_sees_its_odds(
    odds: OddsRobot, sample: Sample, leave: str
) -> None:
    deck = sample(HORDE)
    odds.open(deck)
    odds.settle()
    assert tables_of(deck)
    if leave == "close":
        while odds.session.decks:
            odds.session.close_deck(0)
    else:
        odds.panel.hide()
    assert not tables_of(deck)


def tables_of(deck: Deck) -> list[SetupKernel]:
    """Return the kernels of a deck that are in memory."""
    gc.collect()
    kernels = [each for each in gc.get_objects() if type(each) is SetupKernel]
    return [each for each in kernels if each.opening == opening(deck)]


def test_everything_has_a_name_is_reached_by_tab_and_is_described(
    odds: OddsRobot, sample: Sample, cards: LoadedCards
) -> None:
    odds.open(sample(FLEET))
    odds.settle()
    panel = odds.panel
    panel.activateWindow()
    setup, see = odds.setup_tab, odds.see_tab
    panel.show_first()
    odds.wait_for_chances()
    head = odds.rounds_tab
    wanted: tuple[set[QWidget], ...] = (
        {panel.more, see.at_least, see.what, see.by, see.work, see.chart, *see.questions.values()},
        {panel.back, setup.table, setup.rounds, setup.poor_setups, *setup.charts},
        {odds.cards_tab.table, odds.cards_tab.copy},
        {head.list, head.rounds, head.by, head.compare},
    )
    for number, parts in enumerate(wanted):
        panel.tabs.setCurrentIndex(number)
        assert_all_named(panel)
        panel.more.setFocus()
        reached = set()
        for _ in range(60):
            current = QApplication.focusWidget()
            if current is not None:
                reached.add(current)
                QTest.keyClick(current, Qt.Key.Key_Tab)
        assert parts <= reached, parts - reached
    assert_all_named(panel.options)
    assert_all_named(see.cards)
    chart = odds.setup_tab.charts[0]
    assert chart.accessibleDescription() == chart.chart.description
    assert "exact" in chart.chart.note
    row = odds.cards_tab.model.rows[0]
    assert cards.named(row.card.code) == row.name


def test_a_name_that_is_cut_has_several_lines(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    table = FiguresTable("Chances", parent)
    name = "The Seastone Chair of the Kraken"
    table.show_figures([Figures("chair", name, (Number("3", "3", 3),), name)], "Copies")
    parent.show()
    rows = table.verticalHeader()
    table.resize(600, 200)
    table.show()
    line = rows.sectionSize(0)
    table.resize(180, 200)
    assert rows.sectionSize(0) > line
    table.resize(600, 200)
    assert rows.sectionSize(0) == line


@pytest.fixture
def see(odds: OddsRobot, sample: Sample) -> OddsRobot:
    """Show the first page for the sample deck, with nothing ticked."""
    odds.open(sample(FLEET))
    odds.panel.show_first()
    odds.see_tab.list.check(())
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
    tab.choose_cards()
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
    assert tab.status.words.text() == "Exact"
    tab.by.choose(1)
    tab.by.currentIndexChanged.emit(0)
    assert tab.chance.text() == number_text(wanted[1], percent=True, places=1)
    assert number_text(1 - wanted[1], percent=True, places=1) in tab.rest.text()


def test_a_mulligan_and_a_number_count(see: OddsRobot, sample: Sample) -> None:
    tab, options = see.see_tab, see.panel.options
    tab.list.check(tab.list.shown[row].code for row in (2, 5))
    tab.at_least.setValue(2)
    options.policy.kind.setCurrentIndex(options.policy.kind.findData(PolicyKind.POOR))
    see.wait_for_chances()
    policy = KeepPolicy(PolicyKind.POOR)
    wanted = expected(sample(FLEET), set(tab.list.checked), policy, 2)
    assert list(tab.chart.chart.series[0].values) == pytest.approx(wanted)


def test_a_click_ticks_and_unticks_and_with_nothing_ticked_it_says_what_to_do(
    see: OddsRobot,
) -> None:
    tab = see.see_tab
    tab.choose_cards()
    assert tab.status.words.text() == NOTHING_CHECKED
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
    tab.choose_cards()
    every = len(tab.list.shown)
    QTest.keyClicks(tab.cards.search, "t:location")
    assert 0 < len(tab.list.shown) < every
    QTest.mouseClick(tab.cards.every, Qt.MouseButton.LeftButton)
    locations = {card.code for card, _ in sample(FLEET).draw() if card.type.value == "location"}
    assert tab.list.checked == locations
    QTest.keyClick(tab.cards.search, Qt.Key.Key_Down)
    assert tab.list.hasFocus()
    tab.cards.search.setFocus()
    QTest.keyClicks(tab.cards.search, " o<")
    assert tab.cards.search.wrong is not None
    assert tab.cards.search.toolTip()
    assert tab.list.checked == locations
    tab.cards.search.setText(TOO_LONG)
    assert "takes too long" in tab.cards.search.toolTip()
    QTest.keyClick(tab.cards.search, Qt.Key.Key_Escape)
    assert len(tab.list.shown) == every
    assert not tab.cards.search.toolTip()
    QTest.mouseClick(tab.cards.none, Qt.MouseButton.LeftButton)
    assert not tab.list.checked


def test_an_edit_gives_other_chances(see: OddsRobot, sample: Sample) -> None:
    tab, deck = see.see_tab, sample(FLEET)
    card, copies = next((card, copies) for card, copies in deck.draw() if copies > 1)
    tab.list.check([card.code])
    assert tab.list.checked_copies == copies
    see.wait_for_chances()
    before = list(tab.chart.chart.series[0].values)
    see.session.edit(deck.with_copies(card, copies - 1))
    assert tab.result.overlay.isVisible()
    see.wait_for_chances()
    after = list(tab.chart.chart.series[0].values)
    wanted = expected(deck.with_copies(card, copies - 1), {card.code}, KeepPolicy(), 1)
    assert after == pytest.approx(wanted)
    assert after != before
    see.session.edit(deck.with_copies(card, 0))
    assert not tab.list.checked


def test_another_deck_asks_about_its_own_locations(see: OddsRobot, sample: Sample) -> None:
    see.see_tab.list.check([see.see_tab.list.shown[0].code])
    see.open(sample(HORDE))
    locations = {card.code for card, _ in sample(HORDE).draw() if card.type is CardType.LOCATION}
    assert see.see_tab.list.checked == locations
    assert not see.see_tab.result.isVisible()
