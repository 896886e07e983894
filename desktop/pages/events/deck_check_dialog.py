"""The deck check: what was found in a player's deck, beside the list that was handed in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from app.deck_intake import (
    CheckedCard,
    DeckCheck,
    check_of,
    new_check,
    stored_reading,
)
from app.deck_list_tables import CHECK, check_note, check_words
from carddb.names import Ambiguous, FoundCard, Unknown, name_index
from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.simple_dialogs import DialogContext, EnterField, SimpleDialog
from desktop.pages.events.deck_lists import FILTER
from desktop.pages.events.event_panel import columns_of
from desktop.runtime.tasks import BackgroundQuery, Progress
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import ABSENT, Glyph, of_verdict
from desktop.widgets.layouts import (
    buddy_label,
    column,
    give_way,
    label,
    paste_box,
    row,
    splitter,
    tab_order,
)
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import RowsTable
from events.event_values import EventPlayer, HandedInDeck
from library.import_reader import ImportSources, read_sources

RULES = (
    "The regulations describe no deck check, and no penalty but removal by the organizer. "
    "What is noted changes neither a result nor the list."
)


def _glyph(card: CheckedCard) -> Glyph:
    return ABSENT if card.found is None else of_verdict(legal=not card.differs)


class DeckCheckTable(RowsTable[CheckedCard]):
    """The cards; a digit on a row is what was found, and goes on to the next one.

    Signals:
        counted: copies of a card were counted (its place, the number or None).
    """

    counted = Signal(object, object)

    def __init__(self, model: ColumnsModel[CheckedCard], parent: QWidget | None = None) -> None:
        super().__init__(model, "Cards of the list and of the deck", parent)
        self.setSelectionMode(self.SelectionMode.SingleSelection)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen, text = self.selected(), event.text()
        if chosen and len(text) == 1 and text in "0123456789":
            self._count(chosen[0], int(text))
        elif chosen and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._count(chosen[0], chosen[0].listed)
        elif chosen and event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self.counted.emit(chosen[0].place, None)
        else:
            super().keyPressEvent(event)

    def _count(self, card: CheckedCard, found: int) -> None:
        below = self.currentIndex().row() + 1
        self.counted.emit(card.place, found)
        if below < self.model().rowCount():
            self.selectRow(below)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Do not look for rows by what they begin with: digits are numbers of copies."""


class DeckCheckDialog(SimpleDialog):
    """Compares a frozen list with a file, a paste, or cards that are counted by hand.

    Signals:
        noted: the differences are to be noted (a text).
    """

    noted = Signal(str)

    def __init__(
        self,
        context: DialogContext,
        player: EventPlayer,
        deck: HandedInDeck,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(f"Deck check: {player.name}", "Note what differs…", parent)
        self._context, self._digest = context, deck.digest
        self._listed: Deck = stored_reading(deck, context.cards.pools).deck
        self.check = new_check(self._listed, context.cards.named)
        self._query: BackgroundQuery[ImportSources, Reading | str] = BackgroundQuery(
            context.tasks, self._read, self
        )
        self.heading = label(
            f"The list of {player.name}: {deck.digest} on the sheet",
            weight=QFont.Weight.DemiBold,
            wraps=True,
        )
        self.paste = paste_box(
            "Deck that was found, as text",
            "Count the cards at the right: a digit, or Enter for as listed.\n\n"
            "Or paste the deck here, or drop its file.",
            self,
        )
        self.file = push_button("&File…", self, clicked=self._choose_file)
        self.rest = push_button("The &rest is as listed", self, clicked=self._count_rest)
        self.again = push_button("&Count anew", self, clicked=self._count_anew)
        self.other = EnterField(self, placeholderText="Name, then Enter")
        columns = columns_of(CHECK, {"": lambda card: (_glyph(card),)})
        self.model = ColumnsModel(columns, key=lambda card: card.place)
        self.table = DeckCheckTable(self.model, self)
        self.answer = label(wraps=True)
        self.answer.setAccessibleName("What differs")
        self.rules = label(RULES, Size.SMALL, faint=True, wraps=True)
        for each in (self.heading, self.answer, self.rules):
            give_way(each)
        self._lay_out()
        self._connect()
        self._show(self.check)
        self.table.selectRow(0)
        self.table.setFocus()

    def read_file(self, file: Path) -> None:
        """Compare with the deck of a file."""
        self._query.forget()
        self._query.ask(ImportSources("", (file,)))

    def _lay_out(self) -> None:
        gap = space(self, 2)
        left, right = QWidget(self), QWidget(self)
        other = row(buddy_label("Card &not listed", self.other, Size.SMALL), (self.other, 1))
        found = (self.heading, (self.paste, 1), row(self.file, None), (self.answer, 1), self.rules)
        column(*found, parent=left, margin=0, spacing=gap)
        buttons = row(self.rest, self.again, None, spacing=gap)
        column((self.table, 1), other, buttons, parent=right, margin=0, spacing=gap)
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.lay_out(splitter(left, right, parent=self, sizes=(80, 130)))
        last = (self.file, self.accept_button, self.cancel)
        tab_order(self.table, self.other, self.rest, self.again, self.paste, *last)
        # Enter is for the table and the field.
        for button in (self.rest, self.again, *last):
            button.setAutoDefault(False)
        self.accept_button.setDefault(False)
        self.cancel.setText("Close")
        self.resize(space(self, 220), space(self, 140))

    def _connect(self) -> None:
        FileDropFilter(self).files_dropped.connect(lambda paths: self.read_file(paths[0]))
        self.paste.textChanged.connect(self._on_pasted)
        self._query.answered.connect(self._on_read)
        self.finished.connect(self._query.withdraw)
        self._query.failed.connect(lambda error: self.answer.setText(error.sentence))
        self.other.returnPressed.connect(self._on_other_entered)
        self.table.counted.connect(
            lambda place, found: self._show(self.check.with_found(place, found))
        )
        self.accepted.connect(lambda: self.noted.emit(check_note(self.check, self._digest)))

    def _read(self, question: ImportSources, report: Progress) -> Reading | str:
        context = self._context
        imported = read_sources(question, context.cards.judges, context.today, report)
        if imported.found:
            return imported.found[0].reading
        return " ".join(imported.failures) or "There is no deck in this."

    def _on_read(self, read: Reading | str) -> None:
        if isinstance(read, str):
            self.answer.setText(read)
        else:
            self._show(check_of(self._listed, read, self._context.cards.named))

    def _show(self, check: DeckCheck) -> None:
        self.check = check
        self.model.update_rows(check.cards)
        self.answer.setText(check_words(check, self._digest))
        self.accept_button.setEnabled(bool(check.differences))
        self.rest.setEnabled(check.uncounted > 0)

    def _count_rest(self) -> None:
        self._show(self.check.all_as_listed())

    def _count_anew(self) -> None:
        self.paste.clear()
        self._show(new_check(self._listed, self._context.cards.named))
        self.table.selectRow(0)
        self.table.setFocus()

    def _on_pasted(self) -> None:
        if self.paste.toPlainText().strip():
            self._query.ask(ImportSources(self.paste.toPlainText()))
        else:
            self._query.withdraw()

    def _choose_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, "The deck that was found", self._context.folder, FILTER
        )
        if chosen:
            self.read_file(Path(chosen))

    def _on_other_entered(self) -> None:
        """Add a copy of a card by its name."""
        written = self.other.text().strip()
        cards = self._context.cards
        match name_index(cards.pools[self._listed.edition]).find(written):
            case FoundCard(card) | Ambiguous(_, card):
                self.other.clear()
                self._show(self.check.with_card(card, cards.named))
            case Unknown(candidates):
                like = ", ".join(each.name for each in candidates[:3])
                hint = f" Like it: {like}." if like else ""
                self.answer.setText(f"There is no card “{written}”.{hint}")
