"""The Hands page as a whole, and its tab Changes: find, choose, apply, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.hands.odds.odds_panel import CardsTab, OddsPanel
from desktop.pages.hands.odds.rounds_tab import RoundsTab
from desktop.pages.hands.odds.see_tab import FIRST_ROUNDS, SeeTab
from desktop.pages.hands.page import HandsPage
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import QueryState, TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession, Where
from desktop.session.library_worker import LibraryWorker
from desktop.shell.main_window import DECKS, HANDS
from desktop.style.theme import Theme
from desktop.style.type_scale import rescale
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.changes.change_fields import WRITE_WHICH
from desktop.widgets.changes.changes_panel import (
    CANCEL,
    EMPTY,
    FIND,
    NO_DECK,
    NOTHING_OWNED,
    OTHER,
    STALE,
    ChangesPanel,
)
from goldfish.mulligan import PolicyKind
from goldfish.swaps.rated_change import GoalKind
from tests.gui.fits import settle
from tests.gui.pages.hands.conftest import FLEET, TODAY, half
from tests.gui.samples import copies, deck_of, present, steps
from tests.gui.shared_window import open_library
from tests.gui.test_accessibility import assert_all_named
from tests.small_deck import RICKON, small_deck

Sample = Callable[[str], Deck]


@pytest.fixture
def page(
    qapp: QApplication, qtbot: QtBot, session: DeckSession, tasks: TaskRunner, typeface: QFont
) -> Iterator[HandsPage]:
    """Show the page."""
    qapp.setFont(typeface)
    Theme(qapp, PaletteChoice.LIGHT, qapp)
    page = HandsPage(session, tasks, CollectionState(LibraryWorker(tasks)), CardPictures(tasks))
    page.resize(1210, 740)
    page.restore_shape(())
    page.show_odds()
    with qtbot.waitExposed(page):
        page.show()
    yield page
    page.close()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_without_a_deck_the_page_leads_to_the_decks(app: Application) -> None:
    app.window.show_page(HANDS)
    hands = present(app.window.hands)
    QTest.mouseClick(hands.board.open_deck, Qt.MouseButton.LeftButton)
    assert app.window.pages.currentIndex() == DECKS


def test_a_tab_does_not_bring_back_letters_of_before(
    qapp: QApplication, page: HandsPage, typeface: QFont
) -> None:
    """The button of the next step is styled anew; it had its first font again then."""
    theme = Theme(qapp, PaletteChoice.LIGHT, qapp)
    rescale(qapp, 130, 100, theme.follow_font)
    for tab in range(page.side.count()):
        page.side.setCurrentIndex(tab)
        size = page.board.view.steps.next.font().pointSizeF()
        assert size == pytest.approx(1.3 * typeface.pointSizeF())


def test_both_sides_follow_the_deck(
    page: HandsPage, qtbot: QtBot, session: DeckSession, sample: Sample
) -> None:
    assert_all_named(page)
    session.open([Reading(half(sample(FLEET)), ())])
    qtbot.waitUntil(lambda: page.odds.hands_query.is_fresh)
    for number in range(page.odds.tabs.count()):
        page.odds.tabs.setCurrentIndex(number)
        assert_all_named(page)
    assert page.board.isVisible()
    session.close_deck(0)
    assert "Open a deck to see" in page.odds.message.text()
    assert_all_named(page)


def test_a_tab_is_made_when_it_is_first_seen_and_knows_the_deck_then(
    page: HandsPage, qtbot: QtBot, session: DeckSession, sample: Sample
) -> None:
    session.open([Reading(half(sample(FLEET)), ())])
    qtbot.waitUntil(lambda: page.odds.hands_query.is_fresh)
    assert not page.findChildren(CardsTab)
    assert not page.findChildren(RoundsTab)
    (seen,) = page.findChildren(SeeTab)
    assert seen.isVisible()
    assert seen.list.shown
    QTest.mouseClick(seen.questions[FIRST_ROUNDS], Qt.MouseButton.LeftButton)
    (rounds,) = page.findChildren(RoundsTab)
    assert len(rounds.list.plots) == 7
    page.odds.options.games.setValue(1_000)
    qtbot.waitUntil(lambda: page.odds.rounds_query.is_fresh)
    QTest.mouseClick(page.odds.back, Qt.MouseButton.LeftButton)
    assert seen.isVisible()
    assert page.findChildren(SeeTab) == [seen]


def test_the_board_is_there_a_moment_before_the_odds(page: HandsPage, qtbot: QtBot) -> None:
    tasks = TaskRunner(page)
    collection_state = CollectionState(LibraryWorker(tasks))
    other = HandsPage(DeckSession(TODAY, page), tasks, collection_state, CardPictures(tasks))
    qtbot.addWidget(other)
    other.show()
    assert other.board.isVisible()
    other.show_odds()
    assert not other.findChildren(OddsPanel)
    qtbot.waitUntil(lambda: len(other.findChildren(OddsPanel)) == 1)
    assert other.odds.isVisible()


def test_the_width_is_shared_as_it_was(page: HandsPage) -> None:
    assert page.shape() == ()
    page.restore_shape((700, 480))
    shape, sizes = page.shape(), page.splitter.sizes()
    page.restore_shape(())
    assert page.splitter.sizes() != sizes
    page.restore_shape(shape)
    assert page.splitter.sizes() == sizes


@pytest.fixture
def panel(app: Application, qtbot: QtBot) -> ChangesPanel:
    open_library(app)
    app.window.show_page(2)
    page = present(app.window.hands)
    tabs = {page.side.tabText(n): n for n in range(page.side.count())}
    page.side.setCurrentIndex(tabs["Changes"])
    qtbot.waitUntil(lambda: page.changes.content is not None)
    return page.changes.load()


def open_deck(app: Application, deck: Deck) -> None:
    app.session.open([Reading(deck, ())])
    app.window.show_page(2)


def choose(panel: ChangesPanel, goal: GoalKind) -> None:
    panel.fields.goal.setCurrentIndex(panel.fields.goal.findData(goal.value))


def state_of(panel: ChangesPanel) -> QueryState:
    return panel.finder.state


def found(qtbot: QtBot, panel: ChangesPanel) -> None:
    qtbot.waitUntil(lambda: panel.finder.state in {QueryState.FRESH, QueryState.FAILED})


def test_a_change_is_found_applied_and_undone(
    app: Application, panel: ChangesPanel, qtbot: QtBot
) -> None:
    assert app.session.cards is not None
    open_deck(app, small_deck(app.session.cards.pools))
    before = deck_of(app)
    assert panel.find_button.text() == FIND
    page = present(app.window.hands)
    assert page.board.view.steps.next.objectName() == "quiet"  # one primary button
    assert not panel.model.rows  # nothing starts by itself
    QTest.keyClicks(panel.fields.into, RICKON)
    QTest.keyClick(panel.fields.into, Qt.Key.Key_Return)
    assert panel.find_button.text() == CANCEL
    found(qtbot, panel)
    first, *_ = panel.model.rows
    assert panel.table.chosen == first
    assert "more cards set up (exact)." in panel.why.text()
    assert [each.name for each in panel.chart.chart.series] == ["Before", "After"]
    assert panel.apply_button.isEnabled()
    low_window_hides_the_chart(app, panel)
    gone = first.out[0].name
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert steps(app) == [f"Change {gone} for Rickon Stark"]
    assert (copies(app, "Rickon Stark"), copies(app, gone)) == (1, 1)
    # The next changes are looked for at once; undoing shows those that were known.
    assert state_of(panel) is QueryState.COMING
    assert app.window.toast.words.text() == f"Changed {gone} for Rickon Stark"
    QTest.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)
    assert deck_of(app) == before
    assert not app.window.toast.isVisible()
    assert state_of(panel) is QueryState.FRESH
    assert panel.apply_button.isEnabled()
    keeps_and_says_why_not(app, panel, qtbot)


def keeps_and_says_why_not(app: Application, panel: ChangesPanel, qtbot: QtBot) -> None:
    """Go on with the changes that were found."""
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    second = panel.table.chosen
    assert second == panel.model.rows[1]
    card = present(app.session.cards.card("01101") if app.session.cards else None)
    app.session.edit(deck_of(app).with_copies(card, 1))
    assert (panel.apply_button.isEnabled(), panel.why_not.text()) == (False, STALE)
    assert panel.message.text() == STALE
    app.session.go_to_step(0)
    assert panel.apply_button.isEnabled()
    panel.fields.limits.most_cost.setValue(3)
    assert (panel.apply_button.isEnabled(), panel.why_not.text()) == (False, OTHER)
    panel.fields.limits.most_cost.setValue(-1)
    assert panel.apply_button.isEnabled()
    current = present(app.session.current)
    current.where = Where.IN_BIN
    app.session.saved_changed.emit()
    assert not panel.apply_button.isEnabled()
    assert panel.why_not.text() == "The deck is in the bin: restore it to change it."
    current.where = Where.AMONG_DECKS
    app.session.saved_changed.emit()
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_K)
    assert panel.fields.keep == {card.code for card in second.out}
    assert panel.fields.more.text() == "Some cards, one at a time, 1 more limit…"
    QTest.mouseClick(panel.find_button, Qt.MouseButton.LeftButton)
    assert state_of(panel) is QueryState.STOPPED
    panel.fields.kept.check(())
    assert panel.apply_button.isEnabled()  # those that were known before
    app.session.receive_cards(present(app.session.cards))
    assert panel.model.rows == []  # found with other cards


def low_window_hides_the_chart(app: Application, panel: ChangesPanel) -> None:
    """Make the window low and high again: the table alone scrolls."""
    for height, chart in ((430, False), (900, True)):
        app.window.resize(1000, height)
        settle()
        assert panel.chart.isVisible() is chart
        room = present(panel.parentWidget()).height()
        assert panel.stay_button.geometry().bottom() < panel.height() <= room
        assert panel.table.height() >= panel.table.rowHeight(0)


def test_a_mulligan_is_asked_for_once_what_is_missing_was_said(
    app: Application, panel: ChangesPanel, qtbot: QtBot
) -> None:
    says_why_nothing_can_be_found(app, panel, qtbot)
    policy = panel.fields.policy
    panel.fields.into.setText(RICKON)
    policy.kind.setCurrentIndex(policy.kind.findData(PolicyKind.NEEDS.value))
    assert not panel.find_button.isEnabled()
    assert panel.message.text().startswith("Write what a hand must hold")
    QTest.keyClicks(policy.needs, "t:location")
    QTest.keyClick(policy.needs, Qt.Key.Key_Return)
    found(qtbot, panel)
    assert "with a mulligan of hands without “t:location”." in panel.message.text()
    needs = panel.model.rows
    policy.kind.setCurrentIndex(policy.kind.findData(PolicyKind.OPTIMAL.value))
    assert policy.kind.currentText() == "Solved for cards set up"
    assert policy.score.isHidden()
    assert panel.why_not.text() == OTHER
    panel.find_changes()
    found(qtbot, panel)
    assert "with the mulligan solved for cards set up." in panel.message.text()
    assert [each.gain for each in panel.model.rows] != [each.gain for each in needs]
    QTest.mouseClick(panel.fields.more, Qt.MouseButton.LeftButton)
    limits = panel.fields.limits
    assert limits.isVisible()
    assert_all_named(limits)
    limits.kept.setCurrentRow(0)
    QTest.keyClick(limits.kept, Qt.Key.Key_Space)
    assert len(panel.fields.keep) == 1
    assert panel.fields.more.text() == "Some cards, one at a time, 2 more limits…"
    limits.close()


def says_why_nothing_can_be_found(app: Application, panel: ChangesPanel, qtbot: QtBot) -> None:
    """Begin without a deck, and end with one that changes can be looked for."""
    assert (panel.message.text(), panel.find_button.isEnabled()) == (NO_DECK, False)
    open_deck(app, Deck(name="Empty", edition=Edition.SECOND, faction=Faction.STARK))
    assert (panel.message.text(), panel.find_button.isEnabled()) == (EMPTY, False)
    assert app.session.cards is not None
    deck = small_deck(app.session.cards.pools)
    open_deck(app, replace(deck, name="Other"))
    assert panel.find_button.isEnabled()
    choose(panel, GoalKind.SEE)
    assert (panel.message.text(), panel.find_button.isEnabled()) == (WRITE_WHICH, False)
    choose(panel, GoalKind.CARDS)
    panel.fields.limits.owned.setChecked(True)
    assert (panel.message.text(), panel.find_button.isEnabled()) == (NOTHING_OWNED, False)
    panel.fields.limits.owned.setChecked(False)
    panel.fields.out.setText("o<=(")
    panel.find_changes()
    found(qtbot, panel)
    assert state_of(panel) is QueryState.FAILED
    assert panel.fields.out.wrong == (3, 4)
    assert panel.message.text() == panel.fields.out.accessibleDescription()
    panel.fields.out.clear()
