"""Data of drags: files to open, and cards between the table and the deck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QMimeData

from carddb.card import Card
from decks.deck_section import DeckSection, SectionKind

CARDS = "application/x-sevenplots-cards"
DECKS = "application/x-sevenplots-decks"


@dataclass(frozen=True, slots=True)
class DraggedCards:
    """Copies of printings that are dragged: their codes, how many, and their sections."""

    from_deck: bool
    copies: tuple[tuple[str, int, DeckSection], ...]

    def one_of_each(self) -> DraggedCards:
        return replace(
            self, copies=tuple((code, min(1, n), section) for code, n, section in self.copies)
        )


def local_files(data: QMimeData) -> list[Path]:
    """Return the paths of the local files of a drag; none for links and text."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def mime_of_decks(deck_ids: Sequence[str]) -> QMimeData:
    """Return decks of the library as data of a drag."""
    data = QMimeData()
    data.setData(DECKS, "\n".join(deck_ids).encode())
    return data


def dragged_decks(data: QMimeData) -> list[str]:
    """Return the ids of the decks of a drag; none where it is something else."""
    return bytes(data.data(DECKS).data()).decode(errors="replace").split()


def mime_of(copies: Sequence[tuple[Card, int, DeckSection]], *, from_deck: bool) -> QMimeData:
    """Return cards as data of a drag: by code for this program, as lines of text for others."""
    slots = [[card.code, count, section.kind, section.number] for card, count, section in copies]
    data = QMimeData()
    data.setData(CARDS, json.dumps({"from_deck": from_deck, "copies": slots}).encode())
    data.setText("\n".join(f"{count}x {card.name} ({card.pack})" for card, count, _ in copies))
    return data


def dragged_cards(data: QMimeData) -> DraggedCards | None:
    """Return the cards of a drag, or None where it is something else."""
    if not data.hasFormat(CARDS):
        return None
    try:
        plain = json.loads(bytes(data.data(CARDS).data()))
        copies = tuple(
            (str(code), int(count), DeckSection(SectionKind(kind), int(number)))
            for code, count, kind, number in plain["copies"]
        )
        return DraggedCards(bool(plain["from_deck"]), copies)
    except (ValueError, KeyError, TypeError):
        return None
