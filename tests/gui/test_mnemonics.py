"""Letters and keys: in no window does one of them mean two things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QMenu,
    QMenuBar,
    QMessageBox,
    QTabBar,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.app import Application
from tests.gui import shared_window as shared
from tests.gui.conftest import with_two_decks
from tests.gui.samples import deck_of

app, shared_window, own_app = shared.app, shared.module_window, shared.own_app

Uses = dict[str, set[str]]
NEAR = {Qt.ShortcutContext.WidgetShortcut, Qt.ShortcutContext.WidgetWithChildrenShortcut}


def named(text: str, of: object) -> str:
    return f"{type(of).__name__} “{text}”"


def letters(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield the mnemonics of what is seen in a window, and what each belongs to."""
    for each in [root, *root.findChildren(QWidget)]:
        if each.window() is not root or not each.isVisibleTo(root):
            continue
        texts: list[str] = []
        if isinstance(each, QMenuBar):
            texts = [action.text() for action in each.actions() if action.isVisible()]
        elif isinstance(each, QTabBar):
            texts = [each.tabText(tab) for tab in range(each.count()) if each.isTabVisible(tab)]
        elif isinstance(each, QAbstractButton) or (isinstance(each, QLabel) and each.buddy()):
            texts = [each.text()]
        elif isinstance(each, QGroupBox):
            texts = [each.title()]
        for text in texts:
            key = QKeySequence.mnemonic(text).toString()
            if key:
                yield key, named(text, each)


def keys(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield the keys that count in a whole window, and what each belongs to."""
    for action in root.findChildren(QAction):
        if action.isVisible() and action.shortcutContext() not in NEAR:
            for key in action.shortcuts():
                yield key.toString(), named(action.text(), action)
    for shortcut in root.findChildren(QShortcut):
        if shortcut.context() not in NEAR:
            yield shortcut.key().toString(), f"QShortcut of {type(shortcut.parent()).__name__}"


def twice(pairs: Iterable[tuple[str, str]]) -> Uses:
    """Return what is used for more than one thing."""
    found: Uses = defaultdict(set)
    for key, use in pairs:
        found[key].add(use)
    return {key: uses for key, uses in found.items() if len(uses) > 1}


def in_menus(root: QWidget) -> Uses:
    found: Uses = {}
    for menu in root.findChildren(QMenu):
        texts = [action.text() for action in menu.actions() if action.isVisible()]
        pairs = ((QKeySequence.mnemonic(text).toString(), text) for text in texts)
        wrong = twice((key, text) for key, text in pairs if key)
        found |= {f"{menu.title()}: {key}": uses for key, uses in wrong.items()}
    return found


def faults(root: QWidget) -> Uses:
    return {**twice(chain(letters(root), keys(root))), **in_menus(root)}


def states(root: QWidget) -> Iterator[str]:
    """Show every tab of a window in turn."""
    yield "as it opens"
    for tabs in root.findChildren(QTabWidget):
        for number in range(tabs.count()):
            if tabs.isVisibleTo(root) and tabs.isTabVisible(number):
                tabs.setCurrentIndex(number)
                QApplication.processEvents()
                yield tabs.tabText(number)


def assert_each_means_one_thing(root: QWidget) -> None:
    for state in states(root):
        assert (type(root).__name__, state, faults(root)) == (type(root).__name__, state, {})


def test_the_test_sees_what_it_is_about(qtbot: QtBot) -> None:
    window = QDialog()
    qtbot.addWidget(window)
    menu = QMenuBar(window).addMenu("&Deck")
    menu.addAction("&One").setShortcut("Ctrl+1")
    menu.addAction("&Other")
    label = QLabel("&Day", window)
    label.setBuddy(QComboBox(window))
    QShortcut(QKeySequence("Ctrl+1"), window)
    window.show()
    assert set(faults(window)) == {"Alt+D", "Ctrl+1", "&Deck: Alt+O"}


def test_a_page(own_app: Application, qtbot: QtBot) -> None:
    app = with_two_decks(own_app, qtbot)
    window = app.window
    for page in range(window.pages.count()):
        window.show_page(page)
        QApplication.processEvents()
        assert_each_means_one_thing(window)
    # All that can be done with decks, whether it can be now or not, as with those of the bin.
    window.show_page(0)
    for action in window.decks.findChildren(QAction):
        action.setVisible(True)
    message_bar = window.decks.message_bar
    for show in (message_bar.show_message, message_bar.show_failure):
        show("Gone", lambda: None)
        QApplication.processEvents()
        assert faults(window) == {}
    app.session.edit(replace(deck_of(app), name="Changed"))
    window.deck_controller.file_saver.ask_to_save(app.session.decks, lambda: None)
    (box,) = window.findChildren(QMessageBox)
    assert_each_means_one_thing(box)
    box.reject()


def test_a_page_without_a_deck(app: Application) -> None:
    for page in range(app.window.pages.count()):
        app.window.show_page(page)
        assert_each_means_one_thing(app.window)
