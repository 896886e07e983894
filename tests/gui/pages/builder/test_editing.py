"""Changing the deck by keys, on one card and several, and undoing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction
from decks.deck_section import DRAW_DECK, ROOKERY, plot_deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn, DeckModel, problems_by_card
from desktop.pages.builder.history_panel import history_rows
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from tests.builders import deck
from tests.gui.samples import (
    WOLVES,
    CheckChanges,
    copies,
    deck_of,
    present,
    rows_named,
    select,
    steps,
)
from validators.problem import Problem

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_keys_change_copies_in_the_table_of_all_cards(app: Application, page: BuilderPage) -> None:
    page.pool.search.setText("hedge knight e:TKP")
    table = page.pool.table
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert copies(app, "Hedge Knight") == 1
    QTest.keyClick(table, Qt.Key.Key_Plus, SHIFT)
    assert copies(app, "Hedge Knight") == 2
    place = table.visualRect(table.currentIndex().siblingAtColumn(NAME)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert copies(app, "Hedge Knight") == 3
    QTest.keyClick(table, Qt.Key.Key_0)
    assert copies(app, "Hedge Knight") == 0


def test_the_card_that_is_shown_follows_what_is_taken_out(page: BuilderPage) -> None:
    shown: list[str] = []
    for signal in (page.deck.list.card_chosen, page.deck.list.card_succeeded):
        signal.connect(lambda card: shown.append(card.name))
    section = next(n for n, each in enumerate(page.deck.model.sections) if each.title == "Plots")
    plots = [card.name for card, _ in page.deck.model.sections[section].slots]
    select(page, plots[-1])
    shown.clear()
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert shown == [plots[-2]]
    select(page, plots[0])
    shown.clear()
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert shown == [plots[1]]
    assert page.card_view.accessibleName() == f"Card: {plots[1]}"


def test_an_agenda_of_the_table_becomes_the_decks_and_a_house_card_its_house(
    app: Application, cards: LoadedCards
) -> None:
    app.session.open([Reading(deck(name="Old", edition=Edition.FIRST), ())])
    pool = cards.pools[Edition.FIRST]
    house = next(
        c for c in pool if c.type is CardType.HOUSE and c.factions[:1] == (Faction.MARTELL,)
    )
    agenda = next(c for c in pool if c.type is CardType.AGENDA)
    app.session.set_copies([(house, DRAW_DECK), (agenda, DRAW_DECK)], 1)
    assert deck_of(app).faction is Faction.MARTELL
    assert deck_of(app).agendas == (agenda,)
    assert steps(app) == [
        f"Faction: House Stark → House Martell, add the agenda {pool.label(agenda)}"
    ]


def test_undo_and_redo_go_to_the_beginning_of_the_session_and_back(
    app: Application, page: BuilderPage
) -> None:
    begun = deck_of(app)
    undo_all = app.window.actions_["undo_all"]
    assert not undo_all.isEnabled()
    for name in ("Old Nan", "Osha", "Summer"):
        select(page, name)
        QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    changed = deck_of(app)
    assert app.window.actions_["undo"].text() == "Undo Remove 1 Summer (Core)"
    assert len(steps(app)) == 3
    for _ in range(4):
        QTest.keyClick(page.deck.list, Qt.Key.Key_Z, CONTROL)
    assert deck_of(app) == begun
    QTest.keyClick(page.deck.list, Qt.Key.Key_Y, CONTROL)
    for _ in range(3):
        QTest.keyClick(page.deck.list, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert deck_of(app) == changed
    undo_all.trigger()
    assert deck_of(app) == begun
    assert not undo_all.isEnabled()


def test_the_history_goes_to_the_step_that_is_clicked(app: Application, page: BuilderPage) -> None:
    begun = deck_of(app)
    # Nothing was done yet, and so there is no number, not even a zero.
    assert not history_rows(app.session.current, (), datetime.now(UTC))[0].heading.strip()
    select(page, "Old Nan")
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    after_first = deck_of(app)
    select(page, "Osha")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    QTest.keyClick(app.window, Qt.Key.Key_4, Qt.KeyboardModifier.AltModifier)
    history = page.history
    model = history.model
    shown = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    assert shown == ["This session", f"Open “{WOLVES}”", "Remove 2 Old Nan", "Remove 3 Osha"]
    assert model.rows[0].heading == "2"
    history.table.setFocus()
    assert history.table.currentIndex().row() == 3  # the deck as it is now, not the heading
    for row, expected in ((1, begun), (2, after_first)):
        place = history.table.visualRect(model.index(row, 0)).center()
        QTest.mouseClick(history.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert deck_of(app) == expected
    for key, row in ((Qt.Key.Key_Up, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Down, 1)):
        QTest.keyClick(history.table, key)
        assert history.table.currentIndex().row() == row
    assert page.tabs.currentWidget() is page.history_tab


def test_rows_come_and_go_by_the_rules_of_models(
    cards: LoadedCards, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    model = DeckModel()
    check_changes(model)
    begun = next(each.deck for each in cards.samples if each.deck.name == WOLVES)
    model.show_deck(begun, cards)
    less = begun.with_copies(begun.slots[4][0], 0)
    for each in (less, begun, replace(begun, slots=begun.slots[:1]), begun):
        model.show_deck(each, cards)
        model.mark(problems_by_card([Problem("x", "m", "s", (each.slots[0][0].code,))]), {})
        shown = {c.code: n for section in model.sections for c, n in section.slots}
        assert shown == {c.code: n for c, n in each.slots} | {card.code: 1 for card in each.agendas}


def test_a_civil_war_deck_has_players_and_plot_decks(app: Application, page: BuilderPage) -> None:
    app.session.choose(format_name="civil-war")
    details = page.deck.header.open_details()
    assert details.players.isVisible()
    details.players.setValue(3)
    details.close()
    assert deck_of(app).players == 3
    app.window.actions_["plot_deck"].trigger()
    assert len(deck_of(app).plot_decks) == 1
    assert "7 plots" in page.deck.bar.size_label.accessibleName()
    plot = deck_of(app).plot_decks[0][0][0]
    app.session.set_copies([(plot, plot_deck(1))], 0)
    assert plot not in dict(deck_of(app).plot_decks[0])
    assert page.pool.model.overlay.copies.get(plot.code, 0) == 0


def test_the_mark_of_a_problem_comes_and_goes_with_it(app: Application, page: BuilderPage) -> None:

    def mark() -> str:
        (row,) = rows_named(page, "Winterfell Steward")
        return str(
            row.siblingAtColumn(DeckCardColumn.MARK).data(Qt.ItemDataRole.AccessibleTextRole)
        )

    assert mark() == ""
    steward = next(c for c, _ in deck_of(app).slots if c.name == "Winterfell Steward")
    app.session.edit(deck_of(app).with_copies(steward, 4))
    assert mark().startswith("4 copies of Winterfell Steward")
    select(page, "Winterfell Steward")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Minus)
    assert mark() == ""


def test_select_all_and_delete_empties_the_deck(app: Application, page: BuilderPage) -> None:
    select(page, "Osha")
    page.deck.list.selectAll()
    page.deck.list.selectionModel().select(
        page.deck.model.index(0, 0), QItemSelectionModel.SelectionFlag.Deselect
    )
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert deck_of(app).slots == ()
    assert deck_of(app).agendas == ()
    assert page.deck.verdict.text().endswith("problems")


MULTIPLE = (
    (Qt.Key.Key_0, 0),
    (Qt.Key.Key_1, 1),
    (Qt.Key.Key_2, 2),
    (Qt.Key.Key_3, 3),
    (Qt.Key.Key_Plus, 2),
    (Qt.Key.Key_Return, 2),
    (Qt.Key.Key_Minus, 0),
    (Qt.Key.Key_Delete, 0),
)


def open_with_one_of_each(app: Application, names: Sequence[str]) -> list[Card]:
    """Put a deck on screen that holds one copy of each of these cards."""
    cards = present(app.session.cards)
    begun = next(each.deck for each in cards.samples if each.deck.name == WOLVES)
    chosen = [next(row.card for row in cards.rows if row.card.name == name) for name in names]
    for card in chosen:
        begun = begun.with_copies(card, 1)
    app.session.open([Reading(begun, ())])
    return chosen


def test_each_key_acts_on_every_selected_card_of_the_table_as_one_step(app: Application) -> None:
    for key, expected in MULTIPLE:
        names = ["Bolton Loyalist", "Host of the Riverlands", "Raventree Elite"]
        chosen = open_with_one_of_each(app, names)
        page, begun = app.window.build, deck_of(app)
        table, model = page.pool.table, page.pool.model
        page.pool.search.setText("f:stark t:character s>=5 unique:no edition:2 pool:all")
        table.selectRow(0)
        QTest.keyClick(table, Qt.Key.Key_Down, SHIFT)
        place = table.visualRect(model.index(3, NAME)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, CONTROL, place)
        QTest.keyClick(table, key)
        assert [deck_of(app).copies(card) for card in chosen] == [expected] * 3, key
        rows = {index.row() for index in table.selectionModel().selectedRows()}
        assert rows == {0, 1, 3}
        assert len(steps(app)) == (expected != 1)
        app.session.go_to_step(0)
        assert deck_of(app) == begun


def test_each_key_acts_on_every_selected_card_of_the_deck_as_one_step(app: Application) -> None:
    for key, expected in MULTIPLE:
        names = ["Bolton Loyalist", "Direwolf Pup", "Raventree Elite"]
        open_with_one_of_each(app, names)
        page, begun = app.window.build, deck_of(app)
        view = page.deck.list
        for number, name in enumerate(names):
            (row,) = rows_named(page, name)
            view.scrollTo(row)
            place = view.visualRect(row.siblingAtColumn(DeckCardColumn.NAME)).center()
            held = CONTROL if number else Qt.KeyboardModifier.NoModifier
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, place)
        assert sorted(card.name for card in view.selected_cards()) == names
        QTest.keyClick(view, key)
        assert [copies(app, name) for name in names] == [expected] * 3, key
        if expected:
            assert sorted(card.name for card in view.selected_cards()) == names
        assert len(steps(app)) == (expected != 1)
        app.session.go_to_step(0)
        assert deck_of(app) == begun


def test_after_several_cards_are_taken_out_the_next_one_is_current(
    app: Application, page: BuilderPage
) -> None:
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Down, SHIFT)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert page.deck.list.currentIndex().data(Role.CARD).name == "Bran Stark"
    assert page.card_view.accessibleName() == "Card: Bran Stark"
    QTest.keyClick(page.deck.list, Qt.Key.Key_3)
    assert copies(app, "Bran Stark") == 3


def test_a_card_of_the_rookery_is_not_selected_with_its_twin_in_the_deck(
    app: Application, page: BuilderPage
) -> None:
    app.session.choose(format_name="rookery")
    osha = next(card for card, _ in deck_of(app).slots if card.name == "Osha")
    app.session.edit(ROOKERY.changed(deck_of(app), osha, 2))
    twin = rows_named(page, "Osha")[1]
    assert twin.data(Role.PLACE) == ROOKERY
    page.deck.list.setFocus()
    page.deck.list.setCurrentIndex(twin)
    # Another section comes and goes, so every row is shown anew.
    summer = next(card for card, _ in deck_of(app).slots if card.name == "Summer")
    with_agenda = replace(deck_of(app), agendas=(), rookery=((summer, 1), (osha, 2)))
    app.session.edit(with_agenda)
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert ROOKERY.copies(deck_of(app), osha) == 1
    assert copies(app, "Osha") == 3
