"""The dialog that compares two decks."""

from __future__ import annotations

from PySide6.QtGui import QFont, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from carddb.card import Card
from carddb.terms import Faction
from decks.diff import LONG_FIELDS, CardChange, FieldChange, Outline, difference
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.card_delegate import LEFT, RIGHT, Role, card_row_height, cell_of, cell_width
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_table import apply_table_style

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
        for button in (self.swap, self.copy):
            button.setAutoDefault(False)
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
        """Show removed, added and changed cards, and what else differs."""
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
        """Give names of decks and what is below them what they need, at most half of the width."""
        metrics, most = self.table.fontMetrics(), space(self, 42)
        for number, name in enumerate(self.names, 1):
            rows = range(self.model.rowCount())
            cells = (cell_of(self.model.index(row, number)) for row in rows)
            heading = metrics.horizontalAdvance(name) + metrics.height()
            widest = max([heading, *(cell_width(cell, metrics) for cell in cells)])
            self.table.setColumnWidth(number, min(widest, most))

    def _add_heading(self, text: str, changes: int) -> None:
        """Add a heading with the number of changes below it, where there are any."""
        if changes:
            number = self.model.rowCount()
            self._add_row((text, "", ""), heading=str(changes))
            self.table.setSpan(number, 0, 1, 3)
            self.table.setRowHeight(number, card_row_height(self.table.fontMetrics()) * 3 // 2)

    def _add_card(self, change: CardChange) -> None:
        where = f", {change.section}" if change.section.aside else ""
        card = self._cards.card(change.code)
        faction = card.factions[0] if card and card.factions else Faction.NEUTRAL
        glyphs = (Glyph(icons.type_glyph(card.type), faction),) if card else ()
        before, after = (str(copies or _NONE) for copies in (change.before, change.after))
        self._add_row((f"{change.label}{where}", before, after), glyphs, card=card)

    def _add_field(self, change: FieldChange) -> None:
        if change.field in LONG_FIELDS:
            self._add_row((LONG_FIELDS[change.field].capitalize(), "", "changed"))
        else:
            named = _FIELD_LABELS.get(change.field, change.field.capitalize())
            self._add_row((named, change.before or "none", change.after or "none"))

    def _add_row(
        self,
        texts: tuple[str, str, str],
        glyphs: tuple[Glyph, ...] = (),
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
        items[0].setData(glyphs, Role.GLYPHS)
        self.model.appendRow(items)

    def _on_swap_clicked(self) -> None:
        self._decks = self._decks[::-1]
        self._show()

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
