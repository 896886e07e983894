"""Which hands are shuffled back: a list, with a search or a score next to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from carddb.card_test import CardTest
from carddb.pool import CardPool
from core.errors import QueryError
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import column, row
from desktop.widgets.search_field import SearchField
from goldfish.mulligan import KeepPolicy, PolicyKind, Score

# In quarters of the body font's height.
_NARROWEST_BOX = 24
_KINDS = {
    PolicyKind.KEEP: "Never",
    PolicyKind.POOR: "Poor hands",
    PolicyKind.NEEDS: "Hands without",
    PolicyKind.OPTIMAL: "Solved for",
}
_SCORES = {
    Score.CARDS: "cards set up",
    Score.GOLD: "gold spent",
    Score.CHARACTERS: "characters",
    Score.STRENGTH: "STR of characters",
    Score.GREAT: "great setups",
    Score.NOT_POOR: "setups that are not poor",
}


class PolicyFields(QWidget):
    """A list of policies, with a search or a score next to it where the policy needs one.

    Without `scores` the best policy is that for cards set up, and the search is below the list.

    Signals:
        changed: another policy is chosen, or none yet because its search is missing.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, scores: bool = True) -> None:
        super().__init__(parent)
        self.why_not = ""
        self._pool: CardPool | None = None
        self.kind = choice_box("Mulligan", _KINDS, 11, self)
        self.kind.setToolTip("Which hands are shuffled back, once")
        self.needs = search_box(
            "What a hand must hold", self, "t:location   k:lord   o<=2", "t:location"
        )
        self.score = choice_box("What is best", _SCORES, 14, self)
        self._has_scores = scores
        if not scores:
            solved = {PolicyKind.OPTIMAL: f"Solved for {_SCORES[Score.CARDS]}"}
            self.kind.set_choices(_KINDS | solved)
        gap = space(self, 1)
        if scores:
            fields = (self.kind, (self.needs, 1), self.score)
            row(*fields, parent=self, margin=0, spacing=gap).addStretch(0)
        else:
            column(row(self.kind, None), self.needs, parent=self, margin=0, spacing=gap)
        self.kind.currentIndexChanged.connect(self._on_kind_chosen)
        self.score.currentIndexChanged.connect(self.changed)
        self.needs.textChanged.connect(self.changed)
        self._show_fields()

    def set_pool(self, pool: CardPool) -> None:
        if pool is not self._pool:
            self._pool = pool
            self.needs.know(pool)

    @property
    def text(self) -> str:
        """The policy as `read_policy` takes it."""
        kind: PolicyKind = self.kind.chosen
        return f"{kind}:{self.needs.text().strip()}" if kind == PolicyKind.NEEDS else kind

    def policy(self) -> KeepPolicy | None:
        """Return the policy, or None while its search is empty or wrong (`why_not`)."""
        kind: PolicyKind = self.kind.chosen
        self.why_not = ""
        self.needs.clear_mark()
        if kind is PolicyKind.OPTIMAL:
            return KeepPolicy(kind, score=self.score.chosen)
        if kind is not PolicyKind.NEEDS:
            return KeepPolicy(kind)
        text = self.needs.text()
        if self._pool is None or not text.strip():
            self.why_not = "Write what a hand must hold, such as t:location or k:lord."
            return None
        try:
            return KeepPolicy(kind, _card_test(self._pool, text.strip()))
        except QueryError as error:
            offset = len(text) - len(text.lstrip())
            self.needs.mark_wrong(error.start + offset, error.end + offset, error.sentence)
            self.why_not = error.sentence
            return None

    def _on_kind_chosen(self) -> None:
        self._show_fields()
        if not self.needs.isHidden():
            self.needs.setFocus()
        self.changed.emit()

    def _show_fields(self) -> None:
        kind = self.kind.chosen
        self.needs.setVisible(kind is PolicyKind.NEEDS)
        self.score.setVisible(kind is PolicyKind.OPTIMAL and self._has_scores)


def choice_box(name: str, choices: Mapping[Any, str], characters: int, parent: QWidget) -> ComboBox:
    """Return a combo box for values by their words, with a least width in characters."""
    box = ComboBox(name, parent, characters)
    # It may be narrower in a narrow column, because its list shows whole words.
    box.setMinimumWidth(space(box, _NARROWEST_BOX))
    box.set_choices(choices)
    return box


def search_box(name: str, parent: QWidget, *hints: str) -> SearchField:
    """Return a field for a query that shows the first of the hints that fits."""
    field = SearchField(parent)
    field.setAccessibleName(name)
    field.set_hints(*hints)
    field.setClearButtonEnabled(True)
    return field


@lru_cache(maxsize=1)
def _card_test(pool: CardPool, text: str) -> CardTest:
    """Return the test of a search: the same object for the same words, so that policies equal."""
    from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

    return Searcher(pool).query(text).test
