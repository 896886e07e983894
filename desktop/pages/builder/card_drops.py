"""Decides what a drop of cards does: what is accepted, how many copies, and the deck after it.

A drop goes from a view (CardListView) to its model, which announces what was dropped and where; the
page then makes the deck of `deck_after_drop` the one on screen, as a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent
from typing_extensions import override

from carddb.pool import CardPool
from decks.deck import Deck
from decks.deck_section import DeckSection
from desktop.session.drag_data import CARDS, DraggedCards, dragged_cards
from desktop.widgets.card_delegate import AnyIndex
from validators.card_counts import deck_sections, moved, with_more

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel as _Model
else:  # an object of Qt can have only one class of Qt as its parent
    _Model = object

CARD_FLAGS = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
)


def deck_after_drop(
    deck: Deck, pool: CardPool, dragged: DraggedCards, target: DeckSection | None
) -> Deck:
    """Return the deck after cards were dropped on a section of it, or on the table of all cards.

    There (`target` is None) they leave the deck. From another section they move, all of them; from
    the table copies are added up to a card's limit. Cards of another edition are not taken, nor
    those of a section that the deck does not have.
    """
    sections = deck_sections(deck)
    for code, copies, source in dragged.copies:
        card = pool.by_code.get(code)
        if card is None or source not in sections:
            continue
        if target is None:
            deck = with_more(deck, [(card, source)], -copies)
        elif dragged.from_deck:
            deck = moved(deck, card, source, target, copies)
        else:
            deck = with_more(deck, [(card, target)], copies)
    return deck


class CardDropModel(_Model):
    """Mixed into a model on which cards are dropped: one copy of each, or with Ctrl every copy."""

    _takes_all = False

    def begin_drop(self, event: QDropEvent) -> None:
        """Note which keys are held; Qt does not pass them to `dropMimeData`."""
        self._takes_all = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)

    def _accepts(self, dragged: DraggedCards) -> bool:
        return True

    def _drop(self, dragged: DraggedCards, target: AnyIndex) -> None:
        raise NotImplementedError

    @override
    def mimeTypes(self) -> list[str]:
        return [CARDS]

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    @override
    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        dragged = dragged_cards(data)
        return dragged is not None and self._accepts(dragged)

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        dragged = dragged_cards(data)
        if dragged is None or not self._accepts(dragged):
            return False
        self._drop(dragged if self._takes_all else dragged.one_of_each(), parent)
        return True
