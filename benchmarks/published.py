"""How fast published decklists are fetched, loaded, found and counted, and a deck is finished."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import cycle
from pathlib import Path

import numpy as np
from pytest_httpserver import HTTPServer

from benchmarks.memory import peak
from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from published.corpus import Corpus, Filters
from published.decklist import read_decklist
from published.finish import FinishOptions, finish
from published.statistics import card_figures
from published.storage import PublishedStore
from published.suggestions import likeness, ordered, suggest
from published.sync import sync_published
from tests.unit.published.decklists import draw_decklists, serve_all
from validators.conditions import Conditions, find_format
from validators.judge import Judge
from validators.legal_changes import LegalChanges
from validators.search_facts import EditionConditions

COUNT = 20_000
STARTED = 100
COUNTED = "one count of all slots"
_DAY = date(2026, 11, 20)
_FETCH = """
from datetime import date
from pathlib import Path
from published.storage import PublishedStore
from published.sync import sync_published
store = PublishedStore(Path({path!r}))
if {fetches}:
    sync_published(store, {address!r}, today=date(2026, 11, 20))
"""


@cache
def _pool() -> CardPool:
    return catalogue.load_pool(Edition.SECOND)


@cache
def _answer() -> bytes:
    # As bytes: 20,000 objects that stay would slow down every garbage collection.
    return json.dumps(draw_decklists(_pool(), COUNT)).encode()


def _stored(folder: Path) -> PublishedStore:
    store = PublishedStore(folder / "published.db")
    read = map(read_decklist, json.loads(_answer()))
    store.write((each for each in read if each), {}, remove=True)
    return store


def _corpus(folder: Path) -> Corpus:
    return Corpus(_pool(), _stored(folder).load())


def _side() -> EditionConditions:
    conditions = Conditions(find_format(Edition.SECOND, "joust"), None, _DAY)
    return EditionConditions(Judge(_pool()), conditions)


def _started(corpus: Corpus) -> list[Deck]:
    """Return decks with a third of their cards."""
    chance = random.Random(1)  # noqa: S311
    chosen = (corpus.deck(index) for index in chance.sample(range(len(corpus)), STARTED))
    return [replace(deck, slots=deck.slots[::3]) for deck in chosen]


def _against_a_count(corpus: Corpus, run: Callable[[], object]) -> Trial:
    copies = corpus.titles.copies
    return Trial(run, lambda: np.bincount(copies))


def _served() -> str:
    """Return the address of a server of the decklists, which ends with the process."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = HTTPServer()
    server.start()
    serve_all(server, _answer())
    return server.url_for("/")


def fetch(folder: Path) -> Trial:
    """Fetch 20,000 decklists of a server on this machine, and store them."""
    address = _served()
    store = PublishedStore(folder / "published.db")

    def run() -> None:
        store.path.unlink(missing_ok=True)
        sync_published(store, address, today=_DAY)

    return Trial(run, lambda: json.loads(_answer()))


def memory(folder: Path) -> Trial:
    """Fetch 20,000 decklists in a process of its own."""
    address, path = _served(), str(folder / "published.db")
    with_fetch, without = (
        peak(_FETCH.format(path=path, address=address, fetches=each), before="")
        for each in (True, False)
    )
    return Trial(with_fetch, without)


def load(folder: Path) -> Trial:
    """Load 20,000 decklists, ready to be searched."""
    store = _stored(folder)
    return Trial(lambda: Corpus(_pool(), store.load()), store.path.read_bytes)


def find(folder: Path) -> Trial:
    """Find decklists by a word of their names, and sort them by likeness to a deck."""
    corpus = _corpus(folder)
    deck, filters = _started(corpus)[0], Filters(words="hiver 1")
    return _against_a_count(
        corpus, lambda: ordered(corpus, corpus.select(filters), likeness(corpus, deck))
    )


def legal(folder: Path) -> Trial:
    """Load the decklists, and find those that are legal under a restricted list."""
    store, judge, filters = _stored(folder), Judge(_pool()), Filters(list_code=max(_pool().lists))
    stored = store.load()
    return Trial(
        lambda: Corpus(_pool(), stored).select(filters, judge), lambda: Corpus(_pool(), stored)
    )


def figures(folder: Path) -> Trial:
    """Count every card of 20,000 decklists."""
    corpus = _corpus(folder)
    everything = corpus.select(Filters())
    return _against_a_count(corpus, lambda: card_figures(corpus, everything))


def suggested(folder: Path) -> Trial:
    """Suggest cards to add to a deck and to cut from it."""
    corpus, side = _corpus(folder), _side()
    deck = _started(corpus)[0]
    return _against_a_count(corpus, lambda: suggest(corpus, deck, LegalChanges(side, deck).takes))


def finished(folder: Path) -> Trial:
    """Finish decks that have a third of their cards, another one each time."""
    corpus, side, options = _corpus(folder), _side(), FinishOptions()
    decks = cycle(_started(corpus))
    return _against_a_count(corpus, lambda: finish(next(decks), corpus, side, options))


_MS = Unit.MILLISECONDS
BENCHMARKS = (
    Benchmark("published.fetch", _MS, "json.loads of the answer", fetch),
    Benchmark("published.memory", Unit.MEGABYTES, "the same without the fetch", memory),
    Benchmark("published.load", _MS, "the file read as bytes", load),
    Benchmark("published.find", _MS, COUNTED, find),
    Benchmark("published.legal", _MS, "the decklists made alone", legal),
    Benchmark("published.figures", _MS, COUNTED, figures),
    Benchmark("published.suggest", _MS, COUNTED, suggested),
    Benchmark("published.finish", _MS, COUNTED, finished),
    Benchmark("published.worst", _MS, COUNTED, finished, percentile=100, by_name=True),
)
