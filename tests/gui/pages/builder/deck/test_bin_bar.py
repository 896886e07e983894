"""A deck that is open and in the bin: line, tab, title, Decks page and library say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from decks.deck_section import DRAW_DECK
from desktop.app import Application
from desktop.pages.builder.deck.deck_bars import CAME_BACK, REFUSED, WORDS
from desktop.session.deck_session import Where
from desktop.session.drag_data import DraggedCards
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, DECKS
from library.library import Library
from tests.gui import shared_window as shared
from tests.gui.samples import WOLVES, copies, deck_of, open_sample, present, select, settle
from tests.gui.shared_window import open_library

app_with_library, library_window = shared.app_with_library, shared.module_library

LEFT = Qt.MouseButton.LeftButton


class Stage:
    """A player with two open decks, the first of which is kept in a library."""

    def __init__(self, app: Application, qtbot: QtBot, cards: LoadedCards) -> None:
        self.app, self.window, self._qtbot = app, app.window, qtbot
        # All cards are not looked at here.
        self.window.build.show_pool(False)
        app.session.open([cards.samples[5]])
        self.page = open_sample(app)
        self.remove("Osha")
        self.settle()
        self.deck_id = self.library.decks.all()[0].id

    @property
    def library(self) -> Library:
        return present(self.window.library_worker.library)

    def settle(self) -> None:
        settle(self.app, self._qtbot)

    def leave(self) -> None:
        """Wait until all is saved, and show all cards again."""
        self.settle()
        self.page.show_pool()

    def remove(self, name: str) -> None:
        select(self.page, name)
        QTest.keyClick(self.page.deck.list, Qt.Key.Key_Delete)

    def delete_on_the_decks_page(self) -> None:
        decks = self.window.decks
        self.window.show_page(DECKS)
        self._qtbot.waitUntil(lambda: decks.model.rowCount() == 1)
        decks.table.selectRow(0)
        decks.table.setFocus()
        QTest.keyClick(decks.table, Qt.Key.Key_Delete)
        self.settle()

    def delete(self) -> None:
        """Put the deck into the bin as another page or window does."""
        self.library.decks.throw_away([self.deck_id])
        self.reload()

    def empty_bin(self) -> None:
        self.library.decks.empty_bin()
        self.reload()

    def reload(self) -> None:
        self.window.library_worker.reload()
        self.settle()

    def click(self, words: str) -> None:
        line = self.page.deck.bin_bar
        assert line.undo.text() == words
        QTest.mouseClick(line.undo, LEFT)
        self.settle()

    def assert_everywhere(self, where: Where, line: str = "") -> None:
        """Check what each part of the window and the library say of the deck on screen."""
        current = present(self.app.session.current)
        assert current.where is where
        said = f" ({where.value})" if where.value else ""
        number = self.app.session.index
        tabs = self.page.deck.open_decks
        assert tabs.tabText(number) == f"{WOLVES}{said}"
        assert tabs.tabIcon(number).isNull() is not bool(said)
        assert tabs.accessibleTabName(number) == (
            f"{WOLVES}, {where.value}" if where.value else WOLVES
        )
        assert self.window.windowTitle().startswith(f"{WOLVES}{said}[*]")
        shown = self.page.deck.bin_bar
        assert shown.isVisibleTo(self.page) is bool(line)
        assert not line or shown.words.text() == line
        contents = self.window.library_worker.contents
        among, binned = where is Where.AMONG_DECKS, where is Where.IN_BIN
        assert [each.id for each in contents.decks] == [self.deck_id] * among
        assert [each.id for each in contents.binned] == [self.deck_id] * binned
        assert self.library.decks.all() == contents.decks
        assert self.library.decks.binned() == contents.binned


@pytest.fixture
def stage(app_with_library: Application, qtbot: QtBot, cards: LoadedCards) -> Iterator[Stage]:
    """Return a player who has decks open."""
    made = Stage(app_with_library, qtbot, cards)
    yield made
    made.leave()


def test_a_deleted_deck_that_is_open_is_marked_and_restored(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    toast = stage.window.toast
    assert toast.words.text() == f"“{WOLVES}” is in the bin."
    stage.window.show_page(BUILD)
    stage.settle()
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])
    assert not stage.page.deck.bin_bar.dismiss.isVisibleTo(stage.page)
    version = stage.library.decks.get(stage.deck_id).version
    stage.click("&Restore")
    stage.assert_everywhere(Where.AMONG_DECKS)
    assert stage.library.decks.get(stage.deck_id).version == version
    assert not toast.isVisible()


def by_key(stage: Stage) -> None:
    QTest.keyClick(stage.page.deck.list, Qt.Key.Key_Delete)


def by_drop(stage: Stage) -> None:
    card = stage.page.deck.list.selected_cards()[0]
    dragged = DraggedCards(from_deck=True, copies=((card.code, 1, DRAW_DECK),))
    stage.page.pool.model.cards_returned.emit(dragged)


def by_name(stage: Stage) -> None:
    name = stage.page.deck.header.name
    stage.app.window.actions_["rename"].trigger()
    QTest.keyClicks(name, "Another name")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert name.text() == WOLVES


def by_faction(stage: Stage) -> None:
    details = stage.page.deck.header.open_details()
    details.faction.setCurrentIndex(0)
    details.faction.activated.emit(0)
    assert details.faction.chosen is Faction.STARK
    details.close()


def by_date(stage: Stage) -> None:
    details = stage.page.deck.header.open_details()
    before = details.day.date()
    details.day.setDate(before.addDays(-40))
    assert details.day.date() == before
    details.close()


def by_premier(stage: Stage) -> None:
    details = stage.page.deck.header.open_details()
    details.premier.click()
    assert not details.premier.isChecked()
    details.close()


def by_undo(stage: Stage) -> None:
    assert not stage.window.actions_["undo"].isEnabled()
    stage.page.deck.list.setFocus()
    QTest.keySequence(stage.page.deck.list, QKeySequence.StandardKey.Undo)


def by_history(stage: Stage) -> None:
    stage.app.session.go_to_step(0)


def by_repair(stage: Stage) -> None:
    stage.window.actions_["repair_all"].trigger()


def by_version(stage: Stage) -> None:
    stage.window.actions_["name_version"].trigger()


def by_save(stage: Stage) -> None:
    stage.window.actions_["save"].trigger()


@pytest.mark.parametrize("where", [Where.IN_BIN, Where.NOWHERE])
def test_a_deck_in_the_bin_or_deleted_is_read_only_says_so_and_can_be_kept_again(
    stage: Stage, where: Where
) -> None:
    stage.delete()
    if where is Where.NOWHERE:
        stage.empty_bin()
    stage.assert_everywhere(where, WORDS[where])
    select(stage.page, "Summer")
    before = deck_of(stage.app)
    for edit in (
        *(by_key, by_drop, by_name, by_faction, by_date, by_premier, by_undo, by_history),
        *(by_repair, by_version, by_save),
    ):
        stage.page.deck.bin_bar.words.clear()
        edit(stage)
        assert stage.page.deck.bin_bar.words.text() == REFUSED[where], edit.__name__
        assert deck_of(stage.app) == before, edit.__name__
    stage.settle()
    stage.assert_everywhere(where, REFUSED[where])
    stage.click("&Restore")
    stage.assert_everywhere(Where.AMONG_DECKS)
    by_undo_after = stage.window.actions_["undo"]
    assert by_undo_after.isEnabled()
    by_undo_after.trigger()
    assert deck_of(stage.app) != before


def test_what_came_out_of_the_bin_by_a_change_goes_back_by_one_click(stage: Stage) -> None:
    stage.library.decks.throw_away([stage.deck_id])
    stage.remove("Summer")
    stage.settle()
    stage.assert_everywhere(Where.AMONG_DECKS)
    assert stage.window.toast.words.text() == CAME_BACK
    QTest.mouseClick(stage.window.toast.undo, LEFT)
    stage.settle()
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])
    assert copies(stage.app, "Summer") == 0


def test_a_deck_that_was_changed_a_moment_before_it_is_deleted_stays_in_the_bin(
    stage: Stage,
) -> None:
    stage.remove("Summer")
    assert stage.app.session.decks[1].unsaved
    stage.delete_on_the_decks_page()
    stage.window.show_page(BUILD)
    stage.settle()
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])
    assert stage.library.decks.get(stage.deck_id).version == 2


def test_undo_on_the_decks_page_takes_the_mark_away(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    QTest.mouseClick(stage.window.toast.undo, LEFT)
    stage.settle()
    assert stage.window.toast.words.text() == f"“{WOLVES}” is restored."
    stage.assert_everywhere(Where.AMONG_DECKS)


def test_the_line_is_that_of_the_deck_on_screen(stage: Stage) -> None:
    stage.delete()
    line = stage.page.deck.bin_bar
    stage.window.deck_controller.show_next(1)
    assert not line.isVisibleTo(stage.page)
    assert WOLVES not in stage.window.windowTitle()
    stage.window.deck_controller.show_next(1)
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])


def test_a_deck_in_the_bin_is_not_open_in_the_next_session(
    new_app: Callable[[], Application], qtbot: QtBot, cards: LoadedCards
) -> None:
    first = new_app()
    first.session.receive_cards(cards)
    open_library(first)
    stage = Stage(first, qtbot, cards)
    stage.delete()
    stage.window.close()
    last = new_app()
    last.session.receive_cards(cards)
    open_library(last)
    assert not last.session.decks
    last.window.close()
