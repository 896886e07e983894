"""Several selected cards at once, in the table of all cards and in the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.card import Card
from decks.deck_section import ROOKERY
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.widgets.card_delegate import Role
from tests.gui.samples import WOLVES, copies, deck_of, open_sample, rows_named, select, steps

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_keys_act_on_every_selected_card_as_one_step(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    before = deck_of(app)
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Down, SHIFT)
    chosen = [card.name for card in page.deck.list.selected_cards()]
    assert chosen == ["Arya Stark", "Bear Island Loyalist"]
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert [copies(app, name) for name in chosen] == [1, 1]
    assert [card.name for card in page.deck.list.selected_cards()] == chosen
    QTest.keyClick(page.deck.list, Qt.Key.Key_Z, CONTROL)
    assert deck_of(app) == before


def test_select_all_and_delete_empties_the_deck(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
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
    cards = app.session.cards
    assert cards is not None
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
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Down, SHIFT)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert page.deck.list.currentIndex().data(Role.CARD).name == "Bran Stark"
    QTest.keyClick(page.deck.list, Qt.Key.Key_3)
    assert copies(app, "Bran Stark") == 3


def test_a_card_of_the_rookery_is_not_selected_with_its_twin_in_the_deck(
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    app.session.choose(format_name="rookery")
    osha = next(card for card, _ in deck_of(app).slots if card.name == "Osha")
    app.session.edit(ROOKERY.changed(deck_of(app), osha, 2))
    twin = rows_named(page, "Osha")[1]
    assert twin.data(Role.PLACE) == ROOKERY
    page.deck.list.setFocus()
    page.deck.list.setCurrentIndex(twin)
    # Another section comes and goes, so every row is shown anew.
    summer = next(card for card, _ in deck_of(app).slots if card.name == "Summer")
    with_agenda = replace(deck_of(app), agendas=(), rookery=((osha, 2), (summer, 1)))
    app.session.edit(with_agenda)
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert ROOKERY.copies(deck_of(app), osha) == 1
    assert copies(app, "Osha") == 3
