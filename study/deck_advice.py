"""Advice on one deck: the question, a request for it as text, and the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from typing_extensions import override

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import CardPool
from core.errors import AppError, QueryError
from core.progress import Progress
from decks.deck import Deck
from decks.deck_reader import read_decks
from goldfish.draw_deck import NO_CHOICES, OpeningChoices, opening
from goldfish.mulligan import KeepPolicy, PolicyKind, read_policy
from goldfish.setup import DEFAULT_ORDER, Order
from goldfish.swaps.rated_change import ROUNDS, Changes, Goal, GoalKind, SwapAdvice
from study.study_cards import StudyCards, StudyDeck
from validators.conditions import Requested, conditions_for
from validators.legal_changes import NO_LIMITS, ChangeLimits, LegalChanges
from validators.search_facts import EditionConditions

TOP = 50
ROUNDS_PLAYED = 3
NO_CHANGE = AppError(
    "No card of the deck may be changed for another.",
    "Ask for less: fewer cards that stay, other searches, any cost, cards that are not owned, too.",
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
class AdviceQuestion:
    """A question about changes of a deck; `side` decides what is legal for it.

    `hands` are sampled, or games played for a goal of the first rounds; None is the default number.
    """

    deck: Deck
    side: EditionConditions
    goal: Goal
    policy: KeepPolicy
    limits: ChangeLimits = NO_LIMITS
    choices: OpeningChoices = NO_CHOICES
    rounds: int = ROUNDS_PLAYED
    swaps: int = 1
    top: int = TOP
    hands: int | None = None
    seed: int = 1
    order: Order = DEFAULT_ORDER
    workers: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRequest:
    """A question as text, for another process; `see`, `into`, `out` and `policy` hold searches.

    `deck` is the text of a deck as `deck_text` makes it. `owned` are copies by the code of the
    first printing, None if any card may come in.
    """

    deck: str
    format_name: str
    list_code: str
    day: date
    premier: bool = False
    goal: GoalKind = GoalKind.CARDS
    see: str = ""
    by_round: int = 0
    rounds: int = ROUNDS_PLAYED
    policy: str = PolicyKind.KEEP.value
    into: str = ""
    out: str = ""
    keep: frozenset[str] = frozenset()
    most_cost: int | None = None
    same_faction: bool = False
    owned: tuple[tuple[str, int], ...] | None = None
    swaps: int = 1


@dataclass(frozen=True, slots=True)
class AdviceStep:
    """The progress, and the advice so far, if any."""

    done: int
    total: int
    advice: SwapAdvice | None = None


def deck_text(deck: Deck) -> str:
    return StudyDeck("", replace(deck, considered=(), categories=(), card_notes=())).text


def advice_steps(
    request: AdviceRequest, cards: StudyCards, progress: Progress
) -> Iterator[AdviceStep]:
    """Yield the advice each time it gets better; the last one is complete.

    `progress` reports the work before the first advice. AppError if no card may be changed.
    """
    found = None
    for found in best_changes(_question(request, cards), progress):
        yield AdviceStep(found.done, found.total, found)
    if found is None:
        raise NO_CHANGE


def best_changes(
    question: AdviceQuestion, progress: Progress | None = None
) -> Iterator[SwapAdvice]:
    """Yield the advice each time it gets better; nothing if no card may be changed.

    `progress` reports the work before the first advice.
    """
    legal = LegalChanges(question.side, question.deck)
    changes = legal.of_one_card(question.limits, progress)
    if question.goal.kind in ROUNDS:
        yield from _of_rounds(question, changes, progress)
    else:
        yield from _of_hands(question, legal, changes)


def whole_advice(question: AdviceQuestion, progress: Progress | None = None) -> SwapAdvice:
    """Return the best advice; AppError if no card may be changed."""
    found = None
    for found in best_changes(question, progress):
        if progress:
            progress(found.done, found.total)
    if found is None:
        raise NO_CHANGE
    return found


def _question(request: AdviceRequest, cards: StudyCards) -> AdviceQuestion:
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
    return AdviceQuestion(
        deck=deck,
        side=EditionConditions(cards.judge(deck.edition), conditions),
        goal=goal,
        limits=limits,
        policy=read_policy(request.policy, query),
        rounds=request.rounds,
        swaps=request.swaps,
    )


def _test(
    query: Callable[[str], CardTest], field: str, text: str, pool: CardPool
) -> CardTest | None:
    """Return the test of a search, None if it is empty; FieldError if it finds nothing."""
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
    question: AdviceQuestion, legal: LegalChanges, changes: Changes
) -> Iterator[SwapAdvice]:
    from goldfish.dealer import Sampling  # noqa: PLC0415 - numpy
    from goldfish.swaps.advice import SINGLES, AdviceOptions, advise, advise_two  # noqa: PLC0415
    from goldfish.swaps.outcomes_without import Question  # noqa: PLC0415

    made = opening(question.deck, question.choices)
    asked = Question(question.goal, question.policy)
    options = AdviceOptions(
        order=question.order,
        sampling=Sampling(question.hands, question.seed) if question.hands else None,
        top=question.top,
        workers=question.workers,
    )
    if question.swaps == 1:
        yield from advise(made, changes, asked, options)
        return
    single = None
    for single in advise(made, changes, asked, replace(options, top=max(SINGLES, question.top))):
        yield single
    if single is not None:

        def allows(out: tuple[Card, ...], into: tuple[Card, ...]) -> bool:
            return legal.allows(out, into, question.limits)

        yield from advise_two(made, single, allows, asked, options)


def _of_rounds(
    question: AdviceQuestion, changes: Changes, progress: Progress | None
) -> Iterator[SwapAdvice]:
    from goldfish.rounds.game_plan import plan_game  # noqa: PLC0415 - numpy, as above
    from goldfish.swaps.round_changes import GAMES, RoundOptions, advise_rounds  # noqa: PLC0415

    if not changes:
        return
    plan = plan_game(question.deck, (), question.rounds, question.choices)
    options = RoundOptions(
        policy=question.policy,
        games=question.hands or GAMES,
        seed=question.seed,
        top=question.top,
    )
    yield from advise_rounds(plan, changes, question.goal, options, progress)
