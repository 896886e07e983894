"""The rulings on cards: about cards that exist, for every agenda, the most particular first."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from rulebook.rule_book import rule_book
from tests.builders import card, pool


def of(pools: Mapping[Edition, CardPool], code: str, edition: Edition) -> list[str]:
    cards = pools[edition]
    return [each.words for each in rule_book().rulings_of(cards.card(code), cards)]


def test_there_are_rulings_for_every_agenda_that_changes_deck_or_setup() -> None:
    from goldfish.setup_rules import AGENDAS as SETUP  # noqa: PLC0415
    from validators.first_edition.agendas import AGENDAS as OLD  # noqa: PLC0415
    from validators.second_edition.agendas import AGENDAS as NEW  # noqa: PLC0415

    codes = {code for row in NEW for code in row.codes} | {row.code for row in OLD} | set(SETUP)
    named = {code for entry in rule_book().entries for code in entry.cards}
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
        ("01104", Edition.SECOND, "“then”"),
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
    assert rule_book().rulings_of(plain, pool(plain)) == ()


def test_what_a_keyword_means_and_an_erratum_are_no_rulings(
    pools: Mapping[Edition, CardPool],
) -> None:
    balon = pools[Edition.SECOND].card("12001")
    every = {entry.id for entry in rule_book().for_card(balon, pools[Edition.SECOND])}
    assert {"erratum.balon-greyjoy", "keyword.renown", "keyword.pillage"} <= every
    rulings = {entry.id for entry in rule_book().rulings_of(balon, pools[Edition.SECOND])}
    assert rulings == {"answer.order-of-pillage"}
