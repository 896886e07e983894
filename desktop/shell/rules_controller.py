"""The Rules page: made when it is first shown, and opened at a rule from everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession

if TYPE_CHECKING:
    from desktop.pages.rules.page import RulesPage
    from desktop.widgets.cards.card_pictures import CardPictures


class RulesController(QObject):
    """Makes the page, which stands among `pages` where `placeholder` stood.

    Signals:
        said: something was done on the page (a sentence for the status bar).
    """

    said = Signal(str)

    def __init__(
        self, session: DeckSession, settings: Settings, tasks: TaskRunner, pages: QStackedWidget
    ) -> None:
        super().__init__(pages)
        self._session, self._settings, self._tasks = session, settings, tasks
        self._pages = pages
        self.placeholder = QWidget(pages)
        self.page: RulesPage | None = None
        session.cards_loaded.connect(self._on_cards_loaded)

    def begin(self, pictures: CardPictures) -> None:
        """Make the page, if need be, and go to its field: it is shown."""
        self.page = self.page or self._make_page(pictures)
        self.page.begin()

    def open_rule(self, entry_id: str) -> None:
        """Show an entry on the page, which is on screen."""
        if self.page is not None:
            self.page.open_rule(entry_id)

    def _make_page(self, pictures: CardPictures) -> RulesPage:
        from desktop.pages.rules.page import RulesPage  # noqa: PLC0415 - not at start

        session = self._session
        page = RulesPage(
            self._tasks,
            self._settings,
            lambda: session.today,
            pictures.another(self),
            self._pages,
        )
        page.said.connect(self.said)
        if session.cards is not None:
            page.receive_cards(session.cards)
        self._pages.insertWidget(self._pages.indexOf(self.placeholder), page)
        self.placeholder.deleteLater()
        return page

    def _on_cards_loaded(self) -> None:
        if self.page is not None and self._session.cards is not None:
            self.page.receive_cards(self._session.cards)
