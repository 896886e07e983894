"""The tests of the deck's panel share a window, which each of them finds as new."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from tests.gui.shared_window import SharedWindow, window_to_share


@pytest.fixture(scope="package")
def shared_window(
    request: pytest.FixtureRequest, cards: LoadedCards, typeface: QFont
) -> Iterator[SharedWindow]:
    """Show a window that is put back after each test."""
    with window_to_share(request, cards, typeface) as made:
        yield made


@pytest.fixture
def app(shared_window: SharedWindow) -> Iterator[Application]:
    """Return the shared window, with its cards and no deck."""
    shared_window.activate()
    yield shared_window.app
    shared_window.restore()
