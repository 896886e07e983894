"""Decks of the library are selected, asked a question, and their answers sorted and saved."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from decks.deck import Deck
from desktop.pages.library.study_dialog import StudyAnswersModel, StudyDialog, study_columns
from desktop.session.loaded_cards import LoadedCards
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import StudyDeck
from study.study_run import StudyResult
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
SHIFTED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_a_question_is_asked_of_the_selected_decks(three: PageRobot, tmp_path: Path) -> None:
    three.select(WOLVES, BLACK, VIPER)
    QTest.keyClick(three.page.table, Qt.Key.Key_Y, SHIFTED)
    dialog = three.dialog(StudyDialog)
    assert dialog.windowTitle() == "Study 3 decks"
    assert not dialog.save.isEnabled()
    dialog.start.click()
    assert dialog.stop.isEnabled()
    assert not dialog.options.isEnabled()
    three.qtbot.waitUntil(dialog.save.isEnabled)
    assert names(dialog) == [VIPER, BLACK, WOLVES]
    # What the page says of each deck today.
    legal = [row.answer["legal"] for row in dialog.model.rows if row.answer]
    assert legal == [three.cell(name, "Verdict today") == "Legal" for name in names(dialog)]
    assert dialog.message.text().startswith(f"3 decks, {sum(legal)} legal.")
    assert "Most played agendas: Fealty" in dialog.played.text()
    problems = next(n for n, each in enumerate(dialog.model.columns) if each.title == "Problems")
    dialog.table.sortByColumn(problems, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[0] == VIPER
    assert not dialog.start.isEnabled()
    table = tmp_path / "answers.csv"
    with three.qtbot.waitSignal(dialog.saved):
        dialog.save_to(table)
    with table.open(newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {WOLVES, BLACK, VIPER}
    dialog.options.set(ask=Ask.GOLDFISH)
    assert dialog.options["rounds"].isVisible()
    assert not dialog.options["lists"].isVisible()
    dialog.start.click()
    three.qtbot.waitUntil(dialog.stop.isEnabled)
    dialog.stop.click()
    assert dialog.message.text().startswith("Stopped.")
    assert dialog.start.isEnabled()
    dialog.reject()


def test_a_study_that_was_asked_before_is_known(three: PageRobot) -> None:
    for known in ("", "1 deck", "1 answer known from before"):
        three.select(WOLVES)
        three.page.deck_actions["study"].trigger()
        dialog = three.dialog(StudyDialog)
        dialog.start.click()
        three.qtbot.waitUntil(dialog.save.isEnabled)
        assert known in dialog.message.text()
        dialog.reject()


def names(dialog: StudyDialog) -> list[str]:
    return [row.deck.deck.name for row in dialog.model.rows]


def test_decks_without_an_answer_are_last_and_say_why(
    cards: LoadedCards, sample: Callable[[str], Deck]
) -> None:
    decks = [sample(name) for name in (WOLVES, BLACK)]
    advice = {
        "base": {"mean": 3.0},
        "considered": 9,
        "swaps": [{"out": ["01144"], "in": ["01141"], "gain": {"mean": 0.5}}],
    }
    rows = [
        StudyResult(StudyDeck("a", decks[0]), None, "There is no plot."),
        StudyResult(StudyDeck("b", decks[1]), advice),
    ]
    model = StudyAnswersModel()
    tester = QAbstractItemModelTester(model, FATAL)
    question = StudyQuestion(ask=Ask.ADVISE, today="2026-11-20")
    model.show_study(study_columns(question, rows, cards), rows)
    for number, _ in enumerate(model.columns):
        for order in Qt.SortOrder:
            model.sort(number, order)
            last = model.rows[-1]
            assert number == 0 or last.failure
    titles = [each.title for each in model.columns]
    shown = dict(zip(titles, [each.text(rows[1]) for each in model.columns], strict=True))
    assert shown["Out"] == cards.card("01144").name  # type: ignore[union-attr]
    assert shown["Best gain"] == "0.500"
    assert model.columns[1].text(rows[0]) == "No answer"
    tip = model.columns[1].tooltip
    assert tip is not None
    assert tip(rows[0]) == "There is no plot."
    assert tester.model() is model
