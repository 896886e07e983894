"""Whatever is read gives decks or an error of ours, and what is written is read again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.catalogue import pools as all_cards
from carddb.names import FoundCard, name_index
from carddb.terms import Edition
from core.errors import AppError
from decks.deck_reader import read_decks
from decks.report import Reading


def check(readings: list[Reading]) -> None:
    """Every reading must be a deck whose report explains every copy in it."""
    assert readings
    for reading in readings:
        pool = all_cards()[reading.deck.edition]
        numbers = [each.line for each in reading.lines]
        assert numbers == sorted(numbers)
        for each in reading.lines:
            assert each.code is None or each.code in pool
            assert all(code in pool for code in each.candidates)
            assert not (each.lost and each.code)
        deck = reading.deck
        in_decks = sum(count for _, count in (*deck.slots, *deck.rookery, *deck.drafted))
        in_decks += len(deck.agendas) + sum(n for slots in deck.plot_decks for _, n in slots)
        reported = sum(each.copies for each in reading.lines if each.code and not each.lost)
        assert in_decks <= reported <= in_decks + 1001


def read_or_refuse(data: bytes | str) -> None:
    try:
        readings = read_decks(data, all_cards())
    except AppError:
        return
    check(readings)


titles = st.sampled_from(sorted({card.name for pool in all_cards().values() for card in pool}))
packs = st.sampled_from(sorted({p for pool in all_cards().values() for p in pool.packs}))
noise = st.text(max_size=12)
counts = st.one_of(st.sampled_from(["3x ", "1 ", "x2 ", "", "- 2x "]), st.just("10001x "), noise)
words = st.sampled_from(
    ["House Stark", "Plots (7):", "Packs: ", "===", "---- Core Set ----", "Alliance", "Agenda: "]
)
card_lines = st.builds(
    lambda count, title, pack, tail: f"{count}{title} ({pack}){tail}", counts, titles, packs, noise
)
lists = st.lists(st.one_of(card_lines, words, noise, titles), max_size=12).map("\n".join)

codes = st.sampled_from(sorted(code for pool in all_cards().values() for code in pool.by_code))
values: st.SearchStrategy[object] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), noise, codes),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(codes, noise), inner, max_size=4)
    ),
    max_leaves=8,
)
fields = st.sampled_from(
    [
        *("name", "edition", "format", "faction_code", "faction", "agendas", "slots", "list"),
        *("date", "rookery", "drafted", "players", "plot_decks", "deck", "decks", "notes"),
    ]
)
objects = st.dictionaries(fields, values, max_size=6)

signs = st.sampled_from(["<deck>", "<section name='Plots'>", "<card qty='3' id=''>", "</card>"])
links = st.sampled_from(["](https://thronesdb.com/card/01141)", "[", "## ", "[agot]", "[/agot]"])
cells = st.sampled_from(
    ["code,count\n", "name;count;pack\n", ",", ";", '"', "\n", "deck,part,name\n"]
)
pieces = st.one_of(signs, links, cells, codes, titles, noise, st.just("</section></deck>"))
markup_starts = st.sampled_from(["", "<deck>", "name,count\n", "House Stark\n"])
encodings = st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "cp1252"])
SOURCES: dict[str, st.SearchStrategy[bytes | str]] = {
    "bytes": st.binary(max_size=400),
    "text": st.text(max_size=400),
    "a list": st.builds(lambda text, code: text.encode(code, "replace"), lists, encodings),
    "markup": st.tuples(markup_starts, st.lists(pieces).map("".join)).map("".join),
    "JSON": st.one_of(objects, st.lists(objects, max_size=3), values).map(
        lambda value: json.dumps(value, indent=1)
    ),
    "JSON cut short": objects.map(json.dumps).flatmap(
        lambda text: st.integers(0, len(text)).map(lambda end: text[:end])
    ),
}


@pytest.mark.parametrize("source", SOURCES)
@given(data=st.data())
@settings(deadline=None)
def test_anything_gives_decks_or_an_error(source: str, data: st.DataObject) -> None:
    read_or_refuse(data.draw(SOURCES[source]))


@given(st.sampled_from(list(Edition)), st.data())
@settings(deadline=None)
def test_a_title_in_another_dress_is_never_guessed(edition: Edition, data: st.DataObject) -> None:
    pool = all_cards()[edition]
    card = data.draw(st.sampled_from(pool.cards))
    curly = card.name.replace("'", "\u2019").replace(" ", "\u00a0")
    written = data.draw(st.sampled_from([curly, card.name.upper(), f"  {card.name} "]))
    match = name_index(pool).find(f"{written} ({card.pack} #{card.position})", types=(card.type,))
    assert isinstance(match, FoundCard)
    assert match.card == card
