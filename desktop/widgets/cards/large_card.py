"""A card as large as the window, over everything in it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.hover_card import keyword_lines
from desktop.widgets.copy_buttons import CopiesChooser
from desktop.widgets.layouts import column, label

_CLOSING_KEYS = frozenset({Qt.Key.Key_Escape, Qt.Key.Key_Space})
_TAB_KEYS = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab})
# The focus comes back from another window or a menu.
_TEMPORARY = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
_OPACITY = 238


class LargeCard(QWidget):
    """Covers a window with one card; Space, Escape or a click closes it, and so does another focus.

    Every other key is passed to the view that the card was chosen in: arrows choose the next card
    there and digits change its copies.
    """

    menu_requested = Signal(object, object)  # of a card, where on the screen
    rule_requested = Signal(str)  # what a keyword means: the id of the entry

    def __init__(self, window: QWidget, pictures: CardPictures | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._pictures = pictures
        self._view: QWidget | None = None
        self._focus_before: QWidget | None = None
        self.face = CardFace(pictures, self)
        self.face.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Its menu is that of the large card.
        self.face.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.face.rule_requested.connect(self._on_rule_requested)
        self._card: Card | None = None
        self.chooser = CopiesChooser(self, Qt.FocusPolicy.NoFocus)
        self.caption = label(size=Size.SMALL, faint=True)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        gap = space(self, 4)
        margin = (gap, gap, gap, gap // 2)
        below = (self.chooser, Qt.AlignmentFlag.AlignHCenter)
        column((self.face, 1), below, self.caption, parent=self, margin=margin, spacing=gap // 2)
        self.face.setSizePolicy(self.sizePolicy())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        window.installEventFilter(self)

    def open_over(self, view: QWidget) -> None:
        """Cover the window; keys are passed to the view."""
        self._view, self._focus_before = view, self.window().focusWidget()
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_card(self, card: Card, cards: LoadedCards, deck_info: CardDeckInfo) -> None:
        if self._pictures is not None:
            self._pictures.request(card)
        self._card = card
        self.face.show_card(card, cards.pack_name(card))
        self.chooser.show_copies(card, deck_info.copies_of(card))
        self.setAccessibleName(f"Card, large: {card.name}")
        words = (self.face.description(), keyword_lines(card))
        self.setAccessibleDescription("\n".join(filter(None, words)))
        parts = (deck_info.copies(card), "Up and Down: the next card", "Space: close")
        self.caption.setText(" · ".join(filter(None, parts)))

    def _on_rule_requested(self, name: str) -> None:
        self.leave()
        self.rule_requested.emit(name)

    def leave(self) -> None:
        had_focus = self.isVisible() and self.hasFocus()
        self.hide()
        if had_focus and self._focus_before is not None:
            self._focus_before.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        if plain and event.key() in _CLOSING_KEYS:
            self.leave()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.face.copy()
        elif self._view is not None and event.key() not in _TAB_KEYS:
            QCoreApplication.sendEvent(self._view, event)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.leave()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._card is not None:
            self.menu_requested.emit(self._card, event.globalPos())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _TEMPORARY:
            self.leave()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        overlay = QColor(colours_of(self.palette()).paper)
        overlay.setAlpha(_OPACITY)
        painter = QPainter(self)
        painter.fillRect(self.rect(), overlay)
        painter.end()
