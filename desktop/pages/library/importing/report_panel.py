"""The right of the import dialog: one deck's report, and the cards a line can be read as."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QTableView, QWidget

from decks.report import LineStatus
from desktop.pages.library.importing.report_model import (
    CHOSEN,
    LEFT_OUT,
    STATUS_TEXTS,
    TEXT,
    ReportModel,
    ReportRow,
    report_rows,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import space
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_table import RowsTable
from library.found_deck import FoundDeck

# A status as it stands behind a number of lines.
_COUNTED = {STATUS_TEXTS[LineStatus.AMBIGUOUS]: "with several versions"}


class ReportPanel(QWidget):
    """Name of the deck, counts, the lines, and the cards that a doubtful line can be read as.

    Signals:
        found_changed: another name or card was chosen (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.model = ReportModel(self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText(NAMELESS)
        self.name.textEdited.connect(self._on_name_edited)
        self.summary = label(faint=True)
        self.only_doubtful = QCheckBox("Only lines to chec&k", self)
        self.only_doubtful.toggled.connect(lambda: self.show_found(self._found))
        self.table: RowsTable[ReportRow] = RowsTable(self.model, "Report line by line", self)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.selectionModel().currentRowChanged.connect(self._show_line)
        self.note = label(wraps=True)
        self.card = ComboBox("Card of the line", self)
        self.card.setMinimumContentsLength(30)
        self.card.activated.connect(self._on_card_activated)
        self._lay_out()
        for each in (self.table, self.card.view()):
            watch_cards(each)

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the report of a deck, at its first doubtful line."""
        self._found = found
        rows = self._rows()
        self.only_doubtful.setEnabled(any(each.is_doubtful for each in rows))
        self.model.show_rows(self._shown(rows))
        self.table.fit_columns()
        self.name.setEnabled(found is not None)
        if found is not None:
            self.name.setText(found.reading.deck.name if found.name is None else found.name)
            doubtful = (n for n, each in enumerate(self.model.rows) if each.is_doubtful)
            self.table.setCurrentIndex(self.model.index(next(doubtful, 0), TEXT))
        else:
            self.name.clear()
        self._show_counts(rows)
        self._show_line()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        head = row((self.summary, 1), self.only_doubtful)
        caption = buddy_label("Ca&rd:", self.card, faint=False)
        choice = row(caption, (self.card, 1), spacing=gap)
        parts = (self.name, head, (self.table, 1), self.note, choice)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.note.setMinimumHeight(self.fontMetrics().height() * 2)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _rows(self) -> list[ReportRow]:
        return report_rows(self._found, self._cards) if self._found else []

    def _shown(self, rows: list[ReportRow]) -> list[ReportRow]:
        doubtful = [each for each in rows if each.is_doubtful]
        return doubtful if doubtful and self.only_doubtful.isChecked() else rows

    def _show_counts(self, rows: list[ReportRow]) -> None:
        count = Counter(each.status for each in rows)
        order = [*STATUS_TEXTS.values(), CHOSEN, LEFT_OUT]
        self.summary.setText(
            " · ".join(
                f"{count[each]} {_COUNTED.get(each, each.lower())}" for each in order if count[each]
            )
        )

    def _current_row(self) -> ReportRow | None:
        number = self.table.currentIndex().row()
        return self.model.rows[number] if number >= 0 else None

    def _show_line(self) -> None:
        self.card.clear()
        self.card.setEnabled(False)
        current = self._current_row()
        if current is None or self._found is None:
            self.note.setText("")
            return
        line = current.line
        self.note.setText(line.note or f"Line {line.line} was read as written.")
        codes = [*filter(None, [line.code]), *line.candidates]
        if not codes:
            return
        with QSignalBlocker(self.card):
            for number, code in enumerate(dict.fromkeys(codes)):
                self.card.addItem(self._card_text(code), code)
                self.card.setItemData(number, self._cards.card(code), Role.CARD)
            self.card.addItem("Leave it out", "")
            self.card.setCurrentIndex(self.card.findData(self._found.code(current.number)))
        self.card.setEnabled(True)

    def _card_text(self, code: str) -> str:
        card = self._cards.card(code)
        if card is None:
            return code
        return f"{card.name} · {self._cards.pack_name(card)} {card.position} · {card.type.value}"

    def _on_card_activated(self) -> None:
        current = self._current_row()
        if self._found is None or current is None:
            return
        self._found = self._found.choose(current.number, str(self.card.currentData()))
        rows = self._rows()
        self.model.update_rows(self._shown(rows))
        self.table.fit_columns()
        self._show_counts(rows)
        self.found_changed.emit(self._found)

    def _on_name_edited(self, name: str) -> None:
        if self._found is not None:
            self._found = replace(self._found, name=name.strip())
            self.found_changed.emit(self._found)
