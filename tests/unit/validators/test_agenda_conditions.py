"""What an agenda asks for is told before it is chosen, by the facts that it is judged by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from validators.agenda_conditions import UNKNOWN, agenda_conditions, another_fits, why_not
from validators.conditions import Conditions, formats_of
from validators.deck_rules import DrawTooFew, PlotsTooFew
from validators.first_edition.rule_set import FirstEditionAgendaTooMany, PlotDeckSize
from validators.judge import Judge
from validators.problem import Rule
from validators.shapes import BoundShape

Pools = Mapping[Edition, CardPool]


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
    usual = {pool.edition: rules(pool, Faction.STARK) for pool in pools.values()}
    judged = 0
    for pool, card in agendas(pools):
        said = agenda_conditions(card, pool, Faction.STARK)
        changed = [r for r in rules(pool, Faction.STARK, card) if r not in usual[pool.edition]]
        assert bool(said) == bool(changed or card.house_only or _has_company(said)), card.name
        judged += bool(changed)
        for rule in changed:
            assert _told(rule, " ".join(said)), (card.name, rule)
    assert judged > 50


def _has_company(said: tuple[str, ...]) -> bool:
    return any(words.startswith("May be run with other") for words in said)


def _told(rule: Rule, said: str) -> bool:
    if isinstance(rule, BoundShape):
        return rule.shape.asks in said
    if isinstance(rule, DrawTooFew):
        return f"At least {rule.least.number} cards in the draw deck" in said
    if isinstance(rule, PlotsTooFew | PlotDeckSize):
        return f"Exactly {rule.exactly.number} plots" in said
    return True


def test_what_counts_cards_of_the_draw_deck_counts_no_plots(pools: Pools) -> None:
    for pool, card in agendas(pools):
        for rule in rules(pool, Faction.STARK, card):
            if isinstance(rule, BoundShape) and "in the draw deck" in rule.shape.asks:
                assert not rule.bits & pool.plot_bits, rule.code


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
def test_an_agenda_in_words(code: str, said: tuple[str, ...], pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    assert agenda_conditions(pool.by_code[code], pool, Faction.LANNISTER) == said


def test_the_banner_of_ones_own_house_says_that_it_adds_nothing(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
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
