"""The way of a new user: find a sample deck, change it, repair it, name a version, print it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.problems.problems_panel import ProblemsPanel
from desktop.runtime.settings import PaletteChoice
from desktop.shell.main_window import DECKS
from desktop.widgets.wrap_button import WrapButton
from tests.gui.samples import deck_of, select, steps

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def first_repair(panel: ProblemsPanel, qtbot: QtBot) -> WrapButton:
    """Return the first button under the first problem, once it can be pressed."""
    row = next(number for number, each in enumerate(panel.model.rows) if each.is_error)

    def ready() -> bool:
        buttons = panel.list.repair_buttons(row)
        return buttons is not None and bool(buttons.buttons) and buttons.buttons[0].isEnabled()

    qtbot.waitUntil(ready)
    buttons = panel.list.repair_buttons(row)
    assert buttons is not None
    return buttons.buttons[0]


def open_the_sample(app: Application, name: str) -> None:
    """Click on a sample deck in the welcome."""
    samples = app.window.build.deck.welcome_panel.samples
    model = samples.model()
    names = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place = samples.visualRect(model.index(names.index(name), 0)).center()
    QTest.mouseClick(samples.viewport(), LEFT, pos=place)


def change_it(app: Application) -> None:
    """Add a card that is found by a search, and two plots too many."""
    page = app.window.build
    QTest.keyClicks(page.pool.search, "nymeria f:stark")
    page.pool.search.popup.hide()
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    QTest.keyClick(page.pool.table, Qt.Key.Key_3)
    select(page, "A Storm of Swords")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)
    select(page, "Calling the Banners")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)


def repair_all(app: Application, qtbot: QtBot) -> None:
    """Open the verdict and press one repair after the other until the deck is legal."""
    page = app.window.build
    QTest.mouseClick(page.deck.verdict, LEFT)
    while not app.session.legal:
        before = deck_of(app)
        QTest.mouseClick(first_repair(page.problems, qtbot), LEFT)
        assert deck_of(app) != before


def name_it(app: Application, qtbot: QtBot, name: str) -> None:
    """Name a version on the History tab."""
    page = app.window.build
    bar = page.tabs.tabBar()
    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(page.tabs.indexOf(page.history)).center())
    QTest.mouseClick(page.history.name, LEFT)
    dialog = app.window.findChild(NameDialog)
    assert isinstance(dialog, NameDialog)
    QTest.keyClicks(dialog.name, name)
    QTest.mouseClick(dialog.accept_button, LEFT)
    shown = f"“{name}”"
    qtbot.waitUntil(lambda: any(row.text == shown for row in page.history.model.rows))


def print_it(app: Application, qtbot: QtBot, path: Path) -> None:
    """Fill in the deck sheet and save it as a PDF."""
    app.window.activateWindow()
    qtbot.waitUntil(app.window.isActiveWindow)
    QTest.keyClick(app.window, Qt.Key.Key_P, CONTROL)
    dialog = app.window.findChild(DeckSheetDialog)
    assert isinstance(dialog, DeckSheetDialog)
    QTest.keyClicks(dialog.event_name, "Store championship")
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(dialog.save.isEnabled)
    QTest.mouseClick(dialog.save, LEFT)
    combo = dialog.findChild(QFileDialog)
    assert isinstance(combo, QFileDialog)
    with qtbot.waitSignal(dialog.saved):
        combo.fileSelected.emit(str(path))
    combo.close()
    dialog.close()


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
def test_a_sample_is_opened_changed_repaired_named_and_printed(
    app: Application, qtbot: QtBot, tmp_path: Path, choice: PaletteChoice
) -> None:
    app.theme.choose(choice)
    app.open_library()
    qtbot.waitUntil(lambda: app.window.library_worker.loaded)
    page = app.window.build
    open_the_sample(app, "Wolves of Winter (WotN)")
    assert page.deck.verdict.text() == "Legal"
    change_it(app)
    assert "problem" in page.deck.verdict.text()
    repair_all(app, qtbot)
    assert page.deck.verdict.text().startswith("Legal")
    assert len(steps(app)) >= 3
    name_it(app, qtbot, "For the championship")
    sheet = tmp_path / "sheet.pdf"
    print_it(app, qtbot, sheet)
    text = PdfReader(sheet).pages[0].extract_text()
    assert "Store championship" in text
    assert "Wolves of Winter (WotN)" in text
    # Nothing was saved by hand, and nothing is asked when the window is closed.
    assert not app.window.isWindowModified()
    app.window.show_page(DECKS)
    qtbot.waitUntil(lambda: app.window.decks.model.rowCount() == 1)
    app.window.close()
    qtbot.waitUntil(lambda: not app.window.isVisible())
