"""Published decks on the Decks page: filters, the table, what is played, and a preview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from carddb.local_names import name_order
from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from core.errors import AppError
from core.text_format import shortened
from decks.deck import Deck
from desktop.pages.library.deck_search import search_for, search_of
from desktop.pages.library.played_panel import PlayedPanel, Shown
from desktop.pages.library.preview import DeckPreview
from desktop.pages.library.published_table import (
    PublishedFound,
    PublishedModel,
    PublishedRow,
    PublishedTable,
    PublishedWanted,
    code_of_title,
    find_published,
    months_before,
)
from desktop.runtime.tasks import BackgroundQuery, TaskRunner
from desktop.session.deck_session import NAMELESS, DeckSession
from desktop.session.published_decks import PublishedDecks, PublishedPhase
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.widgets.action_buttons import ActionButton
from desktop.widgets.buttons import push_button
from desktop.widgets.chips import ChipRow
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.deck_lines import DeckLine, card_line, heading, list_lines
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, splitter, tab_order
from desktop.widgets.message_bar import toast_of
from desktop.widgets.published_offer import PublishedOffer

_PERIODS = {0: "Any time", 3: "3 months", 6: "6 months", 12: "12 months", 24: "2 years"}
_LONGEST = 32
# The least width with a preview, and the least height with what is played open.
_WITH_PREVIEW, _WITH_PLAYED = 170, 150


class PublishedView(QWidget):
    """Finds published decks by words, faction, agenda, cards, period and list, or by likeness.

    Signals:
        found: a search was answered (the number of decks, in words).
        copy_requested: the user wants to open a copy of a deck (the Deck).
        compare_requested: the user wants to compare two decks (their Deck, the other one).
        search_requested: the user wants to search for something (the text).
    """

    found = Signal(str)
    copy_requested = Signal(object)
    compare_requested = Signal(object, object)
    search_requested = Signal(str)

    def __init__(
        self, published: PublishedDecks, session: DeckSession, tasks: TaskRunner, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._published, self._session = published, session
        self._typed, self._is_low, self._fetching = "", False, False
        self.query: BackgroundQuery[PublishedWanted, PublishedFound] = BackgroundQuery(
            tasks, find_published, self, delay_ms=0, remembered=8
        )
        factions = [each for each in Faction if each is not Faction.NEUTRAL]
        chips = ((each, Glyph(icons.faction_glyph(each), each, each.label)) for each in factions)
        self.factions: ChipRow[Faction] = ChipRow(chips, self)
        self.agenda = ComboBox("Agenda", self, 10)
        self.period = ComboBox("Period", self, 8)
        self.period.set_choices(_PERIODS)
        self.restricted = ComboBox("Restricted list", self, 10)
        self.like = push_button("", self, "Most alike first", kind="chip")
        self.like.setCheckable(True)
        self.newer = push_button("Look for newer decks", self, kind="link")
        self.newer.setFont(sized(self.newer.font(), Size.SMALL))
        self.invitation = PublishedOffer(published, self, centered=True)
        self.model = PublishedModel(self)
        self.table = PublishedTable(self.model, self)
        self.played = PlayedPanel(tasks, self)
        self.copy = self._action("&Open a copy", "Open a copy as a deck of yours", self._copy)
        self.compare = self._action("Com&pare", "Compare with the open deck", self._compare)
        self.address = self._action(
            "Copy &address", "Copy the address of its page on ThronesDB", self._copy_address
        )
        buttons = [ActionButton(each, self) for each in (self.compare, self.address)]
        first = ActionButton(self.copy, self, kind="primary")
        self.preview = DeckPreview(None, self, (first, *buttons))
        self._lay_out()
        self._connect()
        self._on_state_changed()

    def _action(self, text: str, tip: str, does: Callable[[], None]) -> QAction:
        """Return an action on the selected deck, which the table offers, too."""
        action = QAction(text, self)
        action.setToolTip(tip)
        action.triggered.connect(does)
        self.table.addAction(action)
        return action

    def _lay_out(self) -> None:
        gap = space(self, 2)
        for each in (self.agenda, self.period, self.restricted):
            each.setMaximumWidth(space(self, 44))
        filters = QWidget(self)
        choices = (self.agenda, self.period, self.restricted, self.like, self.newer)
        flow = FlowLayout(gap, *self.factions.chips.values(), *choices)
        flow.setContentsMargins(gap, 0, gap, gap)
        filters.setLayout(flow)
        self._left = splitter(
            self.table, self.played, parent=self, sizes=(120, 42), stretch=(1, 0), vertical=True
        )
        self._middle = splitter(
            self._left, self.preview, parent=self, sizes=(172, 92), stretch=(1, 0)
        )
        there = QWidget(self)
        column(filters, (self._middle, 1), parent=there, margin=0, spacing=0)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(there)
        self._stack.addWidget(self.invitation)
        column(self._stack, parent=self, margin=0)
        tab_order(*self.factions.chips.values(), *choices, self.table)

    def _connect(self) -> None:
        self._published.changed.connect(self._on_state_changed)
        self._session.deck_changed.connect(self._show_like)
        for faction, chip in self.factions.chips.items():
            chip.toggled.connect(lambda on, chosen=faction: self._on_faction_toggled(chosen, on=on))
        self.factions.changed.connect(self._ask)
        for box in (self.agenda, self.period, self.restricted):
            box.activated.connect(self._ask)
        self.like.toggled.connect(self._ask)
        self.newer.clicked.connect(self._published.fetch)
        self.query.answered.connect(self._on_found)
        self.query.failed.connect(self._on_failed)
        self.table.selection_changed.connect(self._show_preview)
        self.table.opened.connect(self._copy)
        self.played.fold.toggled.connect(self._share_height)
        self.played.kinds.chosen.connect(self._share_height)
        self.played.agenda_chosen.connect(self._on_agenda_chosen)
        self.played.faction_chosen.connect(
            lambda code: self.factions.chips[Faction(code)].setChecked(True)
        )
        self.played.cards.opened.connect(
            lambda played: self.search_requested.emit(search_for(played.card.name))
        )

    def search(self, typed: str) -> None:
        """Find the decks with these words in their names, or with cards: "with Ward, Ice"."""
        self._typed = typed
        self._ask()

    def show_like(self) -> None:
        """Show all decks, those most like the open one first."""
        self.factions.clear()
        for box in (self.agenda, self.restricted):
            box.choose("")
        self.period.choose(0)
        self.like.setChecked(self.mine is not None)
        self._ask()

    @property
    def mine(self) -> Deck | None:
        """The deck that others are compared with: the open one, if it is of this edition."""
        deck = self._session.deck
        return deck if deck is not None and deck.edition is Edition.SECOND else None

    def _ask(self) -> None:
        corpus, cards = self._published.corpus, self._session.cards
        if corpus is None or cards is None or self.isHidden():
            return
        from published.corpus import Filters  # noqa: PLC0415 - the worker imported numpy

        search, today = search_of(self._typed), self._session.today
        faction = next(iter(self.factions.chosen), search.faction)
        months = self.period.chosen or 0
        codes = {title: code_of_title(corpus, title) for title in search.cards}
        unknown = next((title for title, code in codes.items() if not code), "")
        words = f"No card is called “{shortened(unknown)}”." if unknown else "No decks match."
        self.table.empty_text = words
        filters = Filters(
            faction=faction.value if faction else "",
            agendas=tuple(filter(None, [self.agenda.chosen])),
            including=tuple(codes.values()),
            since=months_before(today, months) if months else "",
            list_code=self.restricted.chosen or "",
            words=search.text,
        )
        judge, like = cards.judges[Edition.SECOND], self.mine if self.like.isChecked() else None
        shown = None if unknown else filters
        self.query.ask(PublishedWanted(corpus, judge, today, shown, months, like))

    def _on_found(self, found: PublishedFound) -> None:
        many, corpus = len(found.rows), found.wanted.corpus
        self.table.show_found(found)
        self._show_preview()
        if not found.complete:
            self.query.ask(replace(found.wanted, whole=True))
            return
        self.played.query.ask(found.wanted)  # not before: the two would share the processor
        few = f"{many:,} of {len(corpus):,} decks"
        self.found.emit(few if many < len(corpus) else f"{many:,} decks")

    def _on_failed(self, error: AppError) -> None:
        self.table.empty_text = error.text
        self.model.show_rows([])

    def _on_state_changed(self) -> None:
        state, corpus = self._published.state, self._published.corpus
        fetching = state.phase is PublishedPhase.FETCHING
        self._stack.setCurrentIndex(0 if corpus is not None and not fetching else 1)
        self.newer.setToolTip(state.summary)
        if self._fetching and state.phase is PublishedPhase.READY:
            toast_of(self).show_message(state.reason.text if state.reason else state.summary)
        self._fetching = fetching
        if corpus is not None and not state.working:
            self._offer_choices(
                corpus.pool, Counter(code for each in corpus.agendas for code in each)
            )
            self._show_like()
            self._ask()

    def _offer_choices(self, pool: CardPool, agendas: Iterable[str]) -> None:
        names = {code: pool.card(code).name for code in agendas}
        by_name = sorted(names.items(), key=lambda each: name_order(each[1]))
        self.agenda.set_choices({"": "Any agenda"} | dict(by_name), self.agenda.chosen)
        lists = {code: each.name for code, each in pool.lists.items()}
        self.restricted.set_choices({"": "Any list"} | lists, self.restricted.chosen)

    def _show_like(self) -> None:
        mine = self.mine
        name = shortened(mine.name or NAMELESS, _LONGEST) if mine else ""
        self.like.setText(f"Like {name}".replace("&", "&&"))
        self.like.setVisible(mine is not None)
        if mine is None:
            self.like.setChecked(False)
        self._ask()
        self._show_preview()

    def _share_height(self) -> None:
        """Give the played panel the room that it needs: half of it for a table of cards."""
        below = 90 if self.played.kinds.value is Shown.CARDS else 42
        opened = self.played.fold.isChecked()
        self._left.setSizes(
            [space(self, 120), space(self, below)] if opened else [self.height(), 0]
        )

    def _on_faction_toggled(self, faction: Faction, *, on: bool) -> None:
        for other, chip in self.factions.chips.items():
            if on and other is not faction:
                chip.setChecked(False)

    def _on_agenda_chosen(self, code: str) -> None:
        self.agenda.choose(code)
        self._ask()

    def _selected(self) -> tuple[PublishedRow, Deck] | None:
        selected = self.table.selected()
        if not selected:
            return None
        return selected[0], selected[0].found.wanted.corpus.deck(selected[0].place)

    def _show_preview(self) -> None:
        selected, mine = self._selected(), self.mine
        for action in (self.copy, self.address):
            action.setEnabled(selected is not None)
        self.compare.setEnabled(selected is not None and mine is not None)
        if selected is None:
            self.preview.clear()
            return
        shown, deck = selected
        glyph, verdict = Glyph(icons.faction_glyph(deck.faction), deck.faction), shown.verdict
        facts = " · ".join(filter(None, (shown.agendas, shown.day_words)))
        self.preview.show_head(shown.name, glyph, facts, verdict.text, verdict.glyph)
        self.preview.pill.setToolTip(verdict.summary)
        pool = shown.found.wanted.corpus.pool
        other = [*difference_lines(mine, deck, pool)] if mine else []
        self.preview.show_deck(deck, [*other, *list_lines(deck, pool)])

    def _copy(self) -> None:
        if selected := self._selected():
            self.copy_requested.emit(selected[1])

    def _compare(self) -> None:
        selected, mine = self._selected(), self.mine
        if selected and mine:
            self.compare_requested.emit(mine, selected[1])

    def _copy_address(self) -> None:
        from published.decklist import address_of  # noqa: PLC0415 - with the published decks

        if selected := self._selected():
            address = address_of(selected[0].number)
            QGuiApplication.clipboard().setText(address)
            toast_of(self).show_message(f"Copied {address}")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.preview.setVisible(self.width() >= space(self, _WITH_PREVIEW))
        low = self.height() < space(self, _WITH_PLAYED)
        if low is not self._is_low:  # the player can still open it
            self._is_low = low
            self.played.fold.setChecked(not low)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._published.load()
        self._ask()


def difference_lines(mine: Deck, other: Deck, pool: CardPool) -> Iterator[DeckLine]:
    """Yield how alike a deck and the player's are, and what each has that the other lacks."""
    cards = {(card.name, card.in_draw_deck): card for card, _ in (*mine.slots, *other.slots)}
    here, there = _titles(mine), _titles(other)
    shared, all_of = (here & there).total(), (here | there).total()
    if not all_of:
        return
    alike = f"{100 * shared / all_of:.0f} % like {mine.name or NAMELESS}"
    yield heading(alike, f"{shared} cards in both")
    for words, sign, titles in (
        ("In this deck, not in mine", "+", there - here),
        ("In mine, not in this", "\N{MINUS SIGN}", here - there),
    ):
        if titles:
            yield heading(words, titles.total())
        for title in sorted(titles, key=lambda each: name_order(each[0])):
            yield card_line(cards[title], f"{sign}{titles[title]}", pool)


def _titles(deck: Deck) -> Counter[tuple[str, bool]]:
    found = Counter[tuple[str, bool]]()
    for card, copies in deck.slots:
        found[card.name, card.in_draw_deck] += copies
    return found
