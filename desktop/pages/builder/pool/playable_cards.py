"""Which cards the deck may include at all: a verdict for each card, asked in the background."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from decks.deck import Deck
from desktop.runtime.tasks import Progress
from validators.conditions import Conditions

if TYPE_CHECKING:
    from validators.judge import Judge


class PlayableQuestion(NamedTuple):
    """What the cards follow from; after a sync there is another judge, of other cards."""

    deck: Deck
    conditions: Conditions
    judge: Judge


def playable_question(deck: Deck, conditions: Conditions, judge: Judge) -> PlayableQuestion:
    """Return what is asked for a deck; its cards and its names do not count."""
    empty = replace(
        deck, name="", slots=(), rookery=(), plot_decks=(), notes="", list_code="", date=""
    )
    return PlayableQuestion(empty, conditions, judge)


def playable_codes(question: PlayableQuestion, report: Progress) -> frozenset[str]:
    """Return the codes of the cards that the deck may include."""
    from validators.search_facts import EditionConditions, may_include  # noqa: PLC0415 - lark, not at start

    side = EditionConditions(question.judge, question.conditions)
    codes = set()
    for number, card in enumerate(question.judge.pool):
        if number % 50 == 0:
            report(number, len(question.judge.pool))
        if may_include(side, question.deck, card):
            codes.add(card.code)
    return frozenset(codes)
