"""Finds rules while somebody types: in a worker, so that no key waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from rulebook.entry import EntryFilter
from rulebook.entry_search import EntrySearch, EntrySection, found_sections, in_sections
from rulebook.rule_book import RuleBook

_REMEMBERED = 30


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """What was typed, and which entries are asked for; `cards` give the names of theirs."""

    text: str
    filter: EntryFilter
    cards: LoadedCards | None


class RuleSearch(QObject):
    """Answers the latest question; without any words all entries of the filter at once."""

    found = Signal(object)  # a tuple of EntrySection

    def __init__(self, book: RuleBook, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self._index: tuple[LoadedCards | None, EntrySearch] | None = None
        self.query: BackgroundQuery[RuleQuestion, tuple[EntrySection, ...]] = BackgroundQuery(
            tasks, self._work, self, delay_ms=0, remembered=_REMEMBERED
        )
        self.query.answered.connect(self.found)

    @property
    def pending(self) -> bool:
        return self.query.question is not None and not self.query.is_fresh

    def ask(self, question: RuleQuestion) -> None:
        """Look for entries; `found` follows, at once where no words were typed."""
        if question.text.strip():
            self.query.ask(question)
            return
        self.query.withdraw()
        self.found.emit(in_sections(filter(question.filter.keeps, self._book.entries)))

    def _work(self, question: RuleQuestion, progress: Progress) -> tuple[EntrySection, ...]:
        progress(0, 1)
        found = self._index_of(question.cards).find(question.text, question.filter.keeps)
        return found_sections(found)

    def _index_of(self, cards: LoadedCards | None) -> EntrySearch:
        """Return the index with the names of these cards, made once for them."""
        made = self._index
        if made is None or made[0] is not cards:
            pools = cards.pools.values() if cards is not None else ()
            made = self._index = cards, EntrySearch(self._book.entries, pools)
        return made[1]
