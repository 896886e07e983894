"""The Notes tab: notes on the deck as Markdown, a note on the chosen card, and all such cards."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from core.text_format import LONGEST_CARD_NOTE, LONGEST_NOTES
from decks.categories import note_on, with_note
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.layouts import column, give_way, label, row, tip
from desktop.widgets.markdown_view import MarkdownView, wrap_mode

NOTHING = "Notes on the deck, as Markdown: # heading, **bold**, - list"
NO_DECK = "Open a deck to write notes on it."
_LONGEST_LINE = 200
NO_CARD = "Choose a card in a list to write a note on it in this deck."


class NotesEditor(QPlainTextEdit):
    """A field for a note of bounded length."""

    def __init__(self, longest: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._longest = longest
        self.setTabChangesFocus(True)

    def show_note(self, text: str) -> None:
        """Show another text, with the cursor at its end, and emit nothing."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own
        self.setWordWrapMode(wrap_mode(text))
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.blockSignals(False)  # noqa: FBT003 - Qt's own

    def note(self) -> str:
        """Return the text; cut what was typed beyond the longest note."""
        text = self.toPlainText()
        if len(text) > self._longest:
            text = text[: self._longest]
            self.show_note(text)
        return text

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        # Laying out a pasted text of any length would take longer than to cut it before.
        room = self._longest - self.document().characterCount() + 1
        text = source.text()[: max(0, room + len(self.textCursor().selectedText()))]
        if wrap_mode(text) is QTextOption.WrapMode.WrapAnywhere:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.textCursor().insertText(text)
        self.ensureCursorVisible()


class NotesPanel(QWidget):
    """Notes on the deck on screen, each change a step that can be undone.

    Signals:
        card_requested: a card with a note is to be shown (the card).
    """

    card_requested = Signal(object)

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._card: Card | None = None
        self._shown = ("", "")
        self.view = MarkdownView("Notes on the deck", self)
        self.view.installEventFilter(self)
        self.editor = NotesEditor(LONGEST_NOTES, self)
        self.editor.setAccessibleName("Notes on the deck, as Markdown")
        self.write = QPushButton("&Write", self)
        self.write.setFont(sized(self.write.font(), Size.SMALL))
        self.write.setCheckable(True)
        self.write.setAccessibleName("Write the notes on the deck")
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.editor)
        self.card_title = label(weight=QFont.Weight.DemiBold)
        give_way(self.card_title)
        self.card_editor = NotesEditor(LONGEST_CARD_NOTE, self)
        self.card_editor.setFixedHeight(space(self, 24))
        self.cards = QListWidget(self)
        self.cards.setAccessibleName("Cards with a note")
        self.cards.setMaximumHeight(space(self, 40))
        watch_cards(self.cards)
        self._cards_title = label("Cards with a note", weight=QFont.Weight.DemiBold)
        self._lay_out()
        self.write.toggled.connect(self._on_write_toggled)
        self.editor.textChanged.connect(self._on_notes_written)
        self.card_editor.textChanged.connect(self._on_card_note_written)
        self.cards.itemActivated.connect(self._on_card_activated)
        self.cards.itemClicked.connect(self._on_card_activated)
        self.show_deck()

    def show_deck(self) -> None:
        """Show the notes of the deck on screen as they are now."""
        deck, read_only = self._session.deck, self._session.read_only
        notes = deck.notes if deck else ""
        note = note_on(deck, self._card) if deck and self._card else ""
        before, self._shown = self._shown, (notes, note)
        for editor, old, new in (
            (self.editor, before[0], notes),
            (self.card_editor, before[1], note),
        ):
            if old != new and editor.toPlainText() != new:
                editor.show_note(new)
            editor.setReadOnly(read_only or deck is None)
        self.editor.setPlaceholderText(NOTHING if deck else NO_DECK)
        if before[0] != notes:
            self.view.show_markdown(notes)
        self.write.setEnabled(deck is not None and not read_only)
        self._show_editor()
        self._show_title()
        self._list_cards()

    def show_card(self, card: Card) -> None:
        """Have the note on another card at hand."""
        if card != self._card:
            self._card = card
            self.show_deck()

    def go_to_card_note(self) -> None:
        """Go to the note on the chosen card."""
        target = self.card_editor if self.card_editor.isEnabled() else self.write
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        heading = label("Notes on the deck", weight=QFont.Weight.DemiBold)
        head = row(heading, None, self.write, spacing=gap)
        parts = (head, (self.stack, 1), self.card_title, self.card_editor)
        column(*parts, self._cards_title, self.cards, parent=self, margin=gap, spacing=gap)

    def _show_title(self) -> None:
        deck, card = self._session.deck, self._card
        fits = deck is not None and card is not None and card.edition is deck.edition
        title = f"Note on {card.name}" if fits and card else "Note on a card"
        self.card_title.setText(title)
        self.card_editor.setAccessibleName(f"{title} in this deck")
        self.card_editor.setPlaceholderText("What is it for in this deck?" if fits else NO_CARD)
        self.card_editor.setEnabled(fits)

    def _list_cards(self) -> None:
        deck, pool = self._session.deck, self._session.pool
        notes = deck.card_notes if deck and pool else ()
        found = [(pool.by_code[code], text) for code, text in notes if pool and code in pool]
        found.sort(key=lambda each: (each[0].name, each[0].code))
        lines = [(card, f"{card.name}: {_first_line(text)}", text) for card, text in found]
        if [self.cards.item(n).text() for n in range(self.cards.count())] != [
            line for _, line, _ in lines
        ]:
            self.cards.clear()
            for card, line, text in lines:
                item = QListWidgetItem(line, self.cards)
                item.setData(Role.CARD, card)
                item.setToolTip(tip(text))
        for part in (self.cards, self._cards_title):
            part.setVisible(bool(lines))

    def _show_editor(self) -> None:
        """Show the editor while notes are written, and while there are none to show."""
        writing = self.write.isChecked() or not self._shown[0]
        self.stack.setCurrentWidget(self.editor if writing else self.view)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Write what is typed over the notes that are shown."""
        if (
            watched is not self.view
            or event.type() is not QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or not event.text().strip()
            or not event.text().isprintable()
            or not self.write.isEnabled()
        ):
            return False
        self.write.setChecked(True)
        self.editor.insertPlainText(event.text())
        return True

    def _on_write_toggled(self, on: bool) -> None:  # noqa: FBT001 - Qt's own
        self._show_editor()
        self.write.setText("Sho&w" if on else "&Write")
        if on:
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_notes_written(self) -> None:
        deck, text = self._session.deck, self.editor.note()
        if deck is not None and text != deck.notes:
            self.write.setChecked(True)
            self._session.edit(replace(deck, notes=text), "notes")

    def _on_card_note_written(self) -> None:
        deck, card, text = self._session.deck, self._card, self.card_editor.note()
        if deck is not None and card is not None:
            self._shown = (self._shown[0], text if text.strip() else "")
            self._session.edit(with_note(deck, card, text), f"note {card.code}")

    def _on_card_activated(self, item: QListWidgetItem) -> None:
        self.card_requested.emit(item.data(Role.CARD))


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:_LONGEST_LINE]
