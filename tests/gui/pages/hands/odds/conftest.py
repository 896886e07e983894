"""Decks whose odds are soon computed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from decks.deck import Deck
from desktop.session.loaded_cards import LoadedCards
from tests.gui.pages.hands.conftest import half


@pytest.fixture
def sample(cards: LoadedCards) -> Callable[[str], Deck]:
    """Return half of a published deck by its name."""

    def found(name: str) -> Deck:
        return half(whole(cards, name))

    return found


def whole(cards: LoadedCards, name: str) -> Deck:
    """Return a published deck by its name."""
    return next(each.deck for each in cards.samples if each.deck.name == name)
