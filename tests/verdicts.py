"""Judging in tests: the codes of a deck's problems under named conditions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from carddb.card import Card
from carddb.pool import CardPool
from decks.deck import Deck
from validators.conditions import Requested, conditions_for
from validators.judge import Judge
from validators.problem import Problem, Severity

TODAY = date(2026, 11, 20)
_judges: dict[int, Judge] = {}


def judge_of(pool: CardPool) -> Judge:
    """Return the one judge of a pool, kept over the tests."""
    if id(pool) not in _judges:
        _judges[id(pool)] = Judge(pool)
    return _judges[id(pool)]


def problems(
    deck: Deck, pool: CardPool, list_code: str = "none", day: date | None = None, **wishes: bool
) -> tuple[Problem, ...]:
    """Return every problem of a deck."""
    asked = Requested(list_code=list_code, date=day, premier=wishes.get("premier", False))
    return judge_of(pool).verdict(deck, conditions_for(deck, pool, asked, TODAY)).problems


def errors(deck: Deck, pool: CardPool, list_code: str = "none", **wishes: object) -> list[str]:
    """Return the codes of a deck's errors, in order."""
    found = problems(deck, pool, list_code, **wishes)  # type: ignore[arg-type]
    return [each.code for each in found if each.severity is Severity.ERROR]


def swapped(
    deck: Deck, take: Callable[[Card], bool], put: Callable[[Card], bool], pool: CardPool
) -> Deck:
    """Return the deck with one copy of a card that passes `take` for one that passes `put`.

    The card put in is the pool's first of a title that the deck does not hold.
    """
    titles = {card.name for card, _ in deck.slots}
    out = next(card for card, _ in deck.slots if take(card))
    new = next(card for card in pool if put(card) and card.name not in titles)
    return deck.with_copies(out, deck.copies(out) - 1).with_copies(new, 1)


def only(
    deck: Deck, pool: CardPool, code: str, list_code: str = "none", **wishes: object
) -> Problem:
    """Return the one problem with a code; fails where there is none, or several."""
    found = problems(deck, pool, list_code, **wishes)  # type: ignore[arg-type]
    (problem,) = [each for each in found if each.code == code]
    return problem


def exchanged(deck: Deck, out: Card, new: Card, copies: int = 1) -> Deck:
    """Return the deck with copies of one card in the place of as many of another."""
    less = deck.with_copies(out, deck.copies(out) - copies)
    return less.with_copies(new, less.copies(new) + copies)


def some_draw_card(deck: Deck) -> Card:
    """Return the card of the draw deck's last slot that is held three times, to be taken out."""
    return [card for card, copies in deck.draw() if copies == 3][-1]
