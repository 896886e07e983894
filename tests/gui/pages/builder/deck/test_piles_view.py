"""The deck in piles: the same rows, selection, keys, clicks and drops as its list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.deck_section import ROOKERY
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import GROUPINGS, DeckCardColumn, shown_sections
from desktop.pages.builder.deck.piles_view import PilesView
from desktop.pages.builder.page import BuilderPage
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role, minus_place
from tests.gui.pages.builder.test_card_drops import CONTROL, drag, picked_up
from tests.gui.pages.builder.test_card_menu import choose, menu_over
from tests.gui.pixels import inks_of
from tests.gui.samples import WOLVES, copies, deck_of, open_sample, present, rows_named, steps

pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")
Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown(app: Application) -> tuple[BuilderPage, PilesView]:
    """Show a deck in piles by the command's shortcut."""
    page = open_sample(app)
    QTest.keyClick(app.window, Key.Key_B, CONTROL)
    assert page.deck.piles is not None
    view = page.deck.piles
    assert view.isVisible()
    assert not page.deck.list.isVisible()
    return page, view


def name_cell(page: BuilderPage, name: str) -> QModelIndex:
    return rows_named(page, name)[0].siblingAtColumn(DeckCardColumn.NAME)


def place_of(page: BuilderPage, view: PilesView, name: str) -> QPoint:
    """Bring a card into view; return the middle of what is seen of it."""
    view.scrollTo(name_cell(page, name))
    return view.visualRect(name_cell(page, name)).center()


def current(view: PilesView) -> str:
    return str(view.currentIndex().siblingAtColumn(DeckCardColumn.NAME).data())


def test_cards_are_grouped_by_type_or_cost(sample: Callable[[str], Deck]) -> None:
    deck = sample(WOLVES)
    by_cost = shown_sections(deck, GROUPINGS["cost"])
    titles = [each.title for each in by_cost]
    assert titles[:4] == ["Agenda", "Plots", "Cost 0", "Cost 1"]
    assert titles == ["Agenda", "Plots", *(f"Cost {n}" for n in range(8) if f"Cost {n}" in titles)]
    assert sum(each.count for each in by_cost) == sum(n.count for n in shown_sections(deck)) == 68
    numbers = [each.number for each in by_cost[2:]]
    assert not {each.number for each in shown_sections(deck)} & set(numbers)
    assert all(card.cost == 0 for card, _ in by_cost[2].slots)


def test_cost_x_and_no_cost_have_piles_of_their_own(cards: LoadedCards) -> None:
    text = '1x "A Lion Still Has Claws" (HMW)\n1x A Pinch of Powder (IDP)\n1x A Noble Cause (Core)'
    (reading,) = read_decks(text, cards.pools)
    sections = shown_sections(reading.deck, GROUPINGS["cost"])
    assert [each.title for each in sections][-2:] == ["Cost X", "No cost"]


def test_the_toggle_shows_the_list_again_and_keeps_the_focus(app: Application) -> None:
    page = open_sample(app)
    page.deck.list.setFocus()
    place = page.deck.list.geometry()
    QTest.mouseClick(page.deck.bar.piles, LEFT)
    assert page.deck.piles is not None
    QApplication.processEvents()
    assert page.deck.piles.geometry() == place
    assert page.deck.bar.piles.isChecked()
    QTest.keyClick(app.window, Key.Key_D, CONTROL)
    assert page.deck.piles.hasFocus()
    QTest.keyClick(app.window, Key.Key_B, CONTROL)
    assert page.deck.list.hasFocus()
    assert page.deck.bar.piles.accessibleName() == "Show the deck in piles"


def test_piles_take_the_place_of_the_list(app: Application) -> None:
    page, view = shown(app)
    bar = page.deck.bar
    below = bar.mapTo(page.deck, bar.rect().bottomLeft()).y() + 1
    assert view.mapTo(page.deck, view.rect().topLeft()).y() - below <= 1
    assert view.height() == page.deck.height() - below


def test_piles_and_their_grouping_are_remembered(new_app: Callable[[], Application]) -> None:
    window = new_app().window
    window.build.deck.toggle_piles()
    window.build.deck.group("cost")
    window.close()
    again = new_app().window.build.deck
    assert again.shows_piles
    assert again.grouping.code == "cost"


def test_every_card_is_painted_where_it_is_found(app: Application) -> None:
    page, view = shown(app)
    app.window.resize(1900, 1000)
    for index in (i for s in range(page.deck.model.rowCount()) for i in rows_under(page, s)):
        view.scrollTo(index)
        seen = view.visualRect(index)
        assert view.viewport().rect().contains(seen.center())
        assert view.indexAt(seen.center()) == index
    view.verticalScrollBar().setValue(0)
    picture = view.viewport().grab().toImage()
    first = rows_under(page, 0)[0]
    inks = colours_in(picture, view.visualRect(first))
    assert len(inks) > 20


def rows_under(page: BuilderPage, section: int) -> list[QModelIndex]:
    model, parent = page.deck.model, page.deck.model.index(section, 0)
    return [model.index(row, DeckCardColumn.NAME, parent) for row in range(model.rowCount(parent))]


def colours_in(picture: QImage, rect: QRect) -> set[int]:
    part = picture.copy(rect)
    return inks_of(part)


def test_arrows_walk_in_the_order_in_which_cards_are_read(app: Application) -> None:
    page, view = shown(app)
    app.session.edit(replace(deck_of(app), slots=deck_of(app).slots[::2]))
    view.setFocus()
    QTest.keyClick(view, Key.Key_Home)
    walked = [current(view)]
    expected = [card.name for each in page.deck.model.sections for card, _ in each.slots]
    for _ in expected[1:]:
        QTest.keyClick(view, Key.Key_Down)
        walked.append(current(view))
    assert walked == expected
    QTest.keyClick(view, Key.Key_Down)
    assert current(view) == expected[-1]
    QTest.keyClick(view, Key.Key_Home)
    QTest.keyClick(view, Key.Key_Right)
    assert current(view) == page.deck.model.sections[1].slots[0][0].name
    QTest.keyClick(view, Key.Key_PageDown)
    assert current(view) == page.deck.model.sections[2].slots[0][0].name
    QTest.keyClick(view, Key.Key_PageUp)
    QTest.keyClick(view, Key.Key_Left)
    assert current(view) == expected[0]
    QTest.keyClick(view, Key.Key_End)
    assert current(view) == expected[-1]


def test_a_chosen_card_is_shown_and_stays_chosen_in_the_list_and_in_other_piles(
    app: Application,
) -> None:
    page, view = shown(app)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(page, view, "Osha"))
    assert page.card_view.accessibleName() == "Card: Osha"
    assert [card.name for card in page.deck.list.selected_cards()] == ["Osha"]
    page.deck.bar.groupings.actions()[1].trigger()
    assert page.deck.model.sections[2].title == "Cost 0"
    assert [card.name for card in page.deck.list.selected_cards()] == ["Osha"]
    assert current(view) == "Osha"
    QTest.keyClick(app.window, Key.Key_B, CONTROL)
    assert page.deck.model.sections[2].title == "Characters"
    assert [card.name for card in page.deck.list.selected_cards()] == ["Osha"]


def test_nobody_chose_the_card_that_is_current_at_first(app: Application) -> None:
    page, view = shown(app)
    chosen: list[object] = []
    page.deck.list.card_chosen.connect(chosen.append)
    view.setFocus()
    assert view.hasFocus()
    assert chosen == []
    QTest.keyClick(view, Key.Key_Down)
    assert len(chosen) == 1


def test_shift_selects_the_cards_between(app: Application) -> None:
    page, view = shown(app)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(page, view, "Eddard Stark"))
    QTest.mouseClick(view.viewport(), LEFT, SHIFT, place_of(page, view, "Jon Snow"))
    names = [card.name for card in page.deck.list.selected_cards()]
    assert names == ["Eddard Stark", "Grey Wind", "Jon Snow"]
    QTest.keyClick(view, Key.Key_Down, SHIFT)
    assert len(page.deck.list.selected_cards()) == 4


def test_keys_change_the_copies_and_the_next_card_follows(app: Application) -> None:
    page, view = shown(app)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(page, view, "Osha"))
    view.setFocus()
    QTest.keyClick(view, Key.Key_Minus)
    assert copies(app, "Osha") == 2
    QTest.keyClick(view, Key.Key_Delete)
    assert steps(app) == ["Remove 3 Osha"]
    assert current(view) == "Rattleshirt's Raiders"
    QTest.keyClick(app.window, Key.Key_Z, CONTROL)
    assert view.indexAt(place_of(page, view, "Osha")).data() == "Osha"
    QTest.keyClicks(view, "ari")
    assert page.pool.search.text() == "ari"


def test_a_double_click_adds_and_the_minus_takes_a_copy(app: Application) -> None:
    page, view = shown(app)
    place = place_of(page, view, "Bran Stark")
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    QTest.mouseDClick(view.viewport(), LEFT, pos=place)
    assert copies(app, "Bran Stark") == 2
    view.scrollTo(name_cell(page, "Bran Stark"))
    count = view.visualRect(rows_named(page, "Bran Stark")[0])
    minus = minus_place(count, view.fontMetrics()).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=minus)
    assert copies(app, "Bran Stark") == 1


def test_the_menu_is_that_of_the_list(app: Application, qtbot: QtBot) -> None:
    page, view = shown(app)
    QTest.mouseClick(view.viewport(), LEFT, pos=place_of(page, view, "Osha"))
    view.setFocus()
    QTest.keyClick(view, Key.Key_Space)
    QTest.keyClick(app.window.focusWidget(), Key.Key_Space)
    qtbot.waitUntil(view.hasFocus)
    place = view.visualRect(name_cell(page, "Osha")).center()
    choose(menu_over(view.viewport(), place), "Remove one copy")
    assert copies(app, "Osha") == 2


def test_cards_are_dragged_between_pool_and_piles(app: Application) -> None:
    page, view = shown(app)
    page.pool.search.setText("hedge knight e:TKP")
    page.pool.table.selectRow(0)
    assert drag(view, picked_up(page.pool.table), place_of(page, view, "Osha"))
    assert copies(app, "Hedge Knight") == 1
    middle = page.pool.table.viewport().rect().center()
    page.deck.list.select_cards([name_cell(page, "Osha").data(Role.CARD).code])
    assert drag(page.pool.table, picked_up(view), middle)
    assert copies(app, "Osha") == 2
    assert drag(page.pool.table, picked_up(view), middle, CONTROL)
    assert copies(app, "Osha") == 0


def test_the_blank_below_a_pile_is_the_pile(app: Application) -> None:
    page, view = shown(app)
    app.session.choose(format_name="rookery")
    osha = name_cell(page, "Osha").data(Role.CARD)
    page.deck.list.select_cards([osha.code])
    model = page.deck.model
    rookery = model.index(model.rowCount() - 1, 0)
    assert rookery.data() == "Rookery"
    view.scrollContentsBy(0, 0)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    place = view.visualRect(rookery).center()
    assert view.indexAt(place) == rookery
    assert drag(view, picked_up(view), place)
    assert [(card.name, n) for card, n in deck_of(app).rookery] == [("Osha", 1)]
    assert model.sections[-1].place == ROOKERY


def test_piles_and_cards_have_names_for_screen_readers(app: Application) -> None:
    _, view = shown(app)
    tree = present(QAccessible.queryAccessibleInterface(view))
    assert tree.role() is QAccessible.Role.Tree
    said = [tree.child(n).text(QAccessible.Text.Name) for n in range(tree.childCount())]
    assert "Plots: 7" in said
    assert "Osha, 3 copies, unique" in said
    assert "Bran Stark, Core, 1 copy, unique" in said
    view.setFocus()
    QTest.keyClick(view, Key.Key_End)
    assert view.currentIndex().column() == DeckCardColumn.NAME


def test_marks_are_those_of_the_list(app: Application, open_text: Callable[[str], None]) -> None:
    open_text("4x Osha (WotN)\n1x A Noble Cause (Core)")
    page = app.window.build
    page.deck.toggle_piles()
    assert page.deck.piles is not None
    view, cells = page.deck.piles, page.deck.model.cells(rows_named(page, "Osha")[0])
    assert cells[DeckCardColumn.MARK].glyphs
    place = view.visualRect(name_cell(page, "Osha").siblingAtColumn(DeckCardColumn.MARK))
    with_mark = colours_in(view.viewport().grab().toImage(), place)
    other = view.visualRect(name_cell(page, "A Noble Cause").siblingAtColumn(DeckCardColumn.MARK))
    assert len(with_mark) > len(colours_in(view.viewport().grab().toImage(), other))
    said = name_cell(page, "Osha").data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("4 copies of Osha in the draw deck; 3 are allowed.")


def test_an_empty_deck_says_what_to_do(app: Application, open_text: Callable[[str], None]) -> None:
    open_text("1x A Noble Cause (Core)")
    page = app.window.build
    page.deck.toggle_piles()
    page.deck.list.selectAll()
    assert page.deck.piles is not None
    view = page.deck.piles
    QTest.keyClick(view, Key.Key_Delete)
    assert page.deck.model.rowCount() == 0
    assert len(colours_in(view.viewport().grab().toImage(), view.viewport().rect())) > 3
    QTest.keyClick(view, Key.Key_Down)
    assert not view.currentIndex().isValid()
