"""What is written in any format is read again as the same deck."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.card import Card
from carddb.catalogue import pools as all_cards
from carddb.terms import FACTIONS, CardType, Edition
from decks.deck import Deck, Slots, slots_of
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, Writer, write, write_all
from decks.formats.deck_assembler import FORMATS_OF_PLAY, implied_format
from decks.report import LineStatus, Reading
from tests.long_run import times

DECK_TYPES = frozenset(CardType) - {CardType.AGENDA, CardType.TITLE, CardType.HOUSE}
AS_IT_STANDS = {LineStatus.READ, LineStatus.IGNORED}
NAMES = r"[A-Za-z0-9][A-Za-z0-9 '()!,.\"#*_\[\]&<>;-]{0,30}[A-Za-z0-9]"
NOTES = r"([a-z&<>\"',;\]]{1,8}( [a-z0-9]{1,8}){0,3}(\n|$)){0,3}"


@cache
def cards_of(edition: Edition) -> tuple[list[Card], list[Card], list[Card]]:
    """Return the cards of a deck, those that share a title, and the agendas."""
    pool = all_cards()[edition]
    held = [card for card in pool if card.type in DECK_TYPES]
    shared = [card for card in held if len(pool.by_title[card.name]) > 1]
    return held, shared, [card for card in pool if card.type is CardType.AGENDA]


@st.composite
def slots(draw: st.DrawFn, edition: Edition, most: int = 20) -> Slots:
    held, shared, _ = cards_of(edition)
    cards = st.one_of(st.sampled_from(held), st.sampled_from(shared))
    return slots_of(draw(st.dictionaries(cards, st.integers(1, 10), max_size=most)).items())


@st.composite
def decks(draw: st.DrawFn, edition: Edition) -> Deck:
    """Draw a deck of an edition, legal or not, with every field that a deck can have."""
    agendas = draw(st.lists(st.sampled_from(cards_of(edition)[2]), max_size=3))
    name = " ".join(draw(st.from_regex(NAMES, fullmatch=True)).split())
    cards = [*((card, 1) for card in agendas), *draw(slots(edition))]
    deck = Deck.of(name, edition, draw(st.sampled_from(FACTIONS[edition])), cards)
    if draw(st.booleans()):
        return deck
    lists = st.sampled_from(["", "none", "latest", *all_cards()[edition].lists])
    return replace(
        deck,
        format=draw(st.sampled_from(FORMATS_OF_PLAY)),
        list_code=draw(lists),
        date=draw(st.sampled_from(["", "2026-11-20"])),
        players=draw(st.sampled_from([None, 2, 3])),
        notes=draw(st.from_regex(NOTES, fullmatch=True)).strip("\n"),
        rookery=draw(slots(edition, 3)),
        drafted=draw(slots(edition, 3)),
        plot_decks=tuple(draw(st.lists(slots(edition, 2), max_size=2))),
        considered=draw(slots(edition, 2)),
    )


def carried(deck: Deck, writer: Writer) -> Deck:
    """Return the fields of a deck that a format stores."""
    stored = {
        "list": ("list_code", ""),
        "date": ("date", ""),
        "players": ("players", None),
        "notes": ("notes", ""),
        "rookery": ("rookery", ()),
        "drafted": ("drafted", ()),
        "plot decks": ("plot_decks", ()),
        "considered": ("considered", ()),
        "name": ("name", "file"),
    }
    lost = dict(pair for field, pair in stored.items() if field not in writer.carries)
    deck = replace(deck, **lost)  # type: ignore[arg-type]
    if "format" not in writer.carries:
        deck = replace(deck, format=implied_format(deck))
    return deck


def check(reading: Reading, deck: Deck, writer: Writer) -> None:
    assert reading.deck == carried(deck, writer)
    assert {each.status for each in reading.lines} <= AS_IT_STANDS


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("code", WRITERS)
@given(data=st.data())
@settings(deadline=None, max_examples=times(short=5, long=40))
def test_what_is_written_is_read_again(code: str, edition: Edition, data: st.DataObject) -> None:
    deck = data.draw(decks(edition))
    written = write(deck, code, all_cards())
    (reading,) = read_decks(written.text.encode(), all_cards(), name="file")
    check(reading, deck, WRITERS[code])
    if carried(deck, WRITERS[code]) != deck:
        assert any("does not carry" in note for note in written.notes)


@pytest.mark.parametrize("code", [code for code, writer in WRITERS.items() if writer.many])
@given(data=st.data())
@settings(deadline=None, max_examples=times(short=4, long=25))
def test_several_decks_of_both_editions(code: str, data: st.DataObject) -> None:
    both = st.one_of(decks(Edition.FIRST), decks(Edition.SECOND))
    made = data.draw(st.lists(both, min_size=2, max_size=4))
    readings = read_decks(write_all(made, code, all_cards()).text, all_cards(), name="file")
    assert len(readings) == len(made)
    for reading, deck in zip(readings, made, strict=True):
        check(reading, deck, WRITERS[code])


def words(most: int) -> st.SearchStrategy[str]:
    letters = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"])
    return st.text(st.one_of(letters, st.sampled_from("\n\t,;\"'=")), max_size=most)


@pytest.mark.parametrize("code", ["json", "csv"])
@given(name=words(20), notes=words(60))
@settings(deadline=None, max_examples=times(short=15, long=50))
def test_any_name_and_notes_survive(code: str, name: str, notes: str) -> None:
    made = Deck.of(" ".join(name.split()), Edition.SECOND, None, [], notes=notes.strip())
    (reading,) = read_decks(write(made, code, all_cards()).text, all_cards())
    assert reading.deck == made
