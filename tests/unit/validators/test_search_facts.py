"""What searches and agendas learn from the judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.builders import card, deck, pack, pool, restricted_list
from validators.agenda_conditions import UNKNOWN, agenda_conditions, another_fits, why_not
from validators.conditions import Conditions, Requested, conditions_for, find_format, formats_of
from validators.deck_rules import DrawTooFew, PlotDeckSize
from validators.first_edition.rule_set import FirstEditionAgendaTooMany
from validators.judge import Judge
from validators.problem import Rule
from validators.search_facts import EditionConditions, legal_codes, may_include, search_context
from validators.shapes import BoundShape

DAY = date(2026, 7, 1)
PLAIN, BANNED, LATE, DRAFT, TITLE = (
    card("Plain", code="01001"),
    card("Banned", code="01002"),
    card("Late", code="01003", pack="Late"),
    card("Draft", code="01004", only_in="draft"),
    card("Crown", CardType.TITLE, code="01005"),
)
CARDS = pool(PLAIN, BANNED, LATE, DRAFT, TITLE, packs=(pack("Late", released="2027"),))
LIST = restricted_list(
    "list1",
    date=DAY,
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


def test_agendas_and_plot_decks_are_in_the_deck_too() -> None:
    agenda, plot = card("Fealty", CardType.AGENDA, code="01027"), card(code="01004")
    held = deck((PLAIN, 2), agenda, plot_decks=(((plot, 1),), ((plot, 1),)))
    facts = search_context([side()], held, owned={"01001": 3}, playable=False)
    assert facts.in_deck == {"01001": 2, "01027": 1, "01004": 2}
    assert facts.owned == {"01001": 3}
    assert facts.playable is None


@pytest.fixture(scope="module")
def real(pools: Pools) -> EditionConditions:
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


def conditions_of(pool: CardPool, name: str = "joust") -> Conditions:
    return Conditions(next(f for f in formats_of(pool.edition) if f.name == name), None, None)


def rules(pool: CardPool, faction: Faction, *agendas: Card) -> tuple[Rule, ...]:
    deck = Deck(name="", edition=pool.edition, faction=faction, agendas=agendas)
    found = Judge(pool).rules(deck, conditions_of(pool))
    # It holds what was counted of each deck's agendas, whatever these are.
    return tuple(each for each in found if not isinstance(each, FirstEditionAgendaTooMany))


@pytest.mark.parametrize(
    ("edition", "names", "fits"),
    [
        (Edition.SECOND, "Fealty", False),
        (Edition.SECOND, "Alliance", True),
        (Edition.SECOND, "Alliance + Banner of the Wolf", True),
        (Edition.SECOND, "Alliance + Banner of the Wolf + Banner of the Sun", False),
        (Edition.FIRST, "Black Sails", False),
        (Edition.FIRST, "The Rangers", True),
    ],
)
def test_there_is_room_for_another_agenda_only_beside_those_that_make_it(
    pools: Pools, edition: Edition, names: str, fits: bool
) -> None:
    pool = pools[edition]
    named = {card.name: card for card in pool if card.type is CardType.AGENDA}
    held = tuple(named[name] for name in names.split(" + "))
    deck = Deck(name="", edition=edition, faction=Faction.STARK, agendas=held)
    assert another_fits(deck, pool, conditions_of(pool)) is fits


def agendas(pools: Pools) -> Iterator[tuple[CardPool, Card]]:
    return ((p, c) for p in pools.values() for c in p if c.type is CardType.AGENDA)


def named(pools: Pools, code: str, edition: Edition = Edition.SECOND) -> Card:
    return pools[edition].by_code[code]


def test_no_agenda_that_changes_how_a_deck_is_judged_is_silent(pools: Pools) -> None:
    usual = {cards.edition: rules(cards, Faction.STARK) for cards in pools.values()}
    judged = 0
    for cards, agenda in agendas(pools):
        said = agenda_conditions(agenda, cards, Faction.STARK)
        changed = [r for r in rules(cards, Faction.STARK, agenda) if r not in usual[cards.edition]]
        assert bool(said) == bool(changed or agenda.house_only or _has_company(said)), agenda.name
        judged += bool(changed)
        for rule in changed:
            assert _told(rule, " ".join(said)), (agenda.name, rule)
    assert judged > 50


def _has_company(said: tuple[str, ...]) -> bool:
    return any(words.startswith("May be run with other") for words in said)


def _told(rule: Rule, said: str) -> bool:
    if isinstance(rule, BoundShape):
        return rule.shape.asks in said
    if isinstance(rule, DrawTooFew):
        return f"At least {rule.least.number} cards in the draw deck" in said
    if isinstance(rule, PlotDeckSize):
        return f"Exactly {rule.exactly.number} plots" in said
    return True


def test_what_counts_cards_of_the_draw_deck_counts_no_plots(pools: Pools) -> None:
    for cards, agenda in agendas(pools):
        for rule in rules(cards, Faction.STARK, agenda):
            if isinstance(rule, BoundShape) and "in the draw deck" in rule.shape.asks:
                assert not rule.bits & cards.plot_bits, rule.code


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("01203", ("At least 12 Stark cards in the draw deck", "Allows non-loyal Stark cards")),
        ("01027", ("At most 15 neutral cards in the draw deck",)),
        ("04037", ("No Winter plot",)),
        ("05045", ("Exactly 12 plots", "Exactly 5 Scheme plots, each of another title")),
        ("10045", ("Exactly 10 plots", "Up to 2 plots may be doubled")),
        ("06018", ("At least 75 cards in the draw deck", "Makes room for 2 Banner agendas more")),
        ("00366", ("Allows cards with a trait that you name",)),
        ("00363", ("Allows cards of 2 factions that you name",)),
        ("00367", ("Allows every card",)),
        ("00365", ("Allows bestow cards and locations",)),
        ("25040", ()),
    ],
)
def test_an_agenda_in_words(code: str, said: tuple[str, ...], pool: CardPool) -> None:
    assert agenda_conditions(pool.by_code[code], pool, Faction.LANNISTER) == said


def test_the_banner_of_ones_own_house_says_that_it_adds_nothing(pool: CardPool) -> None:
    said = agenda_conditions(pool.by_code["01200"], pool, Faction.LANNISTER)
    assert said[-1] == "Allows non-loyal Lannister cards, as your faction card does"


def test_an_agenda_for_another_house_says_why_not(pools: Pools) -> None:
    pool = pools[Edition.FIRST]
    noble = pool.by_code["kr_98"]
    deck = Deck(name="", edition=pool.edition, faction=Faction.STARK, agendas=(noble,))
    judge, joust = Judge(pool), conditions_of(pool)
    assert agenda_conditions(noble, pool) == ("Only with House Baratheon",)
    assert why_not(noble, deck, judge, joust) == "Only with House Baratheon: A Noble Cause."
    own = replace(deck, faction=Faction.BARATHEON)
    assert why_not(noble, own, judge, joust) == ""
    variant = conditions_of(pool, "civil-war")
    assert why_not(noble, replace(own, format="civil-war"), judge, variant).startswith(
        "A Civil War deck has no agenda"
    )


def test_what_no_table_knows_is_said_so(pools: Pools) -> None:
    new = replace(named(pools, "01027"), code="99999")
    assert agenda_conditions(new, pools[Edition.SECOND]) == (UNKNOWN,)
