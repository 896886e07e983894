"""The main window: menus, rail, pages, the banner of errors and the toast."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition
from core.errors import AppError
from core.log_file import FOLDER, without_home
from decks.report import Reading
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.folder_opening import open_folder
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.collection_state import CollectionState, StarredState
from desktop.session.deck_session import NAMELESS, DeckSession, DeckSource
from desktop.session.library_worker import LibraryWorker
from desktop.session.published_decks import PublishedDecks
from desktop.shell.actions import Actions, Command, connect_builder, connect_panels
from desktop.shell.close_controller import CloseController
from desktop.shell.deck_controller import DeckController
from desktop.shell.rail import PAGES, Rail
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.layouts import column, row
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.message_bar import Banner, toast_of
from library.deck_values import LibraryDeck

if TYPE_CHECKING:
    from desktop.dialogs.help_dialogs import GuideDialog
    from desktop.pages.events.page import EventsPage
    from desktop.pages.hands.page import HandsPage
    from desktop.pages.library.page import LibraryPage
    from desktop.pages.rules.page import RulesPage
    from desktop.shell.games_controller import GamesController


def restore_builder(page: BuilderPage, settings: Settings) -> None:
    """Show the page as the settings say."""
    deck, pool = page.deck, page.pool
    page.restore_shape(settings.sizes("build"))
    page.hover.is_wanted = lambda: settings.hover_card
    deck.group(settings.piles_by)
    deck.group_list(settings.list_by)
    if settings.piles:
        deck.toggle_piles()
    pool.views.restore(gallery=settings.gallery, width=settings.gallery_width)
    pool.filters.restore(settings.filters)
    pool.sort.restore(settings.sort)
    pool.table.choose_columns(settings.columns)
    pool.by_title.setChecked(settings.by_title)
    pool.by_title.toggled.connect(lambda on: setattr(settings, "by_title", on))


def save_builder(page: BuilderPage, settings: Settings) -> None:
    """Save how the page is shown, except for the sizes of its panels."""
    deck, pool = page.deck, page.pool
    settings.piles, settings.piles_by = deck.shows_piles, deck.grouping.code
    settings.list_by = deck.list_grouping.code
    settings.filters, settings.sort = pool.filters.saved, pool.sort.saved
    settings.columns = pool.table.column_choices
    settings.gallery, settings.gallery_width = (
        pool.views.button.isChecked(),
        pool.views.slider.value(),
    )


class StarController(QObject):
    """Gives cards stars, and shows cards that are like another one."""

    def __init__(self, page: BuilderPage, library_worker: LibraryWorker) -> None:
        super().__init__(page)
        self._page = page
        self.state = StarredState(library_worker, self)
        self.state.changed.connect(self._show)
        page.menus.star_requested.connect(self.state.toggle)
        page.menus.like_requested.connect(self.show_like)

    def toggle(self) -> None:
        self.state.toggle(self._cards())

    def show_like(self, card: Card | None = None) -> None:
        for each in [card] if card else self._cards()[:1]:
            self._page.show_pool()
            self._page.pool.show_like(each)

    def _show(self) -> None:
        self._page.pool.receive_stars(self.state.codes)
        self._page.deck.show_edit(self._page.pool.model.overlay)

    def _cards(self) -> Sequence[Card]:
        """Return the card on show where the focus is in its panel, else the selected ones."""
        page = self._page
        details = page.card_view.details
        if details is not None and details.card and details.isAncestorOf(page.focusWidget()):
            return [details.card]
        return page.chosen_cards


TITLE = "Seven Plots"
DECKS, BUILD, HANDS, EVENTS, RULES = range(5)
_STATE_SAVED_AFTER_MS = 300


class MainWindow(QMainWindow):
    """The one window, with what saves its decks."""

    list_taken = Signal()  # an imported event brought a restricted list
    files_chosen = Signal(list)  # paths, as text or Path
    closed = Signal()

    def __init__(self, session: DeckSession, settings: Settings, tasks: TaskRunner) -> None:
        super().__init__()
        self.session = session
        self._settings, self._tasks = settings, tasks
        self.library_worker = LibraryWorker(tasks, self)
        self.collection_state = CollectionState(self.library_worker, self)
        self.published = PublishedDecks(session, settings.path.parent, tasks, self)
        self.autosaver = Autosaver(session, self.library_worker, self)
        self.deck_controller = DeckController(session, settings, tasks, self.autosaver, self)
        self.close_controller = CloseController(
            session, self.library_worker, self.deck_controller, self
        )
        self.actions_ = Actions(self.menuBar(), settings, session.steps, self._run)
        self.banner = Banner(self)
        self.rail = Rail(self)
        # Widgets are made where they stay: another parent would style their children again.
        self._centre = QWidget(self)
        self.pages = QStackedWidget(self._centre)
        self.build = BuilderPage(
            session, tasks, self.autosaver, self.published, self.collection_state, self.pages
        )
        self._decks = LazyTab(self._make_decks, self.pages)
        self._hands = LazyTab(self._make_hands, self.pages)
        self._events = LazyTab(self._make_events, self.pages)
        self._rules = LazyTab(self._make_rules, self.pages)
        self.toast = toast_of(self)
        self._shown_pages: set[int] = set()  # pages that have been laid out
        self._opening_last_decks = False
        # A change of the page is on screen before the settings are written.
        self._state_timer = QTimer(self, singleShot=True, interval=_STATE_SAVED_AFTER_MS)
        self._state_timer.timeout.connect(self._save_state)
        self._guide: GuideDialog | None = None
        self._lay_out()
        self._connect()
        self._connect_library()
        connect_builder(self.actions_, self.build)
        self.stars = StarController(self.build, self.library_worker)
        FileDropFilter(self).files_dropped.connect(self.files_chosen)
        self.setWindowTitle(TITLE)
        self._restore()

    def show_page(self, number: int) -> None:
        """Show a page, as its button in the rail does."""
        if self.pages.currentIndex() != number:
            self.rail.choose(number)

    def open_rule(self, entry_id: str) -> None:
        self.show_page(RULES)
        self._rules.load().open_rule(entry_id)

    @property
    def decks(self) -> LibraryPage:
        return self._decks.load()

    @cached_property
    def games(self) -> GamesController:
        from desktop.shell.games_controller import GamesController  # noqa: PLC0415 - not at start

        games = GamesController(self.session, self.library_worker, self.autosaver, self)
        games.failed.connect(self.banner.show_error)
        return games

    @property
    def hands(self) -> HandsPage | None:
        return self._hands.content

    @property
    def events(self) -> EventsPage | None:
        return self._events.content

    @property
    def rules(self) -> RulesPage | None:
        return self._rules.content

    def show_events_button(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
        """Show or hide the button of the Events page; its shortcut stays."""
        self.rail.pages.button(EVENTS).setVisible(shown)

    def begin_day(self, today: date) -> None:
        """Judge the decks of the library by another day."""
        if self._decks.content is not None:
            self._decks.content.begin_day(today)

    def show_collection(self) -> None:
        from desktop.dialogs.collection_dialogs import CollectionDialog  # noqa: PLC0415 - when asked for

        context, deck = self.deck_controller.context, self.session.deck
        if context is not None:
            edition = deck.edition if deck else Edition.SECOND
            CollectionDialog(self.collection_state, context, edition, self).open()

    def show_keys(self) -> None:
        from desktop.shell.shortcuts_dialog import ShortcutsDialog  # noqa: PLC0415 - when asked for

        ShortcutsDialog(self).open()

    def show_guide(self) -> None:
        """Show the guide beside the window, once."""
        from desktop.dialogs.help_dialogs import GuideDialog  # noqa: PLC0415 - when asked for

        if self._guide is None:
            self._guide = GuideDialog(self)
            self._guide.language_requested.connect(self.actions_["language"].trigger)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    def open_log_folder(self) -> None:
        folder = self._settings.path.parent / FOLDER
        if not open_folder(folder):
            words = f"The folder could not be opened. It is {without_home(str(folder))}."
            self.toast.show_message(words)

    def show_about(self) -> None:
        from desktop.dialogs.help_dialogs import AboutDialog  # noqa: PLC0415 - when asked for

        AboutDialog(self.session.cards, self).open()

    def _lay_out(self) -> None:
        glyphs = ("decks/page", "page/build", "page/hands", "page/events", "page/rules")
        pages: Sequence[QWidget] = (self._decks, self.build, self._hands, self._events, self._rules)
        for name, glyph, page in zip(PAGES, glyphs, pages, strict=True):
            self.rail.add_page(name, glyph)
            self.pages.addWidget(page)
        body = row(self.rail, (self.pages, 1), spacing=0)
        parts = (self.banner, (body, 1))
        column(*parts, parent=self._centre, margin=0, spacing=0)
        self.setCentralWidget(self._centre)

    def _connect(self) -> None:
        decks = self.deck_controller
        self.rail.page_chosen.connect(self._on_page_chosen)
        self.actions_.copy_as.chosen.connect(decks.copy_as)
        self.actions_.samples.triggered.connect(lambda action: decks.open_sample(action.data()))
        decks.files_chosen.connect(self.files_chosen)
        decks.deck_begun.connect(partial(self.show_page, BUILD))
        decks.deck_begun.connect(self.build.pool.begin_deck)
        decks.done.connect(self.toast.show_message)
        decks.file_saver.failed.connect(self.banner.show_error)
        decks.file_saver.saved.connect(self._on_file_saved)
        self.build.rule_requested.connect(self.open_rule)
        self.build.similar_requested.connect(self._show_similar)
        self.build.deck.open_decks.close_requested.connect(decks.close)
        welcome = self.build.deck.welcome_panel
        welcome.open.clicked.connect(decks.choose_files)
        welcome.new.clicked.connect(decks.new_deck)
        welcome.sample_requested.connect(decks.open_sample)
        self.build.file_saved.connect(self._on_file_saved)
        self.build.menus.print_requested.connect(decks.print_proxies)
        self.build.failed.connect(self.banner.show_error)
        self.session.cards_loaded.connect(self._on_cards_loaded)
        self.session.deck_changed.connect(self._on_deck_changed)
        for signal in (self.session.deck_edited, self.session.saved_changed):
            signal.connect(self._show_title)
        # A deck that was put into the bin or restored.
        self.session.saved_changed.connect(self._update_actions)

    def _connect_library(self) -> None:
        self.library_worker.opened.connect(self._on_library_opened)
        self.library_worker.failed.connect(self._on_library_failed)
        self.autosaver.failed.connect(self._on_failed)
        self.autosaver.save_failed.connect(self._on_save_failed)
        self.autosaver.saved.connect(self._on_saved)
        self.autosaver.overtaken.connect(self._on_overtaken)
        for signal in (self.session.deck_changed, self.autosaver.saved):
            signal.connect(self._save_state)

    def _run(self, command: Command) -> None:
        """Show the panel that a command is about, if there is one, and do the command."""
        if command.panel is not None:
            self.show_page(BUILD)
            command.panel(self.build)
        if isinstance(command.does, str):
            attrgetter(command.does)(self)()
        elif command.does is not None:
            command.does(self)

    def _restore(self) -> None:
        self.resize(1280, 800)
        self.restoreGeometry(self._settings.geometry)
        restore_builder(self.build, self._settings)
        connect_panels(self.actions_, self.build, self._settings)
        self.show_events_button(self._settings.show_events)
        page = self._settings.page
        self.rail.choose(PAGES.index(page) if page in PAGES else BUILD)
        self.build.pool.search.setFocus()

    def _on_cards_loaded(self) -> None:
        cards = self.session.cards
        if cards is None:
            return
        self.actions_.show_samples(cards.samples)
        self.collection_state.receive_cards(cards)
        for page in (self._decks.content, self.events, self.rules):
            if page is not None:
                page.receive_cards(cards)

    def _on_deck_changed(self) -> None:
        opened = self.session.shown.deck is not None and not self._opening_last_decks
        if opened and self.pages.currentIndex() == DECKS:
            self.show_page(BUILD)
        self._update_actions()
        self.banner.clear_command()
        self._show_title()

    def _show_title(self) -> None:
        current = self.session.shown.current
        name = current.state.deck.name if current else ""
        if current is not None and current.where.value:
            name = f"{name or NAMELESS} ({current.where.value})"
        self.setWindowTitle(f"{name}[*] — {TITLE}" if name else f"{TITLE}[*]")
        self.setWindowModified(current is not None and current.unsaved)

    def _on_file_saved(self, path: str) -> None:
        self.banner.clear_command()
        self.toast.show_message(f"Saved in {path}")

    def _on_page_chosen(self, number: int) -> None:
        if number == HANDS:
            self._hands.load()
        elif number == EVENTS:
            self._events.load().begin()
        elif number == RULES:
            self._rules.load().begin()
        elif number == DECKS:
            self._show_decks_first()
        self.pages.setCurrentIndex(number)
        self._shown_pages.add(number)
        self._state_timer.start()
        self._update_actions()
        if number == DECKS and self.autosaver.ready:
            # The last change is saved before anything is done with decks there.
            self.autosaver.save_all()
            self.library_worker.reload()

    def _make_decks(self, parent: QWidget) -> LibraryPage:
        from desktop.pages.library.page import LibraryPage  # noqa: PLC0415 - not at start

        session, settings = self.session, self._settings
        page = LibraryPage(self.library_worker, self._tasks, settings, session.today, parent)
        page.controller.open_requested.connect(self._on_library_decks_requested)
        page.new_requested.connect(self.deck_controller.new_deck)
        page.show_requested.connect(partial(self.show_page, DECKS))
        page.hands_requested.connect(self._compare_hands)
        page.record_requested.connect(self.games.record_with)
        page.games_requested.connect(self.games.show_games)
        page.offer_published(self.published, session)
        page.restore_shape(settings.sizes("decks"))
        if session.cards is not None:
            page.receive_cards(session.cards)
        page.catch_up()
        return page

    def _compare_hands(self, deck_ids: Sequence[str]) -> None:
        """Open two decks, and show the odds of the first one's hands beside the second one's."""
        cards = self.session.cards
        if cards is not None:
            self.autosaver.ask(
                lambda library: library.decks.open_all(deck_ids, cards.pools),
                # One may have been deleted in another window.
                lambda found: self._show_odds(*found) if len(found) == 2 else None,
            )

    def _show_odds(self, one: LibraryDeck, other: LibraryDeck) -> None:
        from desktop.pages.hands.odds.comparison_dialog import ComparedDeck  # noqa: PLC0415 - not at start

        session = self.session
        sources = [DeckSource(Reading(each.deck, ()), stored=each) for each in (one, other)]
        session.open_from(sources)
        opened = {each.stored.id: n for n, each in enumerate(session.decks) if each.stored}
        session.show_deck(opened[one.id])
        self.show_page(HANDS)
        hands, followed = self._hands.load(), session.decks[opened[other.id]]
        hands.show_odds()
        compared = ComparedDeck(followed.deck.name, followed.deck, followed)
        hands.odds.options.compare(compared)

    def _make_hands(self, parent: QWidget) -> HandsPage:
        from desktop.pages.hands.page import HandsPage  # noqa: PLC0415 - not at start

        pictures = self.build.pictures.another(self)
        page = HandsPage(self.session, self._tasks, self.collection_state, pictures, parent)
        page.board.hover.is_wanted = lambda: self._settings.hover_card
        page.game_played.connect(self.games.record)
        page.board.decks_requested.connect(lambda: self.show_page(DECKS))
        page.failed.connect(self._on_failed)
        page.rule_requested.connect(self.open_rule)
        page.restore_shape(self._settings.sizes("hands"))
        return page

    def _make_events(self, parent: QWidget) -> EventsPage:
        from desktop.pages.events.page import EventsPage  # noqa: PLC0415 - not at start

        session, settings = self.session, self._settings
        page = EventsPage(self.library_worker, self._tasks, settings, lambda: session.today, parent)
        page.said.connect(self.toast.show_message)
        page.rules.rule_requested.connect(self.open_rule)
        page.session.list_taken.connect(self.list_taken)
        if session.cards is not None:
            page.receive_cards(session.cards)
        return page

    def _make_rules(self, parent: QWidget) -> RulesPage:
        from desktop.pages.rules.page import RulesPage  # noqa: PLC0415 - not at start

        session, pictures = self.session, self.build.pictures.another(self)
        page = RulesPage(self._tasks, self._settings, lambda: session.today, pictures, parent)
        page.said.connect(self.toast.show_message)
        if session.cards is not None:
            page.receive_cards(session.cards)
        return page

    def _show_similar(self) -> None:
        self.show_page(DECKS)
        self.decks.show_similar()

    def _show_decks_first(self) -> None:
        """Show the page of decks; at its first time the focus goes to its search."""
        from_build = self.build.isAncestorOf(self.focusWidget() or self)
        decks = self._decks.load()
        self.pages.setCurrentIndex(DECKS)
        if from_build and DECKS not in self._shown_pages:
            decks.search.setFocus()

    def _update_actions(self) -> None:
        """Enable undo and the commands on the deck only where the deck is shown."""
        build_page = self.pages.currentWidget() is self.build
        self.session.follow_steps(follow=build_page)
        self.actions_.set_context(deck=self.session.shown.deck is not None, build_page=build_page)

    def _on_library_opened(self) -> None:
        """Open the decks of the last session, unless something is open already."""
        self.banner.clear_state("library")
        if not self.session.decks:
            self._opening_last_decks = True
            self.autosaver.open_decks(self._settings.open_decks)
            self.library_worker.ask(lambda _: None, self._on_last_decks_opened)
        if self._settings.phones_event:
            self._events.load().begin()
        note = self.library_worker.library.note if self.library_worker.library else ""
        if note and self.pages.currentIndex() != DECKS:
            self.banner.show_lasting("library", AppError(note))

    def _on_last_decks_opened(self, _: object) -> None:
        self._opening_last_decks = False

    def _on_library_decks_requested(self, deck_ids: list[str]) -> None:
        if len(deck_ids) == 1:
            self.autosaver.open_deck(deck_ids[0])
        else:
            self.autosaver.open_decks(deck_ids)
        self.show_page(BUILD)

    def _on_library_failed(self, error: Exception) -> None:
        # The Decks page shows it itself.
        if not isinstance(error, AppError) or self.pages.currentIndex() == DECKS:
            return
        if self.library_worker.library is None:
            self.banner.show_lasting("library", error)
        else:
            self.banner.show_error(error)

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.banner.show_error(error)

    def _on_save_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.banner.show_lasting("saving", error)

    def _on_saved(self) -> None:
        self.banner.clear_state("saving")
        if self.pages.currentIndex() == DECKS:
            self.library_worker.reload()

    def _on_overtaken(self, number: int) -> None:
        self.toast.show_message(
            f"Another window changed this deck too. Its version {number} is in the history."
        )

    def _save_state(self) -> None:
        """Save page and open decks; the next start shows them again, even after a crash."""
        self._settings.page = PAGES[self.pages.currentIndex()]
        if self.library_worker.library is not None:
            self._settings.open_decks = self.session.saved_ids

    def _save_settings(self) -> None:
        self._settings.geometry = self.saveGeometry()
        shapes = ((BUILD, self.build), (DECKS, self._decks.content), (HANDS, self.hands))
        for number, page in shapes:
            if page is not None and number in self._shown_pages:
                self._settings.save_sizes(PAGES[number].lower(), page.shape())
        save_builder(self.build, self._settings)
        self._save_state()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.rail.fit_into(self.width())
        super().resizeEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.close_controller.may_close():
            event.ignore()
            return
        self._state_timer.stop()
        with self._settings.together():
            self._save_settings()
        if self.events is not None:
            self.events.stop()
        self.closed.emit()
        super().closeEvent(event)
