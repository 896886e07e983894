"""The dialog that merges a plan: what it changes, and what has to be decided."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QListWidget, QPushButton, QWidget

from core.text_format import shortened
from decks.diff import difference
from decks.three_way_merge import DeckPart, MergeConflict, Side, three_way_merge
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import buddy_label, label, row
from library.plans import PlanMerge

_MOST_HEIGHT = 60


class MergeDialog(SimpleDialog):
    """Lists the changes; a choice for each part that deck and plan changed differently.

    It can be accepted once everything is decided; `decisions` are the choices.
    """

    def __init__(self, look: PlanMerge, parent: QWidget | None = None) -> None:
        super().__init__("Merge the plan", "Merge", parent)
        self._look = look
        self.choices: dict[DeckPart, ComboBox] = {}
        names = (shortened(look.plan.name), shortened(look.plan.of.name) or NAMELESS)
        weight = QFont.Weight.DemiBold
        heading = label(f"“{names[0]}” into “{names[1]}”", weight=weight, wraps=True)
        self.words = label(wraps=True)
        self.changes = QListWidget(self)
        self.changes.setAccessibleName("What the merge changes")
        parts: list[QWidget] = [heading, self.words, self.changes]
        conflicts = look.merged.conflicts
        if conflicts:
            parts += self._conflict_parts(conflicts)
        self.lay_out(*parts)
        decide: list[QWidget] = [*self.choices.values()]
        if decide:
            decide += [self.all_deck, self.all_plan]
        for one, other in pairwise([self.changes, *decide, self.accept_button]):
            self.setTabOrder(one, other)
        (decide or [self.accept_button])[0].setFocus()
        self._show()

    @property
    def decisions(self) -> dict[DeckPart, Side]:
        """What is decided so far."""
        return {part: box.chosen for part, box in self.choices.items() if box.chosen}

    def _conflict_parts(self, conflicts: tuple[MergeConflict, ...]) -> list[QWidget]:
        """Return a heading, the choices, and two buttons that make them all."""
        inner = QWidget(self)
        grid = QGridLayout(inner)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(space(self, 2))
        grid.setVerticalSpacing(space(self, 1))
        for line, conflict in enumerate(conflicts):
            box = self._choice(conflict, inner)
            was = f"was {shortened(conflict.before)}" if conflict.before else "was not stored"
            grid.addWidget(buddy_label(conflict.label, box, faint=False), line, 0)
            grid.addWidget(label(was, faint=True), line, 1)
            grid.addWidget(box, line, 2)
        grid.setColumnStretch(2, 1)
        scroller = scrolled(inner, self)
        height = inner.sizeHint().height() + space(self, 1)
        scroller.setMinimumHeight(min(height, space(self, _MOST_HEIGHT)))
        scroller.setMaximumHeight(height)
        buttons = QWidget(self)
        self.all_deck = QPushButton("All as in the &deck", buttons)
        self.all_plan = QPushButton("All as in the &plan", buttons)
        for button, side in ((self.all_deck, Side.DECK), (self.all_plan, Side.PLAN)):
            button.setAutoDefault(False)
            button.clicked.connect(partial(self._choose_all, side))
        row(self.all_deck, self.all_plan, None, parent=buttons, margin=0, spacing=space(self, 1))
        heading = label("Both changed these", weight=QFont.Weight.DemiBold)
        return [heading, scroller, buttons]

    def _choice(self, conflict: MergeConflict, parent: QWidget) -> ComboBox:
        box = ComboBox(f"Which counts: {conflict.label}", parent, 18)
        deck, plan = f"Deck: {shortened(conflict.deck)}", f"Plan: {shortened(conflict.plan)}"
        box.set_choices({None: "Choose…", Side.DECK: deck, Side.PLAN: plan})
        box.currentIndexChanged.connect(self._show)
        self.choices[conflict.part] = box
        return box

    def _choose_all(self, side: Side) -> None:
        for box in self.choices.values():
            box.choose(side)

    def _show(self) -> None:
        """Show what the merge changes with what is decided so far."""
        look = self._look
        merged = three_way_merge(look.before, look.deck, look.planned, self.decisions)
        changes = difference(look.deck, merged.outline).words
        self.changes.clear()
        self.changes.addItems(changes)
        self.changes.setVisible(bool(changes))
        left = len(merged.conflicts)
        if left:
            words = "Choose what counts where both were changed; then it can be merged."
        elif changes:
            words = "This becomes the deck's next version. The plan goes into the bin."
        else:
            words = "The deck stays as it is. The plan goes into the bin."
        self.words.setText(words)
        self.accept_button.setEnabled(not left)
