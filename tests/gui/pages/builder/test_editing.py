"""Changing the deck by keys, and undoing it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition, Faction
from decks.deck_section import DRAW_DECK, ROOKERY, plot_deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn, DeckModel
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from tests.builders import deck
from tests.gui.samples import WOLVES, copies, deck_of, open_sample, rows_named, select, steps
from tests.gui.session.test_undo import deck_session

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_keys_change_copies_in_the_deck(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    select(page, "Old Nan")
    for key, expected in (
        (Qt.Key.Key_2, 2),
        (Qt.Key.Key_Minus, 1),
        (Qt.Key.Key_Plus, 2),
        (Qt.Key.Key_Return, 3),
        (Qt.Key.Key_Return, 3),
        (Qt.Key.Key_1, 1),
        (Qt.Key.Key_3, 3),
        (Qt.Key.Key_Delete, 0),
    ):
        QTest.keyClick(page.deck.list, key)
        assert copies(app, "Old Nan") == expected
    assert page.pool.model.overlay.copies.get("03010", 0) == 0


def test_keys_change_copies_in_the_table_of_all_cards(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
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


def test_the_card_that_takes_the_place_of_a_removed_one_is_the_current_one(
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    select(page, "Bran Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert page.deck.list.currentIndex().data(Role.CARD).name == "Direwolf Pup"
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert copies(app, "Direwolf Pup") == 0


def test_the_card_that_is_shown_follows_what_is_taken_out(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
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
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    begun = deck_of(app)
    undo_all = app.window.actions_["undo_all"]
    assert not undo_all.isEnabled()
    for name in ("Old Nan", "Osha", "Summer"):
        select(page, name)
        QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    changed = deck_of(app)
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


def test_the_history_goes_to_the_step_that_is_clicked(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    begun = deck_of(app)
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
    for row, expected in ((1, begun), (2, after_first)):
        place = history.table.visualRect(model.index(row, 0)).center()
        QTest.mouseClick(history.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert deck_of(app) == expected
    assert page.tabs.currentWidget() is page.late.history


def test_the_menu_names_the_step_that_undo_takes_back(app: Application) -> None:
    page = open_sample(app)
    assert not app.window.actions_["undo"].isEnabled()
    select(page, "Osha")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    assert app.window.actions_["undo"].text() == "Undo Remove 3 Osha"


def test_decks_of_a_file_have_histories_of_their_own(app: Application, cards: LoadedCards) -> None:
    app.session.open(list(cards.samples[:2]))
    nan = deck_of(app).slots[0][0]
    app.session.set_copies([(nan, DRAW_DECK)], 2)
    changed = deck_of(app)
    app.session.show_deck(1)
    assert steps(app) == []
    app.session.show_deck(0)
    assert deck_of(app) == changed
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == cards.samples[0].deck


def test_rows_come_and_go_by_the_rules_of_models(cards: LoadedCards, qtbot: QtBot) -> None:
    model = DeckModel()
    tester = QAbstractItemModelTester(model, FATAL)
    begun = next(each.deck for each in cards.samples if each.deck.name == WOLVES)
    model.show_deck(begun, cards)
    less = begun.with_copies(begun.slots[4][0], 0)
    for each in (less, begun, replace(begun, slots=begun.slots[:1]), begun):
        model.show_deck(each, cards)
        shown = {c.code: n for section in model.sections for c, n in section.slots}
        assert shown == {c.code: n for c, n in each.slots} | {card.code: 1 for card in each.agendas}
    assert tester.model() is model


def test_a_card_moves_to_the_rookery_and_back(app: Application) -> None:
    page = open_sample(app)
    app.session.choose(format_name="rookery")
    select(page, "Osha")
    app.window.actions_["rookery"].trigger()
    osha = next(card for card, _ in deck_of(app).slots if card.name == "Osha")
    assert (deck_of(app).copies(osha), ROOKERY.copies(deck_of(app), osha)) == (2, 1)


def test_a_civil_war_deck_has_players_and_plot_decks(app: Application, cards: LoadedCards) -> None:
    page = open_sample(app)
    app.session.choose(format_name="civil-war")
    header = page.deck.header
    assert header.players.isVisible()
    header.players.setValue(3)
    assert deck_of(app).players == 3
    app.window.actions_["plot_deck"].trigger()
    assert len(deck_of(app).plot_decks) == 1
    assert "7 plots" in page.deck.verdict.accessibleName()
    plot = deck_of(app).plot_decks[0][0][0]
    app.session.set_copies([(plot, plot_deck(1))], 0)
    assert plot not in dict(deck_of(app).plot_decks[0])
    assert page.pool.model.overlay.copies.get(plot.code, 0) == 0


@given(data=st.data())
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_undoing_every_step_restores_the_deck(
    cards: LoadedCards, qapp: object, data: st.DataObject
) -> None:
    session, clock = deck_session(
        cards, data.draw(st.sampled_from(sorted(each.deck.name for each in cards.samples)))
    )
    begun, verdict = session.current, session.verdict
    assert begun is not None
    first = begun.state
    pool = cards.pools[first.deck.edition].cards
    sections = st.sampled_from([DRAW_DECK, ROOKERY])
    row = st.tuples(st.sampled_from(pool), sections)
    for _ in range(data.draw(st.integers(1, 12))):
        clock.now += data.draw(st.sampled_from([0.1, 2.0]))
        match data.draw(st.integers(0, 5)):
            case 0 | 1:
                session.add_copies(
                    data.draw(st.lists(row, max_size=3)), data.draw(st.integers(-2, 3))
                )
            case 2:
                session.set_copies(
                    data.draw(st.lists(row, max_size=3)), data.draw(st.integers(0, 3))
                )
            case 3:
                faction = data.draw(st.sampled_from([None, *Faction]))
                session.edit(replace(begun.deck, faction=faction))
            case 4:
                session.choose(day=date(data.draw(st.integers(2015, 2027)), 1, 1))
            case _:
                session.edit(replace(begun.deck, name=data.draw(st.text(max_size=5))))
        last = begun.state
        session.go_to_step(0)
        session.go_to_step(begun.stack.count())
        assert begun.state == last
    session.go_to_step(0)
    assert begun.state == first
    assert session.verdict == verdict


def test_the_mark_of_a_problem_comes_and_goes_with_it(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)

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
