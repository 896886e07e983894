"""How a tile is painted: frame, cost, name, icons, STR, marks; strips and copies face down."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from carddb.terms import CardType
from desktop.pages.hands.board.tile_face import TileFace, plot_numbers, printed_words
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import blend, colours_of
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.glyphs import of_icons, paint_row
from goldfish.play.game import Zone
from rulebook.card_facts import printed_value

_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_LEFT, _RIGHT = int(LEFT), int(RIGHT)
_MOST_BELOW = 2

# From these sizes on (in quarters of the body font's height) names and numbers are larger.
_HIGH = 19
_WIDE = 26
_LARGE = 27


class TilePainter:
    """Paints a copy on its tile; `body` is the card's own rectangle, without its frame."""

    def __init__(self, painter: QPainter, tile: QWidget, face: TileFace, *, lit: bool) -> None:
        self._painter = painter
        self._tile = tile
        self._face = face
        self._lit = lit
        self._colours = colours_of(tile.palette())
        self._gap = space(tile, 1)
        self._whole = tile.rect().adjusted(0, 0, -1, -1)
        step = max(2, self._gap // 2)
        self._below = [step * each for each in range(min(_MOST_BELOW, face.duplicates), 0, -1)]
        if self._below:
            self._whole.adjust(0, 0, -self._below[0], -self._below[0])
        self._edge = max(2, self._gap * 3 // 4)
        self._body = self._whole.adjusted(self._edge + self._gap, 0, -self._gap, 0)
        self._faint = face.faint or face.knelt or face.down
        self._ink = self._colours.faint if self._faint else self._colours.ink
        self._bold = sized(
            tile.font(), Size.LARGE if self._is_high(_LARGE) else Size.BODY, QFont.Weight.DemiBold
        )

    def paint(self) -> None:
        """Paint all."""
        self._paint_ground()
        small = sized(self._tile.font(), Size.SMALL)
        self._painter.setFont(small)
        if self._face.strip:
            self._paint_strip()
            return
        head = self._paint_head()
        self._painter.setFont(small)
        marks = self._paint_marks()
        self._paint_words(QRect(head.bottomLeft(), marks.topRight()))
        if self._face.card.type is CardType.PLOT:
            size = Size.BODY if self._is_high(_HIGH) else Size.SMALL
            self._painter.setFont(sized(self._tile.font(), size))
            self._write(self._foot(), " · ".join(plot_numbers(self._face.card)), self._ink)
        else:
            self._paint_foot()

    def _paint_ground(self) -> None:
        """Paint the frame, the ground, the coloured edge, and the duplicates below."""
        painter, colours, body = self._painter, self._colours, self._whole
        down = self._face.down
        outline = blend(colours.panel, colours.faint, 0.45)
        for offset in self._below:
            painter.setPen(outline)
            painter.setBrush(colours.paper)
            painter.drawRect(body.translated(offset, offset))
        ground = colours.paper if self._face.knelt or down else colours.panel
        if self._lit:
            ground = colours.selection
        elif self._tile.underMouse():
            ground = colours.hover
        marked = self._tile.hasFocus() or self._lit
        painter.setPen(colours.accent if marked else outline)
        painter.setBrush(ground)
        painter.drawRect(body)
        edge: QColor = colours.of_card(self._face.card)
        if down:
            hatch = blend(colours.panel, colours.faint, 0.22)
            painter.fillRect(body.adjusted(1, 1, 0, 0), QBrush(hatch, Qt.BrushStyle.BDiagPattern))
            edge = blend(colours.panel, edge, 0.4)
        painter.fillRect(QRect(body.left(), body.top(), self._edge, body.height() + 1), edge)
        if marked:
            painter.setPen(colours.accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(body.adjusted(1, 1, -1, -1))

    def _paint_head(self) -> QRect:
        """Paint cost and name, the name over two lines; return the place that they took."""
        body, card = self._body, self._face.card
        large = self._is_high(_HIGH) and body.width() >= space(self._tile, _WIDE)
        font = sized(self._tile.font(), Size.BODY if large else Size.SMALL)
        metrics = QFontMetrics(font)
        top = body.top() + self._gap // 2
        name = QRect(body.left(), top, body.width(), metrics.height() * 2)
        cost = printed_value(card.cost) if card.in_draw_deck else ""
        if cost:
            self._painter.setFont(self._bold)
            bold = self._painter.fontMetrics()
            width = bold.horizontalAdvance("0" * len(cost)) + self._gap
            place = QRect(name.left(), top, width, bold.height())
            self._write(place, cost, self._ink)
            name.setLeft(name.left() + width)
        lines = _lines(card.name, metrics, name.width(), 2)
        self._painter.setFont(font)
        self._write(name, "\n".join(lines), self._ink, _WRAP)
        return QRect(body.left(), top, body.width(), metrics.height() * len(lines))

    def _paint_words(self, place: QRect) -> None:
        """Paint traits and keywords, as far as they fit between the name and the marks."""
        metrics = self._painter.fontMetrics()
        line = metrics.height()
        fit = (place.height() - line // 3) // line
        top = place.top() + line // 3
        inks = (self._colours.faint, self._ink)
        for words, ink in zip(printed_words(self._face.card), inks, strict=True):
            if fit < 1 or not words:
                continue
            lines = _lines(words, metrics, place.width(), fit)
            where = QRect(place.left(), top, place.width(), line * len(lines))
            self._write(where, "\n".join(lines), ink, _WRAP)
            fit -= len(lines)
            top += where.height()

    def _paint_marks(self) -> QRect:
        """Paint the marks on their own line, above the foot; return its place."""
        metrics, foot = self._painter.fontMetrics(), self._foot()
        place = QRect(foot.left(), foot.top() - metrics.height(), foot.width(), metrics.height())
        marks = " ".join(tile_marks(self._face))
        words = metrics.elidedText(marks, Qt.TextElideMode.ElideRight, place.width())
        self._write(place, words, self._colours.faint)
        return place if marks else foot

    def _paint_foot(self) -> None:
        """Paint icons or the type, STR, and the mark of a unique card."""
        painter, colours, card = self._painter, self._colours, self._face.card
        foot = self._foot()
        height = foot.height()
        painter.setOpacity(0.5 if self._faint else 1)
        strength = ""
        if card.type is CardType.CHARACTER:
            strength = printed_value(card.strength)
            paint_row(painter, foot, of_icons(card), height * 4 // 5, colours)
        else:
            place = QRect(foot.left(), foot.top(), height * 4 // 5, height)
            icons.paint(painter, place, icons.type_glyph(card.type), colours.faint)
        painter.setOpacity(1)
        painter.setFont(self._bold)
        self._write(foot, strength, self._ink, _RIGHT)
        if card.unique:
            side = height * 3 // 5
            taken = painter.fontMetrics().horizontalAdvance(strength) + self._gap if strength else 0
            place = QRect(foot.right() - taken - side, foot.top(), side, height)
            icons.paint(painter, place, icons.UNIQUE, colours.faint)

    def _paint_strip(self) -> None:
        """Paint an attachment's name and marks on one line."""
        metrics = self._painter.fontMetrics()
        marks = " ".join(tile_marks(self._face))
        width = self._body.width() - metrics.horizontalAdvance(marks)
        name = metrics.elidedText(self._face.card.name, Qt.TextElideMode.ElideRight, width)
        ink = self._colours.faint if self._face.knelt else self._colours.ink
        self._write(self._body, name, ink)
        self._write(self._body, marks, self._colours.faint, _RIGHT)

    def _write(self, place: QRect, text: str, ink: QColor, flags: int = _LEFT) -> None:
        self._painter.setPen(ink)
        self._painter.drawText(place, flags, text)

    def _foot(self) -> QRect:
        """Return the place of the lowest line of a tile."""
        body, size = self._body, Size.BODY if self._is_high(_LARGE) else Size.SMALL
        height = QFontMetrics(sized(self._tile.font(), size)).height()
        return QRect(body.left(), body.bottom() - height - self._gap // 2, body.width(), height)

    def _is_high(self, quarters: int) -> bool:
        return self._body.height() >= space(self._tile, quarters)


def tile_marks(face: TileFace) -> list[str]:
    """Return the short marks of a copy: kneeling, gold on it, duplicates, Limited, income."""
    card = face.card
    marks = ["kneels"] if face.knelt else []
    if face.gold:
        marks.append(f"{face.gold} gold")
    if face.duplicates:
        marks.append(f"\N{MULTIPLICATION SIGN}{face.duplicates + 1}")
    if card.keyword("limited"):
        marks.append("Limited")
    shadow = card.keyword("shadow")
    if shadow is not None and face.zone is not Zone.PLAY:
        marks.append(f"shadow {printed_value(shadow.value)}")
    if isinstance(card.income, int) and card.income and card.type is not CardType.PLOT:
        marks.append(f"{card.income:+} income")
    return marks


def _lines(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines, broken between words, the last one cut short."""
    lines: list[str] = []
    rest = text.split(" ")
    while rest and len(lines) < most:
        line = rest.pop(0)
        while rest and metrics.horizontalAdvance(f"{line} {rest[0]}") < width - 2:
            line = f"{line} {rest.pop(0)}"
        if rest and len(lines) == most - 1:
            line, rest = " ".join([line, *rest]), []
        lines.append(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width))
    return lines
