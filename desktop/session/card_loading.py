"""Loads the cards; imported only in the worker that does it, because SQL takes long to import."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from carddb.catalogue import sample_decks
from carddb.paths import cards_file
from carddb.store import CardStore
from carddb.terms import Edition
from decks.deck_reader import read_decks
from desktop.runtime.tasks import Progress
from desktop.session.loaded_cards import LoadedCards, rows_of
from validators.judge import Judge


def load_cards(home: Path, progress: Progress) -> LoadedCards:
    """Return the cards of both editions, filling cards.db in the home folder first if need be."""
    store = CardStore(cards_file(home))
    pools = store.pools(progress)
    judges = {edition: Judge(pool) for edition, pool in pools.items()}
    samples = (
        reading
        for edition in Edition
        for sample in sample_decks(edition)
        for reading in read_decks(sample.text, pools, name=sample.name)
    )
    origin = store.origin(Edition.SECOND)
    words = origin.words(datetime.now().astimezone())
    rows = rows_of(pools)
    return LoadedCards(pools, judges, rows, tuple(samples), store.note, words, origin.synced)
