"""All entries of the rules companion, and which of them concern what."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache

from carddb.card import Card
from carddb.errors import AppError
from carddb.pool import CardPool
from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind
from rulebook.entry_reader import read_entries

_NO_RULINGS = frozenset({EntryKind.KEYWORD, EntryKind.ERRATUM})


class RuleBook:
    """Entries by id, card, keyword and problem; never changed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._by_id = {entry.id: entry for entry in self.entries}

    def __contains__(self, name: object) -> bool:
        return name in self._by_id

    def entry(self, name: str) -> Entry:
        """Return the entry of an id; AppError where there is none."""
        if name not in self._by_id:
            raise AppError(
                f"There is no rule “{name}”.", "Search for it by words: sevenplots rule WORDS."
            )
        return self._by_id[name]

    @property
    def ruled_cards(self) -> frozenset[str]:
        """The codes of the cards that an entry names which is no keyword and no erratum."""
        entries = (entry for entry in self.entries if entry.kind not in _NO_RULINGS)
        return frozenset(code for entry in entries for code in entry.cards)

    def for_card(self, card: Card, pool: CardPool) -> tuple[Entry, ...]:
        """Return what concerns a card, in any of its printings, or one of its keywords.

        What names the card stands before what its keywords have in common, and the newest first.
        """
        codes = {each.code for each in pool.printings(card)}
        keywords = {keyword.name for keyword in card.keywords}
        mine = [entry for entry in self.entries if entry.is_for(card.edition)]
        named = [entry for entry in mine if not codes.isdisjoint(entry.cards)]
        shared = [
            entry
            for entry in mine
            if entry not in named and not keywords.isdisjoint(entry.keywords)
        ]
        return (*_newest_first(named), *_newest_first(shared))

    def rulings_of(self, card: Card, pool: CardPool) -> tuple[Entry, ...]:
        """Return what concerns a card, without what its keywords mean and without its errata."""
        return tuple(each for each in self.for_card(card, pool) if each.kind not in _NO_RULINGS)

    def for_keyword(self, keyword: str, edition: Edition) -> Entry | None:
        """Return what a keyword means in an edition, None where it is not known."""
        for entry in self.entries:
            if (
                entry.kind is EntryKind.KEYWORD
                and keyword in entry.keywords
                and entry.is_for(edition)
            ):
                return entry
        return None

    def for_problem(self, code: str, edition: Edition | None = None) -> tuple[Entry, ...]:
        """Return the entries that a problem's code rests on: an edition's own where it has any."""
        every = tuple(entry for entry in self.entries if code in entry.codes)
        own = tuple(entry for entry in every if edition is None or entry.is_for(edition))
        return own or every

    def on(self, day: date) -> RuleBook:
        """Return the entries that held on a day."""
        return RuleBook(entry for entry in self.entries if entry.holds_on(day))


@cache
def rule_book() -> RuleBook:
    """Return the entries that come with the program."""
    return RuleBook(read_entries())


def _newest_first(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.since or date.min, reverse=True)
