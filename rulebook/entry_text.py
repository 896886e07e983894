"""What an entry says first, what it is, and when it holds."""

from __future__ import annotations

import re

from rulebook.entry import Entry
from rulebook.entry_copy import days_text, edition_text

MOST_LETTERS = 170
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][”)])\s+")


def brief(entry: Entry, most: int = MOST_LETTERS) -> str:
    """Return what an entry says first: whole sentences as long as they fit, one at least."""
    first, *others = _SENTENCE_END.split(entry.words.split("\n\n")[0].replace("\n", " "))
    for sentence in others:
        if len(first) + 1 + len(sentence) > most:
            break
        first = f"{first} {sentence}"
    return first


def two_lines(entry: Entry) -> str:
    """Return the title and what the entry says first."""
    return f"{entry.title}\n{brief(entry)}"


def about_entry(entry: Entry) -> str:
    """Return what an entry is and when it holds: "Ruling · Second edition · until 2019-09-19"."""
    kind = entry.kind.value.replace("-", " ").capitalize()
    facts = (kind, edition_text(entry), days_text(entry))
    return " · ".join(filter(None, facts))
