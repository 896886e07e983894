"""The usual shape of the library's decks with an agenda, as the beginning of a new deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction
from decks.categories import with_defaults
from decks.deck import Deck
from decks.deck_shape import DeckShape, usual_shape
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from library.library import Library


def agendas_of(
    decks: Iterable[StoredDeck], edition: Edition, faction: Faction | None, format_name: str = ""
) -> dict[str, int]:
    """Return the agendas of a faction's decks with their number of decks, most frequent first."""
    own = (
        deck
        for deck in decks
        if (deck.edition, deck.faction) == (edition, faction) and format_name in {"", deck.format}
    )
    count = Counter(name for deck in own for name in dict.fromkeys(deck.agenda_names))
    return dict(sorted(count.items(), key=lambda each: (-each[1], each[0])))


def decks_like(
    decks: Iterable[StoredDeck],
    edition: Edition,
    faction: Faction | None,
    agenda: str,
    format_name: str = "",
) -> list[str]:
    """Return the ids of the decks with an agenda; None is every faction, "" every format."""
    return [
        deck.id
        for deck in decks
        if deck.edition is edition
        and faction in {None, deck.faction}
        and fold(agenda) in map(fold, deck.agenda_names)
        and format_name in {"", deck.format}
    ]


def begun_like(
    library: Library, deck_ids: list[str], deck: Deck, agenda: str, pools: Pools
) -> tuple[Deck, DeckShape]:
    """Return a new deck based on decks of the library, and their usual shape."""
    own = [each.deck for each in library.decks.open_all(deck_ids, pools)]
    shape = usual_shape(own)
    begun = shape.begin(deck) if own else deck
    begun = with_defaults(begun, library.card_categories.of(deck.edition))
    return _with_agenda(begun, own, agenda, pools[deck.edition]), shape


def _with_agenda(deck: Deck, own: Iterable[Deck], agenda: str, pool: CardPool) -> Deck:
    count: Counter[tuple[Card, ...]] = Counter(each.agendas for each in own if each.agendas)
    named = (
        c
        for c in pool
        if c.type is CardType.AGENDA and fold(agenda) in {fold(c.name), fold(c.english_name)}
    )
    usual = count.most_common(1)[0][0] if count else tuple(named)[:1]
    return replace(deck, agendas=usual)
