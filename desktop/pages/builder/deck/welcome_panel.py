"""What the middle of the page shows before a deck is open: how to open one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QPushButton,
    QWidget,
)

from decks.report import Reading
from desktop.pages.builder.deck.deck_header import affiliation
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row


class WelcomePanel(QWidget):
    """Says what to do, with a list of the sample decks.

    Signals:
        open_requested: the user wants to choose a file.
        new_requested: the user wants to begin a deck.
        sample_requested: a sample deck is to be opened (its number).
    """

    open_requested = Signal()
    new_requested = Signal()
    sample_requested = Signal(int)

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.open = QPushButton("Open a deck…")
        self.open.clicked.connect(self.open_requested)
        self.new = QPushButton("Begin a new deck…")
        self.new.clicked.connect(self.new_requested)
        self._suggestion = label("Or look at a published deck:", faint=True)
        self.samples = QListView(self)
        self.samples.setAccessibleName("Sample decks")
        self.samples.setItemDelegate(CardDelegate(self.samples))
        self.samples.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.samples.setUniformItemSizes(True)
        self.samples.setMouseTracking(True)
        self._model = QStandardItemModel(self)
        self.samples.setModel(self._model)
        self.samples.clicked.connect(self._on_sample_chosen)
        self.samples.activated.connect(self._on_sample_chosen)
        title = label("No deck is open", Size.LARGE, weight=QFont.Weight.DemiBold)
        words = label("Drop a deck file anywhere in this window, or choose one.", wraps=True)
        buttons = row(self.open, self.new, None, spacing=space(self, 2))
        gap = space(self, 4)
        parts = (title, words, buttons, gap // 2, self._suggestion, (self.samples, 1))
        layout = column(*parts, parent=self, margin=(gap, gap, gap, 0), spacing=gap // 2)
        # Without samples the words stay at the top.
        layout.addStretch(0)
        self._show_samples()
        session.cards_loaded.connect(self._show_samples)

    def _show_samples(self) -> None:
        readings = self._session.cards.samples if self._session.cards else ()
        self._model.clear()
        for reading in readings:
            self._model.appendRow(_item(reading))
        for button in (self.open, self.new):
            button.setEnabled(bool(self._session.cards))
        self._suggestion.setVisible(bool(readings))
        self.samples.setVisible(bool(readings))

    def _on_sample_chosen(self, index: QModelIndex) -> None:
        # Where a click also activates, both arrive; the second finds the deck already open.
        if self.isVisible() and self._session.cards:
            self.sample_requested.emit(index.row())


def _item(reading: Reading) -> QStandardItem:
    deck = reading.deck
    item = QStandardItem(deck.name)
    item.setData((Glyph(icons.of_faction(deck.faction), deck.faction),), Role.GLYPHS)
    item.setData(affiliation(deck), Qt.ItemDataRole.ToolTipRole)
    words = f"{deck.name}, {affiliation(deck)}"
    item.setData(words, Qt.ItemDataRole.AccessibleTextRole)
    return item
