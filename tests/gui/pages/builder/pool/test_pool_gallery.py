"""All cards as a gallery: the same search, order, keys, clicks and marks as the table's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.spelling import fold
from carddb.terms import CardType
from decks.deck_section import DRAW_DECK
from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import PoolTitleRow
from desktop.pages.builder.pool.pool_gallery import PoolGallery
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.pool.view_menu import NARROWEST, WIDEST
from desktop.runtime.settings import PaletteChoice
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import DARK, LIGHT
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.large_card import LargeCard
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.pages.builder.test_card_menu import menu_over
from tests.gui.samples import deck_of, number_place, open_sample, present

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def shown_gallery(app: Application) -> PoolGallery:
    QTest.keyClick(app.window, Key.Key_G, CONTROL)
    gallery = present(app.window.build.pool.views.gallery)
    assert gallery.isVisible()
    return gallery


def cell(gallery: PoolGallery, row: int) -> QModelIndex:
    return gallery.model().index(row, gallery.modelColumn())


def middle(gallery: PoolGallery, row: int) -> QPoint:
    return gallery.card_place(gallery.visualRect(cell(gallery, row))).center()


def across(gallery: PoolGallery) -> int:
    """Return how many cards stand side by side in the first line."""
    top = gallery.visualRect(cell(gallery, 0)).top()
    tops = (gallery.visualRect(cell(gallery, row)).top() for row in range(20))
    return sum(each == top for each in tops)


def name_of(index: QModelIndex) -> str:
    return str(index.data(Role.CARD).name)


@pytest.fixture
def gallery(app: Application) -> PoolGallery:
    """Show cards of Stark in the gallery, beside a deck."""
    open_sample(app)
    app.window.build.pool.search.setText("f:stark t:character e:core")
    return shown_gallery(app)


def test_ctrl_g_goes_to_the_gallery_and_back(own_app: Application) -> None:
    views = own_app.window.build.pool.views
    assert views.gallery is None
    views.table.setFocus()
    gallery = shown_gallery(own_app)
    assert gallery.hasFocus()
    QTest.keyClick(own_app.window, Key.Key_G, CONTROL)
    assert views.table.isVisible()
    assert views.table.hasFocus()
    views.button.trigger()
    assert gallery.isVisible()


def test_search_and_order_are_those_of_the_table(pool: PoolPanel, gallery: PoolGallery) -> None:
    found = names(pool.model)
    assert 0 < len(found) < 40
    assert [name_of(cell(gallery, row)) for row in range(len(found))] == found
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert name_of(gallery.indexAt(middle(gallery, 0))) == names(pool.model)[0] != found[0]
    pool.search.setText("zzz")
    assert gallery.model().rowCount() == 0
    assert gallery.grab().toImage() is not None


def test_the_cards_of_a_type_are_a_group_and_plots_lie_in_theirs(
    pool: PoolPanel, gallery: PoolGallery
) -> None:
    pool.search.setText("f:stark")
    plots, *others = gallery.groups()
    found = [row.card for row in pool.model.rows]
    assert [each.type for each in found] == sorted(
        (each.type for each in found), key=list(CardType).index
    )
    assert (plots.heading.text, others[0].heading.text) == ("Plots", "Characters")
    assert plots.heading.heading == str(others[0].first)
    last, first = others[0].first - 1, others[0].first
    plot, character = (
        gallery.card_place(gallery.visualRect(cell(gallery, row))) for row in (last, first)
    )
    assert plot.width() > plot.height()
    assert character.height() == plot.width()
    above = QPoint(plot.center().x(), gallery.visualRect(cell(gallery, first)).top() - 2)
    assert not gallery.indexAt(above).isValid()
    gallery.setFocus()
    gallery.setCurrentIndex(cell(gallery, last))
    QTest.keyClick(gallery, Key.Key_Down)
    row = gallery.currentIndex().row()
    assert first <= row < first + across(gallery) + 2
    QTest.keyClick(gallery, Key.Key_Up)
    assert gallery.currentIndex().row() <= last
    QTest.keyClick(gallery, Key.Key_PageDown)
    QTest.keyClick(gallery, Key.Key_PageDown)
    assert gallery.currentIndex().row() > first
    assert gallery.viewport().rect().contains(gallery.visualRect(gallery.currentIndex()).center())
    pool.views.button.trigger()
    assert names(pool.model) == sorted(names(pool.model), key=fold)


def test_keys_change_copies_and_move_in_the_grid(app: Application, gallery: PoolGallery) -> None:
    gallery.setFocus()
    gallery.setCurrentIndex(cell(gallery, 0))
    side = across(gallery)
    assert side > 1
    app.session.edit(replace(deck_of(app), slots=()))
    for key, row in (
        (Key.Key_Right, 1),
        (Key.Key_Down, 1 + side),
        (Key.Key_Left, side),
        (Key.Key_Up, 0),
        (Key.Key_Up, 0),
        (Key.Key_End, gallery.model().rowCount() - 1),
        (Key.Key_Home, 0),
    ):
        QTest.keyClick(gallery, key)
        assert gallery.currentIndex().row() == row
    name = name_of(cell(gallery, 0))
    for key, count in (
        (Key.Key_0, 0),
        (Key.Key_2, 2),
        (Key.Key_Plus, 3),
        (Key.Key_Minus, 2),
        (Key.Key_Delete, 0),
        (Key.Key_Return, 1),
    ):
        QTest.keyClick(gallery, key)
        assert cell(gallery, 0).data(Role.COPIES) == count
    page = app.window.build
    assert page.card_view.accessibleName() == f"Card: {name}"
    QTest.keyClick(gallery, Key.Key_Space)
    large = present(app.window.findChild(LargeCard))
    assert large.isVisible()
    QTest.keyClick(large, Key.Key_Right)
    assert gallery.currentIndex().row() == 1
    QTest.keyClick(large, Key.Key_Space)
    QTest.keyClicks(gallery, "arya")
    assert page.pool.search.text().endswith("arya")


def test_the_versions_of_a_name_are_one_card_that_opens(
    pool: PoolPanel, gallery: PoolGallery, qtbot: QtBot
) -> None:
    pool.search.setText("arya stark")
    pool.by_title.setChecked(True)
    one, row = cell(gallery, 0), pool.model.rows[0]
    assert isinstance(row, PoolTitleRow)
    versions = len(row.versions)
    assert gallery.model().rowCount() == 1
    assert f"{versions} versions" in one.data(Qt.ItemDataRole.AccessibleTextRole)
    gallery.setFocus()
    gallery.setCurrentIndex(one)
    # Copies are those of all versions, and the last of them may be the one in the deck.
    QTest.keyClick(gallery, Key.Key_0)
    QTest.keyClick(gallery, Key.Key_Right)
    assert gallery.model().rowCount() == 1 + versions
    gallery.setCurrentIndex(cell(gallery, versions))
    QTest.keyClick(gallery, Key.Key_1)
    gallery.setCurrentIndex(one)
    QTest.keyClick(gallery, Key.Key_Left)
    assert (gallery.model().rowCount(), one.data(Role.COPIES)) == (1, 1)
    last = one.data(Role.CARD).code
    gallery.thumbnails.clear()
    gallery.moved.emit()
    qtbot.waitUntil(lambda: gallery.thumbnails.image(last) is not None)
    QTest.keyClick(gallery, Key.Key_2)
    assert one.data(Role.COPIES) == 2
    sign = gallery.marks_place(gallery.visualRect(one), one).topLeft() + QPoint(3, 3)
    for rows in (1 + versions, 1):
        QTest.mouseClick(gallery.viewport(), LEFT, pos=sign)
        assert gallery.model().rowCount() == rows


def test_what_is_selected_is_selected_in_the_table_too(
    app: Application, gallery: PoolGallery
) -> None:
    table = app.window.build.pool.table
    QTest.mouseClick(gallery.viewport(), LEFT, pos=middle(gallery, 1))
    QTest.mouseClick(gallery.viewport(), LEFT, SHIFT, middle(gallery, 4))
    chosen = [card.name for card, _ in gallery.chosen_rows()]
    assert chosen == names(table.pool_model)[1:5]
    assert [card.name for card, _ in table.chosen_rows()] == chosen
    QTest.keyClick(gallery, Key.Key_2)
    assert {index.data(Role.COPIES) for index in table.selectionModel().selectedRows()} == {2}
    QTest.keyClick(app.window, Key.Key_G, CONTROL)
    assert table.currentIndex().row() == 4
    assert table.currentIndex().column() == column("Name")
    table.selectRow(2)
    QTest.keyClick(app.window, Key.Key_G, CONTROL)
    assert gallery.currentIndex() == cell(gallery, 2)
    QTest.keyClick(gallery, Key.Key_Right)
    assert gallery.currentIndex() == cell(gallery, 3)


def test_what_is_current_and_selected_stays_while_the_search_changes(
    app: Application, pool: PoolPanel, gallery: PoolGallery
) -> None:
    QTest.mouseClick(gallery.viewport(), LEFT, pos=middle(gallery, 1))
    QTest.mouseClick(gallery.viewport(), LEFT, SHIFT, middle(gallery, 2))
    chosen = {card.code for card, _ in gallery.chosen_rows()}
    for words in ("f:stark t:character e:core o>=0", "f:stark t:character"):
        pool.search.setText(words)
        assert gallery.currentIndex().data(Role.CARD).code in chosen
        assert {card.code for card, _ in gallery.chosen_rows()} == chosen
    QTest.keyClick(app.window, Key.Key_G, CONTROL)
    pool.search.clear()
    assert {card.code for card, _ in pool.table.chosen_rows()} == chosen


def test_a_click_on_a_number_below_a_card_sets_its_copies(
    app: Application, gallery: PoolGallery
) -> None:
    app.window.build.pool.search.setText("hedge knight e:TKP")
    index = cell(gallery, 0)
    app.session.set_copies([(index.data(Role.CARD), DRAW_DECK)], 0)
    second = number_place(gallery, index, 2)
    QTest.mouseClick(gallery.viewport(), LEFT, pos=second)
    assert index.data(Role.COPIES) == 2
    QTest.mouseDClick(gallery.viewport(), LEFT, pos=middle(gallery, 0))
    assert index.data(Role.COPIES) == 3


def test_the_menu_is_that_of_the_table(app: Application, gallery: PoolGallery) -> None:
    place = middle(gallery, 0)
    QTest.mouseClick(gallery.viewport(), LEFT, pos=place)
    menu = menu_over(gallery.viewport(), place)
    assert menu.accessibleName() == gallery.currentIndex().data(Role.CARD).name
    menu.close()


def test_the_slider_changes_the_size_and_the_current_card_stays_in_view(
    app: Application, gallery: PoolGallery
) -> None:
    app.window.build.pool.search.clear()
    views = app.window.build.pool.views
    gallery.setCurrentIndex(cell(gallery, 1500))
    before = across(gallery)
    for key, now in ((Key.Key_End, 1), (Key.Key_Home, before + 1)):
        QTest.keyClick(views.slider, key)
        assert across(gallery) in {now, now - 1}
        assert gallery.viewport().rect().intersects(gallery.visualRect(gallery.currentIndex()))
    assert (views.slider.minimum(), views.slider.maximum()) == (NARROWEST, WIDEST)
    assert views.slider.accessibleName()
    assert str(NARROWEST) in views.slider.accessibleDescription()


def test_a_screen_reader_hears_the_card_its_copies_and_its_marks(
    app: Application, gallery: PoolGallery
) -> None:
    spoken = QAccessible.queryAccessibleInterface(gallery)
    assert spoken.role() is QAccessible.Role.List
    assert spoken.childCount() == gallery.model().rowCount()
    words = spoken.child(0).text(QAccessible.Text.Name)
    assert words.startswith(name_of(cell(gallery, 0)))
    assert "in the deck" in words


def ground(gallery: PoolGallery) -> int:
    """Return how light the first card is below its text, as painted; -1 before it is there."""
    place = gallery.card_place(gallery.visualRect(cell(gallery, 0)))
    if gallery.thumbnail(cell(gallery, 0)) is None:
        return -1
    image = gallery.viewport().grab(place).toImage()
    return image.pixelColor(image.width() // 2, image.height() * 9 // 10).lightness()


def test_what_is_in_view_is_drawn_in_both_palettes(
    app: Application, gallery: PoolGallery, qtbot: QtBot
) -> None:
    for choice, colours in ((PaletteChoice.LIGHT, LIGHT), (PaletteChoice.DARK, DARK)):
        app.theme.choose(choice)
        panel = colours.panel.lightness()
        qtbot.waitUntil(lambda panel=panel: abs(ground(gallery) - panel) < 16)  # type: ignore[misc]


def test_new_cards_show_in_the_gallery(
    empty_app: Application, cards: LoadedCards, qtbot: QtBot
) -> None:
    gallery = shown_gallery(empty_app)
    assert gallery.model().rowCount() == 0
    empty_app.window.build.pool.search.setText('arya or "a noble cause"')  # few cards are drawn
    empty_app.session.receive_cards(cards)
    qtbot.waitUntil(lambda: gallery.thumbnails.idle and ground(gallery) > 0)
    empty_app.window.build.pool.types.chips[CardType.PLOT].click()
    qtbot.waitUntil(lambda: gallery.thumbnails.idle and ground(gallery) > 0)
