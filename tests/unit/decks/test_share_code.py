"""Short codes of decks: short, the same for ever, and never half a deck."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb import catalogue
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_writer import write, write_all
from decks.formats.share_code import code_of
from decks.report import DeckFormatError
from tests.builders import card, deck, pool
from tests.long_run import times

# A code that was given away is read for ever: this one must never be changed.
STARKS = "SP1.YQZTdGFya3MGZmZnMi4xAQTMAQEMiiLMAYUeAIdCqnE"
CARDS = (
    card("Ward", code="02102"),
    card("Hedge Knight", code="01090"),
    card("Arya Stark", code="01141"),
)
POOLS: Mapping[Edition, CardPool] = {Edition.SECOND: pool(*CARDS)}


def sealed(body: bytes) -> str:
    return "SP1." + urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).decode().rstrip("=")


def test_every_sample_deck_fits_and_comes_back() -> None:
    pools = catalogue.pools()
    for sample in catalogue.sample_decks():
        for reading in read_decks(sample.text, pools, name=sample.name):
            code = code_of(reading.deck)
            assert len(code) <= 150, reading.deck.name
            (again,) = read_decks(f"  {code}\n", pools)
            assert again.deck.slots == reading.deck.slots
            assert again.deck.name == reading.deck.name
            assert again.format_code == "code"


def test_a_code_does_not_depend_on_what_cards_there_are() -> None:
    ward, knight, arya = CARDS
    made = deck((ward, 2), (knight, 3), arya, name="Starks", list_code="")
    code = code_of(made)
    more = pool(*CARDS, card("Newer", code="00001"), card("Newest", code="30001"))
    (again,) = read_decks(code, {Edition.SECOND: more})
    assert again.deck.slots == made.slots
    (fewer,) = read_decks(code, {Edition.SECOND: pool(ward, knight)})
    assert [(line.text, line.copies) for line in fewer.unread] == [('"01141": 1', 1)]


def test_a_code_that_was_given_away_is_read_for_ever() -> None:
    ward, knight, arya = CARDS
    fealty = card("Fealty", CardType.AGENDA, code="00051")
    made = deck(
        *((ward, 2), (knight, 3), arya, fealty),
        name="Starks",
        faction=Faction.STARK,
        list_code="ffg2.1",
    )
    assert code_of(made) == STARKS
    (again,) = read_decks(STARKS, {Edition.SECOND: pool(*CARDS, fealty)})
    assert again.deck == made


def test_several_codes_and_broken_lines() -> None:
    ward, knight, _ = CARDS
    one, other = (
        code_of(deck((each, 2), name=each.name, faction=Faction.STARK)) for each in (ward, knight)
    )
    wrapped = f"{one[:20]}\n{one[20:]}\n{other}\n"
    found = read_decks(wrapped, POOLS)
    assert [reading.deck.name for reading in found] == ["Ward", "Hedge Knight"]


def test_two_thousand_codes_come_back_and_one_more_is_refused() -> None:
    made = deck(*((each, 2) for each in CARDS), name="Starks", faction=Faction.STARK)
    written = write_all([made] * 2000, "code", POOLS)
    found = read_decks(written.text, POOLS)
    assert [reading.deck.slots for reading in found] == [made.slots] * 2000
    with pytest.raises(DeckFormatError, match="more than 2,000 decks"):
        read_decks(written.text + code_of(made), POOLS)


def test_a_damaged_code_among_others_is_named_by_its_line() -> None:
    code = code_of(deck(*CARDS, name="Starks"))
    with pytest.raises(DeckFormatError, match="not whole") as caught:
        read_decks("\n".join([code] * 700 + [code[:-3], code]), POOLS)
    assert caught.value.line == 701


def test_a_code_that_no_deck_has_is_refused_by_its_length() -> None:
    with pytest.raises(DeckFormatError, match="too long"):
        read_decks("SP1." + "A" * 200_000, POOLS)


def test_what_is_lost_is_said() -> None:
    made = deck(*CARDS, name="A name that is much longer than forty letters", notes="My notes")
    written = write(made, "code", POOLS)
    assert written.notes == (
        "Short code does not carry the notes; json and csv do.",
        "A short code carries the first 40 letters of the deck's name.",
    )
    (again,) = read_decks(written.text, POOLS)
    assert again.deck.name == "A name that is much longer than forty le"


def test_one_wrong_letter_is_no_deck() -> None:
    code = code_of(deck(*CARDS, name="Starks"))
    for place in range(4, len(code)):
        wrong = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        for text in (wrong, code[:place]):
            with pytest.raises(DeckFormatError, match="not whole"):
                read_decks(text, POOLS)


def test_the_code_of_a_later_program_is_named_as_that() -> None:
    with pytest.raises(DeckFormatError, match="newer version"):
        read_decks("SP2.AAAA", POOLS)


@given(body=st.binary(max_size=60))
@settings(deadline=None, max_examples=times(short=150, long=2000))
def test_a_body_that_nobody_wrote(body: bytes) -> None:
    try:
        read_decks(sealed(body), POOLS)
    except DeckFormatError:
        return
