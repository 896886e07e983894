"""The Build page: all cards, the deck, and beside it the card, problems, numbers and history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QFont, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_commands import (
    CONSIDER,
    CardCommands,
    CardMenus,
    CategoryCommands,
    ChosenRow,
    CopyKey,
    MenuRequest,
)
from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_panel import DeckPanel
from desktop.pages.builder.notes_panel import NotesPanel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.problems_panel import ProblemEntry, ProblemsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.card_sync import CardSync
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession, OpenDeck
from desktop.session.published_decks import PublishedDecks
from desktop.session.repair_finder import RepairFinder
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import tool_button
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import column, label, row
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.menus import Menu
from desktop.widgets.rule_view import RuleSplitter

if TYPE_CHECKING:
    from desktop.pages.builder.history_panel import HistoryPanel
    from desktop.pages.builder.statistics_panel import StatisticsPanel
    from desktop.pages.builder.suggestions_panel import SuggestionsPanel
    from desktop.widgets.cards.large_card import LargeCard


# In quarters of the font's height: the least widths of the panels, and the room of all three.
_LEAST, _ROOM = (58, 70, 56), 256
# The usual widths of three panels in pixels, and how they share what is left, in hundredths: with
# enough of it the deck has two columns.
_USUAL, _SHARES = (456, 424, 328), (30, 48, 22)


class BuilderSplitter(QSplitter):
    """All cards, the deck, and what is beside it.

    In a narrow window at most one of the others is beside the deck, as a drawer.
    """

    arranged = Signal()  # other panels are in view

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._wide_shape: tuple[int, ...] = ()
        self._chosen = False  # whether the user chose the widths, now or before
        self._wanted: dict[QWidget, bool] = {}  # the panels of a wide window
        self._drawer: QWidget | None = None  # the panel of a narrow one
        self.narrow = False
        self.setChildrenCollapsible(False)
        self.setHandleWidth(space(self, 1))
        self.splitterMoved.connect(self._on_splitter_moved)

    def set_panels(self, pool: QWidget, deck: QWidget, side: QWidget) -> None:
        self._wanted, self._drawer = {pool: True, side: True}, pool
        for panel, least in zip((pool, deck, side), _LEAST, strict=True):
            self.addWidget(panel)
            panel.setMinimumWidth(space(self, least))

    def show_panel(self, panel: QWidget, *, shown: bool) -> None:
        """Show or hide the panel of all cards, or the one beside the deck."""
        if not self.narrow:
            self._wanted[panel] = shown
        elif shown or self._drawer is panel:
            self._drawer = panel if shown else None
        self._arrange()

    def shape(self) -> tuple[int, ...]:
        """Return the widths of the three panels, empty unless the user chose them."""
        if not self._chosen or not all(self._wanted.values()):
            return ()
        return self._wide_shape if self.narrow else tuple(self.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the width as it was, or as is usual."""
        self._chosen = len(sizes) == len(_LEAST)
        self._wide_shape = tuple(sizes) if self._chosen else ()
        # Otherwise it is shared once its width is known.
        coming = self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent)
        if not self.narrow and (self._chosen or not coming):
            self._share()

    def _arrange(self) -> None:
        for panel, wanted in self._wanted.items():
            panel.setVisible(panel is self._drawer if self.narrow else wanted)
        self.arranged.emit()

    def _share(self) -> None:
        if self.narrow:  # the deck has a little more than half
            super().setSizes([100, 108, 100])
            return
        more = max(0, self.width() - sum(_USUAL) - 2 * self.handleWidth())
        usual = [width + more * share // 100 for width, share in zip(_USUAL, _SHARES, strict=True)]
        super().setSizes(self._wide_shape or usual)

    def _on_splitter_moved(self) -> None:
        if not self.narrow:
            self._chosen, self._wide_shape = True, tuple(self.sizes())

    @override
    def setSizes(self, sizes: Sequence[int]) -> None:
        super().setSizes(sizes)
        self._on_splitter_moved()

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, not as it is.
        width = space(self, _LEAST[0] + _LEAST[1]) + self.handleWidth()
        return QSize(width, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < space(self, _ROOM)
        if narrow is not self.narrow:
            self.narrow = narrow
            self._arrange()
            self._share()
        super().resizeEvent(event)
        if not (self.narrow or self._chosen):
            self._share()


class SideTabs(QTabWidget):
    """Tabs that never shrink: those without room are under `more`; the current one is shown."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._counts: dict[QWidget, int] = {}
        # Qt's own: a widget that is made within it is not styled again when it becomes a tab.
        (self.stack,) = self.findChildren(QStackedWidget)
        self.more = tool_button("\N{MIDDLE DOT}" * 3, self, "More tabs", name="More tabs")
        self.more.setObjectName("more")
        self.more.setMenu(Menu(parent=self.more))
        self.more.setPopupMode(self.more.ToolButtonPopupMode.InstantPopup)
        self.more.menu().aboutToShow.connect(self._fill_menu)
        self.setCornerWidget(self.more)
        self.setDocumentMode(False)
        self.setAccessibleName(name)
        self.tabBar().setAccessibleName(name)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.currentChanged.connect(self.scale_lengths)

    def show_count(self, panel: QWidget, count: int) -> None:
        """Show a number behind the title of a panel, none if it is 0."""
        # The same number would lay out the whole page again.
        if self._counts.get(panel, 0) == count:
            return
        self._counts[panel], number = count, self.indexOf(panel)
        bar, right, title = self.tabBar(), QTabBar.ButtonPosition.RightSide, self.tabText(number)
        badge: QLabel | None = None
        if count:
            badge = label(str(count), Size.SMALL, weight=QFont.Weight.DemiBold)
            badge.setObjectName("badge")
        before = bar.tabButton(number, right)
        bar.setTabButton(number, right, badge)
        if before is not None:
            before.deleteLater()  # Qt only hides it
        bar.setAccessibleTabName(number, f"{title}, {count}" if count else title)
        self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        """Show as many tabs as fit, with the current one; the others are in the menu."""
        bar, room = self.tabBar(), self.width()
        widths = [bar.tabSizeHint(number).width() for number in range(self.count())]
        if sum(widths) > room:
            room -= self.more.sizeHint().width()
        order = sorted(range(self.count()), key=lambda number: number != self.currentIndex())
        for number in order:
            room -= widths[number]
            shown = room >= 0 or number == self.currentIndex()
            if self.isTabVisible(number) is not shown:
                self.setTabVisible(number, shown)
        self.more.setVisible(room < 0)

    def _fill_menu(self) -> None:
        menu = self.more.menu()
        menu.clear()
        for number in range(self.count()):
            if not self.isTabVisible(number):
                menu.addAction(self.tabText(number), partial(self.setCurrentIndex, number))

    @override
    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self.scale_lengths()

    @override
    def tabRemoved(self, index: int) -> None:
        super().tabRemoved(index)
        self.scale_lengths()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scale_lengths()


class SideStrip(QWidget):
    """A button for each panel beside the deck, where a narrow window has no room for the tabs."""

    panel_chosen = Signal(object)  # the panel to show, or to hide if it is in view

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: dict[QWidget, GlyphButton] = {}
        gap = space(self, 2)
        self._column = column(None, parent=self, margin=gap, spacing=gap)
        self.hide()

    def add(self, panel: QWidget, glyph: str, name: str) -> None:
        button = self.buttons[panel] = GlyphButton(glyph, name, self)
        button.setCheckable(True)
        button.clicked.connect(lambda: self.panel_chosen.emit(panel))
        self._column.insertWidget(len(self.buttons) - 1, button)

    def check(self) -> None:
        """Mark the button of the panel that is in view."""
        for panel, button in self.buttons.items():
            button.setChecked(panel.isVisibleTo(self.window()))


class BuilderPage(QWidget):
    """Three panels in a splitter: what is chosen in one is shown in the others."""

    rule_requested = Signal(str)  # on the Rules page: its id
    pool_shown = Signal(bool)  # whether the panel of all cards is shown
    side_shown = Signal(bool)  # whether the panel beside the deck is shown
    file_saved = Signal(str)  # the path of a chart
    similar_requested = Signal()  # published decks like the one on screen
    failed = Signal(Exception)  # an AppError

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        autosaver: Autosaver,
        published: PublishedDecks,
        collection_state: CollectionState,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._autosaver = session, tasks, autosaver
        self._published, self._collection_state = published, collection_state
        self._deck_on_screen: OpenDeck | None = None
        self._card: Card | None = None
        self._chosen_in: QAbstractItemView | None = None
        self._large: LargeCard | None = None
        self.pictures = CardPictures(tasks, self)
        # Widgets are made where they stay: another parent would style all their children again.
        self.splitter = BuilderSplitter(self)
        self.pool = PoolPanel(session, tasks, self.pictures, published, self.splitter)
        # A child of the window, so that its dialogs and the other pages find it, too.
        self.hover = HoverCard(self.window(), self.pictures, session.pack_name)
        self.deck = DeckPanel(session, autosaver, tasks, self.pictures, self.splitter)
        self.side = RuleSplitter(session, self.splitter)
        self.tabs = SideTabs("Beside the deck", self.side)
        stack = self.tabs.stack
        self.card_view = CardView(stack, self.pictures)
        self.repair_finder = RepairFinder(session, tasks, self)
        self.problems = ProblemsPanel(session, self.repair_finder, stack)
        self.categories = CategoryCommands(session, autosaver, self)
        self.numbers_tab = LazyTab(self._make_numbers, stack)
        self.suggestions_tab = LazyTab(self._make_suggestions, stack)
        self.history_tab = LazyTab(self._make_history, stack)
        self.notes = NotesPanel(session, stack)
        self._commands = CardCommands(session)
        self.menus = CardMenus(
            session, lambda: self.pool.model.overlay, self._commands, self.categories, self
        )
        self.side.addWidget(self.tabs)
        self.splitter.set_panels(self.pool, self.deck, self.side)
        self.strip = SideStrip(self)
        self.strip.add(self.pool, "deck/add", "All cards")
        for title, panel, glyph in (
            ("Card", self.card_view, "type/character"),
            ("Problems", self.problems, "sign/warning"),
            ("Suggestions", self.suggestions_tab, "side/suggestions"),
            ("Numbers", self.numbers_tab, "side/numbers"),
            ("History", self.history_tab, "side/history"),
            ("Notes", self.notes, "side/notes"),
        ):
            self.tabs.addTab(panel, title)
            self.strip.add(panel, glyph, title)
        # In the order of their keys, Alt+1 and so on.
        self.panels: tuple[QWidget, ...] = (
            *(self.card_view, self.problems, self.numbers_tab),
            *(self.history_tab, self.notes, self.suggestions_tab),
        )
        row((self.splitter, 1), self.strip, parent=self, margin=0, spacing=0)
        self._connect_lists()
        self._connect_side()

    @property
    def numbers(self) -> StatisticsPanel:
        """The numbers of the deck, created now if they were not yet."""
        return self.numbers_tab.load()

    @property
    def history(self) -> HistoryPanel:
        """The history of the deck, created now if it was not yet."""
        return self.history_tab.load()

    @property
    def chosen_list(self) -> CardListView:
        """The list of cards that has the focus, else the one that a card was chosen in."""
        shown = (self.pool.views.current, self.deck.cards_view)
        focused = next((each for each in shown if each.hasFocus()), self._chosen_in)
        return next((each for each in shown if each is focused), self.deck.cards_view)

    @property
    def chosen_cards(self) -> list[Card]:
        """The selected cards of the list, each once."""
        return list(dict.fromkeys(card for card, _ in self.chosen_list.chosen_rows()))

    @property
    def _current_card(self) -> Card | None:
        card = self.chosen_list.currentIndex().data(Role.CARD)
        return card if isinstance(card, Card) else None

    def shape(self) -> tuple[int, ...]:
        """Return the widths of the panels; empty where one is hidden."""
        return self.splitter.shape()

    def restore_shape(self, sizes: Sequence[int]) -> None:
        self.splitter.restore_shape(sizes)

    def show_pool(self, shown: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Show or hide the panel of all cards."""
        self._show_beside(self.pool, self.pool_shown, shown=shown)

    def show_side(self, shown: bool = True) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        """Show or hide the panel beside the deck."""
        self.side.uncover()
        self._show_beside(self.side, self.side_shown, shown=shown)

    def _show_beside(self, panel: QWidget, changed: SignalInstance, *, shown: bool) -> None:
        if panel.isHidden() is shown:
            self.splitter.show_panel(panel, shown=shown)
            # A narrow window shows one at a time; a wide one need not remember that.
            if not self.splitter.narrow:
                changed.emit(shown)

    def _on_arranged(self) -> None:
        narrow = self.splitter.narrow
        self.strip.setVisible(narrow)
        self.deck.bar.add_cards.setVisible(narrow and self.pool.isHidden())
        self.strip.check()

    def _on_add_cards_clicked(self) -> None:
        self.show_pool()
        self.pool.go_to_search()

    def _on_strip_clicked(self, panel: QWidget) -> None:
        shown = panel.isVisible()
        if panel is self.pool:
            self.show_pool(not shown)
        elif shown:
            self.show_side(False)  # noqa: FBT003 - as Qt's signal
        else:
            self._show_panel(panel)
        self.strip.check()

    def show_tab(self, number: int) -> None:
        """Show one of the tabs beside the deck and go to it."""
        shown = self.panels[number]
        self._show_panel(shown)
        if shown is self.problems:
            shown = self.problems.list if self.problems.model.rows else self.tabs.tabBar()
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_panel(self, panel: QWidget) -> None:
        self.show_side()
        self.tabs.setCurrentWidget(panel)

    def finish_deck(self) -> None:
        """Offer the best legal deck that has all cards of the deck on screen."""
        from desktop.dialogs.finish_dialog import FinishDialog  # noqa: PLC0415 - when asked for

        session, published, collection = self._session, self._published, self._collection_state
        if session.shown.conditions is not None and session.may_edit():
            FinishDialog(session, published, collection, self._tasks, self.window()).open()

    def offer_texts(self, card_sync: CardSync) -> None:
        self.deck.welcome_panel.offer_texts(card_sync)
        self.card_view.offer_texts(card_sync)

    def show_rule(self, name: str) -> None:
        self.show_side()
        self.side.show_rule(name)
        self.problems.list.scrollTo(self.problems.list.currentIndex())

    def show_large(self) -> None:
        """Show the current card of the list that has the focus large, else the card in view."""
        if (table := self.chosen_list).hasFocus():
            self._chosen_in, self._card = table, self._current_card or self._card
        self._open_large()

    def _open_large(self, card: Card | None = None) -> None:
        from desktop.widgets.cards.large_card import LargeCard  # noqa: PLC0415 - when asked for

        self._card = card or self._card
        if self._card is None or self._session.cards is None:
            return
        if self._large is None:
            self._large = LargeCard(self.window(), self.pictures)
            self._large.chooser.count_chosen.connect(self._commands.set_card)
            self._large.menu_requested.connect(self._open_menu)
            self._large.rule_requested.connect(self.show_rule)
        self._large.open_over(self._chosen_in or self.pool.views.current)
        self._show_card()

    def move_to_rookery(self) -> None:
        """Move one of each selected card to the rookery or back; a plot to the next plot deck."""
        self._commands.move(self.deck.list.chosen_rows())

    def consider(self) -> None:
        """Move the selected cards to the considered cards, or back."""
        self._commands.press(self.chosen_list.chosen_rows(), CONSIDER)

    def write_card_note(self) -> None:
        if (card := self._current_card) is not None:
            self._on_printing_chosen(card)
        self._show_panel(self.notes)
        self.notes.go_to_card_note()

    def _make_history(self, parent: QWidget) -> HistoryPanel:
        from desktop.pages.builder.history_panel import HistoryPanel  # noqa: PLC0415 - not at start

        return HistoryPanel(self._session, self._autosaver, parent)

    def _make_numbers(self, parent: QWidget) -> StatisticsPanel:
        from desktop.pages.builder.statistics_panel import StatisticsPanel  # noqa: PLC0415 - not at start

        session, collection_state = self._session, self._collection_state
        panel = StatisticsPanel(session, self._tasks, self.categories, collection_state, parent)
        panel.saved.connect(self.file_saved)
        panel.failed.connect(self.failed)
        panel.categories.grouping_requested.connect(lambda: self.deck.group_list("category"))
        return panel

    def _make_suggestions(self, parent: QWidget) -> SuggestionsPanel:
        from desktop.pages.builder.suggestions_panel import SuggestionsPanel  # noqa: PLC0415 - not at start

        session, published, finish = self._session, self._published, self.finish_deck
        panel = SuggestionsPanel(session, published, self._tasks, finish, parent)
        panel.similar_requested.connect(self.similar_requested)
        panel.count_chosen.connect(self._commands.set_card)
        panel.list.menu_requested.connect(self._open_menu)
        self.hover.watch(panel.list)
        return panel

    def _connect_lists(self) -> None:
        session, pool, deck = self._session, self.pool, self.deck
        session.cards_loaded.connect(pool.receive_cards)
        session.cards_loaded.connect(self._on_cards_loaded)
        session.deck_changed.connect(self._on_deck_changed)
        session.deck_edited.connect(self._on_deck_edited)
        # Fields that show what was typed or chosen show the deck again.
        session.edit_refused.connect(self._on_deck_edited)
        self._collection_state.changed.connect(self._on_collection_changed)
        self._published.changed.connect(lambda state: None if state.working else self._show_card())
        self.hover.is_in_view = lambda card: card == self._card and self.card_view.isVisible()
        self.splitter.arranged.connect(self._on_arranged)
        self.strip.panel_chosen.connect(self._on_strip_clicked)
        self.deck.bar.add_cards.clicked.connect(self._on_add_cards_clicked)
        pool.views.gallery_made.connect(self.hover.watch)
        for table in (pool.table, deck.list):
            self.hover.watch(table)
            table.card_chosen.connect(partial(self._on_card_chosen, table))
            table.key_requested.connect(self._on_key_requested)
            table.menu_requested.connect(self.menus.open)
        deck.list.card_succeeded.connect(self._on_card_succeeded)
        for signal in (deck.list.typed, deck.list.erased):
            signal.connect(lambda *_: self.show_pool())
        deck.list.typed.connect(pool.continue_typing)
        deck.list.erased.connect(pool.erase)
        deck.verdict.clicked.connect(lambda: self._show_panel(self.problems))
        deck.header.menu_requested.connect(self.menus.open)
        pool.table.versions_requested.connect(self._commands.set_versions)
        pool.model.cards_returned.connect(self._commands.drop)
        deck.model.cards_dropped.connect(self._commands.drop)
        deck.model.cards_categorized.connect(self._commands.drop_on_category)

    def _connect_side(self) -> None:
        for tab in (self.suggestions_tab, self.numbers_tab, self.history_tab):
            tab.created.connect(lambda tab=tab: tab.setFocusProxy(tab.content))
        self.tabs.currentChanged.connect(self.side.close_rule)
        self.tabs.currentChanged.connect(self._show_tab)
        self.tabs.currentChanged.connect(self.strip.check)
        self.card_view.printing_chosen.connect(self._on_printing_chosen)
        self.card_view.swap_requested.connect(self._commands.swap)
        self.card_view.large_requested.connect(self.show_large)
        self.card_view.count_chosen.connect(self._commands.set_card)
        self.card_view.rule_requested.connect(self.show_rule)
        self.card_view.offer_menu()
        self.card_view.menu_requested.connect(self._open_menu)
        self.notes.card_requested.connect(self._on_version_chosen)
        self.hover.watch(self.problems.list, self.problems.card_at)
        self.problems.cards_named.connect(self.deck.list.select_cards)
        self.problems.rule_requested.connect(self.show_rule)
        self.problems.list.menu_requested.connect(self._on_problem_menu_requested)
        self.side.page_requested.connect(self.rule_requested)
        self.side.card_requested.connect(self._on_version_chosen)
        self.menus.large_requested.connect(self._open_large)
        self.menus.version_chosen.connect(self._on_version_chosen)
        self.menus.rules_requested.connect(self._on_rules_requested)

    def _on_key_requested(self, rows: Sequence[ChosenRow], key: CopyKey) -> None:
        if key.large:
            self.show_large()
        else:
            self._commands.press(rows, key)

    def _on_collection_changed(self) -> None:
        self.pool.receive_owned(self._collection_state.copies)
        self.deck.show_edit(self.pool.model.overlay)

    def _on_cards_loaded(self) -> None:
        cards = self._session.cards
        if self._card is not None and cards is not None:
            self._card = cards.card(self._card.code) or self._card
            self._show_card()

    def _on_deck_changed(self) -> None:
        current = self._session.shown.current
        if current is not None and current is self._deck_on_screen:
            return  # another deck was closed: this one stays as it is
        self._deck_on_screen = current
        self.pool.show_deck()
        self.deck.show_deck(self.pool.model.overlay)
        self.categories.read_own()
        self.side.close_rule()
        # Someone who compares the numbers or the histories of decks still sees those.
        if self.tabs.currentWidget() is self.card_view:
            self.tabs.setCurrentWidget(self.problems)
        self._show_tabs()

    def _on_deck_edited(self) -> None:
        self.pool.show_deck()
        self.deck.show_edit(self.pool.model.overlay)
        self._show_tabs()

    def _show_tabs(self) -> None:
        errors = self._session.shown.errors
        self.tabs.show_count(self.problems, errors)
        self.strip.buttons[self.problems].show_count("Problems", errors)
        for tab in (self.numbers_tab, self.suggestions_tab):
            if tab.content is not None:
                tab.content.show_deck()
        self._show_tab()

    def _show_tab(self) -> None:
        """Show the deck and the chosen card in the current tab; others show them later."""
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
        focused = self.focusWidget() or self
        reading = table.copy_clicks.on_number or self.problems.isAncestorOf(focused)
        if self.tabs.currentWidget() is self.problems and not reading:
            self.tabs.setCurrentWidget(self.card_view)
        self._show_card()

    def _on_card_succeeded(self, card: Card) -> None:
        # A card that was chosen in the table of all cards stays in view.
        if self._chosen_in is self.deck.cards_view:
            self._on_card_chosen(self.deck.list, card)

    def _show_card(self) -> None:
        """Show the chosen card in the current tab and in the large card."""
        cards, conditions = self._session.cards, self._session.shown.conditions
        if self._card is None or cards is None:
            return
        shown = self.tabs.currentWidget()
        if shown is self.notes:
            self.notes.show_card(self._card)
        deck_info = CardDeckInfo()
        if conditions is not None:
            listed = conditions.restricted_list
            deck_info = CardDeckInfo(self._session.shown.deck, listed, conditions.date)
        if shown is self.card_view:
            played = self._published.words_on(self._card, self._session.shown.deck)
            deck_info = replace(deck_info, played=played)
        if self._large is not None and self._large.isVisible():
            self._large.show_card(self._card, cards, deck_info)
        if shown is self.card_view:
            self.card_view.show_card(self._card, cards, deck_info)

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

    def _on_version_chosen(self, card: Card) -> None:
        self._show_panel(self.card_view)
        self._on_printing_chosen(card)

    def _on_rules_requested(self, card: Card) -> None:
        self._on_version_chosen(card)
        self.card_view.go_to_rules()

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
