"""The fields over the odds: when a hand is kept, which hands are counted, what is beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from carddb.pool import CardPool
from desktop.pages.hands.method_row import MethodRow
from desktop.pages.hands.policy_row import PolicyRow
from desktop.pages.hands.question import Terms
from desktop.pages.hands.rival import Rival
from desktop.typeface import Size, space
from desktop.widgets.labels import label, tip


class Asking(QWidget):
    """Policy, method and rival, each in a line of its own.

    Signals:
        changed: something else is asked.
        rival_requested: the user wants to choose what the deck is compared with.
    """

    changed = Signal()
    rival_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rival: Rival | None = None
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
        self.versus.clicked.connect(self.rival_requested)
        self.alone.clicked.connect(self._on_alone_clicked)
        self._show_rival()

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

    def compare(self, rival: Rival | None) -> None:
        """Compare with another deck, or with none."""
        self.rival = rival
        self._show_rival()
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(space(self, 2))
        grid.setVerticalSpacing(space(self, 1))
        rival = QHBoxLayout()
        rival.setSpacing(space(self, 2))
        rival.addWidget(self.versus)
        rival.addWidget(self.named, 1)
        rival.addWidget(self.alone)
        self._labels = (_label("&Keep", self.policy.kind), _label("Co&unt", self.method.method))
        for row, each in enumerate(self._labels):
            grid.addWidget(each, row, 0)
        grid.addWidget(self.policy, 0, 1)
        grid.addWidget(self.method, 1, 1)
        grid.addLayout(rival, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)

    def _show_rival(self) -> None:
        rival = self.rival
        self.named.setText(f"“{rival.name}”" if rival else "")
        self.named.setToolTip(tip(rival.name) if rival else "")
        self.alone.setVisible(rival is not None)

    def _on_alone_clicked(self) -> None:
        self.versus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.compare(None)


def _label(text: str, field: QWidget) -> QLabel:
    made = label(text, Size.SMALL, faint=True)
    made.setBuddy(field)
    return made
