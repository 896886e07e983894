"""The rulings that come with the program: whole, about cards that exist, each with a source."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.rulings import Ruling, cards_of, rulings, rulings_of
from carddb.terms import Edition
from tests.builders import card, pool

SUBJECTS = {"Deckbuilding", "Setup", "Shadows", "Gold", "Copies", "Lists"}
BOTH = pytest.mark.parametrize("edition", list(Edition), ids=lambda each: each.value)


def of(pools: Mapping[Edition, CardPool], code: str, edition: Edition) -> list[str]:
    cards = pools[edition]
    return [each.words for each in rulings_of(cards.card(code), cards)]


@BOTH
def test_every_ruling_concerns_cards_that_exist(
    pools: Mapping[Edition, CardPool], edition: Edition
) -> None:
    for ruling in rulings(edition):
        unknown = [code for code in ruling.cards if code not in pools[edition]]
        assert unknown == [], ruling.words
        assert list(cards_of(ruling, pools[edition])), ruling.words
        assert len(set(ruling.cards)) == len(ruling.cards), ruling.words


@BOTH
def test_every_ruling_is_a_sentence_with_a_source(edition: Edition) -> None:
    for ruling in rulings(edition):
        assert ruling.subject in SUBJECTS
        assert ruling.source
        assert ruling.words.endswith(".")
        assert ruling.words[0].isupper()
        assert len(ruling.words) < 320


@BOTH
def test_no_ruling_is_there_twice(edition: Edition) -> None:
    said = [(ruling.words, code) for ruling in rulings(edition) for code in ruling.cards]
    assert len(set(said)) == len(said)


@BOTH
def test_the_file_has_no_field_that_is_passed_over(edition: Edition) -> None:
    raw = json.loads((files("resources") / "rulings" / f"{edition.value}.json").read_text("utf-8"))
    assert len(raw) == len(rulings(edition))
    assert {key for row in raw for key in row} <= set(Ruling.__slots__)


def test_there_are_rulings_for_every_agenda_that_changes_deck_or_setup(
    pools: Mapping[Edition, CardPool],
) -> None:
    from goldfish.setup_rules import AGENDAS as SETUP  # noqa: PLC0415
    from validators.first_edition.agendas import AGENDAS as OLD  # noqa: PLC0415
    from validators.second_edition.agendas import AGENDAS as NEW  # noqa: PLC0415

    codes = {code for row in NEW for code in row.codes} | {row.code for row in OLD} | set(SETUP)
    named = {code for edition in Edition for each in rulings(edition) for code in each.cards}
    assert codes - named == set()


@pytest.mark.parametrize(
    ("code", "edition", "said"),
    [
        ("08039", Edition.SECOND, "Only 4 gold are then left for setup"),
        ("09045", Edition.SECOND, "top 7 cards of the deck"),
        ("13039", Edition.SECOND, "Nothing is placed in setup"),
        ("bwb_59", Edition.FIRST, "Nothing is placed in setup"),
        ("00030", Edition.SECOND, "One agenda more"),
        ("11016", Edition.SECOND, "into shadows for 2 gold, though its printed cost is 6"),
        ("02034", Edition.SECOND, "the limit of the title"),
        ("btns_119", Edition.FIRST, "3 gold may be spent"),
    ],
)
def test_what_a_player_asks_most(
    pools: Mapping[Edition, CardPool], code: str, edition: Edition, said: str
) -> None:
    assert said in " ".join(of(pools, code, edition))


def test_a_ruling_on_a_kind_stands_behind_those_on_the_card(
    pools: Mapping[Edition, CardPool],
) -> None:
    gerris = of(pools, "11016", Edition.SECOND)
    assert gerris[0].startswith("It goes facedown into shadows")
    assert gerris[-1].startswith("Each card with Shadow")


def test_a_card_without_a_ruling_has_none() -> None:
    plain: Card = card("Hedge Knight")
    assert rulings_of(plain, pool(plain)) == ()
