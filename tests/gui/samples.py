"""Decks on screen for the tests of the window."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex

from decks.deck import Deck
from desktop.app import Desk
from desktop.pages.build.page import BuildPage

WOLVES = "Wolves of Winter (WotN)"


def open_sample(desk: Desk, name: str = WOLVES) -> BuildPage:
    """Put a published deck on screen; return the page."""
    assert desk.session.cards is not None
    found = [each for each in desk.session.cards.samples if each.deck.name == name]
    desk.session.open(found)
    return desk.window.build


def deck_of(desk: Desk) -> Deck:
    """Return the deck on screen."""
    assert desk.session.deck is not None
    return desk.session.deck


def copies(desk: Desk, name: str) -> int:
    """Return the copies of all printings of a title in the deck on screen."""
    return sum(count for card, count in deck_of(desk).slots if card.name == name)


def steps(desk: Desk) -> list[str]:
    """Return the steps that were taken, in words."""
    current = desk.session.current
    assert current is not None
    return [current.stack.text(number) for number in range(current.stack.count())]


def select(page: BuildPage, name: str) -> None:
    """Make a card of the deck the selected one, and give the list the focus."""
    model = page.deck.model
    code = next(
        card.code for section in model.sections() for card, _ in section.slots if card.name == name
    )
    page.deck.list.setFocus()
    page.deck.list.select_cards([code])


def rows_named(page: BuildPage, name: str) -> list[QModelIndex]:
    """Return the first cell of each row of the deck that shows a card of that name."""
    model = page.deck.model
    codes = {c.code for each in model.sections() for c, _ in each.slots if c.name == name}
    return model.indexes_of(codes)
