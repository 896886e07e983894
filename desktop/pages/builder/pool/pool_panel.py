"""The left of the Build page: search, chips and the table of all cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPalette, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.likeness import Likeness
from carddb.search.filters import PLAYABLE, FilterTerm
from carddb.search.query_context import QueryContext, SearchScope
from carddb.terms import Edition
from core.errors import AppError, QueryError
from core.text_format import shortened
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, overlay_under
from desktop.pages.builder.pool.pool_columns import COLUMNS, PLAYED
from desktop.pages.builder.pool.pool_filters import ActiveFilters, FiltersPopup, PoolFilters
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_search import (
    Codes,
    PendingError,
    PoolSearch,
    depends_on_deck,
    used_keys,
)
from desktop.pages.builder.pool.search_menu import LanguageHelpButton, SearchMenu
from desktop.pages.builder.pool.view_menu import PoolViews, ViewMenu
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.published_decks import PublishedDecks
from desktop.style.fonts import Size, sized, space
from desktop.widgets.action_buttons import glyph_icon
from desktop.widgets.buttons import push_button, tool_button
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.layouts import FlowLayout, column, empty_layout, label, row, tip
from desktop.widgets.published_offer import PublishedOffer
from desktop.widgets.search_field import SearchField

if TYPE_CHECKING:
    from carddb.search.empty_answer import EmptySearch, WiderSearch


# The words of the search language that look at every card.
EVERY_CARD = "pool:all"


class SearchRemarks(QWidget):
    """Remarks, a button that shows what is left out, and one for missing texts; or nothing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        look = f"Look at every card: “{EVERY_CARD}” is added to the search"
        self.outside = tool_button("", self, look)
        texts = "Card data: texts of the second edition, from ThronesDB"
        self.texts = tool_button("Get the texts…", self, texts)
        for button in (self.outside, self.texts):
            button.hide()
        buttons = row(self.outside, self.texts, None, margin=0)
        side = space(self, 2)
        self.words.setContentsMargins(side, 0, side, 0)
        column(self.words, buttons, parent=self, margin=0, spacing=0)
        self.show_remarks(())

    def show_remarks(self, remarks: Sequence[str], *, lacks_texts: bool = False) -> None:
        self.words.setText(" ".join(remarks))
        self.words.setVisible(bool(remarks))
        self.texts.setVisible(lacks_texts)
        self._show()

    def show_outside(self, cards: Collection[Card], scope: SearchScope) -> None:
        self.outside.setText(_words(cards, scope))
        self.outside.setVisible(bool(cards))
        self._show()

    def _show(self) -> None:
        parts = (self.words, self.outside, self.texts)
        self.setVisible(any(not each.isHidden() for each in parts))


def _words(cards: Collection[Card], scope: SearchScope) -> str:
    searched = {scope.edition} if scope.edition else set(Edition)
    others = dict.fromkeys(card.edition for card in cards if card.edition not in searched)
    places = [f"the {edition.label.lower()}" for edition in others]
    if any(card.edition in searched for card in cards):
        places.append("draft")
    return f"{len(cards):,} more in {' and '.join(places)}: show"


class EmptyResult(QWidget):
    """Says that no card was found, with a link for each word or filter to drop, and *Clear*."""

    search_chosen = Signal(str, object)  # a text, its filters

    def __init__(self, tasks: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = label(wraps=True)
        self.buttons: list[QPushButton] = []
        self._layout = FlowLayout(0)
        self._wider: BackgroundQuery[EmptySearch, tuple[WiderSearch, ...]] = BackgroundQuery(
            tasks, _wider_searches, self
        )
        self._wider.answered.connect(self._offer)
        everything = partial(self.search_chosen.emit, "", ())
        self.clear = push_button("Clear", self, "Show all cards", everything, kind="link")
        gap = space(self, 3)
        self.words.setIndent(space(self, 1))
        column(self.words, self._layout, parent=self, margin=(gap, gap, gap, gap), spacing=0)
        self.hide()

    def show_search(self, search: EmptySearch | None) -> None:
        """Offer searches without parts of one that found nothing; None: it found cards."""
        if search is None or not (search.text.strip() or search.filters):
            self._wider.withdraw()
            self._offer(())
            self.hide()
            return
        if search != self._wider.question:
            self._offer(())
        self.show()
        self._wider.ask(search)

    def _offer(self, searches: tuple[WiderSearch, ...]) -> None:
        empty_layout(self._layout, self.clear)
        self.buttons = [self._button(each) for each in searches if each.count]
        singly = [each for each in searches if not each.far]
        in_vain = len(singly) > 1 and not any(each.count for each in singly)
        hint = " Nothing matches even with one word left out." if in_vain else ""
        self.words.setText(f"No cards found.{hint}")
        self._layout.addWidget(self.clear)
        self._layout.invalidate()
        self.updateGeometry()

    def _button(self, search: WiderSearch) -> QPushButton:
        quoted = shortened(search.words)
        number = f"{search.count:,} {'card' if search.count == 1 else 'cards'}"
        what = f"Search texts for “{quoted}”" if search.in_texts else f"Without {quoted}"
        words = tip(f"Search: {search.text}" if search.text else "Empties the search")
        choose = partial(self.search_chosen.emit, search.text, search.filters)
        text = f"{what}: {number}".replace("&", "&&")
        button = push_button(text, self, words, choose, kind="link")
        self._layout.addWidget(button)
        button.show()
        return button


class SearchError(QWidget):
    """What is wrong with a query, and behind or below it a link to what may be meant."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = label(size=Size.SMALL, wraps=True)
        self.words.setForegroundRole(QPalette.ColorRole.BrightText)
        self.correction = ""
        self.link = push_button("", self, kind="link")
        self.link.setFont(sized(self.link.font(), Size.SMALL))
        side = space(self, 2)
        margin = (side, 0, side, 0)
        link = self.link, Qt.AlignmentFlag.AlignLeft
        self._line = row((self.words, 1), link, None, parent=self, margin=margin, spacing=side)
        self.hide()

    def show_error(self, error: AppError | None, text: str = "") -> None:
        """Show an error in a text, or none."""
        self.setVisible(error is not None)
        if error is None:
            return
        suggestion = error.suggestion if isinstance(error, QueryError) else ""
        sentence = f"{error.sentence.partition(';')[0]}." if suggestion else error.sentence
        self.words.setText(sentence)
        if isinstance(error, QueryError) and suggestion:
            self.correction = text[: error.start] + suggestion + text[error.end :]
            begin = text.rfind(" ", 0, error.start) + 1
            end = len(self.correction) - len(text) + error.end
            meant = self.correction[begin : end + len(text[error.end :].split(" ", maxsplit=1)[0])]
            self.link.setText(f"Did you mean {meant}?".replace("&", "&&"))
        self.link.setVisible(bool(suggestion))
        self._fit()

    def _fit(self) -> None:
        """Put the link below the words where one line has no room for both."""
        words = self.words.fontMetrics().horizontalAdvance(self.words.text())
        room = self.width() - self.link.sizeHint().width() - space(self, 6)
        alone = self.link.isHidden()
        below = not alone and words > room
        self.words.setWordWrap(alone or below)
        self._line.setStretch(0, 1 if alone else 0)
        directions = self._line.Direction
        self._line.setDirection(directions.TopToBottom if below else directions.LeftToRight)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _wider_searches(search: EmptySearch, progress: Progress) -> tuple[WiderSearch, ...]:
    from carddb.search.empty_answer import wider_searches  # noqa: PLC0415 - lark, not at start

    return wider_searches(search, progress)


class PoolPanel(QWidget):
    """Search field, chips, number of cards found, and the table."""

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        pictures: CardPictures,
        published: PublishedDecks,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._published = session, published
        self._scope: SearchScope | None = None
        self._chosen: Codes | None = None
        self._owned: Mapping[str, int] | None = None
        self._starred: frozenset[str] | None = None
        self._pool_search = PoolSearch(session, tasks, self)
        self.model = PoolModel(self)
        self.search = SearchField(self)
        self.search.setAccessibleName("Search all cards")
        self.search.set_hints(
            "Search cards, or t:character k:lord o<=3", "Search cards, or k:lord", "Search cards"
        )
        self.search.setToolTip(
            "Words look into names; Ctrl+Space lists the keys: t:character k:lord o<=3"
        )
        self.help = LanguageHelpButton(self.search)
        self.filters = PoolFilters(self)
        self.factions, self.types = self.filters.factions, self.filters.types
        self.playable, self.owned = self.filters.playable, self.filters.owned
        self.playable.setEnabled(False)
        self.views = PoolViews(self.model, tasks, pictures, self)
        self.table = self.views.table
        switches = tuple(self.filters.switches.values())
        self.view_menu = ViewMenu(self.views, switches, self)
        self.sort, self.columns = self.view_menu.sort, self.view_menu.columns
        self.by_title = self.view_menu.by_title
        self.view = push_button("View", self, name="View of all cards", kind="quiet")
        self.view.setMenu(self.view_menu)
        self.saved = SearchMenu(self.search, self.filters, self.sort, self._edition, self)
        self.search.set_buttons(self.saved.button, self.help)
        self.error = SearchError(self)
        self.count = label(size=Size.SMALL, faint=True)
        self.active_filters = ActiveFilters(self.count, (self.filters.more, self.view), self)
        self.remarks = SearchRemarks(self)
        self.offer = QWidget(self)
        self.offer.hide()
        self.empty = EmptyResult(tasks, self)
        self._lay_out()
        self._connect()

    def receive_cards(self) -> None:
        # Marks and likeness were those of the previous cards.
        self.model.show_overlay(EMPTY_OVERLAY)
        self._pool_search.receive_cards()
        if self._session.cards is not None:
            self.model.receive(self._session.cards.rows, self._pool_search.scope())
        self._scope = None
        self._show_scope()

    def show_deck(self) -> None:
        """Show the cards of the deck's edition, with their copies and marks in the deck now."""
        before, has_deck = self.model.overlay, self._session.shown.deck is not None
        self._show_overlay()
        self.playable.setEnabled(has_deck)
        text, other_deck = self.search.text(), has_deck is not (before.deck is not None)
        other_conditions = before.conditions != self.model.overlay.conditions
        # The format determines the scope.
        if other_deck or (other_conditions and self._pool_search.scope() != self._scope):
            self._show_scope()
        elif (
            self.playable.isChecked()
            or (text and depends_on_deck(text))
            or (other_conditions and (text or self.filters.terms))
        ):
            self._refresh()

    def receive_owned(self, owned: Mapping[str, int] | None) -> None:
        """Show how many copies of each card the player owns; None: that is not known."""
        self._owned = owned
        self.owned.setVisible(owned is not None)
        self._show_own("owned", self.owned)

    def receive_stars(self, starred: frozenset[str] | None) -> None:
        """Show which cards have a star; None: that is not known."""
        self._starred = starred
        self.filters.starred.setEnabled(starred is not None)
        self._show_own("starred", self.filters.starred)

    @property
    def _lacks_shares(self) -> bool:
        """Whether the search cannot be answered until the published decks are here."""
        asks = "played" in used_keys(self.search.text())
        return asks and self.model.overlay.context.played is None

    def _show_shares(self) -> None:
        """Show how many published decks play each card where that is asked for, or offer them."""
        if self._session.cards is None:
            return
        sorts = self.table.horizontalHeader().sortIndicatorSection() == PLAYED
        shows = self.table.column_choices.get(COLUMNS[PLAYED].name, False)
        wanted = sorts or shows or "played" in used_keys(self.search.text())
        shares = self._published.shares() if wanted else None
        self.offer.setVisible(wanted and shares is None)
        overlay = self.model.overlay
        if shares is not overlay.context.played:
            context = replace(overlay.context, played=shares)
            self.model.show_overlay(replace(overlay, context=context))
            if sorts:
                self.model.sort(PLAYED, self.table.horizontalHeader().sortIndicatorOrder())

    def _show_own(self, key: str, switch: QAction) -> None:
        """Show what is the player's own; search again where a key or its switch asks for it."""
        self._show_overlay()
        if switch.isChecked() or key in used_keys(self.search.text()):
            self._refresh()

    def show_like(self, card: Card) -> None:
        """Search for cards like this one, instead of what was searched for."""
        cards = self._session.cards
        if cards is None:
            return
        alone = len(cards.pools[card.edition].by_title.get(card.name, ())) == 1
        # A quotation mark in a name would end it.
        text = f'like:"{card.name}"' if alone and '"' not in card.name else f"like:{card.code}"
        beyond = "" if self._pool_search.scope().holds(card) else f" {EVERY_CARD}"
        self.saved.note_search()
        self._show_search(f"{text}{beyond}", self.filters.terms)

    def _edition(self) -> Edition | None:
        return self._pool_search.scope().edition

    def begin_deck(self) -> None:
        """Start over for a new deck: no words, and of the filters only *Playable only*."""
        self.search.clear()
        self.filters.restore((PLAYABLE.text,))

    def continue_typing(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    def erase(self) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.backspace()

    def open_sorting(self) -> None:
        """Open the menu of the orders alone."""
        self.sort.popup(self.view.mapToGlobal(QPoint(0, self.view.height())))

    def go_to_search(self) -> None:
        """Go to the search field, ready to type over it."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _lay_out(self) -> None:
        gap, filters = space(self, 1), self.filters
        chips, line = filters.layout_of_chips(self), self.active_filters
        field = row(self.search, margin=(gap, 0, gap, 0))
        said = (self.offer, self.remarks, self.empty)
        parts = (field, self.error, chips, line, *said, (self.views, 1))
        column(*parts, parent=self, margin=0, spacing=gap)
        first = (self.search, self.saved.button, self.help, self.error.link)
        looks = (self.remarks.outside, self.remarks.texts)
        glyphs = (*self.factions.chips.values(), *self.types.chips.values())
        stops: list[QWidget] = [*first, *glyphs, filters.more, self.view, line.clear, *looks]
        for one, other in pairwise((*stops, self.empty.clear, self.table)):
            QWidget.setTabOrder(one, other)
        side = space(self, 4)
        for button, name in ((filters.more, "search/filter"), (self.view, "search/view")):
            button.setIcon(glyph_icon(name))
            button.setIconSize(QSize(side, side))

    def _connect(self) -> None:
        filters = self.filters
        for changed in (self.search.textChanged, self.filters.changed, self._pool_search.answered):
            changed.connect(self._refresh)
        self.by_title.toggled.connect(lambda on: self.model.show_by_title(by_title=on))
        self._pool_search.outside_found.connect(self._show_outside)
        filters.more.clicked.connect(lambda: FiltersPopup(filters, filters.more).show_below())
        self.active_filters.dropped.connect(self.filters.drop)
        self.active_filters.clear.clicked.connect(filters.clear)
        self.empty.search_chosen.connect(self._show_search)
        self.error.link.clicked.connect(
            lambda: self._show_search(self.error.correction, filters.terms)
        )
        self.view_menu.aboutToShow.connect(lambda: self.view.setToolTip(self.sort.words))
        self.remarks.outside.clicked.connect(self._widen)
        self.search.left_downwards.connect(self._on_search_left)
        self.search.recent_requested.connect(self.saved.open_below_field)
        self.table.typed.connect(self.continue_typing)
        self.table.erased.connect(self.erase)
        offer = PublishedOffer(self._published, self.offer)
        column(offer, parent=self.offer, margin=space(self, 2))
        self._published.changed.connect(self._refresh)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._show_shares)
        self.columns.triggered.connect(self._show_shares)

    def _show_scope(self) -> None:
        """Search what the deck makes the scope, and offer its factions, types and values."""
        cards, scope = self._session.cards, self._pool_search.scope()
        if cards is None:
            return
        if scope != self._scope:
            self._scope = scope
            shown = [row.card for row in cards.rows if scope.holds(row.card)]
            pools = [cards.pools[each] for each in cards.pools if scope.edition in {None, each}]
            self.search.know(*pools)
            self.filters.offer(shown, pools)
        self._refresh()

    def _show_overlay(self) -> None:
        """Show in the table what deck, conditions and collection say of the cards now."""
        shown, before = self._session.shown, self.model.overlay
        deck, judge, conditions, overlay = shown.deck, shown.judge, shown.conditions, before
        if judge is None or conditions is None:
            overlay = EMPTY_OVERLAY
        elif before.conditions != conditions:
            overlay = overlay_under(judge, conditions)
        overlay = overlay.with_own(self._owned, self._starred)
        if deck is not None:
            overlay = overlay.with_deck(deck)
        overlay = replace(overlay, likeness=before.likeness)
        self.model.show_overlay(overlay)
        self._show_shares()
        if not overlay.same_except_deck(before) or (deck is None) is not (before.deck is None):
            self._show_columns()

    def _show_columns(self) -> None:
        self.table.show_columns(
            deck=self._session.shown.deck is not None,
            collection=self._owned is not None,
            likeness=bool(self.model.overlay.likeness),
        )

    def _refresh(self) -> None:
        if self._session.cards is None:
            return
        self._show_shares()
        if self._lacks_shares:
            self._clear_error()
            return
        try:
            context = self.model.overlay.search_context()
            chosen = self._chosen_codes(context)
            found = self._pool_search.ask(self.search.text(), context)
        except AppError as error:
            if isinstance(error, QueryError):
                self.search.mark_wrong(error.start, error.end, error.sentence)
            self.error.show_error(error, self.search.text())
            self.remarks.show_remarks(())
            self._show_outside()
            return
        except PendingError as pending:
            self._clear_error()
            self.count.setText(str(pending))
            return
        self._clear_error()
        self._chosen = chosen
        self.model.show_only(_both(found.codes, chosen), found.scope, found.rank)
        self._show_likeness(found.likeness)
        self._show_columns()
        number = self.model.found
        self.count.setText(f"{number:,} {'card' if number == 1 else 'cards'}")
        self.remarks.show_remarks(found.remarks, lacks_texts=found.lacks_texts)
        self._show_outside()
        self._show_empty()

    def _show_likeness(self, likeness: Mapping[str, Likeness]) -> None:
        if likeness or self.model.overlay.likeness:
            self.model.show_overlay(replace(self.model.overlay, likeness=likeness))
        self.sort.show_likeness(likeness)

    def _chosen_codes(self, context: QueryContext) -> Codes | None:
        """Return what chips and switches let through; None where nothing is chosen."""
        terms = self.filters.terms
        self.active_filters.show_terms(terms)
        return self._pool_search.filtered(terms, context)

    def _show_empty(self) -> None:
        empty = None
        if not self.model.found:
            context = self.model.overlay.search_context()
            empty = self._pool_search.empty_search(self.search.text(), self.filters.terms, context)
        self.empty.show_search(empty)

    def _show_search(self, text: str, filters: tuple[FilterTerm, ...]) -> None:
        self.go_to_search()
        if text != self.search.text():
            # Can be undone, unlike setText.
            self.search.selectAll()
            self.search.insert(text)
        self.filters.show_only(filters)

    def _show_outside(self) -> None:
        """Offer what the query leaves out, as far as chips and switches let it through."""
        cards, chosen = self._pool_search.outside, self._chosen
        self.remarks.show_outside(
            [each for each in cards if chosen is None or each.code in chosen], self.model.scope
        )

    def _widen(self) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.end(False)  # noqa: FBT003 - Qt's own
        self.search.insert(f" {EVERY_CARD}")

    def _clear_error(self) -> None:
        self.search.clear_mark()
        self.error.show_error(None)

    def _on_search_left(self) -> None:
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self.views.current.setFocus(Qt.FocusReason.OtherFocusReason)


def _both(one: Codes | None, other: Codes | None) -> Codes | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other
