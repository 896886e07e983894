"""Decks to study, a home folder with cards.db, and a store of answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from carddb import catalogue
from carddb.pool import Pools
from carddb.store import CardStore
from carddb.terms import Edition, Faction
from core.paths import cards_file
from decks.deck import Deck
from decks.deck_reader import read_decks
from study.answer_store import AnswerStore
from study.study_cards import CardsSource, StudyDeck
from study.workers import ProcessWorkers


@pytest.fixture(scope="session")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardsSource:
    """Return the cards of a home folder, which was filled once."""
    folder = tmp_path_factory.mktemp("study-home")
    CardStore(cards_file(folder)).pools()
    return CardsSource.of(folder)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[AnswerStore]:
    with AnswerStore(tmp_path / "study.db") as opened:
        yield opened


@pytest.fixture
def two_processes() -> Iterator[ProcessWorkers]:
    workers = ProcessWorkers(2)
    yield workers
    workers.stop()


@pytest.fixture(scope="session")
def small_decks(pools: Pools) -> list[StudyDeck]:
    """Return decks of one card, in 10 to 29 copies."""
    card = pools[Edition.SECOND].card("01144")
    return [
        StudyDeck(f"{n}.txt", Deck.of(f"Deck of {n}", Edition.SECOND, Faction.STARK, {card: n}))
        for n in range(10, 30)
    ]


@pytest.fixture(scope="session")
def samples(pools: Pools) -> list[StudyDeck]:
    """Return the first sample decks."""
    texts = [each.text for each in catalogue.sample_decks()][:4]
    return [StudyDeck(f"{n}.json", read_decks(text, pools)[0].deck) for n, text in enumerate(texts)]
