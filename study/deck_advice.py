"""Advice on one deck as a player asks for it in the window: the request, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from typing_extensions import override

from carddb.card_test import CardTest
from carddb.errors import AppError, QueryError
from carddb.pool import CardPool
from carddb.progress import Progress
from decks.deck import Deck
from decks.deck_reader import read_decks
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy
from goldfish.swaps.goal import ROUNDS, Goal, GoalKind
from goldfish.swaps.rated_change import SwapAdvice
from study.study_cards import StudyCards
from study.study_deck import StudyDeck
from validators.conditions import Requested, conditions_for
from validators.legal_changes import ChangeLimits, LegalChanges
from validators.search_facts import EditionConditions

TOP = 50
NO_CHANGE = AppError(
    "No card of the deck may be changed for another.",
    "Ask for less: fewer cards that stay, other searches, any cost.",
)


class FieldError(AppError):
    """A search in a field cannot be used; `start` and `end` are the part of it that is wrong."""

    def __init__(self, field: str, start: int, end: int, sentence: str) -> None:
        super().__init__(sentence)
        self.field, self.start, self.end = field, start, end

    @override
    def __reduce__(self) -> tuple[type[FieldError], tuple[str, int, int, str]]:
        return FieldError, (self.field, self.start, self.end, self.sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRequest:
    """What is asked about the changes of a deck; `see`, `into` and `out` are searches.

    `deck` is the text of a deck as `deck_text` makes it. `owned` are copies by the code of the
    first printing, None where any card may come in.
    """

    deck: str
    format_name: str
    list_code: str
    day: date
    premier: bool = False
    goal: GoalKind = GoalKind.CARDS
    see: str = ""
    by_round: int = 0
    rounds: int = 3
    into: str = ""
    out: str = ""
    keep: frozenset[str] = frozenset()
    most_cost: int | None = None
    same_faction: bool = False
    owned: tuple[tuple[str, int], ...] | None = None
    swaps: int = 1


@dataclass(frozen=True, slots=True)
class AdviceStep:
    """How much is done of how much, and the advice so far where there is any."""

    done: int
    total: int
    advice: SwapAdvice | None = None


def deck_text(deck: Deck) -> str:
    """Return a deck as the text of a request, without what no advice depends on."""
    return StudyDeck("", replace(deck, considered=(), categories=(), card_notes=())).text


def advice_steps(
    request: AdviceRequest, cards: StudyCards, progress: Progress
) -> Iterator[AdviceStep]:
    """Yield the advice each time that it is better; the last one is the whole.

    `progress` is told how far the rest is. AppError where there is nothing to advise.
    """
    (reading,) = read_decks(request.deck, cards.pools)
    deck = reading.deck
    pool, query = cards.pools[deck.edition], cards.query(deck.edition)
    goal = Goal(request.goal, _test(query, "see", request.see, pool), request.by_round)
    limits = ChangeLimits(
        out=_test(query, "out", request.out, pool),
        into=_test(query, "into", request.into, pool),
        most_cost=request.most_cost,
        keep=request.keep,
        same_faction=request.same_faction,
        owned=None if request.owned is None else dict(request.owned),
    )
    wishes = Requested(
        format_name=request.format_name,
        list_code=request.list_code,
        date=request.day,
        premier=request.premier,
    )
    conditions = conditions_for(deck, pool, wishes, request.day)
    legal = LegalChanges(EditionConditions(cards.judge(deck.edition), conditions), deck)
    steps = _of_rounds if request.goal in ROUNDS else _of_hands
    for found in steps(request, deck, goal, (legal, limits), progress):
        yield AdviceStep(found.done, found.total, found)


def _test(
    query: Callable[[str], CardTest], field: str, text: str, pool: CardPool
) -> CardTest | None:
    """Return the test of a search, None where it is empty; FieldError where it finds nothing."""
    if not text.strip():
        return None
    try:
        test = query(text)
    except QueryError as error:
        raise FieldError(field, error.start, error.end, error.sentence) from error
    if any(card.in_draw_deck and test(card) for card in pool):
        return test
    why = "" if any(card.text for card in pool) else " The texts of cards are not here."
    raise FieldError(field, 0, len(text), f"No card of a draw deck is found by “{text}”.{why}")


def _of_hands(
    request: AdviceRequest,
    deck: Deck,
    goal: Goal,
    changes: tuple[LegalChanges, ChangeLimits],
    progress: Progress,
) -> Iterator[SwapAdvice]:
    from goldfish.swaps.advice import SINGLES, AdviceOptions, advise, advise_two  # noqa: PLC0415 - numpy
    from goldfish.swaps.hand_levels import Question  # noqa: PLC0415

    legal, limits = changes
    made, question = opening(deck), Question(goal, KeepPolicy())
    options = AdviceOptions(top=max(TOP, SINGLES))
    single = None
    for single in advise(made, legal.of_one_card(limits, progress), question, options):
        yield single
    if single is None:
        raise NO_CHANGE
    if request.swaps > 1:
        yield from advise_two(
            made, single, lambda out, into: legal.allows(out, into, limits), question, options
        )


def _of_rounds(
    request: AdviceRequest,
    deck: Deck,
    goal: Goal,
    changes: tuple[LegalChanges, ChangeLimits],
    progress: Progress,
) -> Iterator[SwapAdvice]:
    from goldfish.rounds.game_plan import plan_game  # noqa: PLC0415 - numpy, as above
    from goldfish.swaps.round_changes import RoundOptions, advise_rounds  # noqa: PLC0415

    legal, limits = changes
    found = legal.of_one_card(limits, progress)
    if not found:
        raise NO_CHANGE
    plan = plan_game(deck, (), request.rounds)
    yield from advise_rounds(plan, found, goal, RoundOptions(top=TOP), progress)
