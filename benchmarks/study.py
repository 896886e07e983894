"""How much sooner two workers have answered a question of many decks than one."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.store import CardStore
from core.paths import cards_file
from decks.deck import slots_of
from decks.deck_reader import read_decks
from study.answer_store import AnswerStore
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import CardsSource, StudyDeck
from study.study_run import StudyRun
from study.workers import ProcessWorkers

DECKS = 200
# With so few different cards 200 decks are counted in some seconds, by the same code as whole ones.
DIFFERENT = 7


def _decks() -> list[StudyDeck]:
    """Return different decks of some cards of the samples."""
    pools = catalogue.pools()
    decks: dict[str, StudyDeck] = {}
    samples = [read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks()]
    for first in range(DIFFERENT):
        for deck in samples:
            cards = [card for card, _ in islice(deck.draw(), first, first + DIFFERENT)]
            cut = replace(deck, agendas=(), slots=slots_of((card, 3) for card in cards))
            made = StudyDeck("", cut)
            if len(cards) == DIFFERENT:
                decks.setdefault(made.digest, made)
    return list(islice(decks.values(), DECKS))


def two_workers(folder: Path) -> Trial:
    """Count every hand of 200 decks with two workers, against one; both were started before."""
    CardStore(cards_file(folder)).pools()
    cards, decks = CardsSource.of(folder), _decks()
    assert len(decks) == DECKS
    seeds = count()

    def study(workers: int) -> Callable[[], object]:
        team = ProcessWorkers(workers)
        atexit.register(team.stop)

        def run() -> None:
            # The seed makes a new question each time, so that no answer is reused.
            question = StudyQuestion(ask=Ask.HANDS, exact=True, seed=next(seeds))
            with AnswerStore(folder / f"{question.seed}.db") as store:
                report = StudyRun(question, cards, store, team).report(decks)
                assert report.computed == DECKS

        return run

    return Trial(study(2), study(1), DECKS)


BENCHMARKS = (
    Benchmark("study.two_workers", Unit.PER_SECOND, "one worker (0.56 or less)", two_workers),
)
