"""Whatever is read gives decks or an error of ours, and what is written is read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb import catalogue
from carddb.errors import AppError
from carddb.names import Found, name_index
from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from decks.deck import Deck
from decks.formats import deck_json, thronesdb_text
from decks.formats.lines import FACTIONS
from decks.reading import read_decks
from decks.report import LineStatus, Reading

DECK_TYPES = (
    CardType.PLOT,
    CardType.CHARACTER,
    CardType.ATTACHMENT,
    CardType.LOCATION,
    CardType.EVENT,
)


@cache
def all_cards() -> Mapping[Edition, CardPool]:
    return catalogue.pools()


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
        held = sum(count for _, count in (*deck.slots, *deck.rookery, *deck.drafted))
        held += len(deck.agendas) + sum(n for slots in deck.plot_decks for _, n in slots)
        told = sum(each.copies for each in reading.lines if each.code and not each.lost)
        assert held <= told <= held + 1001


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


@given(st.binary(max_size=400))
@settings(deadline=None)
def test_any_bytes_give_decks_or_an_error(data: bytes) -> None:
    read_or_refuse(data)


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_gives_decks_or_an_error(text: str) -> None:
    read_or_refuse(text)


@given(lists, st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "cp1252"]))
@settings(deadline=None)
def test_anything_like_a_list_gives_decks_or_an_error(text: str, encoding: str) -> None:
    read_or_refuse(text.encode(encoding, "replace"))


@given(st.one_of(objects, st.lists(objects, max_size=3), values))
@settings(deadline=None)
def test_any_json_gives_decks_or_an_error(value: object) -> None:
    read_or_refuse(json.dumps(value, indent=1))


@given(objects.map(json.dumps), st.data())
@settings(deadline=None)
def test_json_cut_short_gives_decks_or_an_error(text: str, data: st.DataObject) -> None:
    read_or_refuse(text[: data.draw(st.integers(0, len(text)))])


@st.composite
def decks(draw: st.DrawFn, edition: Edition) -> Deck:
    """Draw a deck of an edition, legal or not, with a name of ordinary letters."""
    pool = all_cards()[edition]
    of_types = [card for card in pool if card.type in DECK_TYPES]
    agendas = [card for card in pool if card.type is CardType.AGENDA]
    slots = draw(st.dictionaries(st.sampled_from(of_types), st.integers(1, 10), max_size=30))
    chosen = draw(st.lists(st.sampled_from(agendas), max_size=3))
    name = draw(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 '()!,.]{0,30}[A-Za-z0-9]", fullmatch=True))
    faction = draw(st.sampled_from(FACTIONS[edition]))
    pairs = [*((card, 1) for card in chosen), *slots.items()]
    return Deck.of(" ".join(name.split()), edition, faction, pairs)


@pytest.mark.parametrize("edition", list(Edition))
@given(data=st.data())
@settings(deadline=None)
def test_a_copied_list_is_read_again(edition: Edition, data: st.DataObject) -> None:
    made = data.draw(decks(edition))
    text = thronesdb_text.write(made, all_cards()[edition])
    (reading,) = read_decks(text, all_cards(), edition=edition)
    assert reading.deck == made
    assert {each.status for each in reading.lines} <= {LineStatus.READ, LineStatus.IGNORED}


@pytest.mark.parametrize("edition", list(Edition))
@given(data=st.data())
@settings(deadline=None)
def test_a_deck_file_is_read_again(edition: Edition, data: st.DataObject) -> None:
    made = data.draw(decks(edition))
    (reading,) = read_decks(deck_json.write(made), all_cards())
    assert reading.deck == made


@given(st.sampled_from(list(Edition)), st.data())
@settings(deadline=None)
def test_a_title_in_another_dress_is_never_guessed(edition: Edition, data: st.DataObject) -> None:
    pool = all_cards()[edition]
    card = data.draw(st.sampled_from(pool.cards))
    curly = card.name.replace("'", "\u2019").replace(" ", "\u00a0")
    written = data.draw(st.sampled_from([curly, card.name.upper(), f"  {card.name} "]))
    match = name_index(pool).find(f"{written} ({card.pack} #{card.position})", types=(card.type,))
    assert isinstance(match, Found)
    assert match.card == card
