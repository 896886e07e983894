"""The Build page: with problems, without, being changed, and everything that opens over it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from carddb.terms import Faction
from desktop.dialogs.finish_dialog import FinishDialog
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.dialogs.simple_dialogs import NameDialog, NewDeckDialog
from desktop.pages.builder.card_commands import NONE
from desktop.pages.builder.deck.agenda_picker import AgendaPicker
from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup
from desktop.session.published_decks import PublishedPhase
from desktop.shell.shortcuts_dialog import ShortcutsDialog
from desktop.widgets.cards.large_card import LargeCard
from tools.screenshots.album import SIZES, Album, wait_until
from tools.screenshots.lists import store_decklists


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
    for each in album.app.session.decks:
        each.mark_saved()
    album.open("photograph.jpg")
    album.take("refused")


def _faulty_deck(album: Album) -> None:
    """Take a deck with many problems and their repairs."""
    page = album.page
    album.open("faulty.txt")
    model = page.problems.model
    wait_until(lambda: any(each.problem and each.actions for each in model.rows))
    page.pool.search.setText("f:stark k:lord")
    page.problems.list.setFocus()
    page.problems.list.setCurrentIndex(page.problems.model.index(3, 0))
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
    # Opened for each: it closes where the deck becomes a panel again.
    album.take("card-large", SIZES[:1], ready=lambda: _show_large(album))
    album.shown(LargeCard).close()


def _show_large(album: Album) -> None:
    album.page.show_large()
    album.settle()


def _edited_deck(album: Album) -> None:
    """Take a deck that is being changed, with its history and its numbers."""
    page = album.page
    pool, deck = page.pool, page.deck
    pool.factions.chips[Faction.STARK].click()
    pool.playable.trigger()
    wait_until(lambda: pool.model.rowCount() < 500)
    deck.list.setFocus()
    for row, key in ((1, Qt.Key.Key_2), (3, Qt.Key.Key_Delete), (5, Qt.Key.Key_3)):
        deck.list.setCurrentIndex(deck.model.index(row, 0, deck.model.index(2, 0)))
        QTest.keyClick(deck.list, key)
    album.app.session.choose(list_code="gotstandard2.1")
    album.app.session.steps.undo()
    page.tabs.setCurrentWidget(page.history_tab)
    _name_versions(album)
    album.take("history")
    page.tabs.setCurrentWidget(page.numbers_tab)
    QTest.qWait(500)  # hands are counted a moment after the last change
    wait_until(lambda: album.app.tasks.idle, 60_000)
    album.take("numbers", ready=lambda: QTest.qWait(300))
    pool.factions.clear()
    pool.playable.trigger()
    _suggestions(album)


def _suggestions(album: Album) -> None:
    """Take suggestions and a finished deck, learned from decks that are made up."""
    page, session = album.page, album.app.session
    deck = session.deck
    if deck is None or session.cards is None:
        return
    # Decks that are not complete would not be learned from.
    whole = next(each.deck for each in session.cards.samples if each.deck.name == deck.name)
    store_decklists(album.home, whole, session.cards.pools[deck.edition])
    session.edit(replace(deck, slots=tuple(deck.slots[:-6])))
    page.tabs.setCurrentWidget(page.suggestions_tab)
    wait_until(lambda: album.window.published.state.phase is PublishedPhase.READY)
    QTest.qWait(300)  # they are found a moment after the last change
    wait_until(lambda: album.app.tasks.idle)
    album.take("suggestions-tab")
    page.finish_deck()
    dialog = album.shown(FinishDialog)
    wait_until(dialog.accept_button.isEnabled, 60_000)
    album.take_over("finish", dialog)
    session.steps.undo()


def _name_versions(album: Album) -> None:
    """Name a version of the deck, change it, and name that too."""
    page, session = album.page, album.app.session
    history = page.history
    history.name_version()
    dialog = cast(NameDialog, album.dialog())
    dialog.name.setText("Before the store championship")
    album.take_over("name-version", dialog)
    history.name_version()
    dialog = cast(NameDialog, album.dialog())
    dialog.name.setText("Before the store championship")
    dialog.accept()
    wait_until(lambda: any("“" in row.text for row in history.model.rows if row.version))
    page.deck.list.setCurrentIndex(page.deck.model.index(4, 0, page.deck.model.index(2, 0)))
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    wait_until(lambda: not any(each.unsaved for each in session.decks))
    wait_until(lambda: sum(row.version is not None for row in history.model.rows) > 1)


def _dialogs(album: Album) -> None:
    """Take every dialog and popup of the page."""
    page, window = album.page, album.window
    deck, search = page.deck, page.pool.search
    window.resize(*SIZES[0])
    deck.open_matrix()
    album.take_over("matrix", album.shown(LegalityMatrixPopup))
    deck.header.choose_agenda()
    album.take_over("agenda", album.shown(AgendaPicker))
    window.show_keys()
    album.take_over("keys", album.shown(ShortcutsDialog))
    window.deck_controller.new_deck()
    album.take_over("new-deck", album.shown(NewDeckDialog))
    deck.list.selectAll()
    deck.list.key_requested.emit(deck.list.chosen_rows()[20:24], NONE)
    page.repair_finder.repair_all()
    wait_until(lambda: window.findChild(RepairAllDialog) is not None)
    album.take_over("repair", album.shown(RepairAllDialog))
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    album.take_over("suggestions", search.popup)
