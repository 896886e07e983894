"""Saved filters and recent searches of the table of all cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from carddb.spelling import fold

# The most searches that are remembered, and filters that are saved.
MOST_RECENT, MOST_SAVED = 10, 60
# The settings file is not to grow without end; a query has 1,000 letters at most.
LONGEST_NAME, LONGEST_WORDS = 60, 1_000


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """What is switched on, under a name.

    `words` are those of the search field, `filters` terms of the language, `sort` the column, and
    `edition` the one that was searched, empty for both.
    """

    name: str
    words: str = ""
    filters: tuple[str, ...] = ()
    sort: str = ""
    edition: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.words or self.filters)

    @property
    def contents(self) -> str:
        """What it searches for, in the language's own words."""
        return " ".join(filter(None, (self.words, *self.filters))) or "every card"


Filters = tuple[SavedFilter, ...]


def saved_as(filters: Filters, new: SavedFilter) -> Filters:
    """Return the filters with a new one, sorted by name; it replaces one of the same name."""
    new = replace(new, name=" ".join(new.name.split())[:LONGEST_NAME].strip())
    if not new.name:
        return filters
    kept = without(filters, new.name)
    return tuple(sorted((*kept, new), key=lambda each: fold(each.name)))[:MOST_SAVED]


def called(filters: Filters, name: str) -> SavedFilter | None:
    wanted = fold(" ".join(name.split())[:LONGEST_NAME])
    return next((each for each in filters if fold(each.name) == wanted), None)


def without(filters: Filters, name: str) -> Filters:
    found = called(filters, name)
    return tuple(each for each in filters if each is not found)


def with_recent(recent: Sequence[str], words: str) -> tuple[str, ...]:
    """Return the recent searches with a new one first, each once."""
    new = " ".join(words.split())
    if not new or len(new) > LONGEST_WORDS:
        return tuple(recent)
    others = (each for each in recent if fold_blanks(each) != fold_blanks(new))
    return (new, *others)[:MOST_RECENT]


def fold_blanks(words: str) -> str:
    """Return a search in lower case, with single blanks."""
    return " ".join(words.casefold().split())


def filters_text(filters: Filters) -> str:
    return json.dumps([asdict(each) for each in filters], ensure_ascii=False) if filters else ""


def read_filters(text: str) -> Filters:
    """Return the filters in a text of the settings; invalid ones are left out."""
    found: Filters = ()
    for each in _listed(text):
        if isinstance(each, dict):
            names = ("name", "words", "sort", "edition")
            known = {name: each[name] for name in names if isinstance(each.get(name), str)}
            terms = each.get("filters")
            if len(known) == len(names) and isinstance(terms, list):
                filters = tuple(term for term in terms if isinstance(term, str))
                found = saved_as(found, SavedFilter(**known, filters=filters))
    return found


def recent_text(recent: Iterable[str]) -> str:
    words = list(recent)
    return json.dumps(words, ensure_ascii=False) if words else ""


def read_recent(text: str) -> tuple[str, ...]:
    """Return the searches in a text of the settings; invalid ones are left out."""
    found: tuple[str, ...] = ()
    for each in reversed(_listed(text)):
        found = with_recent(found, each) if isinstance(each, str) else found
    return found


def _listed(text: str) -> list[object]:
    try:
        found = json.loads(text) if text else []
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []
