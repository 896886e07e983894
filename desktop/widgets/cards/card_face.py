"""A card to look at: drawn from its facts, or its picture if there is one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Keyword
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.cards.card_body import keyword_rects
from desktop.widgets.cards.card_painter import CardImage, draw_card
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.paint_card import (
    ASPECT,
    aspect_of,
    card_outline,
    has_room,
    lay_out_card,
)
from desktop.widgets.rule_button import rule_tip
from rulebook.card_text import facts_sentence
from rulebook.entry import Entry
from rulebook.rule_book import rule_book


class CardFace(QWidget):
    """Shows one card in its proportions: as wide as its space and at most `widest` pixels.

    Without `widest` it is as large as its space, whatever the proportions of that are. Copy
    (Ctrl+C, or its menu) puts the card on the clipboard as sentences.
    """

    large_requested = Signal()  # by a double click or its menu
    legible_changed = Signal()  # whether its text can be read at this size
    rule_requested = Signal(str)  # what a keyword means: the id of the entry

    def __init__(
        self, pictures: CardPictures | None, parent: QWidget | None = None, *, widest: int = 0
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._widest = widest
        self._card: Card | None = None
        self._pack = ""
        self._drawn = CardImage(QImage())
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(widest > 0)
        self.setSizePolicy(policy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.addAction("Show it &large", self.large_requested.emit)
        self.addAction("&Copy as text", self.copy)
        if pictures is not None:
            pictures.changed.connect(self._on_picture_changed)

    def show_card(self, card: Card, pack: str) -> None:
        if (card, pack) == (self._card, self._pack):
            return
        self._card, self._pack = card, pack
        self.setAccessibleName(f"Card: {card.name}")
        self.setAccessibleDescription(self.description())
        self._redraw()
        self.updateGeometry()

    def description(self) -> str:
        return facts_sentence(self._card, self._pack) if self._card else ""

    @property
    def picture(self) -> QImage | None:
        """The picture that is shown, None where the card is drawn."""
        if self._pictures is None or self._card is None or not self._pictures.preferred:
            return None
        return self._pictures.picture(self._card)

    @property
    def _aspect(self) -> float:
        picture, card = self.picture, self._card
        if picture is not None:
            return picture.height() / picture.width()
        return aspect_of(card) if card else ASPECT

    @property
    def legible(self) -> bool:
        return self._drawn.legible

    def legible_at(self, width: int) -> bool:
        if self._card is None or self.picture is not None:
            return True
        rect = QRectF(0, 0, width - 1, round(width * aspect_of(self._card)) - 1)
        return lay_out_card(self._card, rect).body.legible

    def card_rect(self) -> QRectF:
        aspect = self._aspect
        width = min(self.width(), self._widest or self.width(), self.height() / aspect)
        left = (self.width() - width) / 2
        return QRectF(round(left), 0, round(width) - 1, round(width * aspect) - 1)

    def _redraw(self) -> None:
        """Draw the card at this size now, which decides whether its text is legible."""
        before = self.legible
        self._drawn = CardImage(QImage())
        if self._card is not None:
            self._draw(self._card)
        if self.legible is not before:
            self.legible_changed.emit()
        self.update()

    def _draw(self, card: Card) -> None:
        rect, ratio = self.card_rect(), self.devicePixelRatioF()
        if has_room(rect.size()):
            # Not kept with the others: a user walks through hundreds of cards.
            size = QSize(round(rect.width()) + 1, round(rect.height()) + 1)
            colours = colours_of(self.palette())
            self._drawn = draw_card(card, self._pack, size, ratio, colours, self.picture)

    def keyword_places(self) -> list[tuple[Keyword, QRectF]]:
        """Return the keywords with where they are; none where a picture is shown."""
        layout = self._drawn.layout
        if self._card is None or layout is None:
            return []
        corner = self.card_rect().topLeft() + layout.text.topLeft()
        return list(keyword_rects(layout.body, self._card, corner))

    def _rule_at(self, point: QPointF) -> Entry | None:
        if self._card is None or not self._card.keywords:
            return None
        for keyword, rect in self.keyword_places():
            if rect.contains(point):
                return rule_book().for_keyword(keyword.name, self._card.edition)
        return None

    def _on_picture_changed(self) -> None:
        self._redraw()
        self.updateGeometry()

    def copy(self) -> None:
        QApplication.clipboard().setText(self.description())

    @override
    def heightForWidth(self, width: int) -> int:
        return round(min(width, self._widest or width) * self._aspect) + 1

    @override
    def sizeHint(self) -> QSize:
        width = self._widest or space(self, 60)
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._redraw()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._card is None:
            return
        if self._drawn.image.devicePixelRatio() != self.devicePixelRatioF():
            self._draw(self._card)
        painter = QPainter(self)
        rect = self.card_rect()
        painter.drawImage(rect.topLeft().toPoint(), self._drawn.image)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours_of(self.palette()).accent, max(1.0, space(self, 1) / 4)))
            painter.drawPath(card_outline(rect.translated(0.5, 0.5)))
        painter.end()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            entry = self._rule_at(QPointF(event.pos()))
            if entry is not None:
                QToolTip.showText(event.globalPos(), rule_tip(entry), self)
                return True
        return super().event(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shape = Qt.CursorShape.ArrowCursor
        if self._rule_at(event.position()) is not None:
            shape = Qt.CursorShape.PointingHandCursor
        if self.cursor().shape() is not shape:
            self.setCursor(shape)
        super().mouseMoveEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self._rule_at(event.position())
        if entry is not None and event.button() is Qt.MouseButton.LeftButton:
            self.rule_requested.emit(entry.id)
        else:
            super().mousePressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.large_requested.emit()
