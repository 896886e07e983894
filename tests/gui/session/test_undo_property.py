"""Every kind of edit, made in any order with the page's own widgets, can be undone to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QDate, QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QComboBox

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.deck.deck_model import shown_sections
from desktop.pages.builder.page import BuilderPage
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import DeckState
from tests.gui.lists import FAULTY
from tests.gui.pages.builder.test_card_drops import drag, picked_up
from tests.gui.samples import deck_of, present
from tests.long_run import times
from validators.card_counts import copies_by_code

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
    header = app.window.build.deck.header
    field: QComboBox = data.draw(st.sampled_from((header.faction, header.format, header.list)))
    QTest.keyClick(field, data.draw(st.sampled_from((Qt.Key.Key_Down, Qt.Key.Key_Up))))


def choose_the_event(app: Application, data: Draw) -> None:
    header = app.window.build.deck.header
    if data.draw(st.booleans()):
        header.premier.click()
    else:
        header.day.setDate(QDate(data.draw(st.integers(2015, 2027)), 3, 1))


def rename(app: Application, data: Draw) -> None:
    name = app.window.build.deck.header.name
    name.setText(data.draw(st.sampled_from(("Wolves", "Ravens", ""))))
    QTest.keyClick(name, Qt.Key.Key_Return)


def format_and_players(app: Application, data: Draw) -> None:
    page, header = app.window.build, app.window.build.deck.header
    app.session.choose(format_name=data.draw(st.sampled_from(("rookery", "civil-war", "joust"))))
    players = data.draw(st.integers(1, 4))
    if header.players.isVisibleTo(header):
        header.players.setValue(players)
    app.window.actions_["plot_deck"].trigger()
    if page.deck.model.rowCount():
        choose_rows(page.deck.list, data, page.deck.model.rowCount())
        app.window.actions_["rookery"].trigger()


def take_an_offer(app: Application, data: Draw) -> None:
    panel = app.window.build.problems
    found = [panel.list.repair_buttons(row) for row in range(panel.model.rowCount())]
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
    assert page.deck.header.faction.chosen is deck.faction
    assert page.deck.header.premier.isChecked() is working.premier


@given(data=st.data())
@settings(
    max_examples=times(6, 30),
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
