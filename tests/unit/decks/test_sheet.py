"""A deck sheet: every card once, identified, and the totals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
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
from tests.builders import card, deck, pack, pool
from tests.filled import Wanted

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
