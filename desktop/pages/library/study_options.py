"""The question of a study as a player chooses it: what is asked, and the options that it has."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QSpinBox, QWidget

from carddb.pool import CardPool
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label
from desktop.widgets.layouts import row
from goldfish.rounds.most_rounds import MOST_ROUNDS
from study.study_question import Ask, StudyQuestion

QUESTIONS = {
    Ask.CHECK: "Is the deck legal?",
    Ask.HANDS: "What do its opening hands come to?",
    Ask.GOLDFISH: "What do its first rounds come to?",
    Ask.ADVISE: "Which card to change?",
}
LISTS = {"": "Its own list, or the newest", "latest": "The newest list", "none": "No list"}
GOALS = {
    "cards": "More cards set up",
    "gold": "More gold spent at setup",
    "characters": "More characters set up",
    "poor": "Fewer poor setups",
    "great": "More great setups",
}


class StudyOptions(QWidget):
    """A row of fields; those of other questions are hidden.

    Signals:
        changed: something else is chosen.
    """

    changed = Signal()

    def __init__(self, pools: Iterable[CardPool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ask = ComboBox("Question", self)
        self.lists = ComboBox("Restricted list", self)
        self.goals = ComboBox("Goal", self)
        self.rounds = QSpinBox(self, minimum=1, maximum=MOST_ROUNDS, value=3)
        self.rounds.setAccessibleName("Rounds")
        self.exact = QCheckBox("E&very hand (slower)", self)
        for ask, words in QUESTIONS.items():
            self.ask.addItem(words, ask.value)
        for code, words in LISTS.items():
            self.lists.addItem(words, code)
        for pool in pools:
            for code, each in pool.lists.items():
                self.lists.addItem(each.name, code)
        for goal, words in GOALS.items():
            self.goals.addItem(words, goal)
        self.ask.setMinimumContentsLength(28)
        for field in (self.lists, self.goals):
            field.setMinimumContentsLength(22)
            field.widen_list()
        self._labels = {
            self.lists: buddy_label("&List", self.lists),
            self.rounds: buddy_label("&Rounds", self.rounds),
            self.goals: buddy_label("&Goal", self.goals),
        }
        parts = [part for field, words in self._labels.items() for part in (words, field)]
        asked = buddy_label("&Question", self.ask)
        gap = space(self, 2)
        row(asked, self.ask, *parts, self.exact, None, parent=self, margin=0, spacing=gap)
        self.ask.currentIndexChanged.connect(self._show_fields)
        for box in (self.ask, self.lists, self.goals):
            box.currentIndexChanged.connect(self.changed)
        self.rounds.valueChanged.connect(self.changed)
        self.exact.toggled.connect(self.changed)
        self._show_fields()

    def question(self, today: str) -> StudyQuestion:
        """Return what is chosen, for verdicts of a day."""
        ask = self._chosen
        return StudyQuestion(
            ask=ask,
            today=today,
            list_code=self.lists.currentData() if ask is Ask.CHECK else "",
            exact=ask is Ask.HANDS and self.exact.isChecked(),
            rounds=self.rounds.value() if ask is Ask.GOLDFISH else 3,
            goal=self.goals.currentData() if ask is Ask.ADVISE else "cards",
        )

    @property
    def _chosen(self) -> Ask:
        return Ask(self.ask.currentData())

    def _show_fields(self) -> None:
        of_question: dict[QWidget, Ask] = {
            self.lists: Ask.CHECK,
            self.exact: Ask.HANDS,
            self.rounds: Ask.GOLDFISH,
            self.goals: Ask.ADVISE,
        }
        for field, ask in of_question.items():
            field.setVisible(ask is self._chosen)
        for field, words in self._labels.items():
            words.setVisible(of_question[field] is self._chosen)
