"""The tests of a module share a window, which each of them finds as new."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from tests.gui.shared_window import SharedWindow


@pytest.fixture(scope="module")
def shared_window(
    qapp: QApplication,
    cards: LoadedCards,
    typeface: QFont,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[SharedWindow]:
    """Show a window that is put back after each test."""
    qapp.setFont(typeface)
    made = SharedWindow(qapp, tmp_path_factory.mktemp("shared"), cards)
    yield made
    made.close()


@pytest.fixture
def app(shared_window: SharedWindow) -> Iterator[Application]:
    """Return the window of the module, with its cards and no deck."""
    yield shared_window.app
    shared_window.restore()
