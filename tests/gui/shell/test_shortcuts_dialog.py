"""The tables of shortcuts: every one is shown by F1, and none means two things."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.app import Application
from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.pool.pool_model import TITLE_KEYS
from desktop.pages.builder.problems_panel import PROBLEM_KEYS
from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.library.page import DECK_KEYS
from desktop.pages.rules.rules_keys import RULES_KEYS
from desktop.shell.actions import COMMANDS
from desktop.shell.rail import PAGES
from desktop.shell.shortcuts_dialog import ShortcutsDialog, key_groups
from desktop.widgets.search_field import FIELD_KEYS
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named


def test_no_key_of_a_table_is_in_it_twice() -> None:
    shortcuts = [each.toString() for command in COMMANDS for each in command.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))
    copy_keys = [key for each in COPIES_KEYS for key in each.keys]
    assert len(copy_keys) == len(set(copy_keys))


def test_a_shortcut_means_the_same_on_every_page() -> None:
    """Plain keys belong to the list that has the focus; those with a modifier to the window."""
    meanings: dict[str, list[str]] = {}
    for _, rows in key_groups():
        for keys, text in rows:
            for key in keys.split(", "):
                if ("+" in key and key != "+") or key[1:].isdecimal():
                    meanings.setdefault(key, []).append(text)
    assert {"Ctrl+D", "Ctrl+T", "Ctrl+Z", "F2"} <= meanings.keys()
    different = {
        key: texts
        for key, texts in meanings.items()
        # Such as "Sheet" and "Deck sheet": the same, in the words of their pages.
        for one, other in combinations(texts, 2)
        if not {*one.casefold().split()} & {*other.casefold().split()}
    }
    assert different == {}


def test_f1_shows_every_key_there_is(app: Application) -> None:
    QTest.keyClick(app.window, Qt.Key.Key_F1)
    dialog = present(app.window.findChild(ShortcutsDialog))
    assert_all_named(dialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    rows = [row for _, group in key_groups() for row in group]
    tables = len(COPIES_KEYS) + len(FIELD_KEYS) + len(BOARD_KEYS) + len(DECK_KEYS) + len(PAGES)
    tables += len(TITLE_KEYS) + len(PROBLEM_KEYS) + len(RULES_KEYS)
    assert len(rows) == tables + sum(bool(command.shortcuts()) for command in COMMANDS)
    assert all(keys in shown and text in shown for keys, text in rows)
    dialog.close()
