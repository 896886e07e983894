"""One window for several tests: it is kept as long as it looks as it did when it was new.

A module shares one by taking `app` and `module_window`, as `shared_window`, from here, a folder by
`folder_window` in its conftest.py. `app_with_library` and `module_library`, as `library_window`,
are the same with the library open, which each test finds empty. A test that needs a window of its
own there asks for `own_app`, or `new_app`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any, Literal

import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent, QModelIndex, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import BY_TYPE
from desktop.pages.builder.deck.deck_panel import DeckPanel
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.pool.view_menu import PoolViews
from desktop.runtime.settings import USUAL_GALLERY_WIDTH, PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD
from library.library import Library
from tests.gui.conftest import WORK_MS, shown, with_cards
from tests.gui.samples import present

NO_TEST_CHOOSES = "01003"  # the card that is in view at the start: A Game of Thrones


class SharedWindow:
    """A window with its cards and no deck, as it is at a first start but for the card in view.

    With `library` its library is open, and empty.
    """

    def __init__(
        self, qapp: QApplication, cards: LoadedCards, folder: Path, *, library: bool = False
    ) -> None:
        self._qapp, self._cards, self._folder, self._library = qapp, cards, folder, library
        self._app: Application | None = None
        self._looks: dict[QWidget, object] = {}
        self._state: object = None
        self._made = 0

    def get(self, qtbot: QtBot) -> Application:
        """Return the window, on screen and active."""
        if self._app is None:
            self._made += 1
            self._app = Application(self._qapp, self._folder / f"home {self._made}")
            self._app.session.receive_cards(self._cards)
            shown(self._app, qtbot)
            if self._library:
                open_library(self._app)
            start_over(self._app)
            self._looks, self._state = looks_of(self._app), state_of(self._app)
        if not self._app.window.isActiveWindow():
            with qtbot.waitActive(self._app.window):
                self._app.window.activateWindow()
        return self._app

    def put_back(self) -> None:
        """Take the window back from a test: keep it if it is as it was, else close it."""
        if self._app is None:
            return
        as_new = False
        try:
            start_over(self._app)
            as_new = (looks_of(self._app), state_of(self._app)) == (self._looks, self._state)
        finally:
            if not as_new:
                self.close()

    def close(self) -> None:
        """Close the window; the next test gets another."""
        app, self._app, self._looks = self._app, None, {}
        if app is None:
            return
        for each in app.session.decks:
            each.mark_saved()
        app.window.close()
        wait_until(lambda: not app.window.isVisible())
        app.tasks.stop_timeout_ms = WORK_MS
        app.tasks.stop()
        app.window.deleteLater()
        app.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def open_library(app: Application) -> Application:
    """Open the library of a window, and return the window."""
    app.open_library()
    wait_until(lambda: app.window.library_worker.loaded and not app.window.library_worker.busy)
    return app


def wait_until(holds: Callable[[], bool]) -> None:
    """Let the window work until something holds."""
    deadline = QDeadlineTimer(WORK_MS)
    while not holds():
        assert not deadline.hasExpired()
        QApplication.processEvents()
        sleep(0.005)  # QTest.qWait would keep the GIL from what is waited for


def looks_of(app: Application) -> dict[QWidget, object]:
    """Return what can be seen of a window: of each widget its size, words and value."""
    widgets = [app.window, *app.window.findChildren(QWidget)]
    # The cross of a field that was emptied fades away, and scroll bars come and go by themselves.
    return {
        each: look_of(each)
        for each in widgets
        if each.isVisible()
        and not isinstance(each, QScrollBar)
        and not isinstance(each.parent(), QLineEdit)
    }


def look_of(widget: QWidget) -> object:
    """Return what can be seen of a widget, and what is said of it."""
    value = widget.metaObject().userProperty()
    return (
        widget.isEnabled(),
        widget.size().toTuple(),
        widget.property("text"),
        value.read(widget) if value.isValid() else None,
        widget.accessibleName(),
        widget.accessibleDescription(),
    )


def state_of(app: Application) -> object:
    """Return the state of a window, except for what is tested in a window of its own."""
    page = app.window.build
    pool = page.pool
    header = pool.table.horizontalHeader()
    return (
        (id(app.session.cards), app.session.edition, app.window.library_worker.home),
        (list(app.session.decks), app.window.published.state),
        (page.deck.shows_piles, page.deck.grouping.code, page.deck.list_grouping.code),
        [row.card.code for row in pool.model.rows],
        [header.isSectionHidden(number) for number in range(header.count())],
        (pool.sort.saved, pool.filters.saved, pool.saved.saved, pool.saved.recent),
        (pool.table.verticalScrollBar().value(), page.card_view.verticalScrollBar().value()),
        (pool.table.currentIndex().isValid(), pool.table.selectionModel().hasSelection()),
        (page.splitter.sizes(), page.tabs.currentIndex(), app.window.pages.currentIndex()),
        app.settings.path.read_text("utf-8"),
        QApplication.palette(),
        QApplication.font(),
    )


def start_over(app: Application) -> None:
    """Undo what a test did: close its decks and dialogs, reset search, sorting and selection."""
    window, page = app.window, app.window.build
    while popup := QApplication.activePopupWidget():
        popup.close()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()
    leave_gallery(page.pool.views)
    show_list(page.deck)
    close_decks(app)  # so that nothing is searched for any more
    wait_until(lambda: app.tasks.idle)
    page.hover.leave()
    page.show()
    window.show_page(BUILD)
    window.resize(1280, 800)
    app.theme.choose(PaletteChoice.SYSTEM)
    empty_library(app)
    clear_search(page.pool)
    app.settings.saved_filters = app.settings.recent_searches = ()
    app.settings.by_title, app.settings.hover_card = False, True
    app.settings.pool_hidden = app.settings.side_hidden = False
    app.settings.last_folder, app.settings.open_decks = "", ()
    window.toast.leave()
    # Qt remembers Ctrl and Shift of the last key, and a selection made by code heeds them.
    QTest.keyRelease(window, Qt.Key.Key_Control)
    forget_card(app, page)
    page.pool.search.setFocus()
    # It is laid out now, and painted only where the next test lets it be.
    window.setUpdatesEnabled(False)
    QApplication.processEvents()
    window.setUpdatesEnabled(True)


def leave_gallery(views: PoolViews) -> None:
    """Show the table, and have no more cards drawn for the gallery."""
    views.restore(gallery=False, width=USUAL_GALLERY_WIDTH)
    if views.gallery is not None:
        views.gallery.thumbnails.clear()


def show_list(panel: DeckPanel) -> None:
    """Show decks as a list by type."""
    if panel.shows_piles:
        panel.toggle_piles()
    if panel.grouping is not BY_TYPE:
        panel.group(BY_TYPE.code)
    if panel.list_grouping is not BY_TYPE:
        panel.group_list(BY_TYPE.code)


def close_decks(app: Application) -> None:
    """Close every deck, as if none had been of another edition."""
    while decks := app.session.decks:
        decks[0].mark_saved()
        app.session.close_deck(0)
    if app.session.edition is not Edition.SECOND:
        app.session.edition = Edition.SECOND
        app.window.build.pool.show_deck()


def empty_library(app: Application) -> None:
    """Delete every deck of the library for good, where it is open."""
    worker = app.window.library_worker
    if worker.library is not None:
        worker.change(throw_all_away)
        wait_until(lambda: not worker.busy)


def throw_all_away(library: Library) -> None:
    """Delete every deck for good."""
    library.decks.throw_away([each.id for each in library.decks.all()])
    library.decks.empty_bin()


def clear_search(pool: PoolPanel) -> None:
    """Show all cards in the table by their names, each for itself, with nothing switched on."""
    pool.search.popup.hide()
    pool.search.setText("")  # nothing of it can be undone
    if pool.filters.saved:
        pool.filters.restore(())
    if pool.by_title.isChecked():
        for number in reversed(range(pool.model.rowCount())):
            pool.model.set_open(number, opened=False)
        pool.by_title.setChecked(False)
    if pool.table.column_choices:
        pool.table.choose_columns({})
    if pool.sort.saved != "Name":
        pool.sort.restore("Name")
    pool.saved.saved = pool.saved.recent = ()


def forget_card(app: Application, page: BuilderPage) -> None:
    """Let no card be the current one, and the one in view be one that no test chooses."""
    table = page.pool.table
    table.setCurrentIndex(QModelIndex())
    table.clearSelection()
    table.scrollToTop()
    # A table finds its current card again, and the page the list that it was chosen in.
    table._current, table._announced = ("", None), ""  # noqa: SLF001
    page._chosen_in = None  # noqa: SLF001
    page.card_view.printing_chosen.emit(present(app.session.cards).card(NO_TEST_CHOOSES))
    page.tabs.setCurrentWidget(page.card_view)


def window_fixture(scope: Literal["module", "package"], *, library: bool = False) -> Any:
    """Return a fixture of the window that the tests of a module or of a folder share."""

    @pytest.fixture(scope=scope)
    def shared(
        qapp: QApplication,
        cards: LoadedCards,
        typeface: QFont,
        tmp_path_factory: pytest.TempPathFactory,
    ) -> Iterator[SharedWindow]:
        qapp.setFont(typeface)
        window = SharedWindow(qapp, cards, tmp_path_factory.mktemp("shared"), library=library)
        yield window
        window.close()

    return shared


folder_window = window_fixture("package")
module_window = window_fixture("module")
module_library = window_fixture("module", library=True)


@pytest.fixture
def app(
    shared_window: SharedWindow, request: pytest.FixtureRequest, qtbot: QtBot
) -> Iterator[Application]:
    """Show the shared window with its cards and no deck; after a test that fails, a new one."""
    with lent(shared_window, request, qtbot) as app:
        yield app


@pytest.fixture
def app_with_library(
    library_window: SharedWindow, request: pytest.FixtureRequest, qtbot: QtBot
) -> Iterator[Application]:
    """Show the shared window with an empty library."""
    with lent(library_window, request, qtbot) as app:
        yield app


@contextmanager
def lent(
    shared: SharedWindow, request: pytest.FixtureRequest, qtbot: QtBot
) -> Iterator[Application]:
    """Give a test a window, and take it back unless it fails."""
    failed = request.session.testsfailed
    yield shared.get(qtbot)
    if request.session.testsfailed > failed:
        shared.close()
    else:
        shared.put_back()


@pytest.fixture
def own_app(new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot) -> Application:
    """Show a window of the test's own with its cards and no deck."""
    return with_cards(new_app, cards, qtbot)
