"""The Help and View menus, and the tables of shortcuts."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.help_dialogs import (
    LANGUAGE,
    AboutDialog,
    GuideDialog,
    LicencesDialog,
    guide_text,
    guide_topics,
    library_licences,
)
from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.pool.pool_model import TITLE_KEYS
from desktop.pages.builder.pool.search_menu import LanguagePopup
from desktop.pages.builder.problems_panel import PROBLEM_KEYS
from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.library.deck_actions import DECK_KEYS
from desktop.pages.rules.rules_keys import RULES_KEYS
from desktop.shell.actions import COMMANDS
from desktop.shell.main_window import BUILD, DECKS
from desktop.shell.rail import PAGES
from desktop.shell.shortcuts_dialog import NO_SHORTCUTS, ShortcutsDialog, key_groups, key_parts
from desktop.style.palette import colours_of
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.search_field import FIELD_KEYS
from tests.gui.pixels import inks_of
from tests.gui.samples import open_sample, present

DOCS = Path(__file__).parents[3] / "docs"


def test_the_guide_of_the_program_is_that_of_the_documentation() -> None:
    shipped = DOCS.parent / "resources" / "guide.md"
    assert shipped.read_text("utf-8") == (DOCS / "guide.md").read_text("utf-8"), (
        "cp docs/guide.md resources/guide.md"
    )
    text = guide_text()
    assert text.startswith("# ")
    assert "](" not in text.replace(f"]({LANGUAGE})", "")
    assert "![" not in text


def test_every_entry_of_the_help_menu_ends_somewhere(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, actions = app.window, app.window.actions_
    window.show_page(DECKS)
    actions["guide"].trigger()
    guide = present(window.findChild(GuideDialog))
    assert [guide.topics.item(n).text() for n in range(5)] == list(guide_topics())
    texts = set()
    for number in range(5):
        guide.topics.setCurrentRow(number)
        texts.add(guide.text.toPlainText())
    assert len(texts) == 5
    actions["show_pool"].setChecked(False)
    guide.text.anchorClicked.emit(QUrl(LANGUAGE))
    assert window.pages.currentIndex() == BUILD
    assert window.build.pool.isVisible()
    popup = present(window.findChild(LanguagePopup))
    popup.close()
    guide.close()
    actions["about"].trigger()
    about = present(window.findChild(AboutDialog))
    assert "Version" in about.version.text()
    about.licences.click()
    licences = present(about.findChild(LicencesDialog))
    names = [each.name for each in library_licences()]
    licences.list.setCurrentIndex(licences.list.model().index(names.index("Qt"), 0))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in licences.text.toPlainText()
    licences.close()
    about.close()
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)  # it opens another program
    actions["log_folder"].trigger()
    assert [Path(each.toLocalFile()).name for each in opened] == ["logs"]
    assert window.toast.words.text().startswith("The folder could not be opened.")


def test_panels_hide_and_come_back_where_they_are_gone_to(app: Application) -> None:
    build, actions = open_sample(app), app.window.actions_
    actions["show_pool"].trigger()
    actions["show_side"].trigger()
    assert (build.pool.isVisible(), build.tabs.isVisible()) == (False, False)
    assert (app.settings.pool_hidden, app.settings.side_hidden) == (True, True)
    actions["find"].trigger()
    assert build.pool.isVisible()
    assert actions["show_pool"].isChecked()
    build.deck.verdict.click()
    assert build.tabs.isVisible()
    assert (app.settings.pool_hidden, app.settings.side_hidden) == (False, False)


def test_another_text_size_is_there_at_once_and_stays_with_another_palette(
    app: Application, qapp: QApplication
) -> None:
    build, before = open_sample(app), qapp.font()
    parts = (build.deck.header.name, build.pool.count, build.pool.table)
    sizes = [each.font().pointSizeF() for each in parts]
    row = app.window.decks.table.verticalHeader().defaultSectionSize()
    least = build.pool.minimumWidth()
    by_size = {action.data(): action for action in app.window.actions_.type_sizes.actions()}
    try:
        by_size[130].trigger()
        app.window.actions_.palettes.actions()[2].trigger()
        larger = [each.font().pointSizeF() for each in parts]
        assert larger == pytest.approx([each * 1.3 for each in sizes])
        assert app.window.decks.table.verticalHeader().defaultSectionSize() > row
        assert build.pool.minimumWidth() > least
        assert app.settings.type_size == 130
        by_size[100].trigger()
        assert [each.font().pointSizeF() for each in parts] == pytest.approx(sizes)
        assert build.pool.minimumWidth() == least
    finally:
        qapp.setFont(before)


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
    rows = [row for _, group in key_groups() for row in group]
    copies = {each.words for each in COPIES_KEYS}  # several keys may mean the same
    tables = len(copies) + len(FIELD_KEYS) + len(BOARD_KEYS) + len(DECK_KEYS) + len(PAGES)
    tables += len(TITLE_KEYS) + len(PROBLEM_KEYS) + len(RULES_KEYS)
    assert len(rows) == tables + sum(bool(command.shortcuts()) for command in COMMANDS)
    entries = [dialog.list.item(n) for n in range(dialog.list.count())]
    spoken = [each.data(Qt.ItemDataRole.AccessibleTextRole) for each in entries]
    assert [each for each in spoken if each] == [f"{text}: {keys}" for keys, text in rows]
    QTest.keyClicks(dialog.search, "ctrl+z")
    assert dialog.count.text().startswith("2 of ")
    QTest.keyClicks(dialog.search, " nonsense")
    assert dialog.count.text() == f"0 of {len(rows)}"
    assert [dialog.list.item(n).text() for n in range(dialog.list.count())] == [NO_SHORTCUTS]
    QTest.mouseClick(present(dialog.findChild(GlyphButton)), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_the_words_that_are_searched_for_are_highlighted(app: Application, qtbot: QtBot) -> None:
    dialog = ShortcutsDialog(app.window)
    qtbot.addWidget(dialog)
    dialog.show()
    ground = colours_of(dialog.palette()).note_soft.rgb()
    assert ground not in inks_of(dialog.list.grab().toImage())
    QTest.keyClicks(dialog.search, "copies")
    assert ground in inks_of(dialog.list.grab().toImage())
    dialog.search.setText("(")
    assert ground not in inks_of(dialog.list.grab().toImage())


def test_keys_are_shown_one_by_one() -> None:
    assert key_parts("Ctrl+W, Ctrl+F4") == [["Ctrl", "W"], ["Ctrl", "F4"]]
    assert key_parts("+") == [["+"]]
