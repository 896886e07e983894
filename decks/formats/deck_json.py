"""Decks as JSON: our own deck files, and the decklists of ThronesDB's API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from carddb.pool import Pools
from decks.deck import Deck, Slots
from decks.formats.deck_format import DeckFormat, ReadOptions
from decks.formats.json_deck import read_deck
from decks.formats.json_text import JsonObject, JsonSource, JsonValue
from decks.formats.json_words import plain_categories
from decks.report import DeckFormatError, Reading

_BEGINS = re.compile(r"\s*(?:\{\s*(?:[\"}]|$)|\[\s*(?:[\[{\]\"\d]|$))")
_DECK_FIELDS = frozenset({"slots", "agendas", "faction_code"})


def recognises(text: str) -> bool:
    """Return whether a text begins as a JSON object or list does."""
    return _BEGINS.match(text) is not None


def read(text: str, options: ReadOptions) -> list[Reading]:
    """Return the decks of a JSON text; DeckFormatError where it is broken or holds none."""
    source = JsonSource(text)
    readings = [
        read_deck(source, deck, options)
        for value in source.values()
        for deck in _decks_in(source, value, outermost=True)
    ]
    if not readings:
        raise DeckFormatError("The JSON holds no deck: its list is empty.", line=1)
    return readings


def _decks_in(source: JsonSource, value: JsonValue, *, outermost: bool) -> Iterator[JsonValue]:
    """Yield the deck that a value is, or the decks that it holds under "deck" or "decks"."""
    raw, start, end = value
    if not isinstance(raw, JsonObject):
        source.fail(start, "a deck is an object in curly brackets")
    if outermost and isinstance(raw.get("decks"), list):
        for each in source.elements(source.find_field("decks", start, end)):
            yield from _decks_in(source, each, outermost=False)
    elif isinstance(raw.get("deck"), JsonObject):
        yield raw["deck"], source.find_field("deck", start, end), end
    elif _DECK_FIELDS.isdisjoint(raw):
        source.fail(start, "this object is no deck: it has no “slots”")
    else:
        yield value


def deck_object(deck: Deck) -> dict[str, object]:
    """Return a deck as the plain object that its JSON holds; what it does not state is left out."""
    plain: dict[str, object] = {
        "name": deck.name,
        "edition": deck.edition.value,
        "format": deck.format,
        "faction_code": deck.faction.value if deck.faction else None,
        "agendas": [card.code for card in deck.agendas],
        "slots": _codes(deck.slots),
    }
    extra = {
        "notes": deck.notes,
        "list": deck.list_code,
        "date": deck.date,
        "rookery": _codes(deck.rookery),
        "drafted": _codes(deck.drafted),
        "players": deck.players,
        "plot_decks": [_codes(slots) for slots in deck.plot_decks],
        "considered": _codes(deck.considered),
        "categories": plain_categories(deck.categories),
        "card_notes": dict(deck.card_notes),
    }
    return plain | {field: value for field, value in extra.items() if value}


def write(decks: Sequence[Deck], _pools: Pools) -> str:
    """Return a deck as the text of a deck file, several decks as a list of them."""
    plain = [deck_object(deck) for deck in decks]
    written = plain[0] if len(plain) == 1 else plain
    return json.dumps(written, ensure_ascii=False, indent=2) + "\n"


def _codes(slots: Slots) -> dict[str, int]:
    return {card.code: count for card, count in slots}


FORMAT = DeckFormat("json", "Deck as JSON", recognises, read)
