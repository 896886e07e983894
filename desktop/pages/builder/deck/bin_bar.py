"""The bar over a deck that is in the bin and read-only, or that a change took out of it."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import OpenDeck, Where
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from desktop.widgets.message_bar import BarAction, MessageBar
from validators.problem import Severity

WORDS = {
    Where.IN_BIN: "This deck is in the bin. Restore it to change it.",
    Where.NOWHERE: "This deck was deleted for good and is only open here. Restore it to save it.",
}
REFUSED = {
    Where.IN_BIN: "Nothing was changed: this deck is in the bin. Restore it first.",
    Where.NOWHERE: "Nothing was changed: this deck was deleted for good. Restore it first.",
}
CAME_BACK = "This deck is out of the bin again, because you changed it."


class BinBar(MessageBar):
    """Says whether the deck on screen is in the bin, with a button for the opposite."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._autosaver = session, autosaver
        self._shown: tuple[OpenDeck | None, Where] = (None, Where.AMONG_DECKS)
        session.deck_changed.connect(self.show_deck)
        session.saved_changed.connect(self.show_deck)
        session.edit_refused.connect(self._on_edit_refused)
        autosaver.restored.connect(self._on_came_back)

    def show_deck(self) -> None:
        """Show where the deck on screen is; nothing while it is among the decks of the library."""
        deck = self._session.current
        shown = (deck, deck.where if deck else Where.AMONG_DECKS)
        if shown == self._shown:
            return
        self._shown = shown
        if deck is None or deck.where is Where.AMONG_DECKS:
            self.hide()
            return
        self._show_words(deck, WORDS[deck.where], Severity.WARNING)

    def _show_words(self, deck: OpenDeck, words: str, severity: Severity) -> None:
        sign = Glyph(icons.BIN, severity, deck.where.value.capitalize())
        self.show_state(words, sign, BarAction("&Restore", partial(self._autosaver.save, deck)))

    def _on_edit_refused(self) -> None:
        """Say why nothing was changed, until another deck is shown or this one is restored."""
        deck = self._session.current
        if deck is not None and deck.read_only:
            self._show_words(deck, REFUSED[deck.where], Severity.ERROR)
            QAccessible.updateAccessibility(QAccessibleEvent(self.words, QAccessible.Event.Alert))

    def _on_came_back(self, deck: OpenDeck) -> None:
        if deck is self._session.current:
            self._shown = (deck, deck.where)
            again = BarAction("&Back into the bin", partial(self._autosaver.throw_away, deck))
            self.show_message(CAME_BACK, again)
