"""The dialogs that compare decks and merge plans."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHeaderView,
    QListWidget,
    QTableView,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
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
    push_button,
    write_and_report,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import LEFT, RIGHT, Role, card_row_height, cell_of, cell_width
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import buddy_label, column, label, row
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable, apply_table_style
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
        self._decks = (one, other)
        self._cards = cards
        self.heading = label(weight=QFont.Weight.DemiBold, wraps=True)
        self.summary = label(faint=True)
        self.model = QStandardItemModel(0, 3, self)
        self.table = QTableView(self)
        apply_table_style(self.table, "Differences", several=False)
        self.table.setModel(self.model)
        watch_cards(self.table)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.swap, self.copy = self.add_buttons(
            ("&Swap", self._on_swap_clicked), ("&Copy", self._on_copy_clicked)
        )
        gap = space(self, 2)
        head = row((self.heading, 1), self.summary)
        column(head, (self.table, 1), self.buttons, parent=self, margin=gap * 2, spacing=gap)
        self.resize(space(self, 170), space(self, 150))
        self._show()

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
        self.table.clearSpans()
        self.model.setRowCount(0)
        self.model.setHorizontalHeaderLabels(["", *self.names])
        for number in range(3):
            self.model.horizontalHeaderItem(number).setTextAlignment(RIGHT if number else LEFT)
        for title, changes in (
            ("Agendas", diff.agendas),
            *((w.capitalize(), c) for c, w in counts),
        ):
            self._add_heading(title, len(changes))
            for change in changes:
                self._add_card(change)
        fields = [each for each in diff.fields if each.field != "name"]  # in the heading
        self._add_heading("Other changes", len(fields))
        for field in fields:
            self._add_field(field)
        self._share_width()

    def _share_width(self) -> None:
        """Make the columns of the decks as wide as they need, at most half of the table."""
        metrics, most = self.table.fontMetrics(), space(self, 42)
        for number, name in enumerate(self.names, 1):
            rows = range(self.model.rowCount())
            cells = (cell_of(self.model.index(row, number)) for row in rows)
            heading = metrics.horizontalAdvance(name) + metrics.height()
            widest = max([heading, *(cell_width(cell, metrics) for cell in cells)])
            self.table.setColumnWidth(number, min(widest, most))

    def _add_heading(self, text: str, changes: int) -> None:
        """Add a heading with the number of changes, unless there are none."""
        if changes:
            number = self.model.rowCount()
            self._add_row((text, "", ""), heading=str(changes))
            self.table.setSpan(number, 0, 1, 3)
            self.table.setRowHeight(number, card_row_height(self.table.fontMetrics()) * 3 // 2)

    def _add_card(self, change: CardChange) -> None:
        where = f", {change.section}" if change.section.aside else ""
        before, after = (str(copies or _NONE) for copies in (change.before, change.after))
        card = self._cards.card(change.code)
        self._add_row((f"{change.label}{where}", before, after), card=card)

    def _add_field(self, change: FieldChange) -> None:
        if change.field in LONG_FIELDS:
            self._add_row((LONG_FIELDS[change.field].capitalize(), "", "changed"))
        else:
            named = _FIELD_LABELS.get(change.field, change.field.capitalize())
            self._add_row((named, change.before or "none", change.after or "none"))

    def _add_row(
        self,
        texts: tuple[str, str, str],
        heading: str = "",
        card: Card | None = None,
    ) -> None:
        items = [QStandardItem(text) for text in texts]
        for number, item in enumerate(items):
            item.setTextAlignment(RIGHT if number else LEFT)
            item.setEditable(False)
            item.setSelectable(not heading)
            item.setData(card, Role.CARD)
        items[0].setData(heading or None, Role.HEADING)
        items[0].setData(of_type(card), Role.GLYPHS)
        self.model.appendRow(items)

    def _on_swap_clicked(self) -> None:
        self._decks = self._decks[::-1]
        self._show()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


_ALL, _SHARED, _DIFFERENT = "all", "shared", "different"
# The widths of columns in characters: a deck's is between two, the card's has what is left.
_DECK, _WIDEST_DECK, _CARD, _PART, _SHARED_COPIES = 9, 20, 26, 13, 6
_BEFORE = 3  # columns before those of the decks


def _deck_column(number: int, name: str) -> Column[ComparedCard]:
    return number_column(
        name,
        lambda each: each.copies[number] or "",
        words=lambda each: f"{each.copies[number]} copies",
    )


def compared_cards_model(
    found: DecksCompared, cards: LoadedCards, parent: QObject
) -> ColumnsModel[ComparedCard]:
    """Return a model of the cards of decks with their copies in each."""

    def name(row: ComparedCard) -> str:
        return cards.named(row.code) if cards.card(row.code) else row.name

    first: tuple[Column[ComparedCard], ...] = (
        Column(title="Card", text=name, glyphs=lambda row: of_type(cards.card(row.code))),
        Column(title="Part", text=lambda row: row.heading, faint=True),
        number_column(
            "All",
            lambda row: row.shared or "",
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


class ComparedCardsTable(RowsTable[ComparedCard]):
    """Scrolls sideways where the decks are too many for its width."""

    def __init__(self, model: ColumnsModel[ComparedCard], parent: QWidget | None = None) -> None:
        super().__init__(model, "Cards of the decks", parent)
        self._model_columns = model.columns
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @override
    def fit_columns(self) -> None:
        character = self.fontMetrics().horizontalAdvance("0")
        decks = len(self._model_columns) - _BEFORE
        room = self.viewport().width() // character - _CARD - _PART - _SHARED_COPIES
        deck = min(_WIDEST_DECK, max(_DECK, room // decks))
        card = _CARD + max(0, room - deck * decks)
        for number, width in enumerate((card, _PART, _SHARED_COPIES, *[deck] * decks)):
            self.setColumnWidth(number, width * character)


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
        found = compared(decks)
        names = tuple(name or NAMELESS for name in found.names)
        self.found = DecksCompared(names, found.cards)
        self.shown: tuple[ComparedCard, ...] = ()
        self.choice = ComboBox("Which cards", self, 28)
        choices = {_ALL: "All cards", _SHARED: "What all of them have", _DIFFERENT: "What differs"}
        self.choice.set_choices(choices | {n: f"Only in {name}" for n, name in enumerate(names)})
        self.model = compared_cards_model(self.found, cards, self)
        self.table = ComparedCardsTable(self.model, self)
        watch_cards(self.table)
        self.summary = label(size=Size.SMALL, faint=True, wraps=True)
        self.copy, self.save = self.add_buttons(
            ("&Copy as CSV", self._on_copy_clicked), ("Sa&ve as CSV…", self._on_save_clicked)
        )
        gap = space(self, 2)
        heading = label(f"{len(decks)} decks side by side", weight=QFont.Weight.DemiBold)
        caption = buddy_label("&Show", self.choice, Size.SMALL)
        head = row((heading, 1), caption, self.choice, spacing=gap)
        foot = row((self.summary, 1), self.buttons, spacing=gap)
        column(head, (self.table, 1), foot, parent=self, margin=gap * 2, spacing=gap)
        self.resize(space(self, 256), space(self, 160))
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
        self.table.fit_columns()
        shared = sum(each.shared for each in self.found.shared)
        self.summary.setText(
            f"{len(cards):,} of {len(self.found.cards):,} cards."
            f" All have {len(self.found.shared):,} in common, {shared:,} copies."
        )

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(compared_csv(self.found, self.shown))
        self.summary.setText("The table is copied.")

    def _on_save_clicked(self) -> None:
        start = str(Path(self._folder) / "decks.csv")
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the table", start, "Tables (*.csv);;All files (*)"
        )
        if chosen:
            self.save_to(Path(chosen))


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
