"""The text of a painted card: its own where it was fetched, else what follows from its facts."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QUrl
from PySide6.QtGui import QAbstractTextDocumentLayout, QFontInfo, QPalette, QTextDocument
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import Faction, Icon
from desktop.style import icons
from desktop.style.fonts import Size
from desktop.style.palette import Colours
from desktop.widgets.cards.card_canvas import Box, CardCanvas
from desktop.widgets.cards.card_text import fact_lines, missing_text, rich_text

LEFT = 7.5
RIGHT = 94.0
_SIZES = (4.7, 4.4, 4.1, 3.8, 3.5, 3.2)
_GLYPH = "glyph"
_NAMES = {icon.value: icons.of_challenge(icon) for icon in Icon} | {
    faction.value: icons.of_faction(faction) for faction in Faction
}


@dataclass(frozen=True, slots=True)
class Body:
    """A text that is laid out, its height in hundredths of the width, and whether it is legible.

    It is not if it is too long, or its letters are smaller than the program's small font.
    """

    document: QTextDocument
    height: float
    legible: bool


def lay_out_body(canvas: CardCanvas, card: Card, most_height: float) -> Body:
    """Lay the text out in the largest letters with which it is at most that tall."""
    html = body_html(card, canvas.colours)
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setUndoRedoEnabled(False)
    document.setTextWidth(canvas.length(RIGHT - LEFT))
    for size in _SIZES:
        document.setDefaultFont(canvas.font(size))
        gap = round(canvas.length(size) * 0.3)
        document.setDefaultStyleSheet(f"p {{ margin: 0 0 {gap}px 0 }} b {{ font-weight: 600 }}")
        for name, glyph in _NAMES.items():
            if f"{_GLYPH}:{name}" in html:
                side = max(1, round(canvas.length(size)))
                ratio = canvas.painter.device().devicePixelRatioF()
                picture = icons.glyph(glyph, side, ratio, canvas.colours.ink)
                kind = QTextDocument.ResourceType.ImageResource.value
                document.addResource(kind, QUrl(f"{_GLYPH}:{name}"), picture)
        document.setHtml(html)
        height = document.size().height() * 100 / canvas.length(100)
        if height <= most_height:
            letters = document.defaultFont().pixelSize()
            smallest = round(QFontInfo(QApplication.font()).pixelSize() * Size.SMALL.value)
            return Body(document, height, letters >= smallest)
    return Body(document, height, legible=False)


def paint_body(canvas: CardCanvas, body: Body, top: float, bottom: float) -> None:
    """Paint a text that is laid out; it is cut at the bottom."""
    painter = canvas.painter
    painter.save()
    rect = canvas.rect(Box(LEFT, top, RIGHT, bottom))
    painter.setClipRect(rect)
    painter.translate(rect.topLeft())
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, canvas.colours.ink)
    context.clip = QRectF(QPointF(), rect.size())
    body.document.documentLayout().draw(painter, context)
    painter.restore()


def body_html(card: Card, colours: Colours) -> str:
    """Return the text as it is painted."""
    if card.text:
        lines = rich_text(card.text, _image).split("<br>")
    else:
        lines = [escape(each) for each in fact_lines(card)]
        if missing := missing_text(card):
            lines.append(f'<span style="color:{colours.faint.name()}">{missing}</span>')
    return "".join(f"<p>{line}</p>" for line in lines if line.strip())


def _image(name: str) -> str:
    return f'<img src="{_GLYPH}:{name}" style="vertical-align:middle">'
