"""A deck written down as codes with names, and the difference between two such outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from carddb.card import Card
from carddb.terms import DRAW_TYPES, CardType, Edition, Faction
from decks.deck import Deck, Slots

_FIELDS = ("edition", "faction", "format", "name", "list_code", "date", "players", "notes")
_FIELD_WORDS = {"list_code": "list", "date": "day", "players": "players"}
_MINUS = "\u2212"
_ARROW = "\u2192"


class Place(StrEnum):
    """Where a card of a deck stands, by the name that the place has in a deck file."""

    AGENDAS = "agendas"
    SLOTS = "slots"
    ROOKERY = "rookery"
    DRAFTED = "drafted"
    PLOT_DECKS = "plot_decks"


_PLACE_WORDS = {
    Place.ROOKERY: "the rookery",
    Place.DRAFTED: "the drafted cards",
    Place.PLOT_DECKS: "plot deck",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """Copies of a card in a place of a deck; needs no pool, so that an unknown card is one too.

    `name`, `pack` and `type` (a CardType's value) are empty where they were never known.
    `plot_deck` numbers the plot decks of a Civil War from 0.
    """

    place: Place
    code: str
    copies: int
    name: str = ""
    pack: str = ""
    type: str = ""
    plot_deck: int = 0

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
    entries: tuple[Entry, ...] = ()
    notes: str = ""
    list_code: str = ""
    date: str = ""
    players: int | None = None
    plot_decks: int = 0

    def at(self, place: Place) -> tuple[Entry, ...]:
        """Return the entries of one place."""
        return tuple(entry for entry in self.entries if entry.place is place)

    @property
    def draw_count(self) -> int:
        """The number of cards in the draw deck; a card of unknown type is taken for one of them."""
        types = {*DRAW_TYPES, ""}
        return sum(entry.copies for entry in self.at(Place.SLOTS) if entry.type in types)

    @property
    def plot_count(self) -> int:
        """The number of cards in the plot deck."""
        plots = (each for each in self.at(Place.SLOTS) if each.type == CardType.PLOT)
        return sum(entry.copies for entry in plots)


def outline(deck: Deck, unknown: Sequence[Entry] = ()) -> Outline:
    """Return a deck's outline; `unknown` are entries of it that no pool has a card for."""
    return Outline(
        name=deck.name,
        edition=deck.edition,
        format=deck.format,
        faction=deck.faction,
        entries=(*_entries(deck), *unknown),
        notes=deck.notes,
        list_code=deck.list_code,
        date=deck.date,
        players=deck.players,
        plot_decks=max([len(deck.plot_decks), *(each.plot_deck + 1 for each in _civil(unknown))]),
    )


def _civil(entries: Sequence[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if entry.place is Place.PLOT_DECKS)


def _entries(deck: Deck) -> Iterator[Entry]:
    for agenda in deck.agendas:
        yield _entry(Place.AGENDAS, agenda, 1)
    yield from _slots(Place.SLOTS, deck.slots)
    yield from _slots(Place.ROOKERY, deck.rookery)
    yield from _slots(Place.DRAFTED, deck.drafted)
    for number, slots in enumerate(deck.plot_decks):
        yield from _slots(Place.PLOT_DECKS, slots, number)


def _slots(place: Place, slots: Slots, number: int = 0) -> Iterator[Entry]:
    return (_entry(place, card, copies, number) for card, copies in slots)


def _entry(place: Place, card: Card, copies: int, number: int = 0) -> Entry:
    return Entry(place, card.code, copies, card.name, card.pack, card.type.value, number)


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card of which two decks hold different numbers of copies in the same place.

    `label` is its name, with the pack where the decks' other cards of that name could be meant.
    """

    place: Place
    plot_deck: int
    code: str
    label: str
    before: int
    after: int

    @property
    def words(self) -> str:
        """The change as players write it: "+2 Ward", "+Fealty", "-1 Ward in the rookery"."""
        more = self.after - self.before
        sign = "+" if more > 0 else _MINUS
        if self.place is Place.AGENDAS:
            return f"{sign}{self.label}"
        where = _PLACE_WORDS.get(self.place, "")
        if self.place is Place.PLOT_DECKS:
            where = f"{where} {self.plot_deck + 1}"
        return f"{sign}{abs(more)} {self.label}" + (f" in {where}" if where else "")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that two decks state differently, by its name in Outline."""

    field: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The change in a few words: "format joust → melee", "notes changed"."""
        named = _FIELD_WORDS.get(self.field, self.field)
        if self.field == "notes":
            return "notes changed"
        return f"{named} {self.before or 'none'} {_ARROW} {self.after or 'none'}"


@dataclass(frozen=True, slots=True)
class DeckDiff:
    """What makes one deck out of another; agendas stand apart from the other cards."""

    fields: tuple[FieldChange, ...]
    agendas: tuple[CardChange, ...]
    cards: tuple[CardChange, ...]

    def __bool__(self) -> bool:
        return bool(self.fields or self.agendas or self.cards)

    @property
    def removed(self) -> tuple[CardChange, ...]:
        """The cards that only the first deck holds."""
        return tuple(change for change in self.cards if not change.after)

    @property
    def added(self) -> tuple[CardChange, ...]:
        """The cards that only the second deck holds."""
        return tuple(change for change in self.cards if not change.before)

    @property
    def changed(self) -> tuple[CardChange, ...]:
        """The cards that both hold, in different numbers."""
        return tuple(change for change in self.cards if change.before and change.after)

    @property
    def faction(self) -> FieldChange | None:
        """The change of faction, or None."""
        return next((change for change in self.fields if change.field == "faction"), None)

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
    fields = tuple(
        FieldChange(field, _said(one, field), _said(other, field))
        for field in _FIELDS
        if _said(one, field) != _said(other, field)
    )
    return DeckDiff(
        fields,
        tuple(change for change in changes if change.place is Place.AGENDAS),
        tuple(change for change in changes if change.place is not Place.AGENDAS),
    )


def _outlined(deck: Deck | Outline) -> Outline:
    return outline(deck) if isinstance(deck, Deck) else deck


def _said(deck: Outline, field: str) -> str:
    if field == "faction":
        return deck.faction.card_name if deck.faction else ""
    value = getattr(deck, field)
    return "" if value is None else str(value)


def _card_changes(one: Outline, other: Outline) -> Iterator[CardChange]:
    """Yield the changes by place, then by name."""
    before, after = _counted(one), _counted(other)
    label = _labels((*one.entries, *other.entries))
    places = list(Place)
    changes = (
        CardChange(place, number, code, label[code], before[key], after[key])
        for key in before | after
        for place, number, code in [key]
        if before[key] != after[key]
    )
    return iter(sorted(changes, key=lambda c: (places.index(c.place), c.plot_deck, c.label)))


def _counted(deck: Outline) -> Counter[tuple[Place, int, str]]:
    count: Counter[tuple[Place, int, str]] = Counter()
    for entry in deck.entries:
        count[entry.place, entry.plot_deck, entry.code] += entry.copies
    return count


def _labels(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the label of each code; a name that several codes have is followed by the pack."""
    named: dict[str, Entry] = {}
    for entry in entries:
        if entry.code not in named or not named[entry.code].name:
            named[entry.code] = entry
    bearers = Counter(entry.title for entry in named.values())
    return {
        code: f"{entry.title} ({entry.pack or code})" if bearers[entry.title] > 1 else entry.title
        for code, entry in named.items()
    }
