"""Advice on one deck as the window asks for it, here and in a process of its own."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from datetime import date
from multiprocessing import active_children
from pathlib import Path

import pytest

from carddb.card import Card
from core.errors import AppError, CancelledError
from decks.deck import Deck
from goldfish.swaps.rated_change import GoalKind, RatedChange, SwapAdvice
from study.advice_process import advised_in_process
from study.deck_advice import AdviceRequest, FieldError, advice_steps, deck_text
from study.study_cards import CardsSource, StudyCards, cards_of
from tests.small_deck import RICKON, small_deck


def request_of(deck: Deck, **asked: object) -> AdviceRequest:
    made = AdviceRequest(
        deck=deck_text(deck), format_name="joust", list_code="none", day=date(2026, 11, 20)
    )
    return replace(made, **{"into": RICKON, **asked})  # type: ignore[arg-type]  # fields by name


@pytest.fixture(scope="module")
def study_cards(cards: CardsSource) -> StudyCards:
    return cards_of(cards)


@pytest.fixture(scope="module")
def few(study_cards: StudyCards) -> Deck:
    return small_deck(study_cards.pools)


def silent(done: int, total: int) -> None:
    """Take no notice of progress."""


def advised(request: AdviceRequest, cards: StudyCards) -> SwapAdvice:
    (step,) = deque(advice_steps(request, cards, silent), maxlen=1)
    assert step.advice is not None
    return step.advice


def gone(change: RatedChange) -> set[Card]:
    return {*change.out, *change.also_out}


def test_what_no_advice_depends_on_is_no_part_of_a_request(few: Deck) -> None:
    card, _ = few.slots[0]
    other = replace(few, name="Another name", considered=((card, 1),), card_notes=(("01001", "n"),))
    assert deck_text(other) == deck_text(few)
    assert deck_text(few.with_copies(card, 1)) != deck_text(few)


def test_only_the_cards_that_are_asked_for_go_and_come(few: Deck, study_cards: StudyCards) -> None:
    whole = advised(request_of(few), study_cards)
    assert {card.name for each in whole.changes for card in each.into} == {"Rickon Stark"}
    kept = whole.changes[0].out[0]
    less = advised(request_of(few, keep=frozenset({kept.code})), study_cards)
    assert less.considered == whole.considered - 1
    assert not any(kept in gone(each) for each in less.changes)
    searched = advised(request_of(few, out="t:event"), study_cards)
    assert {card.type.value for each in searched.changes for card in gone(each)} == {"event"}


def test_a_change_of_two_cards_is_made_of_two_of_one(few: Deck, study_cards: StudyCards) -> None:
    one = advised(request_of(few), study_cards)
    two = advised(request_of(few, swaps=2), study_cards)
    assert {len(each.out) for each in two.changes} == {2}
    assert two.changes[0].gain.mean > one.changes[0].gain.mean


@pytest.mark.parametrize(
    ("field", "text", "part"), [("out", "o<=(", (3, 4)), ("into", "x:zzzz", (0, 6))]
)
def test_a_search_that_cannot_be_used_is_named(
    field: str, text: str, part: tuple[int, int], few: Deck, study_cards: StudyCards
) -> None:
    with pytest.raises(FieldError) as raised:
        advised(request_of(few, **{field: text}), study_cards)
    assert (raised.value.field, raised.value.start, raised.value.end) == (field, *part)


def test_texts_that_are_missing_are_said_to_be(few: Deck, study_cards: StudyCards) -> None:
    with pytest.raises(FieldError, match="The texts of cards are not here"):
        advised(request_of(few, out="x:draw"), study_cards)


def test_nothing_that_may_be_changed_is_a_sentence(few: Deck, study_cards: StudyCards) -> None:
    every = frozenset(card.code for card, _ in few.slots)
    for goal in (GoalKind.CARDS, GoalKind.UNSPENT):
        with pytest.raises(AppError, match="No card of the deck may be changed"):
            advised(request_of(few, keep=every, goal=goal), study_cards)


def test_a_process_says_the_same(few: Deck, cards: CardsSource, study_cards: StudyCards) -> None:
    request = request_of(few)
    told: list[tuple[int, int]] = []
    *_, there = advised_in_process(Path(cards.home), request, lambda *so_far: told.append(so_far))
    here = advised(request, study_cards)
    assert there.changes == here.changes
    assert there.base == here.base
    assert told[-1] == (1, 1)
    assert not active_children()


def test_an_error_of_the_process_names_the_search(few: Deck, cards: CardsSource) -> None:
    with pytest.raises(FieldError) as raised:
        list(advised_in_process(Path(cards.home), request_of(few, out="o<=("), silent))
    assert raised.value.field == "out"


def test_a_process_that_is_cancelled_ends(few: Deck, cards: CardsSource) -> None:
    def cancel(done: int, total: int) -> None:
        raise CancelledError("stopped")

    with pytest.raises(CancelledError):
        list(advised_in_process(Path(cards.home), request_of(few), cancel))
    assert not active_children()
