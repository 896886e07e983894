"""The Notes tab: notes on the deck as Markdown, a note on the chosen card, and all such cards."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QMimeData, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QStackedWidget, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from core.text_format import LONGEST_CARD_NOTE, LONGEST_NOTES
from decks.categories import note_on, with_note
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
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
        with QSignalBlocker(self):
            self.clear()  # Qt would lay out the previous text in the new mode
            self.setWordWrapMode(wrap_mode(text))
            self.setPlainText(text)
            self.moveCursor(QTextCursor.MoveOperation.End)

    def note(self) -> str:
        """Return the text; what was typed beyond the longest note is cut."""
        text = self.toPlainText()
        if len(text) > self._longest:
            text = text[: self._longest]
            self.show_note(text)
        return text

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        # Laying out a pasted text of any length would take longer than cutting it first.
        room = self._longest - self.document().characterCount() + 1
        text = source.text()[: max(0, room + len(self.textCursor().selectedText()))]
        if wrap_mode(text) is QTextOption.WrapMode.WrapAnywhere:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.textCursor().insertText(text)
        self.ensureCursorVisible()


class NotesPanel(QWidget):
    """Notes on the deck on screen, each change a step that can be undone."""

    card_requested = Signal(object)  # a card with a note

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._card: Card | None = None
        self._shown = ("", "")
        self.view = MarkdownView("Notes on the deck", self)
        self.view.installEventFilter(self)
        self.editor = NotesEditor(LONGEST_NOTES, self)
        self.editor.setAccessibleName("Notes on the deck, as Markdown")
        self.write = push_button("&Write", self, name="Write the notes on the deck", kind="small")
        self.write.setCheckable(True)
        self.stack = QStackedWidget(self)
        for page in (self.view, self.editor):
            self.stack.addWidget(page)
        self.card_title = label(weight=QFont.Weight.DemiBold)
        give_way(self.card_title)
        self.card_editor = NotesEditor(LONGEST_CARD_NOTE, self)
        self.card_editor.setFixedHeight(space(self, 24))
        self.cards = QListWidget(self)
        self.cards.setAccessibleName("Cards with a note")
        self.cards.setMaximumHeight(space(self, 40))
        watch_cards(self.cards)
        self._cards_title = label("Cards with a note", weight=QFont.Weight.DemiBold)
        gap, heading = space(self, 2), label("Notes on the deck", weight=QFont.Weight.DemiBold)
        head = row(heading, None, self.write, spacing=gap)
        parts = (head, (self.stack, 1), self.card_title, self.card_editor)
        column(*parts, self._cards_title, self.cards, parent=self, margin=2 * gap, spacing=gap)
        self.write.toggled.connect(self._on_write_toggled)
        self.editor.textChanged.connect(self._on_notes_written)
        self.card_editor.textChanged.connect(self._on_card_note_written)
        for chosen in (self.cards.itemActivated, self.cards.itemClicked):
            chosen.connect(lambda item: self.card_requested.emit(item.data(Role.CARD)))
        self.show_deck()

    def show_deck(self) -> None:
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
        if card != self._card:
            self._card = card
            self.show_deck()

    def go_to_card_note(self) -> None:
        target = self.card_editor if self.card_editor.isEnabled() else self.write
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_title(self) -> None:
        deck, card = self._session.deck, self._card
        fits = deck is not None and card is not None and card.edition is deck.edition
        title = f"Note on {card.name}" if fits and card else "Note on a card"
        self.card_title.setText(title)
        self.card_editor.setAccessibleName(f"{title} in this deck")
        self.card_editor.setPlaceholderText("What is it for in this deck?" if fits else NO_CARD)
        self.card_editor.setEnabled(fits)

    def _list_cards(self) -> None:
        deck, pool = self._session.deck, self._session.shown.pool
        notes = deck.card_notes if deck and pool else ()
        found = [(pool.by_code[code], text) for code, text in notes if pool and code in pool]
        found.sort(key=lambda each: (name_order(each[0].name), each[0].code))
        lines = [f"{card.name}: {_first_line(text)}" for card, text in found]
        if [self.cards.item(n).text() for n in range(self.cards.count())] != lines:
            self.cards.clear()
            for line, (card, text) in zip(lines, found, strict=True):
                item = QListWidgetItem(line, self.cards)
                item.setData(Role.CARD, card)
                item.setToolTip(tip(text))
        for part in (self.cards, self._cards_title):
            part.setVisible(bool(lines))

    def _show_editor(self) -> None:
        writing = self.write.isChecked() or not self._shown[0]
        self.stack.setCurrentWidget(self.editor if writing else self.view)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # What is typed over the notes that are shown is written into them.
        is_key = watched is self.view and event.type() is QEvent.Type.KeyPress
        text = event.text() if is_key and isinstance(event, QKeyEvent) else ""
        if not text.strip() or not text.isprintable() or not self.write.isEnabled():
            return False
        self.write.setChecked(True)
        self.editor.insertPlainText(text)
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


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:_LONGEST_LINE]
