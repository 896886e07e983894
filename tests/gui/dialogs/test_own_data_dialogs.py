"""The dialogs of the player's own lists and cards, over a window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.list_draft import EntryKind, Scope
from carddb.own_lists import read_own_list
from carddb.terms import Edition
from core.paths import own_cards_folder, own_lists_folder
from decks.deck import Deck
from desktop.app import Application
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.own_data_dialogs import OwnCardsDialog, OwnListsDialog
from desktop.pages.builder.deck_overlay import overlay_under
from desktop.widgets.message_bar import toast_of
from tests.gui.samples import TODAY, choose_file, present
from tests.unit.cli.test_cards import FAN
from tests.unit.cli.test_lists import LEAGUE
from validators.conditions import Requested, conditions_for


@pytest.fixture
def lists(app: Application) -> OwnListsDialog:
    """Open the dialog of lists from the menu."""
    app.window.actions_["own_lists"].trigger()
    (dialog,) = app.window.findChildren(OwnListsDialog)
    return dialog


@pytest.fixture
def editor(lists: OwnListsDialog) -> ListEditor:
    """Open the editor of a new list."""
    QTest.mouseClick(lists.new, Qt.MouseButton.LeftButton)
    (dialog,) = lists.findChildren(ListEditor)
    return dialog


def find(editor: ListEditor, words: str) -> None:
    """Type a search, go to what it finds and select all of it."""
    editor.search.setText(words)
    QTest.keyClick(editor.search, Qt.Key.Key_Return)
    editor.found_table.selectAll()


def on_the_list(editor: ListEditor) -> list[tuple[EntryKind, Scope, tuple[str, ...], bool]]:
    return [(each.kind, each.scope, each.cards, each.excludes) for each in editor.listed.rows]


def write(folder: Path, plain: object) -> Path:
    path = folder / "file.json"
    path.write_text(json.dumps(plain), "utf-8")
    return path


def test_a_list_is_made_by_search_and_click_and_chosen(
    app: Application, lists: OwnListsDialog, editor: ListEditor, home: Path, qtbot: QtBot
) -> None:
    assert not editor.accept_button.isEnabled()
    find(editor, "code:01027")
    QTest.keyClick(editor.found_table, Qt.Key.Key_Return)  # bans
    find(editor, "code:01146")
    QTest.mouseClick(editor.add_buttons_[1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(editor.scope.parts[Scope.JOUST], Qt.MouseButton.LeftButton)
    find(editor, "code:01081|16027")
    QTest.mouseClick(editor.add_buttons_[2], Qt.MouseButton.LeftButton)
    QTest.mouseClick(editor.excludes, Qt.MouseButton.LeftButton)
    assert on_the_list(editor) == [
        (EntryKind.BANNED, Scope.BOTH, ("01027",), False),
        (EntryKind.RESTRICTED, Scope.BOTH, ("01146",), False),
        (EntryKind.POD, Scope.JOUST, editor.listed.rows[2].cards, True),
    ]
    QTest.keyClicks(editor.name, "Winter League")
    QTest.keyClicks(editor.issuer, "The Club")
    assert editor.accept_button.isEnabled()
    QTest.mouseClick(editor.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [each.name for each in lists.model.rows] == ["Winter League (own)"])
    pools = present(app.session.cards).pools
    stored = read_own_list((own_lists_folder(home) / "winter-league.json").read_bytes(), pools)
    assert stored == pools[Edition.SECOND].lists["winter-league"]
    assert stored.banned == {"01027"}
    joust, melee = present(stored.of("joust")), present(stored.of("melee"))
    assert joust.restricted == melee.restricted == {"01146"}
    assert [bool(each.trigger) for each in joust.pods] == [True]
    assert melee.pods == ()


def test_a_list_begins_with_a_published_one_and_changes_it(editor: ListEditor) -> None:
    row = next(
        n for n in range(editor.begin_with.count()) if "v2.1" in editor.begin_with.itemText(n)
    )
    editor.begin_with.setCurrentIndex(row)
    editor.begin_with.activated.emit(row)
    published = editor.begin_with.chosen
    editor.name.setText("Ours")
    editor.issuer.setText("We")
    made = editor.restricted_list
    for name in ("joust", "melee"):
        old, new = present(published.of(name)), present(made.of(name))
        assert made.banned | new.banned == published.banned | old.banned
        assert (new.restricted, set(new.pods)) == (old.restricted, set(old.pods))
    before = len(editor.entries)
    editor.listed_table.selectRow(0)
    QTest.keyClick(editor.listed_table, Qt.Key.Key_Delete)
    assert len(editor.entries) == before - 1


def test_faults_are_said_beside_their_fields(lists: OwnListsDialog, editor: ListEditor) -> None:
    assert not any(each.isVisible() for each in editor.faults.values())
    QTest.keyClicks(editor.name, "gotstandard2.1")
    assert editor.faults["name"].text() == ""
    editor.name.setText("FFG 1.1")
    editor.name.setText("")
    assert editor.faults["name"].isVisible()
    assert editor.faults["name"].text() == "Required."
    QTest.keyClicks(editor.name, "Ours")
    assert not editor.faults["name"].isVisible()
    QTest.keyClicks(editor.issuer, "We")
    find(editor, "code:01146")
    assert editor.isVisible()  # Enter in the search does not save
    editor.add_pod()
    assert editor.faults["cards"].isVisible()
    assert "at least two cards" in editor.faults["cards"].text()
    assert not editor.accept_button.isEnabled()
    editor.search.setText("cost:seven")
    assert editor.search.wrong is not None
    editor.search.setText(r"/^(.|.)+(.)\2\2$/")
    assert "takes too long" in editor.found_table.empty_text
    assert editor.found.rows == []


def test_a_list_is_deleted_and_brought_back(
    lists: OwnListsDialog, home: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    lists.take(write(tmp_path, LEAGUE))
    qtbot.waitUntil(lambda: bool(lists.model.rows))
    lists.table.selectRow(0)
    QTest.keyClick(lists.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not lists.model.rows)
    assert list(own_lists_folder(home).glob("*.json")) == []
    toast = toast_of(lists)
    qtbot.waitUntil(lambda: "was deleted" in toast.words.text())
    QTest.mouseClick(toast.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [each.code for each in lists.model.rows] == ["winter-league"])


def test_an_exported_list_is_a_file_for_others(
    lists: OwnListsDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    lists.take(write(tmp_path, LEAGUE))
    qtbot.waitUntil(lambda: bool(lists.model.rows))
    (stored,) = lists.model.rows
    lists.table.selectRow(0)
    QTest.mouseClick(lists.export, Qt.MouseButton.LeftButton)
    choose_file(qtbot, tmp_path / "shared")
    shared = tmp_path / "shared.json"
    assert read_own_list(shared.read_bytes(), lists.cards.pools) == stored


def test_every_fault_of_a_file_is_shown_in_a_line(lists: OwnListsDialog, tmp_path: Path) -> None:
    lists.take(write(tmp_path, LEAGUE | {"date": "soon", "bannedCards": ["99999"]}))
    assert lists.faults_label.text() == "“file.json” was not added: 2 faults."
    assert lists.faults.toPlainText().splitlines() == [
        'bannedCards[0] is "99999", which is not the code of a card.',
        "date must be a day such as 2026-07-01.",
    ]
    assert lists.model.rows == []


def test_faults_stay_while_other_files_are_added(
    lists: OwnListsDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    good = write(tmp_path, LEAGUE)
    bad = [tmp_path / name for name in ("no.json", "none.json")]
    for each in bad:
        each.write_text("[]", "utf-8")
    lists.take_files([*bad, good])
    qtbot.waitUntil(lambda: "was added" in toast_of(lists).words.text())
    named = [line.partition(" was")[0] for line in lists.faults_label.text().splitlines()]
    assert named == ["“no.json”", "“none.json”"]
    lists.table.selectRow(0)
    QTest.keyClick(lists.table, Qt.Key.Key_Delete)
    assert not lists.faults_label.isVisible()


def test_own_cards_are_added_marked_and_removed_again(
    app: Application, home: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    app.window.actions_["own_cards"].trigger()
    (dialog,) = app.window.findChildren(OwnCardsDialog)
    dialog.take(write(tmp_path, FAN))
    qtbot.waitUntil(lambda: len(dialog.model.rows) == 3)
    cards = present(app.session.cards)
    card = present(cards.card("fan001"))
    assert cards.pack_name(card) == "Fan Pack (own)"
    judge = cards.judges[Edition.SECOND]
    deck = Deck(name="", edition=Edition.SECOND)
    overlay = overlay_under(judge, conditions_for(deck, judge.pool, Requested(), TODAY))
    assert [each.words for each in overlay.with_deck(deck).marks(card)] == [
        "A card of your own: its rules are not known here"
    ]
    dialog.table.selectRow(0)
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.model.rows)
    assert present(app.session.cards).card("fan001") is None
    assert list(own_cards_folder(home).glob("*.json")) == []
