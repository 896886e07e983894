"""Time is called: what has to be asked, one step after another, until the winner is known."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget

from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.fields_dialog import number_box
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import column, label
from events.event_terms import GameResult
from events.regulations import Regulations
from events.time_called import USUAL_TOTAL, AtTime, TimeRuling, TimeStep, at_time

MOST_CARDS = 200
UNKNOWN = -1
ROWS = {
    TimeStep.DRAW_DECK: "Cards in the draw deck",
    TimeStep.DOMINANCE: "Dominance, last round",
    TimeStep.DEAD_PILE: "Characters in the dead pile",
    TimeStep.CHOICE: "First player's choice",
    TimeStep.HIGHER_SEED: "Who goes on (no seeds)",
}
STEP_WORDS = {
    TimeStep.POWER: "by less power needed",
    TimeStep.DRAW_DECK: "by more cards in the draw deck",
    TimeStep.DOMINANCE: "by dominance in the last round",
    TimeStep.DEAD_PILE: "by fewer characters in the dead pile",
    TimeStep.CHOICE: "by the first player's choice",
    TimeStep.HIGHER_SEED: "as the higher seed (a ruling: the regulations say nothing)",
}


class AtTimeDialog(SimpleDialog):
    """Asks for power and totals, then for as many steps as are needed, in their order.

    Signals:
        ruled: the result is known and is to be entered (a GameResult, of the first player).
    """

    ruled = Signal(object)

    def __init__(
        self,
        rules: Regulations,
        names: tuple[str, str],
        parent: QWidget | None = None,
        *,
        elimination: bool = False,
        higher_seed: int | None = None,
    ) -> None:
        self._names = shortened(names[0]), shortened(names[1])
        super().__init__(f"Time: {' and '.join(self._names)}", "Enter the result", parent)
        self._rules = rules
        self._elimination, self._higher_seed = elimination, higher_seed
        self.ruling: TimeRuling | None = None
        self.power = self._numbers("power")
        self.totals = self._numbers("total power to win", USUAL_TOTAL)
        self.draw_decks = self._numbers("cards in the draw deck", UNKNOWN)
        self.dead_piles = self._numbers("characters in the dead pile", UNKNOWN)
        for box in (*self.power, *self.totals, *self.draw_decks, *self.dead_piles):
            box.valueChanged.connect(self._update)
        self.dominance = self._choice("Dominance", "Nobody")
        self.choice = self._choice("First player's choice")
        self.goes_on = self._choice("Who goes on")
        body = QWidget(self)
        self._grid = QGridLayout()
        column(self._grid, parent=body, margin=0)
        for number, name in enumerate(self._names, start=1):
            self._grid.addWidget(label(name), 0, number)
        self._add_row(1, "Power", *self.power)
        self._add_row(2, "Total to win", *self.totals)
        self._further = [
            self._hidden_row(3, TimeStep.DRAW_DECK, *self.draw_decks),
            self._hidden_row(4, TimeStep.DOMINANCE, self.dominance),
            self._hidden_row(5, TimeStep.DEAD_PILE, *self.dead_piles),
            self._hidden_row(6, TimeStep.CHOICE, self.choice),
            self._hidden_row(7, TimeStep.HIGHER_SEED, self.goes_on),
        ]
        self.answer = label(wraps=True)
        self.answer.setAccessibleName("Ruling")
        self.lay_out(body, self.answer)
        self.setMinimumWidth(space(self, 120))
        self.accepted.connect(self._on_accepted)
        self._update()
        self.power[0].setFocus()
        self.power[0].selectAll()

    def _numbers(self, of: str, value: int = 0) -> tuple[QSpinBox, QSpinBox]:
        boxes = (
            number_box(f"{self._names[0]}: {of}", min(0, value), MOST_CARDS, value),
            number_box(f"{self._names[1]}: {of}", min(0, value), MOST_CARDS, value),
        )
        for box in boxes:
            box.setSpecialValueText("?" if value == UNKNOWN else "")
        return boxes

    def _choice(self, name: str, nobody: str = "") -> ComboBox:
        box = ComboBox(name, self, 18)
        choices = {None: "…"} | dict(enumerate(self._names))
        box.set_choices(choices | ({-1: nobody} if nobody else {}))
        box.currentIndexChanged.connect(self._update)
        return box

    def _add_row(self, at: int, text: str, *fields: QWidget) -> list[QWidget]:
        question = label(text, Size.SMALL, faint=True)
        self._grid.addWidget(question, at, 0)
        for number, field in enumerate(fields, start=1):
            self._grid.addWidget(field, at, number, 1, 2 if len(fields) == 1 else 1)
        return [question, *fields]

    def _hidden_row(
        self, at: int, step: TimeStep, *fields: QWidget
    ) -> tuple[TimeStep, list[QWidget]]:
        parts = self._add_row(at, ROWS[step], *fields)
        return step, parts

    def _game(self, asked: set[TimeStep]) -> AtTime:
        """Return what is known; steps that were not asked for yet count as not known."""
        return AtTime(
            power=_pair(self.power),
            totals=_pair(self.totals),
            draw_decks=_known(self.draw_decks) if TimeStep.DRAW_DECK in asked else None,
            dominance=self.dominance.chosen if TimeStep.DOMINANCE in asked else None,
            dead_piles=_known(self.dead_piles) if TimeStep.DEAD_PILE in asked else None,
            choice=self.choice.chosen if TimeStep.CHOICE in asked else None,
            elimination=self._elimination,
            higher_seed=self._seed(asked),
        )

    def _seed(self, asked: set[TimeStep]) -> int | None:
        """Return who is the higher seed; without seeds, who the organizer says goes on."""
        if self._higher_seed is None and TimeStep.HIGHER_SEED in asked:
            chosen: int | None = self.goes_on.chosen
            return chosen
        return self._higher_seed

    def _update(self) -> None:
        """Ask for one step more as long as there is no ruling."""
        asked: set[TimeStep] = set()
        self.ruling, wrong = None, ""
        try:
            ruling = at_time(self._rules, self._game(asked))
            while ruling.result is None and ruling.step not in asked:
                asked.add(ruling.step)
                ruling = at_time(self._rules, self._game(asked))
            self.ruling = ruling
        except AppError as error:
            wrong = f"{error.sentence} {error.hint}"
        for step, parts in self._further:
            for each in parts:
                each.setVisible(step in asked)
        self.answer.setText(wrong or self._words())
        self.accept_button.setEnabled(self.ruling is not None and self.ruling.result is not None)

    def _words(self) -> str:
        if self.ruling is None or self.ruling.result is None:
            return self.ruling.question if self.ruling else ""
        if self.ruling.result is GameResult.DRAW:
            return "Level: a draw."
        won = self._names[self.ruling.result is not GameResult.MODIFIED_WIN]
        chosen = self.ruling.step is TimeStep.HIGHER_SEED and self._higher_seed is None
        why = "as the organizer decided" if chosen else STEP_WORDS[self.ruling.step]
        return f"{won} wins at time, {why}."

    def _on_accepted(self) -> None:
        if self.ruling is not None and self.ruling.result is not None:
            self.ruled.emit(self.ruling.result)


def _pair(boxes: tuple[QSpinBox, QSpinBox]) -> tuple[int, int]:
    return boxes[0].value(), boxes[1].value()


def _known(boxes: tuple[QSpinBox, QSpinBox]) -> tuple[int, int] | None:
    return None if UNKNOWN in _pair(boxes) else _pair(boxes)
