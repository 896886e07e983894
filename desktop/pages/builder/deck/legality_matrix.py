"""The deck under every restricted list and format of it: legal or not, and why not."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget
from typing_extensions import override

from decks.deck import Deck
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import LEFT, Role
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import of_verdict
from desktop.widgets.layouts import column, label, tip
from desktop.widgets.rows_table import apply_table_style
from validators.conditions import Conditions
from validators.judge import Judge, MatrixRow
from validators.problem import Severity

_SHOWN = 16


class LegalityMatrixModel(QStandardItemModel):
    """A row for every list, the newest first, and a column for every format that lists speak of."""

    def __init__(self, deck: Deck, judge: Judge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        found = judge.matrix(deck)
        self.formats = list(dict.fromkeys(row.format for row in found))
        self.rows = list(dict.fromkeys(row.restricted_list for row in reversed(found)))
        cells = {(row.restricted_list.code, row.format): row for row in found}
        for listed in self.rows:
            issued = f"{listed.name}, {listed.issuer}, {listed.date.isoformat()}"
            row = [_item(listed.name, issued)]
            for each in self.formats:
                cell = cells[listed.code, each]
                row.append(_item("", _words(cell, deck, judge)))
                row[-1].setData((of_verdict(legal=cell.legal, warned=cell.warned),), Role.GLYPHS)
            self.appendRow(row)
        labels = (each.label.capitalize() for each in self.formats)
        self.setHorizontalHeaderLabels(["List", *labels])


def _item(text: str, said: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    item.setData(said, Qt.ItemDataRole.AccessibleTextRole)
    item.setToolTip(tip(said))
    return item


def _words(cell: MatrixRow, deck: Deck, judge: Judge) -> str:
    under = Conditions(cell.format, cell.restricted_list, None)
    verdict = judge.verdict(replace(deck, format=cell.format.name), under)
    said = "legal" if cell.legal else "not legal"
    title = f"{cell.restricted_list.name}, {cell.format.label}: {said}"
    errors = [each.message for each in verdict.of(Severity.ERROR)]
    warnings = [f"Warning: {each.message}" for each in verdict.of(Severity.WARNING)]
    return "\n".join([title, *errors, *warnings])


class LegalityMatrixPopup(Popup):
    """The table; choosing a cell puts the deck under its list and format."""

    def __init__(self, session: DeckSession, owner: QWidget) -> None:
        super().__init__("The deck under every list", owner)
        deck, judge = session.shown.deck, session.shown.judge
        if deck is None or judge is None:
            raise AssertionError
        self._session = session
        self.model = LegalityMatrixModel(deck, judge, self)
        self.table = QTableView(self)
        self.table.setModel(self.model)
        apply_table_style(self.table, "Lists and formats", several=False)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectItems)
        self._shape()
        words = "Click a cell for its list and format; the name of a list keeps the format."
        hint = label(words, Size.SMALL, faint=True, wraps=True)
        gap = space(self, 2)
        column(self.table, hint, parent=self, margin=gap, spacing=gap // 2)
        self.table.clicked.connect(self.choose)
        self.table.activated.connect(self.choose)
        self._show_current()
        self.table.setFocus()

    def choose(self, index: QModelIndex) -> None:
        """Choose the list and format of a cell; a list's name stands for the format of the deck."""
        if not index.isValid() or not self.isVisible():
            return
        self.close()
        usual, column = self._session.shown.choice.format_name, index.column()
        name = self.model.formats[column - 1].name if column else usual
        self._session.choose(list_code=self.model.rows[index.row()].code, format_name=name)

    def _shape(self) -> None:
        header, rows = self.table.horizontalHeader(), self.table.verticalHeader()
        header.setFont(self.font())
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setDefaultAlignment(LEFT)
        widths = [space(self, 46), *(space(self, 16) for _ in self.model.formats)]
        for section, width in enumerate(widths):
            self.table.setColumnWidth(section, width)
        shown = min(_SHOWN, len(self.model.rows))
        height = header.sizeHint().height() + shown * rows.defaultSectionSize()
        bar = self.table.verticalScrollBar().sizeHint().width() + 2 * self.table.frameWidth()
        self.table.setFixedSize(sum(widths) + bar, height + 2 * self.table.frameWidth())

    def _show_current(self) -> None:
        conditions = self._session.shown.conditions
        if conditions is None:
            return
        lists, formats = self.model.rows, self.model.formats
        row = column = 0
        if conditions.restricted_list in lists:
            row = lists.index(conditions.restricted_list)
            column = formats.index(conditions.format) if conditions.format in formats else 0
        self.table.setCurrentIndex(self.model.index(row, column + 1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A table does not know Enter as "activated" on every desktop.
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.choose(self.table.currentIndex())
        else:
            super().keyPressEvent(event)
