"""The difference of two decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.diff import outline
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role

WOLVES, BLACK = "Wolves of Winter (WotN)", "Taking the Black (WotW)"
Sample = Callable[[str], Deck]
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_changes_stand_below_headings_that_count_them(
    cards: LoadedCards, sample: Sample, qtbot: QtBot
) -> None:
    wolves = replace(sample(WOLVES), notes="Mulligan for Winterfell.")
    dialog = CompareDialog(outline(wolves), outline(sample(BLACK)), cards)
    qtbot.addWidget(dialog)
    model = dialog.model
    tester = QAbstractItemModelTester(model, FATAL)
    dialog.swap.click()
    dialog.swap.click()
    assert tester.model() is model
    headings = [n for n in range(model.rowCount()) if model.index(n, 0).data(Role.HEADING)]
    titles = [str(model.index(n, 0).data()) for n in headings]
    assert titles[-1] == "Other changes"
    assert (
        {"Removed", "Added"}
        <= set(titles)
        <= {"Agendas", "Removed", "Added", "Changed", titles[-1]}
    )
    for number, end in zip(headings, [*headings[1:], model.rowCount()], strict=True):
        assert model.index(number, 0).data(Role.HEADING) == str(end - number - 1)
        assert dialog.table.columnSpan(number, 0) == 3
    last = [model.index(model.rowCount() - 1, column).data() for column in range(3)]
    assert last == ["Notes", "", "changed"]


def test_decks_that_are_the_same_have_no_difference(
    cards: LoadedCards, sample: Sample, qtbot: QtBot
) -> None:
    same = outline(sample(WOLVES))
    dialog = CompareDialog(same, same, cards)
    qtbot.addWidget(dialog)
    assert dialog.summary.text() == "No difference"
    assert dialog.model.rowCount() == 0
