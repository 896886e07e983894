"""Nothing that was asked for is lost when the window goes, and what fails is said and mended."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from carddb.errors import AppError
from desktop.app import Desk
from desktop.main_window import BUILD, DECKS
from library.deck_values import StoredDeck
from tests.gui.samples import deck_of, open_sample


@pytest.fixture
def shelved(desk: Desk, qtbot: QtBot) -> Desk:
    """Return a window whose library has the deck on screen."""
    desk.open_library()
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    open_sample(desk)
    rename(desk, "First")
    settle(desk, qtbot)
    return desk


def rename(desk: Desk, name: str) -> None:
    desk.session.edit(replace(deck_of(desk), name=name))


def settle(desk: Desk, qtbot: QtBot) -> None:
    decks = desk.session.decks
    qtbot.waitUntil(lambda: not any(each.unsaved for each in decks) and not desk.window.shelf.busy)


def stored(desk: Desk) -> StoredDeck:
    """Return the one deck that the library's file has, as another program reads it."""
    assert desk.window.shelf.library is not None
    (deck,) = desk.window.shelf.library.decks.all()
    return deck


@contextmanager
def refused(desk: Desk) -> Iterator[None]:
    """Let nothing be written, as in a folder that may only be read."""
    library = desk.window.shelf.library
    assert library is not None
    storage = library._storage  # noqa: SLF001
    with storage.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    yield
    with storage.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = OFF")


def test_what_is_changed_while_the_window_closes_is_kept_too(shelved: Desk, qtbot: QtBot) -> None:
    times: list[object] = []
    shelved.window.closed.connect(lambda: times.append(True))
    rename(shelved, "Second")
    shelved.window.close()
    rename(shelved, "Third")
    shelved.window.close()
    qtbot.waitUntil(lambda: not shelved.window.isVisible())
    assert stored(shelved).name == "Third"
    assert len(times) == 1


def test_what_was_asked_of_the_library_is_done_before_the_window_goes(
    shelved: Desk, qtbot: QtBot
) -> None:
    deck = stored(shelved)
    handling = shelved.window.decks.handling
    for number in range(5):
        handling.rename(deck.id, f"Name {number}")
    handling.duplicate([deck])
    shelved.window.close()
    qtbot.waitUntil(lambda: not shelved.window.isVisible())
    assert shelved.window.shelf.library is not None
    names = {each.name for each in shelved.window.shelf.library.decks.all()}
    assert names == {"Name 4", "First (copy)"}


def test_the_decks_page_shows_what_is_kept_while_it_is_on_screen(
    shelved: Desk, qtbot: QtBot
) -> None:
    rename(shelved, "Second")
    shelved.window.show_page(DECKS)
    model = shelved.window.decks.model
    qtbot.waitUntil(lambda: model.rowCount() == 1 and model.row_at(0).name == "Second")


def test_a_refusal_is_told_until_the_deck_is_kept(shelved: Desk, qtbot: QtBot) -> None:
    banner = shelved.window.banner
    with refused(shelved):
        rename(shelved, "Second")
        qtbot.waitUntil(banner.isVisible)
        assert shelved.window.isWindowModified()
        shelved.window.close()
        qtbot.waitUntil(lambda: shelved.window.findChild(QMessageBox) is not None)
        box = shelved.window.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Cancel).click()
        assert shelved.window.isVisible()
    shelved.window.acts.save()
    settle(shelved, qtbot)
    assert not banner.isVisible()
    assert stored(shelved).name == "Second"


def test_a_library_that_was_damaged_is_told_on_the_page_that_is_seen(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "decks.db").write_bytes(os.urandom(20_000))
    desk.open_library()
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    assert desk.window.pages.currentIndex() == BUILD
    assert "was damaged" in desk.window.banner.sentence.text()
    assert desk.window.banner.isVisible()


def test_a_library_that_cannot_be_opened_is_told_on_the_page_that_is_seen(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    desk.window.shelf.open_at(tmp_path / "file" / "home")
    qtbot.waitUntil(desk.window.banner.isVisible)
    assert "cannot be made" in desk.window.banner.sentence.text()


def test_a_warning_stays_while_it_is_true(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    """Such as that of a home folder that cannot be written to."""
    banner, home = desk.window.banner, tmp_path / "file" / "home"
    home.parent.write_text("no folder", "utf-8")
    desk.window.shelf.open_at(home)
    qtbot.waitUntil(banner.isVisible)
    told = banner.sentence.text()
    open_sample(desk)
    rename(desk, "Second")
    desk.window.acts.keeper.failed.emit(AppError("The disk is full."))
    assert banner.sentence.text() == f"The disk is full.\n{told}"
    desk.window.acts.keeper.saved.emit("deck.json")
    desk.window.show_page(DECKS)
    desk.window.show_page(BUILD)
    desk.window.acts.next_deck()
    assert (banner.isVisible(), banner.sentence.text()) == (True, told)
    home.parent.unlink()
    desk.window.shelf.open_at(home)
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    assert not banner.isVisible()


def test_a_warning_goes_when_it_is_dismissed(shelved: Desk, qtbot: QtBot) -> None:
    banner = shelved.window.banner
    with refused(shelved):
        rename(shelved, "Second")
        qtbot.waitUntil(banner.isVisible)
        rename(shelved, "Third")
        shelved.window.acts.next_deck()
        assert banner.isVisible()
        banner.dismiss.click()
        assert not banner.isVisible()
    shelved.window.acts.save()
    settle(shelved, qtbot)


def test_a_name_without_an_end_does_not_stretch_the_window(shelved: Desk, qtbot: QtBot) -> None:
    rename(shelved, "L" * 400)
    shelved.window.acts.save()
    settle(shelved, qtbot)
    shelved.window.show_page(DECKS)
    shelved.window.decks.handling.throw_away([stored(shelved)])
    settle(shelved, qtbot)
    qtbot.waitUntil(shelved.window.decks.notice.isVisible)
    assert shelved.window.minimumSizeHint().width() <= 1280


def test_names_that_look_like_markup_are_shown_as_they_are(shelved: Desk, qtbot: QtBot) -> None:
    rename(shelved, "<b>Fire</b> & Blood")
    settle(shelved, qtbot)
    assert "Fire</b> && Blood" in shelved.window.actions_["undo"].text()
    shelved.session.open([shelved.session.cards.samples[0]] if shelved.session.cards else [])
    assert "&lt;b&gt;Fire" in shelved.window.build.deck.open_decks.tabToolTip(0)
