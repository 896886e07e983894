"""These tests share a window."""

from __future__ import annotations

import pytest

from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_panel import PoolPanel
from tests.gui import shared_window as shared
from tests.gui.samples import open_sample

app, shared_window, own_app = shared.app, shared.folder_window, shared.own_app


@pytest.fixture
def page(app: Application) -> BuilderPage:
    """Put a published deck on screen; return the page."""
    return open_sample(app)


@pytest.fixture
def pool(app: Application) -> PoolPanel:
    """Return the panel of all cards, without a deck."""
    return app.window.build.pool
