"""Where the parts of a painted card lie; its text decides how much is left for the field."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType, Icon
from desktop.style import icons
from desktop.widgets.cards.card_body import NO_BODY, Body, lay_out_body
from desktop.widgets.cards.card_canvas import BOLD, MEDIUM, Box, CardCanvas, CardInk, Fitted
from rulebook.card_facts import printed_value
from rulebook.card_paragraphs import typographic
from rulebook.card_text import bonus_texts, cost_text

# A playing card of 63 by 88 mm; every length below is in hundredths of its shorter side.
ASPECT = 88 / 63
LEFT, _RIGHT_EDGE = 7.5, 6.0
FIELD_TOP = 17.4
# Cost, icons and STR are in a column at the left.
COLUMN_RIGHT = 19.0
KIND, CHIP, CAPTION, FOOT, TRAITS = 3.8, 4.0, 3.6, 3.2, 4.6
CHIP_INSET, CHIP_GLYPH, _CHIP_GAP = 2.2, 6.0, 1.4
_CHARACTER = 64.0
_GLYPH_LEAST = 10.0
_WITH_TEXT = 98.0
_AROUND_TEXT = 2.4
_NAME_LEFT, _UNIQUE = 22.0, 6.4
# In pixels: narrower cards have no text, or not the small lines of type and pack.
_NO_TEXT, _NO_SMALL_LINES = 106, 150
_NAME_STEPS = ((1.0, 1), (0.9, 1), (0.82, 1), (0.84, 2), (0.72, 2), (0.62, 2))
_TRAIT_STEPS = ((1.0, 1), (0.9, 1), (1.0, 2), (0.84, 2))


@dataclass(frozen=True, slots=True)
class CardBadge:
    """A bonus, a crest, the shadow cost or the naval icons of a card."""

    text: str
    glyphs: tuple[str, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class CardLayout:
    """The parts of a card with their boxes; None for what it does not have at this width."""

    name: Fitted
    name_box: Box
    chips: tuple[CardBadge, ...]
    field: Box
    values: Box | None
    kind: Box | None
    traits: Fitted | None
    traits_box: Box
    body: Body
    text: Box
    foot: Box | None


def aspect_of(card: Card) -> float:
    """Return a card's height as a share of its width: plots lie on their side."""
    return 1 / ASPECT if card.type is CardType.PLOT else ASPECT


def lay_out_card(canvas: CardCanvas, card: Card) -> CardLayout:
    """Return where the parts of a card lie: its text is as large, then the field, as fits."""
    side, right = canvas.length(100), canvas.width - _RIGHT_EDGE
    small_lines = side >= _NO_SMALL_LINES
    name_left = _NAME_LEFT + (_UNIQUE if card.unique else 0.0)
    name_ink = CardInk(7.4, canvas.colours.ink, BOLD)
    chips = _chips(canvas, card, right)
    foot_top = canvas.height - 2.6 - (canvas.line_height(FOOT) + 2.4 if small_lines else 0.0)
    traits, traits_height = None, 0.0
    if card.traits:
        ink = CardInk(TRAITS, canvas.colours.ink, BOLD, italic=True)
        words = f"{'. '.join(card.traits)}."
        traits = canvas.fit(words, right - LEFT, ink, _TRAIT_STEPS)
        traits_height = canvas.height_of(traits) + 1.2
    around = traits_height + 2 * _AROUND_TEXT
    values_height = _values_height(canvas, card)
    least = _least_field(canvas, card, len(chips), values_height, small_lines=small_lines)
    body = NO_BODY
    if side >= _NO_TEXT:
        body = lay_out_body(canvas, card, right - LEFT, foot_top - least - around)
    around = around if body.height else traits_height + _AROUND_TEXT
    bottom = max(least, foot_top - body.height - around)
    if card.text and body.height:
        bottom = max(least, min(_WITH_TEXT, bottom))
    text_top = bottom + _AROUND_TEXT + traits_height
    kind_height = canvas.line_height(KIND)
    kind_top = FIELD_TOP + 2.0 if card.plot else bottom - kind_height - 1.6
    return CardLayout(
        name=canvas.fit(typographic(card.name), right - name_left, name_ink, _NAME_STEPS),
        name_box=Box(name_left, 2.4, right, FIELD_TOP - 0.8),
        chips=chips,
        field=Box(0.0, FIELD_TOP, canvas.width, bottom),
        values=Box(LEFT, bottom - values_height, right, bottom) if card.plot else None,
        kind=Box(COLUMN_RIGHT + 1, kind_top, right, kind_top + kind_height)
        if small_lines
        else None,
        traits=traits,
        traits_box=Box(LEFT, bottom + _AROUND_TEXT / 2, right, text_top - _AROUND_TEXT / 2),
        body=body,
        text=Box(LEFT, text_top, right, foot_top),
        foot=Box(LEFT, foot_top, right, canvas.height - 2.6) if small_lines else None,
    )


def _chips(canvas: CardCanvas, card: Card, right: float) -> tuple[CardBadge, ...]:
    """Return what is printed_value beside a card's text, at the right edge of the field."""
    words = list(bonus_texts(card))
    if card.shadow_cost is not None and not cost_text(card).startswith("s"):
        words.append(f"Shadow ({printed_value(card.shadow_cost)})")
    words.extend(f"{crest.capitalize()} crest" for crest in card.crests)
    ink, height, chips = CardInk(CHIP, canvas.colours.ink, MEDIUM), _chip_height(canvas), []
    naval = tuple(icons.of_challenge(icon) for icon in Icon if icon in card.naval)
    for number, text in enumerate([*words, "Naval"] if naval else words):
        glyphs = naval if number == len(words) else ()
        width = canvas.width_of(text, ink) + 2 * CHIP_INSET + len(glyphs) * CHIP_GLYPH
        top = FIELD_TOP + 2.4 + number * (height + _CHIP_GAP)
        chips.append(CardBadge(text, glyphs, Box(right - width, top, right, top + height)))
    return tuple(chips)


def _chip_height(canvas: CardCanvas) -> float:
    return canvas.line_height(CHIP) + 1.2


def _values_height(canvas: CardCanvas, card: Card) -> float:
    return canvas.line_height(CAPTION) + 15.0 if card.plot else 0.0


def _least_field(
    canvas: CardCanvas, card: Card, chips: int, values: float, *, small_lines: bool
) -> float:
    """Return where the field ends at least: it has room for whatever is painted into it."""
    if card.type is CardType.CHARACTER:
        return _CHARACTER
    kind = canvas.line_height(KIND) + 3.6 if small_lines else 0.0
    beside = chips * (_chip_height(canvas) + _CHIP_GAP) + 2.0 if chips else 0.0
    return FIELD_TOP + max(kind + beside + values, _GLYPH_LEAST + values, 13.0)
