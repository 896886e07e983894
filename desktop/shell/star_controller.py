"""Stars on cards, and cards like another one, wherever a card is on the Build page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from carddb.card import Card
from desktop.pages.builder.page import BuilderPage
from desktop.session.library_worker import LibraryWorker
from desktop.session.starred_state import StarredState
from desktop.shell.actions import Actions


class StarController(QObject):
    """Has keys, menus and the table of all cards give stars, show them and search for the like."""

    def __init__(self, page: BuilderPage, actions: Actions, library_worker: LibraryWorker) -> None:
        super().__init__(page)
        self._page = page
        self.state = StarredState(library_worker, self)
        self.state.changed.connect(self._show)
        page.menus.star_requested.connect(self.state.toggle)
        page.menus.like_requested.connect(self._show_like)
        actions["star"].triggered.connect(lambda: self.state.toggle(self._cards()))
        actions["like"].triggered.connect(lambda: self._show_like(*self._cards()[:1]))

    def _show(self) -> None:
        self._page.pool.receive_stars(self.state.codes)
        self._page.deck.show_edit(self._page.pool.model.overlay)

    def _cards(self) -> Sequence[Card]:
        """Return the card on show where the focus is in its panel, else the selected ones."""
        page = self._page
        details = page.card_view.details
        if details is not None and details.card and details.isAncestorOf(page.focusWidget()):
            return [details.card]
        return page.selection.cards

    def _show_like(self, card: Card | None = None) -> None:
        if card is not None:
            self._page.show_pool()
            self._page.pool.show_like(card)
