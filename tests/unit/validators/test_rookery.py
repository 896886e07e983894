"""Rookery: the side pool of 10 draw-deck cards and 2 plots."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck, slots_of
from tests.filled import Wanted
from tests.questions import PLOT, STARK, both, draw, loyal, neutral, no, plain
from tests.verdicts import errors, only, problems
from validators.problem import Severity

ROOKERY = Wanted(format="rookery")


def beside(deck: Deck, pool: CardPool, cards: int, plots: int) -> Deck:
    """Return the deck with a rookery of some cards and plots that it does not hold."""
    titles = {card.name for card, _ in deck.slots}

    def new(card: Card) -> bool:
        return plain(card) and card.name not in titles

    draws = {c.name: c for c in pool if new(c) and both(draw, STARK, no(loyal))(c)}
    others = {c.name: c for c in pool if new(c) and both(PLOT, neutral)(c)}
    chosen = [*list(draws.values())[:cards], *list(others.values())[:plots]]
    return replace(deck, rookery=slots_of((card, 1) for card in chosen))


def with_one(pool: CardPool, code: str, copies: int = 1) -> Deck:
    """Return a legal deck with one card in its rookery."""
    return replace(ROOKERY.deck(pool), rookery=((pool.card(code), copies),))


@pytest.mark.parametrize(
    ("cards", "plots", "expected"),
    [
        (0, 0, []),
        (10, 2, []),
        (10, 0, []),
        (0, 2, []),
        (11, 2, ["rookery.too-many"]),
        (10, 3, ["rookery.too-many-plots"]),
        (12, 0, ["rookery.too-many"]),
        (11, 3, ["rookery.too-many", "rookery.too-many-plots"]),
    ],
)
def test_ten_cards_and_two_plots(
    cards: int, plots: int, expected: list[str], pool: CardPool
) -> None:
    deck = beside(ROOKERY.deck(pool), pool, cards, plots)
    assert errors(deck, pool) == expected
    for code in expected:
        limit = 10 if code == "rookery.too-many" else 2
        assert only(deck, pool, code).wanted == limit


def test_the_rookery_is_no_part_of_the_deck(pool: CardPool) -> None:
    short = beside(replace(ROOKERY, draw=55, plots=6).deck(pool), pool, 10, 2)
    assert errors(short, pool) == ["draw.too-few", "plots.too-few"]


def test_other_formats_do_not_look_at_it(pool: CardPool) -> None:
    deck = replace(beside(ROOKERY.deck(pool), pool, 11, 3), format="joust")
    assert errors(deck, pool) == []


def test_an_agenda_or_a_title_in_the_rookery(pool: CardPool) -> None:
    for card in (c for c in pool if c.type is CardType.TITLE or c.code == "01027"):
        found = errors(with_one(pool, card.code), pool)
        assert "rookery.not-a-deck-card" in found, card.name


def test_an_out_of_faction_card(pool: CardPool) -> None:
    problem = only(with_one(pool, "01094"), pool, "rookery.card")
    assert problem.cards == ("01094",)
    assert problem.message.startswith("In the rookery: ")


def test_an_agenda_allows_cards_in_the_rookery_too(pool: CardPool) -> None:
    conclave = replace(ROOKERY, agendas=("13079",)).deck(pool)
    shadow = next(
        c
        for c in pool
        if c.keyword("shadow")
        and plain(c)
        and not STARK(c)
        and not c.loyal
        and c.type is CardType.CHARACTER
        and c.factions
    )
    deck = replace(conclave, rookery=((shadow, 1),))
    assert errors(deck, pool) == []
    assert errors(replace(deck, agendas=()), pool) == ["rookery.card"]


@pytest.mark.parametrize(
    ("agenda", "card"),
    [("06119", "01143"), ("26120", "01035"), ("17149", "01045"), ("20052", "01004")],
    ids=["The Brotherhood Without Banners", "Armed to the Teeth", "Sea of Blood", "Many-Faced God"],
)
def test_what_an_agenda_forbids_cannot_be_swapped_in(
    agenda: str, card: str, pool: CardPool
) -> None:
    deck = replace(with_one(pool, card), agendas=(pool.card(agenda),))
    found = [each for each in problems(deck, pool) if each.code == "rookery.card"]
    assert [each.cards for each in found] == [(card,)]
    assert "rookery.card" not in errors(replace(deck, agendas=()), pool)


def test_a_draft_card(pool: CardPool) -> None:
    draft = next(c for c in pool if c.only_in == "draft" and c.in_draw_deck and STARK(c))
    assert errors(with_one(pool, draft.code), pool) == ["rookery.card"]


def test_a_banned_card(pool: CardPool) -> None:
    newest = pool.lists["gotstandard2.1"]
    banned = next(
        pool.card(code)
        for code in sorted(newest.banned)
        if STARK(pool.card(code)) and pool.card(code).in_draw_deck
    )
    deck = with_one(pool, banned.code)
    found = [p for p in problems(deck, pool, "gotstandard2.1") if p.code == "rookery.card"]
    assert [each.cards for each in found] == [(banned.code,)]
    assert errors(deck, pool) == []


def test_a_card_that_is_not_yet_out(pool: CardPool) -> None:
    core = replace(ROOKERY, accept=lambda card: card.pack == "Core").deck(pool)
    later = next(c for c in pool if c.pack == "WotN" and STARK(c) and c.in_draw_deck)
    deck = replace(core, rookery=((later, 1),))
    assert errors(deck, pool, day=date(2016, 1, 1)) == ["rookery.card"]
    assert errors(deck, pool) == []


def test_copies_over_deck_and_rookery_are_a_warning(pool: CardPool) -> None:
    deck = replace(ROOKERY, cards={"01144": 2}).deck(pool)
    for printing, copies, expected in (("01144", 1, 0), ("01144", 2, 1), ("03003", 2, 1)):
        with_more = replace(deck, rookery=((pool.card(printing), copies),))
        found = [each for each in problems(with_more, pool) if each.code == "rookery.copies"]
        assert len(found) == expected
        assert errors(with_more, pool) == []
    warning = only(replace(deck, rookery=((pool.card("03003"), 2),)), pool, "rookery.copies")
    assert warning.severity is Severity.WARNING
    assert (warning.found, warning.wanted) == (4, 3)
    assert set(warning.cards) == {"01144", "03003"}


def test_an_event_and_a_plot_of_one_title_are_counted_apart(pool: CardPool) -> None:
    deck = replace(ROOKERY, cards={"06100": 1}, faction=Faction.LANNISTER).deck(pool)
    with_event = replace(deck, rookery=((pool.card("16006"), 3),))
    assert "rookery.copies" not in {each.code for each in problems(with_event, pool)}
