"""The parts of a drawn card at every width: within the card, none over another, all legible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QTextLayout
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import CardType, Edition, Printed
from desktop.session.loaded_cards import LoadedCards
from desktop.style.palette import DARK, LIGHT, Colours
from desktop.widgets.cards.card_body import LEAST_LETTERS
from desktop.widgets.cards.card_painter import CardImage, draw_card
from desktop.widgets.cards.paint_card import TO_READ, CardLayout, FaceLook, aspect_of, lay_out_card
from tests.builders import card as made_card
from tests.gui.pixels import inks_of
from tests.long_run import pairs, times

WIDTHS = (90, 120, 150, 300, 600)
ON_TABLE = FaceLook(text=False)
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


def layout_of(card: Card, width: int, look: FaceLook = TO_READ) -> CardLayout:
    return lay_out_card(card, QRectF(0, 0, width, width * aspect_of(card)), look)


def drawn(card: Card, width: int, colours: Colours = LIGHT) -> CardImage:
    return draw_card(card, "Pack", QSize(width, round(width * aspect_of(card))), 1.0, colours)


def with_texts(cards: list[Card]) -> Iterator[Card]:
    for card in cards:
        yield card
        yield replace(card, text=LONG)


def ends_of(layout: QTextLayout) -> Iterator[float]:
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        yield line.x() + line.naturalTextWidth()


def assert_apart(card: Card, width: int, layout: CardLayout) -> None:
    """Assert that name, field, text and foot are below one another, within the card."""
    place, whole = (card.code, card.name, width), QRectF(0, 0, width, width * aspect_of(card))
    bottom = layout.text.top() + layout.body.height
    tops = [layout.name.bottom() - 1, layout.field.top(), layout.field.bottom(), bottom]
    assert tops == sorted(tops), place
    assert whole.contains(layout.field), place
    assert layout.name.right() <= width, place
    if layout.body.paragraphs:
        assert bottom <= layout.foot.top() + 1, place
        assert layout.foot.bottom() < whole.bottom(), place
        ends = [end for each in layout.body.paragraphs for end in ends_of(each.layout)]
        # Qt may set a hyphen behind the end of a line.
        assert layout.text.left() + max(ends) < width - layout.em * 0.3, place


@pytest.mark.parametrize("look", [TO_READ, ON_TABLE], ids=["to read", "on the table"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_parts_of_a_card_are_within_it_and_apart(
    telling: list[Card], width: int, look: FaceLook
) -> None:
    for card in with_texts(telling):
        assert_apart(card, width, layout_of(card, width, look))


def test_no_line_of_any_card_leaves_it(cards: LoadedCards) -> None:
    sizes = (130, 180, 240, 320, 450, 600)
    every = [row.card for row in cards.rows]
    by_length = sorted(every, key=lambda card: len(card.name) + len("".join(card.traits)))
    by_word = sorted(every, key=lambda card: max(map(len, card.name.split())))
    narrow = [(card, 130) for card in (*by_length[-150:], *by_word[-60:])]
    wanted = [*narrow, *pairs(every[:: times(short=5, long=1)], sizes, 1)]
    for number, (card, width) in enumerate(wanted):
        shown = replace(card, text=LONG) if number % 7 == 0 else card
        layout = layout_of(shown, width)
        assert_apart(card, width, layout)
        assert not any(line.endswith("…") for line in layout.lines), (card.name, width)
        # A plot of that size has no room for some sentences about its gold.
        if shown is card and (width > 180 or aspect_of(card) > 1):
            assert not any(each.layout.text().endswith("…") for each in layout.body.paragraphs)


def test_a_name_is_broken_where_it_may_be_and_cut_where_it_must() -> None:
    names = {
        "Eastwatch-by-the-Sea": ("Eastwatch-by-", "the-Sea"),
        "艾德史塔克临冬城公爵北境守护": None,
        "A name of sixty letters that nobody would print on any card": None,
    }
    for name, lines in names.items():
        layout = layout_of(made_card(name), 120, ON_TABLE)
        assert len(layout.lines) > 1
        assert lines is None or layout.lines == lines
    covered = layout_of(made_card("Eastwatch-by-the-Sea"), 120, replace(ON_TABLE, seen=60))
    assert covered.name.right() < 60
    assert covered.lines[-1].endswith("…")


@pytest.mark.parametrize("width", [130, 200, 300, 600])
def test_a_text_fits_or_is_cut_and_no_letters_are_too_small(
    telling: list[Card], width: int
) -> None:
    short = [replace(card, text="Stealth.\n<b>Action:</b> Draw.") for card in telling]
    for card in (*short, *with_texts(telling)):
        body = layout_of(card, width).body
        assert all(each.letters >= LEAST_LETTERS for each in body.paragraphs)
        words = "".join(each.layout.text() for each in body.paragraphs)
        if card.text and "(Limit" not in words:
            # A small card that lies on its side has no room for a text.
            cut = words.endswith("…") or (not words and aspect_of(card) < 1)
            assert card in short or (cut and not body.legible)


def test_a_first_edition_card_without_facts_is_legible(cards: LoadedCards) -> None:
    bare = next(
        row.card
        for row in cards.rows
        if row.card.edition is Edition.FIRST and row.card.type is CardType.PLOT
    )
    assert drawn(replace(bare, keywords=()), 300).legible


def test_each_state_on_the_table_looks_different(cards: LoadedCards) -> None:
    size, arya = QSize(120, 168), cards.rows[0].card
    states = [
        ON_TABLE,
        replace(ON_TABLE, pale=True),
        replace(ON_TABLE, knelt=True),
        replace(ON_TABLE, down=True),
        replace(ON_TABLE, words="Place"),
        replace(ON_TABLE, words="Place", plan=True),
    ]
    images = [draw_card(arya, "", size, 2.0, LIGHT, look=each).image for each in states]
    assert all(one != other for one, other in combinations(images, 2))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_cards_of_every_type_of_both_editions_are_drawn(
    cards: LoadedCards, colours: Colours
) -> None:
    seen = set()
    for number, row in enumerate(cards.rows):
        kind = (row.card.edition, row.card.type)
        if number % times(short=108, long=9) == 0 or kind not in seen:
            seen.add(kind)
            made = drawn(row.card, 290, colours)
            assert made.legible, row.card.name
            assert len(inks_of(made.image, every=3)) > 10
    assert len(seen) == 14
