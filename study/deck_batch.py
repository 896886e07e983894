"""What a worker of a study is given and gives back: some decks, and an answer to each."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from carddb.errors import AppError
from decks.deck_reader import read_decks
from study.deck_answers import DeckAnswer, answer_for
from study.study_cards import CardsSource, OtherCardsError, StudyCards, cards_of
from study.study_question import StudyQuestion


@dataclass(frozen=True, slots=True)
class DeckBatch:
    """Some decks as texts, and what is asked of each."""

    question: StudyQuestion
    cards: CardsSource
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The answer for a deck and the seconds that it took, or in a sentence why there is none."""

    answer: DeckAnswer | None
    seconds: float
    failure: str = ""


def answer_batch(batch: DeckBatch) -> tuple[BatchAnswer, ...]:
    """Return the answers for all decks of a batch, in their order; it runs in a worker.

    OtherCardsError where the worker has other cards than the study.
    """
    cards = cards_of(batch.cards)
    return tuple(_answered(batch.question, text, cards) for text in batch.texts)


def _answered(question: StudyQuestion, text: str, cards: StudyCards) -> BatchAnswer:
    began = perf_counter()
    answer, failure = None, ""
    try:
        (reading,) = read_decks(text, cards.pools)
        answer = answer_for(question, reading.deck, cards)
    except OtherCardsError:
        raise
    except AppError as error:
        failure = error.text
    except Exception as error:  # an edge: the other decks are answered all the same
        failure = f"Something went wrong inside the program: {type(error).__name__}: {error}"
    return BatchAnswer(answer, perf_counter() - began, failure)
