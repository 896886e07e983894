"""Every dialog and popup is as tall as its words, in its longest state and with larger letters."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog
from tests.gui.by_keys import opened
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import deck_of
from tests.gui.test_keyboard import DIALOGS, Opening
from validators.repairs import RepairedDeck

LONG = (
    "The decks could not be saved in /home/somebody/documents/thrones/decks: No space is left on"
    " the disk. Free some space and make the folder writable, or choose another folder with --home;"
    " nothing of what is open is lost meanwhile."
)
MORE: dict[str, Opening] = {
    "own texts": lambda app: app.window.actions_["own_texts"].trigger(),
    "own lists": lambda app: app.window.actions_["own_lists"].trigger(),
    "own cards": lambda app: app.window.actions_["own_cards"].trigger(),
    "language": lambda app: app.window.build.pool.help.click(),
    "filters": lambda app: app.window.build.pool.filters.more.click(),
    "confirm": lambda app: ConfirmDialog("Really?", LONG, "Delete", app.window).open(),
    "no repair": lambda app: RepairAllDialog(
        RepairedDeck(deck_of(app), (), LONG), lambda _: (), app.window
    ).open(),
}


def lengthen(window: QWidget) -> None:
    """Let each line below the heading that may say something say much."""
    for each in window.findChildren(QLabel):
        if each is getattr(window, "heading", None):
            continue
        if each.wordWrap() and len(each.text()) < len(LONG):
            each.setText(LONG)
            parent = each.parentWidget()
            if parent is not None and parent.isVisible():
                each.show()


def test_no_words_of_a_dialog_are_cut(
    two_decks: Application, qapp: QApplication, qtbot: QtBot
) -> None:
    app, cut = two_decks, {}
    for hundredths in (100, 130):
        with text_size(qapp, hundredths):
            app.theme.choose(app.theme.choice)  # lengths of the style are those of the letters
            for name, open_dialog in (DIALOGS | MORE).items():
                open_dialog(app)
                qtbot.waitUntil(lambda: bool(opened(app)) and app.tasks.idle)
                shown = opened(app)[-1]
                before = cut_words(shown)
                lengthen(shown)
                if found := [*before, *cut_words(shown)]:
                    cut[name, hundredths] = found
                shown.close()
                qtbot.waitUntil(lambda: not opened(app))
    assert cut == {}
