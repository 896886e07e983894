"""A deck that is open and in the bin: line, tab, title, Decks page and library say the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.bin_bar import CAME_BACK, WORDS
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import Where
from desktop.shell.main_window import BUILD, DECKS
from library.library import Library
from tests.gui.samples import WOLVES, copies, open_sample, select

LEFT = Qt.MouseButton.LeftButton


class Stage:
    """A player with two open decks, the first of which is kept in a library."""

    def __init__(self, app: Application, qtbot: QtBot, cards: LoadedCards) -> None:
        self.app, self.window, self._qtbot = app, app.window, qtbot
        app.open_library()
        qtbot.waitUntil(lambda: self.window.library_worker.loaded)
        app.session.open([cards.samples[5]])
        self.page = open_sample(app)
        self.remove("Osha")
        self.settle()
        self.deck_id = self.library.decks.all()[0].id

    @property
    def library(self) -> Library:
        found = self.window.library_worker.library
        assert found is not None
        return found

    def settle(self) -> None:
        decks, library_worker = self.app.session.decks, self.window.library_worker
        self._qtbot.waitUntil(lambda: not any(d.unsaved for d in decks) and not library_worker.busy)

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

    def click(self, words: str) -> None:
        line = self.page.deck.bin_bar
        assert line.undo.text() == words
        QTest.mouseClick(line.undo, LEFT)
        self.settle()

    def assert_everywhere(self, where: Where, line: str = "") -> None:
        """Check what each part of the window and the library say of the deck on screen."""
        current = self.app.session.current
        assert current is not None
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
def stage(app: Application, qtbot: QtBot, cards: LoadedCards) -> Stage:
    """Return a player who has decks open."""
    return Stage(app, qtbot, cards)


def test_a_deleted_deck_that_is_open_is_marked_and_restored(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    message_bar = stage.window.decks.message_bar
    assert message_bar.words.text() == f"“{WOLVES}” is in the bin."
    stage.window.show_page(BUILD)
    stage.settle()
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])
    assert not stage.page.deck.bin_bar.dismiss.isVisibleTo(stage.page)
    version = stage.library.decks.get(stage.deck_id).version
    stage.click("&Restore")
    stage.assert_everywhere(Where.AMONG_DECKS)
    assert stage.library.decks.get(stage.deck_id).version == version
    assert not message_bar.isVisibleTo(stage.window.decks)


def test_a_change_takes_a_deck_out_of_the_bin_and_says_so(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    stage.window.show_page(BUILD)
    stage.settle()
    stage.remove("Summer")
    stage.settle()
    stage.assert_everywhere(Where.AMONG_DECKS, CAME_BACK)
    assert not stage.window.decks.message_bar.isVisibleTo(stage.window.decks)
    stage.click("&Back into the bin")
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])
    assert copies(stage.app, "Summer") == 0
    stage.window.actions_["undo"].trigger()
    stage.settle()
    assert copies(stage.app, "Summer") > 0
    stage.assert_everywhere(Where.AMONG_DECKS, CAME_BACK)
    QTest.mouseClick(stage.page.deck.bin_bar.dismiss, LEFT)
    stage.assert_everywhere(Where.AMONG_DECKS)


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
    QTest.mouseClick(stage.window.decks.message_bar.undo, LEFT)
    stage.settle()
    assert stage.window.decks.message_bar.words.text() == f"“{WOLVES}” is back."
    stage.assert_everywhere(Where.AMONG_DECKS)


def test_the_bin_that_is_emptied_leaves_a_deck_that_can_be_kept_again(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    stage.library.decks.empty_bin()
    stage.window.show_page(BUILD)
    stage.window.library_worker.reload()
    stage.settle()
    stage.assert_everywhere(Where.NOWHERE, WORDS[Where.NOWHERE])
    stage.click("&Restore")
    stage.assert_everywhere(Where.AMONG_DECKS)


def test_a_change_of_a_deck_that_another_window_deleted_is_told_too(stage: Stage) -> None:
    stage.library.decks.throw_away([stage.deck_id])
    stage.remove("Summer")
    stage.settle()
    stage.assert_everywhere(Where.AMONG_DECKS, CAME_BACK)


def test_save_takes_a_deck_out_of_the_bin(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    stage.window.show_page(BUILD)
    stage.settle()
    stage.window.deck_controller.save()
    stage.settle()
    stage.assert_everywhere(Where.AMONG_DECKS)
    assert stage.window.status.text() == f"“{WOLVES}” is saved in the library."


def test_the_line_is_that_of_the_deck_on_screen(stage: Stage) -> None:
    stage.delete_on_the_decks_page()
    stage.window.show_page(BUILD)
    stage.settle()
    line = stage.page.deck.bin_bar
    stage.window.deck_controller.next_deck()
    assert not line.isVisibleTo(stage.page)
    assert WOLVES not in stage.window.windowTitle()
    stage.window.deck_controller.next_deck()
    stage.assert_everywhere(Where.IN_BIN, WORDS[Where.IN_BIN])


def test_a_deck_in_the_bin_is_not_open_in_the_next_session(
    stage: Stage, new_app: Callable[[], Application], qtbot: QtBot, cards: LoadedCards
) -> None:
    stage.delete_on_the_decks_page()
    stage.window.close()
    qtbot.waitUntil(lambda: not stage.window.isVisible())
    last = new_app()
    last.session.receive_cards(cards)
    last.open_library()
    qtbot.waitUntil(
        lambda: last.window.library_worker.loaded and not last.window.library_worker.busy
    )
    assert not last.session.decks
    last.window.close()
