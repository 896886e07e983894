"""What is seen under the mouse while cards are dragged: which, and how many copies a drop moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QDrag, QImage
from PySide6.QtWidgets import QAbstractItemView

from carddb.card import Card
from desktop.session.drag_data import DraggedCards, dragged_cards
from desktop.widgets.card_delegate import Role
from desktop.widgets.drag_pixmap import HOT_SPOT, drag_label


def drag_words(dragged: DraggedCards, names: Sequence[str]) -> str:
    """Return what a drop of cards moves: "1 of 3 Osha", and below it "with Ctrl all 3"."""
    copies = sum(count for _, count, _ in dragged.copies)
    what = names[0] if len(names) == 1 else f"each of {len(names)} cards"
    if not dragged.from_deck:
        return f"Add 1 {'of ' if len(names) > 1 else ''}{what}"
    if copies == len(names):
        return f"1 {'of ' if len(names) > 1 else ''}{what}"
    return f"1 of {f'{copies} ' if len(names) == 1 else ''}{what}\nwith Ctrl all {copies}"


def start_drag(
    view: QAbstractItemView, actions: Qt.DropAction, face: QImage | None = None
) -> Qt.DropAction:
    """Drag the selected cards of a view with a label, below the picture of one of them."""
    rows = view.selectionModel().selectedRows()
    cards = [card for row in rows if isinstance(card := row.data(Role.CARD), Card)]
    data = view.model().mimeData(rows)
    dragged = dragged_cards(data)
    if not cards or dragged is None:
        return Qt.DropAction.IgnoreAction
    drag = QDrag(view)
    drag.setMimeData(data)
    drag.setPixmap(drag_label(view, drag_words(dragged, [card.name for card in cards]), face))
    drag.setHotSpot(HOT_SPOT)
    return drag.exec(actions, view.defaultDropAction())
