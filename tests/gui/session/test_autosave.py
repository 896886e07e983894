"""Decks are saved in the library by themselves, and opened from it with their history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.local_names import Language
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.history_panel import HistoryPanel
from desktop.session import autosave
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, DECKS, HANDS
from tests.gui import shared_window as shared
from tests.gui.samples import (
    WOLVES,
    CheckChanges,
    deck_of,
    library_of,
    open_sample,
    present,
    select,
    settle,
    shown_dialog,
    steps,
)
from tests.gui.shared_window import open_library

app, library_window, own_app = shared.app_with_library, shared.module_library, shared.own_app

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def closing(own_app: Application) -> Application:
    """Return such a window that may be closed."""
    return open_library(own_app)


def versions(app: Application) -> list[int]:
    """Return the numbers of the versions of the library's only deck, the newest first."""
    library = library_of(app)
    (stored,) = library.decks.all()
    return [each.number for each in library.history.versions(stored.id)]


def remove(app: Application, name: str) -> None:
    page = app.window.build
    select(page, name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)


def save_without(app: Application, qtbot: QtBot, name: str) -> None:
    """Remove a card and wait until the deck is saved."""
    remove(app, name)
    settle(app, qtbot)


def history(app: Application) -> HistoryPanel:
    page = app.window.build
    page.show_tab(3)
    return page.history


def rows(panel: HistoryPanel) -> list[str]:
    return [row.text for row in panel.model.rows]


def changed(difference: CompareDialog) -> list[str]:
    """Return what stands below the headings."""
    return [line.text for line in difference.lines.lines.rows if not line.heading]


def choose(panel: HistoryPanel, *texts: str) -> None:
    panel.table.clearSelection()
    flags = QItemSelectionModel.SelectionFlag
    for number, row in enumerate(panel.model.rows):
        if row.text in texts:
            index = panel.model.index(number, 0)
            panel.table.selectionModel().select(index, flags.Select | flags.Rows)


def test_a_change_is_saved_in_the_library_by_itself(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    remove(app, "Osha")
    assert app.window.isWindowModified()
    settle(app, qtbot)
    assert not app.window.isWindowModified()
    library = library_of(app)
    (stored,) = library.decks.all()
    assert stored.name == WOLVES
    save_without(app, qtbot, "Summer")
    (stored,) = library.decks.all()
    assert stored.version == 2
    pools = app.session.cards.pools if app.session.cards else {}
    assert library.decks.open(stored.id, pools).deck == deck_of(app)


def test_the_changes_of_a_session_are_one_version_and_steps_of_their_own(
    app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    library = library_of(app)
    before = deck_of(app)
    for name in ("Osha", "Summer", "Bran Stark"):
        save_without(app, qtbot, name)
    assert versions(app) == [3, 1]
    assert len(steps(app)) == 3
    app.session.go_to_step(0)
    settle(app, qtbot)
    assert deck_of(app) == before
    assert versions(app) == [4, 1]
    # What has a name is never replaced.
    save_without(app, qtbot, "Osha")
    library.history.name(library.decks.all()[0].id, 5, "As in Oslo")
    save_without(app, qtbot, "Summer")
    assert versions(app) == [6, 5, 1]


def test_saving_again_what_another_window_changed_overtakes_nothing(
    app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    save_without(app, qtbot, "Osha")
    save_without(app, qtbot, "Summer")
    library = library_of(app)
    deck = present(app.session.current)
    assert deck.stored is not None
    # The other window goes on in its own session, which replaces the version that is open here.
    other = deck.stored.with_deck(replace(deck.deck, notes="There"))
    assert library.decks.save(other, 2).opened.version == 3
    app.window.autosaver.save(deck)
    settle(app, qtbot)
    assert library.decks.get(deck.stored.id).version == 3


def test_a_deck_of_the_library_is_opened_once_and_goes_on(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    save_without(app, qtbot, "Osha")
    app.window.deck_controller.close_current()
    assert not app.session.decks
    window = app.window
    window.show_page(DECKS)
    qtbot.waitUntil(lambda: window.decks.model.rowCount() == 1)
    window.decks.table.selectRow(0)
    window.decks.table.setFocus()
    QTest.keyClick(window.decks.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: app.session.deck is not None)
    assert window.pages.currentIndex() == BUILD
    stored = present(app.session.decks[0].stored)
    window.decks.controller.open_requested.emit([stored.id])
    qtbot.waitUntil(lambda: not window.library_worker.busy)
    assert len(app.session.decks) == 1


def test_a_deck_that_comes_after_other_cards_is_made_of_them(
    closing: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    stored = library_of(closing).decks.add(cards.samples[3].deck)
    closing.window.autosaver.open_deck(stored.id)
    closing.session.set_language(Language.GERMAN)  # while the deck is being read
    qtbot.waitUntil(lambda: closing.session.deck is not None)
    pool = present(closing.session.shown.pool)
    assert all(card is pool.card(card.code) for card, _ in deck_of(closing).slots)
    assert not present(closing.session.current).unsaved


def test_a_line_that_was_not_read_stays_with_the_deck(
    app: Application, qtbot: QtBot, open_text: Callable[[str], None]
) -> None:
    open_text("House Stark\nFealty\n3x Osha\n2x Hodor the Dragon of Meereen\n")
    (unread,) = app.session.shown.unread
    save_without(app, qtbot, "Osha")
    app.window.deck_controller.close_current()
    library = library_of(app)
    app.window.autosaver.open_deck(library.decks.all()[0].id)
    qtbot.waitUntil(lambda: app.session.deck is not None)
    assert [line.text for line in app.session.shown.unread] == [unread.text.strip()]
    app.session.edit(deck_of(app).with_copies(deck_of(app).agendas[0], 0))
    left = present(app.session.current)
    app.window.deck_controller.save()
    settle(app, qtbot)
    assert len(present(left.stored).unknown) == 1


def test_a_version_is_named_and_compared_and_come_back_to(
    app: Application, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    open_sample(app)
    remove(app, "Osha")
    named = deck_of(app)
    panel = history(app)
    check_changes(panel.model)
    QTest.keyClick(app.window, Qt.Key.Key_V, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    dialog = shown_dialog(qtbot, NameDialog)
    QTest.keyClicks(dialog.name, "Before the cup")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "“Before the cup”" in rows(panel))
    save_without(app, qtbot, "Summer")
    history(app)
    qtbot.waitUntil(lambda: sum(row.version is not None for row in panel.model.rows) == 2)
    choose(panel, "“Before the cup”")
    QTest.mouseClick(panel.compare, Qt.MouseButton.LeftButton)
    difference = shown_dialog(qtbot, CompareDialog)
    assert "Before the cup" in difference.heading.text()
    assert any("Summer" in name for name in changed(difference))
    difference.close()
    QTest.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: deck_of(app) == named)
    assert steps(app)[-1] == "Restore “Before the cup”"
    app.window.actions_["undo"].trigger()
    assert deck_of(app) != named
    settle(app, qtbot)


def test_two_steps_of_the_session_are_compared(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    remove(app, "Osha")
    remove(app, "Summer")
    panel = history(app)
    choose(panel, f"Open “{WOLVES}”", "Remove 3 Osha")
    panel.compare.click()
    difference = shown_dialog(qtbot, CompareDialog)
    (name,) = changed(difference)
    assert "Osha" in name
    difference.close()
    settle(app, qtbot)


def test_undo_means_nothing_while_the_deck_is_not_seen(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    open_sample(app)
    remove(app, "Osha")
    changed = deck_of(app)
    app.window.show_page(DECKS)
    QTest.keyClick(app.window, Qt.Key.Key_Z, CONTROL)
    assert not app.window.actions_["repair_all"].isEnabled()
    assert deck_of(app) == changed
    app.window.show_page(BUILD)
    QTest.keyClick(app.window, Qt.Key.Key_Z, CONTROL)
    assert deck_of(app) != changed
    app.window.actions_["redo"].trigger()
    # Nor does it when another deck comes on the Hands page.
    app.session.open([cards.samples[5]])
    app.window.show_page(HANDS)
    app.window.deck_controller.show_next(1)
    assert deck_of(app) == changed
    assert app.window.pages.currentIndex() == HANDS
    assert not app.window.actions_["undo"].isEnabled()
    app.window.show_page(BUILD)
    app.window.actions_["undo"].trigger()
    assert deck_of(app) != changed
    settle(app, qtbot)


def test_a_deck_that_is_renamed_on_the_decks_page_is_renamed_where_it_is_open(
    app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    save_without(app, qtbot, "Osha")
    current = present(app.session.current)
    assert current.stored is not None
    app.window.decks.controller.rename(current.stored.id, "Wolves again")
    qtbot.waitUntil(lambda: deck_of(app).name == "Wolves again")
    assert not current.unsaved
    save_without(app, qtbot, "Summer")
    library = library_of(app)
    versions = library.history.versions(current.stored.id)
    assert versions[0].words == "\N{MINUS SIGN}1 Summer"
    assert not any(each.overtaken_by for each in versions)


def test_the_next_session_opens_the_decks_of_the_last(
    closing: Application, qtbot: QtBot, cards: LoadedCards, new_app: Callable[[], Application]
) -> None:
    for number in (3, 5):
        closing.session.open([cards.samples[number]])
        closing.window.deck_controller.save()
        settle(closing, qtbot)
    closing.session.show_deck(0)
    gone = present(closing.session.decks[1].stored)
    closing.window.close()
    qtbot.waitUntil(lambda: not closing.window.isVisible())
    again = new_app()
    again.session.receive_cards(cards)
    again.open_library()
    qtbot.waitUntil(lambda: len(again.session.decks) == 2)
    assert deck_of(again).name == cards.samples[3].deck.name
    library_of(again).decks.throw_away([gone.id])
    again.window.close()
    qtbot.waitUntil(lambda: not again.window.isVisible())
    last = new_app()
    last.session.receive_cards(cards)
    open_library(last)
    assert [each.deck.name for each in last.session.decks] == [cards.samples[3].deck.name]
    last.window.close()


def test_a_deck_that_was_deleted_for_good_has_no_versions_and_comes_back_with_a_change(
    app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    save_without(app, qtbot, "Osha")
    library = library_of(app)
    library.decks.throw_away([library.decks.all()[0].id])
    library.decks.empty_bin()
    panel = history(app)
    settle(app, qtbot)
    assert "Saved versions" not in rows(panel)
    assert not app.window.banner.isVisible()
    save_without(app, qtbot, "Summer")
    assert [each.name for each in library.decks.all()] == [WOLVES]


def test_of_several_decks_those_that_are_not_open_yet_are_opened(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    library = library_of(app)
    ids = [each.id for each in library.decks.add_all([cards.samples[n].deck for n in (3, 5)])]
    app.window.autosaver.open_deck(ids[0])
    qtbot.waitUntil(lambda: len(app.session.decks) == 1)
    app.window.autosaver.open_decks(ids)
    qtbot.waitUntil(lambda: len(app.session.decks) == 2)
    assert deck_of(app).name == cards.samples[5].deck.name
    app.window.autosaver.open_decks(ids)
    qtbot.waitUntil(lambda: deck_of(app).name == cards.samples[3].deck.name)
    assert len(app.session.decks) == 2


def test_what_is_undone_while_it_is_being_saved_is_saved_again(
    app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    save_without(app, qtbot, "Osha")
    whole, window, busy = deck_of(app), app.window, Event()
    window.library_worker.ask(lambda _: busy.wait(120), lambda _: None, lambda _: None)
    remove(app, "Summer")
    window.autosaver.save_all()
    window.actions_["undo"].trigger()
    window.autosaver.save_all()  # the pause after the last edit is over
    busy.set()
    settle(app, qtbot)
    library, cards = library_of(app), app.session.cards
    assert library.decks.open(library.decks.all()[0].id, present(cards).pools).deck == whole


@pytest.fixture
def longer_than_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a pause before which nothing is saved be longer than those between edits."""
    monkeypatch.setattr(autosave, "DELAY_MS", 5_000)
    monkeypatch.setattr(autosave, "MAX_DELAY_MS", 300)


def test_decks_are_saved_every_few_seconds_while_edits_go_on(
    longer_than_edits: None, closing: Application, qtbot: QtBot
) -> None:
    open_sample(closing)
    restless = QTimer(closing, interval=10)

    def edit() -> None:
        deck = deck_of(closing)
        closing.session.edit(replace(deck, notes=f"{deck.notes}x"))

    restless.timeout.connect(edit)
    with qtbot.waitSignal(closing.window.autosaver.saved):
        restless.start()
    restless.stop()
    settle(closing, qtbot)


def test_the_decks_of_a_killed_session_are_opened_again(
    new_app: Callable[[], Application], qtbot: QtBot, cards: LoadedCards
) -> None:
    def start() -> Application:
        app = new_app()
        app.window.show()
        app.session.receive_cards(cards)
        open_library(app)
        return app

    killed = start()
    open_sample(killed)
    save_without(killed, qtbot, "Osha")
    killed.settings.save()  # Qt does so by itself in a moment
    other = start()
    qtbot.waitUntil(lambda: other.session.deck is not None)
    assert deck_of(other) == deck_of(killed)
