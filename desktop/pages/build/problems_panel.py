"""Every problem of the deck at once, with its cards, its numbers and its source."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from desktop import icons
from desktop.editor import DeckSession
from desktop.pages.build.problem_cells import ProblemCells
from desktop.pages.build.problem_entries import Entry, entries_of
from desktop.typeface import space
from desktop.widgets.cells import Role
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from validators.problem import Severity

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_LEGAL = Glyph(icons.LEGAL, tint=True, words="Legal")


class ProblemModel(QAbstractListModel):
    """The entries of the problem list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show these entries instead of the ones before."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractListModel.CheckIndexOption.IndexIsValid):
            return None
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.message
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.spoken
            case Role.CARD:
                return entry
        return None


class ProblemList(QListView):
    """The list; its rows are measured anew when it changes its width."""

    def __init__(self, model: ProblemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Problems of the deck")
        self.setItemDelegate(ProblemCells(self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class ProblemsPanel(QStackedWidget):
    """The list of problems, or the good news that there are none.

    Signals:
        cards_named: a problem was chosen (the codes of its cards).
        count_changed: so many entries keep the deck from being legal now.
    """

    cards_named = Signal(tuple)
    count_changed = Signal(int)

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = ProblemModel(self)
        self.list = ProblemList(self.model, self)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_current_changed)
        self._sign = GlyphLabel(space(self, 10), self)
        self.news = label("Open a deck to see what the judge says of it.", wraps=True)
        self._none = QWidget(self)
        layout = QVBoxLayout(self._none)
        gap = space(self, 4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        layout.addWidget(self._sign)
        layout.addWidget(self.news)
        layout.addStretch(1)
        self.addWidget(self._none)
        self.addWidget(self.list)
        self._sign.hide()
        session.verdict_changed.connect(self._on_verdict_changed)

    def _on_verdict_changed(self) -> None:
        session = self._session
        if session.cards is None:
            return
        entries = entries_of(session, session.cards)
        self.model.show_entries(entries)
        self.news.setText(self._good_news())
        self._sign.show_glyphs([_LEGAL] if session.legal else [])
        self._sign.setVisible(session.legal)
        self.setCurrentWidget(self.list if entries else self._none)
        grave = [entry for entry in entries if entry.sign.tint is Severity.ERROR]
        self.count_changed.emit(len(grave))

    def _good_news(self) -> str:
        conditions = self._session.conditions
        if conditions is None:
            return "This deck's format is not judged."
        restricted = conditions.restricted_list
        under = f"under {restricted.name}" if restricted else "without a restricted list"
        day = f" on {conditions.date.isoformat()}" if conditions.date else ""
        return f"No problems. The deck is legal for {conditions.format.label} {under}{day}."

    def _on_current_changed(self, index: QModelIndex) -> None:
        entry = index.data(Role.CARD)
        if isinstance(entry, Entry) and entry.codes:
            self.cards_named.emit(entry.codes)
