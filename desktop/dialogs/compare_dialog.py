"""The dialogs that compare decks and merge plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QListWidget, QWidget

from core.text_format import shortened
from decks.diff import (
    LONG_FIELDS,
    CardChange,
    ComparedCard,
    DecksCompared,
    FieldChange,
    Outline,
    compared,
    compared_csv,
    difference,
)
from decks.three_way_merge import DeckPart, MergeConflict, Side, three_way_merge
from desktop.dialogs.simple_dialogs import (
    ClosableDialog,
    SimpleDialog,
    ask_for_file,
    push_button,
    write_and_report,
)
from desktop.session.deck_session import NAMELESS
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.deck_lines import DeckLine, DeckLinesView, heading
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import bold_label, buddy_label, label, row, tab_order
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.plans import PlanMerge

_ARROW = "\u2192"
_NONE = "\u2013"
_FIELD_LABELS = {"list_code": "List", "date": "Date"}


class CompareDialog(ClosableDialog):
    """Two decks and what differs between them; they can be swapped."""

    def __init__(
        self,
        one: Outline,
        other: Outline,
        cards: LoadedCards,
        parent: QWidget | None = None,
        title: str = "Compare two decks",
    ) -> None:
        super().__init__(title, parent)
        self._decks = tuple(in_language(each, cards) for each in (one, other))
        self._cards = cards
        self.summary = label(faint=True)
        self.lines = DeckLinesView("Differences", self)
        self.swap, self.copy = self.add_buttons(
            ("&Swap", self._on_swap_clicked), ("&Copy", self._on_copy_clicked)
        )
        self.lay_out(self.summary, (self.lines, 1))
        self._show()
        rows = range(self.lines.lines.rowCount())
        tall = sum(map(self.lines.sizeHintForRow, rows)) + space(self, 50)
        self.resize(space(self, 140), min(tall, space(self, 150)))

    @property
    def names(self) -> tuple[str, str]:
        one, other = self._decks
        return one.name or NAMELESS, other.name or NAMELESS

    def text(self) -> str:
        """Return the differences as text, one per line."""
        return "\n".join([f" {_ARROW} ".join(self.names), *difference(*self._decks).words])

    def _show(self) -> None:
        """Show removed, added and changed cards, and other differences."""
        diff = difference(*self._decks)
        self.heading.setText(f" {_ARROW} ".join(self.names))
        counts = ((diff.removed, "removed"), (diff.added, "added"), (diff.changed, "changed"))
        parts = [f"{len(changes)} {word}" for changes, word in counts if changes]
        self.summary.setText(" · ".join(parts) if diff else "No difference")
        lines = list[DeckLine]()
        for title, changes in (
            ("Agendas", diff.agendas),
            *((word.capitalize(), changes) for changes, word in counts),
        ):
            if changes:
                lines += [heading(title, len(changes)), *map(self._card_line, changes)]
        fields = [each for each in diff.fields if each.field != "name"]  # in the heading
        if fields:
            lines += [heading("Other changes", len(fields)), *map(_field_line, fields)]
        self.lines.show_lines(lines)

    def _card_line(self, change: CardChange) -> DeckLine:
        """Return how many copies more there are, the card, and its copies before and after."""
        where = f", {change.section}" if change.section.aside else ""
        before, after = (str(copies or _NONE) for copies in (change.before, change.after))
        more = f"{change.after - change.before:+}".replace("-", "\N{MINUS SIGN}")
        return DeckLine(
            text=f"{change.label}{where}",
            note=f"{before} {_ARROW} {after}",
            card=self._cards.card(change.code),
            before=more,
        )

    def _on_swap_clicked(self) -> None:
        self._decks = self._decks[::-1]
        self._show()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


def in_language(deck: Outline, cards: LoadedCards) -> Outline:
    """Return a deck's outline with the card names that the window shows."""
    named = ((each, cards.card(each.code)) for each in deck.entries)
    entries = tuple(replace(each, name=card.name) if card else each for each, card in named)
    return replace(deck, entries=entries)


def _field_line(change: FieldChange) -> DeckLine:
    if change.field in LONG_FIELDS:
        return DeckLine(text=f"{LONG_FIELDS[change.field].capitalize()}: changed")
    named = _FIELD_LABELS.get(change.field, change.field.capitalize())
    return DeckLine(text=f"{named}: {change.before or 'none'} {_ARROW} {change.after or 'none'}")


_ALL, _SHARED, _DIFFERENT = "all", "shared", "different"
# The least width of the column of cards, in characters.
_CARD = 26


def _deck_column(number: int, name: str) -> Column[ComparedCard]:
    return number_column(
        name,
        lambda each: each.copies[number] or "",
        9,
        words=lambda each: f"{each.copies[number]} copies",
    )


def compared_cards_model(
    found: DecksCompared, cards: LoadedCards, parent: QObject
) -> ColumnsModel[ComparedCard]:
    """Return a model of the cards of decks with their copies in each."""

    def name(row: ComparedCard) -> str:
        return cards.named(row.code) if cards.card(row.code) else row.name

    first: tuple[Column[ComparedCard], ...] = (
        Column(title="Card", text=name, glyphs=lambda row: of_type(cards.card(row.code)), share=1),
        Column(title="Part", text=lambda row: row.heading, faint=True, width=13),
        number_column(
            "All",
            lambda row: row.shared or "",
            6,
            name="Copies in every deck",
            words=lambda row: f"{row.shared} in every deck",
            faint=True,
        ),
    )
    decks = (_deck_column(number, name) for number, name in enumerate(found.names))
    return ColumnsModel(
        (*first, *decks),
        parent,
        key=lambda row: (row.section, row.code),
        card=lambda row: cards.card(row.code),
    )


class DeckTableDialog(ClosableDialog):
    """Decks or versions side by side: all cards, shared cards, or the cards of one deck only."""

    def __init__(
        self,
        decks: Sequence[Outline],
        cards: LoadedCards,
        parent: QWidget | None = None,
        folder: str = "",
    ) -> None:
        super().__init__(f"Compare {len(decks)} decks", parent)
        self._folder = folder
        found = compared([in_language(each, cards) for each in decks])
        names = tuple(name or NAMELESS for name in found.names)
        self.found = DecksCompared(names, found.cards)
        self.shown: tuple[ComparedCard, ...] = ()
        self.choice = ComboBox("Which cards", self, 28)
        choices = {_ALL: "All cards", _SHARED: "What all of them have", _DIFFERENT: "What differs"}
        self.choice.set_choices(choices | {n: f"Only in {name}" for n, name in enumerate(names)})
        self.model = compared_cards_model(self.found, cards, self)
        self.table: RowsTable[ComparedCard] = RowsTable(self.model, "Cards of the decks", self)
        self.table.least = _CARD
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        watch_cards(self.table)
        self.summary = label(size=Size.SMALL, faint=True, wraps=True)
        self.copy, self.save = self.add_buttons(
            ("&Copy as CSV", self._on_copy_clicked), ("Sa&ve as CSV…", self._on_save_clicked)
        )
        self.heading.setText(f"{len(decks)} decks side by side")
        caption = buddy_label("&Show", self.choice, Size.SMALL)
        head = row(caption, self.choice, spacing=space(self, 2))
        self.lay_out((self.table, 1), head=head, beside=self.summary, size=(256, 160))
        self.choice.activated.connect(self._show)
        self._show()
        self.table.setFocus()

    def save_to(self, path: Path) -> None:
        data = compared_csv(self.found, self.shown).encode("utf-8")
        write_and_report(path, data, self.summary.setText)

    def _show(self) -> None:
        chosen = self.choice.chosen
        cards = {
            _ALL: lambda: self.found.cards,
            _SHARED: lambda: self.found.shared,
            _DIFFERENT: lambda: tuple(each for each in self.found.cards if each.differs),
        }.get(chosen, partial(self.found.only_in, chosen))()
        self.shown = cards
        self.table.empty_text = "No cards."
        self.model.show_rows(cards)
        shared = sum(each.shared for each in self.found.shared)
        self.summary.setText(
            f"{len(cards):,} of {len(self.found.cards):,} cards."
            f" All have {len(self.found.shared):,} in common, {shared:,} copies."
        )

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(compared_csv(self.found, self.shown))
        self.summary.setText("The table is copied.")

    def _on_save_clicked(self) -> None:
        kinds = "Tables (*.csv);;All files (*)"
        ask_for_file("Save the table", self._folder, "decks.csv", self.save_to, self, kinds)


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
        heading = bold_label(f"“{names[0]}” into “{names[1]}”", wraps=True)
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
        tab_order(self.changes, *decide, self.accept_button)
        (decide or [self.accept_button])[0].setFocus()
        self._show()

    @property
    def decisions(self) -> dict[DeckPart, Side]:
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
        choose = self._choose_all
        self.all_deck = push_button("All as in the &deck", partial(choose, Side.DECK), buttons)
        self.all_plan = push_button("All as in the &plan", partial(choose, Side.PLAN), buttons)
        row(self.all_deck, self.all_plan, None, parent=buttons, margin=0, spacing=space(self, 1))
        return [bold_label("Both changed these"), scroller, buttons]

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
