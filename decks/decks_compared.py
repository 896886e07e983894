"""Any number of decks beside one another: every card with its copies in each of them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

from carddb.terms import CardType
from carddb.text_format import harmless_cell
from decks.deck_section import AGENDAS, DRAW_DECK, DeckSection, SectionKind
from decks.diff import Outline, OutlineEntry

_SECTIONS = tuple(SectionKind)
_TYPES = (
    CardType.PLOT,
    CardType.CHARACTER,
    CardType.ATTACHMENT,
    CardType.LOCATION,
    CardType.EVENT,
)
_HEADINGS = {
    CardType.AGENDA: "Agendas",
    CardType.PLOT: "Plots",
    CardType.CHARACTER: "Characters",
    CardType.ATTACHMENT: "Attachments",
    CardType.LOCATION: "Locations",
    CardType.EVENT: "Events",
}


@dataclass(frozen=True, slots=True)
class ComparedCard:
    """A card in a section, with its copies in each deck, in the order of the decks."""

    section: DeckSection
    code: str
    name: str
    pack: str
    type: str
    copies: tuple[int, ...]

    @property
    def heading(self) -> str:
        """What it is listed below: a type, or a section beside the deck."""
        if self.section.aside:
            return str(self.section).capitalize()
        return _HEADINGS.get(CardType(self.type), "Others") if self.type else "Others"

    @property
    def shared(self) -> int:
        """The copies that every deck has."""
        return min(self.copies)

    @property
    def only_in(self) -> int | None:
        """The deck that alone has it, by its number; None where several have it."""
        having = [number for number, copies in enumerate(self.copies) if copies]
        return having[0] if len(having) == 1 else None

    @property
    def differs(self) -> bool:
        """Whether the decks do not have the same number of copies."""
        return len(set(self.copies)) > 1


@dataclass(frozen=True, slots=True)
class DecksCompared:
    """The decks by name, and every card of them: agendas, plots, draw deck by type, the rest."""

    names: tuple[str, ...]
    cards: tuple[ComparedCard, ...]

    @property
    def shared(self) -> tuple[ComparedCard, ...]:
        """The cards that every deck has, whatever the copies."""
        return tuple(card for card in self.cards if card.shared)

    def only_in(self, number: int) -> tuple[ComparedCard, ...]:
        """Return the cards that one deck alone has."""
        return tuple(card for card in self.cards if card.only_in == number)


def compared(decks: Sequence[Outline]) -> DecksCompared:
    """Return decks side by side."""
    copies: dict[tuple[DeckSection, str], list[int]] = {}
    entries: dict[tuple[DeckSection, str], OutlineEntry] = {}
    for number, deck in enumerate(decks):
        for entry in deck.entries:
            key = entry.section, entry.code
            counts = copies.setdefault(key, [0] * len(decks))
            counts[number] += entry.copies
            if not entries.get(key, entry).name or key not in entries:
                entries[key] = entry
    rows = (
        ComparedCard(section, code, each.title, each.pack, each.type, tuple(copies[section, code]))
        for (section, code), each in entries.items()
    )
    return DecksCompared(tuple(deck.name for deck in decks), tuple(sorted(rows, key=_place)))


def _place(row: ComparedCard) -> tuple[int, int, int, str, str]:
    kind = _SECTIONS.index(row.section.kind)
    if row.section == AGENDAS:
        kind = -2
    elif row.section == DRAW_DECK:
        kind = -1
    types = [each.value for each in _TYPES]
    order = types.index(row.type) if row.type in types else len(types)
    return kind, row.section.number, order, row.name.casefold(), row.code


def compared_csv(found: DecksCompared, cards: Sequence[ComparedCard] | None = None) -> str:
    """Return the table, or some cards of it, as CSV: a row a card, a column a deck."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["part", "code", "card", "pack", *map(harmless_cell, found.names)])
    for each in found.cards if cards is None else cards:
        about = (each.heading, each.code, each.name, each.pack)
        writer.writerow([*map(harmless_cell, about), *each.copies])
    return text.getvalue()
