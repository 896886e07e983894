from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from carddb.card import Card, Erratum
from carddb.terms import CardType, Faction, Icon, PlotStats, Printed
from desktop.app import Desk
from desktop.cards import LoadedCards
from desktop.widgets.card_facts import facts_of, figures_of, kind_of, standing
from desktop.widgets.card_view import CardView
from tests.builders import card


def found(cards: LoadedCards, code: str) -> Card:
    one = cards.card(code)
    assert one is not None
    return one


def test_figures_are_what_the_type_has() -> None:
    knight = card(cost=3, strength=Printed.X, icons=(Icon.POWER,))
    assert [(each.caption, each.value) for each in figures_of(knight)] == [
        ("Cost", "3"),
        ("STR", "X"),
        ("Icons", "power"),
    ]
    plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, 1, 6))
    assert [each.value for each in figures_of(plot)] == ["5", "0", "1", "6"]
    old_plot = card("Plot", CardType.PLOT, plot=PlotStats(5, 0, Printed.X, None))
    assert [each.caption for each in figures_of(old_plot)] == ["Gold", "Initiative", "Claim"]
    assert figures_of(card("Fealty", CardType.AGENDA)) == ()


def test_the_line_of_kind_says_faction_type_and_marks() -> None:
    hero = card(factions=(Faction.STARK, Faction.TYRELL), unique=True, loyal=True)
    assert kind_of(hero) == "Stark / Tyrell · Character · Unique · Loyal"
    assert kind_of(card()) == "Neutral · Character"


def test_facts_leave_out_what_does_not_apply(cards: LoadedCards) -> None:
    facts = dict(facts_of(found(cards, "01141"), cards))
    assert facts["Pack"] == "Core Set, no. 141"
    assert "Crests" not in facts
    limited = card(pack="Core", deck_limit=1, errata=(Erratum("FAQ", "1.2"),))
    assert dict(facts_of(found(cards, "core_1"), cards))["Edition"] == "First edition"
    assert limited.deck_limit == 1


def test_the_standing_on_a_list(cards: LoadedCards) -> None:
    pool = cards.pools[found(cards, "01141").edition]
    newest = pool.lists["gotstandard2.1"]
    of_joust = newest.of("joust")
    assert of_joust is not None
    restricted = found(cards, min(of_joust.restricted))
    assert "estricted" in standing(restricted, newest, "joust")
    assert standing(found(cards, min(newest.banned)), newest, "joust") == "Banned"
    assert standing(found(cards, "01141"), None, "joust") == ""


def test_the_view_shows_every_card_there_is(cards: LoadedCards, qtbot: QtBot) -> None:
    view = CardView()
    qtbot.addWidget(view)
    for row in cards.rows[::40]:
        view.show_card(row.card, cards)
        words = [label.text() for label in view.findChildren(QLabel)]
        assert row.card.name in words
        assert row.pack in " ".join(words)


def test_the_card_view_says_how_many_copies_the_deck_holds(desk: Desk) -> None:
    desk.window.actions_.samples.actions()[0].trigger()
    page = desk.window.build
    model = page.deck.model
    page.deck.list.setCurrentIndex(model.index(0, 0, model.index(2, 0)))
    words = [label.text() for label in page.card_view.findChildren(QLabel)]
    assert "In this deck" in words
