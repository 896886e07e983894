"""How fast published decklists are loaded, counted and compared, and a deck is finished."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from published.corpus import Corpus, Filters
from published.decklist import read_decklist
from published.finish import FinishOptions, finish
from published.statistics import card_figures
from published.storage import PublishedStore
from published.suggestions import likeness, suggest
from tests.unit.published.decklists import draw_decklists
from validators.conditions import Conditions, find_format
from validators.judge import Judge
from validators.legal_changes import LegalChanges
from validators.search_facts import EditionConditions

COUNT = 20_000
_DAY = date(2026, 11, 20)


def _stored(folder: Path) -> PublishedStore:
    store = PublishedStore(folder / "published.db")
    pool = catalogue.load_pool(Edition.SECOND)
    read = map(read_decklist, draw_decklists(pool, COUNT))
    store.replace((each for each in read if each), dict)
    return store


def _corpus(folder: Path) -> Corpus:
    return Corpus(catalogue.load_pool(Edition.SECOND), _stored(folder).load())


def _started(corpus: Corpus) -> Deck:
    """Return a third of a sample deck."""
    sample = next(catalogue.sample_decks())
    deck = read_decks(sample.text, {Edition.SECOND: corpus.pool})[0].deck
    return replace(deck, slots=deck.slots[::3])


def _side(corpus: Corpus) -> EditionConditions:
    conditions = Conditions(find_format(Edition.SECOND, "joust"), None, _DAY)
    return EditionConditions(Judge(corpus.pool), conditions)


def load(folder: Path) -> Trial:
    """Load 20,000 decklists, ready to be searched."""
    store = _stored(folder)
    pool = catalogue.load_pool(Edition.SECOND)
    return Trial(lambda: Corpus(pool, store.load()), store.path.read_bytes)


def figures(folder: Path) -> Trial:
    """Count every card of 20,000 decklists."""
    corpus = _corpus(folder)
    everything = corpus.select(Filters())
    copies = corpus.titles.copies
    return Trial(lambda: card_figures(corpus, everything), lambda: np.bincount(copies))


def alike(folder: Path) -> Trial:
    """Compare a deck with 20,000 decklists."""
    corpus = _corpus(folder)
    deck, copies = _started(corpus), corpus.titles.copies
    return Trial(lambda: likeness(corpus, deck), lambda: np.bincount(copies))


def suggested(folder: Path) -> Trial:
    """Suggest cards to add to a deck and to cut from it."""
    corpus = _corpus(folder)
    deck, copies = _started(corpus), corpus.titles.copies
    changes = LegalChanges(_side(corpus), deck)
    return Trial(lambda: suggest(corpus, deck, changes.takes), lambda: np.bincount(copies))


def finished(folder: Path) -> Trial:
    """Finish a deck that has a third of its cards."""
    corpus = _corpus(folder)
    deck, side, copies = _started(corpus), _side(corpus), corpus.titles.copies
    options = FinishOptions()
    return Trial(lambda: finish(deck, corpus, side, options), lambda: np.bincount(copies))


BENCHMARKS = (
    Benchmark("published.load", Unit.MILLISECONDS, "the file read as bytes", load),
    Benchmark("published.figures", Unit.MILLISECONDS, "one count of all slots", figures),
    Benchmark("published.alike", Unit.MILLISECONDS, "one count of all slots", alike),
    Benchmark("published.suggest", Unit.MILLISECONDS, "one count of all slots", suggested),
    Benchmark("published.finish", Unit.MILLISECONDS, "one count of all slots", finished),
)
