"""New decks, files, and the question before changes are lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from core.files import write_file
from desktop.app import Application
from desktop.dialogs.simple_dialogs import NO_AGENDA, NO_OWN_AGENDA, NewDeckDialog
from library.deck_files import own_text
from tests.gui import shared_window as shared
from tests.gui.samples import WOLVES, deck_of, open_sample, present, select

app, shared_window, own_app = shared.app, shared.module_window, shared.own_app

CONTROL = Qt.KeyboardModifier.ControlModifier
Button = QMessageBox.StandardButton


def change(app: Application) -> None:
    page = app.window.build
    select(page, "Osha")
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)


def question(app: Application) -> QMessageBox:
    found = [box for box in app.window.findChildren(QMessageBox) if box.isVisible()]
    assert len(found) == 1
    return found[0]


def answer(app: Application, button: QMessageBox.StandardButton) -> None:
    pressed = present(question(app).button(button))
    pressed.click()


def save_dialog(app: Application) -> QFileDialog:
    return next(each for each in app.window.findChildren(QFileDialog) if each.isVisible())


def save_in(app: Application, path: Path) -> None:
    dialog = save_dialog(app)
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.fileSelected.emit(str(path))
    dialog.close()


def test_a_new_deck_asks_for_edition_and_faction(own_app: Application) -> None:
    QTest.keyClick(own_app.window, Qt.Key.Key_N, CONTROL)
    dialog = present(own_app.window.findChild(NewDeckDialog))
    dialog.form["edition"].setFocus()
    QTest.keyClick(dialog.form["edition"], Qt.Key.Key_Down)
    dialog.form["faction"].setCurrentText("House Lannister")
    QTest.keyClicks(dialog.form["name"], "Gold")
    dialog.accept_button.click()
    assert deck_of(own_app).edition is Edition.FIRST
    assert deck_of(own_app).faction is Faction.LANNISTER
    assert deck_of(own_app).name == "Gold"
    assert own_app.window.build.pool.model.total == 1988


def test_a_changed_deck_is_marked_until_it_is_saved(app: Application, tmp_path: Path) -> None:
    open_sample(app)
    assert not app.window.isWindowModified()
    change(app)
    assert app.window.isWindowModified()
    assert app.window.windowTitle() == f"{WOLVES}[*] — Seven Plots"
    app.window.actions_["undo"].trigger()
    assert not app.window.isWindowModified()
    change(app)
    QTest.keyClick(app.window, Qt.Key.Key_S, CONTROL)
    save_in(app, tmp_path / "wolves.json")
    assert not app.window.isWindowModified()
    assert (tmp_path / "wolves.json").read_text("utf-8") == own_text(deck_of(app))
    QTest.keyClick(app.window.build.deck.list, Qt.Key.Key_3)
    QTest.keyClick(app.window, Qt.Key.Key_S, CONTROL)
    assert (tmp_path / "wolves.json").read_text("utf-8") == own_text(deck_of(app))
    assert app.settings.last_folder == str(tmp_path)


def test_a_file_of_our_own_is_saved_again_and_any_other_is_not_written_over(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    own, other = tmp_path / "own.json", tmp_path / "other.txt"
    open_sample(app)
    write_file(own, own_text(deck_of(app)).encode())
    other.write_text("House Stark\nFealty\n3x Osha\n", "utf-8")
    for path in (own, other):
        with qtbot.waitSignal(app.session.deck_changed):
            app.open_files([str(path)])
        assert app.session.current is not None
        assert app.session.current.path == (own if path == own else None)


def test_another_deck_is_opened_beside_a_changed_one(app: Application) -> None:
    open_sample(app)
    change(app)
    app.window.actions_.samples.actions()[3].trigger()
    assert deck_of(app).name != WOLVES
    assert app.session.decks[0].deck.name == WOLVES
    assert app.session.decks[0].unsaved


def test_a_deck_that_was_only_looked_at_makes_room_for_the_next(app: Application) -> None:
    app.window.actions_.samples.actions()[3].trigger()
    app.window.actions_.samples.actions()[4].trigger()
    assert len(app.session.decks) == 1


def test_closing_a_changed_deck_asks_once_what_becomes_of_it(app: Application) -> None:
    open_sample(app)
    change(app)
    app.window.actions_.samples.actions()[3].trigger()
    app.session.show_deck(0)
    app.window.actions_["close_deck"].trigger()
    assert WOLVES in question(app).text()
    answer(app, Button.Cancel)
    assert len(app.session.decks) == 2
    app.window.actions_["close_deck"].trigger()
    answer(app, Button.Discard)
    assert [each.deck.name for each in app.session.decks] != [WOLVES]
    assert len(app.session.decks) == 1


def test_closing_asks_and_saves(own_app: Application, tmp_path: Path) -> None:
    open_sample(own_app)
    change(own_app)
    own_app.window.close()
    assert own_app.window.isVisible()
    answer(own_app, Button.Save)
    save_in(own_app, tmp_path / "saved.json")
    assert not own_app.window.isVisible()
    assert (tmp_path / "saved.json").is_file()


def test_closing_without_changes_asks_nothing(own_app: Application) -> None:
    open_sample(own_app)
    own_app.window.close()
    assert not own_app.window.isVisible()


def test_a_deck_is_begun_from_ones_own_decks_with_an_agenda(
    own_app: Application, qtbot: QtBot
) -> None:
    app = own_app
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
    dialog = present(app.window.findChild(NewDeckDialog))
    dialog.form["faction"].choose(Faction.GREYJOY)
    found = (dialog.form["like"].currentText(), dialog.form["like"].isEnabled())
    assert found == (NO_OWN_AGENDA, False)
    dialog.form["faction"].choose(Faction.STARK)
    shown = [dialog.form["like"].itemText(row) for row in range(2)]
    assert shown == [NO_AGENDA, "Fealty · 2 decks"]
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
    assert app.session.shown.verdict is not None
    assert "Fealty: Begun from 2 decks." in app.window.toast.words.text()
    begin_from_fealty(app)
    qtbot.waitUntil(lambda: deck_of(app).name == "Stark Fealty")
    qtbot.waitUntil(lambda: not worker.busy)
    # Both are saved: one has a name, and both have cards.
    saved = {deck.name: deck.draw_count for deck in worker.library.decks.all()}
    assert saved["Stark Fealty"] == saved["Cubs"] == begun.draw_count > 0


def begin_from_fealty(app: Application) -> None:
    """Begin a Stark deck from those with Fealty, and give it no name."""
    app.window.actions_["new"].trigger()
    (dialog,) = (each for each in app.window.findChildren(NewDeckDialog) if each.isVisible())
    dialog.form["faction"].choose(Faction.STARK)
    dialog.form["like"].setCurrentIndex(1)
    dialog.accept_button.click()
