"""Dates as a user reads them."""

from __future__ import annotations

from datetime import UTC, datetime

from core.text_format import day_words


def test_days_in_words() -> None:
    now = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)
    assert day_words(datetime(2026, 11, 20, 8, 5, tzinfo=UTC), now) == "Today 08:05"
    assert day_words(datetime(2026, 11, 19, 23, 59, tzinfo=UTC), now) == "Yesterday"
    assert day_words(datetime(2026, 3, 2, tzinfo=UTC), now) == "2 Mar 2026"
