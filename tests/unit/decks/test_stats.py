"""What is counted of a deck; worked by hand on small decks, and on whole ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.gold import GoldKind
from carddb.pool import Pools
from carddb.terms import (
    CardType,
    Crest,
    Edition,
    Faction,
    Icon,
    Keyword,
    Number,
    PlotStats,
    Printed,
)
from decks.stats import DASH, CountTable, stats_of
from tests.builders import card, deck
from tests.filled import Wanted

M, I, P = Icon.MILITARY, Icon.INTRIGUE, Icon.POWER  # noqa: E741 - as the game abbreviates them


def counted(table: CountTable) -> dict[str, int]:
    return {count.label: count.copies for count in table.counts}


def character(name: str, cost: Number | None = 3, **fields: object) -> Card:
    return card(name, CardType.CHARACTER, **{"cost": cost, "strength": 2, **fields})


def plot(name: str, *values: Number) -> Card:
    return card(name, CardType.PLOT, plot=PlotStats(*values))


def test_the_cost_curve_has_every_number_then_letters_then_dashes() -> None:
    held = deck(
        (character("A", 2), 3),
        (character("B", 4), 1),
        (card("C", CardType.EVENT, cost=Printed.X), 2),
        (card("D", CardType.EVENT, cost=None), 1),
    )
    stats = stats_of(held)
    assert counted(stats.table("cost")) == {"0": 0, "1": 0, "2": 3, "3": 0, "4": 1, "X": 2, DASH: 1}
    assert [count.key for count in stats.table("cost").counts][-2:] == ["x", "none"]
    assert counted(stats.table("cost.event")) == {"X": 2, DASH: 1}
    with pytest.raises(KeyError):
        stats.table("cost.location")


def test_averages_leave_letters_and_dashes_out_and_say_how_many() -> None:
    held = deck(
        (character("A", 2), 3),
        (character("B", 6), 1),
        (card("C", CardType.EVENT, cost=Printed.X), 2),
        (card("D", CardType.EVENT, cost=None), 1),
    )
    cost = stats_of(held).figure("cost")
    assert (cost.copies, cost.total, cost.mean) == (7, 12, 3.0)
    assert (cost.least, cost.greatest, cost.letters, cost.dashes) == (2, 6, 2, 1)
    assert stats_of(held).figure("character-cost").copies == 4


def test_icons_alone_together_and_their_strength() -> None:
    held = deck(
        (character("A", icons=(M,), strength=1), 2),
        (character("B", icons=(M, P), strength=3), 1),
        (character("C", icons=(M, I, P), strength=5), 1),
        (character("D", strength=Printed.X), 1),
    )
    stats = stats_of(held)
    assert counted(stats.table("icons")) == {"Military": 4, "Intrigue": 1, "Power": 2}
    assert counted(stats.table("icon-combinations")) == {
        "No icon": 1,
        "Military": 2,
        "Intrigue": 0,
        "Power": 0,
        "Military + intrigue": 0,
        "Military + power": 1,
        "Intrigue + power": 0,
        "Military + intrigue + power": 1,
    }
    assert counted(stats.table("icon-strength")) == {"Military": 10, "Intrigue": 5, "Power": 8}
    strength = stats.figure("strength")
    assert (strength.total, strength.mean, strength.letters) == (10, 2.5, 1)


def test_factions_types_traits_and_marks() -> None:
    stark = character("A", factions=(Faction.STARK,), traits=("Lord", "Ally"), unique=True)
    loyal = character("B", factions=(Faction.STARK,), traits=("Lord",), loyal=True)
    shadow = card("C", CardType.EVENT, keywords=(Keyword("shadow", 3), Keyword("bestow", 2)))
    limited = card("D", CardType.LOCATION, keywords=(Keyword("limited"),))
    stats = stats_of(deck((stark, 1), (loyal, 3), (shadow, 2), (limited, 3)))
    assert counted(stats.table("factions")) == {"Stark": 4, "Neutral": 5}
    assert counted(stats.table("types")) == {
        "Characters": 4,
        "Locations": 3,
        "Attachments": 0,
        "Events": 2,
    }
    assert counted(stats.table("traits")) == {"Lord": 4, "Ally": 1}
    assert counted(stats.table("kinds")) == {
        "Unique": 1,
        "Loyal": 3,
        "Limited": 3,
        "Shadow": 2,
        "Bestow": 2,
    }


def test_plots_each_and_on_average() -> None:
    clash, noble = plot("Clash", 4, 5, 1, 6), plot("Noble", Printed.X, 0, 2, 7)
    stats = stats_of(deck((clash, 1), (noble, 2)))
    assert [(line.card.name, line.copies) for line in stats.plots] == [("Clash", 1), ("Noble", 2)]
    income = stats.figure("plot-income")
    assert (income.mean, income.least, income.greatest, income.letters) == (4.0, 4, 4, 2)
    assert stats.figure("plot-claim").mean == pytest.approx(5 / 3)
    assert (stats.figure("plot-reserve").least, stats.figure("plot-reserve").greatest) == (6, 7)


def test_modifiers_add_up_and_an_x_is_told_apart() -> None:
    gold = card("A", CardType.LOCATION, income=1)
    less = card("B", CardType.LOCATION, income=-1, initiative=2)
    letter = card("C", CardType.LOCATION, income=Printed.X)
    table = stats_of(deck((gold, 3), (less, 1), (letter, 1))).table("modifiers")
    assert {count.key: count.copies for count in table.counts} == {
        "income-cards": 5,
        "income": 2,
        "income-letters": 1,
        "initiative-cards": 1,
        "initiative": 2,
    }


def test_reducers_and_gains_are_facts_of_cards_plots_and_agendas(pools: Pools) -> None:
    cards = pools[Edition.SECOND]
    kingsroad, roseroad, fealty = cards.card("01039"), cards.card("01040"), cards.card("01027")
    stats = stats_of(deck((kingsroad, 3), (roseroad, 2), fealty))
    reducers = [(line.copies, line.card.name, line.effect.amount) for line in stats.reducers]
    assert reducers == [(1, "Fealty", 1), (3, "The Kingsroad", 3)]
    assert {line.effect.kind for line in stats.reducers} == {GoldKind.REDUCE}
    assert stats.table("modifiers").copies("income") == 2
    assert all(line.effect.kind is not GoldKind.REDUCE for line in stats.gains)


def test_the_first_edition_has_crests_influence_and_the_gold_penalty() -> None:
    def first(name: str, kind: CardType = CardType.CHARACTER, **fields: object) -> Card:
        return card(name, kind, edition=Edition.FIRST, **fields)

    own = first("A", factions=(Faction.STARK,), crests=(Crest.NOBLE, Crest.WAR))
    both = first("B", factions=(Faction.STARK, Faction.LANNISTER))
    foreign = first("C", factions=(Faction.LANNISTER,), influence=2)
    event = first("D", CardType.EVENT, factions=(Faction.LANNISTER,))
    stats = stats_of(
        deck((own, 3), (both, 1), (foreign, 2), (event, 3), first("E"), edition=Edition.FIRST)
    )
    crests = stats.table("crests")
    assert (crests.copies("noble"), crests.copies("war"), crests.copies("holy")) == (3, 3, 0)
    assert stats.table("influence").copies("cards") == 2
    assert stats.table("influence").copies("influence") == 4
    assert counted(stats.table("gold-penalty")) == {"C": 2}
    assert stats.table("factions").copies("lannister") == 6
    with pytest.raises(KeyError):
        stats_of(deck(own)).table("crests")


def test_a_first_edition_plot_has_no_reserve(pools: Pools) -> None:
    stats = stats_of(Wanted().deck(pools[Edition.FIRST]))
    keys = [figure.key for figure in stats.figures if figure.key.startswith("plot-")]
    assert keys == ["plot-income", "plot-initiative", "plot-claim"]


def test_the_plots_of_a_civil_war_are_those_of_all_its_plot_decks() -> None:
    clash = plot("Clash", 4, 5, 1, 6)
    war = replace(deck(character("A"), (clash, 1)), plot_decks=(((clash, 7),), ((clash, 7),)))
    assert stats_of(war).plots[0].copies == 15


def test_an_empty_deck_has_no_averages_and_empty_tables() -> None:
    stats = stats_of(deck())
    cost = stats.figure("cost")
    assert (cost.copies, cost.total, cost.mean, cost.least) == (0, 0, None, None)
    assert stats.table("cost").counts == ()
    assert stats.table("cost").most == 0


def test_the_numbers_of_whole_decks_add_up(pools: Pools) -> None:
    for edition, cards in pools.items():
        held = Wanted(draw=70).deck(cards)
        stats = stats_of(held)
        assert stats.edition is edition
        for key in ("types", "cost"):
            assert sum(count.copies for count in stats.table(key).counts) == held.draw_count
        characters = stats.table("types").copies("character")
        for key in ("cost.character", "strength", "icon-combinations"):
            assert sum(count.copies for count in stats.table(key).counts) == characters
        assert len({table.key for table in stats.tables}) == len(stats.tables)
