"""The difference of two decks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtTest import QAbstractItemModelTester

from decks.deck import Deck
from decks.diff import difference, outline
from desktop.dialogs.compare_dialog import DiffModel, rows_of
from desktop.session.loaded_cards import LoadedCards

WOLVES, BLACK = "Wolves of Winter (WotN)", "Taking the Black (WotW)"
Sample = Callable[[str], Deck]
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_the_difference_model_keeps_the_rules(cards: LoadedCards, sample: Sample) -> None:
    model = DiffModel()
    tester = QAbstractItemModelTester(model, FATAL)
    diff = difference(outline(sample(WOLVES)), outline(sample(BLACK)))
    rows = rows_of(diff, cards)
    model.show(rows, (WOLVES, BLACK))
    assert tester.model() is model
    assert model.rowCount() == len(rows)
    titles = [row.label for row in rows if row.heading]
    assert titles == ["Removed", "Added", "Besides the cards"] or "Changed" in titles
