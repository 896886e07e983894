"""The middle of the Build page: the deck, or what to do while there is none."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from desktop.pages.builder.deck.bin_bar import BinBar
from desktop.pages.builder.deck.deck_header import DeckHeader
from desktop.pages.builder.deck.deck_model import DeckModel
from desktop.pages.builder.deck.deck_rows import marks_of
from desktop.pages.builder.deck.deck_tabs import DeckTabs
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck.verdict_line import VerdictLine
from desktop.pages.builder.deck.welcome_panel import WelcomePanel
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space


class DeckPanel(QStackedWidget):
    """Header, verdict and cards of the session's deck; before there is one, the welcome."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.welcome_panel = WelcomePanel(session, self)
        self.open_decks = DeckTabs(session, self)
        self.bin_line = BinBar(session, autosaver, self)
        self.header = DeckHeader(session, self)
        self.verdict = VerdictLine(self)
        self.matrix = QPushButton("Lists…", self)
        self.matrix.setAccessibleName("The deck under every list")
        self.matrix.setToolTip("The deck under every restricted list (Ctrl+L)")
        self.matrix.clicked.connect(self.open_matrix)
        self.model = DeckModel(self)
        self.list = DeckView(self.model, self)
        sheet = QWidget(self)
        layout = QVBoxLayout(sheet)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 2))
        line = QHBoxLayout()
        line.setSpacing(space(self, 1))
        line.addWidget(self.verdict, 1)
        line.addWidget(self.matrix)
        layout.addWidget(self.open_decks)
        layout.addWidget(self.bin_line)
        layout.addWidget(self.header)
        layout.addLayout(line)
        layout.addWidget(self.list, 1)
        self._sheet = sheet
        self.addWidget(self.welcome_panel)
        self.addWidget(sheet)

    def show_deck(self, held: DeckOverlay) -> None:
        """Show another deck of the session, or the way to one where none is open."""
        self.list.forget()
        if self._session.deck is None:
            self.setCurrentWidget(self.welcome_panel)
            return
        self.header.show_deck()
        self._show_cards(held)
        self.setCurrentWidget(self._sheet)

    def show_edit(self, held: DeckOverlay) -> None:
        """Show the latest value of the deck on screen."""
        self.header.show_edit()
        self._show_cards(held)

    def show_verdict(self) -> None:
        """Show what the judge says of the deck now."""
        verdict = self._session.verdict
        self.model.mark(marks_of(verdict.problems if verdict else ()))
        self.verdict.show_verdict(self._session)

    def open_matrix(self) -> None:
        """Show the deck under every list, to choose one."""
        from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup  # noqa: PLC0415 - when asked for

        if self._session.deck is None:
            return
        popup = LegalityMatrixPopup(self._session, self.matrix)
        popup.conditions_chosen.connect(self._on_conditions_chosen)
        popup.show_below()

    def _show_cards(self, held: DeckOverlay) -> None:
        deck, cards = self._session.deck, self._session.cards
        if deck is not None and cards is not None:
            told = self.model.tells_owned
            self.model.show_deck(deck, cards, held)
            if self.model.tells_owned is not told:
                self.list.share_width()

    def _on_conditions_chosen(self, list_code: str, format_name: str) -> None:
        self._session.choose(list_code=list_code, format_name=format_name)
