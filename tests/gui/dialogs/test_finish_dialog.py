"""Finish my deck: what is added and why, the proof, conflicts, refusals and the first fetch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from core.download import SERVER
from decks.deck import Deck
from desktop.app import Application
from desktop.dialogs.finish_dialog import FinishDialog
from tests.gui.published_home import decklists_for, store_published
from tests.gui.samples import deck_of, open_sample, present
from tests.unit.published.decklists import serve_all

OpenDialog = Callable[[], FinishDialog]


@pytest.fixture
def started(app: Application) -> Deck:
    """Put half of a ready-made deck on screen."""
    open_sample(app)
    deck = deck_of(app)
    app.session.edit(replace(deck, slots=deck.slots[::2]))
    return deck_of(app)


@pytest.fixture
def open_dialog(app: Application, qtbot: QtBot) -> OpenDialog:
    """Open the dialog by the command, and wait for its end of work."""

    def opened() -> FinishDialog:
        app.window.actions_["finish"].trigger()
        dialog = present(app.window.findChild(FinishDialog))
        qtbot.waitUntil(lambda: app.tasks.idle and not app.window.published.state.working)
        return dialog

    return opened


def texts(dialog: FinishDialog) -> list[str]:
    return [dialog.cards.item(row).text() for row in range(dialog.cards.count())]


def test_the_cards_are_shown_with_reasons_and_added_as_one_step(
    app: Application, started: Deck, open_dialog: OpenDialog
) -> None:
    store_published(app, decklists_for(app))
    dialog = open_dialog()
    assert "finish the deck" in dialog.heading.text()
    assert dialog.proof.text().startswith("Proven: no legal deck with these cards scores higher")
    assert any("decks like yours" in each for each in texts(dialog))
    dialog.accept()
    finished = deck_of(app)
    assert app.session.shown.legal
    assert all(finished.copies(card) >= copies for card, copies in started.slots)
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == started


def test_an_unticked_card_is_excluded(
    app: Application, started: Deck, open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    store_published(app, decklists_for(app))
    dialog = open_dialog()
    first = texts(dialog)[0].splitlines()[0]
    dialog.cards.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    name = first.split(" ", 1)[1]
    assert f"{name}\nExcluded" in texts(dialog)
    assert first not in [each.splitlines()[0] for each in texts(dialog)]


def test_the_deck_is_finished_with_another_agenda_and_list(
    app: Application, started: Deck, open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    store_published(app, decklists_for(app))
    app.session.choose(list_code="none")
    dialog = open_dialog()
    before = deck_of(app)
    pool = present(app.session.shown.pool)
    banner, code = pool.card("01198"), max(pool.lists)
    dialog.form.set(agenda=banner.code, list=code)
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled() and app.tasks.idle)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    finished = deck_of(app)
    assert (finished.agendas, finished.list_code) == ((banner,), code)
    assert app.session.shown.legal
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == before


def test_a_stopped_search_can_begin_again(
    app: Application, started: Deck, open_dialog: OpenDialog, qtbot: QtBot
) -> None:
    store_published(app, decklists_for(app))
    dialog = open_dialog()
    dialog.cards.item(0).setCheckState(Qt.CheckState.Unchecked)
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    assert dialog.heading.text() == "The search was stopped"
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.accept_button.isEnabled)


def test_nothing_is_proven_of_a_deck_that_needs_no_more_cards(
    app: Application, open_dialog: OpenDialog
) -> None:
    store_published(app, decklists_for(app))
    open_sample(app)
    dialog = open_dialog()
    assert dialog.heading.text() == "The deck needs no more cards"
    assert dialog.proof.isHidden()


def test_a_conflict_is_told_in_sentences(app: Application, open_dialog: OpenDialog) -> None:
    store_published(app, decklists_for(app))
    open_sample(app)
    card = next(card for card, _ in deck_of(app).slots if card.in_draw_deck)
    app.session.edit(deck_of(app).with_copies(card, 9))
    dialog = open_dialog()
    assert dialog.heading.text() == "No legal deck has all of these cards"
    assert card.name in dialog.message.text()
    assert not dialog.accept_button.isEnabled()


def test_other_formats_are_refused(
    app: Application, started: Deck, open_dialog: OpenDialog
) -> None:
    app.session.choose(format_name="draft")
    dialog = open_dialog()
    assert "Only joust and melee decks" in dialog.message.text()
    assert dialog.accept_button.isHidden()
    assert dialog.offer.isHidden()


def test_without_published_decks_it_offers_to_fetch_them(
    app: Application,
    started: Deck,
    open_dialog: OpenDialog,
    qtbot: QtBot,
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serve_all(httpserver, decklists_for(app))
    monkeypatch.setenv(SERVER, httpserver.url_for("").rstrip("/"))
    dialog = open_dialog()
    assert "(about 30 MB)" in dialog.offer.words.text()
    assert dialog.offer.fetch.hasFocus()
    assert not dialog.cancel.isDefault()
    QTest.mouseClick(dialog.offer.fetch, Qt.MouseButton.LeftButton)
    assert dialog.offer.progress.isVisible()
    qtbot.waitUntil(dialog.accept_button.isEnabled)
    assert dialog.cards.isVisible()
