"""The dialog of all steps that repair a deck, before they are taken; any may be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from decks.deck import Deck
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.layouts import label, tip

if TYPE_CHECKING:
    from validators.repairs import RepairedDeck, RepairStep

MOST_LEFT = 3


class RepairAllDialog(SimpleDialog):
    """The steps, what each is for, and what would be left; accepting it takes the ticked ones.

    `errors_of` returns the sentences of what makes a deck illegal.
    """

    def __init__(
        self,
        repaired: RepairedDeck,
        errors_of: Callable[[Deck], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Fix all", "Apply", parent)
        self._repaired = repaired
        self._errors_of = errors_of
        self.heading = label("No fix found", Size.LARGE)
        self.steps = QListWidget(self)
        self.steps.setAccessibleName("Steps")
        self.steps.setWordWrap(True)
        self.steps.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.steps.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.left = label(repaired.why_not, wraps=True)
        for number, step in enumerate(repaired.steps, 1):
            item = QListWidgetItem(_words(number, step), self.steps)
            item.setData(Role.CARD, step.card)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(tip("\n".join(step.reasons)))
        watch_cards(self.steps)
        self.lay_out(self.heading, self.steps, self.left)
        self.left.setVisible(bool(repaired.why_not))
        if repaired.steps:
            self.steps.itemChanged.connect(self._show_what_is_left)
            self._show_what_is_left()
        else:
            self.steps.hide()
            self.accept_button.hide()
            self.cancel.setText("Close")
        self.resize(space(self, 110), space(self, 70))

    @property
    def deck(self) -> Deck:
        return self._repaired.taking(self._ticked())

    def _ticked(self) -> tuple[int, ...]:
        ticked = Qt.CheckState.Checked
        rows = range(self.steps.count())
        return tuple(row for row in rows if self.steps.item(row).checkState() is ticked)

    def _show_what_is_left(self) -> None:
        number, all_steps = len(self._ticked()), len(self._repaired.steps)
        left = self._repaired.why_not
        if number < all_steps:
            left = _left(self._errors_of(self.deck))
        self.heading.setText(_heading(number, all_steps, whole=not left))
        self.left.setText(left)
        self.left.setVisible(bool(left))
        self.accept_button.setEnabled(bool(number))


def _words(number: int, step: RepairStep) -> str:
    """Return a step, and below it what it is for: "4 copies of Ice; 3 are allowed"."""
    first, *more = step.reasons or ("",)
    rest = f" (and {len(more)} more)" if more else ""
    return f"{number}. {step.words}\n{first.rstrip('.')}{rest}".rstrip()


def _left(errors: Sequence[str]) -> str:
    if not errors:
        return ""
    more = len(errors) - MOST_LEFT
    rest = [f"and {more} more."] if more > 0 else []
    return " ".join(["Left then:", *errors[:MOST_LEFT], *rest])


def _heading(number: int, all_steps: int, *, whole: bool) -> str:
    """Return a heading: whether the ticked steps fix everything."""
    if number == 0:
        return "No step is ticked"
    text = "One step fixes" if number == 1 else f"{number} steps fix"
    if number < all_steps:
        text = f"{number} of {all_steps} steps {'fixes' if number == 1 else 'fix'}"
    return f"{text} everything" if whole else f"{text} a part"
