"""What the table of all cards and the deck have in common: keys, mouse, typing ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from desktop.pages.builder.card_drops import CardDropModel
from desktop.pages.builder.copy_clicks import CopyClicks, open_menu
from desktop.pages.builder.copy_keys import CopyKeys
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, Role

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView as _View
else:  # an object of Qt can have only one class of Qt as its parent
    _View = object


class CardsView(_View):
    """Mixed into a view of cards whose copies are changed by keys, clicks, a menu and dropping.

    Signals:
        card_chosen: another card is the current one (the card).
        typed: letters were typed that the search field should have (the text).
        erased: the last letter of the search field should be removed.
    """

    card_chosen = Signal(object)
    typed = Signal(str)
    erased = Signal()

    def _set_up(self, model: CardDropModel) -> None:
        """Show a model; to be called once at the end of the view's own beginning."""
        # While Qt makes a row the current one that nobody chose, it is not announced.
        self._ignores_current = False
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.viewport().setAcceptDrops(True)
        self.setModel(model)
        self.copy_keys = CopyKeys(self)
        self.copy_clicks = CopyClicks(self, self.copy_keys)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        # Who clicks the card that is the current one wants to see it again, too.
        self.clicked.connect(self._announce)

    def _announce(self, index: AnyIndex) -> None:
        card = index.data(Role.CARD)
        if isinstance(card, Card):
            self.card_chosen.emit(card)

    def _on_current_row_changed(self, current: AnyIndex) -> None:
        if not self._ignores_current:
            self._announce(current)

    def _paint_words(self, words: str, top: int, inset: int = 0) -> None:
        """Paint words in faint ink where there are no cards."""
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        place = self.viewport().rect().adjusted(inset, top, -inset, 0)
        painter.drawText(place, flags | Qt.TextFlag.TextWordWrap, words)
        painter.end()

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        open_menu(self, self.copy_keys, event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        model = self.model()
        if isinstance(model, CardDropModel):
            model.begin_drop(event)
        super().dropEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when a view gets the focus; nobody chose that card.
        self._ignores_current = True
        super().focusInEvent(event)
        self._ignores_current = False
