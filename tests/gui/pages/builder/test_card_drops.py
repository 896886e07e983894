"""Cards dragged between the table and the deck, by the whole protocol of dragging."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView
from pytestqt.qtbot import QtBot

from decks.deck_section import DRAW_DECK, ROOKERY
from desktop.app import Application
from desktop.pages.builder.card_commands import drag_words
from desktop.pages.builder.page import BuilderPage
from desktop.session.drag_data import CARDS, DraggedCards, dragged_cards
from desktop.widgets.card_delegate import Role
from desktop.widgets.drag_pixmap import drag_label
from tests.gui.samples import copies, deck_of, open_sample, present, select, steps

# Since Qt 6.12 these events want a QPointF, which Qt 6.7 does not know.
pytestmark = pytest.mark.filterwarnings("ignore:.*QDrag(Enter|Move)Event.*:DeprecationWarning")
CONTROL = Qt.KeyboardModifier.ControlModifier
BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drag(
    view: QAbstractItemView, data: QMimeData, place: QPoint, held: Qt.KeyboardModifier = NO_KEY
) -> bool:
    """Send a whole drag over a view; return whether it was accepted all the way."""
    action = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    enter = QDragEnterEvent(place, action, data, BUTTON, NO_KEY)
    move = QDragMoveEvent(place, action, data, BUTTON, NO_KEY)
    drop = QDropEvent(QPointF(place), action, data, BUTTON, held)
    for event in (enter, move, drop):
        QApplication.sendEvent(view.viewport(), event)
    return all(event.isAccepted() for event in (enter, move, drop))


def picked_up(view: QAbstractItemView) -> QMimeData:
    """Return what is dragged when the selected rows are."""
    return view.model().mimeData(view.selectionModel().selectedRows())


def middle(view: QAbstractItemView) -> QPoint:
    return view.viewport().rect().center()


def test_cards_of_the_table_are_dropped_into_the_deck(app: Application, page: BuilderPage) -> None:
    page.pool.search.setText("hedge knight e:TKP")
    page.pool.table.selectRow(0)
    data = picked_up(page.pool.table)
    assert data.text() == "1x Hedge Knight (TKP)"
    assert data.hasFormat(CARDS)
    assert drag(page.deck.list, data, middle(page.deck.list))
    assert copies(app, "Hedge Knight") == 1
    assert steps(app) == ["Add 1 Hedge Knight"]


def test_one_copy_is_dropped_back_from_the_deck_and_with_ctrl_all(app: Application) -> None:
    page = open_sample(app)
    for held, left, step in ((NO_KEY, 2, "Remove 1 Osha"), (CONTROL, 0, "Remove 3 Osha")):
        select(page, "Osha")
        data = picked_up(page.deck.list)
        assert data.text() == "3x Osha (WotN)", step
        assert drag(page.pool.table, data, middle(page.pool.table), held), step
        assert copies(app, "Osha") == left, step
        assert steps(app) == [step]
        app.session.steps.undo()
        assert copies(app, "Osha") == 3, step


def test_the_gallery_takes_part_in_dragging_like_the_table(app: Application) -> None:
    page = open_sample(app)
    page.pool.views.button.trigger()
    gallery = present(page.pool.views.gallery)
    select(page, "Osha")
    assert drag(gallery, picked_up(page.deck.list), middle(gallery))
    assert copies(app, "Osha") == 2
    page.pool.search.setText("hedge knight e:TKP")
    gallery.setCurrentIndex(gallery.model().index(0, gallery.modelColumn()))
    assert drag(page.deck.list, picked_up(gallery), middle(page.deck.list))
    assert copies(app, "Hedge Knight") == 1


def test_several_cards_are_dragged_at_once_as_one_step(app: Application, page: BuilderPage) -> None:
    begun = deck_of(app)
    page.pool.search.setText("f:stark t:character s>=5 unique:no deck:0")
    page.pool.table.selectAll()
    chosen = [page.pool.model.card_at(row) for row in range(page.pool.model.rowCount())]
    assert len(chosen) > 2
    assert drag(page.deck.list, picked_up(page.pool.table), middle(page.deck.list))
    assert all(deck_of(app).copies(card) == 1 for card in chosen)
    assert len(steps(app)) == 1
    page.deck.list.select_cards([card.code for card in chosen])
    assert drag(page.pool.table, picked_up(page.deck.list), middle(page.pool.table))
    assert deck_of(app) == begun
    assert len(steps(app)) == 2


def test_a_drop_where_the_card_came_from_changes_nothing(app: Application) -> None:
    page = open_sample(app)
    select(page, "Osha")
    drag(page.deck.list, picked_up(page.deck.list), middle(page.deck.list))
    page.pool.table.selectRow(0)
    assert not drag(page.pool.table, picked_up(page.pool.table), middle(page.pool.table))
    assert steps(app) == []


def test_a_card_is_dropped_on_the_rookery(app: Application, page: BuilderPage) -> None:
    osha = next(card for card, _ in deck_of(app).slots if card.name == "Osha")
    app.session.choose(format_name="rookery")
    app.session.edit(ROOKERY.changed(deck_of(app), osha, 1))
    model = page.deck.model
    rookery = model.index(model.rowCount() - 1, 0)
    select(page, "Summer")
    page.deck.list.scrollTo(model.index(0, 0, rookery))
    place = page.deck.list.visualRect(model.index(0, 2, rookery)).center()
    assert model.index(0, 0, rookery).data(Role.PLACE) == ROOKERY
    assert drag(page.deck.list, picked_up(page.deck.list), place)
    assert [card.name for card, _ in deck_of(app).rookery] == ["Osha", "Summer"] or [
        card.name for card, _ in deck_of(app).rookery
    ] == ["Summer", "Osha"]


def test_broken_data_is_not_taken(app: Application, page: BuilderPage) -> None:
    for raw in (b"", b"[]", b"{", b'{"from_deck": 1, "copies": [["01001"]]}'):
        data = QMimeData()
        data.setData(CARDS, raw)
        assert dragged_cards(data) is None, raw
        drag(page.deck.list, data, middle(page.deck.list))
        assert steps(app) == [], raw


def test_cards_of_another_edition_are_not_taken(app: Application, page: BuilderPage) -> None:
    data = QMimeData()
    data.setData(CARDS, b'{"from_deck": false, "copies": [["core_1", 1, "deck", null]]}')
    drag(page.deck.list, data, middle(page.deck.list))
    assert steps(app) == []


@pytest.mark.parametrize(
    ("from_deck", "copies_dragged", "words"),
    [
        (True, (3,), "1 of 3 Osha\nwith Ctrl all 3"),
        (True, (1,), "1 Osha"),
        (True, (3, 2), "1 of each of 2 cards\nwith Ctrl all 5"),
        (True, (1, 1), "1 of each of 2 cards"),
        (False, (1,), "Add 1 Osha"),
        (False, (1, 1), "Add 1 of each of 2 cards"),
    ],
)
def test_a_drag_says_how_many_copies_it_moves(
    from_deck: bool,
    copies_dragged: tuple[int, ...],
    words: str,
) -> None:
    names = ["Osha", "Summer"][: len(copies_dragged)]
    slots = zip(names, copies_dragged, strict=True)
    dragged = DraggedCards(from_deck, tuple((name, count, DRAW_DECK) for name, count in slots))
    assert drag_words(dragged, names) == words


def test_the_label_of_a_drag_has_room_for_its_words_below_a_card(qtbot: QtBot) -> None:
    view = QListView()
    qtbot.addWidget(view)
    plain = drag_label(view, "1 of 3 Osha\nwith Ctrl all 3").deviceIndependentSize()
    assert plain.height() > 2 * view.fontMetrics().height()
    assert plain.width() > view.fontMetrics().horizontalAdvance("with Ctrl all 3")
    face = QImage(300, 400, QImage.Format.Format_RGB32)
    below = drag_label(view, "1 Osha", face).deviceIndependentSize()
    assert below.width() == 300
    assert below.height() > 400 + view.fontMetrics().height()
