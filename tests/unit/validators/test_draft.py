"""Draft decks: 40 cards and 5 plots, drafted cards alone, the Tower of Joy cube."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck, slots_of
from tests.filled import Wanted
from tests.questions import PLOT, STARK, draw
from tests.verdicts import errors, only, problems
from validators.problem import Severity

DRAFT = Wanted(draw=40, plots=5, format="draft")
TREATY = "00003"


def drafted(deck: Deck, *more: tuple[Card, int]) -> Deck:
    """Return the deck with its own cards as those drafted, and some more or fewer."""
    agendas = [(card, 1) for card in deck.agendas]
    return replace(deck, drafted=slots_of([*deck.slots, *agendas, *more]))


def tower(pool: CardPool, plots: int) -> Deck:
    """Return a deck that holds a Tower of Joy card."""
    card = next(c for c in pool if c.pack == "ToJ" and STARK(c) and c.in_draw_deck)
    return replace(DRAFT, cards={card.code: 4}, plots=plots).deck(pool)


@pytest.mark.parametrize(
    ("draw", "plots", "expected"),
    [
        (40, 5, []),
        (39, 5, ["draw.too-few"]),
        (75, 5, []),
        (40, 4, ["plots.too-few"]),
        (40, 6, ["plots.too-many"]),
        (40, 7, ["plots.too-many"]),
    ],
)
def test_forty_cards_and_five_plots(
    draw: int, plots: int, expected: list[str], pool: CardPool
) -> None:
    assert errors(replace(DRAFT, draw=draw, plots=plots).deck(pool), pool) == expected


@pytest.mark.parametrize(
    ("plots", "expected"),
    [(4, ["plots.too-few"]), (5, []), (6, ["plots.too-many"]), (7, []), (8, ["plots.too-many"])],
)
def test_a_tower_of_joy_deck_has_five_plots_or_seven(
    plots: int, expected: list[str], pool: CardPool
) -> None:
    assert errors(tower(pool, plots), pool) == expected


def test_seven_plots_carry_a_note(pool: CardPool) -> None:
    code = "draft.tower-of-joy-plots"
    note = only(tower(pool, 7), pool, code)
    assert (note.severity, note.found, note.wanted) == (Severity.NOTE, 7, 5)
    assert "Tower of Joy" in note.message
    assert code not in {each.code for each in problems(tower(pool, 5), pool)}


def test_tower_of_joy_cards_are_held_in_any_number(pool: CardPool) -> None:
    card = next(c for c in pool if c.pack == "ToJ" and STARK(c) and c.in_draw_deck)
    for copies, expected in ((40, []), (41, ["copies.too-many"])):
        deck = replace(DRAFT, cards={card.code: copies}, draw=41).deck(pool)
        assert errors(deck, pool) == expected


@pytest.mark.parametrize("pack", ["VDS", "ToJ"])
def test_draft_cards_are_for_draft_alone(pack: str, pool: CardPool) -> None:
    for card in (c for c in pool if c.pack == pack and c.neutral):
        if card.type is CardType.AGENDA:
            deck = replace(DRAFT, agendas=(card.code,)).deck(pool)
        else:
            deck = replace(DRAFT, cards={card.code: 1}).deck(pool)
        assert "format.only-in" not in errors(deck, pool), card.name
        for elsewhere in ("joust", "melee", "rookery", "hand-of-the-king", "civil-war"):
            found = errors(replace(deck, format=elsewhere), pool)
            assert "format.only-in" in found, (card.name, elsewhere)


def test_a_deck_of_drafted_cards(pool: CardPool) -> None:
    deck = replace(DRAFT, agendas=(TREATY,)).deck(pool)
    assert errors(drafted(deck), pool) == []
    assert errors(drafted(deck, (pool.card("01094"), 2)), pool) == []


@pytest.mark.parametrize("kind", [draw, PLOT])
def test_one_copy_more_than_was_drafted(kind: Callable[[Card], bool], pool: CardPool) -> None:
    deck = DRAFT.deck(pool)
    card, copies = next(slot for slot in deck.slots if kind(slot[0]))
    problem = only(drafted(deck, (card, -1)), pool, "draft.not-drafted")
    assert (problem.cards, problem.found, problem.wanted) == ((card.code,), copies, copies - 1)


def test_another_printing_was_drafted(pool: CardPool) -> None:
    deck = replace(DRAFT, cards={"01144": 1}).deck(pool)
    other = drafted(deck, (pool.card("01144"), -1), (pool.card("03003"), 1))
    assert only(other, pool, "draft.not-drafted").cards == ("01144",)


def test_an_agenda_that_was_not_drafted(pool: CardPool) -> None:
    deck = drafted(DRAFT.deck(pool))
    with_agenda = replace(deck, agendas=(pool.card(TREATY),))
    problem = only(with_agenda, pool, "draft.not-drafted")
    assert (problem.cards, problem.found, problem.wanted) == ((TREATY,), 1, 0)


def test_only_the_draft_format_asks_what_was_drafted(pool: CardPool) -> None:
    deck = replace(Wanted().deck(pool), drafted=((pool.card("01141"), 1),))
    assert errors(deck, pool) == []


def test_an_agenda_that_asks_for_other_plots_is_not_overruled(pool: CardPool) -> None:
    """The Wars To Come asks for ten plots; the cube's seven are no substitute for them."""
    card = next(c for c in pool if c.pack == "ToJ" and STARK(c) and c.in_draw_deck)
    wanted = replace(DRAFT, agendas=("10045",), cards={card.code: 4})
    assert errors(replace(wanted, plots=10).deck(pool), pool) == []
    assert errors(replace(wanted, plots=7).deck(pool), pool) == ["plots.too-few"]
