"""The deck under every restricted list and format of it: legal or not, and why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget
from typing_extensions import override

from carddb.restrictions import RestrictedList
from decks.deck import Deck
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import LEFT, AnyIndex, CardDelegate, Role, row_height
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label, tip
from desktop.widgets.layouts import column
from desktop.widgets.popup import Popup
from desktop.widgets.rows_model import Heading, RowsModel
from validators.conditions import Conditions
from validators.judge import Judge, MatrixRow
from validators.problem import Severity

_SHOWN = 16


class LegalityMatrixModel(RowsModel[RestrictedList]):
    """A row for every list, the newest first, and a column for every format that lists speak of."""

    def __init__(self, deck: Deck, judge: Judge, parent: QObject | None = None) -> None:
        found = judge.matrix(deck)
        formats = list(dict.fromkeys(row.format for row in found))
        titles = ["List", *(each.label.capitalize() for each in formats)]
        super().__init__(parent, headings=[Heading(title) for title in titles])
        self.formats = formats
        self.rows = list(dict.fromkeys(row.restricted_list for row in reversed(found)))
        self._deck, self._judge = deck, judge
        self._cells = {(row.restricted_list.code, row.format.name): row for row in found}

    def cell(self, index: AnyIndex) -> MatrixRow | None:
        """Return what the judge says of a cell; None in the column of the lists' names."""
        if not index.isValid() or not index.column():
            return None
        listed = self.rows[index.row()]
        return self._cells.get((listed.code, self.formats[index.column() - 1].name))

    def _words(self, cell: MatrixRow) -> str:
        """Return the messages behind a cell; they are found when they are wanted."""
        under = Conditions(cell.format, cell.restricted_list, None)
        judged = replace(self._deck, format=cell.format.name)
        verdict = self._judge.verdict(judged, under)
        errors = [each.message for each in verdict.of(Severity.ERROR)]
        warnings = [f"Warning: {each.message}" for each in verdict.of(Severity.WARNING)]
        title = f"{cell.restricted_list.name}, {cell.format.label}"
        said = "legal" if cell.legal else "not legal"
        return "\n".join([f"{title}: {said}", *errors, *warnings])

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        listed, cell = self.rows[index.row()], self.cell(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return "" if index.column() else listed.name
            case Role.GLYPHS if cell is not None:
                if cell.warned:
                    return (Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING),)
                name = icons.LEGAL if cell.legal else icons.of_severity(Severity.ERROR)
                return (Glyph(name, cell.legal),)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                issued = f"{listed.name}, {listed.issuer}, {listed.date.isoformat()}"
                said = self._words(cell) if cell else issued
                return tip(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None


class LegalityMatrixPopup(Popup):
    """The table; choosing a cell puts the deck under its list and format.

    Signals:
        conditions_chosen: a list and a format were chosen (the list's code, the format's name).
    """

    conditions_chosen = Signal(str, str)

    def __init__(self, session: DeckSession, owner: QWidget) -> None:
        super().__init__("The deck under every list", owner)
        if session.deck is None or session.judge is None:
            raise AssertionError
        self._format = session.choice.format_name
        self.model = LegalityMatrixModel(session.deck, session.judge, self)
        self.table = QTableView(self)
        self.table.setAccessibleName("Lists and formats")
        self.table.setModel(self.model)
        self.table.setItemDelegate(CardDelegate(self.table))
        self.table.setShowGrid(False)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setTabKeyNavigation(False)
        self._shape()
        words = "Choose a cell to judge the deck under it, or a list to keep the format."
        hint = label(words, Size.SMALL, faint=True, wraps=True)
        gap = space(self, 2)
        column(self.table, hint, parent=self, margin=gap, spacing=gap // 2)
        self.table.clicked.connect(self.choose)
        self.table.activated.connect(self.choose)
        self._show_current(session)
        self.table.setFocus()

    def choose(self, index: QModelIndex) -> None:
        """Choose the list and format of a cell; a list's name stands for the format of the deck."""
        if not index.isValid() or not self.isVisible():
            return
        listed, cell = self.model.rows[index.row()], self.model.cell(index)
        if cell is not None or not index.column():
            self.close()
            name = cell.format.name if cell else self._format
            self.conditions_chosen.emit(listed.code, name)

    def _shape(self) -> None:
        header, rows = self.table.horizontalHeader(), self.table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(row_height(self.fontMetrics()))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setDefaultAlignment(LEFT)
        widths = [space(self, 46), *(space(self, 16) for _ in self.model.formats)]
        for section, width in enumerate(widths):
            self.table.setColumnWidth(section, width)
        shown = min(_SHOWN, len(self.model.rows))
        height = header.sizeHint().height() + shown * rows.defaultSectionSize()
        bar = self.table.verticalScrollBar().sizeHint().width() + 2 * self.table.frameWidth()
        self.table.setFixedSize(sum(widths) + bar, height + 2 * self.table.frameWidth())

    def _show_current(self, session: DeckSession) -> None:
        conditions = session.conditions
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
