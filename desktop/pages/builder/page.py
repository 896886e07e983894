"""The Build page: all cards, the deck, and beside it the card, problems, numbers and history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import CardCommands, CopyKey
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.card_menu import CardMenus, MenuRequest
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.deck.deck_panel import DeckPanel
from desktop.pages.builder.history.history_panel import HistoryPanel
from desktop.pages.builder.notes.notes_panel import NotesPanel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.problems.problem_entries import ProblemEntry
from desktop.pages.builder.problems.problems_panel import ProblemsPanel
from desktop.pages.builder.side_tabs import BuilderSplitter, LateTabs, SideTabs
from desktop.pages.builder.statistics.statistics_panel import StatisticsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.card_sync import CardSync
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.session.repair_finder import RepairFinder
from desktop.style.fonts import space
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.layouts import column
from desktop.widgets.rule_view import RuleSplitter

if TYPE_CHECKING:
    from desktop.widgets.cards.large_card import LargeCard


class SelectionCommands:
    """Does what a command says to the selected cards of a list, which `chosen_list` returns."""

    def __init__(
        self,
        chosen_list: Callable[[], CardListView],
        commands: CardCommands,
        categories: CategoryCommands,
    ) -> None:
        self._list, self._commands, self._categories = chosen_list, commands, categories

    def consider(self) -> None:
        """Move the cards to the considered ones, or back."""
        self._commands.consider(self._list().chosen_rows())

    def categorize(self) -> None:
        """Ask for the categories of the cards."""
        self._categories.open_dialog(self.cards)

    @property
    def cards(self) -> list[Card]:
        """The selected cards of the list, each once."""
        return list(dict.fromkeys(card for card, _ in self._list().chosen_rows()))

    @property
    def card(self) -> Card | None:
        """The current card of the list."""
        card = self._list().currentIndex().data(Role.CARD)
        return card if isinstance(card, Card) else None


class BuilderPage(QWidget):
    """Three panels in a splitter: what is chosen in one is shown in the others.

    Signals: open_requested, new_requested and sample_requested are those of the welcome panel.
        pool_shown: the panel of all cards is shown or hidden (whether it is shown).
        side_shown: the panel beside the deck is shown or hidden (whether it is shown).
        rule_requested: a rule is to be opened on the Rules page (its id).
    """

    rule_requested = Signal(str)
    pool_shown = Signal(bool)
    side_shown = Signal(bool)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        autosaver: Autosaver,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._collection_state: CollectionState | None = None
        self._card: Card | None = None
        self._chosen_in: QAbstractItemView | None = None
        self._large: LargeCard | None = None
        self.pictures = CardPictures(tasks, self)
        # Widgets are made where they stay: another parent would style all those within anew.
        self.splitter = BuilderSplitter(self)
        self.pool = PoolPanel(session, tasks, self.pictures, self.splitter)
        # The window's, so that its dialogs and the other pages find it, too.
        self.hover = HoverCard(self.window(), self.pictures, session.pack_name)
        self.deck = DeckPanel(session, autosaver, tasks, self.pictures, self.splitter)
        self.side = RuleSplitter(self.splitter)
        self.tabs = SideTabs("Beside the deck", self.side)
        self.card_view = CardView(self.tabs.stack, self.pictures)
        self.repair_finder = RepairFinder(session, tasks, self)
        self.problems = ProblemsPanel(session, self.repair_finder, self.tabs.stack)
        self.categories = CategoryCommands(session, autosaver, self)
        self.late = LateTabs(session, tasks, autosaver, self.categories, self.tabs.stack)
        self.notes = NotesPanel(session, self.tabs.stack)
        self._commands = CardCommands(session)
        self.selection = SelectionCommands(self._chosen_list, self._commands, self.categories)
        self.menus = CardMenus(session, lambda: self.pool.model.overlay, self)
        self.side.addWidget(self.tabs)
        self.splitter.set_panels(self.pool, self.deck, self.side, self.tabs)
        self.open_requested = self.deck.welcome_panel.open_requested
        self.new_requested = self.deck.welcome_panel.new_requested
        self.sample_requested = self.deck.welcome_panel.sample_requested
        self.tabs.add_panels(self.card_view, self.problems, *self.late.tabs, self.notes)
        column(self.splitter, parent=self, margin=space(self, 3))
        self._connect()

    def shape(self) -> tuple[int, ...]:
        """Return how the page's width is shared; empty where a panel is hidden."""
        return () if self.pool.isHidden() or self.side.isHidden() else self.splitter.shape()

    @property
    def numbers(self) -> StatisticsPanel:
        """The numbers of the deck, created now if they were not yet."""
        return self.late.numbers.load()

    @property
    def history(self) -> HistoryPanel:
        """The history of the deck, created now if it was not yet."""
        return self.late.history.load()

    def show_deck_panel(self) -> None:
        """Bring the deck into view where it is one of the tabs."""
        if self.splitter.narrow:
            self.show_side()
            self.tabs.setCurrentWidget(self.deck)

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the page's width as it was."""
        self.splitter.restore_shape(sizes)

    def show_pool(self, shown: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Show or hide the panel of all cards."""
        if self.pool.isHidden() is shown:
            self.pool.setVisible(shown)
            self.pool_shown.emit(shown)

    def show_side(self, shown: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Show or hide the panel beside the deck."""
        self.side.uncover()
        if self.side.isHidden() is shown:
            self.side.setVisible(shown)
            self.side_shown.emit(shown)

    def show_tab(self, number: int) -> None:
        """Show one of the tabs beside the deck and go to it."""
        self.show_side()
        shown = self.tabs.panels[number]
        self.tabs.setCurrentWidget(shown)
        if shown is self.problems:
            shown = self.problems.list if self.problems.model.rows else self.tabs.tabBar()
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_owned(self, collection_state: CollectionState) -> None:
        """Show of the cards and of the deck what the player owns, now and whenever it changes."""
        self._collection_state = collection_state
        self.late.offer_changes(collection_state)
        collection_state.changed.connect(self._on_collection_changed)
        self._on_collection_changed()

    def offer_texts(self, card_sync: CardSync) -> None:
        """Offer the texts of cards until they are there."""
        self.deck.welcome_panel.offer_texts(card_sync)
        self.card_view.offer_texts(card_sync)

    def show_rule(self, name: str) -> None:
        """Open a rule beside the deck."""
        self.show_side()
        self.side.show_rule(name)
        self.problems.list.scrollTo(self.problems.list.currentIndex())

    def show_large(self) -> None:
        """Show large the current card of the table that has the focus, else the card in view."""
        if (table := self._chosen_list()).hasFocus():
            self._chosen_in, self._card = table, self.selection.card or self._card
        self._open_large()

    def _open_large(self) -> None:
        from desktop.widgets.cards.large_card import LargeCard  # noqa: PLC0415 - when asked for

        if self._card is None or self._session.cards is None:
            return
        if self._large is None:
            self._large = LargeCard(self.window(), self.pictures)
            self._large.count_chosen.connect(self._commands.set_card)
            self._large.menu_requested.connect(self._open_menu)
            self._large.rule_requested.connect(self.show_rule)
        self._large.open_over(self._chosen_in or self.pool.views.current)
        self._show_card()

    def move_to_rookery(self) -> None:
        """Move one of each selected card to the rookery or back; a plot to the next plot deck."""
        self._commands.move(self.deck.list.chosen_rows())

    def write_card_note(self) -> None:
        """Go to the note on the current card of the list that has the focus."""
        if self.selection.card is not None:
            self._on_printing_chosen(self.selection.card)
        self.show_side()
        self.tabs.setCurrentWidget(self.notes)
        self.notes.go_to_card_note()

    def _chosen_list(self) -> CardListView:
        """Return the list of cards that has the focus, else the one that a card was chosen in."""
        shown = (self.pool.views.current, self.deck.cards_view)
        focused = next((each for each in shown if each.hasFocus()), self._chosen_in)
        return next((each for each in shown if each is focused), self.deck.cards_view)

    def _connect(self) -> None:
        session, pool, deck = self._session, self.pool, self.deck
        session.cards_loaded.connect(pool.receive_cards)
        session.cards_loaded.connect(self._on_cards_loaded)
        session.deck_changed.connect(self._on_deck_changed)
        session.deck_edited.connect(self._on_deck_edited)
        # Fields that show what was typed or chosen show the deck again.
        session.edit_refused.connect(self._on_deck_edited)
        self.hover.is_in_view = self._is_in_view
        self.splitter.narrowed.connect(self.show_side)
        pool.views.gallery_made.connect(self.hover.watch)
        for table in (pool.table, deck.list):
            self.hover.watch(table)
            table.card_chosen.connect(partial(self._on_card_chosen, table))
            table.consider_requested.connect(self._commands.consider)
            table.large_requested.connect(self.show_large)
            table.menu_requested.connect(self.menus.open)
        self.hover.watch(self.problems.list, self.problems.card_at)
        deck.list.card_succeeded.connect(self._on_card_succeeded)
        for signal in (deck.list.typed, deck.list.erased):
            signal.connect(lambda *_: self.show_pool())
        deck.list.typed.connect(pool.continue_typing)
        deck.list.erased.connect(pool.erase)
        deck.verdict.clicked.connect(self._on_verdict_clicked)
        self._connect_cards()
        self.tabs.currentChanged.connect(self._show_tab)
        self.problems.cards_named.connect(deck.list.select_cards)
        pool.table.count_requested.connect(self._commands.set_copies)
        pool.table.change_requested.connect(self._commands.change_copies)
        pool.table.versions_requested.connect(self._commands.set_versions)
        deck.list.count_requested.connect(session.set_copies)
        deck.list.change_requested.connect(session.add_copies)
        pool.model.cards_returned.connect(self._commands.drop)
        deck.model.cards_dropped.connect(self._commands.drop)
        deck.model.cards_categorized.connect(self._commands.drop_on_category)
        self.late.grouping_requested.connect(lambda: deck.group_list("category"))
        self.menus.category_chosen.connect(self.categories.choose)
        self.menus.categories_requested.connect(self.categories.open_dialog)

    def _connect_cards(self) -> None:
        """Connect the card on show, and the menu of a card."""
        self.card_view.printing_chosen.connect(self._on_printing_chosen)
        self.card_view.swap_requested.connect(self._commands.swap)
        self.card_view.large_requested.connect(self.show_large)
        self.card_view.count_chosen.connect(self._commands.set_card)
        self.card_view.rule_requested.connect(self.show_rule)
        self.notes.card_requested.connect(self._on_version_chosen)
        self.problems.rule_requested.connect(self.show_rule)
        self.side.card_name = self._card_name
        self.side.page_requested.connect(self.rule_requested)
        self.side.card_requested.connect(self._on_card_of_rule_requested)
        self.card_view.offer_menu()
        self.card_view.menu_requested.connect(self._open_menu)
        self.deck.header.agendas.menu_requested.connect(self.menus.open)
        self.problems.list.menu_requested.connect(self._on_problem_menu_requested)
        self.menus.key_chosen.connect(self._on_key_chosen)
        self.menus.swap_requested.connect(self._commands.swap)
        self.menus.version_chosen.connect(self._on_version_chosen)
        self.menus.rules_requested.connect(self._on_rules_requested)

    def _on_collection_changed(self) -> None:
        if self._collection_state is not None:
            self.pool.receive_owned(self._collection_state.copies)
            self.deck.show_edit(self.pool.model.overlay)

    def _on_cards_loaded(self) -> None:
        """Show the chosen card as it is now, where it is still there."""
        cards = self._session.cards
        if self._card is not None and cards is not None:
            self._card = cards.card(self._card.code) or self._card
            self._show_card()

    def _on_deck_changed(self) -> None:
        self.pool.show_deck()
        self.deck.show_deck(self.pool.model.overlay)
        self.categories.read_own()
        # Who compares the numbers or the histories of decks still sees those.
        if self.tabs.currentWidget() is self.card_view:
            self.tabs.setCurrentWidget(self.deck if self.splitter.narrow else self.problems)
        self._show_tabs()

    def _on_deck_edited(self) -> None:
        self.pool.show_copies()
        self.deck.show_edit(self.pool.model.overlay)
        self._show_tabs()

    def _show_tabs(self) -> None:
        self.tabs.show_count(self.problems, self._session.shown.errors)
        self.late.show_deck()
        self._show_tab()

    def _show_tab(self) -> None:
        """Show the deck and the chosen card in the tab in view; others show them once seen."""
        shown = self.tabs.currentWidget()
        if shown is self.problems:
            self.problems.show_verdict()
        elif shown is self.notes:
            self.notes.show_deck()
        self._show_card()

    def _on_card_chosen(self, table: CardListView, card: Card) -> None:
        self._card = card
        in_pool = table is self.pool.table
        self._chosen_in = self.pool.views.current if in_pool else self.deck.cards_view
        # A problem that was chosen selects its cards; the list of problems stays in view then, as
        # it does for a click on a number of copies, and so do numbers and history.
        reading = table.copy_clicks.on_number or self.problems.isAncestorOf(
            self.focusWidget() or self
        )
        if self.tabs.currentWidget() is self.problems and not reading:
            self.tabs.setCurrentWidget(self.card_view)
        self._show_card()

    def _on_card_succeeded(self, card: Card) -> None:
        # Who chose a card in the table of all still sees that, whatever is removed from the deck.
        if self._chosen_in is self.deck.cards_view:
            self._on_card_chosen(self.deck.list, card)

    def _show_card(self) -> None:
        """Show the chosen card; while its tab is hidden, once it is seen."""
        cards, conditions = self._session.cards, self._session.shown.conditions
        if self._card is None or cards is None:
            return
        if self.tabs.currentWidget() is self.notes:
            self.notes.show_card(self._card)
        deck_info = CardDeckInfo()
        if conditions is not None:
            listed = conditions.restricted_list
            deck_info = CardDeckInfo(self._session.shown.deck, listed, conditions.date)
        if self._large is not None and self._large.isVisible():
            self._large.show_card(self._card, cards, deck_info)
        if self.tabs.currentWidget() is self.card_view:
            self.card_view.show_card(self._card, cards, deck_info)

    def _is_in_view(self, card: Card) -> bool:
        """Return whether the panel beside the deck shows a card."""
        return card == self._card and self.card_view.isVisible()

    def _card_name(self, code: str) -> str:
        cards = self._session.cards
        return cards.named(code) if cards else code

    def _on_card_of_rule_requested(self, code: str) -> None:
        card = self._session.cards.card(code) if self._session.cards else None
        if card is not None:
            self._on_version_chosen(card)

    def _on_printing_chosen(self, card: Card) -> None:
        self._card = card
        self._show_card()

    def _open_menu(self, card: Card, at: QPoint) -> None:
        self.menus.open(MenuRequest(self, at, (card,)))

    def _on_problem_menu_requested(self, entry: ProblemEntry, at: QPoint) -> None:
        cards, panel = self._session.cards, self.problems
        found = tuple(card for code in entry.codes if cards and (card := cards.card(code)))
        open_rule = partial(panel.open_rule, entry) if entry.problem else None
        self.menus.open(MenuRequest(panel.list, at, found, open_rule=open_rule))

    def _on_key_chosen(self, cards: Sequence[Card], key: CopyKey) -> None:
        """Do what a key does to cards that are not those of a list."""
        if key.large:
            self._card = cards[0]
            self._open_large()
        else:
            self._commands.press(cards, key)

    def _on_version_chosen(self, card: Card) -> None:
        self.show_side()
        self.tabs.setCurrentWidget(self.card_view)
        self._on_printing_chosen(card)

    def _on_rules_requested(self, card: Card) -> None:
        self._on_version_chosen(card)
        self.card_view.go_to_rules()

    def _on_verdict_clicked(self) -> None:
        self.show_side()
        self.tabs.setCurrentWidget(self.problems)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = QKeySequence.StandardKey
        # The actions for these are disabled while the deck is read-only.
        if self._session.read_only and (event.matches(keys.Undo) or event.matches(keys.Redo)):
            self._session.may_edit()
        else:
            super().keyPressEvent(event)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        # The large card belongs to the tables of this page.
        if self._large is not None:
            self._large.leave()
        super().hideEvent(event)
