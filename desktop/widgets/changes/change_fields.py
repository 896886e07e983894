"""The goal of a change and what is asked of it, in a few fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QSpinBox, QWidget

from carddb.pool import CardPool
from decks.deck import Deck
from desktop.style.fonts import Size, space
from desktop.widgets.changes.change_words import GOALS
from desktop.widgets.changes.keep_popup import KeepPopup
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label
from desktop.widgets.layouts import FlowLayout, column, row
from desktop.widgets.policy_fields import PolicyFields
from desktop.widgets.search_field import SearchField
from goldfish.rounds.most_rounds import MOST_ROUNDS
from goldfish.swaps.goal import ROUNDS, GoalKind
from study.deck_advice import ROUNDS_PLAYED, FieldError

_MOST_ROUND, _MOST_COST = 15, 10
_ANY_COST = -1
ANY_CARD = "any card"
WRITE_WHICH = "Write which cards are to be seen, such as t:location or k:lord."


class ChangeFields(QWidget):
    """A goal, two searches, and what else a player asks; those of other goals are hidden.

    Signals:
        changed: something else is chosen.
        find_requested: Enter was pressed in a field of text.
    """

    changed = Signal()
    find_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.keep: frozenset[str] = frozenset()
        self._deck: Deck | None = None
        self._pool: CardPool | None = None
        self.goal = ComboBox("What is to become better", self)
        for kind, words in GOALS.items():
            self.goal.addItem(words, kind.value)
        self.goal.setMinimumContentsLength(12)
        # In a narrow column shorter still: the list shows its words as a whole.
        self.goal.setMinimumWidth(space(self, 24))
        self.goal.widen_list()
        self.see = _search("Cards to be seen", self, "t:location   k:lord   a name", "t:location")
        self.by_round = _number("By round", 0, _MOST_ROUND, 0, self)
        self.by_round.setSpecialValueText("opening hand")
        self.by_round.setMinimumWidth(space(self, 24))
        self.by_round.setPrefix("by round ")
        self.rounds = _number("Rounds that are played", 1, MOST_ROUNDS, ROUNDS_PLAYED, self)
        self.rounds.setSuffix(" rounds")
        self.out = _search(
            "Cards that may go", self, "any card; or a search: o>=5   t:event", ANY_CARD
        )
        self.into = _search(
            "Cards that may come in", self, "any card; or a search: k:lord", ANY_CARD
        )
        self.policy = PolicyFields(self, scores=False)
        self.most_cost = _number("Highest cost of a card in", _ANY_COST, _MOST_COST, -1, self)
        self.most_cost.setSpecialValueText("any cost")
        self.most_cost.setPrefix("cost up to ")
        self.owned = QCheckBox("Only cards I own", self)
        self.same_faction = QCheckBox("Keep the factions", self)
        self.same_faction.setToolTip("A card goes only for one of the same faction")
        self.two = QCheckBox("Two cards at once", self)
        self.stay = QPushButton("Keep…", self)
        self.stay.setObjectName("small")
        self.stay.setToolTip("Choose cards that stay in the deck")
        self.searches: Mapping[str, SearchField] = {
            "see": self.see,
            "out": self.out,
            "into": self.into,
        }
        self._lay_out()
        self._connect()
        self._show_fields()

    @property
    def chosen_goal(self) -> GoalKind:
        """The kind of the goal."""
        return GoalKind(self.goal.currentData())

    @property
    def why_not(self) -> str:
        """Why nothing can be found yet; empty where it can."""
        if self.chosen_goal is GoalKind.SEE and not self.see.text().strip():
            return WRITE_WHICH
        self.policy.policy()
        return self.policy.why_not

    def show_deck(self, deck: Deck, pool: CardPool) -> None:
        """Offer the cards of a deck, and search those of its edition."""
        self._deck = deck
        held = {card.code for card, _ in deck.draw()}
        if not self.keep <= held:
            self.set_keep(self.keep & held)
        if pool is not self._pool:
            self._pool = pool
            for field in self.searches.values():
                field.know(pool)
            self.policy.set_pool(pool)

    def set_keep(self, codes: frozenset[str]) -> None:
        """Let these cards stay."""
        self.keep = codes
        words = (
            f"{len(codes)} card{'s' if len(codes) > 1 else ''} stay{'' if len(codes) > 1 else 's'}"
        )
        self.stay.setText(f"{words}…" if codes else "Keep…")
        self.changed.emit()

    def choose_kept(self) -> None:
        """Let the user check the cards that stay."""
        if self._deck is not None:
            popup = KeepPopup((card for card, _ in self._deck.draw()), self.keep, self.stay)
            popup.kept.connect(self.set_keep)
            popup.show_below()
            popup.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def values(self) -> dict[str, Any]:
        """Return what is chosen, by the names of an AdviceRequest; not what is owned."""
        goal, cost = self.chosen_goal, self.most_cost.value()
        sees = goal is GoalKind.SEE
        return {
            "goal": goal,
            "see": self.see.text().strip() if sees else "",
            "by_round": self.by_round.value() if sees else 0,
            "rounds": self.rounds.value() if goal in ROUNDS else ROUNDS_PLAYED,
            "policy": self.policy.text,
            "into": self.into.text().strip(),
            "out": self.out.text().strip(),
            "keep": self.keep,
            "most_cost": None if cost == _ANY_COST else cost,
            "same_faction": self.same_faction.isChecked(),
            "swaps": 2 if self.two.isChecked() and goal not in ROUNDS else 1,
        }

    def mark(self, error: Exception | None) -> None:
        """Underline what is wrong in a search, and nothing else."""
        for name, field in self.searches.items():
            field.clear_mark()
            if isinstance(error, FieldError) and error.field == name:
                field.mark_wrong(error.start, error.end, error.sentence)

    def _lay_out(self) -> None:
        gap = space(self, 1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * gap)
        grid.setVerticalSpacing(gap)
        self._see_row = QWidget(self)
        column(self.see, self.by_round, parent=self._see_row, margin=0, spacing=gap)
        goal = row((self.goal, 1), self.rounds, spacing=gap)
        fields = (("Goal", self.goal), ("See", self.see), ("Out", self.out), ("In", self.into))
        self._labels = {field: buddy_label(words, field, Size.SMALL) for words, field in fields}
        for line, caption in enumerate(self._labels.values()):
            grid.addWidget(caption, line, 0)
        grid.addLayout(goal, 0, 1)
        for line, part in enumerate((self._see_row, self.out, self.into), 1):
            grid.addWidget(part, line, 1)
        # The long word in a line of its own: the fields above stay wide.
        mulligan = buddy_label("Mulligan", self.policy.kind, Size.SMALL)
        grid.addLayout(row(mulligan, (self.policy, 1), spacing=2 * gap), len(fields), 0, 1, 2)
        rest, flow = QWidget(self), FlowLayout(2 * gap)
        rest.setLayout(flow)
        for each in (self.most_cost, self.stay, self.owned, self.same_faction, self.two):
            flow.addWidget(each)
        grid.addWidget(rest, len(fields) + 1, 0, 1, 2)
        grid.setColumnStretch(1, 1)

    def _connect(self) -> None:
        self.goal.currentIndexChanged.connect(self._show_fields)
        self.goal.currentIndexChanged.connect(self.changed)
        for field in self.searches.values():
            field.textChanged.connect(self.changed)
            field.returnPressed.connect(self.find_requested)
        for number in (self.by_round, self.rounds, self.most_cost):
            number.valueChanged.connect(self.changed)
        for box in (self.owned, self.same_faction, self.two):
            box.toggled.connect(self.changed)
        self.policy.changed.connect(self.changed)
        self.policy.needs.returnPressed.connect(self.find_requested)
        self.stay.clicked.connect(self.choose_kept)

    def _show_fields(self) -> None:
        goal = self.chosen_goal
        sees = goal is GoalKind.SEE
        self._see_row.setVisible(sees)
        self._labels[self.see].setVisible(sees)
        self.rounds.setVisible(goal in ROUNDS)
        self.two.setEnabled(goal not in ROUNDS)
        why_not = "For the first rounds, one card is changed" if goal in ROUNDS else ""
        self.two.setToolTip(why_not or "Find the best two changes together; it takes longer")


def _search(name: str, parent: QWidget, *hints: str) -> SearchField:
    field = SearchField(parent)
    field.setAccessibleName(name)
    field.set_hints(*hints)
    field.setToolTip(name)
    field.setClearButtonEnabled(True)
    return field


def _number(name: str, least: int, most: int, value: int, parent: QWidget) -> QSpinBox:
    box = QSpinBox(parent, minimum=least, maximum=most, value=value)
    box.lineEdit().setTextMargins(space(box, 1), 0, 0, 0)
    box.setAccessibleName(name)
    box.setToolTip(name)
    return box
