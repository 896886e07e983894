"""How a copy is painted: frame, cost, name, icons, STR, marks; strips and what lies face down."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from carddb.card import Card
from carddb.terms import CardType
from desktop.pages.hands.board.tile_face import Shape, TileFace, plot_figures, printed_words
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, blend, colours_of
from desktop.widgets.cards.card_facts import printed
from desktop.widgets.glyphs import of_icons, paint_row
from goldfish.play.game import Zone

_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MOST_BELOW = 2

# From these sizes on (in quarters of the body font's height) names and numbers are larger.
_ROOMY = 19
_BROAD = 26
_LARGE = 27


def paint_face(painter: QPainter, tile: QWidget, face: TileFace, *, lit: bool) -> None:
    """Paint a copy on its tile."""
    colours = colours_of(tile.palette())
    body = _paint_ground(painter, tile, face, colours, lit=lit)
    painter.setFont(sized(tile.font(), Size.SMALL))
    if face.shape is Shape.STRIP:
        _paint_strip(painter, tile, face, body, colours)
    else:
        head = _paint_head(painter, tile, face, body, colours)
        painter.setFont(sized(tile.font(), Size.SMALL))
        marks = _paint_marks(painter, tile, face, body, colours)
        _paint_words(painter, face, QRect(head.bottomLeft(), marks.topRight()), colours)
        _paint_foot(painter, tile, face, body, colours)


def _paint_ground(
    painter: QPainter, tile: QWidget, face: TileFace, colours: Colours, *, lit: bool
) -> QRect:
    """Paint frame, ground and edge, and duplicates below; return the card's own rectangle."""
    step = max(2, space(tile, 1) // 2)
    below = min(_MOST_BELOW, face.duplicates)
    whole = tile.rect().adjusted(0, 0, -1, -1)
    body = whole.adjusted(0, 0, -step * below, -step * below)
    outline = blend(colours.panel, colours.faint, 0.45)
    for number in range(below, 0, -1):
        painter.setPen(outline)
        painter.setBrush(colours.paper)
        painter.drawRect(body.translated(step * number, step * number))
    ground = colours.paper if face.knelt or face.shape is Shape.DOWN else colours.panel
    if lit:
        ground = colours.selection
    elif tile.underMouse():
        ground = colours.hover
    marked = tile.hasFocus() or lit
    painter.setPen(colours.accent if marked else outline)
    painter.setBrush(ground)
    painter.drawRect(body)
    if face.shape is Shape.DOWN:
        painter.fillRect(body.adjusted(1, 1, 0, 0), _hatched(colours))
    edge = max(2, space(tile, 1) * 3 // 4)
    painter.fillRect(QRect(body.left(), body.top(), edge, body.height() + 1), _edge(face, colours))
    if marked:
        painter.setPen(colours.accent)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(body.adjusted(1, 1, -1, -1))
    return body.adjusted(edge + space(tile, 1), 0, -space(tile, 1), 0)


def _paint_head(
    painter: QPainter, tile: QWidget, face: TileFace, body: QRect, colours: Colours
) -> QRect:
    """Paint cost and name, the name over two lines; return the place that they took."""
    roomy = _is_high(tile, body, _ROOMY) and body.width() >= space(tile, _BROAD)
    named = sized(tile.font(), Size.BODY if roomy else Size.SMALL)
    metrics = QFontMetrics(named)
    top = body.top() + space(tile, 1) // 2
    ink = colours.faint if _is_faint(face) else colours.ink
    name = QRect(body.left(), top, body.width(), metrics.height() * 2)
    cost = _cost(face.card)
    if cost:
        bold = _bold(tile, body)
        painter.setFont(bold)
        width = QFontMetrics(bold).horizontalAdvance("0" * len(cost)) + space(tile, 1)
        painter.setPen(ink)
        place = QRect(name.left(), top, width, QFontMetrics(bold).height())
        painter.drawText(place, _LEFT, cost)
        name.setLeft(name.left() + width)
    lines = _lines(face.card.name, metrics, name.width(), 2)
    painter.setFont(named)
    painter.setPen(ink)
    painter.drawText(name, _WRAP, "\n".join(lines))
    return QRect(body.left(), top, body.width(), metrics.height() * len(lines))


def _paint_words(painter: QPainter, face: TileFace, place: QRect, colours: Colours) -> None:
    """Paint traits and keywords, as far as there is room between the name and the marks."""
    metrics = painter.fontMetrics()
    room = (place.height() - metrics.height() // 3) // metrics.height()
    top = place.top() + metrics.height() // 3
    for words, ink in zip(printed_words(face.card), (colours.faint, colours.ink), strict=True):
        if room < 1 or not words:
            continue
        lines = _lines(words, metrics, place.width(), room)
        painter.setPen(colours.faint if _is_faint(face) else ink)
        where = QRect(place.left(), top, place.width(), metrics.height() * len(lines))
        painter.drawText(where, _WRAP, "\n".join(lines))
        room -= len(lines)
        top += where.height()


def _paint_marks(
    painter: QPainter, tile: QWidget, face: TileFace, body: QRect, colours: Colours
) -> QRect:
    """Paint the marks on their own line, above the foot; return its place."""
    metrics = painter.fontMetrics()
    foot = _foot(tile, body)
    place = QRect(foot.left(), foot.top() - metrics.height(), foot.width(), metrics.height())
    painter.setPen(colours.faint)
    marks = _marks(face)
    words = metrics.elidedText(" ".join(marks), Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, _LEFT, words)
    return place if marks else foot


def _paint_foot(
    painter: QPainter, tile: QWidget, face: TileFace, body: QRect, colours: Colours
) -> None:
    """Paint icons or the type, STR, and the mark of a unique card; the values of a plot."""
    foot = _foot(tile, body)
    height = foot.height()
    faint = _is_faint(face)
    painter.setPen(colours.faint if faint else colours.ink)
    if face.card.type is CardType.PLOT:
        painter.setFont(sized(tile.font(), _figures_size(tile, body)))
        painter.drawText(foot, _LEFT, plot_figures(face.card))
        return
    painter.setOpacity(0.5 if faint else 1)
    if face.card.type is CardType.CHARACTER:
        paint_row(painter, foot, of_icons(face.card), height * 4 // 5, colours)
    else:
        place = QRect(foot.left(), foot.top(), height * 4 // 5, height)
        icons.paint(painter, place, icons.of_type(face.card.type), colours.faint)
    painter.setOpacity(1)
    strength = printed(face.card.strength) if face.card.type is CardType.CHARACTER else ""
    bold = _bold(tile, body)
    painter.setFont(bold)
    painter.setPen(colours.faint if faint else colours.ink)
    painter.drawText(foot, _RIGHT, strength)
    if face.card.unique:
        side = height * 3 // 5
        taken = QFontMetrics(bold).horizontalAdvance(strength) + space(tile, 1) if strength else 0
        place = QRect(foot.right() - taken - side, foot.top(), side, height)
        icons.paint(painter, place, icons.UNIQUE, colours.faint)


def _foot(tile: QWidget, body: QRect) -> QRect:
    """Return the place of the lowest line of a tile."""
    size = Size.BODY if _is_high(tile, body, _LARGE) else Size.SMALL
    height = QFontMetrics(sized(tile.font(), size)).height()
    top = body.bottom() - height - space(tile, 1) // 2
    return QRect(body.left(), top, body.width(), height)


def _is_high(tile: QWidget, body: QRect, quarters: int) -> bool:
    return body.height() >= space(tile, quarters)


def _is_faint(face: TileFace) -> bool:
    return face.faint or face.knelt or face.shape is Shape.DOWN


def _bold(tile: QWidget, body: QRect) -> QFont:
    """Return the font of cost and STR."""
    size = Size.LARGE if _is_high(tile, body, _LARGE) else Size.BODY
    return sized(tile.font(), size, QFont.Weight.DemiBold)


def _figures_size(tile: QWidget, body: QRect) -> Size:
    return Size.BODY if _is_high(tile, body, _ROOMY) else Size.SMALL


def _paint_strip(
    painter: QPainter, tile: QWidget, face: TileFace, body: QRect, colours: Colours
) -> None:
    """Paint an attachment's name and marks on one line."""
    metrics = painter.fontMetrics()
    painter.setPen(colours.faint if face.knelt else colours.ink)
    marks = " ".join(_marks(face))
    room = body.width() - metrics.horizontalAdvance(marks)
    name = metrics.elidedText(face.card.name, Qt.TextElideMode.ElideRight, room)
    painter.drawText(body, _LEFT, name)
    painter.setPen(colours.faint)
    painter.drawText(body, _RIGHT, marks)


def _cost(card: Card) -> str:
    """Return the cost as a card shows it: empty for plots and agendas."""
    if not card.in_draw_deck:
        return ""
    return printed(card.cost)


def _marks(face: TileFace) -> list[str]:
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
        marks.append(f"shadow {printed(shadow.value)}")
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


def _edge(face: TileFace, colours: Colours) -> QColor:
    edge = colours.of_card(face.card)
    faint = face.shape is Shape.DOWN
    return blend(colours.panel, edge, 0.4) if faint else edge


def _hatched(colours: Colours) -> QBrush:
    return QBrush(blend(colours.panel, colours.faint, 0.22), Qt.BrushStyle.BDiagPattern)
