"""The right of the import dialog: one deck's report, and a chooser for the line at hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.pages.library.importing.import_choices import FoundDeck
from desktop.pages.library.importing.report_model import (
    CHOSEN,
    LEFT_OUT,
    LINE,
    STATUS,
    STATUS_WORDS,
    TAKEN,
    TEXT,
    ReportModel,
    doubtful,
    status_words,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import space
from desktop.widgets.check_box import CheckBox
from desktop.widgets.labels import label
from desktop.widgets.table_style import apply_table_style


class ReportPanel(QWidget):
    """Name of the deck, counts, the lines, and what a doubtful line may be taken for.

    Signals:
        found_changed: the name or a line was chosen anew (the FoundDeck).
    """

    found_changed = Signal(object)

    def __init__(self, cards: LoadedCards, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._found: FoundDeck | None = None
        self.model = ReportModel(cards, self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText(NAMELESS)
        self.name.textEdited.connect(self._on_name_edited)
        self.summary = label(faint=True)
        self.only_doubtful = CheckBox("&Doubtful lines only", self)
        self.only_doubtful.toggled.connect(self._on_only_doubtful_toggled)
        self.table = _report_table(self.model, self)
        self.table.selectionModel().currentRowChanged.connect(self._show_line)
        self.note = label(wraps=True)
        self.taken = QComboBox(self)
        self.taken.setAccessibleName("Take the line for")
        self.taken.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.taken.setMinimumContentsLength(30)
        self.taken.activated.connect(self._on_taken_activated)
        self._caption = label("Take it fo&r:")
        self._caption.setTextFormat(Qt.TextFormat.AutoText)
        self._caption.setBuddy(self.taken)
        self._lay_out()

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the report of a deck, at its first doubtful line."""
        self._found = found
        lines = found.reading.lines if found else ()
        some = any(map(doubtful, lines))
        self.only_doubtful.setEnabled(some)
        self.model.show(found, doubtful_only=some and self.only_doubtful.isChecked())
        self.name.setEnabled(found is not None)
        if found is not None:
            self.name.setText(found.reading.deck.name if found.name is None else found.name)
            first = next((n for n, line in enumerate(lines) if doubtful(line)), 0)
            self._go_to(first)
        else:
            self.name.clear()
        self._show_counts()
        self._show_line()

    def _go_to(self, number: int) -> None:
        rows = range(self.model.rowCount())
        row = next((row for row in rows if self.model.number_at(row) == number), 0)
        self.table.setCurrentIndex(self.model.index(row, TEXT))

    def _lay_out(self) -> None:
        gap = space(self, 2)
        head = QHBoxLayout()
        head.addWidget(self.summary, 1)
        head.addWidget(self.only_doubtful)
        choice = QHBoxLayout()
        choice.setSpacing(gap)
        choice.addWidget(self._caption)
        choice.addWidget(self.taken, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(gap)
        layout.addWidget(self.name)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.note)
        layout.addLayout(choice)
        self.note.setMinimumHeight(self.fontMetrics().height() * 2)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _show_counts(self) -> None:
        if self._found is None:
            self.summary.setText("")
            return
        lines = self._found.reading.lines
        count = Counter(status_words(self._found, number) for number in range(len(lines)))
        order = [*STATUS_WORDS.values(), CHOSEN, LEFT_OUT]
        parts = [f"{count[words]} {words.lower()}" for words in order if count[words]]
        self.summary.setText(" · ".join(parts))

    def _number(self) -> int | None:
        row = self.table.currentIndex().row()
        return self.model.number_at(row) if 0 <= row < self.model.rowCount() else None

    def _show_line(self) -> None:
        number = self._number()
        found = self._found
        self.taken.clear()
        self.taken.setEnabled(False)
        if found is None or number is None:
            self.note.setText("")
            return
        line = found.reading.lines[number]
        self.note.setText(line.note or f"Line {line.line} was read as it stands.")
        codes = [*filter(None, [line.code]), *line.candidates]
        if not codes:
            return
        with QSignalBlocker(self.taken):
            for code in dict.fromkeys(codes):
                self.taken.addItem(self._named(code), code)
            self.taken.addItem("Leave it out", "")
            self.taken.setCurrentIndex(self.taken.findData(found.code(number)))
        self.taken.setEnabled(True)

    def _named(self, code: str) -> str:
        card = self._cards.card(code)
        if card is None:
            return code
        return f"{card.name} · {self._cards.pack_name(card)} {card.position} · {card.type.value}"

    def _on_taken_activated(self) -> None:
        number = self._number()
        if self._found is None or number is None:
            return
        self._found = self._found.choose(number, str(self.taken.currentData()))
        self.model.update_choice(self._found)
        self._show_counts()
        self.found_changed.emit(self._found)

    def _on_name_edited(self, name: str) -> None:
        if self._found is not None:
            self._found = replace(self._found, name=name.strip())
            self.found_changed.emit(self._found)

    def _on_only_doubtful_toggled(self) -> None:
        self.show_found(self._found)


def _report_table(model: ReportModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    apply_table_style(table, "Report line by line", several=False)
    table.setModel(model)
    header = table.horizontalHeader()
    character = table.fontMetrics().horizontalAdvance("0")
    for column, width in ((LINE, 5), (STATUS, 15)):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        table.setColumnWidth(column, width * character)
    for column in (TEXT, TAKEN):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    return table
