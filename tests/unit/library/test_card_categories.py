"""A player's own categories of cards."""

from __future__ import annotations

from carddb.terms import Edition
from library.library import Library

FIRST, SECOND = Edition.FIRST, Edition.SECOND


def test_titles_have_the_categories_that_were_put_last(library: Library) -> None:
    own = library.card_categories
    own.put(SECOND, ["Ward", "Arya"], [("Ward", "draw"), ("Ward", "draw"), ("Arya", "gold")])
    own.put(FIRST, ["Ward"], [("Ward", "removal")])
    own.put(SECOND, ["Ward"], [("Ward", "tricks")])
    assert own.of(SECOND) == {("Ward", "tricks"), ("Arya", "gold")}
    assert own.of(FIRST) == {("Ward", "removal")}
    own.put(SECOND, ["Ward", "Arya"], [])
    assert own.of(SECOND) == frozenset()
