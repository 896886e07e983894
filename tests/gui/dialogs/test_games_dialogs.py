"""Games: recorded by keys, counted, changed, removed with an undo, out and in as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from decks.deck import Deck
from desktop.app import Application
from desktop.dialogs.games_dialogs import GamesDialog, RecordGameDialog
from desktop.runtime.tasks import TaskRunner
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS, HANDS
from library.game_report import NO_AGENDA, Ending, PlayedGame, Result, SetupQuality
from library.library import Library
from tests.gui.pages.library.conftest import NOON
from tests.gui.samples import TODAY, WOLVES, open_sample, present, show, shown_dialog
from tests.gui.shared_window import open_library
from tests.gui.test_mnemonics import letters

GAME = PlayedGame(played=TODAY, result=Result.WIN, opponent_faction="stark")
CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def assert_letters_are_single(dialog: QWidget) -> None:
    found = [letter for letter, _ in letters(dialog)]
    assert len(found) == len(set(found)), sorted(found)


def choose(dialog: RecordGameDialog, field: str, typed: str) -> None:
    """Type into a field's list and take the best match."""
    box = dialog.form[field]
    box.setFocus()
    QTest.keyClicks(box, typed[0])  # opens the list, which has the focus then
    QTest.keyClicks(box.choices, typed[1:])
    QTest.keyClick(box.choices, Qt.Key.Key_Return)


def test_a_game_takes_a_few_keys(cards: LoadedCards, qtbot: QtBot) -> None:
    dialog = show(
        RecordGameDialog(
            replace(GAME, opponent_faction="", setup=SetupQuality.POOR), cards.pools[Edition.SECOND]
        ),
        qtbot,
    )
    assert_letters_are_single(dialog)
    assert not dialog.accept_button.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_L, ALT)
    qtbot.waitUntil(dialog.accept_button.isEnabled)  # Qt shows the press for a moment
    choose(dialog, "opponent_faction", "watch")
    choose(dialog, "opponent_agenda", "fealty")
    choose(dialog, "first_player", "opp")
    choose(dialog, "ending", "time")
    QTest.keyClicks(dialog.form["notes"], "flooded")
    with qtbot.waitSignal(dialog.recorded) as recorded:
        QTest.keyClick(dialog.form["notes"], Qt.Key.Key_Return)
    assert recorded.args == [
        PlayedGame(
            played=TODAY,
            result=Result.LOSS,
            opponent_faction="thenightswatch",
            opponent_agenda="01027",
            notes="flooded",
            first_player=False,
            ending=Ending.TIME,
            setup=SetupQuality.POOR,
        )
    ]


def test_a_game_to_change_is_shown_as_it_was(cards: LoadedCards, qtbot: QtBot) -> None:
    game = replace(GAME, opponent_faction="Wildlings", opponent_agenda=NO_AGENDA, id="7")
    dialog = RecordGameDialog(game, cards.pools[Edition.SECOND], new=False)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    assert dialog.game == game
    found = [dialog.form[f"opponent_{each}"].currentText() for each in ("faction", "agenda")]
    assert found == ["Wildlings", "No agenda"]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Open an empty library."""
    with Library(tmp_path / "decks.db", clock=lambda: NOON) as made:
        yield made


@pytest.fixture
def worker(tasks: TaskRunner, qtbot: QtBot) -> Iterator[LibraryWorker]:
    made = LibraryWorker(tasks)
    yield made
    qtbot.waitUntil(lambda: not made.busy)
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dialog(
    library: Library, worker: LibraryWorker, cards: LoadedCards, qtbot: QtBot
) -> GamesDialog:
    """Show the log of three games."""
    library.games.add_all(
        [GAME, replace(GAME, result=Result.LOSS), replace(GAME, opponent_faction="tyrell")]
    )
    worker.receive(library)
    shown = show(GamesDialog(worker, cards), qtbot)
    qtbot.waitUntil(lambda: len(shown.model.rows) == 3 and not worker.busy)
    return shown


def test_a_deck_without_a_name_is_named(
    dialog: GamesDialog, library: Library, worker: LibraryWorker, qtbot: QtBot
) -> None:
    nameless = library.decks.add(Deck(name="", edition=Edition.SECOND))
    library.games.add(replace(GAME, deck_id=nameless.id, version=1))
    worker.reload()
    qtbot.waitUntil(lambda: len(dialog.model.rows) == 4)
    dialog.decks.choose(nameless.id)
    assert dialog.decks.currentText() == "A deck without a name"
    assert "A deck without a name · 1" in {dialog.model.index(row, 2).data() for row in range(4)}


def test_the_log_is_counted_in_words_and_charts(dialog: GamesDialog) -> None:
    assert_letters_are_single(dialog)
    assert dialog.total.text() == "2 of 3 games won: 67% (21 to 94%)"
    chart = dialog.rates.chart
    assert chart.title == "Games won by opponent's faction"
    assert chart.categories == ("Stark (2)", "Tyrell (1)")
    assert chart.series[0].values == (0.5, 1.0)
    assert chart.series[0].low[0] == pytest.approx(0.0945, abs=1e-3)
    assert dialog.months.chart.categories == ("20 Nov (3)",)
    dialog.by.setCurrentIndex(dialog.by.findData("first"))
    dialog.by.activated.emit(0)
    assert dialog.rates.chart.categories == ("Not noted (3)",)


def test_a_game_is_changed_and_removed_with_an_undo(
    dialog: GamesDialog, library: Library, qtbot: QtBot
) -> None:
    before = library.games.all()
    dialog.table.setFocus()
    dialog.table.select([before[0].id])
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    change = shown_dialog(qtbot, RecordGameDialog)
    change.form.set(notes="a mistake")
    change.accept_button.click()
    qtbot.waitUntil(lambda: dialog.model.rows[0].notes == "a mistake")
    dialog.message_bar.toast.undo.click()
    qtbot.waitUntil(lambda: tuple(dialog.model.rows) == before)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.table.setFocus()
    dialog.table.selectAll()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: dialog.model.rows == [])
    assert dialog.message_bar.toast.words.text() == "3 games removed."
    dialog.message_bar.toast.undo.click()
    qtbot.waitUntil(lambda: len(dialog.model.rows) == 3)
    assert library.games.all() == before


def test_the_log_goes_out_and_in(
    dialog: GamesDialog, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "games.csv"
    dialog.export_to(file)
    library.games.remove_all([library.games.all()[0].id])
    dialog.import_from(file)
    words = "1 game added from games.csv. Already there: 2 games."
    qtbot.waitUntil(lambda: dialog.message_bar.toast.words.text() == words)
    file.write_text("nothing")
    dialog.import_from(file)
    qtbot.waitUntil(lambda: "not a table of games" in dialog.message_bar.words.text())


def test_a_new_user_records_games_from_every_page(app: Application, qtbot: QtBot) -> None:
    window = app.window
    open_library(app)
    open_sample(app)

    def record(letter: Qt.Key, words: str) -> None:
        dialog = shown_dialog(qtbot, RecordGameDialog)
        assert dialog.game.deck_name == WOLVES
        qtbot.waitUntil(dialog.isActiveWindow)
        QTest.keyClick(dialog, letter, ALT)
        qtbot.waitUntil(dialog.accept_button.isEnabled)
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        bar = window.toast
        qtbot.waitUntil(lambda: words in bar.words.text() and bar.isVisible())

    # From the deck menu: the sample becomes a deck of the library by it.
    QTest.keyClick(window, Qt.Key.Key_G, CONTROL_SHIFT)
    record(Qt.Key.Key_W, "Won: the game is recorded. “Wolves of Winter (WotN)”: 1 of 1 game won")
    # From the Hands page: the best setup of what is dealt says how it was.
    window.show_page(HANDS)
    assert window.hands is not None
    board = window.hands.board
    qtbot.waitUntil(lambda: board.game is not None)
    board.view.show_best()
    board.view.show_best()
    QTest.keyClick(board.view.board, Qt.Key.Key_R)
    record(Qt.Key.Key_L, "1 of 2 games won")
    # From the Decks page, with an undo.
    window.show_page(DECKS)
    qtbot.waitUntil(lambda: bool(window.decks.model.rows))
    window.decks.table.setFocus()
    window.decks.table.selectRow(0)
    QTest.keyClick(window.decks.table, Qt.Key.Key_G, CONTROL_SHIFT)
    record(Qt.Key.Key_D, "1 of 3 games won, 1 drawn")
    window.toast.undo.click()
    library = present(window.library_worker.library)
    qtbot.waitUntil(lambda: len(library.games.all()) == 2)
    window.decks.deck_actions["games"].trigger()
    log = shown_dialog(qtbot, GamesDialog)
    qtbot.waitUntil(lambda: len(log.model.rows) == 2)
    assert log.decks.currentText() == WOLVES
    assert {row.version for row in log.model.rows} == {1}
    log.close()
