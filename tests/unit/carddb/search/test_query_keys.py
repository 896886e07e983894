"""Which keys a query uses, as what depends on them asks before it is answered."""

from __future__ import annotations

import pytest

from carddb.query import keys_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", set()),
        ("arya", set()),
        ('"legal banned"', set()),
        ("name:legal", {"name"}),
        ("k:lord cost<4", {"trait", "cost"}),
        ("-(legal:yes | e:core)", {"legal", "pack"}),
        ("is:playable", {"is", "playable"}),
        ("is!=restricted|banned", {"is", "restricted", "banned"}),
        ("owned<deck", {"owned", "deck"}),
        ('owned:"in-deck"', {"owned", "deck"}),
        ("text:/deck/", {"text"}),
        ("legal:", set()),
        ("unknown:legal", set()),
    ],
)
def test_the_keys_of_a_query_are_those_of_its_terms_and_those_that_values_name(
    text: str, names: set[str]
) -> None:
    assert keys_of(text) == names
