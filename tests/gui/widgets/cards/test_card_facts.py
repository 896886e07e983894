"""The facts of a card as its view shows them."""

from __future__ import annotations

from carddb.card import Card, Erratum
from carddb.terms import CardType, Faction, Icon, PlotStats, Printed
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_facts import facts_of, figures_of, kind_line
from tests.builders import card


def found(cards: LoadedCards, code: str) -> Card:
    one = cards.card(code)
    assert one is not None
    return one


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
    assert list(figures_of(old_plot)) == ["Gold", "Initiative", "Claim"]
    assert figures_of(card("Fealty", CardType.AGENDA)) == {}


def test_the_line_of_kind_says_faction_type_and_marks() -> None:
    hero = card(factions=(Faction.STARK, Faction.TYRELL), unique=True, loyal=True)
    assert kind_line(hero) == "Stark / Tyrell · Character · Unique · Loyal"
    assert kind_line(card()) == "Neutral · Character"


def test_facts_leave_out_what_does_not_apply(cards: LoadedCards) -> None:
    facts = dict(facts_of(found(cards, "01141"), cards))
    assert facts["Pack"] == "Core Set, no. 141"
    assert "Crests" not in facts
    limited = card(pack="Core", deck_limit=1, errata=(Erratum("FAQ", "1.2"),))
    assert dict(facts_of(found(cards, "core_1"), cards))["Edition"] == "First edition"
    assert limited.deck_limit == 1
