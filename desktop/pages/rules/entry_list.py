"""The rules to choose from, the rules that changed, and one rule with its cards."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.card_delegate import AnyIndex, Cell
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import of_factions
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from desktop.widgets.rule_view import RuleView
from rulebook.entry import Entry
from rulebook.entry_rows import EntryRow, change_note, change_sections, entry_rows, summary
from rulebook.rule_book import RuleBook
from rulebook.rule_documents import (
    DOCUMENTS,
    RuleDocument,
    changes_between,
    documents_of,
)


class EntryColumn(Column[EntryRow]):
    """The titles of rules; headings have the number of their rules."""

    @override
    def cell(self, row: EntryRow) -> Cell:
        return Cell(row.title, heading="" if row.entry else str(row.count), note=row.note)


class EntryListModel(ColumnsModel[EntryRow]):
    """The rows; a heading cannot be selected."""

    def __init__(self) -> None:
        column = EntryColumn(text=lambda row: row.title, words=lambda row: row.spoken, share=1)
        super().__init__((column,), key=lambda row: row.entry.id if row.entry else None)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # The arrow keys skip a heading because it is not enabled.
        if index.isValid() and self.rows[index.row()].entry is None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)


class EntryList(RowsTable[EntryRow]):
    """The rules to choose from; several can be selected, to be copied or printed.

    Signals:
        passed: the keyboard is on an entry (its id).
        chosen: an entry was clicked, or Enter was pressed on it (its id).
        typed: letters were typed that belong in the search field (a text).
        left_upwards: the focus is to move to the field above.
    """

    passed = Signal(str)
    chosen = Signal(str)
    typed = Signal(str)
    left_upwards = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._entries = EntryListModel()
        super().__init__(self._entries, name, parent)
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(0)
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)

    @property
    def entries(self) -> list[Entry]:
        return [row.entry for row in self._entries.rows if row.entry]

    @property
    def selected_entries(self) -> list[Entry]:
        return [row.entry for row in self.selected() if row.entry]

    def show_rows(self, rows: Iterable[EntryRow]) -> None:
        self._entries.show_rows(rows)
        self.scrollToTop()

    def step_in(self) -> None:
        """Take the focus; select the first entry if none is selected."""
        if not self.selected_entries and self.entries:
            self.select([self.entries[0].id])
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _id_at(self, index: AnyIndex) -> str:
        entry = self._entries.rows[index.row()].entry if index.isValid() else None
        return entry.id if entry else ""

    def _on_current_changed(self, current: QModelIndex) -> None:
        if self.hasFocus() and (entry_id := self._id_at(current)):
            self.passed.emit(entry_id)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        entry_id = self._id_at(self.indexAt(event.position().toPoint()))
        if plain and entry_id and event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(entry_id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        current = self._id_at(self.currentIndex())
        if event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()  # the page copies rules, Qt would copy a title
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if current:
                self.chosen.emit(current)
        elif event.key() == Qt.Key.Key_Up and self.entries and current == self.entries[0].id:
            self.left_upwards.emit()
        elif text and text.isprintable() and not held and text != " ":
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)


class ChangesPanel(QWidget):
    """Two fields for the versions, and the list of what differs."""

    def __init__(self, book: RuleBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self.before = ComboBox("From", self, 22)
        self.after = ComboBox("To", self, 22)
        older = (each for each in DOCUMENTS if each is not documents_of(each.series)[-1])
        self.before.set_choices({each: f"{each.name}, {each.day}" for each in older})
        self.summary = label(wraps=True, faint=True)
        self.list = EntryList("Rules that changed", self)
        self.list.empty_text = "Nothing changed."
        fields = FlowLayout(space(self, 2))
        for text, field in (("From", self.before), ("to", self.after)):
            pair = QWidget(self)
            parts = (buddy_label(text, field), field)
            row(*parts, parent=pair, margin=0, spacing=space(self, 1))
            fields.addWidget(pair)
        gap = space(self, 2)
        column(fields, self.summary, (self.list, 1), parent=self, margin=gap, spacing=gap)
        self.before.currentIndexChanged.connect(self._on_before_changed)
        self.after.currentIndexChanged.connect(self._show)
        self._on_before_changed()

    def _on_before_changed(self) -> None:
        """Offer what follows the older version, the newest first."""
        before: RuleDocument = self.before.chosen
        newer = (each for each in documents_of(before.series) if each.day > before.day)
        words = {each: f"{each.name}, {each.day}" for each in newer}
        with QSignalBlocker(self.after):
            self.after.set_choices(dict(reversed(words.items())))
        self._show()

    def _show(self) -> None:
        before, after = self.before.chosen, self.after.chosen
        changes = changes_between(self._book.entries, before, after)
        self.list.show_rows(entry_rows(change_sections(changes), change_note))
        self.summary.setText(summary(changes, before, after))


_FEWEST_ROWS = 2


class RuleCards(RowsTable[Card]):
    """The cards of a rule, only as high as its rows; a click or Enter shows one large.

    Signals:
        card_chosen: a card is to be shown (it).
    """

    card_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._cards: LoadedCards | None = None
        columns: tuple[Column[Card], ...] = (
            Column(title="Card", text=lambda card: card.name, glyphs=of_factions, share=2),
            Column(title="Pack", text=self._pack, share=1, faint=True),
        )
        model = ColumnsModel(columns, key=lambda card: card.code, card=lambda card: card)
        super().__init__(model, "Cards of the rule", parent)
        self.horizontalHeader().hide()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._on_clicked)

    def show_cards(self, entry: Entry, cards: LoadedCards) -> None:
        """Show the cards of an entry; hide where it names none."""
        self._cards = cards
        found = (cards.card(code) for code in entry.cards)
        self._model.show_rows(each for each in found if each is not None)
        self.setVisible(bool(self._model.rows))

    def fit_in(self, height: int) -> None:
        """Be as high as the rows, but at most a third of `height`."""
        row = self.verticalHeader().defaultSectionSize()
        rows = min(len(self._model.rows), max(_FEWEST_ROWS, height // 3 // row))
        self.setFixedHeight(rows * row + 2 * self.frameWidth())

    @property
    def shown(self) -> list[Card]:
        return list(self._model.rows)

    def _pack(self, card: Card) -> str:
        return self._cards.pack_name(card) if self._cards else ""

    def _on_clicked(self, index: QModelIndex) -> None:
        self.card_chosen.emit(self._model.rows[index.row()])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
        if event.key() in keys and self.currentIndex().isValid():
            self._on_clicked(QModelIndex(self.currentIndex()))
        else:
            super().keyPressEvent(event)


class EntryView(QWidget):
    """The words, and below them the cards."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._loaded: LoadedCards | None = None
        self.text = RuleView(self, large=True)
        self.heading = label(weight=QFont.Weight.DemiBold)
        self.heading.setContentsMargins(space(self, 7), 0, 0, 0)
        self.cards = RuleCards(self)
        self.heading.hide()
        self.cards.hide()
        parts = ((self.text, 1), self.heading, self.cards)
        column(*parts, parent=self, margin=1, spacing=space(self, 1))

    def receive_cards(self, cards: LoadedCards) -> None:
        self._loaded = cards
        if self.text.entry is not None:
            self.show_entry(self.text.entry)

    def show_entry(self, entry: Entry) -> None:
        if entry is not self.text.entry:
            self.text.show_entry(entry)
        if self._loaded is not None:
            self.cards.show_cards(entry, self._loaded)
            self.cards.fit_in(self.height())
            self.heading.setText(f"Cards concerned {len(self.cards.shown)}")
            self.heading.setVisible(not self.cards.isHidden())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cards.fit_in(self.height())
