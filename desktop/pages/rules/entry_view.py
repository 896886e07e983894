"""One rule: its words, whose links are followed by mouse and keyboard, and its cards."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.glyphs import of_factions
from desktop.widgets.layouts import column, label
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from desktop.widgets.rule_view import RuleView
from rulebook.entry import Entry

_FEWEST_ROWS = 2


class RuleCardsModel(ColumnsModel[Card]):
    """The cards that a rule names."""

    @override
    def key(self, row: Card) -> str:
        return row.code

    @override
    def card(self, row: Card) -> Card | None:
        return row


class RuleCards(RowsTable[Card]):
    """The cards of a rule, as low as they are few; a click or Enter shows one large.

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
        model = RuleCardsModel(columns)
        super().__init__(model, "Cards of the rule", parent)
        model.setParent(self)
        self._model = model
        self.horizontalHeader().hide()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._on_clicked)

    def show_cards(self, entry: Entry, cards: LoadedCards) -> None:
        """Show the cards of an entry; hide where it names none."""
        self._cards = cards
        found = (cards.card(code) for code in entry.cards)
        self._model.show_rows(each for each in found if each is not None)
        self.setVisible(bool(self._model.rows))
        self.fit_columns()

    def fit_in(self, height: int) -> None:
        """Be as low as the cards are few, and no higher than a third of a height."""
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
        self.text = RuleView(self)
        self.heading = label("Cards", Size.SMALL, faint=True)
        self.heading.setContentsMargins(space(self, 2), 0, 0, 0)
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
            self.heading.setVisible(not self.cards.isHidden())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cards.fit_in(self.height())
