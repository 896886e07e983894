"""One rule: its words, whose links are followed by mouse and keyboard, and its cards."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QTextBrowser, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.rules.round_picture import WIDEST_TEXT
from desktop.pages.rules.rule_html import SCHEME, rule_html, rule_style
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.glyphs import of_factions
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from rulebook.entry import Entry
from rulebook.rule_book import RuleBook

_FEWEST_ROWS = 2


class EntryText(QTextBrowser):
    """The words of a rule.

    Signals:
        followed: a link to another entry was followed (its id).
    """

    followed = Signal(str)

    def __init__(self, book: RuleBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self.entry: Entry | None = None
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Rule")
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_entry(self, entry: Entry) -> None:
        """Show an entry from its beginning."""
        self.entry = entry
        self.setAccessibleName(f"Rule: {entry.title}")
        self._set_text()
        self.verticalScrollBar().setValue(0)

    def _set_text(self) -> None:
        if self.entry is None:
            return
        points = QApplication.font().pointSizeF() * Size.LARGE.value
        sheet = rule_style(colours_of(self.palette()), space(self, 1), points)
        self.document().setDocumentMargin(space(self, 3))
        self.document().setDefaultStyleSheet(sheet)
        self.setHtml(rule_html(self.entry, self._book))

    def _on_anchor_clicked(self, link: QUrl) -> None:
        if link.scheme() == SCHEME:
            self.followed.emit(link.path())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        copies = event.matches(QKeySequence.StandardKey.Copy)
        if copies and not self.textCursor().hasSelection():
            event.ignore()  # the page copies the whole rule
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = min(self.viewport().width(), space(self, WIDEST_TEXT))
        self.setLineWrapColumnOrWidth(width)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            place = self.verticalScrollBar().value()
            self._set_text()
            self.verticalScrollBar().setValue(place)


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
        """The cards from top to bottom."""
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

    def __init__(self, book: RuleBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._loaded: LoadedCards | None = None
        self.text = EntryText(book, self)
        self.heading = label("Cards", Size.SMALL, faint=True)
        self.heading.setContentsMargins(space(self, 2), 0, 0, 0)
        self.cards = RuleCards(self)
        self.heading.hide()
        self.cards.hide()
        parts = ((self.text, 1), self.heading, self.cards)
        column(*parts, parent=self, margin=1, spacing=space(self, 1))

    def receive_cards(self, cards: LoadedCards) -> None:
        """Take the cards that entries name."""
        self._loaded = cards
        if self.text.entry is not None:
            self.show_entry(self.text.entry)

    def show_entry(self, entry: Entry) -> None:
        """Show an entry."""
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
