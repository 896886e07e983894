"""Steps and their words; and every kind of edit can be undone to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QDate, QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QComboBox
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_section import DRAW_DECK, ROOKERY
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.deck.deck_model import shown_sections
from desktop.pages.builder.page import BuilderPage
from desktop.session.deck_session import DeckSession, DeckState, DeckStep
from desktop.session.loaded_cards import LoadedCards
from tests.gui.lists import FAULTY
from tests.gui.pages.builder.test_card_drops import drag, picked_up
from tests.gui.samples import WOLVES, card_of, deck_of, open_sample, present, steps
from tests.long_run import times
from validators.card_counts import copies_by_code


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def deck_session(cards: LoadedCards, name: str = WOLVES) -> tuple[DeckSession, Clock]:
    clock = Clock()
    session = DeckSession(date(2026, 11, 20), clock=clock)
    session.receive_cards(cards)
    session.open([each for each in cards.samples if each.deck.name == name])
    return session, clock


def texts(session: DeckSession) -> list[str]:
    stack = present(session.current).stack
    return [stack.text(number) for number in range(stack.count())]


def test_quick_steps_about_the_same_card_are_one_and_slow_ones_are_not(cards: LoadedCards) -> None:
    session, clock = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    pup = (
        next(card for card, _ in present(session.deck).slots if card.name == "Direwolf Pup"),
        DRAW_DECK,
    )
    session.add_copies([nan], -1)
    clock.now += 0.5
    session.add_copies([nan], -1)
    assert texts(session) == ["Remove 2 Old Nan"]
    clock.now += 0.5
    session.set_copies([pup], 0)
    clock.now += 0.5
    session.set_copies([nan], 0)
    clock.now += 5
    session.set_copies([nan], 3)
    assert len(texts(session)) == 4
    assert texts(session)[-1] == "Add 3 Old Nan"


def test_quick_steps_that_undo_each_other_are_none(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    session.add_copies([nan], -1)
    session.add_copies([nan], 1)
    assert texts(session) == []
    assert not present(session.current).unsaved


def test_a_closed_deck_does_not_count_as_edited_when_its_steps_are_deleted(
    cards: LoadedCards, qtbot: QtBot
) -> None:
    session, _ = deck_session(cards)
    session.add_copies([(card_of(cards, "03010"), DRAW_DECK)], -1)
    stack = present(session.current).stack
    session.close_deck(0)
    with qtbot.assertNotEmitted(session.deck_edited), qtbot.waitSignal(stack.destroyed):
        pass


def test_steps_have_words(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    session.edit(replace(session.deck, name="Wolves"))
    session.edit(replace(session.deck, faction=Faction.TYRELL))
    session.choose(list_code="gotstandard2.1")
    session.choose(list_code="none")
    session.choose(list_code="")
    session.choose(format_name="melee")
    session.choose(day=date(2026, 12, 1))
    session.edit(replace(session.deck, agendas=()))
    core, redesign = card_of(cards, "01142"), card_of(cards, "03006")
    session.edit(session.deck.with_copies(core, 0).with_copies(redesign, 1))
    assert texts(session)[:8] == [
        "Rename to “Wolves”",
        "Faction: House Stark → House Tyrell",
        "Restricted list: in force → Standard v2.1",
        "Restricted list: Standard v2.1 → none",
        "Restricted list: in force",
        "Format: Joust → Melee",
        "Date: today → 2026-12-01",
        "Remove the agenda Fealty",
    ]


def test_today_is_not_stated_and_another_day_is(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    session.choose(day=date(2026, 12, 1))
    assert session.deck.date == "2026-12-01"
    session.choose(day=session.today)
    assert session.deck.date == ""


def test_a_premier_event_is_chosen_as_a_step_that_no_file_misses(app: Application) -> None:
    page = open_sample(app)
    box, current = page.deck.header.open_details().premier, app.session.current

    def judged() -> tuple[bool, bool]:
        return present(app.session.shown.conditions).premier, box.isChecked()

    box.click()
    assert judged() == (True, True)
    assert steps(app) == ["Premier event"]
    assert not present(current).unsaved
    app.window.actions_["undo"].trigger()
    assert judged() == (False, False)
    app.window.actions_["redo"].trigger()
    assert judged() == (True, True)


def test_a_premier_event_chosen_and_given_up_at_once_is_no_step(cards: LoadedCards) -> None:
    session, clock = deck_session(cards)
    session.choose_premier(premier=True)
    session.choose_premier(premier=False)
    assert texts(session) == []
    session.choose_premier(premier=True)
    clock.now += 5
    session.choose_premier(premier=False)
    assert texts(session)[-1] == "Not a premier event"


def test_moves_between_places_and_players_have_words(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    nan, pup = card_of(cards, "03010"), card_of(cards, "01156")
    session.edit(ROOKERY.changed(DRAW_DECK.changed(session.deck, nan, -2), nan, 1))
    session.edit(replace(session.deck, players=3))
    session.edit(replace(session.deck, players=None, notes="Mine"))
    session.edit(replace(session.deck, drafted=((pup, 1),)))
    assert texts(session) == [
        "Remove 1 Old Nan, move 1 Old Nan to the rookery",
        "Players: 3",
        "Players: 3 → none, change the notes",
        "Change the deck",
    ]


def test_what_undo_is_called_in_the_menu_has_an_end(app: Application) -> None:
    page = open_sample(app)
    before = app.session.deck
    page.deck.list.selectAll()
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    undo = app.window.actions_["undo"]
    assert undo.text().startswith("Undo Remove 1 A Storm of Swords")
    assert len(undo.text()) < 80
    assert len(steps(app)[0]) > 500
    undo.trigger()
    assert app.session.deck == before


def test_a_step_that_has_ended_takes_no_other_in(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    session.add_copies([nan], -1)
    step = present(session.current).stack.command(0)
    assert isinstance(step, DeckStep)
    step.end()
    session.add_copies([nan], 1)
    assert texts(session) == ["Remove 1 Old Nan", "Add 1 Old Nan"]


KEYS = tuple(each.keys[0] for each in COPIES_KEYS)
SEARCHES = ("t:plot", "t:agenda", "f:stark", "raider", "deck:yes", "o<=1 t:location")
SELECT = QItemSelectionModel.SelectionFlag
Draw = st.DataObject
Edit = Callable[[Application, Draw], None]


def part_of(whole: int, data: Draw) -> int:
    """Return a number below a whole that hypothesis does not know: it may hang on a layout."""
    return data.draw(st.integers(0, 99)) * whole // 100


def choose_rows(view: QAbstractItemView, data: Draw, parents: int = 0) -> None:
    """Select up to three rows of a view, under headings if it has some."""
    model, selection = view.model(), view.selectionModel()
    selection.clear()
    for _ in range(data.draw(st.integers(1, 3))):
        top = model.index(part_of(parents, data), 0) if parents else QModelIndex()
        number = part_of(min(model.rowCount(top), 12), data)
        if model.hasIndex(number, 0, top):
            index = model.index(number, 0, top)
            selection.setCurrentIndex(index, SELECT.Select | SELECT.Rows)


def choose_cards(page: BuilderPage, data: Draw) -> None:
    page.pool.search.setText(data.draw(st.sampled_from(SEARCHES)))
    choose_rows(page.pool.table, data)


def keys_in_the_table(app: Application, data: Draw) -> None:
    choose_cards(app.window.build, data)
    QTest.keyClick(app.window.build.pool.table, data.draw(st.sampled_from(KEYS)))


def keys_in_the_deck(app: Application, data: Draw) -> None:
    deck = app.window.build.deck
    if deck.model.rowCount():
        choose_rows(deck.list, data, deck.model.rowCount())
        QTest.keyClick(deck.list, data.draw(st.sampled_from(KEYS)))


def drag_in(app: Application, data: Draw) -> None:
    page = app.window.build
    choose_cards(page, data)
    place = QPoint(20, part_of(page.deck.list.viewport().height(), data))
    drag(page.deck.list, picked_up(page.pool.table), place)


def drag_out(app: Application, data: Draw) -> None:
    page = app.window.build
    if page.deck.model.rowCount():
        choose_rows(page.deck.list, data, page.deck.model.rowCount())
        drag(page.pool.table, picked_up(page.deck.list), QPoint(20, 20))


def choose_in_the_header(app: Application, data: Draw) -> None:
    details = app.window.build.deck.header.open_details()
    field: QComboBox = data.draw(st.sampled_from((details.faction, details.format, details.list)))
    QTest.keyClick(field, data.draw(st.sampled_from((Qt.Key.Key_Down, Qt.Key.Key_Up))))
    details.close()


def choose_the_event(app: Application, data: Draw) -> None:
    details = app.window.build.deck.header.open_details()
    if data.draw(st.booleans()):
        details.premier.click()
    else:
        details.day.setDate(QDate(data.draw(st.integers(2015, 2027)), 3, 1))
    details.close()


def rename(app: Application, data: Draw) -> None:
    name = app.window.build.deck.header.name
    name.setText(data.draw(st.sampled_from(("Wolves", "Ravens", ""))))
    QTest.keyClick(name, Qt.Key.Key_Return)


def format_and_players(app: Application, data: Draw) -> None:
    page = app.window.build
    app.session.choose(format_name=data.draw(st.sampled_from(("rookery", "civil-war", "joust"))))
    players = data.draw(st.integers(1, 4))
    details = page.deck.header.open_details()
    if details.players.isVisible():
        details.players.setValue(players)
    details.close()
    app.window.actions_["plot_deck"].trigger()
    if page.deck.model.rowCount():
        choose_rows(page.deck.list, data, page.deck.model.rowCount())
        app.window.actions_["rookery"].trigger()


def take_an_offer(app: Application, data: Draw) -> None:
    panel = app.window.build.problems
    found = [panel.list.fixes(row) for row in range(panel.model.rowCount())]
    buttons = [each.buttons[0] for each in found if each and each.buttons]
    number = part_of(len(buttons), data)
    if buttons:
        buttons[number].click()


def go_back(app: Application, data: Draw) -> None:
    for name in data.draw(st.lists(st.sampled_from(("undo", "redo")), max_size=3)):
        app.window.actions_[name].trigger()


EDITS: tuple[Edit, ...] = (
    keys_in_the_table,
    keys_in_the_deck,
    drag_in,
    drag_out,
    choose_in_the_header,
    choose_the_event,
    rename,
    format_and_players,
    take_an_offer,
    go_back,
)


def begin(app: Application, reading: Reading) -> DeckState:
    """Close what is open and put a deck on screen; return it as it came."""
    while app.session.decks:
        app.session.close_deck(0)
    app.session.open([reading])
    return present(app.session.current).state


def assert_shown(app: Application, working: DeckState) -> None:
    """Look whether every part of the page shows this state."""
    page, deck = app.window.build, working.deck
    assert present(app.session.current).state == working
    assert page.deck.model.sections == shown_sections(deck)
    assert page.pool.model.overlay.copies == copies_by_code(deck)
    assert page.deck.header.name.text() == deck.name
    shown = page.deck.header.summary.text()
    assert (deck.faction.label if deck.faction else "No faction") in shown
    assert shown.endswith("premier event") is working.premier


@given(data=st.data())
@settings(
    max_examples=times(4, 30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_undoing_all_gives_the_deck_as_it_came_and_redoing_all_as_it_was_left(
    app: Application, cards: LoadedCards, pools: Mapping[Edition, CardPool], data: st.DataObject
) -> None:
    (faulty,) = read_decks(FAULTY, pools, name="list.txt")
    reading = data.draw(st.sampled_from((faulty, *cards.samples[::6])))
    before = begin(app, reading)
    verdict = app.session.shown.verdict
    for edit in data.draw(st.lists(st.sampled_from(EDITS), min_size=3, max_size=12)):
        edit(app, data)
        assert app.session.current is not None
        assert_shown(app, app.session.current.state)
    current = present(app.session.current)
    left, steps = current.state, current.stack.index()
    left_verdict = app.session.shown.verdict
    while app.window.actions_["undo"].isEnabled():
        app.window.actions_["undo"].trigger()
    assert_shown(app, before)
    assert deck_of(app) == reading.deck
    assert app.session.shown.verdict == verdict
    for _ in range(steps):
        app.window.actions_["redo"].trigger()
    assert_shown(app, left)
    assert app.session.shown.verdict == left_verdict
