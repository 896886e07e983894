"""What is counted of a deck, worked by hand and on whole decks; deck sheets and their totals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date

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
from decks.deck import Deck
from decks.sheet import (
    DeckSheet,
    SheetEvent,
    SheetLine,
    SheetRuling,
    deck_sheet,
    plot_decks_of,
    written_day,
)
from decks.stats import DASH, CountTable, stats_of
from tests.builders import card, deck, pack, pool
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


ARYA = card("Arya Stark", pack="Core", position=141)
OTHER_ARYA = card("Arya Stark", pack="TFM", position=81)
WARD = card("Ward", CardType.ATTACHMENT, position=102)
ICE = card("Ice", CardType.ATTACHMENT, position=153)
WALL = card("The Wall", CardType.LOCATION)
CLASH = card('"A Clash of Kings"', CardType.PLOT)
NOBLE = card("A Noble Cause", CardType.PLOT)
FEALTY = card("Fealty", CardType.AGENDA, position=27)
CARDS = pool(
    ARYA,
    OTHER_ARYA,
    WARD,
    ICE,
    WALL,
    CLASH,
    NOBLE,
    FEALTY,
    packs=(pack("Core", "Core Set"), pack("TFM", "The Faith Militant")),
)


def sections(sheet: DeckSheet) -> dict[str, list[tuple[int, str]]]:
    return {
        section.title: [(line.copies, line.name) for line in section.lines]
        for section in sheet.sections
    }


def test_sections_stand_by_type_and_their_cards_by_alphabet() -> None:
    sheet = deck_sheet(deck((WARD, 3), (ICE, 1), (ARYA, 2), NOBLE, CLASH, WALL), CARDS)
    assert sections(sheet) == {
        "Characters": [(2, "Arya Stark")],
        "Locations": [(1, "The Wall")],
        "Attachments": [(1, "Ice"), (3, "Ward")],
        "Plots": [(1, '"A Clash of Kings"'), (1, "A Noble Cause")],
    }
    assert [section.copies for section in sheet.sections] == [2, 1, 4, 2]


def test_printings_of_a_title_are_told_apart_by_product_and_number() -> None:
    sheet = deck_sheet(deck((OTHER_ARYA, 1), (ARYA, 2)), CARDS)
    assert sheet.sections[0].lines == (
        SheetLine(2, "Arya Stark", "Core Set", 141),
        SheetLine(1, "Arya Stark", "The Faith Militant", 81),
    )


def test_no_two_cards_of_an_edition_look_alike_on_a_sheet(pools: Pools) -> None:
    for cards in pools.values():
        seen = Counter((each.name, cards.packs[each.pack].name, each.position) for each in cards)
        assert [line for line, count in seen.items() if count > 1] == []


def test_totals_are_those_of_whole_decks_and_of_types() -> None:
    sheet = deck_sheet(deck((WARD, 3), (ARYA, 2), WALL, NOBLE), CARDS)
    assert sheet.totals == ((6, "cards"), (1, "plot"))
    assert sheet.parts == ((2, "characters"), (1, "location"), (3, "attachments"))


def test_the_head_names_faction_agendas_and_what_the_player_said() -> None:
    event = SheetEvent(event="Winterfell Open", day="1 July 2026", player="Jörg")
    sheet = deck_sheet(deck(ARYA, FEALTY, faction=Faction.NIGHTS_WATCH), CARDS, event)
    assert (sheet.faction, sheet.event) == ("The Night's Watch", event)
    assert sheet.agendas == (SheetLine(1, "Fealty", "Core Set", 27),)
    bare = deck_sheet(deck(ARYA, faction=None), CARDS)
    assert (bare.faction, bare.agendas, bare.ruling, bare.event) == ("", (), None, SheetEvent())


def test_the_format_is_that_of_the_ruling_else_the_deck_s_own() -> None:
    held = deck(ARYA, format="hand-of-the-king")
    assert deck_sheet(held, CARDS).format == "hand of the king"
    ruling = SheetRuling(legal=True, format="melee")
    assert deck_sheet(held, CARDS, ruling=ruling).format == "melee"


def test_more_agendas_than_any_deck_may_have_are_a_section() -> None:
    agendas = [card(f"Banner {n}", CardType.AGENDA) for n in range(5)]
    sheet = deck_sheet(deck(*agendas), pool(*agendas))
    assert sheet.sections[0].title == "Agendas"
    assert len(sheet.sections[0].lines) == 5


def test_a_rookery_has_sections_of_its_own() -> None:
    held = replace(deck((ARYA, 3), format="rookery"), rookery=((ICE, 2), (NOBLE, 1)))
    sheet = deck_sheet(held, CARDS)
    assert sections(sheet)["Rookery cards"] == [(2, "Ice")]
    assert sections(sheet)["Rookery plots"] == [(1, "A Noble Cause")]
    assert sheet.totals == ((3, "cards"), (3, "in the rookery"))


def test_drafted_cards_that_are_in_neither_deck_are_listed() -> None:
    held = replace(deck((ARYA, 2), format="draft"), drafted=((ARYA, 3), (WARD, 1)))
    assert sections(deck_sheet(held, CARDS))["Drafted, in neither deck"] == [
        (1, "Arya Stark"),
        (1, "Ward"),
    ]


def test_a_civil_war_lists_each_plot_deck_and_loose_plots_as_one_more(pools: Pools) -> None:
    filled = Wanted(draw=140, each=5).deck(pools[Edition.FIRST])
    plots = tuple(filled.plots())
    war = replace(filled, format="civil-war", plot_decks=(plots, plots, plots))
    sheet = deck_sheet(war, pools[Edition.FIRST])
    assert plot_decks_of(war) == (plots,) * 4
    titles = [section.title for section in sheet.sections]
    assert titles[-4:] == ["Plot deck 1", "Plot deck 2", "Plot deck 3", "Plot deck 4"]
    assert "Plots" not in titles
    assert (sheet.players, sheet.totals) == (4, ((140, "cards"), (28, "plots")))


def test_nothing_of_a_deck_is_lost(pools: Pools) -> None:
    for edition, cards in pools.items():
        held = Deck.of("All", edition, Faction.STARK, [(each, 1) for each in cards])
        sheet = deck_sheet(held, cards)
        assert sum(section.copies for section in sheet.sections) == len(cards)


def test_days_are_written_out() -> None:
    assert written_day(date(2026, 11, 20)) == "20 November 2026"
    assert written_day(date(2016, 2, 4)) == "4 February 2016"
