"""What a user sees and does on the Decks page: decks, verdicts, searches and studies."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import OutlineEntry
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog, NameDialog, TagsDialog
from desktop.pages.library import decks_table
from desktop.pages.library.deck_search import TOO_FEW, TwoDecksDialog, search_for, search_of
from desktop.pages.library.decks_table import COLUMNS, NAME, DeckVerdicts, judge_deck
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.sidebar import ALL_DECKS, SidebarEntry, SidebarKind
from desktop.pages.library.study_dialog import StudyDialog, study_columns
from desktop.runtime.settings import PaletteChoice
from desktop.session.drag_data import mime_of_decks
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS, HANDS
from desktop.style.theme import Theme
from desktop.widgets.card_delegate import Role
from desktop.widgets.rows_model import SortedModel
from library.deck_values import LibraryDeck
from library.game_report import PlayedGame, Result
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import StudyDeck
from study.study_run import StudyResult
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot
from tests.gui.samples import TODAY, CheckChanges, deck_of, open_sample, present
from tests.gui.test_mnemonics import assert_each_means_one_thing

CONTROL = Qt.KeyboardModifier.ControlModifier
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Sample = Callable[[str], Deck]


def test_an_empty_library_says_what_to_do(robot: PageRobot) -> None:
    assert robot.names() == []
    assert "Ctrl+I" in robot.page.table.empty_text
    assert robot.page.count.text() == "0 decks"
    assert not robot.page.invitation.isHidden()


def test_the_table_shows_facts_and_verdicts_in_words(three: PageRobot) -> None:
    assert set(three.names()) == {WOLVES, BLACK, VIPER}
    assert three.page.invitation.isHidden()
    assert three.cell(WOLVES, "Faction") == "Stark"
    assert three.cell(WOLVES, "Agenda") == "Fealty"
    assert three.cell(WOLVES, "Verdict today") == "Legal"
    assert three.cell(VIPER, "Verdict today") == "1 problem"
    assert three.cell(BLACK, "Format") == "Melee"
    assert three.cell(WOLVES, "Folder and tags") == "League · #to test"
    assert three.cell(WOLVES, "Changed").startswith(("Today", "Yesterday"))
    # Another name of a folder is shown at once, and so is what another edition needs.
    (folder,) = three.library.folders.all()
    three.library.folders.rename(folder.id, "Spring")
    three.library.decks.add(Deck(name="Old", edition=Edition.FIRST))
    three.reload()
    assert three.cell(WOLVES, "Folder and tags").startswith("Spring")
    old = next(row for row in three.page.model.rows if row.name == "Old")
    assert old.small_words == "1st edition"


def test_the_preview_shows_the_selected_deck_or_what_can_be_done_with_several(
    three: PageRobot,
) -> None:
    (deck,) = (each for each in three.library.decks.all() if each.name == WOLVES)
    for result in (Result.WIN, Result.LOSS):
        three.library.games.add(PlayedGame(result=result, played=TODAY, deck_id=deck.id))
    three.select(WOLVES)
    three.settle()
    preview = three.page.preview
    assert preview.one.isVisible()
    assert preview.one.name.text() == "Wolves of Winter"
    assert preview.one.facts.text() == "Fealty · Joust · 60 cards"
    assert preview.one.pill.text() == "Legal"
    assert sum(preview.one.curve.counts) > 50
    spoken = [line.words for line in preview.one.lines.lines.rows]
    assert spoken[0] == "Plots 7"
    assert "Income 3, Initiative 8, Claim 1, Reserve 5" in spoken[1]
    assert "Games 1 won, 1 lost" in spoken
    three.select(WOLVES, BLACK)
    three.settle()
    assert not preview.one.isVisible()
    offered = [each.text() for each in preview.several.findChildren(QPushButton)]
    assert "&Compare" in offered
    three.page.resize(800, 600)
    assert not preview.isVisible()


def test_models_keep_the_rules_of_models_and_sorting_keeps_the_selection(
    three: PageRobot, check_changes: CheckChanges
) -> None:
    for model in (three.page.model, three.page.sidebar.model()):
        check_changes(model)
    for column in range(len(COLUMNS)):
        three.page.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        three.page.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    three.select(WOLVES)
    three.page.table.sortByColumn(NAME, Qt.SortOrder.DescendingOrder)
    assert three.names() == [WOLVES, BLACK, VIPER]
    three.page.table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    assert [deck.name for deck in three.page.selected()] == [WOLVES]
    three.page.sidebar.choose(SidebarEntry(SidebarKind.TAG, "", "to test"))
    assert three.names() == [WOLVES]


def test_search_looks_inside_decks(three: PageRobot) -> None:
    for typed, found in (
        ("wolves", {WOLVES}),
        ("with Old Forest Hunter", {BLACK}),
        ('tag:"to test"', {WOLVES}),
        ("no such deck", set()),
    ):
        QTest.keyClicks(three.page.search, typed)
        three.settle()
        assert set(three.names()) == found, typed
        QTest.keyClick(three.page.search, Qt.Key.Key_Escape)
        three.settle()
        assert len(three.names()) == 3, typed


def test_folders_narrow_the_table(three: PageRobot) -> None:
    folder = three.library_worker.contents.folders[0]
    three.page.sidebar.choose(SidebarEntry(SidebarKind.FOLDER, "", folder.id))
    assert three.names() == [WOLVES]
    three.page.sidebar.setFocus()
    QTest.keyClick(three.page.sidebar, Qt.Key.Key_Delete)
    three.settle()
    assert not any(three.library_worker.contents.folders)
    assert len(three.names()) == 3
    three.page.message_bar.toast.undo.click()
    three.settle()
    assert [folder.decks for folder in three.library_worker.contents.folders] == [1]


def test_f2_renames_in_the_table(three: PageRobot) -> None:
    three.select(WOLVES)
    three.page.table.setFocus()
    QTest.keyClick(three.page.table, Qt.Key.Key_F2)
    editor = present(three.page.table.findChild(QLineEdit))
    editor.selectAll()
    QTest.keyClicks(editor, "Grey Wolves")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    three.qtbot.waitUntil(lambda: "Grey Wolves" in three.names())
    assert len(three.names()) == 3
    three.settle()


def test_enter_and_double_click_open(three: PageRobot) -> None:
    three.select(BLACK)
    three.page.table.setFocus()
    (deck,) = three.page.selected()
    with three.qtbot.waitSignal(three.page.controller.open_requested) as asked:
        QTest.keyClick(three.page.table, Qt.Key.Key_Return)
    assert asked.args == [[deck.id]]
    place = three.page.table.visualRect(three.page.table.currentIndex()).center()
    with three.qtbot.waitSignal(three.page.controller.open_requested) as asked:
        viewport = three.page.table.viewport()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [[deck.id]]


def test_new_duplicate_tag_and_move(three: PageRobot) -> None:
    with three.qtbot.waitSignal(three.page.new_requested):
        QTest.keyClick(three.page.table, Qt.Key.Key_N, CONTROL)
    three.select(WOLVES)
    QTest.keyClick(three.page.table, Qt.Key.Key_D, CONTROL | SHIFT)
    three.settle()
    copy = f"{WOLVES} (copy)"
    assert copy in three.names()
    QTest.keyClick(three.page.table, Qt.Key.Key_T, CONTROL | SHIFT)
    tags = three.dialog(TagsDialog)
    QTest.keyClicks(tags.new_tags, "spring, 2027")
    QTest.keyClick(tags.new_tags, Qt.Key.Key_Return)
    three.settle()
    assert three.cell(copy, "Folder and tags") == "League · #2027 · #spring · #to test"
    three.page.deck_actions.move_menu.aboutToShow.emit()
    three.page.deck_actions.move_menu.actions()[-1].trigger()
    name = three.dialog(NameDialog)
    QTest.keyClicks(name.name, "Spring league")
    QTest.keyClick(name.name, Qt.Key.Key_Return)
    three.qtbot.waitUntil(lambda: three.cell(copy, "Folder and tags").startswith("Spring"))
    three.settle()


def test_emptying_the_bin_needs_confirmation(three: PageRobot) -> None:
    three.library.decks.throw_away([deck.id for deck in three.library_worker.contents.decks])
    three.reload()
    three.page.sidebar.choose(SidebarEntry(SidebarKind.BIN, ""))
    assert len(three.names()) == 3
    three.page.deck_actions["empty_bin"].trigger()
    ask = three.dialog(ConfirmDialog)
    QTest.keyClick(ask, Qt.Key.Key_Escape)
    three.page.deck_actions["empty_bin"].trigger()
    QTest.mouseClick(three.dialog(ConfirmDialog).accept_button, Qt.MouseButton.LeftButton)
    three.settle()
    assert three.names() == []
    assert "3 decks" in three.page.message_bar.toast.words.text()


def test_undo_puts_each_deck_back_into_its_folder(three: PageRobot) -> None:
    before = {deck.id: deck.folder_id for deck in three.library_worker.contents.decks}
    assert len(set(before.values())) == 2
    other = three.library.folders.add("Other")
    three.page.table.selectAll()
    three.page.controller.move(three.page.selected(), other.id)
    three.settle()
    assert {deck.folder_id for deck in three.library_worker.contents.decks} == {other.id}
    three.page.message_bar.toast.undo.click()
    three.settle()
    assert {deck.id: deck.folder_id for deck in three.library_worker.contents.decks} == before


def test_a_deck_without_a_name_is_named_in_messages(three: PageRobot) -> None:
    three.library.decks.add(Deck(name="", edition=Edition.SECOND))
    three.reload()
    three.select("A deck without a name", WOLVES)
    three.page.deck_actions["compare"].trigger()
    compare = three.dialog(CompareDialog)
    assert "A deck without a name" in compare.text().splitlines()[0]
    compare.close()
    three.select("A deck without a name")
    three.page.deck_actions["tag"].trigger()
    tags = three.dialog(TagsDialog)
    assert tags.windowTitle() == "Tags of “A deck without a name”"
    tags.close()
    three.page.deck_actions["delete"].trigger()
    three.settle()
    assert three.page.message_bar.toast.words.text() == "“A deck without a name” is in the bin."


def test_many_decks_are_selected_as_a_few_runs(three: PageRobot) -> None:
    three.library.decks.add_all(Deck(name=f"{n:03}", edition=Edition.SECOND) for n in range(120))
    three.reload()
    three.page.table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    wanted = [f"{number:03}" for number in range(120) if number != 60]
    three.select(*wanted)
    assert [deck.name for deck in three.page.selected()] == wanted
    assert three.page.table.selected_count == 119
    assert len(three.page.table.selectionModel().selection().toList()) == 2
    three.page.table.sortByColumn(NAME, Qt.SortOrder.DescendingOrder)
    assert [deck.name for deck in three.page.selected()] == wanted[::-1]


def test_undo_takes_decks_out_of_the_bin(three: PageRobot) -> None:
    three.select(WOLVES, BLACK)
    three.page.table.setFocus()
    QTest.keyClick(three.page.table, Qt.Key.Key_Delete)
    three.settle()
    assert three.names() == [VIPER]
    QTest.keyClick(three.page.message_bar.toast.undo, Qt.Key.Key_Space)
    three.settle()
    assert len(three.names()) == 3
    # Or they are restored in the bin.
    QTest.keyClick(three.page.table, Qt.Key.Key_Delete)
    three.settle()
    three.page.sidebar.setFocus()
    QTest.keyClick(three.page.sidebar, Qt.Key.Key_End)
    three.page.table.selectAll()
    three.page.deck_actions["take_back"].trigger()
    three.settle()
    three.page.sidebar.choose(ALL_DECKS)
    assert len(three.names()) == 3


def test_keys_are_the_pages_own_though_a_menu_has_them(three: PageRobot) -> None:
    window = QMainWindow()
    three.qtbot.addWidget(window)
    window.setCentralWidget(three.page)
    others: list[str] = []
    for key in ("F2", "Ctrl+Shift+D", "Ctrl+F"):
        window.menuBar().addAction(key, key, lambda key=key: others.append(key))
    window.show()
    window.activateWindow()
    three.page.table.setFocus()
    three.qtbot.waitUntil(three.page.table.hasFocus)
    three.select(BLACK)
    QTest.keyClick(three.page.table, Qt.Key.Key_D, CONTROL | SHIFT)
    three.settle()
    assert f"{BLACK} (copy)" in three.names()
    QTest.keyClick(three.page.table, Qt.Key.Key_F, CONTROL)
    assert three.page.search.hasFocus()
    assert others == []
    QTest.keyClick(three.page.search, Qt.Key.Key_F2)
    assert others == ["F2"]
    three.page.setParent(None)


def test_the_import_dialog_opens_with_files(three: PageRobot, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("House Stark\n3x Winterfell Steward", "utf-8")
    folder = three.library_worker.contents.folders[0]
    three.page.sidebar.choose(SidebarEntry(SidebarKind.FOLDER, "", folder.id))
    three.page.import_files([file])
    dialog = three.dialog(ImportDialog)
    three.qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    assert dialog.target.currentText() == "League"
    QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    three.settle()
    assert three.names() == ["list", WOLVES]
    assert three.page.message_bar.toast.words.text() == "“list” is imported."


@pytest.mark.parametrize("choice", [PaletteChoice.DARK, PaletteChoice.LIGHT])
def test_a_change_of_the_palette_does_not_make_deleting_the_default(
    robot: PageRobot, qapp: QApplication, choice: PaletteChoice
) -> None:
    dialog = ConfirmDialog("Empty the bin?", "It is gone then.", "Delete for good", robot.page)
    robot.qtbot.addWidget(dialog)
    dialog.open()
    theme = Theme(qapp, choice)
    QApplication.processEvents()
    assert dialog.cancel.isDefault()
    assert not dialog.accept_button.isDefault()
    with robot.qtbot.assertNotEmitted(dialog.confirmed):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    theme.choose(PaletteChoice.LIGHT)


def test_a_failure_is_a_sentence(three: PageRobot) -> None:
    def fail(_: object) -> None:
        raise AppError("The disk is full.", "Make room.")

    three.library_worker.change(fail)
    three.settle()
    assert three.page.message_bar.isVisible()
    assert three.page.message_bar.words.text() == "The disk is full. Make room."


def test_what_another_window_deleted_goes_from_the_list_when_it_is_missed(
    three: PageRobot,
) -> None:
    three.select(WOLVES)
    (deck,) = three.page.selected()
    three.library.decks.throw_away([deck.id])
    three.library.decks.empty_bin()
    three.page.controller.rename(deck.id, "Another")
    three.settle()
    assert "no such deck any more" in three.page.message_bar.words.text()
    assert sorted(three.names()) == sorted([BLACK, VIPER])


def test_a_damaged_deck_keeps_no_other_from_being_judged(three: PageRobot) -> None:
    stored = three.library.decks.add(Deck(name="Broken", edition=Edition.SECOND))
    with closing(sqlite3.connect(three.library.home / "decks.db")) as file, file:
        file.execute("UPDATE version SET content = '{' WHERE deck_id = ?", [stored.id])
    three.library.decks.add(Deck(name="Sound", edition=Edition.SECOND))
    three.reload()
    assert three.cell("Broken", "Verdict today") == "Cannot be judged"
    assert three.cell("Sound", "Verdict today").endswith("problems")


def test_judging_goes_on_after_the_library_could_not_be_read(
    three: PageRobot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise AppError("Another program has the library.")

    monkeypatch.setattr(three.library.decks, "open_all", busy)
    three.library.decks.add(Deck(name="Late", edition=Edition.SECOND))
    three.reload()
    assert three.page.message_bar.words.text() == "Another program has the library."
    assert three.cell("Late", "Verdict today") == "Not judged yet"
    monkeypatch.undo()
    three.reload()
    assert three.cell("Late", "Verdict today").endswith("problems")


def pasted(robot: PageRobot, text: str, into: QWidget) -> None:
    """Paste a text from the clipboard."""
    QGuiApplication.clipboard().setText(text)
    into.setFocus()
    QTest.keyClick(into, Qt.Key.Key_V, CONTROL)


def test_lists_that_are_pasted_are_imported_and_selected(three: PageRobot) -> None:
    page, lists = three.page, "Deck: One\nHouse Stark\n3x Ward\n\nDeck: Two\nHouse Stark\n2x Ward"
    page.search.setText("nothing has this")
    three.settle()
    pasted(three, lists, page.search)
    assert page.search.text() == "nothing has this"
    dialog = three.dialog(ImportDialog)
    assert dialog.paste.toPlainText() == lists
    three.qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    with three.qtbot.waitSignal(page.show_requested):
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    three.settle()
    assert {deck.name for deck in page.selected()} == {"One", "Two"}
    assert page.search.text() == ""
    bar = page.message_bar.toast
    assert bar.words.text() == "2 decks are imported and selected here."
    with three.qtbot.waitSignal(page.controller.open_requested) as opened:
        QTest.mouseClick(bar.further, Qt.MouseButton.LeftButton)
    ids = {each.id: each.name for each in three.library.decks.all()}
    assert [ids[each] for each in opened.args[0]] == ["One", "Two"]


def test_a_word_that_is_pasted_in_the_search_is_searched_for(three: PageRobot) -> None:
    pasted(three, "wolves", three.page.search)
    three.settle()
    assert three.names() == [WOLVES]
    pasted(three, "", three.page.table)
    assert three.page.message_bar.words.text() == "The clipboard holds no deck list."
    assert QApplication.activeModalWidget() is None


def dropped_on(robot: PageRobot, kind: SidebarKind, label: str = "") -> None:
    """Drop the selected decks on an entry of the sidebar, as the mouse does."""
    sidebar = robot.page.sidebar
    entries = [sidebar.item(row).data(Role.CARD) for row in range(sidebar.count())]
    row = next(n for n, e in enumerate(entries) if e.kind is kind and label in {"", e.label})
    place = QPointF(sidebar.visualItemRect(sidebar.item(row)).center())
    data = mime_of_decks([deck.id for deck in robot.page.selected()])
    buttons, keys, move = Qt.MouseButton.LeftButton, NO_KEY, Qt.DropAction.MoveAction
    moved = QDragMoveEvent(place.toPoint(), move, data, buttons, keys)
    sidebar.dragMoveEvent(moved)
    assert moved.isAccepted() is (kind not in {SidebarKind.HEADING, SidebarKind.NEW_FOLDER})
    sidebar.dropEvent(QDropEvent(place, move, data, buttons, keys))
    robot.settle()


def test_decks_are_dragged_into_folders_tags_and_the_bin(three: PageRobot) -> None:
    three.select(BLACK, VIPER)
    for nothing in (SidebarKind.HEADING, SidebarKind.NEW_FOLDER):
        dropped_on(three, nothing)
    assert not three.page.message_bar.toast.isVisible()
    dropped_on(three, SidebarKind.FOLDER, "League")
    assert three.page.message_bar.toast.words.text() == "2 decks are in “League”."
    assert {three.cell(name, "Folder and tags") for name in (BLACK, VIPER)} == {"League"}
    three.page.message_bar.toast.undo.click()
    three.settle()
    three.select(BLACK)
    dropped_on(three, SidebarKind.TAG, "to test")
    assert three.cell(BLACK, "Folder and tags") == "#to test"
    three.select(WOLVES)
    dropped_on(three, SidebarKind.ALL)
    assert three.cell(WOLVES, "Folder and tags") == "#to test"
    dropped_on(three, SidebarKind.BIN)
    assert three.page.message_bar.toast.words.text() == f"“{WOLVES}” is in the bin."


def test_verdicts_name_what_is_unknown_and_what_cannot_be_judged(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    assert judge_deck(LibraryDeck("1", 4, deck), cards.judges, TODAY).legal
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    verdict = judge_deck(LibraryDeck("1", 4, deck, unknown), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.version) == (False, "1 problem", 4)
    odd = Deck(name="", edition=Edition.FIRST, format="draft")
    assert judge_deck(LibraryDeck("1", 1, odd), cards.judges, TODAY).legal is None


def test_a_verdict_of_yesterday_that_comes_late_is_dropped(
    three: PageRobot, cards: LoadedCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks_table, "SLICE", 1)
    verdicts = DeckVerdicts(three.library_worker, three.page)
    verdicts.receive(cards.judges, TODAY)
    verdicts.receive(cards.judges, date(2014, 6, 1))  # before the second edition
    # Each time a deck is judged, another one is saved.
    verdicts.changed.connect(three.library_worker.contents_changed)
    three.qtbot.waitUntil(lambda: verdicts.complete)
    decks = three.library_worker.contents.decks
    assert [present(verdicts.of(deck)).legal for deck in decks] == [False] * 3


def test_the_verdict_on_a_legal_deck_counts_its_warnings(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    thrice = next(card for card, copies in deck.draw() if copies == 3)
    warned = replace(deck, format="rookery", rookery=((thrice, 1),))
    verdict = judge_deck(LibraryDeck("1", 1, warned), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.warned) == (True, "Legal · 1 warning", True)
    assert thrice.name in verdict.details[0]


def test_searches_are_understood() -> None:
    search = search_of('wolves with Ward, Ice tag:"to test" faction:stark')
    assert (search.text, search.cards, search.tag) == ("wolves", ("Ward", "Ice"), "to test")
    assert search.faction == "stark"
    assert search_of("card:Ward format:melee").cards == ("Ward",)
    assert search_of("faction:dothraki").text == "dothraki"
    assert search_of("Wolves with teeth").called == "Wolves with teeth"
    assert search_of("wolves").called == ""
    for title in ("Ward", "Family, Duty, Honor"):
        assert search_of(search_for(title)).cards == (title,)


CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ORDER = ("A", "B", "C")


def with_decks(app: Application, qtbot: QtBot, names: tuple[str, ...]) -> Deck:
    """Show the Decks page of a library with copies of a deck; return that."""
    app.open_library()
    worker = app.window.library_worker
    qtbot.waitUntil(lambda: worker.loaded)
    open_sample(app)
    sample = deck_of(app)
    app.session.close_deck(0)
    assert worker.library is not None
    for name in names:
        worker.library.decks.duplicate(worker.library.decks.add(sample).id, name)
    binned = [deck.id for deck in worker.library.decks.all() if deck.name not in names]
    worker.library.decks.throw_away(binned)
    app.window.show_page(DECKS)
    qtbot.waitUntil(lambda: app.window.decks.model.rowCount() == len(names))
    qtbot.waitUntil(lambda: not worker.busy)
    return sample


def assert_compared(app: Application, qtbot: QtBot, one: str, other: str) -> None:
    """Check that the odds of a deck are shown beside those of another."""
    window = app.window
    qtbot.waitUntil(lambda: window.pages.currentIndex() == HANDS)
    assert window.hands is not None
    assert deck_of(app).name == one
    options, more = window.hands.odds.options, window.hands.odds.more
    assert more.isVisible()
    qtbot.waitUntil(lambda: more.toolTip() == f"Compared with “{other}”")
    assert options.compared_deck is not None
    assert options.compared_deck.name == other
    assert options.compared_deck.followed in app.session.decks
    assert options.compared_name.text() == f"“{other}”"


def test_two_decks_are_compared_by_one_key_or_chosen(app: Application, qtbot: QtBot) -> None:
    with_decks(app, qtbot, ORDER)
    decks = app.window.decks
    ids = {deck.name: deck.id for deck in app.window.library_worker.contents.decks}
    decks.table.select([ids["A"], ids["B"]])
    one, other = (deck.name for deck in decks.selected())
    decks.table.setFocus()
    QTest.keyClick(decks.table, Qt.Key.Key_X, CONTROL_SHIFT)
    assert_compared(app, qtbot, one, other)
    # Of one deck the other is asked for.
    app.window.show_page(DECKS)
    decks.table.select([ids["C"]])
    decks.table.setFocus()
    QTest.keyClick(decks.table, Qt.Key.Key_X, CONTROL_SHIFT)
    dialog = present(decks.findChild(TwoDecksDialog))
    assert_each_means_one_thing(dialog)
    assert dialog.form["one"].currentText() == "C"
    assert dialog.form["other"].findText("C") == -1
    dialog.form["other"].setCurrentText("A")
    QTest.keyClick(dialog.accept_button, Qt.Key.Key_Return)
    assert_compared(app, qtbot, "C", "A")


def test_one_deck_alone_is_refused_with_a_sentence(
    robot: PageRobot, sample: Callable[[str], Deck]
) -> None:
    robot.library.decks.add(sample(WOLVES))
    robot.reload()
    robot.select(WOLVES)
    robot.page.deck_actions["hands"].trigger()
    assert robot.page.message_bar.words.text() == TOO_FEW


SHIFTED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_a_question_is_asked_of_the_selected_decks(three: PageRobot, tmp_path: Path) -> None:
    three.select(WOLVES, BLACK, VIPER)
    QTest.keyClick(three.page.table, Qt.Key.Key_Y, SHIFTED)
    dialog = three.dialog(StudyDialog)
    assert dialog.windowTitle() == "Study 3 decks"
    assert not dialog.save.isEnabled()
    dialog.start.click()
    assert dialog.stop.isEnabled()
    assert not dialog.options.isEnabled()
    three.qtbot.waitUntil(dialog.save.isEnabled)
    assert names(dialog) == [VIPER, BLACK, WOLVES]
    # What the page says of each deck today.
    legal = [row.answer["legal"] for row in dialog.model.rows if row.answer]
    assert legal == [three.cell(name, "Verdict today") == "Legal" for name in names(dialog)]
    assert dialog.message.text().startswith(f"3 decks, {sum(legal)} legal.")
    assert "Most played agendas: Fealty" in dialog.played.text()
    problems = next(n for n, each in enumerate(dialog.model.columns) if each.title == "Problems")
    dialog.table.sortByColumn(problems, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[0] == VIPER
    assert not dialog.start.isEnabled()
    table = tmp_path / "answers.csv"
    with three.qtbot.waitSignal(dialog.saved):
        dialog.save_to(table)
    with table.open(newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {WOLVES, BLACK, VIPER}
    dialog.options.set(ask=Ask.GOLDFISH)
    assert dialog.options["rounds"].isVisible()
    assert not dialog.options["lists"].isVisible()
    dialog.start.click()
    three.qtbot.waitUntil(dialog.stop.isEnabled)
    dialog.stop.click()
    assert dialog.message.text().startswith("Stopped.")
    assert dialog.start.isEnabled()
    dialog.reject()


def test_a_study_that_was_asked_before_is_known(three: PageRobot) -> None:
    for known in ("1 deck", "1 answer known from before"):
        three.select(WOLVES)
        three.page.deck_actions["study"].trigger()
        dialog = three.dialog(StudyDialog)
        dialog.start.click()
        three.qtbot.waitUntil(dialog.save.isEnabled)
        assert known in dialog.message.text()
        dialog.reject()


def names(dialog: StudyDialog) -> list[str]:
    return [row.deck.deck.name for row in dialog.model.rows]


def test_decks_without_an_answer_are_last_and_say_why(
    cards: LoadedCards, sample: Callable[[str], Deck], check_changes: CheckChanges
) -> None:
    decks = [sample(name) for name in (WOLVES, BLACK)]
    advice = {
        "base": {"mean": 3.0},
        "considered": 9,
        "swaps": [{"out": ["01144"], "in": ["01141"], "gain": {"mean": 0.5}}],
    }
    rows = [
        StudyResult(StudyDeck("a", decks[0]), None, "There is no plot."),
        StudyResult(StudyDeck("b", decks[1]), advice),
    ]
    model: SortedModel[StudyResult] = SortedModel((), key=lambda row: row.deck.path)
    check_changes(model)
    question = StudyQuestion(ask=Ask.ADVISE, today="2026-11-20")
    model.show_columns(study_columns(question, rows, cards), rows)
    for number, _ in enumerate(model.columns):
        for order in Qt.SortOrder:
            model.sort(number, order)
            last = model.rows[-1]
            assert number == 0 or last.failure
    titles = [each.title for each in model.columns]
    shown = dict(zip(titles, [each.text(rows[1]) for each in model.columns], strict=True))
    assert shown["Out"] == cards.card("01144").name  # type: ignore[union-attr]
    assert shown["Best gain"] == "0.500"
    assert model.columns[1].text(rows[0]) == "No answer"
    tip = present(model.columns[1].tooltip)
    assert tip(rows[0]) == "There is no plot."
