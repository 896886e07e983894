"""A walk with categories: set by key, menu and drag, counted, wanted, seen, and taken elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from carddb.local_names import Language
from decks.categories import categories_of
from decks.deck import Category
from desktop.app import Application
from desktop.dialogs.simple_dialogs import CategoriesDialog
from desktop.pages.builder.card_commands import LESS, MenuRequest
from desktop.pages.builder.category_table import (
    NAME,
    TARGET,
    CategoryTable,
    parse_target,
    target_text,
)
from desktop.pages.builder.page import BuilderPage
from tests.gui.pages.builder.test_card_drops import drag, picked_up
from tests.gui.samples import CheckChanges, copies, deck_of, open_sample, present, select, steps
from tests.gui.shared_window import open_library

pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


def headings(page: BuilderPage) -> list[str]:
    return [f"{each.title} {each.total}" for each in page.deck.model.sections]


def names(app: Application, name: str) -> tuple[str, ...]:
    deck = deck_of(app)
    return categories_of(deck, next(card for card, _ in deck.slots if card.name == name))


def press_key(app: Application, typed: str) -> None:
    app.window.actions_["categories"].trigger()
    dialog = present(app.window.findChild(CategoriesDialog))
    QTest.keyClicks(dialog.new, typed)
    dialog.accept()


def test_a_walk_with_categories(app: Application, page: BuilderPage, qtbot: QtBot) -> None:
    verdict = app.session.shown.verdict
    select(page, "Osha")
    press_key(app, "tricks, gold")
    assert names(app, "Osha") == ("tricks", "gold")
    # By the menu of a card.
    ice = next(card for card, _ in deck_of(app).slots if card.name == "Ice")
    menu = present(page.menus.open(MenuRequest(page, page.rect().center(), (ice,))))
    inside = next(each for each in menu.findChildren(QMenu) if each.title() == "Cate&gories")
    next(each for each in inside.actions() if each.text() == "gold").trigger()
    menu.close()
    assert names(app, "Ice") == ("gold",)
    # The deck by category, with a target that is missed and one that is met.
    page.numbers.categories.grouping_requested.emit()
    page.categories.set_target("gold", 8, 10)
    page.categories.set_target("tricks", 3, None)
    found = [each for each in headings(page) if each.startswith(("tricks", "gold"))]
    assert found == ["tricks 3 (3 or more)", "gold 4 instead of 8\N{EN DASH}10"]
    assert app.session.shown.verdict == verdict
    # Keys change a card once, though it has two rows.
    select(page, "Osha")
    page.deck.list.press(LESS)
    assert copies(app, "Osha") == 2
    app.session.steps.undo()
    # A drag on a heading puts a card of all cards into deck and category.
    page.pool.search.setText('"Hedge Knight" e:TKP')
    page.pool.table.selectRow(0)
    place = page.deck.model.index([h.split()[0] for h in headings(page)].index("gold"), 0)
    page.deck.list.scrollTo(place)
    view = page.deck.list
    assert drag(view, picked_up(page.pool.table), view.visualRect(place).center())
    assert (names(app, "Hedge Knight"), copies(app, "Hedge Knight")) == (("gold",), 1)
    # The numbers: copies, what is wanted, and the chance to see one.
    app.window.actions_["go_numbers"].trigger()
    table = page.numbers.categories
    qtbot.waitUntil(lambda: all(row.chance for row in table.categories.rows[:-1]))
    rows = [[each.text(column) for column in range(3)] for each in table.categories.rows]
    assert rows == [["tricks", "3", "3"], ["gold", "5", "8\N{EN DASH}10"], ["New category", "", ""]]
    assert [each.is_missed for each in table.categories.rows] == [False, True, False]
    table.select(["gold"])
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert names(app, "Ice") == ()
    assert steps(app)[:3] == ["Change the categories", "Category gold", "Category gold"]
    while app.session.steps.canUndo():
        app.session.steps.undo()
    assert deck_of(app).categories == ()


def choose(table: CategoryTable, text: str) -> None:
    next(each for each in table.menu().actions() if each.text() == text).trigger()


def type_into(table: CategoryTable, row: int, column: int, text: str) -> None:
    """Edit a cell in place, and let the table show the deck again."""
    table.setCurrentIndex(table.categories.index(row, column))
    QTest.keyClick(table, Qt.Key.Key_Return)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    for _ in range(5):
        QApplication.processEvents()


# Qt commits an editor once more where it loses the focus as it closes.
@pytest.mark.qt_log_ignore("commitData called with an editor", "plugin does not support")
def test_categories_are_edited_in_their_table(
    app: Application, page: BuilderPage, check_changes: CheckChanges
) -> None:
    app.window.actions_["go_numbers"].trigger()
    app.window.activateWindow()
    table = page.numbers.categories
    check_changes(table.categories)
    # Nothing has a heading yet, and no room is left empty.
    assert table.horizontalHeader().isHidden()
    QApplication.processEvents()
    assert table.viewport().height() == table.verticalHeader().length()
    type_into(table, 0, NAME, "Draw")
    assert table.horizontalHeader().isVisible()
    type_into(table, 0, TARGET, "3-5")
    assert deck_of(app).categories == (Category("Draw", (), 3, 5),)
    type_into(table, 0, TARGET, "many")
    type_into(table, 0, NAME, "Card draw")
    assert deck_of(app).categories == (Category("Card draw", (), 3, 5),)
    texts = [each.text() for each in table.menu().actions()]
    assert "Group the &deck by category" in texts


@pytest.mark.parametrize(
    ("typed", "bounds"),
    [
        ("", (None, None)),
        ("8", (8, None)),
        ("8+", (8, None)),
        ("3 - 5", (3, 5)),
        ("-3", (None, 3)),
        ("5-3", None),
        ("x", None),
        ("999", (999, None)),
        ("1001", None),  # the library would not read it again
        ("9" * 5000, None),
    ],
)
def test_a_target_is_read_as_it_is_typed(
    typed: str, bounds: tuple[int | None, int | None] | None
) -> None:
    assert parse_target(typed) == bounds
    if bounds:
        assert parse_target(target_text(Category("", (), *bounds))) == bounds


def test_the_list_is_grouped_as_it_was_when_the_window_closed(app: Application) -> None:
    page = open_sample(app)
    cards = sum(each.count for each in page.deck.model.sections)
    found = {}
    for action in page.deck.bar.groupings.actions():
        action.trigger()
        sections = page.deck.model.sections
        found[action.data()] = [each.title for each in sections]
        assert sum(each.count for each in sections) == cards
        assert len({each.number for each in sections}) == len(sections)
    assert found["name"] == ["Agenda", "Plots", "Draw deck"]
    assert found["faction"] == ["Agenda", "Plots", "Stark", "Neutral"]
    assert found["category"] == ["Agenda", "Plots", "No category"]
    assert {"Core Set", "Wolves of the North"} <= {*found["pack"]}
    app.window.close()
    assert app.window._settings.list_by == "name"  # noqa: SLF001 - what the next start reads


def test_own_categories_are_offered_to_the_next_deck(app: Application, qtbot: QtBot) -> None:
    open_library(app)
    page = open_sample(app)
    app.window.actions_["go_numbers"].trigger()
    table = page.numbers.categories
    kept = [card.code for card, _ in deck_of(app).slots if card.name == "The Roseroad"]
    page.categories.categorize(kept, {"gold": True})
    app.session.set_language(Language.GERMAN)
    choose(table, "&Save as mine, for every deck")
    qtbot.waitUntil(lambda: page.categories.own == {("The Roseroad", "gold")})
    app.session.set_language(None)
    open_sample(app, "The Iron Fleet (KotI)")
    app.window.actions_["go_numbers"].trigger()
    qtbot.waitUntil(lambda: page.categories.offered() == 1)
    choose(table, "&Use mine (1 card)")
    assert names(app, "The Roseroad") == ("gold",)
    assert page.categories.offered() == 0
