"""The keys of the search language as a table, and how a name finds its key."""

from __future__ import annotations

from difflib import get_close_matches

from carddb.search.key import Key, Kind
from carddb.search.other_keys import BUILDING, PUBLISHED
from carddb.search.printed_keys import FIRST_EDITION, PRINTED

KEYS = (*PRINTED, *FIRST_EDITION, *PUBLISHED, *BUILDING)
_BY_NAME = {name: key for key in KEYS for name in key.names}
FLAGS = tuple(key for key in KEYS if key.kind is Kind.FLAG)


def find_key(name: str) -> Key | None:
    """Return the key of a name in any case of letters, or None."""
    return _BY_NAME.get(name.lower().replace("_", "-"))


def similar_names(name: str) -> list[str]:
    """Return names of keys that look like this one, the likest first."""
    return get_close_matches(name.lower(), [each for each in _BY_NAME if len(each) > 1], n=2)
