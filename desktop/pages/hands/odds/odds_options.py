"""The fields over the odds: when a hand is kept, which hands are counted, what is beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from carddb.pool import CardPool
from desktop.pages.hands.odds.comparison import ComparedDeck
from desktop.pages.hands.odds.method_row import MethodRow
from desktop.pages.hands.odds.odds_question import Terms
from desktop.pages.hands.odds.policy_row import PolicyRow
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label, tip


class OddsOptions(QWidget):
    """Policy, method and rival, each in a line of its own.

    Signals:
        changed: something else is asked.
        rival_requested: the user wants to choose what the deck is compared with.
    """

    changed = Signal()
    comparison_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.compared_deck: ComparedDeck | None = None
        self.policy = PolicyRow(self)
        self.method = MethodRow(self)
        self.versus = QPushButton("Co&mpare with…")
        self.versus.setObjectName("small")
        self.versus.setToolTip("Another open deck, a sample deck, a deck of the library, a version")
        self.named = label(wraps=True)
        self.alone = QPushButton("Do &not compare")
        self.alone.setObjectName("small")
        self._lay_out()
        self.policy.changed.connect(self.changed)
        self.method.changed.connect(self.changed)
        self.versus.clicked.connect(self.comparison_requested)
        self.alone.clicked.connect(self._on_alone_clicked)
        self._show_compared_deck()

    @property
    def terms(self) -> Terms | None:
        """What is asked for, or None while the policy is not complete."""
        policy = self.policy.policy()
        return None if policy is None else Terms(policy, *self.method.chosen)

    def know(self, pool: CardPool | None) -> None:
        """Search among the cards of a pool."""
        self.policy.know(pool)

    def show_hands(self, *, shown: bool) -> None:
        """Show what concerns opening hands, or hide it: rounds are played without a mulligan."""
        for part in (*self._labels, self.policy, self.method):
            part.setVisible(shown)

    def compare(self, compared_deck: ComparedDeck | None) -> None:
        """Compare with another deck, or with none."""
        self.compared_deck = compared_deck
        self._show_compared_deck()
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(space(self, 2))
        grid.setVerticalSpacing(space(self, 1))
        compared_deck = QHBoxLayout()
        compared_deck.setSpacing(space(self, 2))
        compared_deck.addWidget(self.versus)
        compared_deck.addWidget(self.named, 1)
        compared_deck.addWidget(self.alone)
        self._labels = (_label("&Keep", self.policy.kind), _label("Co&unt", self.method.method))
        for row, each in enumerate(self._labels):
            grid.addWidget(each, row, 0)
        grid.addWidget(self.policy, 0, 1)
        grid.addWidget(self.method, 1, 1)
        grid.addLayout(compared_deck, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)

    def _show_compared_deck(self) -> None:
        compared_deck = self.compared_deck
        self.named.setText(f"“{compared_deck.name}”" if compared_deck else "")
        self.named.setToolTip(tip(compared_deck.name) if compared_deck else "")
        self.alone.setVisible(compared_deck is not None)

    def _on_alone_clicked(self) -> None:
        self.versus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.compare(None)


def _label(text: str, field: QWidget) -> QLabel:
    made = label(text, Size.SMALL, faint=True)
    made.setBuddy(field)
    return made
