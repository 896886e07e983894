"""What beside the deck is made when it is first seen."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from desktop.app import Application
from tests.gui.samples import open_sample

NUMBERS, HISTORY = 2, 3


def test_numbers_and_history_are_made_when_they_are_first_seen(own_app: Application) -> None:
    page = open_sample(own_app)
    late = page.late
    assert late.numbers.content is None
    assert late.history.content is None
    page.show_tab(NUMBERS)
    assert page.numbers.isVisible()
    assert page.numbers.hasFocus()
    assert not page.numbers.show_changes.isHidden()  # what is owned is known
    assert late.history.content is None
    page.show_tab(HISTORY)
    assert page.history.table.hasFocus()
    assert page.history.model.rowCount() > 1


def test_the_same_cards_do_not_reset_the_table(app: Application) -> None:
    pool = app.window.build.pool
    resets: list[None] = []
    pool.model.modelReset.connect(lambda: resets.append(None))
    pool.model.show_only(None, pool.model.scope)
    assert not resets
    pool.search.setText("arya")
    QApplication.processEvents()
    assert resets
