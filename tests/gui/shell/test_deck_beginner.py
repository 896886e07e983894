"""A new user begins a deck from the decks with an agenda that the library has."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from desktop.app import Application
from desktop.dialogs.simple_dialogs import NO_AGENDA, NO_OWN_AGENDA, NewDeckDialog
from tests.gui.samples import deck_of, open_sample


def test_a_deck_is_begun_from_ones_own_decks_with_an_agenda(app: Application, qtbot: QtBot) -> None:
    app.open_library()
    worker = app.window.library_worker
    qtbot.waitUntil(lambda: worker.loaded)
    open_sample(app)
    wolves = deck_of(app)
    assert [card.name for card in wolves.agendas] == ["Fealty"]
    kept, left = (card for card, _ in list(wolves.draw())[:2])
    assert worker.library is not None
    worker.library.decks.add_all([wolves, replace(wolves.with_copies(left, 0), name="Pups")])
    worker.reload()
    qtbot.waitUntil(lambda: len(worker.contents.decks) == 2)
    QTest.keyClick(app.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = app.window.findChild(NewDeckDialog)
    assert isinstance(dialog, NewDeckDialog)
    dialog.form["faction"].choose(Faction.GREYJOY)
    assert (dialog.form["like"].currentText(), dialog.form["like"].isEnabled()) == (
        NO_OWN_AGENDA,
        False,
    )
    dialog.form["faction"].choose(Faction.STARK)
    assert [dialog.form["like"].itemText(row) for row in range(2)] == [
        NO_AGENDA,
        "Fealty · 2 decks",
    ]
    dialog.form["like"].setCurrentIndex(1)
    QTest.keyClicks(dialog.form["name"], "Cubs")
    QTest.keyClick(dialog.form["name"], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: deck_of(app).name == "Cubs")
    begun = deck_of(app)
    assert (begun.faction, begun.agendas) == (Faction.STARK, wolves.agendas)
    assert (begun.copies(kept), begun.copies(left)) == (wolves.copies(kept), 0)
    assert begun.plot_count == wolves.plot_count
    assert begun.notes.startswith("Begun from 2 decks. Usual: ")
    # It is judged as any deck is.
    assert app.session.verdict is not None
    assert "Fealty: Begun from 2 decks." in app.window.status.text()
    begin_from_fealty(app)
    qtbot.waitUntil(lambda: deck_of(app).name == "New deck")
    qtbot.waitUntil(lambda: not worker.busy)
    # Both are saved: one has a name, and both have cards.
    saved = {deck.name: deck.draw_count for deck in worker.library.decks.all()}
    assert saved["New deck"] == saved["Cubs"] == begun.draw_count > 0


def begin_from_fealty(app: Application) -> None:
    """Begin a Stark deck from those with Fealty, and give it no name."""
    app.window.actions_["new"].trigger()
    (dialog,) = (each for each in app.window.findChildren(NewDeckDialog) if each.isVisible())
    dialog.form["faction"].choose(Faction.STARK)
    dialog.form["like"].setCurrentIndex(1)
    dialog.accept_button.click()
