"""Decks on screen for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from carddb.card import Card
from decks.deck import Deck
from decks.deck_reader import read_decks
from desktop.app import Application
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.page import BuilderPage
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from library.library import Library

TODAY = date(2026, 11, 20)
WOLVES = "Wolves of Winter (WotN)"
Dialog = TypeVar("Dialog", bound=QDialog)
Value = TypeVar("Value")
CheckChanges = Callable[[QAbstractItemModel], None]


def present(value: Value | None) -> Value:
    """Return a value that has to be there."""
    assert value is not None
    return value


def open_sample(app: Application, name: str = WOLVES) -> BuilderPage:
    """Put a published deck on screen; return the page."""
    found = [each for each in present(app.session.cards).samples if each.deck.name == name]
    app.session.open(found)
    QApplication.processEvents()  # the head of the deck is laid out again
    return app.window.build


def card_of(cards: LoadedCards, code: str) -> Card:
    """Return the card of a code."""
    return present(cards.card(code))


def session_without_window(text: str, cards: LoadedCards) -> DeckSession:
    """Return a session in which the decks of a text are open."""
    session = DeckSession(TODAY)
    session.receive_cards(cards)
    session.open(read_decks(text, cards.pools))
    return session


def deck_of(app: Application) -> Deck:
    """Return the deck on screen."""
    return present(app.session.deck)


def copies(app: Application, name: str) -> int:
    """Return the copies of all printings of a title in the deck on screen."""
    return sum(count for card, count in deck_of(app).slots if card.name == name)


def steps(app: Application) -> list[str]:
    """Return the steps that were taken, in words."""
    current = present(app.session.current)
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
    buttons = present(view.copy_buttons(index))
    return dict(buttons.places)[number].center()


def rows_named(page: BuilderPage, name: str) -> list[QModelIndex]:
    """Return the first cell of each row of the deck that shows a card of that name."""
    model = page.deck.model
    codes = {c.code for each in model.sections for c, _ in each.slots if c.name == name}
    return model.indexes_of(codes)


def library_of(app: Application) -> Library:
    """Return the library that is open."""
    return present(app.window.library_worker.library)


def settle(app: Application, qtbot: QtBot) -> None:
    """Wait until everything is saved and shown."""
    decks = app.session.decks
    qtbot.waitUntil(
        lambda: not any(each.unsaved for each in decks) and not app.window.library_worker.busy
    )


def shown_dialog(qtbot: QtBot, kind: type[Dialog]) -> Dialog:
    """Wait until a dialog of a kind is on screen; return it."""

    def shown() -> list[Dialog]:
        windows = QApplication.topLevelWidgets()
        return [each for each in windows if isinstance(each, kind) and each.isVisible()]

    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[-1]


def choose_file(qtbot: QtBot, path: Path) -> None:
    """Write a name into the dialog that asks for a file, and accept it."""
    dialog = shown_dialog(qtbot, QFileDialog)
    dialog.selectFile(str(path))
    dialog.accept()


def show(dialog: Dialog, qtbot: QtBot) -> Dialog:
    """Show a dialog that is not deleted when it is closed, so that a test can look at it then."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    return dialog
