"""What a version stores is the JSON of a deck file, and comes back whole."""

from __future__ import annotations

import json

import pytest

from decks.deck import Category, Deck
from decks.deck_reader import read_decks
from decks.diff import outline
from decks.formats.deck_json import deck_object
from library.content import codes_in, decode_deck, encode_deck, with_cards
from library.errors import DamagedLibraryError
from tests.builders import deck
from tests.unit.library.decks import ARYA, FEALTY, KINGS, KNIGHT, POOLS, WARD, starks

WHOLE = starks(
    notes="Notes",
    list_code="gotstandard2.1",
    date="2026-11-20",
    rookery=((KNIGHT, 2),),
    drafted=((ARYA, 1),),
    considered=((FEALTY, 1), (KNIGHT, 1)),
    categories=(Category("draw", ("01141",), 8, 10), Category("gold")),
    card_notes=(("01141", "Keep her."),),
    players=2,
    plot_decks=(((WARD, 1),), ()),
    agendas=(KINGS, FEALTY),
)


@pytest.mark.parametrize("whole", [WHOLE, starks(), deck(faction=None)])
def test_it_is_a_deck_file(whole: Deck) -> None:
    text = encode_deck(outline(whole))
    assert json.loads(text) == deck_object(whole)
    (reading,) = read_decks(text, POOLS)
    assert reading.deck == whole
    assert with_cards(decode_deck(text, {}), POOLS) == (whole, ())


def test_all_codes_of_it() -> None:
    assert codes_in(encode_deck(outline(WHOLE))) == [
        "01001",
        "01027",
        "01090",
        "01141",
        "02102",
        "04037",
    ]


THIRD: dict[str, object] = {
    "name": "",
    "edition": "third",
    "format": "",
    "faction_code": None,
    "agendas": [],
}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "{}", '{"slots": {}}', json.dumps(THIRD | {"slots": {}})],
)
def test_damage_is_said(text: str) -> None:
    with pytest.raises(DamagedLibraryError, match="is damaged and cannot be read"):
        decode_deck(text, {})
