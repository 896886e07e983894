"""Tests of raw second-edition cards, packs, cycles, lists and decks becoming values."""

from __future__ import annotations

from typing import Any

import pytest

from carddb.card import Erratum
from carddb.pack import Cycle
from carddb.restrictions import FormatList, Pod
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, PlotStats, Printed
from carddb.throneteki import card_of_pack_file
from core.errors import AppError, CardDataError
from tools.throneteki_data import cycles_of, deck_of, pack_of, restricted_list_of


def raw_character(**fields: Any) -> dict[str, Any]:
    return {
        "code": "90141",
        "type": "character",
        "name": "Dunk",
        "octgnId": "abf9c701-f480-4576-a5c0-44b4e9b04e6c",
        "quantity": 3,
        "unique": True,
        "faction": "stark",
        "loyal": False,
        "cost": 3,
        "icons": {"military": True, "intrigue": False, "power": True},
        "strength": 2,
        "traits": ["Knight"],
        "text": "Stealth.\n+1 Income.",
        "deckLimit": 3,
        "illustrator": "A Painter",
        "imageUrl": "https://example.org/dunk.jpg",
    } | fields


def without(raw: dict[str, Any], field: str) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key != field}


def test_a_character() -> None:
    card = card_of_pack_file(raw_character(), "Core")
    assert (card.code, card.name, card.edition) == ("90141", "Dunk", Edition.SECOND)
    assert (card.type, card.pack, card.position) == (CardType.CHARACTER, "Core", 141)
    assert card.factions == (Faction.STARK,)
    assert (card.cost, card.strength, card.icons) == (3, 2, (Icon.MILITARY, Icon.POWER))
    assert (card.unique, card.loyal, card.traits) == (True, False, ("Knight",))
    assert (card.keywords, card.income) == ((Keyword("stealth"),), 1)
    assert card.text == "Stealth.\n+1 Income."
    assert card.image_url == "https://example.org/dunk.jpg"
    assert card.host is None


def test_a_plot_has_four_values_and_no_cost() -> None:
    stats = {"income": "X", "initiative": 0, "claim": 1, "reserve": 6}
    raw = raw_character(type="plot", plotStats=stats, faction="neutral", deckLimit=2)
    card = card_of_pack_file(raw, "Core")
    assert card.plot == PlotStats(Printed.X, 0, 1, 6)
    assert (card.cost, card.strength, card.icons, card.factions) == (None, None, (), ())
    assert card.deck_limit == 2


@pytest.mark.parametrize(("raw", "cost"), [("-", None), ("X", Printed.X), (0, 0), (8, 8)])
def test_costs(raw: object, cost: object) -> None:
    assert card_of_pack_file(raw_character(type="event", cost=raw), "Core").cost == cost


@pytest.mark.parametrize("missing", [None, "", "null"])
def test_a_missing_octgn_id_is_written_in_three_ways(missing: object) -> None:
    assert card_of_pack_file(raw_character(octgnId=missing), "Core").octgn_id is None


def test_what_may_be_missing() -> None:
    raw = raw_character(type="agenda")
    for field in ("unique", "loyal", "illustrator", "imageUrl", "octgnId", "text", "cost", "icons"):
        raw = without(raw, field)
    card = card_of_pack_file(raw, "Core")
    assert (card.unique, card.loyal, card.text, card.illustrator) == (False, False, None, None)


def test_errata_are_facts_and_the_printed_text_is_no_erratum() -> None:
    errata = [
        {"issuer": "Fantasy Flight Games", "version": "original", "text": "Old."},
        {"issuer": "Fantasy Flight Games", "version": "2.2", "text": "New.", "link": "x"},
    ]
    card = card_of_pack_file(raw_character(errata=errata), "Core")
    assert card.errata == (Erratum("Fantasy Flight Games", "2.2"),)


@pytest.mark.parametrize("raw", [None, [], "card", {}, {"code": 5}, {"code": ""}])
def test_what_is_no_card_at_all(raw: object) -> None:
    with pytest.raises(CardDataError):
        card_of_pack_file(raw, "Core")


def test_a_plot_without_values() -> None:
    with pytest.raises(CardDataError) as caught:
        card_of_pack_file(raw_character(type="plot"), "Core")
    assert caught.value.field == "plotStats"


CYCLES = [
    {"id": "variants", "name": "Variants", "packs": ["VDS"]},
    {"id": "war", "name": "War", "packs": ["A", "B"]},
]


def test_packs_stand_in_their_cycle() -> None:
    cycles = cycles_of(CYCLES)
    assert cycles[1][0] == Cycle("war", "War", Edition.SECOND, 1)
    pack = pack_of(
        {"code": "B", "name": "Bee", "releaseDate": None, "workInProgress": True}, cycles
    )
    assert (pack.cycle, pack.position, pack.released, pack.in_progress) == ("war", 2, "", True)


@pytest.mark.parametrize(
    "raw",
    [
        {"code": "Z", "name": "Zed", "releaseDate": "2020-01-01"},
        {"code": "A", "name": "Ay", "releaseDate": "soon"},
        {"code": "A", "releaseDate": "2020-01-01"},
        "A",
    ],
)
def test_a_malformed_pack_is_an_error(raw: object) -> None:
    with pytest.raises(AppError, match=r"^Pack "):
        pack_of(raw, cycles_of(CYCLES))


def raw_list(**fields: Any) -> dict[str, Any]:
    return {
        "code": "house1.0",
        "name": "House list",
        "issuer": "The House",
        "version": "1.0",
        "date": "2020-02-29",
        "cardSet": "original",
        "bannedCards": ["01002", "01001"],
        "formats": [
            {
                "name": "joust",
                "restricted": ["01003"],
                "pods": [
                    {"cards": ["01004", "01005"]},
                    {"cards": ["01006"], "restricted": "01003"},
                ],
            },
            {"name": "melee", "restricted": [], "banned": ["01007"]},
        ],
    } | fields


def test_a_restricted_list() -> None:
    restricted = restricted_list_of(raw_list())
    assert restricted.banned == {"01001", "01002"}
    assert restricted.date.isoformat() == "2020-02-29"
    pods = (Pod(("01004", "01005")), Pod(("01006",), "01003"))
    assert restricted.of("joust") == FormatList(frozenset({"01003"}), frozenset(), pods)
    assert restricted.of("melee") == FormatList(frozenset(), frozenset({"01007"}))
    assert restricted.of("draft") is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("date", "yesterday"),
        ("date", None),
        ("bannedCards", "01001"),
        ("formats", [{"restricted": []}]),
        ("formats", [{"name": "joust", "pods": [{"cards": [1]}]}]),
    ],
)
def test_a_malformed_list_is_an_error(field: str, value: object) -> None:
    with pytest.raises(AppError, match=r"^List house1\.0: ") as caught:
        restricted_list_of(raw_list(**{field: value}))
    assert not isinstance(caught.value, CardDataError)


def test_a_published_deck_in_the_form_of_deck_files() -> None:
    raw = {
        "id": "X-1",
        "name": "Deck",
        "releaseDate": "2016-01-02",
        "faction": "stark",
        "agenda": "01027",
        "cards": [{"code": "01002", "count": 1}, {"code": "01001", "count": 2}],
    }
    deck = deck_of(raw)
    assert deck == {
        "id": "X-1",
        "name": "Deck",
        "edition": "second",
        "format": "joust",
        "released": "2016-01-02",
        "faction_code": "stark",
        "agendas": ["01027"],
        "slots": {"01001": 2, "01002": 1},
    }
    with pytest.raises(AppError, match=r"^Deck X-1: "):
        deck_of({**raw, "cards": [{"code": "01001", "count": 0}]})
