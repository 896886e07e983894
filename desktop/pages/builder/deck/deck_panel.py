"""The middle of the Build page: the deck, or the welcome panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QStackedWidget, QWidget
from typing_extensions import override

from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_bars import BinBar, DeckTabs, PlanBar
from desktop.pages.builder.deck.deck_header import DeckBar, DeckHeader, affiliation
from desktop.pages.builder.deck.deck_model import (
    BY_TYPE,
    GROUPINGS,
    DeckModel,
    problems_by_card,
    problems_by_section,
)
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.card_sync import CardSync
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_requests import PICTURES_NOTE, TextOffer
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, label, row, tip

if TYPE_CHECKING:
    from desktop.pages.builder.deck.piles_view import PilesView


# From this width on, in quarters of the font's height.
_TWO_COLUMNS = 155


class WelcomePanel(QWidget):
    """Says what to do, with a list of the sample decks; at first, offers texts and pictures."""

    sample_requested = Signal(int)  # its number

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.open = push_button("Open a deck…", self)
        self.new = push_button("New deck…", self)
        self.text_offer: TextOffer | None = None
        self.pictures = QCheckBox("Show pictures of cards, too")
        self._pictures_note = label(PICTURES_NOTE, Size.SMALL, faint=True, wraps=True)
        self.pictures.setAccessibleDescription(PICTURES_NOTE)
        self._offers = column(self.pictures, self._pictures_note, spacing=space(self, 1))
        self._suggestion = label("Or look at a published deck:", faint=True)
        self.samples = QListWidget(self)
        self.samples.setAccessibleName("Sample decks")
        self.samples.setItemDelegate(CardDelegate(self.samples))
        self.samples.setUniformItemSizes(True)
        self.samples.setMouseTracking(True)
        self.samples.clicked.connect(self._on_sample_chosen)
        self.samples.activated.connect(self._on_sample_chosen)
        title = label("No deck is open", Size.LARGE, weight=QFont.Weight.DemiBold)
        words = label("Drop a deck file anywhere in this window, or choose one.", wraps=True)
        buttons, gap = FlowLayout(space(self, 2)), space(self, 4)
        for button in (self.open, self.new):
            buttons.addWidget(button)
        parts = (title, words, buttons, self._offers, gap // 2, self._suggestion, (self.samples, 1))
        layout = column(*parts, parent=self, margin=(gap, gap, gap, 0), spacing=gap // 2)
        # Without samples the words stay at the top.
        layout.addStretch(0)
        self._show_samples()
        session.cards_loaded.connect(self._show_samples)

    def offer_texts(self, card_sync: CardSync) -> None:
        self.text_offer = TextOffer(card_sync, self)
        self._offers.insertWidget(0, self.text_offer)
        self.setTabOrder(self.new, self.text_offer)
        self._show_samples()

    def _show_samples(self) -> None:
        readings = self._session.cards.samples if self._session.cards else ()
        self.samples.clear()
        for reading in readings:
            deck, line = reading.deck, affiliation(reading.deck)
            item = QListWidgetItem(deck.name, self.samples)
            item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(deck.faction), deck.faction),))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{deck.name}, {line}")
            item.setToolTip(tip(line))
        for button in (self.open, self.new):
            button.setEnabled(bool(self._session.cards))
        if self.text_offer is not None:
            self.text_offer.show_cards(self._session.cards)
        self._suggestion.setVisible(bool(readings))
        self.samples.setVisible(bool(readings))

    def _on_sample_chosen(self, index: QModelIndex) -> None:
        # Where a click also activates, both arrive; the second finds the deck already open.
        if self.isVisible() and self._session.cards:
            self.sample_requested.emit(index.row())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        # Who has said yes is not asked again; the box stays while it is looked at.
        for part in (self.pictures, self._pictures_note):
            part.setVisible(not self.pictures.isChecked())
        super().showEvent(event)


class DeckPanel(QStackedWidget):
    """Header and cards of the session's deck; before there is one, the welcome."""

    def __init__(
        self,
        session: DeckSession,
        autosaver: Autosaver,
        tasks: TaskRunner,
        pictures: CardPictures,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pictures = session, tasks, pictures
        self._overlay = EMPTY_OVERLAY
        # How the piles are grouped, and the list.
        self.grouping = self.list_grouping = BY_TYPE
        self.shows_piles = False
        self.piles: PilesView | None = None
        self.welcome_panel = WelcomePanel(session, self)
        self._opened = opened = QWidget(self)
        self.open_decks = DeckTabs(session, opened)
        self.bin_bar = BinBar(session, autosaver, opened)
        self.plan_bar = PlanBar(session, autosaver, opened)
        self.header = DeckHeader(session, self.open_matrix, opened)
        self.verdict = self.header.verdict
        self.bar = DeckBar(opened)
        self.bar.groupings.triggered.connect(self._on_grouping_chosen)
        self.bar.groupings.aboutToShow.connect(self._check_grouping)
        self.bar.piles.clicked.connect(self.toggle_piles)
        self.model = DeckModel(self)
        self.list = DeckView(self.model, opened)
        bars = (self.open_decks, self.bin_bar, self.plan_bar)
        self.beside: DeckView | None = None  # a second column, in a wide window
        self._columns = row((self.list, 6), spacing=0)
        parts = (*bars, self.header, self.bar, (self._columns, 1))
        column(*parts, parent=opened, margin=0, spacing=0)
        self.addWidget(self.welcome_panel)
        self.addWidget(opened)

    def show_deck(self, overlay: DeckOverlay) -> None:
        """Show another deck of the session, or the welcome panel where none is open."""
        if self._session.shown.deck is None:
            self.model.clear()
            self.setCurrentWidget(self.welcome_panel)
        else:
            self.show_edit(overlay, is_other=True)
            self.setCurrentWidget(self._opened)

    def show_edit(self, overlay: DeckOverlay, *, is_other: bool = False) -> None:
        """Show the latest value of the deck on screen, or another deck."""
        shown = self._session.shown
        self.header.show_deck()
        self._show_cards(overlay, is_other=is_other)
        problems = shown.verdict.problems if shown.verdict else ()
        self.model.mark(problems_by_card(problems), problems_by_section(problems))
        if shown.deck is not None:
            self.bar.show_deck(shown.deck)

    @property
    def cards_view(self) -> CardListView:
        return self.piles if self.piles and self.shows_piles else self.list

    def go_to_cards(self) -> None:
        self.cards_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def group(self, code: str) -> None:
        """Group the piles in another way; the selected cards stay selected."""
        self.grouping = GROUPINGS.get(code, BY_TYPE)
        self._regroup()

    def group_list(self, code: str) -> None:
        """Group the list in another way, as `group` the piles."""
        self.list_grouping = GROUPINGS.get(code, BY_TYPE)
        self._regroup()

    def choose_grouping(self) -> None:
        """Open the menu of the ways to group what is shown."""
        self.bar.group_by.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.group_by.showMenu()

    def _on_grouping_chosen(self, action: QAction) -> None:
        (self.group if self.shows_piles else self.group_list)(action.data())

    def _check_grouping(self) -> None:
        shown = self.grouping if self.shows_piles else self.list_grouping
        for action in self.bar.groupings.actions():
            action.setChecked(action.data() == shown.code)

    def _regroup(self) -> None:
        self.model.grouping = self.grouping if self.shows_piles else self.list_grouping
        current = self.list.currentIndex().data(Role.CARD)
        chosen = [card.code for card in self.list.selected_cards()]
        with self.list.unannounced():
            self._show_cards(self._overlay)
            if current is not None:
                self.list.select_cards([current.code])
            if chosen:
                self.list.select_cards(chosen)

    def toggle_piles(self) -> None:
        """Show the deck in piles, or as a list again."""
        self.shows_piles = not self.shows_piles
        piles = self.piles or self._make_piles()
        had_focus = piles.hasFocus() or self.list.hasFocus()
        piles.setVisible(self.shows_piles)
        self.list.setVisible(not self.shows_piles)
        words = "Show the deck as a list" if self.shows_piles else "Show the deck in piles"
        self.bar.piles.set_words(words, "Ctrl+B")
        self.bar.piles.setChecked(self.shows_piles)
        self.group(self.grouping.code)
        if had_focus:
            self.go_to_cards()

    def _make_piles(self) -> PilesView:
        # Imported when first shown.
        from desktop.pages.builder.deck.piles_view import PilesView  # noqa: PLC0415
        from desktop.widgets.cards.card_thumbnails import CardThumbnails  # noqa: PLC0415

        thumbnails = CardThumbnails(self._tasks, self._pictures, self)
        piles = self.piles = PilesView(self.list, self.model, thumbnails)
        watch_cards(piles)
        self._columns.addWidget(piles, 1)
        return piles

    def _share_sections(self) -> None:
        """Show the sections in one column, or in two where there is room."""
        sections = self.model.sections
        heights = [1 + len(each.slots) for each in sections]
        places = range(1, len(sections))
        two = self.width() >= space(self, _TWO_COLUMNS) and any(each.slots for each in sections)
        if two and self.beside is None:
            self.beside = DeckView(self.model, self._opened, self.list)
            watch_cards(self.beside)
            self._columns.addWidget(self.beside, 5)
        if self.beside is None:
            return
        first = len(sections)
        if two:
            first = min(places, key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
        self.list.show_sections(range(first))
        self.beside.show_sections(range(first, len(sections)))
        self.beside.setVisible(two and not self.shows_piles)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_sections()

    def open_matrix(self, owner: QWidget | None = None) -> None:
        """Show the deck under every restricted list, below a widget."""
        from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup  # noqa: PLC0415 - when asked for

        if self._session.deck is not None:
            LegalityMatrixPopup(self._session, owner or self.header.summary).show_below()

    def _show_cards(self, overlay: DeckOverlay, *, is_other: bool = False) -> None:
        deck, cards = self._session.shown.deck, self._session.cards
        self._overlay = overlay
        if deck is not None and cards is not None:
            self.list.show_deck(deck, cards, overlay, is_other=is_other)
            self._share_sections()
