"""The servers on loopback that tests of the card data have, for its dialog too."""

from __future__ import annotations

from tests.gui.session.conftest import api, begun, elsewhere, filled, hanging, home

__all__ = ["api", "begun", "elsewhere", "filled", "hanging", "home"]
