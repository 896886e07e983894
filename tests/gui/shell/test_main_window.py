"""Nothing is lost when the window closes, and what fails is shown until it is repaired."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from core.errors import AppError
from desktop.app import Application, FirstPainting
from desktop.dialogs.simple_dialogs import NewDeckDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.page import LibraryPage
from desktop.runtime.settings import Settings
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, DECKS, EVENTS, HANDS, RULES
from desktop.shell.rail import PAGES
from library.deck_values import StoredDeck
from tests.gui import shared_window as shared
from tests.gui.samples import deck_of, library_of, open_sample, present, settle, shown_dialog
from tests.gui.shared_window import open_library

app_with_library, library_window = shared.app_with_library, shared.module_library
own_app = shared.own_app


@pytest.fixture
def app(app_with_library: Application, qtbot: QtBot) -> Application:
    """Return a window whose library has the deck on screen."""
    open_sample(app_with_library)
    rename(app_with_library, "First")
    settle(app_with_library, qtbot)
    return app_with_library


@pytest.fixture
def closing(own_app: Application, qtbot: QtBot) -> Iterator[Application]:
    """Return such a window that may be closed."""
    open_library(own_app)
    open_sample(own_app)
    rename(own_app, "First")
    settle(own_app, qtbot)
    yield own_app
    library_of(own_app).close()  # a test that looks into a closed one opens it again


def rename(app: Application, name: str) -> None:
    app.session.edit(replace(deck_of(app), name=name))


def stored(app: Application) -> StoredDeck:
    """Return the one deck that the library's file has, as another program reads it."""
    (deck,) = library_of(app).decks.all()
    return deck


@contextmanager
def refused(app: Application) -> Iterator[None]:
    """Let nothing be written, as in a folder that may only be read."""
    storage = library_of(app)._storage  # noqa: SLF001
    with storage.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    yield
    with storage.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = OFF")


def test_what_is_changed_while_the_window_closes_is_saved_too(
    closing: Application, qtbot: QtBot
) -> None:
    times: list[object] = []
    closing.window.closed.connect(lambda: times.append(True))
    rename(closing, "Second")
    closing.window.close()
    rename(closing, "Third")
    closing.window.close()
    qtbot.waitUntil(lambda: not closing.window.isVisible())
    assert stored(closing).name == "Third"
    assert len(times) == 1


def test_what_was_asked_of_the_library_is_done_before_the_window_goes(
    closing: Application, qtbot: QtBot
) -> None:
    deck = stored(closing)
    controller = closing.window.decks.controller
    for number in range(5):
        controller.rename(deck.id, f"Name {number}")
    controller.duplicate([deck])
    closing.window.close()
    qtbot.waitUntil(lambda: not closing.window.isVisible())
    names = {each.name for each in library_of(closing).decks.all()}
    assert names == {"Name 4", "First (copy)"}


def test_the_decks_page_shows_what_is_saved_while_it_is_on_screen(
    app: Application, qtbot: QtBot
) -> None:
    rename(app, "Second")
    app.window.show_page(DECKS)
    model = app.window.decks.model
    qtbot.waitUntil(lambda: model.rowCount() == 1 and model.rows[0].name == "Second")


def test_a_failed_save_is_shown_until_the_deck_is_saved(app: Application, qtbot: QtBot) -> None:
    banner = app.window.banner
    with refused(app):
        rename(app, "Second")
        qtbot.waitUntil(banner.isVisible)
        assert app.window.isWindowModified()
        app.window.close()
        box = shown_dialog(qtbot, QMessageBox)
        box.button(QMessageBox.StandardButton.Cancel).click()
        assert app.window.isVisible()
    app.window.deck_controller.save()
    settle(app, qtbot)
    assert not banner.isVisible()
    assert stored(app).name == "Second"


def test_a_library_that_was_damaged_is_reported_on_the_page_that_is_seen(
    own_app: Application, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "decks.db").write_bytes(os.urandom(20_000))
    open_library(own_app)
    assert own_app.window.pages.currentIndex() == BUILD
    assert "was damaged" in own_app.window.banner.words.text()
    assert own_app.window.banner.isVisible()


def test_a_warning_stays_while_it_is_true(
    own_app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    """Such as that of a home folder that cannot be written to."""
    banner, home = own_app.window.banner, tmp_path / "file" / "home"
    home.parent.write_text("no folder", "utf-8")
    own_app.window.library_worker.open_at(home)
    qtbot.waitUntil(banner.isVisible)
    text = banner.words.text()
    assert "cannot be made" in text
    open_sample(own_app)
    rename(own_app, "Second")
    own_app.window.deck_controller.file_saver.failed.emit(AppError("The disk is full."))
    assert banner.words.text() == f"The disk is full.\n{text}"
    own_app.window.deck_controller.file_saver.saved.emit("deck.json")
    own_app.window.show_page(DECKS)
    own_app.window.show_page(BUILD)
    own_app.window.deck_controller.show_next(1)
    assert (banner.isVisible(), banner.words.text()) == (True, text)
    home.parent.unlink()
    own_app.window.library_worker.open_at(home)
    qtbot.waitUntil(lambda: own_app.window.library_worker.loaded)
    assert not banner.isVisible()


def test_a_warning_goes_when_it_is_dismissed(app: Application, qtbot: QtBot) -> None:
    banner = app.window.banner
    with refused(app):
        rename(app, "Second")
        qtbot.waitUntil(banner.isVisible)
        rename(app, "Third")
        app.window.deck_controller.show_next(1)
        assert banner.isVisible()
        banner.dismiss.click()
        assert not banner.isVisible()
    app.window.deck_controller.save()
    settle(app, qtbot)


def test_a_name_without_an_end_does_not_stretch_the_window(app: Application, qtbot: QtBot) -> None:
    rename(app, "L" * 400)
    app.window.deck_controller.save()
    settle(app, qtbot)
    app.window.show_page(DECKS)
    app.window.decks.controller.throw_away([stored(app)])
    settle(app, qtbot)
    qtbot.waitUntil(app.window.toast.isVisible)
    assert app.window.minimumSizeHint().width() <= 1280


def test_names_that_look_like_markup_are_shown_as_they_are(app: Application, qtbot: QtBot) -> None:
    rename(app, "<b>Fire</b> & Blood")
    settle(app, qtbot)
    assert "Fire</b> && Blood" in app.window.actions_["undo"].text()
    app.session.open([app.session.cards.samples[0]] if app.session.cards else [])
    assert "&lt;b&gt;Fire" in app.window.build.deck.open_decks.tabToolTip(0)


def new_deck(app: Application, name: str = "") -> None:
    app.window.actions_["new"].trigger()
    dialog = next(each for each in app.window.findChildren(NewDeckDialog) if each.isVisible())
    dialog.form.set(name=name)
    dialog.accept_button.click()


def test_a_new_deck_is_in_the_library_with_its_name_or_its_first_change(
    app_with_library: Application, qtbot: QtBot
) -> None:
    app = app_with_library
    new_deck(app)
    app.window.show_page(DECKS)
    settle(app, qtbot)
    library = library_of(app)
    assert library.decks.all() == ()
    app.window.show_page(BUILD)
    app.window.deck_controller.close_current()
    assert app.session.deck is None
    new_deck(app, "Named")
    settle(app, qtbot)
    assert [each.name for each in library.decks.all()] == ["Named"]
    new_deck(app)
    rename(app, "Changed")
    settle(app, qtbot)
    assert {each.name for each in library.decks.all()} == {"Named", "Changed"}


def test_the_page_on_screen_is_saved_though_the_window_stays_open(
    app: Application, qtbot: QtBot
) -> None:
    folder = app.settings.path.parent
    for page in (DECKS, BUILD):
        app.window.show_page(page)
        qtbot.waitUntil(lambda page=page: Settings(folder).page == PAGES[page])  # type: ignore[misc]


@pytest.mark.parametrize("page", [DECKS, HANDS, EVENTS, RULES])
def test_a_new_deck_is_shown_to_be_built_wherever_it_was_begun(
    own_app: Application, page: int
) -> None:
    open_sample(own_app)
    own_app.window.show_page(page)
    new_deck(own_app, "Named")
    assert deck_of(own_app).name == "Named"
    assert own_app.window.pages.currentWidget() is own_app.window.build


def imported(app: Application, qtbot: QtBot, text: str) -> None:
    app.window.actions_["import"].trigger()
    dialog = shown_dialog(qtbot, ImportDialog)
    dialog.paste.setPlainText(text)
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    dialog.add.click()


def test_an_import_ends_at_its_decks(own_app: Application, qtbot: QtBot) -> None:
    open_library(own_app)
    window, build = own_app.window, own_app.window.build
    imported(own_app, qtbot, "Deck: One\nHouse Stark\n3x Ward")
    qtbot.waitUntil(lambda: own_app.session.deck is not None)
    assert (deck_of(own_app).name, window.pages.currentWidget()) == ("One", build)
    assert window.toast.words.text() == "“One” is imported."
    imported(own_app, qtbot, "Deck: Two\nHouse Stark\n3x Ward\n\nDeck: Three\nHouse Stark\n2x Ward")
    qtbot.waitUntil(window.decks.isVisible)
    qtbot.waitUntil(lambda: len(window.decks.selected()) == 2)
    window.toast.further.click()
    qtbot.waitUntil(lambda: len(own_app.session.decks) == 3)
    assert (deck_of(own_app).name, window.pages.currentWidget()) == ("Two", build)


def test_the_page_of_decks_is_made_when_it_is_wanted_and_knows_what_happened(
    empty_app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    window = empty_app.window
    window.library_worker.failed.connect(lambda error: None)
    (tmp_path / "home" / "decks.db").mkdir(parents=True)
    empty_app.open_library()
    qtbot.waitUntil(lambda: window.library_worker.refusal is not None)
    assert not window.findChildren(LibraryPage)
    window.build.pool.search.setFocus()
    window.show_page(DECKS)
    (page,) = window.findChildren(LibraryPage)
    assert window.pages.currentIndex() == DECKS
    assert page.isVisible()
    assert page.search.hasFocus()
    assert page.message_bar.isVisible()
    assert page.table.empty_text == "The library is not open."
    assert window.pages.count() == len(PAGES)


def test_an_import_makes_the_page_of_decks_without_showing_it(own_app: Application) -> None:
    window = own_app.window
    open_library(own_app)
    window.build.pool.search.setFocus()
    window.actions_["import"].trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ImportDialog)
    dialog.reject()
    assert window.pages.currentIndex() == BUILD
    assert window.pages.currentWidget() is window.build
    assert not window.decks.isVisible()


@pytest.mark.parametrize("gallery", [False, True])
def test_the_first_painting_with_cards_is_told_once(
    empty_app: Application, cards: LoadedCards, qtbot: QtBot, *, gallery: bool
) -> None:
    empty_app.window.build.pool.views.button.setChecked(gallery)
    first, told = FirstPainting(empty_app.window, empty_app), list[int]()
    first.painted.connect(lambda: told.append(empty_app.window.build.pool.model.rowCount()))
    empty_app.window.repaint()
    with qtbot.waitSignal(first.painted):
        empty_app.session.receive_cards(cards)
    empty_app.window.repaint()
    assert told == [empty_app.window.build.pool.model.rowCount()]
    assert told[0] > 1000


LONG_AGO = date(2014, 6, 1)  # before the second edition


def test_what_stands_on_screen_is_judged_as_of_the_new_day(
    own_app: Application, qtbot: QtBot
) -> None:
    app = own_app
    open_library(app)
    open_sample(app)
    app.session.edit(replace(deck_of(app), notes="Mine"))
    verdicts = app.window.decks.verdicts
    deck = present(app.session.current)
    qtbot.waitUntil(lambda: not deck.unsaved and not app.window.library_worker.busy)
    app.window.show_page(DECKS)
    qtbot.waitUntil(lambda: bool(app.window.library_worker.contents.decks))
    assert app.session.shown.legal
    qtbot.waitUntil(lambda: verdicts.of(app.window.library_worker.contents.decks[0]) is not None)
    qtbot.waitUntil(lambda: not app.window.decks.waiting)
    (before,) = app.window.decks.model.rows
    steps = deck.stack.count()

    app.calendar = lambda: LONG_AGO
    app.check_date()

    assert app.session.shown.choice.day == LONG_AGO
    assert present(app.session.shown.conditions).date == LONG_AGO
    assert [each.legal for each in (app.session.shown.verdict,) if each] == [False]
    assert (deck.stack.count(), deck.unsaved) == (steps, False)
    qtbot.waitUntil(lambda: verdicts.complete and not app.window.decks.waiting)
    (after,) = app.window.decks.model.rows
    assert before.verdict_text == "Legal" != after.verdict_text
    assert before.changed.startswith("Today")
    assert not after.changed.startswith("Today")

    qtbot.waitUntil(lambda: app.tasks.idle)
    app.window.show_page(BUILD)
    pool = app.window.build.pool
    QTest.keyClicks(pool.search, "arya stark")
    qtbot.waitUntil(lambda: 0 < pool.model.rowCount() < 20)
