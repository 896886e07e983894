"""Drawn cards side by side: every faction, type and state, and names that are hard to fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QImage, QPainter

from carddb import catalogue
from carddb.card import Card
from carddb.terms import CardType, Edition, Printed
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.cards.card_painter import draw_card
from desktop.widgets.cards.paint_card import TO_READ, FaceLook, aspect_of
from tools.screenshots.album import Album

# One of each faction and a plot; other types, a loyal and an army of one faction.
_FACTIONS = "01048 01068 01090 01109 01126 01160 01181 01007"
_TYPES = "01156 01153 01159 03012 01151 01027 01206 03049"
_TEXT = (
    "Renown.\n<b>Reaction:</b> A [power] icon that helped you lets one of your <i>Lord</i> friends"
    " grow by 2 STR while this phase lasts, which may happen but a single time."
)
_ON_TABLE = FaceLook(text=False)
_STATES = (
    _ON_TABLE,
    replace(_ON_TABLE, pale=True),
    replace(_ON_TABLE, knelt=True),
    replace(_ON_TABLE, down=True),
    replace(_ON_TABLE, words="2 gold · Limited"),
    replace(_ON_TABLE, words="Place", plan=True),
    replace(_ON_TABLE, seen=84),
    FaceLook(piled=True),
)


def scenes(album: Album) -> None:
    """Take the page of all faces."""
    album.take_made("faces", lambda: _sheet(album))


def _sheet(album: Album) -> QImage:
    colours, ratio = colours_of(album.window.palette()), 2.0
    gap, width = space(album.window, 3), space(album.window, 31)
    rows = list(_rows())
    height = round(width * aspect_of(rows[0][0][0]))
    wide = len(rows[0]) * (width + gap) + height - width + gap
    image = QImage(
        QSize(wide, len(rows) * (height + gap) + gap) * ratio, QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(ratio)
    image.fill(colours.paper)
    painter, top = QPainter(image), gap
    for row in rows:
        left = gap
        for card, look in row:
            size = QSize(width, height)
            if aspect_of(card) < 1:
                size.transpose()
            drawn = draw_card(card, "", size, ratio, colours, look=look).image
            painter.drawImage(QPoint(left, top), drawn)
            left += size.width() + gap
        top += height + gap
    painter.end()
    return image


def _rows() -> Iterator[Sequence[tuple[Card, FaceLook]]]:
    second = {card.code: card for card in catalogue.cards(Edition.SECOND)}
    for codes in (_FACTIONS, _TYPES):
        yield [(second[code], TO_READ) for code in codes.split()]
    robb = second["01146"]
    yield [(robb, look) for look in _STATES]
    yield [(card, TO_READ) for card in (*_first_edition(), second["03049"])]
    yield [(card, TO_READ) for card in (*_hard_to_fit(robb), second["01007"])]


def _first_edition() -> Iterator[Card]:
    cards = catalogue.cards(Edition.FIRST)
    yield next(card for card in cards if card.crests and card.income)
    yield next(card for card in cards if len(card.naval) > 1)
    yield next(card for card in cards if len(card.factions) == 2)
    yield max(cards, key=lambda card: len(card.factions))
    yield next(card for card in cards if card.keyword("shadow"))
    yield next(card for card in cards if card.type is CardType.HOUSE)
    yield next(card for card in cards if card.type is CardType.AGENDA)


def _hard_to_fit(card: Card) -> Iterator[Card]:
    yield replace(card, text=_TEXT)
    yield replace(card, text=f"{_TEXT}\n{_TEXT}")
    yield replace(card, name="The sixty letters of a name from beyond the narrow sea itself")
    yield replace(card, name="Éowyn la Très-Fâchée", traits=("Seigneur", "Bâtard", "Armée"))
    yield replace(card, name="艾德史塔克临冬城公爵", traits=("领主",))
    yield replace(card, cost=Printed.X, strength=None)
    yield replace(card, cost=None, strength=12, unique=False)
