"""The deck in two columns, in a wide window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.widgets.card_delegate import Role
from tests.gui.fits import settle
from tests.gui.samples import deck_of, open_sample

WOLVES = "Wolves of Winter (WotN)"


def cards_in(view: DeckView) -> set[str]:
    """Return the codes of the cards that a column shows."""
    model, root = view.model(), view.rootIndex()
    shown = [row for row in range(model.rowCount()) if not view.isRowHidden(row, root)]
    sections = [model.index(row, 0) for row in shown]
    return {
        model.index(row, 0, each).data(Role.CARD).code
        for each in sections
        for row in range(model.rowCount(each))
    }


@pytest.fixture
def columns(app: Application) -> tuple[DeckView, DeckView]:
    """Show a deck in a wide window."""
    open_sample(app, WOLVES)
    app.window.resize(1920, 1080)
    settle()
    panel = app.window.build.deck
    assert panel.beside is not None
    assert panel.beside.isVisible()
    return panel.list, panel.beside


def test_each_card_is_in_one_of_two_columns(
    app: Application, columns: tuple[DeckView, DeckView]
) -> None:
    left, right = columns
    codes = {card.code for card, _ in deck_of(app).slots}
    assert cards_in(left) | cards_in(right) >= codes
    assert not cards_in(left) & cards_in(right)
    app.window.resize(1280, 800)
    settle()
    assert not right.isVisible()
    assert cards_in(left) >= codes


def test_the_arrow_keys_go_from_column_to_column(
    columns: tuple[DeckView, DeckView], qtbot: QtBot
) -> None:
    left, right = columns
    model = right.model()
    root = left.rootIndex()
    first = next(row for row in range(model.rowCount()) if not right.isRowHidden(row, root))
    above = model.index(first - 1, 0)
    left.setFocus()
    left.setCurrentIndex(model.index(model.rowCount(above) - 1, 0, above))
    QTest.keyClick(left, Qt.Key.Key_Down)
    assert left.currentIndex() == model.index(0, 0, model.index(first, 0))
    qtbot.waitUntil(right.hasFocus)
    QTest.keyClick(right, Qt.Key.Key_Up)
    assert right.currentIndex().parent() == above
    qtbot.waitUntil(left.hasFocus)


def test_the_second_column_changes_the_deck(
    app: Application, columns: tuple[DeckView, DeckView]
) -> None:
    right = columns[1]
    before = deck_of(app)
    card = next(card for card, _ in before.slots if card.code in cards_in(right))
    right.setFocus()
    right.select_cards([card.code])
    QTest.keyClick(right, Qt.Key.Key_Delete)
    assert card not in [each for each, _ in deck_of(app).slots]
