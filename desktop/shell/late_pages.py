"""The pages that are made when they are first needed: a start and most windows do without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.pages.events.page import EventsPage
    from desktop.pages.hands.page import HandsPage
    from desktop.pages.library.page import LibraryPage
    from desktop.shell.main_window import MainWindow


def make_library_page(window: MainWindow) -> LibraryPage:
    """Return the page of decks with what the window knows by now."""
    from desktop.pages.library.page import LibraryPage  # noqa: PLC0415 - not at start

    session = window.session
    page = LibraryPage(
        window.library_worker, window.tasks, window.settings, session.today, window.pages
    )
    page.open_requested.connect(window.open_library_decks)
    page.new_requested.connect(window.deck_controller.new_deck)
    page.record_requested.connect(window.games.record_with)
    page.games_requested.connect(window.games.show_games)
    page.show_requested.connect(window.show_library)
    page.imported.connect(window.status.show_message)
    page.restore_shape(window.settings.sizes("decks"))
    if session.cards is not None:
        page.receive_cards(session.cards)
    page.catch_up()
    return page


def make_hands_page(window: MainWindow) -> HandsPage:
    """Return the page of hands."""
    from desktop.pages.hands.page import HandsPage  # noqa: PLC0415 - not at start

    pictures = window.build.pictures.another(window)
    page = HandsPage(window.session, window.tasks, window.library_worker, window, pictures)
    page.board.hover.is_wanted = lambda: window.settings.hover_card
    page.failed.connect(window.show_failure)
    page.game_played.connect(window.games.record)
    page.rule_requested.connect(window.open_rule)
    page.restore_shape(window.settings.sizes("hands"))
    return page


def make_events_page(window: MainWindow) -> EventsPage:
    """Return the page of events."""
    from desktop.pages.events.page import EventsPage  # noqa: PLC0415 - not at start

    session = window.session
    page = EventsPage(window.library_worker, window.tasks, window.settings, lambda: session.today, window.pages)
    page.said.connect(window.status.show_text)
    page.rule_requested.connect(window.open_rule)
    if session.cards is not None:
        page.receive_cards(session.cards)
    return page
