"""A walk with categories: set by key, menu and drag, counted, wanted, seen, and taken elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from decks.categories import categories_of
from desktop.app import Application
from desktop.pages.builder.card_commands import LESS, MenuRequest
from desktop.pages.builder.category_commands import CategoriesDialog
from desktop.pages.builder.page import BuilderPage
from tests.gui.pages.builder.test_card_drops import drag, picked_up
from tests.gui.samples import copies, deck_of, open_sample, select, steps

pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


def headings(page: BuilderPage) -> list[str]:
    return [f"{each.title} {each.total}" for each in page.deck.model.sections]


def names(app: Application, name: str) -> tuple[str, ...]:
    deck = deck_of(app)
    return categories_of(deck, next(card for card, _ in deck.slots if card.name == name))


def press_key(app: Application, typed: str) -> None:
    app.window.actions_["categories"].trigger()
    dialog = app.window.findChild(CategoriesDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.new, typed)
    dialog.accept()


def test_a_walk_with_categories(app: Application, page: BuilderPage, qtbot: QtBot) -> None:
    verdict = app.session.shown.verdict
    select(page, "Osha")
    press_key(app, "tricks, gold")
    assert names(app, "Osha") == ("tricks", "gold")
    # By the menu of a card.
    ice = next(card for card, _ in deck_of(app).slots if card.name == "Ice")
    menu = page.menus.open(MenuRequest(page, page.rect().center(), (ice,)))
    assert menu is not None
    inside = next(each for each in menu.findChildren(QMenu) if each.title() == "Cate&gories")
    next(each for each in inside.actions() if each.text() == "gold").trigger()
    menu.close()
    assert names(app, "Ice") == ("gold",)
    # The deck by category, with a target that is missed and one that is met.
    page.numbers.categories.group.click()
    page.categories.set_target("gold", 8, 10)
    page.categories.set_target("tricks", 3, None)
    assert [each for each in headings(page) if each.startswith(("tricks", "gold"))] == [
        "tricks 3 (3 or more)",
        "gold 4 instead of 8\N{EN DASH}10",
    ]
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
    # The numbers: copies, what is wanted, and the chance to see one, in one click.
    app.window.actions_["go_numbers"].trigger()
    panel = page.numbers.categories
    qtbot.waitUntil(lambda: len(panel.figures.figures) == 2)
    assert page.numbers.charts["categories"].chart.categories == ("tricks", "gold")
    panel.see.click()
    qtbot.waitUntil(lambda: all("%" in each.aside for each in panel.figures.figures))
    assert panel.figures.note.startswith("Not as wanted: gold.")
    panel.chosen.setCurrentText("gold")
    panel.remove.click()
    assert names(app, "Ice") == ()
    assert steps(app)[:3] == ["Change the categories", "Category gold", "Category gold"]
    while app.session.steps.canUndo():
        app.session.steps.undo()
    assert deck_of(app).categories == ()


def test_the_list_is_grouped_as_it_was_when_the_window_closed(app: Application) -> None:
    page = open_sample(app)
    chooser, cards = page.deck.group_by, sum(each.count for each in page.deck.model.sections)
    found = {}
    for number in range(chooser.count()):
        chooser.setCurrentIndex(number)
        chooser.activated.emit(number)
        sections = page.deck.model.sections
        found[chooser.currentData()] = [each.title for each in sections]
        assert sum(each.count for each in sections) == cards
        assert len({each.number for each in sections}) == len(sections)
    assert found["name"] == ["Agenda", "Plots", "Draw deck"]
    assert found["faction"] == ["Agenda", "Plots", "Stark", "Neutral"]
    assert found["category"] == ["Agenda", "Plots", "No category"]
    assert {"Core Set", "Wolves of the North"} <= {*found["pack"]}
    app.window.close()
    assert app.window._settings.list_by == "name"  # noqa: SLF001 - what the next start reads


def test_own_categories_are_offered_to_the_next_deck(app: Application, qtbot: QtBot) -> None:
    app.open_library()
    qtbot.waitUntil(lambda: app.window.library_worker.loaded)
    page = open_sample(app)
    app.window.actions_["go_numbers"].trigger()
    panel = page.numbers.categories
    qtbot.waitUntil(panel.hint.isVisible)
    kept = [card.code for card, _ in deck_of(app).slots if card.name == "The Roseroad"]
    page.categories.categorize(kept, {"gold": True})
    qtbot.waitUntil(panel.save.isVisible)
    panel.save.click()
    qtbot.waitUntil(lambda: page.categories.own == {("The Roseroad", "gold")})
    open_sample(app, "The Iron Fleet (KotI)")
    app.window.actions_["go_numbers"].trigger()
    qtbot.waitUntil(panel.take.isVisible)
    assert panel.take.text() == "&Use mine (1 card)"
    panel.take.click()
    assert names(app, "The Roseroad") == ("gold",)
    qtbot.waitUntil(lambda: not panel.take.isVisible())
