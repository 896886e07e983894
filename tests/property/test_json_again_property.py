"""A deck that was read from JSON is the same deck after it is written and read again."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from carddb.catalogue import pools as all_cards
from carddb.terms import CardType, Faction
from core.errors import AppError
from decks.deck_reader import read_decks
from decks.deck_writer import write_all
from decks.formats.deck_assembler import FORMATS_OF_PLAY
from decks.report import LineStatus


def of_types(*types: CardType) -> st.SearchStrategy[str]:
    cards = (card for pool in all_cards().values() for card in pool)
    return st.sampled_from(sorted(card.code for card in cards if card.type in types))


codes = st.one_of(
    st.sampled_from(["01001", "01141", "core_1", "01027", "core_2", "nothing", ""]),
    of_types(*CardType),
    of_types(CardType.AGENDA),
    of_types(CardType.HOUSE, CardType.TITLE),
)
copies = st.one_of(
    st.integers(1, 3), st.sampled_from([0, 1000, 600, -1, True, 1.0, "3", None, 10**17])
)
ODD = "\ufeff\u200b\u2028\u2029\x85\x1c\x0b\x0c\x7f\x00\r\n\t \u3000\ud800\udfff\u0130\u00df\ufb01"
texts = st.one_of(
    st.text(max_size=8),
    st.text(st.sampled_from(f'{ODD}a"\\/=,;#<'), max_size=6),
    st.sampled_from(["", " ", "\ufeff", "\ud83d\ude00", "\ud800", "===", "<html>", "a" * 5000]),
)
slots: st.SearchStrategy[object] = st.one_of(
    st.lists(st.tuples(codes, copies), max_size=5),
    st.sampled_from([None, []]),
)
days = st.one_of(
    st.sampled_from(["2026-11-20", "20261120", "2026-W47-5", "2026-11-20T10:00", "0001-01-01"]),
    st.dates().map(str),
    texts,
)
factions = st.one_of(
    st.sampled_from([*(each.value for each in Faction), "House Stark", "The Night's Watch"]),
    st.fixed_dictionaries({"code": st.sampled_from(list(Faction)).map(str)}),
    texts,
    st.none(),
)
formats = st.one_of(
    st.sampled_from(FORMATS_OF_PLAY), st.sampled_from(["Hand of  the King", "JOUST "]), texts
)
fields = {
    "name": texts,
    "edition": st.sampled_from(["first", "second", " First ", "", None]),
    "format": formats,
    "faction_code": factions,
    "faction": factions,
    "house": factions,
    "agendas": st.one_of(
        st.lists(codes, max_size=4), st.none(), st.just(["01141"] * 1001), st.just({"a": "01027"})
    ),
    "rookery": slots,
    "drafted": slots,
    "plot_decks": st.one_of(st.none(), st.lists(slots, max_size=3)),
    "players": st.sampled_from([None, 1, 2, 6, 100, 0, 101, 2.0]),
    "list": texts,
    "date": days,
    "notes": st.one_of(texts, st.none()),
    "description_md": texts,
    "other": texts,
}
objects = st.fixed_dictionaries({"slots": slots}, optional=fields)


def as_json(value: object) -> str:
    """Return the JSON of an object whose slots are pairs, so that a code may stand twice."""
    if isinstance(value, dict):
        return (
            f"{{{','.join(f'{json.dumps(key)}: {as_json(each)}' for key, each in value.items())}}}"
        )
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return f"{{{','.join(f'{json.dumps(key)}: {json.dumps(each)}' for key, each in value)}}}"
    if isinstance(value, list):
        return f"[{','.join(as_json(each) for each in value)}]"
    return json.dumps(value)


several = st.lists(objects, min_size=1, max_size=3)
sources = st.one_of(
    objects,
    several,
    several.map(lambda decks: {"decks": decks}),
    objects.map(lambda deck: {"other": "deck", "deck": deck}),
)


@given(sources, texts)
@example({"slots": [("01141", 600), ("01141", 600)]}, "")
@example({"slots": [], "name": "\ud800 \ufeff"}, "")
@example({"slots": [], "name": ""}, "file")
@settings(deadline=None)
def test_a_deck_is_the_same_when_it_is_written_and_read(value: object, name: str) -> None:
    try:
        once = read_decks(as_json(value), all_cards(), name=name)
    except AppError:
        return
    written = write_all([each.deck for each in once], "json", all_cards()).text
    again = read_decks(written.encode(), all_cards(), name="a file of another name")
    assert [each.deck for each in again] == [each.deck for each in once]
    for reading in again:
        assert {line.status for line in reading.lines} <= {LineStatus.READ, LineStatus.IGNORED}
