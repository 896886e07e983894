"""A card as large as the window, over everything in it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.drawn_card import DrawnCard
from desktop.widgets.labels import label

_CLOSING = frozenset({Qt.Key.Key_Escape, Qt.Key.Key_Space})
_STAYING = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
_VEIL = 238


class LargeCard(QWidget):
    """Covers a window with one card; Space, Escape or a click closes it.

    Every other key goes to the view that the card was chosen in, so that the arrows lead to the
    next card there and the digits change its copies. Who goes on to another part leaves it.
    """

    def __init__(self, window: QWidget, pictures: CardPictures | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._pictures = pictures
        self._below: QWidget | None = None
        self._before: QWidget | None = None
        self.face = CardFace(pictures, self)
        self.face.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.face.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = label(size=Size.SMALL, faint=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        gap = space(self, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap // 2)
        layout.setSpacing(gap // 2)
        layout.addWidget(self.face, 1)
        layout.addWidget(self.words)
        self.face.setSizePolicy(self.sizePolicy())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        window.installEventFilter(self)

    def open_over(self, below: QWidget) -> None:
        """Cover the window; keys go on to the view `below`."""
        self._below, self._before = below, self.window().focusWidget()
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_card(self, card: Card, cards: LoadedCards, beside: CardDeckInfo) -> None:
        """Show a card, and below it how many copies of it the deck holds."""
        if self._pictures is not None:
            self._pictures.ask(card)
        self.face.show_face(DrawnCard(card, cards.pack_name(card)))
        self.setAccessibleName(f"Card, large: {card.name}")
        self.setAccessibleDescription(self.face.words())
        said = (beside.held(card), "Up and Down: the next card", "Space: close")
        self.words.setText(" · ".join(word for word in said if word))

    def leave(self) -> None:
        """Uncover the window and give the focus back."""
        if not self.isVisible():
            return
        before, had_focus = self._before, self.hasFocus()
        self.hide()
        if had_focus and before is not None:
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        if plain and event.key() in _CLOSING:
            self.leave()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.face.copy()
        elif self._below is not None and event.key() not in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            QCoreApplication.sendEvent(self._below, event)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STAYING:
            self.leave()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        overlay = QColor(colours_of(self.palette()).paper)
        overlay.setAlpha(_VEIL)
        painter = QPainter(self)
        painter.fillRect(self.rect(), overlay)
        painter.end()
