"""The dialog that begins a deck: its edition, its faction and its name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from carddb.terms import Edition
from decks.deck import Deck
from desktop.session.loaded_cards import EDITION_LABELS, LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox, FactionComboBox, factions_of
from desktop.widgets.labels import label


class NewDeckDialog(QDialog):
    """Asks what a deck cannot do without; `deck` is what was answered."""

    def __init__(self, cards: LoadedCards, edition: Edition, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self.setWindowTitle("New deck")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.editions = ComboBox("Edition", self)
        for each in (Edition.SECOND, Edition.FIRST):
            self.editions.addItem(EDITION_LABELS[each], each.value)
        self.editions.setCurrentIndex(self.editions.findData(edition.value))
        self.faction = FactionComboBox(self)
        self.name = QLineEdit(self)
        self.name.setPlaceholderText("New deck")
        buttons = QDialogButtonBox(self)
        self.begin = buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        self._offer()
        self.editions.activated.connect(self._offer)
        self.faction.setFocus()

    @property
    def edition(self) -> Edition:
        """The edition that is chosen."""
        return Edition(self.editions.currentData())

    @property
    def deck(self) -> Deck:
        """The deck to begin with."""
        name = self.name.text().strip() or "New deck"
        return Deck(name=name, edition=self.edition, faction=self.faction.chosen)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        layout = QVBoxLayout(self)
        gap = space(self, 4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        layout.addWidget(label("New deck", Size.LARGE, weight=QFont.Weight.DemiBold))
        fields: tuple[tuple[str, QWidget], ...] = (
            ("&Edition", self.editions),
            ("Fac&tion", self.faction),
            ("&Name", self.name),
        )
        for words, field in fields:
            caption = label(words, Size.SMALL, faint=True)
            caption.setTextFormat(Qt.TextFormat.AutoText)
            caption.setBuddy(field)
            layout.addWidget(caption)
            layout.addWidget(field)
        layout.addSpacing(gap // 2)
        layout.addWidget(buttons)
        self.setMinimumWidth(space(self, 90))

    def _offer(self) -> None:
        self.faction.offer(factions_of(self._cards.pools[self.edition]))
        self.faction.setCurrentIndex(1)
