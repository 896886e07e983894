"""The dialogs for a game that is not over when time is called."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget
from typing_extensions import override

from core.errors import AppError
from core.text_format import shortened
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import number_box
from desktop.widgets.layouts import column, label
from events.melee_tables import places_by_power
from events.regulations import Regulations
from events.time_called import USUAL_TOTAL, AtTime, TimeRuling, TimeStep, at_time, ruling_words

MOST = 200
UNKNOWN = -1
QUESTIONS = {
    TimeStep.DRAW_DECK: "Cards in the draw deck",
    TimeStep.DOMINANCE: "Dominance, last round",
    TimeStep.DEAD_PILE: "Characters in the dead pile",
    TimeStep.CHOICE: "First player's choice",
    TimeStep.HIGHER_SEED: "Who goes on (no seeds)",
}


class TimeDialog(SimpleDialog):
    """Asks for the power of each player and the total that each needs.

    Signals:
        ruled: the result is known: a GameResult for the first of two, or places by seat.
    """

    ruled = Signal(object)

    def __init__(
        self, title: str, accept_text: str, names: Sequence[str], parent: QWidget | None
    ) -> None:
        super().__init__(title, accept_text, parent)
        self.names = tuple(map(shortened, names))
        self.power = self.numbers("power")
        self.totals = self.numbers("total power to win", USUAL_TOTAL)
        self.answer = label(wraps=True)
        self.answer.setAccessibleName("Ruling")
        self.grid = QGridLayout()
        body = QWidget(self)
        column(self.grid, parent=body, margin=0)
        self.lay_out(body, self.answer)

    def begin(self) -> None:
        """Answer for the first time, and let power be typed."""
        self.update_answer()
        self.power[0].setFocus()
        self.power[0].selectAll()

    def numbers(self, of: str, value: int = 0) -> list[QSpinBox]:
        """Return a field for a number of each player; below 0 it is unknown."""
        boxes = [
            number_box(f"{name}: {of}", (min(0, value), MOST), value, self, waits=False)
            for name in self.names
        ]
        for box in boxes:
            box.setSpecialValueText("?" if value == UNKNOWN else "")
            box.valueChanged.connect(self.update_answer)
        return boxes

    def update_answer(self) -> None:
        """Show what follows from the numbers."""
        raise NotImplementedError


class MeleePowerDialog(TimeDialog):
    """Ranks the players of a melee table by the power they need; equal needs share a place."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__("Time at the table", "Enter the places", names, parent)
        for at, text in enumerate(("Power", "Total to win"), start=1):
            self.grid.addWidget(label(text, Size.SMALL, faint=True), 0, at)
        for line, name in enumerate(self.names):
            parts = (label(name), self.power[line], self.totals[line])
            for at, part in enumerate(parts):
                self.grid.addWidget(part, line + 1, at)
        self.accepted.connect(lambda: self.ruled.emit(self.places))
        self.begin()

    @property
    def places(self) -> tuple[int, ...]:
        return places_by_power(_values(self.power), _values(self.totals))

    @override
    def update_answer(self) -> None:
        placed = sorted(zip(self.places, self.names, strict=True))
        self.answer.setText(", ".join(f"{place}. {name}" for place, name in placed))


class AtTimeDialog(TimeDialog):
    """Decides a game of two; asks for one step after another until the winner is known."""

    def __init__(
        self,
        rules: Regulations,
        names: tuple[str, str],
        parent: QWidget | None = None,
        *,
        elimination: bool = False,
        higher_seed: int | None = None,
    ) -> None:
        title = f"Time: {' and '.join(map(shortened, names))}"
        super().__init__(title, "Enter the result", names, parent)
        self._rules = rules
        self._elimination, self._higher_seed = elimination, higher_seed
        self.ruling: TimeRuling | None = None
        self.draw_decks = self.numbers("cards in the draw deck", UNKNOWN)
        self.dead_piles = self.numbers("characters in the dead pile", UNKNOWN)
        self.dominance = self._choice("Dominance", "Nobody")
        self.choice = self._choice("First player's choice")
        self.goes_on = self._choice("Who goes on")
        for number, name in enumerate(self.names, start=1):
            self.grid.addWidget(label(name), 0, number)
        self._add_row(1, "Power", self.power)
        self._add_row(2, "Total to win", self.totals)
        fields: dict[TimeStep, Sequence[QWidget]] = {
            TimeStep.DRAW_DECK: self.draw_decks,
            TimeStep.DOMINANCE: [self.dominance],
            TimeStep.DEAD_PILE: self.dead_piles,
            TimeStep.CHOICE: [self.choice],
            TimeStep.HIGHER_SEED: [self.goes_on],
        }
        self._steps = {
            step: self._add_row(at, QUESTIONS[step], boxes)
            for at, (step, boxes) in enumerate(fields.items(), start=3)
        }
        self.setMinimumWidth(space(self, 120))
        self.accepted.connect(self._on_accepted)
        self.begin()

    def _choice(self, name: str, nobody: str = "") -> ComboBox:
        box = ComboBox(name, self, 18)
        choices = {None: "…"} | dict(enumerate(self.names))
        box.set_choices(choices | ({-1: nobody} if nobody else {}))
        box.currentIndexChanged.connect(self.update_answer)
        return box

    def _add_row(self, at: int, text: str, fields: Sequence[QWidget]) -> list[QWidget]:
        question = label(text, Size.SMALL, faint=True)
        self.grid.addWidget(question, at, 0)
        for number, field in enumerate(fields, start=1):
            self.grid.addWidget(field, at, number, 1, 2 if len(fields) == 1 else 1)
        return [question, *fields]

    def _game(self, asked: set[TimeStep]) -> AtTime:
        """Return what is known; the answers to steps that were not asked yet are unknown."""
        seed = self._higher_seed
        if seed is None and TimeStep.HIGHER_SEED in asked:
            seed = self.goes_on.chosen
        return AtTime(
            power=_pair(self.power) or (0, 0),
            totals=_pair(self.totals) or (0, 0),
            draw_decks=_pair(self.draw_decks) if TimeStep.DRAW_DECK in asked else None,
            dominance=self.dominance.chosen if TimeStep.DOMINANCE in asked else None,
            dead_piles=_pair(self.dead_piles) if TimeStep.DEAD_PILE in asked else None,
            choice=self.choice.chosen if TimeStep.CHOICE in asked else None,
            elimination=self._elimination,
            higher_seed=seed,
        )

    @override
    def update_answer(self) -> None:
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
            wrong = error.text
        for step, parts in self._steps.items():
            for each in parts:
                each.setVisible(step in asked)
        self.answer.setText(wrong or self._words())
        self.accept_button.setEnabled(self.ruling is not None and self.ruling.result is not None)

    def _words(self) -> str:
        if self.ruling is None or self.ruling.result is None:
            return self.ruling.question if self.ruling else ""
        chosen = self.ruling.step is TimeStep.HIGHER_SEED and self._higher_seed is None
        return ruling_words(self.ruling, self.names, chosen=chosen)

    def _on_accepted(self) -> None:
        if self.ruling is not None and self.ruling.result is not None:
            self.ruled.emit(self.ruling.result)


def _values(boxes: Sequence[QSpinBox]) -> list[int]:
    return [box.value() for box in boxes]


def _pair(boxes: Sequence[QSpinBox]) -> tuple[int, int] | None:
    first, second = _values(boxes)
    return None if UNKNOWN in {first, second} else (first, second)
