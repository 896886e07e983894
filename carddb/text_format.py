"""Dates and names as a user reads them."""

from __future__ import annotations

from datetime import datetime

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MAX_LENGTH = 60


def day_words(moment: datetime, now: datetime) -> str:
    """Return a day in words: "Today 14:05", "Yesterday", "3 Nov 2026"."""
    there, here = moment.astimezone(now.tzinfo), now
    days = (here.date() - there.date()).days
    if days == 0:
        return f"Today {there:%H:%M}"
    if days == 1:
        return "Yesterday"
    return f"{there.day} {MONTHS[there.month - 1]} {there.year}"


def shortened(name: str) -> str:
    """Return a name short enough for a sentence."""
    plain = " ".join(name.split())
    return plain if len(plain) <= MAX_LENGTH else f"{plain[: MAX_LENGTH - 1].rstrip()}…"
