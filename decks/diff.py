"""A deck written down as codes with names, and the difference between two such outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from carddb.local_names import name_order
from carddb.terms import DECK_TYPES, DRAW_TYPES, CardType, Edition, Faction
from core.text_format import csv_text, harmless_cell
from decks.deck import Category, Deck
from decks.deck_section import (
    AGENDAS,
    DRAW_DECK,
    DeckSection,
    SectionKind,
    held_cards,
)

_FIELDS = (
    *("edition", "faction", "format", "name", "list_code", "date", "players"),
    *("notes", "card_notes", "categories"),
)
# Long fields: messages only say that they changed, in these words.
LONG_FIELDS = {"notes": "notes", "card_notes": "notes on cards", "categories": "categories"}
_FIELD_WORDS = {"list_code": "list", "date": "day", "players": "players"}
_MINUS = "\u2212"
_ARROW = "\u2192"


_SECTION_ORDER = tuple(SectionKind)
_SECTION_WORDS = {
    SectionKind.ROOKERY: "in the rookery",
    SectionKind.DRAFTED: "in the drafted cards",
    SectionKind.CONSIDERED: "among the considered",
}


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """Copies of a card in a section; unknown values are empty. Plots are in DRAW_DECK, too."""

    section: DeckSection
    code: str
    copies: int
    name: str = ""
    pack: str = ""
    type: str = ""

    @property
    def title(self) -> str:
        """The card's name, or its code where the name was never known."""
        return self.name or self.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A whole deck as words, codes and numbers; entries are in the order of the deck file."""

    name: str
    edition: Edition
    format: str = "joust"
    faction: Faction | None = None
    entries: tuple[OutlineEntry, ...] = ()
    notes: str = ""
    list_code: str = ""
    date: str = ""
    players: int | None = None
    plot_decks: int = 0
    categories: tuple[Category, ...] = ()
    card_notes: tuple[tuple[str, str], ...] = ()

    def at(self, section: DeckSection) -> tuple[OutlineEntry, ...]:
        return tuple(entry for entry in self.entries if entry.section == section)

    @property
    def draw_count(self) -> int:
        """The number of cards in the draw deck; a card of unknown type is taken for one of them."""
        types = {*DRAW_TYPES, ""}
        return sum(entry.copies for entry in self.at(DRAW_DECK) if entry.type in types)

    @property
    def plot_count(self) -> int:
        plots = (each for each in self.at(DRAW_DECK) if each.type == CardType.PLOT)
        return sum(entry.copies for entry in plots)


def outline(deck: Deck, unknown: Sequence[OutlineEntry] = ()) -> Outline:
    """Return a deck's outline; `unknown` are entries of it that no pool has a card for."""
    entries = [
        OutlineEntry(section, card.code, copies, card.english_name, card.pack, card.type.value)
        for section, card, copies in held_cards(deck)
    ]
    return Outline(
        **shared_fields(deck),
        entries=(*entries, *unknown),
        plot_decks=max([len(deck.plot_decks), *(entry.section.number for entry in unknown)]),
    )


def shared_fields(deck: Deck | Outline) -> dict[str, Any]:
    """Return the fields that a deck and its outline have in common."""
    return {field: getattr(deck, field) for field in _FIELDS}


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card whose copies in a section differ; `label` has the pack where the name is ambiguous."""

    section: DeckSection
    code: str
    label: str
    before: int
    after: int

    @property
    def words(self) -> str:
        """The change as players write it: "+2 Ward", "+Fealty", "-1 Ward in the rookery"."""
        more = self.after - self.before
        sign = "+" if more > 0 else _MINUS
        if self.section == AGENDAS:
            return f"{sign}{self.label}"
        where = _SECTION_WORDS.get(self.section.kind, "")
        if self.section.kind is SectionKind.PLOT_DECK:
            where = f"in {self.section}"
        return f"{sign}{abs(more)} {self.label}" + (f" {where}" if where else "")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that differs between two decks, by its name in Outline."""

    field: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The change in a few words: "format joust → melee", "notes changed"."""
        named = _FIELD_WORDS.get(self.field, self.field)
        if self.field in LONG_FIELDS:
            return f"{LONG_FIELDS[self.field]} changed"
        return f"{named} {self.before or 'none'} {_ARROW} {self.after or 'none'}"


@dataclass(frozen=True, slots=True)
class DeckDiff:
    """The differences between two decks; agendas are separate."""

    fields: tuple[FieldChange, ...]
    agendas: tuple[CardChange, ...]
    cards: tuple[CardChange, ...]

    def __bool__(self) -> bool:
        return bool(self.fields or self.agendas or self.cards)

    @property
    def removed(self) -> tuple[CardChange, ...]:
        return tuple(change for change in self.cards if not change.after)

    @property
    def added(self) -> tuple[CardChange, ...]:
        return tuple(change for change in self.cards if not change.before)

    @property
    def changed(self) -> tuple[CardChange, ...]:
        return tuple(change for change in self.cards if change.before and change.after)

    @property
    def main_card(self) -> str:
        """The code of the card that this is about: the first with more copies, else the first."""
        changes = (*self.cards, *self.agendas)
        gains = (change for change in changes if change.after > change.before)
        first = next(gains, None) or next(iter(changes), None)
        return first.code if first else ""

    @property
    def words(self) -> tuple[str, ...]:
        """Every change in words: fields, agendas, then cards, those with fewer copies first."""
        losses = [change.words for change in self.cards if change.after < change.before]
        gains = [change.words for change in self.cards if change.after > change.before]
        fields = [change.words for change in self.fields]
        agendas = [change.words for change in self.agendas]
        return (*fields, *agendas, *losses, *gains)


def difference(before: Deck | Outline, after: Deck | Outline) -> DeckDiff:
    """Return what has to be changed in one deck to get the other; empty (false) if nothing."""
    one, other = _outlined(before), _outlined(after)
    changes = tuple(_card_changes(one, other))
    said = ((field, _said(one, field), _said(other, field)) for field in _FIELDS)
    fields = tuple(FieldChange(*each) for each in said if each[1] != each[2])
    return DeckDiff(
        fields,
        tuple(change for change in changes if change.section == AGENDAS),
        tuple(change for change in changes if change.section != AGENDAS),
    )


def _outlined(deck: Deck | Outline) -> Outline:
    return outline(deck) if isinstance(deck, Deck) else deck


def _said(deck: Outline, field: str) -> str:
    if field == "faction":
        return deck.faction.card_name if deck.faction else ""
    value = getattr(deck, field)
    return "" if value is None else str(value)


def _card_changes(one: Outline, other: Outline) -> Iterator[CardChange]:
    before, after = _counted(one), _counted(other)
    label = card_labels((*one.entries, *other.entries))
    changes = (
        CardChange(section, code, label[code], before[key], after[key])
        for key in before | after
        for section, code in [key]
        if before[key] != after[key]
    )
    return iter(sorted(changes, key=_by_section))


def _by_section(change: CardChange) -> tuple[int, int, bytes]:
    section = change.section
    return _SECTION_ORDER.index(section.kind), section.number, name_order(change.label)


def _counted(deck: Outline) -> Counter[tuple[DeckSection, str]]:
    count: Counter[tuple[DeckSection, str]] = Counter()
    for entry in deck.entries:
        count[entry.section, entry.code] += entry.copies
    return count


def card_labels(entries: Sequence[OutlineEntry]) -> dict[str, str]:
    """Return the label of each code; a name that several codes have is followed by the pack."""
    named: dict[str, OutlineEntry] = {}
    for entry in entries:
        if entry.code not in named or not named[entry.code].name:
            named[entry.code] = entry
    bearers = Counter(entry.title for entry in named.values())
    return {
        code: f"{entry.title} ({entry.pack or code})" if bearers[entry.title] > 1 else entry.title
        for code, entry in named.items()
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
        """The heading that it is listed under: a type, or a section beside the deck."""
        if self.section.aside:
            return str(self.section).capitalize()
        listed = self.type in {*DECK_TYPES, CardType.AGENDA}
        return f"{self.type.capitalize()}s" if listed else "Others"

    @property
    def shared(self) -> int:
        return min(self.copies)

    @property
    def only_in(self) -> int | None:
        """The deck that alone has it, by its number; None if several have it."""
        having = [number for number, copies in enumerate(self.copies) if copies]
        return having[0] if len(having) == 1 else None

    @property
    def differs(self) -> bool:
        return len(set(self.copies)) > 1


@dataclass(frozen=True, slots=True)
class DecksCompared:
    """The decks by name, and every card of them: agendas, plots, draw deck by type, the rest."""

    names: tuple[str, ...]
    cards: tuple[ComparedCard, ...]

    @property
    def shared(self) -> tuple[ComparedCard, ...]:
        return tuple(card for card in self.cards if card.shared)

    def only_in(self, number: int) -> tuple[ComparedCard, ...]:
        return tuple(card for card in self.cards if card.only_in == number)


def compared(decks: Sequence[Outline]) -> DecksCompared:
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


def _place(row: ComparedCard) -> tuple[int, int, int, bytes, str]:
    kind = _SECTION_ORDER.index(row.section.kind)
    if row.section == AGENDAS:
        kind = -2
    elif row.section == DRAW_DECK:
        kind = -1
    types = [each.value for each in DECK_TYPES]
    order = types.index(row.type) if row.type in types else len(types)
    return kind, row.section.number, order, name_order(row.name), row.code


def compared_csv(found: DecksCompared, cards: Sequence[ComparedCard] | None = None) -> str:
    """Return the table, or some cards of it, as CSV: a row a card, a column a deck."""
    headings = ["part", "code", "card", "pack", *map(harmless_cell, found.names)]
    rows = (
        (*map(harmless_cell, (each.heading, each.code, each.name, each.pack)), *each.copies)
        for each in (found.cards if cards is None else cards)
    )
    return csv_text(headings, rows)
