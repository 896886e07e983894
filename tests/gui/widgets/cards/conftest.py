"""These tests share a window."""

from __future__ import annotations

from tests.gui import shared_window as shared

app, shared_window, own_app = shared.app, shared.folder_window, shared.own_app
