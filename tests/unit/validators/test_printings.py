"""A list without packs is read for the printings that may be played where it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from carddb.names import Allowed
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import Reading
from tests.verdicts import TODAY, judge_of
from validators.conditions import Requested
from validators.printings import read_playable

ORIGINAL, REDESIGN = "02102", "17126"
Pools = Mapping[Edition, CardPool]


def wards(pools: Pools, text: str, **wishes: object) -> list[str]:
    """Return the printing that "Ward" is taken for in each deck of a text."""

    def read(allowed: Allowed) -> list[Reading]:
        return read_decks(text, pools, allowed=allowed)

    judges = {edition: judge_of(pool) for edition, pool in pools.items()}
    chosen = Requested(**wishes)  # type: ignore[arg-type]
    found = read_playable(read, judges, chosen, TODAY)
    return [card.code for each in found for card, _ in each.deck.slots if card.name == "Ward"]


def a_list(*stated: str) -> str:
    return "\n".join(["Name: Wolves", *stated, "Faction: House Stark", "", "1x Ward", ""])


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ((), REDESIGN),
        (("List: gotvalyrian1.0",), ORIGINAL),
        (("Date: 2017-12-01",), ORIGINAL),
        (("Date: 2020-10-02",), ORIGINAL),
        (("Date: 2020-10-03",), REDESIGN),
        (("Format: draft",), ORIGINAL),
    ],
)
def test_what_the_deck_states_chooses(pools: Pools, stated: tuple[str, ...], expected: str) -> None:
    assert wards(pools, a_list(*stated)) == [expected]


def test_what_is_asked_for_overrules_what_the_deck_states(pools: Pools) -> None:
    valyrian = a_list("List: gotvalyrian1.0", "Date: 2021-09-01")
    assert wards(pools, valyrian, list_code="latest") == [REDESIGN]
    assert wards(pools, valyrian, date=date(2026, 11, 1)) == [ORIGINAL]
    assert wards(pools, a_list(), list_code="gotvalyrian1.0") == [ORIGINAL]


def test_each_deck_of_a_file_by_itself(pools: Pools) -> None:
    text = "===\n".join([a_list(), a_list("List: gotvalyrian1.0"), a_list()])
    assert wards(pools, text) == [REDESIGN, ORIGINAL, REDESIGN]
