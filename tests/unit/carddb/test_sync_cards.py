"""Single cards of the API: what it says, what it leaves out, and what null stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from carddb.card import Card, Erratum
from carddb.pattern import Host
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, PlotStats, Printed
from carddb.thronesdb.cards import card_of_api
from core.errors import CardDataError
from tests.builders import card
from tests.thronesdb import api_card

EVENT = card("Ward", CardType.EVENT, code="90001", cost=2)
KNIGHT = card("Dunk", code="90002", cost=3, strength=4, unique=True)
PLOT = card("Plan", CardType.PLOT, code="90003", plot=PlotStats(5, 0, 1, 6))


def of_api(plain: Card, known: Card | None = None, **fields: Any) -> Card:
    """Return the card of an answer about a card, which must come without warnings."""
    read, warnings = card_of_api(api_card(plain, **fields), known)
    assert warnings == ()
    return read


def test_every_field_of_a_character() -> None:
    raw = api_card(
        KNIGHT,
        text="Stealth.\r\n+2 Income.",
        faction_code="stark",
        traits="House Stark. Knight.",
        is_loyal=True,
        is_power=True,
        octgn_id="abf9c701-f480-4576-a5c0-44b4e9b04e6c",
        illustrator="A Painter",
    )
    read, warnings = card_of_api(raw)
    assert read == replace(
        KNIGHT,
        factions=(Faction.STARK,),
        traits=("House Stark", "Knight"),
        loyal=True,
        icons=(Icon.POWER,),
        keywords=(Keyword("stealth"),),
        income=2,
        text="Stealth.\n+2 Income.",
        image_url="https://example.org/90002.png",
        octgn_id="abf9c701-f480-4576-a5c0-44b4e9b04e6c",
        illustrator="A Painter",
    )
    assert warnings == ()


def test_a_plot_has_four_values_and_no_cost() -> None:
    read = of_api(PLOT, cost=None)
    assert (read.plot, read.cost, read.strength) == (PLOT.plot, None, None)


def test_a_host_is_read_from_the_text() -> None:
    attachment = card("Ice", CardType.ATTACHMENT, code="90004", cost=1)
    read = of_api(attachment, text="Stark character only.")
    assert isinstance(read.host, Host)


def test_what_the_api_leaves_out_stays_as_it_is_known() -> None:
    known = replace(
        KNIGHT,
        errata=(Erratum("The House", "2.0"),),
        keywords=(Keyword("renown"),),
        octgn_id="octgn",
        illustrator="A Painter",
        only_in="melee",
        icons=(Icon.POWER,),
        image_url="https://example.org/old.png",
        loyal=True,
    )
    raw = api_card(known)
    for field in ("text", "illustrator", "image_url", "is_loyal", "is_power", "octgn_id"):
        raw[field] = None
    for field in ("deck_limit", "quantity", "position", "is_unique"):
        del raw[field]
    assert card_of_api(raw, known) == (known, ())


def test_a_text_that_is_there_is_read_anew_and_errata_stay() -> None:
    known = replace(KNIGHT, keywords=(Keyword("renown"),), errata=(Erratum("The House", "2.0"),))
    read = of_api(KNIGHT, known, text="Stealth.")
    assert (read.keywords, read.errata) == ((Keyword("stealth"),), known.errata)


def test_a_card_without_text_is_blank() -> None:
    read = of_api(KNIGHT, text=" ")
    assert (read.blank, read.text) == (True, " ")
    assert (of_api(KNIGHT, text="").text, of_api(KNIGHT, text="").blank) == (None, True)
    unsaid, _ = card_of_api(api_card(KNIGHT) | {"text": None})
    assert (unsaid.blank, unsaid.text) == (False, None)


@pytest.mark.parametrize(
    ("cost", "read"), [(2, 2), ("2", 2), ("0", 0), ("X", Printed.X), ("-", None)]
)
def test_costs_of_both_versions_of_the_api(cost: object, read: object) -> None:
    assert of_api(EVENT, cost=cost).cost == read
    assert of_api(EVENT, EVENT, cost=cost).cost == read


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Shadow (2).\nMade up.", None),
        ("Shadow (X).\nMade up with X gold.", None),
        ("Choose two cards with printed cost X or lower.", Printed.X),
        ("X is the number of plots.", Printed.X),
    ],
)
def test_what_null_stands_for_on_an_unknown_event(text: str, cost: object) -> None:
    assert of_api(EVENT, text=text, cost=None).cost == cost


def test_null_is_what_the_known_card_has() -> None:
    for known in (None, Printed.X):
        assert of_api(EVENT, replace(EVENT, cost=known), text="X.", cost=None).cost == known


def test_a_known_card_of_another_type_says_nothing() -> None:
    read, warnings = card_of_api(api_card(EVENT, cost=None), replace(KNIGHT, code="90001"))
    assert (read.cost, len(warnings)) == (None, 1)


@pytest.mark.parametrize(
    ("plain", "text", "field", "value", "words"),
    [
        (EVENT, "Choose a location.", "cost", None, "its cost is neither told nor known"),
        (EVENT, "It gains shadow (X).", "cost", None, "its cost is neither told nor known"),
        (KNIGHT, "X is it.", "cost", None, "its cost is neither told nor known"),
        (KNIGHT, "No more than X.", "strength", None, "its strength is neither told nor known"),
        (PLOT, "Made up.", "claim", PlotStats(5, 0, Printed.X, 6), "its claim is not told; it is"),
    ],
)
def test_what_is_not_known_is_not_guessed_and_warned_of(
    plain: Card, text: str, field: str, value: object, words: str
) -> None:
    read, (warning,) = card_of_api(api_card(plain, text=text) | {field: None})
    assert getattr(read, "plot" if plain is PLOT else field) == value
    assert warning.startswith(f"Card {plain.code}: {words}")


def test_a_letter_in_the_place_of_a_known_number_is_warned_of() -> None:
    read, warnings = card_of_api(api_card(KNIGHT, cost=None, strength=None), KNIGHT)
    assert (read.cost, read.strength) == (3, 4)
    assert [each.split(":")[1] for each in warnings] == [
        " its cost is not told any more; 3 stays.",
        " its strength is not told any more; 4 stays.",
    ]


def test_strength_and_values_of_x() -> None:
    assert of_api(KNIGHT, text="X is it.", strength=None).strength is Printed.X
    known = replace(PLOT, plot=PlotStats(Printed.X, 0, 1, 6))
    assert of_api(PLOT, known, income=None).plot == known.plot
    assert of_api(PLOT, text="X is 3.", income=None).plot == known.plot


def test_every_card_of_the_catalogue_comes_back_from_the_api(
    pools: Mapping[Edition, CardPool],
) -> None:
    for known in pools[Edition.SECOND]:
        read, warnings = card_of_api(api_card(known), known)
        facts = {"text", "image_url", "host", "gold_effects", "income", "initiative", "reserve"}
        same = {each: getattr(known, each) for each in facts}
        assert (replace(read, **same), warnings) == (known, ())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "1234"),
        ("type_code", "horse"),
        ("faction_code", 3),
        ("name", ""),
        ("position", -1),
        ("quantity", "3"),
        ("deck_limit", 0),
        ("deck_limit", None),
        ("cost", "12345"),
        ("cost", 2.5),
        ("cost", True),
        ("strength", []),
        ("strength", "+1"),
        ("is_unique", "yes"),
        ("is_power", 1),
        ("traits", ["Knight"]),
        ("text", {}),
        ("image_url", 5),
        ("octgn_id", 5),
    ],
)
def test_every_malformed_field_is_named(field: str, value: object) -> None:
    with pytest.raises(CardDataError) as caught:
        card_of_api(api_card(KNIGHT) | {field: value})
    assert caught.value.field == field
