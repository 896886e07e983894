"""These tests share a window."""

from __future__ import annotations

from tests.gui import kept_window as kept

app, kept_window, own_app = kept.app, kept.folder_window, kept.own_app
