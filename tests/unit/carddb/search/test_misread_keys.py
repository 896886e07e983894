"""Letters that are taken for other keys: what they are is said where it looks so."""

from __future__ import annotations

import re

import pytest

from carddb.query import KEYS, Searcher, find_key
from core.errors import QueryError

ICONS = "i: is the illustrator; icons are m:, g: and p:, income is n:."


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("i:military", ICONS),
        ("i:yes", ICONS),
        ("I:3", ICONS),
        ("i!2", ICONS),
        ("c:5", "cost is o:"),
        ("k:ambush", "keywords are keyword:"),
        ("e:2", "editions are edition:"),
        ("y:2016", "years are released:"),
        ("r:5", "reserve is h:"),
        ("a:fealty", "agendas are t:agenda"),
    ],
)
def test_a_letter_that_may_mean_something_else_is_explained(
    everything: Searcher, query: str, words: str
) -> None:
    assert words in " ".join(everything.query(query).remarks)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("h:stark", "Houses are f:"),
        ("g:3", "gold is n: on plots"),
        ("p:core", "packs are e:"),
        ("t:lord", "traits are k:"),
        ("n:arya", "names need no key"),
        ("b:yes", "banned cards are banned:yes"),
    ],
)
def test_a_value_of_another_key_is_refused_with_that_key(
    everything: Searcher, query: str, words: str
) -> None:
    with pytest.raises(QueryError, match=re.escape(words)):
        everything.query(query)


@pytest.mark.parametrize(
    "query",
    [
        'i:"joshua cairos"',
        "illustrator:3",
        'c:"blood and gold"',
        "k:lord",
        "k:-",
        "s>4",
        "e:core",
        "i:/^j/",
    ],
)
def test_who_knows_the_key_is_told_nothing(everything: Searcher, query: str) -> None:
    assert everything.query(query).remarks == ()


def test_the_explanations_name_keys_that_there_are() -> None:
    misread = [key for key in KEYS if key.misread]
    assert len(misread) > 12
    for key in misread:
        assert key.misread.startswith(f"{key.letter}: is ")
        named = re.findall(r"\b([a-z-]+):", key.misread)
        assert all(map(find_key, named)), key.misread
