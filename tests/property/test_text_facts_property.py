"""Properties of the text parsers and of cards as JSON."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from carddb.card import Card, Erratum
from carddb.catalogue_json import decode_lines
from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern, Host, HostOption, Side
from carddb.terms import CardType, Crest, Edition, Faction, Icon, Keyword, PlotStats, Printed
from carddb.text.patterns import describe_pattern, read_alternatives
from carddb.text_facts import read_text
from carddb.throneteki import card_of_pack_file
from core.errors import AppError, CardDataError
from tools.catalogue_lines import encode_line
from tools.first_edition_data import card_of_facts, read_first_edition_keyword, read_host

names = st.text(min_size=1, max_size=12)
numbers = st.integers(-9, 99) | st.just(Printed.X)
maybe_numbers = st.none() | numbers
keywords = st.builds(Keyword, names, maybe_numbers, st.lists(names, max_size=2).map(tuple))


def some(values: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(list(values)), max_size=3, unique=True).map(tuple)


patterns = st.builds(
    CardPattern,
    types=some(CardType),
    factions=some(Faction),
    traits=st.lists(names, max_size=2).map(tuple),
    without_traits=st.lists(names, max_size=2).map(tuple),
    crests=some(Crest),
    icons=some(Icon),
    unique=st.none() | st.booleans(),
    cost_at_most=st.none() | st.integers(0, 9),
    income_at_least=st.none() | st.integers(1, 3),
)
hosts = st.builds(
    Host,
    st.lists(st.builds(HostOption, patterns, st.sampled_from(Side)), max_size=2).map(tuple),
    names,
    st.booleans(),
)
effects = st.builds(
    GoldEffect,
    kind=st.sampled_from(GoldKind),
    moment=st.sampled_from(Moment),
    amount=st.none() | st.integers(-9, 9),
    per=st.none() | patterns,
    per_zone=st.sampled_from(CountedZone),
    applies=st.none() | patterns,
    allegiance=st.sampled_from(Allegiance),
    prices=some(Price),
    reach=st.sampled_from(Reach),
    trigger=st.none() | st.sampled_from(Trigger),
    kneel=st.booleans(),
    limit=st.none() | st.integers(1, 3),
)
plots = st.builds(PlotStats, numbers, numbers, numbers, maybe_numbers)
cards = st.builds(
    Card,
    code=names,
    name=names,
    edition=st.sampled_from(Edition),
    type=st.sampled_from(CardType),
    pack=names,
    position=st.integers(0, 999),
    factions=some(Faction),
    traits=st.lists(names, max_size=3).map(tuple),
    keywords=st.lists(keywords, max_size=3).map(tuple),
    unique=st.booleans(),
    cost=maybe_numbers,
    strength=maybe_numbers,
    icons=some(Icon),
    plot=st.none() | plots,
    income=numbers,
    crests=some(Crest),
    house_only=some(Faction),
    host=st.none() | hosts,
    gold_effects=st.lists(effects, max_size=2).map(tuple),
    only_in=st.none() | names,
    errata=st.lists(st.builds(Erratum, names, names), max_size=2).map(tuple),
    text=st.none() | names,
)
WORDS = [
    "Stealth.",
    "Shadow (3).",
    "Ambush (X).",
    "No attachments except",
    "<i>Weapon</i>",
    "<b>Action:</b>",
    "<b>Reaction:</b>",
    "[stark]",
    "{war}",
    "Unique",
    "non-",
    "character",
    "location",
    "card",
    "plot",
    "only.",
    "or",
    ",",
    "and",
    "with printed cost 3 or lower",
    "you control",
    "Opponent's",
    "Limit 1 copy per character.",
    "+1 Income.",
    "Kneel Knight to",
    "gain 2 gold.",
    "reduce the cost of",
    "the next",
    "each",
    "you marshal",
    "this phase",
    "by 1.",
    "by X. X is the number of",
    "plots in your used pile.",
    "(Limit once per round.)",
    "(2 gold instead if so.)",
    "While there is",
    "After you collect income,",
    "gold value on",
    "revealed",
    "SELF",
]
words = st.sampled_from(WORDS)
texts = st.text(max_size=60) | st.lists(words, max_size=25).map(" ".join)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@given(texts, names, st.sampled_from(CardType))
def test_any_text_is_read_without_an_error(text: str, name: str, card_type: CardType) -> None:
    facts = read_text(text, name, card_type, "Core")
    assert (facts.host is not None) == (card_type is CardType.ATTACHMENT)


@given(texts)
def test_a_description_is_understood_or_none(text: str) -> None:
    for pattern in read_alternatives(text) or ():
        assert describe_pattern(pattern)


@given(texts)
def test_any_phrase_of_the_first_edition_is_understood_or_none(text: str) -> None:
    read_first_edition_keyword(text)
    read_host((text,))


@given(cards)
def test_a_card_comes_back_from_its_json(card: Card) -> None:
    line = encode_line(card)
    assert "\n" not in line
    (again,) = decode_lines(Card, [line])
    # Cards are equal in every field, not only in what they hash by.
    assert again == card
    assert repr(again) == repr(card)


@given(texts)
def test_what_is_no_card_is_an_error_of_our_own(text: str) -> None:
    try:
        decode_lines(Card, [text])
    except AppError as error:
        assert str(error).startswith("The cards could not be read")  # noqa: PT017


RAW_FIELDS = (  # noqa: SIM905
    "type name faction quantity deckLimit cost strength icons traits text unique loyal plotStats"
    " errata octgnId illustrator imageUrl"
).split()
FACTS_FIELDS = (  # noqa: SIM905
    "type name set_code number houses legal_houses unique endless traits crests keywords attach"
    " cost cost_text shadow strength icons naval deck_limit pack_quantity gold claim income"
).split()
card_types = st.sampled_from([card_type.value for card_type in CardType])


@given(st.dictionaries(st.sampled_from(RAW_FIELDS), json_values), card_types)
def test_raw_cards_are_read_or_refused(fields: dict[str, Any], card_type: str) -> None:
    raw: dict[str, Any] = {"code": "01001", "type": card_type, "name": "Dunk", "faction": "stark"}
    raw |= {"quantity": 3, "deckLimit": 3, "cost": 2, "strength": 2, "icons": {}} | fields
    try:
        card = card_of_pack_file(raw, "Core")
    except CardDataError as error:
        assert error.code == "01001"  # noqa: PT017
    else:
        assert decode_lines(Card, [encode_line(card)]) == (card,)


@given(st.dictionaries(st.sampled_from(FACTS_FIELDS), json_values), card_types)
def test_raw_facts_are_read_or_refused(fields: dict[str, Any], card_type: str) -> None:
    raw = {"id": "core_1", "type": card_type, "name": "Dunk", "houses": ["Stark"], "cost": 2}
    raw |= {"set_code": "core", "number": 1, "deck_limit": 3, "pack_quantity": 3, "strength": 2}
    try:
        card = card_of_facts(json.loads(json.dumps(raw | fields)))
    except CardDataError as error:
        assert error.code == "core_1"  # noqa: PT017
    else:
        assert decode_lines(Card, [encode_line(card)]) == (card,)
