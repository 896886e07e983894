"""What the search of all cards needs beside its text: searchers, and facts without a deck."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from carddb.terms import Edition
from desktop.runtime.tasks import Progress
from desktop.session.loaded_cards import LoadedCards
from validators.conditions import Conditions
from validators.formats import find_format
from validators.list_in_force import in_force

if TYPE_CHECKING:
    from carddb.query import QueryContext, Searcher

    Searchers = dict[Edition | None, Searcher]

CUSTOM = "for joust, under the lists in force today"
_OF_LISTS = frozenset({"legal", "restricted", "banned", "pod"})
_OF_DECK = frozenset({"deck", "playable"})


@lru_cache(maxsize=1)
def searchers_of(cards: LoadedCards) -> Searchers:
    """Return a searcher of each edition and one of all."""
    from carddb.query import Searcher  # noqa: PLC0415 - lark, not at start

    made: Searchers = {None: Searcher(*cards.pools.values())}
    made |= {edition: Searcher(pool) for edition, pool in cards.pools.items()}
    return made


def prepared(cards: LoadedCards, today: date, report: Progress) -> Searchers:
    """Return the searchers with what they prepare at first use; stops between queries if told."""
    report(0, 0)
    made = searchers_of(cards)
    for searcher in made.values():
        for text in ("a", "k:a", "e:core", "x:a"):
            report(0, 0)
            searcher.find(text)
    report(0, 0)
    custom(cards, today)
    return made


@lru_cache(maxsize=1)
def custom(cards: LoadedCards, today: date) -> QueryContext:
    """Return what is known of all cards while no deck says otherwise: joust, today, its lists."""
    from validators.search_facts import EditionConditions, search_context  # noqa: PLC0415 - lark, not at start

    return search_context(
        EditionConditions(cards.judges[edition], _customary(edition, cards, today))
        for edition in cards.pools
    )


def used_keys(text: str) -> frozenset[str]:
    """Return the names of the keys that a query uses."""
    if not text.strip():
        return frozenset()
    from carddb.query import keys_of  # noqa: PLC0415 - lark, not at start

    return keys_of(text)


def asks_for_lists(text: str) -> bool:
    """Tell whether a query uses what a list or a day allows."""
    return not _OF_LISTS.isdisjoint(used_keys(text))


def asks_for_deck(text: str) -> bool:
    """Tell whether the answer to a query may change with the deck."""
    return not _OF_DECK.isdisjoint(used_keys(text))


def _customary(edition: Edition, cards: LoadedCards, today: date) -> Conditions:
    listed = in_force(cards.pools[edition], today)
    return Conditions(find_format(edition, "joust"), listed, today)
