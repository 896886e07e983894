"""Decks of the library as a study takes them."""

from __future__ import annotations

from decks.report import LineStatus, ReportLine
from library.deck_values import LibraryDeck
from study.study_cards import StudyDeck


def studied_deck(opened: LibraryDeck) -> StudyDeck:
    """Return a deck for a study; a card that is not in today's data is a line that is missing."""
    missing = (
        ReportLine(0, entry.title, LineStatus.UNKNOWN, note="It is not in today's card data.")
        for entry in opened.unknown
    )
    return StudyDeck(f"library:{opened.id}", opened.deck, tuple(missing))
