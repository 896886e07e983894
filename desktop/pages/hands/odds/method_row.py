"""The fields that say how hands are gone through: all of them, or some that follow from a seed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from desktop.pages.hands.odds.odds_question import MOST_HANDS, USUAL_HANDS, Method
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox

METHODS = (
    (Method.QUICK, "all, if that is quick"),
    (Method.EXACT, "all, however long"),
    (Method.SAMPLED, "a sample"),
)
MOST_SEED = 2**31 - 1


class MethodRow(QWidget):
    """A chooser of methods; the number of hands and the seed beside it count for samples.

    Signals:
        changed: hands are gone through in another way.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.method = ComboBox("Which hands are counted", self)
        self.method.setMinimumContentsLength(16)
        for method, words in METHODS:
            self.method.addItem(words, method)
        self.method.widen_list()
        self.method.setToolTip("“Quick” is about a second; otherwise hands are sampled")
        self.hands = number_box("Sampled hands", 1_000, MOST_HANDS, USUAL_HANDS, self)
        self.hands.setSingleStep(100_000)
        self.hands.setSuffix(" hands")
        self.seed = number_box("Seed", 0, MOST_SEED, 1, self)
        self.seed.setPrefix("seed ")
        self.seed.setMaximumWidth(space(self, 30))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.method)
        layout.addWidget(self.hands)
        layout.addWidget(self.seed)
        layout.addStretch(1)
        self.method.currentIndexChanged.connect(self._on_method_chosen)
        self.hands.valueChanged.connect(self.changed)
        self.seed.valueChanged.connect(self.changed)
        self.show_sampled(sampled=False)

    @property
    def chosen(self) -> tuple[Method, int, int]:
        """The method, the number of hands and the seed."""
        return Method(self.method.currentData()), self.hands.value(), self.seed.value()

    def show_sampled(self, *, sampled: bool) -> None:
        """Show the number and the seed, because the last answer was sampled, or hide them."""
        shown = sampled or self.chosen[0] is Method.SAMPLED
        for box in (self.hands, self.seed):
            box.setVisible(shown)

    def _on_method_chosen(self) -> None:
        self.show_sampled(sampled=False)
        self.changed.emit()


def number_box(name: str, least: int, most: int, value: int, parent: QWidget) -> QSpinBox:
    """Return a field for a whole number; what is typed counts once it is complete."""
    box = QSpinBox(parent)
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setRange(least, most)
    box.setValue(value)
    box.setGroupSeparatorShown(most > 9_999 and name != "Seed")
    box.setKeyboardTracking(False)
    return box
