"""The left of the Build page: search, chips and the table of all cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from carddb.card import Card
from carddb.errors import QueryError
from carddb.terms import CardType, Edition, Faction
from desktop.pages.builder.deck_overlay import NOTHING_HELD, overlay_of
from desktop.pages.builder.pool.playable_cards import (
    PlayableQuestion,
    playable_codes,
    playable_question,
)
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_search import (
    CUSTOM,
    asks_for_deck,
    asks_for_lists,
    custom,
    prepared,
    searchers_of,
    used_keys,
)
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.pages.builder.pool.sort_button import SortButton
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.check_box import CheckBox
from desktop.widgets.chips import ChipRow
from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import label
from desktop.widgets.search_field import SearchField

if TYPE_CHECKING:
    from carddb.query import Query, Searcher

Passes = Callable[[Card], bool]


class PoolPanel(QWidget):
    """Search field, chips, number of cards found, and the table.

    Signals:
        card_chosen: another card is the current one (the card).
    """

    card_chosen = Signal(object)

    def __init__(
        self, session: DeckSession, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._searchers: dict[Edition | None, Searcher] = {}
        self._edition: Edition | None = None
        self._owned: Mapping[str, int] | None = None
        self.playable_cards: BackgroundQuery[PlayableQuestion, frozenset[str]] = BackgroundQuery(
            tasks, playable_codes, self, delay_ms=0
        )
        self.model = PoolModel(self)
        self.search = SearchField(self)
        self.search.setAccessibleName("Search all cards")
        self.search.setPlaceholderText("Search: arya   t:character f:stark o<=3   k:lord")
        self.search.setToolTip(
            "Words look into names; Ctrl+Space lists the keys: t:character k:lord o<=3"
        )
        self.search.setClearButtonEnabled(True)
        side = space(self, 1)
        self.search.setTextMargins(side, side // 2, side, side // 2)
        self.factions = ChipRow(_faction_chips(), self)
        self.types = ChipRow(_type_chips(), self)
        self.playable = CheckBox("&Playable only", self)
        self.playable.setToolTip("Only cards that this deck may include")
        self.owned = CheckBox("&Owned only", self)
        self.owned.setToolTip("Only cards of your collection")
        self.owned.hide()
        self.table = PoolTable(self.model, self)
        self.sort = SortButton(self.table, self)
        self.count = label(size=Size.SMALL, faint=True, wraps=True)
        self._lay_out()
        self._connect()

    def receive_cards(self) -> None:
        """Take the cards that were loaded."""
        self.model.hold(NOTHING_HELD)  # what was known of other cards says nothing of these
        self._searchers = {}
        self._show_edition()
        cards = self._session.cards
        if cards is not None:
            today = self._session.today
            task = Task(lambda report: prepared(cards, today, report))
            task.succeeded.connect(self._on_searchers_made)
            self._tasks.start(task)

    def show_deck(self) -> None:
        """Show the cards of the deck's edition with what they are in it."""
        deck = self._session.deck
        edition = deck.edition if deck else None
        self._hold()
        self._show_columns()
        self.playable.setEnabled(deck is not None)
        if edition is not self._edition or not self.model.total:
            self._edition = edition
            self._show_edition()
        else:
            self._refresh()

    def show_copies(self) -> None:
        """Show the copies and marks that the deck's latest value gives the cards."""
        self._hold()
        if self.playable.isChecked() or asks_for_deck(self.search.text()):
            self._refresh()

    def receive_owned(self, owned: Mapping[str, int] | None) -> None:
        """Show how many copies of each card the player owns; None: that is not known."""
        self._owned = owned
        self._hold()
        self._show_columns()
        self.owned.setVisible(owned is not None)
        if self.owned.isChecked() or "owned" in used_keys(self.search.text()):
            self._refresh()

    def take_typing(self, text: str) -> None:
        """Continue in the search field what was typed elsewhere."""
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.insert(text)

    def erase(self) -> None:
        """Take the last letter from the search field."""
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.backspace()

    def go_to_search(self) -> None:
        """Go to the search field, ready to type over it."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _lay_out(self) -> None:
        chips = FlowLayout(0)
        for chip in self.factions.chips.values():
            chips.addWidget(chip)
        chips.addWidget(_gap(space(self, 2)))
        for chip in self.types.chips.values():
            chips.addWidget(chip)
        line = QHBoxLayout()
        line.addWidget(self.count, 1)
        line.addWidget(self.sort, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.owned, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.playable, 0, Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.search)
        layout.addLayout(chips)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        last = list(self.types.chips.values())[-1]
        for one, other in pairwise((last, self.sort, self.owned, self.playable, self.table)):
            QWidget.setTabOrder(one, other)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._refresh)
        self.search.left_downwards.connect(self._on_search_left)
        self.factions.changed.connect(self._refresh)
        self.types.changed.connect(self._refresh)
        self.playable.toggled.connect(self._refresh)
        self.owned.toggled.connect(self._refresh)
        self.playable_cards.answered.connect(self._refresh)
        self.table.card_chosen.connect(self.card_chosen)
        self.table.typed.connect(self.take_typing)
        self.table.erased.connect(self.erase)

    def _show_edition(self) -> None:
        cards = self._session.cards
        if cards is None:
            return
        editions = [self._edition] if self._edition else list(cards.pools)
        rows = [row for row in cards.rows if row.card.edition in editions]
        pools = [cards.pools[edition] for edition in editions]
        self.search.know(*pools)
        self.factions.offer(f for row in rows for f in row.card.factions or (Faction.NEUTRAL,))
        self.types.offer(row.card.type for row in rows)
        self.model.show_only(None)
        self.model.receive(rows)
        self._refresh()

    def _hold(self) -> None:
        session, held = self._session, self.model.held
        if session.deck is None or session.judge is None or session.conditions is None:
            self.model.hold(NOTHING_HELD.with_owned(self._owned))
        elif held.conditions == session.conditions:
            kept = held if held.owned is self._owned else held.with_owned(self._owned)
            self.model.hold(kept.with_deck(session.deck))
        else:
            judge, conditions = session.judge, session.conditions
            self.model.hold(overlay_of(session.deck, judge, conditions, self._owned))

    def _show_columns(self) -> None:
        deck, collection = self._session.deck is not None, self._owned is not None
        self.table.show_columns(deck=deck, collection=collection)

    def _refresh(self) -> None:
        if self._session.cards is None:
            return
        try:
            passes, remarks = self._requested()
            self.model.show_only(passes)
        except QueryError as error:
            self.search.mark_wrong(error.start, error.end, error.sentence)
            self._say(error.sentence, QPalette.ColorRole.BrightText)
            return
        except _NotYetError:
            self.search.clear_mark()
            self._say("Finding what this deck may include…", QPalette.ColorRole.PlaceholderText)
            return
        self.search.clear_mark()
        found, total = self.model.rowCount(), self.model.total
        words = f"{found:,} cards" if found == total else f"{found:,} of {total:,}"
        self._say(" · ".join([words, *remarks]), QPalette.ColorRole.PlaceholderText)

    def _requested(self) -> tuple[Passes | None, tuple[str, ...]]:
        """Return the test of query, chips and switch together; None where nothing is asked."""
        tests: list[Passes] = []
        remarks: tuple[str, ...] = ()
        text = self.search.text()
        if text.strip():
            query = self._query(text)
            tests.append(query.test.passes)
            remarks = query.remarks
            if self._session.deck is None and asks_for_lists(text):
                remarks = (*remarks, CUSTOM)
        factions, types = self.factions.chosen, self.types.chosen
        if factions:
            neutral = Faction.NEUTRAL in factions
            tests.append(lambda c: not factions.isdisjoint(c.factions) if c.factions else neutral)
        if types:
            tests.append(lambda card: card.type in types)
        if self.playable.isChecked() and self._session.deck is not None:
            codes = self._playable_codes()
            tests.append(lambda card: card.code in codes)
        if self.owned.isChecked() and self._owned is not None:
            owned = self._owned
            tests.append(lambda card: card.code in owned)
        if len(tests) < 2:
            return (tests[0] if tests else None), remarks
        return (lambda card: all(test(card) for test in tests)), remarks

    def _query(self, text: str) -> Query:
        context = self.model.held.context
        if self._session.deck is None and self._session.cards is not None:
            context = replace(custom(self._session.cards, self._session.today), owned=self._owned)
        elif "playable" in used_keys(text):
            context = replace(context, playable=self._playable_codes())
        return self._searcher().query(text, context)

    def _searcher(self) -> Searcher:
        """Return the searcher of the edition; made here only if typing was faster than the worker.

        It is never asked before there are cards.
        """
        if self._edition not in self._searchers and self._session.cards is not None:
            self._searchers = searchers_of(self._session.cards)
        return self._searchers[self._edition]

    def _playable_codes(self) -> frozenset[str]:
        session = self._session
        if session.deck is None or session.conditions is None or session.judge is None:
            return frozenset()
        query = self.playable_cards
        query.ask(playable_question(session.deck, session.conditions, session.judge))
        if query.answer is None or not query.is_fresh:
            raise _NotYetError
        return query.answer

    def _say(self, words: str, ink: QPalette.ColorRole) -> None:
        self.count.setForegroundRole(ink)
        self.count.setText(words)

    def _on_searchers_made(self, searchers: dict[Edition | None, Searcher]) -> None:
        self._searchers = searchers

    def _on_search_left(self) -> None:
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


class _NotYetError(Exception):
    """What is asked for is being found in the background."""


def _faction_chips() -> list[tuple[Faction, Glyph]]:
    return [
        (
            each,
            Glyph(
                icons.of_faction(each),
                each,
                each.label if each is not Faction.NEUTRAL else "Neutral",
            ),
        )
        for each in Faction
    ]


def _type_chips() -> list[tuple[CardType, Glyph]]:
    return [(each, Glyph(icons.of_type(each), None, each.value.capitalize())) for each in CardType]


def _gap(width: int) -> QWidget:
    gap = QWidget()
    gap.setFixedSize(width, 1)
    return gap
