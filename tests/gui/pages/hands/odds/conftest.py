"""Decks whose odds are soon computed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from decks.deck import Deck
from tests.gui.pages.hands.conftest import half


@pytest.fixture
def sample(sample: Callable[[str], Deck]) -> Callable[[str], Deck]:
    """Return half of a published deck by its name."""
    return lambda name: half(sample(name))
