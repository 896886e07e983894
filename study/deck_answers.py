"""The questions of a study, answered for one deck; numpy is loaded by those that need it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from typing import Any

from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from goldfish.draw_deck import opening
from goldfish.mulligan import KeepPolicy, read_policy
from goldfish.report import MOST_ROUNDS
from goldfish.swaps.rated_change import read_goal
from study.study_cards import StudyCards
from validators.conditions import Conditions, Requested, conditions_for, read_day
from validators.verdict_json import verdict_json


class Ask(StrEnum):
    """The questions; each is that of the command of its name."""

    CHECK = "check"
    HANDS = "hands"
    GOLDFISH = "goldfish"
    ADVISE = "advise"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyQuestion:
    """A question with its options, as the command of its name has them.

    Days are ISO dates: `date` is the requested one, `today` is for decks that state none. Workers
    never use their own clocks.
    """

    ask: Ask
    today: str = ""
    date: str = ""
    format_name: str = ""
    list_code: str = ""
    premier: bool = False
    exact: bool = False
    hands: int | None = None
    rounds: int = 3
    games: int | None = None
    seed: int = 1
    policy: str = "keep"
    goal: str = "cards"
    top: int = 10

    def __post_init__(self) -> None:
        if self.exact and self.hands:
            raise AppError("Either every hand is counted, or some are sampled.", "Choose one.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise AppError(
                f"{self.rounds} rounds cannot be played.", f"Choose 1 to {MOST_ROUNDS} rounds."
            )

    @property
    def text(self) -> str:
        """The question as text, under which its answers are stored."""
        options = {name: getattr(self, name) for name in sorted(OPTIONS[self.ask])}
        return json.dumps({"ask": self.ask.value, **options}, ensure_ascii=False)

    def check_options(self) -> None:
        """Raise AppError for an option that is not of this question."""
        for field in fields(self):
            foreign = field.default is not MISSING and field.name not in OPTIONS[self.ask]
            # Whoever asks sets the day whether it matters or not.
            if foreign and field.name != "today" and getattr(self, field.name) != field.default:
                askers = ", ".join(ask for ask in Ask if field.name in OPTIONS[ask])
                name = field.name.removesuffix("_code").removesuffix("_name")
                raise AppError(
                    f"The question {self.ask} has no option “{name}”.", f"It is for {askers}."
                )


# The options that each question has.
OPTIONS: Mapping[Ask, frozenset[str]] = {
    Ask.CHECK: frozenset({"today", "date", "format_name", "list_code", "premier"}),
    Ask.HANDS: frozenset({"exact", "hands", "seed", "policy"}),
    Ask.GOLDFISH: frozenset({"rounds", "games", "seed", "policy"}),
    Ask.ADVISE: frozenset({"goal", "top", "hands", "seed", "policy", "list_code", "today"}),
}


DeckAnswer = dict[str, Any]


def check_question(
    question: StudyQuestion, editions: Collection[Edition], cards: StudyCards
) -> None:
    """Raise AppError if a word of a question means nothing in any of the decks' editions."""
    errors = []
    for edition in editions:
        try:
            _read_question(question, edition, cards)
        except AppError as error:
            errors.append(error)
    if errors and len(errors) == len(editions):
        raise errors[0]


def _read_question(question: StudyQuestion, edition: Edition, cards: StudyCards) -> None:
    deck = Deck(name="", edition=edition)
    if question.ask in {Ask.CHECK, Ask.ADVISE}:
        _conditions(question, deck, cards)
    if question.ask is not Ask.CHECK:
        _policy(question, deck, cards)
    if question.ask is Ask.ADVISE:
        read_goal(question.goal, cards.query(edition))


def answer_for(question: StudyQuestion, deck: Deck, cards: StudyCards) -> DeckAnswer:
    return _ANSWERS[question.ask](question, deck, cards)


def _check(question: StudyQuestion, deck: Deck, cards: StudyCards) -> DeckAnswer:
    judge, conditions = cards.judge(deck.edition), _conditions(question, deck, cards)
    return verdict_json(deck, conditions, judge.verdict(deck, conditions))


def _hands(question: StudyQuestion, deck: Deck, cards: StudyCards) -> DeckAnswer:
    from goldfish.dealer import Sampling  # noqa: PLC0415 - as above
    from goldfish.exact import exact_hands, is_quick  # noqa: PLC0415
    from goldfish.queries import USUAL_HANDS  # noqa: PLC0415
    from goldfish.report import hands_report_json  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    kernel, policy = SetupKernel(opening(deck)), _policy(question, deck, cards)
    if question.exact or (question.hands is None and is_quick(kernel)):
        return hands_report_json(exact_hands(kernel, policy))
    sampling = Sampling(question.hands or USUAL_HANDS, question.seed)
    return hands_report_json(sampled_hands(kernel, policy, sampling))


def _goldfish(question: StudyQuestion, deck: Deck, cards: StudyCards) -> DeckAnswer:
    from goldfish.report import rounds_report_json  # noqa: PLC0415 - as above
    from goldfish.rounds.game_plan import plan_game  # noqa: PLC0415
    from goldfish.rounds.rounds_kernel import RoundsKernel  # noqa: PLC0415
    from goldfish.rounds.simulate import sampled_rounds, sampling_for  # noqa: PLC0415

    plan = plan_game(deck, rounds=question.rounds)
    kernel = RoundsKernel(plan, _policy(question, deck, cards))
    sampling = sampling_for([kernel], question.games, question.seed)
    return rounds_report_json(sampled_rounds(kernel, sampling))


def _advise(question: StudyQuestion, deck: Deck, cards: StudyCards) -> DeckAnswer:
    from goldfish.swaps.rated_change import advice_json  # noqa: PLC0415 - as above
    from study.deck_advice import AdviceQuestion, whole_advice  # noqa: PLC0415
    from validators.search_facts import EditionConditions  # noqa: PLC0415

    asked = AdviceQuestion(
        deck=deck,
        side=EditionConditions(cards.judge(deck.edition), _conditions(question, deck, cards)),
        goal=read_goal(question.goal, cards.query(deck.edition)),
        policy=_policy(question, deck, cards),
        top=question.top,
        hands=question.hands,
        seed=question.seed,
    )
    return advice_json(whole_advice(asked))


def _conditions(question: StudyQuestion, deck: Deck, cards: StudyCards) -> Conditions:
    wishes = Requested(
        format_name=question.format_name,
        list_code=question.list_code,
        date=read_day(question.date) if question.date else None,
        premier=question.premier,
    )
    return conditions_for(deck, cards.pools[deck.edition], wishes, read_day(question.today))


def _policy(question: StudyQuestion, deck: Deck, cards: StudyCards) -> KeepPolicy:
    return read_policy(question.policy, cards.query(deck.edition))


_ANSWERS: Mapping[Ask, Callable[[StudyQuestion, Deck, StudyCards], DeckAnswer]] = {
    Ask.CHECK: _check,
    Ask.HANDS: _hands,
    Ask.GOLDFISH: _goldfish,
    Ask.ADVISE: _advise,
}
