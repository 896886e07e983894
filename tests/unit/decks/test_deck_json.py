"""Decks as JSON: our own, and those of ThronesDB's API."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_reader import read_decks
from decks.formats import deck_json
from decks.report import DeckFormatError, LineStatus, Reading
from tests.builders import card, deck, pool
from tests.unit.decks.reports import line, slots, statuses

ARYA = card("Arya Stark", code="01141")
ICE = card("Ice", CardType.ATTACHMENT, code="01153")
CAUSE = card("A Noble Cause", CardType.PLOT, code="01004")
FEALTY = card("Fealty", CardType.AGENDA, code="01027")
KRAKEN = card("Banner of the Kraken", CardType.AGENDA, code="01199")
HOUSE = card(
    "House Stark",
    CardType.HOUSE,
    code="core_209",
    edition=Edition.FIRST,
    pack="core",
    factions=(Faction.STARK,),
)
MEERA = card("Meera Reed", code="atoc_2", edition=Edition.FIRST, pack="core")

POOLS: Pools = {
    Edition.FIRST: pool(HOUSE, MEERA, edition=Edition.FIRST),
    Edition.SECOND: pool(ARYA, ICE, CAUSE, FEALTY, KRAKEN),
}


def read(value: object, **fields: object) -> Reading:
    text = value if isinstance(value, str) else json.dumps(value, indent=1)
    (reading,) = read_decks(text, POOLS, **fields)  # type: ignore[arg-type]
    return reading


def refused(text: str) -> DeckFormatError:
    with pytest.raises(DeckFormatError) as caught:
        read_decks(text, POOLS)
    assert caught.value.sentence.endswith(".")
    return caught.value


def codes(made: Deck) -> list[str]:
    return [each.code for each in made.agendas]


DECKLIST = {
    "id": 123,
    "name": "Wolves & banners",
    "date_creation": "2026-01-02T03:04:05+00:00",
    "description_md": "Keep **Arya**.",
    "user_id": 7,
    "faction_code": "stark",
    "faction_name": "House Stark",
    "slots": {"01004": 1, "01199": 1, "01141": 3},
    "agendas": ["01199"],
    "version": "1.0",
}


def test_a_decklist_of_thronesdb() -> None:
    reading = read(DECKLIST, name="unused")
    made = reading.deck
    assert (made.name, made.edition, made.faction) == (
        "Wolves & banners",
        Edition.SECOND,
        Faction.STARK,
    )
    assert codes(made) == ["01199"]
    assert slots(reading) == {"01004": 1, "01141": 3}
    assert made.notes == "Keep **Arya**."
    assert not reading.unread


def test_an_agenda_in_both_places_counts_once() -> None:
    reading = read(DECKLIST)
    assert statuses(reading) == {7: "read", 10: "read", 12: "read", 15: "read"}
    doubled = line(reading, 11)
    assert (doubled.status, doubled.note) == (
        LineStatus.IGNORED,
        "“agendas” lists it too; it counts once.",
    )


def test_agendas_may_stand_in_either_place_alone() -> None:
    assert codes(read({"slots": {"01027": 1}}).deck) == ["01027"]
    assert codes(read({"slots": {}, "agendas": ["01027"]}).deck) == ["01027"]
    assert codes(read({"slots": {"01027": 2}, "agendas": ["01027"]}).deck) == ["01027"] * 2
    assert codes(read({"slots": {"01027": 1}, "agendas": ["01199"]}).deck) == ["01199", "01027"]
    assert codes(read({"slots": {}, "agendas": {"0": "01027", "2": "01199"}}).deck) == [
        "01027",
        "01199",
    ]


def test_what_php_writes_for_empty_is_empty() -> None:
    made = read({"name": None, "slots": [], "agendas": [], "rookery": []}, name="file").deck
    assert (made.name, made.slots, made.agendas, made.rookery) == ("file", (), (), ())


@pytest.mark.parametrize("wrap", ["[%s, %s]", '{"decks": [%s, %s]}', '[{"deck": %s}, %s]'])
def test_several_decks(wrap: str) -> None:
    readings = read_decks(wrap % ('{"slots": {"01141": 1}}', '{"slots": {"01153": 2}}'), POOLS)
    assert [slots(reading) for reading in readings] == [{"01141": 1}, {"01153": 2}]


def test_lines_are_those_where_the_codes_stand() -> None:
    text = '[\n{"slots": {"01141": 1}},\n{"name": "\\"slots\\": 01141",\n"slots": {\n"01141": 1}}]'
    one, other = read_decks(text, POOLS)
    assert [each.line for each in one.lines] == [2]
    assert [each.line for each in other.lines] == [5]


def test_a_code_that_cannot_be_found_is_numbered() -> None:
    reading = read('{"slots":\n\n{"\\u0030' + '1141": 1, "01153": 2}}')
    assert [each.line for each in reading.lines] == [1, 2]


class TestUnknown:
    @pytest.mark.parametrize(
        ("text", "note", "candidates"),
        [
            ('{"99999": 2}', "No card of the second edition has this code.", ()),
            ('{"atoc_2": 2}', "This is the code of a card of the first edition.", ()),
            (
                '{"Arya Stark": 2}',
                "No card of the second edition has this code. A name is not a code.",
                ("01141",),
            ),
        ],
    )
    def test_a_code_of_no_card(self, text: str, note: str, candidates: tuple[str, ...]) -> None:
        report = line(read(f'{{"edition": "second", "slots":\n{text}}}'), 2)
        assert (report.status, report.code, report.copies) == (LineStatus.UNKNOWN, None, 2)
        assert (report.text, report.note) == (text.strip("{}"), note)
        assert report.candidates == candidates

    @pytest.mark.parametrize(
        "copies",
        ["-1", "1.0", "1.5", '"3"', "1001", "1e3", "1e999", "true", "null", "[3]", '{"a": 1}'],
    )
    def test_what_is_no_number_of_copies(self, copies: str) -> None:
        reading = read('{"slots":\n{"01141": COPIES,\n"01153": 1}}'.replace("COPIES", copies))
        assert line(reading, 2).status is LineStatus.UNKNOWN
        assert line(reading, 2).note == "This is not a number of copies."
        assert slots(reading) == {"01153": 1}

    def test_nested_copies_are_unknown_or_refused(self) -> None:
        for depth in range(900, 1000):
            nested = f"{'[' * depth}{']' * depth}"
            with suppress(DeckFormatError):
                (entry,) = read(f'{{"slots": {{"01141": {nested}}}}}').lines
                assert entry.status is LineStatus.UNKNOWN

    def test_no_copies_are_no_card(self) -> None:
        reading = read({"slots": {"01141": 0}})
        assert slots(reading) == {}
        assert reading.lines[0].status is LineStatus.IGNORED

    def test_a_faction(self) -> None:
        reading = read({"faction_code": "tully", "slots": {}})
        assert reading.deck.faction is None
        assert reading.unread[0].note == "The second edition has no such faction."

    def test_a_code_that_stands_twice_adds_up(self) -> None:
        reading = read('{"slots":\n{"01141": 1,\n"01141": 2}}')
        assert slots(reading) == {"01141": 3}
        assert line(reading, 3).status is LineStatus.CORRECTED


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "where"),
        [
            ('{"slots":\n{"01141": NaN}}', 1),
            ('{"slots":\n{"01141": -Infinity}}', 1),
            ('{"slots":\n{"01141": 3,}}', 2),
            ('{"slots":\n{"01141": 3}', 2),
            ('{"slots": {}}\n{"slots": {}}', 2),
            ('{"slots": {}} and more', 1),
            ('[{"slots": {}}\n{"slots": {}}]', 2),
            ('[{"slots": {}},', 1),
            ('{"slots": {"01141": ' + "9" * 5000 + "}}", 1),
            ('{"slots": ' + '{"a": ' * 100_000, 1),
            ("[" * 100_000, 1),
        ],
    )
    def test_json_that_is_none(self, text: str, where: int) -> None:
        error = refused(text)
        assert error.line == where
        assert f"line {where}, column " in error.sentence

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("[]", "no deck"),
            ('{"decks": []}', "no deck"),
            ("[1]", "a deck is an object"),
            ('[["01141"]]', "a deck is an object"),
            ('{"decks": [{"decks": []}]}', "no “slots”"),
            ("{}", "no “slots”"),
            ('{"name": "x"}', "no “slots”"),
            ('{"slots": 5}', "“slots”, line 1, is not an object"),
            ('{"slots": ["01141"]}', "“slots”, line 1, is not an object"),
            ('{"slots": {}, "rookery": "01141"}', "“rookery”"),
            ('{"slots": {}, "agendas": "01027"}', "“agendas”, line 1, is not a list"),
            ('{"slots": {}, "agendas": [5]}', "“agendas”"),
            ('{"slots": {}, "name": 5}', "“name”, line 1, is not a text"),
            ('{"slots": {},\n"edition": "third"}', "“edition”, line 2, is neither"),
            ('{"slots": {}, "date": "2026-13-01"}', "“date”, line 1, is not a day"),
            ('{"slots": {}, "date": 20260101}', "“date”"),
            ('{"slots": {}, "players": 0}', "“players”"),
            ('{"slots": {}, "players": true}', "“players”"),
            ('{"slots": {}, "players": "3"}', "“players”"),
            ('{"slots": {}, "plot_decks": {}}', "“plot_decks”"),
            ('{"slots": {}, "plot_decks": [5]}', "“plot_decks”"),
            ('{"slots": {}, "name": "a", "name": "b"}', "“name”, line 1, stands twice"),
            ('{"slots": {}, "(": 1,\n"(": 2}', "“(”, line 1, stands twice"),
        ],
    )
    def test_fields_that_cannot_be(self, text: str, words: str) -> None:
        assert words in refused(text).sentence


def test_a_deck_without_end_is_refused() -> None:
    many = {f"{number:05}": 1 for number in range(6000)}
    assert "more than 5,000 codes" in refused(json.dumps({"slots": many})).sentence


class TestEdition:
    def test_it_is_recognised_from_the_codes(self) -> None:
        assert read({"slots": {"atoc_2": 3}}).deck.edition is Edition.FIRST
        assert read({"slots": {"atoc_2": 3, "01141": 1}}).deck.edition is Edition.SECOND
        assert read({"faction_code": "neutral", "slots": {}}).deck.edition is Edition.FIRST

    def test_the_deck_states_it(self) -> None:
        assert read({"edition": "first", "slots": {"01141": 1}}).unread
        assert read({"edition": "First", "slots": {}}).deck.edition is Edition.FIRST

    def test_the_caller_overrules(self) -> None:
        raw = {"edition": "first", "slots": {"01141": 1}}
        assert read(raw, edition=Edition.SECOND).deck.edition is Edition.SECOND

    def test_an_edition_without_cards_is_refused(self) -> None:
        second_only = {Edition.SECOND: POOLS[Edition.SECOND]}
        with pytest.raises(DeckFormatError, match="“edition”"):
            read_decks('{"edition": "first", "slots": {}}', second_only)

    def test_a_house_card_is_the_faction(self) -> None:
        made = read({"slots": {"core_209": 1, "atoc_2": 3}}).deck
        assert made.faction is Faction.STARK
        assert [each.code for each, _ in made.slots] == ["atoc_2"]


FULL = deck(
    (ARYA, 3),
    (CAUSE, 1),
    FEALTY,
    name="Full “of” everything",
    format="civil-war",
    notes="Two\nlines",
    list_code="gotstandard2.1",
    date="2026-07-02",
    rookery=slots_of([(ICE, 1)]),
    drafted=slots_of([(ARYA, 3), (ICE, 2)]),
    players=3,
    plot_decks=(slots_of([(CAUSE, 2)]), slots_of([(CAUSE, 1)])),
)


@pytest.mark.parametrize("made", [FULL, deck(faction=None, name=""), deck(KRAKEN, FEALTY, KRAKEN)])
def test_what_is_written_is_read_again(made: Deck) -> None:
    assert read(deck_json.write([made], POOLS)).deck == made


def test_what_a_deck_does_not_state_is_not_written() -> None:
    assert deck_json.deck_object(deck((ARYA, 3), name="A")) == {
        "name": "A",
        "edition": "second",
        "format": "joust",
        "faction_code": "stark",
        "agendas": [],
        "slots": {"01141": 3},
    }


@pytest.mark.parametrize("written", [{"code": "stark"}, {"name": "House Stark"}, "House Stark"])
def test_a_faction_may_be_written_otherwise(written: object) -> None:
    assert read({"faction": written, "slots": {}}).deck.faction is Faction.STARK
