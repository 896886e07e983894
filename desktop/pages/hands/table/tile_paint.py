"""How a copy is painted: frame, cost, name, icons, STR, marks; strips and what lies face down."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QWidget

from carddb.card import Card
from carddb.terms import CardType
from desktop import icons
from desktop.colours import Colours, blend, colours_of
from desktop.pages.hands.table.faces import HEIGHT, Face, Shape, plot_figures
from desktop.typeface import Size, sized, space
from desktop.widgets.card_facts import printed
from desktop.widgets.glyphs import of_icons, paint_row
from goldfish.play.game import Zone

_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MOST_BELOW = 2


def paint_face(painter: QPainter, tile: QWidget, face: Face, *, lit: bool) -> None:
    """Paint a copy on its tile."""
    colours = colours_of(tile.palette())
    body = _paint_ground(painter, tile, face, colours, lit=lit)
    painter.setFont(sized(tile.font(), Size.SMALL))
    if face.shape is Shape.STRIP:
        _paint_strip(painter, tile, face, body, colours)
    else:
        _paint_head(painter, tile, face, body, colours)
        painter.setFont(sized(tile.font(), Size.SMALL))
        _paint_marks(painter, tile, face, body, colours)
        _paint_foot(painter, tile, face, body, colours)


def _paint_ground(
    painter: QPainter, tile: QWidget, face: Face, colours: Colours, *, lit: bool
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
    painter: QPainter, tile: QWidget, face: Face, body: QRect, colours: Colours
) -> None:
    """Paint cost and name, the name over two lines."""
    roomy = body.height() > space(tile, HEIGHT + 1)
    named = sized(tile.font(), Size.BODY if roomy else Size.SMALL)
    metrics = QFontMetrics(named)
    top = body.top() + space(tile, 1) // 2
    ink = colours.faint if face.faint or face.knelt or face.shape is Shape.DOWN else colours.ink
    name = QRect(body.left(), top, body.width(), metrics.height() * 2)
    cost = _cost(face.card)
    if cost:
        bold = sized(tile.font(), Size.BODY, QFont.Weight.DemiBold)
        painter.setFont(bold)
        width = QFontMetrics(bold).horizontalAdvance("0" * len(cost)) + space(tile, 1)
        painter.setPen(ink)
        place = QRect(name.left(), top, width, metrics.height())
        painter.drawText(place, _LEFT, cost)
        name.setLeft(name.left() + width)
    painter.setFont(named)
    painter.setPen(ink)
    painter.drawText(name, _WRAP, _two_lines(face.card.name, metrics, name.width()))


def _paint_marks(
    painter: QPainter, tile: QWidget, face: Face, body: QRect, colours: Colours
) -> None:
    """Paint the marks on their own line, above the foot."""
    place = _foot(painter, tile, body).translated(0, -painter.fontMetrics().height())
    painter.setPen(colours.faint)
    elided = Qt.TextElideMode.ElideRight
    words = painter.fontMetrics().elidedText(" ".join(_marks(face)), elided, place.width())
    painter.drawText(place, _LEFT, words)


def _paint_foot(
    painter: QPainter, tile: QWidget, face: Face, body: QRect, colours: Colours
) -> None:
    """Paint icons or the type, STR, and the mark of a unique card; the values of a plot."""
    foot = _foot(painter, tile, body)
    height = foot.height()
    faint = face.faint or face.knelt or face.shape is Shape.DOWN
    painter.setPen(colours.faint if faint else colours.ink)
    if face.card.type is CardType.PLOT:
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
    bold = sized(tile.font(), Size.BODY, QFont.Weight.DemiBold)
    painter.setFont(bold)
    painter.setPen(colours.faint if faint else colours.ink)
    painter.drawText(foot, _RIGHT, strength)
    if face.card.unique:
        side = height * 3 // 5
        taken = QFontMetrics(bold).horizontalAdvance(strength) + space(tile, 1) if strength else 0
        place = QRect(foot.right() - taken - side, foot.top(), side, height)
        icons.paint(painter, place, icons.UNIQUE, colours.faint)


def _foot(painter: QPainter, tile: QWidget, body: QRect) -> QRect:
    """Return the place of the lowest line of a tile."""
    height = painter.fontMetrics().height()
    top = body.bottom() - height - space(tile, 1) // 2
    return QRect(body.left(), top, body.width(), height)


def _paint_strip(
    painter: QPainter, tile: QWidget, face: Face, body: QRect, colours: Colours
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


def _marks(face: Face) -> list[str]:
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


def _two_lines(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name that fits in two lines: broken between words, its second line cut short."""
    first, rest = "", name.split(" ")
    while rest and (not first or metrics.horizontalAdvance(f"{first} {rest[0]}") < width - 2):
        first = f"{first} {rest.pop(0)}".strip()
    lines = [metrics.elidedText(first, Qt.TextElideMode.ElideRight, width)]
    if rest:
        lines.append(metrics.elidedText(" ".join(rest), Qt.TextElideMode.ElideRight, width))
    return "\n".join(lines)


def _edge(face: Face, colours: Colours) -> QColor:
    edge = colours.of_card(face.card)
    faint = face.shape is Shape.DOWN
    return blend(colours.panel, edge, 0.4) if faint else edge


def _hatched(colours: Colours) -> QBrush:
    return QBrush(blend(colours.panel, colours.faint, 0.22), Qt.BrushStyle.BDiagPattern)
