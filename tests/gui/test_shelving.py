"""Everything is kept by itself: decks go into the library, and come back with their history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt, QTimer
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.cards import LoadedCards
from desktop.dialogs.asking import NameDialog
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.main_window import BUILD, DECKS, HANDS
from desktop.pages.build.history_panel import HistoryPanel
from library.addresses import library_address
from library.library import Library
from tests.gui.samples import WOLVES, deck_of, open_sample, select, steps

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def shelved(desk: Desk, qtbot: QtBot) -> Desk:
    """Return a window with its library open."""
    desk.open_library()
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    return desk


def settle(desk: Desk, qtbot: QtBot) -> None:
    """Wait until everything is kept and shown."""
    decks = desk.session.decks
    qtbot.waitUntil(lambda: not any(each.unsaved for each in decks) and not desk.window.shelf.busy)


def remove(desk: Desk, name: str) -> None:
    page = desk.window.build
    select(page, name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)


def history(desk: Desk) -> HistoryPanel:
    page = desk.window.build
    page.show_tab(3)
    return page.history


def rows(panel: HistoryPanel) -> list[str]:
    return [row.text for row in panel.model.rows]


def choose(panel: HistoryPanel, *texts: str) -> None:
    panel.table.clearSelection()
    flags = QItemSelectionModel.SelectionFlag
    for number, row in enumerate(panel.model.rows):
        if row.text in texts:
            index = panel.model.index(number, 0)
            panel.table.selectionModel().select(index, flags.Select | flags.Rows)


def test_a_change_is_kept_in_the_library_without_being_asked_for(
    shelved: Desk, qtbot: QtBot
) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    assert shelved.window.isWindowModified()
    settle(shelved, qtbot)
    assert not shelved.window.isWindowModified()
    library = shelved.window.shelf.library
    assert library is not None
    (stored,) = library.decks.all()
    assert stored.name == WOLVES
    remove(shelved, "Summer")
    settle(shelved, qtbot)
    (stored,) = library.decks.all()
    assert stored.version == 2
    pools = shelved.session.cards.pools if shelved.session.cards else {}
    assert library.decks.open(stored.id, pools).deck == deck_of(shelved)


def test_closing_the_window_keeps_what_was_changed_a_moment_ago(
    shelved: Desk, qtbot: QtBot
) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    library = shelved.window.shelf.library
    assert library is not None
    shelved.window.close()
    qtbot.waitUntil(lambda: not shelved.window.isVisible())
    assert not shelved.window.findChildren(QMessageBox)
    pools = shelved.session.cards.pools if shelved.session.cards else {}
    home = shelved.window.shelf.home
    assert home is not None
    with Library(library_address(home), clock=lambda: datetime.now(UTC)) as again:
        (stored,) = again.decks.all()
        assert again.decks.open(stored.id, pools).deck == deck_of(shelved)


def test_a_deck_of_the_library_is_opened_once_and_goes_on(shelved: Desk, qtbot: QtBot) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    settle(shelved, qtbot)
    shelved.window.acts.close_current()
    assert not shelved.session.decks
    window = shelved.window
    window.show_page(DECKS)
    qtbot.waitUntil(lambda: window.decks.model.rowCount() == 1)
    window.decks.table.selectRow(0)
    window.decks.table.setFocus()
    QTest.keyClick(window.decks.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shelved.session.deck is not None)
    assert window.pages.currentIndex() == BUILD
    kept = shelved.session.decks[0].kept
    assert kept is not None
    window.decks.open_requested.emit(kept.id)
    qtbot.waitUntil(lambda: not window.shelf.busy)
    assert len(shelved.session.decks) == 1


def test_a_line_that_was_not_read_stays_with_the_deck(
    shelved: Desk, qtbot: QtBot, open_text: Callable[[str], None]
) -> None:
    open_text("House Stark\nFealty\n3x Osha\n2x Hodor the Dragon of Meereen\n")
    (unread,) = shelved.session.unread
    remove(shelved, "Osha")
    settle(shelved, qtbot)
    shelved.window.acts.close_current()
    library = shelved.window.shelf.library
    assert library is not None
    shelved.window.shelving.open_deck(library.decks.all()[0].id)
    qtbot.waitUntil(lambda: shelved.session.deck is not None)
    assert [line.text for line in shelved.session.unread] == [unread.text.strip()]
    shelved.session.edit(deck_of(shelved).with_copies(deck_of(shelved).agendas[0], 0))
    left = shelved.session.current
    assert left is not None
    shelved.window.acts.save()
    settle(shelved, qtbot)
    assert left.kept is not None
    assert len(left.kept.unknown) == 1


def test_a_version_is_named_and_compared_and_come_back_to(shelved: Desk, qtbot: QtBot) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    named = deck_of(shelved)
    panel = history(shelved)
    QAbstractItemModelTester(panel.model)
    dialogs: list[object] = []
    panel.dialog_opened.connect(dialogs.append)
    QTest.keyClick(shelved.window, Qt.Key.Key_V, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    dialog = dialogs.pop()
    assert isinstance(dialog, NameDialog)
    QTest.keyClicks(dialog.name, "Before the cup")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "“Before the cup”" in rows(panel))
    remove(shelved, "Summer")
    settle(shelved, qtbot)
    history(shelved)
    qtbot.waitUntil(lambda: sum(row.version is not None for row in panel.model.rows) == 2)
    choose(panel, "“Before the cup”")
    QTest.mouseClick(panel.compare, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialogs))
    difference = dialogs.pop()
    assert isinstance(difference, CompareDialog)
    assert "Before the cup" in difference.heading.text()
    assert any("Summer" in row.label for row in difference.model.rows)
    difference.close()
    QTest.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: deck_of(shelved) == named)
    assert steps(shelved)[-1] == "Back to “Before the cup”"
    shelved.window.actions_["undo"].trigger()
    assert deck_of(shelved) != named
    settle(shelved, qtbot)


def test_two_steps_of_the_sitting_are_compared(shelved: Desk, qtbot: QtBot) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    remove(shelved, "Summer")
    panel = history(shelved)
    choose(panel, f"Open “{WOLVES}”", "Remove 3 Osha")
    dialogs: list[object] = []
    panel.dialog_opened.connect(dialogs.append)
    panel.compare.click()
    (difference,) = dialogs
    assert isinstance(difference, CompareDialog)
    changed = [row.label for row in difference.model.rows if not row.heading]
    assert len(changed) == 1
    assert "Osha" in changed[0]
    difference.close()
    settle(shelved, qtbot)


def test_undo_means_nothing_while_the_deck_is_not_seen(shelved: Desk, qtbot: QtBot) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    changed = deck_of(shelved)
    shelved.window.show_page(DECKS)
    QTest.keyClick(shelved.window, Qt.Key.Key_Z, CONTROL)
    assert not shelved.window.actions_["mend"].isEnabled()
    assert deck_of(shelved) == changed
    shelved.window.show_page(BUILD)
    QTest.keyClick(shelved.window, Qt.Key.Key_Z, CONTROL)
    assert deck_of(shelved) != changed
    settle(shelved, qtbot)


def test_a_deck_that_is_renamed_on_the_decks_page_is_renamed_where_it_is_open(
    shelved: Desk, qtbot: QtBot
) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    settle(shelved, qtbot)
    current = shelved.session.current
    assert current is not None
    assert current.kept is not None
    shelved.window.decks.handling.rename(current.kept.id, "Wolves again")
    qtbot.waitUntil(lambda: deck_of(shelved).name == "Wolves again")
    assert not current.unsaved
    remove(shelved, "Summer")
    settle(shelved, qtbot)
    library = shelved.window.shelf.library
    assert library is not None
    versions = library.history.versions(current.kept.id)
    assert versions[0].words == "\N{MINUS SIGN}1 Summer"
    assert not any(each.overtaken_by for each in versions)


def test_the_next_sitting_begins_with_the_decks_of_the_last(
    shelved: Desk, qtbot: QtBot, cards: LoadedCards, new_desk: Callable[[], Desk]
) -> None:
    for number in (3, 5):
        shelved.session.open([cards.samples[number]])
        shelved.window.acts.save()
        settle(shelved, qtbot)
    shelved.session.show_deck(0)
    gone = shelved.session.decks[1].kept
    assert gone is not None
    shelved.window.close()
    qtbot.waitUntil(lambda: not shelved.window.isVisible())
    again = new_desk()
    again.session.receive_cards(cards)
    again.open_library()
    qtbot.waitUntil(lambda: len(again.session.decks) == 2)
    assert deck_of(again).name == cards.samples[3].deck.name
    library = again.window.shelf.library
    assert library is not None
    library.decks.throw_away([gone.id])
    again.window.close()
    qtbot.waitUntil(lambda: not again.window.isVisible())
    last = new_desk()
    last.session.receive_cards(cards)
    last.open_library()
    qtbot.waitUntil(lambda: last.window.shelf.loaded and not last.window.shelf.busy)
    assert [each.deck.name for each in last.session.decks] == [cards.samples[3].deck.name]
    last.window.close()


def test_a_deck_that_was_deleted_for_good_has_no_versions_and_comes_back_with_a_change(
    shelved: Desk, qtbot: QtBot
) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    settle(shelved, qtbot)
    library = shelved.window.shelf.library
    assert library is not None
    library.decks.throw_away([library.decks.all()[0].id])
    library.decks.empty_bin()
    panel = history(shelved)
    settle(shelved, qtbot)
    assert "Kept" not in rows(panel)
    assert not shelved.window.banner.isVisible()
    remove(shelved, "Summer")
    settle(shelved, qtbot)
    assert [each.name for each in library.decks.all()] == [WOLVES]


def test_undo_goes_on_meaning_nothing_when_another_deck_comes_on_the_hands_page(
    shelved: Desk, qtbot: QtBot, cards: LoadedCards
) -> None:
    open_sample(shelved)
    remove(shelved, "Osha")
    changed = deck_of(shelved)
    shelved.session.open([cards.samples[5]])
    shelved.window.show_page(HANDS)
    shelved.window.acts.next_deck()
    assert deck_of(shelved) == changed
    assert shelved.window.pages.currentIndex() == HANDS
    assert not shelved.window.actions_["undo"].isEnabled()
    shelved.window.show_page(BUILD)
    shelved.window.actions_["undo"].trigger()
    assert deck_of(shelved) != changed
    settle(shelved, qtbot)


def test_of_several_decks_those_that_are_not_open_yet_are_opened(
    shelved: Desk, qtbot: QtBot, cards: LoadedCards
) -> None:
    library = shelved.window.shelf.library
    assert library is not None
    ids = [each.id for each in library.decks.add_all([cards.samples[n].deck for n in (3, 5)])]
    shelved.window.shelving.open_deck(ids[0])
    qtbot.waitUntil(lambda: len(shelved.session.decks) == 1)
    shelved.window.shelving.open_again(ids)
    qtbot.waitUntil(lambda: len(shelved.session.decks) == 2)
    assert deck_of(shelved).name == cards.samples[5].deck.name
    shelved.window.shelving.open_again(ids)
    qtbot.waitUntil(lambda: deck_of(shelved).name == cards.samples[3].deck.name)
    assert len(shelved.session.decks) == 2


def test_decks_are_kept_from_time_to_time_while_the_hand_does_not_rest(
    shelved: Desk, qtbot: QtBot
) -> None:
    open_sample(shelved)
    restless = QTimer(shelved, interval=100)

    def edit() -> None:
        deck = deck_of(shelved)
        shelved.session.edit(replace(deck, notes=f"{deck.notes}x"))

    restless.timeout.connect(edit)
    with qtbot.waitSignal(shelved.window.shelving.kept, timeout=10_000):
        restless.start()
    restless.stop()
    settle(shelved, qtbot)


def test_a_sitting_that_is_killed_goes_on_with_its_decks(
    new_desk: Callable[[], Desk], qtbot: QtBot, cards: LoadedCards
) -> None:
    def sitting() -> Desk:
        desk = new_desk()
        desk.window.show()
        desk.session.receive_cards(cards)
        desk.open_library()
        qtbot.waitUntil(lambda: desk.window.shelf.loaded)
        return desk

    killed = sitting()
    open_sample(killed)
    remove(killed, "Osha")
    settle(killed, qtbot)
    killed.settings.save()  # Qt does so by itself in a moment
    other = sitting()
    qtbot.waitUntil(lambda: other.session.deck is not None)
    assert deck_of(other) == deck_of(killed)
