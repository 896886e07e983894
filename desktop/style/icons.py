"""Our own glyphs: SVG files of one colour, painted in any colour."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from carddb.card import Card
from carddb.terms import CardType, Faction, Icon
from validators.problem import Severity

UNIQUE = "unique"
LEGAL = "sign/legal"
UNREAD = "sign/unread"
NOTE = "sign/note"
BIN = "decks/bin"
OPENED = "sign/opened"
CLOSED = "sign/closed"
LETTER = "letter/"
WRITTEN = "sign/written"
CONSIDERED = "letter/?"
STAR = "sign/star"
DONE = "sign/done"
CLOSE = "sign/close"
MORE = "sign/more"
UNDO = "sign/undo"
REDO = "sign/redo"
PLUS = "sign/plus"
MINUS = "sign/minus"
# In pixels: larger glyphs take much memory, and are seldom needed in the same size again.
SMALL = 96


def faction_glyph(faction: Faction | None) -> str:
    return f"faction/{(faction or Faction.NEUTRAL).value}"


def glyphs_of_card(card: Card) -> tuple[tuple[str, Faction], ...]:
    return tuple((faction_glyph(each), each) for each in card.factions or (Faction.NEUTRAL,))


def type_glyph(card_type: CardType) -> str:
    return f"type/{card_type.value}"


def of_challenge(icon: Icon) -> str:
    return f"challenge/{icon.value}"


def of_severity(severity: Severity) -> str:
    return f"sign/{severity.value}"


def letter(character: str) -> str:
    return f"{LETTER}{character}"


def paint(painter: QPainter, rect: QRect, name: str, colour: QColor) -> None:
    """Paint a glyph centred in a rectangle, as large as fits."""
    side = min(rect.width(), rect.height())
    if name.startswith(LETTER):
        painter.setPen(colour)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, name.removeprefix(LETTER))
        return
    left = rect.x() + (rect.width() - side) // 2
    top = rect.y() + (rect.height() - side) // 2
    ratio = painter.device().devicePixelRatioF()
    painter.drawImage(left, top, glyph(name, side, ratio, colour))


def glyph(name: str, side: int, ratio: float, colour: QColor) -> QImage:
    """Return a glyph as a picture of `side` device-independent pixels."""
    make = _small if side * ratio <= SMALL else _large
    return make(name, side, ratio, colour.rgba())


def app_icon() -> QIcon:
    icon = QIcon()
    for side in (16, 32, 48, 64, 128, 256):
        icon.addPixmap(QPixmap.fromImage(_render("app", side)))
    return icon


def _coloured(name: str, side: int, ratio: float, colour: int) -> QImage:
    image = _render(name, max(1, round(side * ratio)))
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(image.rect(), QColor.fromRgba(colour))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


# Images, not pixmaps: these caches outlive the application, and a pixmap must not.
_small = lru_cache(maxsize=1024)(_coloured)
_large = lru_cache(maxsize=16)(_coloured)


def _render(name: str, side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    # A renderer of its own: workers paint cards too, and two threads may not share one.
    QSvgRenderer(_svg(name)).render(painter, QRectF(image.rect()))
    painter.end()
    return image


@lru_cache(maxsize=64)
def _svg(name: str) -> QByteArray:
    return QByteArray((files("resources") / "icons" / f"{name}.svg").read_bytes())
