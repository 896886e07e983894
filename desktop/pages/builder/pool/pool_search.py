"""The search of all cards: what a query needs besides its text, and the tests of its cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from carddb.card import Card
from carddb.search.query_context import QueryContext
from carddb.terms import Edition
from decks.deck import Deck
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from validators.conditions import Conditions
from validators.formats import find_format
from validators.list_in_force import in_force

if TYPE_CHECKING:
    from carddb.query import Searcher
    from validators.judge import Judge

    Searchers = dict[Edition | None, Searcher]

Passes = Callable[[Card], bool]
Codes = frozenset[str]
Question = TypeVar("Question")

USUAL_LISTS = "for joust, under the lists in force today"
_LIST_KEYS = frozenset({"legal", "restricted", "banned", "pod"})
_DECK_KEYS = frozenset({"deck", "playable"})


class PlayableQuestion(NamedTuple):
    """Asks which cards a deck may include; after a sync there is another judge of other cards."""

    deck: Deck
    conditions: Conditions
    judge: Judge


class RegularQuestion(NamedTuple):
    """Asks which cards a query with a regular expression finds."""

    text: str
    context: QueryContext
    searcher: Searcher


class PendingError(Exception):
    """What is asked for is being found in the background; the sentence says what that is."""


class PoolSearch(QObject):
    """Makes tests of cards; what may take long is found in the background.

    Signals:
        answered: an answer came, or why there is none: the same question has it at once now.
    """

    answered = Signal()

    def __init__(self, session: DeckSession, tasks: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._playable: BackgroundQuery[PlayableQuestion, Codes] = BackgroundQuery(
            tasks, _playable_codes, self, delay_ms=0
        )
        self._regular: BackgroundQuery[RegularQuestion, Codes] = BackgroundQuery(
            tasks, _found_codes, self, delay_ms=0
        )
        for query in (self._playable, self._regular):
            query.answered.connect(self.answered)
            query.failed.connect(self.answered)

    def receive_cards(self) -> None:
        """Prepare the searchers of the cards that were loaded, in a worker."""
        cards, today = self._session.cards, self._session.today
        if cards is not None:
            self._tasks.start(Task(lambda progress: _prepare(cards, today, progress)))

    def test_of(
        self, text: str, context: QueryContext, edition: Edition | None
    ) -> tuple[Passes, tuple[str, ...]]:
        """Return the test of a query and the remarks on its answer.

        QueryError where the query is wrong; PendingError where the answer comes later. It is not
        called before there are cards.
        """
        session, used = self._session, used_keys(text)
        if session.cards is None:
            raise AssertionError
        remarks: tuple[str, ...] = ()
        if session.deck is None:
            context = replace(_usual_context(session.cards, session.today), owned=context.owned)
            remarks = () if _LIST_KEYS.isdisjoint(used) else (USUAL_LISTS,)
        elif "playable" in used:
            context = replace(context, playable=self.playable_codes())
        # Made here only where typing was faster than the worker.
        searcher = _searchers_of(session.cards)[edition]
        query = searcher.query(text, context)
        remarks = (*query.remarks, *remarks)
        if not query.uses_regular_expression:
            self._regular.withdraw()
            return query.test.passes, remarks
        codes = _answer(self._regular, RegularQuestion(text, context, searcher), "Searching…")
        return lambda card: card.code in codes, remarks

    def playable_codes(self) -> Codes:
        """Return the codes of the cards that the deck may include; PendingError."""
        session = self._session
        if session.deck is None or session.conditions is None or session.judge is None:
            return frozenset()
        # Its cards and its names do not count.
        bare = replace(session.deck, slots=(), rookery=(), plot_decks=())
        deck = replace(bare, name="", notes="", list_code="", date="")
        question = PlayableQuestion(deck, session.conditions, session.judge)
        return _answer(self._playable, question, "Finding what this deck may include…")


def used_keys(text: str) -> frozenset[str]:
    """Return the names of the keys that a query uses."""
    if not text.strip():
        return frozenset()
    from carddb.query import keys_of  # noqa: PLC0415 - lark, not at start

    return keys_of(text)


def depends_on_deck(text: str) -> bool:
    """Return whether the answer to a query may change with the deck."""
    return not _DECK_KEYS.isdisjoint(used_keys(text))


def _answer(query: BackgroundQuery[Question, Codes], question: Question, pending: str) -> Codes:
    query.ask(question)
    if query.error is not None:
        raise query.error
    if query.answer is None or not query.is_fresh:
        raise PendingError(pending)
    return query.answer


def _found_codes(question: RegularQuestion, progress: Progress) -> Codes:
    progress(0, 0)
    found = question.searcher.find(question.text, question.context)
    return frozenset(card.code for card in found)


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
def _searchers_of(cards: LoadedCards) -> Searchers:
    """Return a searcher of each edition and one of all."""
    from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

    made: Searchers = {None: Searcher(*cards.pools.values())}
    return made | {edition: Searcher(pool) for edition, pool in cards.pools.items()}


def _prepare(cards: LoadedCards, today: date, progress: Progress) -> None:
    """Make the searchers, and what they prepare at first use; may be stopped between queries."""
    progress(0, 0)
    for searcher in _searchers_of(cards).values():
        for text in ("a", "k:a", "e:core", "x:a", "gives:gold", "reduces:*", "has:text", "qzq"):
            progress(0, 0)
            searcher.cards(searcher.query(text, texts=True))
    progress(0, 0)
    _usual_context(cards, today)


@lru_cache(maxsize=1)
def _usual_context(cards: LoadedCards, today: date) -> QueryContext:
    """Return what is known of all cards while no deck says otherwise: joust, today, its lists."""
    from validators.search_facts import EditionConditions, search_context  # noqa: PLC0415 - lark, not at start

    def conditions(edition: Edition) -> Conditions:
        listed = in_force(cards.pools[edition], today)
        return Conditions(find_format(edition, "joust"), listed, today)

    return search_context(
        EditionConditions(cards.judges[each], conditions(each)) for each in cards.pools
    )
