"""Two decks of the library on the Hands page: one on screen, the other it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from decks.report import Reading
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import DeckSource
from desktop.shell.rail import PAGES
from library.deck_values import LibraryDeck

if TYPE_CHECKING:
    from desktop.pages.hands.page import HandsPage


class HandsWindow(Protocol):
    """What of the main window this needs."""

    session: DeckSession
    autosaver: Autosaver

    @property
    def hands(self) -> HandsPage | None:
        """The page of hands, once it was shown."""

    def show_page(self, number: int) -> None:
        """Show a page by its number in the rail."""


def compare_hands(window: HandsWindow, deck_ids: Sequence[str]) -> None:
    """Open two decks, and show the odds of the first one's hands beside the second one's."""
    cards = window.session.cards
    if cards is None:
        return

    def on_read(found: Sequence[LibraryDeck]) -> None:
        # One may have been deleted in another window.
        if len(found) == len(deck_ids):
            _show(window, found)

    window.autosaver.ask(lambda library: library.decks.open_all(deck_ids, cards.pools), on_read)


def _show(window: HandsWindow, found: Sequence[LibraryDeck]) -> None:
    from desktop.pages.hands.odds.comparison_dialog import ComparedDeck  # noqa: PLC0415 - not at start

    session = window.session
    session.open_from([DeckSource(Reading(each.deck, ()), stored=each) for each in found])
    opened = {each.stored.id: n for n, each in enumerate(session.decks) if each.stored}
    one, other = (opened[each.id] for each in found)
    session.show_deck(one)
    window.show_page(PAGES.index("Hands"))
    if window.hands is not None:
        followed = session.decks[other]
        window.hands.show_odds()
        compared = ComparedDeck(followed.deck.name, followed.deck, followed)
        window.hands.odds.options.compare(compared)
