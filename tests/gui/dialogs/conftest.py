"""The servers on loopback that tests of the card data have, for its dialog too."""

from __future__ import annotations

from tests.gui.session.conftest import api, elsewhere, filled, hanging, home, read_once, start_sync

__all__ = ["api", "elsewhere", "filled", "hanging", "home", "read_once", "start_sync"]
