"""Fixtures of other folders: the servers of the card data, and the Decks page with three decks."""

from __future__ import annotations

from tests.gui.pages.library.conftest import library, robot, stored, three
from tests.gui.session.conftest import api, elsewhere, filled, hanging, home, read_once, start_sync

__all__ = ["api", "elsewhere", "filled", "hanging", "home", "read_once", "start_sync"]
__all__ += ["library", "robot", "stored", "three"]
