"""The card under the mouse or keyboard beside its row, and a card over the whole window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from carddb.card import Card
from decks.deck import Deck
from decks.diff import outline
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME, STRENGTH
from desktop.pages.library.import_lines import ReportPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards import hover_card
from desktop.widgets.cards.card_checklist import CardChecklist
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.hover_card import HOVER_MS, HoverCard, HoverPopup, Place, row_rect
from desktop.widgets.cards.large_card import LargeCard
from library.import_reader import FoundDeck
from tests.gui.by_mouse import mouse_move, rest_on
from tests.gui.lists import FAULTY
from tests.gui.samples import WOLVES, copies, open_sample, present, rows_named, select, steps
from validators.repairs import RepairedDeck, RepairStep

SCREEN = QRect(0, 0, 1280, 800)
SIZE = QSize(300, 420)


@pytest.mark.parametrize(
    ("row", "at"),
    [
        (QRect(10, 0, 500, 24), QPoint(200, 10)),
        (QRect(10, 776, 500, 24), QPoint(200, 790)),
        (QRect(10, 500, 500, 24), QPoint(505, 510)),
        (QRect(900, 300, 380, 24), QPoint(1270, 310)),
        (QRect(0, 300, 150, 220), QPoint(5, 310)),
        (QRect(1100, 580, 150, 220), QPoint(1200, 790)),
    ],
)
def test_it_is_on_the_screen_and_never_over_the_row(row: QRect, at: QPoint) -> None:
    found = present(Place(row, at, SCREEN).beside(SIZE, 4))
    assert found.size() == SIZE
    assert SCREEN.contains(found)
    assert not found.intersects(row)


def test_without_room_there_is_no_place() -> None:
    assert Place(QRect(0, 300, 1280, 200), QPoint(9, 310), SCREEN).beside(SIZE, 4) is None


def popup_of(page: BuilderPage) -> HoverPopup | None:
    popup = page.hover.popup
    return popup if popup is not None and popup.isVisible() else None


def shown_popup(page: BuilderPage, qtbot: QtBot) -> HoverPopup:
    """Wait until a card is shown, and return its window."""
    qtbot.waitUntil(lambda: popup_of(page) is not None)
    return present(popup_of(page))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the card in the next turn of the event loop."""
    monkeypatch.setattr(hover_card, "HOVER_MS", 0)


@pytest.fixture
def build(app: Application) -> Iterator[BuilderPage]:
    """Return the page of a window that shows a card as soon as is said now."""
    timer = present(app.window.build.hover.findChild(QTimer))
    timer.setInterval(hover_card.HOVER_MS)
    # The screen of the tests is no larger than 800 pixels; a row must be on it.
    app.window.move(0, 0)
    yield app.window.build
    timer.setInterval(HOVER_MS)


@pytest.fixture
def page(app: Application, build: BuilderPage) -> BuilderPage:
    page = open_sample(app)
    page.tabs.setCurrentWidget(page.numbers_tab)
    return page


def rows_of(page: BuilderPage) -> Iterator[tuple[QAbstractItemView, QModelIndex]]:
    """Yield a row of each kind of list, once that is on screen."""
    pool = page.pool
    yield pool.table, pool.model.index(2, NAME)
    yield page.deck.list, rows_named(page, "Arya Stark")[0].siblingAtColumn(2)
    pool.search.setText("arya")  # few cards are drawn
    pool.views.button.setChecked(True)
    current = pool.views.current.currentIndex()
    yield pool.views.current, pool.model.index(2, current.column() if current.isValid() else NAME)


def test_the_card_under_the_mouse_is_shown_after_a_moment(page: BuilderPage, qtbot: QtBot) -> None:
    for view, row in rows_of(page):
        rest_on(view, row)
        assert popup_of(page) is None, view
        popup = shown_popup(page, qtbot)
        assert popup.accessibleName() == f"Card: {row.data(Role.CARD).name}"
        assert view.screen().availableGeometry().contains(popup.geometry()), view
        assert not popup.geometry().intersects(row_rect(view, row)), view
        assert not popup.hasFocus()
        assert not popup.isActiveWindow()
        page.hover.leave()


@pytest.mark.usefixtures("at_once")
def test_no_part_of_the_window_becomes_a_window_of_the_system(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    """Qt draws such parts one after the other, and crashes when one is deleted."""
    rest_on(*next(rows_of(page)))
    qtbot.waitUntil(lambda: popup_of(page) is not None)
    parts = [each for each in app.window.findChildren(QWidget) if not each.isWindow()]
    assert not any(each.testAttribute(Qt.WidgetAttribute.WA_NativeWindow) for each in parts)


@pytest.mark.usefixtures("at_once")
def test_the_card_that_a_problem_names_is_shown_beside_the_problem(
    build: BuilderPage, open_text: Callable[[str], None], qtbot: QtBot
) -> None:
    open_text(FAULTY)
    page = build
    page.tabs.setCurrentWidget(page.problems)
    view, area = page.problems.list, page.problems.list.viewport()
    rows = [n for n, each in enumerate(page.problems.model.rows) if "doubled" in each.message]
    index = page.problems.model.index(rows[0], 0)
    view.setFocus()
    view.setCurrentIndex(index)
    qtbot.waitUntil(lambda: view.fixes(rows[0]) is not None)
    view.scrollTo(index)
    place = view.visualRect(index)
    points = [
        QPoint(x, y)
        for y in range(place.top(), place.bottom(), 8)
        for x in range(place.left(), place.right(), 20)
    ]
    shown = {card.name: point for point in points if (card := page.problems.card_at(index, point))}
    assert set(shown) == {"A Storm of Swords", "A Clash of Kings"}
    for name, point in shown.items():
        over = present(area.childAt(point))  # the buttons of the repairs lie over it
        at = QPointF(over.mapFrom(area, point))
        QApplication.sendEvent(over, mouse_move(at, QPointF(area.mapToGlobal(point))))
        popup = shown_popup(page, qtbot)
        assert popup.accessibleName() == f"Card: {name}"
        assert not popup.geometry().intersects(row_rect(view, index))
    page.hover.leave()
    view.setFocus()
    view.setCurrentIndex(page.problems.model.index(rows[0] - 1, 0))
    QTest.keyClick(view, Qt.Key.Key_Down)
    popup = shown_popup(page, qtbot)
    assert popup.accessibleName() in {f"Card: {name}" for name in shown}


ENDS: dict[str, Callable[[Any], object]] = {
    "key": lambda view: QTest.keyClick(view, Qt.Key.Key_Shift),
    "scroll": lambda view: view.verticalScrollBar().setValue(40),
    "leave": lambda view: QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave)),
    "press": lambda view: QTest.mousePress(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(9, 9)
    ),
    "page": lambda view: view.window().build.hide(),
}


@pytest.mark.usefixtures("at_once")
def test_it_goes_when_something_else_begins(page: BuilderPage, qtbot: QtBot) -> None:
    table = page.pool.table
    for name, begin in ENDS.items():
        rest_on(table, table.indexAt(QPoint(200, 60)))
        qtbot.waitUntil(lambda: popup_of(page) is not None)
        begin(table)
        assert popup_of(page) is None, name


@pytest.mark.usefixtures("at_once")
def test_it_stays_while_another_list_changes(page: BuilderPage, qtbot: QtBot) -> None:
    table = page.pool.table
    rest_on(table, table.indexAt(QPoint(200, 60)))
    popup = shown_popup(page, qtbot)
    page.problems.list.model().beginResetModel()
    page.problems.list.model().endResetModel()
    assert popup.isVisible()


@pytest.mark.usefixtures("at_once")
def test_another_row_takes_its_time_again_and_its_tool_tip_is_below_the_card(
    page: BuilderPage, qtbot: QtBot
) -> None:
    model, table = page.pool.model, page.pool.table
    rest_on(table, model.index(2, NAME))
    qtbot.waitUntil(lambda: popup_of(page) is not None)
    rest_on(table, model.index(2, STRENGTH))
    assert popup_of(page) is not None
    rest_on(table, model.index(3, NAME))
    assert popup_of(page) is None
    popup = shown_popup(page, qtbot)
    assert popup.accessibleName() == f"Card: {model.card_at(3).name}"
    index = model.index(2, 0)
    rest_on(table, index)
    assert popup_of(page) is None
    popup = shown_popup(page, qtbot)
    assert popup.caption.text() == index.data(Qt.ItemDataRole.ToolTipRole)
    assert popup.caption.isVisible()
    place = table.visualRect(index).center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, table.viewport().mapToGlobal(place))
    assert page.hover.eventFilter(table.viewport(), event)
    page.hover.leave()
    assert not page.hover.eventFilter(table.viewport(), event)
    # The tool tip of a deck's card begins with its name and pack, which the card shows.
    row = page.deck.model.index(0, DeckCardColumn.NAME, page.deck.model.index(2, 0))
    card = row.data(Role.CARD)
    assert card.name in row.data(Qt.ItemDataRole.ToolTipRole)
    rest_on(page.deck.list, row)
    lines = shown_popup(page, qtbot).caption.text().splitlines()
    assert not {card.name, page.deck.model.pack_name(card)} & set(lines)


def test_not_while_something_is_dragged_nor_where_the_user_said_no(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    index = page.pool.model.index(2, NAME)
    rest_on(page.pool.table, index, button=True)
    qtbot.wait(2 * HOVER_MS)
    assert popup_of(page) is None
    app.settings.hover_card = False
    rest_on(page.pool.table, index)
    qtbot.wait(2 * HOVER_MS)
    assert popup_of(page) is None


def _is_shown(hover: HoverCard, view: QAbstractItemView, index: QModelIndex) -> bool:
    """Move the mouse over a row; return whether its card is shown by now."""
    rest_on(view, index)
    return hover.popup is not None and hover.popup.isVisible()


@pytest.mark.usefixtures("at_once")
def test_every_list_of_a_dialog_shows_the_cards_that_it_names(
    cards: LoadedCards, tasks: TaskRunner, sample: Callable[[str], Deck], qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    hover = HoverCard(window, CardPictures(tasks), cards.pack_name)
    deck = sample(WOLVES)
    compare = CompareDialog(outline(deck), outline(replace(deck, slots=())), cards, window)
    step = RepairStep("Remove 1", deck, replace(deck, slots=deck.slots[1:]))
    repair = RepairAllDialog(RepairedDeck(step.after, (step,), ""), lambda _: (), window)
    report = ReportPanel(cards, window)
    reading = next(each for each in cards.samples if each.deck.name == WOLVES)
    report.show_found(FoundDeck("", reading))
    checklist = CardChecklist("Cards to see", window)
    checklist.show_cards(deck.slots, cards)
    lists: list[tuple[QWidget, QAbstractItemView]] = [
        (compare, compare.lines),
        (repair, repair.steps),
        (report, report.table),
        (checklist, checklist),
    ]
    window.resize(600, 400)
    for owner, view in lists:
        window.show()
        owner.setGeometry(0, 0, 500, 400)
        with qtbot.waitExposed(owner):
            owner.show()
        QApplication.processEvents()
        model = view.model()
        shown = (model.index(row, 0) for row in range(model.rowCount()))
        index = next(each for each in shown if isinstance(each.data(Role.CARD), Card))
        view.scrollTo(index)
        name = f"Card: {index.data(Role.CARD).name}"
        qtbot.waitUntil(partial(_is_shown, hover, view, index))
        assert hover.popup is not None
        assert hover.popup.accessibleName() == name
        hover.leave()
        owner.hide()


@pytest.mark.usefixtures("at_once")
def test_who_types_in_the_search_of_agendas_sees_the_one_that_is_found(
    page: BuilderPage, qtbot: QtBot
) -> None:
    picker = present(page.deck.header.choose_agenda())
    QTest.keyClicks(picker.search, "watch banner")
    popup = shown_popup(page, qtbot)
    assert popup.accessibleName() == "Card: Banner of the Watch"
    picker.close()


def test_by_keys_it_is_shown_where_the_panel_shows_something_else(
    page: BuilderPage, qtbot: QtBot
) -> None:
    table = page.pool.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert page.tabs.currentWidget() is page.numbers_tab
    popup = shown_popup(page, qtbot)
    assert not popup.geometry().intersects(row_rect(table, table.currentIndex()))
    page.tabs.setCurrentWidget(page.card_view)
    QTest.keyClick(table, Qt.Key.Key_Down)
    qtbot.wait(2 * HOVER_MS)
    assert popup_of(page) is None


def large(app: Application) -> LargeCard:
    return present(app.window.findChild(LargeCard))


def is_open(app: Application) -> bool:
    found = app.window.findChild(LargeCard)
    return found is not None and found.isVisible()


def in_pool(app: Application, row: int = 3) -> BuilderPage:
    page = app.window.build
    app.window.activateWindow()
    page.pool.table.setFocus()
    page.pool.table.selectRow(row)
    return page


def test_space_in_the_table_covers_the_window_with_a_card_to_copy(app: Application) -> None:
    page = in_pool(app)
    page.pool.search.setText("t:character")
    page.pool.table.selectRow(0)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    cover = large(app)
    assert cover.isVisible()
    assert cover.geometry() == app.window.rect()
    shown = page.card_view.accessibleName().removeprefix("Card: ")
    assert cover.accessibleName() == f"Card, large: {shown}"
    assert cover.face.card_rect().height() > app.window.height() * 0.8
    assert page.pool.search.text() == "t:character"
    QTest.keyClick(cover, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith(shown)
    app.window.resize(1000, 700)
    QApplication.processEvents()
    assert cover.geometry() == app.window.rect()
    rect = cover.face.card_rect()
    assert rect.height() <= cover.face.height()
    assert abs(rect.height() / rect.width() - 88 / 63) < 0.02


def test_keys_and_another_page_close_it(app: Application) -> None:
    page = in_pool(app)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Space):
        QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
        assert large(app).hasFocus()
        QTest.keyClick(large(app), key)
        assert not is_open(app)
        assert page.pool.table.hasFocus()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    QTest.keyClicks(large(app), "a")
    assert page.pool.search.text() == "a"
    assert page.pool.search.hasFocus()
    assert not is_open(app)
    page.pool.search.clear()
    page.pool.table.setFocus()
    page.pool.table.selectRow(3)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    assert is_open(app)
    app.window.rail.page_chosen.emit(0)
    QApplication.processEvents()
    assert not is_open(app)


def test_arrows_select_and_digits_change_the_copies_below(app: Application) -> None:
    page = open_sample(app)
    app.window.activateWindow()
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Space)
    assert large(app).caption.text().startswith("3 of 3 in the deck")
    QTest.keyClick(large(app), Qt.Key.Key_1)
    assert copies(app, "Arya Stark") == 1
    assert large(app).caption.text().startswith("1 of 3 in the deck")
    assert steps(app) == ["Remove 2 Arya Stark (WotN)"]
    before = page.deck.list.currentIndex().row()
    QTest.keyClick(large(app), Qt.Key.Key_Down)
    assert page.deck.list.currentIndex().row() == before + 1
    assert large(app).accessibleName() != "Card, large: Arya Stark"
    QTest.keyClick(large(app), Qt.Key.Key_Escape)
    in_pool(app, 3)
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    first = large(app).accessibleName()
    QTest.keyClick(large(app), Qt.Key.Key_Down)
    second = large(app).accessibleName()
    assert page.pool.table.currentIndex().row() == 4
    assert first != second
    assert second.endswith(page.card_view.accessibleName().removeprefix("Card: "))
    QTest.keyClick(large(app), Qt.Key.Key_Up)
    assert large(app).accessibleName() == first
    assert is_open(app)


def test_space_in_the_card_view_opens_it_too(app: Application) -> None:
    page = open_sample(app)
    app.window.activateWindow()
    select(page, "Arya Stark")
    page.show_tab(0)
    details = present(page.card_view.details)
    for part in (details.face, details.printings, details.notes, page.card_view):
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_Space)
        assert is_open(app), part
        QTest.keyClick(large(app), Qt.Key.Key_Escape)
    QTest.mouseDClick(details.face, Qt.MouseButton.LeftButton)
    assert is_open(app)
    QTest.mouseClick(large(app), Qt.MouseButton.LeftButton)
    assert not is_open(app)


def test_a_space_never_begins_a_search_but_is_typed_in_one(own_app: Application) -> None:
    page = own_app.window.build
    page.pool.search.setText("no such card at all")
    page.pool.table.setFocus()
    QTest.keyClick(page.pool.table, Qt.Key.Key_Space)
    assert page.pool.search.text() == "no such card at all"
    assert not is_open(own_app)
    page.pool.search.clear()
    QTest.keyClicks(page.pool.table, "a")
    QTest.keyClicks(page.pool.search, " lord")
    assert page.pool.search.text() == "a lord"
    assert not is_open(own_app)
