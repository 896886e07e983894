"""The fields above the odds: which hands are kept, which are counted, the compared deck."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from desktop.pages.hands.odds.comparison import ComparedDeck
from desktop.style.fonts import Size, space
from desktop.widgets.form import number_box
from desktop.widgets.layouts import buddy_label, label, row, tip
from desktop.widgets.policy_fields import PolicyFields, choice_box
from goldfish.queries import MOST_HANDS, USUAL_HANDS, HandsOptions, Method

MOST_SEED = 2**31 - 1

_METHODS = {
    Method.QUICK: "Exact if possible",
    Method.EXACT: "Always exact",
    Method.SAMPLED: "Sample",
}


class MethodFields(QWidget):
    """A list of methods; the number of hands and the seed next to it count for samples.

    Signals:
        changed: hands are to be counted in another way.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.method = choice_box("How hands are counted", _METHODS, 13, self)
        self.method.setToolTip("Exact where that takes about a second, otherwise a sample")
        self.hands = number_box("Sampled hands", 1_000, MOST_HANDS, USUAL_HANDS, self)
        self.hands.setGroupSeparatorShown(True)
        self.hands.setSingleStep(100_000)
        self.hands.setSuffix(" hands")
        self.seed = number_box("Seed", 0, MOST_SEED, 1, self)
        self.seed.setPrefix("seed ")
        self.seed.setMaximumWidth(space(self, 30))
        fields = (self.method, self.hands, self.seed, None)
        row(*fields, parent=self, margin=0, spacing=space(self, 1))
        self.method.currentIndexChanged.connect(self._on_method_chosen)
        self.hands.valueChanged.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.show_sampled(sampled=False)

    @property
    def chosen(self) -> tuple[Method, int, int]:
        return self.method.chosen, self.hands.value(), self.seed.value()

    def show_sampled(self, *, sampled: bool) -> None:
        """Show the number and the seed, because the last answer was sampled, or hide them."""
        shown = sampled or self.chosen[0] is Method.SAMPLED
        for box in (self.hands, self.seed):
            box.setVisible(shown)

    def _on_method_chosen(self) -> None:
        self.show_sampled(sampled=False)
        self.changed.emit()


class OddsOptions(QWidget):
    """Policy, method and compared deck, each in a line of its own.

    Signals:
        changed: any of them is another.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.compared_deck: ComparedDeck | None = None
        self.policy = PolicyFields(self)
        self.method = MethodFields(self)
        self.versus = QPushButton("Co&mpare with…")
        self.versus.setToolTip(
            "An open deck, a sample, a deck of the library, or an earlier version"
        )
        self.compared_name = label(wraps=True)
        self.alone = QPushButton("Stop compari&ng")
        for button in (self.versus, self.alone):
            button.setObjectName("small")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(space(self, 2))
        grid.setVerticalSpacing(space(self, 1))
        fields = (
            ("Mullig&an", self.policy, self.policy.kind),
            ("Co&unt", self.method, self.method.method),
        )
        self._hands_parts: list[QWidget] = []
        for line, (words, part, buddy) in enumerate(fields):
            name = buddy_label(words, buddy, Size.SMALL)
            grid.addWidget(name, line, 0)
            grid.addWidget(part, line, 1)
            self._hands_parts += [name, part]
        comparison = (self.versus, (self.compared_name, 1), self.alone)
        grid.addLayout(row(*comparison, spacing=space(self, 2)), 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.policy.changed.connect(self.changed)
        self.method.changed.connect(self.changed)
        self.alone.clicked.connect(self._on_alone_clicked)
        self._show_compared_deck()

    @property
    def hands(self) -> HandsOptions | None:
        """The options that are chosen, or None while the policy is not complete."""
        policy = self.policy.policy()
        return None if policy is None else HandsOptions(policy, *self.method.chosen)

    def show_hands(self, *, shown: bool) -> None:
        """Show what concerns opening hands, or hide it: rounds are played without a mulligan."""
        for part in self._hands_parts:
            part.setVisible(shown)

    def compare(self, compared_deck: ComparedDeck | None) -> None:
        self.compared_deck = compared_deck
        self._show_compared_deck()
        self.changed.emit()

    def _show_compared_deck(self) -> None:
        name = self.compared_deck.name if self.compared_deck else ""
        self.compared_name.setText(f"“{name}”" if self.compared_deck else "")
        self.compared_name.setToolTip(tip(name))
        self.alone.setVisible(self.compared_deck is not None)

    def _on_alone_clicked(self) -> None:
        self.versus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.compare(None)
