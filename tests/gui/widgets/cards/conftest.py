"""These tests share a window."""

from __future__ import annotations

from tests.gui.kept_window import app, kept_window, own_app

__all__ = ["app", "kept_window", "own_app"]
