"""The keys of the search language as a table, and the lookup of a key by name."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from carddb.search.effect_keys import EFFECTS
from carddb.search.key import Key, KeyKind
from carddb.search.other_keys import BUILDING, PUBLISHED
from carddb.search.printed_keys import FIRST_EDITION, PRINTED
from carddb.search.tree import Form, QueryTerm

KEYS = (*PRINTED, *EFFECTS, *FIRST_EDITION, *PUBLISHED, *BUILDING)
_BY_NAME = {name: key for key in KEYS for name in key.names}
FLAGS = tuple(key for key in KEYS if key.kind is KeyKind.FLAG)
NUMBERS = frozenset({KeyKind.NUMBER, KeyKind.COUNT})


def find_key(name: str) -> Key | None:
    """Return the key of a name in any case of letters, or None."""
    return _BY_NAME.get(name.lower().replace("_", "-"))


def named_key(key: Key, value: str) -> Key | None:
    """Return the key that a value of another key names ("is:legal", "owned<deck"), or None."""
    other = find_key(value.strip()) if key.kind in {*NUMBERS, KeyKind.FLAGS} else None
    if other is None:
        return None
    fits = other.kind is KeyKind.FLAG if key.kind is KeyKind.FLAGS else other.kind in NUMBERS
    return other if fits else None


def keys_in(term: QueryTerm) -> Iterator[Key]:
    """Yield the key of a term, if there is such a key, and those that its values name."""
    key = find_key(term.key) if term.key else None
    if key is not None:
        yield key
        named = (named_key(key, v.text) for v in term.values if v.form is not Form.REGULAR)
        yield from filter(None, named)


def similar_names(name: str) -> list[str]:
    """Return names of keys that look like this one, the likest first."""
    return get_close_matches(name.lower(), [each for each in _BY_NAME if len(each) > 1], n=2)
