"""What the model of the deck says of its headings, and of cards that the player owns too few of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from desktop.pages.builder.deck.deck_rows import Section
from desktop.pages.builder.deck.problem_marks import sign_of
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.widgets.card_delegate import Cell, Role
from desktop.widgets.labels import tip
from validators.problem import Problem


def heading_cell(section: Section, problems: Mapping[int, tuple[Problem, ...]]) -> Cell:
    """Return a heading with its number, and the sign of the problems with that."""
    signs = sign_of(problems.get(section.number, ()))
    return Cell(section.title, heading=section.total, trailing=signs)


def heading_data(section: Section, role: int, problems: Mapping[int, tuple[Problem, ...]]) -> Any:
    """Return what a heading says under a role, with the problems about how many cards it has."""
    messages = [each.message for each in problems.get(section.number, ())]
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return section.title
        case Role.HEADING:
            return section.total
        case Role.CELL:
            return heading_cell(section, problems)
        case Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join([f"{section.title}: {section.total}", *messages])
        case Qt.ItemDataRole.ToolTipRole if messages:
            return tip("\n".join(messages))
    return None


def lacked_words(sections: tuple[Section, ...], overlay: DeckOverlay) -> Mapping[str, str]:
    """Return in words, by code, of which cards the player owns too few."""
    return {
        card.code: overlay.owned_words(card)
        for section in sections
        for card, _ in section.slots
        if overlay.lacks(card)
    }
