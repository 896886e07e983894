"""The middle of the Build page: the deck, or what to do while there is none."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop.editor import DeckSession
from desktop.pages.build.deck_header import DeckHeader
from desktop.pages.build.deck_list import DeckList
from desktop.pages.build.deck_model import DeckModel
from desktop.pages.build.deck_rows import marks_of
from desktop.pages.build.verdict_line import VerdictLine
from desktop.pages.build.welcome import Welcome
from desktop.typeface import space


class DeckPanel(QStackedWidget):
    """Header, verdict and cards of the session's deck; before there is one, the welcome."""

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.welcome = Welcome(session, self)
        self.header = DeckHeader(session, self)
        self.verdict = VerdictLine(self)
        self.model = DeckModel(self)
        self.list = DeckList(self.model, self)
        sheet = QWidget(self)
        layout = QVBoxLayout(sheet)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 2))
        layout.addWidget(self.header)
        layout.addWidget(self.verdict)
        layout.addWidget(self.list, 1)
        self._sheet = sheet
        self.addWidget(self.welcome)
        self.addWidget(sheet)
        session.deck_changed.connect(self._on_deck_changed)
        session.verdict_changed.connect(self._on_verdict_changed)

    def _on_deck_changed(self) -> None:
        deck, cards = self._session.deck, self._session.cards
        if deck is None or cards is None:
            return
        self.model.show_deck(deck, cards)
        self.header.show_deck()
        self.setCurrentWidget(self._sheet)

    def _on_verdict_changed(self) -> None:
        verdict = self._session.verdict
        self.model.mark(marks_of(verdict.problems if verdict else ()))
        self.verdict.show_verdict(self._session)
        self.header.show_choice()
