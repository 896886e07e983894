"""What a search learns from the judge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from carddb.pool import CardPool
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.builders import card, deck, pack, pool
from validators.conditions import Conditions, Requested, conditions_for, find_format
from validators.judge import Judge
from validators.search_facts import EditionConditions, legal_codes, may_include, search_context

DAY = date(2026, 7, 1)
PLAIN, BANNED, LATE, DRAFT, TITLE = (
    card("Plain", code="01001"),
    card("Banned", code="01002"),
    card("Late", code="01003", pack="Late"),
    card("Draft", code="01004", only_in="draft"),
    card("Crown", CardType.TITLE, code="01005"),
)
CARDS = pool(PLAIN, BANNED, LATE, DRAFT, TITLE, packs=(pack("Late", released="2027"),))
LIST = RestrictedList(
    code="list1",
    name="List 1",
    issuer="Us",
    version="1",
    date=DAY,
    card_set="redesign",
    edition=Edition.SECOND,
    banned=frozenset({"01002"}),
    formats=(
        (
            "joust",
            FormatList(
                restricted=frozenset({"01003"}),
                pods=(Pod(("01001",)), Pod(("01004",), trigger="01002")),
            ),
        ),
    ),
)


def side(restricted: RestrictedList | None = LIST, format_name: str = "joust") -> EditionConditions:
    game_format = find_format(Edition.SECOND, format_name)
    return EditionConditions(Judge(CARDS), Conditions(game_format, restricted, DAY))


def test_legal_is_what_format_list_and_day_let_be() -> None:
    assert legal_codes(side()) == {"01001"}
    assert legal_codes(side(None)) == {"01001", "01002"}
    assert legal_codes(side(format_name="draft")) == {"01001", "01002", "01004"}


def test_the_list_tells_what_it_restricts_bans_and_pods() -> None:
    facts = search_context([side()])
    assert (facts.restricted, facts.banned) == (frozenset({"01003"}), frozenset({"01002"}))
    assert facts.podded == frozenset({"01001", "01002", "01004"})
    assert (facts.in_deck, facts.playable, facts.owned) == (None, None, None)


def test_a_list_for_original_cards_bans_every_redesign(real: EditionConditions) -> None:
    valyrian = real.pool.lists["gotvalyrian1.0"]
    under = EditionConditions(real.judge, Conditions(real.conditions.format, valyrian, DAY))
    redesigned = {each.code for each in real.pool if each.pack == "R2"}
    banned, usual = search_context([under]).banned, search_context([real]).banned
    assert banned is not None
    assert usual is not None
    assert redesigned <= banned
    assert redesigned.isdisjoint(legal_codes(under))
    assert redesigned.isdisjoint(usual)


def test_without_a_list_nothing_is_restricted_and_that_is_known() -> None:
    facts = search_context([side(None)])
    assert facts.restricted == facts.banned == facts.podded == frozenset()


def test_agendas_are_in_the_deck_too() -> None:
    agenda = card("Fealty", CardType.AGENDA, code="01027")
    facts = search_context([side()], deck((PLAIN, 2), agenda), owned={"01001": 3}, playable=False)
    assert facts.in_deck == {"01001": 2, "01027": 1}
    assert facts.owned == {"01001": 3}
    assert facts.playable is None


@pytest.fixture(scope="module")
def real(pools: Mapping[Edition, CardPool]) -> EditionConditions:
    second = pools[Edition.SECOND]
    nothing = Deck(name="", edition=Edition.SECOND)
    return EditionConditions(
        Judge(second), conditions_for(nothing, second, Requested(date=DAY), DAY)
    )


def test_faction_and_agenda_decide_what_a_deck_may_include(real: EditionConditions) -> None:
    cards = real.pool
    tyrell = next(
        each for each in cards
        if each.factions == (Faction.TYRELL,) and not each.loyal and each.in_draw_deck
        and each.code in legal_codes(real)
    )  # fmt: skip
    loyal = next(each for each in cards if each.factions == (Faction.TYRELL,) and each.loyal
                 and each.code in legal_codes(real) and each.in_draw_deck)  # fmt: skip
    banner = next(each for each in cards if each.name == "Banner of the Rose")
    plain, allied = deck(faction=Faction.STARK), deck(faction=Faction.STARK, agendas=(banner,))
    assert not may_include(real, plain, tyrell)
    assert may_include(real, allied, tyrell)
    assert not may_include(real, allied, loyal)
    assert may_include(real, deck(faction=Faction.TYRELL), loyal)


def test_a_full_deck_may_still_include_what_fits_it(real: EditionConditions) -> None:
    arya = real.pool.card("01141")
    assert may_include(real, deck((arya, 3), faction=Faction.STARK), arya)
    playable = search_context([real], deck(faction=Faction.STARK)).playable
    assert playable is not None
    assert arya.code in playable
    assert playable <= legal_codes(real)
    assert {Faction.STARK} == {f for code in playable for f in real.pool.card(code).factions}


def test_titles_go_into_no_deck(real: EditionConditions) -> None:
    title = next(each for each in real.pool if each.type is CardType.TITLE)
    assert not may_include(real, deck(), title)
