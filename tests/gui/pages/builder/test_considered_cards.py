"""Cards that are considered: there and back by key, menu and drag, marked, saved and undone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from decks.deck_section import CONSIDERED
from desktop.app import Application
from desktop.pages.builder.card_commands import MenuRequest
from desktop.pages.builder.page import BuilderPage
from desktop.style import icons
from desktop.widgets.card_delegate import Role
from tests.gui.pages.builder.test_card_drops import drag, picked_up
from tests.gui.samples import copies, deck_of, open_sample, present, select, steps

pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")


def considered(app: Application) -> dict[str, int]:
    return {card.name: count for card, count in deck_of(app).considered}


def marks(page: BuilderPage, column: str) -> list[str]:
    """Return the marks of the first row of all cards, as one of its columns paints them."""
    model = page.pool.model
    number = next(n for n, each in enumerate(model.headings) if each.name == column)
    return [glyph.name for glyph in model.index(0, number).data(Role.CELL).glyphs]


def headings(page: BuilderPage) -> list[str]:
    return [f"{each.title} {each.count}" for each in page.deck.model.sections]


def press_key(app: Application) -> None:
    app.window.actions_["consider"].trigger()


def test_a_walk_with_cards_that_are_considered(app: Application, qtbot: QtBot) -> None:
    page, verdict = open_sample(app), app.session.shown.verdict
    assert verdict is not None
    # One of the deck, in the deck's list.
    select(page, "Osha")
    press_key(app)
    assert (considered(app), copies(app, "Osha")) == ({"Osha": 3}, 0)
    assert headings(page)[-1] == "Considered 3"
    assert app.session.shown.verdict != verdict
    # Back from the section itself.
    page.deck.list.select_cards([card.code for card, _ in deck_of(app).considered])
    press_key(app)
    assert (considered(app), copies(app, "Osha")) == ({}, 3)
    assert app.session.shown.verdict == verdict
    # One that the deck lacks, in the table and in the gallery, where it has its mark.
    page.pool.search.setText('"Hedge Knight" e:TKP')
    page.pool.table.setFocus()
    page.pool.table.selectRow(0)
    press_key(app)
    assert considered(app) == {"Hedge Knight": 1}
    assert app.session.shown.verdict == verdict
    assert marks(page, "Legality") == marks(page, "Card") == [icons.CONSIDERED]
    page.pool.search.setText("considered:yes")
    qtbot.waitUntil(lambda: [row.card.name for row in page.pool.model.rows] == ["Hedge Knight"])
    # The menu has it, too.
    card = deck_of(app).considered[0][0]
    menu = present(page.menus.open(MenuRequest(page, page.rect().center(), (card,))))
    (action,) = [each for each in menu.actions() if "Ctrl+U" in each.text()]
    assert isinstance(action, QAction)
    action.trigger()
    menu.close()
    assert (considered(app), copies(app, "Hedge Knight")) == ({}, 1)
    assert steps(app) == [
        "Move 3 Osha to the considered cards",
        "Move 3 Osha to the deck",
        "Consider 1 Hedge Knight",
        "Move 1 Hedge Knight to the deck",
    ]
    for _ in range(4):
        app.session.steps.undo()
    assert (considered(app), copies(app, "Osha"), copies(app, "Hedge Knight")) == ({}, 3, 0)


def test_cards_are_dragged_to_a_section_that_appears(app: Application, page: BuilderPage) -> None:
    select(page, "Osha")
    data, model, view = picked_up(page.deck.list), page.deck.model, page.deck.list
    before = headings(page)
    model.offer_considered(offered=True)
    assert headings(page) == [*before, "Considered 0"]
    place = model.index(len(before), 0)
    view.scrollTo(place)
    assert drag(view, data, view.visualRect(place).center())
    assert (considered(app), copies(app, "Osha")) == ({"Osha": 1}, 2)
    # Keys change the copies that are considered.
    QTest.keyClick(view, Qt.Key.Key_Plus)
    view.select_cards([deck_of(app).considered[0][0].code])
    app.session.set_copies([(deck_of(app).considered[0][0], CONSIDERED)], 0)
    assert headings(page)[-1] != "Considered 0"
    assert considered(app) == {}
