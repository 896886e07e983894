"""The way of a new user: find a sample deck, change it, mend it, name a version, print it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.dialogs.asking import NameDialog
from desktop.dialogs.sheet_dialog import SheetDialog
from desktop.main_window import DECKS
from desktop.pages.build.problems_panel import ProblemsPanel
from desktop.settings import PaletteChoice
from desktop.widgets.wrap_button import WrapButton
from tests.gui.samples import deck_of, select, steps

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def first_repair(panel: ProblemsPanel, qtbot: QtBot) -> WrapButton:
    """Return the first button under the first problem, once it can be pressed."""
    row = next(number for number, each in enumerate(panel.model.entries) if each.grave)

    def ready() -> bool:
        offers = panel.list.offers(row)
        return offers is not None and bool(offers.buttons) and offers.buttons[0].isEnabled()

    qtbot.waitUntil(ready)
    offers = panel.list.offers(row)
    assert offers is not None
    return offers.buttons[0]


def open_the_sample(desk: Desk, name: str) -> None:
    """Click on a sample deck in the welcome."""
    samples = desk.window.build.deck.welcome.samples
    model = samples.model()
    names = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place = samples.visualRect(model.index(names.index(name), 0)).center()
    QTest.mouseClick(samples.viewport(), LEFT, pos=place)


def change_it(desk: Desk) -> None:
    """Add a card that is found by a search, and two plots too many."""
    page = desk.window.build
    QTest.keyClicks(page.pool.search, "nymeria f:stark")
    page.pool.search.popup.hide()
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    QTest.keyClick(page.pool.table, Qt.Key.Key_3)
    select(page, "A Storm of Swords")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)
    select(page, "Calling the Banners")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)


def mend_it(desk: Desk, qtbot: QtBot) -> None:
    """Open the verdict and press one repair after the other until the deck is legal."""
    page = desk.window.build
    QTest.mouseClick(page.deck.verdict, LEFT)
    while not desk.session.legal:
        before = deck_of(desk)
        QTest.mouseClick(first_repair(page.problems, qtbot), LEFT)
        assert deck_of(desk) != before


def name_it(desk: Desk, qtbot: QtBot, name: str) -> None:
    """Name a version on the History tab."""
    page = desk.window.build
    bar = page.tabs.tabBar()
    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(page.tabs.indexOf(page.history)).center())
    QTest.mouseClick(page.history.name, LEFT)
    dialog = desk.window.findChild(NameDialog)
    assert isinstance(dialog, NameDialog)
    QTest.keyClicks(dialog.name, name)
    QTest.mouseClick(dialog.accept_button, LEFT)
    shown = f"“{name}”"
    qtbot.waitUntil(lambda: any(row.text == shown for row in page.history.model.rows))


def print_it(desk: Desk, qtbot: QtBot, path: Path) -> None:
    """Fill in the deck sheet and save it as a PDF."""
    desk.window.activateWindow()
    qtbot.waitUntil(desk.window.isActiveWindow)
    QTest.keyClick(desk.window, Qt.Key.Key_P, CONTROL)
    dialog = desk.window.findChild(SheetDialog)
    assert isinstance(dialog, SheetDialog)
    QTest.keyClicks(dialog.event_name, "Store championship")
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(dialog.save.isEnabled)
    QTest.mouseClick(dialog.save, LEFT)
    chooser = dialog.findChild(QFileDialog)
    assert isinstance(chooser, QFileDialog)
    chooser.fileSelected.emit(str(path))
    chooser.close()
    dialog.close()


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
def test_a_sample_is_opened_changed_mended_named_and_printed(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choice: PaletteChoice
) -> None:
    desk.theme.choose(choice)
    desk.open_library()
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    page = desk.window.build
    open_the_sample(desk, "Wolves of Winter (WotN)")
    assert page.deck.verdict.text() == "Legal"
    change_it(desk)
    assert "problem" in page.deck.verdict.text()
    mend_it(desk, qtbot)
    assert page.deck.verdict.text().startswith("Legal")
    assert len(steps(desk)) >= 3
    name_it(desk, qtbot, "For the championship")
    sheet = tmp_path / "sheet.pdf"
    print_it(desk, qtbot, sheet)
    text = PdfReader(sheet).pages[0].extract_text()
    assert "Store championship" in text
    assert "Wolves of Winter (WotN)" in text
    # Nothing was saved by hand, and nothing is asked when the window is closed.
    assert not desk.window.isWindowModified()
    desk.window.show_page(DECKS)
    qtbot.waitUntil(lambda: desk.window.decks.model.rowCount() == 1)
    desk.window.close()
    qtbot.waitUntil(lambda: not desk.window.isVisible())
