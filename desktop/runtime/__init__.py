"""Beneath the window: background tasks, settings, logs, crash reports, the single start."""
