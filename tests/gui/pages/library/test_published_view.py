"""Published decks on the Decks page: found, counted, compared and copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from core.download import SERVER
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.pages.library import published_table
from desktop.pages.library.played_panel import ShareTile, Shown
from desktop.pages.library.published_view import PublishedView
from desktop.pages.library.sidebar import ALL_DECKS, PUBLISHED
from desktop.session.published_decks import PublishedPhase
from desktop.shell.main_window import BUILD, DECKS
from published.corpus import Filters
from tests.gui.fits import settle
from tests.gui.published_home import decklists_for, store_published
from tests.gui.samples import CheckChanges, deck_of, open_sample, present, shown_dialog
from tests.gui.shared_window import open_library
from tests.unit.published.decklists import ALL


class PublishedRobot:
    """A user of the published decks: waits for the answers of the workers."""

    def __init__(self, app: Application, qtbot: QtBot) -> None:
        self.app, self.qtbot = app, qtbot
        open_library(app)
        app.window.show_page(DECKS)
        self.page = app.window.decks
        self.page.sidebar.choose(PUBLISHED)
        self.view: PublishedView = present(self.page.published)

    def settle(self) -> None:
        queries = (self.view.query, self.view.played.query)
        self.qtbot.waitUntil(lambda: all(each.is_fresh for each in queries))

    def names(self) -> list[str]:
        return [row.name for row in self.view.model.rows]


@pytest.fixture
def robot(app: Application, qtbot: QtBot) -> PublishedRobot:
    open_sample(app)
    store_published(app, decklists_for(app))
    made = PublishedRobot(app, qtbot)
    made.settle()
    return made


def test_without_a_fetch_the_page_invites_to_fetch(app: Application, qtbot: QtBot) -> None:
    robot = PublishedRobot(app, qtbot)
    state = app.window.published
    qtbot.waitUntil(lambda: state.state.phase is PublishedPhase.MISSING)
    assert robot.view.invitation.fetch.isVisible()
    assert "30 MB" in robot.view.invitation.words.text()
    assert not robot.view.table.isVisible()


def test_the_window_becomes_narrow_at_once_while_a_deck_is_previewed(
    robot: PublishedRobot,
) -> None:
    robot.app.window.resize(1280, 800)
    settle()
    assert robot.view.preview.isVisible()
    assert robot.app.window.minimumSizeHint().width() <= 600


def test_a_failed_look_for_newer_decks_says_why(
    robot: PublishedRobot, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    httpserver.expect_request(ALL).respond_with_data("no list")
    monkeypatch.setenv(SERVER, httpserver.url_for("").rstrip("/"))
    before = len(robot.view.model.rows)
    robot.view.newer.click()
    toast = robot.app.window.toast
    robot.qtbot.waitUntil(toast.isVisible)
    assert "did not deliver a list of published decks" in toast.words.text()
    assert (robot.view.table.isVisible(), len(robot.view.model.rows)) == (True, before)


def test_decks_are_found_by_faction_words_and_cards(
    robot: PublishedRobot, check_changes: CheckChanges
) -> None:
    view, page = robot.view, robot.page
    check_changes(view.model)
    total = len(view.model.rows)
    assert page.count.text() == f"{total} decks"
    assert page.sidebar.entry.count == total
    days = [row.day for row in view.model.rows]
    assert days == sorted(days, reverse=True)
    for faction in (Faction.STARK, Faction.TYRELL):  # one at a time
        view.factions.chips[faction].click()
        robot.settle()
        assert {row.faction for row in view.model.rows} == {faction}
    assert page.count.text() == f"{len(view.model.rows)} of {total} decks"
    view.factions.clear()
    robot.settle()
    card = next(iter(deck_of(robot.app).draw()))[0]
    QTest.keyClicks(page.search, f"with {card.name.lower()}")
    robot.settle()
    corpus = present(robot.app.window.published.corpus)
    assert len(view.model.rows) == corpus.holds(corpus.title_of(card.code)).sum()
    page.search.setText("with No Such Card")
    robot.settle()
    assert view.table.empty_text == "No card is called “No Such Card”."
    # The decks of the library have a search of their own.
    page.sidebar.choose(ALL_DECKS)
    assert page.search.text() == ""
    page.sidebar.choose(PUBLISHED)
    assert page.search.text() == "with No Such Card"


def test_a_list_leaves_the_decks_that_are_legal_under_it(
    robot: PublishedRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published_table, "JUDGED_FIRST", 4)
    view, corpus = robot.view, present(robot.app.window.published.corpus)
    cards = present(robot.app.session.cards)
    code = next(iter(corpus.pool.lists))
    view.restricted.choose(code)
    view.restricted.activated.emit(view.restricted.currentIndex())
    robot.settle()
    legal = corpus.select(Filters(list_code=code), cards.judges[Edition.SECOND])
    assert {row.place for row in view.model.rows} == set(legal.nonzero()[0].tolist())
    assert robot.page.count.text() == f"{legal.sum()} of {len(corpus)} decks"
    assert 4 < legal.sum() < len(corpus)


def test_decks_like_the_open_one_are_compared_with_it(robot: PublishedRobot) -> None:
    view, mine = robot.view, deck_of(robot.app)
    assert mine.name in view.like.text()
    view.like.click()
    robot.settle()
    likeness = [row.alike or 0.0 for row in view.model.rows]
    assert likeness == sorted(likeness, reverse=True)
    assert view.model.rows[0].percent == "100 %"
    view.table.selectRow(1)
    spoken = [line.words for line in view.preview.lines.lines.rows]
    assert f"% like {mine.name}" in spoken[0]
    assert any(words.startswith("In this deck, not in mine") for words in spoken)
    view.compare.trigger()
    compared = shown_dialog(robot.qtbot, CompareDialog)
    assert compared.names[0] == mine.name
    compared.close()
    view.address.trigger()
    number = view.table.selected()[0].number
    assert QGuiApplication.clipboard().text() == f"https://thronesdb.com/decklist/view/{number}"


def test_a_copy_is_opened_with_enter(robot: PublishedRobot) -> None:
    (wanted,) = robot.view.table.selected()
    robot.view.table.setFocus()
    QTest.keyClick(robot.page.search, Qt.Key.Key_Down)
    assert robot.view.table.hasFocus()
    QTest.keyClick(robot.view.table, Qt.Key.Key_Return)
    window = robot.app.window
    robot.qtbot.waitUntil(lambda: window.pages.currentIndex() == BUILD)
    robot.qtbot.waitUntil(lambda: deck_of(robot.app).name == wanted.name)
    robot.qtbot.waitUntil(lambda: not window.library_worker.busy)


def test_what_is_played_leads_to_its_decks(robot: PublishedRobot) -> None:
    view, played = robot.view, robot.view.played
    played.fold.setChecked(True)
    robot.settle()
    tiles = [each for each in played.tiles.findChildren(ShareTile) if each.isVisible()]
    assert "not decks that won" in played.source.text()
    agenda, total = tiles[0].text(), len(view.model.rows)
    assert played.caption.text().startswith(f"share of {total} decks since ")
    tiles[0].click()
    robot.settle()
    assert view.agenda.currentText() == agenda
    assert {row.agendas for row in view.model.rows} == {agenda}
    # Agendas are counted among all decks, cards among those that were found.
    assert played.caption.text().startswith(f"share of {total} decks since ")
    played.kinds.parts[Shown.CARDS].click()
    assert played.caption.text().startswith(f"share of {len(view.model.rows)} decks, ")
    first = played.cards.cards.rows[0]
    low, high = first.figures.interval
    assert 0 < low <= first.figures.share <= high <= 1
    played.cards.selectRow(0)
    played.cards.setFocus()
    QTest.keyClick(played.cards, Qt.Key.Key_Return)
    robot.settle()
    assert robot.page.search.text() == f"with {first.card.name}"
    assert view.model.rows
