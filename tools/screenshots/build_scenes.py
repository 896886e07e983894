"""The Build page: with problems, without, being changed, and everything that opens over it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from carddb.terms import Faction
from desktop.key_sheet import KeySheet
from desktop.new_deck import NewDeckDialog
from desktop.pages.build.agenda_picker import AgendaPicker
from desktop.pages.build.matrix_popup import MatrixPopup
from desktop.pages.build.mend_dialog import MendDialog
from tools.screenshots.album import SIZES, Album, wait_until


def scenes(album: Album) -> None:
    """Take every scene of the Build page."""
    page = album.page
    album.take("welcome")
    _faulty_deck(album)
    _legal_deck(album)
    _edited_deck(album)
    _dialogs(album)
    page.pool.search.setText("no such card")
    page.pool.search.setFocus()
    for each in album.desk.session.decks:
        each.mark_saved()
    album.open("photograph.jpg")
    album.take("refused")


def _faulty_deck(album: Album) -> None:
    """Take a deck with many problems and their repairs."""
    page = album.page
    album.open("faulty.txt")
    model = page.problems.model
    wait_until(lambda: any(each.problem and each.offers for each in model.entries))
    page.pool.search.setText("f:stark k:lord")
    page.problems.list.setFocus()
    page.problems.list.setCurrentIndex(page.problems.model.index(3))
    album.take("problems")
    page.pool.search.setText("f:stark t:chracter o<=3")
    page.pool.search.setFocus()
    album.take("wrong-query")


def _legal_deck(album: Album) -> None:
    """Take a deck without problems, and a card of it."""
    page = album.page
    page.pool.search.clear()
    album.open("legal.json")
    page.tabs.setCurrentWidget(page.problems)
    album.take("legal")
    deck = page.deck
    deck.list.setFocus()
    deck.list.setCurrentIndex(deck.model.index(8, 0, deck.model.index(2, 0)))
    page.tabs.setCurrentWidget(page.card_view)
    album.take("card")


def _edited_deck(album: Album) -> None:
    """Take a deck that is being changed, with its history and its numbers."""
    page = album.page
    pool, deck = page.pool, page.deck
    pool.factions.chips[Faction.STARK].click()
    pool.playable.click()
    wait_until(lambda: pool.model.rowCount() < 500)
    deck.list.setFocus()
    for row, key in ((1, Qt.Key.Key_2), (3, Qt.Key.Key_Delete), (5, Qt.Key.Key_3)):
        deck.list.setCurrentIndex(deck.model.index(row, 0, deck.model.index(2, 0)))
        QTest.keyClick(deck.list, key)
    album.desk.session.choose(list_code="gotstandard2.1")
    album.desk.session.steps.undo()
    page.tabs.setCurrentWidget(page.history)
    album.take("history")
    page.tabs.setCurrentWidget(page.numbers)
    album.take("numbers")
    pool.factions.clear()
    pool.playable.click()


def _dialogs(album: Album) -> None:
    """Take every dialog and popup of the page."""
    page, window = album.page, album.window
    deck, search = page.deck, page.pool.search
    window.resize(*SIZES[0])
    deck.open_matrix()
    album.take_over("matrix", album.shown(MatrixPopup))
    deck.header.agendas.choose()
    album.take_over("agenda", album.shown(AgendaPicker))
    window.show_keys()
    album.take_over("keys", album.shown(KeySheet))
    window.acts.begin()
    album.take_over("new-deck", album.shown(NewDeckDialog))
    deck.list.selectAll()
    album.desk.session.add_copies(deck.list.copies_keys.rows()[20:24], -3)
    page.mending.mend()
    wait_until(lambda: window.findChild(MendDialog) is not None)
    album.take_over("mend", album.shown(MendDialog))
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    album.take_over("suggestions", search.popup)
