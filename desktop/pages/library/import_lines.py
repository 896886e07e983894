"""The report of a deck that was read, line by line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from decks.deck_section import AGENDAS
from decks.formats.deck_json import FORMAT as JSON
from decks.report import THE_FACTION, THE_NAME, LineStatus, ReportLine
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.card_delegate import Cell, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import GOOD, Glyph, of_line, of_type
from desktop.widgets.layouts import buddy_label, column, label, row, tip
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.import_reader import FoundDeck
from validators.problem import Severity

CHOSEN, LEFT_OUT = "Chosen", "Left out"
STATUS_TEXTS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Choose a version",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}
LINE, TEXT, STATUS, CARD = range(4)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A line of a report, what the user chose for it, and the card that it is taken for.

    `number` is its place in the report, `choice` a code, empty where the line is left out, None
    where nothing was chosen. `written` is what the list says, `taken_for` the card, or what the
    line states of the deck.
    """

    number: int
    line: ReportLine
    choice: str | None
    card: Card | None
    written: str
    taken_for: str

    @property
    def is_doubtful(self) -> bool:
        return self.line.status not in {LineStatus.READ, LineStatus.IGNORED}

    @property
    def status(self) -> str:
        """The status of the line, or of what the user chose for it."""
        if self.choice is None:
            stated = self.line.states_deck
            return STATUS_TEXTS[LineStatus.READ if stated else self.line.status]
        return CHOSEN if self.choice else LEFT_OUT

    @property
    def status_glyph(self) -> Glyph:
        if self.choice is not None:
            return GOOD if self.choice else Glyph(icons.NOTE, Severity.NOTE)
        return GOOD if self.line.states_deck else of_line(self.line)


def report_rows(found: FoundDeck, cards: LoadedCards) -> list[ReportRow]:
    """Return a row for every line of a found deck's report.

    Of JSON the name is no line of the report; it comes first, then faction and agendas.
    """
    deck, rows = found.reading.deck, []
    for number, line in enumerate(found.reading.lines):
        code, choice = found.code(number), found.choices.get(number)
        name, written = cards.named(code), line.words
        if line.note == THE_NAME:
            name = deck.name
        elif line.note == THE_FACTION:
            name = deck.faction.card_name if deck.faction else ""
        elif written != line.text.strip() and line.code:
            written = f"{line.copies}x {cards.named(line.code)}"
        rows.append(ReportRow(number, line, choice, cards.card(code), written, name))
    if found.reading.format_code != JSON.code:
        return rows
    listed = [row for row in rows if row.line.copies or row.line.status is not LineStatus.IGNORED]
    listed.sort(key=lambda row: (not row.line.states_deck, row.line.section != AGENDAS))
    named = ReportLine(0, deck.name, LineStatus.READ, note=THE_NAME)
    return [ReportRow(-1, named, None, None, deck.name, deck.name), *listed]


COLUMNS: tuple[Column[ReportRow], ...] = (
    number_column("Line", lambda row: row.line.line or "", 5, faint=True),
    Column(title="In the list", text=lambda row: row.written, share=1),
    Column(
        title="Status",
        text=lambda row: row.status,
        glyphs=lambda row: (row.status_glyph,),
        width=19,
    ),
    Column(
        title="Taken for",
        text=lambda row: row.taken_for,
        glyphs=lambda row: of_type(row.card),
        share=1,
    ),
)


class ReportModel(ColumnsModel[ReportRow]):
    """Lines of one found deck."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, key=lambda row: row.number, card=lambda row: row.card)

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        line, value = self.rows[row].line, super().value(row, column, role)
        if role == Qt.ItemDataRole.ToolTipRole and line.note:
            return tip(line.note)
        ignored = isinstance(value, Cell) and line.status is LineStatus.IGNORED
        return replace(value, faint=True) if ignored else value


# A status as it stands behind a number of lines.
_COUNTED = {STATUS_TEXTS[LineStatus.AMBIGUOUS]: "with several versions"}


class ReportPanel(QWidget):
    """Counts, the lines, and the cards that a doubtful line can be read as.

    Signals:
        found_changed: another card was chosen (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.model = ReportModel()
        self.summary = label(faint=True)
        self.table: RowsTable[ReportRow] = RowsTable(self.model, "Report line by line", self)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.selectionModel().currentRowChanged.connect(self._show_line)
        self.note = label(wraps=True)
        self.card = ComboBox("Card of the line", self, 30)
        self.card.activated.connect(self._on_card_activated)
        self._lay_out()
        for each in (self.table, self.card.view()):
            watch_cards(each)

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the report of a deck, at its first doubtful line; of the same one, what changed."""
        same = found and self._found and found.reading is self._found.reading
        self._found = found
        rows = report_rows(found, self._cards) if found else []
        if same:
            self.model.update_rows(rows)
        else:
            self.model.show_rows(rows)
            doubtful = (n for n, each in enumerate(rows) if each.is_doubtful)
            self.table.setCurrentIndex(self.model.index(next(doubtful, 0), TEXT))
        self._show_counts(rows)
        self._show_line()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        caption = buddy_label("Ca&rd:", self.card, faint=False)
        choice = row(caption, (self.card, 1), spacing=gap)
        parts = (self.summary, (self.table, 1), self.note, choice)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.note.setMinimumHeight(self.fontMetrics().height() * 2)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

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
        if self._found is not None and current is not None:
            code = str(self.card.currentData())
            self.found_changed.emit(self._found.choose(current.number, code))
