"""Two changes of one deck brought together: card by card, and what both changed differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from carddb.spelling import fold
from carddb.terms import Edition, Faction
from decks.deck import Category
from decks.deck_section import DeckSection
from decks.diff import Outline, OutlineEntry, card_labels

_FIELDS = ("edition", "faction", "format", "list_code", "date", "players", "notes")
_FIELD_LABELS = {"list_code": "List", "date": "Day", "notes": "Notes on the deck"}


class Side(StrEnum):
    """Whose state of a part the merged deck gets."""

    DECK = "deck"
    PLAN = "plan"


class PartKind(StrEnum):
    """The parts that are merged separately."""

    CARD = "card"
    FIELD = "field"
    NOTE = "note"
    CATEGORY = "category"


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A card in a section, a field, the note on a card, or a category; `name` is its key."""

    kind: PartKind
    name: str
    section: DeckSection | None = None

    @property
    def key(self) -> str:
        """The name of the part on the command line."""
        if self.kind is PartKind.CARD:
            aside = self.section is not None and self.section.aside
            return f"{self.name}@{self.section}" if aside else self.name
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """A part that deck and plan changed differently, in words; `before` is "" if unknown."""

    part: DeckPart
    label: str
    before: str
    deck: str
    plan: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged deck and the undecided parts, which are those of the deck."""

    outline: Outline
    conflicts: tuple[MergeConflict, ...]


def three_way_merge(
    before: Outline | None,
    deck: Outline,
    plan: Outline,
    decisions: Mapping[DeckPart, Side] | None = None,
) -> Merged:
    """Return the deck with what the plan changed; without `before` all differences conflict."""
    known = before is not None
    old, ours, theirs = (_parts(each) if each else {} for each in (before, deck, plan))
    merged: dict[DeckPart, Any] = {}
    conflicts = []
    for part in ours | theirs:
        was, mine, other = (each.get(part) for each in (old, ours, theirs))
        side = (decisions or {}).get(part)
        if mine == other or (known and other == was) or side is Side.DECK:
            merged[part] = mine
        elif (known and mine == was) or side is Side.PLAN:
            merged[part] = other
        else:
            merged[part] = mine
            label = _label(part, (deck, plan))
            words = (_said(part, was) if known else "", _said(part, mine), _said(part, other))
            conflicts.append(MergeConflict(part, label, *words))
    return Merged(_outline(deck, plan, merged), tuple(conflicts))


def _parts(deck: Outline) -> dict[DeckPart, Any]:
    """Return the parts of a deck without its name; empty fields are not parts."""
    parts: dict[DeckPart, Any] = {}
    for entry in deck.entries:
        part = _card(entry)
        parts[part] = parts.get(part, 0) + entry.copies
    parts |= {DeckPart(PartKind.FIELD, each): getattr(deck, each) for each in _FIELDS}
    parts |= {DeckPart(PartKind.NOTE, code): text for code, text in deck.card_notes}
    parts |= {DeckPart(PartKind.CATEGORY, fold(each.name)): each for each in deck.categories}
    return parts


def _card(entry: OutlineEntry) -> DeckPart:
    return DeckPart(PartKind.CARD, entry.code, entry.section)


def _outline(deck: Outline, plan: Outline, merged: Mapping[DeckPart, Any]) -> Outline:
    entries = {_card(each): each for each in (*plan.entries, *deck.entries)}
    cards = tuple(
        replace(entries[part], copies=value)
        for part, value in merged.items()
        if part.kind is PartKind.CARD and value
    )
    fields = {each: merged[DeckPart(PartKind.FIELD, each)] for each in _FIELDS}
    notes = {p.name: text for p, text in merged.items() if p.kind is PartKind.NOTE and text}
    categories = (v for part, v in merged.items() if part.kind is PartKind.CATEGORY and v)
    return replace(
        deck,
        entries=cards,
        card_notes=tuple(sorted(notes.items())),
        categories=tuple(categories),
        # An additional empty plot deck does no harm; a missing one would.
        plot_decks=max(deck.plot_decks, plan.plot_decks, *(each.section.number for each in cards)),
        **fields,
    )


def _label(part: DeckPart, decks: Sequence[Outline]) -> str:
    if part.kind is PartKind.FIELD:
        return _FIELD_LABELS.get(part.name, part.name.capitalize())
    if part.kind is PartKind.CATEGORY:
        named = (each for deck in decks for each in deck.categories)
        return f"Category “{next(c.name for c in named if fold(c.name) == part.name)}”"
    title = card_labels([entry for deck in decks for entry in deck.entries])
    label = title.get(part.name, part.name)
    if part.kind is PartKind.NOTE:
        return f"Note on {label}"
    return f"{label}, {part.section}" if part.section and part.section.aside else label


def _said(part: DeckPart, value: Any) -> str:
    if part.kind is PartKind.CARD:
        return str(value or 0)
    if isinstance(value, Faction):
        return value.card_name
    if isinstance(value, Edition):
        return value.label
    if isinstance(value, Category):
        return ", ".join(_category_words(value))
    return "none" if value in {None, ""} else str(value)


def _category_words(category: Category) -> Iterator[str]:
    yield f"{len(category.cards)} {'card' if len(category.cards) == 1 else 'cards'}"
    if category.target:
        yield category.target
