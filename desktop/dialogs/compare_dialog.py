"""The dialog that compares two decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTableView, QWidget

from carddb.terms import Faction
from decks.diff import CardChange, DeckDiff, Outline, difference
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.card_delegate import LEFT, RIGHT, Role, row_height
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from desktop.widgets.table_style import apply_table_style

_ARROW = "\u2192"
_NONE = "\u2013"


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A heading with the number of what is below it, or a change."""

    label: str
    before: str = ""
    after: str = ""
    heading: str = ""
    glyph: Glyph | None = None


def rows_of(diff: DeckDiff, cards: LoadedCards) -> list[DiffRow]:
    """Return the rows of a difference: removed, added, changed, and what else differs."""
    parts: tuple[tuple[str, Sequence[CardChange]], ...] = (
        ("Agendas", diff.agendas),
        ("Removed", diff.removed),
        ("Added", diff.added),
        ("Changed", diff.changed),
    )
    rows: list[DiffRow] = []
    for title, changes in parts:
        if changes:
            rows += [DiffRow(title, heading=str(len(changes))), *_changes(changes, cards)]
    fields = [change for change in diff.fields if change.field != "name"]  # in the heading
    others = [change for change in fields if change.field != "notes"]
    if fields:
        rows.append(DiffRow("Besides the cards", heading=str(len(fields))))
        names = {"list_code": "List", "date": "Date"}
        rows += [
            DiffRow(names.get(e.field, e.field.capitalize()), e.before or "none", e.after or "none")
            for e in others
        ]
        rows += [DiffRow("Notes", "", "changed")] * (len(others) != len(fields))
    return rows


def _changes(changes: Sequence[CardChange], cards: LoadedCards) -> Iterator[DiffRow]:
    for change in changes:
        where = str(change.section) if change.section.aside else ""
        named = f"{change.label}, {where}" if where else change.label
        card = cards.card(change.code)
        faction = card.factions[0] if card and card.factions else Faction.NEUTRAL
        glyph = Glyph(icons.of_type(card.type), faction) if card else None
        before, after = (str(n) if n else _NONE for n in (change.before, change.after))
        yield DiffRow(named, before, after, glyph=glyph)


class DiffModel(QStandardItemModel):
    """A difference as a table: what, in the first deck, in the second."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(0, 3, parent)
        self.rows: Sequence[DiffRow] = ()

    def show(self, rows: Sequence[DiffRow], names: tuple[str, str]) -> None:
        """Show another difference, between decks of these names."""
        self.rows = rows
        self.setRowCount(0)
        self.setHorizontalHeaderLabels(["", *names])
        for number in range(3):
            self.horizontalHeaderItem(number).setTextAlignment(RIGHT if number else LEFT)
        for each in rows:
            items = [QStandardItem(text) for text in (each.label, each.before, each.after)]
            for number, item in enumerate(items):
                item.setTextAlignment(RIGHT if number else LEFT)
                item.setEditable(False)
                item.setSelectable(not each.heading)
            items[0].setData(each.heading or None, Role.HEADING)
            items[0].setData((each.glyph,) if each.glyph else (), Role.GLYPHS)
            self.appendRow(items)


class CompareDialog(QDialog):
    """Two decks and what differs between them; they can be swapped."""

    def __init__(
        self,
        one: Outline,
        other: Outline,
        cards: LoadedCards,
        parent: QWidget | None = None,
        title: str = "Compare two decks",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._decks = (one, other)
        self._cards = cards
        self.heading = label(weight=QFont.Weight.DemiBold, wraps=True)
        self.summary = label(faint=True)
        self.model = DiffModel(self)
        self.table = _diff_table(self.model, self)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.swap = self.buttons.addButton("&Swap", role)
        self.copy = self.buttons.addButton("&Copy", role)
        for button in (self.swap, self.copy):
            button.setAutoDefault(False)
        self.swap.clicked.connect(self._on_swap_clicked)
        self.copy.clicked.connect(self._on_copy_clicked)
        self.buttons.rejected.connect(self.reject)
        gap = space(self, 2)
        head = row((self.heading, 1), self.summary)
        column(head, (self.table, 1), self.buttons, parent=self, margin=gap * 2, spacing=gap)
        self.resize(space(self, 170), space(self, 150))
        self._show()

    @property
    def names(self) -> tuple[str, str]:
        """The names of the decks, in their order."""
        one, other = self._decks
        return one.name or NAMELESS, other.name or NAMELESS

    def text(self) -> str:
        """Return the difference as text, a change a line."""
        return "\n".join([f" {_ARROW} ".join(self.names), *difference(*self._decks).words])

    def _show(self) -> None:
        diff = difference(*self._decks)
        rows = rows_of(diff, self._cards)
        self.model.show(rows, self.names)
        self.table.clearSpans()
        for number, each in enumerate(rows):
            if each.heading:
                self.table.setSpan(number, 0, 1, 3)
                height = row_height(self.table.fontMetrics()) * 3 // 2
                self.table.setRowHeight(number, height)
        self.heading.setText(f" {_ARROW} ".join(self.names))
        counts = ((diff.removed, "removed"), (diff.added, "added"), (diff.changed, "changed"))
        parts = [f"{len(changes)} {word}" for changes, word in counts if changes]
        self.summary.setText(" · ".join(parts) if diff else "No difference")

    def _on_swap_clicked(self) -> None:
        self._decks = self._decks[::-1]
        self._show()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


def _diff_table(model: DiffModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    apply_table_style(table, "Differences", several=False)
    table.setModel(model)
    header = table.horizontalHeader()
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for number in (1, 2):
        header.setSectionResizeMode(number, QHeaderView.ResizeMode.Fixed)
        table.setColumnWidth(number, table.fontMetrics().horizontalAdvance("0") * 24)
    return table
