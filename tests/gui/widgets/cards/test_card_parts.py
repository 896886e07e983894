"""The parts of a drawn card at every width: each in its box, none over another, all legible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QTextLayout
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import CardType, Edition, Printed
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import DARK, LIGHT, Colours
from desktop.widgets.cards.card_canvas import LEAST_LETTERS, Box, CardCanvas, CardInk
from desktop.widgets.cards.paint_card import (
    ASPECT,
    CardLayout,
    CardPart,
    aspect_of,
    card_parts,
    lay_out_card,
    paint_card,
)
from tests.gui.pixels import inks_of
from tests.long_run import pairs, times

WIDTHS = (90, 120, 150, 300, 600)
LONG = (
    "Stealth. No attachments.\nWhile it stands, each of your <i>Lord</i> characters gains a "
    "[power] icon, and whoever loses to one of them by 5 or more kneels two.\n"
    "<b>Reaction:</b> After an [intrigue] challenge that it helped you to win, look at the top "
    "three cards of a deck, put one under it and the others back.\n- a <i>War</i> plot: draw 2.\n"
    "Challenges Action: Kneel your faction card to stand it. (Limit twice per round.)"
)


@pytest.fixture(autouse=True)
def _typeface(qapp: QApplication, typeface: QFont) -> None:
    qapp.setFont(typeface)


@pytest.fixture(scope="session")
def telling(cards: LoadedCards) -> list[Card]:
    """Return one card of each type and edition, and those with the longest of everything."""
    every = [row.card for row in cards.rows]
    of_type = {(card.edition, card.type): card for card in every}
    measures: tuple[Callable[[Card], int], ...] = (
        lambda card: len(card.name),
        lambda card: len(". ".join(card.traits)),
        lambda card: len(card.factions),
        lambda card: len(card.crests) + len(card.naval),
        lambda card: len([each for each in (card.income, card.initiative, card.reserve) if each]),
    )
    longest = [max(every, key=each) for each in measures]
    dash = next(card for card in every if card.in_draw_deck and card.cost is None)
    cost_x = next(card for card in every if card.cost is Printed.X)
    return [*of_type.values(), *longest, dash, cost_x]


def image_of(width: int, ratio: float = 1.0) -> QImage:
    size = round(width * ratio), round(width * ASPECT * ratio)
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def layout_of(card: Card, painter: QPainter, width: int) -> tuple[CardCanvas, CardLayout]:
    area = QRectF(0, 0, width, width * aspect_of(card))
    canvas = CardCanvas(painter, area, LIGHT.of_card(card), LIGHT)
    return canvas, lay_out_card(canvas, card)


def laid_out(
    card: Card, width: int, paint: Callable[[CardCanvas, CardLayout, CardPart, QImage], None]
) -> list[CardPart]:
    """Lay a card out and call for each of its parts, with a picture that is transparent."""
    image = image_of(width)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    canvas, layout = layout_of(card, painter, width)
    parts = list(card_parts(canvas, card, "A Pack of Many Words", layout))
    try:
        for part in parts:
            image.fill(Qt.GlobalColor.transparent)
            paint(canvas, layout, part, image)
    finally:
        painter.end()
    return parts


def inked(image: QImage) -> QRect:
    """Return the rectangle around everything that was painted."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    letters = np.array(alpha.constBits(), np.uint8).reshape(alpha.height(), -1)
    inks = letters[:, : alpha.width()] > 0
    rows, columns = np.flatnonzero(inks.any(axis=1)), np.flatnonzero(inks.any(axis=0))
    if not len(rows):
        return QRect()
    corner, opposite = (int(columns[0]), int(rows[0])), (int(columns[-1]), int(rows[-1]))
    return QRect(QPoint(*corner), QPoint(*opposite))


def with_texts(cards: list[Card]) -> Iterator[Card]:
    for card in cards:
        yield card
        yield replace(card, text=LONG)


@pytest.mark.parametrize("width", WIDTHS)
def test_each_part_is_painted_in_its_box_and_none_over_another(
    telling: list[Card], width: int
) -> None:
    for card in with_texts(telling):

        def check(
            canvas: CardCanvas, _: CardLayout, part: CardPart, image: QImage, name: str = card.name
        ) -> None:
            part.paint()
            box = canvas.rect(part.box).adjusted(-1.5, -1.5, 1.5, 1.5).toAlignedRect()
            ink = inked(image)
            assert not ink.isEmpty(), (name, part.name)
            assert box.contains(ink), (name, part.name, width, ink, box)

            assert part.box.bottom <= canvas.height
            assert part.box.right <= canvas.width

        parts = laid_out(card, width, check)
        for one, other in combinations(parts, 2):
            assert apart(one.box, other.box), (card.name, one, other)


def apart(one: Box, other: Box) -> bool:
    within = 0.01
    return (
        one.right <= other.left + within
        or other.right <= one.left + within
        or one.bottom <= other.top + within
        or other.bottom <= one.top + within
    )


def test_no_line_of_any_card_leaves_it(cards: LoadedCards) -> None:
    sizes = (120, 180, 240, 320, 450, 600)
    every = [row.card for row in cards.rows]
    by_length = sorted(every, key=lambda card: len(card.name) + len("".join(card.traits)))
    by_word = sorted(every, key=lambda card: max(map(len, card.name.split())))
    narrow = [(card, 120) for card in (*by_length[-150:], *by_word[-60:])]
    wanted = [*narrow, *pairs(every[:: times(short=5, long=1)], sizes, 1)]
    image = image_of(600)
    painter = QPainter(image)
    for number, (card, width) in enumerate(wanted):
        shown = replace(card, text=LONG) if number % 7 == 0 else card
        canvas, layout = layout_of(shown, painter, width)
        place = (card.code, card.name, width)
        assert layout.body.height <= layout.text.bottom - layout.text.top + 0.01, place
        assert layout.text.bottom <= canvas.height - 2, place
        ends = [end for each in layout.body.paragraphs for end in ends_of(each.layout)]
        # Qt may set a hyphen behind the end of a line.
        assert layout.text.left + canvas.hundredths(max(ends, default=0)) < canvas.width - 2, place
        assert not any(line.endswith("…") for line in layout.name.lines), place
        if layout.traits is not None:
            assert not any(line.endswith("…") for line in layout.traits.lines), place
        if shown is card:
            assert not any(each.layout.text().endswith("…") for each in layout.body.paragraphs)
        for chip in layout.chips:
            assert chip.box.left > 19, place
            assert chip.box.bottom < layout.field.bottom, place
    painter.end()


def ends_of(layout: QTextLayout) -> Iterator[float]:
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        yield line.x() + line.naturalTextWidth()


def test_hyphens_are_as_wide_as_in_prose(telling: list[Card]) -> None:
    image = image_of(100)
    painter = QPainter(image)
    canvas = CardCanvas(painter, QRectF(0, 0, 100, 140), LIGHT.ink, LIGHT)
    ink = CardInk(10, LIGHT.ink)
    assert canvas.width_of("-", ink) < canvas.width_of("0", ink)
    name = canvas.fit("Eastwatch-by-the-Sea", 55, ink, ((1, 1), (1, 2)))
    assert name.lines == ("Eastwatch-", "by-the-Sea")
    painter.end()


@pytest.mark.parametrize("width", [120, 200, 300, 600])
def test_a_text_fits_or_is_cut_and_no_letters_are_too_small(
    telling: list[Card], width: int
) -> None:
    image = image_of(width)
    painter = QPainter(image)
    short = [replace(card, text="Stealth.\n<b>Action:</b> Draw.") for card in telling]
    for card in (*short, *with_texts(telling)):
        _, layout = layout_of(card, painter, width)
        body = layout.body
        assert all(each.letters >= LEAST_LETTERS for each in body.paragraphs)
        assert body.height <= layout.text.bottom - layout.text.top + 0.01
        words = "".join(each.layout.text() for each in body.paragraphs)
        if card.text and "(Limit" not in words:
            # A small card that lies on its side has no room for a text.
            cut = words.endswith("…") or (not words and aspect_of(card) < 1)
            assert card in short or (cut and not body.legible)
    painter.end()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_no_half_is_empty_where_there_is_no_text(telling: list[Card], colours: Colours) -> None:
    for card in telling:
        if card.text:
            continue
        image = image_of(300)
        painter = QPainter(image)
        paint_card(painter, QRectF(0, 0, 300, 419), card, "Pack", colours)
        painter.end()
        plain = [
            y
            for y in range(210, 380)
            if all(image.pixelColor(x, y) == colours.panel for x in range(20, 290, 3))
        ]
        assert len(plain) < 85, (card.name, len(plain))


def test_twice_the_pixels_lay_a_card_out_alike(cards: LoadedCards) -> None:
    arya = next(row.card for row in cards.rows if row.card.code == "01141")
    fields, letters = [], []
    for ratio in (1.0, 2.0):
        image = image_of(200, ratio)
        painter = QPainter(image)
        canvas = CardCanvas(painter, QRectF(0, 0, 200, 279), LIGHT.of_card(arya), LIGHT)
        layout = lay_out_card(canvas, replace(arya, text=LONG))
        painter.end()
        fields.append(layout.field.bottom)
        letters.append([each.letters for each in layout.body.paragraphs])
    assert fields[0] == pytest.approx(fields[1], abs=8.0)
    assert abs(letters[0][0] - letters[1][0]) <= 1


def test_a_first_edition_card_without_facts_is_legible(cards: LoadedCards) -> None:
    bare = next(
        row.card
        for row in cards.rows
        if row.card.edition is Edition.FIRST and row.card.type is CardType.PLOT
    )
    image = image_of(300)
    painter = QPainter(image)
    assert paint_card(painter, QRectF(0, 0, 300, 419), replace(bare, keywords=()), "Pack", LIGHT)
    painter.end()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_cards_of_every_type_of_both_editions_are_drawn(
    cards: LoadedCards, colours: Colours
) -> None:
    seen = set()
    for number, row in enumerate(cards.rows):
        kind = (row.card.edition, row.card.type)
        if number % times(short=108, long=9) == 0 or kind not in seen:
            seen.add(kind)
            image = image_of(290)
            painter = QPainter(image)
            place = QRectF(0, 0, 290, 290 * aspect_of(row.card))
            assert paint_card(painter, place, row.card, row.pack, colours), row.card.name
            painter.end()
            assert len(inks_of(image, every=3)) > 10
    assert len(seen) == 14
