"""One window for several tests: after each it is put back to how a new one is, and looked over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from carddb.terms import Edition
from desktop.app import Application
from desktop.session import autosave
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD

_SEEN = ("enabled", "text", "checked", "currentIndex", "toolTip", "accessibleName")


class SharedWindow:
    """A window with its cards and no deck.

    The card that was chosen last stays on the Card tab, as it does for a player: a test about the
    first choice of a card needs a window of its own, and so does one that closes it.
    """

    def __init__(self, app: Application) -> None:
        self.app, self._window = app, app.window
        self._put_back()
        parts = self._window.findChildren(QWidget)
        self._at_first = {each: _look(each) for each in parts if not self._may_stay(each)}

    def restore(self) -> None:
        """Put the window back; fail where a part of it looks otherwise than at first."""
        self._put_back()
        looks = {part: _look(part) for part in self._at_first if isValid(part)}
        changed = [
            f"{part}: {before} is now {look}"
            for part, look in looks.items()
            if look != (before := self._at_first[part])
        ]
        self._at_first |= looks  # so that only the test that left it is to blame
        assert not changed, "\n".join(changed)

    def activate(self) -> None:
        """Make the window the active one: a test may have had another."""
        self._window.activateWindow()
        assert QTest.qWaitForWindowActive(self._window, 60_000)

    def _may_stay(self, part: QWidget) -> bool:
        """Return whether a part is of the card in view, or the cross of a field, which fades."""
        card_view = self._window.build.card_view
        of_card = part is card_view or card_view.isAncestorOf(part)
        return of_card or isinstance(part.parent(), QLineEdit)

    def _put_back(self) -> None:
        window, page = self._window, self._window.build
        # As wide as at first before the panels of the deck are hidden, which are sized while shown.
        window.move(0, 0)
        window.resize(1280, 800)
        for each in window.findChildren(QWidget):
            if each.isWindow():
                each.close()
        self._close_decks()
        window.show_page(BUILD)
        window.banner.clear_command()
        window.status.show_message("")
        if page.deck.shows_piles:
            page.deck.toggle_piles()
        page.deck.group("type")
        page.deck.group_list("type")
        page.tabs.setCurrentWidget(page.card_view)
        page.pool.table.clearSelection()
        page.pool.search.clear()
        page.pool.search.setFocus()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.activate()
        QApplication.processEvents()

    def _close_decks(self) -> None:
        session = self.app.session
        while session.decks:
            # All cards are those of the last deck's edition.
            session.edition = Edition.SECOND
            session.close_deck(len(session.decks) - 1)


@contextmanager
def window_to_share(
    request: pytest.FixtureRequest, cards: LoadedCards, typeface: QFont, *, library: bool = False
) -> Iterator[SharedWindow]:
    """Show a window with its cards, and close it in the end."""
    bot, qapp = QtBot(request), request.getfixturevalue("qapp")
    qapp.setFont(typeface)
    home = request.getfixturevalue("tmp_path_factory").mktemp("shared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autosave, "DELAY_MS", 50)  # as `short_delays` has it for each test
        app = Application(qapp, home)
    app.session.receive_cards(cards)
    if library:
        app.open_library()
        worker = app.window.library_worker
        bot.waitUntil(lambda: worker.loaded and not worker.busy, timeout=60_000)
    app.window.show()
    yield SharedWindow(app)
    app.window.close()
    app.tasks.stop()
    app.window.deleteLater()
    app.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _look(part: QWidget) -> tuple[object, ...]:
    """Return what a player sees of a part of the window: nothing where it is hidden."""
    return tuple(map(part.property, _SEEN)) if part.isVisible() else ()
