"""An entry as plain text with its source, to be copied and printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulebook.entry import Entry

# Returns the name of the card of a code.
CardNames = Callable[[str], str]


def days_text(entry: Entry) -> str:
    """Return from when to when an entry holds; empty where it always does."""
    parts = (
        f"since {entry.since.isoformat()}" if entry.since else "",
        f"until {entry.until.isoformat()}" if entry.until else "",
    )
    return " ".join(filter(None, parts))


def edition_text(entry: Entry) -> str:
    """Return the edition that an entry is for."""
    return entry.edition.label if entry.edition else "Both editions"


def source_text(entry: Entry) -> str:
    """Return where an entry stands, for which edition and when."""
    return ", ".join(filter(None, (entry.source, edition_text(entry).lower(), days_text(entry))))


def entry_as_text(entry: Entry, card_name: CardNames) -> str:
    """Return an entry as text: title, words, cards and source."""
    cards = ", ".join(dict.fromkeys(map(card_name, entry.cards)))
    parts = [
        entry.title,
        entry.words,
        f"Cards: {cards}" if cards else "",
        f"Source: {source_text(entry)}",
    ]
    return "\n\n".join(filter(None, parts))


def entries_as_text(entries: Iterable[Entry], card_name: CardNames) -> str:
    """Return entries as text, one below the other."""
    return "\n\n\n".join(entry_as_text(each, card_name) for each in entries)
