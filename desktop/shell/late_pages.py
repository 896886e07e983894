"""The pages that are made when they are first needed: a start and most windows do without them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget

from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.shell.games_controller import GamesController
from desktop.shell.status_bar import StatusBar

if TYPE_CHECKING:
    from desktop.pages.events.page import EventsPage
    from desktop.pages.hands.page import HandsPage
    from desktop.pages.library.page import LibraryPage
    from desktop.widgets.cards.card_pictures import CardPictures


@dataclass(frozen=True, slots=True)
class LatePages:
    """Makes pages of these parts of the window, in `pages` where they stay."""

    session: DeckSession
    settings: Settings
    tasks: TaskRunner
    library_worker: LibraryWorker
    collection_state: CollectionState
    games: GamesController
    status: StatusBar
    pages: QStackedWidget

    def library(self) -> LibraryPage:
        """Return the page of decks with what is known by now."""
        from desktop.pages.library.page import LibraryPage  # noqa: PLC0415 - not at start

        session = self.session
        page = LibraryPage(
            self.library_worker, self.tasks, self.settings, session.today, self.pages
        )
        page.record_requested.connect(self.games.record_with)
        page.games_requested.connect(self.games.show_games)
        page.imported.connect(self.status.show_message)
        page.restore_shape(self.settings.sizes("decks"))
        if session.cards is not None:
            page.receive_cards(session.cards)
        page.catch_up()
        return page

    def hands(self, pictures: CardPictures) -> HandsPage:
        """Return the page of hands."""
        from desktop.pages.hands.page import HandsPage  # noqa: PLC0415 - not at start

        other = pictures.another(self.pages)
        page = HandsPage(self.session, self.tasks, self.library_worker, self.pages, other)
        page.board.hover.is_wanted = lambda: self.settings.hover_card
        page.offer_changes(self.collection_state)
        page.game_played.connect(self.games.record)
        page.restore_shape(self.settings.sizes("hands"))
        return page

    def events(self) -> EventsPage:
        """Return the page of events."""
        from desktop.pages.events.page import EventsPage  # noqa: PLC0415 - not at start

        session = self.session
        page = EventsPage(
            self.library_worker, self.tasks, self.settings, lambda: session.today, self.pages
        )
        page.said.connect(self.status.show_text)
        if session.cards is not None:
            page.receive_cards(session.cards)
        return page
