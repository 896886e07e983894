"""Decks on screen for the tests of the window."""

from __future__ import annotations

from datetime import date
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPoint
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.deck_reader import read_decks
from desktop.app import Application
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.page import BuilderPage
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards

TODAY = date(2026, 11, 20)
WOLVES = "Wolves of Winter (WotN)"
Dialog = TypeVar("Dialog", bound=QDialog)


def open_sample(app: Application, name: str = WOLVES) -> BuilderPage:
    """Put a published deck on screen; return the page."""
    assert app.session.cards is not None
    found = [each for each in app.session.cards.samples if each.deck.name == name]
    app.session.open(found)
    return app.window.build


def session_without_window(text: str, cards: LoadedCards) -> DeckSession:
    """Return a session in which the decks of a text are open."""
    session = DeckSession(TODAY)
    session.receive_cards(cards)
    session.open(read_decks(text, cards.pools))
    return session


def deck_of(app: Application) -> Deck:
    """Return the deck on screen."""
    assert app.session.deck is not None
    return app.session.deck


def copies(app: Application, name: str) -> int:
    """Return the copies of all printings of a title in the deck on screen."""
    return sum(count for card, count in deck_of(app).slots if card.name == name)


def steps(app: Application) -> list[str]:
    """Return the steps that were taken, in words."""
    current = app.session.current
    assert current is not None
    return [current.stack.text(number) for number in range(current.stack.count())]


def select(page: BuilderPage, name: str) -> None:
    """Make a card of the deck the selected one, and give the list the focus."""
    model = page.deck.model
    code = next(
        card.code for section in model.sections for card, _ in section.slots if card.name == name
    )
    page.deck.list.setFocus()
    page.deck.list.select_cards([code])


def number_place(view: CardListView, index: QModelIndex, number: int) -> QPoint:
    """Return the middle of a button of copies that an index shows, as it is painted."""
    buttons = view.copy_buttons(index)
    assert buttons is not None
    return dict(buttons.places)[number].center()


def rows_named(page: BuilderPage, name: str) -> list[QModelIndex]:
    """Return the first cell of each row of the deck that shows a card of that name."""
    model = page.deck.model
    codes = {c.code for each in model.sections for c, _ in each.slots if c.name == name}
    return model.indexes_of(codes)


def shown_dialog(qtbot: QtBot, kind: type[Dialog]) -> Dialog:
    """Wait until a dialog of a kind is on screen; return it."""

    def shown() -> list[Dialog]:
        windows = QApplication.topLevelWidgets()
        return [each for each in windows if isinstance(each, kind) and each.isVisible()]

    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[-1]
