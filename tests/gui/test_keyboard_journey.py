"""By keys alone: from the first start to a legal, printed deck, and a round played with it."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Faction
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.dialogs.simple_dialogs import NameDialog, NewDeckDialog
from desktop.pages.builder.deck.agenda_picker import AgendaPicker
from desktop.pages.hands.board.play_view import PlayView
from desktop.shell.main_window import BUILD
from desktop.widgets.accessible_roles import install_roles
from desktop.widgets.message_bar import toast_of
from goldfish.play.game import Game, PlayPhase
from tests.gui.by_keys import CONTROL, Key, focus, go_on_to, opened, press
from tests.gui.by_mouse import CLICKS, without
from tests.gui.samples import deck_of, present
from tests.gui.shared_window import open_library
from tests.gui.test_accessibility import spoken_name


def enter(app: Application, qtbot: QtBot, kind: type[QWidget]) -> None:
    """Wait until a dialog of the window is there, and be in it, as on every desktop but this."""
    qtbot.waitUntil(lambda: any(isinstance(each, kind) for each in opened(app)))
    dialog = next(each for each in opened(app) if isinstance(each, kind))
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or app.window))


def back(app: Application, qtbot: QtBot) -> None:
    """Come back from a dialog that is closed, which other desktops do by themselves."""
    qtbot.waitUntil(lambda: not opened(app))
    app.window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)


def open_a_sample(app: Application, qtbot: QtBot) -> None:
    """Look at a published deck first, as the welcome offers, and change it."""
    go_on_to("Sample decks")
    press("", Key.Key_Down)
    press("", Key.Key_Return)
    qtbot.waitUntil(lambda: app.session.deck is not None)
    name = deck_of(app).name
    press("", Key.Key_F2)
    press(f"{name}, mine", Key.Key_Return)
    assert deck_of(app).name == f"{name}, mine"


def begin_a_deck(app: Application, qtbot: QtBot, name: str) -> None:
    press("", Key.Key_N, modifiers=CONTROL)
    enter(app, qtbot, NewDeckDialog)
    while spoken_name(focus()) != "House Stark":
        press("", Key.Key_Down)
    go_on_to("Name")
    press(name, Key.Key_Return)
    back(app, qtbot)
    assert (deck_of(app).name, deck_of(app).faction) == (name, Faction.STARK)


def add_cards(app: Application, qtbot: QtBot) -> None:
    """Search by faction and type, and put the first cards into the deck: a plot too many."""
    pool = app.window.build.pool
    for query, kind, rows, copies in (
        ("f:stark t:character", CardType.CHARACTER, 28, "3"),
        ("f:stark t:location", CardType.LOCATION, 3, "3"),
        ("t:plot", CardType.PLOT, 8, "1"),
    ):
        press("", Key.Key_F, modifiers=CONTROL)
        press("", Key.Key_A, modifiers=CONTROL)
        press(query)
        qtbot.waitUntil(lambda kind=kind: {row.card.type for row in pool.model.rows} == {kind})  # type: ignore[misc]
        # The suggestions are closed: every other desktop makes the window active again.
        app.window.activateWindow()
        qtbot.waitUntil(app.window.isActiveWindow)
        press("", Key.Key_Down)
        assert pool.table.hasFocus()
        assert pool.search.text() == query
        for _ in range(rows):
            press(copies, Key.Key_Down)


def choose_fealty(app: Application, qtbot: QtBot) -> None:
    press("", Key.Key_J, modifiers=CONTROL)
    enter(app, qtbot, AgendaPicker)
    press("fealty", Key.Key_Return)
    back(app, qtbot)
    assert [card.name for card in deck_of(app).agendas] == ["Fealty"]


def repair_all(app: Application, qtbot: QtBot) -> None:
    assert not app.session.shown.legal
    press("", Key.Key_M, modifiers=CONTROL)
    enter(app, qtbot, RepairAllDialog)
    go_on_to("Apply")
    press("", Key.Key_Space)
    back(app, qtbot)
    assert app.session.shown.legal


def print_it(app: Application, qtbot: QtBot, path: Path) -> None:
    press("", Key.Key_P, modifiers=CONTROL)
    enter(app, qtbot, DeckSheetDialog)
    go_on_to("Event")
    press("Store championship")
    dialog = focus().window()
    assert isinstance(dialog, DeckSheetDialog)
    qtbot.waitUntil(lambda: dialog.preview_data is not None)
    go_on_to("Save PDF")
    press("", Key.Key_Space)
    enter(app, qtbot, QFileDialog)
    press("", Key.Key_A, modifiers=CONTROL)
    with qtbot.waitSignal(dialog.saved):
        press(str(path), Key.Key_Return)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.isAncestorOf(focus()))
    press("", Key.Key_Escape)
    back(app, qtbot)
    text = PdfReader(path).pages[0].extract_text()
    assert "Store championship" in text
    assert deck_of(app).name in text


def name_the_version(app: Application, qtbot: QtBot) -> None:
    press("", Key.Key_V, modifiers=CONTROL | Qt.KeyboardModifier.ShiftModifier)
    enter(app, qtbot, NameDialog)
    press("By keys alone", Key.Key_Return)
    back(app, qtbot)
    rows = app.window.build.history.model
    qtbot.waitUntil(lambda: any(row.text == "“By keys alone”" for row in rows.rows))


def open_another_and_compare(app: Application, qtbot: QtBot) -> None:
    press("", Key.Key_1, modifiers=CONTROL)
    page = app.window.decks
    qtbot.waitUntil(lambda: page.model.rowCount() == 2 and not page.waiting)
    press("mine", Key.Key_Down)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    press("", Key.Key_Return)
    qtbot.waitUntil(lambda: app.window.pages.currentIndex() == BUILD)
    qtbot.waitUntil(lambda: deck_of(app).name.endswith("mine"))
    press("", Key.Key_1, Key.Key_F, modifiers=CONTROL)
    press("", Key.Key_Escape)
    qtbot.waitUntil(lambda: page.model.rowCount() == 2 and not page.waiting)
    press("", Key.Key_Down)
    press("", Key.Key_A, modifiers=CONTROL)
    press("", Key.Key_K, modifiers=CONTROL)
    enter(app, qtbot, CompareDialog)
    press("", Key.Key_Escape)
    back(app, qtbot)


def export(app: Application, qtbot: QtBot) -> None:
    QApplication.clipboard().clear()
    press("", Key.Key_2, Key.Key_E, modifiers=CONTROL)
    enter(app, qtbot, ExportDialog)
    qtbot.waitUntil(lambda: app.tasks.idle)
    go_on_to("Copy")
    press("", Key.Key_Space)
    qtbot.waitUntil(lambda: deck_of(app).name in QApplication.clipboard().text())
    press("", Key.Key_Escape)
    back(app, qtbot)


def play_a_round(app: Application, qtbot: QtBot) -> None:
    press("", Key.Key_3, modifiers=CONTROL)
    hands = present(app.window.hands)
    table = hands.board
    qtbot.waitUntil(lambda: table.game is not None and focus() in table.view.board.hand.tiles)
    press("bb")
    game = present(table.game)
    assert game.in_play
    for _ in range(40):
        table_turn(table.view, game)
        assert table.game is not None
        game = table.game
        if game.round == 2:
            return
    raise AssertionError(f"the round does not end: {app.window.toast.words.text()}")


def table_turn(view: PlayView, game: Game) -> None:
    """Go a step on: choose the first plot, and discard what the reserve does not allow."""
    if game.phase is PlayPhase.PLOT and not game.plot_chosen:
        press("", Key.Key_N, Key.Key_Return)  # to the first plot, which is revealed
        return
    press("", Key.Key_N)
    if "reserve" in toast_of(view).words.text():
        go_on_to(view.board.hand.tiles[0].accessibleName())
        press("", Key.Key_Delete)


def test_by_keys_alone_from_the_first_start_to_a_printed_deck(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    install_roles()
    open_library(app)
    assert app.window.library_worker.contents.decks == ()
    app.window.activateWindow()
    with without(CLICKS):
        open_a_sample(app, qtbot)
        begin_a_deck(app, qtbot, "Winter by keys")
        add_cards(app, qtbot)
        choose_fealty(app, qtbot)
        repair_all(app, qtbot)
        name_the_version(app, qtbot)
        print_it(app, qtbot, tmp_path / "sheet.pdf")
        open_another_and_compare(app, qtbot)
        export(app, qtbot)
        play_a_round(app, qtbot)
        press("", Key.Key_Q, modifiers=CONTROL)
    qtbot.waitUntil(lambda: not app.window.isVisible())
