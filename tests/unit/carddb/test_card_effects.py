"""What cards give and reduce: by facts, by their texts, and as the catalogue has it."""

from __future__ import annotations

import pytest

from carddb.card_effects import TextEffects, read_effects, text_effects_of
from carddb.pool import Pools
from carddb.terms import Edition
from tests.builders import card

TEXTS = [
    ("<b>Reaction:</b> After you win a challenge, gain 2 gold.", ("gold",), ()),
    ("Each opponent gains 3 gold.", (), ()),
    ("Each player gains 1 gold.", ("gold",), ()),
    ("Each player cannot gain more than 5 gold this phase.", (), ()),
    ("Move 2 gold from another player's gold pool to your own.", ("gold",), ()),
    ("Move 1 gold from your gold pool to this card.", (), ()),
    ("This card gains 1 gold.", (), ()),
    ("You may spend gold on it as if it were in your gold pool.", ("gold",), ()),
    ("Increase the gold value on your plots by 3.", ("gold",), ()),
    ("Increase the gold value on each opponent's plots by 3.", (), ()),
    ("<b>Action:</b> Draw 1 card.", ("draw",), ()),
    ("Either: draw 2 cards or gain 3 gold.", ("gold", "draw"), ()),
    ("Then, that player draws 2 cards.", (), ()),
    ("The losing opponent may draw 1 card.", (), ()),
    ("Each player draws 2 cards.", ("draw",), ()),
    ("Each player cannot draw more than 2 cards this phase.", (), ()),
    ("You may include events in your draw deck.", (), ()),
    ("Attached character gains renown and insight.", ("draw",), ()),
    ("That character loses insight.", (), ()),
    ("Reduce the cost of the next <i>Lord</i> event you play by 1.", (), ("Lord", "event")),
    ("Reduce the cost of any [stark] card you ambush by 1.", (), ("stark", "ambush")),
    ("Reduce the cost of your next card by 2.", (), ("any",)),
    ("Reduce the cost of a card with the named <i>Trait</i> by 2.", (), ("any",)),
    ("Reduce the cost to marshal Egg by 2.", (), ("itself",)),
    ("Increase the cost to marshal each of his or her cards by 1.", (), ()),
    ("", (), ()),
]


@pytest.mark.parametrize(("text", "gives", "reduces"), TEXTS, ids=[each[0] for each in TEXTS])
def test_words_of_a_text(text: str, gives: tuple[str, ...], reduces: tuple[str, ...]) -> None:
    assert read_effects(text) == TextEffects(gives, reduces)


@pytest.mark.parametrize(
    "start", ["gains ", "move ", "reduce the cost ", "increase the gold ", "["]
)
def test_a_text_from_anywhere_is_read_in_its_length(start: str) -> None:
    """Quadratic patterns would take minutes for these."""
    assert read_effects(start * 20_000).gives == ()


@pytest.mark.parametrize(
    ("code", "gives", "reduces"),
    [
        ("01040", ("gold",), ()),  # The Roseroad
        ("01028", ("gold", "draw"), ()),  # Littlefinger
        ("01010", ("draw",), ()),  # Counting Coppers
        ("01039", (), ("character",)),  # The Kingsroad
        ("01027", (), ("loyal",)),  # Fealty
        ("01152", (), ("stark", "character")),  # Winterfell Steward
        ("02108", (), ("itself", "ambush")),  # City Watch
        ("00370", ("gold", "draw"), ("any", "shadows")),  # Holdfast Village
        ("11033", (), ("ambush", "shadows")),  # Hizdahr zo Loraq
        ("02039", (), ()),  # Trading with the Pentoshi: opponents gain
        ("02100", (), ()),  # Famine
        ("03015", (), ("House Tully", "The Seven", "character")),  # House Tully Septon
    ],
)
def test_cards_of_the_catalogue(
    pools: Pools, code: str, gives: tuple[str, ...], reduces: tuple[str, ...]
) -> None:
    assert text_effects_of(pools[Edition.SECOND].card(code)) == TextEffects(gives, reduces)


def test_the_first_edition_has_its_income_alone(pools: Pools) -> None:
    first = pools[Edition.FIRST]
    assert text_effects_of(first.card("core_141")) == TextEffects(("gold",))  # Littlefinger
    assert not any(text_effects_of(each).reduces for each in first)


def test_a_text_is_what_counts_where_there_is_one() -> None:
    changed = card("Counting Coppers", code="01010", text="<b>When Revealed:</b> Gain 1 gold.")
    assert text_effects_of(changed) == TextEffects(("gold",))
    assert text_effects_of(card("Blank", code="01010", blank=True)) == TextEffects()
    assert text_effects_of(card("Not yet known", code="99999")) == TextEffects()
