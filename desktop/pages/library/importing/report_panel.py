"""The right of the import dialog: one deck's report, and the cards a line can be read as."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.pages.library.importing.found_deck import FoundDeck
from desktop.pages.library.importing.report_model import (
    CARD,
    CHOSEN,
    LEFT_OUT,
    LINE,
    STATUS,
    STATUS_TEXTS,
    TEXT,
    ReportModel,
    is_doubtful,
    status_text,
)
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import space
from desktop.widgets.labels import label
from desktop.widgets.table_style import apply_table_style


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
        self.model = ReportModel(cards, self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName("Name of the deck")
        self.name.setPlaceholderText(NAMELESS)
        self.name.textEdited.connect(self._on_name_edited)
        self.summary = label(faint=True)
        self.only_doubtful = QCheckBox("&Doubtful lines only", self)
        self.only_doubtful.toggled.connect(lambda: self.show_found(self._found))
        self.table = _report_table(self.model, self)
        self.table.selectionModel().currentRowChanged.connect(self._show_line)
        self.note = label(wraps=True)
        self.card = QComboBox(self)
        self.card.setAccessibleName("Take the line for")
        self.card.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.card.setMinimumContentsLength(30)
        self.card.activated.connect(self._on_card_activated)
        self._caption = label("Take it fo&r:")
        self._caption.setTextFormat(Qt.TextFormat.AutoText)
        self._caption.setBuddy(self.card)
        self._lay_out()

    def show_found(self, found: FoundDeck | None) -> None:
        """Show the report of a deck, at its first doubtful line."""
        self._found = found
        lines = found.reading.lines if found else ()
        some = any(map(is_doubtful, lines))
        self.only_doubtful.setEnabled(some)
        self.model.show(found, doubtful_only=some and self.only_doubtful.isChecked())
        self.name.setEnabled(found is not None)
        if found is not None:
            self.name.setText(found.reading.deck.name if found.name is None else found.name)
            first = next((n for n, line in enumerate(lines) if is_doubtful(line)), 0)
            row = self.model.numbers.index(first) if first in self.model.numbers else 0
            self.table.setCurrentIndex(self.model.index(row, TEXT))
        else:
            self.name.clear()
        self._show_counts()
        self._show_line()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        head = QHBoxLayout()
        head.addWidget(self.summary, 1)
        head.addWidget(self.only_doubtful)
        choice = QHBoxLayout()
        choice.setSpacing(gap)
        choice.addWidget(self._caption)
        choice.addWidget(self.card, 1)
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
        count = Counter(status_text(self._found, number) for number in range(len(lines)))
        order = [*STATUS_TEXTS.values(), CHOSEN, LEFT_OUT]
        parts = [f"{count[text]} {text.lower()}" for text in order if count[text]]
        self.summary.setText(" · ".join(parts))

    def _current_number(self) -> int | None:
        row = self.table.currentIndex().row()
        return self.model.numbers[row] if 0 <= row < len(self.model.numbers) else None

    def _show_line(self) -> None:
        number = self._current_number()
        found = self._found
        self.card.clear()
        self.card.setEnabled(False)
        if found is None or number is None:
            self.note.setText("")
            return
        line = found.reading.lines[number]
        self.note.setText(line.note or f"Line {line.line} was read as it stands.")
        codes = [*filter(None, [line.code]), *line.candidates]
        if not codes:
            return
        with QSignalBlocker(self.card):
            for code in dict.fromkeys(codes):
                self.card.addItem(self._card_text(code), code)
            self.card.addItem("Leave it out", "")
            self.card.setCurrentIndex(self.card.findData(found.code(number)))
        self.card.setEnabled(True)

    def _card_text(self, code: str) -> str:
        card = self._cards.card(code)
        if card is None:
            return code
        return f"{card.name} · {self._cards.pack_name(card)} {card.position} · {card.type.value}"

    def _on_card_activated(self) -> None:
        number = self._current_number()
        if self._found is None or number is None:
            return
        self._found = self._found.choose(number, str(self.card.currentData()))
        self.model.update_choice(self._found)
        self._show_counts()
        self.found_changed.emit(self._found)

    def _on_name_edited(self, name: str) -> None:
        if self._found is not None:
            self._found = replace(self._found, name=name.strip())
            self.found_changed.emit(self._found)


def _report_table(model: ReportModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    apply_table_style(table, "Report line by line", several=False)
    table.setModel(model)
    header = table.horizontalHeader()
    character = table.fontMetrics().horizontalAdvance("0")
    for column, width in ((LINE, 5), (STATUS, 15)):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        table.setColumnWidth(column, width * character)
    for column in (TEXT, CARD):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    return table
