"""What the model of the deck says of its headings, and of cards that the player owns too few of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from desktop.pages.builder.deck.deck_rows import Section
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.widgets.card_delegate import Cell, Role


def heading_data(section: Section, role: int) -> Any:
    """Return what a heading says under a role."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return section.title
        case Role.HEADING:
            return section.total
        case Role.CELL:
            return Cell(section.title, heading=section.total)
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{section.title}: {section.total}"
    return None


def lacked_words(sections: tuple[Section, ...], overlay: DeckOverlay) -> Mapping[str, str]:
    """Return in words, by code, of which cards the player owns too few."""
    return {
        card.code: overlay.owned_words(card)
        for section in sections
        for card, _ in section.slots
        if overlay.lacks(card)
    }
