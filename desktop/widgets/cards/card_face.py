"""A card to look at: drawn from its facts, or its picture where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Keyword
from desktop.style.fonts import space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.cards.card_canvas import CardCanvas
from desktop.widgets.cards.card_painter import CardImage, card_outline, draw_card
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.paint_card import ASPECT, Body, across, aspect_of, has_room, lay_out_card
from desktop.widgets.rule_button import rule_tip
from rulebook.card_text import facts_sentence, keyword_spans
from rulebook.entry import Entry
from rulebook.rule_book import rule_book


@dataclass(frozen=True, slots=True)
class KeywordPlace:
    """A keyword, and where it is painted; one that is broken has a place on each line."""

    keyword: Keyword
    rect: QRectF


def keyword_places(rect: QRectF, card: Card, colours: Colours) -> tuple[KeywordPlace, ...]:
    """Return where the keywords are on a card that is painted into a rectangle."""
    if not card.keywords:
        return ()
    pixmap = QPixmap(1, 1)  # letters are measured as on a screen
    painter = QPainter(pixmap)
    canvas = CardCanvas(painter, rect, colours.of_card(card), colours)
    layout = lay_out_card(canvas, card)
    corner = canvas.point(layout.text.left, layout.text.top)
    found = [
        KeywordPlace(keyword, canvas.rect(chip.box))
        for chip in layout.chips
        for keyword in card.keywords
        if chip.text.lower().startswith(keyword.name)
    ]
    found.extend(_in_body(layout.body, card, corner))
    painter.end()
    return tuple(found)


def _in_body(body: Body, card: Card, corner: QPointF) -> Iterator[KeywordPlace]:
    for paragraph in body.paragraphs:
        layout = paragraph.layout
        for start, end, keyword in keyword_spans(layout.text(), card.keywords):
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                first = max(start, line.textStart())
                last = min(end, line.textStart() + line.textLength())
                if first < last:
                    left, right = across(line, first), across(line, last)
                    rect = QRectF(left, line.y(), right - left, line.height())
                    yield KeywordPlace(keyword, rect.translated(corner))


class CardFace(QWidget):
    """Shows one card in its proportions: as wide as its space and at most `widest` pixels.

    Without `widest` it is as large as its space, whatever the proportions of that are. Copy
    (Ctrl+C, or its menu) puts the card on the clipboard as sentences.

    Signals:
        large_requested: it was double clicked, or a larger one was chosen in its menu.
        legible_changed: its text can be read at this size now, or no longer.
        rule_requested: a keyword was clicked (the id of the entry that tells what it means).
    """

    large_requested = Signal()
    legible_changed = Signal()
    rule_requested = Signal(str)

    def __init__(
        self, pictures: CardPictures | None, parent: QWidget | None = None, *, widest: int = 0
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._widest = widest
        self._card: Card | None = None
        self._pack = ""
        self._drawn = CardImage(QImage())
        self._keywords: tuple[KeywordPlace, ...] | None = None
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
        size = QSize(width, round(width * aspect_of(self._card)))
        colours = colours_of(self.palette())
        return draw_card(self._card, self._pack, size, 1.0, colours).legible

    def card_rect(self) -> QRectF:
        aspect = self._aspect
        width = min(self.width(), self._widest or self.width(), self.height() / aspect)
        left = (self.width() - width) / 2
        return QRectF(round(left), 0, round(width) - 1, round(width * aspect) - 1)

    def _redraw(self) -> None:
        """Draw the card at this size now, which decides whether its text is legible."""
        before = self.legible
        self._drawn, self._keywords = CardImage(QImage()), None
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

    def keyword_places(self) -> tuple[KeywordPlace, ...]:
        """Return where the keywords are; nowhere where a picture is shown."""
        if self._keywords is None:
            self._keywords = ()
            drawn = self.picture is None and has_room(self.card_rect().size())
            if self._card is not None and drawn:
                colours = colours_of(self.palette())
                self._keywords = keyword_places(self.card_rect(), self._card, colours)
        return self._keywords

    def _rule_at(self, point: QPointF) -> Entry | None:
        for place in self.keyword_places():
            if self._card is not None and place.rect.contains(point):
                return rule_book().for_keyword(place.keyword.name, self._card.edition)
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
