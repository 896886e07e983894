"""The dialog for a new deck: its edition, its faction and its name."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLineEdit, QWidget

from carddb.terms import Edition
from decks.deck import Deck
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size
from desktop.widgets.combo_boxes import EditionComboBox, FactionComboBox, factions_of
from desktop.widgets.labels import buddy_label, label


class NewDeckDialog(SimpleDialog):
    """Asks for what every deck needs; `deck` is the new deck."""

    def __init__(self, cards: LoadedCards, edition: Edition, parent: QWidget | None = None) -> None:
        super().__init__("New deck", "Begin", parent)
        self._cards = cards
        self.editions = EditionComboBox("Edition", edition, self)
        self.faction = FactionComboBox(self)
        self.name = QLineEdit(self)
        self.name.setPlaceholderText("New deck")
        self.lay_out(
            label("New deck", Size.LARGE, weight=QFont.Weight.DemiBold),
            buddy_label("&Edition", self.editions, Size.SMALL),
            self.editions,
            buddy_label("Fac&tion", self.faction, Size.SMALL),
            self.faction,
            buddy_label("&Name", self.name, Size.SMALL),
            self.name,
        )
        self.editions.activated.connect(self._show_factions)
        self._show_factions()
        self.faction.setFocus()

    @property
    def edition(self) -> Edition:
        """The edition that is chosen."""
        return self.editions.chosen

    @property
    def deck(self) -> Deck:
        """The new deck."""
        name = self.name.text().strip() or "New deck"
        return Deck(name=name, edition=self.edition, faction=self.faction.chosen)

    def _show_factions(self) -> None:
        self.faction.offer(factions_of(self._cards.pools[self.edition]))
        self.faction.setCurrentIndex(1)
