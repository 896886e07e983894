"""Every agenda of the first edition: one deck that passes, and one that fails by one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import LOCATION, both, no, trait
from tests.unit.validators.first_edition.agenda_decks import NIGHTS_WATCH, ROWS, WILDLING, Row
from tests.verdicts import errors, exchanged, only, problems, some_draw_card
from validators.first_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES
from validators.problem import Severity

HOUSES = tuple(f for f in Faction if f not in {Faction.NIGHTS_WATCH, Faction.TYRELL})
BOUND = (
    ("low_48", Faction.STARK),
    ("lotr_48", Faction.LANNISTER),
    ("qod_48", Faction.TARGARYEN),
    ("kr_98", Faction.BARATHEON),
    ("kr_99", Faction.GREYJOY),
    ("kr_119", Faction.MARTELL),
)


@pytest.fixture
def pool(pools: Mapping[Edition, CardPool]) -> CardPool:
    return pools[Edition.FIRST]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_the_agendas_deck_is_legal(row: Row, pool: CardPool) -> None:
    assert errors(row.deck(pool), pool) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_one_card_makes_it_illegal(row: Row, pool: CardPool) -> None:
    assert errors(row.broken(pool), pool) == [row.code]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_the_deck_that_fails_differs_by_one_card(row: Row, pool: CardPool) -> None:
    before, after = _cards(row.deck(pool)), _cards(row.broken(pool))
    assert (before - after).total() <= 1
    assert (after - before).total() <= 1
    assert before != after


def _cards(deck: Deck) -> Counter[Card]:
    return Counter(dict(deck.slots)) + Counter(deck.agendas)


def test_every_row_of_the_table_has_its_two_decks() -> None:
    assert [row.slug for row in ROWS] == [row.slug for row in AGENDAS]
    assert [row.agendas[0] for row in ROWS] == [row.code for row in AGENDAS]


def test_every_agenda_of_the_data_is_in_one_of_the_two_tables(pool: CardPool) -> None:
    tables = [row.code for row in AGENDAS] + [code for code, _ in NO_CONSTRUCTION_RULES]
    agendas = [card.code for card in pool if card.type is CardType.AGENDA]
    assert sorted(tables) == agendas
    assert (len(agendas), len(NO_CONSTRUCTION_RULES)) == (33, 23)


@pytest.mark.parametrize(("code", "name"), NO_CONSTRUCTION_RULES)
def test_an_agenda_without_construction_rules_changes_nothing(
    code: str, name: str, pool: CardPool
) -> None:
    house = dict(BOUND).get(code, Faction.STARK)
    assert pool.card(code).name == name
    assert errors(Wanted(faction=house, agendas=(code,)).deck(pool), pool) == []


@pytest.mark.parametrize(("code", "house"), [*BOUND, ("asots_60", Faction.NEUTRAL)])
def test_a_house_bound_agenda_needs_its_house(code: str, house: Faction, pool: CardPool) -> None:
    wanted = Wanted(agendas=(code,), draw=85)
    for each in HOUSES:
        expected = [] if each is house else ["house.only"]
        assert errors(replace(wanted, faction=each).deck(pool), pool) == expected, each


@pytest.mark.parametrize("company", [NIGHTS_WATCH, WILDLING], ids=["Night's Watch", "Wildling"])
def test_a_company_may_be_run_alone_in_pairs_and_whole(
    company: tuple[str, ...], pool: CardPool
) -> None:
    for size in (1, 2, 3):
        for agendas in combinations(company, size):
            assert errors(Wanted(agendas=agendas).deck(pool), pool) == []


def test_companies_are_not_mixed(pool: CardPool) -> None:
    for one in NIGHTS_WATCH:
        for other in WILDLING:
            assert errors(Wanted(agendas=(one, other)).deck(pool), pool) == ["agenda.too-many"]
    mixed = Wanted(agendas=(*NIGHTS_WATCH, WILDLING[0])).deck(pool)
    assert only(mixed, pool, "agenda.too-many").found == 4


def test_the_same_agenda_of_a_company_twice(pool: CardPool) -> None:
    twice = Wanted(agendas=(NIGHTS_WATCH[0], NIGHTS_WATCH[0])).deck(pool)
    assert errors(twice, pool) == ["agenda.twice"]


def test_two_agendas_that_are_in_no_company(pool: CardPool) -> None:
    assert errors(Wanted(agendas=("ator_1", "kl_79")).deck(pool), pool) == ["agenda.too-many"]


def test_no_source_is_a_paragraph_of_the_second_edition(pool: CardPool) -> None:
    twice = Wanted(agendas=(NIGHTS_WATCH[0], NIGHTS_WATCH[0])).deck(pool)
    house_card = Wanted().deck(pool, ccore_210=1)
    for deck, code in ((twice, "agenda.twice"), (house_card, "deck.not-a-deck-card")):
        source = only(deck, pool, code).source
        assert "Rules Reference" not in source
        assert "4.1" not in source


def test_the_maesters_path_sets_chains_of_different_titles_aside(pool: CardPool) -> None:
    chains = [card.code for card in pool if "Chain" in card.traits]
    wanted = Wanted(agendas=("soo_19",), accept=no(trait("Chain")))
    for titles, copies, left in ((0, 1, 60), (4, 1, 56), (4, 3, 56), (12, 1, 48), (12, 3, 48)):
        deck = replace(wanted, cards=dict.fromkeys(chains[:titles], copies)).deck(pool)
        note = only(deck, pool, "agenda.the-maesters-path.chains")
        assert (note.severity, note.found) == (Severity.NOTE, titles)
        assert f"{titles} different Chains" in note.message
        assert f"{left} cards" in note.message
        assert errors(deck, pool) == []


def test_the_maesters_path_counts_the_chains_towards_sixty(pool: CardPool) -> None:
    chains = [card.code for card in pool if "Chain" in card.traits]
    wanted = Wanted(agendas=("soo_19",), cards=dict.fromkeys(chains, 1), draw=59)
    assert errors(wanted.deck(pool), pool) == ["draw.too-few"]


def test_house_of_dreams_wants_a_location_of_its_own_house(pool: CardPool) -> None:
    wanted = Wanted(agendas=("btns_119",), accept=no(both(LOCATION, lambda card: card.unique)))
    code = "agenda.house-of-dreams.no-location"
    bare = wanted.deck(pool)
    warning = only(bare, pool, code)
    assert warning.severity is Severity.WARNING
    assert errors(bare, pool) == []
    with_home = exchanged(bare, some_draw_card(bare), pool.card("asots_87"))
    assert code not in {each.code for each in problems(with_home, pool)}
    foreign = _first(pool, Faction.LANNISTER, limited=False)
    assert only(exchanged(bare, some_draw_card(bare), foreign), pool, code)


def _first(pool: CardPool, house: Faction, *, limited: bool) -> Card:
    return next(
        card
        for card in pool
        if card.factions == (house,)
        and LOCATION(card)
        and card.unique
        and not card.house_only
        and (card.keyword("limited") is not None) == limited
    )


def test_the_long_voyage_and_dark_wings_need_their_sizes(pool: CardPool) -> None:
    for agenda, house, least in (
        ("asots_60", Faction.NEUTRAL, 85),
        ("cad_80", Faction.STARK, 75),
    ):
        wanted = Wanted(faction=house, agendas=(agenda,), each=1, draw=least)
        assert errors(wanted.deck(pool), pool) == []
        problem = only(replace(wanted, draw=least - 1).deck(pool), pool, "draw.too-few")
        assert (problem.found, problem.wanted) == (least - 1, least)
        assert agenda in problem.source


def test_dark_wings_counts_a_title_over_its_printings(pool: CardPool) -> None:
    titles = {name: cards for name, cards in pool.by_title.items() if len(cards) > 1}
    two = next(
        cards
        for cards in titles.values()
        if all(card.type is CardType.EVENT and card.neutral for card in cards)
    )
    wanted = Wanted(agendas=("cad_80",), draw=75, accept=lambda card: card.type != CardType.EVENT)
    deck = replace(wanted, cards={two[0].code: 1, two[1].code: 1}).deck(pool)
    assert errors(deck, pool) == ["agenda.dark-wings-dark-words.events"]


def test_defiance_needs_ten_plots_exactly(pool: CardPool) -> None:
    wanted = Wanted(agendas=("cad_2",))
    for plots, expected in (
        (7, ["plots.too-few"]),
        (9, ["plots.too-few"]),
        (10, []),
        (11, ["plots.too-many"]),
    ):
        assert errors(replace(wanted, plots=plots).deck(pool), pool) == expected
