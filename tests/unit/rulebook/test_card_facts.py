"""The facts of a card as its view shows them."""

from __future__ import annotations

from collections.abc import Mapping

from carddb.card import Card, Erratum
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Icon, PlotStats, Printed
from rulebook.card_text import figures_of, kind_line, labelled_facts
from tests.builders import card

Pools = Mapping[Edition, CardPool]


def found(pools: Pools, code: str) -> Card:
    return next(pool.card(code) for pool in pools.values() if code in pool)


def test_figures_are_what_the_type_has() -> None:
    knight = card(cost=3, strength=Printed.X, icons=(Icon.POWER,))
    assert list(figures_of(knight).items()) == [
        ("Cost", "3"),
        ("STR", "X"),
        ("Icons", "power"),
    ]
    plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, 1, 6))
    assert list(figures_of(plot).values()) == ["5", "0", "1", "6"]
    old_plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, Printed.X, None))
    assert list(figures_of(old_plot)) == ["Income", "Initiative", "Claim"]
    assert figures_of(card("Fealty", CardType.AGENDA)) == {}


def test_the_line_of_kind_says_faction_type_and_marks() -> None:
    hero = card(factions=(Faction.STARK, Faction.TYRELL), unique=True, loyal=True)
    assert kind_line(hero) == "Stark / Tyrell · Character · Unique · Loyal"
    assert kind_line(card()) == "Neutral · Character"


def test_facts_leave_out_what_does_not_apply(pools: Pools) -> None:
    facts = dict(labelled_facts(found(pools, "01141"), pools[Edition.SECOND]))
    assert facts["Pack"] == "Core Set, no. 141"
    assert "Crests" not in facts
    limited = card(pack="Core", deck_limit=1, errata=(Erratum("FAQ", "1.2"),))
    assert (
        dict(labelled_facts(found(pools, "core_1"), pools[Edition.FIRST]))["Edition"]
        == "First edition"
    )
    assert limited.deck_limit == 1
