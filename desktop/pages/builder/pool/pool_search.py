"""The search of all cards: what a query needs besides its text, and the tests of its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.card import Card
from carddb.likeness import Likeness
from carddb.search.filters import PLAYABLE, FilterTerm, filters_query
from carddb.search.query_context import DRAFT, EVERYTHING, QueryContext, SearchScope
from carddb.spelling import fold
from carddb.terms import Edition
from core.errors import QueryError
from decks.deck import Deck
from desktop.runtime.tasks import BackgroundQuery, Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from validators.conditions import Conditions, find_format
from validators.list_in_force import list_on_day

if TYPE_CHECKING:
    from carddb.query import Query, Searcher
    from carddb.search.empty_answer import EmptySearch
    from validators.judge import Judge

Codes = frozenset[str]
Question = TypeVar("Question")

_PREPARED_AFTER_MS = 50
USUAL_LISTS = "For joust, under the lists in force today."
_LIST_KEYS = frozenset({"legal", "restricted", "banned", "pod"})
_DECK_KEYS = frozenset({"deck", "considered", "playable", "played", "category", "note"})


class PlayableQuestion(NamedTuple):
    """Asks which cards a deck may include; after a sync there is another judge of other cards."""

    deck: Deck
    conditions: Conditions
    judge: Judge


class CardsQuestion(NamedTuple):
    """Asks which cards a query finds: in its scope, or what it leaves out."""

    text: str
    context: QueryContext
    scope: SearchScope
    searcher: Searcher


@dataclass(frozen=True, slots=True)
class PoolAnswer:
    """What the table shows for a query: the codes of its cards, the scope, and remarks.

    Without a query there are no codes: every card is shown.

    `lacks_texts`: the query looks into texts of the second edition that can be fetched.
    `rank` is lower for the cards whose names fit its words better.
    `likeness`: how cards are like the one that it names.
    """

    codes: Codes | None = None
    scope: SearchScope = EVERYTHING
    remarks: tuple[str, ...] = ()
    lacks_texts: bool = False
    rank: Callable[[Card], int] | None = None
    likeness: Mapping[str, Likeness] = field(default_factory=dict)


class PendingError(Exception):
    """The answer is being found in the background; the sentence says what is being done."""


class PoolSearch(QObject):
    """Makes tests of cards; what may take long is found in the background."""

    answered = Signal()  # or failed: the same question has its answer at once now
    outside_found = Signal()  # the cards that the query leaves out

    def __init__(self, session: DeckSession, tasks: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._beyond: tuple[Card, ...] = ()
        self._playable: BackgroundQuery[PlayableQuestion, Codes] = BackgroundQuery(
            tasks, _playable_codes, self, delay_ms=0
        )
        self._regular: BackgroundQuery[CardsQuestion, Codes] = BackgroundQuery(
            tasks, _found_codes, self, delay_ms=0
        )
        # Only once nothing was typed for a moment.
        self._outside: BackgroundQuery[CardsQuestion, tuple[Card, ...]] = BackgroundQuery(
            tasks, _found_outside, self
        )
        self._filtered: tuple[tuple[str, QueryContext, LoadedCards], Codes] | None = None
        # A worker that imports would delay the first painting.
        self._prepares = QTimer(self, singleShot=True, interval=_PREPARED_AFTER_MS)
        self._prepares.timeout.connect(self._prepare)
        self._outside.answered.connect(lambda _: self.outside_found.emit())
        for query in (self._playable, self._regular):
            query.answered.connect(self.answered)
            query.failed.connect(self.answered)

    def receive_cards(self) -> None:
        """Prepare the search of the session's cards in the background, in a moment."""
        self._prepares.start()

    def _prepare(self) -> None:
        cards, today = self._session.cards, self._session.today
        if cards is not None:
            self._tasks.start(Task(lambda progress: _prepare(cards, today, progress)))

    def scope(self) -> SearchScope:
        """Return the edition of the deck, or of the last one, and whether it is a draft deck."""
        conditions = self._session.shown.conditions
        draft = conditions is not None and DRAFT in conditions.format.only_in
        return SearchScope(self._session.edition, draft)

    def filtered(self, filters: tuple[FilterTerm, ...], context: QueryContext) -> Codes | None:
        """Return the codes that all filters let through; None without filters. PendingError."""
        cards = self._session.cards
        if not filters or cards is None:
            return None
        if PLAYABLE in filters:
            context = replace(context, playable=self.playable_codes())
        question = filters_query(filters), context, cards
        if self._filtered is None or self._filtered[0] != question:
            self._filtered = question, _searcher_of(cards).query(question[0], context).found()
        return self._filtered[1]

    def empty_search(
        self, text: str, filters: tuple[FilterTerm, ...], context: QueryContext
    ) -> EmptySearch | None:
        """Return a search that found nothing as a question; None where it cannot be asked."""
        from carddb.search.empty_answer import EmptySearch  # noqa: PLC0415 - lark, not at start

        cards = self._session.cards
        if cards is None:
            return None
        try:
            playable = PLAYABLE in filters or "playable" in used_keys(text)
            context = self._context(cards, context, playable=playable)
        except (QueryError, PendingError):
            return None
        return EmptySearch(_searcher_of(cards), text, filters, context, self.scope())

    def _context(
        self, cards: LoadedCards, context: QueryContext, *, playable: bool
    ) -> QueryContext:
        """Return what a query may ask about: without a deck the usual lists; PendingError."""
        if self._session.deck is None:
            usual = _usual_context(cards, self._session.today)
            usual = replace(usual, owned=context.owned, starred=context.starred)
            return replace(usual, played=context.played)
        return replace(context, playable=self.playable_codes()) if playable else context

    @property
    def outside(self) -> tuple[Card, ...]:
        """The cards that the last query leaves out; none while that is not known."""
        found = self._outside.answer if self._outside.is_fresh else None
        return found or self._beyond

    def ask(self, text: str, context: QueryContext) -> PoolAnswer:
        """Return what a query asks for; what it leaves out is announced later.

        QueryError where the query is wrong; PendingError where the answer comes later. It is not
        called before there are cards.
        """
        cards, scope = self._session.cards, self.scope()
        self._beyond = ()
        if not text.strip():
            self._outside.withdraw()
            if cards is not None and self._session.deck is None:
                self._beyond = tuple(row.card for row in cards.rows if not scope.holds(row.card))
            return PoolAnswer(scope=scope)
        try:
            question, query, remarks = self._query(text, context)
            codes = self._codes(question, query)
        except (QueryError, PendingError):
            self._outside.withdraw()
            raise
        if query.scope == EVERYTHING:
            self._outside.withdraw()
        else:
            self._outside.ask(question)
        lacks_texts = Edition.SECOND in query.without_texts
        rank = name_rank(text)
        return PoolAnswer(codes, query.scope, remarks, lacks_texts, rank, query.likeness)

    def _query(
        self, text: str, context: QueryContext
    ) -> tuple[CardsQuestion, Query, tuple[str, ...]]:
        """Return a text as a question, what it means, and the remarks on its answer."""
        cards, used = self._session.cards, used_keys(text)
        if cards is None:
            raise AssertionError
        context = self._context(cards, context, playable="playable" in used)
        names_lists = self._session.deck is None and not _LIST_KEYS.isdisjoint(used)
        # Made here only where typing was faster than the worker.
        question = CardsQuestion(text, context, self.scope(), _searcher_of(cards))
        query = _query_of(question)
        return question, query, (*_said(query), *([USUAL_LISTS] if names_lists else ()))

    def _codes(self, question: CardsQuestion, query: Query) -> Codes:
        if query.uses_regular_expression:
            return _answer(self._regular, question, "Searching…")
        self._regular.withdraw()
        return query.found()

    def playable_codes(self) -> Codes:
        """Return the codes of the cards that the deck may include; PendingError."""
        shown = self._session.shown
        if shown.deck is None or shown.conditions is None or shown.judge is None:
            return frozenset()
        # Cards and names make no difference: most edits need no other answer.
        bare = replace(shown.deck, slots=(), rookery=(), plot_decks=(), considered=())
        deck = replace(bare, name="", notes="", list_code="", date="")
        deck = replace(deck, categories=(), card_notes=())
        question = PlayableQuestion(deck, shown.conditions, shown.judge)
        return _answer(self._playable, question, "Finding what this deck may include…")


@lru_cache(maxsize=8)  # several ask with each letter
def used_keys(text: str) -> frozenset[str]:
    if not text.strip():
        return frozenset()
    from carddb.query import keys_of  # noqa: PLC0415 - lark, not at start

    return keys_of(text)


def name_rank(text: str) -> Callable[[Card], int] | None:
    """Return a rank by names: 0 begins with the words, 1 has them whole, 2 is any other."""
    from carddb.query import words_of  # noqa: PLC0415 - lark, not at start

    words = words_of(text)
    if not words:
        return None
    phrase, each = " ".join(words), set(words)

    def rank(card: Card) -> int:
        name = fold(card.name)
        if name.startswith(phrase):
            return 0
        return 1 if each.issubset(name.split()) else 2

    return rank


def depends_on_deck(text: str) -> bool:
    return not _DECK_KEYS.isdisjoint(used_keys(text))


def _answer(query: BackgroundQuery[Question, Codes], question: Question, pending: str) -> Codes:
    query.ask(question)
    if query.error is not None:
        raise query.error
    if query.answer is None or not query.is_fresh:
        raise PendingError(pending)
    return query.answer


def _query_of(question: CardsQuestion) -> Query:
    return question.searcher.query(question.text, question.context, question.scope, texts=True)


def _said(query: Query) -> tuple[str, ...]:
    """Return the remarks on the answer, without the command that the window has a button for."""
    from carddb.search.query_compiler import SYNC_HINT  # noqa: PLC0415 - lark, not at start

    return tuple(remark.replace(SYNC_HINT, "") for remark in query.remarks)


def _found_codes(question: CardsQuestion, progress: Progress) -> Codes:
    progress(0, 0)
    found = question.searcher.cards(_query_of(question))
    return frozenset(card.code for card in found)


def _found_outside(question: CardsQuestion, progress: Progress) -> tuple[Card, ...]:
    progress(0, 0)
    return question.searcher.outside(_query_of(question))


def _playable_codes(question: PlayableQuestion, progress: Progress) -> Codes:
    from validators.search_facts import EditionConditions, may_include  # noqa: PLC0415 - lark, not at start

    side, cards = EditionConditions(question.judge, question.conditions), question.judge.pool.cards
    codes = set()
    for number, card in enumerate(cards):
        if number % 50 == 0:
            progress(number, len(cards))
        if may_include(side, question.deck, card):
            codes.add(card.code)
    return frozenset(codes)


@lru_cache(maxsize=1)
def _searcher_of(cards: LoadedCards) -> Searcher:
    """Return the searcher of both editions: a query states where it looks."""
    from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

    return Searcher(*cards.pools.values())


def _prepare(cards: LoadedCards, today: date, progress: Progress) -> None:
    """Make the searcher, and what it prepares at first use; may be stopped between queries."""
    progress(0, 0)
    searcher = _searcher_of(cards)
    for text in _texts_to_prepare(cards):
        searcher.cards(searcher.query(text, texts=True))
        progress(0, 0)
    _usual_context(cards, today)


@lru_cache(maxsize=1)
def _texts_to_prepare(cards: LoadedCards) -> Iterator[str]:
    """Return the queries that are still to be run: a stopped preparation goes on where it was."""
    return iter(("a", "k:a", "e:core", "x:a", "gives:gold", "reduces:*", "has:text", "qzq", "/a/"))


@lru_cache(maxsize=1)
def _usual_context(cards: LoadedCards, today: date) -> QueryContext:
    """Return what is known of all cards while no deck says otherwise: joust, today, its lists."""
    from validators.search_facts import EditionConditions, search_context  # noqa: PLC0415 - lark, not at start

    def conditions(edition: Edition) -> Conditions:
        listed = list_on_day(cards.pools[edition], today)
        return Conditions(find_format(edition, "joust"), listed, today)

    return search_context(
        EditionConditions(cards.judges[each], conditions(each)) for each in cards.pools
    )
