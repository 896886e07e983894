"""The dialog of any number of decks side by side: cards down, decks across."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.errors import AppError
from carddb.files import write_file
from carddb.terms import Faction
from decks.decks_compared import ComparedCard, DecksCompared, compared, compared_csv
from decks.diff import Outline
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable

_ALL, _SHARED, _DIFFERENT = "all", "shared", "different"
# The widths of columns in characters: a deck's is between two, the card's has what is left.
_DECK, _WIDEST_DECK, _CARD, _PART, _SHARED_COPIES = 9, 20, 26, 13, 6
_BEFORE = 3  # columns before those of the decks


def _deck_column(number: int, name: str) -> Column[ComparedCard]:
    return Column(
        title=name,
        text=lambda each: str(each.copies[number] or ""),
        words=lambda each: f"{each.copies[number]} copies",
        alignment=RIGHT,
    )


class ComparedCardsModel(ColumnsModel[ComparedCard]):
    """The cards of decks with their copies in each."""

    def __init__(
        self, found: DecksCompared, cards: LoadedCards, parent: QObject | None = None
    ) -> None:
        self._cards = cards
        decks = (_deck_column(number, name) for number, name in enumerate(found.names))
        first: tuple[Column[ComparedCard], ...] = (
            Column(title="Card", text=self._name, glyphs=self._glyphs),
            Column(title="Part", text=lambda each: each.heading, faint=True),
            Column(
                title="All",
                name="Copies in every deck",
                text=lambda each: str(each.shared or ""),
                words=lambda each: f"{each.shared} in every deck",
                alignment=RIGHT,
                faint=True,
            ),
        )
        super().__init__((*first, *decks), parent)

    @override
    def key(self, row: ComparedCard) -> tuple[object, str]:
        return row.section, row.code

    @override
    def card(self, row: ComparedCard) -> Card | None:
        return self._cards.card(row.code)

    def _name(self, row: ComparedCard) -> str:
        return self._cards.named(row.code) if self.card(row) else row.name

    def _glyphs(self, row: ComparedCard) -> tuple[Glyph, ...]:
        card = self.card(row)
        if card is None:
            return ()
        faction = card.factions[0] if card.factions else Faction.NEUTRAL
        return (Glyph(icons.type_glyph(card.type), faction),)


class ComparedCardsTable(RowsTable[ComparedCard]):
    """Scrolls sideways where the decks are too many for its width."""

    def __init__(self, model: ComparedCardsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Cards of the decks", parent)
        self._model_columns = model.columns
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @override
    def fit_columns(self) -> None:
        character = self.fontMetrics().horizontalAdvance("0")
        decks = len(self._model_columns) - _BEFORE
        room = self.viewport().width() // character - _CARD - _PART - _SHARED_COPIES
        deck = min(_WIDEST_DECK, max(_DECK, room // decks))
        card = _CARD + max(0, room - deck * decks)
        for number, width in enumerate((card, _PART, _SHARED_COPIES, *[deck] * decks)):
            self.setColumnWidth(number, width * character)


class DeckTableDialog(ClosableDialog):
    """Decks or versions side by side: all cards, what all share, or what is one deck's own."""

    def __init__(
        self,
        decks: Sequence[Outline],
        cards: LoadedCards,
        parent: QWidget | None = None,
        folder: str = "",
    ) -> None:
        super().__init__(f"Compare {len(decks)} decks", parent)
        self._folder = folder
        found = compared(decks)
        names = tuple(name or NAMELESS for name in found.names)
        self.found = DecksCompared(names, found.cards)
        self.shown: tuple[ComparedCard, ...] = ()
        self.choice = ComboBox("Which cards", self)
        self.choice.setMinimumContentsLength(28)
        self.choice.addItem("All cards", _ALL)
        self.choice.addItem("What all of them have", _SHARED)
        self.choice.addItem("What differs", _DIFFERENT)
        for number, name in enumerate(names):
            self.choice.addItem(f"Only in {name}", number)
        self.choice.widen_list()
        self.model = ComparedCardsModel(self.found, cards, self)
        self.table = ComparedCardsTable(self.model, self)
        watch_cards(self.table)
        self.summary = label(size=Size.SMALL, faint=True, wraps=True)
        self.copy, self.save = self.add_buttons(
            ("&Copy as CSV", self._on_copy_clicked), ("&Save as CSV…", self._on_save_clicked)
        )
        for button in (self.copy, self.save):
            button.setAutoDefault(False)
        gap = space(self, 2)
        heading = label(f"{len(decks)} decks side by side", weight=QFont.Weight.DemiBold)
        caption = buddy_label("&Show", self.choice, Size.SMALL)
        head = row((heading, 1), caption, self.choice, spacing=gap)
        foot = row((self.summary, 1), self.buttons, spacing=gap)
        column(head, (self.table, 1), foot, parent=self, margin=gap * 2, spacing=gap)
        self.resize(space(self, 256), space(self, 160))
        self.choice.activated.connect(self._show)
        self._show()
        self.table.setFocus()

    def save_to(self, path: Path) -> None:
        """Save what is shown as CSV."""
        try:
            write_file(path, compared_csv(self.found, self.shown).encode("utf-8"))
        except AppError as error:
            self.summary.setText(error.text)
        else:
            self.summary.setText(f"Saved in {path}")

    def _show(self) -> None:
        chosen = self.choice.currentData()
        cards = {
            _ALL: lambda: self.found.cards,
            _SHARED: lambda: self.found.shared,
            _DIFFERENT: lambda: tuple(each for each in self.found.cards if each.differs),
        }.get(chosen, partial(self.found.only_in, chosen))()
        self.shown = cards
        self.table.empty_text = "No cards."
        self.model.show_rows(cards)
        self.table.fit_columns()
        shared = sum(each.shared for each in self.found.shared)
        self.summary.setText(
            f"{len(cards):,} of {len(self.found.cards):,} cards."
            f" All have {len(self.found.shared):,} in common, {shared:,} copies."
        )

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(compared_csv(self.found, self.shown))
        self.summary.setText("The table is copied.")

    def _on_save_clicked(self) -> None:
        start = str(Path(self._folder) / "decks.csv")
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the table", start, "Tables (*.csv);;All files (*)"
        )
        if chosen:
            self.save_to(Path(chosen))
