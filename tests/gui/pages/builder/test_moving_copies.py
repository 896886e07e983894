"""Copies in the sections of a deck: draw deck, rookery, plot decks, and cards that move between."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import DRAFTED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.session.drag_data import mime_of
from desktop.widgets.card_delegate import Role
from tests.builders import card, deck
from tests.gui.pages.builder.test_card_drops import CONTROL, drag, picked_up
from tests.gui.samples import CheckChanges, deck_of, open_sample, present, rows_named, select, steps
from validators.card_counts import moved, next_section

pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")
FIRST, SECOND = plot_deck(1), plot_deck(2)


def open_civil_war(app: Application) -> BuilderPage:
    """Put a deck with two plot decks on screen: the first has two plots, the second none."""
    assert app.session.cards is not None
    pool = app.session.cards.pools[Edition.FIRST]
    plots = [each for each in pool if each.type is CardType.PLOT][:2]
    others = [each for each in pool if each.type is CardType.CHARACTER][:2]
    original = Deck.of("War", Edition.FIRST, Faction.STARK, dict.fromkeys(others, 2))
    filled = slots_of((each, 1) for each in plots)
    original = replace(original, format="civil-war", players=2, plot_decks=(filled, ()))
    app.session.open([Reading(original, ())])
    return app.window.build


def heading(page: BuilderPage, title: str) -> QModelIndex:
    model = page.deck.model
    titles = [section.title for section in model.sections]
    return model.index(titles.index(title), 0)


def on(page: BuilderPage, title: str) -> QPoint:
    """Return a point on the heading of a section."""
    page.deck.list.scrollTo(heading(page, title))
    return page.deck.list.visualRect(heading(page, title)).center()


def held(app: Application, section: DeckSection) -> dict[str, int]:
    return {each.name: count for each, count in section.slots(deck_of(app))}


def test_what_moves_is_never_more_than_there_is() -> None:
    arya = card("Arya")
    original = deck((arya, 2))
    after = moved(original, arya, DRAW_DECK, ROOKERY, 3)
    assert (DRAW_DECK.copies(after, arya), ROOKERY.copies(after, arya)) == (0, 2)
    assert moved(original, arya, ROOKERY, DRAW_DECK, 1) == original
    assert moved(original, arya, DRAW_DECK, DRAW_DECK, 1) == original


def test_a_plot_goes_from_plot_deck_to_plot_deck_and_others_to_the_rookery() -> None:
    plot, arya = card("P", CardType.PLOT), card("Arya")
    joust, war = deck(arya), replace(deck(arya), plot_decks=((), ()))

    def round_trip(original: Deck, each: Card) -> list[DeckSection]:
        way = [DRAW_DECK]
        while len(way) == 1 or way[-1] != DRAW_DECK:
            way.append(next_section(original, each, way[-1]))
        return way

    assert round_trip(joust, arya) == [DRAW_DECK, ROOKERY, DRAW_DECK]
    assert round_trip(joust, plot) == [DRAW_DECK, ROOKERY, DRAW_DECK]
    assert round_trip(war, arya) == [DRAW_DECK, ROOKERY, DRAW_DECK]
    assert round_trip(war, plot) == [DRAW_DECK, FIRST, SECOND, DRAW_DECK]
    fealty = card("Fealty", CardType.AGENDA)
    with_agenda = replace(joust, agendas=(fealty,))
    target = next_section(with_agenda, fealty, DRAW_DECK)
    assert moved(with_agenda, fealty, DRAW_DECK, target, 1) == with_agenda


def test_all_dragged_copies_arrive_even_above_the_limit_of_a_card(app: Application) -> None:
    page = open_sample(app)
    app.session.choose(format_name="rookery")
    osha = next(each for each, _ in deck_of(app).slots if each.name == "Osha")
    app.session.edit(ROOKERY.changed(deck_of(app), osha, 2))
    page.deck.list.setCurrentIndex(rows_named(page, "Osha")[0])
    assert drag(page.deck.list, picked_up(page.deck.list), on(page, "Rookery"), CONTROL)
    assert (DRAW_DECK.copies(deck_of(app), osha), ROOKERY.copies(deck_of(app), osha)) == (0, 5)
    assert steps(app)[-1] == "Move 3 Osha to the rookery"


def test_a_rookery_that_is_empty_takes_cards_by_keys_and_by_drops(app: Application) -> None:
    page = open_sample(app)
    assert "Rookery" not in [section.title for section in page.deck.model.sections]
    app.session.choose(format_name="rookery")
    select(page, "Osha")
    data = picked_up(page.deck.list)
    assert drag(page.deck.list, data, on(page, "Rookery"), CONTROL)
    assert held(app, ROOKERY) == {"Osha": 3}
    assert page.deck.list.isExpanded(heading(page, "Rookery"))
    page.deck.list.setCurrentIndex(rows_named(page, "Osha")[0])
    page.deck.list.setFocus()
    app.window.actions_["rookery"].trigger()
    assert held(app, ROOKERY) == {"Osha": 2}
    assert steps(app)[-2:] == ["Move 3 Osha to the rookery", "Move 1 Osha to the deck"]


def test_an_empty_plot_deck_is_there_and_is_filled(
    app: Application, check_changes: CheckChanges
) -> None:
    page = open_civil_war(app)
    check_changes(page.deck.model)
    assert heading(page, "Plot deck 2").data(Role.CELL).heading == "0"
    plots = list(held(app, FIRST))
    page.deck.list.setFocus()
    for plot in plots:
        page.deck.list.setCurrentIndex(rows_named(page, plot)[0])
        app.window.actions_["rookery"].trigger()
    assert (held(app, FIRST), list(held(app, SECOND))) == ({}, plots)
    assert heading(page, "Plot deck 1").data(Role.CELL).heading == "0"
    assert steps(app)[-1] == f"Move 1 {plots[-1]} to plot deck 2"
    assert page.deck.list.currentIndex().isValid()
    QTest.keyClick(page.deck.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert deck_of(app).plot_decks == ((), ())
    app.session.go_to_step(0)
    assert list(held(app, FIRST)) == plots


def test_no_character_gets_into_a_plot_deck(app: Application) -> None:
    page = open_civil_war(app)
    before = deck_of(app)
    select(page, before.slots[0][0].name)
    drag(page.deck.list, picked_up(page.deck.list), on(page, "Plot deck 1"))
    assert deck_of(app) == before
    assert app.session.cards is not None
    plots = [c for c in app.session.cards.pools[Edition.FIRST] if c.type is CardType.PLOT]
    event = next(
        each for each in app.session.cards.pools[Edition.FIRST] if each.type is CardType.EVENT
    )
    new = mime_of([(plots[5], 1, DRAW_DECK), (event, 1, DRAW_DECK)], from_deck=False)
    drag(page.deck.list, new, on(page, "Plot deck 2"))
    assert held(app, SECOND) == {plots[5].name: 1}
    assert DRAW_DECK.copies(deck_of(app), event) == 1


def test_places_that_the_deck_does_not_have_are_not_taken(app: Application) -> None:
    page = open_civil_war(app)
    before = deck_of(app)
    plot = before.plot_decks[0][0][0]
    for place in (plot_deck(8), DRAFTED):
        drag(page.deck.list, mime_of([(plot, 1, place)], from_deck=True), on(page, "Characters"))
        drag(page.pool.table, mime_of([(plot, 1, place)], from_deck=True), QPoint(20, 60))
    assert deck_of(app) == before


def test_a_new_plot_deck_is_told_by_its_plots(app: Application) -> None:
    open_sample(app)
    app.session.choose(format_name="civil-war")
    app.window.actions_["plot_deck"].trigger()
    assert steps(app)[-1] == "Move 7 plots to plot deck 1"
    app.window.actions_["undo"].trigger()
    assert deck_of(app).plot_decks == ()


def test_a_plot_of_a_plot_deck_is_taken_out_in_the_table_of_all_cards(app: Application) -> None:
    page = open_civil_war(app)
    one, other = deck_of(app).plot_decks[0][0][0], deck_of(app).plot_decks[0][1][0]
    table, model = page.pool.table, page.pool.model
    table.setFocus()
    for plot, key in ((one, Qt.Key.Key_Delete), (other, Qt.Key.Key_Minus)):
        row = present(model.row_of(plot.code))
        table.selectRow(row)
        QTest.keyClick(table, Qt.Key.Key_1)
        assert plot.name in held(app, FIRST)
        QTest.keyClick(table, key)
        assert plot.name not in held(app, FIRST)
    QTest.keyClick(table, Qt.Key.Key_Plus)
    assert held(app, FIRST) == {}
    assert DRAW_DECK.copies(deck_of(app), other) == 1
