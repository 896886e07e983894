"""The way of a new user so far: find a sample deck, change it, mend it, save it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.keeping import own_text
from desktop.pages.build.problems_panel import ProblemsPanel
from desktop.settings import PaletteChoice
from desktop.widgets.wrap_button import WrapButton
from tests.gui.samples import deck_of, select, steps

LEFT = Qt.MouseButton.LeftButton


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


@pytest.mark.parametrize("choice", [PaletteChoice.LIGHT, PaletteChoice.DARK])
def test_a_sample_is_opened_changed_mended_and_saved(
    desk: Desk, qtbot: QtBot, tmp_path: Path, choice: PaletteChoice
) -> None:
    desk.theme.choose(choice)
    page = desk.window.build
    samples = page.deck.welcome.samples
    model = samples.model()
    names = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    place = samples.visualRect(model.index(names.index("Wolves of Winter (WotN)"), 0)).center()
    QTest.mouseClick(samples.viewport(), LEFT, pos=place)
    assert page.deck.verdict.text() == "Legal"

    QTest.keyClicks(page.pool.search, "nymeria f:stark")
    page.pool.search.popup.hide()
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    QTest.keyClick(page.pool.table, Qt.Key.Key_3)
    select(page, "A Storm of Swords")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)
    select(page, "Calling the Banners")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)
    assert "problem" in page.deck.verdict.text()

    QTest.mouseClick(page.deck.verdict, LEFT)
    while not desk.session.legal:
        before = deck_of(desk)
        QTest.mouseClick(first_repair(page.problems, qtbot), LEFT)
        assert deck_of(desk) != before
    assert page.deck.verdict.text().startswith("Legal")
    assert len(steps(desk)) >= 3

    QTest.keyClick(desk.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    dialog = desk.window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    path = tmp_path / "wolves.json"
    dialog.fileSelected.emit(str(path))
    dialog.close()
    assert path.read_text("utf-8") == own_text(deck_of(desk))
    assert not desk.window.isWindowModified()
