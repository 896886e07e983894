"""Where on a drawn card its keywords stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

from carddb.card import Card
from carddb.terms import Keyword
from desktop.style.palette import Colours
from desktop.widgets.cards.card_body import Body, across
from desktop.widgets.cards.card_canvas import CardCanvas
from desktop.widgets.cards.card_layout import lay_out_card
from rulebook.card_paragraphs import keyword_spans


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
