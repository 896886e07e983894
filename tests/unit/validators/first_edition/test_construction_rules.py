"""First-edition deck building: sizes, copies, plots, house cards, and the lists of FAQ 6.0."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.restrictions import FormatList
from carddb.terms import CardType, Crest, Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import PLOT
from tests.verdicts import errors, exchanged, only, problems, some_draw_card
from validators.problem import Severity

LIMIT_ONE = ("core_139", "low_45", "core_144", "core_149", "qod_43", "lotr_40", "atoc_78")
DRAGON_EGGS = ("cad_94", "cad_95", "cad_96")
THE_POWER_OF = ("core_194", "core_200", "kotst_51")
BETRAYAL_AT_THE_WALL = "kr_79"


@pytest.mark.parametrize("format_name", ["joust", "melee"])
@pytest.mark.parametrize(
    ("draw", "expected"), [(59, ["draw.too-few"]), (60, []), (61, []), (150, [])]
)
def test_at_least_sixty_cards_and_no_maximum(
    format_name: str, draw: int, expected: list[str], pool: CardPool
) -> None:
    assert errors(Wanted(format=format_name, draw=draw).deck(pool), pool) == expected


@pytest.mark.parametrize(("plots", "code"), [(6, "plots.too-few"), (8, "plots.too-many")])
def test_exactly_seven_plots(plots: int, code: str, pool: CardPool) -> None:
    deck = Wanted(plots=plots).deck(pool)
    assert errors(deck, pool) == [code]
    problem = only(deck, pool, code)
    assert (problem.found, problem.wanted) == (plots, 7)


def test_no_plot_twice(pool: CardPool) -> None:
    for card in pool:
        if PLOT(card) and card.deck_limit == 1 and card.neutral and not card.house_only:
            deck = Wanted(cards={card.code: 2}).deck(pool)
            assert errors(deck, pool) == ["plots.copies"], card.name


@pytest.mark.parametrize("code", THE_POWER_OF)
def test_the_power_of_may_be_doubled(code: str, pool: CardPool) -> None:
    assert errors(Wanted(cards={code: 2}).deck(pool), pool) == []
    thrice = only(Wanted(cards={code: 3}).deck(pool), pool, "plots.copies")
    assert (thrice.found, thrice.wanted) == (3, 2)


@pytest.mark.parametrize(
    ("plots", "expected"), [(6, ["plots.too-few"]), (7, []), (8, []), (9, ["plots.too-many"])]
)
def test_betrayal_at_the_wall_may_be_one_plot_more(
    plots: int, expected: list[str], pool: CardPool
) -> None:
    deck = Wanted(cards={BETRAYAL_AT_THE_WALL: 1}, plots=plots).deck(pool)
    assert errors(deck, pool) == expected


def test_betrayal_at_the_wall_is_in_a_plot_deck_once(pool: CardPool) -> None:
    deck = Wanted(cards={BETRAYAL_AT_THE_WALL: 2}, plots=8).deck(pool)
    assert errors(deck, pool) == ["plots.copies"]


def test_betrayal_at_the_wall_beside_defiance(pool: CardPool) -> None:
    wanted = Wanted(agendas=("cad_2",), cards={BETRAYAL_AT_THE_WALL: 1})
    for plots, expected in ((9, ["plots.too-few"]), (11, []), (12, ["plots.too-many"])):
        assert errors(replace(wanted, plots=plots).deck(pool), pool) == expected


def test_three_copies_by_title(pool: CardPool) -> None:
    names = {name: cards for name, cards in pool.by_title.items() if len(cards) > 1}
    two = next(
        cards
        for cards in names.values()
        if all(c.type is CardType.CHARACTER and c.factions == (Faction.STARK,) for c in cards)
        and not any(c.house_only for c in cards)
    )
    one, other = two[0].code, two[1].code
    assert errors(Wanted(cards={one: 3}).deck(pool), pool) == []
    assert errors(Wanted(cards={one: 2, other: 1}).deck(pool), pool) == []
    four = only(Wanted(cards={one: 2, other: 2}).deck(pool), pool, "copies.too-many")
    assert (four.found, four.wanted, set(four.cards)) == (4, 3, {one, other})
    assert "2 versions" in four.message


@pytest.mark.parametrize("code", [*LIMIT_ONE, *DRAGON_EGGS])
def test_limit_one_per_deck(code: str, pool: CardPool) -> None:
    house = pool.card(code).house_only[0] if pool.card(code).house_only else Faction.STARK
    wanted = Wanted(faction=house)
    assert errors(replace(wanted, cards={code: 1}).deck(pool), pool) == []
    twice = only(replace(wanted, cards={code: 2}).deck(pool), pool, "copies.too-many")
    assert (twice.found, twice.wanted) == (2, 1)


def test_the_limit_one_cards_of_the_data_are_those_of_the_rules(pool: CardPool) -> None:
    found = {card.code for card in pool if card.in_draw_deck and card.deck_limit == 1}
    assert found == {*LIMIT_ONE, *DRAGON_EGGS}


def test_the_plot_alliance_beside_the_agenda_alliance(pool: CardPool) -> None:
    assert errors(Wanted(agendas=("qod_47",), cards={"pots_59": 1}).deck(pool), pool) == []


def test_every_problem_at_once(pool: CardPool) -> None:
    deck = Wanted(draw=50, plots=6, cards={"low_45": 2, "core_192": 1}).deck(pool)
    both = replace(deck, agendas=(pool.card("ator_1"), pool.card("ator_21")))
    assert sorted(errors(both, pool)) == [
        "agenda.too-many",
        "copies.too-many",
        "draw.too-few",
        "house.only",
        "plots.too-few",
    ]


def test_a_card_of_the_other_edition_is_no_card_of_the_deck(pools: Pools, pool: CardPool) -> None:
    deck: Deck = Wanted().deck(pool)
    stranger = pools[Edition.SECOND].card("01141")
    assert errors(deck.with_copies(stranger, 1), pool) == ["deck.not-a-deck-card"]
    swapped = exchanged(deck, some_draw_card(deck), stranger)
    assert errors(swapped, pool) == ["deck.not-a-deck-card", "draw.too-few"]


HOUSES = (
    Faction.STARK,
    Faction.LANNISTER,
    Faction.BARATHEON,
    Faction.TARGARYEN,
    Faction.GREYJOY,
    Faction.MARTELL,
    Faction.NEUTRAL,
)
PRAYERS = {
    "asots_96": Faction.LANNISTER,
    "asots_97": Faction.TARGARYEN,
    "asots_98": Faction.MARTELL,
    "asots_118": Faction.BARATHEON,
    "asots_119": Faction.GREYJOY,
    "asots_120": Faction.STARK,
}


def house_errors(pool: CardPool, house: Faction, code: str) -> list[str]:
    """Return the errors of a deck of a House with one copy of a card."""
    return errors(Wanted(faction=house, cards={code: 1}).deck(pool), pool)


@pytest.mark.parametrize("house", HOUSES)
def test_seven_house_cards_neutral_faction_among_them(house: Faction, pool: CardPool) -> None:
    assert errors(Wanted(faction=house).deck(pool), pool) == []


@pytest.mark.parametrize("house", [None, Faction.TYRELL, Faction.NIGHTS_WATCH])
def test_a_deck_without_a_house_card(house: Faction | None, pool: CardPool) -> None:
    deck = replace(Wanted(faction=Faction.NEUTRAL).deck(pool), faction=house)
    missing = only(deck, pool, "faction.missing")
    assert (missing.found, missing.wanted) == (0, 1)
    assert errors(deck, pool) == ["faction.missing"]
    if house is not None:
        assert house.card_name in missing.message


def test_a_house_card_is_no_card_of_the_deck(pool: CardPool) -> None:
    for code in ("core_209", "bwb_18"):
        deck = Wanted(faction=Faction.STARK).deck(pool).with_copies(pool.card(code), 1)
        assert "deck.not-a-deck-card" in errors(deck, pool)


def test_cards_of_other_houses_may_be_included(pool: CardPool) -> None:
    foreign = [c for c in pool if c.factions == (Faction.LANNISTER,) and not c.house_only]
    cards = {c.code: 1 for c in foreign if c.in_draw_deck and c.deck_limit == 3}
    some = dict(list(cards.items())[:40])
    assert errors(Wanted(cards=some).deck(pool), pool) == []


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("acoa_45", {Faction.LANNISTER}),
        ("core_192", {Faction.LANNISTER}),
        ("btns_2", {Faction.STARK, Faction.GREYJOY}),
        ("cad_97", {Faction.NEUTRAL}),
        ("acoa_58", {*HOUSES}),
    ],
)
def test_some_cards_are_for_some_houses_only(
    code: str, allowed: set[Faction], house: Faction, pool: CardPool
) -> None:
    assert house_errors(pool, house, code) == ([] if house in allowed else ["house.only"])


@pytest.mark.parametrize(("prayer", "except_for"), PRAYERS.items())
def test_prayers_are_for_any_house_except_one(
    prayer: str, except_for: Faction, pool: CardPool
) -> None:
    assert set(pool.card(prayer).house_only) == {*HOUSES} - {except_for}
    for house in HOUSES:
        expected = ["house.only"] if house is except_for else []
        assert house_errors(pool, house, prayer) == expected, house


def test_every_limit_names_the_houses_and_every_copy(pool: CardPool) -> None:
    deck = Wanted(cards={"core_192": 1, "acoa_45": 3, "atoc_98": 1}).deck(pool)
    found = [each for each in problems(deck, pool) if each.code == "house.only"]
    assert {(each.cards, each.found) for each in found} == {
        (("acoa_45", "core_192"), 4),
        (("atoc_98",), 1),
    }
    both = next(each for each in found if each.cards == ("atoc_98",))
    assert "House Lannister or House Greyjoy" in both.message
    assert "Enemy of My Enemy" in both.message


@pytest.mark.parametrize("house", [h for h in HOUSES if h is not Faction.LANNISTER])
def test_city_of_shadows_lifts_the_limit_of_shadow_crests(house: Faction, pool: CardPool) -> None:
    wanted = Wanted(faction=house, agendas=("kl_20",))
    for card in pool:
        if card.house_only == (Faction.LANNISTER,) and card.in_draw_deck:
            deck = replace(wanted, cards={card.code: 1}).deck(pool)
            expected = [] if Crest.SHADOW in card.crests else ["house.only"]
            assert errors(deck, pool) == expected, card.name


def test_no_other_agenda_lifts_a_limit(pool: CardPool) -> None:
    shadow = next(
        card
        for card in pool
        if card.house_only == (Faction.LANNISTER,) and Crest.SHADOW in card.crests
    )
    for agenda in ("low_39", "kl_11", "kl_15", "qod_47", "cad_1"):
        deck = Wanted(agendas=(agenda,), cards={shadow.code: 1}).deck(pool)
        assert errors(deck, pool) == ["house.only"]


def test_doubtful_houses_are_named_in_the_source(pool: CardPool) -> None:
    asha = only(Wanted(cards={"atoc_70": 1}).deck(pool), pool, "house.only")
    assert "doubtful" in asha.source
    assert "Asha Greyjoy" in asha.source
    certain = only(Wanted(cards={"core_192": 1}).deck(pool), pool, "house.only")
    assert "doubtful" not in certain.source


def test_a_card_that_may_be_limited_elsewhere_is_allowed_with_a_note(pool: CardPool) -> None:
    def judged(house: Faction) -> Deck:
        return Wanted(faction=house, cards={"acoa_25": 1}).deck(pool)

    note = only(judged(Faction.LANNISTER), pool, "data.doubtful")
    assert (note.severity, note.cards) == (Severity.NOTE, ("acoa_25",))
    assert "disagree" in note.source
    assert errors(judged(Faction.LANNISTER), pool) == []
    assert "data.doubtful" not in {each.code for each in problems(judged(Faction.STARK), pool)}


LIST = "faq6.0"


def part(pool: CardPool, format_name: str) -> FormatList:
    """Return what the list says of a format."""
    found = pool.lists[LIST].of(format_name)
    assert found is not None
    return found


def unlisted(pool: CardPool) -> Wanted:
    """Return a deck without a card of either list."""
    codes = {c for name in ("joust", "melee") for c in part(pool, name).restricted}
    banned = {c for name in ("joust", "melee") for c in part(pool, name).banned}
    titles = {pool.card(code).name for code in codes | banned}

    def accept(card: Card) -> bool:
        return card.name not in titles

    return Wanted(accept=accept)


@pytest.mark.parametrize(
    ("format_name", "restricted", "banned"), [("joust", 47, 3), ("melee", 27, 1)]
)
def test_the_lists_have_their_sizes(
    format_name: str, restricted: int, banned: int, pool: CardPool
) -> None:
    found = part(pool, format_name)
    assert (len(found.restricted), len(found.banned)) == (restricted, banned)
    assert all(code in pool for code in found.restricted | found.banned)


def test_one_restricted_title_in_any_number(pool: CardPool) -> None:
    wanted = unlisted(pool)
    assert errors(replace(wanted, cards={"core_13": 3}).deck(pool), pool, LIST) == []
    assert errors(replace(wanted, cards={"dotn_117": 3}).deck(pool), pool, LIST) == []
    two = replace(wanted, cards={"core_13": 1, "dotn_117": 1}).deck(pool)
    assert errors(two, pool, LIST) == ["list.restricted"]
    assert errors(two, pool, "none") == []


@pytest.mark.parametrize(("plot", "agenda"), [("dotn_40", "soo_19"), ("lotr_52", "soo_19")])
def test_plots_and_agendas_count_for_the_list(plot: str, agenda: str, pool: CardPool) -> None:
    for format_name in ("joust", "melee"):
        wanted = replace(unlisted(pool), format=format_name)
        alone = replace(wanted, cards={plot: 1}).deck(pool)
        assert errors(alone, pool, LIST) == []
        beside = replace(wanted, cards={plot: 1}, agendas=(agenda,)).deck(pool)
        problem = only(beside, pool, "list.restricted", LIST)
        assert set(problem.cards) == {plot, agenda}


def test_joust_and_melee_have_lists_of_their_own(pool: CardPool) -> None:
    cards = {"core_13": 1, "pots_15": 1}
    deck = replace(unlisted(pool), cards=cards).deck(pool)
    assert errors(deck, pool, LIST) == ["list.restricted"]
    assert errors(replace(deck, format="melee"), pool, LIST) == []


@pytest.mark.parametrize(
    ("event", "house"),
    [("atoc_97", Faction.STARK), ("atoc_98", Faction.GREYJOY), ("atoc_99", Faction.MARTELL)],
)
def test_three_events_are_banned_in_joust(event: str, house: Faction, pool: CardPool) -> None:
    deck = replace(unlisted(pool), faction=house, cards={event: 1}).deck(pool)
    assert errors(deck, pool, LIST) == ["list.banned"]
    assert errors(replace(deck, format="melee"), pool, LIST) == []


def test_the_old_way_is_banned_in_melee(pool: CardPool) -> None:
    wanted = replace(unlisted(pool), faction=Faction.GREYJOY, agendas=("kr_99",))
    assert errors(wanted.deck(pool), pool, LIST) == []
    assert errors(replace(wanted, format="melee").deck(pool), pool, LIST) == ["list.banned"]


def test_the_printings_that_are_not_listed_stay_free(pool: CardPool) -> None:
    bran = [card for card in pool.by_title["Bran Stark"] if card.code != "core_13"]
    cards = {"dotn_117": 1, **{card.code: 1 for card in bran[:1]}}
    assert errors(replace(unlisted(pool), cards=cards).deck(pool), pool, LIST) == []


def test_the_source_names_the_document_and_its_day(pool: CardPool) -> None:
    deck = replace(unlisted(pool), cards={"core_13": 1, "dotn_117": 1}).deck(pool)
    problem = only(deck, pool, "list.restricted", LIST)
    assert "FAQ 6.0" in problem.source
    assert "2015-09-30" in problem.source
    assert "FAQ 6.0 (joust)" in problem.message
