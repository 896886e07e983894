"""The fields that say when a hand is kept."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from carddb.kind import CardTest
from carddb.pool import CardPool
from carddb.search.errors import QueryError
from desktop.pages.hands.odds.odds_question import Keeping, Policy
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.search_field import SearchField

KINDS = (
    (Keeping.KEEP, "every hand"),
    (Keeping.POOR, "unless it is poor"),
    (Keeping.NEEDS, "if it holds a card of"),
    (Keeping.OPTIMAL, "as is best for"),
)
SCORES = (
    ("cards", "cards set up"),
    ("gold", "gold spent"),
    ("characters", "characters"),
    ("strength", "STR of characters"),
    ("great", "great setups"),
    ("not-poor", "setups that are not poor"),
)


class PolicyRow(QWidget):
    """A chooser of policies, with a search or a score beside it where the policy asks for one.

    Signals:
        changed: another policy is chosen, or none yet because its search is not there.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.why_not = ""
        self._pool: CardPool | None = None
        self.kind = ComboBox("Keep a hand", self)
        self.kind.setToolTip("When a hand is kept, and when it is shuffled back once")
        self.kind.setMinimumContentsLength(16)
        for kind, words in KINDS:
            self.kind.addItem(words, kind)
        self.needs = SearchField(self)
        self.needs.setAccessibleName("Search that a card of the hand must pass")
        self.needs.setPlaceholderText("t:location   k:lord   o<=2")
        self.needs.setClearButtonEnabled(True)
        self.score = ComboBox("What is best", self)
        self.score.setMinimumContentsLength(14)
        for score, words in SCORES:
            self.score.addItem(words, score)
        for combo in (self.kind, self.score):
            combo.widen_list()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.kind)
        layout.addWidget(self.needs, 1)
        layout.addWidget(self.score)
        layout.addStretch(0)
        self.kind.currentIndexChanged.connect(self._on_kind_chosen)
        self.score.currentIndexChanged.connect(self.changed)
        self.needs.textChanged.connect(self.changed)
        self._show_fields()

    def know(self, pool: CardPool | None) -> None:
        """Search among the cards of another edition."""
        if pool is not None and pool is not self._pool:
            self.needs.know(pool)
        self._pool = pool

    def policy(self) -> Policy | None:
        """Return the policy, or None while its search is empty or wrong (`why_not`)."""
        kind = Keeping(self.kind.currentData())
        score = str(self.score.currentData()) if kind is Keeping.OPTIMAL else "cards"
        self.why_not = ""
        self.needs.clear_mark()
        if kind is not Keeping.NEEDS:
            return Policy(kind, score=score)
        text = self.needs.text().strip()
        test = self._test(text) if text else None
        if not text:
            self.why_not = "Write what a hand must hold, such as t:location or k:lord."
        return None if test is None else Policy(kind, text, score, test)

    def _test(self, text: str) -> CardTest | None:
        from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

        if self._pool is None:
            return None
        try:
            return Searcher(self._pool).query(text).test
        except QueryError as error:
            offset = len(self.needs.text()) - len(self.needs.text().lstrip())
            self.needs.mark_wrong(error.start + offset, error.end + offset, error.sentence)
            self.why_not = error.sentence
            return None

    def _on_kind_chosen(self) -> None:
        self._show_fields()
        if not self.needs.isHidden():
            self.needs.setFocus()
        self.changed.emit()

    def _show_fields(self) -> None:
        kind = Keeping(self.kind.currentData())
        self.needs.setVisible(kind is Keeping.NEEDS)
        self.score.setVisible(kind is Keeping.OPTIMAL)
