"""Moments in the words that a user reads them in."""

from __future__ import annotations

from datetime import datetime

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_words(moment: datetime, now: datetime) -> str:
    """Return a moment as near ones are said: "Today 14:05", "Yesterday", "3 Nov 2026"."""
    there, here = moment.astimezone(now.tzinfo), now
    days = (here.date() - there.date()).days
    if days == 0:
        return f"Today {there:%H:%M}"
    if days == 1:
        return "Yesterday"
    return f"{there.day} {MONTHS[there.month - 1]} {there.year}"
