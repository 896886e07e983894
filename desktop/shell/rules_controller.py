"""The Rules page: made when it is first shown, and opened at a rule from everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.pages.rules.page import RulesPage
    from desktop.shell.main_window import MainWindow


class RulesController(QObject):
    """Owns the page, which stands in for `placeholder` from then on."""

    def __init__(
        self, settings: Settings, tasks: TaskRunner, placeholder: QWidget, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._tasks = window, settings, tasks
        self._placeholder = placeholder
        self.page: RulesPage | None = None
        window.session.cards_loaded.connect(self._on_cards_loaded)

    def begin(self) -> None:
        """Make the page, if need be, and go to its field: it is shown."""
        self.page = self.page or self._make_page()
        self.page.begin()

    def open_rule(self, entry_id: str) -> None:
        """Show an entry on the page, which is on screen."""
        if self.page is not None:
            self.page.open_rule(entry_id)

    def _make_page(self) -> RulesPage:
        from desktop.pages.rules.page import RulesPage  # noqa: PLC0415 - not at start

        window, pages = self._window, self._window.pages
        pictures = window.build.pictures.another(window)
        session = window.session
        page = RulesPage(self._tasks, self._settings, lambda: session.today, pictures, pages)
        page.said.connect(window.status.show_message)
        if window.session.cards is not None:
            page.receive_cards(window.session.cards)
        pages.insertWidget(pages.indexOf(self._placeholder), page)
        self._placeholder.deleteLater()
        return page

    def _on_cards_loaded(self) -> None:
        if self.page is not None and self._window.session.cards is not None:
            self.page.receive_cards(self._window.session.cards)
