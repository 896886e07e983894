"""A tenth of the catalogue, for modules that import these fixtures: a sync of it is done sooner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

import pytest

from carddb import catalogue
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from desktop.session.loaded_cards import LoadedCards
from tests.gui.conftest import loaded


@pytest.fixture(scope="module")
def few_cards() -> Iterator[None]:
    """Leave in the catalogue some sample decks, and what they and the newest lists name."""
    few, samples = few_pools(), catalogue.sample_decks
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "sample_decks", lambda *edition: islice(samples(*edition), 5))
        patch.setattr(catalogue, "load_pool", few.__getitem__)
        yield


@pytest.fixture(scope="module")
def pools(few_cards: None) -> Mapping[Edition, CardPool]:
    """Return the cards of that catalogue."""
    return catalogue.pools()


@pytest.fixture(scope="module")
def cards(few_cards: None) -> LoadedCards:
    """Return what a window has once those cards are loaded."""
    return few_loaded()


@cache
def few_loaded() -> LoadedCards:
    """Return those cards, made once; asked for while there are no others in the catalogue."""
    return loaded(catalogue.pools())


@cache
def few_pools() -> dict[Edition, CardPool]:
    """Return the pools of that catalogue, made once, from the whole one."""
    return few_of(catalogue.pools())


def few_of(whole: Mapping[Edition, CardPool]) -> dict[Edition, CardPool]:
    """Return the pools with the newest lists, what they or a sample name, and six more cards."""
    named = {"01141", "01051", "02061", "06062", "core_1", "core_2"}
    for sample in catalogue.sample_decks():
        for reading in read_decks(sample.text, whole, name=sample.name):
            named |= {card.code for card, _ in reading.deck.slots}
    newest = {edition: catalogue.newest_list(edition) for edition in whole}
    for each in newest.values():
        named |= each.banned
        for _, entries in each.formats:
            named |= entries.restricted | entries.banned
            named |= {code for pod in entries.pods for code in (*pod.cards, pod.trigger or "")}
    return {
        edition: CardPool(
            edition,
            [card for card in pool if card.code in named],
            pool.packs.values(),
            pool.cycles.values(),
            [newest[edition]],
        )
        for edition, pool in whole.items()
    }
